import Foundation
import Testing
import WidgetTestSupport

/// What `--help` says: examples that can be typed as they are, and the exit statuses.
@Suite(.startsPrograms) struct HelpTests {
  /// The commands that the overview lists.
  private static func commands(_ sandbox: Sandbox) throws -> [String] {
    let overview = try sandbox.run(["--help"]).output
    return overview.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("  "), !line.hasPrefix("   "), !line.hasPrefix("  -"),
        !line.hasPrefix("  See")
      else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }
  }

  /// The help of a command; `migration --help` is that of the program that it becomes.
  private static func help(_ command: String, _ sandbox: Sandbox) throws -> String {
    try sandbox.run(command == "migration" ? ["help", command] : [command, "--help"]).output
  }

  @Test func everyCommandHasThreeExamplesAndTheStatuses() throws {
    let sandbox = try Sandbox()
    let commands = try Self.commands(sandbox)
    #expect(commands.count >= 24)
    // `add` only has commands below it, with a grammar of their own.
    for command in commands where command != "add" {
      let help = try Self.help(command, sandbox)
      let examples = help.split(separator: "\n").filter { $0.hasPrefix("  widgetconfig ") }
      #expect(examples.count == 3, "\(command): \(help)")
      let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        words.contains(
          """
          Exit status: 0 for success, 1 for findings or invalid input, 2 for wrong usage, 3 for a \
          provider that failed, 130 for a cancelled command.
          """), "\(command)")
    }
  }

  /// Each example is understood by the parser, whatever becomes of it without its files.
  @Test func theExamplesAreCommands() throws {
    let sandbox = try Sandbox()
    // Some examples make widgets.
    try FileManager.default.copyItem(
      atPath: Sandbox.repository.appending(path: "Intents").path, toPath: sandbox.path("Intents"))
    let own = ["WIDGETCONFIG_INTENTS": sandbox.path("Intents")]
    for command in try Self.commands(sandbox) where command != "add" {
      let help = try Self.help(command, sandbox)
      for line in help.split(separator: "\n") where line.hasPrefix("  widgetconfig ") {
        let example = line.dropFirst("  widgetconfig ".count)
        let run = try sandbox.shell(
          "widgetconfig() { \"$0\" \"$@\"; }; widgetconfig \(example) < /dev/null", adding: own)
        #expect(!run.errors.contains("--help"), "\(example): \(run.errors)")
        #expect(!run.errors.contains("Unknown option"), "\(example): \(run.errors)")
        #expect(!run.errors.contains("Usage:"), "\(example): \(run.errors)")
      }
    }
  }
}
