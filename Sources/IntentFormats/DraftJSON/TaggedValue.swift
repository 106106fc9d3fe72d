import IntentModel
import JSONC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The kinds of values, which are the only key of a tagged value.
enum ValueTag: String, JSONKey {
  case boolean, integer, decimal, string, enumeration, object, dateComponents, timeInterval, url
  case placemark, person, file, currencyAmount, paymentMethod, speakableString, measurement, array
}

/// Values that say their kind, so that they read back without a definition: `{"integer": 3}`.
enum TaggedValue {
  enum ObjectKey: String, JSONKey { case identifier, display, subtitle, properties }

  /// A value with its tag.
  static func json(_ value: IntentValue) -> JSONValue {
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

  /// A number; one that is not finite as its name, which JSON numbers cannot express.
  static func json(_ number: Double) -> JSONValue {
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
  static func json(_ values: [String: IntentValue]) -> JSONValue {
    .object(
      JSONObject(
        values.sorted { $0.key < $1.key }.map { (key: $0.key, value: json($0.value)) }))
  }
}
