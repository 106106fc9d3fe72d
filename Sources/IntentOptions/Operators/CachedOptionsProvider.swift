/// A provider that keeps answers for a while.
public struct CachedOptionsProvider<Base: OptionsProvider, TimeSource: Clock<Duration>>:
  OptionsProviderWrapper
{
  /// The source.
  public let base: Base

  let cache: AnswerCache<TimeSource>

  /// Makes a provider; ``OptionsProvider/cached(for:staleFor:capacity:clock:)`` is shorter.
  public init(
    _ base: Base, freshFor: Duration, staleFor: Duration, capacity: Int, clock: TimeSource
  ) {
    self.base = base
    cache = AnswerCache(
      freshFor: freshFor, staleFor: staleFor, capacity: max(1, capacity), clock: clock)
  }

  /// The answer of the source, perhaps an earlier one.
  ///
  /// - Throws: What the source throws; errors are not kept.
  public func answer(to question: OptionsQuestion) async throws -> OptionsCollection {
    let base = base
    return try await cache.answer(to: question) { try await question.ask(base) }
  }
}

extension OptionsProvider {
  /// Keeps answers for a while, and asks only once for equal questions at the same time.
  ///
  /// An answer that has become stale is still given at once, for a further while, and a new one is
  /// fetched meanwhile. Errors are not kept, nor are answers with a notice, which stand in for
  /// better ones. The work for a question stops when nobody waits for it any more.
  ///
  /// - Parameters:
  ///   - duration: How long an answer is fresh.
  ///   - staleFor: How long it is still given afterwards; nil for the same time once more.
  ///   - capacity: The greatest number of answers to keep; the one used longest ago goes first.
  ///   - clock: What measures the time.
  public func cached<TimeSource: Clock<Duration>>(
    for duration: Duration, staleFor: Duration? = nil, capacity: Int = 64,
    clock: TimeSource = ContinuousClock()
  ) -> CachedOptionsProvider<Self, TimeSource> {
    CachedOptionsProvider(
      self, freshFor: duration, staleFor: staleFor ?? duration, capacity: capacity, clock: clock)
  }
}
