/// A provider that asks a source of its own for each parameter.
public struct RoutingOptionsProvider: OptionsProvider {
  /// The name by which messages call the provider itself.
  public let name: String

  private let routes: [String: any OptionsProvider]

  /// Makes a provider.
  ///
  /// Sources that do not search themselves are searched for, and lists that are too long are cut.
  ///
  /// - Parameters:
  ///   - name: The name for messages about parameters without a source.
  ///   - routes: The sources by parameter name.
  public init(name: String = "options", _ routes: [String: any OptionsProvider]) {
    self.name = name
    self.routes = routes.mapValues { Self.searchable($0) }
  }

  /// Search terms are answered for every parameter.
  public var searchesItself: Bool { true }

  /// Lists are cut for every parameter.
  public var limitsItself: Bool { true }

  /// Whether the source of any parameter may have default choices.
  public var givesDefaults: Bool { routes.values.contains(where: \.givesDefaults) }

  /// The parameters that have a source, in alphabetical order.
  public var parameters: [String] { routes.keys.sorted() }

  /// The choices of the parameter's source.
  ///
  /// - Throws: `OptionsError` with the code `noProvider`; what the source throws.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await source(for: request.parameter).options(for: request)
  }

  /// The default choices of the parameter's source.
  ///
  /// - Throws: `OptionsError` with the code `noProvider`; what the source throws.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await source(for: request.parameter).defaultOptions(for: request)
  }

  /// The items of stored identifiers, from the parameter's source.
  ///
  /// - Throws: `OptionsError` with the code `noProvider`; what the source throws.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    try await source(for: request.parameter).resolve(identifiers: identifiers, for: request)
  }

  private func source(for parameter: String) throws(OptionsError) -> any OptionsProvider {
    if let source = routes[parameter] { return source }
    throw .noProvider(provider: name, parameter: parameter, known: parameters)
  }

  private static func searchable(_ provider: some OptionsProvider) -> any OptionsProvider {
    provider.searchable()
  }
}
