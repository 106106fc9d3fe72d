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
    // An event that lasts for the whole test.
    let event = Self.calendar.replacing("20261123T080000Z", with: "20200101T000000Z")
      .replacing("20261123T090000Z", with: "20600101T000000Z")
    _ = try widget(in: sandbox)
    _ = try sandbox.write(event, to: "Mine/Calendars/work.ics")
    for format in ["table", "box", "waybar"] {
      let program = try sandbox.onTerminal(
        [
          "timeline", sandbox.path("Mine"), "--watch", "--format", format, "--color", "never",
        ], columns: 200)
      try program.wait(forWritten: "31m")
      if format == "waybar" { try program.wait(forWritten: "\r\n") }
      kill(program.process, SIGTERM)
      #expect(try program.exitCode() == 0)
      let harmful = Self.harmful(in: String(decoding: program.output, as: UTF8.self))
      #expect(harmful.isEmpty, "\(format): \(harmful)")
    }
  }

  /// On a terminal, the canonical form has equivalent escapes; in a file, it has the characters
  /// themselves.
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

  /// Control characters and line separators are rejected, and the message does not repeat them.
  @Test func `Canonical intents with terminal control sequences`() throws {
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

  /// An unlimited number of marks on a letter would cover the lines above and below it.
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
    for format in ["table", "box", "json", "waybar", "line", "tmux", "i3bar", "polybar", "xmobar"] {
      let program = try sandbox.onTerminal(
        [
          "timeline", folder, "--at", "2026-11-23T07:00:00Z", "--format", format, "--color",
          "never",
        ], columns: 200)
      #expect(try program.exitCode() == 0)
      let text = String(decoding: program.output, as: UTF8.self)
      #expect(text.contains("red"))
      let harmful = Self.harmful(in: text)
      #expect(harmful.isEmpty, "\(format): \(harmful)")
    }
  }

  /// Commands on a definition whose names contain terminal control characters.
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

  /// The commands that print texts of a widget in the folder `Odd`, placed as `Odd` and `Other`.
  private static let printing = [
    "list", "list --gallery", "show Odd", "history Odd", "copy Odd Third", "rename Odd Third",
    "remove Odd --force", "reload Odd", "restore Odd 1", "export Odd", "check Odd",
    "check Odd --format github", "check broken.json", "check broken.json --format github",
    "describe Odd", "diff Odd/Odd.json other.json", "options Odd d", "options Odd e",
    "options Odd d --check", "timeline Odd", "timeline Odd --format box", "simulate Odd",
    "validate Odd bad.jsonl", "validate Odd bad.jsonl --format github", "import bad.jsonl",
    "edit Odd --plain", "edit Odd --set e=x", "generate Odd --as typed --dry-run",
    "add parameter Odd x:none", "show damaged", "::error file=a::x", "show ::error•file=a::x",
  ]

  /// A line feed in an outside text does not start a new line, and no line starts with such a text,
  /// because a CI system could interpret it as one of its commands.
  @Test(arguments: printing) func `A line with commands of a CI system`(command: String) throws {
    let sandbox = try Sandbox()
    let order = "::error file=a::x"
    let odd = #"\#(order)\n  \#(order)\r\#(order)"#
    let definition = """
      {"intents":[{"name":"A","title":"\(odd)","description":"\(odd)","parameters":[
        {"name":"n","label":"\(odd)","type":"string","default":"\(odd)"},
        {"name":"m","label":"\(odd)","type":"string","multiline":true,"default":"\(odd)"},
        {"name":"e","label":"\(odd)","type":"enum","enum":"E","dynamic":true},
        {"name":"d","label":"\(odd)","type":"object","object":"T","dynamic":true}]}],
       "enums":[{"name":"E","cases":[{"name":"unknown"},{"name":"one","label":"\(odd)"}]}],
       "types":[{"name":"T","label":"\(odd)"}]}
      """
    _ = try sandbox.write(definition, to: "Intents/Odd/Odd.json")
    _ = try sandbox.write(
      definition.replacing("\"n\"", with: "\"k\""), to: "other.json")
    _ = try sandbox.write(
      """
      {"kind":"\(odd)","displayName":"\(odd)","description":"\(odd)",
       "options":{"d":{"command":["sh","-c","printf '\\n\(order)\\n' >&2; exit 3"]},
         "e":{"fixture":"e.json"}},
       "timeline":{"command":["sh","-c","printf '\\n\(order)\\n' >&2; exit 3"]}}
      """, to: "Intents/Odd/widget.json")
    _ = try sandbox.write(
      #"{"sections":[{"title":"\#(odd)","items":[{"identifier":"\#(order)","display":"\#(order)"}]}]}"#,
      to: "Intents/Odd/e.json")
    _ = try sandbox.write("{\"intents\": [\n\(order)\n  \(order)\n]", to: "broken.json")
    _ = try sandbox.write(
      #"{"name":"B","intent":"AIntent","parameters":{"e":"\#(odd)","\#(odd)":1}}"# + "\n",
      to: "bad.jsonl")
    let intents = ["WIDGETCONFIG_INTENTS": sandbox.path("Intents")]
    let placed = try sandbox.run(["edit", "Odd", "-q", "--set", "n=a"], adding: intents)
    #expect(placed.status == 0, "\(placed.errors)")
    let copied = try sandbox.run(["copy", "Odd", "Other", "-q"], adding: intents)
    #expect(copied.status == 0, "\(copied.errors)")
    let odder = "'\(order)' || char(10) || '\(order)'"
    let damaged = try sandbox.shell(
      """
      python3 -c "import sqlite3; d = sqlite3.connect('store.sqlite'); \
      d.executescript(\\"UPDATE placedWidget SET name = \(odder), intent = \(odder) WHERE name = 'Other'\\")"
      """)
    #expect(damaged.status == 0, "\(damaged.errors)")
    let words = command.split(separator: " ").map { String($0).replacing("•", with: " ") }
    let run = try sandbox.run(words, input: "\(order)\n", adding: intents)
    let lines = (run.output + "\n" + run.errors)
      .components(separatedBy: CharacterSet(charactersIn: "\n\r")).filter { !$0.isEmpty }
    let obeyed = lines.filter { $0.drop { $0.isWhitespace }.hasPrefix(order) }
    #expect(obeyed.isEmpty, "\(command): \(obeyed)")
    #expect(!lines.isEmpty)
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
