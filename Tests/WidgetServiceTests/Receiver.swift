import Foundation
import JSONC
import Synchronization
import WidgetTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A local address that receives requests and responds to them according to a rule.
final class Receiver: Sendable {
  struct Heard: Sendable {
    var headers: [String: String]
    var body: [UInt8]
    var moment = ContinuousClock.now

    var json: JSONValue { (try? JSONText.parse(body)) ?? .null }
    var number: Int { json["data"]["number"].intValue ?? -1 }
  }

  /// The response to a request.
  struct Reply: Sendable, ExpressibleByIntegerLiteral {
    var status: Int
    var headers: [String] = []
    var body = ""

    init(_ status: Int, headers: [String] = [], body: String = "") {
      (self.status, self.headers, self.body) = (status, headers, body)
    }

    init(integerLiteral status: Int) { self.init(status) }
  }

  /// The response to a request, given the number of its change and the number of the attempt, which
  /// both start at 1.
  typealias Rule = @Sendable (_ number: Int, _ attempt: Int) -> Reply

  let port: Int
  private let descriptor: Int32
  private let heard = Mutex<[Heard]>([])
  private let rule: Mutex<Rule>

  init(_ rule: @escaping Rule = { _, _ in 204 }) throws {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) + listen(descriptor, 64)
          + getsockname(descriptor, pointer, &length)
      }
    }
    guard result == 0 else { throw HTTPFault("cannot listen: \(errno)") }
    self.descriptor = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
    self.rule = Mutex(rule)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        self?.answer(connection)
        close(connection)
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  /// Responds to all later requests according to a different rule.
  func obey(_ rule: @escaping Rule) { self.rule.withLock { $0 = rule } }

  private func answer(_ connection: Int32) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      bytes += buffer[..<count]
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      var headers: [String: String] = [:]
      let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      for line in head.components(separatedBy: "\r\n").dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        headers[line[..<colon].lowercased()] =
          String(line[line.index(after: colon)...]).trimmingCharacters(in: .whitespaces)
      }
      let length = Int(headers["content-length"] ?? "") ?? 0
      guard bytes.count - end.upperBound >= length else { continue }
      let new = Heard(headers: headers, body: Array(bytes[end.upperBound...]))
      let attempt = heard.withLock { heard in
        heard.append(new)
        return heard.count { $0.number == new.number }
      }
      let reply = rule.withLock { $0 }(new.number, attempt)
      let lines =
        ["HTTP/1.1 \(reply.status) X", "Content-Length: \(reply.body.utf8.count)"] + reply.headers
      let answer = Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + reply.body).utf8)
      _ = send(connection, answer, answer.count, 0)
      return
    }
  }

  /// The received requests, once there are enough of them.
  func all(_ count: Int) async throws -> [Heard] {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      let heard = heard.withLock { $0 }
      if heard.count >= count { return heard }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw HTTPFault("only \(heard.withLock { $0.count }) of \(count) were heard")
  }

  var count: Int { heard.withLock { $0.count } }
}
