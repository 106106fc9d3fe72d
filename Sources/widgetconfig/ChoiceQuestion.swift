import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Messages
import TerminalForm

/// Says that a definition has several intents, or a folder several widgets, one of which a person has
/// to choose.
struct SeveralChoices: Error {
  /// What there are several of.
  enum What { case intents, widgets }

  /// One of them: what a command calls it, and the title people see.
  struct Choice {
    var identifier: String
    var title: String
  }

  let what: What
  let choices: [Choice]
  let path: String

  init(_ what: What, _ choices: [Choice], path: String) {
    self.what = what
    self.choices = choices
    self.path = path
  }

  /// What to say above the list.
  var sentence: Message {
    what == .intents ? .severalIntents(file: path) : .severalWidgets(folder: path)
  }
}

/// Asks the person which intent of a definition, or which widget of a folder is meant, before the form
/// opens: in a list of the form, or line by line as all choices are asked for there.
struct ChoiceQuestion {
  let command: EditCommand

  /// Whether there is somebody to ask: one who can type, and who sees what is said.
  static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  private static let parameter = "choice"

  /// The identifier of what the person chooses.
  ///
  /// - Throws: `CommandFailure` where the person leaves, or there is no terminal.
  func answer(to several: SeveralChoices) async throws -> String {
    let state = form(several)
    let provider = InMemoryOptionsProvider(
      OptionsCollection(items: several.choices.map { item($0) }))
    let answered = try await answered(state, provider)
    guard case .object(let chosen)? = answered?.draft[Self.parameter],
      several.choices.contains(where: { $0.identifier == chosen.identifier })
    else { throw CommandFailure(.cancelled, .cancelled) }
    return chosen.identifier
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

  /// The title people see, and the name that a command takes.
  private func item(_ choice: SeveralChoices.Choice) -> OptionItem {
    let (name, title) = (choice.identifier, choice.title)
    // Lines of text say the identifier anyway.
    let hasName = title == name || !command.asksOnTerminal
    return OptionItem(identifier: name, display: title, subtitle: hasName ? nil : name)
  }

  private func form(_ several: SeveralChoices) -> FormState {
    let words = command.shared.words
    let question = IntentParameter(
      name: Self.parameter, type: .object(nil), displayName: LocalizedText(words(.whichIntent)),
      displayPriority: 1, isConfigurable: true, options: .dynamic(searchable: false))
    let intent = IntentDefinition(name: "Intent", parameters: [question])
    var setup = FormSetup(
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])),
      title: URL(filePath: several.path).lastPathComponent,
      description: words(several.sentence), families: [.systemMedium],
      providers: [Self.parameter: false], locale: command.shared.language,
      isASCII: command.showsASCII)
    setup.isSingleChoice = command.asksOnTerminal
    return FormState(setup)
  }
}
