import FormatTestSupport
import IntentModel
import Testing
import WidgetTestSupport

@testable import IntentDocuments

/// Values of parameters without a row, each with the reason.
@Suite struct IntentJSONVisibilityTests {
  static let schema: IntentSchema = .sample(
    [
      .boolean("on"),
      .enumeration("mode", "Mode", default: "first").under(
        "on", "BooleanHasExactValue", .boolean(true)),
      .string("note").under("mode", "EnumHasExactValue", .string("second")),
      .integer("locked").locked, .integer("unplaced").at(priority: nil),
      .string("free").under("nobody", "StringHasAnyValue"),
    ], enums: [.of("Mode", "first", "second")])

  static func read(_ parameters: String) -> [String] {
    let text = #"{"intent":"TestIntent","family":"systemSmall","parameters":{\#(parameters)}}"#
    return complaints { try IntentJSON.read(utf8(text), schema: schema) }
  }

  /// Parameters that are visible together.
  static let visible = [
    "", #""on":false"#, #""on":true,"mode":"first""#, #""on":true,"mode":"second","note":"x""#,
    #""note":"x","mode":"second","on":true"#, #""free":"x""#, #""on":true"#,
  ]

  @Test(arguments: visible)
  func `Visible parameters accept their values in any order`(parameters: String) {
    #expect(Self.read(parameters) == [])
  }

  /// Hidden parameters, and the messages.
  static let hidden: [(String, [String])] = [
    (
      #""mode":"first""#,
      [
        "1:61: $.parameters.mode: The parameter is hidden because the value of its parent on does "
          + "not meet the condition. Leave the parameter out, or change on."
      ]
    ),
    (
      #""on":false,"mode":"second","note":"x""#,
      [
        "1:72: $.parameters.mode: The parameter is hidden because the value of its parent on does "
          + "not meet the condition. Leave the parameter out, or change on.",
        "1:88: $.parameters.note: The parameter is hidden because its parent mode is hidden. "
          + "Leave the parameter out, or change mode.",
      ]
    ),
    (
      #""on":true,"note":"x""#,
      [
        "1:71: $.parameters.note: The parameter is hidden because the value of its parent mode "
          + "does not meet the condition. Leave the parameter out, or change mode."
      ]
    ),
    // If no answers show the row, the value dates from a time when the row was visible.
    (#""locked":1,"unplaced":2"#, []),
    (
      #""locked":"x""#,
      [
        "1:70: $.parameters.locked: Expected a whole number, found the string “x”. "
          + "Write a whole number such as 3."
      ]
    ),
  ]

  @Test(arguments: hidden)
  func `A hidden parameter with a value is named with the reason`(
    parameters: String, messages: [String]
  ) {
    #expect(Self.read(parameters) == messages)
  }

  /// Parents with invalid values, whose children are ignored.
  static let wrong: [(String, [String])] = [
    (
      #""on":1,"mode":"second","note":"x""#,
      ["1:66: $.parameters.on: Expected a Boolean, found 1. Write true or false."]
    ),
    (
      #""on":true,"mode":"secnd","note":"x""#,
      ["1:78: $.parameters.mode: The enum has no case “secnd”. Did you mean “second”?"]
    ),
  ]

  @Test(arguments: wrong)
  func `A parent with an invalid value hides nothing below it`(
    parameters: String, messages: [String]
  ) {
    #expect(Self.read(parameters) == messages)
  }

  @Test func `Hidden answers are not exported, and stay in the store`() throws {
    let draft = IntentDraft.set([
      "on": .boolean(false), "mode": .enumeration("second"), "note": .string("kept"),
    ])
    let intent = try Self.schema.resolve(draft, family: .systemSmall).get()
    #expect(
      try IntentJSON.line(of: intent)
        == #"{"intent":"TestIntent","family":"systemSmall","parameters":{"on":false}}"#)
    #expect(try DraftJSON.read(DraftJSON.text(of: draft)) == draft)
  }
}
