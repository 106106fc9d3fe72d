import Foundation
import Testing
import WidgetTestSupport

/// Standard output that nobody reads, or that takes nothing more; every command that prints there.
@Suite struct StandardOutputTests {
  /// Commands that print something, each in its forms.
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
  ]

  /// A folder with a placed widget, and with a definition that has a finding.
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let text =
      #"{"intents":[{"name":"A","eligibleForWidgets":true,"parameters":["#
      + #"{"name":"n","type":"integer","minimum":9,"maximum":1}]}]}"#
    _ = try sandbox.write(text, to: "wrong.json")
    let placed = try sandbox.run(
      ["edit", "Verse", "-q", "--name", "Desk", "--set", "emphasis=1"])
    #expect(placed.status == 0)
    return sandbox
  }

  @Test(arguments: TestDepth.part(6, of: commands))
  func `a reader that has gone away is no reason to speak`(command: String) throws {
    let sandbox = try Self.sandbox()
    // The reader is gone for certain before the program begins.
    let run = try sandbox.shell(#"exec 3> >(exit 0); wait $!; "$0" \#(command) >&3"#)
    #expect(run.errors == "")
    #expect(run.output == "")
    #expect(run.status == 1)
    guard TestDepth.isThorough || command.hasPrefix("edit") else { return }
    let saved = try sandbox.run(["export", "--all"]).output.split(separator: "\n").count
    #expect(saved == (command.hasPrefix("edit") ? 2 : 1))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no device that is full"),
    arguments: TestDepth.part(8, of: commands))
  func `a result that cannot be written is said`(command: String) throws {
    let sandbox = try Self.sandbox()
    let run = try sandbox.shell(#""$0" \#(command) >/dev/full"#)
    #expect(
      run.errors == """
        Standard output cannot be written: No space left on device. Give it another place.

        """)
    #expect(run.status == 1)
  }

  @Test func `validate ends when nobody reads its lines`() throws {
    let sandbox = try Self.sandbox()
    let line = #"{"intent":"AIntent","family":"systemSmall","parameters":{"m":1}}"# + "\n"
    _ = try sandbox.write(String(repeating: line, count: 5_000), to: "many.jsonl")
    let run = try sandbox.shell(
      #"exec 3> >(exit 0); wait $!; "$0" validate wrong.json many.jsonl -q >&3"#)
    #expect(run.errors == "")
    #expect(run.status == 1)
  }
}
