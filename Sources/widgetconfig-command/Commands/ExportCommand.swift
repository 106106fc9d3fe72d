import ArgumentParser
import DefinitionFormats
import IntentDocuments
import IntentModel
import Messages
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// Writes a placed widget's intent as JSON.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the intent of a placed widget as JSON.",
    discussion: .help(
      examples: "export UpNext", "export UpNext > upnext.json", "export --all > widgets.jsonl"))

  @Argument(help: "The name of the placed widget.", completion: Completions.placed)
  var name: String?

  @Flag(help: "All placed widgets, as JSON Lines with their names.")
  var all = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    guard all != (name != nil) else {
      throw ValidationError(.giveOneOf(arguments: "<name>, --all"))
    }
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    if let name {
      try write(try await placed.placed(name), of: placed)
    } else {
      try await writeAll(of: placed)
    }
  }

  /// Writes the intent of one placed widget.
  private func write(_ widget: PlacedWidget, of placed: PlacedWidgets) throws {
    let present: PresentWidget
    do {
      present = try placed.present(widget)
    } catch let failure as CommandFailure {
      let schema = widget.answersAsGiven(present: nil).schema
      Terminal.writeJSON(
        try IntentJSON.text(of: widget.storedIntent, name: widget.name, schema: schema))
      throw CommandFailure(failure.status, failure.lines + [Self.asStored(widget.name)])
    }
    let intent = try Self.intent(of: present)
    for line in present.remarks { shared.remark(line) }
    // Omit the name if it is the widget's default name.
    let stored = present.placed.name
    Terminal.writeJSON(
      try IntentJSON.text(
        of: intent, name: stored == present.widget.placedName ? nil : stored,
        schema: present.widget.schema))
  }

  /// Writes a line for each placed widget.
  private func writeAll(of placed: PlacedWidgets) async throws {
    var definitions = PlacedWidgets.Definitions(placed)
    var problems = LimitedProblems<Message>()
    _ = try await placed.eachPage(of: PlacedQuery(), most: nil) { page in
      var lines = ""
      for entry in page.entries {
        switch entry {
        case .success(let widget):
          do {
            try append(widget, under: &definitions, to: &lines)
          } catch let failure as CommandFailure {
            for line in failure.lines {
              problems.append(.placed(place: widget.name, sentences: [line]))
            }
          }
        case .failure(let damaged): problems.append(placed.line(about: damaged))
        }
      }
      if !lines.isEmpty { Terminal.writeJSON(lines) }
    }
    guard problems.isEmpty else {
      throw CommandFailure(.findings, problems.kept + [problems.remark].compactMap { $0 })
    }
  }

  /// Appends the line of a placed widget; without its definition, with the answers as they are stored.
  ///
  /// - Throws: `CommandFailure` with what is wrong with the widget.
  private func append(
    _ widget: PlacedWidget, under definitions: inout PlacedWidgets.Definitions,
    to lines: inout String
  ) throws {
    let present: PresentWidget
    do {
      present = try definitions.present(widget)
    } catch {
      guard let failure = CommandFailure(error) else { throw error }
      let schema = widget.answersAsGiven(present: nil).schema
      lines += try IntentJSON.line(of: widget.storedIntent, name: widget.name, schema: schema)
      lines += "\n"
      throw CommandFailure(failure.status, failure.lines + [Self.asStored(widget.name)])
    }
    let intent = try Self.intent(of: present)
    for line in present.remarks { shared.remark(line) }
    lines += try IntentJSON.line(of: intent, name: widget.name, schema: present.widget.schema)
    lines += "\n"
  }

  /// The remark about answers that are written without a definition.
  private static func asStored(_ name: String) -> Message {
    "The answers of “\(name: name)” are written as they are stored, hidden ones too."
  }

  /// The intent of a placed widget under its current definition.
  static func intent(of present: PresentWidget) throws -> Intent {
    switch present.intent() {
    case .success(let intent): return intent
    case .failure(let problem):
      let name = present.placed.name
      throw CommandFailure(
        .findings,
        problem.lines(of: name) + ["Correct it: widgetconfig edit \(shellWord(name))"])
    }
  }
}
