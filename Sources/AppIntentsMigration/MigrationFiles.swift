package import DefinitionFormats
import Foundation
import InputFiles
import IntentModel
import Messages
import WidgetFormats

/// The files for a comparison: the old definition, and the Swift files.
package struct MigrationFiles {
  /// The old definition.
  package let definition: DefinitionReading

  /// The path of the definition.
  package let path: String

  /// The kind in a `widget.json` next to the definition; empty if there is none.
  package let kinds: [String]

  /// The Swift files with their texts.
  package let sources: [(name: String, text: String)]

  /// The maximum size of a Swift file, in bytes.
  private static let mostBytes = 8 << 20

  /// The maximum number of files from folders.
  private static let mostFiles = 20_000

  /// Reads a definition, or that of a widget's folder, and Swift files, or those in folders.
  ///
  /// - Throws: `FormatErrors` with everything that cannot be read.
  package init(definition: String, sources: [String]) throws(FormatErrors) {
    var errors: [FormatError] = []
    let folder = WidgetFolder.isFolder(definition) ? WidgetFolder(path: definition) : nil
    let definitions = folder?.definitions ?? [definition]
    if definitions.count == 1 {
      path = definitions[0]
    } else {
      path = definition
      errors.append(
        FormatError(
          file: visible(definition), code: "one-definition",
          sentence: "The folder has \(definitions.count) definitions.",
          remedy: "Name the one that widgets were placed with."))
    }
    kinds = Self.kinds(beside: path)
    let (texts, failures) = Self.texts(of: sources)
    self.sources = texts
    var reading: DefinitionReading?
    if errors.isEmpty {
      do throws(FormatErrors) {
        reading = try IntentDefinitionReader.read(path: path)
      } catch { errors += error.errors }
    }
    guard let reading, failures.isEmpty else { throw FormatErrors(errors + failures) }
    self.definition = reading
  }

  private static func kinds(beside path: String) -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let manifest = folder.appending(path: "widget.json").path
    guard let bytes = try? FileReading.bytes(atPath: manifest),
      let bundle = try? WidgetBundle.read(bytes, file: manifest)
    else { return [] }
    return bundle.widgets.map(\.kind)
  }

  private static func texts(
    of paths: [String]
  ) -> (texts: [(name: String, text: String)], errors: [FormatError]) {
    var texts: [(name: String, text: String)] = []
    var errors: [FormatError] = []
    var seen = Set<String>()
    for path in paths {
      let files = swiftFiles(at: path)
      if files.isEmpty {
        errors.append(
          FormatError(
            file: visible(path), code: "no-source",
            sentence: "The folder has no Swift files, or more than \(mostFiles) entries.",
            remedy: "Name the files that declare the App Intents."))
      }
      for file in files where seen.insert(file).inserted {
        do throws(FileReadingError) {
          let bytes = try FileReading.bytes(atPath: file, limit: mostBytes)
          texts.append((visible(file), String(decoding: bytes, as: UTF8.self)))
        } catch {
          errors.append(FormatError(error))
        }
      }
    }
    return (texts, errors)
  }

  /// The file itself, or the Swift files in a folder and its subfolders, except hidden ones.
  private static func swiftFiles(at path: String) -> [String] {
    guard WidgetFolder.isFolder(path) else { return [path] }
    guard
      let all = FileManager.default.enumerator(
        at: URL(filePath: path), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    else { return [] }
    var found: [String] = []
    var entries = 0
    for case let file as URL in all {
      entries += 1
      guard entries <= mostFiles else { return [] }
      if file.pathExtension == "swift" { found.append(file.relativePath) }
    }
    return found.sorted()
  }
}
