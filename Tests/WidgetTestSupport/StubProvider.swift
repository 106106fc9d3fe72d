public import IntentOptions

/// A provider without choices, for forms whose requests a test answers itself.
public struct StubProvider: OptionsProvider {
  /// The name in messages.
  public let name = "stub"
  /// Whether the provider gets each search term.
  public let searchesItself: Bool

  /// Makes a provider.
  public init(searchesItself: Bool = false) { self.searchesItself = searchesItself }

  /// No choices.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    OptionsCollection(items: [])
  }
}

extension [String: any OptionsProvider] {
  /// Providers for parameters; the value says whether the provider searches.
  public static func stubs(_ searches: [String: Bool]) -> Self {
    searches.mapValues { StubProvider(searchesItself: $0) }
  }
}
