import Foundation
import Synchronization
import Testing
import WidgetTestSupport

@testable import ExternalSources

/// The redirects that are followed, and the headers that are sent along.
@Suite("Redirects", .startsPrograms)
struct WebRedirectTests {
  private static func request(
    _ url: String, headers: [String: String] = [:], maximumBytes: Int = 1_000_000
  ) -> WebRequest {
    WebRequest(
      url: url, headers: headers, maximumBytes: maximumBytes, timeout: .seconds(3_600))
  }

  static let refused: [(from: String, location: String, number: Int, words: String)] = [
    ("https://a/", "http://a/", 1, "it redirects from https to http"),
    ("https://a/x", "file:///etc/passwd", 1, "it redirects from https to file"),
    ("http://a/", "file:///etc/passwd", 1, "it redirects from http to file"),
    ("http://a/", "ftp://a/", 2, "it redirects from http to ftp"),
    ("http://a/", "javascript:alert(1)", 1, "it redirects from http to javascript"),
    ("http://a/", "http://[", 1, "it redirects from http without an address"),
    ("http://a/", "/b", 6, "it redirects more than 5 times"),
    ("https://a/", "http://a/", 7, "it redirects more than 5 times"),
  ]

  @Test("a refused redirect has its message", arguments: refused)
  func refusal(from: String, location: String, number: Int, words: String) throws {
    let origin = try #require(URL(string: from))
    let failure = #expect(throws: WebFetch.Failure.self) {
      try WebFetch.target(location, from: origin, number: number)
    }
    #expect(failure?.description == words)
  }

  static let followed: [(from: String, location: String, target: String)] = [
    ("http://a/b/c", "d", "http://a/b/d"),
    ("http://a/b/c", "/d", "http://a/d"),
    ("http://a/b/c?q=1", "?q=2", "http://a/b/c?q=2"),
    ("https://a/b", "//c/d", "https://c/d"),
    ("http://a/b", "https://a/b", "https://a/b"),
    ("http://a:8080/b", "http://c:81/", "http://c:81/"),
    ("HTTP://a/b", "HTTPS://a/", "HTTPS://a/"),
  ]

  @Test("the targets of followed redirects", arguments: followed)
  func following(from: String, location: String, target: String) throws {
    let origin = try #require(URL(string: from))
    #expect(try WebFetch.target(location, from: origin, number: 5).absoluteString == target)
  }

  @Test("each redirect status is followed", arguments: [301, 302, 303, 307, 308])
  func statuses(status: Int) async throws {
    try await withService({ number, _ in
      number > 0
        ? .response(status: "200 OK", body: "there")
        : .response(status: "\(status) Elsewhere", headers: ["Location: /there"], body: "here")
    }) { service in
      let answer = try await WebFetch.fetch(Self.request(service.url))
      #expect(answer.status == 200)
      #expect(String(decoding: answer.body, as: UTF8.self) == "there")
      #expect(service.requests.last?.hasPrefix("GET /there HTTP/1.1\r\n") == true)
    }
  }

  static let answers: [(status: String, headers: [String])] = [
    ("302 Found", []), ("302 Found", ["Location:"]), ("300 Choices", ["Location: /there"]),
    ("304 Not Modified", ["Location: /there"]), ("201 Created", ["Location: /there"]),
  ]

  @Test("a redirect without an address is returned as the response", arguments: answers)
  func noRedirect(status: String, headers: [String]) async throws {
    try await withService({ _, _ in .response(status: status, headers: headers) }) { service in
      let answer = try await WebFetch.fetch(Self.request(service.url))
      #expect("\(answer.status)" == status.prefix(3))
      #expect(service.requests.count == 1)
    }
  }

  @Test("headers are kept on the same host, and never sent to another host")
  func headers() async throws {
    try await withService({ _, _ in .response(status: "200 OK", body: "[]") }) { other in
      try await withService({ number, _ in
        .response(
          status: "302 Found", headers: ["Location: \(number == 0 ? "/same" : other.url)"])
      }) { service in
        _ = try await WebFetch.fetch(
          Self.request(service.url, headers: ["Authorization": "Bearer secret", "X-Key": "k"]))
        #expect(service.requests.count == 2)
        for request in service.requests {
          #expect(request.contains("\r\nAuthorization: Bearer secret\r\n"), "\(request)")
          #expect(request.contains("\r\nX-Key: k\r\n"), "\(request)")
        }
        let last = try #require(other.requests.first)
        #expect(!last.contains("secret") && !last.contains("X-Key"), "\(last)")
      }
    }
  }

  @Test("dropped headers stay dropped after a redirect back")
  func wayBack() async throws {
    let first = Addresses()
    try await withService({ _, _ in
      .response(status: "307 Elsewhere", headers: ["Location: \(first.url)/back"])
    }) { other in
      try await withService({ number, _ in
        number > 0
          ? .response(status: "200 OK")
          : .response(status: "307 Elsewhere", headers: ["Location: \(other.url)"])
      }) { service in
        first.set(service.url)
        _ = try await WebFetch.fetch(Self.request(service.url, headers: ["X-Key": "secret"]))
        #expect(service.requests.map { $0.contains("secret") } == [true, false])
      }
    }
  }

  @Test("a redirect with a large body is still followed")
  func longRedirect() async throws {
    try await withService({ number, _ in
      number > 0
        ? .response(status: "200 OK", body: "[]")
        : .response(
          status: "302 Found", headers: ["Location: /there"],
          body: String(repeating: "x", count: 100_000))
    }) { service in
      let answer = try await WebFetch.fetch(Self.request(service.url, maximumBytes: 10))
      #expect(answer.body == Array("[]".utf8))
    }
  }
}

/// An address that is known only once its service runs.
private final class Addresses: Sendable {
  private let value = Mutex("")

  var url: String { value.withLock { $0 } }

  func set(_ url: String) {
    value.withLock { $0 = url }
  }
}
