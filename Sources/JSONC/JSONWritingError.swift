/// Why a value cannot be written as JSON, and which part of it.
public struct JSONWritingError: Error, Sendable, Hashable {
  /// The rule that the value breaks.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// JSON has no infinity and no "not a number" (RFC 8259 §6).
    case nonFiniteNumber
    /// The value is nested deeper than any reader of this package allows.
    case nestingTooDeep
  }

  /// The rule that the value breaks.
  public let rule: Rule
  /// Where the part stands in the value.
  public let path: [JSONPathComponent]
}

extension JSONWritingError: CustomStringConvertible {
  /// One sentence with the place, the rule and the remedy.
  public var description: String {
    switch rule {
    case .nonFiniteNumber:
      "\(path.text): the number is not finite, which JSON cannot express; "
        + "write null or a string in its place"
    case .nestingTooDeep:
      "\(path.prefix(4).text)…: the value is nested deeper than \(JSONLimits.deepest) levels; "
        + "make it flatter"
    }
  }
}
