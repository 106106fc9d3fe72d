import ArgumentParser
import IntentFormats
import IntentModel
import WidgetStore

/// A placed widget's intent as JSON.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the intent of a placed widget as JSON.")

  @Argument(help: "The name of the placed widget.")
  var name: String?

  @Flag(help: "All placed widgets, as JSON Lines with their names.")
  var all = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    guard all != (name != nil) else {
      throw ValidationError("Name one placed widget, or use --all.")
    }
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    if let name {
      let widget = try placed.placed(name)
      let (intent, schema) = try Self.intent(of: widget, in: placed)
      // The widget's own name goes without saying.
      let own = try placed.widget(of: widget).placedName
      Terminal.writeJSON(
        try IntentJSON.text(
          of: intent, name: widget.name == own ? nil : widget.name, schema: schema))
      return
    }
    var problems: [String] = []
    for widget in try placed.all() {
      do {
        let (intent, schema) = try Self.intent(of: widget, in: placed)
        let line = try IntentJSON.line(of: intent, name: widget.name, schema: schema)
        Terminal.writeJSON(line + "\n")
      } catch let failure as CommandFailure {
        problems += failure.lines.map { "\(widget.name): \($0)" }
      }
    }
    guard problems.isEmpty else { throw CommandFailure(.findings, problems) }
  }

  /// The intent a placed widget resolves to under its definition as it is now.
  static func intent(
    of placed: PlacedWidget, in placedWidgets: PlacedWidgets
  ) throws -> (Intent, IntentSchema) {
    let schema = try placedWidgets.widget(of: placed).schema
    switch schema.resolve(placed.draft, family: placed.family) {
    case .success(let intent): return (intent, schema)
    case .failure(let problem):
      throw CommandFailure(
        .findings,
        problem.lines(of: placed.name) + ["Correct it: widgetconfig edit \(placed.name)"])
    }
  }
}
