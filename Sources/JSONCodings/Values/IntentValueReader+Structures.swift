package import IntentModel
package import JSONC
package import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values that are JSON objects.
extension IntentValueReader {
  mutating func structure(
    _ members: JSONObject, type: ParameterType, at path: IntentPath
  ) -> IntentValue? {
    switch type {
    case .object: object(members, type: schema?.objectType(of: type), at: path)
    case .dateComponents: dateComponents(members, at: path)
    default: type.coding.flatMap { value(members, $0, at: path) }
    }
  }

  /// A value with the members of a coding; optional members that are invalid are left out.
  private mutating func value(
    _ members: JSONObject, _ coding: ValueCoding, at path: IntentPath
  ) -> IntentValue? {
    refuseAllBut(coding.members.map(\.key), of: members, at: path)
    let parts = coding.members.map { part($0, of: members, at: path) }
    return coding.value(of: parts)
  }

  private mutating func part(
    _ member: ValueCoding.Member, of members: JSONObject, at path: IntentPath
  ) -> ValueCoding.Part? {
    let (isNumber, takesNames) = (member.content.isNumber, takesNamesOfNumbers)
    func part(_ json: JSONValue) -> ValueCoding.Part? {
      guard isNumber else { return json.stringValue.map { .text($0) } }
      return (takesNames ? TaggedValue.number(json) : json.doubleValue).map { .number($0) }
    }
    let kind: Message = isNumber ? .aNumber : .aString
    return member.isRequired
      ? required(member.key, of: members, at: path, kind, part)
      : optional(member.key, of: members, at: path, kind, part)
  }

  /// The member with a key, after a check of its kind; reports an issue and returns nil if the
  /// member is missing or invalid.
  package mutating func required<Value>(
    _ key: String, of members: JSONObject, at path: IntentPath, _ kind: Message,
    _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard members[key] != nil else {
      report(.missingMember(key), at: path)
      return nil
    }
    return optional(key, of: members, at: path, kind, read)
  }

  /// The member with a key, after a check of its kind; nil if the member is missing.
  mutating func optional<Value>(
    _ key: String, of members: JSONObject, at path: IntentPath, _ kind: Message,
    _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let json = members[key] else { return nil }
    if let value = read(json) { return value }
    report(.wrongType(expected: kind, found: json.shown), at: path.appending(key))
    return nil
  }

  package mutating func requiredText(
    _ key: some JSONKey, of members: JSONObject, at path: IntentPath
  ) -> String? {
    required(key.rawValue, of: members, at: path, .aString, \.stringValue)
  }

  package mutating func text(
    _ key: some JSONKey, of members: JSONObject, at path: IntentPath
  ) -> String? {
    optional(key.rawValue, of: members, at: path, .aString, \.stringValue)
  }

  package mutating func refuseAllBut(_ keys: [String], of members: JSONObject, at path: IntentPath)
  {
    for member in members where !keys.contains(member.key) {
      report(.unknownMember(member.key, choices: keys), at: path.appending(member.key))
    }
  }

  package mutating func refuseAllBut<Key: JSONKey>(
    _ keys: Key.Type, of members: JSONObject, at path: IntentPath
  ) {
    refuseAllBut(Key.allCases.map { $0.rawValue }, of: members, at: path)
  }

  private mutating func dateComponents(
    _ members: JSONObject, at path: IntentPath
  ) -> IntentValue? {
    refuseAllBut(IntentDateComponent.allCases.map(\.rawValue), of: members, at: path)
    var components = DateComponents()
    for component in IntentDateComponent.allCases {
      guard let json = members[component.rawValue] else { continue }
      if let number = json.intValue {
        components[component] = number
      } else {
        report(
          .wrongType(expected: .aWholeNumber, found: json.shown),
          at: path.appending(component.rawValue))
      }
    }
    return .dateComponents(components)
  }
}
