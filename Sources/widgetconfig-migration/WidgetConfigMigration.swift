import AppIntentsMigration
import ArgumentParser
import DefinitionFormats
import Foundation
import IntentModel
import Messages

extension FindingFormat: ExpressibleByArgument {}

/// Checks the effects of hand-written App Intents on the widgets that people have placed.
@main
struct WidgetConfigMigration: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: MigrationProgram.name,
    abstract: """
      Reports which answers of placed widgets and of shortcuts survive a migration to App Intents.
      """,
    discussion: """
      Give the project before the migration and the one after it, or one folder that contains \
      both. All definitions, handlers, widgets, App Intents and string tables are read together. \
      The source is read as text and is not compiled. Facts that the source does not show \
      are reported, not guessed. To accept a finding that is intended, list it in a file \
      check.json or in a baseline, as in widgetconfig check. The exit status is \
      \(ExitCode.failure.rawValue) when there is an error, and with --strict also when there is a \
      warning or something that could not be judged.
      """,
    version: Version.current)

  @Argument(help: "The folder of the old project, or of its widget, or its definition.")
  var old: String

  @Argument(help: "The Swift files of the new project, or folders; by default the old folder.")
  var new: [String] = []

  @Option(
    name: .customLong(MigrationProgram.Option.classPrefix.rawValue),
    help: "The class prefix from the build settings, for a definition without one.")
  var classPrefix = ""

  @Option(
    name: .customLong(MigrationProgram.Option.kind.rawValue),
    help: "A kind of placed widgets; by default, the kinds in widget.json.")
  var kind: [String] = []

  @Option(help: ArgumentHelp(FindingHelp.format))
  var format: FindingFormat = .text

  @Option(help: ArgumentHelp(FindingHelp.baseline))
  var baseline: String?

  @Option(help: ArgumentHelp(FindingHelp.writeBaseline))
  var writeBaseline: String?

  @Flag(
    help: """
      Exit with status \(ExitCode.failure.rawValue) also for warnings, and for anything that could \
      not be judged.
      """)
  var strict = false

  @Flag(name: .shortAndLong, help: ArgumentHelp(FindingHelp.quiet))
  var quiet = false

  static func main() {
    signal(SIGPIPE, SIG_IGN)
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      if words.first == MigrationProgram.definition {
        var command = try DefinitionCommand.parseAsRoot(Array(words.dropFirst()))
        return try command.run()
      }
      var command = try parseAsRoot(nil)
      try command.run()
    } catch let code as ExitCode {
      Foundation.exit(code.rawValue)
    } catch let errors as FormatErrors {
      for line in errors.lines { say(line.text()) }
      Foundation.exit(ExitCode.failure.rawValue)
    } catch {
      let text = fullMessage(for: error)
      guard exitCode(for: error) != .success else { return print(text) }
      text.split(separator: "\n").forEach { say(String($0)) }
      Foundation.exit(2)
    }
  }

  func run() throws {
    let files = try MigrationFiles(old: old, new: new)
    var sources = files.sources
    if !kind.isEmpty { sources.known = kind.map { KnownWidget(kind: $0) } }
    var report = MigrationCheck(
      files.definitions, classPrefix: classPrefix, sources: sources
    ).report(files: files.paths)
    report.applySettings()
    if let writeBaseline {
      try report.writeBaseline(to: writeBaseline)
      let count = report.check.findings.count
      if !quiet {
        Self.say(Message.findingsWritten(count: count, baseline: writeBaseline).text())
      }
      return
    }
    if let baseline {
      let left = try report.leaveOut(knownIn: baseline)
      if left > 0, !quiet {
        Self.say(Message.findingsKnown(count: left, baseline: baseline).text())
      }
    }
    switch format {
    case .text: for line in report.lines { Self.write(visibleLine(line.text)) }
    case .json: Self.write(Self.visibleJSON(report.json()))
    case .github: for line in report.check.annotations { Self.write(visible(line)) }
    }
    if !quiet { Self.say(report.summary) }
    if report.fails(strict: strict) { throw ExitCode.failure }
  }

  /// JSON with control characters made visible, except for line feeds.
  private static func visibleJSON(_ text: String) -> String {
    text.split(separator: "\n").map { visible(String($0)) }.joined(separator: "\n")
  }

  /// Prints a result that contains no control characters.
  static func write(_ text: String) { put(text, to: .standardOutput) }

  /// Prints a message to standard error, with control characters made visible.
  private static func say(_ text: String) { put(visibleLine(text), to: .standardError) }

  private static func put(_ text: String, to handle: FileHandle) {
    do {
      try handle.write(contentsOf: Data((text + "\n").utf8))
    } catch {
      // The reader of the pipe has exited, or the disk is full.
      Foundation.exit(ExitCode.failure.rawValue)
    }
  }
}
