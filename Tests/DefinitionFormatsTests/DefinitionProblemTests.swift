import FormatTestSupport
import IntentModel
import Messages
import Testing

@testable import DefinitionFormats

@Suite("Values that the model cannot hold")
struct DefinitionProblemTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var messages: [String]
    var testDescription: String { messages.joined(separator: " / ") }
  }

  static let rows: [Row] = [
    Row(
      text: definition(intent: "<key>INIntentTitle</key>\n<integer>3</integer>"),
      messages: [
        "Sample.intentdefinition:11:1: INIntents[0].INIntentTitle is an integer; a string is "
          + "expected. Write a string, or remove the value."
      ]),
    Row(
      text: definition(intent: "<key>INIntentEligibleForWidgets</key>\n<string>yes</string>"),
      messages: [
        "Sample.intentdefinition:11:1: INIntents[0].INIntentEligibleForWidgets is a string; a "
          + "Boolean is expected. Write a Boolean, or remove the value."
      ]),
    Row(
      text: definition(intent: "<key>INIntentParameters</key>\n<dict/>"),
      messages: [
        "Sample.intentdefinition:11:1: INIntents[0].INIntentParameters is a dictionary; an array "
          + "is expected. Write an array, or remove the value."
      ]),
    Row(
      text: definition(intent: "<key>INIntentParameters</key>\n<array>\n<true/>\n</array>"),
      messages: [
        "Sample.intentdefinition:12:1: INIntents[0].INIntentParameters[0] is a Boolean; a "
          + "dictionary is expected. Write a dictionary, or remove the value."
      ]),
    Row(
      text: definition(parameter: ""),
      messages: [
        "Sample.intentdefinition:12:1: INIntents[0].INIntentParameters[0] has no "
          + "INIntentParameterType. Add it."
      ]),
    Row(
      text: definition(
        parameter: "<key>INIntentParameterType</key>\n<string>String</string>\n"
          + "<key>INIntentParameterRelationship</key>\n<dict/>"),
      messages: [
        "Sample.intentdefinition:18:1: INIntents[0].INIntentParameters[0]"
          + ".INIntentParameterRelationship has no INIntentParameterRelationshipPredicateName. "
          + "Add it."
      ]),
    Row(
      text: definition(
        type: "Decimal",
        metadata:
          "<key>Type</key>\n<string>Dial</string>\n<key>DefaultValue</key>\n<real>nan</real>"
      ),
      messages: [
        "Sample.intentdefinition:20:1: INIntents[0].INIntentParameters[0]"
          + ".INIntentParameterMetadata.INIntentParameterMetadataType has the unknown "
          + "value “Dial”. Choose from “Field”, “Stepper”, “Slider”.",
        "Sample.intentdefinition:22:1: INIntents[0].INIntentParameters[0]"
          + ".INIntentParameterMetadata.INIntentParameterMetadataDefaultValue is a real; a finite "
          + "number is expected. Write a finite number, or remove the value.",
      ]),
    Row(
      text: definition(type: "TimeInterval", metadata: "<key>Unit</key>\n<string>Weeks</string>"),
      messages: [
        "Sample.intentdefinition:20:1: INIntents[0].INIntentParameters[0]"
          + ".INIntentParameterMetadata.INIntentParameterMetadataUnit has the unknown "
          + "value “Weeks”. Choose from “Seconds”, “Minutes”, “Hours”, “Days”, “Multiple”."
      ]),
    Row(
      text: plist("<dict>\n<key>CFBundleName</key>\n<string>App</string>\n</dict>"),
      messages: [
        "Sample.intentdefinition:4:1: This property list has none of the keys INIntents, INEnums "
          + "and INTypes. Give an intent definition."
      ]),
  ]

  @Test("each problem has its position, its rule and its remedy", arguments: rows)
  func messages(row: Row) throws {
    let result = try reading(row.text)
    #expect(result.problems.map(\.description) == row.messages)
    #expect(try DefinitionPlist.value(of: result.file).sorted() == sortedValue(row.text))
  }

  @Test("all problems are reported in one run, in file order")
  func allAtOnce() throws {
    let path = fixture("wrong-types-are-carried")
    let problems = try IntentDefinitionReader.read(path: path).problems
    #expect(
      problems.map(\.code) == [
        "wrong-type", "wrong-type", "wrong-type", "wrong-type", "wrong-type", "wrong-type",
        "unknown-word",
      ])
    #expect(problems.map { $0.line ?? 0 } == problems.map { $0.line ?? 0 }.sorted())
  }

  @Test("valid parts next to invalid ones are read, and the invalid ones are carried")
  func oddElement() throws {
    let file = try IntentDefinitionReader.read(path: fixture("wrong-types-are-carried")).file
    #expect(file.enums.map(\.name) == ["Kind"])
    #expect(file.extras["INEnums[0]"] == .string("stray"))
    #expect(file.intents[0].category == nil)
    #expect(file.intents[0].extras["INIntentCategory"] == .integer(5))
  }

  @Test("a value that replaces an invalid one is written")
  func replacement() throws {
    var file = try IntentDefinitionReader.read(path: fixture("wrong-types-are-carried")).file
    file.intents[0].category = "information"
    file.intents[0].isEligibleForWidgets = true
    let written = DefinitionPlist.value(of: file)
    #expect(written["INIntents"]?[0]?["INIntentCategory"] == "information")
    #expect(written["INIntents"]?[0]?["INIntentEligibleForWidgets"] == true)
  }

  @Test("a binary definition has problems without positions")
  func noPlaces() throws {
    // An empty dictionary.
    var bytes = Array("bplist00".utf8) + [0xD0, 0x08]
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]
    let result = try IntentDefinitionReader.read(bytes, file: "x")
    #expect(
      result.problems.map(\.description) == [
        "x: This property list has none of the keys INIntents, INEnums and INTypes. Give an intent "
          + "definition."
      ])
    #expect(result.positions.place(of: .root) == nil)
  }
}
