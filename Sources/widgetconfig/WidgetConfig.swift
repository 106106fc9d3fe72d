import ArgumentParser
import CommandUsage
import FormEngine
import Foundation
import Messages
import Synchronization
import WidgetLoading
import WidgetStore

/// The program: runs a command and turns errors into messages and a status.
@main
struct WidgetConfig: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "widgetconfig",
    abstract: "Configures widgets from intent definitions, without Xcode and without a device.",
    version: "0.1.0",
    subcommands: [
      EditCommand.self, ListCommand.self, ShowCommand.self, ExportCommand.self,
      ImportCommand.self, RemoveCommand.self, RenameCommand.self, CopyCommand.self,
      HistoryCommand.self, RestoreCommand.self,
      TimelineCommand.self, SimulateCommand.self, ReloadCommand.self, OpenCommand.self,
      CheckCommand.self, DescribeCommand.self,
      ConvertCommand.self, GenerateCommand.self,
      DiffCommand.self, ValidateCommand.self, OptionsCommand.self, SchemaCommand.self,
      NewCommand.self, AddCommand.self,
    ])

  static func main() async {
    Terminal.occupyClosedStreams()
    Terminal.ignoreBrokenPipes()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["--version"] {
      Terminal.write(configuration.version + "\n")
      return
    }
    let status = await status(of: arguments)
    if status != .done { Foundation.exit(status.rawValue) }
  }

  /// Runs a command, reports errors, and returns the status.
  private static func status(of arguments: [String]) async -> ExitStatus {
    var parsed: (any ParsableCommand)?
    do {
      var command = try await command(arguments)
      parsed = command
      let words = FormWords(locale: language(of: command), isASCII: Terminal.isASCII)
      Terminal.language.withLock { $0 = words }
      if let form = command as? EditCommand {
        // A cast to a protocol searches all conformances of the program, so avoid it when the form
        // starts.
        try await form.run()
      } else if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      return .done
    } catch {
      if let failure = await placedName(in: error, of: parsed) ?? CommandFailure(error) {
        failure.say(in: Terminal.language.withLock { $0 })
        return failure.status
      }
      guard let usage = WrongUsage(error, of: Self.self) else {
        return explain(error)
      }
      let language = SharedOptions.language(in: arguments)
      CommandFailure(.usage, usage.lines)
        .say(in: FormWords(locale: language, isASCII: Terminal.isASCII))
      return .usage
    }
  }

  /// The failure for the name of a placed widget where a command takes widgets; nil for any other
  /// error.
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
        .isAPlacedWidget(name: found.name),
        .showPlacedOrGiveWidget(word: shellWord(found.name), widget: found.origin),
      ]))
  }

  /// The language that a command requests.
  ///
  /// The form comes first because a cast to a protocol searches all conformances of the program,
  /// which would slow its start.
  private static func language(of command: any ParsableCommand) -> String {
    if let form = command as? EditCommand { return form.shared.language }
    return ((command as? any SharingCommand)?.shared ?? .standard).language
  }

  /// The command that the arguments name.
  ///
  /// The named command parses its own arguments, because building the parsers of all commands takes
  /// a third of the form's startup time. Arguments that it cannot parse are parsed again from the
  /// root, so that help and errors name the full command.
  static func command(_ arguments: [String]) async throws -> any ParsableCommand {
    if arguments.count == 2, arguments[0] == "edit", !arguments[1].hasPrefix("-") {
      return EditCommand(opening: arguments[1])
    }
    guard let name = arguments.first,
      let type = configuration.subcommands.first(where: { $0.configuration.commandName == name })
        as? any AsyncParsableCommand.Type,
      let command = try? await type.asyncParseAsRoot(Array(arguments.dropFirst())),
      Swift.type(of: command) == type
    else { return try await asyncParseAsRoot(arguments) }
    return command
  }

  /// Prints help, the version or a completion script, which are results and not errors.
  private static func explain(_ result: any Error) -> ExitStatus {
    let text = fullMessage(for: result)
    if !text.isEmpty { Terminal.write(text + "\n") }
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
  /// The reader of standard output is gone; shells report the same number for a program that
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

  /// The failure itself, or the failure for a widget that cannot be loaded; nil for any other
  /// error.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as LoadingError:
      self.init(error.isWrongRequest ? .usage : .findings, error.lines)
    default: return nil
    }
  }

  /// Prints the lines in a language.
  func say(in words: FormWords) {
    for line in lines { Terminal.say(words(line)) }
  }
}
