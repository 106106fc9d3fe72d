import FormatTestSupport
import IntentModel
import JSONC
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import JSONCodings

/// How messages describe the expected form of a value, for each type.
@Suite struct WrittenFormTests {
  static let forms: [(ParameterType, String)] = [
    (.boolean(BooleanMetadata()), "true or false"),
    (.integer(NumberMetadata()), "a whole number such as 3"),
    (.integer(.within(5...9)), "a whole number such as 5"),
    (.integer(.within(0...2)), "a whole number such as 2"),
    (.integer(NumberMetadata(defaultValue: 7)), "a whole number such as 7"),
    (
      .integer(NumberMetadata(defaultValue: 7, minimum: .value(0), maximum: .value(2))),
      "a whole number such as 2"
    ),
    (.decimal(NumberMetadata()), "a number such as 0.5"),
    (.decimal(.within(2...3)), "a number such as 2"),
    (.string(StringMetadata()), "a string such as \"Oslo\""),
    (
      .string(StringMetadata(defaultValue: LocalizedText("Å \"b\""))),
      "a string such as \"Å \\\"b\\\"\""
    ),
    (.enumeration(TypeReference("Style"), defaultCase: nil), "one of \"agenda\", \"list\""),
    (
      .enumeration(TypeReference("Long"), defaultCase: nil),
      "one of \"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\", \"j\""
    ),
    (
      .enumeration(TypeReference("Nowhere"), defaultCase: nil),
      "the name of a case in double quotes"
    ),
    (
      .object(nil), "an object such as {\"identifier\":\"work\",\"display\":\"Work\"}"
    ),
    (
      .dateComponents(DateComponentsMetadata(kind: .time)),
      "an object such as {\"hour\":7,\"minute\":30}"
    ),
    (
      .dateComponents(DateComponentsMetadata(kind: .date)),
      "an object such as {\"year\":2026,\"month\":3,\"day\":1}"
    ),
    (
      .dateComponents(DateComponentsMetadata()),
      "an object such as {\"year\":2026,\"month\":3,\"day\":1,\"hour\":7,\"minute\":30}"
    ),
    (.timeInterval(TimeIntervalMetadata()), "an ISO 8601 duration such as \"PT1H30M\""),
    (
      .timeInterval(
        TimeIntervalMetadata(units: .single(.minutes), minimum: .value(1), maximum: .value(20))),
      "an ISO 8601 duration such as \"PT20M\""
    ),
    (
      .timeInterval(TimeIntervalMetadata(units: .single(.hours), defaultValue: 36)),
      "an ISO 8601 duration such as \"PT36H\""
    ),
    (.url(defaultValue: nil), "a URL such as \"https://example.org\""),
    (.url(defaultValue: "geo:59,10"), "a URL such as \"geo:59,10\""),
    (.file(FileMetadata()), "a path or URL such as \"/home/ann/picture.png\""),
    (
      .placemark(detail: nil),
      "an object such as {\"name\":\"Oslo\",\"latitude\":59.91,\"longitude\":10.75}"
    ),
    (.person(detail: nil), "an object such as {\"name\":\"Ann\"}"),
    (
      .currencyAmount(CurrencyMetadata()),
      "an object such as {\"amount\":\"12.50\",\"currencyCode\":\"EUR\"}"
    ),
    (
      .currencyAmount(CurrencyMetadata(currencyCodes: ["NOK"])),
      "an object such as {\"amount\":\"12.50\",\"currencyCode\":\"NOK\"}"
    ),
    (.paymentMethod, "an object such as {\"kind\":\"credit\"}"),
    (
      .speakableString(StringMetadata()), "an object such as {\"spokenPhrase\":\"Oslo\"}"
    ),
    (
      .measurement(MeasurementMetadata(dimension: .mass)),
      "an object such as {\"value\":2.5,\"unit\":\"kg\"}"
    ),
    (.other("Mystery"), "Mystery"),
  ]

  private static let enums: [IntentEnum] = [
    .of("Style", "agenda", "list"), .of("Long", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j"),
  ]

  @Test(arguments: forms)
  func `Every type has a form with an example`(type: ParameterType, words: String) {
    let schema = IntentSchema.sample([.of(type, "p")], enums: Self.enums)
    #expect(WrittenForm.words(of: type, in: schema).text() == words)
  }

  @Test func `An example is a valid value, in every definition`() {
    for seed in PropertySeeds("examples of forms", count: 400) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      for parameter in schema.intent.parameters {
        if case .enumeration = parameter.type { continue }
        let text = WrittenForm.example(of: parameter.type, in: schema)
        guard let json = try? JSONText.parse(utf8(text)) else {
          Issue.record("seed \(seed): \(text)")
          continue
        }
        var reader = IntentValueReader(schema: schema)
        #expect(
          reader.checked(json, type: parameter.type, at: .root) != nil && reader.issues.kept == [],
          "seed \(seed): \(text) \(reader.issues.kept)")
      }
    }
  }

  static let values: [(JSONValue, String)] = [
    (.null, "null"), (true, "true"), (false, "false"), (3, "3"), (-12, "-12"),
    (.double(0.5), "0.5"), (.double(3), "3.0"), (.double(1e300), "1e+300"),
    (.string("a"), "the string “a”"), (.string(""), "the string “”"),
    (.string("a\u{1B}\n"), "the string “a␛␊”"),
    (
      .string(String(repeating: "x", count: 99)),
      "the string “" + String(repeating: "x", count: 60) + "…”"
    ),
    ([], "an array"), ([1, 2], "an array"), (.object([:]), "an object"),
  ]

  @Test(arguments: values)
  func `A message shows the found value`(json: JSONValue, words: String) {
    #expect(json.shown.text() == words)
  }
}
