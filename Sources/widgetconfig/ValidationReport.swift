import Foundation
import IntentFormats
import IntentModel
import Synchronization
import TerminalForm

/// Prints what a check finds as it finds it, counts, and shows how far it is.
final class ValidationReport: Sendable {
  private struct State {
    var valid = 0
    var invalid = 0
    var shown: ContinuousClock.Instant
    var hasProgress = false
    var isStopped = false
  }

  private let writesCanonicalForm: Bool
  private let showsProgress: Bool
  private let state: Mutex<State>

  init(writesCanonicalForm: Bool, showsProgress: Bool) {
    self.writesCanonicalForm = writesCanonicalForm
    self.showsProgress = showsProgress && isatty(STDERR_FILENO) == 1
    state = Mutex(State(shown: .now))
  }

  var hasFindings: Bool { state.withLock { $0.invalid > 0 } }

  /// Writes results; false when nobody reads them any more.
  func take(_ results: IntentStream.Results) -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      state.valid += results.valid
      state.invalid += results.invalid
      if !results.errors.isEmpty || !results.canonical.isEmpty { clearProgress(&state) }
      state.isStopped = !write(results)
      showProgress(&state)
      return !state.isStopped
    }
  }

  /// Says how many there were; of an input that broke off, how far the check came.
  func finish(quiet: Bool, isWhole: Bool = true) {
    state.withLock { state in
      clearProgress(&state)
      if !quiet { Terminal.say((isWhole ? "" : "Stopped. ") + summary(state)) }
    }
  }

  /// Ends the program after what is being written.
  func interrupt() {
    state.withLock { state in
      clearProgress(&state)
      Terminal.say("Stopped. " + summary(state))
      Foundation.exit(ExitStatus.cancelled.rawValue)
    }
  }

  private func summary(_ state: State) -> String {
    let all = state.valid + state.invalid
    let word = all == 1 ? "intent" : "intents"
    if all == 0 { return "0 intents." }
    return state.invalid == 0
      ? "\(all) \(word), all valid." : "\(all) \(word), \(state.invalid) of them invalid."
  }

  private func write(_ results: IntentStream.Results) -> Bool {
    let lines = results.errors.flatMap(\.lines).map { visible($0) + "\n" }.joined()
    guard writesCanonicalForm else { return put(Array(lines.utf8), to: .standardOutput) }
    return put(results.canonical, to: .standardOutput)
      && put(Array(lines.utf8), to: .standardError)
  }

  private func put(_ bytes: [UInt8], to handle: FileHandle) -> Bool {
    bytes.isEmpty || (try? handle.write(contentsOf: Data(bytes))) != nil
  }

  private func showProgress(_ state: inout State) {
    guard showsProgress, ContinuousClock.now - state.shown > .milliseconds(250) else { return }
    state.shown = .now
    state.hasProgress = true
    Terminal.ask("\r\(state.valid + state.invalid) intents, \(state.invalid) invalid … ^C stops")
  }

  private func clearProgress(_ state: inout State) {
    guard state.hasProgress else { return }
    state.hasProgress = false
    Terminal.ask("\r\u{1B}[K")
  }
}
