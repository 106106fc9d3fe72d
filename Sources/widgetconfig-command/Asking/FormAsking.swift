import FormEngine
import Foundation
import IntentOptions
import Messages
import TerminalForm
import WidgetForm

/// How a command asks its questions: with a form that is drawn on the terminal, or line by line.
struct FormAsking {
  /// Whether the form is drawn.
  let isDrawn: Bool
  private let looks: FormLooks
  private let environment: [String: String]

  /// - Parameter isPlain: Whether the user wants one question per line.
  init(isPlain: Bool, _ looks: FormLooks, _ shared: SharedOptions) {
    (self.looks, environment) = (looks, shared.environment)
    isDrawn =
      !isPlain && Terminal.isTyped && Terminal.isShown
      && canDraw(shared.environment[TerminalVariable.term])
  }

  /// Whether there is a user to ask: standard input and standard error are terminals.
  static var isPossible: Bool { Terminal.isTyped && isatty(STDERR_FILENO) == 1 }

  /// Whether the form can show only ASCII; a screen uses other characters only in a UTF-8 locale.
  var showsASCII: Bool {
    isDrawn ? Glyphs(environment: environment).isASCII : Terminal.isASCII
  }

  /// Draws a form until the user submits or cancels it, and returns its final state.
  ///
  /// - Parameter offering: Returns the state to begin with; its arguments are the given state, and
  ///   the name of the key that redoes a change in the form (nil if there is no such key).
  /// - Throws: `CommandFailure` if a signal asks the program to end, or if there is no terminal.
  func drawn(
    _ state: FormState, _ provider: any OptionsProvider, folders: LocalFolders? = nil,
    preview: (any FormPreviewing)? = nil, meanwhile: (@Sendable (FormState) -> Void)? = nil,
    left: (@Sendable (FormState) -> Void)? = nil,
    offering: ((FormState, _ redoKey: String?) -> FormState)? = nil
  ) async throws -> FormState {
    var runner = try looks.runner(provider, environment)
    (runner.folders, runner.preview) = (folders, preview)
    (runner.meanwhile, runner.left) = (meanwhile, left)
    let key = runner.keys.name(of: .redo, in: .form, Glyphs(environment: environment))
    return try await runner.finished(offering?(state, key) ?? state)
  }
}

/// Standard input, as the answers to a line-by-line prompt.
///
/// An answer from a pipe is printed after its question, where a terminal would show it.
final class AnswerLines {
  /// Whether a line has been read.
  private(set) var hasRead = false
  let isTyped = Terminal.isTyped
  private var ahead: String?
  private var failure: (any Error)?

  /// Whether the input is known to be empty; false while a slow input has not sent anything.
  ///
  /// - Throws: `CommandFailure` if the input cannot be read.
  func isEmpty() throws -> Bool {
    guard !isTyped, InputFile.canBeRead else { return false }
    ahead = try InputFile.line()
    return ahead == nil
  }

  /// Makes a prompt that is answered with these lines.
  func prompt(
    _ state: FormState, _ provider: any OptionsProvider, folders: LocalFolders? = nil
  ) -> LinePrompt {
    LinePrompt(state: state, provider: provider, folders: folders) {
      self.next()
    } say: {
      Terminal.ask($0)
    }
  }

  /// The next line; nil at the end of the input or if the input cannot be read.
  private func next() -> String? {
    do {
      guard let line = try ahead ?? InputFile.line() else { return nil }
      (ahead, hasRead) = (nil, true)
      if !isTyped { Terminal.ask(visible(line) + "\n") }
      return line
    } catch {
      failure = error
      return nil
    }
  }

  /// Reports why the input could not be read to its end.
  ///
  /// - Throws: `CommandFailure` if the input could not be read to its end.
  func check() throws { if let failure { throw failure } }
}
