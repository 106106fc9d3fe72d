import IntentModel
import JSONC

/// Values whose type nothing says: they are read by their looks, and so are their schemas.
extension SchemaWriter {
  /// The schema of any value that a property can have, which stands once among the definitions.
  mutating func untypedValue() -> JSONValue {
    let name = untypedName ?? unusedName("value")
    let reference: JSONValue = ["$ref": .string("#/$defs/" + name)]
    guard untypedName == nil else { return reference }
    untypedName = name
    let plain: JSONValue = ["type": ["boolean", "number", "string"]]
    let array: JSONValue = ["type": "array", "items": reference]
    types.append(
      (name: name, json: ["anyOf": .array([plain, array] + Self.looks(any: reference))]))
    return reference
  }

  /// The objects that are known by their keys; of their content only the kinds are looked at.
  private static func looks(any: JSONValue) -> [JSONValue] {
    let string: JSONValue = ["type": "string"]
    let number: JSONValue = ["type": "number"]
    func closed<Key: JSONKey>(
      _ keys: Key.Type, required: [Key], numbers: [Key] = []
    ) -> JSONValue {
      object(
        Key.allCases.map { (key: $0.rawValue, value: numbers.contains($0) ? number : string) },
        required: required.map { .string($0.rawValue) })
    }
    typealias Object = ValueKeys.Object
    let components = IntentDateComponent.allCases.map {
      (key: $0.rawValue, value: JSONValue.object(["type": "integer"]))
    }
    return [
      object(
        Object.allCases.map { (key: $0.rawValue, value: string) }, others: any,
        required: [.string(Object.identifier.rawValue), .string(Object.display.rawValue)]),
      closed(ValueKeys.Measurement.self, required: [.value, .unit], numbers: [.value]),
      closed(ValueKeys.Currency.self, required: [.amount, .currencyCode]),
      closed(ValueKeys.Speakable.self, required: [.spokenPhrase]),
      closed(ValueKeys.PaymentMethod.self, required: [.kind]),
      closed(ValueKeys.Person.self, required: [.name]),
      closed(ValueKeys.Placemark.self, required: [], numbers: [.latitude, .longitude]),
      object(components),
    ]
  }
}
