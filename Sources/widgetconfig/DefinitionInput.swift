import DefinitionFormats
import Foundation
import IntentModel
import Messages
import WidgetLoading

/// A definition that a person names on the command line.
struct DefinitionInput {
  /// What was read.
  var reading: DefinitionReading

  /// The name in messages: the path of the file, or `standard input`.
  var path: String

  /// What the text was, whatever the name says.
  var format: IntentDefinitionReader.Format

  /// Reads a file, the definition in a widget's folder, that of a widget named where no such file is, or
  /// standard input for `-`.
  ///
  /// What is odd about it goes to standard error and stops nothing.
  init(_ argument: String, _ options: SharedOptions) throws {
    path =
      argument == "-"
      ? InputFile.standardInputName : try WidgetLibrary(options).definitionPath(of: argument)
    let bytes = try InputFile.bytes(argument == "-" ? argument : path)
    format = IntentDefinitionReader.format(of: bytes, file: path)
    do {
      reading = try IntentDefinitionReader.read(bytes, file: path)
    } catch {
      throw CommandFailure(.findings, error.lines)
    }
    for line in reading.problems.compactMap(\.lines.first) { options.remark(line) }
  }

  /// The name of the file without its ending.
  var stem: String {
    path == InputFile.standardInputName
      ? "Definition" : URL(filePath: path).deletingPathExtension().lastPathComponent
  }

  /// The definition with its texts in the language asked for; nothing stands beside standard input.
  func localized(_ options: SharedOptions) -> IntentDefinitionFile {
    guard path != InputFile.standardInputName,
      let texts = DefinitionLocalization.read(beside: path, locale: options.language)
    else { return reading.file }
    return reading.file.localized { texts.lookup($0) }
  }
}
