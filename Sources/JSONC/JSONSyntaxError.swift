/// The place where a text is no JSON, the rule it breaks, and a look at the line.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// The rule that the text breaks; all are of RFC 8259 unless another source is named.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// There is no value, only space or nothing.
    case emptyText
    /// The text ends inside a value.
    case unexpectedEnd
    /// Something other than space follows the value (§2).
    case trailingText
    /// Something stands where a value must (§3).
    case expectedValue
    /// A word is none of `true`, `false` and `null`, which are lower case (§3).
    case unknownLiteral
    /// A member does not begin with a key in double quotes (§4).
    case expectedKey
    /// No colon follows a key (§4).
    case expectedColon
    /// Neither a comma nor a closing brace follows a member (§4).
    case expectedCommaOrBrace
    /// Neither a comma nor a closing bracket follows an element (§5).
    case expectedCommaOrBracket
    /// A comma stands before a closing bracket or brace (§4, §5).
    case trailingComma
    /// A comment, which JSON does not have.
    case comment
    /// A string or key in single quotes (§7).
    case singleQuotes
    /// A key occurs twice in one object, if that is refused (§4 leaves it open).
    case duplicateKey
    /// `NaN` or `Infinity` (§6).
    case nonFiniteLiteral
    /// A number begins with a plus sign (§6).
    case leadingPlus
    /// A number has a zero before its other digits (§6).
    case leadingZero
    /// A number has no digit before or after the point, or in the exponent (§6).
    case missingDigit
    /// An integer is outside −2^63 to 2^63−1 (a limit of this package, as §6 allows).
    case integerOutOfRange
    /// A decimal is beyond the largest `Double` (a limit of this package, as §6 allows).
    case numberOutOfRange
    /// A control character stands in a string without an escape (§7).
    case controlCharacter
    /// A backslash is followed by a letter that means nothing (§7).
    case invalidEscape
    /// `\u` is not followed by four hexadecimal digits (§7).
    case invalidUnicodeEscape
    /// A surrogate is escaped without its partner, so that it means no character (§8.2).
    case loneSurrogate
    /// The bytes are no UTF-8 (§8.1, RFC 3629).
    case invalidUTF8
    /// A byte-order mark (§8.1).
    case byteOrderMark
    /// More containers are open than the limits allow (§9).
    case nestingTooDeep
    /// The text has more bytes than the limits allow (§9).
    case textTooLarge
    /// json-c refused what is valid: memory was short.
    case refusedByLibrary
  }

  /// The rule that the text breaks.
  public let rule: Rule
  /// The line, from 1; a line ends at LF, CR or CR LF.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The place in bytes from the start of the text, from 0.
  public let byteOffset: Int
  /// What the sentence is about, if the rule needs it: the key, the word or the limit.
  public let subject: String?
  /// The part of the line around the place, at most 80 columns wide, and below it a caret.
  public let excerpt: String

  init(_ failure: JSONScanFailure, in text: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    let place = JSONPosition(byteOffset: failure.offset, in: text)
    rule = failure.rule
    line = place.line
    column = place.column
    byteOffset = failure.offset
    subject = Self.subject(of: failure, in: text, limits: limits)
    excerpt = JSONExcerpt.text(around: failure.offset, in: text)
  }
}
