package import IntentModel
package import JSONC
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The kinds of values; a tagged value has its kind as the only key.
enum ValueTag: String, JSONKey {
  case boolean, integer, decimal, string, enumeration, object, dateComponents, timeInterval, url
  case placemark, person, file, currencyAmount, paymentMethod, speakableString, measurement, array
}

/// Values that state their kind, so they can be read without a definition: `{"integer": 3}`.
package enum TaggedValue {
  enum ObjectKey: String, JSONKey { case identifier, display, subtitle, properties }

  /// A value with its tag.
  package static func json(_ value: IntentValue) -> JSONValue {
    let (tag, content) = tagged(value)
    return .object(JSONObject([(key: tag.rawValue, value: content)]))
  }

  private static func tagged(_ value: IntentValue) -> (ValueTag, JSONValue) {
    switch value {
    case .boolean(let boolean): (.boolean, .bool(boolean))
    case .integer(let number): (.integer, .integer(number))
    case .decimal(let number): (.decimal, json(number))
    case .string(let text): (.string, .string(text))
    case .enumeration(let name): (.enumeration, .string(name))
    case .object(let object): (.object, json(object))
    case .dateComponents(let components):
      (.dateComponents, IntentValueWriter.dateComponents(components))
    case .timeInterval(let seconds): (.timeInterval, json(seconds))
    case .url(let text): (.url, .string(text))
    case .placemark(let place): (.placemark, IntentValueWriter.placemark(place))
    case .person(let person): (.person, IntentValueWriter.person(person))
    case .file(let text): (.file, .string(text))
    case .currencyAmount(let amount): (.currencyAmount, IntentValueWriter.currency(amount))
    case .paymentMethod(let method): (.paymentMethod, IntentValueWriter.paymentMethod(method))
    case .speakableString(let text): (.speakableString, IntentValueWriter.speakable(text))
    case .measurement(let measurement):
      (
        .measurement,
        .object(
          JSONObject([
            (key: ValueKeys.Measurement.value.rawValue, value: json(measurement.value)),
            (key: ValueKeys.Measurement.unit.rawValue, value: .string(measurement.unit)),
          ]))
      )
    case .array(let elements): (.array, .array(elements.map(json)))
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
  /// Reads a tagged value; nil with an error if it is invalid.
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
    case .boolean: node.boolean.map { .boolean($0) }
    case .integer: node.integer.map { .integer($0) }
    case .decimal: number(node).map { .decimal($0) }
    case .string: node.string.map { .string($0) }
    case .enumeration: node.string.map { .enumeration($0) }
    case .url: node.string.map { .url($0) }
    case .file: node.string.map { .file($0) }
    case .timeInterval: number(node).map { .timeInterval($0) }
    case .object: object(node).map { .object($0) }
    case .measurement: measurement(node)
    case .array: node.elements.map { .array($0.compactMap(read)) }
    case .dateComponents: structure(node, .dateComponents(DateComponentsMetadata()))
    case .placemark: structure(node, .placemark(detail: nil))
    case .person: structure(node, .person(detail: nil))
    case .currencyAmount: structure(node, .currencyAmount(CurrencyMetadata()))
    case .paymentMethod: structure(node, .paymentMethod)
    case .speakableString: structure(node, .speakableString(StringMetadata()))
    }
  }

  /// A number, which can be written as the name of one that is not finite.
  static func number(_ node: JSONNode) -> Double? {
    if case .string(let name) = node.value, let number = Double(name), !number.isFinite {
      return number
    }
    return node.number
  }

  private static func measurement(_ node: JSONNode) -> IntentValue? {
    guard let members = node.object(ValueKeys.Measurement.self),
      let value = members.required(.value).flatMap(number),
      let unit = members.required(.unit)?.string
    else { return nil }
    return .measurement(.init(value: value, unit: unit))
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

  /// Reads a value that has the same form in intent JSON.
  private static func structure(_ node: JSONNode, _ type: ParameterType) -> IntentValue? {
    guard case .object(let members) = node.value else {
      node.mismatch(type.kindMessage)
      return nil
    }
    var reader = IntentValueReader(schema: nil)
    let value = reader.structure(members, type: type, at: .root)
    for issue in reader.issues.kept { node.problems.report(issue, below: node.path) }
    return value
  }
}
