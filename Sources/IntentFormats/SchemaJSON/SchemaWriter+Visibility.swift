import IntentModel
import JSONC

/// Conditions of visibility, as schemas of the object that holds the parameters.
extension SchemaWriter {
  /// What must hold for a parameter to have a row; nil for nothing.
  mutating func visibility(at position: Int) -> JSONValue? {
    let parameter = schema.intent.parameters[position]
    guard let place = schema.parents[position], let relationship = parameter.relationship else {
      return nil
    }
    let parent = schema.intent.parameters[place]
    guard schema.canBeVisible(parent) else { return false }
    let own = condition(relationship, on: parent, of: parameter)
    let inherited = visibility(at: place)
    let all = [inherited, own].compactMap { $0 }
    return all.count > 1 ? ["allOf": .array(all)] : all.first
  }

  private mutating func condition(
    _ relationship: ParameterRelationship, on parent: IntentParameter, of child: IntentParameter
  ) -> JSONValue? {
    guard let relation = relationship.relation else { return nil }
    let enumeration = schema.enumeration(of: parent.type)
    let standard = schema.defaultValue(of: parent, draft: IntentDraft(), family: .systemSmall)
    let holdsForDefault = relationship.holds(for: standard, enumeration: enumeration)
    guard let value = values(relation, relationship, enumeration, parent) else {
      limitations.append(
        "“\(child.name)” is shown under a condition on “\(parent.name)” that JSON Schema cannot express."
      )
      return nil
    }
    let properties: JSONValue = ["properties": .object([parent.name: value])]
    return holdsForDefault
      ? properties : ["allOf": [properties, ["required": [.string(parent.name)]]]]
  }

  /// The values of the parent for which the condition holds; nil if there are no words for it.
  private func values(
    _ relation: ParameterRelation, _ relationship: ParameterRelationship,
    _ enumeration: IntentEnum?, _ parent: IntentParameter
  ) -> JSONValue? {
    if relation == .hasAnyValue { return present(parent) }
    guard !parent.supportsMultipleValues else { return nil }
    switch parent.type {
    case .boolean:
      return .init(
        enumOf: [false, true].filter { relationship.holds(for: .boolean($0)) }.map { .bool($0) })
    case .enumeration:
      guard let enumeration else { return nil }
      let names = enumeration.choices.map(\.name).filter {
        relationship.holds(for: .enumeration($0), enumeration: enumeration)
      }
      return .init(enumOf: names.map { .string($0) })
    case .integer, .decimal: return numbers(relation, relationship.values)
    case .string: return texts(relation, relationship, parent)
    case .object:
      return texts(relation, relationship, parent).map {
        ["properties": ["identifier": $0]]
      }
    default: return nil
    }
  }

  private func present(_ parent: IntentParameter) -> JSONValue {
    if parent.supportsMultipleValues { return ["minItems": 1] }
    if case .string = parent.type { return ["minLength": 1] }
    return true
  }

  private func numbers(_ relation: ParameterRelation, _ values: [IntentValue]) -> JSONValue? {
    var numbers: [JSONValue] = []
    for value in values {
      switch value {
      case .integer(let number): numbers.append(.integer(number))
      case .decimal(let number) where number.isFinite: numbers.append(JSONValue(shortest: number))
      default: return nil
      }
    }
    func any(_ key: String) -> JSONValue { .init(anyOf: numbers.map { .object([key: $0]) }) }
    switch relation {
    case .hasExactValue, .contains: return .init(enumOf: numbers)
    case .isNotEqual: return ["not": .init(enumOf: numbers)]
    case .doesNotContain: return numbers.isEmpty ? false : ["not": .init(enumOf: numbers)]
    case .isGreaterThan: return any("exclusiveMinimum")
    case .isGreaterThanOrEqual: return any("minimum")
    case .isLessThan: return any("exclusiveMaximum")
    case .isLessThanOrEqual: return any("maximum")
    case .isWithinRange:
      return numbers.count == 2 ? ["minimum": numbers[0], "maximum": numbers[1]] : false
    case .hasAnyValue: return true
    }
  }

  /// An empty string is no value, which meets only "is not equal".
  private func texts(
    _ relation: ParameterRelation, _ relationship: ParameterRelationship, _ parent: IntentParameter
  ) -> JSONValue? {
    var texts: [String] = []
    for value in relationship.values {
      guard case .string(let text) = value else { return nil }
      texts.append(text)
    }
    let exact = JSONValue(enumOf: texts.map { .string($0) })
    let parts = JSONValue(
      anyOf: texts.filter { !$0.isEmpty }.map { ["pattern": .string(Self.escaped($0))] })
    var result: JSONValue
    switch relation {
    case .hasExactValue: result = ["allOf": [exact, ["minLength": 1]]]
    case .isNotEqual:
      var isString = false
      if case .string = parent.type { isString = true }
      result = ["not": isString ? ["allOf": [exact, ["minLength": 1]]] : exact]
    case .contains: result = parts
    case .doesNotContain:
      result = texts.isEmpty ? false : ["allOf": [["not": parts], ["minLength": 1]]]
    default: return nil
    }
    return result
  }

  /// A pattern that matches a text and nothing else.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { pattern, scalar in
      if #"\^$.|?*+()[]{}/"#.unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
  }
}

extension JSONValue {
  /// One of some values; of none, nothing.
  init(enumOf values: [JSONValue]) {
    self = values.isEmpty ? false : ["enum": .array(values)]
  }

  /// What one of some schemas allows; of none, nothing.
  init(anyOf schemas: [JSONValue]) {
    self = schemas.isEmpty ? false : schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)]
  }
}
