import Foundation
import Testing
import WidgetTestSupport

/// Events that the form survives, and its messages if it cannot be shown.
@Suite(.startsPrograms) struct FormSurvivalTests {
  @Test func `A terminal that becomes small and then large again`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext"])
    try program.wait(for: "Mirror calendar app")
    program.resize(columns: 60, rows: 15)
    try program.wait(for: "Mirror calendar app")
    program.resize(columns: 10, rows: 3)
    program.press("down")
    try program.wait(for: "▸")
    program.resize(columns: 120, rows: 30)
    // The screen of the test keeps its size, so the test checks the written text.
    try program.wait(forWritten: "Preview")
    try program.wait(forWritten: "reload:")
    program.resize(columns: 60, rows: 15)
    try program.wait(for: "Mirror calendar app")
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `A terminal that is closed while SIGHUP is ignored`() throws {
    let sandbox = try Sandbox()
    let binary = ProgramFolder.path(of: "widgetconfig")
    let program = try TerminalProgram(
      "/bin/bash", ["-c", "trap '' HUP; exec '\(binary)' edit UpNext"],
      environment: sandbox.environment)
    try program.wait(for: "Mirror calendar app")
    program.hangUp()
    // The terminal can no longer be restored; if this is reported as an error, the status is 1.
    #expect([1, 130].contains(try program.exitCode()))
  }

  @Test func `Invalid UTF-8 typed into a text`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "Verse"], rows: 30)
    try program.wait(for: "Dedicate")
    program.press("/", "dedic", "enter")
    try program.wait(forFocusOn: "Dedicate")
    program.press("space", "down")
    try program.wait(forNo: "▸ Dedicate")
    program.type(bytes: [0x61, 0xFF, 0xC3, 0x28, 0x0D])
    try program.wait(for: "a\u{FFFD}\u{FFFD}(")
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `No terminal and no input`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["edit", "UpNext"])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors.hasPrefix(
        "There is no terminal for the form, and nothing to read on standard input.")
        || run.errors.contains("The form asks for: "), "\(run.errors)")
    #expect(run.errors.contains("--set name=value or --answers FILE"))
  }

  @Test func `Saving asks, and going back keeps everything`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext", "--record", sandbox.path("answers")])
    try program.wait(for: "Mirror calendar app")
    try program.moveDown(to: "Mirror calendar app")
    program.press("space")
    try program.wait(for: "Calendars")
    program.press("^s")
    try program.wait(for: "On → Off")
    program.press("esc")
    try program.wait(forNo: "Changes to save")
    program.press("^s", "enter")
    #expect(try program.exitCode() == 0)
    let again = try sandbox.run(
      ["edit", "UpNext", "--quiet", "--name", "Again", "--answers", sandbox.path("answers")])
    #expect(again.status == 0)
    #expect(again.output == (try sandbox.read("answers")))
    #expect(again.output.contains("\"mirrorCalendarApp\": false"))
  }

  @Test func `A hidden row says why and leads to its parent`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext"])
    try program.wait(for: "Mirror calendar app")
    program.press("/", "calendars")
    try program.wait(for: "hidden because Mirror calendar app is On")
    program.press("enter")
    try program.wait(forFocusOn: "Calendars")
    program.press("enter")
    try program.wait(forFocusOn: "Mirror calendar app")
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `The mouse works when it is turned on`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext", "--mouse"])
    try program.wait(for: "Mirror calendar app")
    #expect(program.screen.modes.isSuperset(of: [1000, 1002, 1006]))
    program.type("\u{1B}[<0;10;5M\u{1B}[<0;10;5m")
    // One click toggles the switch.
    try program.wait(forFocusOn: "Mirror calendar app")
    try program.wait(for: "Calendars")
    program.press("^c")
    #expect(try program.exitCode() == 130)
    #expect(program.screen.modes.isDisjoint(with: [1000, 1002, 1006]))
  }

  @Test func `Custom keys, and an invalid keys file`() throws {
    let sandbox = try Sandbox()
    let keys = try sandbox.write("{\"form\": {\"cancelForm\": [\"f10\"]}}", to: "keys.json")
    let program = try sandbox.onTerminal(["edit", "UpNext", "--keys", keys])
    try program.wait(for: "Mirror calendar app")
    program.type("\u{1B}[21~")
    #expect(try program.exitCode() == 130)
    let wrong = try sandbox.write("{\"form\": {\"fly\": [\"f10\"]}}", to: "wrong.json")
    let refused = try sandbox.onTerminal(["edit", "UpNext", "--keys", wrong])
    #expect(try refused.exitCode() == 1)
    let shown = String(decoding: refused.output, as: UTF8.self)
    #expect(shown.contains("form.fly: There is no such action."))
  }

  @Test func `The form is in German`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext", "--locale", "de"])
    try program.wait(for: "[ Sichern ]")
    try program.wait(for: "? Hilfe")
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }
}
