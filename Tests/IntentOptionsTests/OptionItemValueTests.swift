import IntentModel
import IntentOptions
import Testing

/// The value of a parameter after an item is chosen, for each type.
@Suite struct OptionItemValueTests {
  static let integer = ParameterType.integer(NumberMetadata())
  static let decimal = ParameterType.decimal(NumberMetadata())
  static let duration = ParameterType.timeInterval(TimeIntervalMetadata())

  static let item = OptionItem(
    identifier: "osl", display: "Oslo", subtitle: "12 °C", symbol: "cloud",
    properties: ["zone": .string("Europe/Oslo")])

  /// A type, and the value; nil if a choice cannot give a value of this type.
  static let values: [(type: ParameterType, value: IntentValue?)] = [
    (
      .object(TypeReference("City")),
      .object(
        IntentObject(
          identifier: "osl", display: "Oslo", properties: ["zone": .string("Europe/Oslo")]))
    ),
    (
      .object(nil),
      .object(
        IntentObject(
          identifier: "osl", display: "Oslo", properties: ["zone": .string("Europe/Oslo")]))
    ),
    (.string(StringMetadata()), .string("osl")),
    (.enumeration(TypeReference("Mode"), defaultCase: "a"), .enumeration("osl")),
    (.url(defaultValue: nil), .url("osl")), (.file(FileMetadata()), .file("osl")),
    (.placemark(detail: nil), .placemark(Placemark(name: "Oslo"))),
    (.person(detail: nil), .person(Person(name: "Oslo", identifier: "osl"))),
    (.paymentMethod, .paymentMethod(PaymentMethod(kind: "osl", name: "Oslo"))),
    (.speakableString(StringMetadata()), .speakableString(SpeakableString(spokenPhrase: "Oslo"))),
    (integer, nil), (decimal, nil), (duration, nil), (.boolean(BooleanMetadata()), nil),
    (.dateComponents(DateComponentsMetadata()), nil), (.currencyAmount(CurrencyMetadata()), nil),
    (.measurement(MeasurementMetadata(dimension: .temperature)), nil), (.other("Ringtone"), nil),
  ]

  @Test(arguments: values.indices) func aValueOfEachType(row: Int) {
    let (type, value) = Self.values[row]
    #expect(Self.item.value(for: type) == value, "\(type.name)")
  }

  /// The subtitle describes the current state, so it must not be stored.
  @Test func theSubtitleAndTheSymbolAreNotTakenAlong() throws {
    guard case .object(let object)? = Self.item.value(for: .object(nil)) else {
      Issue.record("no object")
      return
    }
    #expect(object.subtitle == nil)
    #expect(object.properties == Self.item.properties)
  }

  /// An identifier, and the whole number that it represents.
  @Test(
    arguments: [
      ("0", 0), ("-7", -7), ("+7", 7), ("007", 7), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("9223372036854775808", nil), ("-9223372036854775809", nil),
      ("1.0", nil), ("1e3", nil), ("", nil), (" 1", nil), ("1 ", nil), ("0x10", nil), ("１", nil),
      ("٣", nil), ("1_000", nil), ("1,000", nil), ("-", nil), ("--1", nil), ("1\0", nil),
    ] as [(String, Int?)])
  func wholeNumbers(identifier: String, number: Int?) {
    let item = OptionItem(identifier: identifier, display: "42")
    #expect(item.value(for: Self.integer) == number.map { .integer($0) })
  }

  /// An identifier, and the number that it represents; an infinite number is rejected, because it
  /// cannot be stored.
  static let decimals: [(identifier: String, number: Double?)] = [
    ("0", 0), ("1.5", 1.5), ("-0.25", -0.25), ("1e3", 1_000), ("1E-3", 0.001), (".5", 0.5),
    ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude),
    ("nan", nil), ("NaN", nil), ("inf", nil), ("-inf", nil), ("infinity", nil),
    ("1e309", nil), ("-1e400", nil), ("", nil), (" 1", nil), ("1 ", nil), ("1,5", nil),
    ("one", nil), ("1.5.2", nil), ("１", nil), ("e5", nil), ("-", nil),
  ]

  @Test(arguments: decimals) func decimalNumbers(identifier: String, number: Double?) {
    let item = OptionItem(identifier: identifier, display: "42")
    #expect(item.value(for: Self.decimal) == number.map { .decimal($0) })
    #expect(item.value(for: Self.duration) == number.map { .timeInterval($0) })
  }

  @Test(arguments: ["", "a b", "é", "\u{202E}", "👩‍👩‍👧", "-1"])
  func aLiteralIsIdentifierAndText(text: String) {
    let item = OptionItem(stringLiteral: text)
    #expect(item == OptionItem(identifier: text, display: text))
    #expect(item.subtitle == nil && item.symbol == nil && item.properties.isEmpty)
    #expect(item.value(for: .string(StringMetadata())) == .string(text))
  }

  /// Items differ if any part of them differs.
  @Test func itemsAreEqualInAllParts() {
    let changes: [@Sendable (inout OptionItem) -> Void] = [
      { $0.identifier = "x" }, { $0.display = "x" }, { $0.subtitle = nil }, { $0.subtitle = "" },
      { $0.symbol = nil }, { $0.properties = [:] }, { $0.properties["zone"] = .integer(1) },
    ]
    let items = changes.map { change in
      var item = Self.item
      change(&item)
      return item
    }
    #expect(Set(items + [Self.item]).count == changes.count + 1)
  }
}
