import Foundation
import Testing
import WidgetTestSupport

/// Changes in a form that was left without saving are offered at the next `edit`.
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

  /// Restores the changes, saves them, and checks that they are no longer offered.
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

  /// Discarded changes are lost; changes in a form that ^C ends are kept, and the program reports
  /// this.
  @Test func `Discarded and kept changes`() throws {
    let first = try opened()
    try switchOff(first)
    first.press("esc")
    try first.wait(for: "d discard")
    first.press("d")
    #expect(try first.exitCode() == 130)
    #expect(first.screen.textLines.contains { $0.hasPrefix("Cancelled. Nothing is saved.") })
    #expect(try sandbox.shell("find . -path '*.unsaved/*' -type f").output.isEmpty)
    let second = try opened()
    #expect(!second.screen.textLines.contains { $0.contains("brings them back") })
    try switchOff(second)
    second.press("^c")
    #expect(try second.exitCode() == 130)
    // A sentence breaks between its words.
    let said = second.screen.textLines.filter { !$0.isEmpty }.joined(separator: " ")
    #expect(
      said.contains(
        "Nothing is saved, but your changes are kept: the next form of this widget offers them."),
      "\(said)")
    try takeBack()
  }

  /// If input on a terminal ends at the first question, the program does not report that there is
  /// no terminal.
  @Test(arguments: [[], ["emphasis"]])
  func `The end of the input as the first answer`(parameter: [String]) throws {
    let program = try sandbox.onTerminal(["edit", "Verse"] + parameter + ["--plain"])
    try program.wait(for: parameter.isEmpty ? "Family [Medium]:" : "Emphasis [0.5]:")
    program.press("\u{4}")
    #expect(try program.exitCode() == 130)
    let lines = program.screen.textLines
    #expect(lines.contains { $0.hasPrefix("Cancelled. Nothing is saved.") }, "\(lines)")
    #expect(!lines.contains { $0.contains("There is no terminal") }, "\(lines)")
  }

  /// When a signal ends the form, the program reports whether any changes were kept.
  @Test(arguments: [true, false])
  func `Changes of a form that a signal ends`(isChanged: Bool) throws {
    let first = try opened()
    if isChanged { try switchOff(first) }
    kill(first.process, SIGTERM)
    #expect(try first.exitCode() == 130)
    let said = first.screen.textLines.filter { !$0.isEmpty }.joined(separator: " ")
    #expect(said.contains("Ended by signal 15. Nothing is saved"), "\(said)")
    #expect(said.contains("your changes are kept") == isChanged, "\(said)")
    if isChanged { try takeBack() }
  }

  /// People see the saved answers in words; a pipe and `--output -` get JSON.
  @Test func `The saved changes`() throws {
    let first = try opened()
    try switchOff(first)
    first.press("^s")
    try first.wait(for: "On → Off")
    first.press("enter")
    #expect(try first.exitCode() == 0)
    let lines = first.screen.textLines
    #expect(lines.contains { $0.hasPrefix("  Mirror calendar app  Off") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("  Family               Medium") }, "\(lines)")
    #expect(!lines.contains { $0.contains("{") }, "\(lines)")
    let asked = try sandbox.onTerminal(
      ["edit", "UpNext", "--set", "style=list", "--output", "-", "-q"])
    #expect(try asked.exitCode() == 0)
    #expect(asked.screen.textLines.contains { $0.contains("\"style\": \"list\"") })
  }

  /// On a narrow terminal, the entries shown after a save break between words, as those of
  /// `timeline` do.
  @Test func `The entries after a save`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(
      ["edit", "Verse", "--set", "emphasis=0.2", "--output", sandbox.path("out.json")], columns: 40)
    #expect(try program.exitCode() == 0)
    let lines = program.screen.textLines.filter { !$0.isEmpty }
    let entries = try #require(lines.firstIndex { $0.hasPrefix("20") })
    let reload = try #require(lines.firstIndex { $0.hasPrefix("reload:") })
    #expect(reload - entries > 3, "\(lines)")
    for line in lines[entries..<reload] where !line.hasPrefix("20") {
      #expect(line.hasPrefix("                  ") || line.hasPrefix("  …"), "\(lines)")
    }
  }

  @Test func `Changes on a closed terminal`() throws {
    let first = try opened()
    try switchOff(first)
    first.hangUp()
    // The form ends at the closed terminal, and the kernel also sends SIGHUP. If the signal arrives
    // after the form has given up its handler, the signal ends the program.
    let code = try first.exitCode()
    #expect([1, 128 + SIGHUP, 130].contains(code), "\(code)")
    try takeBack()
  }

  /// Waits until a program has kept its changes in a file with the given suffix.
  private func waitUntilKept(_ ending: String, by program: TerminalProgram) throws {
    for _ in 0..<100 {
      program.read(milliseconds: 100)
      let found = try sandbox.shell("find . -name '*\(ending)'").output
      if !found.isEmpty { return }
    }
    Issue.record("nothing is kept: \(program.screen.textLines)")
  }

  /// If a program is killed, at most the input of the last seconds is lost.
  @Test func `Changes of a killed form`() throws {
    let first = try opened()
    try switchOff(first)
    try waitUntilKept(".swap", by: first)
    kill(first.process, SIGKILL)
    _ = try first.status()
    try takeBack()
    #expect(try sandbox.shell("find . -path '*.unsaved/*' -type f").output.isEmpty)
    // Quitting or saving the form deletes its file of unsaved changes.
    let last = try opened()
    last.press("down")
    try last.wait(forFocusOn: "Mirror calendar app")
    last.press("space")
    try last.wait(for: "[✓] On")
    try waitUntilKept(".swap", by: last)
    last.press("^c")
    #expect(try last.exitCode() == 130)
    #expect(try sandbox.shell("find . -name '*.swap'").output.isEmpty)
    #expect(try isOffered("UpNext"))
  }

  /// Typed lines are kept as they are entered.
  @Test func `Answers of a killed conversation`() throws {
    let first = try sandbox.onTerminal(["edit", "UpNext", "--plain"])
    try first.wait(for: "Family [")
    first.press("enter")
    try first.wait(for: "Mirror calendar app [")
    first.press("no", "enter")
    try waitUntilKept(".swap", by: first)
    kill(first.process, SIGKILL)
    _ = try first.status()
    try takeBack()
  }

  /// A text that does not match a choice comes back with its reason, and can be corrected, whether
  /// the program was killed or ^C ended it while the list was open.
  @Test(arguments: [false, true]) func `Search terms in a list`(isKilled: Bool) throws {
    let first = try sandbox.onTerminal(["edit", "WorldClock"])
    try first.wait(for: "Cities")
    first.press("down", "down", "enter")
    try first.wait(for: "Abidjan")
    first.press("Oslo Town")
    try first.wait(for: "Nothing matches")
    if isKilled {
      try waitUntilKept(".swap", by: first)
      kill(first.process, SIGKILL)
      _ = try first.status()
    } else {
      first.press("^c")
      #expect(try first.exitCode() == 130)
    }
    let second = try sandbox.onTerminal(["edit", "WorldClock"])
    try second.wait(for: "^Y brings them back.")
    second.press("^y")
    try second.wait(for: "Oslo Town")
    second.press("^s")
    try second.wait(for: "No choice is called “Oslo Town”.")
    second.press("^c")
    #expect(try second.exitCode() == 130)
  }

  /// A form without changes does not touch the kept changes, and they are not offered for another
  /// placed widget.
  @Test func `Unsaved changes are kept until they are restored`() throws {
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

  private func leave(_ name: String = "UpNext") throws {
    let program = try sandbox.onTerminal(["edit", name])
    try program.wait(for: "Mirror calendar app")
    try switchOff(program)
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  private func isOffered(_ name: String) throws -> Bool {
    let program = try sandbox.onTerminal(["edit", name])
    try program.wait(for: "Mirror calendar app")
    defer { program.press("^c") }
    return program.screen.textLines.contains { $0.contains("brings them back") }
  }

  /// A script does not see the changes, and restoring them does not undo what the script saved.
  @Test func `A script keeps unsaved changes, and they keep what it saved`() throws {
    try leave()
    let script = try sandbox.run(["edit", "UpNext", "-q", "--set", "emphasis=0.33"])
    #expect(script.status == 0, "\(script.errors)")
    let form = try opened("^Y brings them back.")
    form.press("^y")
    try form.wait(for: "[ ] Off")
    form.press("^s")
    try form.wait(for: "On → Off")
    #expect(!form.screen.textLines.contains { $0.contains("0.33 →") || $0.contains("→ 0.5") })
    form.press("enter")
    #expect(try form.exitCode() == 0)
    let saved = try sandbox.run(["export", "UpNext"]).output
    #expect(saved.contains(#""mirrorCalendarApp": false"#) && saved.contains(#""emphasis": 0.33"#))
    #expect(try !isOffered("UpNext"))
  }

  @Test func `Unsaved changes move with the name, and are erased with the widget`() throws {
    _ = try sandbox.run(["edit", "UpNext", "-q", "--set", "emphasis=0.33"])
    _ = try sandbox.run(["timeline", "UpNext"])
    try leave()
    // Only the user can read the folder and its files.
    #expect(try !sandbox.shell("find . -name '*.unsaved' -type d -perm 700").output.isEmpty)
    let readable = try sandbox.shell("find . -path '*.unsaved/*' -type f ! -perm 600").output
    #expect(readable.isEmpty, "\(readable)")
    #expect(try sandbox.run(["rename", "UpNext", "Today"]).status == 0)
    #expect(try isOffered("Today"))
    #expect(try !isOffered("UpNext"))
    let erased = try sandbox.run(["store", "erase", "Today", "--force"])
    #expect(erased.status == 0, "\(erased.errors)")
    let left = try sandbox.shell("find . -path '*.unsaved/*' -type f").output
    #expect(left.isEmpty, "\(left)")
    #expect(try !isOffered("UpNext"))
  }

  /// The kept changes of a widget are erased with it; those of other widgets stay.
  @Test func `The shown content is erased`() throws {
    for name in ["A", "B"] {
      let arguments = ["edit", "Verse", "--name", name, "-q", "--set", "dedication=Marlene\(name)"]
      let placed = try sandbox.run(arguments + ["--set", "isDedicated=yes"])
      #expect(placed.status == 0, "\(placed.errors)")
      #expect(try sandbox.run(["timeline", name]).status == 0)
    }
    func holding(_ text: String) throws -> Int {
      try sandbox.shell("grep -rl \(text) . | grep -c timelines/ || true").output
        .trimmingCharacters(in: .whitespacesAndNewlines) == "0" ? 0 : 1
    }
    #expect(try holding("MarleneA") == 1)
    #expect(try sandbox.run(["store", "erase", "A", "--force"]).status == 0)
    #expect(try holding("MarleneA") == 0)
    #expect(try holding("MarleneB") == 1)
  }

  /// The review in a form whose widget was changed elsewhere while the form was open.
  private func overtaken() throws -> TerminalProgram {
    _ = try sandbox.run(["edit", "UpNext", "-q", "--set", "emphasis=0.2"])
    let form = try opened()
    try switchOff(form)
    let other = try sandbox.run(["edit", "UpNext", "-q", "--set", "emphasis=0.7"])
    #expect(other.status == 0, "\(other.errors)")
    form.press("^s")
    try form.wait(for: "On → Off")
    return form
  }

  /// Two people change the same widget: the second sees what the first saved, together with her own
  /// changes.
  @Test func `A widget that was changed elsewhere`() throws {
    let form = try overtaken()
    form.press("enter")
    try form.wait(for: "was changed elsewhere meanwhile")
    form.press("^s")
    try form.wait(for: "On → Off")
    form.press("enter")
    #expect(try form.exitCode() == 0)
    let saved = try sandbox.run(["export", "UpNext"]).output
    #expect(saved.contains(#""mirrorCalendarApp": false"#) && saved.contains(#""emphasis": 0.7"#))
  }

  /// Keys that were typed together with the save key do not answer a conflict that the person has
  /// not seen yet.
  @Test func `Keys typed after a save do not answer a conflict`() throws {
    let form = try overtaken()
    // Enter saves; ^S and Enter would review the changes and save them again.
    form.type("\r\u{13}\r")
    try form.wait(for: "was changed elsewhere meanwhile")
    form.press("^c")
    #expect(try form.exitCode() == 130)
    let saved = try sandbox.run(["export", "UpNext"]).output
    #expect(saved.contains(#""mirrorCalendarApp": true"#) && saved.contains(#""emphasis": 0.7"#))
  }

  @Test func `A conflict is reported in the language of the form`() throws {
    _ = try sandbox.run(["edit", "UpNext", "-q", "--set", "emphasis=0.2"])
    let form = try sandbox.onTerminal(["edit", "UpNext", "--locale", "de"])
    try form.wait(for: "Tagesbeginn")
    form.press("down", "space")
    try form.wait(for: "geändert")
    _ = try sandbox.run(["edit", "UpNext", "-q", "--set", "emphasis=0.7"])
    form.press("^s")
    try form.wait(for: "Zu sichernde Änderungen")
    form.press("enter")
    try form.wait(for: "„UpNext“ wurde inzwischen anderswo geändert.")
    form.press("^c")
    #expect(try form.exitCode() == 130)
  }
}
