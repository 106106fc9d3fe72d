public import ArgumentParser
import DefinitionFormats
import Foundation
import IntentModel
import IntentOptions
import Messages
public import TerminalForm
import WidgetLoading

extension Theme: ExpressibleByArgument {
  /// Reads the name of a theme.
  public init?(argument: String) { self.init(named: argument) }

  /// The names of the themes.
  public static var allValueStrings: [String] { named.map(\.key) }

  /// Completes the names of the themes.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// The theme whose name is in an environment variable; nil if there is none.
  static func named(in environment: [String: String]) -> Theme? {
    environment[ProgramVariables.theme].flatMap { Theme(named: $0) }
  }

  /// The problem with a variable that does not name a theme; nil if there is none.
  static func problem(in environment: [String: String]) -> Message? {
    guard let name = environment[ProgramVariables.theme], !name.isEmpty, Theme(named: name) == nil
    else {
      return nil
    }
    return .sentences([
      "\(ProgramVariables.theme) is “\(name: name)”, which is not a theme.",
      .suggestion(for: name, among: allValueStrings),
    ])
  }
}

/// The theme, the keys and the mouse setting of the form, from options, files and environment
/// variables.
struct FormLooks: ParsableArguments {
  @Option(help: "The colours: \(Theme.values). \(ProgramVariables.theme) can set them as well.")
  var theme: Theme?

  @Option(
    help: """
      A JSON file of keys, such as \(FormLooks.example("f10")); by default \(FormLooks.fileName) \
      in the configuration folder.
      """)
  var keys: String?

  @Flag(help: "Use the mouse: rows, lists, sliders, scrolling. Selecting text then needs Shift.")
  var mouse = false

  /// The name of the key file in the configuration folder.
  static let fileName = "keys.json"

  /// The variable with the configuration folder (XDG Base Directory Specification).
  static let folderVariable = "XDG_CONFIG_HOME"

  /// The configuration folder below the home folder, if the variable is not set.
  static let usualFolder = ".config"

  /// The text of a key file that assigns other keys to an action.
  private static func example(_ keys: String...) -> String {
    let list = keys.map { "\"\($0)\"" }.joined(separator: ", ")
    return "{\"form\": {\"saveNow\": [\(list)]}}"
  }

  /// Makes a runner for forms with this theme and these keys.
  func runner(
    _ provider: any OptionsProvider, _ environment: [String: String]
  ) throws -> TerminalFormRunner {
    var runner = TerminalFormRunner(provider: provider, environment: environment)
    runner.theme = theme ?? Theme.named(in: environment) ?? .standard
    runner.takesMouse = mouse
    runner.keys = try table(environment)
    return runner
  }

  /// The keys of the form.
  ///
  /// - Throws: `CommandFailure` for an invalid key file.
  private func table(_ environment: [String: String]) throws -> KeyTable {
    guard let path = keys ?? Self.path(environment) else { return .standard }
    let bytes = try InputFile.bytes(path)
    let file: KeysJSON
    do {
      file = try KeysJSON.read(bytes, file: path)
    } catch {
      let example = Self.example("ctrl+s", "f10")
      throw CommandFailure(.findings, error.lines + ["Write the keys file as \(example)."])
    }
    let (table, problems) = KeyTable.standard.rebound(file.customKeys)
    guard problems.isEmpty else {
      throw CommandFailure(.findings, problems.flatMap { file.error($0).lines })
    }
    return table
  }

  /// The path of the user's key file; nil if there is none.
  ///
  /// A relative folder is ignored, as the XDG Base Directory Specification requires.
  private static func path(_ environment: [String: String]) -> String? {
    let home = FormSetup.home(in: environment).map { "\($0)/\(usualFolder)" }
    let folder = environment[folderVariable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    guard let folder else { return nil }
    let path = "\(folder)/\(Program.name)/\(fileName)"
    return access(path, F_OK) == 0 ? path : nil
  }
}

extension KeysJSON {
  /// The error for an invalid key binding, with its location in the file.
  fileprivate func error(_ problem: KeyProblem) -> FormatError {
    error(
      place: problem.place, action: problem.action, key: problem.key,
      sentence: .placed(place: problem.name, sentences: [problem.sentence]),
      remedy: problem.remedy)
  }
}
