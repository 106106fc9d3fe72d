package import ArgumentParser
import FormEngine
import Foundation
import IntentModel
import Messages
import Synchronization
import Threads
import WidgetForm
import WidgetLoading
import WidgetStore
import Zones

/// The program: runs a command and turns errors into messages and a status.
package struct WidgetConfig: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: Program.name,
    abstract: "Configures widgets from intent definitions, without Xcode and without a device.",
    version: "\(Version.current)\n\(SystemZones.shared.source)",
    groupedSubcommands: groups)

  /// All commands, in the groups of the help.
  package static let groups = [
    CommandGroup(
      name: "Place",
      subcommands: [
        EditCommand.self, ListCommand.self, ShowCommand.self, RemoveCommand.self,
        RenameCommand.self, CopyCommand.self, HistoryCommand.self, RestoreCommand.self,
        ExportCommand.self, ImportCommand.self,
      ]),
    CommandGroup(
      name: "Look",
      subcommands: [
        TimelineCommand.self, SimulateCommand.self, ReloadCommand.self, OpenCommand.self,
        OptionsCommand.self,
      ]),
    CommandGroup(
      name: "Check",
      subcommands: [
        CheckCommand.self, DescribeCommand.self, DiffCommand.self, ValidateCommand.self,
        MergeCommand.self, MigrationCommand.self,
      ]),
    CommandGroup(
      name: "Make",
      subcommands: [
        NewCommand.self, AddCommand.self, ConvertCommand.self, GenerateCommand.self,
        SchemaCommand.self,
      ]),
    CommandGroup(name: "Keep", subcommands: [StoreCommand.self, DevicesCommand.self]),
  ]

  package init() {}

  package static func main() async { await run(CommandLine.arguments) }

  /// Runs the command in a command line; ends the process if the command fails.
  ///
  /// - Parameter words: The path of the program, and its arguments.
  package static func run(_ words: [String]) async {
    Terminal.occupyClosedStreams()
    Terminal.ignoreBrokenPipes()
    let arguments = Array(words.dropFirst())
    let status =
      IntentBuilder.isMeant(by: words.first)
      ? IntentBuilder.status(of: arguments) : await status(of: arguments)
    if status != .done { Foundation.exit(status.rawValue) }
  }

  /// Runs a command, reports errors, and returns the status.
  private static func status(of arguments: [String]) async -> ExitStatus {
    var parsed: (any ParsableCommand)?
    do {
      try checkCount(of: arguments)
      try checkName(in: arguments)
      var command = try await asyncParseAsRoot(arguments)
      parsed = command
      let words = FormWords(locale: options(of: command).language, isASCII: Terminal.isASCII)
      Terminal.language.withLock { $0 = words }
      let shared = options(of: command)
      shared.say(shared.ignored)
      if var asynchronous = command as? any AsyncParsableCommand {
        // A command can wait for standard input, for locks and for slow readers.
        try await withTaskExecutorPreference(OwnThreads.shared) { try await asynchronous.run() }
      } else {
        try command.run()
      }
      return .done
    } catch {
      if let failure = await placedName(in: error, of: parsed) ?? CommandFailure(error) {
        options(of: parsed).say(failure.lines)
        return failure.status
      }
      return explain(error)
    }
  }

  /// The failure for a placed widget's name that was given to a command for widgets; nil for any
  /// other error.
  private static func placedName(
    in error: any Error, of command: (any ParsableCommand)?
  ) async -> CommandFailure? {
    guard let error = error as? LoadingError, case .unknownWidget = error.reason,
      let shared = (command as? any SharingCommand)?.shared,
      let found = try? await PlacedWidgets(shared).find(error.subject)
    else { return nil }
    return CommandFailure(
      .usage,
      .sentences([
        "“\(name: found.name)” is a placed widget, not a definition.",
        "Show it with “\(command: "show \(shellWord(found.name))")”, or give \(found.origin) here.",
      ]))
  }

  /// The shared options of a command.
  private static func options(of command: (any ParsableCommand)?) -> SharedOptions {
    (command as? any SharingCommand)?.shared ?? .standard
  }

  /// The maximum number of words in a command line.
  ///
  /// The time of the parser grows with the square of the number of words; for this many words, it
  /// is about a second.
  private static let maximumWords = 8_000

  /// Refuses more words than the parser can read quickly.
  private static func checkCount(of arguments: [String]) throws(CommandFailure) {
    guard arguments.count > maximumWords else { return }
    throw CommandFailure(
      .usage,
      .sentences([
        "The command line has \(arguments.count, "word", "words"); at most \(maximumWords) are read.",
        """
        Give answers as a file with --answers, and many files or names in several runs, as “xargs -n \
        1000” does.
        """,
      ]))
  }

  /// Refuses a first word that is not a command, and, after `help`, each word that is not one.
  ///
  /// The parser answers `help nosuch` with the overview, and does not suggest a command.
  private static func checkName(in arguments: [String]) throws(ValidationError) {
    let isHelp = arguments.first == "help"
    let names = isHelp ? arguments.dropFirst() : arguments.prefix(1)
    var command: any ParsableCommand.Type = Self.self
    for (depth, name) in names.enumerated() {
      guard name != "help", !name.hasPrefix("-") else { return }
      let known = command.configuration.subcommands
      let found = known.first { $0.configuration.commandName == name }
      if let found {
        command = found
        continue
      }
      let choices = known.compactMap { $0.configuration.commandName }
      let above = names.prefix(depth).joined(separator: " ")
      throw ValidationError(
        .sentences([
          above.isEmpty
            ? "There is no command “\(name: name)”."
            : "There is no command “\(name: name)” of “\(name: above)”.",
          choices.isEmpty
            ? "For its options, run: \(Program.name) help \(above)"
            : .suggestion(for: name, among: choices),
        ]))
    }
  }

  /// Prints help, the version or a completion script, which are results, or an error about wrong
  /// usage, in the parser's English.
  private static func explain(_ error: any Error) -> ExitStatus {
    let text = fullMessage(for: error)
    guard exitCode(for: error) == .success else {
      Terminal.say(text.split(separator: "\n").map(String.init))
      return .usage
    }
    if !text.isEmpty { Terminal.write(CompletionScript.completed(text) + "\n") }
    return .done
  }
}

/// The exit status of the program.
enum ExitStatus: Int32, Sendable {
  case done = 0
  /// Findings or invalid input.
  case findings = 1
  case usage = 2
  case provider = 3
  case cancelled = 130
  /// The reader of standard output has closed it; shells report the same status for a program that
  /// SIGPIPE ended.
  case readerGone = 141
}

/// An error that ends a command, with the lines to print and the status.
struct CommandFailure: Error {
  var status: ExitStatus
  var lines: [Message]

  init(_ status: ExitStatus, _ lines: [Message]) {
    self.status = status
    self.lines = lines
  }

  init(_ status: ExitStatus, _ line: Message) {
    self.init(status, [line])
  }

  /// The failure itself, or the failure for an error of the store or of the library; nil for any
  /// other error.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as StoreError: self.init(.findings, error.line)
    case let error as LoadingError:
      self.init(error.isWrongRequest ? .usage : .findings, error.lines)
    default: return nil
    }
  }
}
