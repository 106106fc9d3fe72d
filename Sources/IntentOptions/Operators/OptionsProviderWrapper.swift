/// A provider that changes how another one answers.
///
/// Everything is passed on as it is, so that a wrapper implements only what it changes: one of the
/// three questions by its own method, or all three at once by ``answer(to:)``.
public protocol OptionsProviderWrapper: OptionsProvider {
  /// The type of the provider that is changed.
  associatedtype Base: OptionsProvider

  /// The provider that is changed.
  var base: Base { get }

  /// Answers any of the three questions, as far as a method of its own does not.
  ///
  /// - Throws: Whatever keeps the source from answering, and `CancellationError` when cancelled.
  func answer(to question: OptionsQuestion) async throws -> OptionsCollection
}

extension OptionsProviderWrapper {
  /// The name of the source behind the wrapper.
  public var name: String { base.name }

  /// Whether the source behind the wrapper answers search terms itself.
  public var searchesItself: Bool { base.searchesItself }

  /// Whether the source behind the wrapper may have default choices.
  public var givesDefaults: Bool { base.givesDefaults }

  /// Whether the source behind the wrapper keeps the limit of a request itself.
  public var limitsItself: Bool { base.limitsItself }

  /// The answer of the source behind the wrapper.
  ///
  /// - Throws: What the source throws.
  public func answer(to question: OptionsQuestion) async throws -> OptionsCollection {
    try await question.ask(base)
  }

  /// The choices, by ``answer(to:)``.
  ///
  /// - Throws: What the wrapper throws.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await answer(to: .options(request))
  }

  /// The default choices, by ``answer(to:)``.
  ///
  /// - Throws: What the wrapper throws.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await answer(to: .defaults(request)).items
  }

  /// The items of stored identifiers, by ``answer(to:)``.
  ///
  /// - Throws: What the wrapper throws.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    let answer = try await answer(to: .resolve(identifiers, request))
    return ResolvedOptions(answer.items, isConclusive: !answer.isPartial)
  }
}

/// One of the three questions that a provider answers; equal questions have equal answers.
public enum OptionsQuestion: Sendable, Hashable {
  /// What can be chosen.
  case options(OptionsRequest)
  /// What a new widget starts with.
  case defaults(OptionsRequest)
  /// What stored identifiers stand for now.
  case resolve([String], OptionsRequest)

  /// Asks a provider; default choices and stored ones come as a collection of one section, which is
  /// partial where it does not say that other stored choices are gone.
  ///
  /// - Throws: What the provider throws.
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
    return collection
  }
}
