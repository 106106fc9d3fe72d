/// Reads a large text value by value, from memory or from a stream.
///
/// Of a stream it sees a window, which moves on between two values. A value that does not fit into what
/// is left then cannot be read. The space between values is passed over.
package struct JSONWindow: ~Copyable {
  /// Puts the next bytes of a stream into memory and gives their number; 0 at the end.
  package typealias Source = (UnsafeMutableRawBufferPointer) -> Int

  /// The number of bytes of the window on a stream.
  private static let size = 1 << 18

  /// The number of bytes that are there for a value, unless the text ends.
  private static let room = 1 << 16

  private var text: UnsafeBufferPointer<UInt8>
  private var place = 0
  private let memory: UnsafeMutableBufferPointer<UInt8>?
  private var source: Source?
  private var tokenizer = JSONTokenizer(limits: .greatest)

  /// Opens a text, which has to stay in place.
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

  /// Makes room for a value to be read, where there is a stream that has more.
  private mutating func moveOn() {
    guard let source, let memory, text.count - place < Self.room else { return }
    var filled = text.count - place
    // The rest moves to the front; the two may overlap.
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

  /// Passes over a sign of the grammar; false where another byte stands.
  package mutating func takes(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < text.count, text[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  /// Reads the next value, and gives its tokens until the next call; nil if there is none, or
  /// something is wrong with it.
  package mutating func value() -> JSONTokens? {
    moveOn()
    guard let end = tokenizer.readValue(in: text, from: place) else { return nil }
    place = end
    return tokenizer.tokens
  }

  /// Reads a string; nil where another value stands.
  package mutating func string() -> String? {
    guard let tokens = value(), tokens[0].kind == .string else { return nil }
    return tokens.withMeaning(of: tokens[0]) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether nothing but space is left.
  package mutating func isAtEnd() -> Bool {
    skipSpace()
    return place == text.count
  }

  private mutating func skipSpace() {
    while true {
      if place == text.count { moveOn() }
      guard place < text.count else { return }
      switch text[place] {
      case Ascii.space, Ascii.lineFeed, Ascii.carriageReturn, Ascii.tab: place += 1
      default: return
      }
    }
  }
}
