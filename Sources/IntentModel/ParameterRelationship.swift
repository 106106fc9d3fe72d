/// The condition on a parent parameter under which a parameter is shown.
public struct ParameterRelationship: Sendable, Hashable {
  /// The name of the parent parameter; real files exist that have none (corpus-facts §0.5).
  public var parentName: String?

  /// The predicate as written, such as `BooleanHasExactValue`.
  public var predicateName: String

  /// The values the predicate compares with, alternatives to each other.
  public var values: [IntentValue]

  /// Whether the file wrote the values as a list, also when there is only one.
  public var isList: Bool

  /// Keys of the relationship that the model does not know.
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

  /// The relation the predicate's name ends with; nil means no condition.
  public var relation: ParameterRelation? { ParameterRelation(predicateName: predicateName) }
}

/// The ten relations between a parent's value and the values of a predicate (intent-runtime §3.2).
public enum ParameterRelation: String, Sendable, Hashable, CaseIterable {
  case hasAnyValue = "HasAnyValue"
  case hasExactValue = "HasExactValue"
  case isNotEqual = "ValueIsNotEqual"
  case isGreaterThan = "ValueIsGreaterThan"
  case isGreaterThanOrEqual = "ValueIsGreaterThanOrEqual"
  case isLessThan = "ValueIsLessThan"
  case isLessThanOrEqual = "ValueIsLessThanOrEqual"
  case isWithinRange = "ValueIsWithinRange"
  case contains = "ValueContains"
  case doesNotContain = "ValueDoesNotContain"

  /// The relation whose name ends a predicate's name; nil for any other ending.
  public init?(predicateName: String) {
    guard let relation = Self.allCases.first(where: { predicateName.hasSuffix($0.rawValue) }) else {
      return nil
    }
    self = relation
  }

  /// Whether the relation looks at values; only `hasAnyValue` does not.
  public var takesValues: Bool { self != .hasAnyValue }

  /// Whether the relation compares by order.
  var isOrder: Bool {
    switch self {
    case .isGreaterThan, .isGreaterThanOrEqual, .isLessThan, .isLessThanOrEqual: true
    default: false
    }
  }

  /// Whether two ordered things stand in this relation; false for relations that are no order.
  func orders<Ordered: Comparable>(_ lhs: Ordered, _ rhs: Ordered) -> Bool {
    switch self {
    case .isGreaterThan: lhs > rhs
    case .isGreaterThanOrEqual: lhs >= rhs
    case .isLessThan: lhs < rhs
    case .isLessThanOrEqual: lhs <= rhs
    default: false
    }
  }
}
