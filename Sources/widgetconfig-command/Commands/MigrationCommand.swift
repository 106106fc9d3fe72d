import ArgumentParser
import Foundation
import Messages

/// Compares a migration to App Intents, which a program of its own does.
struct MigrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migration",
    abstract: "Reports which answers survive a migration to App Intents.",
    discussion: .help(
      """
      Runs the program widgetconfig-migration, which is beside this one or in PATH, with the same \
      arguments. For these, run: widgetconfig migration --help
      """,
      examples: "migration App.intentdefinition NewApp", "migration OldApp NewApp",
      "migration OldApp NewApp --strict"))

  @Argument(
    parsing: .captureForPassthrough,
    help: "The old project, the new one, and the options of widgetconfig-migration.",
    completion: Completions.files)
  var arguments: [String] = []

  private static let program = "widgetconfig-migration"

  func run() throws {
    let folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
    let own = folder?.appending(path: Self.program).path
    let path = own.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
    var words = ([path ?? Self.program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    // It returns only if there is no such program.
    execvp(path ?? Self.program, words)
    throw CommandFailure(
      .findings,
      .placed(
        place: Self.program,
        sentences: [
          "The program is neither beside widgetconfig nor in PATH.",
          "Take it from the same archive, or run: swift run \(Self.program)",
        ]))
  }
}
