import Synchronization

/// A response that arrives once; any number of tasks can wait for it.
///
/// A waiting task that is cancelled stops waiting immediately, even if the work itself ignores its
/// cancellation. Only the first response counts; later ones are dropped.
package final class PendingResponse<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, any Error>?
    var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    var lastWaiter = 0
    var cancelledWaiters: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Makes a pending response.
  package init() {}

  /// Sets the response, unless it has already been set.
  package func give(_ result: Result<Value, any Error>) {
    let waiting = state.withLock { state in
      guard state.result == nil else { return [CheckedContinuation<Value, any Error>]() }
      state.result = result
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(with: result) }
  }

  /// Waits for the response.
  ///
  /// - Throws: The error that was set instead of a response; `CancellationError` if the waiting
  ///   task is cancelled.
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
      // The cancellation can happen before the continuation exists.
      if continuation == nil { state.cancelledWaiters.insert(waiter) }
      return continuation
    }
    continuation?.resume(throwing: CancellationError())
  }
}

/// The executor for work that can outlive its caller, such as a request to a source on behalf of
/// several callers.
package enum SharedWorkPlace {
  /// The executor for shared work in this task and in the tasks that it starts; nil for the default
  /// executor.
  @TaskLocal package static var executor: (any TaskExecutor)?
}

extension PendingResponse {
  /// Starts work that sets the response; cancel the returned task to stop it.
  package func work(_ operation: @escaping @Sendable () async throws -> Value) -> Task<Void, Never>
  {
    Task(executorPreference: SharedWorkPlace.executor) { [self] in
      do {
        give(.success(try await operation()))
      } catch {
        give(.failure(error))
      }
    }
  }
}

/// Runs work with a time limit; work that takes too long is cancelled, and its end is not awaited.
///
/// A task group would wait even for work that ignores its cancellation; this function does not.
///
/// - Parameters:
///   - limit: The time limit of the work.
///   - clock: The clock that measures the time.
/// - Returns: The result; nil if the work exceeds the limit.
/// - Throws: The error of the work; `CancellationError` if the waiting task is cancelled.
package func result<Value: Sendable, TimeSource: Clock<Duration>>(
  within limit: Duration, on clock: TimeSource = ContinuousClock(),
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
  let pending = PendingResponse<Value?>()
  let tasks = [
    pending.work(work),
    pending.work {
      try await clock.sleep(for: limit)
      return nil
    },
  ]
  defer { tasks.forEach { $0.cancel() } }
  return try await pending.value()
}

/// Runs work with a time limit, as `result(within:on:_:)` does.
///
/// - Parameters:
///   - limit: The time limit of the work.
///   - clock: The clock that measures the time.
///   - timedOut: The error for work that exceeds the limit.
/// - Throws: The error of the work, `timedOut`, or `CancellationError` if the waiting task is
///   cancelled.
package func result<Value: Sendable, TimeSource: Clock<Duration>>(
  within limit: Duration, on clock: TimeSource = ContinuousClock(), else timedOut: OptionsError,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  guard let value = try await result(within: limit, on: clock, work) else { throw timedOut }
  return value
}
