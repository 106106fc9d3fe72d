import OptionsProviderTesting
import Synchronization
import Testing

@Suite struct ManualClockTests {
  @Test func sleepersWakeWhenTheirTimeComes() async throws {
    let clock = ManualClock()
    let sleeper = Task {
      try await clock.sleep(for: .seconds(2))
      return clock.now.offset
    }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(3))
    #expect(try await sleeper.value == .seconds(4))
  }

  @Test func aSleepWithoutDurationEndsAtOnce() async throws {
    let clock = ManualClock()
    try await clock.sleep(for: .zero)
    try await clock.sleep(until: clock.now, tolerance: nil)
    #expect(clock.now.offset == .zero)
    #expect(clock.minimumResolution == .nanoseconds(1))
  }

  @Test func cancelledSleepersWake() async {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.sleepers(1)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(2))
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test func momentsAreOrdered() {
    let clock = ManualClock()
    let start = clock.now
    clock.advance(by: .seconds(1))
    #expect(start < clock.now)
    #expect(start.duration(to: clock.now) == .seconds(1))
    #expect(start.advanced(by: .seconds(1)) == clock.now)
  }
}
