import Foundation
import Synchronization
import Testing

@testable import IntentOptions

/// Work that is divided into parts for all processors.
@Suite struct ParallelScanTests {
  @Test(arguments: [0, 1, 2, 3, 64, 1_000])
  func resultsAreInOrder(count: Int) throws {
    let results = try ParallelScan.map(count: count, isCancelled: { false }) { $0 * $0 }
    #expect(results == (0..<count).map { $0 * $0 })
  }

  /// The memory that the parts write to can be released when the call returns.
  @Test(arguments: 0..<20)
  func whenItIsCancelledNoPartIsLeftAtWork(patience: Int) {
    let (begun, ended, cancelled) = (Counter(), Counter(), Counter())
    let caller = ObjectIdentifier(Thread.current)
    var looks = 0
    #expect(throws: CancellationError.self) {
      try ParallelScan.map(
        count: 2_000,
        isCancelled: {
          looks += 1
          if looks > patience { cancelled.add(1) }
          return looks > patience
        }
      ) { number in
        begun.add(1)
        // The other threads wait for the cancellation, so that work is left when the caller checks
        // for it.
        if number >= 1_000, ObjectIdentifier(Thread.current) != caller {
          for _ in 0..<60_000 where cancelled.value == 0 { Thread.sleep(forTimeInterval: 0.001) }
        }
        var sum = number
        for step in 0..<2_000 { sum = sum &* 31 &+ step }
        ended.add(sum == .min ? 2 : 1)
      }
    }
    #expect(begun.value == ended.value)
    #expect(begun.value < 2_000)
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)

    func add(_ number: Int) { count.add(number, ordering: .sequentiallyConsistent) }
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
  }
}
