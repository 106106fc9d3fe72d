import Foundation
import Testing
import WidgetTestSupport

/// `-` for standard input and output, streams that break off, and closed streams.
@Suite(.startsPrograms) struct StandardStreamTests {
  /// A shell command with the program as `$0`, and its outputs and status.
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var status: Int32
    var output: String
    var errors: String

    init(_ line: String, status: Int32 = 0, output: String = "", errors: String = "") {
      self.line = line
      self.status = status
      self.output = output
      self.errors = errors
    }

    var testDescription: String { line }
  }

  private static let note =
    #"{"intents":[{"name":"Note","eligibleForWidgets":true,"#
    + #""parameters":[{"name":"text","type":"string"}]}]}"#

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.note, to: "note.json")
    _ = try sandbox.write(#"{"intents":[]}"#, to: "none.json")
    _ = try sandbox.write(SampleIntents.line("\"emphasis\":1"), to: "verse.jsonl")
    try sandbox.makeFolder("folder")
    return sandbox
  }

  private func check(_ row: Row, in sandbox: Sandbox) throws {
    let run = try sandbox.shell(row.line)
    #expect(run.status == row.status, "\(run.errors)")
    #expect(sandbox.anonymous(run.output) == row.output)
    #expect(sandbox.anonymous(run.errors) == row.errors)
  }

  static let definitions: [Row] = [
    Row(
      #""$0" describe - < note.json"#,
      output: "NoteIntent\n\n  1  text  text\n     text field\n     default: none\n"),
    Row(#""$0" describe - < none.json"#, output: "There are no intents.\n"),
    Row(#""$0" check - < note.json"#, errors: "Nothing found in 1 file.\n"),
    Row(
      #""$0" check none.json - < note.json"#,
      output: """
        none.json
          1:1  warning  The definition has no intents, so there is nothing to configure. Add an \
        intent that is eligible for widgets, or remove the file if nothing uses it. no-intents

        """, errors: "1 warning in 2 files.\n"),
    Row(
      #"echo '{"intents":[{"name":"A","name":"B"}]}' | "$0" check - -q --format github"#, status: 1,
      output: """
        ::error file=standard input,line=1,col=25,title=json-syntax::The key “name” occurs twice \
        in one object, first in line 1. Remove one of them.

        """),
    Row(
      #"echo '{"intents":3}' | "$0" check -"#, status: 1,
      output: """
        standard input
          1:12  error    Expected an array, found a whole number. wrong-type

        """, errors: "1 error in 1 file.\n"),
    Row(#""$0" diff - note.json < note.json"#, output: "NoteIntent\n  = text  Unchanged.\n"),
    Row(
      #""$0" diff note.json - < none.json"#, status: 1,
      output: "NoteIntent\n  Removed. Its stored configurations are lost.\n"),
    Row(
      #""$0" describe - --intent Not < note.json"#, status: 2,
      errors: "standard input: There is no intent “Not”. Did you mean “Note”?\n"),
    Row(
      #""$0" convert - --to schema < none.json"#, status: 1,
      errors: "standard input: The definition has no intents.\n"),
    Row(
      #""$0" validate - verse.jsonl -q < none.json"#, status: 1,
      errors: "standard input: The definition has no intents.\n"),
  ]

  static let broken: [Row] = [
    Row(
      #""$0" describe - < /dev/null"#, status: 1,
      errors: """
        standard input:1:1: The file is empty. Restore it from version control, or delete it.

        """),
    Row(
      #""$0" describe - < folder"#, status: 1,
      errors: "standard input: This is a directory, not a file. Name a file in it.\n"),
    Row(
      #""$0" check - < folder"#, status: 1,
      errors: "standard input: This is a directory, not a file. Name a file in it.\n"),
    Row(
      #""$0" convert - --to json -o out < folder"#, status: 1,
      errors: "standard input: This is a directory, not a file. Name a file in it.\n"),
    Row(
      #""$0" import - < folder"#, status: 1,
      errors:
        "standard input: This is a directory, not a file. Name a file in it.\nNothing is imported.\n"
    ),
    Row(
      #""$0" timeline - < folder"#, status: 1,
      errors: "standard input: This is a directory, not a file. Name a file in it.\n"),
    Row(
      #""$0" edit Verse --answers - < folder"#, status: 1,
      errors: "standard input: This is a directory, not a file. Name a file in it.\n"),
    // The message reports how far the check got, and not that everything is valid.
    Row(
      #""$0" validate note.json < folder"#, status: 1,
      errors:
        "Stopped. 0 intents.\nstandard input: This is a directory, not a file. Name a file in it.\n"
    ),
    Row(
      #""$0" validate note.json folder -q"#, status: 1,
      errors: "folder: This is a directory, not a file. Name a file in it.\n"),
    Row(
      #""$0" validate note.json nowhere"#, status: 1,
      errors: "nowhere: The file does not exist. Check the path.\n"),
    Row(#""$0" validate note.json < /dev/null"#, errors: "0 intents.\n"),
  ]

  static let closed: [Row] = [
    Row(
      #""$0" describe - <&-"#, status: 1,
      errors: "standard input: The file cannot be read: Bad file descriptor.\n"),
    Row(
      #""$0" import - <&-"#, status: 1,
      errors: """
        standard input: The file cannot be read: Bad file descriptor.
        Nothing is imported.

        """),
    Row(
      #""$0" validate note.json <&-"#, status: 1,
      errors: "Stopped. 0 intents.\nstandard input: The file cannot be read: Bad file descriptor.\n"
    ),
    Row(
      #""$0" describe note.json >&-"#, status: 1,
      errors: "Standard output cannot be written to: Bad file descriptor. "
        + "Redirect it elsewhere.\n"),
    Row(
      #""$0" list >&-"#, status: 1,
      errors: "Standard output cannot be written to: Bad file descriptor. "
        + "Redirect it elsewhere.\n"),
    Row(
      #""$0" timeline Verse <&- >&-"#, status: 1,
      errors: "Standard output cannot be written to: Bad file descriptor. "
        + "Redirect it elsewhere.\n"),
    Row(
      #""$0" edit Verse -q --set emphasis=1 <&- >&-"#, status: 1,
      errors: "Standard output cannot be written to: Bad file descriptor. "
        + "Redirect it elsewhere.\n"),
    Row(#""$0" describe nope 2>&-"#, status: 1),
    Row(#""$0" describe nope <&- >&- 2>&-"#, status: 1),
    Row(#""$0" check note.json 2>&-"#, status: 1), Row(#""$0" check note.json -q <&- >&- 2>&-"#),
    Row(#""$0" convert note.json --to json -o out.json <&- >&- 2>&-"#),
  ]

  @Test(arguments: definitions + broken + closed)
  func `a command on redirected or closed streams has its output and its status`(_ row: Row) throws
  {
    let sandbox = try sandbox()
    try check(row, in: sandbox)
    #expect(try sandbox.read("note.json") == Self.note)
    #expect(try !sandbox.names().contains("out"))
  }

  @Test func `a response that could not be printed is saved, and no file is overwritten`() throws {
    let sandbox = try sandbox()
    _ = try sandbox.shell(#""$0" edit Verse -q --set emphasis=1 <&- >&- 2>&-"#)
    #expect(try sandbox.run(["export", "Verse"]).output == SampleIntents.verse(emphasis: "1"))
    _ = try sandbox.shell(#""$0" convert note.json --to json -o out.json <&- >&- 2>&-"#)
    #expect(try sandbox.read("out.json").hasPrefix("{\n  \"intents\": ["))
  }

  /// The program waits for input that arrives late.
  @Test func `standard input is awaited without a limit`() throws {
    let sandbox = try sandbox()
    let line = #"(sleep 6; cat note.json) | "$0" describe - | head -1"#
    try check(Row(line, output: "NoteIntent\n"), in: sandbox)
  }

  /// Programs that share the pipe may have made it non-blocking.
  @Test(arguments: [["describe", "-"], ["check", "-"], ["import", "-", "--dry-run"]])
  func `a non-blocking standard input is awaited as well`(arguments: [String]) throws {
    let sandbox = try sandbox()
    let text =
      arguments[0] == "import" ? SampleIntents.line("\"emphasis\":1") : Self.note
    let pipe = Pipe()
    let reading = pipe.fileHandleForReading
    #expect(fcntl(reading.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    let process = Process()
    process.executableURL = URL(filePath: ProgramFolder.path(of: "widgetconfig"))
    process.arguments = arguments
    process.environment = sandbox.environment
    process.currentDirectoryURL = sandbox.folder
    process.standardInput = reading
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // This is late enough that the program has tried to read once without a result.
    Thread.sleep(forTimeInterval: 0.5)
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try pipe.fileHandleForWriting.close()
    process.waitForEnd()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a handwritten definition is completed whether it is named or piped`() throws {
    let sandbox = try sandbox()
    let named = try sandbox.run(["convert", "note.json", "--to", "intentdefinition"]).output
    #expect(named.contains("<string>1.2</string>"))
    #expect(
      try sandbox.run(["convert", "-", "--to", "intentdefinition"], input: Self.note).output
        == named)
    // The format does not depend on the file name.
    _ = try sandbox.write(Self.note, to: "note.txt")
    #expect(try sandbox.run(["convert", "note.txt", "--to", "intentdefinition"]).output == named)
    _ = try sandbox.write(named, to: "plist.json")
    #expect(try sandbox.run(["convert", "plist.json", "--to", "intentdefinition"]).output == named)
  }

  @Test func `standard output is a file like any other`() throws {
    let sandbox = try sandbox()
    let json = try sandbox.run(["convert", "note.json", "--to", "json"]).output
    let before = try sandbox.names()
    for arguments in [["-o", "-"], ["--output", "-"], ["--output=-"]] {
      try sandbox.check(
        CommandCase(["convert", "note.json", "--to", "json"] + arguments, output: json))
    }
    let verse = SampleIntents.verse(emphasis: "1")
    for option in ["--output", "--record"] {
      try sandbox.check(
        CommandCase(
          ["edit", "Verse", "-q", "--dry-run", "--set", "emphasis=1", option, "-"], output: verse))
    }
    #expect(try sandbox.names().filter { !$0.hasPrefix("store.") } == before)
  }
}
