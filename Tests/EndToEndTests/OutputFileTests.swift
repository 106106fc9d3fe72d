import Foundation
import Messages
import Testing
import WidgetTestSupport

/// Files that commands write: they are moved into place when they are complete.
///
/// The tests also cover the reasons in messages about failures.
@Suite(.startsPrograms) struct OutputFileTests {
  private static let note =
    #"{"intents":[{"name":"Note","parameters":[{"name":"text","type":"string"}]}]}"#

  private static let verse = SampleIntents.verse(emphasis: "1")

  /// Paths that cannot be written to, the status, and the message.
  static let refused: [(path: String, status: Int32, message: String)] = [
    ("folder", 1, "folder: The file cannot be written: Is a directory."),
    ("folder/", 1, "folder/: The file cannot be written: Is a directory."),
    ("nowhere/file", 1, "nowhere/file: The file cannot be written: No such file or directory."),
    (
      "note.json/file", 1, "note.json/file: The file cannot be written: No such file or directory."
    ),
    ("gone/file", 1, "gone/file: The file cannot be written: No such file or directory."),
    ("/dev/full", 1, "/dev/full: The file cannot be written: No space left on device."),
    ("", 2, "The path of the file to write is empty."),
  ]

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.note, to: "note.json")
    try sandbox.makeFolder("folder")
    try sandbox.link("gone", to: "nowhere")
    return sandbox
  }

  @Test(arguments: refused.indices)
  func `a path that cannot be written to`(_ index: Int) throws {
    let row = Self.refused[index]
    let sandbox = try sandbox()
    let before = try sandbox.names()
    try sandbox.check(
      CommandCase(
        ["convert", "note.json", "--to", "json", "-o", row.path], status: row.status,
        errors: row.message + "\n"))
    #expect(try sandbox.names() == before)
    try sandbox.check(
      CommandCase(
        ["options", "UpNext", "calendars", "--record", row.path], status: row.status,
        errors: row.message + "\n"))
  }

  /// A person should not have to repeat the answers of a form.
  @Test(arguments: refused.indices, ["--output", "--record"])
  func `answers that cannot be written are printed`(_ index: Int, option: String) throws {
    let row = Self.refused[index]
    let sandbox = try sandbox()
    try sandbox.check(
      CommandCase(
        ["edit", "Verse", "-q", "--set", "emphasis=1", option, row.path], status: row.status,
        output: Self.verse,
        errors: """
          \(row.message)
          Nothing is saved. The answers are on standard output: keep them in a file for \
          edit --answers.

          """))
    #expect(try sandbox.run(["export", "Verse"]).status == 1)
  }

  @Test func `a recorded response stays even if saving fails`() throws {
    let sandbox = try sandbox()
    let arguments = ["edit", "Verse", "-q", "--set", "emphasis=1", "--record", "kept.json"]
    let run = try sandbox.run(arguments + ["--output", "nowhere/file"])
    #expect(run.status == 1)
    #expect(run.output == Self.verse)
    #expect(try sandbox.read("kept.json") == Self.verse)
    try sandbox.check(
      CommandCase(["edit", "Verse", "-q", "--answers", "kept.json"], output: Self.verse))
    #expect(try sandbox.run(["export", "Verse"]).output == Self.verse)
  }

  @Test func `a dry run records and writes nothing else`() throws {
    let sandbox = try sandbox()
    try sandbox.check(
      CommandCase(
        [
          "edit", "Verse", "--dry-run", "--set", "emphasis=1", "--record", "kept.json",
          "--output", "file.json", "-q",
        ], output: Self.verse))
    #expect(try sandbox.read("kept.json") == Self.verse)
    #expect(try !sandbox.names().contains("file.json"))
    #expect(try sandbox.run(["export", "--all"]).output == "")
  }

  @Test func `a file is replaced as a whole and keeps its mode, and a link stays a link`() throws {
    let sandbox = try sandbox()
    let manager = FileManager.default
    let long = String(repeating: "long before\n", count: 1_000)
    _ = try sandbox.write(long, to: "old.json")
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: sandbox.path("old.json"))
    _ = try sandbox.write(long, to: "target.json")
    try sandbox.link("link.json", to: "target.json")
    try sandbox.link("fresh.json", to: "made.json")
    let json = try sandbox.run(["convert", "note.json", "--to", "json"]).output
    for name in ["old.json", "link.json", "new.json"] {
      try sandbox.check(CommandCase("convert note.json --to json -o \(name)"))
      #expect(try sandbox.read(name) == json)
    }
    let mode = try manager.attributesOfItem(atPath: sandbox.path("old.json"))[.posixPermissions]
    #expect(mode as? Int == 0o640)
    #expect(
      try manager.destinationOfSymbolicLink(atPath: sandbox.path("link.json")) == "target.json")
    #expect(try sandbox.read("target.json") == json)
    // No temporary file is left behind.
    #expect(
      try sandbox.names() == [
        "folder", "fresh.json", "gone", "link.json", "new.json", "note.json", "old.json",
        "target.json",
      ])
  }

  @Test func `a device accepts the output and stays a device`() throws {
    let sandbox = try sandbox()
    try sandbox.check(CommandCase("convert note.json --to json -o /dev/null"))
    let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
    let run = try sandbox.shell(#""$0" convert note.json --to json -o /dev/stdout | head -1"#)
    #expect(run.output == "{\n")
    #expect(run.errors == "")
  }

  /// Recorded choices are a fixture, whatever else the command prints.
  @Test(arguments: ["table", "json"])
  func `choices are printed and recorded`(format: String) throws {
    let sandbox = try sandbox()
    let json = try sandbox.run(["options", "UpNext", "calendars", "--format", "json"]).output
    let shown = try sandbox.run(["options", "UpNext", "calendars", "--format", format]).output
    try sandbox.check(
      CommandCase(
        "options UpNext calendars --format \(format) --record made.json", output: shown,
        errors: "Recorded 3 choices in made.json.\n"))
    #expect(try sandbox.read("made.json") == json)
    // Standard output has only the record.
    try sandbox.check(
      CommandCase("options UpNext calendars --format \(format) --record -", output: json))
  }
}
