import Foundation
import Synchronization

/// Orders the results of several threads, and delays threads that are too far ahead.
final class OrderedResults: Sendable {
  private struct State {
    var waiting: [Int: IntentStream.Results] = [:]
    var next = 0
    var isStopped = false
  }

  private let sink: IntentStream.Sink
  private let state = Mutex(State())
  /// Counts the batches that can still be read.
  private let places: DispatchSemaphore

  init(sink: @escaping IntentStream.Sink, capacity: Int) {
    self.sink = sink
    // A semaphore traps if its final value is less than its initial one, so this one starts at
    // zero.
    places = DispatchSemaphore(value: 0)
    for _ in 0..<capacity { places.signal() }
  }

  /// Waits until another batch can be read; false after the sink has stopped the stream.
  func reserve() -> Bool {
    places.wait()
    return !state.withLock { $0.isStopped }
  }

  /// Delivers results after all earlier ones; false after the sink has stopped the stream.
  func deliver(_ results: IntentStream.Results, number: Int) -> Bool {
    let isStopped = state.withLock { state in
      state.waiting[number] = results
      while !state.isStopped, let next = state.waiting.removeValue(forKey: state.next) {
        state.next += 1
        state.isStopped = !sink(next)
        places.signal()
      }
      return state.isStopped
    }
    return !isStopped
  }

  /// Wakes a waiting thread, so it notices the end of the input.
  func close() {
    places.signal()
  }
}

/// Runs the same work on several threads.
enum Workers {
  /// Runs work on a number of threads, including the current one, and returns when all are done.
  static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    let done = DispatchGroup()
    for _ in 1..<max(1, count) {
      done.enter()
      let thread = Thread {
        work()
        done.leave()
      }
      thread.start()
    }
    work()
    done.wait()
  }
}
