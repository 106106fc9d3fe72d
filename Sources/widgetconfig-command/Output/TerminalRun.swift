import FormEngine
import Messages
import Synchronization
import TerminalForm

extension TerminalFormRunner {
  /// Runs a form until the user submits or cancels it, and returns its final state.
  ///
  /// - Throws: `CommandFailure` if a signal asks the program to end, or if there is no terminal.
  func finished(_ state: FormState) async throws -> FormState {
    var runner = self
    // When the form is left, its changes are passed to `left`, which keeps them.
    let keepsChanges = Atomic(state.setup.changesAtStake > 0)
    let left = left
    runner.left = { state in
      left?(state)
      if left != nil, state.unsaved != nil { keepsChanges.store(true, ordering: .relaxed) }
    }
    do {
      return try await runner.run(state)
    } catch {
      switch error {
      case .noTerminal, .unusable:
        throw CommandFailure(.findings, "\(error.line) Use --plain, or --answers and --set.")
      case .ended(let signal):
        throw CommandFailure(
          .cancelled,
          keepsChanges.load(ordering: .relaxed)
            ? """
            Ended by signal \("\(signal)"). Nothing is saved, but your changes are kept: the next form \
            of this widget offers them.
            """
            : "Ended by signal \("\(signal)"). Nothing is saved.")
      }
    }
  }
}
