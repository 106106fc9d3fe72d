import ArgumentParser
import Testing
import WidgetTestSupport

@testable import widgetconfig_command

/// Arguments that no command accepts: the status is 2, and nothing is read or created.
///
/// The error types of the argument parser are not public. These messages require its cases to keep
/// the names that the program looks for.
@Suite(.startsPrograms) struct CommandArgumentTests {
  static let commands = WidgetConfig.configuration.subcommands.compactMap {
    $0.configuration.commandName
  }

  // The messages come from the argument parser.

  @Test(arguments: ["nope", "--nope", "edit UpNext style more", "list --format csv", "import"])
  func `wrong usage is reported on standard error`(arguments: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(arguments.split(separator: " ").map(String.init))
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: "))
    #expect(try sandbox.names() == [])
  }

  static let sentences: [(arguments: String, message: String)] = [
    ("export", "Give one of <name>, --all."),
    ("export --all UpNext", "Give one of <name>, --all."),
    ("diff - -", "Only one of the two files can be standard input."),
    ("validate - -", "Only one of the two files can be standard input."),
    ("validate -", "Only one of the two files can be standard input."),
    (
      "validate one.json --resolve --canonical",
      "--resolve cannot be used with --canonical. Run one after the other."
    ),
    ("validate one.json -j 0", "--jobs must be a number from 1 to 256."),
    ("validate one.json -j 257", "--jobs must be a number from 1 to 256."),
    ("options Verse collection --limit=-1", "--limit must be at least 0."),
    (
      "options Verse collection --timeout 0",
      "--timeout must be more than 0 and at most 3600 seconds."
    ),
    (
      "options Verse collection --timeout 3601",
      "--timeout must be more than 0 and at most 3600 seconds."
    ),
    (
      "options Verse collection --timeout nan",
      "--timeout must be more than 0 and at most 3600 seconds."
    ),
    ("simulate Verse --days 0", "--days must be a number from 1 to 366."),
    ("simulate Verse --days 367", "--days must be a number from 1 to 366."),
    ("simulate Verse --views=-1", "--views must be a number from 0 to 10000."),
    ("simulate Verse --app-reloads 1001", "--app-reloads must be a number from 0 to 1000."),
    (
      "timeline Verse --watch --format json",
      "--watch can be used only with --format table, --format box, --format line, --format tmux, --format i3bar, --format polybar, --format xmobar, --format waybar."
    ),
    (
      "timeline Verse --watch --snapshot",
      "--watch cannot be used with --at, --snapshot, --placeholder, --preview, --check, --show-request."
    ),
    (
      "timeline Verse --watch --at 2026-11-21T14:00:00Z",
      "--watch cannot be used with --at, --snapshot, --placeholder, --preview, --check, --show-request."
    ),
    ("timeline Verse UpNext", "Several widgets can be given only with --stack."),
    (
      "timeline Verse UpNext --stack --preview",
      """
      --stack cannot be used with --watch, --snapshot, --placeholder, --preview, --check, \
      --show-request, --intent, --set.
      """
    ),
    (
      "timeline Verse --stack --format box",
      "--stack can be used only with --format table, --format json."
    ),
    (
      "timeline Verse --width 9",
      "--width can be used only with --format line, --format tmux, --format i3bar, --format polybar, --format xmobar, --format waybar."
    ),
    ("timeline Verse --format line --width 0", "--width must be a number from 1 to 10000."),
    (
      "timeline Verse --stack --format tmux",
      "--stack can be used only with --format table, --format json."
    ),
    ("timeline Verse --snapshot --preview", "Give one of --snapshot, --placeholder, --preview."),
    ("timeline Verse --views 20", "--views can be used only with --watch."),
    ("timeline Verse --watch --views 10001", "--views must be a number from 0 to 10000."),
    ("open Verse --link 0", "--link must be at least 1."),
    ("reload", "Give one of <names>, --kind, --all."),
    ("reload Verse --all", "Give one of <names>, --kind, --all."),
    ("edti", "There is no command “edti”. Did you mean “edit”?"),
    ("edti UpNext", "There is no command “edti”. Did you mean “edit”?"),
    ("help edti", "There is no command “edti”. Did you mean “edit”?"),
  ]

  @Test(arguments: sentences)
  func `refusals by the program itself`(arguments: String, message: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(arguments.split(separator: " ").map(String.init))
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: \(message)\n"), "\(run.errors)")
    #expect(run.errors.contains("\nUsage: widgetconfig "), "\(run.errors)")
    #expect(try sandbox.names() == [])
  }

  /// The arguments that the parser refuses, and the names in its message.
  static let refused: [(arguments: String, names: [String])] = [
    ("list --fromat json", ["'--fromat'", "'--format'"]), ("list --nonsense", ["'--nonsense'"]),
    // The value of an unknown option is not mistaken for another widget.
    ("timeline Verse --nonsense value", ["'--nonsense'"]),
    ("simulate Verse --viws 3", ["'--viws'", "'--views'"]), ("generate Verse", ["--as <as>"]),
    ("list --format", ["--format <format>"]), ("list --gallery=yes", ["'--gallery'", "'yes'"]),
    ("edit UpNext style more", ["'more'"]), ("rename a b c d", ["'c'", "'d'"]),
    ("list --format csv", ["'csv'", "--format <format>", "'table'", "'json'"]),
    ("simulate Verse --days few", ["'few'", "--days <days>"]), ("import", ["<files> ..."]),
    ("store bakup", ["'bakup'"]),
  ]

  @Test(arguments: refused)
  func `refusals by the parser are reported`(arguments: String, names: [String]) throws {
    let sandbox = try Sandbox()
    let words = arguments.split(separator: " ").map(String.init)
    let run = try sandbox.run(words)
    #expect(run.status == 2)
    #expect(run.output == "")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("Error: ") == true, "\(run.errors)")
    #expect(names.allSatisfy { lines.first?.contains($0) == true }, "\(run.errors)")
    #expect(run.errors.contains("\nUsage: widgetconfig \(words[0]) "), "\(run.errors)")
    #expect(try sandbox.names() == [])
  }

  @Test func `refusals by the parser have no control characters`() throws {
    let run = try Sandbox().run(["list", "--a\u{1B}[2J\u{7}"])
    #expect(run.status == 2)
    #expect(run.errors.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  /// Rejected arguments are reported in English in every locale.
  @Test(arguments: [
    (
      ["list", "--locale", "de", "--fromat", "json"], "C.UTF-8",
      "Error: Unknown option '--fromat'. Did you mean '--format'?"
    ),
    (["import"], "ja_JP.UTF-8", "Error: Missing expected argument '<files> ...'"),
    (
      ["simulate", "Verse", "--days", "0", "--locale=zh-Hans"], "C.UTF-8",
      "Error: --days must be a number from 1 to 366."
    ),
  ])
  func `wrong usage is reported in English`(
    arguments: [String], locale: String, line: String
  ) throws {
    let run = try Sandbox().run(arguments, adding: ["LC_ALL": locale])
    #expect(run.status == 2)
    #expect(run.errors.split(separator: "\n").first == line[...], "\(run.errors)")
    #expect(run.errors.contains("widgetconfig \(arguments[0]) "))
  }
}
