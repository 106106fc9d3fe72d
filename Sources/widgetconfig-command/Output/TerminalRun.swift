import FormEngine
import Messages
import TerminalForm

extension TerminalFormRunner {
  /// Runs a form until the user submits or cancels it, and returns its final state.
  ///
  /// - Throws: `CommandFailure` if a signal asks the program to end, or there is no terminal.
  func finished(_ state: FormState) async throws -> FormState {
    do {
      return try await run(state)
    } catch {
      switch error {
      case .noTerminal, .unusable:
        throw CommandFailure(.findings, "\(error.line) Use --plain, or --answers and --set.")
      case .ended(let signal):
        throw CommandFailure(.cancelled, "Ended by signal \("\(signal)"). Nothing is saved.")
      }
    }
  }
}
