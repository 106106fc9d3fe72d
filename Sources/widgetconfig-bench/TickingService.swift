import Foundation

/// A web service on this machine that answers every question after ten milliseconds.
final class TickingService: Sendable {
  let port: Int
  private let listener: Int32

  /// Listens and answers until the process ends; nil when it cannot.
  init?() {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isListening else { return nil }
    port = Int(UInt16(bigEndian: address.sin_port))
    self.listener = listener
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(self.listener, nil, nil)
        if connection < 0 { return }
        Thread.detachNewThread { Self.answer(connection) }
      }
    }
  }

  private static func answer(_ connection: Int32) {
    defer { close(connection) }
    var buffer = [UInt8](repeating: 0, count: 8_192)
    let count = recv(connection, &buffer, buffer.count, 0)
    guard count > 0 else { return }
    let path = String(decoding: buffer[..<count], as: UTF8.self).prefix { $0 != "\r" }
    let word = path.split(separator: "=").last?.prefix { $0.isLetter } ?? ""
    usleep(10_000)
    let items = (1...100).map { "\"answer \($0) \(word)\"" }.joined(separator: ",")
    let text = """
      HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(items.utf8.count + 2)\r\n\
      Connection: close\r\n\r\n[\(items)]
      """
    let bytes = Array(text.utf8)
    _ = send(connection, bytes, bytes.count, Int32(bitPattern: 0x4000))  // MSG_NOSIGNAL
  }
}
