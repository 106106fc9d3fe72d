import Foundation
import DefinitionFormats
import IntentDocuments
import Synchronization

/// Prints what a check finds as it finds it, counts, and shows how far it is.
final class ValidationReport: Sendable {
  private struct State {
    var valid = 0
    var invalid = 0
    var shown: ContinuousClock.Instant
    var hasProgress = false
  }

  private let writesCanonicalForm: Bool
  private let showsProgress: Bool
  private let state: Mutex<State>
  /// Held while something is written, which lasts as long as the reader likes.
  private let writing = Mutex(())

  init(writesCanonicalForm: Bool, showsProgress: Bool) {
    self.writesCanonicalForm = writesCanonicalForm
    self.showsProgress = showsProgress && isatty(STDERR_FILENO) == 1
    state = Mutex(State(shown: .now))
  }

  var hasFindings: Bool { state.withLock { $0.invalid > 0 } }

  /// Writes results, and counts them once they are written.
  func take(_ results: IntentStream.Results) {
    writing.withLock { _ in
      if !results.errors.isEmpty || !results.canonical.isEmpty { clearProgress() }
      write(results)
      state.withLock { state in
        state.valid += results.valid
        state.invalid += results.invalid
      }
      showProgress()
    }
  }

  /// Says how many there were; of an input that broke off, how far the check came.
  func finish(quiet: Bool, isWhole: Bool = true) {
    writing.withLock { _ in
      clearProgress()
      if !quiet { Terminal.say((isWhole ? "" : "Stopped. ") + summary) }
    }
  }

  /// Says how far the check came and ends the program, after what is being written.
  ///
  /// A reader that has stalled is not waited for.
  func interrupt(by signal: Int32) {
    for _ in 0..<50 {
      if writing.withLockIfAvailable({ _ in stop(by: signal) }) != nil { return }
      usleep(10_000)
    }
    stop(by: signal)
  }

  private func stop(by signal: Int32) {
    let lead = state.withLock { $0.hasProgress } ? "\r\u{1B}[K" : ""
    Terminal.sayIfHeard("Stopped. " + summary, after: lead)
    // As a shell gives the end by the signal.
    exit(128 + signal)
  }

  private var summary: String {
    let (valid, invalid) = state.withLock { ($0.valid, $0.invalid) }
    let all = valid + invalid
    let word = all == 1 ? "intent" : "intents"
    if all == 0 { return "0 intents." }
    return invalid == 0
      ? "\(all) \(word), all valid." : "\(all) \(word), \(invalid) of them invalid."
  }

  private func write(_ results: IntentStream.Results) {
    if writesCanonicalForm { Terminal.writeJSON(utf8: results.canonical) }
    guard !results.errors.isEmpty else { return }
    let lines = results.errors.flatMap(\.lines).joined(separator: "\n")
    if writesCanonicalForm { Terminal.say(lines) } else { Terminal.writeLine(lines) }
  }

  private func showProgress() {
    guard showsProgress else { return }
    let text: String? = state.withLock { state in
      guard ContinuousClock.now - state.shown > .milliseconds(250) else { return nil }
      state.shown = .now
      state.hasProgress = true
      return "\r\(state.valid + state.invalid) intents, \(state.invalid) invalid … ^C stops"
    }
    if let text { Terminal.ask(text) }
  }

  private func clearProgress() {
    let wasShown = state.withLock { state in
      defer { state.hasProgress = false }
      return state.hasProgress
    }
    if wasShown { Terminal.ask("\r\u{1B}[K") }
  }
}
