/// A provider that changes how another one answers.
///
/// Everything is passed on as it is, so that a wrapper implements only what it changes.
public protocol OptionsProviderWrapper: OptionsProvider {
  /// The type of the provider that is changed.
  associatedtype Base: OptionsProvider

  /// The provider that is changed.
  var base: Base { get }
}

extension OptionsProviderWrapper {
  /// The name of the source behind the wrapper.
  public var name: String { base.name }

  /// Whether the source behind the wrapper answers search terms itself.
  public var searchesItself: Bool { base.searchesItself }

  /// The choices of the source behind the wrapper.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await base.options(for: request)
  }

  /// The default choices of the source behind the wrapper.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await base.defaultOptions(for: request)
  }

  /// The items of stored identifiers, from the source behind the wrapper.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> [OptionItem] {
    try await base.resolve(identifiers: identifiers, for: request)
  }
}

/// One of the three questions that a provider answers; equal questions have equal answers.
enum ProviderQuestion: Sendable, Hashable {
  case options(OptionsRequest)
  case defaults(OptionsRequest)
  case resolve([String], OptionsRequest)

  /// Asks a provider; items come as a collection of one section.
  @concurrent func ask(_ provider: some OptionsProvider) async throws -> OptionsCollection {
    switch self {
    case .options(let request):
      try await provider.options(for: request)
    case .defaults(let request):
      OptionsCollection(items: try await provider.defaultOptions(for: request))
    case .resolve(let identifiers, let request):
      OptionsCollection(
        items: try await provider.resolve(identifiers: identifiers, for: request))
    }
  }
}
