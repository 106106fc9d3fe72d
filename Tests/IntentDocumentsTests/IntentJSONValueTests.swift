import FormatTestSupport
import IntentModel
import JSONC
import Testing
import WidgetTestSupport

@testable import IntentDocuments

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value of a parameter, and its form in intent JSON.
struct ValueForm: Sendable, CustomTestStringConvertible {
  let parameter: ParameterDefinition
  let value: IntentValue
  let json: String

  init(_ parameter: ParameterDefinition, _ value: IntentValue, _ json: String) {
    self.parameter = parameter
    self.value = value
    self.json = json
  }

  var testDescription: String { json }
}

@Suite struct IntentJSONValueTests {
  static let scalars: [ValueForm] = [
    ValueForm(.boolean("p"), .boolean(true), "true"),
    ValueForm(.boolean("p"), .boolean(false), "false"),
    ValueForm(.integer("p"), .integer(0), "0"),
    ValueForm(.integer("p"), .integer(-12), "-12"),
    ValueForm(.integer("p"), .integer(.max), "9223372036854775807"),
    ValueForm(.integer("p"), .integer(.min), "-9223372036854775808"),
    ValueForm(.decimal("p"), .decimal(0.75), "0.75"),
    ValueForm(.decimal("p"), .decimal(1), "1"),
    ValueForm(.decimal("p"), .decimal(-3), "-3"),
    ValueForm(.decimal("p"), .decimal(0.1), "0.1"),
    ValueForm(.decimal("p"), .decimal(-0.0), "-0.0"),
    ValueForm(.decimal("p"), .decimal(1e15), "1000000000000000"),
    ValueForm(.decimal("p"), .decimal(1e16), "1e+16"),
    ValueForm(.decimal("p"), .decimal(999_999_999_999_999), "999999999999999"),
    ValueForm(.decimal("p"), .decimal(.leastNonzeroMagnitude), "5e-324"),
    ValueForm(.decimal("p"), .decimal(1.7976931348623157e308), "1.7976931348623157e+308"),
    ValueForm(.decimal("p"), .decimal(0.1 + 0.2), "0.30000000000000004"),
    ValueForm(.string("p"), .string(""), "\"\""),
    ValueForm(.string("p"), .string("Zürich, 東京 👩‍🚀"), "\"Zürich, 東京 👩‍🚀\""),
    ValueForm(.string("p"), .string("a \"b\" \\ c/d"), "\"a \\\"b\\\" \\\\ c/d\""),
    ValueForm(.string("p", isMultiline: true), .string("a\nb\tc"), "\"a\\nb\\tc\""),
    ValueForm(.enumeration("p", "Style"), .enumeration("agenda"), "\"agenda\""),
    ValueForm(.duration("p"), .timeInterval(129_600), "\"PT36H\""),
    ValueForm(.duration("p"), .timeInterval(0.5), "\"PT0.5S\""),
    ValueForm(.of(.url(defaultValue: nil), "p"), .url("https://a.b/?q=1"), "\"https://a.b/?q=1\""),
    ValueForm(.of(.file(FileMetadata()), "p"), .file("/tmp/a b"), "\"/tmp/a b\""),
  ]

  static let objects: [ValueForm] = [
    ValueForm(.object("p"), .choice("work"), #"{"identifier":"work","display":"work"}"#),
    ValueForm(
      .object("p", "City"),
      .object(
        IntentObject(
          identifier: "osl", display: "Oslo", subtitle: "Norway",
          properties: ["people": .integer(709_037), "area": .decimal(454), "zone": .string("CET")])),
      #"{"identifier":"osl","display":"Oslo","subtitle":"Norway","zone":"CET","#
        + #""people":709037,"area":454}"#),
    ValueForm(
      .object("p", "City"),
      .object(
        IntentObject(
          identifier: "o", display: "O",
          properties: [
            "subtitle": .string("own"), "tags": .array([.string("a"), .string("b")]),
            "walk": .timeInterval(60),
          ])),
      #"{"identifier":"o","display":"O","subtitle_":"own","tags":["a","b"],"walk":"PT1M"}"#),
    ValueForm(
      .dateComponents("p", .time), .dateComponents(DateComponents(hour: 7, minute: 30)),
      #"{"hour":7,"minute":30}"#),
    ValueForm(
      .dateComponents("p"),
      .dateComponents(
        DateComponents(year: 2_026, month: 3, day: 1, hour: 0, minute: 0, second: 59)),
      #"{"year":2026,"month":3,"day":1,"hour":0,"minute":0,"second":59}"#),
    ValueForm(
      .of(.placemark(detail: nil), "p"),
      .placemark(
        Placemark(
          name: "Home", latitude: 59.9139, longitude: -10, street: "Storgata 1", city: "Oslo",
          state: "Oslo", postalCode: "0155", country: "Norway")),
      #"{"name":"Home","latitude":59.9139,"longitude":-10,"street":"Storgata 1","#
        + #""city":"Oslo","state":"Oslo","postalCode":"0155","country":"Norway"}"#),
    ValueForm(
      .of(.placemark(detail: nil), "p"), .placemark(Placemark(latitude: 0, longitude: 180)),
      #"{"latitude":0,"longitude":180}"#),
    ValueForm(.of(.person(detail: nil), "p"), .person(Person(name: "Ann")), #"{"name":"Ann"}"#),
    ValueForm(
      .of(.person(detail: nil), "p"),
      .person(Person(name: "Ann", identifier: "7", handle: "ann@example.org")),
      #"{"name":"Ann","identifier":"7","handle":"ann@example.org"}"#),
    ValueForm(
      .of(.currencyAmount(CurrencyMetadata()), "p"),
      .currencyAmount(CurrencyAmount(amount: "12.50", currencyCode: "EUR")),
      #"{"amount":"12.50","currencyCode":"EUR"}"#),
    ValueForm(
      .of(.paymentMethod, "p"),
      .paymentMethod(PaymentMethod(kind: "credit", name: "Visa", identificationHint: "1234")),
      #"{"kind":"credit","name":"Visa","identificationHint":"1234"}"#),
    ValueForm(
      .of(.paymentMethod, "p"), .paymentMethod(PaymentMethod(kind: "applePay")),
      #"{"kind":"applePay"}"#),
    ValueForm(
      .of(.speakableString(StringMetadata()), "p"),
      .speakableString(
        SpeakableString(
          spokenPhrase: "Oslo", pronunciationHint: "Ooslo", vocabularyIdentifier: "v")),
      #"{"spokenPhrase":"Oslo","pronunciationHint":"Ooslo","vocabularyIdentifier":"v"}"#),
    ValueForm(
      .measurement("p", .distance), .measurement(.init(value: 2.5, unit: "km")),
      #"{"value":2.5,"unit":"km"}"#),
    ValueForm(
      .measurement("p", .temperature), .measurement(.init(value: -3, unit: "°C")),
      #"{"value":-3,"unit":"°C"}"#),
  ]

  static let arrays: [ValueForm] = [
    ValueForm(.integer("p").several, .array([]), "[]"),
    ValueForm(.integer("p").several, .array([.integer(3), .integer(3)]), "[3,3]"),
    ValueForm(.decimal("p").several, .array([.decimal(1), .decimal(0.5)]), "[1,0.5]"),
    ValueForm(.duration("p").several, .array([.timeInterval(60)]), #"["PT1M"]"#),
    ValueForm(
      .object("p").several, .array([.choice("a"), .choice("b")]),
      #"[{"identifier":"a","display":"a"},{"identifier":"b","display":"b"}]"#),
  ]

  static func schema(_ parameter: ParameterDefinition) -> IntentSchema {
    let city = IntentObjectType.of(
      "City", .own("zone", .string(StringMetadata())), .own("people", .integer(.within(nil))),
      .own("area", .decimal(.within(nil))), .own("subtitle", .string(StringMetadata())),
      .own("tags", .string(StringMetadata()), isArray: true),
      .own("walk", .timeInterval(TimeIntervalMetadata())))
    return .sample([parameter], enums: [.of("Style", "agenda", "list")], types: [city])
  }

  @Test(arguments: scalars + objects + arrays)
  func `A value has one form, which reads back`(form: ValueForm) throws {
    let schema = Self.schema(form.parameter)
    let intent = Intent(
      typeName: "TestIntent", family: .systemSmall,
      parameters: [Intent.Parameter(name: "p", value: form.value)])
    let line = try IntentJSON.line(of: intent, schema: schema)
    #expect(
      line == #"{"intent":"TestIntent","family":"systemSmall","parameters":{"p":\#(form.json)}}"#)
    let document = try IntentJSON.read(utf8(line), schema: schema)
    #expect(document.draft == .set(["p": form.value]))
    #expect(document.family == .systemSmall)
    #expect(document.typeName == "TestIntent")
    #expect(document.name == nil)
  }

  @Test(arguments: scalars + objects)
  func `Several values of a type are an array, in order`(form: ValueForm) throws {
    let schema = Self.schema(form.parameter.several)
    for count in 0...3 {
      let value = IntentValue.array(Array(repeating: form.value, count: count))
      let intent = Intent(
        typeName: "TestIntent", family: .systemSmall,
        parameters: [Intent.Parameter(name: "p", value: value)])
      let json = Array(repeating: form.json, count: count).joined(separator: ",")
      let line = try IntentJSON.line(of: intent, schema: schema)
      #expect(
        line == #"{"intent":"TestIntent","family":"systemSmall","parameters":{"p":[\#(json)]}}"#)
      #expect(try IntentJSON.read(utf8(line), schema: schema).draft == .set(["p": value]))
    }
  }

  @Test(arguments: scalars + objects + arrays)
  func `A value of a draft keeps its kind without a definition`(form: ValueForm) throws {
    let draft = IntentDraft(values: ["p": form.value], defaults: ["q": form.value])
    #expect(try DraftJSON.read(DraftJSON.text(of: draft)) == draft)
  }

  @Test(arguments: [
    ("1", IntentValue.decimal(1)), ("1.0", .decimal(1)), ("1e2", .decimal(100)),
    ("-0", .decimal(-0.0)), ("10000000000000000", .decimal(1e16)),
  ])
  func `A decimal can be written in any form that JSON has`(text: String, value: IntentValue) throws
  {
    let schema = IntentSchema.sample([.decimal("p")])
    let line = #"{"intent":"TestIntent","family":"systemSmall","parameters":{"p":\#(text)}}"#
    #expect(try IntentJSON.read(utf8(line), schema: schema).draft == .set(["p": value]))
  }

  @Test func `A number that is not finite is not written`() {
    let intent = Intent(
      typeName: "TestIntent", family: .systemSmall,
      parameters: [Intent.Parameter(name: "p", value: .array([.decimal(1), .decimal(.nan)]))])
    let said = complaints { try IntentJSON.text(of: intent) }
    #expect(
      said == [
        "$.parameters.p[1]: The number is not finite, which JSON cannot express. "
          + "Give a finite number."
      ])
  }
}
