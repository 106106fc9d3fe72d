import DefinitionFormats
import IntentOptions
import Messages
import Synchronization
import Testing
import WidgetFormats

@testable import ExternalSources

/// Web pages by URL, and a record of the requests.
private final class Pages: Sendable {
  private let pages: [String: WebResponse]
  private let asked = Mutex<[WebRequest]>([])

  init(_ pages: [String: (headers: [String: String], body: String)]) {
    self.pages = pages.mapValues {
      WebResponse(status: 200, headers: $0.headers, body: Array($0.body.utf8))
    }
  }

  var urls: [String] { asked.withLock { $0.map(\.url) } }
  var requests: [WebRequest] { asked.withLock { $0 } }

  var fetch: HTTPFetch {
    { request in
      self.asked.withLock { $0.append(request) }
      return self.pages[request.url] ?? WebResponse(status: 404, body: [])
    }
  }
}

@Suite("Pages and response formats of web services")
struct HTTPPagingTests {
  private let request = OptionsRequest(parameter: "p")

  private static let linked = Pages([
    "https://e/1": (["link": #"<https://e/2>; rel="next", </0>; rel=prev"#], #"["a", "b"]"#),
    "https://e/2": (["link": "</3>; title=\"x, y\"; rel=\"last next\""], #"["c"]"#),
    "https://e/3": ([:], #"["d"]"#),
  ])

  private func provider(_ source: HTTPSource, _ pages: Pages) -> HTTPOptionsProvider {
    HTTPOptionsProvider(
      source, environment: ["KEY": "secret"], name: "web", limits: .patient, fetch: pages.fetch)
  }

  @Test("pages are followed by their Link headers")
  func links() async throws {
    let provider = provider(HTTPSource(url: "https://e/1"), Self.linked)
    #expect(picture(try await provider.options(for: request)) == ["-: a, b, c, d"])
  }

  @Test("no more pages are fetched than the limit needs")
  func limit() async throws {
    let pages = Pages([
      "https://e/1": (["link": "</2>; rel=next"], #"["a", "b"]"#),
      "https://e/2": (["link": "</3>; rel=next"], #"["c", "d"]"#),
    ])
    var request = request
    request.limit = 3
    let provider = provider(HTTPSource(url: "https://e/1"), pages)
    #expect(picture(try await provider.options(for: request)) == ["-: a, b, c"])
    #expect(pages.urls == ["https://e/1", "https://e/2"])
  }

  @Test("the message says that pages after the last allowed one are missing")
  func mostPages() async throws {
    let provider = provider(HTTPSource(url: "https://e/1", pages: 2), Self.linked)
    let answer = try await provider.options(for: request)
    #expect(picture(answer) == ["-: a, b, c"])
    #expect(answer.notice == "Only the first 2 pages of “web” are shown.")
  }

  @Test("a cursor fills the URL, or is a URL itself")
  func cursors() async throws {
    let mapping = OptionsMapping(
      items: "/data", identifier: "/id", display: "/name", cursor: "/meta/next")
    let pages = Pages([
      "https://e/?after=": ([:], #"{"data":[{"id":1,"name":"One"}],"meta":{"next":"x y"}}"#),
      "https://e/?after=x%20y": ([:], #"{"data":[{"id":2,"name":"Two"}],"meta":{"next":7}}"#),
      "https://e/?after=7": ([:], #"{"data":[],"meta":{"next":null}}"#),
      "https://e/a": ([:], #"{"data":[{"id":1,"name":"One"}],"meta":{"next":"?page=2"}}"#),
      "https://e/a?page=2": ([:], #"{"data":[{"id":2}]}"#),
    ])
    let filled = provider(
      HTTPSource(url: "https://e/?after={cursor}", mapping: mapping), pages)
    #expect(picture(try await filled.options(for: request)) == ["-: 1=One, 2=Two"])
    let linked = provider(HTTPSource(url: "https://e/a", mapping: mapping), pages)
    #expect(picture(try await linked.options(for: request)) == ["-: 1=One, 2"])
  }

  static let shapes: [(mapping: OptionsMapping, body: String, picture: [String])] = [
    (OptionsMapping(), #"[{"identifier":"a"}]"#, ["-: a"]),
    (
      OptionsMapping(
        items: "/r/0", identifier: "/k", display: "/t/en", subtitle: "/s", symbol: "/i"),
      #"{"r":[[{"k":1.5,"t":{"en":"A"},"s":true,"i":"tram"},{"k":"b","t":{}}]]}"#,
      ["-: 1.5=A/true@tram, b"]
    ),
    (
      OptionsMapping(section: "/line", identifier: "/id"),
      #"[{"id":"a","line":"Red"},{"id":"b"},{"id":"c","line":"Red"},{"id":"d","line":"Blue"}]"#,
      ["Red: a, c", "-: b", "Blue: d"]
    ),
    (
      OptionsMapping(
        items: "/stops", sections: "/lines", title: "/name", identifier: "/a~1b~0"),
      #"{"lines":[{"name":"Red","stops":[{"a/b~":"x"}]},{"stops":[]}]}"#, ["Red: x", "-: "]
    ),
  ]

  @Test("responses of any shape become collections", arguments: shapes.indices)
  func shape(_ number: Int) async throws {
    let shape = Self.shapes[number]
    let pages = Pages(["https://e/": ([:], shape.body)])
    let provider = provider(HTTPSource(url: "https://e/", mapping: shape.mapping), pages)
    #expect(picture(try await provider.options(for: request)) == shape.picture)
  }

  static let wrong: [(mapping: OptionsMapping, body: String, words: String)] = [
    (
      OptionsMapping(items: "/data"), "{\"rows\":[]}",
      """
      At line 1, column 1: There is nothing at “/data” here. \
      Correct “items” of “map” in widget.json.
      """
    ),
    (
      OptionsMapping(), "[{\"name\":\"b\"}]",
      """
      At line 1, column 2: There is nothing at “/identifier” here. \
      Correct “identifier” of “map” in widget.json.
      """
    ),
    (
      OptionsMapping(display: "/d"), "[{\"identifier\":\"a\",\"d\":[]}]",
      "At line 1, column 24: Expected a string or a number, found an array."
    ),
    (
      OptionsMapping(), "[{\"identifier\":\"\"}]",
      "At line 1, column 2: The identifier is empty. Write something."
    ),
  ]

  @Test("responses that do not match the mapping", arguments: wrong.indices)
  func wrongShape(_ number: Int) async {
    let wrong = Self.wrong[number]
    let pages = Pages(["https://e/": ([:], wrong.body)])
    let provider = provider(HTTPSource(url: "https://e/", mapping: wrong.mapping), pages)
    let said = await message { _ = try await provider.options(for: request) }
    #expect(said == "web: " + wrong.words, "\(said)")
  }

  @Test("an invalid item is left out, and does not hide the others")
  func invalidItem() async throws {
    let pages = Pages(["https://e/": ([:], #"[{"identifier":"a"},{"identifier":"a"}]"#)])
    let provider = provider(HTTPSource(url: "https://e/"), pages)
    let collection = try await provider.options(for: request)
    #expect(collection.items.map(\.identifier) == ["a"])
    #expect(collection.notice == "1 invalid choice of the source is left out.")
    #expect(
      collection.leftOut.map(\.message) == [
        "Item 2 of section 1 has the identifier “a”, which item 1 of section 1 has too."
      ])
  }

  @Test("pages that lead to another host or in a circle")
  func astray() async throws {
    let kept = "Only the first page is shown, because the next one failed:"
    for (target, words) in [
      ("https://e/1", "The pages form a loop: “https://e/1” occurs again."),
      (
        "https://other/2",
        "The next page, “https://other/2”, does not have the scheme, host and port of the first."
      ),
      (
        "http://e/2",
        "The next page, “http://e/2”, does not have the scheme, host and port of the first."
      ),
    ] {
      let pages = Pages(["https://e/1": (["link": "<\(target)>; rel=next"], "[\"a\"]")])
      let provider = provider(HTTPSource(url: "https://e/1"), pages)
      let answer = try await provider.options(for: request)
      #expect(answer.notice == "\(kept) \(words)")
      #expect(picture(answer) == ["-: a"])
      #expect(answer.isPartial)
      #expect(pages.urls == ["https://e/1"])
    }
  }

  @Test("headers from the environment are sent, and reported if they are not set")
  func secrets() async throws {
    let pages = Pages(["https://e/": ([:], "[]")])
    let source = HTTPSource(
      url: "https://e/", headers: ["Accept": "j"], environmentHeaders: ["Authorization": "KEY"])
    _ = try await provider(source, pages).options(for: request)
    #expect(pages.requests.map(\.headers) == [["Accept": "j", "Authorization": "secret"]])
    let missing = HTTPSource(url: "https://e/", environmentHeaders: ["Authorization": "NONE"])
    #expect(
      await message { _ = try await provider(missing, pages).options(for: request) }
        == """
        web: The variable “NONE” for the header “Authorization” is not set. \
        Set it in the environment, or correct its name in widget.json.
        """)
  }
}
