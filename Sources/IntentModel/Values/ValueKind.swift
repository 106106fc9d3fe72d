public import Messages

/// The kinds of values, with their names in messages.
package enum ValueKind: String, CaseIterable {
  case boolean
  case integer
  case decimal
  case string
  case enumeration
  case object
  case dateComponents
  case timeInterval
  case url
  case placemark
  case person
  case file
  case currencyAmount
  case paymentMethod
  case speakableString
  case measurement

  /// The name of the kind, such as “a decimal number”.
  var message: Message {
    switch self {
    case .boolean: .aBoolean
    case .integer: .aWholeNumber
    case .decimal: .aDecimalNumber
    case .string: .aString
    case .enumeration: .anEnumCase
    case .object: .anObject
    case .dateComponents: "date components"
    case .timeInterval: "a duration"
    case .url: .aURL
    case .placemark: "a placemark"
    case .person: "a person"
    case .file: "a file"
    case .currencyAmount: "a currency amount"
    case .paymentMethod: "a payment method"
    case .speakableString: "a speakable string"
    case .measurement: "a measurement"
    }
  }

  /// The type with the default metadata; nil for a type that also needs the name of an enum or a
  /// dimension.
  package var blank: ParameterType? {
    switch self {
    case .boolean: .boolean(BooleanMetadata())
    case .integer: .integer(NumberMetadata())
    case .decimal: .decimal(NumberMetadata())
    case .string: .string(StringMetadata())
    case .object: .object(nil)
    case .dateComponents: .dateComponents(DateComponentsMetadata())
    case .timeInterval: .timeInterval(TimeIntervalMetadata())
    case .url: .url(defaultValue: nil)
    case .placemark: .placemark(detail: nil)
    case .person: .person(detail: nil)
    case .file: .file(FileMetadata())
    case .currencyAmount: .currencyAmount(CurrencyMetadata())
    case .paymentMethod: .paymentMethod
    case .speakableString: .speakableString(StringMetadata())
    case .enumeration, .measurement: nil
    }
  }

  /// The type that describes any value of the kind; nil for enum cases, which need an enum.
  package var plain: ParameterType? {
    self == .measurement ? .measurement(MeasurementMetadata(dimension: .distance)) : blank
  }
}

extension IntentValue {
  /// The name of the kind of value, such as "a decimal number".
  public var kindName: String { kindMessage.text() }

  /// The name of the kind of value in messages.
  public var kindMessage: Message { kind?.message ?? .anArray }

  /// The kind of a single value; nil for an array.
  package var kind: ValueKind? {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .decimal: .decimal
    case .string: .string
    case .enumeration: .enumeration
    case .object: .object
    case .dateComponents: .dateComponents
    case .timeInterval: .timeInterval
    case .url: .url
    case .placemark: .placemark
    case .person: .person
    case .file: .file
    case .currencyAmount: .currencyAmount
    case .paymentMethod: .paymentMethod
    case .speakableString: .speakableString
    case .measurement: .measurement
    case .array: nil
    }
  }
}

extension ParameterType {
  /// The name of the values of the type, such as "a whole number".
  public var valueKind: String { kindMessage.text() }

  /// The name of the values of the type in messages; the type's name if it has no editor.
  public var kindMessage: Message {
    if case .other(let name) = self { return .verbatim(name) }
    return kind?.message ?? .verbatim(name)
  }

  /// The kind of the values of the type; nil for a type without an editor.
  private var kind: ValueKind? {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .decimal: .decimal
    case .string: .string
    case .enumeration: .enumeration
    case .object: .object
    case .dateComponents: .dateComponents
    case .timeInterval: .timeInterval
    case .url: .url
    case .placemark: .placemark
    case .person: .person
    case .file: .file
    case .currencyAmount: .currencyAmount
    case .paymentMethod: .paymentMethod
    case .speakableString: .speakableString
    case .measurement: .measurement
    case .other: nil
    }
  }
}
