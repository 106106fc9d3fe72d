import Dispatch
import Synchronization
import Testing
import Threads
import WidgetTestSupport

/// Work that blocks runs on separate threads.
@Suite struct OwnThreadsTests {
  private final class Counter: Sendable {
    let number = Atomic(0)
  }

  private func block(_ gate: DispatchSemaphore) { gate.wait() }

  /// Although more jobs block than the task pool has threads, a task in the pool still runs and
  /// releases them.
  @Test func blockedWorkKeepsNobodyWaiting() async throws {
    let (count, gate) = (100, DispatchSemaphore(value: 0))
    let blocked = Counter()
    let places = try await withThrowingTaskGroup(of: Int.self) { group in
      for place in 0..<count {
        // The priority puts this task before those of thousands of other tests, which also wait for
        // the pool.
        group.addTask(priority: .high) {
          await OwnThreads.run {
            blocked.number.add(1, ordering: .relaxed)
            block(gate)
            #expect(OwnThreads.mayBlock)
            return place
          }
        }
      }
      // The signals are also sent after a failure, because the group waits for all tasks.
      defer { for _ in 0..<count { gate.signal() } }
      #expect(!OwnThreads.mayBlock)
      try await eventually("all to block") { blocked.number.load(ordering: .relaxed) == count }
      for _ in 0..<count { gate.signal() }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(places.sorted() == Array(0..<count))
  }

  @Test func anErrorArrives() async {
    struct Broken: Error {}
    await #expect(throws: Broken.self) { try await OwnThreads.run { throw Broken() } }
  }

  /// Work stays on these threads even after it has waited.
  @Test func workComesBackToItsThreads() async throws {
    let places = await OwnThreads.run {
      var places = [OwnThreads.mayBlock]
      await Task.yield()
      places.append(OwnThreads.mayBlock)
      async let child = OwnThreads.mayBlock
      return await places + [child]
    }
    #expect(places == [true, true, true])
  }

  /// No more threads work at a time than allowed, however many jobs there are.
  @Test func aLimitedNumberWorks() async {
    let threads = OwnThreads(working: 2)
    let (running, most) = (Counter(), Counter())
    let sum = await withTaskGroup(of: Int.self) { group in
      for place in 0..<200 {
        group.addTask(executorPreference: threads) {
          let count = running.number.add(1, ordering: .relaxed).newValue
          _ = most.number.max(count, ordering: .relaxed)
          let sum = (0...place).reduce(0, +)
          running.number.subtract(1, ordering: .relaxed)
          return sum
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 1_333_300)
    #expect((1...2).contains(most.number.load(ordering: .relaxed)))
  }

  /// A job that blocks gives its slot to the job that it waits for.
  @Test func blockedWorkGivesItsPlaceToOthers() async {
    let threads = OwnThreads(working: 1)
    let gate = DispatchSemaphore(value: 0)
    // The first job blocks the only thread that may work. Both jobs are queued at once, so a busy
    // task pool cannot delay the second one.
    let waiting = Task(executorPreference: threads) {
      await OwnThreads.blocking { gate.wait(timeout: .now() + 600) }
    }
    let other = Task(executorPreference: threads) { gate.signal() }
    #expect(await waiting.value == .success)
    _ = await other.value
  }

  /// Blocking work stays on its thread if that thread may block, and otherwise leaves the task
  /// pool.
  @Test func blockingWorkMovesOnlyFromTheTaskPool() async {
    let threads = OwnThreads(working: 1)
    let own = Task(executorPreference: threads) {
      await OwnThreads.blocking { OwnThreads.current === threads }
    }
    #expect(await own.value)
    #expect(OwnThreads.current == nil)
    #expect(await OwnThreads.blocking { OwnThreads.current === OwnThreads.shared })
    #expect(OwnThreads.current == nil)
  }

  /// Even if as many jobs block as there are threads, the executor continues at once when they end.
  @Test func allThreadsCanBlock() async {
    let (count, threads) = (300, OwnThreads(working: 1))
    let (blocked, gate) = (Counter(), DispatchSemaphore(value: 0))
    let work = (0..<count).map { _ in
      Task(executorPreference: threads) {
        await OwnThreads.blocking {
          blocked.number.add(1, ordering: .relaxed)
          gate.wait()
        }
      }
    }
    for _ in 0..<count { gate.signal() }
    for task in work { await task.value }
    #expect(blocked.number.load(ordering: .relaxed) == count)
    #expect(await Task(executorPreference: threads) { 7 }.value == 7)
  }
}
