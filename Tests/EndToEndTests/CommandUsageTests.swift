import Foundation
import Testing
import WidgetTestSupport

/// Wrong usage is reported on standard error with status 2; help is a result.
@Suite(.startsPrograms) struct CommandUsageTests {
  /// Unknown widgets, families, answers and dates; they are found before anything is loaded or
  /// saved.
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
        --intents: The folder “nowhere” does not exist. Name one that exists, or create it.

        """),
    CommandCase(
      "edit UpNext --family fo-o", status: 2,
      errors: """
        --family: There is no widget family “fo-o”. Choose from “systemSmall”, “systemMedium”, \
        “systemLarge”, “systemExtraLarge”, “systemExtraLargePortrait”, \
        “accessoryCorner”, “accessoryCircular”, \
        “accessoryRectangular”, “accessoryInline”.

        """),
    CommandCase(
      "edit UpNext --family system-Small", status: 2,
      errors: "--family: There is no widget family “system-Small”. Did you mean “systemSmall”?\n"),
    CommandCase(
      "edit Verse --intent Nope", status: 2,
      errors: "INTENTS/Verse/Verse.json: There is no intent “Nope”. The intents are: Verse.\n"),
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
      "check ./Vers", status: 1,
      output: "./Vers\n    error    The file does not exist. Check the path. missing-file\n",
      errors: "1 error in 1 file.\n"),
    CommandCase(
      "timeline Verse --family system.tiny", status: 2,
      errors: """
        --family: There is no widget family “system.tiny”. Choose from “systemSmall”, \
        “systemMedium”, “systemLarge”, “systemExtraLarge”, “systemExtraLargePortrait”, \
        “accessoryCorner”, \
        “accessoryCircular”, “accessoryRectangular”, “accessoryInline”.

        """),
    CommandCase(
      "timeline Verse --at never", status: 2,
      errors: """
        --at never: Expected a date and time such as 2026-11-21 07:30, found “never”.

        """),
    CommandCase(
      "timeline Verse --at 2026-02-30T25:00:00Z", status: 2,
      errors: """
        --at 2026-02-30T25:00:00Z: Expected a date and time such as 2026-11-21 07:30, found \
        “2026-02-30T25:00:00Z”.

        """),
  ]

  /// Commands that take a widget respond in the same way to a name that no widget has, and to the
  /// name of a placed widget.
  @Test(arguments: [
    "check W", "describe W", "convert W --to json", "generate W --as typed", "diff W Verse",
    "diff Verse W", "validate W", "options W collection", "check Verse W",
  ])
  func `a name is looked up in the same way`(_ arguments: String) throws {
    let sandbox = try Sandbox()
    #expect(
      try sandbox.run(["edit", "Verse", "-q", "--name", "My desk", "--set", "emphasis=1"]).status
        == 0)
    func words(_ name: String) -> [String] {
      arguments.split(separator: " ").map { $0 == "W" ? name : String($0) }
    }
    try sandbox.check(
      CommandCase(
        words("Vers"), status: 2,
        errors: "There is no widget “Vers” in INTENTS. Did you mean “Verse”?\n"))
    try sandbox.check(
      CommandCase(
        words("My desk"), status: 2,
        errors: """
          “My desk” is a placed widget, not a definition. Show it with “widgetconfig show 'My \
          desk'”, or give Verse here.

          """))
  }

  @Test(arguments: notThere)
  func `an unknown name or an invalid value is reported`(_ row: CommandCase) throws {
    try Sandbox().check(row)
  }

  @Test(arguments: [
    ("", "USAGE: widgetconfig <subcommand>"), ("--help", "USAGE: widgetconfig <subcommand>"),
    ("help", "USAGE: widgetconfig <subcommand>"),
    ("edit --help", "USAGE: widgetconfig edit [<options>] <widget>"),
    ("help list", "USAGE: widgetconfig list "), ("export -h", "USAGE: widgetconfig export "),
    ("import --help", "USAGE: widgetconfig import [<options>] <files> ..."),
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

  /// The parser's work grows with the square of the number of words.
  @Test(arguments: [["edit", "Verse", "--set", "emphasis=1"], ["check", "Verse"], ["nosuch"]])
  func `too many words are wrong usage`(words: [String]) throws {
    let sandbox = try Sandbox()
    let last = words.suffix(words.count == 4 ? 2 : 1)
    let run = try sandbox.run(words + (0..<4_000).flatMap { _ in last + last })
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("at most 8000 are read. Give answers as a file with --answers"))
    #expect(run.errors.contains("in several runs, as “xargs -n 1000” does."))
  }

  @Test func `help on what is not a command is wrong usage`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["help", "nosuch"])
    #expect(run.status == 2)
    #expect(run.output.isEmpty && run.errors.contains("“nosuch”"))
    #expect(try run.errors == sandbox.run(["nosuch"]).errors)
  }

  @Test(arguments: [
    ("add nosuch", "There is no command “nosuch” of “add”. "),
    ("add paramter", "Did you mean “parameter”?"),
    ("edit nosuch", "For its options, run: widgetconfig help edit"),
    ("devices show nosuch", "There is no command “nosuch” of “devices show”. "),
  ])
  func `help on what is not a part of a command is wrong usage`(
    words: String, said: String
  ) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["help"] + words.split(separator: " ").map(String.init))
    #expect(run.status == 2)
    #expect(run.output.isEmpty && run.errors.contains(said), "\(run)")
  }

  @Test(arguments: ["add parameter", "devices show", "store check", "edit"])
  func `help on a part of a command is a result`(words: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["help"] + words.split(separator: " ").map(String.init))
    #expect(run.status == 0 && run.output.contains("USAGE: widgetconfig \(words) "), "\(run)")
  }

  @Test func `the version is a result`() throws {
    let output = try Sandbox().run(["--version"]).output
    #expect(output.wholeMatch(of: /0\.1\.0\ntz database .+ in .+\n/) != nil, "\(output)")
  }
}
