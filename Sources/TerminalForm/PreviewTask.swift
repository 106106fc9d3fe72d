import FormEngine
package import IntentModel
import Synchronization

/// Makes the preview of a form anew whenever the intent changes, away from the form.
struct PreviewTask: ~Copyable {
  /// The preview as far as it has come.
  private(set) var preview = FormPreview()

  private let previewing: any FormPreviewing
  private let wake: @Sendable () -> Void
  private let mailbox = PreviewMailbox()
  private var task: Task<Void, Never>?
  private var asked: Intent?
  private var number = 0

  init(previewing: any FormPreviewing, wake: @escaping @Sendable () -> Void) {
    self.previewing = previewing
    self.wake = wake
  }

  deinit { task?.cancel() }

  /// Takes what has come since the last call.
  mutating func takeAnswers() {
    for (number, change) in mailbox.empty() where number == self.number { change(&preview) }
  }

  /// Asks again where the form would now give something else; a form that would give nothing keeps
  /// the last preview, with what stands against it.
  mutating func ask(for state: FormState) {
    let problems = state.issues.map(state.words.sentence)
    if problems != preview.problems {
      preview.problems = problems
      wake()
    }
    guard problems.isEmpty,
      case .success(let intent) = state.schema.resolve(state.draft, family: state.family),
      intent != asked
    else { return }
    ask(intent)
  }

  private mutating func ask(_ intent: Intent) {
    asked = intent
    number += 1
    task?.cancel()
    let (previewing, mailbox, wake, number) = (previewing, mailbox, wake, number)
    task = Task.detached {
      let lines = previewing.lines(of: intent)
      mailbox.post(number) { $0.intent = lines }
      wake()
      let entries = await previewing.entries(of: intent)
      guard !Task.isCancelled else { return }
      mailbox.post(number) { $0.entries = entries }
      wake()
    }
  }
}

/// Changes of a preview on their way to the form, each with the number of the question.
private final class PreviewMailbox: Sendable {
  typealias Change = @Sendable (inout FormPreview) -> Void
  private let changes = Mutex<[(Int, Change)]>([])

  func post(_ number: Int, _ change: @escaping Change) {
    changes.withLock { $0.append((number, change)) }
  }

  func empty() -> [(Int, Change)] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }
}

/// What a form would give as it stands, in lines to be drawn.
package struct FormPreview: Hashable, Sendable {
  /// The intent as JSON; empty until it is made.
  package var intent: [String]
  /// The next entries of the timeline; nil while they are awaited.
  package var entries: [String]?
  /// What stands against saving; the rest is then that of the last complete intent.
  package var problems: [String]

  package init(intent: [String] = [], entries: [String]? = nil, problems: [String] = []) {
    self.intent = intent
    self.entries = entries
    self.problems = problems
  }
}

/// Makes the lines of a preview; both are called away from the form, which never waits for them.
package protocol FormPreviewing: Sendable {
  /// The intent as text.
  func lines(of intent: Intent) -> [String]

  /// The next entries of the timeline, or why there are none.
  func entries(of intent: Intent) async -> [String]
}
