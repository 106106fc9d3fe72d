import Foundation
import Testing
import WidgetTestSupport

/// Standard output without a reader or on a full device, for every command that writes to it.
@Suite(.startsPrograms) struct StandardOutputTests {
  /// Commands with output, in all their variants.
  static let commands = [
    "edit Verse -q --set emphasis=1", "list", "list --format json", "export --all", "export Desk",
    "--help", "--version",
    "timeline Verse", "timeline Verse --format json", "timeline Verse --format waybar",
    "timeline Verse --format box", "simulate Verse", "simulate Verse --format json",
    "options UpNext calendars",
    "options UpNext calendars --format json", "check wrong.json -q",
    "check wrong.json -q --format json", "check wrong.json -q --format github",
    "describe wrong.json", "describe wrong.json --format json", "convert wrong.json --to json",
    "convert wrong.json --to intentdefinition", "convert wrong.json --to schema -q",
    "convert wrong.json --to json -o -", "diff wrong.json wrong.json",
    "diff wrong.json wrong.json --format json",
    "validate Verse many.jsonl --canonical", "validate wrong.json many.jsonl",
    "timeline Verse --watch", "timeline Verse --watch --format waybar",
  ]

  /// A folder with a placed widget, and a definition with a finding.
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let text =
      #"{"intents":[{"name":"A","eligibleForWidgets":true,"parameters":["#
      + #"{"name":"n","type":"integer","minimum":9,"maximum":1}]}]}"#
    _ = try sandbox.write(text, to: "wrong.json")
    let many = String(repeating: SampleIntents.line("\"emphasis\":1"), count: 2_000) + "{}\n"
    _ = try sandbox.write(many, to: "many.jsonl")
    let placed = try sandbox.run(
      ["edit", "Verse", "-q", "--name", "Desk", "--set", "emphasis=1"])
    #expect(placed.status == 0)
    return sandbox
  }

  @Test(arguments: TestDepth.part(6, of: commands))
  func `a closed reader causes no message`(command: String) throws {
    let sandbox = try Self.sandbox()
    // The reader has exited before the program starts.
    let run = try sandbox.shell(#"exec 3> >(exit 0); wait $!; "$0" \#(command) >&3"#)
    #expect(run.errors == "")
    #expect(run.output == "")
    #expect(run.status == 141)
    guard TestDepth.isThorough || command.hasPrefix("edit") else { return }
    let saved = try sandbox.run(["export", "--all"]).output.split(separator: "\n").count
    #expect(saved == (command.hasPrefix("edit") ? 2 : 1))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no device that is full"),
    arguments: TestDepth.part(8, of: commands))
  func `a result that cannot be written is reported`(command: String) throws {
    let sandbox = try Self.sandbox()
    let run = try sandbox.shell(#""$0" \#(command) >/dev/full"#)
    #expect(
      run.errors == """
        Standard output cannot be written to: No space left on device. Redirect it elsewhere.

        """)
    #expect(run.status == 1)
  }

  /// If the reader exits early, the output is not reported as complete.
  @Test func `a reader that closes early gets no count from validate`() throws {
    let sandbox = try Self.sandbox()
    let run = try sandbox.shell(
      #""$0" validate Verse many.jsonl --canonical | head -1; echo "${PIPESTATUS[0]}""#)
    #expect(run.errors == "")
    #expect(run.output.hasSuffix("}}\n141\n"))
    #expect(run.output.split(separator: "\n").count == 2)
  }

  /// The reader neither reads nor exits, but the interrupt still ends the program.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `validate handles a signal while its reader stalls`(signal: Int32) throws {
    let sandbox = try Self.sandbox()
    let line = SampleIntents.line("\"emphasis\":1")
    _ = try sandbox.write(String(repeating: line, count: 20_000), to: "many.jsonl")
    let process = Process()
    process.executableURL = URL(filePath: ProgramFolder.path(of: "widgetconfig"))
    process.arguments = ["validate", "Verse", "many.jsonl", "--canonical"]
    process.environment = sandbox.environment
    process.currentDirectoryURL = sandbox.folder
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Some output has been written, and the pipe is too small for the rest.
    var request = pollfd(
      fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 60_000) == 1)
    kill(process.processIdentifier, signal)
    process.waitForEnd()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 128 + signal)
    let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(said.hasPrefix("Stopped. "))
    #expect(said.hasSuffix(" valid.\n") || said == "Stopped. 0 intents.\n")
    withExtendedLifetime(output) {}
  }
}
