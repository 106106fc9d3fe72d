import IntentOptions
import Messages
import OptionsProviderTesting
import Testing
import WidgetTestSupport

@Suite struct OperatorTests {
  static let towns = InMemoryOptionsProvider(
    name: "towns",
    OptionsCollection(sections: [
      OptionsSection(title: "A", items: ["Oslo", "Bergen", "Old Oslo"]),
      OptionsSection(title: "B", items: ["Paris", "Cosmo lodge"]),
    ]), defaults: ["Oslo"])

  @Test func inMemory() async throws {
    #expect(try await Self.towns.options(for: .city).count == 5)
    #expect(try await Self.towns.options(for: OptionsRequest(parameter: "x", limit: 2)).count == 2)
    #expect(try await Self.towns.defaultOptions(for: .city) == ["Oslo"])
    #expect(
      try await Self.towns.resolve(identifiers: ["Paris", "?", "Oslo"], for: .city) == [
        "Paris", "Oslo",
      ])
    let broken = InMemoryOptionsProvider(["a"], defaults: ["a"]) { _ in throw Broken() }
    #expect(await thrown { _ = try await broken.options(for: .city) } == "the line is dead")
    #expect(await thrown { _ = try await broken.defaultOptions(for: .city) } == "the line is dead")
    #expect(broken.name == "memory")
  }

  @Test func searchable() async throws {
    let provider = Self.towns.searchable()
    #expect(provider.searchesItself && provider.name == "towns")
    #expect(
      try await provider.options(for: .search("oslo")).texts == [
        ["Oslo", "Old Oslo"], ["Cosmo lodge"],
      ])
    #expect(try await provider.options(for: .search("")).count == 5)
    #expect(try await provider.options(for: .city).count == 5)
    var limited = OptionsRequest.search("oslo")
    limited.limit = 1
    #expect(try await provider.options(for: limited).texts == [["Oslo"]])
    #expect(try await provider.defaultOptions(for: .city) == ["Oslo"])
    #expect(try await provider.resolve(identifiers: ["Paris"], for: .search("oslo")) == ["Paris"])
  }

  @Test func searchableAsksForTheWholeList() async throws {
    let source = ScriptedProvider("s", .success(["ab", "b"]), .success(["b", "xb", "bb"]))
    let provider = source.searchable()
    var request = OptionsRequest.search("b")
    request.limit = 1
    #expect(try await provider.options(for: request).texts == [["b"]])
    // The source's response has changed, so the search must not use the old one.
    request.limit = nil
    #expect(try await provider.options(for: request).texts == [["b", "bb", "xb"]])
    #expect(source.requests == [.city, .city])
  }

  @Test func searchableLeavesSearchingSourcesAlone() async throws {
    let source = ScriptedProvider("s", searchesItself: true, .success(["other"]))
    #expect(try await source.searchable().options(for: .search("b")).texts == [["other"]])
    #expect(source.requests == [.search("b")])
  }

  @Test func manyMatchersTakeTurns() async throws {
    let provider = Self.towns.searchable()
    for term in ["o", "os", "osl", "oslo", "p", "pa"] {
      for parameter in ["a", "b", "c", "d", "e", "f"] {
        let request = OptionsRequest(parameter: parameter, searchTerm: term)
        let found = try await provider.options(for: request)
        let expected = try await Self.towns.searchable().options(for: request)
        #expect(found == expected)
      }
    }
  }

  @Test(arguments: [(5, nil, 5), (2, nil, 2), (2, 1, 1), (1, 4, 1), (0, nil, 0), (-3, nil, 0)])
  func limited(to limit: Int, requested: Int?, expected: Int) async throws {
    let source = ScriptedProvider("s", .success(["a", "b", "c", "d", "e"]))
    let provider = source.limited(to: limit)
    let request = OptionsRequest(parameter: "city", limit: requested)
    #expect(try await provider.options(for: request).count == expected)
    #expect(source.requests.map(\.limit) == [expected])
    #expect(try await provider.resolve(identifiers: ["e"], for: .city) == ["e"])
  }

  @Test func routing() async throws {
    let provider = RoutingOptionsProvider([
      "city": Self.towns, "line": InMemoryOptionsProvider(name: "lines", ["U1", "U2"]),
      "own": ScriptedProvider("own", searchesItself: true, .success(["mine"])),
    ])
    #expect(provider.searchesItself && provider.parameters == ["city", "line", "own"])
    #expect(try await provider.options(for: .search("paris")).texts == [["Paris"]])
    let line = OptionsRequest(parameter: "line", searchTerm: "2")
    #expect(try await provider.options(for: line).texts == [["U2"]])
    let own = OptionsRequest(parameter: "own", searchTerm: "2")
    #expect(try await provider.options(for: own).texts == [["mine"]])
    #expect(try await provider.defaultOptions(for: .city) == ["Oslo"])
    #expect(try await provider.resolve(identifiers: ["U1"], for: line) == ["U1"])
  }

  /// An error that is thrown without a name gets the name of the source.
  @Test func anErrorHasTheNameOfItsSource() async throws {
    struct Rooms: OptionsProvider {
      var name: String { "rooms" }

      func options(for request: OptionsRequest) async throws -> OptionsCollection {
        throw request.values.isEmpty
          ? OptionsError(.failed, "The house is closed.", remedy: "Come back tomorrow.")
          : CancellationError()
      }

      func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
        struct Flood: Error {}
        throw Flood()
      }
    }
    let provider = RoutingOptionsProvider(name: "LunchIntent", ["city": Rooms()])
    #expect(
      await thrown { _ = try await provider.options(for: .city) }
        == "rooms: The house is closed. Come back tomorrow.")
    #expect(
      await thrown { _ = try await provider.defaultOptions(for: .city) }
        == "rooms: The source failed: Flood(). Try again, or check the source.")
    await #expect(throws: CancellationError.self) {
      _ = try await provider.options(
        for: OptionsRequest(parameter: "city", values: ["left": .boolean(true)]))
    }
  }

  @Test func routingWithoutASource() async {
    let two = RoutingOptionsProvider(name: "weather", ["b": Self.towns, "a": Self.towns])
    #expect(
      await thrown { _ = try await two.options(for: .city) }
        == "weather: The parameter “city” has no source. There are sources for “a”, “b”. "
        + "Name a source for the parameter.")
    let none = RoutingOptionsProvider([:])
    #expect(
      await thrown { _ = try await none.defaultOptions(for: .city) }
        == "options: The parameter “city” has no source. There are no sources at all. "
        + "Name a source for the parameter.")
    #expect(await thrown { _ = try await none.resolve(identifiers: [], for: .city) } != "nothing")
  }

  @Test func fallback() async throws {
    let local = InMemoryOptionsProvider(name: "local", ["a", "b"], defaults: ["b"])
    let source = ScriptedProvider("web", .failure(Broken()), .success(["c"]))
    let provider = source.fallback(to: local)
    let fallen = try await provider.options(for: .search("b"))
    #expect(fallen.texts == [["b"]])
    #expect(
      fallen.notice
        == "These choices are from “local”, because “web” failed: "
        + "The source failed: the line is dead.")
    let back = try await provider.options(for: .city)
    #expect(back.texts == [["c"]] && back.notice == nil)
  }

  @Test func fallbackForDefaultsAndStoredChoices() async throws {
    let local = InMemoryOptionsProvider(name: "local", ["a", "b"], defaults: ["b"])
    let web = InMemoryOptionsProvider(name: "web", ["c"]) { _ in throw Broken() }
    let provider = web.fallback(to: local)
    #expect(try await provider.defaultOptions(for: .city) == ["b"])
    #expect(try await provider.resolve(identifiers: ["b", "a"], for: .city) == ["b", "a"])
    // The local data cannot show that "c" is no longer offered.
    #expect(
      await thrown { _ = try await provider.resolve(identifiers: ["a", "c"], for: .city) }
        == "the line is dead")
  }

  @Test func fallbackThatFailsToo() async {
    let web = ScriptedProvider("web", .failure(Broken()))
    let local = ScriptedProvider(
      "local",
      .failure(OptionsError(.notFound, provider: "local", message: "No file.", remedy: "Add it.")))
    let provider = web.fallback(to: local)
    #expect(await thrown { _ = try await provider.options(for: .city) } == "the line is dead")
  }

  @Test func fallbackIsNotForCancelledQuestions() async {
    let web = ScriptedProvider("web", .failure(CancellationError()))
    let local = ScriptedProvider("local", .success(["a"]))
    let provider = web.fallback(to: local)
    #expect(await thrown { _ = try await provider.options(for: .city) } == "CancellationError()")
    #expect(local.requests.isEmpty)
  }
}
