import CPlatform
import Dispatch
import Synchronization

/// Runs the handlers of requests on threads of their own.
///
/// The threads of the default executor, which all handlers together could keep busy, then remain
/// free for probes, connections and timers.
final class HandlerExecutor: TaskExecutor {
  // On Linux, each quality of service has its own threads, as many as there are processors. The
  // tasks of the default executor have none of this one.
  private let queue = DispatchQueue(
    label: "widgetconfig.handlers", qos: .utility, attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Bounds the bytes of the bodies that are worked on at the same time; others wait in line.
///
/// The values of a body take many times its bytes in memory.
final class BodyBudget: Sendable {
  private struct Waiter {
    let number: Int
    let bytes: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var free: Int
    /// The bytes of bodies whose work waits for a source.
    var parked = 0
    /// When memory was last returned to the system.
    var returned = ContinuousClock.now
    var line: [Waiter] = []
    var last = 0
  }

  /// The room that a body has, for the work that it is for.
  private final class Hold: Sendable {
    let budget: BodyBudget
    let bytes: Int
    /// Whether the body has room; not while its work waits for a source.
    let isHeld = Mutex(true)

    init(_ budget: BodyBudget, _ bytes: Int) { (self.budget, self.bytes) = (budget, bytes) }
  }

  @TaskLocal private static var hold: Hold?

  /// The size up to which a body does not count.
  private static let smallBody = 16 << 10
  /// The size from which the memory of a body's values is returned to the system after its work.
  private static let largeBody = 128 << 10
  /// The least time between two returns of memory.
  private static let returnInterval = Duration.seconds(1)

  /// How many times the capacity the bodies can have whose work waits.
  private static let parkingSpace = 8

  private let capacity: Int
  private let state: Mutex<State>

  /// - Parameter capacity: The number of bytes at a time; a larger body is worked on alone.
  init(capacity: Int) {
    self.capacity = capacity
    state = Mutex(State(free: capacity))
  }

  /// Does the work of a body of some bytes once there is room for it.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  func run<Value>(_ bytes: Int, _ work: () async throws -> Value) async throws -> Value {
    guard bytes > Self.smallBody else { return try await work() }
    let bytes = min(bytes, capacity)
    guard await take(bytes) else { throw CancellationError() }
    let hold = Hold(self, bytes)
    defer {
      if hold.isHeld.withLock({ $0 }) { give(bytes) }
      if bytes >= Self.largeBody { returnMemory() }
    }
    return try await Self.$hold.withValue(hold) { try await work() }
  }

  /// Returns the memory of values that are no longer used; glibc would keep it for each thread.
  private func returnMemory() {
    let isDue = state.withLock { state in
      guard state.returned.duration(to: .now) >= Self.returnInterval else { return false }
      state.returned = .now
      return true
    }
    if isDue { cprocess_return_memory() }
  }

  /// Waits for someone else, such as a source, and lets other bodies have the room meanwhile.
  ///
  /// What the body takes in memory stays, so that this is for a limited number of bytes.
  static func whileWaiting<Value>(_ wait: () async throws -> Value) async rethrows -> Value {
    guard let hold, hold.budget.park(hold) else { return try await wait() }
    do {
      let value = try await wait()
      await hold.budget.resume(hold)
      return value
    } catch {
      await hold.budget.resume(hold)
      throw error
    }
  }

  private func park(_ hold: Hold) -> Bool {
    let isParked = state.withLock { state in
      guard state.parked + hold.bytes <= Self.parkingSpace * capacity else { return false }
      state.parked += hold.bytes
      return true
    }
    guard isParked else { return false }
    hold.isHeld.withLock { $0 = false }
    give(hold.bytes)
    return true
  }

  private func resume(_ hold: Hold) async {
    // A task that was cancelled ends, and needs no room.
    let isTaken = await take(hold.bytes)
    state.withLock { $0.parked -= hold.bytes }
    hold.isHeld.withLock { $0 = isTaken }
  }

  /// Waits for room; false if the task is cancelled meanwhile.
  private func take(_ bytes: Int) async -> Bool {
    let number = state.withLock { state -> Int? in
      guard state.line.isEmpty, state.free >= bytes else {
        state.last += 1
        return state.last
      }
      state.free -= bytes
      return nil
    }
    guard let number else { return true }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock {
          $0.line.append(Waiter(number: number, bytes: bytes, continuation: continuation))
        }
        // Room may have become free, or the task may have been cancelled, in between.
        if Task.isCancelled { leave(number) }
        give(0)
      }
    } onCancel: {
      leave(number)
    }
  }

  private func leave(_ number: Int) {
    let waiter = state.withLock { state in
      state.line.firstIndex { $0.number == number }.map { state.line.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: false)
    // Those after it may fit.
    if waiter != nil { give(0) }
  }

  private func give(_ bytes: Int) {
    let ready = state.withLock { state in
      state.free += bytes
      var ready: [Waiter] = []
      while let next = state.line.first, state.free >= next.bytes {
        state.free -= next.bytes
        ready.append(state.line.removeFirst())
      }
      return ready
    }
    for waiter in ready { waiter.continuation.resume(returning: true) }
  }
}
