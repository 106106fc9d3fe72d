#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A parameter's value: a single value of one of these kinds, or several values of the same kind.
///
/// Kinds that need more than two machine words are stored indirectly, so that all others need no
/// allocation.
public enum IntentValue: Sendable, Hashable {
  /// True or false.
  case boolean(Bool)
  /// A 64-bit integer.
  case integer(Int)
  /// A finite decimal number.
  case decimal(Double)
  /// A text.
  case string(String)
  /// The name of an enum case.
  case enumeration(String)
  /// A chosen object.
  indirect case object(IntentObject)
  /// A date, a time or both; only the components in ``IntentDateComponent`` can be set.
  indirect case dateComponents(DateComponents)
  /// A duration in seconds.
  case timeInterval(Double)
  /// A URL with a scheme, as text.
  case url(String)
  /// A place.
  indirect case placemark(Placemark)
  /// A person.
  indirect case person(Person)
  /// A file, given by path or URL.
  case file(String)
  /// An amount of money with its currency.
  indirect case currencyAmount(CurrencyAmount)
  /// A way to pay, such as a card.
  indirect case paymentMethod(PaymentMethod)
  /// A text with a pronunciation.
  indirect case speakableString(SpeakableString)
  /// A number with a unit of a physical quantity.
  indirect case measurement(IntentMeasurement)
  /// Several values of the same kind, none of which is an array.
  case array([IntentValue])

  /// The elements of an array; any other value is the only element.
  public var elements: [IntentValue] {
    if case .array(let values) = self { values } else { [self] }
  }

  /// Whether the value is not empty; only strings and arrays can be empty.
  public var isPresent: Bool {
    switch self {
    case .string(let text): !text.isEmpty
    case .array(let values): !values.isEmpty
    default: true
    }
  }
}

/// A chosen object: its identity, and the texts that were stored with the choice.
public struct IntentObject: Sendable, Hashable, Codable {
  /// The identity; two objects with the same identifier are the same choice.
  public var identifier: String

  /// The text that users see, as it was when the object was chosen.
  public var display: String

  /// A second line of text.
  public var subtitle: String?

  /// The values of the type's own properties, by name.
  public var properties: [String: IntentValue]

  /// Makes an object.
  public init(
    identifier: String, display: String, subtitle: String? = nil,
    properties: [String: IntentValue] = [:]
  ) {
    self.identifier = identifier
    self.display = display
    self.subtitle = subtitle
    self.properties = properties
  }
}

/// A place, with the known parts of its address.
public struct Placemark: Sendable, Hashable, Codable {
  /// The valid latitudes in degrees.
  public static let latitudes = -90...90
  /// The valid longitudes in degrees.
  public static let longitudes = -180...180

  /// The name that users see.
  public var name: String?
  /// The latitude in degrees north, within ``latitudes``.
  public var latitude: Double?
  /// The longitude in degrees east, within ``longitudes``.
  public var longitude: Double?
  /// The street and the house number.
  public var street: String?
  /// The city.
  public var city: String?
  /// The state or province.
  public var state: String?
  /// The postal code.
  public var postalCode: String?
  /// The country.
  public var country: String?

  /// Makes a place.
  public init(
    name: String? = nil, latitude: Double? = nil, longitude: Double? = nil, street: String? = nil,
    city: String? = nil, state: String? = nil, postalCode: String? = nil, country: String? = nil
  ) {
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.street = street
    self.city = city
    self.state = state
    self.postalCode = postalCode
    self.country = country
  }

  /// The text of the latitude and the longitude, as in `52.5,13.4`; nil unless both are set.
  package var coordinates: String? {
    guard let latitude, let longitude else { return nil }
    return "\(latitude.shortest),\(longitude.shortest)"
  }
}

/// A person, with a name and optionally a handle.
public struct Person: Sendable, Hashable, Codable {
  /// The name that users see.
  public var name: String
  /// The identity in an address book.
  public var identifier: String?
  /// An email address, a telephone number or a user name.
  public var handle: String?

  /// Makes a person.
  public init(name: String, identifier: String? = nil, handle: String? = nil) {
    self.name = name
    self.identifier = identifier
    self.handle = handle
  }
}

/// An amount of money.
public struct CurrencyAmount: Sendable, Hashable, Codable {
  /// The exact amount as a decimal literal, such as `12.50`.
  public var amount: String
  /// The ISO 4217 code, such as `EUR`.
  public var currencyCode: String

  /// Makes an amount.
  public init(amount: String, currencyCode: String) {
    self.amount = amount
    self.currencyCode = currencyCode
  }
}

/// A way to pay.
public struct PaymentMethod: Sendable, Hashable, Codable {
  /// The kind, such as `credit`, `debit` or `applePay`.
  public var kind: String
  /// The name that users see.
  public var name: String?
  /// A hint, such as the last digits of a card number.
  public var identificationHint: String?

  /// Makes a payment method.
  public init(kind: String, name: String? = nil, identificationHint: String? = nil) {
    self.kind = kind
    self.name = name
    self.identificationHint = identificationHint
  }
}

/// A text that can be spoken.
public struct SpeakableString: Sendable, Hashable, Codable {
  /// The text.
  public var spokenPhrase: String
  /// The pronunciation, if it differs from the spelling.
  public var pronunciationHint: String?
  /// The identity in a vocabulary.
  public var vocabularyIdentifier: String?

  /// Makes a speakable string.
  public init(
    spokenPhrase: String, pronunciationHint: String? = nil, vocabularyIdentifier: String? = nil
  ) {
    self.spokenPhrase = spokenPhrase
    self.pronunciationHint = pronunciationHint
    self.vocabularyIdentifier = vocabularyIdentifier
  }
}

/// A number with a unit.
public struct IntentMeasurement: Sendable, Hashable, Codable {
  /// The number.
  public var value: Double
  /// The symbol of the unit, such as `km`.
  public var unit: String

  /// Makes a measurement.
  public init(value: Double, unit: String) {
    self.value = value
    self.unit = unit
  }
}
