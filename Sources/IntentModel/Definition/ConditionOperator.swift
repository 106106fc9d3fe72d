/// How a condition compares the value of its subject with other values.
///
/// The raw value is the word in JSON.
public enum ConditionOperator: String, Sendable, Hashable, CaseIterable {
  case hasValue
  case hasNoValue
  case equal
  case notEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
  case oneOf
  case contains
  case doesNotContain
  case hasPrefix
  case hasSuffix
  case withinRange

  /// Whether the operator compares with values; the two that ask whether there is one do not.
  public var takesValues: Bool { self != .hasValue && self != .hasNoValue }

  /// Whether the operator compares by order, with the first value as the other operand.
  var isOrder: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  /// Whether two ordered values are in this relation; false for operators without order.
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
