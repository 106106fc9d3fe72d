import DefinitionFormats
import Foundation
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading

/// A definition with its widgets, and its replacement.
struct DiffPair {
  /// The path of the replacement, or the path of the definition itself if there is no replacement.
  let path: String
  let diff: DefinitionDiff
  /// The definition that replaces the old one; nil if there is none.
  let input: DefinitionInput?
  private let file: String
  private let manifest: String?
  /// The intents before and after the change, by type name.
  let schemas: (old: [String: IntentSchema], new: [String: IntentSchema])
  /// The widgets before and after the change; none for bare definitions.
  let widgets: (old: [WidgetOutline], new: [WidgetOutline])
  /// The names of the widget's folder before and after the change.
  let folders: Set<String>
  /// The kinds in the folder after the change, except for kinds that moved to another folder.
  let kinds: Set<String>

  /// The changes as annotations for GitHub Actions.
  var annotations: [String] { diff.annotations(of: input?.reading, file: file, manifest: manifest) }

  /// The only pair, or the pairs of the widgets and definitions in two folders.
  static func pairs(
    _ old: String, _ new: String, _ shared: SharedOptions
  ) throws -> (pairs: [DiffPair], isFolder: Bool) {
    let places = (old: try DiffPlace.places(in: old), new: try DiffPlace.places(in: new))
    // A single widget and a folder with several widgets are compared in the same way as two
    // folders.
    let before = places.old ?? DiffPlace.widget(old, beside: places.new)
    let after = places.new ?? DiffPlace.widget(new, beside: places.old)
    guard let before, let after, !before.isEmpty || !after.isEmpty,
      !before.isOneDefinition || !after.isOneDefinition
    else {
      let (before, after) = (try DiffSide(old, shared), try DiffSide(new, shared))
      return ([DiffPair(before, after, after.widgets)], false)
    }
    let olds = try before.map { try DiffSide($0.path, shared, at: $0) }
    let news = try after.map { try DiffSide($0.path, shared, at: $0) }
    return (pairs(olds, news, in: FolderSearch.trimmed(new)), true)
  }

  /// Pairs widgets with the same kind, then widgets with the same name; then definitions that share
  /// an intent, because a file was renamed or moved; then definitions in the same folder.
  private static func pairs(
    _ olds: [DiffSide], _ news: [DiffSide], in folder: String
  ) -> [DiffPair] {
    var heirs: [Int: Int] = [:]
    var left = Array(news.indices)
    let rules: [(DiffSide, DiffSide) -> Bool] = [
      { $0.place.name == $1.place.name && $0.sharesKind(with: $1) }, { $0.sharesKind(with: $1) },
      { $0.place.name == $1.place.name }, { $0.sharesIntent(with: $1) },
      { $0.place.folder == $1.place.folder },
    ]
    for rule in rules {
      for (number, old) in olds.enumerated() where heirs[number] == nil {
        guard let place = left.firstIndex(where: { rule(old, news[$0]) }) else { continue }
        heirs[number] = left.remove(at: place)
      }
    }
    let kinds = Set(olds.flatMap(\.kinds))
    let pairs = olds.enumerated().map { number, old in
      let heir = heirs[number]
      // A widget that moved to another folder is neither removed nor new.
      let own = heir.map { news[$0].widgets } ?? []
      let moved = news.indices.filter { $0 != heir }.flatMap { news[$0].widgets ?? [] }
        .filter { old.kinds.contains($0.kind) }
      let widgets = own?.filter { old.kinds.contains($0.kind) || !kinds.contains($0.kind) }
      let after = heir.map { news[$0] } ?? .gone(old, from: folder)
      return DiffPair(old, after, widgets.map { $0 + moved })
    }
    let added = left.map { number in
      let widgets = news[number].widgets?.filter { !kinds.contains($0.kind) }
      return DiffPair(.none, news[number], widgets)
    }
    return pairs + added
  }

  /// Compares a definition with its replacement, which has the given widgets.
  private init(_ old: DiffSide, _ new: DiffSide, _ widgets: [WidgetOutline]?) {
    var diff = DefinitionDiff(from: old.definition, to: new.definition)
    if let before = old.widgets, let widgets { diff.compareWidgets(from: before, to: widgets) }
    self.diff = diff
    path = new.path
    input = new.input
    file = new.input?.path ?? new.file
    manifest = new.manifest
    schemas = (old.schemas, new.schemas)
    self.widgets = (old.widgets ?? [], widgets ?? [])
    kinds = new.kinds
    folders = Set(
      [old.manifest, new.manifest].compactMap { $0 }.map {
        URL(filePath: $0).standardizedFileURL.deletingLastPathComponent().lastPathComponent
      })
  }
}

/// The location of a widget or a bare definition in a folder.
private struct DiffPlace {
  /// The path of the folder, if the folder is that of a widget or has a single definition;
  /// otherwise the path of the definition.
  let path: String
  /// The path of the widget's folder, or of the bare definition, relative to the searched folder.
  let name: String
  /// The path of the folder relative to the searched folder; empty for the searched folder itself.
  let folder: String

  static let none = DiffPlace(path: "", name: "", folder: "")

  /// The location of a widget's folder that is compared with a folder of several widgets; nil for
  /// anything else.
  static func widget(_ argument: String, beside others: [DiffPlace]?) -> [DiffPlace]? {
    guard others?.hasSeveral == true, argument != InputFile.standardInput,
      WidgetFolder(path: FolderSearch.trimmed(argument)).hasManifest
    else { return nil }
    return [DiffPlace(path: argument, name: "", folder: "")]
  }

  private init(path: String, name: String, folder: String) {
    (self.path, self.name, self.folder) = (path, name, folder)
  }

  /// The widgets and the definitions in a folder, in alphabetical order; nil if the argument is
  /// itself a widget or is not a folder.
  static func places(in argument: String) throws -> [DiffPlace]? {
    let path = FolderSearch.trimmed(argument)
    guard path != InputFile.standardInput, WidgetFolder.isFolder(path),
      !AppIntentsBundle.isBundle(path), !WidgetFolder(path: path).hasManifest
    else { return nil }
    let search = FolderSearch(path)
    guard !search.isCutOff else {
      let problem = ManifestProblem.searchCutOff(limit: FolderSearch.maximumEntries)
      throw CommandFailure(
        .findings,
        .placed(place: path, sentences: [problem.statement.message, problem.statement.advice]))
    }
    // A direct subfolder can also be a link, or contain a JSON definition.
    let children = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var folders = Set(
      children.filter { !$0.hasSuffix(DefinitionLocalization.folderEnding) }.map { "\(path)/\($0)" }
        .filter { WidgetFolder.isFolder($0) && WidgetFolder(path: $0).isWidget })
    if WidgetFolder(path: path).isWidget { folders.insert(path) }
    var definitions: [String: [String]] = [:]
    for element in search.elements {
      switch element {
      case .widget(let folder): folders.insert(folder.path)
      case .definition(let definition):
        definitions[home(of: definition), default: []].append(definition)
      }
    }
    folders.formUnion(definitions.keys)
    // The folder can contain a damaged JSON definition, which must be reported.
    if folders.isEmpty, !WidgetFolder(path: path).definitions.isEmpty, !SwiftSource.isSwift(path) {
      folders.insert(path)
    }
    return folders.sorted().flatMap { folder -> [DiffPlace] in
      let widget = WidgetFolder(path: folder)
      if widget.hasManifest {
        return [DiffPlace(path: folder, name: below(path, folder), folder: below(path, folder))]
      }
      let own = widget.definitions
      return (own.isEmpty ? definitions[folder] ?? [] : own).map {
        DiffPlace(
          path: own.count == 1 ? folder : $0, name: below(path, $0), folder: below(path, folder))
      }
    }
  }

  /// The folder of a definition, or the folder above if the definition is in a folder for a
  /// language.
  private static func home(of definition: String) -> String {
    let parts = definition.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return
      (parts.last?.hasSuffix(DefinitionLocalization.folderEnding) == true
      ? parts.dropLast() : parts)
      .joined(separator: "/")
  }

  private static func below(_ folder: String, _ path: String) -> String {
    path == folder ? "" : String(path.dropFirst(folder.count + 1))
  }
}

extension [DiffPlace] {
  /// Whether the searched folder itself has one definition and nothing else.
  fileprivate var isOneDefinition: Bool { count == 1 && self[0].folder.isEmpty }

  /// Whether the searched folder has several widgets or definitions.
  fileprivate var hasSeveral: Bool { count > 1 }
}

/// One of two definitions, with the widgets that it configures.
private struct DiffSide {
  /// The path of the argument, or of a widget's folder.
  let path: String
  /// The path that annotations contain if there is no ``input``.
  let file: String
  /// The definition; nil for widgets without configuration.
  let input: DefinitionInput?
  let definition: IntentDefinitionFile
  /// The path of `widget.json`; nil for a bare definition.
  let manifest: String?
  let widgets: [WidgetOutline]?
  /// The location in a folder.
  let place: DiffPlace

  var kinds: Set<String> { Set((widgets ?? []).map(\.kind)) }

  /// The intents by type name.
  var schemas: [String: IntentSchema] {
    Dictionary(firsts: definition.intents.map { ($0.typeName, IntentSchema($0, in: definition)) })
  }

  func sharesKind(with other: DiffSide) -> Bool { !kinds.isDisjoint(with: other.kinds) }

  /// Whether both are bare definitions, and one defines an intent that the other defines as well.
  func sharesIntent(with other: DiffSide) -> Bool {
    guard manifest == nil, other.manifest == nil else { return false }
    let names = Set(definition.intents.map(\.typeName))
    return other.definition.intents.contains { names.contains($0.typeName) }
  }

  /// The empty side, for a widget that was added.
  static let none = DiffSide(path: "", file: "")

  /// The side for a widget or a definition that was removed; annotations contain the path at which
  /// its file would be.
  static func gone(_ side: DiffSide, from folder: String) -> DiffSide {
    let name = side.place.name + (side.manifest == nil ? "" : "/" + WidgetFolder.manifestName)
    return DiffSide(path: side.path, file: "\(folder)/\(name)")
  }

  private init(path: String, file: String) {
    (self.path, self.file) = (path, file)
    (input, manifest) = (nil, nil)
    (definition, widgets, place) = (IntentDefinitionFile(), [], .none)
  }

  init(_ argument: String, _ shared: SharedOptions, at place: DiffPlace = .none) throws {
    self.place = place
    let bundle =
      argument == InputFile.standardInput
      ? nil : try WidgetLibrary(shared, for: [argument]).manifests(of: argument)
    let isStatic = bundle.map { WidgetFolder(path: $0.folder).definitions.isEmpty } ?? false
    let input = isStatic ? nil : try DefinitionInput(argument, shared)
    let definition = input?.reading.file ?? IntentDefinitionFile()
    (path, file) = (argument, argument)
    self.input = input
    self.definition = definition
    manifest = bundle.map { WidgetFolder(path: $0.folder).manifestPath }
    widgets = bundle?.widgets.map { widget in
      let intent = definition.intents.first(where: widget.isConfigured)
      let outline = WidgetOutline(
        kind: widget.kind, families: widget.supportedFamilies, intent: intent?.typeName,
        sources: widget.sourceTexts, timeline: widget.timelineText)
      return intent.map { outline.withRows(of: IntentSchema($0, in: definition)) } ?? outline
    }
  }
}
