public import IntentModel
import JSONC
public import JSONCodings
public import Messages

/// Describes the intents of a definition as JSON Schema, for validators and editors.
///
/// Objects of known types cannot have other members. Visibility conditions are `if` and `then`,
/// array sizes depend on the family, and titles and descriptions are the displayed texts. The
/// schema does not enforce rules that JSON Schema cannot express; ``limitations(of:)`` lists them.
public enum SchemaJSON {
  /// The schema of an intent as text, in the style ``JSONStyle/pretty``.
  ///
  /// - Throws: `FormatError` for a bound that is not finite, and for a definition whose enums and
  ///   conditions would need too many values.
  public static func text(of schema: IntentSchema) throws(FormatError) -> String {
    try written(schema).text
  }

  /// The schema of an intent, and the rules that it cannot express.
  ///
  /// - Throws: `FormatError`, as ``text(of:)``.
  package static func written(
    _ schema: IntentSchema
  ) throws(FormatError) -> (text: String, limitations: [Message]) {
    var writer = SchemaWriter(schema)
    // Listing so many values takes seconds, so they are counted first.
    let isTooLarge = writer.needed > SchemaWriter.maximumValues
    let document = isTooLarge ? JSONValue.null : writer.document()
    guard !isTooLarge, writer.room >= 0 else {
      throw FormatError(
        file: schema.intent.typeName, code: "schema-too-large",
        sentence: "The schema would list more than \(SchemaWriter.maximumValues) values of enums.",
        remedy: "Use enums with fewer cases, or fewer conditions on them.")
    }
    return (JSONText.escapingControls(in: try document.text(.pretty)), writer.limitations)
  }

  /// The rules that the JSON Schema of an intent cannot express, one sentence each; none for an intent
  /// whose schema would be too large.
  public static func limitations(of schema: IntentSchema) -> [Message] {
    var writer = SchemaWriter(schema)
    guard writer.needed <= SchemaWriter.maximumValues else { return [] }
    _ = writer.document()
    return writer.limitations
  }

  static func json(of schema: IntentSchema) -> JSONValue {
    var writer = SchemaWriter(schema)
    return writer.document()
  }
}

/// Builds the schema of an intent.
struct SchemaWriter {
  let schema: IntentSchema
  var limitations: [Message] = []
  /// The definitions found so far, by name: object types, shared conditions and untyped values.
  var types: [(name: String, json: JSONValue)] = []
  var typeNames: [TypeReference: String] = [:]
  /// The types whose definitions are not written yet, with their positions.
  var pendingTypes: [(type: IntentObjectType, place: Int)] = []
  /// The names of all definitions, and the next number for each repeated name.
  var usedNames: Set<String> = []
  var nextNumbers: [String: Int] = [:]
  /// The visibility conditions that have been requested, by parameter; nil for always visible.
  var visibilities: [Int: JSONValue?] = [:]
  /// The names of the definitions of shared conditions.
  var conditionNames: [Int: String] = [:]
  /// The number of enum values that can still be listed or compared.
  var room = SchemaWriter.maximumValues
  /// The maximum number of enum values to list and compare.
  static let maximumValues = 1_000_000
  /// The name of the definition of untyped values; nil if there is none.
  var untypedName: String?

  init(_ schema: IntentSchema) {
    self.schema = schema
  }

  /// The number of enum values that the parameters and their conditions would list or compare.
  var needed: Int {
    var counted = Set<Int>()
    var needed = 0
    for position in settable where schema.intent.parameters[position].type.hasEditor {
      needed += choiceCount(of: schema.intent.parameters[position].type)
      var next: Int? = position
      while let current = next, counted.insert(current).inserted {
        let parent = schema.parents[current]
        if let parent, schema.intent.parameters[parent].canHaveRow,
          let condition = schema.intent.parameters[current].relationship?.comparison
        {
          needed += cost(of: condition, on: schema.intent.parameters[parent])
        }
        next = parent
      }
    }
    return needed
  }

  /// The number of enum values that a condition on a parent compares.
  func cost(of condition: Condition.Comparison, on parent: ParameterDefinition) -> Int {
    choiceCount(of: parent.type) * max(1, condition.values.count)
  }

  private func choiceCount(of type: ParameterType) -> Int {
    schema.enumeration(of: type)?.choiceNames.count ?? 0
  }

  mutating func document() -> JSONValue {
    let intent = schema.intent
    var root = JSONObject([SchemaPart.dialect])
    root.append(key: "title", value: .string(intent.title.text ?? intent.name))
    if let text = intent.description.text { root.append(key: "description", value: .string(text)) }
    root.append(key: "type", value: "object")
    root.append(key: "additionalProperties", value: false)
    let required = [IntentJSON.Key.intent, .family, .parameters]
    root.append(key: "required", value: .array(required.map { .string($0.rawValue) }))
    var properties = JSONObject()
    for key in IntentJSON.Key.allCases {
      let value: JSONValue =
        switch key {
        case .name: SchemaPart.string
        case .intent: ["const": .string(intent.typeName)]
        case .family: SchemaPart.family
        case .parameters: parameters()
        }
      properties.append(key: key.rawValue, value: value)
    }
    root.append(key: "properties", value: .object(properties))
    writePendingTypes()
    let sizes = familySizes()
    if !sizes.isEmpty { root.append(key: "allOf", value: .array(sizes)) }
    if !types.isEmpty {
      let members = types.map { (key: $0.name, value: $0.json) }
      root.append(key: SchemaPart.definitionsKey, value: .object(JSONObject(members)))
    }
    return .object(root)
  }

  private mutating func parameters() -> JSONValue {
    var properties = JSONObject()
    var conditions: [JSONValue] = []
    for position in settable {
      let parameter = schema.intent.parameters[position]
      guard parameter.type.hasEditor else {
        properties.append(key: parameter.name, value: false)
        continue
      }
      properties.append(key: parameter.name, value: property(of: parameter))
      // A value that was set when the parameter had a row does not depend on a condition.
      if parameter.canHaveRow, let visible = visibility(at: position) {
        conditions.append([
          "if": ["required": [.string(parameter.name)]], "then": visible,
        ])
      }
    }
    var object = JSONObject([(key: "type", value: "object")])
    object.append(key: "additionalProperties", value: false)
    object.append(key: "properties", value: .object(properties))
    if !conditions.isEmpty { object.append(key: "allOf", value: .array(conditions)) }
    return .object(object)
  }

  /// The positions of the parameters that can be set: of several with the same name, only the
  /// first.
  private var settable: [Int] {
    schema.intent.parameters.indices.filter {
      schema.position(of: schema.intent.parameters[$0].name) == $0
    }
  }

  private mutating func property(of parameter: ParameterDefinition) -> JSONValue {
    let single = type(parameter.type, at: parameter.name)
    var object = JSONObject([(key: "title", value: .string(parameter.label))])
    if let prompt = parameter.configurationPrompt() {
      object.append(key: "description", value: .string(prompt))
    }
    if !parameter.options.isDynamic, let value = parameter.staticDefault {
      let writer = IntentValueWriter(schema: schema)
      object.append(key: "default", value: writer.json(value, type: parameter.type))
    }
    let shape: JSONValue =
      parameter.supportsMultipleValues ? SchemaPart.list(single) : single
    guard case .object(let members) = shape else { return shape }
    for member in members where object[member.key] == nil {
      object.append(key: member.key, value: member.value)
    }
    return .object(object)
  }

  /// Schemas with the maximum numbers of array elements: one for each family that has a limit, and
  /// one for all other families if there is a size for all families.
  private func familySizes() -> [JSONValue] {
    typealias Key = IntentJSON.Key
    let arrays = settable.map { schema.intent.parameters[$0] }
      .filter { $0.supportsMultipleValues && $0.type.hasEditor }
    let families = arrays.map(\.sizedFamilies)
      .reduce(WidgetFamily.allCases) { $0.including($1) }
    func condition(
      _ family: JSONValue, _ maximum: (ParameterDefinition) -> Int?
    ) -> JSONValue? {
      let limits = arrays.compactMap { parameter in
        maximum(parameter).map {
          (key: parameter.name, value: ["maxItems": .integer($0)] as JSONValue)
        }
      }
      guard !limits.isEmpty else { return nil }
      let parameters: JSONValue = ["properties": .object(JSONObject(limits))]
      return [
        "if": [
          "properties": [Key.family.rawValue: family], "required": [.string(Key.family.rawValue)],
        ],
        "then": ["properties": [Key.parameters.rawValue: parameters]],
      ]
    }
    let others: JSONValue = ["not": ["enum": .array(families.map { .string($0.rawValue) })]]
    return families.compactMap { family in
      condition(["const": .string(family.rawValue)]) { $0.maximumCount(for: family) }
    } + [condition(others) { $0.maximumCountOfOthers }].compactMap(\.self)
  }
}
