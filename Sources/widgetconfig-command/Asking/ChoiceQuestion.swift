import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Messages
import TerminalForm
import WidgetForm
import WidgetFormats

/// Asks the user to choose an intent of a definition or a widget of a folder before the form opens.
///
/// It uses a list on the terminal, or the line-by-line prompt.
struct ChoiceQuestion {
  let command: EditCommand
  /// The definition with the intents, or the folder with the widgets.
  let path: String

  /// A choice with its name in commands and its title.
  private struct Choice {
    var identifier: String
    var title: String
  }

  private static let parameter = "choice"

  /// The name of the intent that the user chooses.
  ///
  /// - Throws: `CommandFailure` if the user cancels, or the terminal cannot be used.
  func intent(among intents: [IntentDefinition]) async throws -> String {
    try await answer(
      among: intents.map { Choice(identifier: $0.name, title: $0.title.text ?? $0.name) },
      saying: "There are several intents in \(path):")
  }

  /// The kind of the widget that the user chooses.
  ///
  /// - Throws: `CommandFailure` if the user cancels, or the terminal cannot be used.
  func kind(among widgets: [WidgetManifest]) async throws -> String {
    try await answer(
      among: widgets.map { Choice(identifier: $0.kind, title: $0.displayName ?? $0.kind) },
      saying: "There are several widgets in \(path):")
  }

  private func answer(among choices: [Choice], saying sentence: Message) async throws -> String {
    let provider = InMemoryOptionsProvider(OptionsCollection(items: choices.map { item($0) }))
    let state = form(sentence, provider)
    let answered = try await answered(state, provider)
    guard case .object(let chosen)? = answered?.draft[Self.parameter],
      choices.contains(where: { $0.identifier == chosen.identifier })
    else { throw CommandFailure(.cancelled, .cancelled) }
    return chosen.identifier
  }

  /// The answered form; nil if the user cancelled the line-by-line prompt.
  private func answered(
    _ state: FormState, _ provider: InMemoryOptionsProvider
  ) async throws -> FormState? {
    if command.asking.isDrawn { return try await command.asking.drawn(state, provider) }
    let lines = AnswerLines()
    var prompt = lines.prompt(state, provider)
    let isAnswered = await prompt.askOne()
    try lines.check()
    return isAnswered ? prompt.state : nil
  }

  /// The title of a choice, with its name in commands as the subtitle.
  private func item(_ choice: Choice) -> OptionItem {
    let (name, title) = (choice.identifier, choice.title)
    // The line-by-line prompt shows the identifier anyway.
    let hasName = title == name || !command.asking.isDrawn
    return OptionItem(identifier: name, display: title, subtitle: hasName ? nil : name)
  }

  private func form(_ sentence: Message, _ provider: InMemoryOptionsProvider) -> FormState {
    let words = command.shared.words
    let question = ParameterDefinition(
      name: Self.parameter, type: .object(nil), displayName: LocalizedText(words("Which one?")),
      displayPriority: 1, isConfigurable: true, options: .dynamic(searchable: false))
    let intent = IntentDefinition(name: "Intent", parameters: [question])
    var setup = FormSetup(
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])),
      title: URL(filePath: path).lastPathComponent,
      description: words(sentence), families: [.systemMedium],
      providers: [Self.parameter: provider], locale: command.shared.language,
      isASCII: command.asking.showsASCII)
    setup.isSingleChoice = command.asking.isDrawn
    return FormState(setup)
  }
}
