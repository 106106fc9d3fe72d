public import FormDriver
public import FormEngine
import Foundation
public import IntentOptions
public import Messages

/// Runs forms on the terminal of the process.
///
///     let form = FormState(FormSetup(schema: schema, title: "Rooms", providers: ["room": false]))
///     let finished = try await TerminalFormRunner(provider: Rooms()).run(form)
///     if case .submitted(let intent) = finished.phase { print(intent) }
///
/// The runner passes keys and resizes to the form, its requests to the provider, and draws each change.
/// It restores the terminal however the form ends.
public struct TerminalFormRunner: Sendable {
  /// What is asked for choices, defaults and whether a choice is still offered.
  public var provider: any OptionsProvider

  /// The looks; without colours where the terminal has none or `NO_COLOR` asks for none, except for
  /// high contrast.
  public var theme = FormTheme.auto

  /// Whether the form takes the mouse; selecting text needs shift then.
  public var takesMouse = false

  /// Makes the preview beside the form; nil for none.
  public var preview: (any FormPreviewing)?

  /// What paths are completed from; nil where they are not completed.
  public var folders: (any FolderReading)?

  /// The variables that say what the terminal can show, such as `TERM`, `LANG` and `NO_COLOR`.
  public var environment: [String: String]

  /// What the keys do.
  package var keys = KeyTable.standard

  /// Makes a runner with the standard looks and keys.
  ///
  /// - Parameters:
  ///   - provider: Gives the choices and the defaults.
  ///   - environment: The variables of the terminal; nil for those of the process.
  public init(provider: any OptionsProvider, environment: [String: String]? = nil) {
    self.provider = provider
    self.environment = environment ?? ProcessInfo.processInfo.environment
  }

  /// Whether the form is drawn in ASCII only, which the setup of a form takes for its words.
  public var showsASCII: Bool { Glyphs(environment: environment).isASCII }

  /// The form after the person is done with it; its phase says whether it was submitted or cancelled.
  ///
  /// The form runs on a thread of its own, because it blocks while it waits for keys. Swift's task pool has
  /// one thread for each processor; on a machine with one processor a provider could never answer.
  ///
  /// - Throws: ``TerminalFormError`` when there is no terminal, or the program is asked to end.
  public func run(_ state: FormState) async throws(TerminalFormError) -> FormState {
    let result = await withCheckedContinuation { waiting in
      let thread = Thread { waiting.resume(returning: finished(state)) }
      thread.stackSize = 8 << 20
      thread.start()
    }
    return try result.get()
  }

  private var renderer: FormRenderer {
    let isColourless = ColorDepth(environment: environment) == .none
    return FormRenderer(
      theme: Theme(isColourless && theme != .highContrast ? .none : theme),
      glyphs: Glyphs(environment: environment), keys: keys)
  }

  private func finished(_ state: FormState) -> Result<FormState, TerminalFormError> {
    do throws(TerminalError) {
      var device = try TerminalDevice.open(modes: takesMouse ? [.standard, .mouse] : .standard)
      var session = FormSession(
        state: state, provider: provider, renderer: renderer,
        depth: ColorDepth(environment: environment),
        queries: TerminalQueries.bytes(term: environment["TERM"] ?? ""), preview: preview,
        folders: folders, waker: device.waker)
      let ending = try session.run(on: &device)
      device.restore()
      if case .interrupted(let signal) = ending { return .failure(.ended(signal: signal)) }
      return .success(session.state)
    } catch {
      return .failure(.unusable(reason: error.line))
    }
  }
}

/// Why a form on a terminal has no result.
public enum TerminalFormError: MessageError, Sendable, Hashable, CustomStringConvertible {
  /// There is no terminal, or it cannot be read or written; a sentence that says which.
  case unusable(reason: Message)
  /// The terminal went away, or a signal asked the program to end; its number.
  case ended(signal: Int32)

  /// What happened, as one sentence in English.
  public var description: String { line.text() }

  /// What happened, as one sentence.
  public var line: Message {
    switch self {
    case .unusable(let reason): reason
    case .ended(let signal): .formEndedBySignal(number: Int(signal))
    }
  }
}
