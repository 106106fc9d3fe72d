import IntentModel
import JSONC
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Carried values as JSON: plain if JSON can represent them, otherwise marked.
enum CarriedJSON {
  typealias Mark = DefinitionKeys.Mark

  /// The reserved member of an element; nil if the element carries nothing.
  static func json(_ extras: DefinitionExtras) -> JSONValue? {
    guard !extras.isEmpty else { return nil }
    var builder = JSONBuilder<DefinitionKeys.Carried>()
    if !extras.unknown.isEmpty { builder.set(.unknown, json(.dictionary(extras.unknown))) }
    builder.set(.writtenDefaults, extras.writtenDefaults.sorted().map { .string($0) })
    return builder.value
  }

  static func json(_ value: CarriedValue) -> JSONValue {
    switch value {
    case .boolean(let boolean): .bool(boolean)
    case .integer(let number): .integer(number)
    case .unsigned(let number): marked(.integer, .string(String(number)))
    case .real(let number, nil) where number.isFinite: .double(number)
    case .real(let number, let spelling): real(number, spelling: spelling)
    case .string(let text): .string(text)
    case .data(let bytes): marked(.data, .string(Data(bytes).base64EncodedString()))
    case .date(let text): marked(.date, .string(text))
    case .array(let elements): .array(elements.map(json))
    case .dictionary(let members): json(members)
    }
  }

  private static func real(_ number: Double, spelling: String?) -> JSONValue {
    var builder = JSONBuilder<Mark>()
    builder.set(.real, TaggedValue.json(number))
    builder.set(.spelling, spelling)
    return builder.value
  }

  private static func marked(_ mark: Mark, _ value: JSONValue) -> JSONValue {
    .object(JSONObject([(key: mark.rawValue, value: value)]))
  }

  /// An object, or a list of pairs if a key is repeated or the first key resembles a mark.
  private static func json(_ members: [CarriedMember]) -> JSONValue {
    let keys = Set(members.map { Array($0.key.utf8) })
    let looksMarked = members.first.map { $0.key.hasPrefix("$") } ?? false
    if keys.count == members.count, !looksMarked {
      return .object(JSONObject(members.map { (key: $0.key, value: json($0.value)) }))
    }
    return marked(
      .members, .array(members.map { .array([.string($0.key), json($0.value)]) }))
  }
}

extension CarriedJSON {
  /// Reads the reserved member.
  static func extras(_ node: JSONNode?) -> DefinitionExtras {
    guard let members = node?.object(DefinitionKeys.Carried.self) else { return .none }
    var extras = DefinitionExtras.none
    if let unknown = members[.unknown], let value = value(unknown) {
      if case .dictionary(let found) = value {
        extras.unknown = found
      } else {
        unknown.mismatch(.anObject)
      }
    }
    extras.writtenDefaults = Set(members[.writtenDefaults]?.strings ?? [])
    return extras
  }

  static func value(_ node: JSONNode) -> CarriedValue? {
    switch node.value {
    case .bool(let boolean): return .boolean(boolean)
    case .integer(let number): return .integer(number)
    case .double(let number): return .real(number, spelling: nil)
    case .string(let text): return .string(text)
    case .array: return node.elements.map { .array($0.compactMap(value)) }
    case .object(let object):
      if let key = object.first?.key, key.hasPrefix("$") { return marked(node, key) }
      return node.members.map { .dictionary(members($0)) }
    case .null:
      node.mismatch(.aValue)
      return nil
    }
  }

  private static func members(_ members: [(key: String, node: JSONNode)]) -> [CarriedMember] {
    members.compactMap { member in
      value(member.node).map { CarriedMember(key: member.key, value: $0) }
    }
  }

  private static func marked(_ node: JSONNode, _ key: String) -> CarriedValue? {
    guard let members = node.object(Mark.self), let mark = Mark(rawValue: key) else { return nil }
    switch mark {
    case .real:
      return members[.real].flatMap(TaggedValue.number).map {
        .real($0, spelling: members.string(.spelling))
      }
    case .data: return members[.data].flatMap(data)
    case .date: return members.string(.date).map { .date($0) }
    case .members: return .dictionary(members.list(.members, pair))
    case .integer: return members.string(.integer).flatMap { UInt64($0) }.map { .unsigned($0) }
    case .spelling: return nil
    }
  }

  private static func data(_ node: JSONNode) -> CarriedValue? {
    guard let text = node.string else { return nil }
    if let bytes = [UInt8](base64: text) { return .data(bytes) }
    node.report(.notBase64)
    return nil
  }

  private static func pair(_ node: JSONNode) -> CarriedMember? {
    guard let elements = node.elements else { return nil }
    guard elements.count == 2 else {
      node.report(.wrongSize(expected: 2, found: elements.count))
      return nil
    }
    guard let key = elements[0].string, let value = value(elements[1]) else { return nil }
    return CarriedMember(key: key, value: value)
  }
}

extension DefinitionExtras {
  private static let schemaKey = DefinitionKeys.Root.schema.rawValue

  /// These extras, including the schema for editors in a JSON text; files of all formats keep that
  /// schema.
  func with(schema: String?) -> DefinitionExtras {
    guard let schema else { return self }
    var extras = self
    extras.unknown.append(CarriedMember(key: Self.schemaKey, value: .string(schema)))
    return extras
  }

  /// The schema that a text names, and the other extras.
  var withoutSchema: (schema: String?, rest: DefinitionExtras) {
    guard let place = unknown.firstIndex(where: { $0.key == Self.schemaKey }),
      case .string(let schema) = unknown[place].value
    else { return (nil, self) }
    var extras = self
    extras.unknown.remove(at: place)
    return (schema, extras)
  }
}
