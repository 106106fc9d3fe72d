import FormEngine
import IntentModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Texts and their values, for each type.
@Suite struct ValueTextTests {
  static let schema = IntentSchema.of([.row("style", .style)], enums: [.styles])

  static func value(_ text: String, _ type: ParameterType) -> IntentValue? {
    try? ValueText.value(of: text, type: type, schema: schema).get()
  }

  /// Values whose text is canonical and can be read back.
  @Test(
    arguments: [
      ("yes", .flag, .boolean(true)), ("no", .flag, .boolean(false)),
      ("-12", .number, .integer(-12)), ("\(Int.max)", .number, .integer(.max)),
      ("\(Int.min)", .number, .integer(.min)), ("0.1", .decimal(.init()), .decimal(0.1)),
      ("3", .decimal(.init()), .decimal(3)), ("1e+300", .decimal(.init()), .decimal(1e300)),
      ("5e-324", .decimal(.init()), .decimal(.leastNonzeroMagnitude)), ("", .text, .string("")),
      (" a, b|c\\ ", .text, .string(" a, b|c\\ ")), ("plain", .style, .enumeration("plain")),
      ("a", .thing, .thing("a")), ("a|b", .thing, .thing("a", "b")),
      ("a|", .thing, .thing("a", "")), ("a\\|b|c|d", .thing, .thing("a|b", "c|d")),
      ("c:\\\\x", .thing, .thing("c:\\x")), ("a\\\\\\||b", .thing, .thing("a\\|", "b")),
      ("1h30m", .timeInterval(.init()), .timeInterval(5_400)),
      ("https://a.b/?c|d", .url(defaultValue: nil), .url("https://a.b/?c|d")),
      ("/tmp/a b", .file(.init()), .file("/tmp/a b")),
      ("Ann", .person(detail: nil), .person(Person(name: "Ann"))),
      ("Ann <a@b>", .person(detail: nil), .person(Person(name: "Ann", handle: "a@b"))),
      ("A <b> <>", .person(detail: nil), .person(Person(name: "A <b>"))),
      ("Oslo", .placemark(detail: nil), .placemark(Placemark(name: "Oslo"))),
      (
        "59.9,10.75", .placemark(detail: nil),
        .placemark(Placemark(latitude: 59.9, longitude: 10.75))
      ),
      (
        "Bar @ home @1,-2", .placemark(detail: nil),
        .placemark(Placemark(name: "Bar @ home", latitude: 1, longitude: -2))
      ),
      ("1,2 @", .placemark(detail: nil), .placemark(Placemark(name: "1,2"))),
      ("x @1,2 @", .placemark(detail: nil), .placemark(Placemark(name: "x @1,2"))),
      ("mail@ @", .placemark(detail: nil), .placemark(Placemark(name: "mail@"))),
      (
        "12.50 EUR", .currencyAmount(.init()),
        .currencyAmount(CurrencyAmount(amount: "12.50", currencyCode: "EUR"))
      ),
      ("credit", .paymentMethod, .paymentMethod(PaymentMethod(kind: "credit"))),
      (
        "credit|My card", .paymentMethod,
        .paymentMethod(PaymentMethod(kind: "credit", name: "My card"))
      ),
      (
        "Hello", .speakableString(.init()), .speakableString(SpeakableString(spokenPhrase: "Hello"))
      ),
      (
        "5 km", .measurement(.init(dimension: .distance)),
        .measurement(IntentMeasurement(value: 5, unit: "km"))
      ),
      (
        "2.5 fl oz", .measurement(.init(dimension: .volume)),
        .measurement(IntentMeasurement(value: 2.5, unit: "fl oz"))
      ),
    ] as [(String, ParameterType, IntentValue)])
  func canonical(text: String, type: ParameterType, value: IntentValue) {
    #expect(ValueText.text(of: value) == text)
    #expect(Self.value(text, type) == value)
  }

  /// Other texts that people type for the same values.
  @Test(
    arguments: [
      (" YES ", .flag, .boolean(true)), ("on", .flag, .boolean(true)),
      ("0", .flag, .boolean(false)),
      (" +7 ", .number, .integer(7)), ("1,5", .decimal(.init()), .decimal(1.5)),
      ("1E3", .decimal(.init()), .decimal(1_000)), ("BOLD", .style, .enumeration("bold")),
      ("Bold", .style, .enumeration("bold")), ("WIDE", .style, .enumeration("wide")),
      ("a\\b", .thing, .thing("a\\b")),
      (
        "Home@ 1 , 2", .placemark(detail: nil),
        .placemark(Placemark(name: "Home", latitude: 1, longitude: 2))
      ),
      (
        "@1,2", .placemark(detail: nil), .placemark(Placemark(latitude: 1, longitude: 2))
      ),
      // Words that contain letters of compass directions.
      ("See 1, 2", .placemark(detail: nil), .placemark(Placemark(name: "See 1, 2"))),
      ("Sonne 7/8", .placemark(detail: nil), .placemark(Placemark(name: "Sonne 7/8"))),
      (
        "eur 12,50", .currencyAmount(.init()),
        .currencyAmount(CurrencyAmount(amount: "12.50", currencyCode: "EUR"))
      ),
      (
        "12", .currencyAmount(.init(currencyCodes: ["NOK", "EUR"])),
        .currencyAmount(CurrencyAmount(amount: "12", currencyCode: "NOK"))
      ),
      (
        "5", .measurement(.init(dimension: .distance, unit: "Kilometers")),
        .measurement(IntentMeasurement(value: 5, unit: "km"))
      ),
      (
        "1e3kilometers", .measurement(.init(dimension: .distance)),
        .measurement(IntentMeasurement(value: 1_000, unit: "km"))
      ),
      (
        "5EB", .measurement(.init(dimension: .informationStorage)),
        .measurement(IntentMeasurement(value: 5, unit: "EB"))
      ),
      (
        "anything", .enumeration(TypeReference("X", namespace: "System"), defaultCase: nil),
        .enumeration("anything")
      ),
    ] as [(String, ParameterType, IntentValue)])
  func otherTexts(text: String, type: ParameterType, value: IntentValue) {
    #expect(Self.value(text, type) == value)
  }

  @Test(arguments: [
    ("Off", true), ("Normal", false), ("on", true), ("no", false), ("yes", true), ("OFF", true),
  ])
  func ownNamesOfABoolean(text: String, isOn: Bool) {
    let type = ParameterType.boolean(
      BooleanMetadata(trueName: LocalizedText("Off"), falseName: LocalizedText("Normal")))
    #expect(Self.value(text, type) == .boolean(isOn))
  }

  /// The shown text, if it differs from the typed text.
  @Test(
    arguments: [
      (.boolean(true), .flag, "On"), (.enumeration("bold"), .style, "Bold"),
      (.enumeration("wide"), .style, "wide"), (.enumeration("gone"), .style, "gone"),
      (.thing("a", "b"), .thing, "b"), (.thing("a", ""), .thing, "a"),
      (.timeInterval(5_400), .timeInterval(.init()), "1 h 30 min"),
      (.paymentMethod(PaymentMethod(kind: "c", name: "Card")), .paymentMethod, "Card"),
      (.paymentMethod(PaymentMethod(kind: "c")), .paymentMethod, "c"),
      (.array([.thing("a", "A"), .thing("b", "B")]), .thing, "A, B"),
      (.person(Person(name: "A <b>")), .person(detail: nil), "A <b>"),
      (.person(Person(name: "A", handle: "b")), .person(detail: nil), "A <b>"),
      (.placemark(Placemark(name: "1,2")), .placemark(detail: nil), "1,2"),
      (.thing("a|b"), .thing, "a|b"),
      (
        .placemark(
          Placemark(street: "Road 1", city: "Oslo", postalCode: "0150", country: "Norway")),
        .placemark(detail: nil), "Road 1, 0150 Oslo, Norway"
      ),
    ] as [(IntentValue, ParameterType, String)])
  func display(value: IntentValue, type: ParameterType, text: String) {
    #expect(ValueText.display(of: value, type: type, schema: Self.schema) == text)
  }

  @Test func ownNamesAreShown() {
    let type = ParameterType.boolean(BooleanMetadata(trueName: LocalizedText("Mirrored")))
    #expect(ValueText.display(of: .boolean(true), type: type, schema: Self.schema) == "Mirrored")
    #expect(ValueText.display(of: .boolean(false), type: type, schema: Self.schema) == "Off")
  }
}
