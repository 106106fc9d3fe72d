import Dispatch
import Synchronization
import Testing
import WidgetForm
import WidgetTestSupport

/// Work that blocks runs on separate threads.
@Suite struct OwnThreadsTests {
  private final class Counter: Sendable {
    let number = Atomic(0)
  }

  private func block(_ gate: DispatchSemaphore) { gate.wait() }

  /// More work blocks than the task pool has threads, and a task of the pool ends it.
  @Test func blockedWorkKeepsNobodyWaiting() async throws {
    let (count, gate) = (100, DispatchSemaphore(value: 0))
    let blocked = Counter()
    let places = try await withThrowingTaskGroup(of: Int.self) { group in
      for place in 0..<count {
        // Before the tasks of thousands of other tests, which wait for the pool, too.
        group.addTask(priority: .high) {
          await OwnThreads.run {
            blocked.number.add(1, ordering: .relaxed)
            block(gate)
            #expect(OwnThreads.mayBlock)
            return place
          }
        }
      }
      // Also after a failure, because the group waits for all of them.
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

  /// Work stays on these threads after it has waited.
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
}
