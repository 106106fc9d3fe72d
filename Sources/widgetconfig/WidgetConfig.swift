import ArgumentParser
import Foundation

/// The program: picks a command, carries it out, and turns what went wrong into words and a status.
@main
struct WidgetConfig: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "widgetconfig",
    abstract: "Configures widgets from intent definitions, without Xcode and without a device.",
    version: "0.1.0",
    subcommands: [
      EditCommand.self, ListCommand.self, ExportCommand.self, ImportCommand.self,
      TimelineCommand.self, SimulateCommand.self, CheckCommand.self, DescribeCommand.self,
      ConvertCommand.self,
      DiffCommand.self, ValidateCommand.self, OptionsCommand.self,
    ])

  static func main() async {
    Terminal.occupyClosedStreams()
    Terminal.ignoreBrokenPipes()
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let failure as CommandFailure {
      for line in failure.lines { Terminal.say(line) }
      Foundation.exit(failure.status.rawValue)
    } catch {
      Foundation.exit(explain(error).rawValue)
    }
  }

  /// Help and versions go to standard output, wrong usage to standard error.
  private static func explain(_ error: any Error) -> ExitStatus {
    let text = fullMessage(for: error)
    guard exitCode(for: error) == .success else {
      Terminal.say(text)
      return .usage
    }
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
}

/// Why a command ends early: what to say, line by line, and the status.
struct CommandFailure: Error {
  var status: ExitStatus
  var lines: [String]

  init(_ status: ExitStatus, _ lines: [String]) {
    self.status = status
    self.lines = lines
  }

  init(_ status: ExitStatus, _ line: String) {
    self.init(status, [line])
  }
}
