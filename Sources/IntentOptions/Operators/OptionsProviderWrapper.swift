/// A provider that modifies the responses of another provider.
///
/// By default, every call is forwarded, so a wrapper implements only what it modifies: one of the
/// three methods, or all of them through ``response(to:)``.
public protocol OptionsProviderWrapper: OptionsProvider {
  /// The type of the wrapped provider.
  associatedtype Base: OptionsProvider

  /// The wrapped provider.
  var base: Base { get }

  /// Responds to those of the three calls that the wrapper does not implement separately.
  ///
  /// - Throws: Any error of the source, and `CancellationError` if cancelled.
  func response(to question: OptionsQuestion) async throws -> OptionsCollection
}

extension OptionsProviderWrapper {
  /// The name of the wrapped source.
  public var name: String { base.name }

  /// Whether the wrapped source handles search terms itself.
  public var searchesItself: Bool { base.searchesItself }

  /// Whether the wrapped source may have default choices.
  public var givesDefaults: Bool { base.givesDefaults }

  /// Whether the wrapped source applies the limit of a request itself.
  public var limitsItself: Bool { base.limitsItself }

  /// Whether the wrapped source depends on the scope of a request.
  public var dependsOnScope: Bool { base.dependsOnScope }

  /// The response of the wrapped source.
  ///
  /// - Throws: The error of the source.
  public func response(to question: OptionsQuestion) async throws -> OptionsCollection {
    try await question.ask(base)
  }

  /// The choices, from ``response(to:)``.
  ///
  /// - Throws: The error of the wrapper.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await response(to: .options(request))
  }

  /// The default choices, from ``response(to:)``.
  ///
  /// - Throws: The error of the wrapper.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await response(to: .defaults(request)).items
  }

  /// The items of stored identifiers, from ``response(to:)``.
  ///
  /// - Throws: The error of the wrapper.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    ResolvedOptions(try await response(to: .resolve(identifiers, request)))
  }
}

/// One of the three calls to a provider, as a value; equal calls have equal responses.
public enum OptionsQuestion: Sendable, Hashable {
  /// The choices for a request.
  case options(OptionsRequest)
  /// The default choices of a new widget.
  case defaults(OptionsRequest)
  /// The current items of stored identifiers.
  case resolve([String], OptionsRequest)

  /// The same call without its ``OptionsRequest/caller``.
  var withoutCaller: OptionsQuestion { changing { $0.caller = nil } }

  /// The same call with a modified request.
  package func changing(_ change: (inout OptionsRequest) -> Void) -> OptionsQuestion {
    switch self {
    case .options(var request):
      change(&request)
      return .options(request)
    case .defaults(var request):
      change(&request)
      return .defaults(request)
    case .resolve(let identifiers, var request):
      change(&request)
      return .resolve(identifiers, request)
    }
  }

  /// Calls a provider.
  ///
  /// Default choices and stored choices are returned as a collection with one section. The
  /// collection is marked as partial if a stored choice that was not found may still exist.
  ///
  /// - Throws: The error of the provider.
  @concurrent public func ask(_ provider: some OptionsProvider) async throws -> OptionsCollection {
    switch self {
    case .options(let request):
      try await provider.options(for: request)
    case .defaults(let request):
      OptionsCollection(items: try await provider.defaultOptions(for: request))
    case .resolve(let identifiers, let request):
      try await provider.resolve(identifiers: identifiers, for: request).collection
    }
  }
}

extension ResolvedOptions {
  fileprivate var collection: OptionsCollection {
    var collection = OptionsCollection(items: items)
    collection.isPartial = !isConclusive
    collection.knowledge.titles = titles
    return collection
  }

  /// Makes a response from a collection that represents it.
  init(_ collection: OptionsCollection) {
    self.init(collection.items, isConclusive: !collection.isPartial)
    titles = collection.knowledge.titles
  }
}
