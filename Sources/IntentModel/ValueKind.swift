/// The kinds of values, with the words for them in messages.
enum ValueKind: String, CaseIterable {
  case boolean = "a Boolean"
  case integer = "a whole number"
  case decimal = "a decimal number"
  case string = "a string"
  case enumeration = "an enum case"
  case object = "an object"
  case dateComponents = "date components"
  case timeInterval = "a duration"
  case url = "a URL"
  case placemark = "a placemark"
  case person = "a person"
  case file = "a file"
  case currencyAmount = "a currency amount"
  case paymentMethod = "a payment method"
  case speakableString = "a speakable string"
  case measurement = "a measurement"
}

extension IntentValue {
  /// The word for the kind of value in messages, such as "a decimal number".
  public var kindName: String { kind?.rawValue ?? "an array" }

  /// The kind of a single value; nil for an array.
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
    case .array: nil
    }
  }
}

extension ParameterType {
  /// The word for the values of the type in messages, such as "a whole number".
  public var valueKind: String {
    if case .other(let name) = self { return name }
    return kind?.rawValue ?? name
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
