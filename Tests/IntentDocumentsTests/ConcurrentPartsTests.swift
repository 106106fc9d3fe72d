import IntentDocuments
import Synchronization
import Testing

@Suite("Work that all processors share")
struct ConcurrentPartsTests {
  @Test("the results are in the order of the elements", arguments: [0, 1, 63, 64, 65, 1_000])
  func order(_ count: Int) {
    let numbers = Array(0..<count)
    let parts = numbers.concurrentParts { part in part.map { $0 * 2 } }
    #expect(parts.flatMap { $0 } == numbers.map { $0 * 2 })
    #expect(!parts.contains { $0.isEmpty })
    #expect(count >= 64 || parts.count <= 1)
  }

  @Test("a value is made while the caller works; the call waits for both") func making() throws {
    var isDone = false
    #expect(try IntentDocuments.making({ 6 * 7 }, during: { isDone = true }) == 42)
    #expect(isDone)
    let count = Mutex(0)
    #expect(throws: CancellationError.self) {
      try IntentDocuments.making {
        count.withLock { $0 += 1 }
      } during: {
        throw CancellationError()
      }
    }
    // No work continues after an error.
    #expect(count.withLock { $0 } == 1)
  }
}
