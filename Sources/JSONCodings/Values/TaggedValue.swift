package import IntentModel
package import JSONC
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The kinds of single values, and arrays; a tagged value is an object with its tag as the only
/// key.
package enum ValueTag: JSONKey {
  case one(ValueKind)
  case array

  package static let allCases = ValueKind.allCases.map { ValueTag.one($0) } + [.array]

  package init?(rawValue: String) {
    if rawValue == "array" {
      self = .array
    } else if let kind = ValueKind(rawValue: rawValue) {
      self = .one(kind)
    } else {
      return nil
    }
  }

  package var rawValue: String {
    switch self {
    case .one(let kind): kind.rawValue
    case .array: "array"
    }
  }
}

/// Values with an explicit kind, so they can be read without a definition: `{"integer": 3}`.
package enum TaggedValue {
  enum ObjectKey: String, JSONKey { case identifier, display, subtitle, properties }

  /// A value with its tag.
  package static func json(_ value: IntentValue) -> JSONValue {
    let tag = value.kind.map { ValueTag.one($0) } ?? .array
    return .object(JSONObject([(key: tag.rawValue, value: content(of: value))]))
  }

  private static func content(of value: IntentValue) -> JSONValue {
    switch value {
    case .boolean(let boolean): .bool(boolean)
    case .integer(let number): .integer(number)
    case .decimal(let number), .timeInterval(let number): json(number)
    case .object(let object): json(object)
    case .dateComponents(let components): IntentValueWriter.dateComponents(components)
    case .array(let elements): .array(elements.map(json))
    default:
      value.plainText.map { .string($0) } ?? IntentValueWriter.structure(value, number: json)
    }
  }

  /// A number; if it is not finite, its name, because JSON numbers cannot represent it.
  package static func json(_ number: Double) -> JSONValue {
    number.isFinite ? JSONValue(shortest: number) : .string(number.description)
  }

  private static func json(_ object: IntentObject) -> JSONValue {
    var builder = JSONBuilder<ObjectKey>()
    builder.set(.identifier, object.identifier)
    builder.set(.display, object.display)
    builder.set(.subtitle, object.subtitle)
    if !object.properties.isEmpty { builder.set(.properties, json(object.properties)) }
    return builder.value
  }

  /// Values by name, in the order of their names.
  package static func json(_ values: [String: IntentValue]) -> JSONValue {
    .object(
      JSONObject(
        values.sorted { $0.key < $1.key }.map { (key: $0.key, value: json($0.value)) }))
  }
}

extension TaggedValue {
  /// Reads a tagged value; nil if it is invalid, with an error in the list.
  package static func read(_ node: JSONNode) -> IntentValue? {
    guard let members = node.object(ValueTag.self) else { return nil }
    guard members.object.count == 1, let member = members.object.first,
      let tag = ValueTag(rawValue: member.key)
    else {
      node.mismatch("one value with its kind")
      return nil
    }
    return read(node.node(member.key, member.value), tag: tag)
  }

  /// Reads values by name.
  package static func readAll(_ node: JSONNode) -> [String: IntentValue]? {
    guard let members = node.members else { return nil }
    var values: [String: IntentValue] = [:]
    for member in members { values[member.key] = read(member.node) }
    return values
  }

  private static func read(_ node: JSONNode, tag: ValueTag) -> IntentValue? {
    switch tag {
    case .array: node.elements.map { .array($0.compactMap(read)) }
    case .one(let kind): read(node, kind)
    }
  }

  private static func read(_ node: JSONNode, _ kind: ValueKind) -> IntentValue? {
    switch kind {
    case .boolean: node.boolean.map { .boolean($0) }
    case .integer: node.integer.map { .integer($0) }
    case .decimal: number(node).map { .decimal($0) }
    case .timeInterval: number(node).map { .timeInterval($0) }
    case .object: object(node).map { .object($0) }
    default:
      kind.madeOfText.map { node.string.map($0) } ?? kind.plain.flatMap { structure(node, $0) }
    }
  }

  /// A number.
  ///
  /// A number that is not finite can be written as its name.
  package static func number(_ node: JSONNode) -> Double? { number(node.value) ?? node.number }

  /// A number, or the name of a number that is not finite; nil for other values.
  static func number(_ json: JSONValue) -> Double? {
    if case .string(let name) = json, let number = Double(name), !number.isFinite { return number }
    return json.doubleValue
  }

  private static func object(_ node: JSONNode) -> IntentObject? {
    guard let members = node.object(ObjectKey.self),
      let identifier = members.required(.identifier)?.string,
      let display = members.required(.display)?.string
    else { return nil }
    return IntentObject(
      identifier: identifier, display: display, subtitle: members.string(.subtitle),
      properties: members[.properties].flatMap(readAll) ?? [:])
  }

  /// Reads a value whose form after its tag is that of intent JSON.
  private static func structure(_ node: JSONNode, _ type: ParameterType) -> IntentValue? {
    guard case .object(let members) = node.value else {
      node.mismatch(type.kindMessage)
      return nil
    }
    var reader = IntentValueReader(schema: nil)
    reader.takesNamesOfNumbers = true
    let value = reader.structure(members, type: type, at: .root)
    for issue in reader.issues.kept { node.problems.report(issue, below: node.path) }
    return value
  }
}
