import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Messages
import TerminalForm

/// Says that a definition has several intents, one of which a person has to choose.
struct SeveralIntents: Error {
  let intents: [IntentDefinition]
  let path: String
}

/// Asks the person which of the intents of a definition is meant, before the form opens: in a list of
/// the form, or line by line as all choices are asked for there.
struct IntentQuestion {
  let command: EditCommand

  /// Whether there is somebody to ask: one who can type, and who sees what is said.
  static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  private static let parameter = "intent"

  /// The intent that the person chooses.
  ///
  /// - Throws: `CommandFailure` where the person leaves, or there is no terminal.
  func answer(to several: SeveralIntents) async throws -> IntentDefinition {
    let state = form(several)
    let provider = InMemoryOptionsProvider(
      OptionsCollection(items: several.intents.map { item($0) }))
    let answered = try await answered(state, provider)
    guard case .object(let chosen)? = answered?.draft[Self.parameter],
      let intent = several.intents.first(where: { $0.name == chosen.identifier })
    else { throw CommandFailure(.cancelled, .cancelled) }
    return intent
  }

  /// The form with the list; nil where the person left it.
  private func answered(
    _ state: FormState, _ provider: InMemoryOptionsProvider
  ) async throws -> FormState? {
    if command.asksOnTerminal {
      return try await TerminalRun(state, provider, command.looks, command.shared.environment)
        .finished()
    }
    var prompt = LinePrompt(state: state, provider: provider) {
      try? InputFile.line()
    } say: {
      Terminal.ask($0)
    }
    return await prompt.askOne() ? prompt.state : nil
  }

  /// The title people see, and the name that `--intent` takes.
  private func item(_ intent: IntentDefinition) -> OptionItem {
    let title = intent.title.text ?? intent.name
    // Lines of text say the identifier anyway.
    let hasName = title == intent.name || !command.asksOnTerminal
    return OptionItem(
      identifier: intent.name, display: title, subtitle: hasName ? nil : intent.name)
  }

  private func form(_ several: SeveralIntents) -> FormState {
    let words = command.shared.words
    let question = IntentParameter(
      name: Self.parameter, type: .object(nil), displayName: LocalizedText(words(.whichIntent)),
      displayPriority: 1, isConfigurable: true, options: .dynamic(searchable: false))
    let intent = IntentDefinition(name: "Intent", parameters: [question])
    var setup = FormSetup(
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])),
      title: URL(filePath: several.path).lastPathComponent,
      description: words(.severalIntents(file: several.path)), families: [.systemMedium],
      providers: [Self.parameter: false], locale: command.shared.language,
      isASCII: command.showsASCII)
    setup.isSingleChoice = command.asksOnTerminal
    return FormState(setup)
  }
}
