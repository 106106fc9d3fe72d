import OptionsProviderTesting
import Testing
import WidgetTestSupport

@testable import IntentOptions

@Suite struct CachedProviderTests {
  @Test func staleAnswersComeAtOnceAndAreRenewed() async throws {
    let clock = ManualClock()
    let source = GatedProvider(["a"])
    let provider = source.cached(for: .seconds(60), clock: clock)
    let first = Task { try await provider.options(for: .city).texts }
    await source.arrived(1)
    source.open()
    #expect(try await first.value == [["a"]])
    clock.advance(by: .seconds(61))
    for _ in 0..<3 { #expect(try await provider.options(for: .city).texts == [["a"]]) }
    await source.arrived(2)
    #expect(source.arrivals == 2)
    source.open()
    let expired = Task { try await provider.options(for: .city).texts }
    #expect(try await expired.value == [["a"]])
  }

  @Test func aFailedRenewalLeavesTheStaleAnswer() async throws {
    let clock = ManualClock()
    let source = ScriptedProvider("s", .success(["a"]), .failure(Broken()))
    let provider = source.cached(for: .seconds(60), clock: clock)
    #expect(try await provider.options(for: .city).texts == [["a"]])
    clock.advance(by: .seconds(90))
    for _ in 0..<5 { #expect(try await provider.options(for: .city).texts == [["a"]]) }
    clock.advance(by: .seconds(30))
    #expect(await thrown { _ = try await provider.options(for: .city) } == "the line is dead")
  }

  @Test func equalQuestionsAreAskedOnce() async throws {
    let source = GatedProvider(["a"])
    let provider = source.cached(for: .seconds(60), clock: ManualClock())
    let answers = (0..<10).map { _ in Task { try await provider.options(for: .city).texts } }
    let other = Task { try await provider.options(for: .search("x")).texts }
    await source.arrived(2)
    source.open()
    for answer in answers { #expect(try await answer.value == [["a"]]) }
    #expect(try await other.value == [["a"]])
    #expect(source.arrivals == 2)
  }

  @Test func theLastToLeaveEndsTheWork() async throws {
    let source = GatedProvider(["a"])
    let provider = source.cached(for: .seconds(60), clock: ManualClock())
    let one = Task { await thrown { _ = try await provider.options(for: .city) } }
    await source.arrived(1)
    one.cancel()
    #expect(await one.value == "CancellationError()")
    let two = Task { try await provider.options(for: .city).texts }
    await source.arrived(2)
    source.open()
    #expect(try await two.value == [["a"]])
    try await eventually("a cancellation") { source.cancellations > 0 }
    #expect(source.arrivals == 2 && source.cancellations == 1)
  }

  @Test func oneLeavingLeavesTheOthersTheirAnswer() async throws {
    let source = GatedProvider(["a"])
    let provider = source.cached(for: .seconds(60), clock: ManualClock())
    let one = Task { await thrown { _ = try await provider.options(for: .city) } }
    await source.arrived(1)
    let two = Task { try await provider.options(for: .city).texts }
    try await eventually("two who wait") { provider.cache.waiting(for: .options(.city)) >= 2 }
    one.cancel()
    #expect(await one.value == "CancellationError()")
    source.open()
    #expect(try await two.value == [["a"]])
    #expect(source.arrivals == 1 && source.cancellations == 0)
  }

  @Test func theAnswerUsedLongestAgoGoesFirst() async throws {
    let source = ScriptedProvider("s", .success(["a"]))
    let provider = source.cached(for: .seconds(60), capacity: 2, clock: ManualClock())
    for term in ["1", "2", "1", "3", "1", "2"] {
      _ = try await provider.options(for: .search(term))
    }
    #expect(source.requests.map(\.searchTerm) == ["1", "2", "3", "2"])
  }

  @Test func allThreeQuestionsAreKept() async throws {
    let source = ScriptedProvider("s", .success(["a", "b"]))
    let provider = source.cached(for: .seconds(60), clock: ManualClock())
    for _ in 0..<3 {
      #expect(try await provider.resolve(identifiers: ["b"], for: .city) == ["b"])
      #expect(try await provider.defaultOptions(for: .city) == [])
    }
    #expect(source.requests.count == 1)
    #expect(try await provider.resolve(identifiers: ["a"], for: .city) == ["a"])
    #expect(source.requests.count == 2)
  }

  @Test func operatorsStack() async throws {
    let source = ScriptedProvider("s", .failure(Broken()), .success(["ab", "b", "abc"]))
    let clock = ManualClock()
    let provider =
      source
      .retrying(1, delay: .zero, clock: clock).timeLimit(.seconds(5), clock: clock)
      .cached(for: .seconds(60), clock: clock).searchable().limited(to: 1)
      .fallback(to: InMemoryOptionsProvider(["z"]))
    #expect(provider.name == "s" && provider.searchesItself)
    #expect(try await provider.options(for: .search("b")).texts == [["b"]])
    #expect(try await provider.options(for: .search("abc")).texts == [["abc"]])
    #expect(source.requests.count == 2)
  }
}
