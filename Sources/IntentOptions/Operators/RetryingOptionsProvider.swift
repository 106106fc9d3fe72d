/// A provider that retries if its source fails.
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

  /// The maximum pause between two attempts.
  static var maximumDelay: Duration { .seconds(30) }

  /// The response of the first attempt that succeeds.
  ///
  /// - Throws: The error of the last attempt.
  public func response(to question: OptionsQuestion) async throws -> OptionsCollection {
    var pause = delay
    for _ in 0..<retries {
      do {
        return try await question.ask(base)
      } catch  where error.mayPass && !Task.isCancelled {
        try await clock.sleep(for: pause)
        pause = min(pause * 2, Self.maximumDelay)
      }
    }
    return try await question.ask(base)
  }
}

extension Error {
  /// Whether the same request may succeed if it is repeated soon.
  fileprivate var mayPass: Bool {
    if self is CancellationError { return false }
    return switch (self as? OptionsError)?.code {
    case .failed, .timedOut, .unreadable, nil: true
    case .notFound, .tooLarge, .malformed, .invalidResponse, .noProvider, .parentNotSet: false
    }
  }
}

extension OptionsProvider {
  /// Retries after failures that may be temporary, and doubles the pause each time.
  ///
  /// A request is not retried if the source is not found, its response is invalid or the task is
  /// cancelled. Each call makes its own attempts and shares nothing with other callers.
  ///
  /// - Parameters:
  ///   - retries: The maximum number of retries.
  ///   - delay: The first pause; later pauses are longer, up to a limit.
  ///   - clock: The clock that measures the pauses.
  public func retrying<TimeSource: Clock<Duration>>(
    _ retries: Int, delay: Duration = .milliseconds(250), clock: TimeSource = ContinuousClock()
  ) -> RetryingOptionsProvider<Self, TimeSource> {
    RetryingOptionsProvider(self, retries: retries, delay: delay, clock: clock)
  }
}
