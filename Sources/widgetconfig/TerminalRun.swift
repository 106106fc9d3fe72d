import FormEngine
import Messages
import TerminalForm

extension TerminalFormRunner {
  /// The form after the person is done with it.
  ///
  /// - Throws: `CommandFailure` when the program is asked to end, or there is no terminal.
  func finished(_ state: FormState) async throws -> FormState {
    do {
      return try await run(state)
    } catch {
      switch error {
      case .unusable(let reason):
        throw CommandFailure(.findings, .usePlainInstead(problem: reason))
      case .ended(let signal):
        throw CommandFailure(.cancelled, .endedBySignal(signal: "\(signal)"))
      }
    }
  }
}
