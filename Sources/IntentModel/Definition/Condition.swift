/// The condition under which something is shown: a combination of comparisons of answers and of the
/// family.
///
/// A parent in an intent definition is a single comparison. A summary of App Intents is a tree of
/// comparisons, so the condition of a row combines several of them.
public indirect enum Condition: Sendable, Hashable {
  /// The comparison holds.
  case comparison(Comparison)
  /// All of the conditions hold; an empty list always holds.
  case all([Condition])
  /// At least one of the conditions holds; an empty list never holds.
  case any([Condition])
  /// The condition does not hold.
  case not(Condition)

  /// The subject of a comparison.
  public enum Subject: Sendable, Hashable {
    /// The effective value of a parameter.
    case parameter(String)
    /// The family of the widget.
    case family
    /// A subject that only the system knows, by its name in the definition.
    case other(String)

    /// The name of the subject in App Intents.
    package var name: String {
      switch self {
      case .parameter(let name), .other(let name): name
      case .family: "widgetFamily"
      }
    }
  }

  /// The rules for comparisons, which depend on the format of the definition.
  public enum Rules: Sendable, Hashable {
    /// The rules of Apple's runtime for intent definitions.
    ///
    /// Most of them are the rules by which its form shows and hides rows. The rules for ranges, for
    /// "does not contain", for arrays and for the order of enum cases are those by which the runtime
    /// resolves an intent.
    ///
    /// Several values are alternatives. For numbers, a range has two values; for texts, it is the
    /// list of its values. A parent without a value satisfies only "is not equal".
    case intentDefinition

    /// The rules of App Intents: a parameter without a value is less than any number, and entities
    /// are compared by their identifiers.
    case appIntents
  }

  /// A comparison of a subject with values.
  public struct Comparison: Sendable, Hashable {
    /// The subject of the comparison.
    public var subject: Subject
    /// How it is compared.
    public var comparison: ConditionOperator
    /// The values to compare with, as alternatives; empty for operators that take no values.
    public var values: [IntentValue]
    /// The rules that belong to the format of the definition.
    public var rules: Rules

    /// Makes a comparison.
    public init(
      subject: Subject, comparison: ConditionOperator, values: [IntentValue] = [],
      rules: Rules = .appIntents
    ) {
      self.subject = subject
      self.comparison = comparison
      self.values = values
      self.rules = rules
    }
  }
}

extension Condition {
  /// The answers for which a condition is evaluated.
  public struct Answers {
    /// The family of the widget.
    public var family: WidgetFamily
    /// The effective value of a parameter; nil if it has none.
    public var value: (String) -> IntentValue?
    /// The enum of a parameter; nil if the parameter has a different type.
    public var enumeration: (String) -> IntentEnum?
    /// Whether the effective value of a parameter is unknown because its default could not be read.
    public var isUnknown: (String) -> Bool

    /// Makes answers.
    public init(
      family: WidgetFamily, value: @escaping (String) -> IntentValue?,
      enumeration: @escaping (String) -> IntentEnum?,
      isUnknown: @escaping (String) -> Bool = { _ in false }
    ) {
      self.family = family
      self.value = value
      self.enumeration = enumeration
      self.isUnknown = isUnknown
    }
  }

  /// Whether the condition holds; nil if it depends on an unknown value, or on something that only the
  /// system knows.
  public func holds(for answers: Answers) -> Bool? {
    switch self {
    case .comparison(let comparison): return comparison.holds(for: answers)
    case .not(let condition): return condition.holds(for: answers).map { !$0 }
    case .all(let conditions):
      let results = conditions.map { $0.holds(for: answers) }
      return results.contains(false) ? false : results.contains(nil) ? nil : true
    case .any(let conditions):
      let results = conditions.map { $0.holds(for: answers) }
      return results.contains(true) ? true : results.contains(nil) ? nil : false
    }
  }

  /// The comparisons of the condition, in order.
  public var comparisons: [Comparison] {
    switch self {
    case .comparison(let comparison): [comparison]
    case .not(let condition): condition.comparisons
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.comparisons)
    }
  }
}

extension Condition {
  /// The condition with parameters renamed; a parameter without a new name keeps its old one.
  func renaming(_ names: [String: String]) -> Condition {
    switch self {
    case .comparison(var comparison):
      if case .parameter(let name) = comparison.subject {
        comparison.subject = .parameter(names[name] ?? name)
      }
      return .comparison(comparison)
    case .not(let condition): return .not(condition.renaming(names))
    case .all(let conditions): return .all(conditions.map { $0.renaming(names) })
    case .any(let conditions): return .any(conditions.map { $0.renaming(names) })
    }
  }
}

extension Condition.Comparison {
  /// The families that the comparison names, whether known or not; empty if its subject is not the
  /// family.
  package var namedFamilies: [WidgetFamily] {
    guard subject == .family else { return [] }
    return values.compactMap { value in
      switch value {
      case .string(let name), .enumeration(let name): WidgetFamily(rawValue: name)
      default: nil
      }
    }
  }

  /// Whether the comparison holds; nil if the value of its subject is unknown.
  public func holds(for answers: Condition.Answers) -> Bool? {
    switch subject {
    case .parameter(let name) where answers.isUnknown(name): nil
    case .parameter(let name):
      holds(for: answers.value(name), enumeration: answers.enumeration(name))
    case .family: holds(for: .string(answers.family.rawValue))
    case .other: nil
    }
  }

  /// Whether the comparison holds for the effective value of its subject.
  ///
  /// - Parameters:
  ///   - value: The value; nil if the parameter has none.
  ///   - enumeration: The enum of the parameter, in which a number identifies a case; nil for a
  ///     parameter of another type.
  public func holds(for value: IntentValue?, enumeration: IntentEnum? = nil) -> Bool {
    switch comparison {
    case .hasValue: return value?.isPresent ?? false
    case .hasNoValue: return !(value?.isPresent ?? false)
    default: break
    }
    guard let value, value.isPresent else { return holdsWithoutValue }
    let values = named(in: enumeration)
    if case .array(let elements) = value { return holds(elements: elements, values: values) }
    // Cases of Xcode's enums are ordered by their numbers; a raw text has no number.
    guard rules == .intentDefinition, let enumeration,
      comparison.isOrder || comparison == .withinRange
    else { return holds(value, values) }
    return holds(value.index(in: enumeration), values.map { $0.index(in: enumeration) })
  }

  /// Whether the comparison holds for a parameter without a value.
  private var holdsWithoutValue: Bool {
    switch comparison {
    case .notEqual: true
    case .less, .lessOrEqual, .doesNotContain: rules == .appIntents
    default: false
    }
  }

  /// The values to compare with; the number of a case is replaced by the case's name.
  private func named(in enumeration: IntentEnum?) -> [IntentValue] {
    guard rules == .intentDefinition, let enumeration else { return values }
    return values.map { value in
      guard case .integer(let index) = value else { return value }
      return enumeration.item(numbered: index).map { .string($0.name) } ?? value
    }
  }

  private func holds(_ value: IntentValue, _ values: [IntentValue]) -> Bool {
    switch comparison {
    case .hasValue: true
    case .hasNoValue: false
    case .equal, .oneOf: values.contains { value.equals($0) }
    case .notEqual: !values.contains { value.equals($0) }
    case .withinRange: Self.isWithinRange(value, values: values)
    case .contains: values.contains { value.contains($0) }
    case .doesNotContain: !values.isEmpty && !values.contains { value.contains($0) }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      values.contains { value.stands(comparison, to: $0) }
    case .hasPrefix: values.contains { value.text(beginsWith: $0) }
    case .hasSuffix: values.contains { value.text(endsWith: $0) }
    }
  }

  /// Compares an array with the values, following the rules of the definition's format.
  ///
  /// Equality means that the whole array is equal. In an intent definition, containment means that
  /// every element is among the values; in App Intents, it means that a value is among the
  /// elements. For arrays, comparisons by order never hold.
  private func holds(elements: [IntentValue], values: [IntentValue]) -> Bool {
    var values = values
    if values.count == 1, case .array(let listed) = values[0] { values = listed }
    let areEqual =
      elements.count == values.count && zip(elements, values).allSatisfy { $0.equals($1) }
    let areAmong =
      switch rules {
      case .intentDefinition:
        elements.allSatisfy { element in values.contains { element.equals($0) } }
      case .appIntents:
        values.contains { value in elements.contains { $0.equals(value) } }
      }
    switch comparison {
    case .hasValue: return true
    case .equal: return areEqual
    case .notEqual: return !areEqual
    case .contains: return areAmong
    case .doesNotContain: return !values.isEmpty && !areAmong
    case .hasNoValue, .oneOf, .withinRange, .less, .lessOrEqual, .greater, .greaterOrEqual,
      .hasPrefix, .hasSuffix:
      return false
    }
  }

  /// A number must be between two values; for other types, a range is the list of its values.
  private static func isWithinRange(_ value: IntentValue, values: [IntentValue]) -> Bool {
    switch value.predicateOperand {
    case .number, .boolean: break
    case .text, nil: return values.contains { value.equals($0) }
    }
    guard values.count == 2 else { return false }
    return value.stands(.greaterOrEqual, to: values[0])
      && value.stands(.lessOrEqual, to: values[1])
  }
}

/// The part of a value that predicates can compare.
package enum PredicateOperand: Sendable, Hashable {
  case boolean(Bool)
  case number(Double)
  case text(String)
}

extension IntentValue {
  /// The part of the value that predicates compare; nil for values that can only be equal or not.
  package var predicateOperand: PredicateOperand? {
    switch self {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .number(Double(value))
    case .decimal(let value), .timeInterval(let value): .number(value)
    case .object(let object): .text(object.identifier)
    case .currencyAmount(let amount): Double(amount.amount).map { .number($0) }
    case .measurement(let measurement): .number(measurement.baseValue)
    default: (plainText ?? coding.flatMap { $0.text($0.compared, of: self) }).map { .text($0) }
    }
  }

  /// The index of a case given by name; cases are ordered by index.
  fileprivate func index(in enumeration: IntentEnum) -> IntentValue {
    switch self {
    case .enumeration(let name), .string(let name):
      enumeration.item(named: name).map { .integer($0.index) } ?? self
    default: self
    }
  }

  /// Whether a parent's value equals a predicate's value, after converting the latter to the
  /// parent's kind.
  func equals(_ other: IntentValue) -> Bool {
    if self == other { return true }
    // Integers beyond 2^53 would equal their neighbors if they were compared as decimal numbers.
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

  /// Whether a parent's value stands in the given order relation to a predicate's value.
  func stands(_ relation: ConditionOperator, to other: IntentValue) -> Bool {
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

  /// Whether a predicate's value is part of a parent's text, or equals the value of a parent of
  /// another kind.
  func contains(_ other: IntentValue) -> Bool {
    guard case .text(let text)? = predicateOperand else { return equals(other) }
    guard case .text(let part)? = other.predicateOperand, !part.isEmpty else { return false }
    return text.utf8.contains(part.utf8)
  }

  /// Whether a text begins with the text of a comparison.
  fileprivate func text(beginsWith other: IntentValue) -> Bool {
    guard case .text(let text)? = predicateOperand, case .text(let part)? = other.predicateOperand
    else { return false }
    return text.utf8.starts(with: part.utf8)
  }

  /// Whether a text ends with the text of a comparison.
  fileprivate func text(endsWith other: IntentValue) -> Bool {
    guard case .text(let text)? = predicateOperand, case .text(let part)? = other.predicateOperand
    else { return false }
    return text.utf8.reversed().starts(with: part.utf8.reversed())
  }

  /// The value in the unit in which values of a type are compared; unchanged unless it is a plain
  /// number and the type has units.
  package func compared(with type: ParameterType) -> IntentValue {
    guard case .number(let number)? = predicateOperand else { return self }
    switch (type, self) {
    case (.timeInterval, .integer), (.timeInterval, .decimal): return .timeInterval(number)
    case (.measurement(let metadata), .integer), (.measurement(let metadata), .decimal):
      return metadata.dimension.baseUnit.map {
        .measurement(IntentMeasurement(value: number, unit: $0.symbol))
      } ?? self
    default: return self
    }
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
  /// The value in the base unit of its quantity; unchanged if the unit is unknown.
  var baseValue: Double {
    for dimension in MeasurementDimension.allCases {
      if let unit = dimension.unit(unit) { return unit.baseValue(of: value) }
    }
    return value
  }
}
