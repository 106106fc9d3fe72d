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
    case .string(let text), .enumeration(let text), .url(let text), .file(let text):
      .string(text)
    case .object(let object): self.object(object, type: type.flatMap { schema?.objectType(of: $0) })
    case .dateComponents(let components): Self.dateComponents(components)
    case .timeInterval(let seconds):
      ISO8601Duration.text(ofSeconds: seconds).map { .string($0) } ?? .double(seconds)
    case .placemark(let place): Self.placemark(place)
    case .person(let person): Self.person(person)
    case .currencyAmount(let amount): Self.currency(amount)
    case .paymentMethod(let method): Self.paymentMethod(method)
    case .speakableString(let text): Self.speakable(text)
    case .measurement(let measurement):
      Self.measurement(value: measurement.value, unit: measurement.unit)
    case .array(let elements): .array(elements.map { json($0, type: type) })
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

  /// The properties with their keys: those of the type in its order, then the others by name.
  package func properties(
    _ properties: [String: IntentValue], type: IntentObjectType?,
    reserved: [String] = ValueKeys.objectKeys
  ) -> [(key: String, value: JSONValue)] {
    guard !properties.isEmpty else { return [] }
    let own = type?.ownProperties ?? []
    let types = Dictionary(own.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    var names: [String] = []
    var seen = Set<String>()
    for name in own.map(\.name) + properties.keys.sorted() where seen.insert(name).inserted {
      names.append(name)
    }
    return names.compactMap { name in
      guard let value = properties[name] else { return nil }
      let key = ValueKeys.key(ofProperty: name, reserved: reserved)
      return (key, json(value, type: types[name]))
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

  package static func placemark(_ place: Placemark) -> JSONValue {
    var builder = JSONBuilder<ValueKeys.Placemark>()
    builder.set(.name, place.name)
    builder.set(.latitude, shortest: place.latitude)
    builder.set(.longitude, shortest: place.longitude)
    builder.set(.street, place.street)
    builder.set(.city, place.city)
    builder.set(.state, place.state)
    builder.set(.postalCode, place.postalCode)
    builder.set(.country, place.country)
    return builder.value
  }

  package static func person(_ person: Person) -> JSONValue {
    var builder = JSONBuilder<ValueKeys.Person>()
    builder.set(.name, person.name)
    builder.set(.identifier, person.identifier)
    builder.set(.handle, person.handle)
    return builder.value
  }

  package static func currency(_ amount: CurrencyAmount) -> JSONValue {
    var builder = JSONBuilder<ValueKeys.Currency>()
    builder.set(.amount, amount.amount)
    builder.set(.currencyCode, amount.currencyCode)
    return builder.value
  }

  package static func paymentMethod(_ method: PaymentMethod) -> JSONValue {
    var builder = JSONBuilder<ValueKeys.PaymentMethod>()
    builder.set(.kind, method.kind)
    builder.set(.name, method.name)
    builder.set(.identificationHint, method.identificationHint)
    return builder.value
  }

  package static func speakable(_ text: SpeakableString) -> JSONValue {
    var builder = JSONBuilder<ValueKeys.Speakable>()
    builder.set(.spokenPhrase, text.spokenPhrase)
    builder.set(.pronunciationHint, text.pronunciationHint)
    builder.set(.vocabularyIdentifier, text.vocabularyIdentifier)
    return builder.value
  }

  package static func measurement(value: Double, unit: String) -> JSONValue {
    var builder = JSONBuilder<ValueKeys.Measurement>()
    builder.set(.value, shortest: value)
    builder.set(.unit, unit)
    return builder.value
  }
}

/// The keys of values that are JSON objects, one enum for each kind of value.
package enum ValueKeys {
  package enum Object: String, JSONKey { case identifier, display, subtitle }
  package enum Measurement: String, JSONKey { case value, unit }
  package enum Currency: String, JSONKey { case amount, currencyCode }
  package enum Placemark: String, JSONKey {
    case name, latitude, longitude, street, city, state, postalCode, country
  }
  package enum Person: String, JSONKey { case name, identifier, handle }
  package enum PaymentMethod: String, JSONKey { case kind, name, identificationHint }
  package enum Speakable: String, JSONKey {
    case spokenPhrase, pronunciationHint, vocabularyIdentifier
  }

  /// The key of a property of an object's type.
  ///
  /// A property with the name of one of the object's own keys gets an underscore at the end, and so
  /// does one whose name is such a key followed by underscores.
  package static func key(ofProperty name: String, reserved: [String] = objectKeys) -> String {
    isReserved(name, reserved) ? name + "_" : name
  }

  /// The name of the property for a key; nil for one of the object's own keys.
  package static func property(ofKey key: String, reserved: [String] = objectKeys) -> String? {
    guard isReserved(key, reserved) else { return key }
    return key.hasSuffix("_") ? String(key.dropLast()) : nil
  }

  package static let objectKeys = Object.allCases.map(\.rawValue)

  private static func isReserved(_ name: String, _ reserved: [String]) -> Bool {
    var stem = name[...]
    while stem.hasSuffix("_") { stem = stem.dropLast() }
    return reserved.contains(String(stem))
  }
}
