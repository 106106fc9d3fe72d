import IntentModel
import IntentOptions
import Testing

/// The choices that are still offered are determined in one place, and every operator passes them
/// on.
@Suite struct ResolvedOptionsTests {
  /// A list that declares its properties.
  private struct Listing: OptionsProvider {
    var name = "listing"
    var searchesItself = false
    var isPartial = false

    func options(for request: OptionsRequest) async throws -> OptionsCollection {
      OptionsCollection(
        sections: [OptionsSection(items: ["a", "b"])], isPartial: isPartial)
    }
  }

  private static let request = OptionsRequest(parameter: "p")

  @Test(arguments: [
    (false, false, ResolvedOptions.Standing.gone), (true, false, .unknown),
    (false, true, .unknown), (true, true, .unknown),
  ])
  func `An identifier outside a partial list may still exist`(
    searches: Bool, isPartial: Bool, standing: ResolvedOptions.Standing
  ) async throws {
    let listing = Listing(searchesItself: searches, isPartial: isPartial)
    let providers: [any OptionsProvider] = [
      listing, listing.searchable(), listing.cached(for: .seconds(9)), listing.retrying(1),
      listing.timeLimit(.seconds(60)), listing.limited(to: 1), listing.debounced(),
      listing.fallback(to: Listing()), listing.defaulting(to: ["a"]),
      RoutingOptionsProvider(["p": listing]),
    ]
    for provider in providers {
      let answer = try await provider.resolve(identifiers: ["z", "b"], for: Self.request)
      #expect(answer.items == ["b"])
      let standings = answer.standings(of: ["z", "b"])
      #expect(standings == ["z": standing, "b": .offered("b")], "\(type(of: provider))")
    }
  }

  @Test func `A default is the source's current item`() async throws {
    let known = InMemoryOptionsProvider(
      OptionsCollection(items: [OptionItem(identifier: "a", display: "Alpha")]))
    let items = try await known.defaulting(to: ["a"]).defaultOptions(for: Self.request)
    #expect(items.map(\.display) == ["Alpha"])
    #expect(known.defaulting(to: ["a"]).givesDefaults)
    #expect(!known.defaulting(to: []).givesDefaults)
    let part = Listing(searchesItself: true).defaulting(to: ["z"])
    #expect(try await part.defaultOptions(for: Self.request) == ["z"])
    await #expect(throws: OptionsError.self) {
      try await known.defaulting(to: ["z"]).defaultOptions(for: Self.request)
    }
  }
}
