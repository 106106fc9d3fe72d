import Dispatch
import Synchronization

/// Does a number of independent parts of some work on all processors, in the order of the parts.
enum ParallelScan {
  /// The number of parts between two looks at whether the work is cancelled.
  private static let partsPerCheck = 4

  /// The results of the parts in order.
  ///
  /// Whether the work is cancelled is asked on the thread of the caller, where its task is known.
  ///
  /// - Throws: `CancellationError` when the closure says that nobody waits any more.
  static func map<Result: Sendable>(
    count: Int, isCancelled: () -> Bool, _ part: @Sendable (Int) -> Result
  ) throws(CancellationError) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for start in stride(from: 0, to: count, by: partsPerCheck) {
      if isCancelled() { throw CancellationError() }
      let parts = start..<min(start + partsPerCheck, count)
      if parts.count == 1 {
        results.append(part(start))
      } else {
        results += round(parts, part)
      }
    }
    return results
  }

  private static func round<Result: Sendable>(
    _ parts: Range<Int>, _ part: @Sendable (Int) -> Result
  ) -> [Result] {
    let done = Mutex<[Int: Result]>([:])
    DispatchQueue.concurrentPerform(iterations: parts.count) { number in
      let result = part(parts.lowerBound + number)
      done.withLock { $0[number] = result }
    }
    let results = done.withLock { $0 }
    return parts.indices.compactMap { results[$0 - parts.lowerBound] }
  }
}
