/// A provider that asks a failing source again.
public struct RetryingOptionsProvider<Base: OptionsProvider, TimeSource: Clock<Duration>>:
  OptionsProviderWrapper
{
  /// The source.
  public let base: Base

  private let retries: Int
  private let delay: Duration
  private let clock: TimeSource

  /// Makes a provider; ``OptionsProvider/retrying(_:delay:clock:)`` is shorter.
  public init(_ base: Base, retries: Int, delay: Duration, clock: TimeSource) {
    self.base = base
    self.retries = max(0, retries)
    self.delay = delay
    self.clock = clock
  }

  /// The longest pause between two attempts.
  static var longestDelay: Duration { .seconds(30) }

  /// The answer of the source, at the first attempt that has one.
  ///
  /// - Throws: What the source throws the last time.
  public func answer(to question: OptionsQuestion) async throws -> OptionsCollection {
    var pause = delay
    for _ in 0..<retries {
      do {
        return try await question.ask(base)
      } catch  where error.mayPass && !Task.isCancelled {
        try await clock.sleep(for: pause)
        pause = min(pause * 2, Self.longestDelay)
      }
    }
    return try await question.ask(base)
  }
}

extension Error {
  /// Whether the same question can have an answer a moment later.
  fileprivate var mayPass: Bool {
    if self is CancellationError { return false }
    return switch (self as? OptionsError)?.code {
    case .failed, .timedOut, .unreadable, nil: true
    case .notFound, .tooLarge, .malformed, .invalidAnswer, .noProvider: false
    }
  }
}

extension OptionsProvider {
  /// Asks again when the source fails in a way that may pass, after pauses that double.
  ///
  /// A source that is not found, answers wrongly or was cancelled is not asked again.
  ///
  /// - Parameters:
  ///   - retries: How often to ask again.
  ///   - delay: The first pause; none is longer than 30 seconds, unless this one is.
  ///   - clock: What measures the pauses.
  public func retrying<TimeSource: Clock<Duration>>(
    _ retries: Int, delay: Duration = .milliseconds(250), clock: TimeSource = ContinuousClock()
  ) -> RetryingOptionsProvider<Self, TimeSource> {
    RetryingOptionsProvider(self, retries: retries, delay: delay, clock: clock)
  }
}
