import IntentOptions
import Testing
import WidgetFormats
import WidgetTestSupport

@testable import ExternalSources

@Suite("Fetching over a real connection", .startsPrograms)
struct WebFetchTests {
  private let request = OptionsRequest(parameter: "station")

  private func provider(
    _ server: LoopbackService, limits: SourceLimits = .patient
  ) -> HTTPOptionsProvider {
    HTTPOptionsProvider(
      HTTPSource(url: server.url), name: "web", limits: limits, fetch: WebFetch.fetchAtOnce)
  }

  @Test("a response is read")
  func answer() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n[\"a\"]"
    try await withService({ _, _ in .raw(answer) }) { server in
      let options = try await provider(server).options(for: request)
      #expect(picture(options) == ["-: a"])
    }
  }

  @Test("an error status is reported")
  func refusal() async throws {
    let answer = "HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    try await withService({ _, _ in .raw(answer) }) { server in
      #expect(
        await message { _ = try await provider(server).options(for: request) }
          == """
          web: The service answered with status 500, internal server error. Try again later.
          """)
    }
  }

  @Test("a response that is too large is not read to its end")
  func tooLarge() async throws {
    let body = String(repeating: " ", count: 500)
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n\(body)"
    try await withService({ _, _ in .silence(answer) }) { server in
      #expect(
        await message {
          _ = try await provider(server, limits: .patient(bytes: 100))
            .options(for: request)
        } == "web: The response has more than 100 bytes. Make the response smaller.")
    }
  }

  @Test(
    "addresses that lead nowhere",
    arguments: [
      "http://[", "http://127.0.0.1:1/", "file:///etc/passwd", "http:///a", "ftp://127.0.0.1/", "a",
    ])
  func nowhere(_ url: String) async {
    let provider = HTTPOptionsProvider(
      HTTPSource(url: url, timeout: .seconds(3_600)), name: "web", fetch: WebFetch.fetchAtOnce)
    let words = await message { _ = try await provider.options(for: request) }
    let isRefused = url.hasPrefix("http://127")
    let cause = isRefused ? "nothing accepts connections there" : "the URL is not a web address"
    #expect(
      words == """
        web: The service cannot be reached: \(cause). \
        Check the network and the URL, then try again.
        """)
  }
}
