import Foundation
import Testing
import WidgetTestSupport

/// The terminal is restored, however the program ends.
@Suite(.startsPrograms) struct TerminalRestoredTests {
  /// How the program ends, and its exit code; for some signals, it is 128 plus the number of the
  /// signal.
  static let endings: [(name: String, keys: [String], signal: Int32, code: Int32)] = [
    ("save", ["^s"], 0, 0), ("cancel", ["^c"], 0, 130), ("leave by escape", ["esc"], 0, 130),
    ("SIGTERM", [], SIGTERM, 130), ("SIGHUP", [], SIGHUP, 130), ("SIGINT", [], SIGINT, 130),
    ("SIGQUIT", [], SIGQUIT, 130), ("a trap", [], SIGILL, 128 + SIGILL),
    ("a fault", [], SIGSEGV, 128 + SIGSEGV), ("an abort", [], SIGABRT, 128 + SIGABRT),
    ("SIGUSR1", [], SIGUSR1, 128 + SIGUSR1), ("SIGUSR2", [], SIGUSR2, 128 + SIGUSR2),
    ("SIGALRM", [], SIGALRM, 128 + SIGALRM),
  ]

  @Test(arguments: endings.indices)
  func ending(_ index: Int) throws {
    let ending = Self.endings[index]
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext"])
    let before = program.firstSettings
    try program.wait(for: "Mirror calendar app")
    #expect(program.settings() != before, "\(ending.name): the form is in raw mode")
    program.press("down")
    try program.wait(forFocusOn: "Mirror")
    program.press("up")
    try program.wait(forFocusOn: "Family")
    for key in ending.keys {
      program.press(key)
      program.read(milliseconds: 200)
    }
    if ending.signal != 0 { kill(program.process, ending.signal) }
    let code = try program.exitCode()
    #expect(code == ending.code, "\(ending.name)")
    #expect(program.settings() == before, "\(ending.name)")
    #expect(program.screen.isCursorVisible, "\(ending.name)")
    #expect(
      program.screen.modes.isDisjoint(with: [1049, 2004, 1000, 1002, 1006, 1004]),
      "\(ending.name): \(program.screen.modes)")
  }

  @Test func `Stopped and continued by a shell`() throws {
    let sandbox = try Sandbox()
    let log = sandbox.path("log")
    let binary = ProgramFolder.path(of: "widgetconfig")
    let script = """
      stty -a > \(log).before
      '\(binary)' edit Verse
      stty -a > \(log).stopped
      echo STOPPED
      # Until it has been seen: the form covers it at once.
      sleep 1
      fg > /dev/null
      stty -a > \(log).after
      """
    let program = try TerminalProgram(
      "/bin/bash", ["-mc", script], environment: sandbox.environment)
    try program.wait(for: "Collection")
    program.press("^z")
    try program.wait(forWritten: "STOPPED")
    try program.wait(for: "Collection")
    program.press("down")
    try program.wait(forFocusOn: "Collection")
    program.press("^c")
    _ = try program.status()
    let before = try sandbox.read("log.before")
    #expect(!before.isEmpty)
    #expect(try sandbox.read("log.stopped") == before)
    #expect(try sandbox.read("log.after") == before)
  }
}
