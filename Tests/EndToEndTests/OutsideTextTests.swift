import Foundation
import Testing
import WidgetTestSupport

/// External text never controls the terminal, and problems with it are reported.
@Suite(.startsPrograms) struct OutsideTextTests {
  private static let calendar = """
    BEGIN:VCALENDAR\r
    BEGIN:VEVENT\r
    UID:1\r
    DTSTART:20261123T080000Z\r
    DTEND:20261123T090000Z\r
    SUMMARY:red \u{1B}[31mred\u{9B}31m \u{202E}x\u{7F}\u{2028}\u{9D}52;c;eA==\u{9C}\r
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

  /// The query for the background color, which the program itself writes.
  private static let question =
    "\u{1B}[?7l\u{1B}[?25l\u{1B}]11;?\u{1B}\\\u{1B}[c\u{1B}[?2026l\u{1B}[m\u{1B}[?7h\u{1B}[?25h"

  /// Erases a progress line, which appears if a check takes long, for example on a busy machine.
  private static let endOfProgress = "\r\u{1B}[K"

  /// The characters that control a terminal or change the direction of text.
  private static func harmful(in text: String) -> [Unicode.Scalar] {
    let said = text.replacing(question, with: "").replacing(endOfProgress, with: "")
    return said.unicodeScalars.filter {
      [0x1B, 0x7F, 0x2028, 0x202E].contains($0.value) || (0x80...0x9F).contains($0.value)
    }
  }

  /// The output for a status bar, tested on a terminal.
  @Test func `A timeline that is followed on a terminal`() throws {
    let sandbox = try Sandbox()
    // An event that spans the whole test.
    let event = Self.calendar.replacing("20261123T080000Z", with: "20200101T000000Z")
      .replacing("20261123T090000Z", with: "20600101T000000Z")
    _ = try widget(in: sandbox)
    _ = try sandbox.write(event, to: "Mine/Calendars/work.ics")
    for format in ["table", "box", "waybar"] {
      let program = try sandbox.onTerminal(
        ["timeline", sandbox.path("Mine"), "--watch", "--format", format], columns: 200)
      try program.wait(forWritten: "31m")
      if format == "waybar" { try program.wait(forWritten: "\r\n") }
      kill(program.process, SIGTERM)
      #expect(try program.exitCode() == 0)
      let harmful = Self.harmful(in: String(decoding: program.output, as: UTF8.self))
      #expect(harmful.isEmpty, "\(format): \(harmful)")
    }
  }

  /// On a terminal the canonical form has equivalent escapes; a file has the characters.
  @Test func `Canonical intents on a terminal`() throws {
    let sandbox = try Sandbox()
    let odd = "x\u{202E}31m\u{2066}y\u{206F}z" + String(repeating: "\u{301}", count: 1_000)
    let line = SampleIntents.line("\"isDedicated\":true,\"dedication\":\"\(odd)\"")
    let file = try sandbox.write(line, to: "odd.jsonl")
    let words = ["validate", "Verse", file, "--canonical"]
    let program = try sandbox.onTerminal(words, columns: 200)
    #expect(try program.exitCode() == 0)
    let output = String(decoding: program.output, as: UTF8.self)
    #expect(output.contains(#"x\u202e31m\u2066y\u206f"#))
    #expect(Self.harmful(in: output).isEmpty)
    #expect(output.unicodeScalars.filter { $0 == "\u{301}" }.count == 8)
    #expect(output.contains(String(repeating: #"\u0301"#, count: 992)))
    #expect(try sandbox.run(words).output.contains(odd))
  }

  /// Control characters and line separators are rejected, and not repeated in the message.
  @Test func `Canonical intents that a terminal would obey`() throws {
    let sandbox = try Sandbox()
    let refusals = [
      ("\u{9B}", "has the control character U+009B"),
      ("\u{7F}", "has the control character U+007F"), ("\u{2028}", "has a line break"),
    ]
    for (sign, words) in refusals {
      let line = SampleIntents.line("\"isDedicated\":true,\"dedication\":\"x\(sign)31m\"")
      let file = try sandbox.write(line, to: "odd.jsonl")
      let program = try sandbox.onTerminal(
        ["validate", "Verse", file, "--canonical"], columns: 200)
      #expect(try program.exitCode() == 1)
      let output = String(decoding: program.output, as: UTF8.self)
      #expect(output.contains("$.parameters.dedication: The text \(words)"), "\(output)")
      #expect(!output.contains("31m"))
      #expect(Self.harmful(in: output).isEmpty)
    }
  }

  /// Unlimited marks on a letter cover the lines above and below.
  @Test func `Combining marks in what people read`() throws {
    let sandbox = try Sandbox()
    let odd = "Z" + String(repeating: "\u{489}", count: 5_000)
    let file = try sandbox.write(
      #"{"intents":[{"name":"A","title":"\#(odd)","parameters":[{"name":"n","#
        + #""label":"\#(odd)","type":"string"}]}]}"#, to: "odd.json")
    for words in [["describe", file], ["check", file], ["edit", file]] {
      let program = try sandbox.onTerminal(words)
      if words[0] == "edit" {
        try program.wait(for: "▸")
        program.press("^c")
      }
      _ = try program.exitCode()
      let output = String(decoding: program.output, as: UTF8.self)
      let rows = output.unicodeScalars.split { $0 != "\u{489}" }.map(\.count)
      #expect(rows.allSatisfy { $0 <= 8 }, "\(words): \(rows)")
    }
  }

  @Test func `A timeline in a table and as JSON on a terminal`() throws {
    let sandbox = try Sandbox()
    let folder = try widget(in: sandbox)
    for format in ["table", "box", "json", "waybar"] {
      let program = try sandbox.onTerminal(
        ["timeline", folder, "--at", "2026-11-23T07:00:00Z", "--format", format], columns: 200)
      #expect(try program.exitCode() == 0)
      let text = String(decoding: program.output, as: UTF8.self)
      #expect(text.contains("red"))
      let harmful = Self.harmful(in: text)
      #expect(harmful.isEmpty, "\(format): \(harmful)")
    }
  }

  /// Commands on a definition whose names have control characters for a terminal.
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
    // A control character in a choice is rejected; a direction character is not.
    _ = try sandbox.write("[\"31m\u{202E}\"]", to: "Odd/f.json")
    let other = try sandbox.write(text.replacing(odd, with: odd + "z"), to: "other.json")
    var words = command.split(separator: " ").map(String.init)
    let paths = ["diff": [file, other], "options": [sandbox.path("Odd"), "n"]]
    words.insert(contentsOf: paths[words[0]] ?? [file], at: 1)
    let program = try sandbox.onTerminal(words + ["--color", "never"], columns: 200)
    _ = try program.exitCode()
    let output = String(decoding: program.output, as: UTF8.self)
    #expect(output.contains("31m"), "\(output)")
    let harmful = Self.harmful(in: output)
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
