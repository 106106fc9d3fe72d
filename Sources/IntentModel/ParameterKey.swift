#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A parameter's name together with the Swift type of its values.
///
/// Declare the keys of an intent once, as static members, and read values with
/// ``Intent/subscript(_:)-(ParameterKey<Value>)``:
///
///     extension ParameterKey<Bool> {
///       static let mirrorCalendarApp = ParameterKey("mirrorCalendarApp")
///     }
///     let isMirrored = intent[.mirrorCalendarApp] ?? false
public struct ParameterKey<Value: IntentValueConvertible>: Sendable, Hashable {
  /// The name of the parameter.
  public let name: String

  /// Makes a key.
  public init(_ name: String) {
    self.name = name
  }
}

/// A Swift type that can be read out of an intent value, without guessing.
public protocol IntentValueConvertible: Sendable {
  /// Makes the Swift value; nil for a value of another kind.
  init?(_ value: IntentValue)
}

extension Intent {
  /// The typed value of a parameter; nil when there is none, or one of another kind.
  public subscript<Value>(key: ParameterKey<Value>) -> Value? {
    self[key.name].flatMap { Value($0) }
  }
}

extension Bool: IntentValueConvertible {
  /// The value of a Boolean parameter.
  public init?(_ value: IntentValue) {
    guard case .boolean(let boolean) = value else { return nil }
    self = boolean
  }
}

extension Int: IntentValueConvertible {
  /// The value of a whole number parameter.
  public init?(_ value: IntentValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Double: IntentValueConvertible {
  /// The value of a decimal parameter, or the seconds of a duration.
  public init?(_ value: IntentValue) {
    switch value {
    case .decimal(let number), .timeInterval(let number): self = number
    default: return nil
    }
  }
}

extension String: IntentValueConvertible {
  /// The value of a string, the name of an enum case, or a URL or file as text.
  public init?(_ value: IntentValue) {
    switch value {
    case .string(let text), .enumeration(let text), .url(let text), .file(let text): self = text
    default: return nil
    }
  }
}

extension IntentObject: IntentValueConvertible {
  /// The value of an object parameter.
  public init?(_ value: IntentValue) {
    guard case .object(let object) = value else { return nil }
    self = object
  }
}

extension DateComponents: IntentValueConvertible {
  /// The value of a date components parameter.
  public init?(_ value: IntentValue) {
    guard case .dateComponents(let components) = value else { return nil }
    self = components
  }
}

extension Array: IntentValueConvertible where Element: IntentValueConvertible {
  /// The values of an array parameter; nil if one of them is of another kind.
  public init?(_ value: IntentValue) {
    guard case .array(let values) = value else { return nil }
    let converted = values.compactMap { Element($0) }
    guard converted.count == values.count else { return nil }
    self = converted
  }
}
