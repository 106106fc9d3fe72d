/// How a condition compares the value of its subject with other values.
///
/// The raw value is the word in JSON.
public enum ConditionOperator: String, Sendable, Hashable, CaseIterable {
  /// There is a value.
  case hasValue
  /// There is no value.
  case hasNoValue
  /// The value equals the given value.
  case equal
  /// The value does not equal the given value.
  case notEqual
  /// The value is less than the given value.
  case less
  /// The value is at most the given value.
  case lessOrEqual
  /// The value is greater than the given value.
  case greater
  /// The value is at least the given value.
  case greaterOrEqual
  /// The value is one of the given values.
  case oneOf
  /// The text, or the array, contains the given value.
  case contains
  /// The text, or the array, does not contain the given value.
  case doesNotContain
  /// The text begins with the given text.
  case hasPrefix
  /// The text ends with the given text.
  case hasSuffix
  /// The value is between the two given values, or is one of them.
  case withinRange

  /// Whether the operator compares with other values; the two operators that only test whether
  /// there is a value do not.
  public var takesValues: Bool { self != .hasValue && self != .hasNoValue }

  /// Whether the operator compares by order.
  package var isOrder: Bool { orders(0, 1) || orders(1, 0) }

  /// Whether two ordered values are in this relation; false for operators that do not compare by
  /// order.
  func orders<Ordered: Comparable>(_ left: Ordered, _ right: Ordered) -> Bool {
    switch self {
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    default: false
    }
  }
}
