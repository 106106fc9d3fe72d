import Foundation
import Testing
import WidgetTestSupport

/// Changes of a form that was left without saving come back at the next `edit`.
@Suite(.startsPrograms) struct UnsavedChangesTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func opened(_ text: String = "Mirror calendar app") throws -> TerminalProgram {
    let program = try sandbox.onTerminal(["edit", "UpNext"])
    try program.wait(for: text)
    return program
  }

  private func switchOff(_ program: TerminalProgram) throws {
    program.press("down")
    try program.wait(forFocusOn: "Mirror calendar app")
    program.press("space")
    try program.wait(for: "[ ] Off")
  }

  /// Takes the changes back, saves them, and finds that nothing is offered any more.
  private func takeBack() throws {
    let second = try opened("^Y brings them back.")
    #expect(second.screen.textLines.contains { $0.contains("[✓] On") })
    second.press("^y")
    try second.wait(for: "[ ] Off")
    second.press("^s")
    try second.wait(for: "On → Off")
    second.press("enter")
    #expect(try second.exitCode() == 0)
    #expect(try sandbox.run(["export", "UpNext"]).output.contains(#""mirrorCalendarApp": false"#))
    let third = try opened()
    #expect(!third.screen.textLines.contains { $0.contains("brings them back") })
    third.press("^c")
    #expect(try third.exitCode() == 130)
  }

  @Test func `Discarded changes`() throws {
    let first = try opened()
    try switchOff(first)
    first.press("esc")
    try first.wait(for: "d discard")
    first.press("d")
    #expect(try first.exitCode() == 130)
    try takeBack()
  }

  @Test func `Changes on a terminal that went away`() throws {
    let first = try opened()
    try switchOff(first)
    first.hangUp()
    #expect([1, 130].contains(try first.exitCode()))
    try takeBack()
  }

  /// A form without changes leaves what is kept, and another placed widget is offered nothing.
  @Test func `Kept until they are taken back`() throws {
    let first = try opened()
    try switchOff(first)
    first.press("^c")
    #expect(try first.exitCode() == 130)
    let other = try sandbox.onTerminal(["edit", "UpNext", "--name", "Other"])
    try other.wait(for: "Mirror calendar app")
    #expect(!other.screen.textLines.contains { $0.contains("brings them back") })
    other.press("^c")
    #expect(try other.exitCode() == 130)
    let second = try opened("^Y brings them back.")
    second.press("esc")
    #expect(try second.exitCode() == 130)
    try takeBack()
  }
}
