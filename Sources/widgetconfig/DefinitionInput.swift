import Messages
import Foundation
import DefinitionFormats
import WidgetFormats
import IntentModel

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
    path = argument == "-" ? InputFile.standardInputName : try Self.path(argument, options)
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

  /// The path of the definition that an argument means.
  static func path(_ argument: String, _ options: SharedOptions) throws -> String {
    guard let folder = folder(argument, options) else { return argument }
    let definitions = WidgetFolder(path: folder).definitions
    if definitions.isEmpty, FileManager.default.fileExists(atPath: folder + "/widget.json") {
      throw CommandFailure(
        .usage, .placed(place: folder, sentences: [.isStatic, .nameDefinition]))
    }
    guard definitions.count == 1, let definition = definitions.first else {
      throw CommandFailure(.usage, .placed(place: argument, sentences: [.nameOneDefinition]))
    }
    return definition
  }

  /// The folder that an argument is or, where no such file is, that of the widget it names; nil for a file.
  static func folder(_ argument: String, _ options: SharedOptions) -> String? {
    if argument.hasSuffix("/") || WidgetFolder.isFolder(argument) { return argument }
    if FileManager.default.fileExists(atPath: argument) { return nil }
    return WidgetLibrary(options).place(of: argument)?.folder
  }

  /// The intent of a name, with or without its ending.
  ///
  /// - Throws: `CommandFailure` that says which there are.
  static func intent(
    named name: String, of file: IntentDefinitionFile, path: String
  ) throws -> IntentDefinition {
    if let found = file.intent(named: name) { return found }
    guard !file.intents.isEmpty else { throw noIntents(path) }
    let names = file.intents.map(\.name)
    let remedy =
      nearestName(to: name, among: names + file.intents.map(\.typeName))
      .map { Message.didYouMean(name: $0) }
      ?? .thereAreIntents(names: names.joined(separator: ", "))
    throw CommandFailure(
      .usage, .placed(place: path, sentences: [.noIntentNamed(name: name), remedy]))
  }

  /// What to say of a definition without any intent.
  static func noIntents(_ path: String) -> CommandFailure {
    CommandFailure(.findings, .placed(place: path, sentences: [.definitionHasNoIntents]))
  }
}
