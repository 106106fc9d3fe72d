import ArgumentParser
import Foundation
import DefinitionFormats
import WidgetFormats
import IntentModel
import WidgetStore

/// The widgets there are, and the placed ones.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the widgets there are, and the placed ones.",
    discussion: """
      A placed widget stands with its intent, its family, the moment of its last save and the path of \
      its definition. A mark in brackets follows where the definition has changed since, where it \
      cannot be read, and where what is stored is damaged.
      """)

  @OptionGroup var shared: SharedOptions

  @Option(help: "table or json.")
  var format: ListFormat = .table

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let widgets = placed.library.names
    let contents = try PlacedWidgets.explained { try placed.store.contents() }
    var reader = PlacedReader(placed)
    let entries =
      contents.widgets.map { reader.entry(of: $0) }
      + contents.damaged.map {
        ListJSON.Placed(name: $0.name, state: .damaged, problem: $0.cause)
      }
    switch format {
    case .json: Terminal.writeJSON(try ListJSON.text(widgets: widgets, placed: entries))
    case .table:
      Terminal.writeLine("Widgets:")
      for name in widgets { Terminal.writeLine("  \(name)") }
      if widgets.isEmpty {
        Terminal.writeLine(
          "  none in \(placed.library.folders[0]); --intents FOLDER names where they are")
      }
      Terminal.writeLine("Placed:")
      for entry in entries { Terminal.writeLine("  \(Self.line(entry))") }
      if entries.isEmpty { Terminal.writeLine("  none yet; widgetconfig edit NAME places one") }
    }
    for entry in contents.damaged { Terminal.say("\(placed.store.path): \(entry)") }
  }

  private static func line(_ entry: ListJSON.Placed) -> String {
    let moment = entry.savedAt.map { TimelinePrinting(zone: .current).moment($0) }
    let texts = [
      entry.name, entry.intent, entry.family?.rawValue, moment, entry.path ?? entry.widget,
    ]
    return (texts.compactMap { $0 } + [entry.state.mark].compactMap { $0 }).joined(separator: "  ")
  }
}

extension ListJSON.State {
  /// What a list says beside the widget; nil where there is nothing to say.
  var mark: String? {
    switch self {
    case .current: nil
    case .changed: "[the definition has changed]"
    case .unreadable: "[the definition cannot be read]"
    case .damaged: "[damaged]"
    }
  }
}

/// Reads the definitions of placed widgets, each once.
struct PlacedReader {
  private let placed: PlacedWidgets
  private var widgets: [String: Result<LoadedWidget, any Error>] = [:]

  init(_ placed: PlacedWidgets) {
    self.placed = placed
  }

  /// A placed widget as a list says it.
  mutating func entry(of stored: PlacedWidget) -> ListJSON.Placed {
    var entry = ListJSON.Placed(
      name: stored.name, widget: stored.definitionPath ?? stored.widget, intent: stored.intent,
      family: stored.family, revision: stored.revision, path: stored.definitionPath,
      savedAt: stored.updatedAt)
    switch widget(of: stored) {
    case .success(let widget):
      entry.path = widget.definitionPath
      if PresentWidget(placed: stored, widget: widget).hasChanged { entry.state = .changed }
    case .failure(let error):
      entry.state = .unreadable
      entry.problem = (error as? CommandFailure)?.lines.first ?? "\(error)"
    }
    return entry
  }

  /// The kind of a placed widget as its `widget.json` states it; nil where there is none to read.
  mutating func kind(of stored: PlacedWidget) -> String? {
    (try? widget(of: stored).get())?.kind
  }

  private mutating func widget(of stored: PlacedWidget) -> Result<LoadedWidget, any Error> {
    let key = "\(stored.origin)\n\(stored.intent)"
    if let known = widgets[key] { return known }
    let read = Result { try placed.widget(of: stored) }
    widgets[key] = read
    return read
  }
}
