import Foundation
import IntentFormats
import IntentModel

/// `validate --resolve`: every document read whole, and its choices looked up at their sources.
struct ResolvedValidation {
  let command: ValidateCommand

  init(_ command: ValidateCommand) {
    self.command = command
  }

  /// - Throws: `CommandFailure` without lines for findings, or for a source that gave no answer.
  func run() async throws {
    guard command.definition != "-" else {
      throw CommandFailure(
        .usage,
        "--resolve needs the path of a definition: its sources are in the widget.json beside it.")
    }
    let widgets = try widgets()
    let bytes = try InputFile.bytes(command.file)
    let name = command.file == "-" ? InputFile.standardInputName : command.file
    let lines = IntentJSON.readAll(
      bytes, schemas: widgets.map(\.schema),
      defaultFamily: try WidgetFamily.chosen(command.family))
    var invalid = 0
    var hasFailed = false
    for line in lines {
      let issues: LocatedIssues
      switch line.result {
      case .failure(let found): issues = found
      case .success(let document):
        let found = await choiceIssues(of: document, among: widgets)
        hasFailed = hasFailed || found.contains(where: \.isFailureOfSource)
        guard !found.isEmpty else { continue }
        issues = IntentJSON.locate(found, in: bytes, line: line.number)
      }
      invalid += 1
      for line in issues.errors(file: name).lines { Terminal.writeLine(line) }
    }
    let word = lines.count == 1 ? "intent" : "intents"
    command.shared.remark(
      invalid == 0
        ? "\(lines.count) \(word), all valid and offered."
        : "\(lines.count) \(word), \(invalid) of them with findings.")
    if hasFailed { throw CommandFailure(.provider, []) }
    if invalid > 0 { throw CommandFailure(.findings, []) }
  }

  private func choiceIssues(
    of document: IntentJSON.Document, among widgets: [LoadedWidget]
  ) async -> [IntentIssue] {
    guard let widget = widgets.first(where: { $0.schema.intent.typeName == document.typeName })
    else { return [] }
    return await ChoiceChecking(widget: widget, locale: command.shared.language)
      .issues(of: document)
  }

  /// The widgets of the definition's intents, with the sources of the `widget.json` beside it.
  private func widgets() throws -> [LoadedWidget] {
    let input = try DefinitionInput(command.definition, command.shared)
    let names = try command.schemas(in: input).map(\.intent.typeName)
    let library = WidgetLibrary(command.shared)
    return try names.map {
      try WidgetReading(library: library).definition(input.path, intent: $0)
    }
  }
}
