import Foundation
import Testing
import WidgetTestSupport

@testable import ExternalSources

/// Single requests and their responses, over local connections.
@Suite("Exchanges with web services", .startsPrograms)
struct WebExchangeTests {
  private static func request(
    _ url: String, headers: [String: String] = [:], maximumBytes: Int = 1_000_000,
    timeout: Duration = .seconds(3_600)
  ) -> WebRequest {
    WebRequest(url: url, headers: headers, maximumBytes: maximumBytes, timeout: timeout)
  }

  private static func answer(
    to text: String, maximumBytes: Int = 1_000_000
  ) async throws -> WebResponse {
    try await withService({ _, _ in .raw(text) }) { service in
      try await WebFetch.fetch(request(service.url, maximumBytes: maximumBytes))
    }
  }

  static let answers: [(name: String, text: String, status: Int, body: String)] = [
    ("a length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", 200, "hi"),
    ("the end of the connection", "HTTP/1.0 200 OK\r\n\r\nhi", 200, "hi"),
    (
      "chunks",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nh\r\n1;x=y\r\ni\r\n0\r\n\r\n",
      200, "hi"
    ),
    ("no body", "HTTP/1.1 204 No Content\r\n\r\n", 204, ""),
    (
      "an answer before the answer",
      "HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno",
      404, "no"
    ),
    ("lines that end in LF alone", "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi", 200, "hi"),
    ("NUL in the body", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na\0b", 200, "a\0b"),
  ]

  @Test("a response in any form has its status and its body", arguments: answers)
  func forms(name: String, text: String, status: Int, body: String) async throws {
    let answer = try await Self.answer(to: text)
    #expect(answer.status == status)
    #expect(String(decoding: answer.body, as: UTF8.self) == body)
  }

  @Test("headers are listed by lowercase name, only those of the last response")
  func headers() async throws {
    let answer = try await Self.answer(
      to: """
        HTTP/1.1 103 Early\r\nX-Early: yes\r\n\r\n\
        HTTP/1.1 200 OK\r\nETag:  "a:b" \r\nLink: </2>; rel=next\r\nlink: </9>; rel=last\r\n\
        X-Empty:\r\nContent-Length: 0\r\n\r\n
        """)
    #expect(answer.headers["etag"] == "\"a:b\"")
    #expect(answer.headers["link"] == "</2>; rel=next, </9>; rel=last")
    #expect(answer.headers["x-empty"] == "")
    #expect(answer.headers["x-early"] == nil)
  }

  static let trailers =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nETag: \"late\"\r\n\r\n"

  @Test("text after a body is not a header")
  func trailer() async throws {
    #expect(try await Self.answer(to: Self.trailers).headers["etag"] == nil)
  }

  @Test("a body is cut off one byte after the limit", arguments: [0, 1, 4, 5, 6])
  func cut(limit: Int) async throws {
    let answer = try await Self.answer(
      to: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde", maximumBytes: limit)
    #expect(String(decoding: answer.body, as: UTF8.self) == String("abcde".prefix(limit + 1)))
    #expect(answer.status == 200)
  }

  @Test("the expanded size of a compressed body counts")
  func packed() async throws {
    let packed = try #require(Data(base64Encoded: Self.gzip))
    let head =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
    try await withService({ _, _ in .bytes(Array(head.utf8) + packed) }) { service in
      for limit in [1_000, 100_000] {
        let answer = try await WebFetch.fetch(Self.request(service.url, maximumBytes: limit))
        #expect(answer.body == [UInt8](repeating: 0x61, count: min(limit + 1, 100_000)))
      }
    }
  }

  @Test("a service gets the path, its host, and the given headers")
  func sent() async throws {
    try await withService({ _, _ in .response(status: "200 OK") }) { service in
      let url = service.url + "?q=a%20b#part"
      _ = try await WebFetch.fetch(
        Self.request(url, headers: ["Accept": "application/json", "X-None": "", "X-Tab": "a\tb"]))
      let lines = service.requests[0].split(separator: "\r\n").map(String.init)
      #expect(lines[0] == "GET /options?q=a%20b HTTP/1.1")
      #expect(lines.contains("Host: 127.0.0.1:\(service.port)"))
      #expect(lines.contains("Accept: application/json"))
      #expect(lines.contains("User-Agent: widgetconfig"))
      #expect(lines.contains("X-None:"))
      #expect(lines.contains("X-Tab: a\tb"))
      #expect(!lines.contains { $0.hasPrefix("Cookie") || $0.hasPrefix("Authorization") })
    }
  }

  @Test("a cookie that was set is not sent again")
  func cookies() async throws {
    try await withService({ number, _ in
      number > 0
        ? .response(status: "200 OK")
        : .response(status: "302 Found", headers: ["Set-Cookie: a=b; Path=/", "Location: /next"])
    }) { service in
      _ = try await WebFetch.fetch(Self.request(service.url))
      #expect(service.requests.count == 2)
      #expect(!service.requests[1].contains("a=b"))
    }
  }

  static let headerLines: [(name: String, value: String, line: String?)] = [
    ("Accept", "text/plain", "Accept: text/plain"), ("X-None", "", "X-None;"),
    ("X-Space", "  ", "X-Space;"), ("X", "ü", "X: ü"), ("", "a", nil), ("A B", "a", nil),
    ("A:", "a", nil), ("Ü", "a", nil), ("A", "a\r\nB: c", nil), ("A", "a\nb", nil),
    ("A\r\nB", "c", nil), ("A", "a\0b", nil), ("A", "a\u{7F}", nil), ("A", "a\tb", "A: a\tb"),
  ]

  @Test("a header never becomes two", arguments: headerLines)
  func headerLine(name: String, value: String, line: String?) {
    #expect(WebExchange.line(name, value) == line)
  }

  static let impossible: [(url: String, headers: [String: String], words: String)] = [
    ("http://[", [:], "the URL is not a web address"),
    ("ftp://127.0.0.1/", [:], "the URL is not a web address"),
    ("file:///etc/passwd", [:], "the URL is not a web address"),
    ("/etc/passwd", [:], "the URL is not a web address"),
    ("http://127.0.0.1:1/", ["A": "b\nC: d"], "the header “A” cannot be sent"),
  ]

  @Test("requests that are not sent", arguments: impossible)
  func notSent(url: String, headers: [String: String], words: String) async {
    let failure = await #expect(throws: WebFetch.Failure.self) {
      _ = try await WebFetch.fetch(Self.request(url, headers: headers))
    }
    #expect(failure?.description == words)
  }

  static let broken: [(name: String, answer: LoopbackService.Answer)] = [
    ("nothing", .raw("")), ("no HTTP", .raw("hello\n")),
    ("half a body", .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")),
    ("a reset", .reset("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")),
    (
      "endless headers",
      .endless(
        "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Long: aaaaaaaaaaaaaaaa\r\n", count: 500))
    ),
    (
      "packing that is none",
      .response(status: "200 OK", headers: ["Content-Encoding: gzip"], body: "plain")
    ),
  ]

  @Test("an invalid response is an error with a message", arguments: broken)
  func noAnswer(name: String, answer: LoopbackService.Answer) async throws {
    try await withService({ _, _ in answer }) { service in
      let failure = await #expect(throws: WebFetch.Failure.self) {
        _ = try await WebFetch.fetch(Self.request(service.url))
      }
      #expect(failure?.description.isEmpty == false)
    }
  }

  @Test("the timeout of a request covers all its redirects")
  func time() async throws {
    try await withService({ number, _ in
      number > 0
        ? .silence("") : .response(status: "302 Found", headers: ["Location: /slow"])
    }) { service in
      let failure = await #expect(throws: WebFetch.Failure.self) {
        _ = try await WebFetch.fetch(Self.request(service.url, timeout: .milliseconds(10)))
      }
      #expect(failure?.description == "no response arrived in time")
    }
  }

  @Test("a task that is already cancelled sends no request")
  func cancelledBefore() async throws {
    try await withService({ _, _ in .response(status: "200 OK") }) { service in
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await WebFetch.fetch(Self.request(service.url))
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(service.requests.isEmpty)
    }
  }

  @Test("many at once: each gets its own response")
  func many() async throws {
    try await withService({ _, request in
      .response(status: "200 OK", body: String(request.split(separator: " ")[1]))
    }) { service in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<40 {
          group.addTask {
            let answer = try await WebFetch.fetch(Self.request("\(service.url)/\(number)"))
            return String(decoding: answer.body, as: UTF8.self) == "/options/\(number)"
          }
        }
        for try await isOwn in group { #expect(isOwn) }
      }
    }
  }

  /// A hundred thousand letters “a”, compressed with gzip.
  private static let gzip = """
    H4sIAAAAAAACA+3BMQEAAADCoKzrX8IaHkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAArwaH+uIboIYBAA==\

    """
}
