import Synchronization

/// A clock that moves only when it is advanced, so that tests of timeouts do not have to wait.
///
///     let clock = ManualClock()
///     let provider = source.timeLimit(.seconds(5), clock: clock)
///     let answer = Task { try await provider.options(for: request) }
///     await clock.sleepers(1)
///     clock.advance(by: .seconds(5))
public final class ManualClock: Clock, Sendable {
  /// A moment, as the time since the clock was made.
  public struct Instant: InstantProtocol, Hashable {
    /// The time since the clock was made.
    public var offset: Duration

    /// The moment that is later by a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The duration until another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether a moment is before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  fileprivate struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
    var lastSleeper = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Makes a clock at zero.
  public init() {}

  /// The current moment of the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// The resolution of the clock.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock has been advanced to a moment.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.lastSleeper += 1
      return state.lastSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { lieDown($0, number, until: deadline) }
    } onCancel: {
      cancel(number)
    }
  }

  /// Advances the clock and wakes all tasks whose deadline has passed, earliest deadline first.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.sorted { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
    }
    for sleeper in woken { sleeper.value.continuation.resume() }
  }

  /// Waits until at least `count` tasks are sleeping.
  public func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  private func lieDown(
    _ continuation: CheckedContinuation<Void, any Error>, _ number: Int, until deadline: Instant
  ) {
    typealias Awoken = (Result<Void, any Error>?, [CheckedContinuation<Void, Never>])
    let (result, watchers) = state.withLock { state -> Awoken in
      if state.cancelled.remove(number) != nil {
        return (.failure(CancellationError()), state.reachedWatchers())
      }
      if deadline <= state.now { return (.success(()), state.reachedWatchers()) }
      state.sleepers[number] = (deadline, continuation)
      return (nil, state.reachedWatchers())
    }
    if let result { continuation.resume(with: result) }
    for watcher in watchers { watcher.resume() }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: number)
      if sleeper == nil { state.cancelled.insert(number) }
      return sleeper
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}

extension ManualClock.State {
  /// Removes and returns the watchers whose number of sleepers has been reached.
  fileprivate mutating func reachedWatchers() -> [CheckedContinuation<Void, Never>] {
    let reached = watchers.filter { $0.count <= sleepers.count }
    watchers.removeAll { $0.count <= sleepers.count }
    return reached.map(\.continuation)
  }
}
