import DefinitionFormats
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import Messages
import Synchronization

/// Prints findings as they are found, counts intents, and shows progress.
final class ValidationReport: Sendable {
  private struct State {
    var valid = 0
    var invalid = 0
    var shown: ContinuousClock.Instant
    var hasProgress = false
  }

  private let writesCanonicalForm: Bool
  private let showsProgress: Bool
  private let words: FormWords
  private let format: FindingFormat
  private let state: Mutex<State>
  /// Held while writing, which can block for as long as the reader does not read.
  private let writing = Mutex(())

  init(
    writesCanonicalForm: Bool, showsProgress: Bool, words: FormWords,
    format: FindingFormat = .text
  ) {
    self.words = words
    self.format = format
    self.writesCanonicalForm = writesCanonicalForm
    self.showsProgress = showsProgress && isatty(STDERR_FILENO) == 1
    state = Mutex(State(shown: .now))
  }

  var hasFindings: Bool { state.withLock { $0.invalid > 0 } }

  /// Writes results and then counts them.
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

  /// Prints the totals; for an interrupted input, the totals so far.
  func finish(quiet: Bool, isWhole: Bool = true) {
    writing.withLock { _ in
      clearProgress()
      if !quiet { Terminal.say(isWhole ? words(summary) : words.line(.stopped, summary)) }
    }
  }

  /// Prints the totals so far and ends the program, after the current write.
  ///
  /// It does not wait for a stalled reader.
  func interrupt(by signal: Int32) {
    for _ in 0..<50 {
      if writing.withLockIfAvailable({ _ in stop(by: signal) }) != nil { return }
      usleep(10_000)
    }
    stop(by: signal)
  }

  private func stop(by signal: Int32) {
    let lead = state.withLock { $0.hasProgress } ? "\r\u{1B}[K" : ""
    Terminal.sayIfHeard(words.line(.stopped, summary), after: lead)
    // Exit as a shell reports a process that a signal ended.
    exit(128 + signal)
  }

  private var summary: Message {
    let (valid, invalid) = state.withLock { ($0.valid, $0.invalid) }
    let all = valid + invalid
    if all == 0 { return "0 intents." }
    return invalid == 0
      ? "\(all, "intent, valid", "intents, all valid")."
      : "\(all, "intent", "intents"), \(invalid) of them invalid."
  }

  private func write(_ results: IntentStream.Results) {
    if writesCanonicalForm { Terminal.writeJSON(utf8: results.canonical) }
    guard !results.errors.isEmpty else { return }
    let lines = results.errors.flatMap(lines)
    if writesCanonicalForm {
      Terminal.say(lines)
    } else if format == .json {
      Terminal.writeJSON(lines.map { $0 + "\n" }.joined())
    } else if format == .github {
      Terminal.writeAnnotations(lines)
    } else {
      Terminal.writeLines(lines)
    }
  }

  private func lines(_ error: FormatError) -> [String] {
    let finding = CheckFinding(error, severity: .error)
    return switch format {
    case .text: error.lines.map { words($0) }
    case .json: [finding.jsonLine(in: words.language)]
    case .github: [finding.annotation(in: words.language)]
    }
  }

  private func showProgress() {
    guard showsProgress else { return }
    let text: String? = state.withLock { state in
      guard ContinuousClock.now - state.shown > .milliseconds(250) else { return nil }
      state.shown = .now
      state.hasProgress = true
      let count = state.valid + state.invalid
      return "\r" + words("\(count, "intent", "intents"), \(state.invalid) invalid … ^C stops")
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
