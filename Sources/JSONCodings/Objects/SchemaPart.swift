import IntentModel
package import JSONC

/// Parts of the JSON Schemas of documents, requests and responses.
///
/// Objects are derived from the keys of their readers and writers, so a new key cannot be missing.
package enum SchemaPart {
  /// The member that names the version of JSON Schema.
  package static let dialect: (key: String, value: JSONValue) = (
    key: "$schema", value: "https://json-schema.org/draft/2020-12/schema"
  )

  /// The key of the member with the parts to which the document refers.
  package static let definitionsKey = "$defs"

  package static let anyObject: JSONValue = ["type": "object"]
  package static let string: JSONValue = ["type": "string"]
  package static let text: JSONValue = ["type": "string", "minLength": 1]
  package static let boolean: JSONValue = ["type": "boolean"]
  package static let integer: JSONValue = ["type": "integer"]
  package static let number: JSONValue = ["type": "number"]
  package static let moment: JSONValue = ["type": "string", "format": "date-time"]

  /// An integer in a range.
  package static func integer(in range: ClosedRange<Int>) -> JSONValue {
    [
      "type": "integer", "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound),
    ]
  }

  /// Describes the member with which an editor finds the schema of a file.
  package static let ofEditors = described(string, aboutEditors + ".")

  static let aboutEditors = "The JSON Schema with which an editor completes and checks the file"

  /// One of the given words.
  package static func word(_ words: [String]) -> JSONValue {
    ["type": "string", "enum": .array(words.map { .string($0) })]
  }

  /// A word of an enum.
  package static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ words: Word.Type
  ) -> JSONValue {
    word(words.allCases.map(\.rawValue))
  }

  /// The name of a widget family; an editor offers the known ones.
  package static let family: JSONValue = [
    "type": "string", "pattern": .string(WidgetFamily.namePattern),
    "examples": .array(WidgetFamily.allCases.map { .string($0.rawValue) }),
  ]

  /// An object with a part for each family.
  ///
  /// - Parameter what: The beginning of a sentence about the part, to which the name of a family is
  ///   added.
  package static func byFamily(_ part: JSONValue, what: String) -> JSONValue {
    let known = WidgetFamily.allCases.map { family in
      var described = part.objectValue ?? JSONObject()
      described.append(key: "description", value: .string("\(what) \(family.rawValue)"))
      return (key: family.rawValue, value: JSONValue.object(described))
    }
    return [
      "type": "object", "properties": .object(JSONObject(known)),
      "patternProperties": .object(JSONObject([(key: WidgetFamily.namePattern, value: part)])),
      "additionalProperties": false,
    ]
  }

  /// A part, or null.
  package static func optional(_ part: JSONValue) -> JSONValue { any([part, ["type": "null"]]) }

  /// Any of the given parts.
  package static func any(_ parts: [JSONValue]) -> JSONValue { ["anyOf": .array(parts)] }

  /// All of the given parts.
  package static func all(_ parts: [JSONValue]) -> JSONValue { ["allOf": .array(parts)] }

  /// An array of parts of the same kind.
  package static func list(_ part: JSONValue) -> JSONValue { ["type": "array", "items": part] }

  /// An object with arbitrary keys and values of the same kind.
  package static func map(_ part: JSONValue) -> JSONValue {
    ["type": "object", "additionalProperties": part]
  }

  /// A reference to a part that is defined once for the document.
  package static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/\(definitionsKey)/\(name)")]
  }

  /// A part with a description for editors.
  package static func described(_ part: JSONValue, _ sentence: String) -> JSONValue {
    guard case .object(var object) = part else { return part }
    object.append(key: "description", value: .string(sentence))
    return .object(object)
  }

  /// An object with keys of a reader.
  ///
  /// - Parameters:
  ///   - keys: The keys that it can have.
  ///   - required: The keys that it must have.
  ///   - isOpen: Whether it can have other keys.
  ///   - part: The value of a key.
  package static func object<Key: JSONKey>(
    _ keys: [Key], required: [Key] = [], isOpen: Bool = false, _ part: (Key) -> JSONValue
  ) -> JSONValue {
    object(
      keys.map { (key: $0.rawValue, value: part($0)) }, required: required.map(\.rawValue),
      isOpen: isOpen)
  }

  /// An object with the keys of a writer, all of which it must have.
  ///
  /// - Parameters:
  ///   - keys: The keys of the object.
  ///   - part: The value of a key.
  package static func written<Key: JSONKey>(
    _ keys: [Key] = Array(Key.allCases), _ part: (Key) -> JSONValue
  ) -> JSONValue {
    object(keys, required: keys, part)
  }

  /// An object with required and optional members.
  ///
  /// - Parameters:
  ///   - required: The members that it must have.
  ///   - optional: Other members that it can have.
  ///   - isOpen: Whether it can have members with other keys.
  package static func object(
    _ required: KeyValuePairs<String, JSONValue>,
    optional: KeyValuePairs<String, JSONValue> = [:], isOpen: Bool = false
  ) -> JSONValue {
    object(
      (Array(required) + Array(optional)).map { (key: $0.key, value: $0.value) },
      required: required.map(\.key), isOpen: isOpen)
  }

  /// An object with the given members; some are required.
  package static func object(
    _ members: [(key: String, value: JSONValue)], required: [String], isOpen: Bool
  ) -> JSONValue {
    var object = JSONObject([(key: "type", value: "object")])
    if !required.isEmpty {
      object.append(key: "required", value: .array(required.map { .string($0) }))
    }
    object.append(key: "properties", value: .object(JSONObject(members)))
    if !isOpen { object.append(key: "additionalProperties", value: false) }
    return .object(object)
  }

  /// A condition that an object has the given members.
  package static func has(_ keys: String...) -> JSONValue {
    ["required": .array(keys.map { .string($0) })]
  }

  /// A complete document.
  ///
  /// - Parameters:
  ///   - title: The name of the document.
  ///   - description: A sentence that describes it.
  ///   - part: Its contents.
  ///   - definitions: The parts to which it refers, by name.
  package static func document(
    _ title: String, _ description: String, _ part: JSONValue,
    definitions: [(key: String, value: JSONValue)]
  ) -> JSONValue {
    var root = JSONObject([
      dialect,
      (key: "title", value: .string(title)), (key: "description", value: .string(description)),
    ])
    for member in part.objectValue ?? JSONObject() {
      root.append(key: member.key, value: member.value)
    }
    root.append(key: definitionsKey, value: .object(JSONObject(definitions)))
    return .object(root)
  }
}
