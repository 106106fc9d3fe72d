extension PropertyListXMLReader {
  /// Reads the text of an element and its end tag, and converts the bytes.
  ///
  /// Text without references, markup and carriage returns is used in place; other text is
  /// copied. The closure returns nil if the bytes are not valid UTF-8.
  mutating func readText<Value>(
    _ tag: StartTag,
    make: (inout Keys, UnsafeBufferPointer<UInt8>) -> Value?
  ) throws(PropertyListFault) -> Value {
    let start = position
    var value: Value?
    if tag.isEmpty {
      value = make(&keys, UnsafeBufferPointer(rebasing: bytes[start..<start]))
    } else if try skipPlainText(of: tag) {
      value = make(&keys, UnsafeBufferPointer(rebasing: bytes[start..<position]))
    } else {
      position = start
      let text = try decodeText(of: tag)
      value = text.withUnsafeBufferPointer { make(&keys, $0) }
    }
    guard let value else {
      let offset = UTF8.firstFault(in: bytes[start..<position]) ?? 0
      throw fault(.invalidEncoding(.utf8), at: start + offset)
    }
    if !tag.isEmpty { try readEndTag(of: tag.element, openedAt: tag.offset) }
    return value
  }

  /// Moves to the end tag; false if the text before it must be decoded.
  private mutating func skipPlainText(of tag: StartTag) throws(PropertyListFault) -> Bool {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20...0x25, 0x27...0x3B, 0x3D...0xEE, 0xF0...0xFF, 0x09, 0x0A: position += 1
      case 0xEF:
        try refuseNoncharacter()
        position += 1
      case UInt8(ascii: "<"): return try isAtEndTag(of: tag)
      case UInt8(ascii: "&"), 0x0D: return false
      case let control: throw fault(.disallowedCharacter(UInt32(control)), at: position)
      }
    }
    throw truncated(inside: tag.element, openedAt: tag.offset)
  }

  /// Whether the markup at the position is an end tag; returns false for a comment, CDATA or a
  /// processing instruction, and throws an error for another tag.
  private mutating func isAtEndTag(of tag: StartTag) throws(PropertyListFault) -> Bool {
    switch byte(after: 1) {
    case UInt8(ascii: "/"): return true
    case UInt8(ascii: "!") where starts(with: "<![CDATA[") || starts(with: "<!--"): return false
    case UInt8(ascii: "?"): return false
    default: break
    }
    let start = position
    position += 1
    let name = readName()
    guard position < bytes.count else {
      throw truncated(inside: tag.element, openedAt: tag.offset)
    }
    guard !name.isEmpty else { throw malformed(at: start) }
    throw fault(.elementInsideText(tag.element, found: text(name)), at: start)
  }

  /// Copies the text up to the end tag, resolves references and converts line ends to line feeds.
  private mutating func decodeText(of tag: StartTag) throws(PropertyListFault) -> [UInt8] {
    var result: [UInt8] = []
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "&"): try result.append(contentsOf: readReference())
      case UInt8(ascii: "<"):
        if try isAtEndTag(of: tag) { return result }
        try readMarkupInText(into: &result)
      default: try copyCharacter(into: &result)
      }
    }
    throw truncated(inside: tag.element, openedAt: tag.offset)
  }

  private mutating func readMarkupInText(into result: inout [UInt8]) throws(PropertyListFault) {
    if starts(with: "<!--") { return try skipComment() }
    if starts(with: "<?") { return try skip(past: "?>") }
    position += 9
    while !starts(with: "]]>") {
      guard position < bytes.count else { throw truncated() }
      try copyCharacter(into: &result)
    }
    position += 3
  }

  /// Copies a byte; a carriage return, with or without a line feed after it, becomes one line feed
  /// (XML 1.0 §2.11).
  private mutating func copyCharacter(into result: inout [UInt8]) throws(PropertyListFault) {
    let character = bytes[position]
    switch character {
    case 0x0D:
      result.append(0x0A)
      if byte(after: 1) == 0x0A { position += 1 }
    case 0x20..., 0x09, 0x0A:
      try refuseNoncharacter()
      result.append(character)
    default: throw fault(.disallowedCharacter(UInt32(character)), at: position)
    }
    position += 1
  }

  /// Rejects U+FFFE and U+FFFF at the position, which XML 1.0 §2.2 does not allow.
  private func refuseNoncharacter() throws(PropertyListFault) {
    let last = byte(after: 2)
    guard byte(after: 0) == 0xEF, byte(after: 1) == 0xBF, last >= 0xBE
    else { return }
    throw fault(.disallowedCharacter(0xFFFE + UInt32(last & 1)), at: position)
  }

  /// Reads `&name;`, `&#10;` or `&#xA;` at the position.
  private mutating func readReference() throws(PropertyListFault) -> [UInt8] {
    let start = position
    position += 1
    let isNumeric = byte(after: 0) == UInt8(ascii: "#")
    if isNumeric { position += 1 }
    let name = readName()
    guard byte(after: 0) == UInt8(ascii: ";"), !name.isEmpty else {
      throw position < bytes.count ? fault(.strayAmpersand, at: start) : truncated()
    }
    position += 1
    let word = text(name)
    if isNumeric {
      guard let scalar = Self.scalar(word) else {
        throw fault(.invalidReference("#" + word), at: start)
      }
      return Array(String(scalar).utf8)
    }
    guard let entity = Self.entities.first(where: { $0.key == word }) else {
      throw fault(.unknownEntity(word), at: start)
    }
    return [entity.value]
  }

  /// The entities that every reader of XML knows.
  static let entities: KeyValuePairs<String, UInt8> = [
    "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"),
    "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"),
  ]

  /// The character of a numeric reference; nil if XML 1.0 §2.2 does not allow it.
  private static func scalar(_ digits: String) -> Unicode.Scalar? {
    // The initializers of integers also accept a sign.
    guard !digits.contains("+") else { return nil }
    let value =
      if digits.hasPrefix("x") {
        UInt32(digits.dropFirst(), radix: 16)
      } else {
        UInt32(digits)
      }
    guard let value, value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value) else { return nil }
    guard value != 0xFFFE, value != 0xFFFF else { return nil }
    return Unicode.Scalar(value)
  }
}
