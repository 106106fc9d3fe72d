/// Reads a large text value by value, from memory or from a stream.
///
/// A stream is read through a window, which is moved between two values. A value can be read only
/// if it fits into the rest of the window. Space between values is skipped.
package struct JSONWindow: ~Copyable {
  /// Writes the next bytes of a stream to memory and returns their number; 0 at the end.
  package typealias Source = (UnsafeMutableRawBufferPointer) -> Int

  /// The size of the window on a stream, in bytes.
  private static let size = 1 << 18

  /// The minimum number of bytes that are available for a value, unless the stream ends.
  private static let room = 1 << 16

  private var text: UnsafeBufferPointer<UInt8>
  private var place = 0
  private let memory: UnsafeMutableBufferPointer<UInt8>?
  private var source: Source?
  private var tokenizer = JSONTokenizer(limits: .unlimited)

  /// Opens a text, which must stay in memory.
  package init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    memory = nil
  }

  /// Opens a stream.
  package init(from source: @escaping Source) {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.size)
    text = UnsafeBufferPointer(rebasing: memory[..<0])
    self.memory = memory
    self.source = source
    moveOn()
  }

  deinit {
    memory?.deallocate()
  }

  /// Makes room for the next value if the stream has more bytes.
  private mutating func moveOn() {
    guard let source, let memory, text.count - place < Self.room else { return }
    var filled = text.count - place
    // Moves the rest to the front; the two ranges may overlap.
    if let start = memory.baseAddress { start.update(from: start + place, count: filled) }
    place = 0
    while filled < memory.count {
      let count = source(
        UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: memory[filled...])))
      if count <= 0 {
        self.source = nil
        break
      }
      filled += count
    }
    text = UnsafeBufferPointer(rebasing: memory[..<filled])
  }

  /// Skips the given character of the grammar; returns false if the next byte is different.
  package mutating func takes(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < text.count, text[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  /// Reads the next value and returns its tokens, valid until the next call; nil if there is no
  /// valid value.
  package mutating func value() -> JSONTokens? {
    moveOn()
    guard let end = tokenizer.readValue(in: text, from: place) else { return nil }
    place = end
    return tokenizer.tokens
  }

  /// Reads a string; nil if the next value is not a string.
  package mutating func string() -> String? {
    guard let tokens = value(), tokens[0].kind == .string else { return nil }
    return tokens.withMeaning(of: tokens[0]) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether only white space is left.
  package mutating func isAtEnd() -> Bool {
    skipSpace()
    return place == text.count
  }

  private mutating func skipSpace() {
    while true {
      if place == text.count { moveOn() }
      guard place < text.count, text[place].isJSONSpace else { return }
      place += 1
    }
  }
}
