import Foundation
import JSONC
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection to a local service that sends and receives raw bytes, because a library would hide
/// details.
///
/// Its calls block; tests make them outside tasks, through ``HTTPClient``.
final class HTTPConnection {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(port: Int) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw HTTPFault("cannot connect: \(errno)") }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends bytes without changes.
  ///
  /// - Returns: Whether the other side accepted the bytes.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        #if canImport(Glibc)
          send(
            descriptor, raw.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
        #else
          send(descriptor, raw.baseAddress.map { $0 + sent }, bytes.count - sent, 0)
        #endif
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Reads the bytes that have arrived; the result is empty at the end.
  func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes[..<count]) : []
  }

  /// Reads up to a mark, and removes the mark.
  func text(upTo mark: String) throws -> String {
    let mark = Array(mark.utf8)
    while true {
      if let range = buffer.firstRange(of: mark) {
        defer { buffer.removeSubrange(..<range.upperBound) }
        return String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
      }
      let bytes = read()
      guard !bytes.isEmpty else { throw HTTPFault("the connection ended before “\(mark)”") }
      buffer += bytes
    }
  }

  /// Reads the given number of bytes.
  func bytes(_ count: Int) throws -> [UInt8] {
    while buffer.count < count {
      let bytes = read()
      guard !bytes.isEmpty else { throw HTTPFault("the connection ended inside a body") }
      buffer += bytes
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  /// Reads until the connection ends.
  func rest() throws -> [UInt8] {
    while case let bytes = read(), !bytes.isEmpty { buffer += bytes }
    defer { buffer = [] }
    return buffer
  }

  /// Sends a request without reading the response.
  func request(_ method: String, _ path: String, _ headers: [String: String], _ body: [UInt8]?) {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
    if let body { text += "Content-Length: \(body.count)\r\n" }
    write(Array((text + "\r\n").utf8) + (body ?? []))
  }

  /// Reads the head of a response.
  func head() throws -> ServiceResponse {
    let lines = try text(upTo: "\r\n\r\n").components(separatedBy: "\r\n")
    let parts = (lines.first ?? "").split(separator: " ")
    guard parts.count >= 2, let status = Int(parts[1]) else {
      throw HTTPFault("not an answer: \(lines)")
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] =
        String(line[line.index(after: colon)...]).trimmingCharacters(in: .whitespaces)
    }
    return ServiceResponse(status: status, headers: headers, body: [])
  }

  /// Reads a whole response.
  func answer(hasBody: Bool = true) throws -> ServiceResponse {
    var answer = try head()
    guard hasBody, answer.status != 204, answer.status != 304 else { return answer }
    if let length = answer.headers["content-length"].flatMap({ Int($0) }) {
      answer.body = try bytes(length)
    } else if answer.headers["transfer-encoding"] == "chunked" {
      while let chunk = try chunk() { answer.body += chunk }
    }
    return answer
  }

  /// The next chunk of a response; nil after the last.
  func chunk() throws -> [UInt8]? {
    guard let size = Int(try text(upTo: "\r\n"), radix: 16) else { throw HTTPFault("not a chunk") }
    let chunk = try bytes(size)
    _ = try text(upTo: "\r\n")
    return size == 0 ? nil : chunk
  }
}

/// A response from a service.
struct ServiceResponse: Sendable {
  var status: Int
  var headers: [String: String]
  var body: [UInt8]

  /// The body as text; for a page, without the text of its style sheet.
  var text: String {
    let bytes = Data(body)
    guard headers["content-type"]?.hasPrefix("text/html") == true,
      let start = bytes.range(of: Data("<style>".utf8)),
      let end = bytes.range(of: Data("</style>".utf8), in: start.upperBound..<bytes.endIndex)
    else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes[..<start.upperBound] + bytes[end.lowerBound...], as: UTF8.self)
  }

  /// The text of a page's style sheet; nil if there is none.
  var style: String? {
    let parts = String(decoding: body, as: UTF8.self).components(separatedBy: "<style>")
    return parts.count == 2 ? parts[1].components(separatedBy: "</style>").first : nil
  }

  /// The body as JSON; null for anything else.
  var json: JSONValue { (try? JSONText.parse(body)) ?? .null }

  /// The server-sent events in the body, with their names.
  var events: [(name: String, json: JSONValue)] {
    text.components(separatedBy: "\n\n").compactMap { block in
      let lines = block.split(separator: "\n")
      guard let name = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst(7),
        let data = lines.first(where: { $0.hasPrefix("data: ") })?.dropFirst(6)
      else { return nil }
      return (String(name), (try? JSONText.parse(String(data))) ?? .null)
    }
  }
}

struct HTTPFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension JSONValue {
  /// The member of an object; null if there is none.
  subscript(key: String) -> JSONValue { objectValue?[key] ?? .null }

  /// The element of an array; null if there is none.
  subscript(index: Int) -> JSONValue {
    guard let array = arrayValue, array.indices.contains(index) else { return .null }
    return array[index]
  }

  /// The elements of an array.
  var list: [JSONValue] { arrayValue ?? [] }

  /// The form row with the given ID.
  func row(_ id: String) -> JSONValue {
    self["changed"].list.first { $0["id"].stringValue == id } ?? .null
  }

  /// The codes of the problems.
  var codes: [String] { self["issues"].list.compactMap { $0["code"].stringValue } }

  var compact: String { (try? JSONText.write(self, style: .compact)) ?? "" }
}

/// A client of a local service.
struct HTTPClient: Sendable {
  let port: Int
  var headers: [String: String] = [:]

  /// Sends a request on a new connection.
  func send(
    _ method: String, _ path: String, _ body: String? = nil, headers: [String: String] = [:]
  ) async throws -> ServiceResponse {
    var all = self.headers.merging(headers) { $1 }
    if body != nil, all["Content-Type"] == nil { all["Content-Type"] = "application/json" }
    all["Connection"] = "close"
    let (port, fields) = (port, all)
    return try await Self.waiting {
      let connection = try HTTPConnection(port: port)
      connection.request(method, path, fields, body.map { Array($0.utf8) })
      return try connection.answer(hasBody: method != "HEAD")
    }
  }

  func get(_ path: String, headers: [String: String] = [:]) async throws -> ServiceResponse {
    try await send("GET", path, headers: headers)
  }

  func post(
    _ path: String, _ body: String, headers: [String: String] = [:]
  ) async throws -> ServiceResponse {
    try await send("POST", path, body, headers: headers)
  }

  /// Runs blocking work outside tasks.
  static func waiting<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}
