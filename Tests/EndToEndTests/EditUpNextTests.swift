import Foundation
import Testing
import WidgetTestSupport

/// The main task gives the same bytes whether it is done with keys, with an answers file or in line
/// mode.
@Suite(.startsPrograms) struct EditUpNextTests {
  static let golden = Sandbox.repository.appending(path: "Fixtures/Intents/up-next-answered.json")

  private func expected() throws -> String {
    String(decoding: try Data(contentsOf: Self.golden), as: UTF8.self)
  }

  /// Drives the form from its opening to the last answer; the caller saves it.
  static func answer(_ program: TerminalProgram) throws {
    try program.wait(for: "Mirror calendar app")
    try program.wait(forNo: "Calendars")
    try program.moveDown(to: "Mirror calendar app")
    program.press("space")
    try program.wait(for: "Calendars")
    program.press("space")
    try program.wait(forNo: "Calendars ")
    program.press("space")
    try program.wait(for: "1 of 3")
    try program.moveDown(to: "1")
    program.press("enter")
    try program.wait(for: "Work")
    program.press("work", "enter")
    try program.wait(for: "1 of 3")
    // After a choice, the focus moves to the next slot.
    try program.wait(forFocusOn: "2")
    program.press("enter")
    try program.wait(for: "9 events")
    program.press("home", "enter")
    try program.wait(for: "2 of 3")
    try program.wait(forFocusOn: "3")
    try program.moveDown(to: "Show")
    program.press("left")
    try program.wait(for: "From")
    for (label, text, shown) in [
      ("From", "2026-12-01", "2026-12-01"), ("Until", "2026-12-24", "2026-12-24"),
      ("Look ahead", "2d6h", "2 d 6 h"), ("Day starts at", "7:30", "07:30"),
    ] {
      try program.moveDown(to: label)
      program.press(text, "enter")
      try program.wait(for: shown)
    }
    try program.moveDown(to: "Emphasis")
    program.press("right", "right", "right")
    try program.wait(for: "0.65")
    try program.moveDown(to: "Style")
    program.press("right")
    try program.wait(for: "List")
  }

  @Test func `Keys in the form give the golden intent`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(
      ["edit", "UpNext", "--output", sandbox.path("intent.json")], rows: 30)
    try Self.answer(program)
    program.press("^s")
    try program.wait(for: "Changes to save")
    program.press("enter")
    #expect(try program.exitCode() == 0)
    #expect(program.settings() == program.firstSettings)
    #expect(try sandbox.read("intent.json") == expected())
    let shown = String(decoding: program.output, as: UTF8.self)
    #expect(shown.contains("Saved “UpNext”"))
    #expect(shown.contains("reload: after "))
    #expect(try sandbox.run(["export", "UpNext"]).output == expected())
  }

  @Test func `An answers file gives the same bytes`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["edit", "UpNext", "--quiet", "--answers", Self.golden.path])
    #expect(run.status == 0)
    #expect(run.output == (try expected()))
    #expect(run.errors.isEmpty)
  }

  @Test func `Answers on standard input and as options give the same bytes`() throws {
    let sandbox = try Sandbox()
    let piped = try sandbox.run(
      ["edit", "UpNext", "--quiet", "--answers", "-"], input: try expected())
    #expect(piped.output == (try expected()))
    let texts = [
      "mirrorCalendarApp=no", "calendars=work,home", "filter=dateRange", "rangeStart=2026-12-01",
      "rangeEnd=2026-12-24", "lookAhead=2d6h", "dayStart=7:30", "emphasis=0.65", "style=list",
    ]
    let options = try sandbox.run(
      ["edit", "UpNext", "--name", "Other", "--quiet"] + texts.flatMap { ["--set", $0] })
    #expect(options.output == (try expected()))
    #expect(options.errors.isEmpty)
  }

  @Test func `One question per line gives the same bytes`() throws {
    let sandbox = try Sandbox()
    let lines = [
      "", "no", "work", "home", "", "Date range", "2026-12-01", "2026-12-24", "2d6h", "7:30",
      "0.65", "List", "",
    ]
    let run = try sandbox.run(
      ["edit", "UpNext", "--plain", "--quiet"], input: lines.map { $0 + "\n" }.joined())
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == (try expected()))
    #expect(!run.errors.utf8.contains(0x1B))
  }

  @Test func `Cancel saves nothing and exits with 130`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext"], rows: 30)
    try Self.answer(program)
    program.press("^c")
    #expect(try program.exitCode() == 130)
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("store.sqlite")))
  }

  @Test func `A different family has a different number of slots and loses nothing`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext"], rows: 40)
    try Self.answer(program)
    program.type("\u{1B}[H")
    try program.wait(forFocusOn: "Family")
    program.press("left")
    try program.wait(for: "1 of 1")
    program.press("right", "right")
    try program.wait(for: "2 of 6")
    program.press("left")
    try program.wait(for: "2 of 3")
    try program.wait(for: "Home")
    program.press("^s")
    try program.wait(for: "Changes to save")
    program.press("enter")
    #expect(try program.exitCode() == 0)
    #expect(try sandbox.run(["export", "UpNext"]).output == expected())
  }
}
