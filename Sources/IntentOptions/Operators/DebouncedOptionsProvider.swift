import Synchronization

/// A provider that passes only the last of several quick requests to its source.
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

  /// The source's choices, unless the caller of the request makes a newer request for the same
  /// parameter in the meantime.
  ///
  /// - Throws: `CancellationError` if the request is superseded; the error of the source.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    guard let caller = request.caller else { return try await ask(request) }
    let response = PendingResponse<OptionsCollection>()
    let subject = LatestQuestions.Subject(caller: caller, parameter: request.parameter)
    let number = latest.supersede(subject, with: response)
    let work = response.work { [self] in try await ask(request) }
    defer {
      work.cancel()
      latest.forget(subject, number: number)
    }
    return try await response.value()
  }

  /// Asks the source; for a search, only after the pause.
  private func ask(_ request: OptionsRequest) async throws -> OptionsCollection {
    if request.searchTerm?.isEmpty == false { try await clock.sleep(for: pause) }
    try Task.checkCancellation()
    return try await base.options(for: request)
  }
}

/// The pending requests, at most one for each caller and parameter.
private final class LatestQuestions: Sendable {
  struct Subject: Hashable {
    var caller: OptionsCaller
    var parameter: String
  }

  private struct State {
    var lastNumber = 0
    var pending: [Subject: (number: Int, response: PendingResponse<OptionsCollection>)] = [:]
  }

  private let state = Mutex(State())

  /// Ends the pending request for a caller and a parameter, and replaces it with a new one.
  func supersede(_ subject: Subject, with response: PendingResponse<OptionsCollection>) -> Int {
    let (old, number) = state.withLock { state in
      state.lastNumber += 1
      let old = state.pending.updateValue((state.lastNumber, response), forKey: subject)
      return (old?.response, state.lastNumber)
    }
    old?.give(.failure(CancellationError()))
    return number
  }

  /// Removes a request, unless a newer one has replaced it.
  func forget(_ subject: Subject, number: Int) {
    state.withLock { state in
      if state.pending[subject]?.number == number { state.pending[subject] = nil }
    }
  }
}

extension OptionsProvider {
  /// Delays a search until the user stops typing; a request without a search term is not delayed.
  ///
  /// A search that is cancelled during the pause never reaches the source. A newer request by the
  /// same ``OptionsRequest/caller`` for the same parameter supersedes the pending one: its work is
  /// cancelled, and it ends with `CancellationError` even if the source still responds. Callers
  /// never affect each other, and a request without a caller supersedes no other request.
  ///
  /// - Parameters:
  ///   - pause: How long the provider waits for a newer request before it passes a request to the
  ///     source.
  ///   - clock: The clock that measures the time.
  public func debounced<TimeSource: Clock<Duration>>(
    for pause: Duration = .milliseconds(150), clock: TimeSource = ContinuousClock()
  ) -> DebouncedOptionsProvider<Self, TimeSource> {
    DebouncedOptionsProvider(self, pause: pause, clock: clock)
  }
}
