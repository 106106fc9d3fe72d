#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A Swift type that can be converted to and from one kind of value without loss.
public protocol IntentValueRepresentable: Sendable, Hashable {
  /// Makes the Swift value; nil for a value of a different kind.
  init?(intentValue: IntentValue)

  /// The value.
  var intentValue: IntentValue { get }
}

extension IntentValue: IntentValueRepresentable {
  /// Accepts any value.
  public init?(intentValue: IntentValue) { self = intentValue }

  /// The value itself.
  public var intentValue: IntentValue { self }
}

extension Bool: IntentValueRepresentable {
  /// Accepts a Boolean.
  public init?(intentValue: IntentValue) {
    guard case .boolean(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as a Boolean.
  public var intentValue: IntentValue { .boolean(self) }
}

extension Int: IntentValueRepresentable {
  /// Accepts an integer.
  public init?(intentValue: IntentValue) {
    guard case .integer(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as an integer.
  public var intentValue: IntentValue { .integer(self) }
}

extension Double: IntentValueRepresentable {
  /// Accepts a decimal number.
  public init?(intentValue: IntentValue) {
    guard case .decimal(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as a decimal number.
  public var intentValue: IntentValue { .decimal(self) }
}

extension String: IntentValueRepresentable {
  /// Accepts a string.
  public init?(intentValue: IntentValue) {
    guard case .string(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as a string.
  public var intentValue: IntentValue { .string(self) }
}

extension Duration: IntentValueRepresentable {
  /// Accepts a duration.
  public init?(intentValue: IntentValue) {
    guard case .timeInterval(let seconds) = intentValue, abs(seconds) < 9e18 else { return nil }
    self = .seconds(seconds)
  }

  /// The value as a duration in seconds.
  public var intentValue: IntentValue { .timeInterval(inSeconds) }

  /// The duration in seconds.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

extension DateComponents: IntentValueRepresentable {
  /// Accepts the components of a date or a time.
  public init?(intentValue: IntentValue) {
    guard case .dateComponents(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as date components.
  public var intentValue: IntentValue { .dateComponents(self) }
}

extension URL: IntentValueRepresentable {
  /// Accepts a URL whose text Foundation leaves unchanged.
  public init?(intentValue: IntentValue) {
    guard case .url(let text) = intentValue, let url = URL(string: text),
      url.absoluteString == text
    else { return nil }
    self = url
  }

  /// The value as a URL.
  public var intentValue: IntentValue { .url(absoluteString) }
}

extension IntentObject: IntentValueRepresentable {
  /// Accepts an object of any type.
  public init?(intentValue: IntentValue) {
    guard case .object(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as an object.
  public var intentValue: IntentValue { .object(self) }
}

extension Array: IntentValueRepresentable where Element: IntentValueRepresentable {
  /// Accepts an array whose elements all have the element type's kind.
  public init?(intentValue: IntentValue) {
    guard case .array(let values) = intentValue else { return nil }
    self.init()
    reserveCapacity(values.count)
    for value in values {
      guard let element = Element(intentValue: value) else { return nil }
      append(element)
    }
  }

  /// The value as an array.
  public var intentValue: IntentValue { .array(map(\.intentValue)) }
}

/// A file, given by path or URL.
public struct FileValue: IntentValueRepresentable {
  /// The path or URL.
  public var location: String

  /// Makes a file.
  public init(_ location: String) {
    self.location = location
  }

  /// Accepts a file.
  public init?(intentValue: IntentValue) {
    guard case .file(let location) = intentValue else { return nil }
    self.init(location)
  }

  /// The value as a file.
  public var intentValue: IntentValue { .file(location) }
}

/// A case of an enum that is not in the definition, such as one of Apple's own enums.
public struct IntentEnumCase: IntentValueRepresentable {
  /// The name of the case.
  public var name: String

  /// Makes a case.
  public init(_ name: String) {
    self.name = name
  }

  /// Accepts a case of any enum.
  public init?(intentValue: IntentValue) {
    guard case .enumeration(let name) = intentValue else { return nil }
    self.init(name)
  }

  /// The value as a case.
  public var intentValue: IntentValue { .enumeration(name) }
}

/// A Swift enum that is generated from an enum in a definition; its raw values are the names.
public protocol TypedEnum: IntentValueRepresentable, CaseIterable, RawRepresentable<String> {}

extension TypedEnum {
  /// Accepts a case of this enum.
  public init?(intentValue: IntentValue) {
    guard case .enumeration(let name) = intentValue else { return nil }
    self.init(rawValue: name)
  }

  /// The value as a case.
  public var intentValue: IntentValue { .enumeration(rawValue) }
}

/// A Swift struct that is generated from an object type in a definition.
public protocol TypedObject: IntentValueRepresentable {
  /// Makes the struct from an object; nil if a property is unknown or has a different kind.
  init?(_ object: IntentObject)

  /// The value as an object.
  var object: IntentObject { get }
}

extension TypedObject {
  /// Accepts an object that has only properties of this type.
  public init?(intentValue: IntentValue) {
    guard case .object(let object) = intentValue else { return nil }
    self.init(object)
  }

  /// The value as an object.
  public var intentValue: IntentValue { .object(object) }
}
