import DefinitionFormats
import ExternalSources
import Foundation
import InputFiles
package import IntentModel
import Messages
import WidgetFormats
import WidgetTimeline

/// Reads one widget from disk: its manifest, definition, texts and sources.
struct WidgetReading {
  let library: WidgetLibrary

  /// Reads a widget from a folder with `widget.json`.
  ///
  /// - Parameter entry: The kind of the widget, if there are several; nil for the only widget, or
  ///   the only one with the intent.
  func folder(
    _ path: String, entry: String?, intent: String?
  ) throws(LoadingError) -> ConfigurableWidget {
    let bundle = try bundle(in: path)
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
    let own = widget.schema.intent
    widget.isOnlyOfIntent =
      !isConfigured || bundle.widgets.count { $0.isConfigured(by: own) } <= 1
    widget.folder = path
    (widget.kind, widget.isBare) = (manifest.kind, false)
    (widget.families, widget.familySizes) = (manifest.supportedFamilies, manifest.familySizes)
    let sources = WidgetSources(
      library: library, folder: path, schema: widget.schema, title: widget.displayName)
    (widget.providers, widget.timeline) = try sources.providers(
      of: manifest, path: WidgetFolder(path: path).manifestPath)
    widget.readStartingParameters = {
      Set(sources.defaults(manifest.options).filter { $0.value != .none }.keys)
    }
    return widget
  }

  /// The widget in a `widget.json` that the kind or the intent selects.
  private func manifest(
    of bundle: WidgetManifestFile, in folder: String, entry: String?, intent: String?
  ) throws(LoadingError) -> WidgetManifest {
    if let entry {
      if let found = bundle.widget(ofKind: entry) { return found }
      throw LoadingError(.unknownKind(entry, kinds: bundle.widgets.map(\.kind)), of: folder)
    }
    let matching = bundle.widgets.filter { widget in
      guard let intent else { return true }
      let typeName = widget.intent.map { $0 + IntentDefinition.suffix }
      return [widget.intent, typeName, widget.kind].contains(intent)
    }
    let candidates = matching.isEmpty ? bundle.widgets : matching
    guard candidates.count <= 1 else { throw LoadingError(.severalWidgets(candidates), of: folder) }
    return candidates.first ?? WidgetManifest(kind: "")
  }

  /// Reads a widget with a definition, without its sources.
  private func configured(
    _ manifest: WidgetManifest, in folder: String, intent: String?
  ) throws(LoadingError) -> ConfigurableWidget {
    let definition = try definitionPath(in: folder)
    let texts = try texts(definition)
    // A widget that was placed without a configuration has its kind as the intent's name. If a
    // definition has been added since then, the definition's intent is used.
    let isOfKind = intent == manifest.kind && texts.original.intent(named: manifest.kind) == nil
    var widget = try read(
      texts, definition, intent: (isOfKind ? nil : intent) ?? manifest.intent)
    // A manifest has texts in only one language, so the definition's texts take precedence if they
    // are translated.
    let translated = texts.translated(intent: widget.schema.intent)
    widget.displayName = translated.title ?? manifest.displayName ?? widget.displayName
    widget.description = translated.description ?? manifest.description ?? widget.description
    return widget
  }

  /// Makes a widget without configuration; its sources are added later.
  private func unconfigured(
    _ manifest: WidgetManifest, in folder: String, intent name: String?
  ) throws(LoadingError) -> ConfigurableWidget {
    let path = WidgetFolder(path: folder).manifestPath
    if let name, name != manifest.kind {
      throw LoadingError(.notConfigurable(intent: name), of: path)
    }
    let intent = manifest.staticIntent
    var widget = ConfigurableWidget(
      kind: manifest.kind, displayName: manifest.displayName ?? manifest.kind,
      description: manifest.description ?? "", families: manifest.supportedFamilies,
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])),
      definitionPath: URL(filePath: path).standardizedFileURL.path)
    (widget.folder, widget.isFoundByName) = (folder, false)
    return widget
  }

  /// Reads all widgets from a folder with `widget.json`, or the widgets of a bare definition.
  ///
  /// A bare definition gives one widget for each intent that is eligible for widgets, or for each
  /// intent if none is eligible. A widget that cannot be read does not hide the others.
  func widgets(
    at path: String
  ) throws(LoadingError)
    -> (widgets: [ConfigurableWidget], problems: [LoadingError])
  {
    var found: (widgets: [ConfigurableWidget], problems: [LoadingError]) = ([], [])
    if let folder = widgetFolder(at: path) {
      let bundle = try bundle(in: folder)
      for kind in bundle.isList ? bundle.widgets.map({ Optional($0.kind) }) : [nil] {
        do throws(LoadingError) {
          found.widgets.append(try self.folder(folder, entry: kind, intent: nil))
        } catch {
          found.problems.append(error)
        }
      }
      return found
    }
    let texts = try texts(path)
    let intents = texts.localized.widgetIntents
    guard !intents.isEmpty else { throw LoadingError(.noIntents, of: path) }
    for intent in intents {
      do throws(LoadingError) {
        found.widgets.append(try read(texts, path, intent: intent.name))
      } catch {
        found.problems.append(error)
      }
    }
    return found
  }

  /// The widget's folder at a path, or the widget's folder that contains the file at the path.
  private func widgetFolder(at path: String) -> String? {
    if WidgetFolder(path: path).hasManifest { return path }
    if URL(filePath: path).lastPathComponent == WidgetFolder.manifestName {
      return URL(filePath: path).deletingLastPathComponent().path
    }
    return widgetFolder(of: path)
  }

  /// Reads a bare definition, or the folder of a `widget.json` that belongs to it.
  ///
  /// The path of a `widget.json` stands for its folder.
  func definition(
    _ path: String, entry: String?, intent: String?
  ) throws(LoadingError) -> ConfigurableWidget {
    let url = URL(filePath: path)
    if url.lastPathComponent == WidgetFolder.manifestName {
      let folder = url.deletingLastPathComponent().path
      return try self.folder(folder, entry: entry, intent: intent)
    }
    if let own = widgetFolder(of: path) {
      return try self.folder(own, entry: entry, intent: intent)
    }
    return try read(texts(path), path, intent: intent)
  }

  /// The folder whose `widget.json` belongs to a definition; nil if there is none.
  func widgetFolder(of definition: String) -> String? {
    let folder = URL(filePath: definition).deletingLastPathComponent()
    let isOfLanguage = folder.lastPathComponent.hasSuffix(DefinitionLocalization.folderEnding)
    let folders = [folder] + (isOfLanguage ? [folder.deletingLastPathComponent()] : [])
    return folders.map(\.path).first { folder in
      WidgetFolder(path: folder).hasManifest
        && (try? definitionPath(in: folder)).map { isSame($0, definition) } == true
    }
  }

  private func isSame(_ lhs: String, _ rhs: String) -> Bool {
    URL(filePath: lhs).resolvingSymlinksInPath() == URL(filePath: rhs).resolvingSymlinksInPath()
  }

  /// Reads the `widget.json` of a folder.
  func bundle(in folder: String) throws(LoadingError) -> WidgetManifestFile {
    let path = WidgetFolder(path: folder).manifestPath
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(atPath: path)
    } catch {
      throw LoadingError(
        .unreadable(cause: error.rule.explanation), of: error.path.harmlessPath)
    }
    do {
      return try WidgetManifestFile.read(bytes, file: path)
    } catch {
      throw LoadingError(.malformed(error), of: path)
    }
  }

  /// The path of the only definition in a widget's folder.
  private func definitionPath(in folder: String) throws(LoadingError) -> String {
    let found = WidgetFolder(path: folder).definitions
    guard let first = found.first else { throw LoadingError(.noDefinition, of: folder) }
    guard found.count == 1 else {
      let names = found.map { URL(filePath: $0).lastPathComponent }
      throw LoadingError(.severalDefinitions(names), of: folder)
    }
    return first
  }

  /// Makes a widget from a definition without a manifest.
  private func read(
    _ texts: WidgetTexts, _ path: String, intent: String?
  ) throws(LoadingError) -> ConfigurableWidget {
    let file = texts.localized
    let chosen = try file.intent(chosen: intent, path: path)
    let stem = URL(filePath: path).deletingPathExtension().lastPathComponent
    let widgets = file.intents.filter(\.isEligibleForWidgets)
    var widget = ConfigurableWidget(
      kind: widgets.count > 1 || file.intents.count > 1 ? "\(stem)-\(chosen.name)" : stem,
      displayName: chosen.title.text ?? chosen.name, description: chosen.description.text ?? "",
      schema: IntentSchema(chosen, in: file),
      definitionPath: URL(filePath: path).standardizedFileURL.path)
    widget.folder = URL(filePath: path).deletingLastPathComponent().path
    (widget.isFoundByName, widget.isBare) = (false, true)
    return widget
  }

  private func texts(_ path: String) throws(LoadingError) -> WidgetTexts {
    let isSwift = SwiftSource.isSwift(path)
    let json =
      isSwift
      ? try SwiftSource.json(
        of: path, language: library.language, environment: library.environment,
        build: library.build) : nil
    let reading: DefinitionReading
    do throws(FormatErrors) {
      if let json {
        reading = try IntentDefinitionReader.read(json, file: path)
      } else {
        reading = try IntentDefinitionReader.read(path: path)
      }
    } catch {
      throw LoadingError(.malformed(error), of: path)
    }
    guard !isSwift,
      let texts = DefinitionLocalization.read(beside: path, locale: library.language)
    else {
      return WidgetTexts(original: reading.file, localized: reading.file)
    }
    let localized = reading.file.localized { texts.lookup($0) }
    return WidgetTexts(original: reading.file, localized: localized)
  }
}

/// A definition with its original texts and with its texts in the library's language.
private struct WidgetTexts {
  let original: IntentDefinitionFile
  let localized: IntentDefinitionFile

  /// The title and the description of an intent, each nil if it is not translated.
  func translated(intent: IntentDefinition) -> (title: String?, description: String?) {
    guard let before = original.intent(named: intent.name) else { return (nil, nil) }
    return (
      intent.title.text == before.title.text ? nil : intent.title.text,
      intent.description.text == before.description.text ? nil : intent.description.text
    )
  }
}

extension ConfigurableWidget {
  /// The schema of the intent with a type name.
  ///
  /// If the intent has the name of the kind, it was stored before the widget had a configuration,
  /// so the schema has no parameters.
  package func schema(ofIntentNamed name: String?) -> IntentSchema {
    guard let name, name == kind, name != schema.intent.typeName else { return schema }
    let intent = WidgetManifest(kind: kind).staticIntent
    return IntentSchema(intent, in: IntentDefinitionFile(intents: [intent]))
  }
}
