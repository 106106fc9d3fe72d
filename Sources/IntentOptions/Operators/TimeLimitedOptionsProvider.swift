/// A provider with a time limit for its source.
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

  /// The source's response, if it arrives in time.
  ///
  /// - Throws: `OptionsError` with the code `timedOut`; the error of the source.
  public func response(to question: OptionsQuestion) async throws -> OptionsCollection {
    let base = base
    return try await IntentOptions.result(
      within: limit, on: clock, else: .timedOut(provider: base.name, limit: limit)
    ) { try await question.ask(base) }
  }
}

extension OptionsProvider {
  /// Stops waiting for the source after a time limit; a late response is dropped.
  ///
  /// Each call has its own limit and shares nothing with other callers.
  ///
  /// - Parameters:
  ///   - limit: The time limit for a response.
  ///   - clock: The clock that measures the time.
  public func timeLimit<TimeSource: Clock<Duration>>(
    _ limit: Duration, clock: TimeSource = ContinuousClock()
  ) -> TimeLimitedOptionsProvider<Self, TimeSource> {
    TimeLimitedOptionsProvider(self, limit: limit, clock: clock)
  }
}
