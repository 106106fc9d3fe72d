import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A proxy on a local port that forwards bytes with a delay, as a slow network does.
package final class SlowProxy: Sendable {
  private struct State {
    var delay = Duration.zero
    var isHeld = false
    var isCut = false
    /// The number of pieces in transit.
    var pieces = 0
    var sockets: Set<Int32> = []
  }

  private let listener: LoopbackListener
  private let target: Int
  private let state = Mutex(State())

  /// Starts a proxy to a local port; call `stop` afterwards.
  package init(to target: Int) throws {
    self.target = target
    listener = try LoopbackListener()
    listener.start { [self] connection in serve(connection) }
  }

  package var address: String { "http://127.0.0.1:\(listener.port)" }

  /// The delay for each piece of bytes, in each direction.
  package var delay: Duration {
    get { state.withLock(\.delay) }
    set { state.withLock { $0.delay = newValue } }
  }

  /// Whether bytes are held back until further notice.
  package var isHeld: Bool {
    get { state.withLock(\.isHeld) }
    set { state.withLock { $0.isHeld = newValue } }
  }

  /// Whether all bytes have arrived.
  package var isQuiet: Bool { state.withLock { $0.pieces == 0 } }

  /// Whether the network is interrupted: existing connections end, and so do new ones.
  package var isCut: Bool {
    get { state.withLock(\.isCut) }
    set {
      let sockets = state.withLock { state in
        state.isCut = newValue
        return newValue ? state.sockets : []
      }
      for socket in sockets { Self.shut(socket, Int32(SHUT_RDWR)) }
    }
  }

  /// Ends all connections and stops.
  package func stop() {
    isCut = true
    listener.stop()
  }

  private func serve(_ client: Int32) {
    guard let server = LoopbackListener.connected(to: target) else { return }
    let isOpen = state.withLock { state in
      guard !state.isCut else { return false }
      state.sockets.formUnion([client, server])
      return true
    }
    if isOpen {
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [self] in
        pass(from: server, to: client)
        isDone.signal()
      }
      pass(from: client, to: server)
      isDone.wait()
    }
    state.withLock { state in
      state.sockets.subtract([client, server])
      // The connection is closed only here; anywhere else, its number could already belong to
      // another socket.
      close(server)
    }
  }

  /// Forwards bytes until one side ends the connection.
  private func pass(from source: Int32, to target: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(source, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      let delay = state.withLock { state in
        state.pieces += 1
        return state.delay
      }
      Thread.sleep(forTimeInterval: delay / .seconds(1))
      while state.withLock({ $0.isHeld && !$0.isCut }) { Thread.sleep(forTimeInterval: 0.01) }
      var rest = buffer[..<count]
      while !rest.isEmpty {
        let sent = rest.withUnsafeBufferPointer {
          send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent > 0 else { break }
        rest = rest.dropFirst(sent)
      }
      state.withLock { $0.pieces -= 1 }
      guard rest.isEmpty else {
        Self.shut(source, Int32(SHUT_RD))
        break
      }
    }
    Self.shut(target, Int32(SHUT_WR))
  }

  private static func shut(_ socket: Int32, _ how: Int32) { _ = shutdown(socket, how) }
}
