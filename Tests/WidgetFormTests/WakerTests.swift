import Synchronization
import Testing

@testable import WidgetForm

@Suite("A waker")
struct WakerTests {
  @Test("being woken before the deadline does not end the next wait")
  func alarmIsCancelled() async {
    let waker = Waker()
    let hasEnded = Mutex(false)
    for _ in 0..<20 {
      waker.wake()
      await waker.wait(until: .now + .seconds(600))
    }
    let next = Task {
      await waker.wait(until: .now + .seconds(600))
      hasEnded.withLock { $0 = true }
    }
    for _ in 0..<1_000 { await Task.yield() }
    #expect(!hasEnded.withLock { $0 })
    waker.wake()
    await next.value
  }

  @Test("a deadline and a cancellation end a wait", .timeLimit(.minutes(30)))
  func ends() async {
    let waker = Waker()
    await waker.wait(until: .now)
    let waiting = Task { await waker.wait() }
    waiting.cancel()
    await waiting.value
  }
}
