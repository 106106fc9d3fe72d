import ArgumentParser
import CommandUsage
import DefinitionFormats
import IntentDocuments
import IntentModel
import Messages
import WidgetLoading
import WidgetStore

/// Writes a placed widget's intent as JSON.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the intent of a placed widget as JSON.")

  @Argument(help: "The name of the placed widget.", completion: PlacedNames.completion)
  var name: String?

  @Flag(help: "All placed widgets, as JSON Lines with their names.")
  var all = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    guard all != (name != nil) else {
      throw WrongUsage(.giveOneOf(arguments: "<name>, --all"))
    }
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    if let name {
      let widget = try await placed.placed(name)
      let present: PresentWidget
      do {
        present = try placed.present(widget)
      } catch let failure as CommandFailure {
        let schema = widget.answersAsGiven(present: nil).schema
        Terminal.writeJSON(
          try IntentJSON.text(of: widget.storedIntent, name: name, schema: schema))
        throw CommandFailure(failure.status, failure.lines + [Self.asStored(name)])
      }
      let intent = try Self.intent(of: present)
      for line in present.remarks { shared.remark(line) }
      // Omit the name if it is the widget's default name.
      let stored = present.placed.name
      Terminal.writeJSON(
        try IntentJSON.text(
          of: intent, name: stored == present.widget.placedName ? nil : stored,
          schema: present.widget.schema))
      return
    }
    let contents = try await placed.contents()
    var problems = contents.damaged.map {
      Message.placed(place: placed.store.place, sentences: [$0.line])
    }
    for widget in contents.widgets {
      do {
        let present: PresentWidget
        do {
          present = try placed.present(widget)
        } catch let failure as CommandFailure {
          let schema = widget.answersAsGiven(present: nil).schema
          let line = try IntentJSON.line(
            of: widget.storedIntent, name: widget.name, schema: schema)
          Terminal.writeJSON(line + "\n")
          throw CommandFailure(failure.status, failure.lines + [Self.asStored(widget.name)])
        }
        let intent = try Self.intent(of: present)
        for line in present.remarks { shared.remark(line) }
        let line = try IntentJSON.line(
          of: intent, name: widget.name, schema: present.widget.schema)
        Terminal.writeJSON(line + "\n")
      } catch let failure as CommandFailure {
        problems += failure.lines.map { .placed(place: widget.name, sentences: [$0]) }
      }
    }
    guard problems.isEmpty else { throw CommandFailure(.findings, problems) }
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
        problem.lines(of: name) + [.correctWithEdit(name: shellWord(name))])
    }
  }
}
