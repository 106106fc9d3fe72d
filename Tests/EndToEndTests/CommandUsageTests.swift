import Foundation
import Testing

/// Wrong usage is said on standard error and ends with 2; help is a result.
@Suite struct CommandUsageTests {
  static let edit = """
    Usage: widgetconfig edit [<options>] <widget>
      See 'widgetconfig edit --help' for more information.

    """
  static let shared = "[--store <store>] [--intents <intents>] [--locale <locale>] "
  static let export = """
    Usage: widgetconfig export [<name>] [--all] \(shared)[--color <color>] [--quiet]
      See 'widgetconfig export --help' for more information.

    """
  static let list = """
    Usage: widgetconfig list \(shared)[--color <color>] [--quiet] [--format <format>]
      See 'widgetconfig list --help' for more information.

    """
  static let importing = """
    Usage: widgetconfig import <file> [--name <name>] [--partial] [--dry-run] \(shared)[--color <color>] [--quiet]
      See 'widgetconfig import --help' for more information.

    """
  static let timeline = """
    Usage: widgetconfig timeline [<options>] <subject>
      See 'widgetconfig timeline --help' for more information.

    """

  static let wrong: [CommandCase] = [
    CommandCase(
      "nope", status: 2,
      errors: """
        Error: Unexpected argument 'nope'
        Usage: widgetconfig <subcommand>
          See 'widgetconfig --help' for more information.

        """),
    CommandCase(
      "--nope", status: 2,
      errors: """
        Error: Unknown option '--nope'
        Usage: widgetconfig <subcommand>
          See 'widgetconfig --help' for more information.

        """),
    CommandCase(
      "edit", status: 2,
      errors: """
        Error: Missing expected argument '<widget>'
        Help:  <widget>  A widget, the folder of one, or the path of a definition.
        \(edit)
        """),
    CommandCase(
      "edit UpNext Verse", status: 2, errors: "Error: Unexpected argument 'Verse'\n\(edit)"),
    CommandCase(
      "edit UpNext --nonsense", status: 2, errors: "Error: Unknown option '--nonsense'\n\(edit)"),
    CommandCase(
      "edit UpNext --set", status: 2,
      errors: """
        Error: Missing value for '--set <set>'
        Help:  --set <set>  An answer as name=value; may be given several times.
        \(edit)
        """),
    CommandCase(
      "edit UpNext --color red", status: 2,
      errors: """
        Error: The value 'red' is invalid for '--color <color>'. Please provide one of 'auto', \
        'always' or 'never'.
        Help:  --color <color>  When to use colours: auto, always or never.
        \(edit)
        """),
    CommandCase(
      "export", status: 2, errors: "Error: Name one placed widget, or use --all.\n\(export)"),
    CommandCase(
      "export --all UpNext", status: 2,
      errors: "Error: Name one placed widget, or use --all.\n\(export)"),
    CommandCase("list extra", status: 2, errors: "Error: Unexpected argument 'extra'\n\(list)"),
    CommandCase(
      "list --format csv", status: 2,
      errors: """
        Error: The value 'csv' is invalid for '--format <format>'. Please provide one of 'table' \
        and 'json'.
        Help:  --format <format>  table or json.
        \(list)
        """),
    CommandCase(
      "import", status: 2,
      errors: """
        Error: Missing expected argument '<file>'
        Help:  <file>  The file, or - for standard input.
        \(importing)
        """),
    CommandCase(
      "timeline", status: 2,
      errors: """
        Error: Missing expected argument '<subject>'
        Help:  <subject>  The name of a placed widget, a widget, or a file of intent JSON.
        \(timeline)
        """),
  ]

  @Test(arguments: wrong)
  func `wrong usage`(_ row: CommandCase) throws {
    let sandbox = try Sandbox()
    try sandbox.check(row)
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("store.sqlite")))
  }

  /// What is no widget, no family, no answer and no moment: found before anything is asked or saved.
  static let notThere: [CommandCase] = [
    CommandCase(
      "edit Nope", status: 2,
      errors: """
        There is no widget “Nope” in INTENTS. Choose from UpNext, Verse, WorldClock, or give the \
        path of a definition.

        """),
    CommandCase(
      "edit UpNxt", status: 2,
      errors: "There is no widget “UpNxt” in INTENTS. Did you mean “UpNext”?\n"),
    CommandCase(
      ["edit", ""], status: 2,
      errors: """
        There is no widget “” in INTENTS. Choose from UpNext, Verse, WorldClock, or give the path \
        of a definition.

        """),
    CommandCase(
      ["edit", "a\u{1B}[2J"], status: 2,
      errors: """
        There is no widget “a␛[2J” in INTENTS. Choose from UpNext, Verse, WorldClock, or give the \
        path of a definition.

        """),
    CommandCase(
      "edit UpNext --intents nowhere", status: 2,
      errors: """
        There is no widget “UpNext” in nowhere. Name the folder of the widgets with --intents, or \
        give the path of a definition.

        """),
    CommandCase(
      "edit UpNext --family foo", status: 2,
      errors: """
        --family: There is no widget family “foo”. Choose from “systemSmall”, “systemMedium”, \
        “systemLarge”, “systemExtraLarge”, “accessoryCorner”, “accessoryCircular”, \
        “accessoryRectangular”, “accessoryInline”.

        """),
    CommandCase(
      "edit UpNext --family systemSmal", status: 2,
      errors: "--family: There is no widget family “systemSmal”. Did you mean “systemSmall”?\n"),
    CommandCase(
      "edit Verse --intent Nope", status: 2,
      errors: "INTENTS/Verse/Verse.json: There is no intent “Nope”. There are: Verse.\n"),
    CommandCase(
      "edit Verse --intent Vers", status: 2,
      errors: "INTENTS/Verse/Verse.json: There is no intent “Vers”. Did you mean “Verse”?\n"),
    CommandCase(
      "edit Verse --set emphasis", status: 2,
      errors: "--set emphasis: write it as name=value.\n"),
    CommandCase(
      ["edit", "Verse", "--name", ""], status: 2,
      errors: """
        --name: The name “” cannot be stored. The name must have at least one character.

        """),
    CommandCase(
      ["edit", "Verse", "--name", "a\nb", "--set", "emphasis=1"], status: 2,
      errors: """
        --name: The name “a␊b” cannot be stored. The name must have no control characters.

        """),
    CommandCase(
      ["edit", "Verse", "--name", " a", "--plain"], status: 2,
      errors: """
        --name: The name “ a” cannot be stored. The name must not begin or end with a space.

        """),
    CommandCase(
      ["edit", "Verse", "--name", String(repeating: "n", count: 201)], status: 2,
      errors: """
        --name: The name “\(String(repeating: "n", count: 60))…” cannot be stored. The name must \
        have at most 200 characters.

        """),
    CommandCase(
      "timeline Vers", status: 2,
      errors: "There is no widget “Vers” in INTENTS. Did you mean “Verse”?\n"),
    CommandCase(
      "timeline Verse --family systemTiny", status: 2,
      errors: """
        --family: There is no widget family “systemTiny”. Choose from “systemSmall”, \
        “systemMedium”, “systemLarge”, “systemExtraLarge”, “accessoryCorner”, \
        “accessoryCircular”, “accessoryRectangular”, “accessoryInline”.

        """),
    CommandCase(
      "timeline Verse --at yesterday", status: 2,
      errors: "--at yesterday: Write the moment as ISO 8601, such as 2026-11-21T14:00:00Z.\n"),
    CommandCase(
      "timeline Verse --at 2026-02-30T25:00:00Z", status: 2,
      errors: """
        --at 2026-02-30T25:00:00Z: Write the moment as ISO 8601, such as 2026-11-21T14:00:00Z.

        """),
  ]

  @Test(arguments: notThere)
  func `names that nothing has`(_ row: CommandCase) throws {
    try Sandbox().check(row)
  }

  @Test(arguments: [
    ("", "USAGE: widgetconfig <subcommand>"), ("--help", "USAGE: widgetconfig <subcommand>"),
    ("help", "USAGE: widgetconfig <subcommand>"),
    ("edit --help", "USAGE: widgetconfig edit [<options>] <widget>"),
    ("help list", "USAGE: widgetconfig list "), ("export -h", "USAGE: widgetconfig export "),
    ("import --help", "USAGE: widgetconfig import <file> "),
    ("timeline --help", "USAGE: widgetconfig timeline [<options>] <subject>"),
  ])
  func `help is a result`(arguments: String, usage: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(arguments.split(separator: " ").map(String.init))
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("OVERVIEW: "))
    #expect(run.output.contains("\n\(usage)"))
    #expect(run.errors.isEmpty)
  }

  @Test func `the version is a result`() throws {
    try Sandbox().check(CommandCase("--version", output: "0.1.0\n"))
  }
}
