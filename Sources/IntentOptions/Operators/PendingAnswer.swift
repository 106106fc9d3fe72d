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
