package import IntentModel
package import JSONC

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Writes values of parameters in the form of intent JSON.
package struct IntentValueWriter {
  /// Gives the order of object properties; nil for the order of their names.
  package var schema: IntentSchema?

  /// Makes a writer for the values of a schema; nil for values without known types.
  package init(schema: IntentSchema?) {
    self.schema = schema
  }

  /// The values of parameters as an object in the order of the definition; others are left out.
  package func json(_ values: [String: IntentValue]) -> JSONValue {
    var object = JSONObject()
    for parameter in schema?.parameters ?? [] {
      guard let value = values[parameter.name] else { continue }
      object.append(key: parameter.name, value: json(value, type: parameter.type))
    }
    return .object(object)
  }

  /// The JSON of a value; the type of its parameter determines the order of properties.
  package func json(_ value: IntentValue, type: ParameterType?) -> JSONValue {
    switch value {
    case .boolean(let boolean): .bool(boolean)
    case .integer(let number): .integer(number)
    case .decimal(let number): JSONValue(shortest: number)
    case .object(let object): self.object(object, type: type.flatMap { schema?.objectType(of: $0) })
    case .dateComponents(let components): Self.dateComponents(components)
    case .timeInterval(let seconds):
      ISO8601Duration.text(ofSeconds: seconds).map { .string($0) } ?? .double(seconds)
    case .array(let elements): .array(elements.map { json($0, type: type) })
    default: value.plainText.map { .string($0) } ?? Self.structure(value)
    }
  }

  /// An object: its identifier and texts, then its properties in the order of the type.
  package func object(_ object: IntentObject, type: IntentObjectType?) -> JSONValue {
    var builder = JSONBuilder<ValueKeys.Object>()
    builder.set(.identifier, object.identifier)
    builder.set(.display, object.display)
    builder.set(.subtitle, object.subtitle)
    for (key, value) in properties(object.properties, type: type) {
      builder.append(key: key, value)
    }
    return builder.value
  }

  /// The properties with their keys: the type's properties in its order, then the others by name.
  package func properties(
    _ properties: [String: IntentValue], type: IntentObjectType?,
    reserved: [String] = ValueKeys.objectKeys
  ) -> [(key: String, value: JSONValue)] {
    guard !properties.isEmpty else { return [] }
    // If the object type has two properties of the same name, only one is written.
    var left = properties
    let own = (type?.ownNames ?? []).filter { left.removeValue(forKey: $0) != nil }
    return (own + left.keys.sorted()).compactMap { name in
      guard let value = properties[name] else { return nil }
      let key = ValueKeys.key(ofProperty: name, reserved: reserved)
      return (key, json(value, type: type?.ownProperty(named: name)?.type))
    }
  }
}

extension IntentValueWriter {
  package static func dateComponents(_ components: DateComponents) -> JSONValue {
    .object(
      JSONObject(
        IntentDateComponent.allCases.compactMap { component in
          components[component].map { (key: component.rawValue, value: .integer($0)) }
        }))
  }

  /// The members of a value with a coding, as an object; an empty object for any other value.
  ///
  /// - Parameter number: Writes a number.
  static func structure(
    _ value: IntentValue, number: (Double) -> JSONValue = { JSONValue(shortest: $0) }
  ) -> JSONValue {
    var object = JSONObject()
    guard let coding = value.coding, let parts = coding.parts(of: value) else {
      return .object(object)
    }
    for (member, part) in zip(coding.members, parts) {
      switch part {
      case .text(let text): object.append(key: member.key, value: .string(text))
      case .number(let value): object.append(key: member.key, value: number(value))
      case nil: continue
      }
    }
    return .object(object)
  }
}

/// The keys of objects, whose other members depend on their type.
package enum ValueKeys {
  package typealias Object = IntentObjectKey

  /// The key of a property of an object's type.
  ///
  /// A property whose name is one of the object's own keys, or such a key followed by underscores,
  /// gets another underscore at the end.
  package static func key(ofProperty name: String, reserved: [String] = objectKeys) -> String {
    isReserved(name, reserved) ? name + "_" : name
  }

  /// The name of the property for a key; nil for one of the object's own keys.
  package static func property(ofKey key: String, reserved: [String] = objectKeys) -> String? {
    guard isReserved(key, reserved) else { return key }
    return key.hasSuffix("_") ? String(key.dropLast()) : nil
  }

  package static let objectKeys = Object.allCases.map(\.rawValue)

  /// The keys that every object has.
  package static let requiredObjectKeys = [Object.identifier, .display].map(\.rawValue)

  private static func isReserved(_ name: String, _ reserved: [String]) -> Bool {
    var stem = name[...]
    while stem.hasSuffix("_") { stem = stem.dropLast() }
    return reserved.contains(String(stem))
  }
}
