import Dispatch
import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Runs tasks on separate threads that may block.
///
/// Swift's task pool has one thread for each processor. If work blocks one of these threads, for
/// example until a disk, a person or another program responds, all other tasks of the process are
/// delayed, including those that the work waits for. This executor replaces a blocked thread with
/// another one.
package final class OwnThreads: TaskExecutor {
  /// The process-wide threads for work that can block at any point.
  package static let shared = OwnThreads(working: maximumThreads)

  /// The maximum number of threads, more than are usually blocked at the same time; further jobs
  /// wait.
  private static let maximumThreads = 256
  /// How long an idle thread is kept.
  private static let idleTime = DispatchTimeInterval.seconds(10)
  /// The thread-local key under which a thread stores its executor.
  private static let mark: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// A thread of an executor.
  fileprivate final class Worker: Sendable {
    let threads: OwnThreads
    /// Signals that the thread may run jobs again.
    let turn = DispatchSemaphore(value: 0)

    init(_ threads: OwnThreads) { self.threads = threads }
  }

  /// Jobs in the order of their arrival.
  private struct JobLine {
    private var coming: [UnownedJob] = []
    /// The earliest jobs in reverse order; the last element is the next job.
    private var next: [UnownedJob] = []

    var isEmpty: Bool { coming.isEmpty && next.isEmpty }

    mutating func append(_ job: UnownedJob) { coming.append(job) }

    mutating func removeFirst() -> UnownedJob? {
      if next.isEmpty {
        next = coming.reversed()
        coming.removeAll(keepingCapacity: true)
      }
      return next.popLast()
    }
  }

  private struct State {
    /// The waiting jobs.
    var jobs = JobLine()
    /// The threads that wait for their turn.
    ///
    /// The last one is used first, because its memory is still in the caches.
    var idle: [Worker] = []
    var threads = 0
    /// The number of threads that are running a job and are not known to be blocked.
    var working = 0
  }

  /// The maximum number of threads that run jobs at the same time, apart from those in
  /// ``blocking(_:)``.
  private let maximum: Int
  fileprivate let isLow: Bool
  private let state = Mutex(State())

  /// Makes an executor without threads; they start as jobs arrive.
  ///
  /// - Parameters:
  ///   - working: The maximum number of threads that run jobs at the same time. Threads whose work
  ///     is in ``blocking(_:)`` are not counted, so the total can be greater.
  ///   - isLow: Whether the executor's threads have a lower priority than other threads, which are
  ///     then not interrupted when a job arrives.
  package init(working: Int, isLow: Bool = false) {
    maximum = max(1, working)
    self.isLow = isLow
  }

  /// Runs blocking work without blocking the caller's thread.
  package static func run<Result: Sendable, Failure: Error>(
    _ work: @concurrent @Sendable () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(shared) { () async throws(Failure) in try await work() }
  }

  /// Runs blocking work: on the current thread if it belongs to an ``OwnThreads`` executor, which
  /// saves two thread changes, and otherwise on a thread of ``shared``.
  ///
  /// Meanwhile, another thread runs the executor's jobs.
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

  /// The executor of the current thread; nil for a thread that no ``OwnThreads`` executor started.
  package static var current: OwnThreads? {
    // A thread keeps its executor alive until the thread ends.
    pthread_getspecific(mark).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    giveTurn { $0.jobs.append(job) }
  }

  private func isBlocked() { giveTurn { $0.working -= 1 } }

  /// Counts a thread as working again; the thread continues at once.
  ///
  /// If too many threads are then working, the first one that finishes its job waits.
  private func isUnblocked() { state.withLock { $0.working += 1 } }

  /// Changes the state; then, if jobs are waiting and the limit permits, lets one more thread run
  /// them.
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
    case .ofNewThread: Worker(self).start()
    case nil: break
    }
  }

  /// Runs jobs until none has arrived for some time.
  fileprivate func work(_ worker: Worker) {
    pthread_setspecific(Self.mark, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.mark, nil) }
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
      // The thread was given a turn just before the wait timed out.
      worker.turn.wait()
    }
  }

  /// The next job for a thread; nil if the thread must wait for its turn.
  private func next(for worker: Worker) -> UnownedJob? {
    state.withLock { state in
      if state.working <= maximum, let job = state.jobs.removeFirst() { return job }
      state.working -= 1
      state.idle.append(worker)
      return nil
    }
  }
}

extension OwnThreads.Worker {
  /// Starts the thread.
  ///
  /// A Dispatch queue would not be enough: all queues of one quality of service share 255 threads,
  /// and when those are in use, the next queue silently waits.
  fileprivate func start() {
    if !startThread() { workElsewhere() }
  }

  private func startThread() -> Bool {
    let own = Unmanaged.passRetained(self)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    if pthread_create(&thread, nil, { runOwnThread($0) }, own.toOpaque()) == 0 { return true }
    own.release()
    return false
  }

  /// Works on a shared Dispatch thread, because the system could not start another thread.
  private func workElsewhere() {
    let worker = self
    DispatchQueue.global().async { worker.threads.work(worker) }
  }

  /// Runs the whole work of the thread.
  fileprivate func run() {
    if threads.isLow { Self.lowerPriority() }
    threads.work(self)
  }

  /// Lowers the priority of the current thread, as Dispatch does for the quality of service
  /// “utility”.
  private static func lowerPriority() {
    #if canImport(Darwin)
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #elseif canImport(Glibc)
      // On Linux, each thread has its own priority.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 2)
    #endif
  }
}

/// Runs the worker that was passed to a new thread.
private func runOwnThread(_ worker: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  pthread_detach(pthread_self())
  guard let worker else { return nil }
  Unmanaged<OwnThreads.Worker>.fromOpaque(worker).takeRetainedValue().run()
  return nil
}
