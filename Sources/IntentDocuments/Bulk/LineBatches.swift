import JSONC
import JSONCodings
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
  private struct State {
    var cutter: LineCutter
    var failure: (any Error)?
  }

  private let source: IntentStream.Source
  private let state: Mutex<State>

  init(source: @escaping IntentStream.Source, limits: FormatLimits) {
    self.source = source
    state = Mutex(State(cutter: LineCutter(limits: limits)))
  }

  /// The error of the source, if there was one.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// The next lines; nil at the end of the text.
  func next() -> LineCutter.Batch? {
    state.withLock { state in
      while true {
        if let batch = state.cutter.lines() { return batch }
        if state.cutter.isAtEnd { return nil }
        read(into: &state)
      }
    }
  }

  /// The whole text, if its layout is a document; nil for JSON Lines.
  ///
  /// - Throws: The error of the source.
  func wholeDocument() throws -> LineCutter.Batch? {
    try state.withLock { state in
      while true {
        if let layout = state.cutter.layout(), layout == .lines { return nil }
        if let document = state.cutter.document() {
          if let failure = state.failure { throw failure }
          return document
        }
        if state.cutter.isAtEnd { return nil }
        read(into: &state)
      }
    }
  }

  private func read(into state: inout State) {
    do {
      state.cutter.add(try source(LineCutter.size))
    } catch {
      state.failure = error
      state.cutter.add([])
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of bytes before the first line feed, or of all bytes if there is no line feed.
  var lineLength: Int {
    guard let baseAddress, let found = memchr(baseAddress, 0x0A, count) else { return count }
    return UnsafeRawPointer(baseAddress).distance(to: found)
  }

  /// Whether there is only whitespace.
  var isBlank: Bool { allSatisfy(\.isJSONSpace) }
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
