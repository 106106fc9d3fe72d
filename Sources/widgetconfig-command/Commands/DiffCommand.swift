import ArgumentParser
import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading

/// Shows what happens to placed widgets when a definition changes.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows what happens to stored configurations when a definition changes.",
    discussion: .help(
      """
      Two widgets are compared whole: their kinds, families, intents and sources too. So are the \
      widgets of two folders, such as Intents: those of one kind, or of one name if the kind has \
      changed. The exit status is 1 when a stored configuration could lose an answer.
      """,
      examples: "diff old.intentdefinition new.intentdefinition", "diff released/Intents Intents",
      "diff old.json new.json --format json"))

  @Argument(
    help: "The definition or widget that stored configurations were made with.",
    completion: Completions.widgets)
  var old: String

  @Argument(help: "The definition or widget that replaces it.", completion: Completions.widgets)
  var new: String

  @Option(help: "text, json, or github for annotations of GitHub Actions.")
  var format: FindingFormat = .text

  @Option(
    help: "What gives exit status 1: error (a loss), warning (also no effect any more) or never.")
  var exitCode: DiffExit = .error

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if old == "-", new == "-" {
      throw ValidationError(.oneStandardInput)
    }
  }

  func run() throws {
    let (pairs, isFolder) = try DiffPair.pairs(old, new, shared)
    let folders = FolderDiff(pairs.map { .init(path: $0.path, diff: $0.diff) })
    switch format {
    case .text: ReportPrinting(shared).write(isFolder ? folders.lines : pairs.flatMap(\.diff.lines))
    case .json:
      Terminal.writeJSON(isFolder ? folders.json() : pairs.map { $0.diff.json() }.joined())
    case .github: Terminal.writeAnnotations(pairs.flatMap(\.annotations))
    }
    let fails =
      switch exitCode {
      case .error: pairs.contains(where: \.diff.losesAnswers)
      case .warning: pairs.contains(where: \.diff.changesAnswers)
      case .never: false
      }
    if fails { throw CommandFailure(.findings, []) }
  }
}

/// What makes the exit status 1.
enum DiffExit: String, ExpressibleByArgument, CaseIterable {
  /// A possible loss of an answer.
  case error
  /// Also an answer that no longer has an effect.
  case warning
  case never
}

/// A definition with its widgets, and what replaces it.
private struct DiffPair {
  /// The path of what replaces it, or its own if it is gone.
  let path: String
  let diff: DefinitionDiff
  private let reading: DefinitionReading?
  private let file: String
  private let manifest: String?

  /// The changes as annotations for GitHub Actions.
  var annotations: [String] { diff.annotations(of: reading, file: file, manifest: manifest) }

  /// The only pair, or those of the widgets in two folders of widgets.
  static func pairs(
    _ old: String, _ new: String, _ shared: SharedOptions
  ) throws -> (pairs: [DiffPair], isFolder: Bool) {
    guard let before = folders(in: old), let after = folders(in: new),
      !before.isEmpty || !after.isEmpty
    else {
      let (before, after) = (try DiffSide(old, shared), try DiffSide(new, shared))
      return ([DiffPair(before, after, after.widgets)], false)
    }
    let olds = try before.map { try DiffSide($0, shared) }
    let news = try after.map { try DiffSide($0, shared) }
    return (pairs(olds, news, in: new), true)
  }

  /// The folders of widgets in a folder, in alphabetical order; nil if it is itself a widget or a
  /// definition.
  private static func folders(in argument: String) -> [String]? {
    let path = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
    guard path != "-", WidgetFolder.isFolder(path), !isWidget(path) else { return nil }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().filter { !$0.hasSuffix(".lproj") }.map { "\(path)/\($0)" }.filter {
      WidgetFolder.isFolder($0) && isWidget($0)
    }
  }

  private static func isWidget(_ folder: String) -> Bool {
    let folder = WidgetFolder(path: folder)
    return FileManager.default.fileExists(atPath: folder.manifestPath)
      || !folder.definitions.isEmpty
  }

  /// Pairs folders that share a kind, then those of one name, whose kind has changed.
  private static func pairs(
    _ olds: [DiffSide], _ news: [DiffSide], in folder: String
  ) -> [DiffPair] {
    var heirs: [Int: Int] = [:]
    var left = Array(news.indices)
    let rules: [(DiffSide, DiffSide) -> Bool] = [
      { $0.name == $1.name && $0.sharesKind(with: $1) }, { $0.sharesKind(with: $1) },
      { $0.name == $1.name },
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
      // A widget that moved to another folder is not gone, and not new there.
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

  /// Compares a definition with its heir, which has these widgets.
  private init(_ old: DiffSide, _ new: DiffSide, _ widgets: [WidgetOutline]?) {
    var diff = DefinitionDiff(from: old.definition, to: new.definition)
    if let before = old.widgets, let widgets { diff.compareWidgets(from: before, to: widgets) }
    self.diff = diff
    path = new.path
    reading = new.input?.reading
    file = new.input?.path ?? new.file
    manifest = new.manifest
  }
}

/// One of two definitions, with the widgets that it configures.
private struct DiffSide {
  /// The argument, or the folder of a widget.
  let path: String
  /// The file of a definition that is not read.
  let file: String
  /// Nil for widgets without configuration.
  let input: DefinitionInput?
  let definition: IntentDefinitionFile
  /// The path of `widget.json`; nil for a bare definition.
  let manifest: String?
  let widgets: [WidgetOutline]?

  var name: String { URL(filePath: path).lastPathComponent }

  var kinds: Set<String> { Set((widgets ?? []).map(\.kind)) }

  func sharesKind(with other: DiffSide) -> Bool { !kinds.isDisjoint(with: other.kinds) }

  /// What is before a new widget.
  static let none = DiffSide(path: "", file: "")

  /// What is left of a widget whose folder is gone; annotations name the file where it would be.
  static func gone(_ side: DiffSide, from folder: String) -> DiffSide {
    DiffSide(
      path: side.path, file: WidgetFolder(path: "\(folder)/\(side.name)").manifestPath)
  }

  private init(path: String, file: String) {
    (self.path, self.file) = (path, file)
    (input, manifest) = (nil, nil)
    (definition, widgets) = (IntentDefinitionFile(), [])
  }

  init(_ argument: String, _ shared: SharedOptions) throws {
    let bundle = argument == "-" ? nil : try WidgetLibrary(shared).manifests(of: argument)
    let isStatic = bundle.map { WidgetFolder(path: $0.folder).definitions.isEmpty } ?? false
    let input = isStatic ? nil : try DefinitionInput(argument, shared)
    let definition = input?.reading.file ?? IntentDefinitionFile()
    (path, file) = (argument, argument)
    self.input = input
    self.definition = definition
    manifest = bundle.map { WidgetFolder(path: $0.folder).manifestPath }
    widgets = bundle?.widgets.map { widget in
      WidgetOutline(
        kind: widget.kind, families: widget.supportedFamilies,
        intent: definition.intents.first(where: widget.isConfigured)?.typeName,
        sources: widget.sourceTexts, timeline: widget.timelineText)
    }
  }
}
