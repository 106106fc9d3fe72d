import Foundation
import IntentOptions
import Messages
import Testing
import WidgetFormats
import WidgetTestSupport

@testable import ExternalSources

/// Every failure of a web service, over local connections.
@Suite("Faults of web services", .startsPrograms)
struct HTTPFaultTests {
  /// A fault: the service's response, and the message; `URL` stands for the address of the service.
  struct Fault: CustomTestStringConvertible, Sendable {
    var name: String
    var answer: LoopbackService.Answer
    var timeout: Duration?
    var words: String
    var testDescription: String { name }
  }

  private static let html = LoopbackService.Answer.response(
    status: "200 OK", headers: ["Content-Type: text/html; charset=utf-8"], body: "<p>Hello")

  static let faults: [Fault] = [
    Fault(
      name: "404", answer: .response(status: "404 Not Found"),
      words:
        "The service answered with status 404, not found. Correct the URL in widget.json."),
    Fault(
      name: "500", answer: .response(status: "500 Oh No", body: "trace"),
      words: """
        The service answered with status 500, internal server error. It wrote: \
        “trace”. Try again later.
        """),
    Fault(
      name: "wrong content type", answer: html,
      words: """
        The service answered with “text/html; charset=utf-8”, not with JSON. Correct the URL in \
        widget.json, or ask for JSON with the header Accept.
        """),
    Fault(
      name: "slow to start", answer: .silence(""), timeout: .seconds(3),
      words: """
        The source did not answer within 3 seconds. \
        Try again, or give it a longer timeout in widget.json.
        """),
    Fault(
      name: "slow to finish",
      answer: .silence("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[\"a\","),
      timeout: .seconds(3),
      words: """
        The source did not answer within 3 seconds. \
        Try again, or give it a longer timeout in widget.json.
        """),
    Fault(
      name: "endless",
      answer: .endless(
        "HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n"
          + String(repeating: "[", count: 10_000)),
      words: "The response has more than 1000000 bytes. Make the response smaller."),
    Fault(
      name: "endless and without a length",
      answer: .endless("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "[", count: 10_000)),
      words: "The response has more than 1000000 bytes. Make the response smaller."),
    Fault(
      name: "100 MB in one line",
      answer: .endless(
        "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n["
          + String(repeating: " ", count: 100_000)),
      words: "The response has more than 1000000 bytes. Make the response smaller."),
    Fault(
      name: "half of a character", answer: .response(status: "200 OK", body: "[\"a\\uD800\"]"),
      words: "At line 1, column 4: “\\uD800” is half of a surrogate pair. Write both halves."),
    Fault(
      name: "a control character", answer: .response(status: "200 OK", body: "[\"a\\u001B\"]"),
      words: """
        Item 1 of section 1 has the control character U+001B as character 2 of its identifier. \
        Correct the response of the source.
        """),
    Fault(
      name: "204", answer: .response(status: "204 No Content"),
      words: """
        The service answered with status 204, no content. Correct the URL or the \
        headers in widget.json.
        """),
    Fault(
      name: "403", answer: .response(status: "403 Forbidden"),
      words: """
        The service answered with status 403, forbidden. Ask for access, or correct \
        the headers in widget.json.
        """),
    Fault(
      name: "a redirect without an address",
      answer: .response(status: "302 Found", headers: []),
      words: """
        The service answered with status 302, a redirect without an address. \
        Correct the URL or the headers in widget.json.
        """),
    Fault(
      name: "a redirect to another scheme",
      answer: .response(status: "302 Found", headers: ["Location: ftp://127.0.0.1/x"]),
      words: """
        The service cannot be reached: it redirects from http to ftp. \
        Check the network and the URL, then try again.
        """),
    Fault(
      name: "wrong JSON", answer: .response(status: "200 OK", body: "[\"a\""),
      words: "At line 1, column 5: The text ends inside a value. It may have been cut off."),
    Fault(
      name: "right JSON of the wrong shape", answer: .response(status: "200 OK", body: "7"),
      words: """
        At line 1, column 1: Expected an object with “items” or “sections”, or an array, \
        found a whole number. Write a list in JSON, or declare another format in widget.json: \
        “"format": "lines"” or “"format": "table"”.
        """),
    Fault(
      name: "empty body", answer: .response(status: "200 OK"),
      words: "At line 1, column 1: The text is empty. A JSON text holds one value."),
  ]

  private func words(_ fault: Fault) async throws -> String {
    try await withService({ _, _ in fault.answer }) { service in
      let source = HTTPSource(url: service.url, timeout: fault.timeout ?? .seconds(120))
      let provider = HTTPOptionsProvider(
        source, name: "web", limits: .patient(bytes: 1_000_000),
        fetch: WebFetch.fetchAtOnce)
      let said = await message {
        _ = try await provider.options(for: OptionsRequest(parameter: "p"))
      }
      try await expectLeft(service)
      return said.replacing(service.url, with: "URL")
    }
  }

  /// Expects that all connections to a service are closed after a short time.
  private func expectLeft(_ service: LoopbackService) async throws {
    #expect(try await eventually { service.connections == 0 })
  }

  @Test("each fault has its exact message", arguments: faults)
  func fault(_ fault: Fault) async throws {
    let said = try await words(fault)
    #expect(said == "web: " + fault.words, "\(said)")
  }

  private static func lost(_ cause: String) -> String {
    "The service cannot be reached: \(cause). Check the network and the URL, then try again."
  }

  private static let half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[\"a\","

  static let broken: [Fault] = [
    Fault(name: "reset at once", answer: .reset(""), words: lost("the connection was lost")),
    Fault(
      name: "reset halfway", answer: .reset(half),
      words: lost("the response broke off after 5 of 100 bytes")),
    Fault(
      name: "stops halfway", answer: .raw(half),
      words: lost("the response broke off after 5 of 100 bytes")),
    Fault(
      name: "says nothing", answer: .raw(""), words: lost("the response is empty or not HTTP")),
    Fault(
      name: "no HTTP", answer: .raw("hello\n"), words: lost("the response is empty or not HTTP")),
  ]

  @Test("a broken connection has the same message everywhere", arguments: broken)
  func brokenConnection(_ fault: Fault) async throws {
    #expect(try await words(fault) == "web: " + fault.words)
  }

  @Test("a port that nothing listens on")
  func refused() async throws {
    let service = try LoopbackService(.raw(""))
    service.stop()
    let provider = HTTPOptionsProvider(
      HTTPSource(url: service.url, timeout: .seconds(3_600)), name: "web",
      fetch: WebFetch.fetchAtOnce)
    let said = await message {
      _ = try await provider.options(for: OptionsRequest(parameter: "p"))
    }
    #expect(
      said.replacing(service.url, with: "URL")
        == "web: " + Self.lost("nothing accepts connections there"))
  }

  static let libraries: [(names: [String], isInstalled: Bool)] = [
    (["libcurl-of-nobody.so.4"], false), ([], false), (["/dev/null"], false),
    (["libcurl-of-nobody.so.4"] + WebExchange.libraries, true),
  ]

  @Test(
    "the library is looked for under each name, and reported if it is missing", arguments: libraries
  )
  func library(names: [String], isInstalled: Bool) async throws {
    try await withService({ _, _ in .response(status: "200 OK", body: "[\"a\"]") }) { service in
      let provider = HTTPOptionsProvider(
        HTTPSource(url: service.url, timeout: .seconds(3_600)), name: "web"
      ) {
        try await WebFetch.response($0, libraries: names)
      }
      guard !isInstalled else {
        let options = try await provider.options(for: OptionsRequest(parameter: "p"))
        #expect(picture(options) == ["-: a"])
        return
      }
      let said = await message {
        _ = try await provider.options(for: OptionsRequest(parameter: "p"))
      }
      #expect(
        said.replacing(service.url, with: "URL") == """
          web: The service cannot be reached: libcurl is not installed. \
          Install libcurl 7.68 or newer, then try again.
          """)
      #expect(service.requests.isEmpty)
    }
  }

  static let causes: [(code: Int, came: Int, announced: Int?, words: String)] = [
    (6, 0, nil, "there is no such host"), (5, 0, nil, "there is no such host"),
    (7, 0, nil, "nothing accepts connections there"), (28, 0, nil, "no response arrived in time"),
    (52, 0, nil, "the response is empty or not HTTP"),
    (1, 0, nil, "the response is empty or not HTTP"),
    (56, 0, nil, "the connection was lost"), (56, 4, 4, "the connection was lost"),
    (56, 3, 4, "the response broke off after 3 of 4 bytes"),
    (18, 0, 4, "the response broke off after 0 of 4 bytes"),
    (60, 0, nil, "the connection cannot be made secure"),
    (35, 0, 7, "the connection cannot be made secure"),
    (61, 0, nil, "the connection failed: some words"),
  ]

  @Test("each error code of the library has its message", arguments: causes)
  func libraryWords(_ cause: (code: Int, came: Int, announced: Int?, words: String)) {
    let failure = WebFetch.Failure(
      code: cause.code, words: "some words", came: cause.came, announced: cause.announced)
    #expect(failure.description == cause.words)
    #expect(WebFetch.Failure(code: 0, words: "").description == "the connection failed")
  }

  @Test("a remedy quotes keys of widget.json", arguments: [401, 429])
  func keysInRemedies(status: Int) {
    let keys: [SourceDescription.Key] =
      status == 401 ? [.headers, .environmentHeaders] : [.cache]
    let remedy = HTTPStatus.remedy(for: status, retryAfter: nil).text()
    #expect(remedy.contains(keys.map { "“\($0.rawValue)”" }.joined(separator: " or ")))
  }

  /// Checks the headers of the request that arrives after a redirect.
  private func arrival(at target: String, from service: LoopbackService) async throws {
    let source = HTTPSource(
      url: service.url + target, headers: ["X-Trace": "t"],
      environmentHeaders: ["Authorization": "TOKEN"], timeout: .seconds(3_600))
    let provider = HTTPOptionsProvider(
      source, environment: ["TOKEN": "secret"], name: "web", fetch: WebFetch.fetchAtOnce)
    let answer = try await provider.options(for: OptionsRequest(parameter: "p"))
    #expect(picture(answer) == ["-: arrived"])
  }

  @Test("a redirect to another host drops the headers, but one to the same host keeps them")
  func redirectedHeaders() async throws {
    let arrived = LoopbackService.Answer.response(status: "200 OK", body: "[\"arrived\"]")
    try await withService({ _, _ in arrived }) { other in
      try await withService({ number, request in
        if request.hasPrefix("GET /options/here") {
          return .response(status: "302 Found", headers: ["Location: /options/there"])
        }
        if request.hasPrefix("GET /options/there") { return arrived }
        return .response(status: "302 Found", headers: ["Location: \(other.url)"])
      }) { service in
        try await arrival(at: "/here", from: service)
        try await arrival(at: "/away", from: service)
        #expect(service.requests.count == 3)
        for request in service.requests {
          #expect(request.contains("Authorization: secret"))
          #expect(request.contains("X-Trace: t"))
        }
      }
      #expect(other.requests.count == 1)
      for request in other.requests {
        #expect(!request.contains("secret") && !request.contains("X-Trace"), "\(request)")
      }
    }
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
          HTTPSource(url: service.url, timeout: .seconds(3_600)), name: "web",
          fetch: WebFetch.fetchAtOnce)
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
        web: The service cannot be reached: it redirects more than 5 times. \
        Check the network and the URL, then try again.
        """)
  }

  static let redirectTargets: [(from: String, to: String, isSafe: Bool)] = [
    ("http://a/", "http://b/", true), ("http://a/", "https://a/", true),
    ("https://a/", "https://b/", true), ("https://a/", "http://a/", false),
    ("http://a/", "ftp://a/", false), ("https://a/", "file:///etc/passwd", false),
    ("ftp://a/", "ftp://a/", false), ("HTTPS://a/", "https://b/", true),
  ]

  @Test("redirects are followed to the same scheme or a safer one", arguments: redirectTargets)
  func schemes(from: String, to: String, isSafe: Bool) {
    #expect(WebAddress.isAsSafe(URL(string: to), as: URL(string: from)) == isSafe)
  }

  @Test("a cancelled request ends immediately, and the service notices")
  func cancelling() async throws {
    try await withService({ _, _ in .silence("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n") }) {
      service in
      let provider = HTTPOptionsProvider(
        HTTPSource(url: service.url, timeout: .seconds(600)), name: "web",
        fetch: WebFetch.fetchAtOnce)
      let task = Task { try await provider.options(for: OptionsRequest(parameter: "p")) }
      try await eventually("a request") { !service.requests.isEmpty }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await expectLeft(service)
    }
  }
}
