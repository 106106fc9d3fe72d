import Synchronization

/// Lets one task wait until another wakes it.
package final class Waker: Sendable {
  private struct State {
    var isAwake = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Makes a waker that has not been woken.
  package init() {}

  /// Ends the current wait, or the next one if no task is waiting.
  package func wake() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      state.isAwake = state.waiter == nil
      return state.waiter
    }
    waiter?.resume()
  }

  /// Waits until another task wakes this task, or this task is cancelled.
  package func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAwake = state.withLock { state in
          guard !state.isAwake, !Task.isCancelled else {
            state.isAwake = false
            return true
          }
          state.waiter = continuation
          return false
        }
        if isAwake { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
  }

  /// Waits until another task wakes this task, this task is cancelled, or a deadline is reached;
  /// nil for no deadline.
  package func wait(until deadline: ContinuousClock.Instant?) async {
    guard let deadline else { return await wait() }
    let alarm = Task {
      // A cancelled alarm must not wake the task, because that would end the next wait immediately.
      try await Task.sleep(until: deadline, clock: .continuous)
      wake()
    }
    await wait()
    alarm.cancel()
  }
}
