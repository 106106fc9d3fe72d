#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Foundation

/// A web server for one request, on a port of this machine that nobody else uses.
final class LoopbackServer: Sendable {
  private let listener: Int32
  let port: Int

  struct NotStarted: Error {
    let code: Int32
  }

  /// Answers the first request with some text, whatever it is.
  init(answering answer: String) throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, kind, 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(listener, address, size) == 0, listen(listener, 1) == 0,
          getsockname(listener, address, &size) == 0
        else { return errno }
        return 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard code == 0 else { throw NotStarted(code: code) }
    Thread.detachNewThread {
      let connection = accept(listener, nil, nil)
      var buffer = [UInt8](repeating: 0, count: 4_096)
      _ = recv(connection, &buffer, buffer.count, 0)
      let bytes = Array(answer.utf8)
      _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      close(connection)
    }
  }

  deinit { close(listener) }

  var url: String { "http://127.0.0.1:\(port)/options" }
}
