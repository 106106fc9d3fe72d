import IntentOptions
import Messages
import OptionsProviderTesting
import Synchronization
import Testing

/// The order in which sleepers wake on a clock that only a test advances.
@Suite struct ManualClockOrderTests {
  /// Starts sleeps of the given seconds in the given order, and records those that have ended.
  final class Dormitory: Sendable {
    let clock = ManualClock()
    private let awake = Mutex<[String: String]>([:])
    private let tasks = Mutex<[String: Task<Void, Never>]>([:])

    func sleep(_ name: String, seconds: Int) async {
      let task = Task {
        do {
          try await clock.sleep(for: .seconds(seconds))
          awake.withLock { $0[name] = "awake at \(clock.now.offset.components.seconds)" }
        } catch {
          awake.withLock { $0[name] = "\(error)" }
        }
      }
      tasks.withLock { $0[name] = task }
    }

    func cancel(_ name: String) { tasks.withLock { $0[name] }?.cancel() }

    /// The result of a sleep.
    func end(of name: String) async -> String {
      await tasks.withLock { $0[name] }?.value
      return awake.withLock { $0[name] } ?? "asleep"
    }

    var awakeCount: Int { awake.withLock { $0.count } }
  }

  /// The seconds of a sleep, the steps of the clock, and the time at which the sleeper wakes.
  @Test(arguments: [
    (1, [1], 1), (2, [1, 1], 2), (2, [1, 5], 6), (3, [0, 3], 3), (1, [100], 100), (10, [9, 1], 10),
  ])
  func aSleeperWakesAtTheFirstStepThatIsLateEnough(seconds: Int, steps: [Int], end: Int) async {
    let dormitory = Dormitory()
    await dormitory.sleep("a", seconds: seconds)
    await dormitory.clock.sleepers(1)
    for step in steps {
      #expect(dormitory.awakeCount == 0)
      dormitory.clock.advance(by: .seconds(step))
    }
    #expect(await dormitory.end(of: "a") == "awake at \(end)")
  }

  @Test func eachWakesWhenItsOwnTimeComes() async {
    let dormitory = Dormitory()
    for (name, seconds) in [("c", 30), ("a", 10), ("b", 20)] {
      await dormitory.sleep(name, seconds: seconds)
    }
    await dormitory.clock.sleepers(3)
    for (name, end) in [("a", 10), ("b", 20), ("c", 30)] {
      dormitory.clock.advance(by: .seconds(10))
      #expect(await dormitory.end(of: name) == "awake at \(end)")
    }
    #expect(dormitory.awakeCount == 3)
  }

  @Test func aCancelledSleeperWakesAloneAndAtOnce() async {
    let dormitory = Dormitory()
    await dormitory.sleep("a", seconds: 10)
    await dormitory.sleep("b", seconds: 10)
    await dormitory.clock.sleepers(2)
    dormitory.cancel("a")
    #expect(await dormitory.end(of: "a") == "CancellationError()")
    #expect(dormitory.awakeCount == 1)
    dormitory.clock.advance(by: .seconds(10))
    #expect(await dormitory.end(of: "b") == "awake at 10")
    dormitory.cancel("b")
    #expect(await dormitory.end(of: "b") == "awake at 10", "the sleep has ended")
  }

  @Test func aSleepUntilThePastEndsAtOnce() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    for offset in [Duration.zero, .seconds(4), .seconds(5)] {
      try await clock.sleep(until: ManualClock().now.advanced(by: offset), tolerance: .seconds(9))
    }
    try await clock.sleep(for: .seconds(-1))
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func sleepersReturnsAtOnceIfEnoughSleep() async {
    let dormitory = Dormitory()
    await dormitory.clock.sleepers(0)
    await dormitory.clock.sleepers(-1)
    for (number, name) in ["a", "b", "c"].enumerated() {
      await dormitory.sleep(name, seconds: 1)
      await dormitory.clock.sleepers(number + 1)
    }
    await dormitory.clock.sleepers(2)
    dormitory.clock.advance(by: .seconds(1))
    for name in ["a", "b", "c"] { #expect(await dormitory.end(of: name) == "awake at 1") }
  }

  /// Instants in nanoseconds, and whether the first is before the second.
  @Test(arguments: [(0, 1, true), (1, 0, false), (1, 1, false), (-1, 0, true), (999, 1_000, true)])
  func momentsAreOrderedByTheNanosecond(one: Int, other: Int, isBefore: Bool) {
    let start = ManualClock().now
    let one = start.advanced(by: .nanoseconds(one))
    let other = start.advanced(by: .nanoseconds(other))
    #expect((one < other) == isBefore)
    #expect(one.advanced(by: one.duration(to: other)) == other)
    #expect(
      (one == other) == (one.hashValue == other.hashValue && !(one < other) && !(other < one)))
  }
}

/// Providers at the limits of what the rules check.
@Suite struct SuiteEdgeTests {
  static let request = OptionsRequest(parameter: "city")

  /// Lists of any size; the suite checks their first and last items.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 100])
  func listsOfAnySizeKeepTheRules(count: Int) async throws {
    let items = (0..<count).map { OptionItem(stringLiteral: "item \($0)") }
    let provider = InMemoryOptionsProvider(
      OptionsCollection(items: items), defaults: Array(items.suffix(2)))
    try await OptionsProviderSuite(
      provider.searchable(), Self.request, searchTerms: ["item", "1", "zzz", ""]
    ).run()
  }

  @Test func withoutRequestsTheProviderIsNotCalled() async {
    let asked = Mutex(0)
    let provider = InMemoryOptionsProvider(["a"]) { _ in asked.withLock { $0 += 1 } }
    #expect(await OptionsProviderSuite(provider, searchTerms: ["a"]).findings().isEmpty)
    #expect(asked.withLock { $0 } == 0)
  }

  /// The number of default choices that are not offered, and how the sentence lists them.
  @Test(arguments: [
    (1, "“d0”"), (2, "“d0”, “d1”"), (3, "“d0”, “d1”, “d2”"), (4, "“d0”, “d1”, “d2” and 1 more"),
    (9, "“d0”, “d1”, “d2” and 6 more"),
  ])
  func threeAreNamedAndTheOthersCounted(count: Int, words: String) async {
    let defaults = (0..<count).map { OptionItem(stringLiteral: "d\($0)") }
    let provider = InMemoryOptionsProvider(["a"], defaults: defaults)
    let findings = await OptionsProviderSuite(provider, Self.request).findings()
    #expect(findings.map(\.rule) == [.defaults])
    #expect(findings.map(\.message) == ["Default choices are not offered: \(words)."])
  }

  /// The message of a failing provider, as the end of a sentence.
  @Test(arguments: [("down", "down."), ("Down.", "Down."), ("503", "503.")])
  func theWordsOfAnErrorEndTheSentence(words: String, end: String) async {
    struct Failure: Error, CustomStringConvertible { var description: String }
    let provider = InMemoryOptionsProvider(name: "p", ["a"]) { _ in
      throw Failure(description: words)
    }
    let findings = await OptionsProviderSuite(provider, Self.request).findings()
    #expect(findings.map(\.description) == ["p (city): answers: The provider threw: \(end)"])
  }

  @Test func eachRequestThatShouldFailIsCheckedSeparately() async {
    let provider = RoutingOptionsProvider(name: "r", ["city": InMemoryOptionsProvider(["a"])])
    let suite = OptionsProviderSuite(
      provider,
      failingRequests: [
        OptionsRequest(parameter: "line"), Self.request,
        OptionsRequest(parameter: "city", searchTerm: "a", limit: 1),
      ])
    #expect(
      await suite.findings().map(\.description) == [
        "r (city): errors: The provider answered with 1 choice, not an error.",
        "r (city, search “a”, limit 1): errors: The provider answered with 1 choice, not an error.",
      ])
  }
}
