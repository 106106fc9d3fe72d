import Foundation
import Synchronization
import Threads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A local port that no other program uses, and a thread that accepts its connections.
final class LoopbackListener: Sendable {
  struct NotStarted: Error {
    let code: Int32
  }

  private struct State {
    var isStarted = false
    var isClosed = false
  }

  let port: Int
  private let listener: Int32
  private let state = Mutex(State())
  private let isDone = DispatchSemaphore(value: 0)

  /// Listens, but does not accept connections before `start`; port 0 means any free port.
  init(port: Int = 0) throws(NotStarted) {
    let listener = Self.socket()
    var address = Self.address(port: port)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isListening else {
      let code = errno
      close(listener)
      throw NotStarted(code: code)
    }
    self.listener = listener
    self.port = Int(UInt16(bigEndian: address.sin_port))
  }

  private static let next = Mutex(Int.random(in: 10_000..<20_000))

  /// A port for a program that a test starts: it is free now, and this function never returns it
  /// again.
  ///
  /// It is below the ports that systems assign automatically (starting at 32768 on Linux and at
  /// 49152 on macOS), because another test could get one of those before the program listens.
  static func reservedPort() throws(NotStarted) -> Int {
    while true {
      let port = next.withLock { next in
        next += 1
        return next
      }
      do {
        let listener = try LoopbackListener(port: port)
        listener.stop()
        return port
      } catch {
        guard error.code == EADDRINUSE, port < 32_000 else { throw error }
      }
    }
  }

  /// Accepts connections, each on its own thread, which closes the connection when the work is
  /// done.
  func start(_ serve: @escaping @Sendable (Int32) -> Void) {
    state.withLock { $0.isStarted = true }
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        if state.withLock({ $0.isClosed }) || connection < 0 {
          if connection >= 0 { close(connection) }
          break
        }
        Self.keepFromChildren(connection)
        Thread.detachNewThread {
          serve(connection)
          close(connection)
        }
      }
      // The socket is closed only here; anywhere else, its number could already belong to another
      // socket.
      close(listener)
      isDone.signal()
    }
  }

  /// Stops accepting connections; when this returns, the port is free.
  func stop() {
    let isStarted = state.withLock { state in
      state.isClosed = true
      return state.isStarted
    }
    guard isStarted else {
      close(listener)
      return
    }
    OwnThreads.expectCurrent()
    // Wakes the thread on systems where closing the socket does not wake it.
    if let caller = Self.connected(to: port) { close(caller) }
    isDone.wait()
  }

  /// A connection to a local port, which the caller must close; nil if nothing listens there.
  static func connected(to port: Int) -> Int32? {
    let caller = Self.socket()
    var address = Self.address(port: port)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        connect(caller, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(caller)
      return nil
    }
    return caller
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func socket() -> Int32 {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let socket = Foundation.socket(AF_INET, kind, 0)
    keepFromChildren(socket)
    return socket
  }

  /// Keeps a socket from the child processes of other tests, in which it would stay open.
  private static func keepFromChildren(_ socket: Int32) {
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
  }
}
