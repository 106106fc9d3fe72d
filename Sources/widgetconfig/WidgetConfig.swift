import ArgumentParser
import CommandUsage
import FormEngine
import Foundation
import Messages
import Synchronization
import WidgetLoading

/// The program: picks a command, carries it out, and turns what went wrong into words and a status.
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

  /// Carries out a command, says what went wrong, and gives the status.
  private static func status(of arguments: [String]) async -> ExitStatus {
    do {
      var command = try await command(arguments)
      let words = FormWords(locale: language(of: command), isASCII: Terminal.isASCII)
      Terminal.language.withLock { $0 = words }
      if let form = command as? EditCommand {
        // Whether a type conforms to a protocol is looked up among all conformances of the program;
        // the form starts without that.
        try await form.run()
      } else if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      return .done
    } catch {
      if let failure = CommandFailure(error) {
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

  /// The language that a command is asked to speak.
  ///
  /// The form is asked first: whether a type conforms to a protocol is looked up among all
  /// conformances of the program, without which it starts.
  private static func language(of command: any ParsableCommand) -> String {
    if let form = command as? EditCommand { return form.shared.language }
    return ((command as? any SharingCommand)?.shared ?? .standard).language
  }

  /// The command that the arguments ask for.
  ///
  /// A command that is named first parses its own arguments: building the parsers of all commands
  /// is a third of the time in which the form starts. Arguments that it cannot parse are parsed
  /// again from the top, so that help and errors name the whole command.
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

  /// Help, a version or a script for completions, which are results.
  private static func explain(_ result: any Error) -> ExitStatus {
    let text = fullMessage(for: result)
    if !text.isEmpty { Terminal.write(text + "\n") }
    return .done
  }
}

/// The exit status of the program.
enum ExitStatus: Int32, Sendable {
  case done = 0
  /// Findings, or input that is not valid.
  case findings = 1
  case usage = 2
  case provider = 3
  case cancelled = 130
  /// The reader of standard output has gone away; a shell gives a program that the signal for it ends
  /// the same number.
  case readerGone = 141
}

/// Why a command ends early: what to say, line by line, and the status.
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

  /// The failure that an error is, or that a widget which cannot be loaded makes; nil for another error.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as LoadingError:
      self.init(error.isWrongRequest ? .usage : .findings, error.lines)
    default: return nil
    }
  }

  /// Says the lines in a language.
  func say(in words: FormWords) {
    for line in lines { Terminal.say(words(line)) }
  }
}
