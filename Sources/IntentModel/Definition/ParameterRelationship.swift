/// The condition on a parent parameter under which a parameter is shown.
public struct ParameterRelationship: Sendable, Hashable {
  /// The name of the parent parameter; it is missing in some known files.
  public var parentName: String?

  /// The predicate as written, such as `BooleanHasExactValue`.
  public var predicateName: String

  /// The values to compare with, as alternatives.
  public var values: [IntentValue]

  /// Whether the file has a list of values, even if there is only one.
  public var isList: Bool

  /// The keys of the relationship that are unknown to the model.
  public var extras: DefinitionExtras

  /// Makes a relationship.
  public init(
    parentName: String?, predicateName: String, values: [IntentValue] = [], isList: Bool = false,
    extras: DefinitionExtras = .none
  ) {
    self.parentName = parentName
    self.predicateName = predicateName
    self.values = values
    self.isList = isList
    self.extras = extras
  }

  /// The relation at the end of the predicate's name; if it is nil, there is no condition.
  public var relation: ParameterRelation? { ParameterRelation(predicateName: predicateName) }
}

/// A relation between a parent's value and the values in a predicate.
public enum ParameterRelation: String, Sendable, Hashable, CaseIterable {
  /// The parent has a value.
  case hasAnyValue = "HasAnyValue"
  /// The parent's value is the given value, or one of the given values.
  case hasExactValue = "HasExactValue"
  /// The parent's value is not the given value.
  case isNotEqual = "ValueIsNotEqual"
  /// The parent's value is greater than the given value.
  case isGreaterThan = "ValueIsGreaterThan"
  /// The parent's value is at least the given value.
  case isGreaterThanOrEqual = "ValueIsGreaterThanOrEqual"
  /// The parent's value is less than the given value.
  case isLessThan = "ValueIsLessThan"
  /// The parent's value is at most the given value.
  case isLessThanOrEqual = "ValueIsLessThanOrEqual"
  /// The parent's value is between the two given values, or is one of them.
  case isWithinRange = "ValueIsWithinRange"
  /// The parent's text contains the given text.
  case contains = "ValueContains"
  /// The parent's text does not contain the given text.
  case doesNotContain = "ValueDoesNotContain"

  /// Finds the relation at the end of a predicate's name; nil if the name does not end with one.
  public init?(predicateName: String) {
    guard let relation = Self.allCases.first(where: { predicateName.hasSuffix($0.rawValue) }) else {
      return nil
    }
    self = relation
  }

  /// Whether the relation uses values; all relations except `hasAnyValue` do.
  public var takesValues: Bool { self != .hasAnyValue }

  /// The operator that stands for the relation in a condition.
  public var comparison: ConditionOperator {
    switch self {
    case .hasAnyValue: .hasValue
    case .hasExactValue: .equal
    case .isNotEqual: .notEqual
    case .isGreaterThan: .greater
    case .isGreaterThanOrEqual: .greaterOrEqual
    case .isLessThan: .less
    case .isLessThanOrEqual: .lessOrEqual
    case .isWithinRange: .withinRange
    case .contains: .contains
    case .doesNotContain: .doesNotContain
    }
  }
}

extension ValueKind {
  /// The prefix of a predicate's name for a parent of this kind.
  package var predicatePrefix: String {
    switch self {
    case .enumeration: "Enum"
    case .boolean, .integer, .decimal: facts.xcode
    default: "String"
    }
  }
}

extension ParameterRelationship {
  /// The relationship as a comparison with its parent; nil for a predicate that does not end with a
  /// known relation, because it is not a condition.
  public var comparison: Condition.Comparison? {
    guard let relation else { return nil }
    return Condition.Comparison(
      subject: .parameter(parentName ?? ""), comparison: relation.comparison,
      values: comparedValues, rules: .intentDefinition)
  }

  /// The values to compare with; "off" for a Boolean predicate without values.
  package var comparedValues: [IntentValue] {
    values.isEmpty && comparesBoolean ? [.boolean(false)] : values
  }

  /// Whether it is a predicate for Booleans.
  package var comparesBoolean: Bool { predicateName.hasPrefix(ValueKind.boolean.predicatePrefix) }

  /// Whether the condition holds for the effective value of the parent.
  ///
  /// - Parameters:
  ///   - parent: The effective value of the parent.
  ///   - enumeration: The enum of the parent, if a number identifies one of its cases.
  public func holds(for parent: IntentValue?, enumeration: IntentEnum? = nil) -> Bool {
    comparison?.holds(for: parent, enumeration: enumeration) ?? true
  }
}
