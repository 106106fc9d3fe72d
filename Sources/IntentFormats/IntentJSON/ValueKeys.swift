/// The keys of values that are JSON objects, one enum for each kind.
enum ValueKeys {
  enum Object: String, JSONKey { case identifier, display, subtitle }
  enum Measurement: String, JSONKey { case value, unit }
  enum Currency: String, JSONKey { case amount, currencyCode }
  enum Placemark: String, JSONKey {
    case name, latitude, longitude, street, city, state, postalCode, country
  }
  enum Person: String, JSONKey { case name, identifier, handle }
  enum PaymentMethod: String, JSONKey { case kind, name, identificationHint }
  enum Speakable: String, JSONKey {
    case spokenPhrase, pronunciationHint, vocabularyIdentifier
  }

  /// The key of a property of an object's type.
  ///
  /// A property with the name of one of the object's own keys gets an underscore at the end, and
  /// so does one whose name already is such a key with underscores.
  static func key(ofProperty name: String, reserved: [String] = objectKeys) -> String {
    isReserved(name, reserved) ? name + "_" : name
  }

  /// The name of the property behind a key; nil for one of the object's own keys.
  static func property(ofKey key: String, reserved: [String] = objectKeys) -> String? {
    guard isReserved(key, reserved) else { return key }
    return key.hasSuffix("_") ? String(key.dropLast()) : nil
  }

  static let objectKeys = Object.allCases.map(\.rawValue)

  private static func isReserved(_ name: String, _ reserved: [String]) -> Bool {
    var stem = name[...]
    while stem.hasSuffix("_") { stem = stem.dropLast() }
    return reserved.contains(String(stem))
  }
}
