import Messages
import BundledWidgets
import Foundation
import DefinitionFormats
import WidgetFormats
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
    let texts = try texts(definition)
    var widget = try read(texts, definition, intent: intent ?? manifest.intent)
    widget.name = URL(filePath: path).standardizedFileURL.lastPathComponent
    widget.folder = path
    widget.kind = manifest.kind
    // A manifest has its texts in one language: those of the definition count where they have been
    // translated.
    let translated = texts.translated(intent: widget.schema.intent)
    widget.displayName = translated.title ?? manifest.displayName ?? widget.displayName
    widget.description = translated.description ?? manifest.description ?? widget.description
    widget.families = manifest.supportedFamilies
    let sources = WidgetSources(
      environment: library.environment, folder: path, schema: widget.schema,
      title: widget.displayName)
    widget.providers = try sources.providers(manifest.options, manifestPath: path + "/widget.json")
    widget.timeline = try manifest.timeline.map {
      try sources.timeline($0, manifestPath: path + "/widget.json")
    }
    return widget
  }

  /// A definition alone; the sources of a `widget.json` beside it are used where there is one.
  func definition(_ path: String, intent: String?) throws -> LoadedWidget {
    if let own = widgetFolder(of: path) { return try self.folder(own, intent: intent) }
    return try read(texts(path), path, intent: intent)
  }

  /// The folder whose `widget.json` is about a definition; nil where there is none.
  func widgetFolder(of definition: String) -> String? {
    let folder = URL(filePath: definition).deletingLastPathComponent()
    let folders = [
      folder, folder.pathExtension == "lproj" ? folder.deletingLastPathComponent() : folder,
    ]
    return folders.map(\.path).first { folder in
      FileManager.default.fileExists(atPath: folder + "/widget.json")
        && (try? definitionPath(in: folder)).map { isSame($0, definition) } == true
    }
  }

  private func isSame(_ lhs: String, _ rhs: String) -> Bool {
    URL(filePath: lhs).resolvingSymlinksInPath() == URL(filePath: rhs).resolvingSymlinksInPath()
  }

  /// The manifest at a path.
  func manifest(_ path: String) throws -> WidgetManifest {
    let bytes = try InputFile.bytes(path)
    do {
      return try WidgetManifest.read(bytes, file: path)
    } catch {
      throw CommandFailure(.findings, error.lines)
    }
  }

  /// The one definition of a widget's folder.
  private func definitionPath(in folder: String) throws -> String {
    let found = WidgetFolder(path: folder).definitions
    let name = URL(filePath: folder).standardizedFileURL.lastPathComponent
    guard let first = found.first else {
      throw CommandFailure(
        .findings,
        .placed(place: folder, sentences: [.noDefinitionInFolder(name: name)]))
    }
    guard found.count == 1 else {
      let listed = found.map { URL(filePath: $0).lastPathComponent }.joined(separator: ", ")
      throw CommandFailure(
        .findings,
        .placed(
          place: folder, sentences: [.severalDefinitionsNameOne(names: listed, name: name)]))
    }
    return first
  }

  /// A definition without any manifest.
  private func read(
    _ texts: WidgetTexts, _ path: String, intent: String?
  ) throws -> LoadedWidget {
    let file = texts.localized
    let chosen = try Self.intent(intent, of: file, path: path, hasChooser: library.hasChooser)
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

  private func texts(_ path: String) throws -> WidgetTexts {
    let reading: DefinitionReading
    do {
      reading = try IntentDefinitionReader.read(path: path)
    } catch {
      throw CommandFailure(.findings, error.lines)
    }
    guard
      let texts = DefinitionLocalization.read(beside: path, locale: library.language)
    else { return WidgetTexts(original: reading.file, localized: reading.file) }
    let localized = reading.file.localized { texts.lookup($0) }
    return WidgetTexts(original: reading.file, localized: localized)
  }

  /// The intent asked for, else the only one for widgets, else the only one.
  ///
  /// - Throws: ``SeveralIntents`` for several, where there is somebody to choose.
  static func intent(
    _ name: String?, of file: IntentDefinitionFile, path: String, hasChooser: Bool = false
  ) throws -> IntentDefinition {
    if let name { return try DefinitionInput.intent(named: name, of: file, path: path) }
    let eligible = file.intents.filter(\.isEligibleForWidgets)
    let candidates = eligible.isEmpty ? file.intents : eligible
    guard let first = candidates.first else { throw DefinitionInput.noIntents(path) }
    guard candidates.count == 1 else {
      if hasChooser { throw SeveralIntents(intents: candidates, path: path) }
      let listed = candidates.map(\.name).joined(separator: ", ")
      throw CommandFailure(
        .usage, .placed(place: path, sentences: [.severalIntentsChoose(names: listed)]))
    }
    return first
  }
}

/// A definition as it is written, and with its texts in the language asked for.
private struct WidgetTexts {
  let original: IntentDefinitionFile
  let localized: IntentDefinitionFile

  /// The title and the description of an intent as far as they have been translated.
  func translated(intent: IntentDefinition) -> (title: String?, description: String?) {
    guard let before = original.intent(named: intent.name) else { return (nil, nil) }
    return (
      intent.title.text == before.title.text ? nil : intent.title.text,
      intent.description.text == before.description.text ? nil : intent.description.text
    )
  }
}
