import Foundation
import IntentFormats
import IntentOptions
import Testing

@testable import ExternalSources

/// Everything a web service can do wrong, over real connections on this machine.
@Suite("Faults of web services")
struct HTTPFaultTests {
  /// One fault: what the service does, and what is said about it; `URL` stands for its address.
  struct Fault: CustomTestStringConvertible, Sendable {
    var name: String
    var answer: LoopbackService.Answer
    var timeout: Double?
    var words: String
    var testDescription: String { name }
  }

  private static let html = LoopbackService.Answer.response(
    status: "200 OK", headers: ["Content-Type: text/html; charset=utf-8"], body: "<p>Hello")

  static let faults: [Fault] = [
    Fault(
      name: "404", answer: .response(status: "404 Not Found"),
      words:
        "“URL” answered with status 404. Correct the URL or the headers in widget.json."),
    Fault(
      name: "500", answer: .response(status: "500 Oh No", body: "trace"),
      words: "“URL” answered with status 500. Try again later."),
    Fault(
      name: "wrong content type", answer: html,
      words: """
        “URL” answered with “text/html; charset=utf-8”, not with JSON. Correct the URL in \
        widget.json, or ask for JSON with the header Accept.
        """),
    Fault(
      name: "slow to start", answer: .silence(""), timeout: 0.5,
      words: """
        The source did not answer within 0.5 seconds. \
        Try again, or give it a longer timeout in widget.json.
        """),
    Fault(
      name: "slow to finish",
      answer: .silence("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[\"a\","), timeout: 0.5,
      words: """
        The source did not answer within 0.5 seconds. \
        Try again, or give it a longer timeout in widget.json.
        """),
    Fault(
      name: "endless",
      answer: .endless(
        "HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n"
          + String(repeating: "[", count: 10_000)),
      words: "The answer has more than 1000000 bytes. Make the answer smaller."),
    Fault(
      name: "wrong JSON", answer: .response(status: "200 OK", body: "[\"a\""),
      words: "At line 1, column 5: The text ends inside a value. It may have been cut off."),
    Fault(
      name: "right JSON of the wrong shape", answer: .response(status: "200 OK", body: "7"),
      words: """
        At line 1, column 1: Expected an object with “items” or “sections”, or an array, \
        found a whole number. Give an object with “items” or “sections”, or an array.
        """),
    Fault(
      name: "duplicate identifiers",
      answer: .response(status: "200 OK", body: "[\"a\",\n\"a\"]"),
      words: "At line 2, column 1: The item “a” occurs twice. Rename or remove one item."),
    Fault(
      name: "empty body", answer: .response(status: "200 OK"),
      words: "At line 1, column 1: The text is empty. A JSON text holds one value."),
  ]

  private func words(_ fault: Fault) async throws -> String {
    try await withService({ _, _ in fault.answer }) { service in
      let source = HTTPSource(url: service.url, timeout: fault.timeout ?? 120)
      let provider = HTTPOptionsProvider(
        source, name: "web", limits: SourceLimits(bytes: 1_000_000), fetch: WebFetch.fetch)
      let said = await message {
        _ = try await provider.options(for: OptionsRequest(parameter: "p"))
      }
      return said.replacing(service.url, with: "URL")
    }
  }

  @Test("each is said exactly", arguments: faults)
  func fault(_ fault: Fault) async throws {
    let said = try await words(fault)
    #expect(said == "web: " + fault.words, "\(said)")
  }

  static let broken: [Fault] = [
    Fault(name: "reset at once", answer: .reset(""), words: ""),
    Fault(
      name: "reset halfway",
      answer: .reset("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[\"a\","), words: ""),
    Fault(
      name: "stops halfway",
      answer: .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[\"a\","), words: ""),
    Fault(name: "no HTTP", answer: .raw("hello\n"), words: ""),
  ]

  @Test("a broken connection is an error with the words of the system", arguments: broken)
  func brokenConnection(_ fault: Fault) async throws {
    let said = try await words(fault)
    #expect(
      said.hasPrefix("web: “URL” cannot be reached: ")
        || said.hasPrefix("web: At line 1, column "), "\(said)")
  }

  @Test("a port where nobody listens")
  func refused() async throws {
    let service = try LoopbackService(.raw(""))
    service.stop()
    let provider = HTTPOptionsProvider(
      HTTPSource(url: service.url, timeout: 120), name: "web", fetch: WebFetch.fetch)
    let said = await message {
      _ = try await provider.options(for: OptionsRequest(parameter: "p"))
    }
    #expect(said.hasPrefix("web: “\(service.url)” cannot be reached: "), "\(said)")
    #expect(said.hasSuffix(". Look at the network and the URL, then try again."), "\(said)")
  }

  @Test("redirects are followed, but not in a circle")
  func redirects() async throws {
    func said(_ location: @escaping @Sendable (Int) -> String?) async throws -> String {
      try await withService({ number, _ in
        guard let target = location(number) else {
          return .response(status: "200 OK", body: "[\"arrived\"]")
        }
        return .response(status: "302 Found", headers: ["Location: \(target)"])
      }) { service in
        let provider = HTTPOptionsProvider(
          HTTPSource(url: service.url, timeout: 120), name: "web", fetch: WebFetch.fetch)
        do {
          let answer = try await provider.options(for: OptionsRequest(parameter: "p"))
          return picture(answer).joined()
        } catch {
          return "\(error)".replacing(service.url, with: "URL")
        }
      }
    }
    #expect(try await said { $0 < 3 ? "/step\($0)" : nil } == "-: arrived")
    #expect(
      try await said { "/again\($0)" }
        == """
        web: “URL” cannot be reached: it redirects more than 5 times. \
        Look at the network and the URL, then try again.
        """)
  }

  static let redirectTargets: [(from: String, to: String, isSafe: Bool)] = [
    ("http://a/", "http://b/", true), ("http://a/", "https://a/", true),
    ("https://a/", "https://b/", true), ("https://a/", "http://a/", false),
    ("http://a/", "ftp://a/", false), ("https://a/", "file:///etc/passwd", false),
    ("ftp://a/", "ftp://a/", false), ("HTTPS://a/", "https://b/", true),
  ]

  @Test("redirects go to the same scheme or a better one", arguments: redirectTargets)
  func schemes(from: String, to: String, isSafe: Bool) {
    #expect(WebAddress.isAsSafe(URL(string: to), as: URL(string: from)) == isSafe)
  }

  @Test("a question that is taken back ends at once, and the service sees it go")
  func cancelling() async throws {
    try await withService({ _, _ in .silence("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n") }) {
      service in
      let provider = HTTPOptionsProvider(
        HTTPSource(url: service.url, timeout: 600), name: "web", fetch: WebFetch.fetch)
      let task = Task { try await provider.options(for: OptionsRequest(parameter: "p")) }
      while service.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
