import Messages

/// The UTF-8 bytes of a valid string, with its escapes resolved.
struct JSONStringBytes: Sequence, IteratorProtocol {
  private let source: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// The bytes of a resolved escape that are still to be read; the next one is in the lowest bits.
  private var pending: UInt32 = 0
  private var pendingCount = 0

  /// - Parameter source: The bytes between the quotes.
  init(_ source: UnsafeBufferPointer<UInt8>) {
    self.source = source
  }

  /// The bytes between the quotes of a string, from the position of the first byte after the quote.
  static func source(
    from first: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var end = first
    while end < text.count, text[end] != Ascii.quote {
      end += text[end] == Ascii.backslash ? 2 : 1
    }
    return UnsafeBufferPointer(rebasing: text[first..<Swift.min(end, text.count)])
  }

  mutating func next() -> UInt8? {
    if pendingCount > 0 { return takePending() }
    guard position < source.count else { return nil }
    guard source[position] == Ascii.backslash else {
      position += 1
      return source[position - 1]
    }
    resolveEscape()
    return takePending()
  }

  private mutating func takePending() -> UInt8 {
    defer {
      pending >>= 8
      pendingCount -= 1
    }
    return UInt8(truncatingIfNeeded: pending)
  }

  private mutating func resolveEscape() {
    let letter = source[position + 1]
    guard letter == Ascii.lowerU else {
      position += 2
      pending = UInt32(Ascii.character(ofEscape: letter) ?? letter)
      pendingCount = 1
      return
    }
    let first = unit()
    encode(UTF16.isLeadSurrogate(first) ? Self.scalar(first, unit()) : UInt32(first))
  }

  /// Reads `\u` and four hexadecimal digits, which the tokenizer has checked.
  private mutating func unit() -> UInt16 {
    defer { position += 6 }
    return source[position + 2..<position + 6].reduce(0) {
      $0 << 4 | UInt16($1.hexDigitValue ?? 0)
    }
  }

  /// The code point of a pair of surrogates.
  static func scalar(_ first: UInt16, _ second: UInt16) -> UInt32 {
    0x1_0000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF)
  }

  private mutating func encode(_ value: UInt32) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    pending = 0
    pendingCount = 0
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      pending |= UInt32(byte) << (8 * UInt32(pendingCount))
      pendingCount += 1
    }
  }
}
