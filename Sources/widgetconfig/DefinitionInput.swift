import IntentFormats
import IntentModel

/// Definitions that a person names on the command line.
enum DefinitionInput {
  /// The definition of a file, or of the one in a widget's folder, and its path.
  ///
  /// What is odd about it goes to standard error and stops nothing.
  static func read(
    _ argument: String, _ options: SharedOptions
  ) throws -> (reading: DefinitionReading, path: String) {
    let path = try path(argument)
    do {
      let reading = try IntentDefinitionReader.read(path: path)
      for problem in reading.problems { options.remark(problem.description) }
      return (reading, path)
    } catch {
      throw CommandFailure(.findings, error.lines)
    }
  }

  /// The same with its texts in the language asked for.
  static func localized(
    _ argument: String, _ options: SharedOptions
  ) throws -> IntentDefinitionFile {
    let (reading, path) = try read(argument, options)
    let language = options.language
    guard let texts = DefinitionLocalization.read(beside: path, locale: language) else {
      return reading.file
    }
    return reading.file.localized { texts.lookup($0) }
  }

  private static func path(_ argument: String) throws -> String {
    if argument == "-" { return "/dev/stdin" }
    guard argument.hasSuffix("/") || WidgetFolder.isFolder(argument) else { return argument }
    let definitions = WidgetFolder(path: argument).definitions
    guard definitions.count == 1, let definition = definitions.first else {
      throw CommandFailure(
        .usage, "\(argument): Name one definition, or a folder that holds exactly one.")
    }
    return definition
  }
}
