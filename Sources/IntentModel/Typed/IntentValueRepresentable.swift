#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A Swift type that stands for one kind of value, there and back without loss.
public protocol IntentValueRepresentable: Sendable, Hashable {
  /// Makes the Swift value; nil for a value of another kind.
  init?(intentValue: IntentValue)

  /// The value.
  var intentValue: IntentValue { get }
}

extension IntentValue: IntentValueRepresentable {
  /// Takes any value as it is.
  public init?(intentValue: IntentValue) { self = intentValue }

  /// The value itself.
  public var intentValue: IntentValue { self }
}

extension Bool: IntentValueRepresentable {
  /// Takes a Boolean.
  public init?(intentValue: IntentValue) {
    guard case .boolean(let value) = intentValue else { return nil }
    self = value
  }

  /// A Boolean.
  public var intentValue: IntentValue { .boolean(self) }
}

extension Int: IntentValueRepresentable {
  /// Takes a whole number.
  public init?(intentValue: IntentValue) {
    guard case .integer(let value) = intentValue else { return nil }
    self = value
  }

  /// A whole number.
  public var intentValue: IntentValue { .integer(self) }
}

extension Double: IntentValueRepresentable {
  /// Takes a decimal number.
  public init?(intentValue: IntentValue) {
    guard case .decimal(let value) = intentValue else { return nil }
    self = value
  }

  /// A decimal number.
  public var intentValue: IntentValue { .decimal(self) }
}

extension String: IntentValueRepresentable {
  /// Takes a string.
  public init?(intentValue: IntentValue) {
    guard case .string(let value) = intentValue else { return nil }
    self = value
  }

  /// A string.
  public var intentValue: IntentValue { .string(self) }
}

extension Duration: IntentValueRepresentable {
  /// Takes a duration, to the attosecond.
  public init?(intentValue: IntentValue) {
    guard case .timeInterval(let seconds) = intentValue, abs(seconds) < 9e18 else { return nil }
    self = .seconds(seconds)
  }

  /// A duration in seconds.
  public var intentValue: IntentValue {
    let (seconds, attoseconds) = components
    return .timeInterval(Double(seconds) + Double(attoseconds) / 1e18)
  }
}

extension DateComponents: IntentValueRepresentable {
  /// Takes the components of a date or a time.
  public init?(intentValue: IntentValue) {
    guard case .dateComponents(let value) = intentValue else { return nil }
    self = value
  }

  /// The components.
  public var intentValue: IntentValue { .dateComponents(self) }
}

extension URL: IntentValueRepresentable {
  /// Takes a URL that Foundation spells as it is written.
  public init?(intentValue: IntentValue) {
    guard case .url(let text) = intentValue, let url = URL(string: text),
      url.absoluteString == text
    else { return nil }
    self = url
  }

  /// The URL as a text.
  public var intentValue: IntentValue { .url(absoluteString) }
}

extension Placemark: IntentValueRepresentable {
  /// Takes a place.
  public init?(intentValue: IntentValue) {
    guard case .placemark(let value) = intentValue else { return nil }
    self = value
  }

  /// A place.
  public var intentValue: IntentValue { .placemark(self) }
}

extension Person: IntentValueRepresentable {
  /// Takes a person.
  public init?(intentValue: IntentValue) {
    guard case .person(let value) = intentValue else { return nil }
    self = value
  }

  /// A person.
  public var intentValue: IntentValue { .person(self) }
}

extension CurrencyAmount: IntentValueRepresentable {
  /// Takes an amount of money.
  public init?(intentValue: IntentValue) {
    guard case .currencyAmount(let value) = intentValue else { return nil }
    self = value
  }

  /// An amount of money.
  public var intentValue: IntentValue { .currencyAmount(self) }
}

extension PaymentMethod: IntentValueRepresentable {
  /// Takes a payment method.
  public init?(intentValue: IntentValue) {
    guard case .paymentMethod(let value) = intentValue else { return nil }
    self = value
  }

  /// A payment method.
  public var intentValue: IntentValue { .paymentMethod(self) }
}

extension SpeakableString: IntentValueRepresentable {
  /// Takes a speakable string.
  public init?(intentValue: IntentValue) {
    guard case .speakableString(let value) = intentValue else { return nil }
    self = value
  }

  /// A speakable string.
  public var intentValue: IntentValue { .speakableString(self) }
}

extension Measurement: IntentValueRepresentable {
  /// Takes a measurement.
  public init?(intentValue: IntentValue) {
    guard case .measurement(let value) = intentValue else { return nil }
    self = value
  }

  /// A measurement.
  public var intentValue: IntentValue { .measurement(self) }
}

extension IntentObject: IntentValueRepresentable {
  /// Takes an object of any type.
  public init?(intentValue: IntentValue) {
    guard case .object(let value) = intentValue else { return nil }
    self = value
  }

  /// An object.
  public var intentValue: IntentValue { .object(self) }
}

extension Array: IntentValueRepresentable where Element: IntentValueRepresentable {
  /// Takes an array whose elements are all of the kind.
  public init?(intentValue: IntentValue) {
    guard case .array(let values) = intentValue else { return nil }
    self.init()
    reserveCapacity(values.count)
    for value in values {
      guard let element = Element(intentValue: value) else { return nil }
      append(element)
    }
  }

  /// An array.
  public var intentValue: IntentValue { .array(map(\.intentValue)) }
}

/// A file, by path or URL.
public struct IntentFile: IntentValueRepresentable {
  /// The path or URL.
  public var location: String

  /// Makes a file.
  public init(_ location: String) {
    self.location = location
  }

  /// Takes a file.
  public init?(intentValue: IntentValue) {
    guard case .file(let location) = intentValue else { return nil }
    self.init(location)
  }

  /// The file.
  public var intentValue: IntentValue { .file(location) }
}

/// A case of an enum that the definition does not have, such as one of Apple's own.
public struct IntentEnumCase: IntentValueRepresentable {
  /// The name of the case.
  public var name: String

  /// Makes a case.
  public init(_ name: String) {
    self.name = name
  }

  /// Takes a case of any enum.
  public init?(intentValue: IntentValue) {
    guard case .enumeration(let name) = intentValue else { return nil }
    self.init(name)
  }

  /// The case.
  public var intentValue: IntentValue { .enumeration(name) }
}

/// A Swift enum that was generated from an enum of a definition; its raw values are the names.
public protocol TypedEnum: IntentValueRepresentable, CaseIterable, RawRepresentable<String> {}

extension TypedEnum {
  /// Takes a case that the enum has.
  public init?(intentValue: IntentValue) {
    guard case .enumeration(let name) = intentValue else { return nil }
    self.init(rawValue: name)
  }

  /// The case.
  public var intentValue: IntentValue { .enumeration(rawValue) }
}

/// A Swift struct that was generated from an object type of a definition.
public protocol TypedObject: IntentValueRepresentable {
  /// Makes it from an object; nil where a property is of another kind, or the type does not have it.
  init?(_ object: IntentObject)

  /// The object.
  var object: IntentObject { get }
}

extension TypedObject {
  /// Takes an object whose properties the type has.
  public init?(intentValue: IntentValue) {
    guard case .object(let object) = intentValue else { return nil }
    self.init(object)
  }

  /// The object.
  public var intentValue: IntentValue { .object(object) }
}
