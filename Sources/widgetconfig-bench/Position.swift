import Synchronization

/// A place in bytes that are handed out piece by piece.
final class Position: Sendable {
  private let start = Mutex(0)

  /// The next bytes, up to some; none at the end.
  func take(_ count: Int, of bytes: [UInt8]) -> [UInt8] {
    start.withLock { start in
      let end = min(bytes.count, start + count)
      defer { start = end }
      return Array(bytes[start..<end])
    }
  }
}
