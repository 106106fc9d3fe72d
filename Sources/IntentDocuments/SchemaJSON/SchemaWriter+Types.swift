import IntentModel
import JSONC
import JSONCodings
import Messages

/// Value types as schemas.
extension SchemaWriter {
  /// The end of a text; in some dialects `$` also matches before a final line feed.
  static let end = #"(?![\s\S])"#

  /// A text without control characters, and without line breaks if it is not multiline.
  static func text(isMultiline: Bool, isRequired: Bool = false) -> JSONValue {
    let refused =
      isMultiline
      ? #"\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F"#
      : #"\u0000-\u0008\u000A-\u001F\u007F-\u009F\u2028\u2029"#
    var object = JSONObject([(key: "type", value: "string")])
    if isRequired { object.append(key: "minLength", value: 1) }
    object.append(key: "pattern", value: .string("^[^\(refused)]*" + end))
    return .object(object)
  }

  /// A single value of a type.
  mutating func type(_ type: ParameterType, at name: String) -> JSONValue {
    switch type {
    case .boolean: return SchemaPart.boolean
    case .integer(let metadata):
      return Self.number(
        "integer", metadata.lowerLimit.map { .integer($0) },
        metadata.upperLimit.map { .integer($0) })
    case .decimal(let metadata):
      return Self.number(
        "number", metadata.lowerLimit.map { JSONValue(shortest: $0) },
        metadata.upperLimit.map { JSONValue(shortest: $0) })
    case .string(let metadata): return Self.text(isMultiline: metadata.isMultiline)
    case .enumeration(let reference, _): return enumeration(reference)
    case .object(let reference): return object(reference)
    case .dateComponents(let metadata): return Self.dateComponents(metadata.kind)
    case .timeInterval(let metadata): return duration(metadata, at: name)
    case .url:
      return Self.pattern(
        #"^[A-Za-z][A-Za-z0-9+.\-]*:[^\u0000-\u0020\u007F-\u009F]+"# + Self.end)
    case .file: return Self.text(isMultiline: false, isRequired: true)
    default: return type.coding.map { Self.structure($0) } ?? false
    }
  }

  static func pattern(_ pattern: String) -> JSONValue {
    ["type": "string", "pattern": .string(pattern)]
  }

  static func number(_ type: String, _ lower: JSONValue?, _ upper: JSONValue?) -> JSONValue {
    var object = JSONObject([(key: "type", value: .string(type))])
    if let lower { object.append(key: "minimum", value: lower) }
    if let upper { object.append(key: "maximum", value: upper) }
    return .object(object)
  }

  private mutating func enumeration(_ reference: TypeReference) -> JSONValue {
    guard let found = schema.enumeration(of: .enumeration(reference, defaultCase: nil)) else {
      return reference.isSystem ? SchemaPart.string : false
    }
    room -= found.choiceNames.count
    return room < 0 ? false : .init(enumOf: found.choiceNames.map { .string($0) })
  }

  private mutating func duration(
    _ metadata: TimeIntervalMetadata, at name: String
  ) -> JSONValue {
    if metadata.lowerLimit > 0 || metadata.upperLimit != nil {
      limitations.append("The bounds of the duration “\(name: name)” are not in the schema.")
    }
    let number = #"0*[0-9]{1,18}(?:[.,][0-9]+)?"#
    // Only the last number can have a fraction.
    return Self.pattern(
      // A minus sign is valid only if all digits are zero, because durations are not negative.
      "^(?:-(?=[^1-9]*\(Self.end)))?P(?=[0-9]|T[0-9])(?![^.,]*[.,][0-9]+[A-Z][0-9T])"
        + "(?:\(number)W)?(?:\(number)D)?"
        + "(?:T(?=[0-9])(?:\(number)H)?(?:\(number)M)?(?:\(number)S)?)?" + Self.end)
  }

  /// An object of a type, whose definition is written once.
  private mutating func object(_ reference: TypeReference?) -> JSONValue {
    guard let reference, let type = schema.objectType(of: .object(reference)) else {
      return Self.object(
        Self.identity, others: untypedValue(), required: Self.requiredKeys)
    }
    if let known = typeNames[reference] { return SchemaPart.reference(known) }
    let key = unusedName(type.name)
    typeNames[reference] = key
    pendingTypes.append((type, types.count))
    types.append((name: key, json: true))
    return SchemaPart.reference(key)
  }

  /// Writes the definitions of the pending types and of the types to which they refer.
  mutating func writePendingTypes() {
    while let (type, place) = pendingTypes.popLast() {
      types[place].json = definition(of: type)
    }
  }

  private mutating func definition(of type: IntentObjectType) -> JSONValue {
    var members = Self.identity
    for property in type.ownProperties.firsts(by: \.name) {
      let single = self.type(property.type, at: property.name)
      members.append(
        (
          key: ValueKeys.key(ofProperty: property.name),
          value: property.supportsMultipleValues ? SchemaPart.list(single) : single
        ))
    }
    return Self.object(members, required: Self.requiredKeys)
  }

  /// An unused definition name with only letters, digits and underscores, so pointers need no
  /// escapes.
  mutating func unusedName(_ name: String) -> String {
    let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    var candidate = plain
    while !usedNames.insert(candidate).inserted {
      let number = nextNumbers[plain] ?? 2
      nextNumbers[plain] = number + 1
      candidate = "\(plain)_\(number)"
    }
    return candidate
  }

  private static let identity: [(key: String, value: JSONValue)] = [
    (key: ValueKeys.Object.identifier.rawValue, value: text(isMultiline: false, isRequired: true)),
    (key: ValueKeys.Object.display.rawValue, value: text(isMultiline: true)),
    (key: ValueKeys.Object.subtitle.rawValue, value: text(isMultiline: true)),
  ]

  private static let requiredKeys = ValueKeys.requiredObjectKeys.map { JSONValue.string($0) }

  static func object(
    _ members: [(key: String, value: JSONValue)], others: JSONValue = false,
    required: [JSONValue] = []
  ) -> JSONValue {
    var object = JSONObject([(key: "type", value: "object")])
    object.append(key: "additionalProperties", value: others)
    if !required.isEmpty { object.append(key: "required", value: .array(required)) }
    object.append(key: "properties", value: .object(JSONObject(members)))
    return .object(object)
  }
}

/// Values without a known type, whose kind is inferred from their keys.
extension SchemaWriter {
  /// The schema of any value of a property, which is written once among the definitions.
  mutating func untypedValue() -> JSONValue {
    let name = untypedName ?? unusedName("value")
    let reference = SchemaPart.reference(name)
    guard untypedName == nil else { return reference }
    untypedName = name
    let plain: JSONValue = ["type": ["boolean", "number", "string"]]
    let all = [plain, SchemaPart.list(reference)] + Self.looks(any: reference)
    types.append((name: name, json: SchemaPart.any(all)))
    return reference
  }

  /// The objects that are recognized by their keys; only the kinds of their members are checked.
  private static func looks(any: JSONValue) -> [JSONValue] {
    let coded = ParameterType.coded.compactMap(\.coding).map { coding in
      object(
        coding.members.map {
          (key: $0.key, value: $0.content.isNumber ? SchemaPart.number : SchemaPart.string)
        },
        required: coding.members.filter(\.isRequired).map { .string($0.key) })
    }
    let components = IntentDateComponent.allCases.map {
      (key: $0.rawValue, value: SchemaPart.integer)
    }
    let identified = object(
      ValueKeys.objectKeys.map { (key: $0, value: SchemaPart.string) }, others: any,
      required: requiredKeys)
    return [identified] + coded + [object(components)]
  }
}
