import Foundation
import Testing
import WidgetTestSupport

/// Files that are not definitions, and the messages of every command that reads one.
@Suite(.startsPrograms) struct UnreadableDefinitionTests {
  /// A path, the messages about the file, and the code of each finding.
  struct Row: Sendable, CustomTestStringConvertible {
    var path: String
    /// The messages: each has a position (which can be empty), the text of the problem, and its
    /// code.
    var messages: [(place: String, text: String, code: String)]
    /// The line and the caret below it, for a text that is not JSON.
    var excerpt: [String] = []

    init(
      _ path: String, _ place: String, _ text: String, _ code: String, excerpt: String...
    ) {
      self.path = path
      messages = [(place, text, code)]
      self.excerpt = excerpt
    }

    init(_ path: String, _ messages: [(String, String, String)]) {
      self.path = path
      self.messages = messages
    }

    var testDescription: String { path }

    /// The messages in the format of a compiler: `path:1:2: message`.
    var errors: String {
      messages.map { message in
        path + (message.place.isEmpty ? "" : ":" + message.place) + ": " + message.text + "\n"
      }.joined() + excerpt.map { "  \($0)\n" }.joined()
    }

    /// The output of `check`: the path, and a line for each message.
    var report: String {
      let width = messages.map(\.place.count).max() ?? 0
      return path + "\n"
        + messages.map { message in
          let place = message.place.padding(toLength: width, withPad: " ", startingAt: 0)
          return "  \(place)  error    \(message.text) \(message.code)\n"
        }.joined()
        + excerpt.map { String(repeating: " ", count: width + 4) + $0 + "\n" }.joined()
    }
  }

  static let rows: [Row] = [
    Row("none.json", "", "The file does not exist. Check the path.", "missing-file"),
    Row("./none", "", "The file does not exist. Check the path.", "missing-file"),
    Row("letter/x", "", "The file does not exist. Check the path.", "missing-file"),
    Row("", "", "The path is empty, too long or has a zero byte.", "bad-path"),
    Row(
      String(repeating: "n", count: 256) + ".json", "",
      "The path is empty, too long or has a zero byte.", "bad-path"),
    Row(
      "gone.json", "",
      "This symbolic link points to “nowhere”, which does not exist. Repair the link.",
      "dangling-link"),
    Row(
      "round.json", "", "This symbolic link points back to itself. Repair the link.", "link-cycle"),
    Row(
      "./empty", "1:1", "The file is empty. Restore it from version control, or delete it.",
      "empty-file"),
    Row(
      "blank.json", "3:1", "The text is empty. A JSON text holds one value.", "json-syntax",
      excerpt: "^"),
    Row(
      "./letter", "1:1",
      """
      This is not a property list: it begins neither with XML nor with “bplist00”. Give an intent \
      definition, or restore it from version control.
      """,
      "not-a-property-list"),
    Row(
      "cut.json", "1:13", "The text ends inside a value. It may have been cut off.", "json-syntax",
      excerpt: #"{"intents":["#, "            ^"),
    Row(
      "list.json", "1:1", "Expected an object, found an array.", "wrong-type"),
    Row(
      "latin.json", "1:7", "The byte 0xE9 is not valid UTF-8. Save the text as UTF-8.",
      "json-syntax", excerpt: "{\"a\":\"\u{FFFD}\"}", "      ^"),
    Row(
      "cut.intentdefinition", "1:14",
      """
      The file ends inside <dict>, which opens in line 1. It is cut off; restore it from version \
      control.
      """, "truncated"),
    Row(
      "merge.intentdefinition", "2:1",
      "This is a merge conflict marker. Resolve the conflict in version control first.",
      "merge-marker"),
    Row(
      "entity.intentdefinition", "1:18",
      "Entities are not allowed in a property list. Remove the <!ENTITY> declarations.",
      "entities-not-allowed"),
    Row(
      "cut.binary", "",
      """
      Byte 0: The binary property list is cut off or damaged. Restore it from version control.
      """, "truncated"),
    Row(
      "wrong.json",
      [
        ("1:12", "Expected an array, found a whole number.", "wrong-type"),
        ("1:23", "The member “name” is missing. Add “name”.", "missing-member"),
        ("1:24", "There is no member “nme” here. Did you mean “name”?", "unknown-member"),
      ]),
  ]

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let texts = [
      "one.json": #"{"intents":[{"name":"Note","parameters":[]}]}"#, "letter": "A letter.\n",
      "empty": "", "blank.json": " \n\t\n", "cut.json": #"{"intents":["#, "list.json": "[1]",
      "wrong.json": #"{"intents":3,"types":[{"nme":"A"}]}"#, "cut.binary": "bplist00",
      "cut.intentdefinition": "<plist><dict>",
      "merge.intentdefinition": "<plist>\n<<<<<<< HEAD\n<dict/>\n</plist>\n",
      "entity.intentdefinition": "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><dict/></plist>",
    ]
    for (name, text) in texts { _ = try sandbox.write(text, to: name) }
    try Data([0x7B, 0x22, 0x61, 0x22, 0x3A, 0x22, 0xE9, 0x22, 0x7D]).write(
      to: sandbox.folder.appending(path: "latin.json"))
    try sandbox.link("gone.json", to: "nowhere")
    try sandbox.link("round.json", to: "round.json")
    return sandbox
  }

  @Test(arguments: rows.indices)
  func `every command prints the same`(_ index: Int) throws {
    let row = Self.rows[index]
    let sandbox = try sandbox()
    let before = try sandbox.names()
    let commands = [
      ["describe", row.path], ["convert", row.path, "--to", "json"],
      ["convert", row.path, "--to", "schema", "-o", "out"], ["diff", row.path, "one.json"],
      ["diff", "one.json", row.path], ["validate", row.path],
    ]
    for arguments in TestDepth.turn(index, 1, of: commands) {
      try sandbox.check(CommandCase(arguments, status: 1, errors: row.errors))
    }
    // Nothing is written if nothing could be read.
    #expect(try sandbox.names() == before)
  }

  @Test(arguments: rows)
  func `check reports it as a finding`(_ row: Row) throws {
    let count = row.messages.count
    try sandbox().check(
      CommandCase(
        ["check", row.path], status: 1, output: row.report,
        errors: "\(count) error\(count == 1 ? "" : "s") in 1 file.\n"))
  }

  @Test(arguments: rows.filter { $0.path.contains(".json") || $0.path.contains("/") })
  func `edit, options and timeline accept the path of a definition`(_ row: Row) throws {
    let sandbox = try sandbox()
    let path = row.path.contains("/") ? row.path : "./" + row.path
    let errors = row.errors.replacing(row.path, with: path)
    let commands = [["edit", path, "--set", "a=b"], ["options", path, "a"]]
    for arguments in TestDepth.turn(path.utf8.count, 1, of: commands) {
      try sandbox.check(CommandCase(arguments, status: 1, errors: errors))
    }
    guard TestDepth.isThorough || path == "./empty" else { return }
    #expect(
      try sandbox.run(["list"]).output.hasSuffix(
        "Placed:\n  none yet; place one with widgetconfig edit NAME\n"))
  }

  /// Folders, the messages of commands that take one definition, and the messages of `check`.
  static let folders: [(path: String, errors: String?, report: String, summary: String)] = [
    (
      "bare", "bare: Name one definition, or a folder that holds exactly one.\n",
      "bare\n    error    There is no definition in the folder. Add an .intentdefinition or a JSON file. no-definition\n",
      "1 error in 0 files.\n"
    ),
    (
      "bare/", "bare/: Name one definition, or a folder that holds exactly one.\n",
      "bare\n    error    There is no definition in the folder. Add an .intentdefinition or a JSON file. no-definition\n",
      "1 error in 0 files.\n"
    ),
    (
      "several", "several: Name one definition, or a folder that holds exactly one.\n",
      "several\n    error    There are several definitions: “a.json”, “b.json”. Keep the file of the widget, and move the others to folders of their own. several-definitions\n",
      "1 error in 0 files.\n"
    ),
    ("single", nil, "", "Nothing found in 1 file.\n"),
    ("named", nil, "", "Nothing found in 1 file.\n"),
  ]

  @Test(arguments: folders.indices)
  func `a folder means the one definition in it`(_ index: Int) throws {
    let row = Self.folders[index]
    let sandbox = try Sandbox()
    let note =
      #"{"intents":[{"name":"Note","eligibleForWidgets":true,"#
      + #""parameters":[{"name":"n","type":"string"}]}]}"#
    for file in [
      "one.json", "several/a.json", "several/b.json", "single/any.json", "named/named.json",
      "named/data.json", "bare/notes.txt",
    ] {
      let folder = file.split(separator: "/").dropLast().joined()
      if !folder.isEmpty { try sandbox.makeFolder(folder) }
      _ = try sandbox.write(note, to: file)
    }
    for arguments in [
      ["describe", row.path], ["convert", row.path, "--to", "json"],
      ["diff", row.path, "one.json"],
      ["diff", "one.json", row.path], ["validate", row.path, "/dev/null", "-q"],
    ] {
      // A folder of several widgets can be compared with a single widget, just as with a folder.
      if arguments[0] == "diff", row.path == "several" { continue }
      let run = try sandbox.run(arguments)
      #expect(run.status == (row.errors == nil ? 0 : 2), "\(arguments) \(run.errors)")
      #expect(run.errors == row.errors ?? "", "\(arguments)")
    }
    try sandbox.check(
      CommandCase(
        ["check", row.path], status: row.errors == nil ? 0 : 1, output: row.report,
        errors: row.summary))
  }
}
