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
    guard let value = values(relation, relationship, parent) else {
      limitations.append(
        "“\(child.name)” is shown under a condition on “\(parent.name)” that JSON Schema cannot express."
      )
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
