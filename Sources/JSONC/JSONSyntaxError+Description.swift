extension JSONSyntaxError: CustomStringConvertible {
  /// A sentence with place, rule and remedy, then the line and a caret below it.
  public var description: String {
    "line \(line), column \(column): \(sentence)\n\(excerpt)"
  }

  /// The sentence alone, without place and excerpt.
  public var sentence: String {
    let subject = subject ?? ""
    return switch rule {
    case .emptyText: "the text is empty; a JSON text holds one value"
    case .unexpectedEnd: "the text ends inside a value; it may have been cut off"
    case .trailingText: "more text follows the value; a JSON text holds one value"
    case .expectedValue: "a value must stand here, not \(subject)"
    case .unknownLiteral: "\(subject) is no JSON value; put text in double quotes"
    case .expectedKey: "a key in double quotes must stand here, not \(subject)"
    case .expectedColon: "a colon must follow the key, not \(subject)"
    case .expectedCommaOrBrace: "a comma or } must follow the member, not \(subject)"
    case .expectedCommaOrBracket: "a comma or ] must follow the element, not \(subject)"
    case .trailingComma: "no comma may follow the last entry; remove it"
    case .comment: "JSON has no comments; remove it"
    case .singleQuotes: "JSON has no single quotes; use double quotes"
    case .duplicateKey: "the key \(subject); remove one of them"
    case .nonFiniteLiteral: "\(subject) is no JSON number; use null or a string"
    case .leadingPlus: "a number has no plus sign; remove it"
    case .leadingZero: "a number has no leading zeros; remove them"
    case .missingDigit: "a digit must stand here, not \(subject)"
    case .integerOutOfRange:
      "the integer \(subject) is out of range; the range is \(Int.min) to \(Int.max)"
    case .numberOutOfRange: "the number \(subject) is out of range; it is beyond 1.8e308"
    case .controlCharacter: "the control character \(subject) must be escaped in a string"
    case .invalidEscape: "\(subject) is no escape; write \\\\ for a backslash"
    case .invalidUnicodeEscape: "four hexadecimal digits must follow \\u"
    case .loneSurrogate: "\(subject) is half of a surrogate pair; write both halves"
    case .invalidUTF8: "the byte \(subject) is no valid UTF-8; save the text as UTF-8"
    case .byteOrderMark: "JSON has no byte-order mark; save the text as UTF-8 without one"
    case .nestingTooDeep: "the nesting is deeper than \(subject) levels; make it flatter"
    case .textTooLarge: "the text is larger than \(subject) bytes; give less at a time"
    case .refusedByLibrary: "the JSON library refused the text; memory may be short"
    }
  }

  /// The words that the sentence of the rule is about.
  static func subject(
    of failure: JSONScanFailure, in text: UnsafeBufferPointer<UInt8>, limits: JSONLimits
  ) -> String? {
    switch failure.rule {
    case .expectedValue, .expectedKey, .expectedColon, .expectedCommaOrBrace,
      .expectedCommaOrBracket, .missingDigit:
      character(at: failure.offset, in: text)
    case .unknownLiteral, .nonFiniteLiteral, .integerOutOfRange, .numberOutOfRange:
      word(at: failure.offset, in: text)
    case .duplicateKey: key(of: failure, in: text)
    case .controlCharacter, .invalidUTF8: hex(text[failure.offset])
    case .invalidEscape: visible(text[failure.offset...].prefix(5), limit: 2)
    case .loneSurrogate: visible(text[failure.offset...].prefix(6), limit: 6)
    case .nestingTooDeep: String(limits.maximumDepth)
    case .textTooLarge: String(limits.maximumBytes)
    default: nil
    }
  }

  private static func character(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    visible(text[offset...].prefix(4), limit: 1, ellipsis: "")
  }

  private static func word(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    let signs: [UInt8] = [Ascii.minus, Ascii.plus, Ascii.point]
    let word = text[offset...].prefix { Ascii.isWord($0) || signs.contains($0) }
    return visible(word.prefix(41), limit: 40, ellipsis: "…")
  }

  private static func key(
    of failure: JSONScanFailure, in text: UnsafeBufferPointer<UInt8>
  ) -> String {
    var cursor = JSONCursor(text)
    cursor.position = failure.offset
    _ = try? cursor.scanString(asKey: true)
    let range = JSONKeyRange(
      start: failure.offset + 1, end: cursor.position - 1, hasEscapes: true)
    let bytes = Array(JSONStringBytes(range, in: text).prefix(165))
    let key = visible(bytes[...], limit: 40, ellipsis: "…")
    let line = JSONPosition(byteOffset: failure.earlierOffset ?? 0, in: text).line
    return "\"\(key)\" occurs twice in one object, first in line \(line)"
  }

  private static func visible(
    _ bytes: some Collection<UInt8>, limit: Int, ellipsis: String = ""
  ) -> String {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    let form = VisibleText.form(of: scalars.prefix(limit), limit: limit)
    return scalars.count > limit ? form + ellipsis : form
  }

  private static func hex(_ byte: UInt8) -> String {
    "0x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
