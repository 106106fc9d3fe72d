package import Dispatch
import Synchronization

/// Runs tasks on separate threads, which may block.
///
/// Swift's task pool has one thread for each processor. Work that blocks one of them, for example
/// until a disk, a person or another program answers, delays every other task of the process, even
/// a task that it waits for. Here, a blocked thread is replaced by another one.
package final class OwnThreads: TaskExecutor {
  /// The threads of this process for work that can block at any point.
  package static let shared = OwnThreads(working: maximumThreads)

  /// More threads than usually block at the same time; further jobs wait.
  private static let maximumThreads = 256
  /// How long an idle thread is kept.
  private static let idleTime = DispatchTimeInterval.seconds(10)
  /// Marks the queue of a worker.
  private static let mark = DispatchSpecificKey<Worker>()

  /// A thread, which is that of a queue of its own.
  private final class Worker: Sendable {
    let threads: OwnThreads
    /// Says that the thread may do jobs again.
    let turn = DispatchSemaphore(value: 0)

    init(_ threads: OwnThreads) { self.threads = threads }
  }

  private struct State {
    /// The jobs that wait, in their order.
    var jobs: [UnownedJob] = []
    /// The threads that wait for a turn.
    ///
    /// The last one is used first, because its memory is still in the caches.
    var idle: [Worker] = []
    var threads = 0
    /// The number of threads that do a job and are not known to be blocked.
    var working = 0
  }

  /// The maximum number of threads that do jobs at the same time, apart from those in
  /// ``blocking(_:)``.
  private let maximum: Int
  private let quality: DispatchQoS
  private let state = Mutex(State())

  /// Makes an executor without threads; jobs start them.
  ///
  /// - Parameters:
  ///   - working: The maximum number of threads that do jobs at the same time. Threads whose work is
  ///     in ``blocking(_:)`` are not counted; with those, there are at most 256.
  ///   - quality: The quality of service. A thread of a lower one does not interrupt others when it
  ///     gets a job.
  package init(working: Int, quality: DispatchQoS = .default) {
    maximum = max(1, working)
    self.quality = quality
  }

  /// Runs work that blocks, without blocking the thread of the caller.
  package static func run<Result: Sendable, Failure: Error>(
    _ work: @concurrent @Sendable () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(shared) { () async throws(Failure) in try await work() }
  }

  /// Runs work that blocks: on the current thread if it is one of these, which saves two changes of
  /// the thread, and otherwise on one of ``shared``.
  ///
  /// Meanwhile, another thread does the jobs of the executor.
  @concurrent package static func blocking<Result: Sendable, Failure: Error>(
    _ work: @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let threads = current else {
      return try await run { () async throws(Failure) in try work() }
    }
    threads.isBlocked()
    defer { threads.isUnblocked() }
    return try work()
  }

  /// The executor of the current thread; nil for a thread of another one.
  package static var current: OwnThreads? { DispatchQueue.getSpecific(key: mark)?.threads }

  /// Whether the current thread may block, because it does not belong to the task pool.
  package static var mayBlock: Bool { current != nil || withUnsafeCurrentTask { $0 == nil } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    giveTurn { $0.jobs.append(job) }
  }

  private func isBlocked() { giveTurn { $0.working -= 1 } }

  /// A thread that was blocked goes on at once; if there are too many then, the first one that has
  /// done its job waits.
  private func isUnblocked() { state.withLock { $0.working += 1 } }

  /// Changes the state, and lets one more thread do jobs if there are jobs for it.
  private func giveTurn(after change: (inout State) -> Void) {
    enum Turn { case of(Worker), ofNewThread }
    let turn = state.withLock { state -> Turn? in
      change(&state)
      guard !state.jobs.isEmpty, state.working < maximum else { return nil }
      if let worker = state.idle.popLast() {
        state.working += 1
        return .of(worker)
      }
      guard state.threads < Self.maximumThreads else { return nil }
      state.threads += 1
      state.working += 1
      return .ofNewThread
    }
    switch turn {
    case .of(let worker): worker.turn.signal()
    case .ofNewThread:
      let worker = Worker(self)
      let queue = DispatchQueue(label: "widgetconfig.own-thread", qos: quality)
      queue.setSpecific(key: Self.mark, value: worker)
      queue.async { self.work(worker) }
    case nil: break
    }
  }

  /// Does jobs until none has arrived for some time.
  private func work(_ worker: Worker) {
    while true {
      while let job = next(for: worker) { job.runSynchronously(on: asUnownedTaskExecutor()) }
      guard worker.turn.wait(timeout: .now() + Self.idleTime) == .timedOut else { continue }
      let hasEnded = state.withLock { state in
        guard let place = state.idle.firstIndex(where: { $0 === worker }) else { return false }
        state.idle.remove(at: place)
        state.threads -= 1
        return true
      }
      if hasEnded { return }
      // It was given a turn in between.
      worker.turn.wait()
    }
  }

  /// The next job of a thread; nil if it must wait for a turn.
  private func next(for worker: Worker) -> UnownedJob? {
    state.withLock { state in
      if state.working <= maximum, !state.jobs.isEmpty { return state.jobs.removeFirst() }
      state.working -= 1
      state.idle.append(worker)
      return nil
    }
  }
}
