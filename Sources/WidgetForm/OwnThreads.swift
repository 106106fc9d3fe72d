import Foundation

/// Runs tasks on separate threads, which may block.
///
/// Swift's task pool has one thread for each processor. Work that blocks one of them, for example
/// until a disk, a person or another program answers, delays every other task of the process, even
/// a task that it waits for. Here, a blocked thread is replaced by another one.
package final class OwnThreads: TaskExecutor {
  /// The threads of this process.
  package static let shared = OwnThreads()

  /// More threads than usually block at the same time; further jobs wait.
  private static let limit = 256
  /// How long an idle thread is kept, in seconds.
  private static let idleTime = 10.0
  /// Foundation counts the nanoseconds until the end of a wait from 1970 in 64 bits, which last until
  /// 2262; a clock can be set after that.
  private static let lastEnd = Date(timeIntervalSince1970: 9e9)
  private static let mark = "widgetconfig.own-thread"

  /// Protects the three properties after it.
  private let condition = NSCondition()
  private nonisolated(unsafe) var jobs: [UnownedJob] = []  // only while `condition` is locked
  private nonisolated(unsafe) var threads = 0  // only while `condition` is locked
  private nonisolated(unsafe) var idle = 0  // only while `condition` is locked

  private init() {}

  /// Runs work that blocks, without blocking the thread of the caller.
  package static func run<Result: Sendable, Failure: Error>(
    _ work: @concurrent @Sendable () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(shared) { () async throws(Failure) in try await work() }
  }

  /// Whether the current thread may block, because it does not belong to the task pool.
  package static var mayBlock: Bool {
    Thread.current.threadDictionary[mark] != nil || withUnsafeCurrentTask { $0 == nil }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.lock()
    jobs.append(job)
    let isMissing = jobs.count > idle && threads < Self.limit
    if isMissing { threads += 1 }
    condition.signal()
    condition.unlock()
    if isMissing { Thread { [self] in work() }.start() }
  }

  /// Runs jobs until there has been none for some time.
  private func work() {
    Thread.current.threadDictionary[Self.mark] = true
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: Self.idleTime)
    while jobs.isEmpty {
      idle += 1
      var isInTime = true
      if end < Self.lastEnd { isInTime = condition.wait(until: end) } else { condition.wait() }
      idle -= 1
      if !isInTime, jobs.isEmpty {
        threads -= 1
        return nil
      }
    }
    return jobs.removeFirst()
  }
}
