import ArgumentParser
import Foundation
import IntentFormats
import IntentModel
import WidgetStore

/// Intent JSON into the store: all of it, or nothing.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Reads intent JSON or JSON Lines into the store, all of it or nothing.")

  @Argument(help: "The file, or - for standard input.")
  var file: String

  @Option(help: "The name to place the widget under; by default that of its widget.")
  var name: String?

  @Flag(help: "Say what would be done and do nothing.")
  var dryRun = false

  @Flag(help: "Import the valid intents although others are not, and say which are left out.")
  var partial = false

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let targets = try Targets(placed)
    let bytes = try InputFile.bytes(file)
    let lines = IntentJSON.readAll(bytes, schemas: targets.schemas)
    let errors = lines.flatMap { line -> [FormatError] in
      guard case .failure(let problem) = line.result else { return [] }
      return problem.errors(file: file).errors
    }
    let documents = lines.compactMap { try? $0.result.get() }
    guard errors.isEmpty || partial && !documents.isEmpty else {
      throw CommandFailure(.findings, errors.map(\.description) + ["Nothing is imported."])
    }
    guard !documents.isEmpty else {
      throw CommandFailure(.findings, "\(file): There is no intent in the file.")
    }
    let widgets = try targets.widgets(for: documents, name: name, file: file)
    if !dryRun { _ = try PlacedWidgets.explained { try placed.store.saveAll(widgets) } }
    for widget in widgets {
      shared.remark(
        "\(dryRun ? "would import" : "imported") \(widget.name) (\(widget.intent), \(widget.family.rawValue))"
      )
    }
    let omitted = lines.count - documents.count
    if omitted > 0 {
      let count = "\(omitted) of \(lines.count) intents \(omitted == 1 ? "is" : "are") left out."
      throw CommandFailure(.findings, errors.map(\.description) + [count])
    }
  }

  /// What an imported intent can go to: the widgets there are, and the placed ones.
  private struct Targets {
    private let widgets: [LoadedWidget]
    private let stored: [PlacedWidget]

    init(_ placed: PlacedWidgets) throws {
      stored = try placed.all()
      let known = placed.library.readable
      let others = stored.filter { $0.definitionPath != nil }
        .compactMap { try? placed.widget(of: $0) }
      widgets = known + others
    }

    var schemas: [IntentSchema] { widgets.map(\.schema) }

    func widgets(
      for documents: [IntentJSON.Document], name: String?, file: String
    ) throws -> [PlacedWidget] {
      var seen = Set<String>()
      var clashes: [String] = []
      let placed = documents.map { document in
        let target = target(of: document, name: name)
        if !seen.insert(target.name).inserted {
          clashes.append(
            "\(file): two intents go to the name “\(target.name)”. Give each line a “name”.")
        }
        return target
      }
      guard clashes.isEmpty else { throw CommandFailure(.findings, clashes) }
      return placed
    }

    /// The placed widget a document changes or makes; answers that are hidden now are kept.
    private func target(of document: IntentJSON.Document, name: String?) -> PlacedWidget {
      let widget = widgets.first { $0.schema.intent.typeName == document.typeName }
      let sole = stored.filter { $0.intent == document.typeName }
      let chosen =
        document.name ?? name
        ?? (sole.count == 1 ? sole[0].name : widget?.placedName ?? document.typeName)
      let old = stored.first { $0.name == chosen && $0.intent == document.typeName }
      var draft = document.draft
      if let old, let schema = widget?.schema {
        draft = draft.keepingHidden(of: old.draft, schema: schema, family: document.family)
      }
      return PlacedWidget(
        name: chosen, widget: widget.flatMap { $0.isBare ? nil : $0.name },
        definitionPath: widget.flatMap { $0.isBare ? $0.definitionPath : nil },
        intent: document.typeName, family: document.family, draft: draft,
        revision: old?.revision ?? 0)
    }
  }
}

extension IntentDraft {
  /// This draft with the answers of an older one to questions that this one does not ask.
  func keepingHidden(
    of old: IntentDraft, schema: IntentSchema, family: WidgetFamily
  ) -> IntentDraft {
    var draft = self
    let evaluation = schema.evaluate(self, family: family)
    for (position, parameter) in schema.intent.parameters.enumerated()
    where !evaluation.states[position].isVisible && draft.values[parameter.name] == nil {
      draft.values[parameter.name] = old.values[parameter.name]
    }
    return draft
  }
}
