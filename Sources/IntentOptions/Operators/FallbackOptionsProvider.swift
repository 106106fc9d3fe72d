/// A provider that uses a second source if the first one fails, and adds a notice.
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

  /// Whether either of the two sources may have default choices.
  public var givesDefaults: Bool { base.givesDefaults || fallback.givesDefaults }

  /// Whether either of the two sources depends on the scope of a request.
  public var dependsOnScope: Bool { base.dependsOnScope || fallback.dependsOnScope }

  /// The response of the first source, or else of the second one; choices from the second one have
  /// a notice.
  ///
  /// For stored identifiers, the second source is used only if it knows all of them, because the
  /// first source may still offer the others.
  ///
  /// - Throws: The error of the first source if the second one also fails; `CancellationError` if
  ///   cancelled.
  public func response(to question: OptionsQuestion) async throws -> OptionsCollection {
    do {
      return try await question.ask(base)
    } catch {
      if error is CancellationError { throw error }
      try Task.checkCancellation()
      do {
        return try await standIn(for: question, after: error)
      } catch let second {
        throw second is CancellationError ? second : error
      }
    }
  }

  private func standIn(
    for question: OptionsQuestion, after error: any Error
  ) async throws -> OptionsCollection {
    var response = try await question.ask(fallback)
    switch question {
    case .options(let request):
      response.notice = OptionsError(error, provider: base.name)
        .notice(source: base.name, fallback: fallback.name, locale: request.locale)
      response.failure = OptionsError(error, provider: base.name)
      response.isPartial = true
    case .resolve(let identifiers, _):
      if !Set(identifiers).isSubset(of: response.items.map(\.identifier)) { throw error }
    case .defaults: break
    }
    return response
  }
}

extension OptionsProvider {
  /// Offers the choices of another source, such as a recorded file, if this one fails.
  ///
  /// The response then has a ``OptionsCollection/notice``. This provider searches the other
  /// source's list, unless that source searches itself. Each call asks the first source again and
  /// shares nothing with other callers; the notice is in the language of the request.
  ///
  /// - Parameter other: The source to use instead.
  public func fallback<Other: OptionsProvider>(
    to other: Other
  ) -> FallbackOptionsProvider<Self, Other> {
    FallbackOptionsProvider(self, fallback: other)
  }
}
