import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs independent parts of some work on all processors.
enum ParallelScan {
  /// The results of the parts, in order.
  ///
  /// Cancellation is checked before each part that the caller runs, on the caller's thread, where
  /// the caller's task is known. After cancellation, running parts are finished and the others are
  /// not started: when this function returns or throws, no part is running.
  ///
  /// - Throws: `CancellationError` if the closure returns true.
  static func map<Result: Sendable>(
    count: Int, isCancelled: () -> Bool, _ part: @escaping @Sendable (Int) -> Result
  ) throws(CancellationError) -> [Result] {
    let work = SharedWork(count: count, part)
    for _ in 1..<max(1, min(processorCount, count)) {
      DispatchQueue.global(qos: .userInteractive).async { while work.doNext() {} }
    }
    repeat {
      if count > 0, isCancelled() {
        work.stop()
        throw CancellationError()
      }
    } while work.doNext()
    return work.results()
  }

  private static let processorCount = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}

/// Parts of work that several threads take from a common counter.
///
/// The thread that needs the results takes part; a helper that starts late finds nothing left to
/// do.
private final class SharedWork<Result: Sendable>: Sendable {
  private struct Progress {
    var results: [(number: Int, result: Result)] = []

    /// The number of parts to finish: all of them, or after ``stop()`` those that were started.
    var expected: Int
  }

  private let count: Int
  private let part: @Sendable (Int) -> Result
  private let next = Atomic(0)
  private let progress: Mutex<Progress>
  private let isFinished = DispatchSemaphore(value: 0)

  init(count: Int, _ part: @escaping @Sendable (Int) -> Result) {
    self.count = count
    self.part = part
    progress = Mutex(Progress(expected: count))
  }

  /// Runs one part; returns false if none is left.
  func doNext() -> Bool {
    let number = next.add(1, ordering: .relaxed).oldValue
    guard number < count else { return false }
    let result = part(number)
    let isLast = progress.withLock { progress in
      progress.results.append((number, result))
      return progress.results.count == progress.expected
    }
    if isLast { isFinished.signal() }
    return true
  }

  /// Abandons the parts that have not been started, and waits for the running ones.
  func stop() {
    let taken = min(count, next.exchange(count, ordering: .relaxed))
    let isBusy = progress.withLock { progress in
      let wasFinished = progress.results.count == progress.expected
      progress.expected = taken
      return !wasFinished && progress.results.count < taken
    }
    if isBusy { isFinished.wait() }
  }

  /// Waits for the last part.
  func results() -> [Result] {
    guard count > 0 else { return [] }
    isFinished.wait()
    let parts = progress.withLock { progress in
      defer { progress.results = [] }
      return progress.results
    }
    return parts.sorted { $0.number < $1.number }.map(\.result)
  }
}
