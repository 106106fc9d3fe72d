import ArgumentParser
import Testing

@testable import widgetconfig

/// Arguments that no command takes: the status is 2, and nothing is read or made.
///
/// The sentences for options that do not exist belong to the library that parses; only those of the
/// program itself are looked at.
@Suite struct CommandArgumentTests {
  static let commands = WidgetConfig.configuration.subcommands.compactMap {
    $0.configuration.commandName
  }

  @Test(arguments: commands)
  func `every command refuses an unknown option and names itself`(command: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run([command, "--nonsense"])
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.contains("Usage: widgetconfig \(command) "), "\(run.errors)")
    #expect(run.errors.contains("See 'widgetconfig \(command) --help'"), "\(run.errors)")
    #expect(try sandbox.names() == [])
  }

  @Test(arguments: ["nope", "--nope", "edit UpNext Verse", "list --format csv", "import"])
  func `wrong usage is said on standard error`(arguments: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(arguments.split(separator: " ").map(String.init))
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: "))
    #expect(try sandbox.names() == [])
  }

  static let sentences: [(arguments: String, message: String)] = [
    ("export", "Name one placed widget, or use --all."),
    ("export --all UpNext", "Name one placed widget, or use --all."),
    ("diff - -", "Only one of the definitions can be standard input."),
    ("validate - -", "Only one of the definition and the intents can be standard input."),
    ("validate -", "Only one of the definition and the intents can be standard input."),
    (
      "validate one.json --resolve --canonical",
      "--resolve and --canonical do not go together. Run one after the other."
    ),
    ("validate one.json -j 0", "--jobs takes a number from 1 to 256."),
    ("validate one.json -j 257", "--jobs takes a number from 1 to 256."),
    ("options Verse collection --limit=-1", "--limit -1: write a number from 0."),
    (
      "options Verse collection --timeout 0",
      "--timeout 0.0: write seconds above 0, at most 3600."
    ),
    (
      "options Verse collection --timeout 3601",
      "--timeout 3601.0: write seconds above 0, at most 3600."
    ),
    (
      "options Verse collection --timeout nan",
      "--timeout nan: write seconds above 0, at most 3600."
    ),
    ("simulate Verse --days 0", "--days is from 1 to 366."),
    ("simulate Verse --days 367", "--days is from 1 to 366."),
    ("simulate Verse --views=-1", "--views is from 0 to 10000."),
    ("simulate Verse --app-reloads 1001", "--app-reloads is from 0 to 1000."),
    ("timeline Verse --watch --format json", "--watch prints --format table, box or waybar."),
    (
      "timeline Verse --watch --snapshot",
      "--watch goes with none of --at, --snapshot, --placeholder, --preview, --check."
    ),
    (
      "timeline Verse --watch --at 2026-11-21T14:00:00Z",
      "--watch goes with none of --at, --snapshot, --placeholder, --preview, --check."
    ),
    ("timeline Verse UpNext", "Several widgets go with --stack."),
    (
      "timeline Verse UpNext --stack --preview",
      "--stack goes with --at and --format table or json."
    ),
    ("timeline Verse --stack --format box", "--stack prints --format table or json."),
    (
      "timeline Verse --snapshot --preview", "Give one of --snapshot, --placeholder and --preview."
    ),
    ("timeline Verse --views 20", "--views goes with --watch and is from 0 to 10000."),
    ("timeline Verse --watch --views 10001", "--views goes with --watch and is from 0 to 10000."),
    ("open Verse --link 0", "--link counts from 1."),
    ("reload", "Give names of placed widgets, or --kind, or --all."),
    ("reload Verse --all", "Give names of placed widgets, or --kind, or --all."),
  ]

  @Test(arguments: sentences)
  func `what the program itself refuses`(arguments: String, message: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(arguments.split(separator: " ").map(String.init))
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: \(message)\nUsage: widgetconfig "), "\(run.errors)")
    #expect(try sandbox.names() == [])
  }
}
