import FormatTestSupport
import IntentModel
import JSONC
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments

/// Every difference between this package's verdict and that of a validator with the generated
/// schema, and cases that only look different.
@Suite(.startsPrograms) struct SchemaDifferenceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let reason: String
    let parameters: [ParameterDefinition]
    /// The text between the braces of `parameters`.
    let members: String
    let isOurs: Bool
    let isTheirs: Bool

    init(
      _ reason: String, _ parameters: [ParameterDefinition], _ members: String, ours: Bool,
      theirs: Bool
    ) {
      self.reason = reason
      self.parameters = parameters
      self.members = members
      isOurs = ours
      isTheirs = theirs
    }

    var testDescription: String { "\(reason): \(members.prefix(60))" }
    var text: String {
      #"{"intent":"TestIntent","family":"systemSmall","parameters":{\#(members)}}"#
    }
  }

  private static func child(
    of parent: ParameterDefinition, _ relation: ParameterRelation, _ values: IntentValue...
  ) -> [ParameterDefinition] {
    let child = ParameterDefinition.boolean("c").changed {
      $0.relationship = ParameterRelationship(
        parentName: parent.name, predicateName: relation.rawValue, values: values)
    }
    return [parent, child]
  }

  private static let bounded = ParameterDefinition.of(
    .timeInterval(
      TimeIntervalMetadata(units: .single(.minutes), minimum: .value(5), maximum: .value(90))), "p")
  private static let deep =
    #""p":{"identifier":"a","display":"A","x":"#
    + String(repeating: "[", count: 80) + String(repeating: "]", count: 80) + "}"
  private static let long = "https://" + String(repeating: "a", count: 65_536)

  /// The known differences, each with its reason.
  static let differences: [Row] = [
    Row(
      "JSON Schema counts 1.0 as an integer", [.integer("p")], #""p":1.0"#, ours: false,
      theirs: true),
    Row(
      "JSON Schema counts 1e2 as an integer", [.integer("p")], #""p":1e2"#, ours: false,
      theirs: true),
    Row(
      "a validator sees the last of two equal keys", [.integer("p")], #""p":1,"p":2"#, ours: false,
      theirs: true),
    Row("the bounds of durations", [bounded], #""p":"PT4M""#, ours: false, theirs: true),
    Row("the bounds of durations", [bounded], #""p":"PT91M""#, ours: false, theirs: true),
    Row(
      "conditions on a duration", child(of: .duration("p"), .isGreaterThan, .timeInterval(60)),
      #""p":"PT1M","c":true"#, ours: false, theirs: true),
    Row(
      "conditions on a measurement",
      child(
        of: .measurement("p", .distance), .isLessThan,
        .measurement(IntentMeasurement(value: 1, unit: "km"))),
      #""p":{"value":1000,"unit":"m"},"c":true"#, ours: false, theirs: true),
    Row(
      "conditions on an amount of money",
      child(
        of: .of(.currencyAmount(CurrencyMetadata()), "p"), .hasExactValue,
        .currencyAmount(CurrencyAmount(amount: "2", currencyCode: "EUR"))),
      #""p":{"amount":"2.1","currencyCode":"EUR"},"c":true"#, ours: false, theirs: true),
    Row(
      "the order of texts", child(of: .string("p"), .isGreaterThan, .string("b")),
      #""p":"a","c":true"#, ours: false, theirs: true),
    Row(
      "whole numbers beyond 64 bits", [.integer("p")], #""p":9223372036854775808"#, ours: false,
      theirs: true),
    Row(
      "numbers beyond the largest double", [.decimal("p")], #""p":1e999"#, ours: false, theirs: true
    ),
    Row("more than 64 levels", [.object("p")], deep, ours: false, theirs: true),
    Row(
      "URLs of more than 65536 bytes", [.of(.url(defaultValue: nil), "p")], "\"p\":\"\(long)\"",
      ours: false, theirs: true),
    Row(
      "half a surrogate pair", [.string("p")], #""p":"\ud834""#, ours: false, theirs: true),
    Row(
      "NaN, which is not JSON, but is read", [.decimal("p")], #""p":NaN"#, ours: false,
      theirs: true),
  ]

  private static let thing: ParameterDefinition = .object("p")
  private static func object(_ member: String) -> String {
    #""p":{"identifier":"a","display":"A","x":\#(member)}"#
  }

  /// Rules that the schema expresses exactly.
  static let agreements: [Row] =
    [
      Row("zero with a sign", [.duration("p")], #""p":"-PT0S""#, ours: true, theirs: true),
      Row(
        "zero with a sign", [.duration("p")], #""p":"-P0W0DT0H0M0.00S""#, ours: true, theirs: true),
      Row("below zero", [.duration("p")], #""p":"-PT1S""#, ours: false, theirs: false),
      Row("below zero", [.duration("p")], #""p":"-PT0.01S""#, ours: false, theirs: false),
      Row("a sign alone", [.duration("p")], #""p":"-PT""#, ours: false, theirs: false),
      Row(
        "leading zeros", [.duration("p")], #""p":"PT0000000000000000001S""#, ours: true,
        theirs: true),
    ]
    + [
      ("null", false), ("true", true), ("1", true), ("1.5", true), (#""a""#, true), ("[]", true),
      ("[1,[\"a\"]]", true), ("[null]", false), ("{}", true), (#"{"hour":7}"#, true),
      (#"{"hour":7.5}"#, false), (#"{"hour":"7"}"#, false), (#"{"hour":7,"name":"a"}"#, false),
      (#"{"value":1,"unit":"km"}"#, true), (#"{"value":1}"#, false),
      (#"{"value":"1","unit":"km"}"#, false), (#"{"amount":"1","currencyCode":"EUR"}"#, true),
      (#"{"amount":1,"currencyCode":"EUR"}"#, false), (#"{"spokenPhrase":"a"}"#, true),
      (#"{"kind":"a","name":"b"}"#, true), (#"{"kind":"a","city":"b"}"#, false),
      (#"{"name":"a"}"#, true), (#"{"name":1}"#, false), (#"{"name":"a","handle":"b"}"#, true),
      (#"{"handle":"b"}"#, false), (#"{"city":"Oslo","latitude":1}"#, true),
      (#"{"city":"Oslo","latitude":"1"}"#, false), (#"{"identifier":"b"}"#, false),
      (#"{"identifier":"b","display":"B","y":{"hour":1}}"#, true),
      (#"{"identifier":"b","display":"B","y":null}"#, false),
      (#"{"identifier":"b","display":2}"#, false), (#"{"surprise":1}"#, false),
    ].map { member, isValid in
      Row("objects without a type", [thing], object(member), ours: isValid, theirs: isValid)
    }

  @Test(arguments: differences + agreements)
  func `Our verdict is as in the table`(row: Row) {
    let schema = IntentSchema.sample(row.parameters)
    #expect(((try? IntentJSON.read(utf8(row.text), schema: schema)) != nil) == row.isOurs)
  }

  @Test(.needsJSONSchema)
  func `A foreign validator's verdict is as in the table`() throws {
    let rows = Self.differences + Self.agreements
    let script = """
      import json, sys
      from jsonschema import Draft202012Validator
      for line in sys.stdin:
          case = json.loads(line)
          v = Draft202012Validator(case["schema"])
          print("1" if v.is_valid(json.loads(case["text"])) else "0")
      """
    let input = try rows.map { row in
      let schema = SchemaJSON.json(of: IntentSchema.sample(row.parameters))
      return try JSONText.write(["schema": schema, "text": .string(row.text)], style: .compact)
        + "\n"
    }.joined()
    let answer = try FinishedProgram("python3", ["-c", script], input: input)
    #expect(answer.status == 0)
    let verdicts = answer.output.split(separator: "\n")
    #expect(verdicts.count == rows.count)
    for (row, verdict) in zip(rows, verdicts) {
      #expect((verdict == "1") == row.isTheirs, "\(row.testDescription)")
    }
  }

  /// The schema's notes about rules that it does not express.
  static let limitations: [([ParameterDefinition], [String])] = [
    ([bounded], ["The bounds of the duration “p” are not in the schema."]),
    ([.duration("p")], []), ([thing], []),
    (
      child(of: .duration("p"), .isGreaterThan, .timeInterval(60)),
      ["“c” is shown under a condition on “p” that JSON Schema cannot express."]
    ),
    (child(of: .duration("p"), .hasAnyValue), []), (child(of: .duration("p"), .hasExactValue), []),
    (child(of: .duration("p"), .contains, .boolean(true)), []),
    (
      child(of: .string("p"), .isLessThan, .string("b")),
      ["“c” is shown under a condition on “p” that JSON Schema cannot express."]
    ),
    (child(of: .string("p"), .isWithinRange, .string("b")), []),
    (child(of: .string("p").several, .contains, .string("b")), []),
    (child(of: .integer("p").several, .isGreaterThan, .integer(1)), []),
    (
      child(of: .duration("p").several, .contains, .timeInterval(1)),
      ["“c” is shown under a condition on “p” that JSON Schema cannot express."]
    ),
  ]

  @Test(arguments: limitations)
  func `Open values are reported`(parameters: [ParameterDefinition], sentences: [String]) {
    #expect(SchemaJSON.limitations(of: .sample(parameters)).map { $0.text() } == sentences)
  }
}
