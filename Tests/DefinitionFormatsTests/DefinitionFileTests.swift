import FormatTestSupport
import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import JSONCodings

@Suite("Files that should contain definitions")
struct DefinitionFileTests {
  private let good = definition(intent: "")

  @Test("unreadable files are reported with the reason and the given path")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    let link = folder.path + "/link.intentdefinition"
    try manager.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    let circle = folder.path + "/circle.intentdefinition"
    try manager.createSymbolicLink(atPath: circle, withDestinationPath: circle)
    let expected = [
      folder.path + "/none": "The file does not exist. Check the path.",
      folder.path: "This is a directory, not a file. Name a file in it.",
      link: "This symbolic link points to “nowhere”, which does not exist. Repair the link.",
      circle: "This symbolic link points back to itself. Repair the link.",
    ]
    for (path, message) in expected {
      #expect(
        complaints { try IntentDefinitionReader.read(path: path) } == ["\(path): \(message)"])
    }
  }

  @Test("a definition behind a link is read")
  func link() throws {
    let folder = try TemporaryFolder()
    try folder.write("real.txt", good)
    let link = folder.path + "/link.intentdefinition"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.txt")
    #expect(try IntentDefinitionReader.read(path: link).file.intents.map(\.name) == ["Sample"])
  }

  @Test("a file that is too large is not read")
  func tooLarge() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("large.intentdefinition", good)
    let limits = FormatLimits(maximumBytes: 100)
    #expect(
      complaints { try IntentDefinitionReader.read(path: path, limits: limits) } == [
        "\(path): The file is larger than the limit of 100 bytes."
      ])
  }

  struct Row: Sendable {
    var file = "x.intentdefinition"
    var text: String
    var code: String
    var message: String
  }

  static let rows: [Row] = [
    Row(
      text: "", code: "empty-file",
      message: "x.intentdefinition:1:1: The file is empty. Restore it from version control, or "
        + "delete it."),
    Row(
      text: "hello", code: "not-a-property-list",
      message: "x.intentdefinition:1:1: This is not a property list: it begins neither with XML "
        + "nor with “bplist00”. Give an intent definition, or restore it from version control."),
    Row(
      text: "<plist version=\"1.0\">\n<dict>\n<key>INIntents</key>\n<arr", code: "truncated",
      message: "x.intentdefinition:4:5: The file ends inside <dict>, which opens in line 2. It is "
        + "cut off; restore it from version control."),
    Row(
      text: "<<<<<<< HEAD\n<plist>", code: "merge-marker",
      message: "x.intentdefinition:1:1: This is a merge conflict marker. Resolve the conflict in "
        + "version control first."),
    Row(
      text: "<plist><string>x</string></plist>", code: "wrong-root",
      message: "x.intentdefinition:1:8: (root) is a string; a dictionary is expected. Give an "
        + "intent definition."),
    Row(
      text: "bplist00abc", code: "truncated",
      message:
        "x.intentdefinition: Byte 0: The binary property list is cut off or damaged. Restore "
        + "it from version control."),
  ]

  @Test("a file that is not a definition is reported", arguments: rows)
  func noDefinition(row: Row) throws {
    let errors = #expect(throws: FormatErrors.self) {
      try IntentDefinitionReader.read(Array(row.text.utf8), file: row.file)
    }
    #expect(errors?.errors.map(\.code) == [row.code])
    #expect(errors?.description == row.message)
  }

  @Test("Invalid JSON is refused with all its problems")
  func wrongJSON() {
    let text = "{\n  \"intents\": 5,\n  \"nonsense\": true\n}"
    let lines = complaints { try IntentDefinitionReader.read(Array(text.utf8), file: "x.json") }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("x.json:2:") || $0.hasPrefix("x.json:3:") })
  }

  @Test("the content determines the format, or else the file extension")
  func formats() {
    let rows: [(text: String, file: String, format: IntentDefinitionReader.Format)] = [
      ("{}", "x.intentdefinition", .json), (" \n[", "x", .json), ("<?xml", "x.json", .propertyList),
      ("\u{FEFF}<plist>", "x.json", .propertyList), ("\u{FEFF}{", "x.plist", .json),
      ("bplist00", "x.json", .propertyList), ("", "x.JSON", .json), ("", "x", .propertyList),
      ("nonsense", "x.json", .json), ("<\0p\0", "x.json", .propertyList),
    ]
    for row in rows {
      #expect(
        IntentDefinitionReader.format(of: Array(row.text.utf8), file: row.file) == row.format,
        "\(row)")
    }
  }

  @Test("both formats give the same model")
  func bothFormats() throws {
    let plist = try reading(good).file
    let json = #"{ "intents": [{ "name": "Sample" }] }"#
    #expect(try IntentDefinitionReader.read(Array(json.utf8), file: "x").file == plist)
  }
}
