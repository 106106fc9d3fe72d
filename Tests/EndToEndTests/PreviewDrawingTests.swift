import Foundation
import Testing
import WidgetTestSupport

/// The form's preview is the timeline for the current intent, with every kind of source.
@Suite(.startsPrograms) struct PreviewDrawingTests {
  private static let definition = """
    {"intents": [{"name": "Note", "title": "Note", "category": "information",
      "eligibleForWidgets": true, "parameters": [
      {"name": "text", "label": "Text", "type": "string", "default": "first"},
      {"name": "count", "label": "Count", "type": "integer", "minimum": 1, "maximum": 9,
        "default": 3}
    ]}]}
    """

  /// Prints a timeline with the text in the intent; “slow” never finishes, and “broken” fails.
  private static let script = """
    line=$(cat); echo "$line" >> asked
    text=$(printf '%s' "$line" | sed 's/.*"text":"\\([^"]*\\)".*/\\1/')
    if [ "$text" = slow ]; then echo $$ > child; sleep 1000; fi
    if [ "$text" = broken ]; then echo 'the bus is late' >&2; exit 4; fi
    printf '{"entries":[{"date":"2026-01-01T00:00:00Z","title":"It says %s"}]}' "$text"
    """

  /// The form of a widget with the given timeline source, wide enough for the preview.
  private func form(_ source: String, in sandbox: Sandbox) throws -> TerminalProgram {
    _ = try sandbox.write(Self.definition, to: "Note/Note.json")
    _ = try sandbox.write(
      #"{"kind": "note", "displayName": "The title", "timeline": \#(source)}"#,
      to: "Note/widget.json")
    _ = try sandbox.write(Self.script, to: "Note/ask.sh")
    _ = try sandbox.write(
      #"{"entries":[{"date":"2026-01-01T00:00:00Z","title":"Out of a file"}]}"#,
      to: "Note/timeline.json")
    return try sandbox.onTerminal(["edit", sandbox.path("Note")], columns: 140, rows: 50)
  }

  /// Changes the text in the form.
  private func say(_ text: String, in program: TerminalProgram) throws {
    program.press("enter", "^u")
    program.type(text + "\r")
  }

  @Test func `A program is asked for the timeline of each intent`() throws {
    let sandbox = try Sandbox()
    let program = try form(#"{"command": ["sh", "ask.sh"]}"#, in: sandbox)
    try program.wait(for: "It says first")
    try program.wait(forNo: "The title │")
    try program.moveDown(to: "Text")
    try say("second", in: program)
    try program.wait(for: "It says second")
    try program.wait(forNo: "It says first")
    program.press("^c")
    #expect(try program.exitCode() == 130)
    // The request is the same as after a save.
    #expect(try !sandbox.read("Note/asked").contains(#""isPreview":true"#))
  }

  @Test func `A program that nobody waits for is ended`() throws {
    let sandbox = try Sandbox()
    let program = try form(#"{"command": ["sh", "ask.sh"], "timeout": 600}"#, in: sandbox)
    try program.wait(for: "It says first")
    try program.moveDown(to: "Text")
    try say("slow", in: program)
    var child = ""
    try program.wait(for: "question") { _ in
      child = (try? sandbox.read("Note/child")) ?? ""
      return child.hasSuffix("\n")
    }
    try program.wait(forNo: "It says first")
    let process = try #require(Int32(child.dropLast()))
    #expect(kill(process, 0) == 0)
    try say("again", in: program)
    try program.wait(for: "It says again")
    try program.wait(for: "end of the program") { _ in kill(process, 0) != 0 }
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `A failing timeline is not a timeline`() throws {
    let sandbox = try Sandbox()
    let program = try form(#"{"command": ["sh", "ask.sh"]}"#, in: sandbox)
    try program.wait(for: "It says first")
    try program.moveDown(to: "Text")
    try say("broken", in: program)
    try program.wait(for: "bus is late")
    try program.wait(forNo: "It says first")
    try say("mended", in: program)
    try program.wait(for: "It says mended")
    try program.wait(forNo: "bus is late")
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `Answers that cannot be saved are not previewed, with the reason`() throws {
    let sandbox = try Sandbox()
    let program = try form(#"{"command": ["sh", "ask.sh"]}"#, in: sandbox)
    try program.wait(for: "It says first")
    try program.moveDown(to: "Text")
    try program.moveDown(to: "Count")
    program.press("enter", "^u")
    program.type("99")
    program.press("down")
    try program.wait(for: "Not complete yet")
    try program.wait(forNo: "It says first")
    // A request for a placeholder contains no intent, so only requests for timelines are checked.
    let asked = try sandbox.read("Note/asked").split(separator: "\n").filter {
      $0.contains(#""request":"timeline""#)
    }
    #expect(!asked.isEmpty)
    #expect(asked.allSatisfy { $0.contains(#""count":3"#) })
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `A file is previewed below a narrow form`() throws {
    let sandbox = try Sandbox()
    let program = try form(#"{"fixture": "timeline.json"}"#, in: sandbox)
    try program.wait(for: "Out of a file")
    program.press("^c")
    _ = try program.exitCode()
    let narrow = try sandbox.onTerminal(["edit", sandbox.path("Note")], columns: 80, rows: 30)
    try narrow.wait(for: "Count")
    narrow.type("\u{1B}OQ")
    try narrow.wait(for: "Out of a file")
    narrow.press("^c")
    #expect(try narrow.exitCode() == 130)
  }

  /// The cities in the intent are shown, and those in the sample are not.
  @Test func `The clocks show the chosen cities`() throws {
    let sandbox = try Sandbox()
    let placed = try sandbox.run(
      ["edit", "WorldClock", "-q", "--set", "cities=Asia/Shanghai", "--family", "systemMedium"])
    #expect(placed.status == 0, "\(placed.errors)")
    let program = try sandbox.onTerminal(["edit", "WorldClock"], columns: 140, rows: 50)
    try program.wait(for: "╭──")
    try program.wait(for: "Shanghai in the box") { screen in
      screen.textLines.contains { $0.contains("Shanghai") && $0.contains("│") }
    }
    for name in ["New York", "Tokyo", "Sydney"] {
      #expect(!program.screen.textLines.contains { $0.contains(name) }, "\(name)")
    }
    program.press("esc")
    #expect(try program.exitCode() == 130)
  }

  /// The events in the chosen calendar are shown, but not those in the other calendar or the
  /// sample.
  @Test func `The events are those of the chosen calendars`() throws {
    let sandbox = try Sandbox()
    try FileManager.default.copyItem(
      at: Sandbox.repository.appending(path: "Intents/UpNext"),
      to: sandbox.folder.appending(path: "Mine"))
    for (name, title) in [("home", "Water the cat"), ("work", "Repair the sun")] {
      let event = """
        BEGIN:VCALENDAR\r
        BEGIN:VEVENT\r
        UID:\(name)\r
        DTSTART:20200101T000000Z\r
        DTEND:20600101T000000Z\r
        SUMMARY:\(title)\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
      _ = try sandbox.write(event, to: "Mine/Calendars/\(name).ics")
    }
    let words = [
      "edit", sandbox.path("Mine"), "-q", "--name", "Mine", "--set", "mirrorCalendarApp=false",
      "--set", "calendars=work",
    ]
    let placed = try sandbox.run(words)
    #expect(placed.status == 0, "\(placed.errors)")
    let program = try sandbox.onTerminal(["edit", "Mine"], columns: 140, rows: 50)
    try program.wait(for: "Repair the sun")
    for title in ["Water the cat", "Standup", "Lunch with Ada"] {
      #expect(!program.screen.textLines.contains { $0.contains(title) }, "\(title)")
    }
    program.press("esc")
    #expect(try program.exitCode() == 130)
  }
}
