package import DefinitionFormats
import ExternalSources
import Foundation
import InputFiles
import IntentModel
package import Messages
import WidgetFormats

/// Swift source with App Intents, which a separate program reads because the reader needs
/// swift-syntax.
package enum SwiftSource {
  /// The name of the program.
  package static let program = MigrationProgram.name

  /// The extension of Swift files.
  package static let ending = ".swift"

  /// The path of the program next to this one; nil to look it up in `PATH`.
  package static var programPath: String? {
    let folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
    guard let own = folder?.appending(path: program).path,
      FileManager.default.isExecutableFile(atPath: own)
    else { return nil }
    return own
  }

  /// The message if the program is missing.
  package static var missing: [Message] {
    [
      "The program \(program) is neither in the folder of \(Program.name) nor in PATH.",
      "Install it from the same archive, or run: swift run \(program)",
    ]
  }

  /// Whether a path is a Swift file, or a folder with Swift files that is not the folder of a
  /// widget.
  ///
  /// The top folder of a project can contain other kinds of JSON files.
  package static func isSwift(_ path: String) -> Bool {
    if path.hasSuffix(ending) { return true }
    guard WidgetFolder.isFolder(path), !AppIntentsBundle.isBundle(path),
      !WidgetFolder(path: path).isWidget
    else { return false }
    return firstFile(in: path) { _ in true } != nil
  }

  /// The path of a folder's first Swift file that mentions the protocol of configurable widgets;
  /// nil if there is no such file, or if the folder is a built program.
  package static func widgetIntent(in folder: String) -> String? {
    guard WidgetFolder.isFolder(folder), !AppIntentsBundle.isBundle(folder) else { return nil }
    let name = Data(AppIntentsName.widgetConfigurationIntent.utf8)
    return firstFile(in: folder) { file in
      let bytes = try? FileReading.regularBytes(atPath: file, limit: FileReading.standardLimit)
      return bytes.flatMap { Data($0).range(of: name) } != nil
    }
  }

  /// The path of a folder's first Swift file that satisfies a condition; nil if none does.
  private static func firstFile(in folder: String, where holds: (String) -> Bool) -> String? {
    let folder = FolderSearch.trimmed(folder)
    guard
      let all = FileManager.default.enumerator(
        atPath: URL(filePath: folder).resolvingSymlinksInPath().path)
    else { return nil }
    var entries = 0
    for case let name as String in all {
      entries += 1
      let file = "\(folder)/\(name)"
      // Packages such as SQLite.swift have folders whose names end in `.swift`.
      if name.hasSuffix(ending), !WidgetFolder.isFolder(file), holds(file) { return file }
      if name.split(separator: "/").last?.hasPrefix(".") == true { all.skipDescendants() }
      if entries > FolderSearch.maximumEntries { return nil }
    }
    return nil
  }

  /// The limits for the definition of a large project.
  private static let limits = SourceLimits(timeout: .seconds(120))

  /// The App Intents in a Swift file or a folder, as definition JSON.
  ///
  /// - Parameters:
  ///   - path: The file or the folder.
  ///   - language: The language of the texts.
  ///   - environment: The variables of this process.
  ///   - build: The known build settings, which determine the branches of conditional code.
  /// - Throws: `LoadingError` if the program is missing or fails.
  package static func json(
    of path: String, language: String, environment: [String: String], build: BuildSettings
  ) throws(LoadingError) -> [UInt8] {
    let found =
      programPath ?? ProgramOutput.path(ofProgram: program, environment: environment)
    guard let found else {
      throw LoadingError(
        .unreadable(cause: .sentences(["A separate program reads Swift."] + missing)), of: path)
    }
    do throws(ProgramFailure) {
      return try ProgramOutput.bytes(
        of: [found, MigrationProgram.definition, MigrationProgram.Option.locale.flag, language]
          + build.arguments + ["--", path],
        in: FileManager.default.currentDirectoryPath, environment: environment, limits: limits,
        advice: "Run: \(program) \(MigrationProgram.definition) \(path)")
    } catch {
      throw LoadingError(.unreadable(cause: error.message), of: path)
    }
  }
}
