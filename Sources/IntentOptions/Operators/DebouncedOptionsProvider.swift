import Synchronization

/// A provider that sends its source only the last of several quick requests.
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

  /// The choices of the source, unless a newer request for the parameter arrives in the meantime.
  ///
  /// - Throws: `CancellationError` if superseded; the error of the source.
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

/// The pending requests, one per parameter.
private final class LatestQuestions: Sendable {
  private struct State {
    var lastNumber = 0
    var pending: [String: (number: Int, answer: PendingAnswer<OptionsCollection>)] = [:]
  }

  private let state = Mutex(State())

  /// Ends the pending request for a parameter and replaces it with a new one.
  func supersede(parameter: String, with answer: PendingAnswer<OptionsCollection>) -> Int {
    let (old, number) = state.withLock { state in
      state.lastNumber += 1
      let old = state.pending.updateValue((state.lastNumber, answer), forKey: parameter)
      return (old?.answer, state.lastNumber)
    }
    old?.give(.failure(CancellationError()))
    return number
  }

  /// Removes a request, unless a newer one has replaced it.
  func forget(parameter: String, number: Int) {
    state.withLock { state in
      if state.pending[parameter]?.number == number { state.pending[parameter] = nil }
    }
  }
}

extension OptionsProvider {
  /// Delays a search until the user stops typing; a list without a search term is not delayed.
  ///
  /// A newer request for the same parameter supersedes the pending one. The work for the pending
  /// request is cancelled, and it ends with `CancellationError`, even if the source responds
  /// nevertheless.
  ///
  /// - Parameters:
  ///   - pause: The time without a newer request after which the source gets the request.
  ///   - clock: The clock that measures the time.
  public func debounced<TimeSource: Clock<Duration>>(
    for pause: Duration = .milliseconds(150), clock: TimeSource = ContinuousClock()
  ) -> DebouncedOptionsProvider<Self, TimeSource> {
    DebouncedOptionsProvider(self, pause: pause, clock: clock)
  }
}
