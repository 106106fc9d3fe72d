import Messages

/// The first error in a text that is not JSON: its position, the broken rule and an excerpt.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// The rule that the text breaks; the sections refer to RFC 8259 unless another source is named.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// The text has no value: it is empty or only has space.
    case emptyText
    /// The text ends inside a value.
    case unexpectedEnd
    /// Something other than space follows the value (§2).
    case trailingText
    /// A value is expected, but something else was found (§3).
    case expectedValue
    /// A word is not `true`, `false` or `null`, in lower case (§3).
    case unknownLiteral
    /// A member does not begin with a key in double quotes (§4).
    case expectedKey
    /// No colon follows a key (§4).
    case expectedColon
    /// Neither a comma nor a closing brace follows a member (§4).
    case expectedCommaOrBrace
    /// Neither a comma nor a closing bracket follows an element (§5).
    case expectedCommaOrBracket
    /// A comma precedes a closing bracket or brace (§4, §5).
    case trailingComma
    /// The text has a comment, which is not part of JSON.
    case comment
    /// A string or key is in single quotes (§7).
    case singleQuotes
    /// A key occurs twice in one object and duplicates are refused (§4 allows them).
    case duplicateKey
    /// A number is `NaN` or `Infinity` (§6).
    case nonFiniteLiteral
    /// A number begins with a plus sign (§6).
    case leadingPlus
    /// A number has a leading zero before other digits (§6).
    case leadingZero
    /// A number has no digit before or after the point, or in the exponent (§6).
    case missingDigit
    /// An integer is outside the range −2^63 to 2^63−1 (a limit of this package, as §6 allows).
    case integerOutOfRange
    /// A decimal is beyond the largest `Double` (a limit of this package, as §6 allows).
    case numberOutOfRange
    /// A string has an unescaped control character (§7).
    case controlCharacter
    /// A backslash is followed by a character that does not form an escape (§7).
    case invalidEscape
    /// `\u` is not followed by four hexadecimal digits (§7).
    case invalidUnicodeEscape
    /// An escaped surrogate has no matching one, so it does not encode a character (§8.2).
    case loneSurrogate
    /// The bytes are not UTF-8 (§8.1, RFC 3629).
    case invalidUTF8
    /// The text has a byte-order mark (§8.1).
    case byteOrderMark
    /// More containers are open than the limits allow (§9).
    case nestingTooDeep
    /// The text has more bytes than the limits allow (§9).
    case textTooLarge
    /// json-c refused a valid text because memory was short.
    case refusedByLibrary
  }

  /// The rule that the text breaks.
  public let rule: Rule
  /// The line, from 1; a line ends at LF, CR or CR LF.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The position in bytes from the start of the text, from 0.
  public let byteOffset: Int
  /// The text that the message refers to, if the rule needs one: the key, the word or the limit.
  public let subject: String?
  /// The line of the first of two equal keys, from 1; nil for all other rules.
  public let firstLine: Int?
  /// The part of the line around the position, at most 80 columns wide, with a caret below it.
  public let excerpt: String

  init(_ failure: JSONScanFailure, in text: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    let place = JSONPosition(byteOffset: failure.offset, in: text)
    rule = failure.rule
    line = place.line
    column = place.column
    byteOffset = failure.offset
    subject = Self.subject(of: failure, in: text, limits: limits)
    firstLine =
      failure.rule == .duplicateKey
      ? JSONPosition(byteOffset: failure.earlierOffset ?? 0, in: text).line : nil
    excerpt = JSONExcerpt.text(around: failure.offset, in: text)
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// One sentence with the position, the rule and the remedy, then the excerpt.
  public var description: String {
    "line \(line), column \(column): \(sentence)\n\(excerpt)"
  }

  /// The sentence without the position and the excerpt.
  public var sentence: String {
    let subject = subject ?? ""
    return switch rule {
    case .emptyText: "the text is empty; a JSON text holds one value"
    case .unexpectedEnd: "the text ends inside a value; it may have been cut off"
    case .trailingText: "more text follows the value; a JSON text holds one value"
    case .expectedValue: "a value must stand here, not \(subject)"
    case .unknownLiteral: "\(subject) is not a JSON value; put text in double quotes"
    case .expectedKey: "a key in double quotes must stand here, not \(subject)"
    case .expectedColon: "a colon must follow the key, not \(subject)"
    case .expectedCommaOrBrace: "a comma or } must follow the member, not \(subject)"
    case .expectedCommaOrBracket: "a comma or ] must follow the element, not \(subject)"
    case .trailingComma: "no comma may follow the last entry; remove it"
    case .comment: "JSON has no comments; remove it"
    case .singleQuotes: "JSON has no single quotes; use double quotes"
    case .duplicateKey:
      "the key \"\(subject)\" occurs twice in one object, first in line \(firstLine ?? 1); "
        + "remove one of them"
    case .nonFiniteLiteral: "\(subject) is not a JSON number; use null or a string"
    case .leadingPlus: "a number has no plus sign; remove it"
    case .leadingZero: "a number has no leading zeros; remove them"
    case .missingDigit: "a digit must stand here, not \(subject)"
    case .integerOutOfRange:
      "the integer \(subject) is out of range; the range is \(Int.min) to \(Int.max)"
    case .numberOutOfRange: "the number \(subject) is out of range; it is beyond 1.8e308"
    case .controlCharacter: "the control character \(subject) must be escaped in a string"
    case .invalidEscape: "\(subject) is not an escape; write \\\\ for a backslash"
    case .invalidUnicodeEscape: "four hexadecimal digits must follow \\u"
    case .loneSurrogate: "\(subject) is half of a surrogate pair; write both halves"
    case .invalidUTF8: "the byte \(subject) is not valid UTF-8; save the text as UTF-8"
    case .byteOrderMark: "JSON has no byte-order mark; save the text as UTF-8 without one"
    case .nestingTooDeep: "the nesting is deeper than \(subject) levels; make it flatter"
    case .textTooLarge: "the text is larger than \(subject) bytes; give less at a time"
    case .refusedByLibrary: "the JSON library refused the text; memory may be short"
    }
  }

  /// The text that the rule's sentence refers to.
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
    let source = JSONStringBytes.source(from: failure.offset + 1, in: text)
    let bytes = Array(JSONStringBytes(source).prefix(165))
    return visible(bytes[...], limit: 40, ellipsis: "…")
  }

  private static func visible(
    _ bytes: some Collection<UInt8>, limit: Int, ellipsis: String = ""
  ) -> String {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    let form = String(String.UnicodeScalarView(scalars.prefix(limit))).harmless(limit: limit)
    return scalars.count > limit ? form + ellipsis : form
  }

  private static func hex(_ byte: UInt8) -> String {
    "0x" + byte.hexadecimal(digits: 2, uppercase: true)
  }
}
