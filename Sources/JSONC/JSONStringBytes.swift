/// The UTF-8 that a string of a valid text means, its escapes resolved.
struct JSONStringBytes: Sequence, IteratorProtocol {
  private var cursor: JSONCursor
  private let end: Int
  /// Bytes of a resolved escape that are still to come, the next one lowest.
  private var pending: UInt32 = 0
  private var pendingCount = 0

  init(_ range: JSONKeyRange, in text: UnsafeBufferPointer<UInt8>) {
    cursor = JSONCursor(text)
    cursor.position = range.start
    end = range.end
  }

  mutating func next() -> UInt8? {
    if pendingCount > 0 { return takePending() }
    guard cursor.position < end else { return nil }
    let byte = cursor.current
    guard byte == Ascii.backslash else {
      cursor.position += 1
      return byte
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
    let letter = cursor.byte(at: cursor.position + 1)
    guard letter == Ascii.lowerU else {
      cursor.position += 2
      pending = UInt32(Self.character(of: letter))
      pendingCount = 1
      return
    }
    let first = unit()
    encode(first & 0xFC00 == 0xD800 ? JSONCursor.scalar(first, unit()) : first)
  }

  /// Four hexadecimal digits, which the scanner has seen to be there.
  private mutating func unit() -> UInt32 {
    (try? cursor.scanUnit()) ?? 0xFFFD
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

  /// The character that a one-letter escape stands for (RFC 8259 §7).
  private static func character(of letter: UInt8) -> UInt8 {
    switch letter {
    case Ascii.lowerB: 0x08
    case Ascii.lowerF: 0x0C
    case Ascii.lowerN: Ascii.lineFeed
    case Ascii.lowerR: Ascii.carriageReturn
    case Ascii.lowerT: Ascii.tab
    default: letter
    }
  }
}
