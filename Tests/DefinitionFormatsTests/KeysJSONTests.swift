import DefinitionFormats
import FormatTestSupport
import Messages
import Testing
import WidgetTestSupport

/// Key binding files: their content, and the positions of errors.
@Suite("Files of keys")
struct KeysJSONTests {
  private func read(_ text: String) throws -> KeysJSON {
    try KeysJSON.read(Array(text.utf8), file: "keys.json")
  }

  @Test func aFileIsRead() throws {
    let keys = try read(#"{"form": {"saveNow": ["ctrl+s", "f10"], "undo": []}, "list": {}}"#)
    #expect(keys.customKeys == ["form": ["saveNow": ["ctrl+s", "f10"], "undo": []], "list": [:]])
    #expect(try read("{}").customKeys.isEmpty)
  }

  /// A text, and the messages about it.
  static let wrong: [(text: String, lines: [String])] = [
    ("[]", ["keys.json:1:1: Expected an object, found an array."]),
    (
      #"{"form": 7}"#, ["keys.json:1:10: Expected an object, found a whole number."]
    ),
    (
      "{\n  \"form\": {\n    \"saveNow\": \"f10\"\n  }\n}",
      ["keys.json:3:16: Expected an array, found a string."]
    ),
    (
      "{\n  \"form\": {\"undo\": [\"f9\", true]},\n  \"list\": null\n}",
      [
        "keys.json:2:27: Expected a string, found a Boolean.",
        "keys.json:3:11: Expected an object, found null.",
      ]
    ),
  ]

  @Test(arguments: wrong.indices)
  func wrongShapes(_ index: Int) {
    let (text, lines) = Self.wrong[index]
    do {
      _ = try read(text)
      Issue.record("nothing is wrong with it")
    } catch let error as FormatErrors {
      #expect(error.errors.count == lines.count)
      for (found, line) in zip(error.errors, lines) {
        #expect(found.description.hasPrefix(line), "\(found)")
      }
    } catch {
      Issue.record(error)
    }
  }

  @Test(arguments: ["", "{", "{\"form\": {\"undo\": [\"f9\",]}}", "keys", "{} {}"])
  func noJSON(text: String) {
    #expect(throws: FormatErrors.self) { try read(text) }
  }

  /// A place, an action and a key, and the line and column of each.
  static let places: [(place: String, action: String?, key: Int?, line: Int, column: Int)] = [
    ("form", nil, nil, 2, 3), ("form", "undo", nil, 3, 5), ("form", "undo", 0, 3, 14),
    ("form", "undo", 1, 3, 20), ("list", nil, nil, 5, 3), ("list", "retry", 0, 5, 22),
    // A missing element has the position of its container.
    ("form", "undo", 7, 3, 13),
  ]

  @Test(arguments: places.indices)
  func place(_ index: Int) throws {
    let row = Self.places[index]
    let keys = try read(
      "{\n  \"form\": {\n    \"undo\": [\"f9\", \"x y\"]\n  },\n  \"list\": {\"retry\": [\"f6\"]}\n}"
    )
    let error = keys.error(
      place: row.place, action: row.action, key: row.key, sentence: "It is wrong.",
      remedy: "Mend it.")
    #expect(error.line == row.line && error.column == row.column, "\(error)")
    #expect(error.sentence == "It is wrong." && error.remedy == "Mend it.")
    #expect(error.file == "keys.json")
  }
}
