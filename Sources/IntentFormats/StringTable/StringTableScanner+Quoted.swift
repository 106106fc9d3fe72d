extension StringTableScanner {
  /// The text of a quoted string at the position, or nil where it has no end, which is noted.
  ///
  /// It may go over several lines. Where the closing quote is missing, the line with the opening one is
  /// given up and reading goes on behind it.
  mutating func readQuoted() -> String? {
    let start = position
    position += 1
    var text = EscapedText()
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return text.finish()
      case UInt8(ascii: "\\"): readEscape(into: &text)
      default:
        text.append(byte: byte)
        position += 1
      }
    }
    note(.unclosedString, at: start)
    position = start + 1
    return nil
  }

  private mutating func readEscape(into text: inout EscapedText) {
    let start = position
    position += 1
    guard let letter = peek() else { return }
    position += 1
    switch letter {
    case UInt8(ascii: "a"): text.append(unit: 0x07)
    case UInt8(ascii: "b"): text.append(unit: 0x08)
    case UInt8(ascii: "f"): text.append(unit: 0x0C)
    case UInt8(ascii: "n"): text.append(unit: 0x0A)
    case UInt8(ascii: "r"): text.append(unit: 0x0D)
    case UInt8(ascii: "t"): text.append(unit: 0x09)
    case UInt8(ascii: "v"): text.append(unit: 0x0B)
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      appendNumber(to: &text, from: start, digits: 4, bitsPerDigit: 4)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      position -= 1
      appendNumber(to: &text, from: start, digits: 3, bitsPerDigit: 3)
    default: text.append(byte: letter)
    }
  }

  /// Appends the character of at most so many digits; octal numbers name ASCII characters only.
  private mutating func appendNumber(
    to text: inout EscapedText, from start: Int, digits: Int, bitsPerDigit: Int
  ) {
    let first = position
    var value = 0
    while position < first + digits, let digit = peek().flatMap(Self.digit),
      digit < 1 << bitsPerDigit
    {
      value = value << bitsPerDigit | digit
      position += 1
    }
    guard position > first, bitsPerDigit == 4 || value < 0x80 else {
      let shown = String(decoding: bytes[start..<position], as: UTF8.self)
      return note(.invalidEscape(shown), at: start)
    }
    text.append(unit: UInt16(value))
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x41 + 10
    case 0x61...0x66: Int(byte) - 0x61 + 10
    default: nil
    }
  }
}

/// Text that is put together from bytes and from UTF-16 units of escapes.
///
/// Two escapes may make one character; half a pair becomes U+FFFD.
private struct EscapedText {
  private var bytes: [UInt8] = []
  private var units: [UInt16] = []

  mutating func append(byte: UInt8) {
    flush()
    bytes.append(byte)
  }

  mutating func append(unit: UInt16) {
    units.append(unit)
  }

  mutating func finish() -> String {
    flush()
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func flush() {
    if units.isEmpty { return }
    bytes.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
    units.removeAll()
  }
}
