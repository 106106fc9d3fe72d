import Foundation
import Synchronization

/// Puts the results of several threads in order, and holds back threads that are too far ahead.
final class OrderedResults: Sendable {
  private struct State {
    var waiting: [Int: IntentStream.Results] = [:]
    var next = 0
    var isStopped = false
  }

  private let sink: IntentStream.Sink
  private let state = Mutex(State())
  /// One for each batch that may still be taken.
  private let places: DispatchSemaphore

  init(sink: @escaping IntentStream.Sink, capacity: Int) {
    self.sink = sink
    // A semaphore that ends below the value it began with stops the program; so this one begins with none.
    places = DispatchSemaphore(value: 0)
    for _ in 0..<capacity { places.signal() }
  }

  /// Waits until another batch may be taken; false once the sink has enough.
  func reserve() -> Bool {
    places.wait()
    return !state.withLock { $0.isStopped }
  }

  /// Hands on results when all before them are handed on; false once the sink has enough.
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

  /// Lets the other threads find out that there is nothing more to take.
  func close() {
    places.signal()
  }
}

/// Threads that do the same work.
enum Workers {
  /// Runs work on some threads, this one among them, and returns when all are done.
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
