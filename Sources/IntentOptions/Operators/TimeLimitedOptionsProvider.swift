/// A provider that gives up on a source that takes too long.
public struct TimeLimitedOptionsProvider<Base: OptionsProvider, TimeSource: Clock<Duration>>:
  OptionsProviderWrapper
{
  /// The source.
  public let base: Base

  private let limit: Duration
  private let clock: TimeSource

  /// Makes a provider; ``OptionsProvider/timeLimit(_:clock:)`` is shorter.
  public init(_ base: Base, limit: Duration, clock: TimeSource) {
    self.base = base
    self.limit = limit
    self.clock = clock
  }

  /// The answer of the source, if it comes in time.
  ///
  /// - Throws: `OptionsError` with the code `timedOut`; what the source throws.
  public func answer(to question: OptionsQuestion) async throws -> OptionsCollection {
    let base = base
    return try await IntentOptions.answer(
      within: limit, on: clock, else: .timedOut(provider: base.name, limit: limit)
    ) { try await question.ask(base) }
  }
}

extension OptionsProvider {
  /// Gives up on the source after a while; its late answer is dropped.
  ///
  /// - Parameters:
  ///   - limit: The time the source has for an answer.
  ///   - clock: What measures the time.
  public func timeLimit<TimeSource: Clock<Duration>>(
    _ limit: Duration, clock: TimeSource = ContinuousClock()
  ) -> TimeLimitedOptionsProvider<Self, TimeSource> {
    TimeLimitedOptionsProvider(self, limit: limit, clock: clock)
  }
}
