import DefinitionFormats
import JSONC
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Splits a stream of text into batches of whole lines, for any number of threads.
final class LineBatches: Sendable {
  /// Consecutive lines; the last one can lack its line feed.
  struct Batch: Sendable {
    /// The number of the batch, from 0.
    var number: Int
    /// The number of the first line, from 1.
    var firstLine: Int
    var bytes: [UInt8]
  }

  private struct State {
    var pending: [UInt8] = []
    /// The number of leading pending bytes that are known to contain no line feed.
    var searched = 0
    var isAtEnd = false
    var number = 0
    var line = 1
    var failure: (any Error)?
  }

  /// Small enough that the allocator reuses the memory instead of requesting it from the system.
  private static let size = 48 << 10

  private let source: IntentStream.Source
  private let limits: FormatLimits
  private let state = Mutex(State())

  init(source: @escaping IntentStream.Source, limits: FormatLimits) {
    self.source = source
    self.limits = limits
  }

  /// The error of the source, if there was one.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// The next lines; nil at the end of the text.
  func next() -> Batch? {
    state.withLock { state in
      while true {
        let new = state.pending[min(state.searched, state.pending.count)...]
        if let end = new.lastIndex(of: UInt8(ascii: "\n")) { return cut(&state, after: end + 1) }
        state.searched = state.pending.count
        if state.isAtEnd || state.pending.count > limits.maximumBytes {
          return state.pending.isEmpty ? nil : cut(&state, after: state.pending.count)
        }
        read(into: &state)
      }
    }
  }

  /// The text from its first line that is not blank, if it is a single document; nil for JSON
  /// Lines.
  func wholeDocument() throws -> Batch? {
    try state.withLock { state in
      var decision = LayoutDecision(limits: limits)
      var layout: IntentJSON.Layout?
      var end = 0
      var isBlank = true
      while layout == nil, let line = line(from: end, of: &state) {
        end = line.upperBound + 1
        if state.pending[line].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
          // Any number of blank lines can precede the first document.
          if isBlank, end > Self.size { drop(&state, upTo: &end) }
          continue
        }
        isBlank = false
        layout = decision.take(state.pending[line])
      }
      guard !isBlank, layout ?? decision.atEnd == .document else { return nil }
      while !state.isAtEnd, state.pending.count <= limits.maximumBytes { read(into: &state) }
      if let failure = state.failure { throw failure }
      return Batch(number: 0, firstLine: state.line, bytes: state.pending)
    }
  }

  /// The range of the line that begins at a byte, reading as much as necessary; nil at the end.
  private func line(from start: Int, of state: inout State) -> Range<Int>? {
    var searched = start
    while true {
      let rest = state.pending[min(searched, state.pending.count)...]
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) { return start..<end }
      searched = state.pending.count
      if state.isAtEnd || state.pending.count > limits.maximumBytes {
        return start < state.pending.count ? start..<state.pending.count : nil
      }
      read(into: &state)
    }
  }

  /// Removes the lines before a byte, which becomes the first byte.
  private func drop(_ state: inout State, upTo end: inout Int) {
    let count = min(end, state.pending.count)
    state.line += state.pending[..<count].withUnsafeBufferPointer(\.lineFeeds)
    state.pending.removeFirst(count)
    end = 0
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

  private func cut(_ state: inout State, after end: Int) -> Batch {
    let rest = Array(state.pending[end...])
    state.pending.removeSubrange(end...)
    let bytes = state.pending
    state.pending = rest
    state.searched = 0
    let batch = Batch(number: state.number, firstLine: state.line, bytes: bytes)
    state.number += 1
    state.line += bytes.withUnsafeBufferPointer(\.lineFeeds)
    return batch
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of bytes before the first line feed, or of all bytes.
  var lineLength: Int {
    guard let baseAddress, let found = memchr(baseAddress, 0x0A, count) else { return count }
    return UnsafeRawPointer(baseAddress).distance(to: found)
  }

  /// Whether there is only whitespace.
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

/// The lines of a text, without their line feeds; the text must outlive this sequence.
package struct Lines: Sequence, IteratorProtocol {
  private var rest: UnsafeBufferPointer<UInt8>

  package init(_ text: UnsafeBufferPointer<UInt8>) {
    rest = text
  }

  package mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let length = rest.lineLength
    defer { rest = UnsafeBufferPointer(rebasing: rest.dropFirst(length + 1)) }
    return UnsafeBufferPointer(rebasing: rest[..<length])
  }
}
