import JSONC
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Cuts a text that is read piece by piece into batches of whole lines, for any number of threads.
final class LineBatches: Sendable {
  /// Lines that follow each other, the last one perhaps without its line feed.
  struct Batch: Sendable {
    /// The number of the batch, from 0.
    var number: Int
    /// The number of the first line, from 1.
    var firstLine: Int
    var bytes: [UInt8]
  }

  private struct State {
    var pending: [UInt8] = []
    var isAtEnd = false
    var number = 0
    var line = 1
    var failure: (any Error)?
  }

  /// Small enough for memory that is used again and again, without asking the system for it.
  private static let size = 48 << 10

  private let source: IntentStream.Source
  private let limits: FormatLimits
  private let state = Mutex(State())

  init(source: @escaping IntentStream.Source, limits: FormatLimits) {
    self.source = source
    self.limits = limits
  }

  /// What the source threw, if it did.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// The next lines; nil at the end of the text.
  func next() -> Batch? {
    state.withLock { state in
      while true {
        if let end = lastLineFeed(in: state.pending) { return cut(&state, after: end + 1) }
        if state.isAtEnd || state.pending.count > limits.maximumBytes {
          return state.pending.isEmpty ? nil : cut(&state, after: state.pending.count)
        }
        read(into: &state)
      }
    }
  }

  /// The whole text if it is one document over several lines: the first line that is not blank is
  /// the beginning of a value and no more.
  func wholeDocument() throws -> [UInt8]? {
    try state.withLock { state in
      while !state.isAtEnd, !Self.hasWholeLine(state.pending),
        state.pending.count <= limits.maximumBytes
      {
        read(into: &state)
      }
      guard isBeginning(of: state.pending) else { return nil }
      while !state.isAtEnd, state.pending.count <= limits.maximumBytes { read(into: &state) }
      if let failure = state.failure { throw failure }
      return state.pending
    }
  }

  private static func hasWholeLine(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      var start = 0
      while start < text.count {
        let rest = UnsafeBufferPointer(rebasing: text[start...])
        let count = rest.lineLength
        if count == rest.count { return false }
        if !UnsafeBufferPointer(rebasing: rest[..<count]).isBlank { return true }
        start += count + 1
      }
      return false
    }
  }

  private func isBeginning(of bytes: [UInt8]) -> Bool {
    var lines = bytes[...]
    while let end = lines.firstIndex(of: UInt8(ascii: "\n")) {
      let line = lines[..<end]
      lines = lines[(end + 1)...]
      if line.allSatisfy({ $0 <= 0x20 }) { continue }
      do throws(JSONSyntaxError) {
        _ = try JSONText.parse(line, limits: limits.json)
        return false
      } catch {
        return error.rule == .unexpectedEnd
      }
    }
    return false
  }

  private func read(into state: inout State) {
    do {
      let bytes = try source(Self.size)
      state.isAtEnd = bytes.isEmpty
      state.pending += bytes
    } catch {
      state.failure = error
      state.isAtEnd = true
    }
  }

  private func lastLineFeed(in bytes: [UInt8]) -> Int? {
    bytes.lastIndex(of: UInt8(ascii: "\n"))
  }

  private func cut(_ state: inout State, after end: Int) -> Batch {
    let rest = Array(state.pending[end...])
    state.pending.removeSubrange(end...)
    let bytes = state.pending
    state.pending = rest
    let batch = Batch(number: state.number, firstLine: state.line, bytes: bytes)
    state.number += 1
    state.line += bytes.withUnsafeBufferPointer(\.lineFeeds)
    return batch
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of bytes before the first line feed, or of all.
  var lineLength: Int {
    guard let baseAddress, let found = memchr(baseAddress, 0x0A, count) else { return count }
    return UnsafeRawPointer(baseAddress).distance(to: found)
  }

  /// Whether there is nothing but space.
  var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }

  /// The number of line feeds.
  fileprivate var lineFeeds: Int {
    var total = 0
    var start = 0
    while start < count {
      let length = UnsafeBufferPointer(rebasing: self[start...]).lineLength
      start += length + 1
      if start <= count { total += 1 }
    }
    return total
  }
}

/// Cuts a text into groups of lines that follow each other and are read together.
///
/// A group has few lines and few bytes, so that all that is made of it stays close at hand.
package struct LineGroups {
  /// The lines of the group, without their line feeds.
  package private(set) var lines: [UnsafeBufferPointer<UInt8>] = []
  private let text: UnsafeBufferPointer<UInt8>
  private var start = 0

  /// A group ends with the line that brings it to these bytes.
  private static let mostBytes = 4 << 10

  /// Begins before the first line of a text, which must outlive the groups.
  package init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// Goes on to the next group; false at the end of the text.
  ///
  /// - Parameter most: The most lines of the group, at least 1.
  package mutating func next(most: Int) -> Bool {
    lines.removeAll(keepingCapacity: true)
    var bytes = 0
    while start < text.count, lines.count < most, bytes < Self.mostBytes {
      let rest = UnsafeBufferPointer(rebasing: text[start...])
      let line = UnsafeBufferPointer(rebasing: rest[..<rest.lineLength])
      lines.append(line)
      bytes += line.count
      start += line.count + 1
    }
    return !lines.isEmpty
  }
}
