import ArgumentParser
import Foundation
import IntentFormats
import IntentModel
import WidgetStore

/// The widgets there are, and the placed ones.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the widgets there are, and the placed ones.")

  @OptionGroup var shared: SharedOptions

  @Option(help: "table or json.")
  var format: ListFormat = .table

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let widgets = placed.library.names
    let stored = try placed.all()
    switch format {
    case .json:
      let entries = stored.map {
        ListJSON.Placed(
          name: $0.name, widget: $0.definitionPath ?? $0.widget, intent: $0.intent,
          family: $0.family, revision: $0.revision)
      }
      Terminal.writeJSON(try ListJSON.text(widgets: widgets, placed: entries))
    case .table:
      Terminal.writeLine("Widgets:")
      for name in widgets { Terminal.writeLine("  \(name)") }
      if widgets.isEmpty {
        Terminal.writeLine(
          "  none in \(placed.library.folders[0]); --intents FOLDER names where they are")
      }
      Terminal.writeLine("Placed:")
      for widget in stored {
        Terminal.writeLine("  \(widget.name)  \(widget.intent)  \(widget.family.rawValue)")
      }
      if stored.isEmpty { Terminal.writeLine("  none yet; widgetconfig edit NAME places one") }
    }
  }
}
