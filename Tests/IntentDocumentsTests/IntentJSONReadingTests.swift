import FormatTestSupport
import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments
@testable import JSONCodings

/// Whole documents, valid and invalid; the messages are exact.
@Suite struct IntentJSONReadingTests {
  static let golden = """
    {
      "name": "Desk",
      "intent": "UpNextIntent",
      "family": "systemMedium",
      "parameters": {
        "mirrorCalendarApp": false,
        "calendars": [
          {
            "identifier": "work",
            "display": "Work",
            "colour": "red",
            "weeks": 2
          }
        ],
        "lookAhead": "PT36H",
        "dayStart": {
          "hour": 7,
          "minute": 30
        },
        "emphasis": 0.75,
        "style": "agenda"
      }
    }

    """

  @Test func `A text is read from any input, and resolved in one call`() throws {
    let bytes = utf8(Self.golden)
    let document = try IntentJSON.read(bytes, schema: .upNext)
    #expect(try IntentJSON.read(bytes.span, schema: .upNext) == document)
    #expect(try IntentJSON.read(bytes.span, schemas: [.upNext]) == document)
    #expect(try IntentJSON.read(Self.golden.utf8, schema: .upNext) == document)
    #expect(try IntentJSON.read(Data(bytes), schemas: [.upNext]) == document)
    let intent = try IntentJSON.intent(from: Data(bytes), schema: .upNext)
    #expect(try IntentJSON.intent(from: bytes.span, schema: .upNext) == intent)
    #expect(
      try IntentSchema.upNext.resolve(document.draft, family: document.family).get() == intent)
    #expect(intent["emphasis"] == .decimal(0.75))
    let wrong = Self.golden.replacing("0.75", with: "7.5")
    let expected = #expect(throws: LocatedIssues.self) {
      try IntentJSON.read(utf8(wrong), schema: .upNext)
    }
    let found = #expect(throws: LocatedIssues.self) {
      try IntentJSON.intent(from: wrong.utf8, schema: .upNext)
    }
    #expect(found == expected && found?.issues.isEmpty == false)
  }

  @Test func `The example reads as a draft and round-trips`() throws {
    let document = try IntentJSON.read(utf8(Self.golden), schema: .upNext)
    #expect(document.name == "Desk")
    #expect(document.typeName == "UpNextIntent")
    #expect(document.family == .systemMedium)
    #expect(document.draft.values.count == 6)
    #expect(document.draft["lookAhead"] == .timeInterval(129_600))
    #expect(document.draft["style"] == .enumeration("agenda"))
    #expect(document.draft.defaults.isEmpty)
    let intent = try IntentSchema.upNext.resolve(document.draft, family: document.family).get()
    #expect(try IntentJSON.text(of: intent, name: document.name, schema: .upNext) == Self.golden)
  }

  @Test func `An intent without values has an empty object`() throws {
    let intent = Intent(typeName: "UpNextIntent", family: .accessoryInline)
    let text = try IntentJSON.text(of: intent)
    #expect(
      text == """
        {
          "intent": "UpNextIntent",
          "family": "accessoryInline",
          "parameters": {}
        }

        """)
    #expect(try IntentJSON.read(utf8(text), schema: .upNext).draft == IntentDraft())
  }

  @Test func `Without a schema the properties of objects are in the order of their names`() throws {
    let object = IntentObject(
      identifier: "a", display: "A", properties: ["weeks": .integer(1), "colour": .string("red")])
    let intent = Intent(
      typeName: "UpNextIntent", family: .systemSmall,
      parameters: [Intent.Parameter(name: "calendars", value: .object(object))])
    #expect(
      try IntentJSON.line(of: intent).hasSuffix(
        #"{"identifier":"a","display":"A","colour":"red","weeks":1}}}"#))
  }

  @Test func `The keys of the root can be in any order`() throws {
    let text = #"{"parameters":{},"family":"systemSmall","intent":"UpNextIntent"}"#
    #expect(try IntentJSON.read(utf8(text), schema: .upNext).family == .systemSmall)
  }

  @Test func `A default family replaces a missing family, not an invalid one`() throws {
    let missing = utf8(#"{"intent":"UpNextIntent","parameters":{}}"#)
    let document = try IntentJSON.read(missing, schema: .upNext, defaultFamily: .systemLarge)
    #expect(document.family == .systemLarge)
    let wrong = utf8(#"{"intent":"UpNextIntent","family":"hu-e","parameters":{}}"#)
    #expect(
      complaints { try IntentJSON.read(wrong, schema: .upNext, defaultFamily: .systemLarge) } == [
        "1:35: $.family: There is no widget family “hu-e”. Choose from “systemSmall”, "
          + "“systemMedium”, “systemLarge”, “systemExtraLarge”, "
          + "“systemExtraLargePortrait”, “accessoryCorner”, "
          + "“accessoryCircular”, “accessoryRectangular”, “accessoryInline”."
      ])
  }

  @Test func `The intent selects one of several definitions`() throws {
    let other = IntentSchema.sample([.integer("count")])
    let text = utf8(#"{"intent":"TestIntent","family":"systemSmall","parameters":{"count":3}}"#)
    let document = try IntentJSON.read(text, schemas: [.upNext, other])
    #expect(document.typeName == "TestIntent")
    #expect(document.draft == .set(["count": .integer(3)]))
  }

  /// Roots, and their messages.
  static let roots: [(String, [String])] = [
    (
      "",
      [
        "1:1: $: The text is empty. A JSON text holds one value."
      ]
    ),
    (
      "[]",
      ["1:1: $: Expected an object, found an array."]
    ),
    (
      "{\n  \"intent\": }",
      [
        "2:13: $: A value is expected here, not }. Correct the text there."
      ]
    ),
    (
      "{}",
      [
        "1:1: $: The member “intent” is missing. Add “intent”.",
        "1:1: $: The member “parameters” is missing. Add “parameters”.",
        "1:1: $: The member “family” is missing. Add “family”.",
      ]
    ),
    (
      #"{"intent":1,"family":2,"parameters":3,"name":4}"#,
      [
        "1:11: $.intent: Expected a string, found 1.",
        "1:22: $.family: Expected a string, found 2.",
        "1:37: $.parameters: Expected an object, found 3.",
        "1:46: $.name: Expected a string, found 4.",
      ]
    ),
    (
      #"{"intent":"UpNextIntent","famly":"systemSmall","parameters":{}}"#,
      [
        "1:1: $: The member “family” is missing. Add “family”.",
        "1:26: $.famly: There is no member “famly” here. Did you mean “family”?",
      ]
    ),
    (
      #"{"intent":"UpNextIntnt","family":"systemSm-l","parameters":{"coun":3}}"#,
      [
        "1:11: $.intent: None of the definitions has the intent “UpNextIntnt”. Did you "
          + "mean “UpNextIntent”?",
        "1:34: $.family: There is no widget family “systemSm-l”. Did you mean “systemSmall”?",
        "1:61: $.parameters.coun: UpNextIntent has no parameter “coun”. Did you mean “count”?",
      ]
    ),
    (
      #"{"intent":"Weather","family":"systemSmall","parameters":{"coun":3}}"#,
      [
        "1:11: $.intent: None of the definitions has the intent “Weather”. Choose from "
          + "“UpNextIntent”."
      ]
    ),
    (
      #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"count":1,"count":2}}"#,
      [
        "1:73: $: The key “count” occurs twice in one object, first in line 1. Remove "
          + "one of them."
      ]
    ),
  ]

  @Test(arguments: roots)
  func `Everything wrong with a root is reported in one pass`(text: String, messages: [String]) {
    #expect(complaints { try IntentJSON.read(utf8(text), schema: .upNext) } == messages)
  }

  @Test func `Texts beyond the limits are refused`() {
    let limits = FormatLimits(maximumBytes: 20, maximumDepth: 2)
    let long = utf8(#"{"intent":"UpNextIntent"}"#)
    #expect(
      complaints { try IntentJSON.read(long, schema: .upNext, limits: limits) } == [
        "1:21: $: The text is larger than 20 bytes. Split it into smaller parts."
      ])
    let deep = utf8("[[[[]]]]")
    #expect(
      complaints { try IntentJSON.read(deep, schema: .upNext, limits: limits) } == [
        "1:3: $: The nesting is deeper than 2 levels. Reduce the nesting."
      ])
  }

  @Test func `The number of issues is limited and the rest is counted`() {
    let keys = (0..<10).map { "\"x\($0)\":1" }.joined(separator: ",")
    let text = utf8(#"{"intent":"UpNextIntent","family":"systemSmall","parameters":{\#(keys)}}"#)
    let said = complaints {
      try IntentJSON.read(text, schema: .upNext, limits: FormatLimits(maximumErrors: 2))
    }
    #expect(said.count == 3)
    #expect(said.last == "1:70: $: … and 8 more problems. Correct those above first.")
  }
}
