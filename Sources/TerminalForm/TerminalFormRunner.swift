public import FormEngine
import Foundation
public import IntentOptions
public import Messages
public import WidgetForm

/// Runs forms on the terminal of the process.
///
///     var runner = TerminalFormRunner(provider: widget.router)
///     runner.takesMouse = true
///     let finished = try await runner.run(FormState(runner.setup(of: widget), draft: draft))
///     if case .submitted(let intent) = finished.phase { print(intent, finished.draft) }
///
/// The runner passes keys and resizes to the form, passes the form's requests to the provider, and
/// draws each change. It restores the terminal, however the form ends.
public struct TerminalFormRunner: Sendable {
  /// The provider of choices and defaults, which also reports whether a choice is still offered.
  public var provider: any OptionsProvider

  /// The theme of the form.
  ///
  /// On a terminal without colours, or with `NO_COLOR`, ``Theme/monochrome`` replaces the standard,
  /// dark and light themes, which distinguish texts only by colour. Any other theme is kept.
  public var theme = Theme.standard

  /// Whether the form handles the mouse; selecting text then requires Shift.
  public var takesMouse = false

  /// Computes the preview next to the form; nil for no preview.
  public var preview: (any FormPreviewing)?

  /// Lists folders for completing paths; nil for no completion.
  public var folders: (any FolderReading)?

  /// Receives the last state of a form that was not submitted, even if the terminal was closed.
  public var left: (@Sendable (FormState) -> Void)?

  /// Receives the state of a form at most a few seconds after something was typed, so the state can
  /// be kept in case the program is killed; the function is called between two keys, and should not
  /// take long.
  public var meanwhile: (@Sendable (FormState) -> Void)?

  /// The environment variables that describe the terminal, such as `TERM`, `LANG` and `NO_COLOR`.
  public var environment: [String: String]

  /// The meanings of the keys.
  public var keys = KeyTable.standard

  /// Makes a runner with the standard theme and keys.
  ///
  /// - Parameters:
  ///   - provider: The provider of the choices and the defaults.
  ///   - environment: The environment variables; nil for those of the process.
  public init(provider: any OptionsProvider, environment: [String: String]? = nil) {
    self.provider = provider
    self.environment = environment ?? ProcessInfo.processInfo.environment
  }

  /// Whether the form is drawn in ASCII only; pass this to the form's setup for the form's own
  /// texts.
  public var showsASCII: Bool { Glyphs(environment: environment).isASCII }

  /// Runs a form until the user submits or cancels it, and returns its final state.
  ///
  /// The phase of the state tells whether the form was submitted or cancelled.
  ///
  /// The form runs on its own thread because it blocks while it waits for keys. Swift's task pool
  /// has one thread per processor, so on a machine with one processor a provider could otherwise
  /// never respond.
  ///
  /// - Throws: ``TerminalFormError`` if there is no terminal, or if a signal asks the program to
  ///   end.
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
      theme: isColourless ? theme.withoutColors : theme,
      glyphs: Glyphs(environment: environment),
      keys: preview == nil ? keys.without(.togglePreview) : keys)
  }

  private func finished(_ state: FormState) -> Result<FormState, TerminalFormError> {
    do throws(TerminalError) {
      var device = try TerminalDevice.open(modes: takesMouse ? [.standard, .mouse] : .standard)
      var session = FormSession(
        state: state, provider: provider, renderer: renderer,
        depth: ColorDepth(environment: environment),
        queries: TerminalQueries.bytes(term: environment[TerminalVariable.term] ?? ""),
        preview: preview, folders: folders, meanwhile: meanwhile, waker: device.waker)
      let ending: SessionEnding
      do {
        ending = try session.run(on: &device)
      } catch {
        left?(session.state)
        throw error
      }
      // When a terminal closes, a signal follows and ends the program once the terminal is
      // restored.
      if ending != .submitted { left?(session.state) }
      device.restore()
      if case .interrupted(let signal) = ending { return .failure(.ended(signal: signal)) }
      return .success(session.state)
    } catch {
      return .failure(
        error.code == .noTerminal ? .noTerminal : .unusable(reason: error.line))
    }
  }
}

/// Why a form on a terminal has no result.
public enum TerminalFormError: MessageError, Sendable, Hashable, CustomStringConvertible {
  /// There is no terminal: the program runs in a pipe, a job or a container.
  case noTerminal
  /// The terminal cannot be read or written, or is in use; `reason` is a sentence that explains it.
  case unusable(reason: Message)
  /// The terminal was closed or a signal asked the program to end; `signal` is its number.
  case ended(signal: Int32)

  /// The event, as one sentence in English.
  public var description: String { line.text() }

  /// The event, as one sentence.
  public var line: Message {
    switch self {
    case .noTerminal: .noTerminal
    case .unusable(let reason): reason
    case .ended(let signal): "Signal \(Int(signal)) ended the form."
    }
  }
}
