import FormDriver
import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Messages
import TerminalForm
import WidgetFormats

/// Asks the person which intent of a definition, or which widget of a folder is meant, before the form
/// opens: in a list of the form, or line by line as all choices are asked for there.
struct ChoiceQuestion {
  let command: EditCommand
  /// The definition with the intents, or the folder with the widgets.
  let path: String

  /// One of several: what a command calls it, and the title people see.
  private struct Choice {
    var identifier: String
    var title: String
  }

  /// Whether there is somebody to ask: one who can type, and who sees what is said.
  static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  private static let parameter = "choice"

  /// The name of the intent that the person chooses.
  ///
  /// - Throws: `CommandFailure` where the person leaves, or there is no terminal.
  func intent(among intents: [IntentDefinition]) async throws -> String {
    try await answer(
      among: intents.map { Choice(identifier: $0.name, title: $0.title.text ?? $0.name) },
      saying: .severalIntents(file: path))
  }

  /// The kind of the widget that the person chooses.
  ///
  /// - Throws: `CommandFailure` where the person leaves, or there is no terminal.
  func kind(among widgets: [WidgetManifest]) async throws -> String {
    try await answer(
      among: widgets.map { Choice(identifier: $0.kind, title: $0.displayName ?? $0.kind) },
      saying: .severalWidgets(folder: path))
  }

  private func answer(among choices: [Choice], saying sentence: Message) async throws -> String {
    let state = form(sentence)
    let provider = InMemoryOptionsProvider(OptionsCollection(items: choices.map { item($0) }))
    let answered = try await answered(state, provider)
    guard case .object(let chosen)? = answered?.draft[Self.parameter],
      choices.contains(where: { $0.identifier == chosen.identifier })
    else { throw CommandFailure(.cancelled, .cancelled) }
    return chosen.identifier
  }

  /// The form with the list; nil where the person left it.
  private func answered(
    _ state: FormState, _ provider: InMemoryOptionsProvider
  ) async throws -> FormState? {
    if command.asksOnTerminal {
      return try await command.looks.runner(provider, command.shared.environment).finished(state)
    }
    var prompt = LinePrompt(state: state, provider: provider) {
      try? InputFile.line()
    } say: {
      Terminal.ask($0)
    }
    return await prompt.askOne() ? prompt.state : nil
  }

  /// The title people see, and the name that a command takes.
  private func item(_ choice: Choice) -> OptionItem {
    let (name, title) = (choice.identifier, choice.title)
    // Lines of text say the identifier anyway.
    let hasName = title == name || !command.asksOnTerminal
    return OptionItem(identifier: name, display: title, subtitle: hasName ? nil : name)
  }

  private func form(_ sentence: Message) -> FormState {
    let words = command.shared.words
    let question = IntentParameter(
      name: Self.parameter, type: .object(nil), displayName: LocalizedText(words(.whichIntent)),
      displayPriority: 1, isConfigurable: true, options: .dynamic(searchable: false))
    let intent = IntentDefinition(name: "Intent", parameters: [question])
    var setup = FormSetup(
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])),
      title: URL(filePath: path).lastPathComponent,
      description: words(sentence), families: [.systemMedium],
      providers: [Self.parameter: false], locale: command.shared.language,
      isASCII: command.showsASCII)
    setup.isSingleChoice = command.asksOnTerminal
    return FormState(setup)
  }
}
