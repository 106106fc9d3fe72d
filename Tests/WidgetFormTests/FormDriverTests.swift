import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetForm
import WidgetTestSupport

/// A source that responds only when the test allows it.
private struct HeldCalendars: OptionsProvider {
  let name = "held"
  let gate: AsyncStream<Void>

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    for await _ in gate { break }
    try Task.checkCancellation()
    return SampleForm.calendars
  }
}

/// A form without a terminal: events go in, a presentation comes out, and late responses are
/// handled when they arrive.
@Suite("A form driver")
struct FormDriverTests {
  /// A draft with a chosen calendar that is looked up when the form opens.
  private static let draft = IntentDraft(
    values: ["calendars": .array([SampleForm.calendar("work", "Old name")])])

  @Test func givesWhatADraftBecomesWithTheAnswersOfProviders() async {
    var driver = FormDriver(SampleForm.state(draft: Self.draft), provider: SampleCalendars())
    driver.start()
    driver.handle(.setText(.parameter("lines"), "7"))
    await driver.settle()
    let state = driver.state
    #expect(state.draft["lines"] == .integer(7))
    #expect(state.draft["calendars"] == .array([SampleForm.calendar("work", "Work")]))
    let waitsStill = driver.isWaiting
    #expect(!waitsStill)
    driver.handle(.submit)
    let phase = driver.state.phase
    guard case .submitted(let intent) = phase else {
      Issue.record("\(phase)")
      return
    }
    #expect(intent["lines"] == .integer(7))
  }

  @Test func takesLateAnswersAfterItHasStoppedWaiting() async {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    var driver = FormDriver(
      SampleForm.state(draft: Self.draft), provider: HeldCalendars(gate: gate))
    driver.start()
    await driver.settle(atMost: .milliseconds(1))
    let waitsAtFirst = driver.isWaiting
    #expect(waitsAtFirst)
    let before = driver.state.presentation.rows.map(\.value)
    #expect(before.contains { $0.contains("Old name") })
    open.finish()
    await driver.settle()
    let waitsAtLast = driver.isWaiting
    #expect(!waitsAtLast)
    let after = driver.state.presentation.rows.map(\.value)
    #expect(after.contains { $0.contains("Work") } && !after.contains { $0.contains("Old name") })
  }

  @Test func stopsWaitingWhenItsTaskIsCancelled() async {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var driver = FormDriver(
        SampleForm.state(draft: Self.draft), provider: HeldCalendars(gate: gate))
      driver.start()
      await driver.settle()
      return driver.isWaiting
    }
    task.cancel()
    #expect(await task.value)
    open.finish()
  }

  @Test func wakesItsOwnerForEveryAnswer() async {
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
    var driver = FormDriver(SampleForm.state(draft: Self.draft), provider: SampleCalendars()) {
      wake.yield()
    }
    driver.start()
    let isWaiting = driver.isWaiting
    #expect(isWaiting)
    for await _ in wakes {
      driver.takeResponses()
      if !driver.isWaiting { break }
    }
    let state = driver.state
    #expect(state.draft["calendars"] == .array([SampleForm.calendar("work", "Work")]))
  }
}
