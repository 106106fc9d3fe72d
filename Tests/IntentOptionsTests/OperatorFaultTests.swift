import IntentModel
import Messages
import OptionsProviderTesting
import Testing
import WidgetTestSupport

@testable import IntentOptions

/// Operators over sources that fail, are late, return too much or are cancelled.
@Suite struct OperatorFaultTests {
  /// A source that counts its requests, and fails in a different way for each of the three methods.
  static func failing(_ error: any Error) -> ScriptedProvider {
    ScriptedProvider("web", .failure(error))
  }

  static let good = InMemoryOptionsProvider(name: "local", ["a", "b", "ab"], defaults: ["b"])

  /// The number of failures, the number of retries, and the number of all requests.
  @Test(arguments: [
    (0, -5, 1), (0, 0, 1), (0, 3, 1), (1, 0, 1), (1, 1, 2), (2, 1, 2), (2, 2, 3), (5, 4, 5),
    (5, 9, 6),
  ])
  func aSourceIsAskedAgainUntilItAnswers(failures: Int, retries: Int, asked: Int) async {
    let clock = ManualClock()
    let source = Flaky(failures: failures)
    let provider = source.retrying(retries, delay: .zero, clock: clock)
    let answer = await thrown { _ = try await provider.options(for: .city) }
    #expect(answer == (asked > failures ? "nothing" : "the line is dead"))
    #expect(source.asked.requests.count == asked)
  }

  /// Fails the given number of times, and then responds.
  private struct Flaky: OptionsProvider {
    let failures: Int
    let asked = ScriptedProvider("log", .success(["a"]))
    var name: String { "flaky" }

    func options(for request: OptionsRequest) async throws -> OptionsCollection {
      let answer = try await asked.options(for: request)
      if asked.requests.count <= failures { throw Broken() }
      return answer
    }
  }

  /// The first pause in seconds, and the pauses of all four retries.
  @Test(arguments: [
    (1, [1, 2, 4, 8]), (7, [7, 14, 28, 30]), (15, [15, 30, 30, 30]), (16, [16, 30, 30, 30]),
    (30, [30, 30, 30, 30]),
  ])
  func pausesDoubleUpToHalfAMinute(first: Int, pauses: [Int]) async {
    let clock = ManualClock()
    let source = Self.failing(Broken())
    let provider = source.retrying(4, delay: .seconds(first), clock: clock)
    let answer = Task { await thrown { _ = try await provider.options(for: .city) } }
    for (number, pause) in pauses.enumerated() {
      await clock.sleepers(1)
      #expect(source.requests.count == number + 1)
      clock.advance(by: .seconds(pause) - .nanoseconds(1))
      clock.advance(by: .nanoseconds(1))
    }
    #expect(await answer.value == "the line is dead")
    #expect(clock.now.offset == .seconds(pauses.reduce(0, +)))
  }

  /// The timeout of a source; a timeout of zero or less expires immediately.
  @Test(arguments: [
    (Duration.zero, "0 seconds"), (.seconds(-1), "-1 second"), (.nanoseconds(1), "1e-09 seconds"),
    (.seconds(1), "1 second"), (.seconds(3_600), "3600 seconds"),
  ])
  func aSourceThatNeverAnswersIsGivenUp(limit: Duration, said: String) async {
    let clock = ManualClock()
    let source = GatedProvider(["late"])
    let provider = source.timeLimit(limit, clock: clock)
    let answer = Task { await thrown { _ = try await provider.options(for: .city) } }
    if limit > .zero {
      await clock.sleepers(1)
      clock.advance(by: limit)
    }
    let words =
      "gated: The source did not answer within \(said). Try again, or allow it more time."
    #expect(await answer.value == words)
    await source.arrived(1)
    source.open()
  }

  @Test func anErrorThatComesInTimeIsNotTakenForSlowness() async {
    let slow = OptionsError(.malformed, provider: "web", message: "Torn.", remedy: "Mend it.")
    for error in [Broken() as any Error, slow, CancellationError()] {
      let provider = Self.failing(error).timeLimit(.seconds(1), clock: ManualClock())
      #expect(await thrown { _ = try await provider.options(for: .city) } == "\(error)")
    }
  }

  @Test func aNoticeOfTheFallbackGivesWayToTheReason() async throws {
    let stale = ScriptedProvider(
      "file", .success(OptionsCollection(sections: [], notice: "from May")))
    let provider = Self.failing(Broken()).fallback(to: stale)
    let answer = try await provider.options(for: .city)
    #expect(answer.notice?.hasPrefix("These choices are from “file”") == true)
    let first = stale.fallback(to: Self.good)
    #expect(try await first.options(for: .city).notice == "from May", "an answer is an answer")
  }

  @Test func ofManyFallbacksTheFirstThatAnswersIsNamed() async throws {
    let provider = Self.failing(Broken())
      .fallback(to: ScriptedProvider("proxy", .failure(Broken()))).fallback(to: Self.good)
    let answer = try await provider.options(for: .search("b"))
    #expect(answer.texts == [["b", "ab"]], "the last one is searched for")
    #expect(answer.notice?.contains("from “local”, because “web” failed") == true)
  }

  /// Stored identifiers, and whether the second source recognizes all of them.
  @Test(arguments: [
    ([], true), (["a"], true), (["b", "a"], true), (["a", "a"], true), (["c"], false),
    (["a", "c"], false), ([""], false),
  ])
  func whatAFallbackDoesNotKnowIsNotSaidToBeGone(identifiers: [String], isAnswered: Bool) async {
    let provider = Self.failing(Broken()).fallback(to: Self.good)
    let answer = await thrown {
      let found = try await provider.resolve(identifiers: identifiers, for: .city)
      #expect(found.items.map(\.identifier) == identifiers)
    }
    #expect(answer == (isAnswered ? "nothing" : "the line is dead"))
  }

  @Test func aFallbackIsNotAskedByWhoWasCancelled() async {
    let second = ScriptedProvider("second", .success(["a"]))
    let provider = Self.failing(Broken()).fallback(to: second)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await thrown { _ = try await provider.options(for: .city) }
    }
    #expect(await task.value == "CancellationError()")
    #expect(second.requests.isEmpty)
  }

  @Test func onlySearchesWaitForAPause() async throws {
    let clock = ManualClock()
    let source = ScriptedProvider("s", .success(["a"]))
    let provider = source.debounced(for: .seconds(1), clock: clock)
    for term in [nil, ""] {
      let request = OptionsRequest(parameter: "city", searchTerm: term)
      #expect(try await provider.options(for: request).texts == [["a"]])
    }
    #expect(try await provider.defaultOptions(for: .search("x")) == [])
    #expect(try await provider.resolve(identifiers: ["a"], for: .search("x")) == ["a"])
    let search = Task { try await provider.options(for: .search("x")).texts }
    await clock.sleepers(1)
    #expect(source.requests.count == 3)
    clock.advance(by: .seconds(1))
    #expect(try await search.value == [["a"]])
  }

  @Test func aListSupersedesASearchThatStillWaits() async throws {
    let clock = ManualClock()
    let source = ScriptedProvider("s", .success(["a"]))
    let provider = source.debounced(for: .seconds(1), clock: clock)
    var (term, list) = (OptionsRequest.search("x"), OptionsRequest.city)
    term.caller = OptionsCaller("us")
    list.caller = term.caller
    let search = Task { [term] in await thrown { _ = try await provider.options(for: term) } }
    await clock.sleepers(1)
    #expect(try await provider.options(for: list).texts == [["a"]])
    #expect(await search.value == "CancellationError()")
    #expect(source.requests == [.city], "the search was never asked")
  }

  /// The limit for a source that ignores limits, and the number of items in the result.
  @Test(arguments: [(0, 0), (1, 1), (99, 99), (100, 100), (101, 100), (.max, 100)])
  func aSourceThatGivesTooMuchIsCut(limit: Int, count: Int) async throws {
    let items = (0..<100).map { OptionItem(stringLiteral: "item \($0)") }
    let source = ScriptedProvider(
      "s", searchesItself: true, .success(OptionsCollection(items: items)))
    let request = OptionsRequest(parameter: "city", searchTerm: "item", limit: limit)
    for provider in [source.searchable() as any OptionsProvider, source.limited(to: limit)] {
      #expect(try await provider.options(for: request).items == Array(items.prefix(count)))
    }
    let router = RoutingOptionsProvider(["city": source])
    #expect(try await router.options(for: request).count == count)
  }

  @Test func whatRunsBeforeAnAnswerSeesEachRequestWhole() async throws {
    let log = ScriptedProvider("log", .success([]))
    let provider = InMemoryOptionsProvider(["a", "b"], defaults: ["b"]) {
      _ = try await log.options(for: $0)
    }
    let request = OptionsRequest(parameter: "city", searchTerm: "a", limit: -1)
    #expect(try await provider.options(for: request).isEmpty, "a negative limit is none to give")
    #expect(try await provider.defaultOptions(for: request) == ["b"])
    #expect(try await provider.resolve(identifiers: ["b"], for: request) == ["b"])
    // Stored choices are looked up in the whole list.
    #expect(log.requests == [request, request, OptionsRequest(parameter: "city")])
  }

  @Test func storedChoicesAreTheFirstOfTheirIdentifierInTheOrderAskedFor() async throws {
    let items = [("a", "1"), ("b", "2"), ("a", "3")].map { OptionItem(identifier: $0, display: $1) }
    let source = ScriptedProvider("s", .success(OptionsCollection(items: items)))
    let found = try await source.resolve(identifiers: ["b", "x", "a", "b"], for: .search("zzz"))
    #expect(found.items.map(\.display) == ["2", "1", "2"])
    #expect(source.requests == [.city])
  }
}
