import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Messages
import TerminalForm
import WidgetForm
import WidgetFormats

/// Asks the user to choose an intent of a definition, or a widget in a folder, before the form
/// opens.
///
/// It uses a list drawn on the terminal, or the line-by-line prompt.
struct ChoiceQuestion {
  let command: EditCommand
  /// The path of the definition with the intents, or of the folder with the widgets.
  let path: String

  /// A choice, with its name in commands and its title.
  private struct Choice {
    var identifier: String
    var title: String
  }

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
    let words = command.shared.words
    let setup = SingleChoice.setup(
      words("Which one?"), title: URL(filePath: path).lastPathComponent,
      description: words(sentence), provider, command.shared, command.asking)
    let state = FormState(setup)
    let answered =
      command.asking.isDrawn
      ? try await command.asking.drawn(state, provider)
      : try await SingleChoice.answered(state, provider)
    guard let chosen = answered.flatMap(SingleChoice.identifier),
      choices.contains(where: { $0.identifier == chosen })
    else { throw CommandFailure(.cancelled, .cancelled) }
    return chosen
  }

  /// The title of a choice, with its name in commands as the subtitle.
  private func item(_ choice: Choice) -> OptionItem {
    let (name, title) = (choice.identifier, choice.title)
    // The line-by-line prompt shows the identifier anyway.
    let needsName = title != name && command.asking.isDrawn
    return OptionItem(identifier: name, display: title, subtitle: needsName ? name : nil)
  }
}

/// A form that asks only for one choice from a list.
enum SingleChoice {
  private static let parameter = "choice"

  /// The setup of the form.
  ///
  /// - Parameters:
  ///   - label: The label of the choice.
  ///   - title: The title of the form.
  ///   - description: A sentence below the title.
  ///   - provider: The choices.
  static func setup(
    _ label: String, title: String, description: String, _ provider: InMemoryOptionsProvider,
    _ shared: SharedOptions, _ asking: FormAsking
  ) -> FormSetup {
    let question = ParameterDefinition(
      name: parameter, type: .object(nil), displayName: LocalizedText(label), displayPriority: 1,
      isConfigurable: true, options: .dynamic(searchable: false))
    let intent = IntentDefinition(name: "Intent", parameters: [question])
    var setup = FormSetup(
      schema: IntentSchema(intent, in: IntentDefinitionFile(intents: [intent])), title: title,
      description: description, families: [.systemMedium], providers: [parameter: provider],
      locale: shared.language, isASCII: asking.showsASCII)
    setup.isSingleChoice = asking.isDrawn
    return setup
  }

  /// The form after a line has answered it; nil if the user cancelled.
  static func answered(
    _ state: FormState, _ provider: InMemoryOptionsProvider
  ) async throws -> FormState? {
    let lines = AnswerLines()
    var prompt = lines.prompt(state, provider)
    let isAnswered = await prompt.askOne()
    try lines.check()
    return isAnswered ? prompt.state : nil
  }

  /// The identifier of the choice; nil for none.
  static func identifier(in state: FormState) -> String? {
    state.draft[parameter]?.choiceIdentifier
  }
}
