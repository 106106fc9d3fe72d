import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A web server on a local port, which responds to each request with a script.
package final class LoopbackService: Sendable {
  /// The response on one connection.
  package enum Answer: Sendable {
    /// A status line, headers and a body; the length of the body is added, and the connection is
    /// closed.
    case response(status: String, headers: [String] = [], body: String = "")
    /// Verbatim text, followed by the end of the connection.
    case raw(String)
    /// Verbatim bytes, which need not be text, followed by the end of the connection.
    case bytes([UInt8])
    /// Verbatim text, followed by a reset.
    case reset(String)
    /// Text that repeats until the client stops reading.
    case endless(String)
    /// Verbatim text, followed by nothing until the test ends.
    case silence(String)
  }

  private struct State {
    var requests: [String] = []
    var connections = 0
  }

  private let listener: LoopbackListener
  private let state = Mutex(State())
  private let script: @Sendable (Int, String) -> Answer

  /// Listens; the script receives the number of the request, starting at 0, and its text.
  package init(
    _ script: @escaping @Sendable (_ number: Int, _ request: String) -> Answer
  ) throws {
    self.script = script
    listener = try LoopbackListener()
  }

  package convenience init(_ answer: Answer) throws {
    try self.init { _, _ in answer }
  }

  package var port: Int { listener.port }

  /// A port for a program that a test starts; no other test gets it.
  package static func reservedPort() throws -> Int { try LoopbackListener.reservedPort() }

  package var url: String { "http://127.0.0.1:\(port)/options" }

  /// The requests up to now, each with its first line and headers.
  package var requests: [String] { state.withLock { $0.requests } }

  /// The number of open connections.
  package var connections: Int { state.withLock { $0.connections } }

  /// Starts the service; call `stop` afterwards.
  package func start() -> LoopbackService {
    listener.start { [self] connection in
      state.withLock { $0.connections += 1 }
      serve(connection)
      state.withLock { $0.connections -= 1 }
    }
    return self
  }

  /// Stops the service; later connections are refused.
  package func stop() {
    listener.stop()
  }

  private func serve(_ connection: Int32) {
    var buffer = [UInt8](repeating: 0, count: 8_192)
    let count = recv(connection, &buffer, buffer.count, 0)
    guard count > 0 else { return }
    let request = String(decoding: buffer[..<count], as: UTF8.self)
    let number = state.withLock { state in
      state.requests.append(request)
      return state.requests.count - 1
    }
    switch script(number, request) {
    case .response(let status, let headers, let body):
      let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)"]
      let head = (lines + ["Connection: close"]).joined(separator: "\r\n")
      _ = write(head + "\r\n\r\n" + body, to: connection)
    case .raw(let text): _ = write(text, to: connection)
    case .bytes(let bytes): _ = write(bytes, to: connection)
    case .reset(let text):
      _ = write(text, to: connection)
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    case .endless(let text): while write(text, to: connection) {}
    case .silence(let text):
      _ = write(text, to: connection)
      // The loop ends when the client disconnects.
      while recv(connection, &buffer, buffer.count, 0) > 0 {}
    }
  }

  private func write(_ text: String, to connection: Int32) -> Bool {
    write(Array(text.utf8), to: connection)
  }

  private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let sent = bytes.withUnsafeBufferPointer {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      bytes = bytes.dropFirst(sent)
    }
    return true
  }
}

/// Runs a test with a service that stops when the test ends.
package func withService<Result>(
  _ script: @escaping @Sendable (_ number: Int, _ request: String) -> LoopbackService.Answer,
  _ body: (LoopbackService) async throws -> Result
) async throws -> Result {
  let service = try LoopbackService(script).start()
  defer { service.stop() }
  return try await body(service)
}
