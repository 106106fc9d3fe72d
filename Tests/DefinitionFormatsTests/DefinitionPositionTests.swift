import FormatTestSupport
import InputFiles
import IntentModel
import Testing

@testable import DefinitionFormats

@Suite("Positions of the parts of a definition")
struct DefinitionPositionTests {
  /// A path from its description, which has dots and brackets.
  private func path(_ text: String) -> IntentPath {
    let steps = text.dropFirst(2).replacing("[", with: ".").replacing("]", with: "").split(
      separator: ".")
    return IntentPath(steps.map { step in Int(step).map { .index($0) } ?? .key(String(step)) })
  }

  private func line(_ text: String, _ positions: DefinitionPositions) -> String? {
    positions.place(of: path(text)).map { "\($0.line):\($0.column)" }
  }

  /// The text of the line at a path.
  private func text(at path: String, in file: String) throws -> String {
    let source = try FileReading.bytes(atPath: file)
    let reading = try IntentDefinitionReader.read(source, file: file)
    let place = try #require(reading.positions.place(of: self.path(path)))
    let lines = source.split(separator: 0x0A, omittingEmptySubsequences: false)
    let line = String(decoding: lines[place.line - 1], as: UTF8.self)
    #expect(line.prefix(place.column - 1).allSatisfy { $0 == "\t" })
    return String(line.drop { $0 == "\t" })
  }

  static let ways: [(path: String, line: String)] = [
    ("$", "<dict>"),
    ("$.namespace", "<string>q7RvN2</string>"),
    ("$.intents[0].name", "<string>UpNext</string>"),
    ("$.intents[0].title", "<string>Up Next</string>"),
    ("$.intents[0].title.text", "<string>Up Next</string>"),
    ("$.intents[0].eligibleForWidgets", "<true/>"),
    ("$.intents[0].parameters[0].trueName", "<string>On</string>"),
    ("$.intents[0].parameters[0].default", "<true/>"),
    ("$.intents[0].parameters[1].visibleWhen.parent", "<string>mirrorCalendarApp</string>"),
    ("$.intents[0].parameters[1].object", "<string>EventCalendar</string>"),
    ("$.intents[0].parameters[1].object.namespace", "<string>q7RvN2</string>"),
    ("$.intents[0].parameters[1].sizes[3].size", "<integer>10</integer>"),
    ("$.intents[0].parameters[1].sizes[3].family", "<string>ExtraLarge</string>"),
    ("$.intents[0].parameters[1].prompts[0].text", "<string>Which calendars?</string>"),
    ("$.intents[0].parameters[2].enum", "<string>EventFilter</string>"),
    ("$.intents[0].parameters[3].visibleWhen.value", "<string>dateRange</string>"),
    ("$.intents[0].parameters[3].visibleWhen.values[0]", "<string>dateRange</string>"),
    ("$.intents[0].parameters[5].maximumUnit", "<string>Days</string>"),
    ("$.intents[0].parameters[7].control", "<string>Slider</string>"),
    ("$.enums[1].cases[4].name", "<string>dateRange</string>"),
    ("$.types[0].properties[4].label", "<string>Color</string>"),
    ("$.types[0].properties[4].type", "<string>String</string>"),
    // The path to something missing leads to its container.
    ("$.intents[0].parameters[1].visibleWhen.value", "<dict>"),
    ("$.intents[0].parameters[7].minimum", "<dict>"),
    ("$.intents[9].name", "<array>"),
    ("$.intents[0].nonsense.deeper", "<dict>"),
  ]

  @Test("a path leads to the line of its part in a property list", arguments: ways)
  func propertyList(way: (path: String, line: String)) throws {
    let file = packageFolder + "Intents/UpNext/UpNext.intentdefinition"
    #expect(try text(at: way.path, in: file) == way.line)
  }

  @Test("identifiers of texts are on separate lines")
  func identifiers() throws {
    let file = packageFolder + "Intents/UpNext/UpNext.intentdefinition"
    let reading = try IntentDefinitionReader.read(path: file)
    for (index, parameter) in reading.file.intents[0].parameters.enumerated() {
      let id = try #require(parameter.displayName.id)
      let found = try text(at: "$.intents[0].parameters[\(index)].label.id", in: file)
      #expect(found == "<string>\(id)</string>")
    }
  }

  @Test("elements that are not dictionaries are ignored")
  func oddElements() throws {
    let file = fixture("wrong-types-are-carried")
    #expect(try text(at: "$.enums[0].name", in: file) == "<string>Kind</string>")
  }

  @Test("the title of an old file is its description")
  func oldFile() throws {
    let file = fixture("summary-of-an-old-file")
    #expect(try text(at: "$.intents[0].title", in: file) == "<string>Order soup</string>")
    #expect(
      try text(at: "$.intents[0].description", in: file) == "<string>Orders a soup</string>")
  }

  @Test("a path leads to its line in JSON, where cases and properties can be omitted")
  func json() throws {
    let text = """
      {
        "intents": [{ "name": "A", "parameters": [
          { "name": "x", "type": "enum", "enum": "E", "multiple": true,
            "sizes": { "systemSmall": 1,
                       "systemMedium": 2 } }
        ] }],
        "enums": [{ "name": "E", "cases": [
          { "name": "one" },
          { "name": "two" }
        ] }],
        "types": [{ "name": "T", "properties": [
          { "name": "p", "type": "string" }
        ] }]
      }
      """
    let reading = try IntentDefinitionReader.read(Array(text.utf8), file: "x.json")
    #expect(reading.file.enums[0].cases.map(\.name) == ["unknown", "one", "two"])
    let expected = [
      "$.intents[0].parameters[0].name": "3:15", "$.enums[0].cases[2].name": "9:15",
      "$.types[0].properties[4].type": "12:28",
      "$.intents[0].parameters[0].sizes[1]": "5:34",
    ]
    for (path, place) in expected { #expect(line(path, reading.positions) == place, "\(path)") }
    #expect(DefinitionPositions.none.place(of: .root) == nil)
  }
}
