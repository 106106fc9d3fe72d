import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The checks of single values that need only the value and its metadata.
extension IntentSchema {
  static func rangeIssues<Number: Comparable>(
    _ number: Number, _ lower: Number?, _ upper: Number?, at path: IntentPath,
    as quantity: (Number) -> IntentIssue.Quantity
  ) -> [IntentIssue] {
    if let lower, number < lower {
      let reason = IntentIssue.Reason.belowMinimum(
        value: quantity(number), minimum: quantity(lower))
      return [IntentIssue(reason, at: path)]
    }
    if let upper, number > upper {
      let reason = IntentIssue.Reason.aboveMaximum(
        value: quantity(number), maximum: quantity(upper))
      return [IntentIssue(reason, at: path)]
    }
    return []
  }

  static func decimalIssues(
    _ number: Double, _ lower: Double?, _ upper: Double?, at path: IntentPath,
    as quantity: (Double) -> IntentIssue.Quantity = { .decimal($0) }
  ) -> [IntentIssue] {
    guard number.isFinite else { return [IntentIssue(.notFinite, at: path)] }
    return rangeIssues(number, lower, upper, at: path, as: quantity)
  }

  static func durationIssues(
    _ seconds: Double, _ metadata: TimeIntervalMetadata, at path: IntentPath
  ) -> [IntentIssue] {
    decimalIssues(seconds, metadata.lowerLimit, metadata.upperLimit, at: path) { .duration($0) }
  }

  package static func textIssues(
    _ text: String, isMultiline: Bool, at path: IntentPath
  ) -> [IntentIssue] {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}":
        if !isMultiline { return [IntentIssue(.lineBreak, at: path)] }
      case "\t": continue
      case _ where scalar.isControl:
        return [IntentIssue(.controlCharacter(scalar.value), at: path)]
      default: continue
      }
    }
    return []
  }

  static func requiredTextIssues(_ text: String, at path: IntentPath) -> [IntentIssue] {
    text.isEmpty
      ? [IntentIssue(.emptyText, at: path)] : textIssues(text, isMultiline: false, at: path)
  }

  /// The issues with a value's optional texts, each given with its name in JSON.
  static func memberIssues(_ members: [(String, String?)], at path: IntentPath) -> [IntentIssue] {
    members.flatMap { name, text in
      textIssues(text ?? "", isMultiline: true, at: path.appending(name))
    }
  }
}

extension CurrencyAmount {
  /// The maximum number of digits and points in an amount.
  package static let maximumLength = 40

  /// Whether the amount is a decimal literal with at most ``maximumLength`` digits and points.
  ///
  /// It has an optional minus sign, digits, and optionally a point that is followed by more digits.
  public var hasDecimalAmount: Bool {
    let digits = amount.utf8.first == UInt8(ascii: "-") ? amount.dropFirst() : amount[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count) && digits.utf8.count <= Self.maximumLength
      && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }
  }
}

extension Double {
  /// Whole numbers below this limit are exact, and are written with all of their digits.
  package static let wholeLimit = 1e15

  /// The shortest decimal text that reads back as the same number, without `.0` for whole numbers.
  public var shortest: String {
    if self == rounded(), magnitude < Self.wholeLimit { return self == 0 ? "0" : String(Int(self)) }
    return description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }
}

/// The form that a URL must have for a URL parameter.
package enum IntentURL {
  /// The maximum length of a URL in bytes.
  package static let maximumBytes = 65_536

  /// Whether a text consists of a scheme, a colon and more text without spaces and control
  /// characters (RFC 3986 §3.1), and is not too long.
  package static func isValid(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), text.utf8.count <= maximumBytes else {
      return false
    }
    let rest = text[text.index(after: colon)...].unicodeScalars
    return isScheme(text[..<colon]) && !rest.isEmpty
      && rest.allSatisfy { $0 != " " && !$0.isControl }
  }

  /// Whether a text is a letter followed by letters, digits, `+`, `-` and `.` (RFC 3986 §3.1).
  package static func isScheme(_ text: some StringProtocol) -> Bool {
    text.utf8.first?.isLetter == true
      && text.utf8.allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
  }
}
