import ArgumentParser
import Foundation
import Messages
import WidgetLoading

/// Reports which answers survive a migration to App Intents, using a separate program.
struct MigrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migration",
    abstract: "Reports which answers survive a migration to App Intents.",
    discussion: .help(
      """
      Runs the program \(SwiftSource.program), which is in the same folder as this one or in PATH, \
      with the same arguments. They are listed by: \(Program.name) migration --help
      """,
      examples: "migration App.intentdefinition NewApp", "migration OldApp NewApp",
      "migration OldApp NewApp --strict"))

  @Argument(
    parsing: .captureForPassthrough,
    help: "The old project, the new one, and the options of \(SwiftSource.program).",
    completion: Completions.files)
  var arguments: [String] = []

  func run() throws {
    let program = SwiftSource.programPath ?? SwiftSource.program
    var words = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    // `execvp` returns only if the program cannot be started.
    execvp(program, words)
    throw CommandFailure(
      .findings, .placed(place: SwiftSource.program, sentences: SwiftSource.missing))
  }
}
