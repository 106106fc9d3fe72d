import Foundation
import Testing
import WidgetTestSupport

/// The tour in the article “The form”: the program's screen after each step; the pictures are in
/// `Fixtures/Tour`.
@Suite(.startsPrograms) struct TourTests {
  /// The pictures in the order of the article.
  static let names = ["list", "duration", "calendar", "hidden", "jump", "review", "keys"]

  private func check(_ program: TerminalProgram, _ name: String) {
    var lines = program.screen.textLines
    while lines.last?.isEmpty == true { lines.removeLast() }
    let difference = Golden.difference(
      lines.joined(separator: "\n"), fromFile: "Fixtures/Tour/\(name).txt")
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// Opens the form of a widget with some answers, in a small terminal.
  private func opened(_ sandbox: Sandbox) throws -> TerminalProgram {
    let run = try sandbox.run([
      "edit", "UpNext", "--quiet", "--set", "mirrorCalendarApp=no", "--set", "calendars=work",
      "--set", "filter=dateRange", "--set", "rangeStart=2026-11-23",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let program = try sandbox.onTerminal(["edit", "UpNext"], rows: 16)
    try program.wait(for: "Work")
    return program
  }

  private func go(to label: String, focus: String? = nil, _ program: TerminalProgram) throws {
    program.press("/")
    try program.wait(for: "Go to")
    program.press(label)
    try program.wait(for: "Go to  \(label)")
    program.press("enter")
    try program.wait(forNo: "Go to")
    try program.wait(for: "focus on “\(focus ?? label)”") { screen in
      screen.textLines.contains { line in
        line.hasPrefix("▸") && line.dropFirst(2).drop { $0 == " " }.hasPrefix(focus ?? label)
      }
    }
  }

  @Test func `A list with a search`() throws {
    let sandbox = try Sandbox()
    let program = try opened(sandbox)
    try go(to: "Calendars", focus: "1", program)
    program.press("down", "down", "enter")
    try program.wait(for: "14 events")
    program.press("ho")
    try program.wait(forNo: "Work")
    check(program, "list")
    let picture = ScreenPicture(program.screen, title: "Choosing a calendar in the form of UpNext")
    let difference = Golden.difference(picture.svg, fromFile: "Fixtures/Tour/list.svg")
    #expect(difference == nil, "\(difference ?? "")")
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `A duration in words, and a calendar`() throws {
    let sandbox = try Sandbox()
    let program = try opened(sandbox)
    try go(to: "Look ahead", program)
    program.press("1h30m")
    try program.wait(for: "1h30m")
    check(program, "duration")
    program.press("enter")
    try program.wait(for: "1 h 30 min")
    try go(to: "From", program)
    program.type("\u{1B}OS")
    try program.wait(for: "November 2026")
    check(program, "calendar")
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `Rows that are hidden, and why`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext"], rows: 16)
    try program.wait(for: "Mirror calendar app")
    program.type("\u{1B}OR")
    try program.wait(for: "hidden because")
    check(program, "hidden")
    program.type("\u{1B}OR")
    try program.wait(forNo: "hidden because")
    program.press("/", "ca")
    try program.wait(for: "Go to  ca")
    try program.wait(forNo: "Family")
    check(program, "jump")
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `Changes before saving`() throws {
    let sandbox = try Sandbox()
    let program = try opened(sandbox)
    try go(to: "Look ahead", program)
    program.press("right")
    try program.wait(for: "modified")
    try go(to: "Mirror", program)
    program.press("space")
    try program.wait(for: "[✓] On")
    program.press("^s")
    try program.wait(for: "Changes to save")
    check(program, "review")
    program.press("esc")
    try program.wait(forNo: "Changes to save")
    program.press("?")
    try program.wait(for: "Keys: in the form")
    check(program, "keys")
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `The pictures of the article are current`() throws {
    let article = Sandbox.repository.appending(
      path: "Sources/widgetconfig-command/widgetconfig-command.docc/TheForm.md")
    let blocks = ReadmeTests.blocks("screen", of: try String(contentsOf: article, encoding: .utf8))
    #expect(blocks.count == Self.names.count)
    for (name, block) in zip(Self.names, blocks) {
      let file = Sandbox.repository.appending(path: "Fixtures/Tour/\(name).txt")
      #expect(block + "\n" == (try String(contentsOf: file, encoding: .utf8)), "\(name)")
    }
    #expect(try ReadmeTests.readme.contains("](Fixtures/Tour/list.svg)"))
  }
}
