import IntentModel
package import Messages

/// A value in a property list, in the form of the file.
///
/// It has the order of the keys and the spelling of the reals in the file.
package enum PropertyListValue: Sendable, Hashable {
  case boolean(Bool)
  case integer(Int)
  /// An integer above the largest signed integer, such as the hash of a compiled intent.
  case unsigned(UInt64)
  indirect case real(PropertyListReal)
  case string(String)
  case data([UInt8])
  indirect case date(PropertyListDate)
  case array([PropertyListValue])
  case dictionary(PropertyListDictionary)
}

/// The kinds of values in property lists.
package enum PropertyListKind: String, Sendable, Hashable, CaseIterable {
  case boolean, integer, real, string, data, date, array, dictionary

  /// The kind as messages name it, such as `an integer`.
  package var phrase: Message {
    switch self {
    case .boolean: .aBoolean
    case .integer: "an integer"
    case .real: "a real"
    case .string: .aString
    case .data: "data"
    case .date: "a date"
    case .array: .anArray
    case .dictionary: .aDictionary
    }
  }
}

extension PropertyListValue {
  /// The kind of this value.
  package var kind: PropertyListKind {
    switch self {
    case .boolean: .boolean
    case .integer, .unsigned: .integer
    case .real: .real
    case .string: .string
    case .data: .data
    case .date: .date
    case .array: .array
    case .dictionary: .dictionary
    }
  }

  /// The Boolean; nil for a value of another kind, such as the integer 1.
  package var booleanValue: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The integer; nil for a value of another kind, and for an unsigned integer.
  package var integerValue: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The number, from an integer or a real; nil for a value of another kind.
  package var numberValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .real(let real): real.value
    default: nil
    }
  }

  /// The text; nil for a value of another kind.
  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements; nil for a value of another kind.
  package var arrayValue: [PropertyListValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The dictionary; nil for a value of another kind.
  package var dictionaryValue: PropertyListDictionary? {
    if case .dictionary(let value) = self { value } else { nil }
  }

  /// The value for a key; nil if this is not a dictionary or has no such key.
  package subscript(key: String) -> PropertyListValue? {
    if case .dictionary(let dictionary) = self { dictionary[key] } else { nil }
  }

  /// The element at an index; nil if this is not an array or has too few elements.
  package subscript(index: Int) -> PropertyListValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// A real with its canonical spelling.
  package static func real(_ value: Double) -> PropertyListValue {
    .real(PropertyListReal(value))
  }
}

extension PropertyListValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: PropertyListValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    self = .dictionary(PropertyListDictionary(elements))
  }
}
