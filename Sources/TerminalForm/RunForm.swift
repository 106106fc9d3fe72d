public import FormEngine
import Foundation
public import IntentModel
public import IntentOptions
import Messages
import WidgetForm
public import WidgetTimeline

/// How a form on the terminal ended.
public enum TerminalFormResult: Sendable, Hashable {
  /// The person saved the form; the intent has the values that are in effect.
  case submitted(Intent)
  /// The person left the form.
  case cancelled
}

/// Asks for an intent, using a form on the terminal of the process.
///
///     switch try await TerminalForm.run(schema, title: "Lunch", providers: ["room": Rooms()]) {
///     case .submitted(let intent): print(intent)
///     case .cancelled: print("Nothing was ordered.")
///     }
///
/// The language is that of the process's locale. For other settings, or to get the draft of the
/// answers, use a ``TerminalFormRunner``.
///
/// - Parameters:
///   - schema: The intent that the form makes.
///   - title: The heading of the form.
///   - description: The sentence below the heading.
///   - families: The families to choose from; the form asks for the family only if there are
///     several.
///   - draft: The answers to start from.
///   - providers: The options providers by parameter. If a dynamic parameter has no provider, a
///     person types its value.
///   - theme: The colours.
///   - keys: The meanings of the keys.
/// - Throws: ``TerminalFormError`` if there is no terminal, or if a signal asks the program to end.
public func run(
  _ schema: IntentSchema, title: String, description: String = "",
  families: [WidgetFamily] = [.systemMedium], draft: IntentDraft = IntentDraft(),
  providers: [String: any OptionsProvider] = [:], theme: Theme = .standard,
  keys: KeyTable = .standard
) async throws(TerminalFormError) -> TerminalFormResult {
  let widget = ConfigurableWidget(
    kind: schema.intent.typeName, displayName: title, description: description, families: families,
    schema: schema, providers: providers)
  return try await run(widget, draft: draft, theme: theme, keys: keys)
}

/// Asks for the intent of a widget, using a form on the terminal of the process.
///
/// - Parameters:
///   - widget: The widget that the form configures.
///   - draft: The answers to start from.
///   - family: The family to start with; nil for the family of a new widget.
///   - theme: The colours.
///   - keys: The meanings of the keys.
/// - Throws: ``TerminalFormError`` if there is no terminal, or if a signal asks the program to end.
public func run(
  _ widget: ConfigurableWidget, draft: IntentDraft = IntentDraft(), family: WidgetFamily? = nil,
  theme: Theme = .standard, keys: KeyTable = .standard
) async throws(TerminalFormError) -> TerminalFormResult {
  var runner = TerminalFormRunner(provider: widget.router)
  (runner.theme, runner.keys) = (theme, keys)
  runner.folders = LocalFolders(home: runner.home)
  let form = FormState(
    runner.setup(of: widget), draft: draft, family: family ?? widget.firstFamily)
  guard case .submitted(let intent) = try await runner.run(form).phase else { return .cancelled }
  return .submitted(intent)
}

extension TerminalFormRunner {
  /// The setup of a widget's form, in the language and the characters of the terminal.
  public func setup(of widget: ConfigurableWidget) -> FormSetup {
    var setup = FormSetup(
      widget, locale: LanguageTag.text(in: environment), today: FormSetup.presentDay, home: home,
      isASCII: showsASCII)
    setup.clock = FormSetup.presentClock
    return setup
  }

  /// The home folder of the process; nil if it is unknown.
  var home: String? { FormSetup.home(in: environment) }
}
