package import FormEngine
public import IntentModel
import Synchronization

/// Makes the preview of a form anew whenever the intent changes, away from the form.
///
/// A timeline is requested once the intent has not changed for a moment. The request is cancelled
/// when the draft changes or cannot be previewed, or when the preview is no longer shown.
package struct PreviewTask: ~Copyable {
  /// The preview as far as it has come.
  package private(set) var preview = FormPreview()

  /// How long an intent stays the same before its timeline is asked for.
  static let pause = Duration.milliseconds(250)

  /// How long the entries of the intent before stay while those of a new one are awaited.
  private static let patience = Duration.milliseconds(150)

  private let previewing: any FormPreviewing
  private let wake: @Sendable () -> Void
  private let mailbox = PreviewMailbox()
  private var task: Task<Void, Never>?
  private var asked: Intent?
  private var number = 0
  private var isAwaited = false

  package init(previewing: any FormPreviewing, wake: @escaping @Sendable () -> Void) {
    self.previewing = previewing
    self.wake = wake
  }

  deinit { task?.cancel() }

  /// Takes what has come since the last call.
  package mutating func takeAnswers() {
    for answer in mailbox.empty() where answer.number == number {
      answer.change(&preview)
      if answer.isLast { isAwaited = false }
    }
  }

  /// Asks again where the form would now give something else; a form that would give nothing keeps
  /// the intent it gave last, with what stands against a new one.
  package mutating func ask(for state: FormState) {
    let problems = state.issues.map(state.words.sentence)
    if problems != preview.problems {
      preview.problems = problems
      wake()
    }
    guard problems.isEmpty,
      case .success(let intent) = state.schema.resolve(state.draft, family: state.family)
    else { return giveUp() }
    guard intent != asked else { return }
    ask(intent)
  }

  /// Gives up what is awaited; it is asked for again when it is wanted.
  package mutating func giveUp() {
    guard isAwaited else { return }
    task?.cancel()
    (task, asked, isAwaited) = (nil, nil, false)
    number += 1
  }

  private mutating func ask(_ intent: Intent) {
    let pause = number == 0 ? Duration.zero : Self.pause
    asked = intent
    number += 1
    isAwaited = true
    task?.cancel()
    let question = Question(
      number: number, intent: intent, previewing: previewing, mailbox: mailbox, wake: wake)
    task = Task.detached { await question.ask(after: pause) }
  }

  /// A question for the preview of one intent.
  private struct Question: Sendable {
    let number: Int
    let intent: Intent
    let previewing: any FormPreviewing
    let mailbox: PreviewMailbox
    let wake: @Sendable () -> Void

    func ask(after pause: Duration) async {
      let lines = previewing.lines(of: intent)
      answer { $0.intent = lines }
      if pause > .zero {
        do { try await Task.sleep(for: pause) } catch { return }
      }
      let waiting = Task {
        try await Task.sleep(for: PreviewTask.patience)
        answer { ($0.entries, $0.failure) = (nil, nil) }
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
      answer(isLast: true) { preview in
        switch result {
        case .success(let entries): (preview.entries, preview.failure) = (entries, nil)
        case .failure(let failure): (preview.entries, preview.failure) = ([], failure.text)
        }
      }
    }

    private func answer(isLast: Bool = false, _ change: @escaping PreviewMailbox.Change) {
      mailbox.post(PreviewMailbox.Answer(number: number, isLast: isLast, change: change))
      wake()
    }
  }
}

/// Changes of a preview on their way to the form.
private final class PreviewMailbox: Sendable {
  typealias Change = @Sendable (inout FormPreview) -> Void

  /// A change, with the number of the question.
  struct Answer: Sendable {
    var number: Int
    var isLast: Bool
    var change: Change
  }

  private let answers = Mutex<[Answer]>([])

  func post(_ answer: Answer) {
    answers.withLock { $0.append(answer) }
  }

  func empty() -> [Answer] {
    answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }
}

/// What a form would give as it stands, in lines to be drawn.
public struct FormPreview: Hashable, Sendable {
  /// The intent as JSON; empty until it is made.
  public var intent: [String]
  /// The next entries of the timeline; nil while they are awaited.
  public var entries: [String]?
  /// Why there are no entries; nil when nothing has failed.
  public var failure: String?
  /// The issues that prevent saving; the intent is then the last complete one, without entries.
  public var problems: [String]

  /// Makes a preview; by default an empty one whose entries are awaited.
  public init(
    intent: [String] = [], entries: [String]? = nil, failure: String? = nil, problems: [String] = []
  ) {
    self.intent = intent
    self.entries = entries
    self.failure = failure
    self.problems = problems
  }
}

/// Makes the lines of a preview; both are called away from the form, which never waits for them.
public protocol FormPreviewing: Sendable {
  /// The intent as text.
  func lines(of intent: Intent) -> [String]

  /// The next entries of the timeline of the intent, never those of a sample.
  ///
  /// - Throws: Why there are none.
  func entries(of intent: Intent) async throws(PreviewFailure) -> [String]
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
