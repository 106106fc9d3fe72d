import Foundation
import Testing
import WidgetTestSupport

/// Unusual terminals and situations that a form on a terminal must survive.
@Suite(.startsPrograms) struct TerminalSurvivalTests {
  /// Terminal responses that arrive late or unrequested while a person types.
  static let replies = [
    "\u{1B}[?62;22c", "\u{1B}[>41;390;0c", "\u{1B}[24;80R", "\u{1B}[0n", "\u{1B}[?1u",
    "\u{1B}[?2026;2$y", "\u{1B}[?2048;0$y", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\",
    "\u{1B}]10;rgb:ffff/ffff/ffff\u{7}", "\u{1B}P>|xterm(390)\u{1B}\\", "\u{1B}[I", "\u{1B}[O",
    "\u{1B}]4;1;rgb:00/11/22\u{1B}\\",
  ]

  @Test func `Replies of the terminal while a text is typed`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "Verse"], rows: 30)
    try program.wait(for: "Dedicate")
    program.press("/", "dedic", "enter")
    try program.wait(forFocusOn: "Dedicate")
    program.press("space", "down")
    try program.wait(forNo: "▸ Dedicate")
    for reply in Self.replies {
      let bytes = Array(reply.utf8)
      program.type("x")
      program.type(bytes: Array(bytes[..<(bytes.count / 2)]))
      program.type(bytes: Array(bytes[(bytes.count / 2)...]))
    }
    program.type("y")
    try program.wait(for: String(repeating: "x", count: Self.replies.count) + "y")
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `Replies of the terminal before the first key`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext"])
    program.type(Self.replies.joined())
    try program.wait(for: "Mirror calendar app")
    program.type(Self.replies.reversed().joined())
    program.press("down")
    try program.wait(forFocusOn: "Mirror calendar app")
    #expect(!program.screen.textLines[0].contains("modified"))
    program.press("esc")
    #expect(try program.exitCode() == 130)
  }

  static let sizes = [(10, 3), (1, 1), (20, 5), (60, 15), (300, 100)]

  @Test("Opened, used and left at any size", arguments: sizes)
  func size(columns: Int, rows: Int) throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext"], columns: columns, rows: rows)
    try program.wait(for: "first frame") { !$0.modes.isDisjoint(with: [1049]) }
    for key in ["down", "space", "up", "/", "x", "esc", "down", "enter", "esc"] {
      program.press(key)
      program.read(milliseconds: 40)
    }
    #expect(program.screen.unknown.isEmpty, "\(program.screen.unknown)")
    // An Esc that is read together with the next key would be read as Alt and that key.
    program.read(milliseconds: 1_000)
    program.press("^c")
    #expect(try program.exitCode() == 130)
    #expect(program.settings() == program.firstSettings)
    #expect(program.screen.isCursorVisible)
    #expect(program.screen.modes.isDisjoint(with: [1049, 2004]))
  }

  @Test func `The keyboard mode is restored, and the title never changed`() throws {
    for ending in ["^c", "esc"] {
      let sandbox = try Sandbox()
      let program = try sandbox.onTerminal(["edit", "UpNext"])
      try program.wait(for: "Mirror calendar app")
      program.press(ending)
      #expect(try program.exitCode() == 130)
      let written = String(decoding: program.output, as: UTF8.self)
      let pushed = written.ranges(of: "\u{1B}[>1u").count
      #expect(pushed == 1 && written.ranges(of: "\u{1B}[<u").count == pushed)
      // OSC 0, 1 and 2 set titles; CSI 22 t and 23 t save and restore them.
      for title in ["\u{1B}]0;", "\u{1B}]1;", "\u{1B}]2;", "\u{1B}[22;0t", "\u{1B}[23;0t"] {
        #expect(!written.contains(title))
      }
    }
  }

  @Test func `Standard output without a reader`() throws {
    let sandbox = try Sandbox()
    let binary = ProgramFolder.path(of: "widgetconfig")
    let script = """
      ('\(binary)' edit UpNext --quiet --set style=list; echo "status $?" >&2) | true
      """
    let program = try TerminalProgram(
      "/bin/bash", ["-c", script], environment: sandbox.environment)
    try program.wait(for: "status ")
    // The pipe may still contain text that was written before its reader exited.
    #expect(program.screen.textLines.contains { $0 == "status 0" || $0 == "status 141" })
    #expect(!program.screen.textLines.contains { $0.contains("rror") })
    _ = try program.exitCode()
  }

  @Test func `Standard input that ends in the middle of the questions`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["edit", "UpNext", "--plain"], input: "\nyes\n")
    #expect(run.status == 130)
    #expect(run.output.isEmpty)
    #expect(!run.errors.contains("\u{1B}"))
    #expect(try sandbox.run(["list"]).output.contains("Placed:\n  none yet"))
  }

  @Test func `Answers on standard input use plain mode`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      ["edit", "UpNext", "--quiet"], input: "\nyes\n\n36h\n\n0.75\nlist\nyes\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\"style\": \"list\""))
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test func `A closed terminal ends the program, even while a list is open`() throws {
    for keys in [[], ["/", "x"], ["?"]] {
      let sandbox = try Sandbox()
      let program = try sandbox.onTerminal(["edit", "UpNext"])
      try program.wait(for: "Mirror calendar app")
      for key in keys { program.press(key) }
      program.read(milliseconds: 50)
      program.hangUp()
      #expect([1, 130, 128 + SIGHUP].contains(try program.exitCode()))
    }
  }
}
