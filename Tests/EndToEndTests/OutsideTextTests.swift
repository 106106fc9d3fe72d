import Foundation
import Testing
import WidgetTestSupport

/// Text from outside never acts on the terminal, and what goes wrong at the edges is said.
@Suite struct OutsideTextTests {
  private static let calendar = """
    BEGIN:VCALENDAR\r
    BEGIN:VEVENT\r
    UID:1\r
    DTSTART:20261123T080000Z\r
    DTEND:20261123T090000Z\r
    SUMMARY:red \u{1B}[31mred\u{9B}31m \u{202E}x\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  private func widget(in sandbox: Sandbox) throws -> String {
    let folder = sandbox.folder.appending(path: "Mine")
    try FileManager.default.copyItem(
      at: Sandbox.repository.appending(path: "Intents/UpNext"), to: folder)
    try Data(Self.calendar.utf8).write(to: folder.appending(path: "Calendars/work.ics"))
    return folder.path
  }

  @Test func `A timeline in a table and as JSON on a terminal`() throws {
    let sandbox = try Sandbox()
    let folder = try widget(in: sandbox)
    for format in ["table", "json"] {
      let program = try sandbox.onTerminal(
        ["timeline", folder, "--at", "2026-11-23T07:00:00Z", "--format", format], columns: 200)
      #expect(try program.exitCode() == 0)
      let text = String(decoding: program.output, as: UTF8.self)
      #expect(text.contains("red"))
      let harmful = text.unicodeScalars.filter {
        $0 == "\u{1B}" || (0x80...0x9F).contains($0.value) || $0 == "\u{202E}"
      }
      #expect(harmful.isEmpty, "\(format): \(harmful)")
    }
  }

  /// Commands on a definition whose names have signs that a terminal obeys.
  @Test(arguments: [
    "check", "check --format json", "check --format github", "describe", "describe --format json",
    "diff", "diff --format json", "convert --to json", "convert --to schema", "options",
    "options --format json",
  ])
  func `A definition on a terminal`(command: String) throws {
    let sandbox = try Sandbox()
    let odd = "x\u{9B}31m\u{202E}y"
    let text =
      #"{"intents":[{"name":"A","title":"\#(odd)","parameters":[{"name":"n","#
      + #""label":"\#(odd)","type":"enum","enum":"\#(odd)","dynamic":true}]}]}"#
    try sandbox.makeFolder("Odd")
    let file = try sandbox.write(text, to: "Odd/Odd.json")
    _ = try sandbox.write(
      #"{"kind":"k","options":{"n":{"fixture":"f.json"}}}"#, to: "Odd/widget.json")
    // A control character in a choice is refused; what turns the text around is not.
    _ = try sandbox.write("[\"31m\u{202E}\"]", to: "Odd/f.json")
    let other = try sandbox.write(text.replacing(odd, with: odd + "z"), to: "other.json")
    var words = command.split(separator: " ").map(String.init)
    let paths = ["diff": [file, other], "options": [sandbox.path("Odd"), "n"]]
    words.insert(contentsOf: paths[words[0]] ?? [file], at: 1)
    let program = try sandbox.onTerminal(words + ["--color", "never"], columns: 200)
    _ = try program.exitCode()
    let output = String(decoding: program.output, as: UTF8.self)
    #expect(output.contains("31m"), "\(output)")
    let harmful = output.unicodeScalars.filter {
      $0 == "\u{1B}" || (0x80...0x9F).contains($0.value) || $0 == "\u{202E}"
    }
    #expect(harmful.isEmpty, "\(harmful)")
  }

  @Test func `A folder's name in the list`() throws {
    let sandbox = try Sandbox()
    let intents = sandbox.folder.appending(path: "Intents/ev\u{1B}[31mil")
    try FileManager.default.createDirectory(at: intents, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: intents.appending(path: "widget.json"))
    let run = try sandbox.run(["list", "--intents", sandbox.path("Intents")])
    #expect(run.output.contains("ev␛[31mil"))
  }

  @Test func `A full disk on standard output is said`() throws {
    let sandbox = try Sandbox()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let program = ProgramFolder.path(of: "widgetconfig")
    process.arguments = ["-c", "'\(program)' list > /dev/full 2> '\(sandbox.path("err"))'"]
    process.environment = sandbox.environment
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(
      try sandbox.read("err")
        == "Standard output cannot be written: No space left on device. Give it another place.\n")
  }

  @Test func `A reader that goes away is no complaint`() throws {
    let sandbox = try Sandbox()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    let program = ProgramFolder.path(of: "widgetconfig")
    process.arguments = [
      "-c",
      "(sleep 0.2; '\(program)' timeline WorldClock 2> '\(sandbox.path("err"))') | true",
    ]
    process.environment = sandbox.environment
    try process.run()
    process.waitUntilExit()
    #expect(try sandbox.read("err").isEmpty)
  }

  @Test func `A provider that fails ends with 3`() throws {
    let sandbox = try Sandbox()
    let folder = sandbox.folder.appending(path: "Mine")
    try FileManager.default.copyItem(
      at: Sandbox.repository.appending(path: "Intents/UpNext"), to: folder)
    let manifest = """
      { "kind": "UpNext", "intent": "UpNextIntent",
        "options": { "calendars": { "command": ["/bin/sh", "-c", "echo broken >&2; exit 3"] } } }
      """
    try Data(manifest.utf8).write(to: folder.appending(path: "widget.json"))
    let run = try sandbox.run(
      ["edit", folder.path, "--set", "mirrorCalendarApp=no", "--set", "calendars=work"])
    #expect(run.status == 3)
    #expect(run.errors.contains("broken"))
  }
}
