import IntentOptions
import OptionsProviderTesting
import Testing
import WidgetTestSupport

/// A cache is limited in number, bytes and time, whatever its callers do.
@Suite struct ExpiringCacheTests {
  private func cache(
    capacity: Int = 100, bytes: Int = .max, clock: ManualClock = ManualClock()
  ) -> ExpiringCache<String, Int, ManualClock> {
    ExpiringCache(capacity: capacity, bytes: bytes, clock: clock)
  }

  @Test func whatNobodyAsksForGoesWhenItsTimeHasPassed() async throws {
    let clock = ManualClock()
    let cache = cache(clock: clock)
    cache.keep(1, for: "a", lasting: .seconds(10), bytes: 7)
    cache.keep(2, for: "b", lasting: .seconds(20), bytes: 5)
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    try await eventually("the end of the first") { cache.bytes <= 5 }
    #expect(cache.value("a") == nil && cache.value("b") == 2)
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    try await eventually("an empty cache") { cache.bytes == 0 }
    cache.keep(3, for: "c", lasting: .seconds(1), bytes: 2)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    try await eventually("an empty cache") { cache.bytes == 0 }
  }

  @Test func useDoesNotLengthenTheTime() async {
    let clock = ManualClock()
    let cache = cache(clock: clock)
    cache.keep(1, for: "a", lasting: .seconds(10), bytes: 1)
    for _ in 0..<9 {
      clock.advance(by: .seconds(1))
      #expect(cache.value("a") == 1)
    }
    clock.advance(by: .seconds(1))
    #expect(cache.value("a") == nil)
  }

  @Test func theBytesOfAllHaveABound() {
    let cache = cache(bytes: 100)
    for number in 0..<1_000 {
      cache.keep(number, for: "\(number)", lasting: .seconds(10), bytes: 30)
      #expect(cache.bytes <= 100)
    }
    #expect((996..<1_000).map { cache.value("\($0)") } == [nil, 997, 998, 999])
    cache.keep(1, for: "large", lasting: .seconds(10), bytes: 1_000)
    #expect(cache.value("large") == 1 && cache.bytes == 1_000)
    cache.keep(1, for: "large", lasting: .seconds(10), bytes: 10)
    #expect(cache.bytes == 10)
  }

  @Test func whatIsUsedStaysAndTheOthersGoInTheOrderOfTheirLastUse() {
    let cache = cache(capacity: 5)
    var numbers = SeededGenerator(seed: 5)
    // The keys that must be in the cache, the least recently used first.
    var order: [Int] = []
    for step in 0..<10_000 {
      let key = Int.random(in: 0..<9, using: &numbers)
      let isKept = Int.random(in: 0..<4, using: &numbers) == 0
      let isThere = order.contains(key)
      if isKept {
        cache.keep(key, for: "\(key)", lasting: .seconds(10), bytes: 1)
      } else {
        #expect(cache.value("\(key)") == (isThere ? key : nil), "\(step)")
      }
      guard isKept || isThere else { continue }
      order = order.filter { $0 != key }.suffix(isThere ? 5 : 4) + [key]
      #expect(cache.bytes == order.count, "\(step)")
    }
  }

  @Test func listsCountTheirTexts() {
    let items = (0..<1_000).map { OptionItem(identifier: "\($0)", display: "Choice \($0)") }
    let count = OptionsCollection(items: items).byteCount
    #expect((20_000..<400_000).contains(count))
  }
}
