/// A provider that has a separate source for each parameter.
public struct RoutingOptionsProvider: OptionsProvider {
  /// The provider's own name in messages.
  public let name: String

  private let routes: [String: any OptionsProvider]

  /// Makes a provider.
  ///
  /// The provider searches the lists of sources that do not search them themselves, and cuts lists
  /// that are too long.
  ///
  /// - Parameters:
  ///   - name: The name used in messages about parameters without a source.
  ///   - routes: The sources by parameter name.
  public init(name: String = "options", _ routes: [String: any OptionsProvider]) {
    self.name = name
    self.routes = routes.mapValues { Self.searchable($0) }
  }

  /// Always true: this provider handles search terms for every parameter.
  public var searchesItself: Bool { true }

  /// Always true: this provider cuts the lists of every parameter.
  public var limitsItself: Bool { true }

  /// Whether the source of any parameter may have default choices.
  public var givesDefaults: Bool { routes.values.contains(where: \.givesDefaults) }

  /// Whether the source of any parameter depends on the scope of a request.
  public var dependsOnScope: Bool { routes.values.contains(where: \.dependsOnScope) }

  /// The parameters that have a source, in alphabetical order.
  public var parameters: [String] { routes.keys.sorted() }

  /// The choices of the parameter's source.
  ///
  /// - Throws: `OptionsError` with the code `noProvider`, or with the source's failure and name.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await ask(request) { try await $0.options(for: request) }
  }

  /// The default choices of the parameter's source.
  ///
  /// - Throws: `OptionsError` with the code `noProvider`, or with the source's failure and name.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await ask(request) { try await $0.defaultOptions(for: request) }
  }

  /// The items of stored identifiers, from the parameter's source.
  ///
  /// - Throws: `OptionsError` with the code `noProvider`, or with the source's failure and name.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    try await ask(request) { try await $0.resolve(identifiers: identifiers, for: request) }
  }

  /// Asks the source that belongs to the parameter of the request.
  ///
  /// An error that does not name its source gets the source's name here, because callers know only
  /// the name of this provider.
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
