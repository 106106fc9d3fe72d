extension JSONCursor {
  /// Reads a string from its opening to behind its closing quote; says whether it has escapes.
  mutating func scanString(asKey: Bool) throws(JSONScanFailure) -> Bool {
    var hasEscapes = false
    position += 1
    while true {
      skipPlain()
      switch current {
      case Ascii.quote:
        position += 1
        return hasEscapes
      case Ascii.backslash:
        hasEscapes = true
        findings.insert(.escape)
        try scanEscape(asKey: asKey)
      case 0x80...:
        try scanMultibyte()
      case Ascii.delete:
        findings.insert(.control)
        position += 1
      default:
        throw position < text.count
          ? JSONScanFailure(.controlCharacter, at: position) : failure(.unexpectedEnd)
      }
    }
  }

  /// Skips printable ASCII other than quote and backslash, eight bytes at a time.
  private mutating func skipPlain() {
    let bytes = UnsafeRawBufferPointer(text)
    while position + 8 <= text.count {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      guard JSONQuickScan.Reading.stops(in: word) == 0 else { break }
      position += 8
    }
    while position < text.count, Self.isPlain(text[position]) { position += 1 }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < Ascii.delete && byte != Ascii.quote && byte != Ascii.backslash
  }

  mutating func scanEscape(asKey: Bool) throws(JSONScanFailure) {
    switch byte(at: position + 1) {
    case Ascii.quote, Ascii.backslash, Ascii.slash, Ascii.lowerB, Ascii.lowerF, Ascii.lowerN,
      Ascii.lowerR, Ascii.lowerT:
      position += 2
    case Ascii.lowerU:
      try scanUnicodeEscape(asKey: asKey)
    default:
      throw position + 1 < text.count
        ? JSONScanFailure(.invalidEscape, at: position)
        : JSONScanFailure(.unexpectedEnd, at: text.count)
    }
  }

  private mutating func scanUnicodeEscape(asKey: Bool) throws(JSONScanFailure) {
    let start = position
    let first = try scanUnit()
    switch first {
    case 0:
      if asKey { findings.insert(.nulInKey) }
    case 0xDC00...0xDFFF:
      throw JSONScanFailure(.loneSurrogate, at: start)
    case 0xD800...0xDBFF:
      try expectPartner(of: start)
      let second = try scanUnit()
      guard 0xDC00...0xDFFF ~= second else { throw JSONScanFailure(.loneSurrogate, at: start) }
      if Self.scalar(first, second) & 0xF800 == 0xD800 { findings.insert(.destroyedPair) }
    default:
      break
    }
  }

  /// Sees to it that another `\u` follows, unless the text is cut off here.
  private func expectPartner(of start: Int) throws(JSONScanFailure) {
    if current == Ascii.backslash, byte(at: position + 1) == Ascii.lowerU { return }
    let remaining = text.count - position
    let isCut = remaining == 0 || remaining == 1 && current == Ascii.backslash
    throw isCut
      ? JSONScanFailure(.unexpectedEnd, at: text.count) : JSONScanFailure(.loneSurrogate, at: start)
  }

  /// The code point of a pair of surrogates.
  static func scalar(_ first: UInt32, _ second: UInt32) -> UInt32 {
    0x1_0000 + (first & 0x3FF) << 10 + second & 0x3FF
  }

  /// Reads `\u` and four hexadecimal digits.
  mutating func scanUnit() throws(JSONScanFailure) -> UInt32 {
    let start = position
    position += 2
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Ascii.hexValue(current) else {
        throw position < text.count
          ? JSONScanFailure(.invalidUnicodeEscape, at: start) : failure(.unexpectedEnd)
      }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  /// Reads one sequence of two to four bytes by the table of well-formed UTF-8
  /// (Unicode Standard, table 3-7), which has no overlong forms and no surrogates.
  mutating func scanMultibyte() throws(JSONScanFailure) {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch current {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: throw JSONScanFailure(.invalidUTF8, at: position)
    }
    guard second ~= byte(at: position + 1) else {
      throw JSONScanFailure(.invalidUTF8, at: position)
    }
    for offset in 2..<max(length, 2) where byte(at: position + offset) & 0xC0 != 0x80 {
      throw JSONScanFailure(.invalidUTF8, at: position)
    }
    if length < 4 { noteControl(length) }
    position += length
  }

  /// Notes U+0080 to U+009F, U+2028 and U+2029.
  private mutating func noteControl(_ length: Int) {
    let second = byte(at: position + 1)
    let isControl = length == 2 && current == 0xC2 && second < 0xA0
    let isSeparator =
      length == 3 && current == 0xE2 && second == 0x80 && byte(at: position + 2) & 0xFE == 0xA8
    if isControl || isSeparator { findings.insert(.control) }
  }
}
