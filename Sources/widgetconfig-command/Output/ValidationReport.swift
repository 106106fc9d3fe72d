import DefinitionFormats
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import Messages
import Synchronization
import TerminalForm

/// Prints findings as soon as they are found, counts intents, and shows progress.
final class ValidationReport: Sendable {
  private struct State {
    var valid = 0
    var invalid = 0
  }

  private let writesCanonicalForm: Bool
  private let isQuiet: Bool
  private let progress: ProgressLine
  private let words: FormWords
  private let format: FindingFormat
  private let state: Mutex<State>
  /// Locked during writing, which can block until the reader reads.
  private let writing = Mutex(())

  init(writesCanonicalForm: Bool, isQuiet: Bool, words: FormWords, format: FindingFormat) {
    self.isQuiet = isQuiet
    self.words = words
    self.format = format
    self.writesCanonicalForm = writesCanonicalForm
    progress = ProgressLine(isShown: !isQuiet, words: words)
    state = Mutex(State())
  }

  var hasFindings: Bool { state.withLock { $0.invalid > 0 } }

  /// Prints results, and then counts them.
  func take(_ results: IntentStream.Results) {
    writing.withLock { _ in
      if !results.errors.isEmpty || !results.canonical.isEmpty || !results.remarks.isEmpty {
        progress.clear()
      }
      write(results)
      state.withLock { state in
        state.valid += results.valid
        state.invalid += results.invalid
      }
      showProgress()
    }
  }

  /// Prints the totals or, if the input was interrupted, the totals so far.
  func finish(isWhole: Bool = true) {
    writing.withLock { _ in
      progress.clear()
      if !isQuiet { Terminal.say(isWhole ? words(summary) : words.line(.stopped, summary)) }
    }
  }

  /// Prints the totals so far and ends the program once the current write has finished.
  ///
  /// This does not wait for a reader that has stalled.
  func interrupt(by signal: Int32) {
    for _ in 0..<50 {
      if writing.withLockIfAvailable({ _ in stop(by: signal) }) != nil { return }
      usleep(10_000)
    }
    stop(by: signal)
  }

  private func stop(by signal: Int32) {
    let lead = progress.isThere ? TerminalErasure.line : ""
    Terminal.sayIfHeard(words.line(.stopped, summary), after: lead)
    // Exits with the status that a shell reports for a process that a signal ended.
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
    var lines = results.errors.flatMap { self.lines($0, .error) }
    let remarks = results.remarks.flatMap { self.lines($0.error, $0.severity) }
    if writesCanonicalForm || format == .text {
      if !isQuiet, !remarks.isEmpty { Terminal.say(remarks) }
    } else {
      lines += remarks
    }
    guard !lines.isEmpty else { return }
    if writesCanonicalForm {
      Terminal.say(lines)
    } else if format == .json {
      Terminal.writeJSON(lines.map { $0 + "\n" }.joined())
    } else if format == .github {
      Terminal.writeAnnotations(lines)
    } else {
      Terminal.writeSentences(lines)
    }
  }

  private func lines(_ error: FormatError, _ severity: IntentIssue.Severity) -> [String] {
    let finding = CheckFinding(error, severity: severity)
    return switch format {
    case .text: error.lines.map { words($0) }
    case .json: [finding.jsonLine(in: words.language)]
    case .github: [finding.annotation(in: words.language)]
    }
  }

  private func showProgress() {
    let (valid, invalid) = state.withLock { ($0.valid, $0.invalid) }
    progress.show("\(valid + invalid, "intent", "intents"), \(invalid) invalid … ^C stops")
  }
}

/// A line on a terminal that shows the progress of long work, and is updated while the work
/// continues.
final class ProgressLine: Sendable {
  private struct State {
    var shown = ContinuousClock.now
    var isThere = false
  }

  private let isShown: Bool
  private let words: FormWords
  private let state = Mutex(State())

  /// - Parameter isShown: Whether to show the line if standard error is a terminal.
  init(isShown: Bool, words: FormWords) {
    self.isShown = isShown && isatty(STDERR_FILENO) == 1
    self.words = words
  }

  /// Whether the line is currently on screen.
  var isThere: Bool { state.withLock { $0.isThere } }

  /// Shows the progress of the work, but not too often.
  func show(_ message: @autoclosure () -> Message) {
    guard isShown else { return }
    let isDue = state.withLock { state in
      guard ContinuousClock.now - state.shown > .milliseconds(250) else { return false }
      (state.shown, state.isThere) = (.now, true)
      return true
    }
    if isDue { Terminal.ask(TerminalErasure.line + words(message())) }
  }

  /// Removes the line, so that another line can be printed.
  func clear() {
    let wasThere = state.withLock { state in
      defer { state.isThere = false }
      return state.isThere
    }
    if wasThere { Terminal.ask(TerminalErasure.line) }
  }
}
