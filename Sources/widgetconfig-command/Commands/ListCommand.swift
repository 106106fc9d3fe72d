import ArgumentParser
import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import JSONC
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline
import Zones

/// Lists the available and the placed widgets.
struct ListCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the available widgets and the placed ones.",
    discussion: .help(
      """
      An available widget is listed with its name, description, kind, families and unanswered \
      parameters. --gallery draws what it shows in each family.

      A placed widget is listed with its name, its widget (or the path of its definition if that \
      is not in the folder of widgets), its size, the date of its last save and its state. A state \
      that is not current means that the definition has changed since then, that the definition \
      cannot be read, that the widget no longer offers the family, or that the stored data is \
      damaged. The state is followed by the number of lost answers, and by the number of arrays of \
      which fewer elements are in effect. \(String.earlierProgramsInHelp)

      --removed lists the names of the removed widgets that can still be restored.

      --prefix, --kind and --after choose among the placed widgets, which are then listed alone, \
      in the order of the bytes of their names. \(String.limitInHelp)
      """,
      examples: "list", "list --gallery", "list --kind Verse --limit 20 --format json"))

  @OptionGroup var shared: SharedOptions

  @Option(help: .listFormat)
  var format: ListFormat = .table

  @Flag(help: "List the names of the removed widgets that restore brings back.")
  var removed = false

  @Flag(help: "Draw the snapshot of each widget in each of its families.")
  var gallery = false

  @OptionGroup(title: PagingOptions.title)
  var paging: PagingOptions

  @Option(help: "Only placed widgets whose names begin with this text.")
  var prefix: String?

  @Option(
    help: "Only placed widgets of one widget, given by its name or its kind.",
    completion: Completions.widgets)
  var kind: String?

  @OptionGroup(title: "With --gallery")
  var presentation: PresentationOptions

  func validate() throws {
    if gallery, format == .json {
      throw ValidationError(.argumentsGoWith(arguments: "--gallery", others: "--format table"))
    }
    if removed, gallery {
      throw ValidationError(
        .argumentDoesNotGoWith(argument: "--removed", others: "--gallery"))
    }
    if gallery || removed, prefix != nil || kind != nil {
      throw ValidationError(
        .argumentDoesNotGoWith(
          argument: gallery ? "--gallery" : "--removed", others: "--prefix, --kind"))
    }
    if gallery, paging.after != nil {
      throw ValidationError(.argumentDoesNotGoWith(argument: "--gallery", others: "--after"))
    }
    if presentation.value != Presentation(), !gallery {
      throw ValidationError(
        .argumentsGoWith(
          arguments: "--color-scheme, --text-size, --rendering-mode", others: "--gallery"))
    }
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let words = shared.words
    guard !removed else { return try await listRemoved(placed) }
    let query = try query(placed)
    let library = placed.library
    let others = isOfPlaced ? ([], []) : library.readableAtPaths
    let widgets =
      (isOfPlaced ? [] : library.names.map { WidgetGallery($0, library, shared) })
      + others.0.map { WidgetGallery($0, shared) }
    let problems = widgets.compactMap(\.problem) + others.1.flatMap(\.lines)
    let next: String?
    switch format {
    case .json: next = try await writeJSON(widgets.map(\.entry), placed, query)
    case .table:
      // If the store cannot be read, the command fails before it writes anything.
      try await placed.open()
      let printing = ReportPrinting(shared)
      if !isOfPlaced { printing.write([ReportLine(words("Widgets:"), .heading)]) }
      for widget in widgets {
        printing.write(widget.lines)
        guard gallery else { continue }
        for line in await widget.drawing(presentation.value) { Terminal.writeLine("    " + line) }
      }
      if widgets.isEmpty, !isOfPlaced {
        let none = words("none in \(placed.library.place); name other widgets with --intents")
        printing.write([ReportLine("  " + none)])
      }
      printing.write([ReportLine(words("Placed:"), .heading)])
      var table = PrintedTable(titles: Self.titles.map { words($0) }, indent: 2)
      var isEmpty = true
      next = try await eachPage(placed, query) { entries in
        isEmpty = isEmpty && entries.isEmpty
        printing.write(table.lines(of: entries.map(row)))
      }
      if isEmpty {
        let none: Message =
          isOfPlaced ? "none of these" : "none yet; place one with widgetconfig edit NAME"
        printing.write([ReportLine("  " + words(none))])
      }
      if isEmpty, !isOfPlaced { try await remarkOnTenants() }
    }
    shared.say(problems)
    if let next { sayMore(after: next) }
  }

  /// Mentions that the store has widgets of other tenants, if there are any, so that an empty list
  /// does not look like a loss.
  private func remarkOnTenants() async throws {
    guard try await StorePlace(shared).hasOthers(than: try shared.chosenTenant()) else { return }
    let command = shared.command("store tenants", isOfTenant: false)
    shared.remark("The store has data of other tenants. List them with: \(command)")
  }

  /// Whether only placed widgets are listed, because an option applies only to them.
  private var isOfPlaced: Bool { prefix != nil || kind != nil || paging.after != nil }

  /// The query for the first page of the placed widgets.
  private func query(_ placed: PlacedWidgets) throws -> PlacedQuery {
    let origin = try kind.map { kind in
      let library = placed.library
      if let widget = try? library.widget(kind) { return widget.origin }
      // A kind can differ from the name of its folder.
      let widgets = library.names.lazy.compactMap { try? library.widget($0) }
      if let widget = widgets.first(where: { $0.kind == kind })
        ?? library.readableAtPaths.widgets.first(where: { $0.kind == kind })
      {
        return widget.origin
      }
      return try PlacedWidgets.explained { try library.widget(kind).origin }
    }
    return PlacedQuery(after: paging.after, prefix: prefix, origin: origin)
  }

  /// Prints that more names follow, and which command lists them.
  private func sayMore(after name: String) {
    var options: [(name: String, value: String)] = []
    if let prefix { options.append(("--prefix", prefix)) }
    if let kind { options.append(("--kind", kind)) }
    paging.sayMore(removed ? "list --removed" : "list", options, after: name, shared)
  }

  /// Calls a body with each page of placed widgets, and reports damaged widgets; returns the name
  /// after which more widgets follow.
  private func eachPage(
    _ placed: PlacedWidgets, _ query: PlacedQuery, _ body: ([ListJSON.Placed]) throws -> Void
  ) async throws -> String? {
    var reader = PlacedReader(placed, shared.words)
    return try await placed.eachPage(of: query, most: paging.limit) { page in
      try body(
        page.entries.map { entry in
          switch entry {
          case .success(let widget): reader.entry(of: widget)
          case .failure(let damaged):
            ListJSON.Placed(
              name: damaged.name, state: .damaged, problem: shared.words(damaged.cause))
          }
        })
      for case .failure(let damaged) in page.entries {
        Terminal.say(shared.words(placed.line(about: damaged)))
      }
    }
  }

  /// Writes the lists as JSON, with each page of placed widgets as it is read.
  private func writeJSON(
    _ widgets: [ListJSON.Widget], _ placed: PlacedWidgets, _ query: PlacedQuery
  ) async throws -> String? {
    try await placed.open()
    var writer = ListJSON.Writer(widgets: widgets)
    Terminal.writeJSON(writer.head)
    let next = try await eachPage(placed, query) { entries in
      Terminal.writeJSON(
        entries.map { writer.next($0, language: shared.words.language) }.joined())
    }
    Terminal.writeJSON(writer.tail)
    return next
  }

  private func listRemoved(_ placed: PlacedWidgets) async throws {
    let (isEmpty, next) = try await paging.write(
      ListJSON.Writer.removed, as: format,
      read: { after, limit in
        try await PlacedWidgets.asked { () async throws(StoreError) in
          try await placed.store.removedNames(after: after, limit: limit)
        }
      }, name: \.self, json: { .string($0) }
    ) { for name in $0 { Terminal.writeLine(name) } }
    if isEmpty, format == .table, paging.after == nil {
      shared.remark("There is no removed widget that can be restored.")
    }
    if let next { sayMore(after: next) }
  }

  private static let titles: [Message] = ["NAME", "WIDGET", "SIZE", "SAVED", "STATE"]

  private func row(_ entry: ListJSON.Placed) -> [PrintedTable.Cell] {
    let words = shared.words
    let printing = TimelinePrinting(zone: .current, words: words)
    return [
      .init(entry.name, .heading), .init(shared.shortened(entry.widget ?? entry.intent ?? "")),
      .init(entry.family.map { words($0.title) } ?? ""),
      .init(entry.savedAt.map { printing.ago($0) } ?? "", .secondary),
      .init(entry.mark(words), entry.state.role),
    ]
  }
}

extension SharedOptions {
  /// The title of a family for a person at a terminal, or its name for programs.
  func name(of family: WidgetFamily) -> String {
    Terminal.isShown ? words(family.title) : family.rawValue
  }

  /// The path of a widget, relative to the current folder or the home folder if it is inside of
  /// one; absolute for programs.
  func shortened(_ path: String) -> String {
    guard Terminal.isShown else { return path }
    let folders = [(FileManager.default.currentDirectoryPath, "."), (home ?? "", "~")]
    for (folder, short) in folders where folder.count > 1 && path.hasPrefix(folder + "/") {
      return short + path.dropFirst(folder.count)
    }
    return path
  }
}

extension ListJSON.State {
  /// The role of the state in a list.
  var role: ReportLine.Role {
    switch self {
    case .current: .good
    case .changed, .familyDropped: .warning
    case .unreadable, .damaged: .error
    }
  }

  /// The mark next to a widget in a list; nil for none.
  var mark: Message? {
    switch self {
    case .current: nil
    case .changed: "the definition has changed"
    case .familyDropped: "the family is no longer offered"
    case .unreadable: .markUnreadable
    case .damaged: "damaged"
    }
  }
}

extension ListJSON.Placed {
  /// The marks next to the widget: its state, and the effects of the definition on its answers.
  func mark(_ words: FormWords) -> String {
    let losses = changes.count(where: \.isLoss)
    let hasMore = !changes.isEmpty || !shortened.isEmpty
    let marks: [Message?] = [
      state == .familyDropped && hasMore ? ListJSON.State.changed.mark : nil,
      state.mark ?? "current",
      losses > 0 ? "\(losses, "answer is", "answers are") lost" : nil,
      shortened.isEmpty
        ? nil : "fewer elements of \(shortened.count, "array are", "arrays are") in effect",
    ]
    return marks.compactMap { $0 }.map { words($0) }.joined(separator: ", ")
  }
}

extension CommandFailure {
  /// The first line that describes an error of any kind.
  static func line(about error: any Error) -> Message {
    CommandFailure(error)?.lines.first ?? .words(of: error)
  }
}

/// Reads the definitions of placed widgets, each only once, for lists of placed widgets.
struct PlacedReader {
  private let placed: PlacedWidgets
  private var definitions: PlacedWidgets.Definitions
  private let words: FormWords

  init(_ placed: PlacedWidgets, _ words: FormWords) {
    self.placed = placed
    definitions = PlacedWidgets.Definitions(placed)
    self.words = words
  }

  /// The problem that prevents a placed widget's definition from being read; nil if there is none.
  mutating func problem(of stored: PlacedWidget) -> Message? {
    do {
      _ = try definitions.widget(of: stored)
      return nil
    } catch {
      return CommandFailure.line(about: error)
    }
  }

  /// A placed widget as a list shows it.
  mutating func entry(of stored: PlacedWidget) -> ListJSON.Placed {
    var entry = ListJSON.Placed(
      name: stored.name, widget: stored.definitionPath ?? stored.widget, intent: stored.intent,
      family: stored.family, revision: stored.revision, path: stored.definitionPath,
      savedAt: stored.updatedAt)
    do {
      let widget = try definitions.widget(of: stored)
      if stored.definitionPath == nil { entry.widget = widget.name }
      entry.path = widget.definitionPath
      // Most widgets were saved under the current definition, which therefore changes nothing for
      // them.
      if stored.answerSchema != widget.schema.answerSchema {
        let cost = PresentWidget(placed: stored, widget: widget).cost
        (entry.changes, entry.shortened) = (cost.changes, cost.shortened)
      }
      if let remark = widget.remark(onDroppedFamilyOf: stored) {
        (entry.state, entry.problem) = (.familyDropped, words(placed.complete(remark)))
      } else if !stored.isAnswered(under: widget.schema) {
        entry.state = .changed
      }
    } catch {
      entry.state = .unreadable
      entry.problem = words(placed.complete(CommandFailure.line(about: error)))
    }
    return entry
  }

  /// The title of the widget in a stored state, or the type of its intent if the widget cannot be
  /// read.
  mutating func title(of stored: PlacedWidget) -> String {
    (try? definitions.widget(of: stored))?.displayName ?? stored.intent
  }

  /// The kind of the widget that a placed widget configures; nil if that widget cannot be read.
  mutating func kind(of stored: PlacedWidget) -> String? {
    (try? definitions.widget(of: stored))?.kind
  }

  /// The answers of a stored state as they were given, and whether they fit the current definition.
  mutating func answers(
    of stored: PlacedWidget
  ) -> (given: AnswersAsGiven, state: ListJSON.State) {
    let schema = try? definitions.widget(of: stored).schema
    let given = stored.answersAsGiven(present: schema)
    return (given, schema == nil ? .unreadable : given.isFormer ? .changed : .current)
  }
}
