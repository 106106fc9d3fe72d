import DefinitionFormats
import Foundation
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading

/// A definition named on the command line.
struct DefinitionInput {
  /// The definition with its warnings.
  var reading: DefinitionReading

  /// The name in messages: the path of the file, or `standard input`.
  var path: String

  /// Whether the definition was read from standard input, so there are no files next to it.
  var isPiped: Bool { path == InputFile.standardInputName }

  /// The actual format, whatever the file's name.
  var format: IntentDefinitionReader.Format

  /// Whether the definition is Swift source or was written by a build of App Intents, so it must
  /// not be changed.
  var isBuilt = false

  /// Whether the definition is Swift source, whose texts are in the requested language.
  let isSwift: Bool

  /// Whether the text ends with a line feed.
  var endsInLineFeed: Bool

  /// Reads a file, the definition in a widget's folder, the definition of a named widget, or
  /// standard input for `-`.
  ///
  /// Warnings are printed to standard error and do not prevent reading.
  init(_ argument: String, _ options: SharedOptions) throws {
    path =
      argument == InputFile.standardInput
      ? InputFile.standardInputName
      : try WidgetLibrary(options, for: [argument]).definitionPath(of: argument)
    isSwift = argument != InputFile.standardInput && SwiftSource.isSwift(path)
    if argument != InputFile.standardInput, AppIntentsBundle.isBundle(path) {
      (format, endsInLineFeed, isBuilt) = (.json, true, true)
      do {
        reading = try IntentDefinitionReader.read(path: path)
      } catch {
        throw CommandFailure(.findings, error.lines)
      }
      remarkUnknown(options)
      return
    }
    let bytes =
      isSwift
      ? try SwiftSource.json(
        of: path, language: options.language, environment: options.environment,
        build: options.build)
      : try InputFile.bytes(argument == InputFile.standardInput ? argument : path)
    format = IntentDefinitionReader.format(of: bytes, file: path)
    endsInLineFeed = bytes.last == UInt8(ascii: "\n")
    do {
      reading = try IntentDefinitionReader.read(bytes, file: path)
    } catch {
      throw CommandFailure(.findings, error.lines)
    }
    isBuilt =
      isSwift || reading.file.origin != nil && AppIntentsBundle.isBuiltText(bytes, file: path)
    for line in reading.problems.compactMap(\.lines.first) { options.remark(line) }
    remarkUnknown(options)
  }

  /// Reports how many parts of the App Intents are unknown, so that the definition does not look
  /// complete.
  private func remarkUnknown(_ options: SharedOptions) {
    guard let count = reading.file.origin?.unknown.count, count > 0 else { return }
    options.remark(
      .placed(
        place: path,
        sentences: [
          """
          \(count, "part is", "parts are") not read, and nothing is assumed about \
          \(count, one: "it", other: "them"); check says which.
          """
        ]))
  }

  /// The name of the file without its extension.
  var stem: String {
    isPiped
      ? "Definition" : URL(filePath: path).deletingPathExtension().lastPathComponent
  }

  /// The definition with texts in the requested language; standard input has no string tables.
  func localized(_ options: SharedOptions) -> IntentDefinitionFile {
    guard !isPiped, !isSwift,
      let texts = DefinitionLocalization.read(beside: path, locale: options.language)
    else { return reading.file }
    return reading.file.localized { texts.lookup($0) }
  }

  /// Reports the tables next to the definition that have its keys but a different name, so they are
  /// not used.
  func remarkOnTables(_ options: SharedOptions) {
    guard !isPiped else { return }
    let others = DefinitionLocalization.otherTables(beside: path)
    for finding in LooseTables(others, of: [(path, reading.file)]).findings {
      options.remark(.placed(place: finding.file, sentences: [finding.message, finding.advice]))
    }
  }
}
