import ArgumentParser
import CommandUsage
import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore

/// Lists the available and the placed widgets.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the available widgets and the placed ones.",
    discussion: """
      A widget has its name and its description, its kind, its families, and its unanswered \
      parameters. --gallery draws what it shows in each family.

      Each placed widget has its intent, its family, the date of its last save and the path of its \
      definition. A mark in brackets follows if the definition has changed since then, if it cannot be \
      read, or if the stored data is damaged.

      --removed lists the names of the widgets that were removed in the last 30 days.
      """)

  @OptionGroup var shared: SharedOptions

  @Option(help: "table or json.")
  var format: ListFormat = .table

  @Flag(help: "List the names of the removed widgets that restore brings back.")
  var removed = false

  @Flag(help: "Draw the snapshot of each widget in each of its families.")
  var gallery = false

  @Option(help: "With --gallery, the colour scheme to draw for: light or dark.")
  var colorScheme: ColorScheme?

  func validate() throws {
    if gallery, format == .json {
      throw WrongUsage(.argumentsGoWith(arguments: "--gallery", others: "--format table"))
    }
    if removed, gallery {
      throw WrongUsage(
        .argumentDoesNotGoWith(argument: "--removed", others: "--gallery"))
    }
    if colorScheme != nil, !gallery {
      throw WrongUsage(.argumentsGoWith(arguments: "--color-scheme", others: "--gallery"))
    }
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let words = shared.words
    guard !removed else { return try await listRemoved(placed) }
    let widgets = placed.library.names.map { WidgetGallery($0, placed.library, shared) }
    let contents = try await placed.contents()
    var reader = PlacedReader(placed, shared.words)
    let entries =
      contents.widgets.map { reader.entry(of: $0) }
      + contents.damaged.map {
        ListJSON.Placed(name: $0.name, state: .damaged, problem: words($0.cause))
      }
    switch format {
    case .json:
      Terminal.writeJSON(try ListJSON.text(widgets: widgets.map(\.entry), placed: entries))
    case .table:
      Terminal.writeLine(words(.widgetsHeading))
      for widget in widgets {
        for line in widget.lines { Terminal.writeLine("  " + line) }
        guard gallery else { continue }
        for line in await widget.drawing(colorScheme) { Terminal.writeLine("    " + line) }
      }
      if widgets.isEmpty {
        Terminal.writeLine("  " + words(.noWidgetsIn(folder: placed.library.folders[0])))
      }
      Terminal.writeLine(words(.placedHeading))
      for entry in entries { Terminal.writeLine("  \(line(entry))") }
      if entries.isEmpty { Terminal.writeLine("  " + words(.nothingPlacedYet)) }
    }
    for problem in widgets.compactMap(\.problem) { Terminal.say(words(problem)) }
    for entry in contents.damaged {
      Terminal.say(words(.placed(place: placed.store.place, sentences: [entry.line])))
    }
  }

  private func listRemoved(_ placed: PlacedWidgets) async throws {
    let names = try await PlacedWidgets.asked { () async throws(StoreError) in
      try await placed.store.removedNames()
    }
    switch format {
    case .json: Terminal.writeJSON(try ListJSON.text(removed: names))
    case .table:
      for name in names { Terminal.writeLine(name) }
      if names.isEmpty { shared.remark(.nothingRemoved) }
    }
  }

  private func line(_ entry: ListJSON.Placed) -> String {
    let moment = entry.savedAt.map { TimelinePrinting(zone: .current).moment($0) }
    let texts = [
      entry.name, entry.intent, entry.family?.rawValue, moment, entry.path ?? entry.widget,
    ]
    return (texts + [entry.state.mark.map { "[\(shared.words($0))]" }]).compactMap { $0 }.joined(
      separator: "  ")
  }
}

extension ListJSON.State {
  /// The mark beside a widget in a list; nil for none.
  var mark: Message? {
    switch self {
    case .current: nil
    case .changed: .markChanged
    case .unreadable: .markUnreadable
    case .damaged: .markDamaged
    }
  }
}

extension CommandFailure {
  /// The first line about an error of any kind.
  static func line(about error: any Error) -> Message {
    CommandFailure(error)?.lines.first ?? .words(of: error)
  }
}

/// Reads the definitions of placed widgets, each only once.
struct PlacedReader {
  private let placed: PlacedWidgets
  private var widgets: [String: Result<LoadedWidget, any Error>] = [:]

  private let words: FormWords

  init(_ placed: PlacedWidgets, _ words: FormWords) {
    self.placed = placed
    self.words = words
  }

  /// The problem that prevents reading a placed widget's definition; nil if there is none.
  mutating func problem(of stored: PlacedWidget) -> Message? {
    guard case .failure(let error) = widget(of: stored) else { return nil }
    return CommandFailure.line(about: error)
  }

  /// A placed widget as a list shows it.
  mutating func entry(of stored: PlacedWidget) -> ListJSON.Placed {
    var entry = ListJSON.Placed(
      name: stored.name, widget: stored.definitionPath ?? stored.widget, intent: stored.intent,
      family: stored.family, revision: stored.revision, path: stored.definitionPath,
      savedAt: stored.updatedAt)
    switch widget(of: stored) {
    case .success(let widget):
      entry.path = widget.definitionPath
      if PresentWidget(placed: stored, widget: widget).hasChanged { entry.state = .changed }
    case .failure:
      entry.state = .unreadable
      entry.problem = problem(of: stored).map { words($0) }
    }
    return entry
  }

  /// The kind of a placed widget from its `widget.json`; nil if there is no readable one.
  mutating func kind(of stored: PlacedWidget) -> String? {
    (try? widget(of: stored).get())?.kind
  }

  /// The answers of a stored state as they were given, and how it stands to the present definition.
  mutating func answers(
    of stored: PlacedWidget
  ) -> (given: AnswersAsGiven, state: ListJSON.State) {
    let schema = try? widget(of: stored).get().schema
    let given = stored.answersAsGiven(present: schema)
    return (given, schema == nil ? .unreadable : given.isFormer ? .changed : .current)
  }

  private mutating func widget(of stored: PlacedWidget) -> Result<LoadedWidget, any Error> {
    // Several widgets of one folder can share a definition and an intent.
    let key = [stored.definitionPath, stored.widget, stored.intent].map { $0 ?? "" }
      .joined(separator: "\n")
    if let known = widgets[key] { return known }
    let read = Result { try placed.widget(of: stored) }
    widgets[key] = read
    return read
  }
}
