/// A provider that asks a second source when the first one fails, and says so.
public struct FallbackOptionsProvider<Base: OptionsProvider, Fallback: OptionsProvider>:
  OptionsProviderWrapper
{
  /// The source.
  public let base: Base

  private let fallback: SearchableOptionsProvider<Fallback>

  /// Makes a provider; ``OptionsProvider/fallback(to:)`` is shorter.
  public init(_ base: Base, fallback: Fallback) {
    self.base = base
    self.fallback = fallback.searchable()
  }

  /// The choices of the source, or those of the second one with a notice.
  ///
  /// - Throws: What the source throws, when the second one fails too; `CancellationError`.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await withFallback {
      try await base.options(for: request)
    } instead: { error in
      var collection = try await fallback.options(for: request)
      collection.notice = error.notice(source: base.name, fallback: fallback.name)
      return collection
    }
  }

  /// The default choices of the source, or those of the second one.
  ///
  /// - Throws: What the source throws, when the second one fails too; `CancellationError`.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await withFallback {
      try await base.defaultOptions(for: request)
    } instead: { _ in
      try await fallback.defaultOptions(for: request)
    }
  }

  /// The items of stored identifiers.
  ///
  /// The second source counts only where it knows them all: what it lacks may still be offered by
  /// the first one.
  ///
  /// - Throws: What the source throws, when the second one does not know all; `CancellationError`.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> [OptionItem] {
    try await withFallback {
      try await base.resolve(identifiers: identifiers, for: request)
    } instead: { error in
      let items = try await fallback.resolve(identifiers: identifiers, for: request)
      if !Set(identifiers).isSubset(of: items.map(\.identifier)) { throw error }
      return items
    }
  }

  private func withFallback<Answer>(
    _ answer: () async throws -> Answer, instead: (OptionsError) async throws -> Answer
  ) async throws -> Answer {
    do {
      return try await answer()
    } catch {
      if error is CancellationError { throw error }
      try Task.checkCancellation()
      do {
        return try await instead(OptionsError(error, provider: base.name))
      } catch let second {
        throw second is CancellationError ? second : error
      }
    }
  }
}

extension OptionsProvider {
  /// Offers the choices of another source, such as stored ones, when this one fails.
  ///
  /// The answer then says so in ``OptionsCollection/notice``. The other source is searched for where
  /// it does not search itself.
  ///
  /// - Parameter other: The source to ask instead.
  public func fallback<Other: OptionsProvider>(
    to other: Other
  ) -> FallbackOptionsProvider<Self, Other> {
    FallbackOptionsProvider(self, fallback: other)
  }
}
