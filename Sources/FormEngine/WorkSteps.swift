import Synchronization

/// Counts the steps of work that grow with what is typed: characters that are read, and choices and
/// rows that are searched.
///
/// Laws hold the number against the length of what was typed. Outside of ``count(_:)`` nothing is
/// counted.
package enum WorkSteps {
  private final class Counter: Sendable {
    let steps = Mutex(0)
  }

  @TaskLocal private static var counter: Counter?

  /// Adds a number of steps to the count that is under way, if one is.
  static func add(_ steps: Int) { counter?.steps.withLock { $0 += steps } }

  /// The steps that a closure takes in the present task.
  package static func count(_ body: () throws -> Void) rethrows -> Int {
    let counter = Counter()
    try $counter.withValue(counter, operation: body)
    return counter.steps.withLock { $0 }
  }
}
