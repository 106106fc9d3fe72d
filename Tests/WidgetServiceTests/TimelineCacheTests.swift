import Foundation
import IntentModel
import Synchronization
import Testing
import WidgetTimeline
import Zones

@testable import WidgetService

/// The timelines that a service keeps until their reload.
@Suite struct TimelineCacheTests {
  private static let key = TimelineCache.Key(
    kind: "k", definition: "d", intent: Intent(typeName: "k", family: .systemSmall), reload: 0,
    zone: "UTC", locale: "en", environment: [:], moment: nil, isSample: false, scope: nil)

  /// A timeline is requested again after the clock is set or the time zone changes.
  @Test func aChangeOfTheClockReloads() async throws {
    let start = Date(timeIntervalSince1970: 1_780_000_000)
    let reading = Mutex(
      TimelineCache.ClockReading(date: start, steady: .zero, zone: .utc))
    let cache = TimelineCache(clock: { reading.withLock { $0 } })
    func isKept() async throws -> Bool {
      let now = reading.withLock(\.date)
      let isKept = cache.kept(Self.key, at: now) != nil
      _ = try await cache.load(Self.key) {
        TimelineCache.Kept(
          timeline: Timeline(
            entries: [TimelineEntry(date: start, content: EntryContent(title: "a"))], reload: .never
          ), bytes: [1], made: start)
      }
      return isKept
    }
    func pass(_ seconds: Double, clock: Double) {
      reading.withLock {
        $0.steady += .seconds(seconds)
        $0.date += clock
      }
    }
    #expect(try await !isKept())
    #expect(try await isKept())
    pass(60, clock: 60)
    #expect(try await isKept())
    pass(1, clock: 3_601)
    #expect(try await !isKept())
    #expect(try await isKept())
    let zone = try #require(ZoneRules(named: "Asia/Tokyo"))
    reading.withLock { $0.zone = zone }
    #expect(try await !isKept())
    #expect(try await isKept())
  }
}
