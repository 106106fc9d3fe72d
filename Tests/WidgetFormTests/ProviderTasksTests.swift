import FormEngine
import IntentModel
import IntentOptions
import Messages
import Synchronization
import Testing
import WidgetTestSupport

@testable import WidgetForm

/// Counts wake-ups, and lets a test wait for them.
private final class Bell: Sendable {
  private let rings = Mutex(0)

  func ring() { rings.withLock { $0 += 1 } }

  var count: Int { rings.withLock { $0 } }

  /// Waits for the given number of wake-ups; false if they do not come.
  func wait(for count: Int) async -> Bool {
    (try? await eventually("\(count) rings") { self.count >= count }) != nil
  }
}

/// Requests to a provider, and the responses as events.
@Suite("Tasks of providers")
struct ProviderTasksTests {
  private let request = OptionsRequest(parameter: "calendars")

  @Test func everyQuestionIsAnsweredWithItsMark() async {
    let bell = Bell()
    var tasks = ProviderTasks(provider: SampleCalendars()) { bell.ring() }
    let waitsAtFirst = tasks.isWaiting
    #expect(!waitsAtFirst)
    _ = tasks.carryOut([
      .loadOptions(1, request), .loadDefaults(2, request),
      .resolveChoices(3, identifiers: ["team", "gone"], request),
    ])
    let isWaiting = tasks.isWaiting
    #expect(isWaiting)
    #expect(await bell.wait(for: 3))
    let events = Set(tasks.responses())
    #expect(
      events == [
        .optionsLoaded(1, .success(SampleForm.calendars)), .defaultsLoaded(2, .success([])),
        .choicesResolved(
          3,
          .success([OptionItem(identifier: "team", display: "Team", subtitle: "by Kirsten")])),
      ])
    let waitsAtLast = tasks.isWaiting
    #expect(!waitsAtLast)
    let rest = tasks.responses()
    #expect(rest.isEmpty)
  }

  @Test func aFailureIsAnAnswer() async {
    let bell = Bell()
    var tasks = ProviderTasks(provider: SampleCalendars.failing()) { bell.ring() }
    _ = tasks.carryOut([.loadOptions(7, request)])
    #expect(await bell.wait(for: 1))
    let error = OptionsError(SampleCalendars.Failure("no route to host"), provider: "calendars")
    let words =
      "calendars: The source failed: no route to host. Try again, or check the source."
    #expect(error.code == .failed && "\(error)" == words)
    let responses = tasks.responses()
    #expect(responses == [.optionsLoaded(7, .failure(error))])
  }

  @Test func aCancelledQuestionHasNoAnswer() async {
    let bell = Bell()
    let ended = Bell()
    let provider = SampleCalendars { _ in
      defer { ended.ring() }
      try await Task.sleep(for: .seconds(600))
      return []
    }
    var tasks = ProviderTasks(provider: provider) { bell.ring() }
    _ = tasks.carryOut([.loadOptions(1, request)])
    _ = tasks.carryOut([.cancelLoad(1), .cancelLoad(99)])
    let isWaiting = tasks.isWaiting
    #expect(!isWaiting)
    #expect(await ended.wait(for: 1))
    _ = tasks.carryOut([.loadDefaults(2, request)])
    #expect(await bell.wait(for: 1))
    let responses = tasks.responses()
    #expect(responses == [.defaultsLoaded(2, .success([]))])
  }

  @Test func theEndCancelsWhatIsUnderWay() async {
    let started = Bell()
    let ended = Bell()
    let provider = SampleCalendars { _ in
      defer { ended.ring() }
      started.ring()
      try await Task.sleep(for: .seconds(600))
      return []
    }
    do {
      var tasks = ProviderTasks(provider: provider) {}
      _ = tasks.carryOut([.loadOptions(1, request)])
      #expect(await started.wait(for: 1))
      let isWaiting = tasks.isWaiting
      #expect(isWaiting)
    }
    #expect(await ended.wait(for: 1))
  }

  @Test func theEndOfAFormAsksNothing() {
    var tasks = ProviderTasks(provider: SampleCalendars()) {}
    _ = tasks.carryOut([.finish(Intent(typeName: "UpNextIntent", family: .systemSmall))])
    let isWaiting = tasks.isWaiting
    #expect(!isWaiting)
  }

  @Test func settlingAnswersUntilNothingIsAsked() async {
    let state = await FormDriver.opened(
      SampleForm.state(draft: LinePromptTests.both), provider: SampleCalendars())
    #expect(state.isSettled)
    #expect(state.missing == [:])
    var form = FormDriver(state, provider: SampleCalendars())
    form.handle(.focus(.element("calendars", 0)))
    form.handle(.openOptions)
    await form.settle()
    #expect(form.state.picker?.collection == SampleForm.calendars)
  }
}
