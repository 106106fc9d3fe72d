import IntentModel
import Testing
import WidgetTestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every type with every kind of value, alone and in arrays.
@Suite struct TypeMatrixTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let type: ParameterType
    let value: IntentValue
    let words: String
    let name: String

    init(_ type: ParameterType, _ value: IntentValue, _ words: String, _ name: String) {
      self.type = type
      self.value = value
      self.words = words
      self.name = name
    }

    var testDescription: String { words }
  }

  static let kinds: [Kind] = [
    Kind(.boolean(BooleanMetadata()), .boolean(true), "a Boolean", "Boolean"),
    Kind(.integer(NumberMetadata()), .integer(1), "a whole number", "Integer"),
    Kind(.decimal(NumberMetadata()), .decimal(1), "a decimal number", "Decimal"),
    Kind(.string(StringMetadata()), .string("a"), "a string", "String"),
    Kind(
      .enumeration(TypeReference("Style"), defaultCase: nil), .enumeration("grid"), "an enum case",
      "Integer"),
    Kind(.object(nil), .choice("a"), "an object", "Object"),
    Kind(
      .dateComponents(DateComponentsMetadata()), .dateComponents(DateComponents(hour: 1)),
      "date components", "DateComponents"),
    Kind(.timeInterval(TimeIntervalMetadata()), .timeInterval(1), "a duration", "TimeInterval"),
    Kind(.url(defaultValue: nil), .url("a:b"), "a URL", "URL"),
    Kind(.placemark(detail: nil), .placemark(Placemark(name: "a")), "a placemark", "Placemark"),
    Kind(.person(detail: nil), .person(Person(name: "a")), "a person", "Person"),
    Kind(.file(FileMetadata()), .file("a"), "a file", "File"),
    Kind(
      .currencyAmount(CurrencyMetadata()),
      .currencyAmount(CurrencyAmount(amount: "1", currencyCode: "EUR")), "a currency amount",
      "CurrencyAmount"),
    Kind(
      .paymentMethod, .paymentMethod(PaymentMethod(kind: "a")), "a payment method", "PaymentMethod"),
    Kind(
      .speakableString(StringMetadata()), .speakableString(SpeakableString(spokenPhrase: "a")),
      "a speakable string", "SpeakableString"),
    Kind(
      .measurement(MeasurementMetadata(dimension: .distance)),
      .measurement(IntentMeasurement(value: 1, unit: "km")), "a measurement", "Distance"),
  ]

  private static let enums = [IntentEnum.of("Style", "grid")]

  @Test("§2.1: a type accepts only its own kind of value", arguments: kinds)
  func matrix(_ kind: Kind) {
    for other in Self.kinds {
      let row =
        other.words == kind.words
        ? ValueCase(other.value, kind.type)
        : ValueCase(
          other.value, kind.type,
          "wrong-type $.parameters.x: Expected \(kind.words), found \(other.words).")
      row.check(enums: Self.enums)
    }
  }

  @Test("§2.1: types and values have the same names", arguments: kinds)
  func names(_ kind: Kind) {
    #expect(kind.type.name == kind.name)
    #expect(kind.type.valueKind == kind.words)
    #expect(kind.value.kindName == kind.words)
    #expect(kind.type.hasEditor)
  }

  @Test("§2.1: SupportsMultipleValues makes an array of the same values", arguments: kinds)
  func arrays(_ kind: Kind) {
    let array = ParameterDefinition.of(kind.type, "x").several
    let wrong: IntentValue = kind.value == .boolean(true) ? .integer(1) : .boolean(true)
    ValueCase(.array([]), array).check(enums: Self.enums)
    ValueCase(.array([kind.value, kind.value]), array).check(enums: Self.enums)
    ValueCase(
      kind.value, array,
      "single-for-array $.parameters.x: Expected an array of values, found one value. "
        + "Put the value in an array."
    ).check(enums: Self.enums)
    ValueCase(
      .array([wrong, kind.value, .array([])]), array,
      "wrong-type $.parameters.x[0]: Expected \(kind.words), found \(wrong.kindName).",
      "nested-array $.parameters.x[2]: An array cannot hold arrays. Give the values in one array."
    ).check(enums: Self.enums)
  }

  @Test("§2.1: a single value does not accept an array, even with one element", arguments: kinds)
  func singles(_ kind: Kind) {
    ValueCase(
      .array([kind.value]), kind.type,
      "array-for-single $.parameters.x: Expected one value, found an array. "
        + "Give the value without the array."
    ).check(enums: Self.enums)
  }

  @Test("§1.3: a type without an editor accepts no value", arguments: kinds)
  func noEditor(_ kind: Kind) {
    ValueCase(
      kind.value, .other("Color"),
      "no-editor $.parameters.x: Values of the type Color cannot be set. Leave the parameter out."
    ).check()
    #expect(!ParameterType.other("Color").hasEditor)
    #expect(ParameterType.other("Color").valueKind == "Color")
  }

  @Test("An array is called an array, counts as missing when empty, and returns its elements")
  func arrayValue() {
    #expect(IntentValue.array([]).kindName == "an array")
    #expect(!IntentValue.array([]).isPresent)
    #expect(!IntentValue.string("").isPresent)
    #expect(IntentValue.boolean(false).isPresent)
    #expect(IntentValue.array([.integer(1), .integer(2)]).elements == [.integer(1), .integer(2)])
    #expect(IntentValue.integer(1).elements == [.integer(1)])
  }
}
