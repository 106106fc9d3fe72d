import DefinitionFormats
import IntentModel
import JSONC
import Messages

/// The values of parents for which relations hold, as schemas.
extension SchemaWriter {
  /// The values of the parent for which the condition holds; nil if JSON Schema cannot express it.
  func values(
    _ relation: ParameterRelation, _ relationship: ParameterRelationship, _ parent: IntentParameter
  ) -> JSONValue? {
    if relation == .hasAnyValue { return present(parent) }
    let isSwitchedOff =
      relationship.values.isEmpty && relationship.predicateName.hasPrefix("Boolean")
    let values = isSwitchedOff ? [.boolean(false)] : relationship.values
    guard !values.isEmpty else { return .bool(relation == .isNotEqual) }
    if parent.supportsMultipleValues { return arrays(relation, values, parent.type) }
    if let choices = choices(of: parent.type) {
      let enumeration = schema.enumeration(of: parent.type)
      return .init(
        enumOf: choices.filter { relationship.holds(for: $0.value, enumeration: enumeration) }
          .map(\.json))
    }
    return single(relation, values, parent.type)
  }

  private func present(_ parent: IntentParameter) -> JSONValue {
    if parent.supportsMultipleValues { return ["minItems": 1] }
    if case .string = parent.type { return ["minLength": 1] }
    return true
  }

  /// All values of a type that has few of them; nil for any other type.
  private func choices(of type: ParameterType) -> [(value: IntentValue, json: JSONValue)]? {
    switch type {
    case .boolean: [false, true].map { (.boolean($0), .bool($0)) }
    case .enumeration:
      schema.enumeration(of: type)?.choices.map { (.enumeration($0.name), .string($0.name)) }
    default: nil
    }
  }

  /// One value against values of which there is at least one.
  private func single(
    _ relation: ParameterRelation, _ values: [IntentValue], _ type: ParameterType
  ) -> JSONValue? {
    var isString = false
    if case .string = type { isString = true }
    // An empty string is not a value, which meets only "is not equal".
    func present(_ schema: JSONValue) -> JSONValue {
      isString ? ["allOf": [schema, ["minLength": 1]]] : schema
    }
    switch relation {
    case .hasAnyValue: return true
    case .hasExactValue: return equal(to: values, type).map(present)
    case .isNotEqual: return equal(to: values, type).map { ["not": present($0)] }
    case .contains: return containing(values, type)
    case .doesNotContain: return containing(values, type).map { present(["not": $0]) }
    case .isWithinRange: return range(values, type).map(present)
    case .isGreaterThan: return ordered("exclusiveMinimum", values, type)
    case .isGreaterThanOrEqual: return ordered("minimum", values, type)
    case .isLessThan: return ordered("exclusiveMaximum", values, type)
    case .isLessThanOrEqual: return ordered("maximum", values, type)
    }
  }

  /// An array that is not empty: equal as a whole, or with every element among the values.
  private func arrays(
    _ relation: ParameterRelation, _ values: [IntentValue], _ type: ParameterType
  ) -> JSONValue? {
    var elements: [JSONValue] = []
    for value in values {
      guard let element = equal(to: [value], type) else { return nil }
      elements.append(element)
    }
    let whole: JSONValue = [
      "prefixItems": .array(elements), "minItems": .integer(elements.count),
      "maxItems": .integer(elements.count),
    ]
    let among = JSONValue(anyOf: elements)
    switch relation {
    case .hasExactValue: return whole
    case .isNotEqual: return ["not": whole]
    case .contains: return ["minItems": 1, "items": among]
    case .doesNotContain: return ["contains": ["not": among]]
    default: return relation == .hasAnyValue ? ["minItems": 1] : false
    }
  }

  /// A value that equals one of some; nil if JSON Schema cannot express it.
  private func equal(to values: [IntentValue], _ type: ParameterType) -> JSONValue? {
    if let choices = choices(of: type) {
      let enumeration = schema.enumeration(of: type)
      let relationship = ParameterRelationship(
        parentName: nil, predicateName: "HasExactValue", values: values)
      return .init(
        enumOf: choices.filter { relationship.holds(for: $0.value, enumeration: enumeration) }
          .map(\.json))
    }
    switch type {
    case .integer, .decimal: return numbers(values).map { .init(enumOf: $0) }
    case .timeInterval, .measurement, .currencyAmount:
      return numbers(values).flatMap { $0.isEmpty ? false : nil }
    case .dateComponents:
      return values.contains { if case .dateComponents = $0 { true } else { false } } ? nil : false
    default: return text(type, .init(enumOf: texts(values).map { .string($0) }))
    }
  }

  /// A value that has one of some as its part.
  private func containing(_ values: [IntentValue], _ type: ParameterType) -> JSONValue? {
    switch type {
    case .integer, .decimal, .timeInterval, .measurement, .currencyAmount, .dateComponents,
      .boolean:
      return equal(to: values, type)
    default:
      let parts = texts(values).filter { !$0.isEmpty }
      return text(type, .init(anyOf: parts.map { ["pattern": .string(Self.escaped($0))] }))
    }
  }

  /// Between two numbers, or one of some texts.
  private func range(_ values: [IntentValue], _ type: ParameterType) -> JSONValue? {
    switch type {
    case .integer, .decimal:
      guard let ends = numbers(values) else { return nil }
      guard values.count == 2, ends.count == 2 else { return false }
      return ["minimum": ends[0], "maximum": ends[1]]
    default: return equal(to: values, type)
    }
  }

  /// A number on one side of one of some; texts have an order that JSON Schema does not know.
  private func ordered(
    _ key: String, _ values: [IntentValue], _ type: ParameterType
  ) -> JSONValue? {
    switch type {
    case .integer, .decimal:
      return numbers(values).map { .init(anyOf: $0.map { .object([key: $0]) }) }
    case .dateComponents: return false
    case .timeInterval, .measurement, .currencyAmount:
      return numbers(values).flatMap { $0.isEmpty ? false : nil }
    default: return texts(values).isEmpty ? false : nil
    }
  }

  /// The numbers among some values, also those written as texts; nil if one is not finite.
  private func numbers(_ values: [IntentValue]) -> [JSONValue]? {
    var numbers: [JSONValue] = []
    for value in values {
      switch (value, value.predicateOperand) {
      case (.integer(let number), _): numbers.append(.integer(number))
      case (_, .number(let number)?):
        guard number.isFinite else { return nil }
        numbers.append(JSONValue(shortest: number))
      case (_, .text(let text)?):
        guard let number = Double(text) else { continue }
        guard number.isFinite else { return nil }
        numbers.append(JSONValue(shortest: number))
      default: continue
      }
    }
    return numbers
  }

  private func texts(_ values: [IntentValue]) -> [String] {
    values.compactMap { value in
      guard case .text(let text)? = value.predicateOperand else { return nil }
      return text
    }
  }

  /// A schema of the text by which values of a type are compared.
  private func text(_ type: ParameterType, _ schema: JSONValue) -> JSONValue {
    func member(_ key: some JSONKey) -> JSONValue {
      ["required": [.string(key.rawValue)], "properties": .object([key.rawValue: schema])]
    }
    return switch type {
    case .object: member(ValueKeys.Object.identifier)
    case .speakableString: member(ValueKeys.Speakable.spokenPhrase)
    case .paymentMethod: member(ValueKeys.PaymentMethod.kind)
    case .placemark: member(ValueKeys.Placemark.name)
    case .person:
      [
        "if": ["required": ["identifier"]], "then": member(ValueKeys.Person.identifier),
        "else": member(ValueKeys.Person.name),
      ]
    default: schema
    }
  }
}

/// Conditions of visibility, as schemas of the object that holds the parameters.
extension SchemaWriter {
  /// What must hold for a parameter to have a row; nil for nothing.
  ///
  /// The conditions of a parent that has one itself stand once among the definitions.
  mutating func visibility(at position: Int) -> JSONValue? {
    var path: [Int] = []
    var next: Int? = position
    while let current = next, visibilities[current] == nil {
      path.append(current)
      next = schema.parents[current]
    }
    for place in path.reversed() { visibilities[place] = .some(newVisibility(at: place)) }
    return visibilities[position] ?? nil
  }

  private mutating func newVisibility(at position: Int) -> JSONValue? {
    let parameter = schema.intent.parameters[position]
    guard let place = schema.parents[position], let relationship = parameter.relationship else {
      return nil
    }
    let parent = schema.intent.parameters[place]
    guard schema.canBeVisible(parent) else { return false }
    let own = condition(relationship, on: parent, of: parameter)
    let all = [inheritedVisibility(from: place), own].compactMap { $0 }
    return all.count > 1 ? ["allOf": .array(all)] : all.first
  }

  /// What must hold for the parent: a reference to its definition.
  private mutating func inheritedVisibility(from parent: Int) -> JSONValue? {
    guard let condition = visibilities[parent] ?? nil else { return nil }
    if case .bool = condition { return condition }
    let name: String
    if let known = conditionNames[parent] {
      name = known
    } else {
      name = unusedName("visible_" + schema.intent.parameters[parent].name)
      conditionNames[parent] = name
      types.append((name: name, json: condition))
    }
    return ["$ref": .string("#/$defs/" + name)]
  }

  private mutating func condition(
    _ relationship: ParameterRelationship, on parent: IntentParameter, of child: IntentParameter
  ) -> JSONValue? {
    guard let relation = relationship.relation else { return nil }
    let enumeration = schema.enumeration(of: parent.type)
    room -= (enumeration?.choiceNames.count ?? 0) * max(1, relationship.values.count)
    guard room >= 0 else { return nil }
    let standard = schema.defaultValue(of: parent, draft: IntentDraft(), family: .systemSmall)
    let holdsForDefault = relationship.holds(for: standard, enumeration: enumeration)
    guard let value = values(relation, relationship, parent) else {
      limitations.append(
        .schemaLacksCondition(child: child.name, parent: parent.name))
      return nil
    }
    let properties: JSONValue = ["properties": .object([parent.name: value])]
    return holdsForDefault
      ? properties : ["allOf": [properties, ["required": [.string(parent.name)]]]]
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
