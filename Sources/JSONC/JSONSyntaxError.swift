package import Messages

/// The first error in a text that is not JSON: its position, the broken rule and an excerpt.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// The rule that the text breaks; the sections refer to RFC 8259 unless another source is named.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// The text has no value: it is empty or contains only white space.
    case emptyText
    /// The text ends inside a value.
    case unexpectedEnd
    /// Something other than white space follows the value (§2).
    case trailingText
    /// A value is expected, but something else was found (§3).
    case expectedValue
    /// A word is not one of the lowercase literals `true`, `false` and `null` (§3).
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
    /// An integer is outside the range of `Int` (a limit of this package, as §6 allows).
    case integerOutOfRange
    /// A decimal is beyond the largest `Double` (a limit of this package, as §6 allows).
    case numberOutOfRange
    /// A string has an unescaped control character (§7).
    case controlCharacter
    /// A backslash is followed by a character that does not form an escape (§7).
    case invalidEscape
    /// `\u` is not followed by four hexadecimal digits (§7).
    case invalidUnicodeEscape
    /// An escaped surrogate is not part of a pair, so it does not encode a character (§8.2).
    case loneSurrogate
    /// The bytes are not UTF-8 (§8.1, RFC 3629).
    case invalidUTF8
    /// The text has a byte-order mark (§8.1).
    case byteOrderMark
    /// More containers are open than the limits allow (§9).
    case nestingTooDeep
    /// The text has more bytes than the limits allow (§9).
    case textTooLarge
    /// The text has more values and keys than the limits allow (§9).
    case tooManyValues
    /// json-c refused a valid text because it ran out of memory.
    case refusedByLibrary
  }

  /// The rule that the text breaks.
  public let rule: Rule
  /// The line; see ``JSONPosition/line``.
  public let line: Int
  /// The column; see ``JSONPosition/column``.
  public let column: Int
  /// The position; see ``JSONPosition/byteOffset``.
  public let byteOffset: Int
  /// The text that the message refers to, if the rule needs one: the key, the word or the limit.
  public let subject: String?
  /// The line of the first of two equal keys, from 1; nil for all other rules.
  public let firstLine: Int?
  /// The part of the line around the position, no wider than a narrow terminal, with a caret below
  /// it.
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
  /// The position, the rule and the remedy in English, then the excerpt.
  public var description: String {
    "line \(line), column \(column): \(sentence)\n\(excerpt)"
  }

  /// The rule and the remedy in English, without the position and the excerpt.
  public var sentence: String {
    rule.statement(about: subject ?? "", firstLine: firstLine ?? 1).explanation.text()
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
    case .tooManyValues: String(limits.maximumValues)
    default: nil
    }
  }

  private static func character(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    visible(text[offset...].prefix(4), limit: 1, ellipsis: "")
  }

  private static func word(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    let signs: [UInt8] = [Ascii.minus, Ascii.plus, Ascii.point]
    let word = text[offset...].prefix { Ascii.isWord($0) || signs.contains($0) }
    return visible(word.prefix(longest + 1), limit: longest, ellipsis: "…")
  }

  private static func key(
    of failure: JSONScanFailure, in text: UnsafeBufferPointer<UInt8>
  ) -> String {
    let source = JSONStringBytes.source(from: failure.offset + 1, in: text)
    // A scalar has at most four bytes.
    let bytes = Array(JSONStringBytes(source).prefix(4 * (longest + 1)))
    return visible(bytes[...], limit: longest, ellipsis: "…")
  }

  /// The maximum number of scalars that a message shows of a word or a key.
  private static var longest: Int { 40 }

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

extension JSONSyntaxError.Rule {
  /// The code, the problem and the remedy.
  ///
  /// - Parameters:
  ///   - subject: The key, the word or the limit that the rule concerns; empty if there is none.
  ///   - firstLine: The line of the first of two repeated keys.
  package func statement(about subject: String, firstLine: Int) -> ProblemStatement {
    func error(
      _ message: Message, _ advice: Message = "Correct the text there."
    ) -> ProblemStatement {
      ProblemStatement("json-syntax", message, advice)
    }
    return switch self {
    case .emptyText: error("The text is empty.", .oneValue)
    case .unexpectedEnd: error("The text ends inside a value.", "It may have been cut off.")
    case .trailingText: error("More text follows the value.", .oneValue)
    case .expectedValue:
      error("A value is expected here, not \(subject).")
    case .unknownLiteral:
      error("“\(name: subject)” is not a JSON value.", "Put text in double quotes.")
    case .expectedKey:
      error("A key in double quotes is expected here, not \(subject).")
    case .expectedColon:
      error("A colon must follow the key, not \(subject).")
    case .expectedCommaOrBrace:
      error("A comma or } must follow the member, not \(subject).")
    case .expectedCommaOrBracket:
      error("A comma or ] must follow the element, not \(subject).")
    case .trailingComma: error("No comma may follow the last entry.", .removeIt)
    case .comment: error("A comment is not allowed in JSON.", .removeIt)
    case .singleQuotes: error("Single quotes are not allowed in JSON.", "Use double quotes.")
    case .duplicateKey:
      error(
        "The key “\(name: subject)” occurs twice in one object, first in line \(firstLine).",
        "Remove one of them.")
    case .nonFiniteLiteral: error("“\(name: subject)” is not a JSON number.", .jsonUseNull)
    case .leadingPlus: error("A JSON number cannot begin with a plus sign.", .removeIt)
    case .leadingZero: error("A JSON number cannot have leading zeros.", .removeThem)
    case .missingDigit:
      error("A digit is expected here, not \(subject).")
    case .integerOutOfRange:
      error(
        "The integer \(subject) is out of range.",
        "The range is \("\(Int.min)") to \("\(Int.max)").")
    case .numberOutOfRange: error("The number \(subject) is out of range.", "It is beyond 1.8e308.")
    case .controlCharacter:
      error("The control character \(subject) must be escaped in a string.")
    case .invalidEscape:
      error("“\(name: subject)” is not an escape.", "Write \\\\ for a backslash.")
    case .invalidUnicodeEscape:
      error("Four hexadecimal digits must follow \\u.")
    case .loneSurrogate:
      error("“\(name: subject)” is half of a surrogate pair.", "Write both halves.")
    case .invalidUTF8: error("The byte \(subject) is not valid UTF-8.", "Save the text as UTF-8.")
    case .byteOrderMark:
      error("JSON cannot begin with a byte-order mark.", "Save the text as UTF-8 without one.")
    case .nestingTooDeep: error("The nesting is deeper than \(subject) levels.", .makeFlatter)
    case .textTooLarge:
      error("The text is larger than \(subject) bytes.", .splitIt)
    case .tooManyValues:
      error("The text has more than \(subject) values and keys.", .splitIt)
    case .refusedByLibrary:
      error("The JSON library refused the text.", "There may not be enough memory.")
    }
  }
}

extension Message {
  static var jsonUseNull: Message { "Use null or a string." }
  static var makeFlatter: Message { "Reduce the nesting." }
  fileprivate static var oneValue: Message { "A JSON text holds one value." }
  fileprivate static var splitIt: Message { "Split it into smaller parts." }
}
