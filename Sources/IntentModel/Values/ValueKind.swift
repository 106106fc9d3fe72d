public import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The kinds of values.
///
/// ``facts`` is the only place for the names of a kind in messages and in other formats. A new kind
/// needs a case here, in ``IntentValue`` and in ``ParameterType``, and its texts in
/// `ValueConversion`, `ValueText` and `ValueText+Writing`. An object also needs a coding in
/// `ValueCoding`. A plain text also needs a Swift type in ``IntentValueRepresentable`` and a rule
/// in ``IntentSchema``, `IntentShapes` and `SchemaWriter+Types`.
package enum ValueKind: String, CaseIterable, Sendable {
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
}

/// The Swift type for a kind of value, and the names of the kind in messages and in other formats.
package struct ValueFacts: Sendable {
  /// The Swift type of the values.
  package let type: any IntentValueRepresentable.Type
  /// The name in messages, such as “a decimal number”.
  package let message: Message
  /// The field in which people type a value, for reports; nil if the control depends on the
  /// metadata.
  package let field: Message?
  /// The name of the type in a definition from Xcode; for measurements, the dimension is the name.
  package let xcode: String
  /// The class or type in SiriKit, unless it depends on the definition.
  package let siriKit: String
  /// The type in App Intents; nil if it depends on the definition, as for enums, objects and
  /// measurements.
  package let appIntents: String?
  /// The number of the type among the `intents` types in the metadata of App Intents; nil if it is
  /// not among them.
  package let intentsNumber: Int?
  /// A valid value; nil if validity depends on the metadata, or if the coding has a valid value.
  package let example: IntentValue?

  fileprivate init(
    _ type: any IntentValueRepresentable.Type, _ message: Message, field: Message? = nil,
    xcode: String, siriKit: String, appIntents: String? = nil, intentsNumber: Int? = nil,
    example: IntentValue? = nil
  ) {
    (self.type, self.message, self.field) = (type, message, field)
    (self.xcode, self.siriKit, self.appIntents) = (xcode, siriKit, appIntents)
    (self.intentsNumber, self.example) = (intentsNumber, example)
  }
}

/// The facts about all kinds, made once, because making their messages takes longer than looking
/// them up.
private let knownFacts = Dictionary(
  uniqueKeysWithValues: ValueKind.allCases.map { ($0, $0.ownFacts) })

extension ValueKind {
  /// The names of the kind in messages and in other formats.
  package var facts: ValueFacts { knownFacts[self] ?? ownFacts }

  fileprivate var ownFacts: ValueFacts {
    switch self {
    case .boolean:
      ValueFacts(
        Bool.self, .aBoolean, xcode: "Boolean", siriKit: "NSNumber", appIntents: "Bool")
    case .integer:
      ValueFacts(
        Int.self, .aWholeNumber, xcode: "Integer", siriKit: "NSNumber", appIntents: "Int")
    case .decimal:
      ValueFacts(
        Double.self, .aDecimalNumber, xcode: "Decimal", siriKit: "NSNumber", appIntents: "Double")
    case .string:
      ValueFacts(
        String.self, .aString, xcode: "String", siriKit: "String", appIntents: "String")
    case .enumeration:
      ValueFacts(IntentEnumCase.self, .anEnumCase, xcode: "Integer", siriKit: "NSNumber")
    case .object:
      ValueFacts(IntentObject.self, .anObject, xcode: "Object", siriKit: TypeReference.baseName)
    case .dateComponents:
      ValueFacts(
        DateComponents.self, "date components", xcode: "DateComponents",
        siriKit: "DateComponents", appIntents: "DateComponents")
    case .timeInterval:
      ValueFacts(
        Duration.self, "a duration", xcode: "TimeInterval", siriKit: "NSNumber",
        appIntents: "Measurement<UnitDuration>")
    case .url:
      ValueFacts(
        URL.self, .aURL, field: "URL field", xcode: "URL", siriKit: "URL", appIntents: "URL",
        example: .url("https://example.org"))
    case .placemark:
      ValueFacts(
        Placemark.self, "a placemark", field: "place", xcode: "Placemark",
        siriKit: "CLPlacemark", appIntents: "CLPlacemark")
    case .person:
      ValueFacts(
        Person.self, "a person", field: "person", xcode: "Person", siriKit: "INPerson",
        appIntents: "IntentPerson", intentsNumber: 3)
    case .file:
      ValueFacts(
        FileValue.self, "a file", field: "file", xcode: "File", siriKit: "INFile",
        appIntents: "IntentFile", intentsNumber: 12, example: .file("/home/ann/picture.png"))
    case .currencyAmount:
      ValueFacts(
        CurrencyAmount.self, "a currency amount", field: "amount of money",
        xcode: "CurrencyAmount", siriKit: "INCurrencyAmount",
        appIntents: "IntentCurrencyAmount", intentsNumber: 14)
    case .paymentMethod:
      ValueFacts(
        PaymentMethod.self, "a payment method", field: "payment method", xcode: "PaymentMethod",
        siriKit: "INPaymentMethod", appIntents: "IntentPaymentMethod", intentsNumber: 13)
    case .speakableString:
      ValueFacts(
        SpeakableString.self, "a speakable string", xcode: "SpeakableString",
        siriKit: "INSpeakableString", appIntents: "String")
    case .measurement:
      ValueFacts(
        IntentMeasurement.self, "a measurement", xcode: "Measurement", siriKit: "NSMeasurement")
    }
  }

  /// Whether a condition in a definition can contain a value of the kind.
  var isStatable: Bool {
    ![.object, .person, .placemark, .paymentMethod, .file].contains(self)
  }

  /// Whether the text that a person types is itself the value or its name, so that a form need not
  /// show how it was read.
  package var isNamedByText: Bool {
    [.string, .speakableString, .object, .person, .paymentMethod, .file].contains(self)
  }

  /// Makes a value from its text in JSON; nil for a kind whose values are not plain texts.
  package var madeOfText: (@Sendable (String) -> IntentValue)? {
    switch self {
    case .string: { .string($0) }
    case .enumeration: { .enumeration($0) }
    case .url: { .url($0) }
    case .file: { .file($0) }
    default: nil
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
  public var kindMessage: Message { kind?.facts.message ?? .anArray }

  /// The text of a value that is a plain text in JSON; nil for other values.
  package var plainText: String? {
    switch self {
    case .string(let text), .enumeration(let text), .url(let text), .file(let text): text
    default: nil
    }
  }

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
  /// The name of the type's values, such as "a whole number".
  public var valueKind: String { kindMessage.text() }

  /// The name of the type's values in messages; if the type has no editor, the name of the type.
  public var kindMessage: Message {
    if case .other(let name) = self { return .verbatim(name) }
    return kind?.facts.message ?? .verbatim(name)
  }

  /// The kind of the type's values; nil for a type without an editor.
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
    case .other: nil
    }
  }
}
