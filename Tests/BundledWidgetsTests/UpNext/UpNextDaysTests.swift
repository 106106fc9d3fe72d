import Foundation
import IntentModel
import Testing
import WidgetTestSupport
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// Unusual days.
struct UpNextDaysTests {
  private static func daily(_ time: String, zone: String) -> [String: String] {
    [
      "a.ics": CalendarText.event(
        "DTSTART;TZID=\(zone):20260101T\(time)\nDURATION:PT1H\nSUMMARY:Watch\nRRULE:FREQ=DAILY")
    ]
  }

  /// The zone, the current time, the time of a daily one-hour event, and the entries with their
  /// policy.
  @Test(arguments: [
    (
      "Europe/Berlin", "20260328T220000", "023000",
      """
      03-28 22:00 Watch | Sun 29 Mar 03:30–04:30
      03-29 00:00 Watch | 03:30–04:30
      03-29 03:30 Watch | until 04:30
      03-29 04:30 Nothing coming up | in the next 12 hrs
      reload 03-29 00:00
      """
    ),
    (
      "America/New_York", "20261031T220000", "013000",
      """
      10-31 22:00 Watch | Sun 1 Nov 01:30–01:30
      11-01 00:00 Watch | 01:30–01:30
      11-01 01:30 Watch | until 01:30
      11-01 01:30 Nothing coming up | in the next 12 hrs
      reload 11-01 00:00
      """
    ),
    (
      "Australia/Lord_Howe", "20261003T220000", "021500",
      """
      10-03 22:00 Watch | Sun 4 Oct 02:45–03:45
      10-04 00:00 Watch | 02:45–03:45
      10-04 02:45 Watch | until 03:45
      10-04 03:45 Nothing coming up | in the next 12 hrs
      reload 10-04 00:00
      """
    ),
    (
      "America/Santiago", "20260905T220000", "003000",
      """
      09-05 22:00 Watch | Sun 6 Sep 01:30–02:30
      09-06 01:00 Watch | 01:30–02:30
      09-06 01:30 Watch | until 02:30
      09-06 02:30 Nothing coming up | in the next 12 hrs
      reload 09-06 01:00
      """
    ),
    (
      "Europe/Berlin", "20261231T220000", "003000",
      """
      12-31 22:00 Watch | Fri, 1 Jan 2027 00:30–01:30
      01-01 00:00 Watch | 00:30–01:30
      01-01 00:30 Watch | until 01:30
      01-01 01:30 Nothing coming up | in the next 12 hrs
      reload 01-01 00:00
      """
    ),
    (
      "Asia/Tokyo", "20280228T220000", "003000",
      """
      02-28 22:00 Watch | Tue 29 Feb 00:30–01:30
      02-29 00:00 Watch | 00:30–01:30
      02-29 00:30 Watch | until 01:30
      02-29 01:30 Nothing coming up | in the next 12 hrs
      reload 02-29 00:00
      """
    ),
  ])
  func changes(zone: String, now: String, time: String, expected: String) async throws {
    let timeline = try await UpNextText.timeline(
      now, family: .systemSmall, zone: zone, files: Self.daily(time, zone: zone),
      ["lookAhead": .timeInterval(43_200)])
    let rules = try ZoneRulesTests.zone(zone)
    let reload = try #require(timeline.nextReload(now: timeline.entries[0].date))
    let rows = try TimelineText.table(timeline, in: zone)
    #expect("\(rows)\nreload \(TimelineText.time(reload, rules))" == expected)
  }

  /// An all-day event ends with the viewer's day, in every zone.
  @Test(arguments: ["Pacific/Kiritimati", "Europe/Berlin", "Pacific/Honolulu"])
  func wholeDays(zone: String) async throws {
    let text = CalendarText.event("DTSTART;VALUE=DATE:20280229\nSUMMARY:Leap Day")
    let timeline = try await UpNextText.timeline(
      "20280228T120000", family: .systemSmall, zone: zone, files: ["a.ics": text],
      ["lookAhead": .timeInterval(172_800)])
    #expect(
      try TimelineText.table(timeline, in: zone) == """
        02-28 12:00 Leap Day | Tue 29 Feb All day
        02-29 00:00 Leap Day | All day
        03-01 00:00 Nothing coming up | in the next 2 days
        """)
  }

  @Test func theShippedCalendars() async throws {
    let folder = ShippedCalendarTests.folder.path()
    let provider = UpNextTimeline(
      folder: CalendarFolder(path: folder), local: try ZoneRulesTests.zone("Europe/Berlin"))
    let context = try TimelineText.context("20260311T090000", family: .systemLarge)
    let intent = Intent.of("UpNext", ["mirrorCalendarApp": .boolean(true)])
    let timeline = try await provider.timeline(for: intent, in: context)
    TimelineText.check(timeline, now: context.now, limit: UpNextTimeline.entryLimit)
    let rows = try TimelineText.table(timeline).split(separator: "\n")
    #expect(
      rows.first == """
        03-11 09:00 Standup | 09:30–09:45 · Room Elbe | All day  On call | 15:30  Call with New York\
         | 19:30  Choir | Thu 12 Mar | 07:00  Morning run\
         | 09:30  Standup
        """)
  }

  /// Every moment of a year gives a valid timeline.
  @Test(arguments: ["agenda", "list", "countdown"])
  func anyMoment(style: String) async throws {
    let seed: UInt64 = 0x5EED_0013
    var random = SeededGenerator(seed: seed)
    let provider = UpNextTimeline(
      folder: CalendarFolder(path: ShippedCalendarTests.folder.path()),
      local: try ZoneRulesTests.zone("America/New_York"))
    for _ in 0..<25 {
      let now = random.number(1_767_000_000...1_800_000_000)
      var context = try TimelineText.context("20260101T000000")
      context.now = .init(wholeSeconds: now)
      context.family = WidgetFamily.allCases[random.number(0...7)]
      let ahead = Double(random.number(1...172_800))
      let intent = Intent.of(
        "UpNext", ["style": .enumeration(style), "lookAhead": .timeInterval(ahead)])
      let timeline = try await provider.timeline(for: intent, in: context)
      let isCounting = style == "countdown"
      TimelineText.check(
        timeline, now: context.now, limit: isCounting ? 171 : 50, spacing: isCounting ? 1 : 300,
        "seed \(seed), now \(now)")
      let reload = try #require(timeline.nextReload(now: context.now))
      #expect((1...90_000).contains(reload.wholeSeconds - now), "seed \(seed), now \(now)")
      let scores = timeline.entries.compactMap(\.relevance?.score)
      #expect(scores.count == timeline.entries.count, "seed \(seed), now \(now)")
      #expect(scores.allSatisfy { (0...1).contains($0) }, "seed \(seed), now \(now)")
    }
  }
}
