import Foundation
import Testing
import WidgetTestSupport

/// A signal while a program is asked: the program ends with what it has started, and so does ours.
@Suite struct InterruptedCommandTests {
  /// Makes a widget whose choices come from a shell script that writes its process to `child`.
  private static func widget(_ script: String, in sandbox: Sandbox) throws -> String {
    try sandbox.makeFolder("Trip")
    let definition = try String(
      contentsOf: Sandbox.repository.appending(
        path: "Intents/WorldClock/WorldClock.intentdefinition"), encoding: .utf8)
    _ = try sandbox.write(definition, to: "Trip/WorldClock.intentdefinition")
    _ = try sandbox.write(script, to: "Trip/ask.sh")
    _ = try sandbox.write(
      """
      {"kind": "trip", "options": {"cities": {"command": ["sh", "ask.sh"], "timeout": 600}}}
      """, to: "Trip/widget.json")
    return sandbox.path("Trip")
  }

  /// The process whose number stands in a file, once it does.
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
    for _ in 0..<500 {
      if !isAlive(number) { return true }
      usleep(20_000)
    }
    return false
  }

  /// Runs the program, which writes what it says to `said`, and sends it a signal once it has started
  /// something: both end, the program by the signal.
  private static func expectEnd(by signal: Int32, of words: [String], in sandbox: Sandbox) throws {
    let said = try #require(FileHandle(forWritingAtPath: try sandbox.write("", to: "said")))
    let process = Process()
    process.executableURL = URL(filePath: ProgramFolder.path(of: "widgetconfig"))
    process.arguments = words
    process.environment = sandbox.environment
    process.currentDirectoryURL = sandbox.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = said
    process.standardError = said
    try process.run()
    let child = try child(sandbox)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(hasEnded(child))
  }

  static let scripts =
    [
      "sleep 1000 & echo $! > child; wait",
      "trap '' TERM INT HUP; echo $$ > child; while :; do sleep 1; done",
    ] + escapes

  /// A helper that has left the process group of the program, where it can be found all the same.
  private static let escapes =
    FileManager.default.fileExists(atPath: "/proc/self/environ")
      && FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid")
    ? ["setsid sh -c 'echo $$ > child; exec sleep 1000' & sleep 1000"] : []

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], scripts)
  func `A signal ends what was started, and then the program`(signal: Int32, script: String) throws
  {
    let sandbox = try Sandbox()
    let folder = try Self.widget(script, in: sandbox)
    try Self.expectEnd(
      by: signal, of: ["options", folder, "cities", "--timeout", "600"], in: sandbox)
  }

  /// A check of choices asks programs too; it says how far it came.
  @Test(arguments: [SIGINT, SIGTERM], scripts)
  func `A signal ends a check of choices with what it asked`(signal: Int32, script: String) throws {
    let sandbox = try Sandbox()
    let folder = try Self.widget(script, in: sandbox)
    let intents = try sandbox.write(
      #"""
      {"intent":"WorldClockIntent","family":"systemSmall","parameters":{"cities":[{"identifier":"a","display":"A"}]}}

      """#, to: "intents.jsonl")
    try Self.expectEnd(
      by: signal, of: ["validate", folder, intents, "--resolve", "-q"], in: sandbox)
    #expect(try sandbox.read("said") == "Stopped. 0 intents.\n")
  }

  @Test func `The interrupt key reaches a program that is asked`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.widget(Self.scripts[0], in: sandbox)
    let program = try sandbox.onTerminal(["options", folder, "cities", "--timeout", "600"])
    let child = try Self.child(sandbox)
    program.press("\u{3}")
    #expect(try program.exitCode() == 130)
    #expect(Self.hasEnded(child))
  }

  @Test func `A signal that was to be ignored is`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.widget("cat > /dev/null; kill -HUP $PPID; echo '[\"a\"]'", in: sandbox)
    let program = ProgramFolder.path(of: "widgetconfig")
    let run = try sandbox.shell("trap '' HUP; '\(program)' options '\(folder)' cities")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "a  a\n")
  }

  /// A check of intents in the background of a script, where ^C is for somebody else.
  @Test func `An interrupt that was to be ignored does not end a check`() throws {
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
