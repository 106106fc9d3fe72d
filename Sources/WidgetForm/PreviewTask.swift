package import FormEngine
public import Foundation
public import IntentModel
import Synchronization

/// Updates the preview of a form whenever the intent changes, without blocking the form.
///
/// A timeline is requested once the intent has stayed unchanged for a moment. The request is
/// cancelled when the draft changes or cannot be previewed, or when the preview is no longer shown.
package struct PreviewTask: ~Copyable {
  /// The current preview, which can still be incomplete.
  package private(set) var preview = FormPreview()

  /// How long an intent must stay unchanged before its timeline is requested.
  static let pause = Duration.milliseconds(250)

  /// How long the previous preview stays before a form shows that a response is pending.
  package static let pendingDelay = Duration.milliseconds(150)

  /// The longest interval between two checks of the clock, in seconds.
  private static let maximumPause = 60.0

  private let previewing: any FormPreviewing
  private let wake: @Sendable () -> Void
  private let mailbox = PreviewMailbox()
  private var task: Task<Void, Never>?
  private var asked: Intent?
  private var number = 0

  package init(previewing: any FormPreviewing, wake: @escaping @Sendable () -> Void) {
    self.previewing = previewing
    self.wake = wake
  }

  deinit { task?.cancel() }

  /// Applies the updates that have arrived since the last call.
  package mutating func takeUpdates() {
    for update in mailbox.empty() where update.number == number { update.change(&preview) }
  }

  /// Requests a new preview if the intent of the form has changed.
  ///
  /// While the form has issues, the preview lists them and keeps the last complete intent.
  package mutating func ask(for state: FormState) {
    let problems = state.issues.map(state.words.sentence)
    if problems != preview.problems {
      preview.problems = problems
      wake()
    }
    guard problems.isEmpty,
      case .success(let intent) = state.schema.resolve(state.evaluation)
    else { return giveUp() }
    guard intent != asked else { return }
    ask(intent)
  }

  /// Cancels the request and stops the clock of the preview; the next ``ask(for:)`` repeats it.
  package mutating func giveUp() {
    guard let task else { return }
    task.cancel()
    (self.task, asked) = (nil, nil)
    number += 1
  }

  private mutating func ask(_ intent: Intent) {
    let pause = number == 0 ? Duration.zero : Self.pause
    asked = intent
    number += 1
    task?.cancel()
    let question = Question(
      number: number, intent: intent, previewing: previewing, mailbox: mailbox, wake: wake)
    task = Task.detached { await question.ask(after: pause) }
  }

  /// A request for the preview of one intent.
  private struct Question: Sendable {
    let number: Int
    let intent: Intent
    let previewing: any FormPreviewing
    let mailbox: PreviewMailbox
    let wake: @Sendable () -> Void

    func ask(after pause: Duration) async {
      let lines = previewing.lines(of: intent)
      update { $0.intent = lines }
      if pause > .zero {
        do { try await Task.sleep(for: pause) } catch { return }
      }
      await updateEntries()
      while !Task.isCancelled, let next = await previewing.nextChange(of: intent) {
        // Clocks can be changed and machines can sleep, so this checks the clock again after a
        // while.
        let pause = min(max(0.05, next.timeIntervalSinceNow), PreviewTask.maximumPause)
        do { try await Task.sleep(for: .seconds(pause)) } catch { return }
        if next.timeIntervalSinceNow <= 0 { await updateEntries() }
      }
    }

    private func updateEntries() async {
      let waiting = Task {
        try await Task.sleep(for: PreviewTask.pendingDelay)
        update { ($0.entries, $0.failure) = (nil, nil) }
      }
      let result: Result<[String], PreviewFailure>
      do throws(PreviewFailure) {
        result = .success(try await previewing.entries(of: intent))
      } catch {
        result = .failure(error)
      }
      waiting.cancel()
      _ = await waiting.result
      guard !Task.isCancelled else { return }
      update { preview in
        switch result {
        case .success(let entries): (preview.entries, preview.failure) = (entries, nil)
        case .failure(let failure): (preview.entries, preview.failure) = ([], failure.text)
        }
      }
    }

    private func update(_ change: @escaping PreviewMailbox.Change) {
      mailbox.post(PreviewMailbox.Update(number: number, change: change))
      wake()
    }
  }
}

/// Delivers changes of a preview to the form.
private final class PreviewMailbox: Sendable {
  typealias Change = @Sendable (inout FormPreview) -> Void

  /// A change, with the number of its request.
  struct Update: Sendable {
    var number: Int
    var change: Change
  }

  private let updates = Mutex<[Update]>([])

  func post(_ update: Update) {
    updates.withLock { $0.append(update) }
  }

  func empty() -> [Update] {
    updates.withLock { updates in
      defer { updates = [] }
      return updates
    }
  }
}

/// The preview of a form, as lines to be drawn.
public struct FormPreview: Hashable, Sendable {
  /// The intent as JSON; empty until it is available.
  public var intent: [String]
  /// The next entries of the timeline; nil while they are loading.
  public var entries: [String]?
  /// Why there are no entries; nil if nothing has failed.
  public var failure: String?
  /// The issues that prevent saving, which are shown in place of the entries; the intent is then
  /// the last complete one.
  public var problems: [String]

  /// Makes a preview; by default it is empty, and its entries are loading.
  public init(
    intent: [String] = [], entries: [String]? = nil, failure: String? = nil, problems: [String] = []
  ) {
    self.intent = intent
    self.entries = entries
    self.failure = failure
    self.problems = problems
  }
}

/// Makes the lines of a preview; the methods are called outside the form, which never waits for
/// them.
public protocol FormPreviewing: Sendable {
  /// The intent as text.
  func lines(of intent: Intent) -> [String]

  /// The next entries of the intent's timeline; sample entries are never included.
  ///
  /// - Throws: Why there are no entries.
  func entries(of intent: Intent) async throws(PreviewFailure) -> [String]

  /// The time at which the entries change even if the intent stays the same; nil for never.
  func nextChange(of intent: Intent) async -> Date?
}

extension FormPreviewing {
  /// Returns nil: by default, the entries change only with the intent.
  public func nextChange(of intent: Intent) async -> Date? { nil }
}

/// Why there are no entries to preview.
public struct PreviewFailure: Error, Hashable {
  /// A sentence for the person.
  public var text: String

  /// Makes a failure.
  public init(text: String) {
    self.text = text
  }
}
