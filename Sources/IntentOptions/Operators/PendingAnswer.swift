import Synchronization

/// An answer that comes once, and that any number of tasks wait for.
///
/// A waiting task that is cancelled stops waiting at once, whether the work behind the answer heeds
/// its own cancellation or not. The first answer counts; later ones are dropped.
package final class PendingAnswer<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, any Error>?
    var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    var lastWaiter = 0
    var cancelledWaiters: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Makes an answer that has yet to come.
  package init() {}

  /// Gives the answer, unless it was given before.
  package func give(_ result: Result<Value, any Error>) {
    let waiting = state.withLock { state in
      guard state.result == nil else { return [CheckedContinuation<Value, any Error>]() }
      state.result = result
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(with: result) }
  }

  /// Waits for the answer.
  ///
  /// - Throws: The error that was given as the answer; `CancellationError` when the waiting task is
  ///   cancelled.
  package func value() async throws -> Value {
    let waiter = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait($0, as: waiter) }
    } onCancel: {
      stopWaiting(waiter)
    }
  }

  private func wait(_ continuation: CheckedContinuation<Value, any Error>, as waiter: Int) {
    let result: Result<Value, any Error>? = state.withLock { state in
      if state.cancelledWaiters.remove(waiter) != nil { return .failure(CancellationError()) }
      if let result = state.result { return result }
      state.waiting[waiter] = continuation
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  private func stopWaiting(_ waiter: Int) {
    let continuation = state.withLock { state in
      let continuation = state.waiting.removeValue(forKey: waiter)
      // The cancellation can come before the continuation does.
      if continuation == nil { state.cancelledWaiters.insert(waiter) }
      return continuation
    }
    continuation?.resume(throwing: CancellationError())
  }
}

extension PendingAnswer {
  /// Starts work that gives the answer; cancel the task to stop it.
  package func work(_ operation: @escaping @Sendable () async throws -> Value) -> Task<Void, Never>
  {
    Task {
      do {
        give(.success(try await operation()))
      } catch {
        give(.failure(error))
      }
    }
  }
}

/// What work gives, if it comes in time; else the work is cancelled and left alone.
///
/// A task group would wait for work that does not heed its cancellation; this does not.
///
/// - Parameters:
///   - limit: The time the work has.
///   - clock: What measures the time.
///   - timedOut: What is thrown when the time is over first.
/// - Throws: What the work throws; `timedOut`; `CancellationError` when the waiting task is cancelled.
package func answer<Value: Sendable, TimeSource: Clock<Duration>>(
  within limit: Duration, on clock: TimeSource = ContinuousClock(), else timedOut: OptionsError,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let answer = PendingAnswer<Value>()
  let tasks = [
    answer.work(work),
    answer.work {
      try await clock.sleep(for: limit)
      throw timedOut
    },
  ]
  defer { tasks.forEach { $0.cancel() } }
  return try await answer.value()
}
