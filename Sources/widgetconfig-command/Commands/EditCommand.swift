import ArgumentParser
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import JSONCodings
import Messages
import TerminalForm
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// Opens the form that configures and places a widget.
struct EditCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Opens the form of a widget, saves the answers and shows the first entries.",
    discussion: .help(
      examples: "edit UpNext", "edit Intents/Verse --family systemLarge --name Desk",
      "edit UpNext --set mirrorCalendarApp=no --set lookAhead=8h"))

  @Argument(
    help: """
      A widget, its folder, or the path of a definition. If a folder has several widgets, write \
      FOLDER/KIND.
      """, completion: Completions.subjects)
  var widget: String

  @Argument(
    help: """
      The only parameter to ask for. Its list or editor is opened at once, and its answer is saved \
      without a review; a switch is only selected.
      """, completion: Completions.parameters)
  var parameter: String?

  @Option(help: "The family of the widget, such as systemSmall.", completion: Completions.families)
  var family: String?

  @Option(help: .severalIntents, completion: Completions.intents)
  var intent: String?

  @Option(
    help: "The name to place the widget under; by default the name of the widget.",
    completion: Completions.placed)
  var name: String?

  @Option(
    name: .customLong("set"), help: "An answer as name=value; may be given several times.",
    completion: Completions.answers)
  var answers: [String] = []

  @Option(
    name: .customLong("answers"),
    help: "A file of intent JSON with the answers; - for standard input.", completion: .file())
  var answersFile: String?

  @Flag(help: .plainQuestions)
  var plain = false

  @Option(
    help: """
      A file to which the intent is also written; - for standard output, even if that is a \
      terminal.
      """, completion: .file())
  var output: String?

  @Flag(help: "Show what would be saved, and save nothing.")
  var dryRun = false

  @Flag(
    help: """
      Save even if the definition can no longer hold some stored answers. Without this flag, the \
      form shows these answers first, and nothing is saved with --set or --answers.
      """)
  var acceptLosses = false

  @Option(
    help: "A file to write the answers to; --answers gives them to another placed widget.",
    completion: .file())
  var record: String?

  @OptionGroup var looks: FormLooks

  @OptionGroup var presentation: PresentationOptions

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    guard parameter == nil || (answers.isEmpty && answersFile == nil) else {
      throw ValidationError(
        .argumentDoesNotGoWith(argument: "<parameter>", others: "--set, --answers"))
    }
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    var editing = try await editing(self, placed)
    var form = try await editing.finishedForm()
    while true {
      let state = form.state
      guard case .submitted(let intent) = state.phase else {
        throw editing.cancelled(state)
      }
      let text = try IntentJSON.text(of: intent, schema: editing.widget.schema)
      do {
        // The answers are recorded first, so that the user does not have to give them again.
        for path in [record, dryRun ? nil : output].compactMap({ $0 }) where !isPrinted(path) {
          try OutputFile.write(text, to: path)
        }
        try await save(state, editing, placed)
      } catch let error as StoreError where error.isConflict && form.isTyped {
        do {
          try await editing.read(placed)
        } catch {
          throw notSaved(text, error)
        }
        form = try await editing.finishedForm(after: state.draftChanges)
        continue
      } catch {
        throw notSaved(text, error)
      }
      // Discards unsaved answers that the user has seen but did not use.
      if form.isTyped {
        // The form for one parameter does not show the changes of an earlier form.
        if !dryRun, state.isModified, parameter == nil {
          editing.forgetUnsaved()
        } else {
          editing.endMeanwhile()
        }
      }
      if Terminal.isShown, ![output, record].contains(OutputFile.standardOutput) {
        Terminal.writeLines(editing.summary(of: state, intent))
      } else {
        Terminal.writeJSON(text)
      }
      return try await editing.showTimeline(for: intent, in: placed)
    }
  }

  /// Prints answers that could not be saved, so that they are not lost, and returns the failure.
  private func notSaved(_ text: String, _ error: any Error) -> any Error {
    guard let failure = CommandFailure(error) else { return error }
    Terminal.writeJSON(text)
    return CommandFailure(
      failure.status,
      failure.lines + [
        """
        Nothing is saved. The answers are on standard output: keep them in a file for edit \
        --answers.
        """
      ])
  }

  /// The widget to edit; if there are several widgets or intents, the user chooses one of them.
  private func editing(
    _ command: EditCommand, _ placed: PlacedWidgets, entry: String? = nil
  ) async throws -> WidgetEditing {
    do {
      return try await WidgetEditing(command, placed, entry: entry)
    } catch let error as LoadingError {
      guard answers.isEmpty, answersFile == nil, FormAsking.isPossible else { throw error }
      let question = ChoiceQuestion(command: self, path: error.subject)
      switch error.reason {
      case .severalWidgets(let widgets):
        let kind = try await question.kind(among: widgets)
        return try await editing(command, placed, entry: kind)
      case .severalIntents(let intents):
        var command = command
        command.intent = try await question.intent(among: intents)
        return try await editing(command, placed, entry: entry)
      default: throw error
      }
    }
  }

  var asking: FormAsking { FormAsking(isPlain: plain, looks, shared) }

  private func save(
    _ state: FormState, _ editing: WidgetEditing, _ placed: PlacedWidgets
  ) async throws {
    guard !dryRun else {
      shared.remark("Would save “\(editing.placedName)”; nothing is saved.")
      return
    }
    let old = editing.stored
    let widget = editing.placedWidget(draft: state.draft, family: state.family)
    if let old, widget.isSaved(as: old) {
      shared.remark("Nothing has changed in “\(editing.placedName)”, so nothing was saved.")
      return
    }
    _ = try await placed.store.save(widget, expecting: old?.revision)
    shared.remark("Saved “\(editing.placedName)” in \(placed.store.place).")
  }

  /// Whether a path means standard output, where the intent is printed anyway.
  private func isPrinted(_ path: String) -> Bool { path == OutputFile.standardOutput }
}
