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

  /// Whether one of the two may have default choices.
  public var givesDefaults: Bool { base.givesDefaults || fallback.givesDefaults }

  /// The answer of the source, or that of the second one, choices with a notice.
  ///
  /// For stored identifiers the second source counts only where it knows them all: what it lacks may
  /// still be offered by the first one.
  ///
  /// - Throws: What the source throws, when the second one has no answer either;
  ///   `CancellationError`.
  public func answer(to question: OptionsQuestion) async throws -> OptionsCollection {
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
    var answer = try await question.ask(fallback)
    switch question {
    case .options(let request):
      answer.notice = OptionsError(error, provider: base.name)
        .notice(source: base.name, fallback: fallback.name, locale: request.locale)
      answer.isPartial = true
    case .resolve(let identifiers, _):
      if !Set(identifiers).isSubset(of: answer.items.map(\.identifier)) { throw error }
    case .defaults: break
    }
    return answer
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
