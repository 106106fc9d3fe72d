import ArgumentParser
import DefinitionFormats
import Foundation
import Testing
import WidgetTestSupport

@testable import widgetconfig_command

/// The content of `--help`: examples that can be typed as they are, and exit statuses.
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

  /// The subcommands of other commands, as they are declared.
  private static let subcommands = WidgetConfig.configuration.subcommands.flatMap { command in
    command.configuration.subcommands.map { "\(name(of: command)) \(name(of: $0))" }
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? "\(command)"
  }

  /// Every command accepts the options that all commands share, for the language and the store.
  @Test func everyCommandTakesTheSharedOptions() {
    let commands = WidgetConfig.configuration.subcommands.flatMap { command in
      let below = command.configuration.subcommands
      return below.isEmpty ? [command] : below
    }
    #expect(commands.count >= 35)
    let others = commands.filter { !($0 is any SharingCommand.Type) }.map(Self.name)
    #expect(others == ["migration"], "It becomes another program, which reads the arguments.")
  }

  /// The flags of all programs, as their help lists them.
  private static func flags() throws -> Set<String> {
    let subcommands = WidgetConfig.configuration.subcommands.flatMap {
      command -> [any ParsableCommand.Type] in
      [command] + command.configuration.subcommands
    }
    let all: [any ParsableCommand.Type] = [WidgetConfig.self] + subcommands
    let sandbox = try Sandbox()
    let others: [(program: String, arguments: [String])] = [
      ("widgetconfig-server", ["--help"]), (MigrationProgram.name, ["--help"]),
      (MigrationProgram.name, [MigrationProgram.definition, "--help"]),
    ]
    let helps =
      try all.map { $0.helpMessage(columns: 200) }
      + others.map { try sandbox.run(ProgramFolder.path(of: $0.program), $0.arguments).output }
    // The flags are in the first column of a line, and their help is in the second one.
    let columns = helps.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("  -") }
      .compactMap { $0.dropFirst(2).split(separator: "  ").first }
    let flags = Set(columns.flatMap { $0.matches(of: /--[a-z-]+/).map { String($0.0) } })
    #expect(flags.isSuperset(of: ["--set", "--limit", "--version", "--check-config", "--define"]))
    return flags
  }

  /// The files of an extension below Sources, by their paths, and their texts.
  private static func sources(_ ending: String) throws -> [(file: String, text: String)] {
    try RepositoryFiles.paths(in: "Sources", endingIn: ending)
      .map { ($0, try RepositoryFiles.text($0)) }
  }

  /// The article about all commands has each of them in its table.
  @Test func everyCommandIsInTheArticle() throws {
    let article = "Sources/widgetconfig-command/widgetconfig-command.docc/widgetconfig-command.md"
    let text = try String(
      contentsOf: Sandbox.repository.appending(path: article), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let listed = rows.compactMap { $0.split(separator: "|").first }
      .flatMap { $0.matches(of: /`([a-z]+)`/).map { String($0.1) } }
    #expect(listed.sorted() == WidgetConfig.configuration.subcommands.map(Self.name).sorted())
  }

  /// Messages spell flags, so a renamed flag must be renamed in them as well.
  @Test func everySpelledFlagIsDeclared() throws {
    let flags = try Self.flags()
    // Git, the package manager and the program of an example have their own flags.
    let others = ["GitRevision.swift", "GenerateIntentsCommand.swift", "WidgetManifest.swift"]
    let files = try Self.sources(".swift") + Self.sources(".strings")
    for (file, text) in files where !others.contains(where: file.hasSuffix) {
      let spelled = Set(text.matches(of: /--[a-z][a-z-]*[a-z]/).map { String($0.0) })
      #expect(spelled.subtracting(flags).sorted() == [], "\(file)")
    }
  }

  /// The same holds for articles, in the code between their words; `ArticleTests` runs the blocks.
  @Test func everyFlagInAnArticleIsDeclared() throws {
    let flags = try Self.flags()
    let others = ["chown", "git", "podman", "sha256sum", "systemctl"]
    var count = 0
    for (file, text) in try Self.sources(".md") {
      let prose = text.replacing(/(?s)```.*?```/, with: "")
      for code in prose.matches(of: /`([^`]+)`/) {
        let words = code.1.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let program = words.first, !others.contains(program) else { continue }
        // The properties of the style sheet look like flags; `WebFormNameTests` compares them.
        let spelled = words.filter { $0.hasPrefix("--") && !$0.hasPrefix("--widget-form-") }
          .map { $0.prefix { $0.isLetter || $0 == "-" } }.map(String.init)
        let script = try words.first { $0.hasPrefix(".ci/") }.map(RepositoryFiles.text)
        let unknown = spelled.filter { flag in
          script.map { !$0.contains("\"\(flag)\"") } ?? !flags.contains(flag)
        }
        #expect(unknown == [], "\(file): \(code.0)")
        count += spelled.count
      }
    }
    #expect(count > 100)
  }

  /// The help of a command; `migration --help` prints the help of the program that it runs.
  private static func help(_ command: String, _ sandbox: Sandbox) throws -> String {
    let words = command.split(separator: " ").map(String.init)
    return try sandbox.run(command == "migration" ? ["help", command] : words + ["--help"]).output
  }

  @Test func everyCommandHasThreeExamplesAndTheStatuses() throws {
    let sandbox = try Sandbox()
    let commands = try Self.commands(sandbox)
    #expect(commands.count >= 24)
    let below = Self.subcommands
    #expect(below.count >= 12)
    for command in commands + below {
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

  /// The files and placed widgets that the examples use, made from the shipped widgets.
  private static let setting = """
    mkdir released bin OldApp NewApp && cp -R Intents released/Intents || exit
    for name in App old new base ours theirs; do
      cp Intents/UpNext/UpNext.intentdefinition $name.intentdefinition
      cp Intents/Verse/Verse.json $name.json
    done
    cp Intents/UpNext/UpNext.intentdefinition OldApp && ln -s /bin/echo bin/xdg-open || exit
    ln -s "$PROGRAM" bin/widgetconfig || exit
    widgetconfig generate App.intentdefinition --as app-intents -q --output NewApp || exit
    widgetconfig edit UpNext -q --set emphasis=0.4 > intent.json || exit
    widgetconfig edit UpNext -q --set emphasis=0.6 > intents.jsonl || exit
    widgetconfig edit Verse -q --set emphasis=1 > upnext.json && cp intents.jsonl verse.json || exit
    widgetconfig edit Verse -q --name Desk --set emphasis=1 > /dev/null || exit
    widgetconfig remove Desk -q --force || exit
    widgetconfig export --all > widgets.jsonl
    """

  /// Examples that need something that tests do not have, with their messages.
  private static let exceptions = [
    "widgetconfig store copy widgets.sqlite postgres://localhost/widgets": "widgets.sqlite",
    "widgetconfig devices show 6F9619FF-8B86-D011": "There is no device",
    "widgetconfig diff Intents --git origin/main": "not a git repository",
    // A lost or undecided part of a migration is a finding.
    "widgetconfig migration App.intentdefinition NewApp": " in ",
    "widgetconfig migration OldApp NewApp": " in ",
    "widgetconfig migration OldApp NewApp --strict": " in ",
  ]

  /// The examples of a command are run in order, as they are typed, next to the shipped widgets.
  @Test func theExamplesDoWhatTheySay() throws {
    let (sandbox, kept) = (try Sandbox(), try Sandbox())
    try FileManager.default.copyItem(
      atPath: Sandbox.repository.appending(path: "Intents").path, toPath: sandbox.path("Intents"))
    let own = [
      "WIDGETCONFIG_INTENTS": sandbox.path("Intents"), "KEPT": kept.folder.path,
      "PROGRAM": ProgramFolder.path(of: "widgetconfig"),
      "PATH": "\(sandbox.path("bin")):/usr/bin:/bin",
    ]
    let set = try sandbox.shell("{ \(Self.setting)\n} && cp -a . \"$KEPT\"", adding: own)
    try #require(set.status == 0, "\(set.errors)")
    for command in try Self.commands(sandbox) where command != "add" {
      // Each command finds the results of the commands before it; only one of them needs the
      // removed widget.
      let place = "widgetconfig edit Verse -q --name Desk --set emphasis=1 > /dev/null"
      let again = try sandbox.shell(
        "find . -mindepth 1 -delete && cp -a \"$KEPT\"/. . && \(command == "remove" ? place : "true")",
        adding: own)
      try #require(again.status == 0, "\(command): \(again.errors)")
      for line in try Self.help(command, sandbox).split(separator: "\n") {
        guard line.hasPrefix("  widgetconfig ") else { continue }
        let example = String(line.dropFirst(2))
        let run = try sandbox.shell("{ \(example)\n} < /dev/null", adding: own)
        if run.errors.contains("There is no terminal") {
          try Self.expectQuestion(of: example, in: sandbox, adding: own)
        } else if let said = Self.exceptions[example] {
          #expect([0, 1].contains(run.status), "\(example): \(run.errors)")
          #expect(run.status == 0 || run.errors.contains(said), "\(example): \(run.errors)")
        } else {
          #expect(run.status == 0, "\(example): \(run.errors)")
        }
      }
    }
  }

  /// The parser accepts each example of a subcommand, even if the run then fails because files are
  /// missing.
  @Test func theExamplesOfSubcommandsAreCommands() throws {
    let sandbox = try Sandbox()
    // Some examples make widgets.
    try FileManager.default.copyItem(
      atPath: Sandbox.repository.appending(path: "Intents").path, toPath: sandbox.path("Intents"))
    let own = ["WIDGETCONFIG_INTENTS": sandbox.path("Intents")]
    for command in Self.subcommands {
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

  /// Checks that a command that needs a person shows its form or asks its question on a terminal.
  private static func expectQuestion(
    of example: String, in sandbox: Sandbox, adding variables: [String: String]
  ) throws {
    let program = try TerminalProgram(
      "/bin/bash", ["-c", "cd '\(sandbox.folder.path)' && \(example)"],
      environment: sandbox.environment.merging(variables) { $1 })
    try program.wait(for: "form or question of \(example)") { screen in
      screen.textLines.contains { $0.hasPrefix("▸") || $0.contains("?") }
    }
  }
}
