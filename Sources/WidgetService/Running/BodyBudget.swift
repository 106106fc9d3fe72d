import CPlatform
import Synchronization

/// A number of bytes that several pieces of work share; work that needs more bytes than are free
/// waits in line.
///
/// A named caller gets at most its share of the bytes, or space for a single piece of work of any
/// size. The more callers there are, the smaller the shares, so a few callers cannot block the
/// others. The work of a caller that exceeds its share can be asked to give way to waiting callers.
private final class ByteSpace: Sendable {
  /// Work that gives its space back if others are waiting for it.
  private struct Yielding {
    let caller: String
    let bytes: Int
    let since: ContinuousClock.Instant
    let giveWay: @Sendable () -> Void
  }

  /// The minimum interval between two requests to give way, for all waiting callers together.
  private static let askInterval = Duration.milliseconds(250)

  private struct Waiter {
    let number: Int
    let bytes: Int
    let caller: String?
    let since = ContinuousClock.now
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var free: Int

    init(free: Int) { self.free = free }

    /// The number of bytes that each named caller has.
    var held: [String: Int] = [:]
    private(set) var line: [Waiter] = []
    var last = 0
    /// The work that can give way, by its number.
    var yielding: [Int: Yielding] = [:]
    /// The work that has been asked to give way but still has its space, by its number.
    var leaving: [Int: Yielding] = [:]
    /// The time of the last check for work that must give way.
    var asked: ContinuousClock.Instant?
    /// The number of entries of each caller in the line, plus one if the caller has space.
    private(set) var presence: [String: Int] = [:]

    /// The number of bytes that each caller may have, if it has any or waits for any.
    func share(of capacity: Int, with caller: String? = nil) -> Int {
      let isNew = caller.map { presence[$0] == nil } ?? false
      return capacity / max(BodyBudget.leastShares, presence.count + (isNew ? 1 : 0))
    }

    /// Whether a caller may have more bytes.
    func mayTake(_ bytes: Int, _ caller: String?, of capacity: Int) -> Bool {
      guard let caller, let own = held[caller] else { return true }
      return own + bytes <= share(of: capacity, with: caller)
    }

    /// Removes and returns the work that must give way.
    ///
    /// This is work of callers that exceed their shares, in the order in which it got its space. No
    /// more is removed than is needed for the callers that have waited long enough and may have
    /// space.
    mutating func giveWay(
      of capacity: Int, before time: ContinuousClock.Instant
    ) -> [Yielding] {
      var wanted = line.filter { $0.since <= time && mayTake($0.bytes, $0.caller, of: capacity) }
        .reduce(0) { $0 + $1.bytes }
      wanted -= free + leaving.values.reduce(0) { $0 + $1.bytes }
      guard wanted > 0 else { return [] }
      var excess = held.mapValues { $0 - share(of: capacity) }
      for work in leaving.values { excess[work.caller, default: 0] -= work.bytes }
      var asked: [Yielding] = []
      for (number, work) in yielding.sorted(by: { $0.value.since < $1.value.since })
      where wanted > 0 && work.since <= time && excess[work.caller, default: 0] > 0 {
        excess[work.caller, default: 0] -= work.bytes
        wanted -= work.bytes
        leaving[number] = yielding.removeValue(forKey: number)
        asked.append(work)
      }
      return asked
    }

    mutating func wait(_ waiter: Waiter) {
      line.append(waiter)
      if let caller = waiter.caller { presence[caller, default: 0] += 1 }
    }

    mutating func leaveLine(at place: Int) -> Waiter {
      let waiter = line.remove(at: place)
      if let caller = waiter.caller { isAbsent(caller) }
      return waiter
    }

    mutating func take(_ bytes: Int, _ caller: String?) {
      free -= bytes
      guard let caller else { return }
      if held[caller] == nil { presence[caller, default: 0] += 1 }
      held[caller, default: 0] += bytes
    }

    mutating func give(_ bytes: Int, of caller: String?) {
      free += bytes
      guard let caller, let own = held[caller] else { return }
      held[caller] = own > bytes ? own - bytes : nil
      if own <= bytes { isAbsent(caller) }
    }

    private mutating func isAbsent(_ caller: String) {
      let count = presence[caller, default: 0] - 1
      presence[caller] = count > 0 ? count : nil
    }
  }

  let capacity: Int
  private let state: Mutex<State>

  init(_ capacity: Int) {
    self.capacity = capacity
    state = Mutex(State(free: capacity))
  }

  /// Waits for space; returns false if the task is cancelled in the meantime.
  func take(_ bytes: Int, for caller: String? = nil) async -> Bool {
    let number = state.withLock { state -> Int? in
      let isNext = state.line.allSatisfy { !state.mayTake($0.bytes, $0.caller, of: capacity) }
      guard isNext, state.free >= bytes, state.mayTake(bytes, caller, of: capacity) else {
        state.last += 1
        return state.last
      }
      state.take(bytes, caller)
      return nil
    }
    guard let number else { return true }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock {
          $0.wait(
            Waiter(number: number, bytes: bytes, caller: caller, continuation: continuation))
        }
        // Space may have become free, or the task may have been cancelled, in between.
        if Task.isCancelled { leave(number) }
        give(0)
      }
    } onCancel: {
      leave(number)
    }
  }

  /// Waits for space, and asks the work of other callers to give way if the wait takes long.
  func takeInTurn(_ bytes: Int, for caller: String) async -> Bool {
    let asking = Task {
      try await Task.sleep(for: BodyBudget.grace)
      while true {
        let asked = state.withLock { state -> [Yielding] in
          let now = ContinuousClock.now
          if let last = state.asked, now - last < Self.askInterval { return [] }
          state.asked = now
          return state.giveWay(of: capacity, before: now - BodyBudget.grace)
        }
        for work in asked { work.giveWay() }
        try await Task.sleep(for: Self.askInterval)
      }
    }
    defer { asking.cancel() }
    return await take(bytes, for: caller)
  }

  /// Notes that a caller's work, which has space, gives way when it is asked to.
  ///
  /// - Returns: The number of the work, for ``keep(_:)``.
  func offer(
    _ bytes: Int, of caller: String, _ giveWay: @escaping @Sendable () -> Void
  ) -> Int {
    state.withLock { state in
      state.last += 1
      state.yielding[state.last] = Yielding(
        caller: caller, bytes: bytes, since: .now, giveWay: giveWay)
      return state.last
    }
  }

  /// Notes that work keeps its space until it is done.
  func keep(_ number: Int) {
    state.withLock { state in
      state.yielding[number] = nil
      state.leaving[number] = nil
    }
  }

  private func leave(_ number: Int) {
    let waiter = state.withLock { state in
      state.line.firstIndex { $0.number == number }.map { state.leaveLine(at: $0) }
    }
    waiter?.continuation.resume(returning: false)
    // Work later in the line may fit.
    if waiter != nil { give(0) }
  }

  /// Gives space back.
  func give(_ bytes: Int, of caller: String? = nil) {
    let ready = state.withLock { state in
      state.give(bytes, of: caller)
      var ready: [Waiter] = []
      while let place = state.line.firstIndex(where: {
        state.mayTake($0.bytes, $0.caller, of: capacity)
      }), state.free >= state.line[place].bytes {
        let next = state.leaveLine(at: place)
        state.take(next.bytes, next.caller)
        ready.append(next)
      }
      return ready
    }
    for waiter in ready { waiter.continuation.resume(returning: true) }
  }
}

/// Limits the total size of the bodies that are processed at the same time, and of the bodies that
/// have been read; further bodies wait in line.
///
/// In memory, the values in a body take many times as much space as the bytes of the body. A body
/// that has not been read stays on its caller's side.
final class BodyBudget: Sendable {
  private struct State {
    /// The bytes of bodies whose work is waiting for a source.
    var parked = 0
    /// When memory was last returned to the system.
    var returned = ContinuousClock.now
  }

  /// The space that is reserved for a body and used by the work on the body.
  private final class Hold: Sendable {
    let budget: BodyBudget
    let bytes: Int
    /// Whether the body has space; false while its work waits for a source.
    let isHeld = Mutex(true)

    init(_ budget: BodyBudget, _ bytes: Int) { (self.budget, self.bytes) = (budget, bytes) }
  }

  /// The space of a body that is read, held until the request is answered.
  struct Room: Sendable {
    private let space: ByteSpace
    private let caller: String
    private var bytes = 0
    /// The number by which the body can be asked to give way while it arrives.
    private var offer: Int?

    fileprivate init(_ space: ByteSpace, of caller: String) {
      (self.space, self.caller) = (space, caller)
    }

    /// Whether a body is large enough to need space but has none.
    ///
    /// A body begins to arrive before it gets space, so callers who announce large bodies but send
    /// nothing do not delay others.
    ///
    /// - Parameter part: The number of bytes that have arrived.
    func isNeeded(at part: Int) -> Bool { bytes == 0 && part > BodyBudget.largeBody }

    /// Waits for space for a whole body.
    ///
    /// - Parameters:
    ///   - whole: The size of the body, or the maximum size if it is unknown.
    ///   - giveWay: A function that ends the body if it arrives slowly while others wait; it can be
    ///     called until ``arrived()``.
    /// - Throws: `CancellationError` if the task is cancelled while it waits.
    mutating func make(
      for whole: Int, giveWay: @escaping @Sendable () -> Void = {}
    ) async throws {
      let wanted = min(whole, space.capacity)
      let (line, caller) = (space, caller)
      // A caller who disconnects leaves the line.
      let isTaken: Bool
      if let presence = CallerPresence.current {
        isTaken = try await presence.whilePresent { await line.takeInTurn(wanted, for: caller) }
      } else {
        isTaken = await line.takeInTurn(wanted, for: caller)
      }
      guard isTaken else { throw CancellationError() }
      bytes = wanted
      offer = space.offer(wanted, of: caller, giveWay)
    }

    /// Notes that the whole body has arrived.
    mutating func arrived() {
      offer.map(space.keep)
      offer = nil
    }

    /// Gives the space back.
    func leave() {
      if bytes > 0 { space.give(bytes, of: caller) }
      offer.map(space.keep)
    }
  }

  @TaskLocal private static var hold: Hold?

  /// The size up to which a body does not count.
  private static let smallBody = 16 << 10
  /// The size up to which a body is read without waiting; after the work on a larger body, the
  /// memory of its values is returned to the system.
  static let largeBody = 128 << 10
  /// The minimum time for which work keeps its space, and for which a caller waits before other
  /// work gives way to it.
  static let grace = Duration.seconds(2)
  /// The minimum time between two returns of memory.
  private static let returnInterval = Duration.seconds(1)

  /// The space for bodies that have been read, including bodies whose work is waiting, as a
  /// multiple of the capacity.
  static let parkingSpace = 8
  /// The minimum number of shares; each caller has one, so no caller has all the space.
  static let leastShares = 2

  private let capacity: Int
  private let space: ByteSpace
  private let reading: ByteSpace
  private let state = Mutex(State())

  /// - Parameter capacity: The maximum number of bytes at a time; a larger body is processed alone.
  init(capacity: Int) {
    self.capacity = capacity
    space = ByteSpace(capacity)
    reading = ByteSpace(Self.parkingSpace * capacity)
  }

  /// The space for a body that a caller is about to send; it must be given back with `leave()`.
  func room(of caller: String) -> Room { Room(reading, of: caller) }

  /// Runs the work on a body of a given size once there is space for it.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  func run<Value>(_ bytes: Int, _ work: () async throws -> Value) async throws -> Value {
    guard bytes > Self.smallBody else { return try await work() }
    let bytes = min(bytes, capacity)
    guard await space.take(bytes) else { throw CancellationError() }
    let hold = Hold(self, bytes)
    defer {
      if hold.isHeld.withLock({ $0 }) { space.give(bytes) }
      if bytes >= Self.largeBody { returnMemory() }
    }
    return try await Self.$hold.withValue(hold) { try await work() }
  }

  /// Returns the memory of unused values to the system; otherwise glibc would keep it for each
  /// thread.
  private func returnMemory() {
    let isDue = state.withLock { state in
      guard state.returned.duration(to: .now) >= Self.returnInterval else { return false }
      state.returned = .now
      return true
    }
    if isDue { cprocess_return_memory() }
  }

  /// Waits for other work, such as a source, and lets other bodies use the space in the meantime.
  ///
  /// The body stays in memory, so this is allowed only for a limited number of bytes.
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
    space.give(hold.bytes)
    return true
  }

  private func resume(_ hold: Hold) async {
    // A cancelled task ends, so it needs no space.
    let isTaken = await space.take(hold.bytes)
    state.withLock { $0.parked -= hold.bytes }
    hold.isHeld.withLock { $0 = isTaken }
  }
}
