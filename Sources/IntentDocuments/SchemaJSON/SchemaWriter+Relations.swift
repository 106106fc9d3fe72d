import IntentModel
import JSONC
import JSONCodings
import Messages

/// The parents' values for which comparisons hold, as schemas.
extension SchemaWriter {
  /// The parent's values for which the condition holds; nil if JSON Schema cannot express it.
  func values(_ condition: Condition.Comparison, _ parent: ParameterDefinition) -> JSONValue? {
    if condition.comparison == .hasValue { return present(parent) }
    guard !condition.values.isEmpty else { return .bool(condition.comparison == .notEqual) }
    if parent.supportsMultipleValues { return arrays(condition, parent.type) }
    return choices(of: parent.type, in: condition) ?? single(condition, parent.type)
  }

  private func present(_ parent: ParameterDefinition) -> JSONValue {
    if parent.supportsMultipleValues { return ["minItems": 1] }
    if case .string = parent.type { return ["minLength": 1] }
    return true
  }

  /// The values of a Boolean or enum type for which the condition holds; nil for any other type.
  private func choices(of type: ParameterType, in condition: Condition.Comparison) -> JSONValue? {
    let enumeration = schema.enumeration(of: type)
    let choices: [(value: IntentValue, json: JSONValue)]? =
      switch type {
      case .boolean: [false, true].map { (.boolean($0), .bool($0)) }
      case .enumeration: enumeration?.choices.map { (.enumeration($0.name), .string($0.name)) }
      default: nil
      }
    return choices.map { choices in
      .init(
        enumOf: choices.filter { condition.holds(for: $0.value, enumeration: enumeration) }
          .map(\.json))
    }
  }

  /// A single value, compared with one or more values.
  private func single(_ condition: Condition.Comparison, _ type: ParameterType) -> JSONValue? {
    let values = condition.values
    var isString = false
    if case .string = type { isString = true }
    // An empty string counts as no value; only "is not equal" holds for it.
    func present(_ schema: JSONValue) -> JSONValue {
      isString ? ["allOf": [schema, ["minLength": 1]]] : schema
    }
    return switch condition.comparison {
    case .hasValue: true
    case .equal, .oneOf: equal(to: values, type).map(present)
    case .notEqual: equal(to: values, type).map { ["not": present($0)] }
    case .contains: containing(values, type)
    case .doesNotContain: containing(values, type).map { present(["not": $0]) }
    case .withinRange: range(values, type).map(present)
    case .greater: ordered("exclusiveMinimum", values, type)
    case .greaterOrEqual: ordered("minimum", values, type)
    case .less: ordered("exclusiveMaximum", values, type)
    case .lessOrEqual: ordered("maximum", values, type)
    // Xcode's definitions have none of these comparisons.
    case .hasNoValue, .hasPrefix, .hasSuffix: nil
    }
  }

  /// The arrays for which a comparison holds; nil if JSON Schema cannot express it.
  ///
  /// An array contains the values if it is not empty and all its elements are among the values. It
  /// does not contain them if one of its elements is not among them.
  private func arrays(_ condition: Condition.Comparison, _ type: ParameterType) -> JSONValue? {
    var elements: [JSONValue] = []
    for value in condition.values {
      guard let element = equal(to: [value], type) else { return nil }
      elements.append(element)
    }
    let whole: JSONValue = [
      "prefixItems": .array(elements), "minItems": .integer(elements.count),
      "maxItems": .integer(elements.count),
    ]
    let among = JSONValue(anyOf: elements)
    return switch condition.comparison {
    case .equal: whole
    case .notEqual: ["not": whole]
    case .contains: ["minItems": 1, "items": among]
    case .doesNotContain: ["contains": ["not": among]]
    default: false
    }
  }

  /// Whether values of a type are converted before they are compared, which JSON Schema cannot
  /// express.
  static func isConverted(_ type: ParameterType) -> Bool {
    switch type {
    case .timeInterval, .measurement, .currencyAmount: true
    default: false
    }
  }

  /// A value that equals one of the given values; nil if JSON Schema cannot express it.
  private func equal(to values: [IntentValue], _ type: ParameterType) -> JSONValue? {
    let equal = Condition.Comparison(
      subject: .parameter(""), comparison: .equal, values: values, rules: .intentDefinition)
    if let choices = choices(of: type, in: equal) { return choices }
    switch type {
    case .integer, .decimal: return numbers(values).map { .init(enumOf: $0) }
    case _ where Self.isConverted(type):
      return numbers(values).flatMap { $0.isEmpty ? false : nil }
    case .dateComponents:
      return values.contains { if case .dateComponents = $0 { true } else { false } } ? nil : false
    default: return text(type, .init(enumOf: texts(values).map { .string($0) }))
    }
  }

  /// A value that contains one of the given values.
  private func containing(_ values: [IntentValue], _ type: ParameterType) -> JSONValue? {
    switch type {
    case .integer, .decimal, .dateComponents, .boolean: return equal(to: values, type)
    case _ where Self.isConverted(type): return equal(to: values, type)
    default:
      let parts = texts(values).filter { !$0.isEmpty }
      return text(type, .init(anyOf: parts.map { ["pattern": .string(Self.escaped($0))] }))
    }
  }

  /// A number in a range, or one of the given texts.
  private func range(_ values: [IntentValue], _ type: ParameterType) -> JSONValue? {
    switch type {
    case .integer, .decimal:
      guard let ends = numbers(values) else { return nil }
      guard values.count == 2, ends.count == 2 else { return false }
      return ["minimum": ends[0], "maximum": ends[1]]
    default: return equal(to: values, type)
    }
  }

  /// A comparison of a number with any of the given numbers; JSON Schema cannot compare the order
  /// of texts.
  private func ordered(
    _ key: String, _ values: [IntentValue], _ type: ParameterType
  ) -> JSONValue? {
    switch type {
    case .integer, .decimal:
      return numbers(values).map { .init(anyOf: $0.map { .object([key: $0]) }) }
    case .dateComponents: return false
    case _ where Self.isConverted(type): return equal(to: values, type)
    default: return texts(values).isEmpty ? false : nil
    }
  }

  /// The numbers among the values, including those written as text; nil if one is not finite.
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

  /// A schema of the text with which values of a type are compared.
  private func text(_ type: ParameterType, _ schema: JSONValue) -> JSONValue {
    func member(_ key: String) -> JSONValue {
      ["required": [.string(key)], "properties": .object([key: schema])]
    }
    if case .object = type { return member(ValueKeys.Object.identifier.rawValue) }
    guard let keys = type.coding?.compared, let last = keys.last else { return schema }
    return keys.dropLast().reversed().reduce(member(last)) { other, key in
      ["if": ["required": [.string(key)]], "then": member(key), "else": other]
    }
  }
}

/// Visibility conditions, as schemas of the object that holds the parameters.
extension SchemaWriter {
  /// The condition for a parameter to have a row; nil if there is none.
  ///
  /// If a parent also has a condition, that condition is written once among the definitions.
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
    guard let place = schema.parents[position] else { return nil }
    let parent = schema.intent.parameters[place]
    guard parent.canHaveRow else { return false }
    let own = parameter.relationship?.comparison.flatMap {
      condition($0, on: parent, of: parameter)
    }
    let all = [inheritedVisibility(from: place), own].compactMap { $0 }
    return all.count > 1 ? ["allOf": .array(all)] : all.first
  }

  /// The condition of the parent, as a reference to its definition.
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
    return SchemaPart.reference(name)
  }

  private mutating func condition(
    _ condition: Condition.Comparison, on parent: ParameterDefinition,
    of child: ParameterDefinition
  ) -> JSONValue? {
    let enumeration = schema.enumeration(of: parent.type)
    room -= cost(of: condition, on: parent)
    guard room >= 0 else { return nil }
    let standard = schema.defaultValue(of: parent, draft: IntentDraft(), family: .systemSmall)
    let holdsForDefault = condition.holds(for: standard, enumeration: enumeration)
    guard let value = values(condition, parent) else {
      limitations.append(
        """
        “\(name: child.name)” is shown under a condition on “\(name: parent.name)” that JSON \
        Schema cannot express.
        """
      )
      return nil
    }
    let properties: JSONValue = ["properties": .object([parent.name: value])]
    return holdsForDefault
      ? properties : ["allOf": [properties, ["required": [.string(parent.name)]]]]
  }

  /// A pattern that matches a text literally.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { pattern, scalar in
      if #"\^$.|?*+()[]{}/"#.unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
  }
}

extension JSONValue {
  /// A schema for one of the given values; without values, it rejects everything.
  init(enumOf values: [JSONValue]) {
    self = values.isEmpty ? false : ["enum": .array(values)]
  }

  /// A schema that accepts what any of the given schemas accepts; without schemas, it rejects
  /// everything.
  init(anyOf schemas: [JSONValue]) {
    self = schemas.isEmpty ? false : schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)]
  }
}
