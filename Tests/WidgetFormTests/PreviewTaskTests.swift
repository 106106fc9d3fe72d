import FormEngine
import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import WidgetForm

/// A preview that holds back the entries for one heading until they are released.
private actor HeldPreviews: FormPreviewing {
  private let held: String
  private let failing: String
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false
  private(set) var asked: [String] = []
  private var answered = 0
  private(set) var wasCancelled = false
  /// The number of times that the entries will still change by themselves.
  private var changes: Int

  init(holding held: String = "", failing: String = "", changes: Int = 0) {
    self.held = held
    self.failing = failing
    self.changes = changes
  }

  func nextChange(of intent: Intent) -> Date? {
    guard changes > 0 else { return nil }
    changes -= 1
    return Date()
  }

  nonisolated func lines(of intent: Intent) -> [String] { ["heading \(Self.heading(intent))"] }

  func entries(of intent: Intent) async throws(PreviewFailure) -> [String] {
    let heading = Self.heading(intent)
    asked.append(heading)
    if heading == held, !isOpen { await withCheckedContinuation { waiting.append($0) } }
    wasCancelled = wasCancelled || Task.isCancelled
    answered += 1
    if heading == failing { throw PreviewFailure(text: "\(heading) cannot be shown") }
    return ["entry \(heading)"]
  }

  nonisolated func waitForQuestion() async throws {
    try await eventually("a question") { await !asked.isEmpty }
  }

  nonisolated func waitForAnswer() async throws {
    try await eventually("an answer") { await answered > 0 }
  }

  func letGo() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private static func heading(_ intent: Intent) -> String {
    if case .string(let text)? = intent["text"] { text } else { "none" }
  }
}

/// The preview is made concurrently, and shows the last complete intent.
@Suite("The preview is made in parallel with the form", .timeLimit(.minutes(60)))
struct PreviewTaskTests {
  private typealias Wakes = (
    stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation
  )

  private static func state(_ script: String = "") throws -> FormState {
    var state = EditorForm.state()
    try FormScript(script).events.forEach { _ = state.handle($0) }
    return state
  }

  private func wait(_ count: Int, _ wakes: Wakes) async {
    var iterator = wakes.stream.makeAsyncIterator()
    for _ in 0..<count { await iterator.next() }
  }

  /// Handles responses until the preview with the given heading has entries or a failure.
  private func settle(_ task: inout PreviewTask, on heading: String) async {
    while task.preview.intent != ["heading \(heading)"]
      || task.preview.entries != ["entry \(heading)"] && task.preview.failure == nil
    {
      task.takeUpdates()
      await Task.yield()
    }
  }

  @Test func linesAndEntriesComeOneAfterTheOther() async throws {
    let wakes: Wakes = AsyncStream.makeStream()
    var task = PreviewTask(previewing: HeldPreviews()) { wakes.continuation.yield() }
    #expect(task.preview == FormPreview())
    task.ask(for: try Self.state("set text 'one'"))
    #expect(task.preview == FormPreview())
    await wait(2, wakes)
    await settle(&task, on: "one")
    #expect(task.preview == FormPreview(intent: ["heading one"], entries: ["entry one"]))
  }

  @Test func theSameIntentIsAskedForOnce() async throws {
    let wakes: Wakes = AsyncStream.makeStream()
    var task = PreviewTask(previewing: HeldPreviews()) { wakes.continuation.yield() }
    for script in ["", "focus text", "set text 'x', undo", "help"] {
      task.ask(for: try Self.state(script))
    }
    task.ask(for: try Self.state("set text 'new'"))
    // The newer of the two intents causes two wake-ups, and the older one at least one, so the test
    // waits for three.
    await wait(3, wakes)
    while task.preview.entries != ["entry new"] {
      task.takeUpdates()
      await Task.yield()
    }
    #expect(task.preview.intent == ["heading new"])
  }

  @Test func theAnswerToAnEarlierQuestionIsNotTaken() async throws {
    let wakes: Wakes = AsyncStream.makeStream()
    let previews = HeldPreviews(holding: "slow")
    var task = PreviewTask(previewing: previews) { wakes.continuation.yield() }
    task.ask(for: try Self.state("set text 'slow'"))
    await wait(1, wakes)
    task.takeUpdates()
    #expect(task.preview == FormPreview(intent: ["heading slow"], entries: nil))
    task.ask(for: try Self.state("set text 'fast'"))
    await wait(2, wakes)
    await previews.letGo()
    await settle(&task, on: "fast")
    for _ in 0..<200 {
      await Task.yield()
      task.takeUpdates()
    }
    #expect(task.preview == FormPreview(intent: ["heading fast"], entries: ["entry fast"]))
  }

  /// The failure of a timeline is shown as a failure, and not as an entry.
  @Test func aFailureIsSaid() async throws {
    let wakes: Wakes = AsyncStream.makeStream()
    var task = PreviewTask(previewing: HeldPreviews(failing: "bad")) { wakes.continuation.yield() }
    task.ask(for: try Self.state("set text 'bad'"))
    await settle(&task, on: "bad")
    #expect(
      task.preview
        == FormPreview(intent: ["heading bad"], entries: [], failure: "bad cannot be shown"))
    task.ask(for: try Self.state("set text 'good'"))
    while task.preview.failure != nil {
      task.takeUpdates()
      await Task.yield()
    }
    await settle(&task, on: "good")
    #expect(task.preview == FormPreview(intent: ["heading good"], entries: ["entry good"]))
  }

  /// A pending preview is cancelled if the draft changes or becomes invalid, or if the preview is
  /// hidden.
  @Test(arguments: ["set text 'new'", "set stepper '99'", nil])
  func whatNobodyWantsIsCancelled(script: String?) async throws {
    let wakes: Wakes = AsyncStream.makeStream()
    let previews = HeldPreviews(holding: "slow")
    var task = PreviewTask(previewing: previews) { wakes.continuation.yield() }
    task.ask(for: try Self.state("set text 'slow'"))
    try await previews.waitForQuestion()
    if let script { task.ask(for: try Self.state(script)) } else { task.giveUp() }
    await previews.letGo()
    try await previews.waitForAnswer()
    #expect(await previews.wasCancelled)
    // The preview is requested again when it is needed again.
    task.ask(for: try Self.state("set text 'slow'"))
    while task.preview.entries != ["entry slow"] {
      task.takeUpdates()
      await Task.yield()
    }
    #expect(task.preview == FormPreview(intent: ["heading slow"], entries: ["entry slow"]))
  }

  /// Of drafts that follow each other quickly, only the first and the last are previewed.
  @Test func draftsThatPassAreNotAskedFor() async throws {
    let wakes: Wakes = AsyncStream.makeStream()
    let previews = HeldPreviews()
    var task = PreviewTask(previewing: previews) { wakes.continuation.yield() }
    task.ask(for: try Self.state("set text '0'"))
    try await previews.waitForQuestion()
    let states = try (1...20).map { try Self.state("set text '\($0)'") }
    for state in states { task.ask(for: state) }
    while task.preview.entries != ["entry 20"] {
      task.takeUpdates()
      await Task.yield()
    }
    #expect(await previews.asked == ["0", "20"])
  }

  /// Problems are shown immediately, together with the last complete preview.
  @Test func problemsAreSaidBesideTheLastPreview() async throws {
    let wakes: Wakes = AsyncStream.makeStream()
    var task = PreviewTask(previewing: HeldPreviews()) { wakes.continuation.yield() }
    task.ask(for: try Self.state("set text 'one'"))
    await settle(&task, on: "one")
    task.ask(for: try Self.state("set text 'two', set stepper '99'"))
    let problem = "99 is above the maximum of 9."
    #expect(
      task.preview
        == FormPreview(intent: ["heading one"], entries: ["entry one"], problems: [problem]))
    // The same problem does not cause another wake-up. Once the problem is gone, the preview is
    // made again.
    task.ask(for: try Self.state("set text 'two', set stepper '99'"))
    task.ask(for: try Self.state("set text 'two'"))
    #expect(task.preview.problems == [])
    await settle(&task, on: "two")
    #expect(task.preview == FormPreview(intent: ["heading two"], entries: ["entry two"]))
  }

  /// The preview has a clock: entries that change by themselves are shown without a change to the
  /// draft, until the preview is hidden.
  @Test func entriesChangeByThemselves() async throws {
    let wakes: Wakes = AsyncStream.makeStream()
    let previews = HeldPreviews(changes: 3)
    var task = PreviewTask(previewing: previews) { wakes.continuation.yield() }
    task.ask(for: try Self.state("set text 'one'"))
    try await eventually("four questions") { await previews.asked.count >= 4 }
    task.ask(for: try Self.state("set text 'one'"))
    await settle(&task, on: "one")
    #expect(await previews.asked == ["one", "one", "one", "one"])
  }
}
