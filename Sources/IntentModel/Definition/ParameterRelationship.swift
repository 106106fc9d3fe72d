/// The condition on a parent parameter under which a parameter is shown.
public struct ParameterRelationship: Sendable, Hashable {
  /// The name of the parent parameter; some known files have none.
  public var parentName: String?

  /// The predicate as written, such as `BooleanHasExactValue`.
  public var predicateName: String

  /// The values to compare with, as alternatives.
  public var values: [IntentValue]

  /// Whether the file has the values as a list, even if there is only one.
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

  /// The relation at the end of the predicate's name; nil means no condition.
  public var relation: ParameterRelation? { ParameterRelation(predicateName: predicateName) }
}

/// The ten relations between a parent's value and the values of a predicate.
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

  /// Finds the relation at the end of a predicate's name; nil for any other ending.
  public init?(predicateName: String) {
    guard let relation = Self.allCases.first(where: { predicateName.hasSuffix($0.rawValue) }) else {
      return nil
    }
    self = relation
  }

  /// Whether the relation uses values; all except `hasAnyValue` do.
  public var takesValues: Bool { self != .hasAnyValue }

  /// Whether the relation compares by order.
  var isOrder: Bool {
    switch self {
    case .isGreaterThan, .isGreaterThanOrEqual, .isLessThan, .isLessThanOrEqual: true
    default: false
    }
  }

  /// Whether two ordered values are in this relation; false for relations without order.
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

extension ParameterRelationship {
  /// Whether the condition holds for the effective value of the parent.
  ///
  /// The rules are those of the runtime's form, completed by its resolver for ranges, "does not
  /// contain", arrays and the order of enum cases. Several values are alternatives. A range has two
  /// numbers; for texts it is the list of its values. A parent without a value only meets "is not
  /// equal". The missing value of a Boolean predicate is false. A predicate that does not end with
  /// a known relation is not a condition.
  ///
  /// - Parameters:
  ///   - parent: The effective value of the parent.
  ///   - enumeration: The enum of the parent, in which a number identifies a case.
  public func holds(for parent: IntentValue?, enumeration: IntentEnum? = nil) -> Bool {
    guard let relation else { return true }
    guard relation != .hasAnyValue else { return parent?.isPresent ?? false }
    guard let parent, parent.isPresent else { return relation == .isNotEqual }
    if case .array(let elements) = parent {
      return Self.holds(relation, elements: elements, values: comparisons(enumeration))
    }
    let values = comparisons(enumeration)
    guard let enumeration, relation.isOrder || relation == .isWithinRange else {
      return Self.holds(relation, parent: parent, values: values)
    }
    return Self.holds(
      relation, parent: parent.index(in: enumeration),
      values: values.map { $0.index(in: enumeration) })
  }

  /// The values to compare with: the names of numbered cases, and "off" for a Boolean without
  /// values.
  private func comparisons(_ enumeration: IntentEnum?) -> [IntentValue] {
    if values.isEmpty, predicateName.hasPrefix("Boolean") { return [.boolean(false)] }
    guard let enumeration else { return values }
    return values.map { value in
      guard case .integer(let index) = value else { return value }
      return enumeration.item(numbered: index).map { .string($0.name) } ?? value
    }
  }

  private static func holds(
    _ relation: ParameterRelation, parent: IntentValue, values: [IntentValue]
  ) -> Bool {
    switch relation {
    case .hasAnyValue: true
    case .hasExactValue: values.contains { parent.equals($0) }
    case .isNotEqual: !values.contains { parent.equals($0) }
    case .isWithinRange: isWithinRange(parent, values: values)
    case .contains: values.contains { parent.contains($0) }
    case .doesNotContain: !values.isEmpty && !values.contains { parent.contains($0) }
    case .isGreaterThan, .isGreaterThanOrEqual, .isLessThan, .isLessThanOrEqual:
      values.contains { parent.stands(relation, to: $0) }
    }
  }

  /// Compares array parents like the resolver.
  ///
  /// Equality applies to the whole array, and containment means that every element is among the
  /// values. Order relations never hold.
  private static func holds(
    _ relation: ParameterRelation, elements: [IntentValue], values: [IntentValue]
  ) -> Bool {
    let areEqual =
      elements.count == values.count && zip(elements, values).allSatisfy { $0.equals($1) }
    let areAmong = elements.allSatisfy { element in values.contains { element.equals($0) } }
    switch relation {
    case .hasAnyValue: return true
    case .hasExactValue: return areEqual
    case .isNotEqual: return !areEqual
    case .contains: return areAmong
    case .doesNotContain: return !values.isEmpty && !areAmong
    case .isWithinRange, .isGreaterThan, .isGreaterThanOrEqual, .isLessThan, .isLessThanOrEqual:
      return false
    }
  }

  /// A number must be between two values; for anything else, a range is the list of its values.
  private static func isWithinRange(_ parent: IntentValue, values: [IntentValue]) -> Bool {
    switch parent.predicateOperand {
    case .number, .boolean: break
    case .text, nil: return values.contains { parent.equals($0) }
    }
    guard values.count == 2 else { return false }
    return parent.stands(.isGreaterThanOrEqual, to: values[0])
      && parent.stands(.isLessThanOrEqual, to: values[1])
  }
}

/// The part of a value that predicates can compare.
package enum PredicateOperand: Sendable, Hashable {
  case boolean(Bool)
  case number(Double)
  case text(String)
}

extension IntentValue {
  /// The part of the value that predicates compare; nil for values that only support equality.
  package var predicateOperand: PredicateOperand? {
    switch self {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .number(Double(value))
    case .decimal(let value), .timeInterval(let value): .number(value)
    case .string(let text), .enumeration(let text), .url(let text), .file(let text): .text(text)
    case .object(let object): .text(object.identifier)
    case .speakableString(let speakable): .text(speakable.spokenPhrase)
    case .person(let person): .text(person.identifier ?? person.name)
    case .placemark(let place): place.name.map { .text($0) }
    case .paymentMethod(let method): .text(method.kind)
    case .currencyAmount(let amount): Double(amount.amount).map { .number($0) }
    case .measurement(let measurement): .number(measurement.baseValue)
    case .dateComponents, .array: nil
    }
  }

  /// The index of a case that is given by name; cases are ordered by index.
  fileprivate func index(in enumeration: IntentEnum) -> IntentValue {
    switch self {
    case .enumeration(let name), .string(let name):
      enumeration.item(named: name).map { .integer($0.index) } ?? self
    default: self
    }
  }

  /// Whether a parent's value equals a predicate's value, converted to the parent's kind.
  func equals(_ other: IntentValue) -> Bool {
    if self == other { return true }
    // As decimal numbers, integers beyond 2^53 would equal their neighbors.
    if case .integer = self, case .integer = other { return false }
    switch (predicateOperand, other.predicateOperand) {
    case (.boolean(let lhs), .boolean(let rhs)): return lhs == rhs
    case (.number(let lhs), .number(let rhs)): return lhs == rhs
    case (.text(let lhs), .text(let rhs)): return lhs == rhs
    case (.boolean(let lhs), .number(let rhs)): return (lhs ? 1 : 0) == rhs
    case (.boolean(let lhs), .text(let rhs)): return Self.truth(of: rhs) == lhs
    case (.number(let lhs), .text(let rhs)): return Double(rhs) == lhs
    default: return false
    }
  }

  /// Whether a parent's value is in an order relation to a predicate's value.
  func stands(_ relation: ParameterRelation, to other: IntentValue) -> Bool {
    if case .integer(let lhs) = self, case .integer(let rhs) = other {
      return relation.orders(lhs, rhs)
    }
    switch (predicateOperand, other.predicateOperand) {
    case (.number(let lhs), .number(let rhs)): return relation.orders(lhs, rhs)
    case (.number(let lhs), .text(let rhs)):
      return Double(rhs).map { relation.orders(lhs, $0) } ?? false
    case (.text(let lhs), .text(let rhs)): return relation.orders(lhs, rhs)
    default: return false
    }
  }

  /// Whether a predicate's value is part of a parent's text, or equals any other parent.
  func contains(_ other: IntentValue) -> Bool {
    guard case .text(let text)? = predicateOperand else { return equals(other) }
    guard case .text(let part)? = other.predicateOperand, !part.isEmpty else { return false }
    return text.containsText(part)
  }

  package static func truth(of text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }
}

extension IntentMeasurement {
  /// The value in the base unit of its quantity; unchanged for an unknown unit.
  var baseValue: Double {
    for dimension in MeasurementDimension.allCases {
      if let unit = dimension.unit(unit) { return unit.baseValue(of: value) }
    }
    return value
  }
}

extension String {
  /// Whether a text contains another one, compared by bytes.
  func containsText(_ part: String) -> Bool {
    let needle = Array(part.utf8)
    let hay = Array(utf8)
    guard needle.count <= hay.count else { return false }
    return (0...(hay.count - needle.count)).contains { start in
      hay[start..<(start + needle.count)].elementsEqual(needle)
    }
  }
}
