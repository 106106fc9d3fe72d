/// Any JSON value (RFC 8259 §3), as plain data without pointers into a C library.
///
/// The case preserves the written form: a number without a fraction or an exponent is `.integer`,
/// and every other number is `.double`. So `1` and `1.0` are different values, and each is written
/// in its original form. `-0` is `.double(-0.0)`, because an integer would lose its sign.
///
/// Two strings are equal if their code points are equal, as in RFC 8259 §8.3. This is stricter than
/// Swift's `String`, where an accented letter equals the same letter followed by a combining
/// accent.
///
///     let value = try JSONText.parse(#"{"city": "Oslo", "days": 3}"#)
///     value.objectValue?["days"]?.intValue  // 3
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number written without a fraction or an exponent.
  case integer(Int)
  /// A number written with a fraction or an exponent, or `-0`.
  ///
  /// A value that is not finite can be neither read nor written.
  case double(Double)
  /// A string, which may contain NUL.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, whose members keep the order of the text.
  case object(JSONObject)
}

extension JSONValue {
  /// The name of the value's type in RFC 8259, such as `object`, for messages.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer, .double: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Whether the value is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The string; nil if the value is not a string.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The Boolean; nil if the value is not a Boolean.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer; nil if the value is not a number or was written as a decimal.
  public var intValue: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The number; nil if the value is not a number.
  ///
  /// An integer with more than 53 bits is rounded to the nearest double.
  public var doubleValue: Double? {
    switch self {
    case .double(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// The elements; nil if the value is not an array.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object; nil if the value is not an object.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }
}

extension JSONValue {
  /// The greatest integer that every reader of JSON can hold exactly (RFC 8259 §6).
  package static let maximumInteger = 1 << 53 - 1

  /// Makes a number in its shortest form: an integer if the number is whole and at most
  /// ``maximumInteger``.
  package init(shortest number: Double) {
    let isWhole =
      number == number.rounded() && number.magnitude <= Double(Self.maximumInteger)
    let isNegativeZero = number == 0 && number.sign == .minus
    self = isWhole && !isNegativeZero ? .integer(Int(number)) : .double(number)
  }
}

extension UInt8 {
  /// Whether the byte is white space between values (RFC 8259 §2).
  @inlinable package var isJSONSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || isLineEnd
  }

  /// Whether the byte is a line feed or a carriage return, which end a line alone or as a pair.
  @inlinable package var isLineEnd: Bool {
    self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r")
  }
}

extension JSONValue: Hashable {
  /// Compares the values case by case, and strings by their code points.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Feeds the case and its contents to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ExactString(value))
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}

/// A string that equals only strings with the same code points.
struct ExactString: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactString, right: ExactString) -> Bool {
    left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)
  }
}

extension JSONValue: ExpressibleByNilLiteral {
  /// Makes `null`.
  public init(nilLiteral: ()) {
    self = .null
  }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Makes a Boolean.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Makes an integer.
  public init(integerLiteral value: Int) {
    self = .integer(value)
  }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Makes a decimal, even from a literal such as `1.0`.
  public init(floatLiteral value: Double) {
    self = .double(value)
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Makes a string.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Makes an object with the members in the written order.
  ///
  /// If a key occurs twice, the later value replaces the earlier one in its position.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
  }
}
