/// A provider that has a separate source for each parameter.
public struct RoutingOptionsProvider: OptionsProvider {
  /// The name of the provider itself in messages.
  public let name: String

  private let routes: [String: any OptionsProvider]

  /// Makes a provider.
  ///
  /// Sources that do not search themselves are searched, and lists that are too long are cut.
  ///
  /// - Parameters:
  ///   - name: The name in messages about parameters without a source.
  ///   - routes: The sources by parameter name.
  public init(name: String = "options", _ routes: [String: any OptionsProvider]) {
    self.name = name
    self.routes = routes.mapValues { Self.searchable($0) }
  }

  /// Always true: search terms are handled for every parameter.
  public var searchesItself: Bool { true }

  /// Always true: lists are cut for every parameter.
  public var limitsItself: Bool { true }

  /// Whether the source of any parameter may have default choices.
  public var givesDefaults: Bool { routes.values.contains(where: \.givesDefaults) }

  /// Whether the source of one of the parameters depends on the scope of a request.
  public var dependsOnScope: Bool { routes.values.contains(where: \.dependsOnScope) }

  /// The parameters that have a source, in alphabetical order.
  public var parameters: [String] { routes.keys.sorted() }

  /// The choices of the parameter's source.
  ///
  /// - Throws: `OptionsError` with the code `noProvider`, or with the failure and the name of the
  ///   source.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await ask(request) { try await $0.options(for: request) }
  }

  /// The default choices of the parameter's source.
  ///
  /// - Throws: `OptionsError` with the code `noProvider`, or with the failure and the name of the
  ///   source.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await ask(request) { try await $0.defaultOptions(for: request) }
  }

  /// The items of stored identifiers, from the parameter's source.
  ///
  /// - Throws: `OptionsError` with the code `noProvider`, or with the failure and the name of the
  ///   source.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    try await ask(request) { try await $0.resolve(identifiers: identifiers, for: request) }
  }

  /// Asks the source of the request's parameter.
  ///
  /// An error that does not name its source gets the name here, because a caller of this provider
  /// knows only this provider's name.
  private func ask<Response: Sendable>(
    _ request: OptionsRequest, _ question: (any OptionsProvider) async throws -> Response
  ) async throws -> Response {
    let source = try source(for: request.parameter)
    do {
      return try await question(source)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw OptionsError(error, provider: source.name)
    }
  }

  private func source(for parameter: String) throws(OptionsError) -> any OptionsProvider {
    if let source = routes[parameter] { return source }
    throw .noProvider(provider: name, parameter: parameter, known: parameters)
  }

  private static func searchable(_ provider: some OptionsProvider) -> any OptionsProvider {
    provider.searchable()
  }
}
