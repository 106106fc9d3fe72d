import IntentModel
import IntentOptions
import Synchronization
import Testing
import WidgetFormats

@testable import ExternalSources

/// A web service with a constant response, and a record of its requests.
private final class FakeWeb: Sendable {
  private let response: WebResponse
  private let asked = Mutex<[WebRequest]>([])

  init(_ text: String, status: Int = 200) {
    response = WebResponse(status: status, body: Array(text.utf8))
  }

  var requests: [WebRequest] { asked.withLock { $0 } }

  var fetch: HTTPFetch {
    { request in
      self.asked.withLock { $0.append(request) }
      return self.response
    }
  }
}

@Suite("Options from a web service")
struct HTTPOptionsTests {
  private let request = OptionsRequest(
    parameter: "station",
    values: [
      "line": .object(IntentObject(identifier: "r/1", display: "Red")), "count": .integer(3),
      "open": .boolean(true), "tags": .array([.string("a b"), .string("c")]),
    ], locale: "nb-NO", searchTerm: "Ås & co", limit: 20)

  static let urls: [(template: String, url: String)] = [
    ("https://example.org/a", "https://example.org/a"),
    ("https://example.org/?q={search}", "https://example.org/?q=%C3%85s%20%26%20co"),
    ("https://example.org/{line}?n={count}&o={open}", "https://example.org/r%2F1?n=3&o=true"),
    ("https://example.org/{tags}/{limit}", "https://example.org/a%20b,c/20"),
    (
      "https://example.org/{family}/{locale}/{unset}/x",
      "https://example.org/systemMedium/nb-NO//x"
    ),
  ]

  @Test("values are filled into the URL and cannot change its structure", arguments: urls)
  func templates(_ template: String, url: String) async throws {
    let web = FakeWeb("[]")
    let provider = HTTPOptionsProvider(
      HTTPSource(url: template), limits: .patient, fetch: web.fetch)
    _ = try await provider.options(for: request)
    #expect(web.requests.map(\.url) == [url])
    #expect(provider.searchesItself == template.contains("{search}"))
  }

  @Test("a value cannot lead out of the path", arguments: [".", ".."])
  func dotSegments(_ value: String) async throws {
    let web = FakeWeb("[]")
    let provider = HTTPOptionsProvider(
      HTTPSource(url: "https://e/tenant/{user}/list"), name: "web", limits: .patient,
      fetch: web.fetch)
    let asked = OptionsRequest(parameter: "station", values: ["user": .string(value)])
    #expect(
      await message { _ = try await provider.options(for: asked) }
        == """
        web: The path of the URL would contain “.” or “..” and lead elsewhere. \
        Give another value, or put the value into the query of the URL.
        """)
    #expect(web.requests.isEmpty)
    let near = OptionsRequest(parameter: "station", values: ["user": .string(value + "a")])
    _ = try await provider.options(for: near)
    #expect(web.requests.map(\.url) == ["https://e/tenant/\(value)a/list"])
  }

  static let badURLs: [(template: String, rule: String)] = [
    ("https://e/{a", "a brace is opened but not closed"),
    ("https://e/a}", "a brace is closed but not opened"),
    ("https://e/{+a}", "“{+a}” is not a name in braces"),
    ("https://e/{}", "“{}” is not a name in braces"),
  ]

  @Test("an invalid template is refused with the rule that it breaks", arguments: badURLs)
  func badTemplates(_ template: String, rule: String) async {
    let provider = HTTPOptionsProvider(
      HTTPSource(url: template), name: "web", limits: .patient, fetch: FakeWeb("[]").fetch)
    #expect(
      await message { _ = try await provider.options(for: request) }
        == """
        web: The names in braces cannot be filled in: \(rule). \
        Correct the braces in widget.json. Names of parameters and {search} can be used.
        """)
  }

  @Test("headers, limits and timeouts reach the fetch; the response is a collection")
  func passing() async throws {
    let web = FakeWeb(#"{"items":[{"identifier":"a","display":"Alewife"}]}"#)
    let source = HTTPSource(url: "https://e/", headers: ["Accept": "x"], timeout: .seconds(3_000))
    let provider = HTTPOptionsProvider(source, limits: .patient(bytes: 99), fetch: web.fetch)
    #expect(picture(try await provider.options(for: request)) == ["-: a=Alewife"])
    #expect(
      web.requests == [
        WebRequest(
          url: "https://e/", headers: ["Accept": "x"], maximumBytes: 99, timeout: .seconds(3_000))
      ])
  }

  private static let correct = "Correct the URL in widget.json."

  static let failures: [(status: Int, text: String, words: String)] = [
    (
      404, "[]",
      "The service answered with status 404, not found. It wrote: “[]”. \(correct)"
    ),
    (
      503, "[]",
      "The service answered with status 503, service unavailable. It wrote: “[]”. Try again later."
    ),
    (
      204, "",
      """
      The service answered with status 204, no content. \
      Correct the URL or the headers in widget.json.
      """
    ),
    (200, "[\"too large\"]", "The response has more than 10 bytes. Make the response smaller."),
  ]

  @Test("each invalid response has its message", arguments: failures)
  func refusing(_ status: Int, text: String, words: String) async {
    let provider = HTTPOptionsProvider(
      HTTPSource(url: "https://e/"), name: "web", limits: .patient(bytes: 10),
      fetch: FakeWeb(text, status: status).fetch)
    let found = await message { _ = try await provider.options(for: request) }
    #expect(found == "web: \(words)", "\(found)")
  }

  @Test("a service that does not respond, and a missing one")
  func unreachable() async {
    let slow = HTTPOptionsProvider(
      HTTPSource(url: "https://e/", timeout: .milliseconds(100)), name: "web"
    ) { _ in
      try await Task.sleep(for: .seconds(1_000))
      return WebResponse(status: 200, body: [])
    }
    #expect(
      await message { _ = try await slow.options(for: request) }
        == """
        web: The source did not answer within 0.1 seconds. \
        Try again, or give it a longer timeout in widget.json.
        """)
    struct Broken: Error, CustomStringConvertible { var description: String { "line\u{7}cut" } }
    let broken = HTTPOptionsProvider(
      HTTPSource(url: "https://e/"), name: "web", limits: .patient
    ) { _ in
      throw Broken()
    }
    #expect(
      await message { _ = try await broken.options(for: request) }
        == """
        web: The service cannot be reached: line␇cut. \
        Check the network and the URL, then try again.
        """)
  }
}
