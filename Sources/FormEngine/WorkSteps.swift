import Synchronization

/// Counts work that grows with the length of the typed text or the size of the form: characters
/// read, choices and rows searched, and rows made for display.
///
/// Tests compare the count with that length or size. Nothing is counted outside of ``count(_:)``.
package enum WorkSteps {
  private final class Counter: Sendable {
    let steps = Mutex(0)
  }

  @TaskLocal private static var counter: Counter?

  /// Adds a number of steps to the current count, if there is one.
  static func add(_ steps: Int) { counter?.steps.withLock { $0 += steps } }

  /// The number of steps that a closure takes in the current task.
  package static func count(_ body: () throws -> Void) rethrows -> Int {
    let counter = Counter()
    try $counter.withValue(counter, operation: body)
    return counter.steps.withLock { $0 }
  }
}
