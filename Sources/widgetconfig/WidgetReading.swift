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
  ///
  /// - Parameter entry: The kind of one of several widgets; nil for the only one, or for the only one
  ///   of the intent.
  /// - Throws: ``SeveralChoices`` for several, where there is somebody to choose.
  func folder(_ path: String, entry: String? = nil, intent: String?) throws -> LoadedWidget {
    let bundle = try bundle(path + "/widget.json")
    let manifest = try manifest(of: bundle, in: path, entry: entry, intent: intent)
    let hasDefinition = !WidgetFolder(path: path).definitions.isEmpty
    let isConfigured = manifest.hasConfiguration(besideDefinition: hasDefinition)
    var widget =
      isConfigured
      ? try configured(manifest, in: path, intent: intent)
      : try unconfigured(manifest, in: path, intent: intent)
    let name = URL(filePath: path).standardizedFileURL.lastPathComponent
    widget.name = bundle.isList ? "\(name)/\(manifest.kind)" : name
    widget.entry = bundle.isList ? manifest.kind : nil
    widget.folder = path
    widget.kind = manifest.kind
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

  /// The one widget of a `widget.json` that is meant.
  private func manifest(
    of bundle: WidgetBundle, in folder: String, entry: String?, intent: String?
  ) throws -> WidgetManifest {
    if let entry {
      if let found = bundle.widget(ofKind: entry) { return found }
      let kinds = bundle.widgets.map(\.kind)
      throw CommandFailure(
        .usage,
        .placed(
          place: folder,
          sentences: [
            .hasNoKind(name: entry), .suggestion(for: entry, among: kinds),
          ]))
    }
    let matching = bundle.widgets.filter { widget in
      intent.map { [widget.intent, widget.kind].contains($0) } ?? true
    }
    let candidates = matching.isEmpty ? bundle.widgets : matching
    guard candidates.count > 1, let first = candidates.first else {
      return candidates.first ?? WidgetManifest(kind: "")
    }
    if library.hasChooser {
      throw SeveralChoices(
        .widgets,
        candidates.map { .init(identifier: $0.kind, title: $0.displayName ?? $0.kind) },
        path: folder)
    }
    let name = URL(filePath: folder).standardizedFileURL.lastPathComponent
    throw CommandFailure(
      .usage,
      .placed(
        place: folder,
        sentences: [
          .severalWidgetsChoose(
            names: candidates.map(\.kind).joined(separator: ", "), example: "\(name)/\(first.kind)")
        ]))
  }

  /// A widget with a definition, without its sources.
  private func configured(
    _ manifest: WidgetManifest, in folder: String, intent: String?
  ) throws -> LoadedWidget {
    let definition = try definitionPath(in: folder)
    let texts = try texts(definition)
    // A widget that was placed without configuration has the name of its kind for an intent. It gets
    // that of the definition which was added since.
    let isOfKind = intent == manifest.kind && texts.original.intent(named: manifest.kind) == nil
    var widget = try read(
      texts, definition, intent: (isOfKind ? nil : intent) ?? manifest.intent)
    // A manifest has its texts in one language: those of the definition count where they have been
    // translated.
    let translated = texts.translated(intent: widget.schema.intent)
    widget.displayName = translated.title ?? manifest.displayName ?? widget.displayName
    widget.description = translated.description ?? manifest.description ?? widget.description
    return widget
  }

  /// A widget without configuration, without its sources.
  private func unconfigured(
    _ manifest: WidgetManifest, in folder: String, intent name: String?
  ) throws -> LoadedWidget {
    let path = folder + "/widget.json"
    if let name, name != manifest.kind {
      throw CommandFailure(
        .usage, .placed(place: path, sentences: [.noIntentNamed(name: name), .isStatic]))
    }
    let intent = manifest.staticIntent
    return LoadedWidget(
      name: manifest.kind, folder: folder,
      definitionPath: URL(filePath: path).standardizedFileURL.path, isFromLibrary: false,
      displayName: manifest.displayName ?? manifest.kind, description: manifest.description ?? "",
      families: manifest.supportedFamilies,
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])), providers: [:],
      timeline: nil)
  }

  /// A definition alone; the sources of a `widget.json` beside it are used where there is one.
  ///
  /// The path of a `widget.json` stands for its folder.
  func definition(
    _ path: String, entry: String? = nil, intent: String?
  ) throws -> LoadedWidget {
    let url = URL(filePath: path)
    if url.lastPathComponent == "widget.json" {
      let folder = url.deletingLastPathComponent().path
      return try self.folder(folder, entry: entry, intent: intent)
    }
    if let own = widgetFolder(of: path) {
      return try self.folder(own, entry: entry, intent: intent)
    }
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

  /// The `widget.json` at a path.
  func bundle(_ path: String) throws -> WidgetBundle {
    let bytes = try InputFile.bytes(path)
    do {
      return try WidgetBundle.read(bytes, file: path)
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
  /// - Throws: ``SeveralChoices`` for several, where there is somebody to choose.
  static func intent(
    _ name: String?, of file: IntentDefinitionFile, path: String, hasChooser: Bool = false
  ) throws -> IntentDefinition {
    if let name { return try DefinitionInput.intent(named: name, of: file, path: path) }
    let eligible = file.intents.filter(\.isEligibleForWidgets)
    let candidates = eligible.isEmpty ? file.intents : eligible
    guard let first = candidates.first else { throw DefinitionInput.noIntents(path) }
    guard candidates.count == 1 else {
      if hasChooser {
        throw SeveralChoices(
          .intents,
          candidates.map { .init(identifier: $0.name, title: $0.title.text ?? $0.name) },
          path: path)
      }
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
