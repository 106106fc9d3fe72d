import Synchronization

/// A provider that asks its source only for the last of several quick questions.
public struct DebouncedOptionsProvider<Base: OptionsProvider, TimeSource: Clock<Duration>>:
  OptionsProviderWrapper
{
  /// The source.
  public let base: Base

  private let pause: Duration
  private let clock: TimeSource
  private let latest = LatestQuestions()

  /// Makes a provider; ``OptionsProvider/debounced(for:clock:)`` is shorter.
  public init(_ base: Base, pause: Duration, clock: TimeSource) {
    self.base = base
    self.pause = pause
    self.clock = clock
  }

  /// The choices of the source, unless a newer question for the parameter comes meanwhile.
  ///
  /// - Throws: `CancellationError` when superseded; what the source throws.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    let (base, pause, clock) = (base, pause, clock)
    let isSearch = request.searchTerm?.isEmpty == false
    let answer = PendingAnswer<OptionsCollection>()
    let number = latest.supersede(parameter: request.parameter, with: answer)
    let work = answer.work {
      if isSearch { try await clock.sleep(for: pause) }
      try Task.checkCancellation()
      return try await base.options(for: request)
    }
    defer {
      work.cancel()
      latest.forget(parameter: request.parameter, number: number)
    }
    return try await answer.value()
  }
}

/// The unanswered questions, one per parameter.
private final class LatestQuestions: Sendable {
  private struct State {
    var lastNumber = 0
    var pending: [String: (number: Int, answer: PendingAnswer<OptionsCollection>)] = [:]
  }

  private let state = Mutex(State())

  /// Ends the question that waits for an answer about a parameter, and remembers the new one.
  func supersede(parameter: String, with answer: PendingAnswer<OptionsCollection>) -> Int {
    let (old, number) = state.withLock { state in
      state.lastNumber += 1
      let old = state.pending.updateValue((state.lastNumber, answer), forKey: parameter)
      return (old?.answer, state.lastNumber)
    }
    old?.give(.failure(CancellationError()))
    return number
  }

  /// Forgets a question, unless a newer one has taken its place.
  func forget(parameter: String, number: Int) {
    state.withLock { state in
      if state.pending[parameter]?.number == number { state.pending[parameter] = nil }
    }
  }
}

extension OptionsProvider {
  /// Waits with a search until the user stops typing; a list without a search term comes at once.
  ///
  /// Any newer question for the same parameter supersedes the one before: that one's work is
  /// cancelled and it ends with `CancellationError`, even where the source answers nevertheless.
  ///
  /// - Parameters:
  ///   - pause: The time without a newer question after which the source is asked.
  ///   - clock: What measures the time.
  public func debounced<TimeSource: Clock<Duration>>(
    for pause: Duration = .milliseconds(150), clock: TimeSource = ContinuousClock()
  ) -> DebouncedOptionsProvider<Self, TimeSource> {
    DebouncedOptionsProvider(self, pause: pause, clock: clock)
  }
}
