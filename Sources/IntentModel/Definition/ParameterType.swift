/// The type of a parameter's values, with its metadata.
///
/// The cases are the types that Xcode writes to definitions; `other` is a type without an editor.
public indirect enum ParameterType: Sendable, Hashable {
  /// True or false.
  case boolean(BooleanMetadata)
  /// A 64-bit integer.
  case integer(NumberMetadata<Int>)
  /// A finite decimal number.
  case decimal(NumberMetadata<Double>)
  /// A text.
  case string(StringMetadata)
  /// An enum, given by a reference, and the name of the default case.
  case enumeration(TypeReference, defaultCase: String?)
  /// An object of a type in the document or of a system type; in old files, objects may have no
  /// type.
  case object(TypeReference?)
  /// A date, a time, or both.
  case dateComponents(DateComponentsMetadata)
  /// A duration.
  case timeInterval(TimeIntervalMetadata)
  /// A URL with a scheme, and its default; nil for none.
  case url(defaultValue: String?)
  /// A place; the detail is `Name`, `City` or another word, as written.
  case placemark(detail: String?)
  /// A person; the detail is `Contact`, `Email`, `Phone` or another word, as written.
  case person(detail: String?)
  /// A file, given by its path or URL.
  case file(FileMetadata)
  /// An amount of money with its currency.
  case currencyAmount(CurrencyMetadata)
  /// A way to pay, such as a card.
  case paymentMethod
  /// A text with a pronunciation.
  case speakableString(StringMetadata)
  /// A number with a unit of a physical quantity.
  case measurement(MeasurementMetadata)
  /// A type that the model does not know, given by its name in the file.
  case other(String)

  /// The name of the type in an intent definition; `Integer` for an enum, as Xcode writes it.
  public var name: String {
    switch self {
    case .measurement(let metadata): metadata.dimension.rawValue
    case .other(let name): name
    default: kind?.facts.xcode ?? ""
    }
  }

  /// Whether a form has an editor for the type; a parameter without one is not shown.
  public var hasEditor: Bool {
    if case .other = self { return false }
    return true
  }

  /// The type with its texts translated; texts without a translation are unchanged.
  public func localized(by translate: (String) -> String?) -> ParameterType {
    switch self {
    case .boolean(var metadata):
      metadata.trueName = metadata.trueName.localized(by: translate)
      metadata.falseName = metadata.falseName.localized(by: translate)
      return .boolean(metadata)
    case .string(let metadata): return .string(metadata.localized(by: translate))
    case .speakableString(let metadata):
      return .speakableString(metadata.localized(by: translate))
    case .dateComponents(var metadata):
      metadata.template = metadata.template.localized(by: translate)
      return .dateComponents(metadata)
    default: return self
    }
  }
}

/// The metadata of a Boolean.
public struct BooleanMetadata: Sendable, Hashable {
  /// The default; false if an intent definition has none, and nil if an App Intent has none.
  public var defaultValue: Bool?

  /// The text for "on".
  public var trueName: LocalizedText

  /// The text for "off".
  public var falseName: LocalizedText

  /// Makes the metadata.
  public init(
    defaultValue: Bool? = false, trueName: LocalizedText = .none, falseName: LocalizedText = .none
  ) {
    self.defaultValue = defaultValue
    self.trueName = trueName
    self.falseName = falseName
  }
}

/// The control of a number.
public enum NumberControl: String, Sendable, Hashable, CaseIterable {
  /// A text field.
  case field = "Field"
  /// A number with steps up and down.
  case stepper = "Stepper"
  /// A slider, which needs both bounds.
  case slider = "Slider"
}

/// One end of the range of a number, as stated in a definition.
public enum NumberBound<Number: Sendable & Hashable>: Sendable, Hashable {
  /// The file does not have a value.
  case absent

  /// The file has an empty element, which means "none".
  case unbounded

  /// The file has a number.
  case value(Number)

  /// The number in the file; nil if there is none.
  public var number: Number? {
    if case .value(let number) = self { number } else { nil }
  }
}

/// The metadata of an integer or a decimal number.
public struct NumberMetadata<Number: Sendable & Hashable & Comparable & SignedNumeric>: Sendable,
  Hashable
{
  /// The control; a field if the file does not state one.
  public var control: NumberControl

  /// The default; nil for none.
  public var defaultValue: Number?

  /// The lower end, as in the file.
  public var minimum: NumberBound<Number>

  /// The upper end, as in the file.
  public var maximum: NumberBound<Number>

  /// Whether the file allows negative numbers.
  public var supportsNegativeNumbers: Bool

  /// Makes the metadata.
  public init(
    control: NumberControl = .field, defaultValue: Number? = nil,
    minimum: NumberBound<Number> = .absent, maximum: NumberBound<Number> = .absent,
    supportsNegativeNumbers: Bool = false
  ) {
    self.control = control
    self.defaultValue = defaultValue
    self.minimum = minimum
    self.maximum = maximum
    self.supportsNegativeNumbers = supportsNegativeNumbers
  }

  /// The minimum value; nil for no limit.
  ///
  /// Xcode omits a minimum of 0, so if a file has a maximum but no minimum, the minimum is 0,
  /// unless the file allows negative numbers or the maximum is negative.
  public var lowerLimit: Number? {
    switch minimum {
    case .value(let number): return number
    case .unbounded: return nil
    case .absent:
      if maximum == .absent || supportsNegativeNumbers { return nil }
      if let upper = maximum.number, upper < 0 { return nil }
      return 0
    }
  }

  /// The maximum value; nil for no limit.
  public var upperLimit: Number? { maximum.number }
}

/// The metadata of a string.
public struct StringMetadata: Sendable, Hashable {
  /// The default, which string tables can translate; its text is nil if there is no default.
  public var defaultValue: LocalizedText

  /// `None`, `Sentences`, `Words` or `AllCharacters`, as written.
  public var capitalization: String?

  /// Whether line breaks are allowed.
  public var isMultiline: Bool

  /// Whether autocorrection is off.
  public var disablesAutocorrect: Bool

  /// Whether smart quotes are off.
  public var disablesSmartQuotes: Bool

  /// Whether smart dashes are off.
  public var disablesSmartDashes: Bool

  /// Makes the metadata.
  public init(
    defaultValue: LocalizedText = .none, capitalization: String? = nil, isMultiline: Bool = false,
    disablesAutocorrect: Bool = false, disablesSmartQuotes: Bool = false,
    disablesSmartDashes: Bool = false
  ) {
    self.defaultValue = defaultValue
    self.capitalization = capitalization
    self.isMultiline = isMultiline
    self.disablesAutocorrect = disablesAutocorrect
    self.disablesSmartQuotes = disablesSmartQuotes
    self.disablesSmartDashes = disablesSmartDashes
  }
}

/// The metadata of a file parameter.
public struct FileMetadata: Sendable, Hashable {
  /// `Image`, `Custom` or another kind, as written.
  public var kind: String?

  /// The uniform type identifiers of the files that `Custom` accepts, in file order.
  public var typeIdentifiers: [String]

  /// Makes the metadata.
  public init(kind: String? = nil, typeIdentifiers: [String] = []) {
    self.kind = kind
    self.typeIdentifiers = typeIdentifiers
  }
}

/// The metadata of an amount of money.
public struct CurrencyMetadata: Sendable, Hashable {
  /// The currency codes to choose from; empty for any currency.
  public var currencyCodes: [String]

  /// Makes the metadata.
  public init(currencyCodes: [String] = []) {
    self.currencyCodes = currencyCodes
  }

  /// Those of the `currencyCodes` that an amount can have; empty if there are none.
  public var offeredCodes: [String] { currencyCodes.filter(\.isCurrencyCode) }

  /// An amount that is valid for the parameter.
  package var example: CurrencyAmount {
    CurrencyAmount(amount: "12.50", currencyCode: offeredCodes.first ?? "EUR")
  }
}
