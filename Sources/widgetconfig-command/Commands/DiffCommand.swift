import ArgumentParser
import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore

/// Shows what happens to placed widgets when a definition changes.
struct DiffCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows what happens to stored configurations when a definition changes.",
    discussion: .help(
      """
      Two widgets are compared completely, including their kinds, families, intents and sources. \
      If two folders are given, such as Intents or a whole app, all widgets and definitions in \
      them and in their subfolders are compared: widgets with the same kind, or with the same name \
      if the kind has changed, and definitions with the same path, or with an intent in common if \
      the path has changed. The exit status is \(ExitStatus.findings) when a stored configuration \
      could lose an answer. With --store, counts the affected placed widgets of that store: those \
      of all tenants, or of the tenant that --tenant names.
      """,
      examples: "diff old.intentdefinition new.intentdefinition",
      "diff Intents --git origin/main", "diff released/Intents Intents --store widgets.sqlite"))

  @Argument(
    help: "The definition or widget that stored configurations were made with.",
    completion: Completions.widgets)
  var old: String

  @Argument(
    help: "The definition or widget that replaces it; not with --git.",
    completion: Completions.widgets)
  var new: String?

  @Option(
    help: """
      A branch, tag or commit: the definition, widget or folder is compared with that version.
      """)
  var git: String?

  @Option(help: ArgumentHelp(FindingHelp.format))
  var format: FindingFormat = .text

  @Option(
    help:
      """
      The changes that give exit status \(ExitStatus.findings): \(DiffExit.error) (a loss), \
      \(DiffExit.warning) (also a lost effect) or \(DiffExit.never).
      """)
  var exitCode: DiffExit = .error

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if old == InputFile.standardInput, new == InputFile.standardInput {
      throw ValidationError(.oneStandardInput)
    }
    guard git == nil else {
      guard new == nil, old != InputFile.standardInput else {
        throw ValidationError("With --git, name one file or folder that git knows.")
      }
      return
    }
    guard new != nil else {
      throw ValidationError(
        "Name what replaces the definition, or with --git the revision to compare it with.")
    }
  }

  func run() async throws {
    guard let git else { return try await compare(old, new ?? "") }
    let path =
      FileManager.default.fileExists(atPath: old)
      ? old : try WidgetLibrary(shared, for: [old]).definitionPath(of: old)
    let revision = try GitRevision(of: path, at: git, environment: shared.environment)
    defer { revision.remove() }
    shared.say(
      revision.submodules.map {
        .placed(
          place: $0,
          sentences: [
            "This is a submodule, so its definitions are shown as new.",
            "To compare it, name its folder.",
          ])
      }
        + revision.openLinks.map {
          .placed(
            place: $0,
            sentences: [
              "This symbolic link leads to nothing in the compared folder, so its definitions are shown as new.",
              "To compare them, name a folder that has both, or the file to which it leads.",
            ])
        })
    try await compare(revision.path, path)
  }

  private func compare(_ old: String, _ new: String) async throws {
    let (pairs, isFolder) = try DiffPair.pairs(old, new, shared)
    for pair in pairs { pair.input?.remarkOnTables(shared) }
    let folders = FolderDiff(pairs.map { .init(path: $0.path, diff: $0.diff) })
    switch format {
    case .text: ReportPrinting(shared).write(isFolder ? folders.lines : pairs.flatMap(\.diff.lines))
    case .json:
      Terminal.writeJSON(isFolder ? folders.json() : pairs.map { $0.diff.json() }.joined())
    case .github: Terminal.writeAnnotations(pairs.flatMap(\.annotations))
    }
    var losesPlaced = false
    if shared.store != nil {
      let impact = try await StoredImpact(pairs, shared)
      report(impact)
      losesPlaced = impact.losesWidgets
    }
    let fails =
      switch exitCode {
      case .error: pairs.contains(where: \.diff.losesAnswers)
      case .warning: pairs.contains(where: \.diff.changesAnswers)
      case .never: false
      }
    if fails || (losesPlaced && exitCode != .never) { throw CommandFailure(.findings, []) }
  }
}

extension DiffCommand {
  /// Prints how the change affects the placed widgets in the store; the text goes to standard
  /// output unless annotations are printed there.
  private func report(_ impact: StoredImpact) {
    switch format {
    case .text: Terminal.writeSentences(impact.lines.map { shared.words($0) })
    case .json: Terminal.writeJSON(impact.json)
    case .github: shared.say(impact.lines)
    }
  }
}

/// The number of placed widgets in a store that a change of definitions affects.
private struct StoredImpact {
  /// An intent of one definition; another definition can have the same intent.
  private struct Key: Hashable {
    var intent: String
    var pair: Int
  }

  private struct Row {
    let intent: String
    /// The path of the definition, if another definition has the same intent.
    let path: String?
    /// Whether the definition no longer has the intent.
    let isGone: Bool
    let count: DefinitionCosts
  }

  private let place: String
  private let rows: [Row]
  /// By intent, the number of placed widgets that have one of the compared intents but belong to
  /// none of the compared widgets.
  private let others: [String: Int]
  private let damaged: Int
  /// The number of tenants that were read, and of those with placed widgets of the definitions.
  private let tenants: (all: Int, affected: Int)

  /// Reads the placed widgets of the chosen tenant, or of all tenants, in parts.
  ///
  /// - Parameter pairs: The definitions with their replacements.
  /// - Throws: `CommandFailure` for a store that cannot be read.
  init(_ pairs: [DiffPair], _ shared: SharedOptions) async throws {
    let driver = try StorePlace(shared).driver
    var tenants = [try shared.chosenTenant()]
    if shared.tenant == nil {
      tenants = try await PlacedWidgets.asked { () async throws(StoreError) in
        try await driver.tenants()
      }
      if tenants.isEmpty { tenants = [.local] }
    }
    let kinds = StoredKinds(pairs)
    var counts: [Key: DefinitionCosts] = [:]
    var others: [String: Int] = [:]
    var (damaged, affected) = (0, 0)
    for tenant in tenants {
      let store = PlacedWidgetStore(driver, of: tenant)
      var query: PlacedQuery? = PlacedQuery()
      var isAffected = false
      while let next = query {
        let page = try await PlacedWidgets.asked { () async throws(StoreError) in
          try await store.page(next)
        }
        damaged += page.damaged.count
        for widget in page.readable {
          guard let pair = pairs.place(of: widget) else {
            if pairs.contains(where: { $0.schemas.old[widget.intent] != nil }) {
              others[widget.intent, default: 0] += 1
            }
            continue
          }
          isAffected = true
          counts[Key(intent: widget.intent, pair: pair), default: DefinitionCosts()]
            .add(pairs[pair].cost(to: widget), isWithoutWidget: kinds.areWithout(widget))
        }
        query = page.next.map { PlacedQuery(after: $0) }
      }
      if isAffected { affected += 1 }
    }
    place = driver.place
    rows = counts.sorted { ($0.key.intent, $0.key.pair) < ($1.key.intent, $1.key.pair) }
      .map { key, count in
        let isShared = pairs.count { $0.schemas.old[key.intent] != nil } > 1
        return Row(
          intent: key.intent, path: isShared ? pairs[key.pair].path : nil,
          isGone: pairs[key.pair].schemas.new[key.intent] == nil, count: count)
      }
    self.others = others
    self.damaged = damaged
    self.tenants = (tenants.count, affected)
  }

  /// Whether some placed widgets name none of the current widgets.
  var losesWidgets: Bool { rows.contains { $0.count.withoutWidget > 0 } }

  var lines: [Message] {
    var lines: [Message] = []
    for row in rows {
      let (intent, count) = (row.intent, row.count)
      let all: Message = "\(count.all, "placed widget has", "placed widgets have")"
      let of: Message = row.path.map { " of \(name: $0, limit: 1_000)" } ?? ""
      guard !row.isGone else {
        lines.append(line("\(all) the intent “\(name: intent)”\(phrase: of), which is gone."))
        continue
      }
      lines.append(
        line(
          """
          \(all) the intent “\(name: intent)”\(phrase: of): \(count.changed) with changed answers, \
          \(count.losing) with lost ones.
          """))
      if count.withoutWidget > 0 {
        lines.append(
          """
            \(count.withoutWidget, "of them names", "of them name") no widget that exists now. Such a \
          placed widget cannot be read until “edit FOLDER/KIND --name NAME” assigns it to one.
          """)
      }
      if count.familyDropped > 0 {
        lines.append(
          """
            \(count.familyDropped, "of them is", "of them are") in a family that the widget no longer \
          offers.
          """)
      }
      for (parameter, number) in count.lost.sorted(by: { $0.key < $1.key }) {
        lines.append("  \(name: parameter): \(number, "answer is", "answers are") lost.")
      }
      for (parameter, number) in count.shortened.sorted(by: { $0.key < $1.key }) {
        lines.append(
          """
            \(name: parameter): fewer elements of \(number, "array are", "arrays are") in effect; all \
          are kept.
          """)
      }
    }
    if rows.isEmpty { lines.append(line("No placed widget has one of the intents.")) }
    for (intent, count) in others.sorted(by: { $0.key < $1.key }) {
      lines.append(
        line(
          """
          \(count, "other placed widget", "other placed widgets") with an intent named \
          “\(name: intent)” \(count, one: "belongs", other: "belong") to none of the compared \
          widgets, and \(count, one: "is", other: "are") not judged.
          """))
    }
    if damaged > 0 {
      lines.append(
        line("\(damaged, "damaged widget is", "damaged widgets are") not judged."))
    }
    if tenants.all > 1 {
      lines.append(
        line(
          """
          These are the placed widgets of \(tenants.affected, "tenant", "tenants"), of \(tenants.all) \
          in the store.
          """))
    }
    return lines
  }

  private func line(_ sentence: Message) -> Message {
    .placed(place: place, sentences: [sentence])
  }

  private static let intent = ObjectCoding<Row>([
    .text("intent") { $0.intent },
    .text(optional: "path") { $0.path },
    .flag("isGone") { $0.isGone },
    .integer("placed") { $0.count.all },
    .integer("changed") { $0.count.changed },
    .integer("losing") { $0.count.losing },
    .integer("withoutWidget") { $0.count.withoutWidget },
    .integer("familyDropped") { $0.count.familyDropped },
    .integers("lost") { $0.count.lost },
    .integers("shortened") { $0.count.shortened },
  ])

  private static let coding = ObjectCoding<StoredImpact>([
    .text("store") { $0.place },
    .integer("tenants") { $0.tenants.all },
    .list("intents", of: intent) { $0.rows },
    .integers("others") { $0.others },
    .integer("damaged") { $0.damaged },
  ])

  /// The counts as JSON, followed by an empty line.
  var json: String { Self.coding.json(self).reportText(.pretty) + "\n" }
}

extension [DiffPair] {
  /// The position of the definition that a placed widget configures; nil if it configures none of
  /// them, or if that is unknown.
  fileprivate func place(of placed: PlacedWidget) -> Int? {
    var own = indices.filter { self[$0].schemas.old[placed.intent] != nil }
    let rules: [(DiffPair) -> Bool] = [
      { $0.hasFolder(of: placed) }, { $0.hasKind(of: placed) }, { $0.widgets.old.isEmpty },
    ]
    for rule in rules {
      let found = own.filter { rule(self[$0]) }
      if found.count == 1 { return found[0] }
      if !found.isEmpty { own = found }
    }
    return nil
  }
}

extension DiffPair {
  /// Whether a placed widget names a folder of this widget.
  fileprivate func hasFolder(of placed: PlacedWidget) -> Bool {
    guard let path = placed.definitionPath else {
      return folders.contains {
        $0 == (placed.widget ?? placed.name).split(separator: "/").first ?? ""
      }
    }
    return folders.contains(
      URL(filePath: path).standardizedFileURL.deletingLastPathComponent().lastPathComponent)
  }

  /// Whether a placed widget names a kind that this widget had before the change.
  fileprivate func hasKind(of placed: PlacedWidget) -> Bool {
    widgets.old.contains { $0.kind == placed.kindName }
  }

  /// The answers that a placed widget of the old definition loses; nil if its intent was removed.
  fileprivate func cost(to placed: PlacedWidget) -> DefinitionCost? {
    guard let schema = schemas.new[placed.intent] else { return nil }
    let own = widgets.new.filter { $0.intent == placed.intent }
    let widget = own.first { $0.kind == placed.kindName } ?? (own.count == 1 ? own[0] : nil)
    return placed.cost(
      under: schema, from: schemas.old[placed.intent], families: widget?.families)
  }
}

extension PlacedWidget {
  /// The kind in the stored name of the widget, or the folder if the name contains no separate
  /// kind.
  fileprivate var kindName: String {
    (widget ?? name).split(separator: "/", maxSplits: 1).last.map(String.init) ?? ""
  }
}

/// The kinds and folders that no longer exist after a change, in the form in which placed widgets
/// name them.
private struct StoredKinds {
  private struct Folder {
    var gone = Set<String>()
    /// The current kinds of each intent that had only one widget and now has several.
    var divided: [String: Set<String>] = [:]
  }

  private var folders: [String: Folder] = [:]

  init(_ pairs: [DiffPair]) {
    func kinds(_ widgets: [WidgetOutline]) -> [String: Set<String>] {
      Dictionary(grouping: widgets.filter { $0.intent != nil }) { $0.intent ?? "" }
        .mapValues { Set($0.map(\.kind)) }
    }
    for pair in pairs {
      let before = kinds(pair.widgets.old)
      let divided = kinds(pair.widgets.new)
        .filter { $0.value.count > 1 && before[$0.key]?.count == 1 }
      for name in pair.folders {
        folders[name, default: Folder()].gone
          .formUnion(Set(pair.widgets.old.map(\.kind)).subtracting(pair.kinds))
        folders[name, default: Folder()].divided.merge(divided) { $0.union($1) }
      }
    }
  }

  /// Whether a placed widget names none of the current widgets: its kind no longer exists, or it
  /// does not name a kind.
  func areWithout(_ placed: PlacedWidget) -> Bool {
    guard placed.definitionPath == nil else {
      guard let kind = placed.widget else {
        return folders.values.contains { $0.divided[placed.intent] != nil }
      }
      return folders.values.contains { $0.gone.contains(kind) }
    }
    let stored = placed.widget ?? placed.name
    let parts = stored.split(separator: "/", maxSplits: 1).map(String.init)
    guard let folder = parts.first.flatMap({ folders[$0] }) else { return false }
    if parts.count == 2 { return folder.gone.contains(parts[1]) }
    return folder.divided[placed.intent].map { !$0.contains(stored) } ?? false
  }
}

/// The changes for which the exit status is ``ExitStatus/findings``.
enum DiffExit: String, ExpressibleByArgument, CaseIterable {
  /// A possible loss of an answer.
  case error
  /// Also a change after which an answer no longer has an effect.
  case warning
  case never
}

/// A definition with its widgets, and its replacement.
private struct DiffPair {
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
    // A single widget and a folder with several are compared in the same way as two folders.
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
  /// The path of the folder, if this is a widget or has a single definition; otherwise the path of
  /// the definition.
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

  /// The folder of a definition, not including the folder of its language.
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

  /// Whether the searched folder has widgets or definitions in subfolders.
  fileprivate var hasSeveral: Bool { count > 1 }
}

/// One of two definitions, with the widgets that it configures.
private struct DiffSide {
  /// The path of the argument, or of a widget's folder.
  let path: String
  /// The file of a definition that was not read.
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
    Dictionary(
      definition.intents.map { ($0.typeName, IntentSchema($0, in: definition)) },
      uniquingKeysWith: { first, _ in first })
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

  /// The side for a widget or a definition that was removed; annotations name the file where it
  /// would be.
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
