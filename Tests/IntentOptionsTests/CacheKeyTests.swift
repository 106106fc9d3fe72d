import IntentModel
import Messages
import OptionsProviderTesting
import Testing
import WidgetTestSupport

@testable import IntentOptions

/// The requests that a cache treats as equal, and the lifetime of their responses.
@Suite struct CacheKeyTests {
  static let base = OptionsRequest(
    parameter: "city", values: ["country": .string("NO")], family: .systemMedium, locale: "en",
    searchTerm: "o", limit: 3)

  /// A change that makes two requests different.
  static let changes: [(what: String, change: @Sendable (inout OptionsRequest) -> Void)] = [
    ("parameter", { $0.parameter = "town" }), ("value", { $0.values["country"] = .string("SE") }),
    ("type of value", { $0.values["country"] = .enumeration("NO") }),
    ("value more", { $0.values["x"] = .integer(1) }), ("value less", { $0.values = [:] }),
    ("family", { $0.family = .systemSmall }), ("locale", { $0.locale = "nb" }),
    ("term", { $0.searchTerm = "O" }), ("empty term", { $0.searchTerm = "" }),
    ("no term", { $0.searchTerm = nil }), ("limit", { $0.limit = 4 }),
    ("no limit", { $0.limit = nil }), ("scope", { $0.scope = "acme" }),
    ("empty scope", { $0.scope = "" }),
  ]

  @Test(arguments: changes.indices) func eachPartOfARequestCounts(row: Int) async throws {
    let source = ScriptedProvider("s", .success(["a"]))
    let provider = source.cached(for: .seconds(60), clock: ManualClock())
    var other = Self.base
    Self.changes[row].change(&other)
    for request in [Self.base, other, Self.base, other] {
      _ = try await provider.options(for: request)
    }
    #expect(source.requests == [Self.base, other], "\(Self.changes[row].what)")
  }

  @Test func theThreeQuestionsAndEachListOfIdentifiersAreDifferent() {
    let questions: [OptionsQuestion] = [
      .options(Self.base), .defaults(Self.base), .resolve([], Self.base),
      .resolve(["a"], Self.base),
      .resolve(["a", "b"], Self.base), .resolve(["b", "a"], Self.base),
      .resolve(["a", "a"], Self.base),
    ]
    #expect(Set(questions + questions).count == questions.count)
  }

  /// The seconds for which a response is fresh and then stale, its age, and the outcome.
  enum Outcome { case kept, keptAndRenewed, new }
  static let ages: [(fresh: Int, stale: Int?, age: Int, outcome: Outcome)] = [
    (60, nil, 0, .kept), (60, nil, 59, .kept), (60, nil, 60, .keptAndRenewed),
    (60, nil, 119, .keptAndRenewed), (60, nil, 120, .new), (60, 0, 59, .kept), (60, 0, 60, .new),
    (60, 1, 60, .keptAndRenewed), (60, 1, 61, .new), (0, nil, 0, .new), (0, 10, 0, .keptAndRenewed),
    (0, 10, 9, .keptAndRenewed), (0, 10, 10, .new),
  ]

  @Test(arguments: ages.indices) func anAnswerGetsOld(row: Int) async throws {
    let (fresh, stale, age, outcome) = Self.ages[row]
    let clock = ManualClock()
    let source = ScriptedProvider("s", .success(["old"]), .success(["new"]))
    let provider = source.cached(
      for: .seconds(fresh), staleFor: stale.map { .seconds($0) }, clock: clock)
    _ = try await provider.options(for: .city)
    clock.advance(by: .seconds(age))
    let texts = try await provider.options(for: .city).texts
    #expect(texts == [[outcome == .new ? "new" : "old"]])
    if outcome == .keptAndRenewed {
      for _ in 0..<100_000 where source.requests.count < 2 { await Task.yield() }
    }
    #expect(source.requests.count == (outcome == .kept ? 1 : 2))
  }

  /// A capacity, and how many of three responses are kept.
  @Test(arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (3, 3), (64, 3)])
  func noMoreAnswersAreKeptThanThereIsRoomFor(capacity: Int, kept: Int) async throws {
    let source = ScriptedProvider("s", .success(["a"]))
    let provider = source.cached(for: .seconds(60), capacity: capacity, clock: ManualClock())
    for term in ["1", "2", "3"] { _ = try await provider.options(for: .search(term)) }
    // The requests go from the newest to the oldest, so that none evicts a response that is still
    // needed.
    for term in ["3", "2", "1"].prefix(kept) { _ = try await provider.options(for: .search(term)) }
    #expect(source.requests.count == 3)
    if kept < 3 {
      _ = try await provider.options(for: .search("1"))
      #expect(source.requests.count == 4)
    }
  }

  @Test func aTaskThatIsCancelledAlreadyAsksNobody() async {
    let source = ScriptedProvider("s", .success(["a"]))
    let provider = source.cached(for: .seconds(60), clock: ManualClock())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await thrown { _ = try await provider.options(for: .city) }
    }
    #expect(await task.value == "CancellationError()")
    #expect(source.requests.isEmpty)
  }

  /// A response, and whether it is kept; an empty response is not an error.
  static let answers: [(answer: ScriptedProvider.Answer, isKept: Bool)] = [
    (.success(["a"]), true), (.success([]), true),
    (.success(OptionsCollection(sections: [], promptLabel: "Which?")), true),
    (.success(OptionsCollection(sections: [], notice: "old data")), false),
    (.success(OptionsCollection(sections: [], notice: "")), false), (.failure(Broken()), false),
    (.failure(CancellationError()), false),
    (.failure(OptionsError(.notFound, provider: "s", message: "No.", remedy: "Go.")), false),
  ]

  @Test(arguments: answers.indices) func onlyGoodAnswersAreKept(row: Int) async {
    let (answer, isKept) = Self.answers[row]
    let source = ScriptedProvider("s", answer)
    let provider = source.cached(for: .seconds(60), clock: ManualClock())
    for _ in 0..<3 { _ = try? await provider.options(for: .city) }
    #expect(source.requests.count == (isKept ? 1 : 3))
  }

  /// Random requests with a clock: no response is older than allowed.
  @Test func noAnswerIsOlderThanItMayBe() async throws {
    for seed in PropertySeeds("ages of answers", count: 40) {
      var random = SeededGenerator(seed: seed)
      let clock = ManualClock()
      let source = Stamped(clock: clock)
      let fresh = Int.random(in: 1...20, using: &random)
      let provider = source.cached(for: .seconds(fresh), staleFor: .zero, capacity: 2, clock: clock)
      for _ in 0..<30 {
        clock.advance(by: .seconds(Int.random(in: 0...9, using: &random)))
        let term = "\(Int.random(in: 0...2, using: &random))"
        let stamp = try await provider.options(for: .search(term)).items[0].identifier
        let age = clock.now.offset - .seconds(Int(stamp) ?? -1)
        #expect(age < .seconds(fresh), "seed \(seed)")
      }
    }
  }

  /// A source whose response is the time of the request, in seconds.
  private struct Stamped: OptionsProvider {
    let clock: ManualClock
    var name: String { "stamped" }

    func options(for request: OptionsRequest) async throws -> OptionsCollection {
      [OptionItem(stringLiteral: "\(clock.now.offset.components.seconds)")]
    }
  }
}
