import BundledWidgets
import Foundation
import IntentFormats
import IntentModel
import IntentOptions
import WidgetTimeline

/// Reads one widget from disk: its manifest, its definition, its texts, its sources.
struct WidgetReading {
  let library: WidgetLibrary

  /// A folder with `widget.json`.
  func folder(_ path: String, intent: String?) throws -> LoadedWidget {
    let manifest = try manifest(path + "/widget.json")
    let definition = try definitionPath(in: path)
    var widget = try read(definition, intent: intent ?? manifest.intent)
    widget.name = URL(filePath: path).standardizedFileURL.lastPathComponent
    widget.folder = path
    widget.displayName = manifest.displayName ?? widget.displayName
    widget.description = manifest.description ?? widget.description
    widget.families = manifest.supportedFamilies
    let sources = WidgetSources(
      library: library, folder: path, schema: widget.schema, title: widget.displayName)
    widget.providers = try sources.providers(manifest.options, manifestPath: path + "/widget.json")
    widget.timeline = try manifest.timeline.map {
      try sources.timeline($0, manifestPath: path + "/widget.json")
    }
    return widget
  }

  /// A definition alone; the sources of a `widget.json` beside it are used where there is one.
  func definition(_ path: String, intent: String?) throws -> LoadedWidget {
    let folder = URL(filePath: path).deletingLastPathComponent()
    for url in [
      folder, folder.pathExtension == "lproj" ? folder.deletingLastPathComponent() : folder,
    ] {
      guard FileManager.default.fileExists(atPath: url.path + "/widget.json"),
        (try? definitionPath(in: url.path)).map({ isSame($0, path) }) == true
      else { continue }
      return try self.folder(url.path, intent: intent)
    }
    return try read(path, intent: intent)
  }

  private func isSame(_ lhs: String, _ rhs: String) -> Bool {
    URL(filePath: lhs).resolvingSymlinksInPath() == URL(filePath: rhs).resolvingSymlinksInPath()
  }

  private func manifest(_ path: String) throws -> WidgetManifest {
    let bytes = try InputFile.bytes(path)
    do {
      return try WidgetManifest.read(bytes, file: path)
    } catch {
      throw CommandFailure(.findings, error.errors.map(\.description))
    }
  }

  /// The one definition of a widget's folder.
  private func definitionPath(in folder: String) throws -> String {
    let found = WidgetFolder(path: folder).definitions
    let name = URL(filePath: folder).standardizedFileURL.lastPathComponent
    guard let first = found.first else {
      throw CommandFailure(
        .findings,
        "\(folder): There is no definition. Add \(name).intentdefinition or \(name).json.")
    }
    guard found.count == 1 else {
      let listed = found.map { URL(filePath: $0).lastPathComponent }.joined(separator: ", ")
      throw CommandFailure(
        .findings, "\(folder): There are several definitions: \(listed). Name one \(name).json.")
    }
    return first
  }

  /// A definition without any manifest.
  private func read(_ path: String, intent: String?) throws -> LoadedWidget {
    let file = try localized(path)
    let chosen = try Self.intent(intent, of: file, path: path)
    let stem = URL(filePath: path).deletingPathExtension().lastPathComponent
    let widgets = file.intents.filter(\.isEligibleForWidgets)
    return LoadedWidget(
      name: widgets.count > 1 || file.intents.count > 1 ? "\(stem)-\(chosen.name)" : stem,
      folder: URL(filePath: path).deletingLastPathComponent().path,
      definitionPath: URL(filePath: path).standardizedFileURL.path, isFromLibrary: false,
      displayName: chosen.title.text ?? chosen.name, description: chosen.description.text ?? "",
      families: WidgetFamily.allCases, schema: IntentSchema(chosen, in: file), providers: [:],
      timeline: nil)
  }

  private func localized(_ path: String) throws -> IntentDefinitionFile {
    let reading: DefinitionReading
    do {
      reading = try IntentDefinitionReader.read(path: path)
    } catch {
      throw CommandFailure(.findings, error.errors.map(\.description))
    }
    guard
      let texts = DefinitionLocalization.read(beside: path, locale: library.language)
    else { return reading.file }
    return reading.file.localized { texts.lookup($0) }
  }

  /// The intent asked for, else the only one for widgets, else the only one.
  static func intent(
    _ name: String?, of file: IntentDefinitionFile, path: String
  ) throws -> IntentDefinition {
    if let name { return try DefinitionInput.intent(named: name, of: file, path: path) }
    let eligible = file.intents.filter(\.isEligibleForWidgets)
    let candidates = eligible.isEmpty ? file.intents : eligible
    guard let first = candidates.first else { throw DefinitionInput.noIntents(path) }
    guard candidates.count == 1 else {
      let listed = candidates.map(\.name).joined(separator: ", ")
      throw CommandFailure(
        .usage, "\(path): There are several intents: \(listed). Choose one with --intent.")
    }
    return first
  }
}
