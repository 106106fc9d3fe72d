import ArgumentParser
import Testing
import WidgetTestSupport

@testable import widgetconfig

/// Different arguments for the same command must have the same result.
@Suite struct CommandParsingTests {
  /// The values of a command, one per line.
  private func values(_ command: EditCommand) -> [String] {
    [
      command.widget, "\(command.family as Any)", "\(command.intent as Any)",
      "\(command.name as Any)", "\(command.answers)", "\(command.answersFile as Any)",
      "\(command.plain)", "\(command.output as Any)", "\(command.dryRun)",
      "\(command.record as Any)", "\(command.looks.theme as Any)",
      "\(command.looks.keys as Any)", "\(command.looks.mouse)",
      "\(command.shared.store as Any)", "\(command.shared.intents as Any)",
      "\(command.shared.locale as Any)", "\(command.shared.color)", "\(command.shared.quiet)",
    ]
  }

  @Test func `A widget without options is what parsing makes of it`() async throws {
    for widget in ["UpNext", "a/b.intentdefinition", "東京", "help"] {
      let parsed = try #require(try await EditCommand.asyncParseAsRoot([widget]) as? EditCommand)
      #expect(values(EditCommand(opening: widget)) == values(parsed))
      let short = try #require(try await WidgetConfig.command(["edit", widget]) as? EditCommand)
      #expect(values(short) == values(parsed))
    }
  }

  static let lines: [[String]] = [
    ["edit", "UpNext", "--family", "systemSmall"], ["edit", "--plain", "UpNext"],
    ["edit", "UpNext", "--set", "a=b", "--quiet", "--mouse", "--theme", "dark"],
    ["list"], ["export", "--all"], ["check", "a.json"], ["describe", "a.json", "--locale", "de"],
    ["timeline", "UpNext"], ["validate", "a.json"], ["options", "UpNext", "calendars"],
  ]

  @Test("A command is what parsing from the top makes of it", arguments: lines)
  func fromTheTop(_ arguments: [String]) async throws {
    let found = try await WidgetConfig.command(arguments)
    let expected = try await WidgetConfig.asyncParseAsRoot(arguments)
    #expect(type(of: found) == type(of: expected))
    if let found = found as? EditCommand, let expected = expected as? EditCommand {
      #expect(values(found) == values(expected))
    }
  }

  static let wrong: [[String]] = [
    ["edit"], ["edit", "--help"], ["edit", "UpNext", "--nothing"], ["edit", "a", "b"],
    ["edit", "UpNext", "--theme", "pink"], ["--help"], ["fly"], [], ["list", "--help"],
    ["help", "edit"], ["--version", "x"], ["edit", "--version"],
  ]

  @Test("What cannot be parsed is explained as from the top", arguments: wrong)
  func explained(_ arguments: [String]) async {
    #expect(
      await words { try await WidgetConfig.command(arguments) }
        == words { try await WidgetConfig.asyncParseAsRoot(arguments) })
  }

  private func words(_ parse: () async throws -> any ParsableCommand) async -> String {
    do {
      return "\(type(of: try await parse()))"
    } catch {
      return WidgetConfig.fullMessage(for: error)
    }
  }
}
