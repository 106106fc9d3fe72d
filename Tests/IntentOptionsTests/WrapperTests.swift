import IntentOptions
import OptionsProviderTesting
import Synchronization
import Testing

/// Every operator passes on what it does not change.
@Suite struct WrapperTests {
  /// A source with three different responses and the given properties.
  private struct Plain: OptionsProvider {
    let name = "plain"
    var searchesItself = false
    var limitsItself = false
    var isBroken = false

    func options(for request: OptionsRequest) async throws -> OptionsCollection {
      if isBroken { throw Broken() }
      return ["a", "b", "c"]
    }

    func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
      if isBroken { throw Broken() }
      return ["b", "a"]
    }

    func resolve(
      identifiers: [String], for request: OptionsRequest
    ) async throws -> ResolvedOptions {
      if isBroken { throw Broken() }
      return ResolvedOptions(
        identifiers.map { OptionItem(identifier: $0, display: $0.uppercased()) })
    }
  }

  /// A user's wrapper that changes all responses in one method.
  private final class Counting<Base: OptionsProvider>: OptionsProviderWrapper {
    let base: Base
    private let asked = Mutex<[OptionsQuestion]>([])

    init(_ base: Base) { self.base = base }

    var questions: [OptionsQuestion] { asked.withLock { $0 } }

    func response(to question: OptionsQuestion) async throws -> OptionsCollection {
      asked.withLock { $0.append(question) }
      return try await question.ask(base)
    }
  }

  /// A user's wrapper that changes nothing.
  private struct Idle<Base: OptionsProvider>: OptionsProviderWrapper {
    let base: Base
  }

  static let operators = [
    "idle", "counting", "cached", "timeLimit", "limited", "retrying", "fallback", "debounced",
    "searchable",
  ]

  private static func wrapped(
    _ name: String, _ base: some OptionsProvider, clock: ManualClock = ManualClock()
  ) -> any OptionsProvider {
    switch name {
    case "idle": Idle(base: base)
    case "cached": base.cached(for: .seconds(1), clock: clock)
    case "timeLimit": base.timeLimit(.seconds(1), clock: clock)
    case "limited": base.limited(to: 9)
    case "retrying": base.retrying(0, clock: clock)
    case "fallback": base.fallback(to: Plain(isBroken: true))
    case "debounced": base.debounced(clock: clock)
    case "searchable": base.searchable()
    default: Counting(base)
    }
  }

  @Test(arguments: operators)
  func whatTheSourceSaysOfItself(name: String) {
    for (searches, limits) in [(false, false), (false, true), (true, false), (true, true)] {
      let source = Plain(searchesItself: searches, limitsItself: limits)
      let provider = Self.wrapped(name, source)
      #expect(provider.name == "plain")
      #expect(provider.searchesItself == (searches || name == "searchable"))
      #expect(provider.limitsItself == (limits || ["searchable", "limited"].contains(name)))
    }
  }

  @Test(arguments: operators)
  func allThreeAnswers(name: String) async throws {
    let provider = Self.wrapped(name, Plain())
    #expect(try await provider.options(for: .city).texts == [["a", "b", "c"]])
    #expect(try await provider.defaultOptions(for: .city) == ["b", "a"])
    let items = try await provider.resolve(identifiers: ["x", "a"], for: .city)
    #expect(items.items.map(\.display) == ["X", "A"])
  }

  @Test(arguments: operators)
  func allThreeErrors(name: String) async {
    let provider = Self.wrapped(name, Plain(isBroken: true))
    let words = "the line is dead"
    #expect(await thrown { _ = try await provider.options(for: .city) } == words)
    #expect(await thrown { _ = try await provider.defaultOptions(for: .city) } == words)
    #expect(
      await thrown { _ = try await provider.resolve(identifiers: ["a"], for: .city) } == words)
  }

  /// Every operator passes the conformance suite with the simplest source, which ignores limits.
  @Test(arguments: operators)
  func operatorsKeepTheRules(name: String) async {
    struct List: OptionsProvider {
      let name = "list"
      func options(for request: OptionsRequest) async throws -> OptionsCollection {
        ["Oslo", "Rome", "Porto"]
      }
    }
    func findings(_ provider: some OptionsProvider) async -> [String] {
      await OptionsProviderSuite(
        provider, .city, searchTerms: ["o"]
      )
      .findings().map(\.description)
    }
    // A search waits for a pause in typing, which never occurs with this clock.
    if name == "debounced" { return }
    #expect(await findings(Self.wrapped(name, List())) == [])
  }

  @Test func oneMethodSeesAllQuestions() async throws {
    let provider = Counting(Plain())
    _ = try await provider.options(for: .city)
    _ = try await provider.defaultOptions(for: .search("x"))
    _ = try await provider.resolve(identifiers: ["a"], for: .city)
    #expect(
      provider.questions == [.options(.city), .defaults(.search("x")), .resolve(["a"], .city)])
  }

  @Test func aListThatIsTooLongIsCutByWhoAsks() async throws {
    let request = OptionsRequest(parameter: "city", limit: 2)
    #expect(try await Plain().options(for: request).count == 3)
    for searches in [false, true] {
      let source = Plain(searchesItself: searches)
      #expect(try await source.searchable().options(for: request).texts == [["a", "b"]])
      let router = RoutingOptionsProvider(["city": source])
      #expect(router.limitsItself)
      #expect(try await router.options(for: request).texts == [["a", "b"]])
    }
  }
}
