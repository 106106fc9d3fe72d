import Foundation
import Testing
import WidgetTestSupport

/// However the program ends while providers are working, all their processes end as well.
@Suite(.startsPrograms) struct InterruptedCommandTests {
  /// Makes a widget whose choices come from a shell script that writes its process ID to `child`.
  private static func widget(_ script: String, in sandbox: Sandbox) throws -> String {
    try sandbox.makeFolder("Trip")
    let definition = try String(
      contentsOf: Sandbox.repository.appending(
        path: "Intents/WorldClock/WorldClock.intentdefinition"), encoding: .utf8)
    _ = try sandbox.write(definition, to: "Trip/WorldClock.intentdefinition")
    _ = try sandbox.write(script, to: "Trip/ask.sh")
    _ = try sandbox.write(
      """
      {"kind": "trip", "options": {"cities": {"command": ["sh", "ask.sh"], "timeout": 600}},
       "timeline": {"command": ["sh", "ask.sh"], "timeout": 600}}
      """, to: "Trip/widget.json")
    return sandbox.path("Trip")
  }

  /// The process whose ID is in a file, once the file exists.
  private static func child(_ sandbox: Sandbox) throws -> Int32 {
    let end = Date().addingTimeInterval(60)
    while Date() < end {
      if let text = try? sandbox.read("Trip/child"), text.hasSuffix("\n") {
        return try #require(Int32(text.dropLast()))
      }
      usleep(10_000)
    }
    throw NoChild()
  }

  private struct NoChild: Error {}

  private static func isAlive(_ number: Int32) -> Bool {
    guard kill(number, 0) == 0 else { return false }
    let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z ") } ?? true
  }

  private static func hasEnded(_ number: Int32) -> Bool {
    for _ in 0..<15_000 {
      if !isAlive(number) { return true }
      usleep(20_000)
    }
    return false
  }

  /// Runs the program with its output in `said`, sends it a signal once it has started a process,
  /// and returns it once that process has ended as well.
  private static func ended(
    by signal: Int32, _ words: [String], in sandbox: Sandbox
  ) throws -> Process {
    let said = try #require(FileHandle(forWritingAtPath: try sandbox.write("", to: "said")))
    let lines = try sandbox.write(String(repeating: "\n", count: 50), to: "lines")
    let process = Process()
    process.executableURL = URL(filePath: ProgramFolder.path(of: "widgetconfig"))
    process.arguments = words
    process.environment = sandbox.environment
    process.currentDirectoryURL = sandbox.folder
    process.standardInput = FileHandle(forReadingAtPath: lines)
    process.standardOutput = said
    process.standardError = said
    try process.run()
    let child = try child(sandbox)
    kill(process.processIdentifier, signal)
    process.waitForEnd()
    #expect(hasEnded(child), "\(words)")
    return process
  }

  static let scripts =
    [
      "sleep 1000 & echo $! > child; wait",
      "trap '' TERM INT HUP; echo $$ > child; while :; do sleep 1; done",
    ] + escapes

  /// A helper that leaves the program's process group; only some systems can find such a helper.
  private static let escapes =
    FileManager.default.fileExists(atPath: "/proc/self/environ")
      && FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid")
    ? ["setsid sh -c 'echo $$ > child; exec sleep 1000' & sleep 1000"] : []

  /// Commands that run programs; `T` is the widget, and `a.jsonl` is an intent with a city.
  static let commands = [
    "options T cities --timeout 600", "options T cities --check --timeout 600", "timeline T",
    "timeline T --snapshot", "simulate T", "edit T --set cities=a", "edit T --answers a.jsonl",
    "edit T --plain", "import a.jsonl",
  ]

  private static let intent = #"""
    {"intent":"WorldClockIntent","family":"systemSmall","parameters":{"cities":[{"identifier":"a","display":"A"}]}}

    """#

  /// The commands with each signal and script; the guard handles signals that cannot be caught.
  private static let cases: [(command: String, signal: Int32, script: String)] = commands.flatMap {
    command in
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL, SIGSEGV, SIGABRT, SIGUSR1, SIGALRM].flatMap {
      signal in scripts.map { (command, signal, $0) }
    }
  }

  @Test(arguments: TestDepth.part(23, of: Array(cases.indices)))
  func `A signal ends the program and what was started`(_ index: Int) throws {
    let (command, signal, script) = Self.cases[index]
    let sandbox = try Sandbox()
    let folder = try Self.widget(script, in: sandbox)
    if command.hasPrefix("import") {
      // The intent belongs to a placed widget, whose source is used.
      _ = try sandbox.write("echo '[\"a\"]'", to: "Trip/ask.sh")
      let placed = try sandbox.run(["edit", folder, "--set", "cities=a", "-q", "--name", "Trip"])
      #expect(placed.status == 0, "\(placed.errors)")
      _ = try sandbox.write(script, to: "Trip/ask.sh")
    }
    let name = command.hasPrefix("import") ? #"{"name":"Trip","# : "{"
    _ = try sandbox.write(name + Self.intent.dropFirst(), to: "a.jsonl")
    let words = command.split(separator: " ").map { $0 == "T" ? folder : String($0) }
    let process = try Self.ended(by: signal, words, in: sandbox)
    #expect(process.terminationReason == .uncaughtSignal, "\(command)")
    #expect(process.terminationStatus == signal, "\(command)")
  }

  /// A check of choices also runs programs, and reports how far it got.
  @Test(arguments: [SIGINT, SIGTERM], scripts)
  func `A signal ends a check of choices with what it asked`(signal: Int32, script: String) throws {
    let sandbox = try Sandbox()
    let folder = try Self.widget(script, in: sandbox)
    let intents = try sandbox.write(Self.intent, to: "intents.jsonl")
    let process = try Self.ended(
      by: signal, ["validate", folder, intents, "--resolve", "-q"], in: sandbox)
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 128 + signal)
    #expect(try sandbox.read("said") == "Stopped. 0 intents.\n")
  }

  /// The form runs programs when it opens; its terminal is restored, except after SIGKILL.
  @Test(arguments: [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL, SIGSEGV, SIGABRT, SIGUSR1, SIGALRM,
  ])
  func `A signal ends the form and what was started`(signal: Int32) throws {
    let sandbox = try Sandbox()
    let folder = try Self.widget(Self.scripts.last ?? Self.scripts[0], in: sandbox)
    let program = try sandbox.onTerminal(["edit", folder])
    let child = try Self.child(sandbox)
    try program.wait(for: "▸")
    kill(program.process, signal)
    let code = try program.exitCode()
    let isHeard = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(signal)
    #expect(code == (isHeard ? 130 : 128 + signal))
    #expect(Self.hasEnded(child))
    guard signal != SIGKILL else { return }
    #expect(program.settings() == program.firstSettings)
    #expect(program.screen.isCursorVisible)
  }

  /// A helper that a program leaves behind after its response is not ended.
  @Test func `Processes left by a finished program continue`() throws {
    let sandbox = try Sandbox()
    let script = "sleep 300 >/dev/null 2>&1 & echo $! > child; echo '[\"a\"]'"
    let folder = try Self.widget(script, in: sandbox)
    #expect(try sandbox.run(["options", folder, "cities"]).output == "a  a\n")
    let child = try Self.child(sandbox)
    usleep(300_000)
    #expect(Self.isAlive(child))
    kill(child, SIGKILL)
  }

  @Test func `The interrupt key reaches a program that is asked`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.widget(Self.scripts[0], in: sandbox)
    let program = try sandbox.onTerminal(["options", folder, "cities", "--timeout", "600"])
    let child = try Self.child(sandbox)
    program.press("\u{3}")
    #expect(try program.exitCode() == 128 + SIGINT)
    #expect(Self.hasEnded(child))
  }

  @Test func `An ignored signal stays ignored`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.widget("cat > /dev/null; kill -HUP $PPID; echo '[\"a\"]'", in: sandbox)
    let program = ProgramFolder.path(of: "widgetconfig")
    let run = try sandbox.shell("trap '' HUP; '\(program)' options '\(folder)' cities")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "a  a\n")
  }

  /// A check of intents that a script runs in the background, where ^C is for another program.
  @Test func `An ignored interrupt does not end a check`() throws {
    let sandbox = try Sandbox()
    let program = ProgramFolder.path(of: "widgetconfig")
    let intent = #"{"intent":"VerseIntent","family":"systemSmall","parameters":{}}"#
    let run = try sandbox.shell(
      """
      trap '' INT
      { echo '\(intent)'; sleep 0.5; kill -INT $(cat check); echo '\(intent)'; } \
        | sh -c 'echo $$ > check; exec "\(program)" validate Verse -'
      """)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.errors == "2 intents, all valid.\n")
  }
}
