import Foundation
import IntentModel
import Testing
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

extension WorldClockTimeline {
  /// The maximum number of entries in a timeline, not counting the entries for clock changes.
  static let entryCount = 1 + minutes / minute + (horizon - minutes) / quarter
}

struct WorldClockTimelineTests {
  static func provider(local: String = "Europe/Berlin") throws -> WorldClockTimeline {
    WorldClockTimeline(zones: .system, local: try ZoneRulesTests.zone(local))
  }

  static func city(_ identifier: String) -> IntentValue {
    .object(
      IntentObject(
        identifier: identifier, display: ZonePlace(identifier: identifier).city,
        properties: ["timeZone": .string(identifier)]))
  }

  static func intent(
    _ cities: [String], family: WidgetFamily = .systemMedium, format: String = "system",
    showsDate: Bool = true, dateStyle: String = "short"
  ) -> Intent {
    .of(
      "WorldClock", family: family,
      [
        "cities": .array(cities.map(city)), "format": .enumeration(format),
        "showsDate": .boolean(showsDate), "dateStyle": .enumeration(dateStyle),
      ])
  }

  /// The entries of a timeline, up to the given number of rows.
  private func table(
    _ cities: [String], at now: String, local: String = "Europe/Berlin", rows: Int,
    spacing: Double = 60
  ) async throws -> String {
    let context = try TimelineText.context(now, in: local)
    let timeline = try await Self.provider(local: local).timeline(
      for: Self.intent(cities), in: context)
    TimelineText.check(
      timeline, now: context.now, limit: WorldClockTimeline.entryCount, spacing: spacing)
    #expect(timeline.reload == .after(context.now.addingTimeInterval(7_200)))
    let text = try TimelineText.table(timeline, in: local)
    return text.split(separator: "\n").prefix(rows).joined(separator: "\n")
  }

  @Test func anAfternoon() async throws {
    let text = try await table(["Europe/Berlin", "Asia/Tokyo"], at: "20261121T140300", rows: 5)
    #expect(
      text == """
        11-21 14:03 Berlin 14:03 | Sat 21 Nov | Tokyo  22:03  Sat 21 Nov  +8
        11-21 14:04 Berlin 14:04 | Sat 21 Nov | Tokyo  22:04  Sat 21 Nov  +8
        11-21 14:05 Berlin 14:05 | Sat 21 Nov | Tokyo  22:05  Sat 21 Nov  +8
        11-21 14:06 Berlin 14:06 | Sat 21 Nov | Tokyo  22:06  Sat 21 Nov  +8
        11-21 14:07 Berlin 14:07 | Sat 21 Nov | Tokyo  22:07  Sat 21 Nov  +8
        """)
  }

  /// The first entry is for the current moment; the later ones are for full minutes.
  @Test func secondsComeFirst() async throws {
    let text = try await table(["Europe/Berlin"], at: "20261121T141259", rows: 2, spacing: 1)
    #expect(
      text == """
        11-21 14:12 Berlin 14:12 | Sat 21 Nov
        11-21 14:13 Berlin 14:13 | Sat 21 Nov
        """)
  }

  /// Every entry shows the minute of its date.
  ///
  /// The minute on the screen is right until the reload. If the reload is late, the time on the
  /// screen is at most a quarter of an hour old for four more hours.
  @Test func theMinuteIsRightUntilTheReload() async throws {
    let context = try TimelineText.context("20261121T140330")
    let timeline = try await Self.provider().timeline(
      for: Self.intent(["Europe/Berlin"], family: .accessoryCircular), in: context)
    let now = context.now.wholeSeconds
    for second in stride(from: now, through: now + 6 * 3600, by: 7) {
      let entry = try #require(timeline.entries.last { $0.date.wholeSeconds <= second })
      let age = second - entry.date.wholeSeconds
      #expect(age < (second < now + 7_200 ? 60 : 900), "\(second - now)")
    }
    #expect(timeline.entries.count == 137)
  }

  @Test func clocksGoForwardInBerlin() async throws {
    let text = try await table(
      ["Europe/Berlin", "Europe/London", "UTC"], at: "20260329T015900", rows: 3)
    #expect(
      text == """
        03-29 01:59 Berlin 01:59 | Sun 29 Mar | London  00:59  Sun 29 Mar  -1 | UTC  00:59  Sun 29 Mar  -1
        03-29 03:00 Berlin 03:00 | Sun 29 Mar | London  02:00  Sun 29 Mar  -1 | UTC  01:00  Sun 29 Mar  -2
        03-29 03:01 Berlin 03:01 | Sun 29 Mar | London  02:01  Sun 29 Mar  -1 | UTC  01:01  Sun 29 Mar  -2
        """)
  }

  @Test func clocksGoBackInNewYork() async throws {
    let text = try await table(
      ["America/New_York", "Asia/Kolkata"], at: "20261101T015800", local: "America/New_York",
      rows: 4)
    #expect(
      text == """
        11-01 01:58 New York 01:58 | Sun 1 Nov | Kolkata  11:28  Sun 1 Nov  +9:30
        11-01 01:59 New York 01:59 | Sun 1 Nov | Kolkata  11:29  Sun 1 Nov  +9:30
        11-01 01:00 New York 01:00 | Sun 1 Nov | Kolkata  11:30  Sun 1 Nov  +10:30
        11-01 01:01 New York 01:01 | Sun 1 Nov | Kolkata  11:31  Sun 1 Nov  +10:30
        """)
  }

  @Test func halfAnHourOnLordHowe() async throws {
    let text = try await table(
      ["Australia/Lord_Howe", "Australia/Sydney"], at: "20261004T015900",
      local: "Australia/Lord_Howe", rows: 3)
    #expect(
      text == """
        10-04 01:59 Lord Howe 01:59 | Sun 4 Oct | Sydney  01:29  Sun 4 Oct  -0:30
        10-04 02:30 Lord Howe 02:30 | Sun 4 Oct | Sydney  01:30  Sun 4 Oct  -1
        10-04 02:31 Lord Howe 02:31 | Sun 4 Oct | Sydney  01:31  Sun 4 Oct  -1
        """)
  }

  @Test func theYearEndsAroundTheWorld() async throws {
    let text = try await table(
      ["Europe/Berlin", "Asia/Kathmandu", "Pacific/Kiritimati"], at: "20261231T191400", rows: 2)
    #expect(
      text == """
        12-31 19:14 Berlin 19:14 | Thu 31 Dec | Kathmandu  23:59  Thu 31 Dec  +4:45 | Kiritimati  08:14  Fri 1 Jan  +13
        12-31 19:15 Berlin 19:15 | Thu 31 Dec | Kathmandu  00:00  Fri 1 Jan  +4:45 | Kiritimati  08:15  Fri 1 Jan  +13
        """)
  }

  /// The day before 1 March, in a leap year and in a common year.
  @Test(arguments: [("20280228T235900", "Tue 29 Feb"), ("20270228T235900", "Mon 1 Mar")])
  func leapDays(now: String, date: String) async throws {
    let text = try await table(["Europe/Berlin"], at: now, rows: 2)
    #expect(text.hasSuffix("00:00 Berlin 00:00 | \(date)"))
  }

  /// The family, and the content for five cities.
  @Test(
    arguments: [
      (.systemSmall, "Berlin 14:03 | Tokyo  22:03  +8"),
      (
        .systemMedium,
        "Berlin 14:03 | Tokyo  22:03  +8 | New York  08:03  -6 | Lima  08:03  -6"
      ),
      (
        .systemLarge,
        "Berlin 14:03 | Tokyo  22:03  +8 | New York  08:03  -6 | Lima  08:03  -6"
          + " | UTC  13:03  -1"
      ),
      (
        .systemExtraLarge,
        "Berlin 14:03 | Tokyo  22:03  +8 | New York  08:03  -6 | Lima  08:03  -6"
          + " | UTC  13:03  -1"
      ),
      (
        .accessoryRectangular,
        "Berlin 14:03 | Tokyo  22:03  +8 | New York  08:03  -6"
      ),
      (.accessoryCorner, "14:03 | Berlin"), (.accessoryCircular, "14:03 | Berlin"),
      (.accessoryInline, "Berlin 14:03"),
    ] as [(WidgetFamily, String)])
  func families(family: WidgetFamily, expected: String) async throws {
    let cities = ["Europe/Berlin", "Asia/Tokyo", "America/New_York", "America/Lima", "UTC"]
    let intent = Self.intent(cities, family: family, showsDate: false)
    let context = try TimelineText.context("20261121T140300", family: family)
    let timeline = try await Self.provider().timeline(for: intent, in: context)
    TimelineText.check(
      timeline, now: context.now, limit: WorldClockTimeline.entryCount, spacing: 60)
    #expect(timeline.entries.count == 137)
    #expect(timeline.entries.allSatisfy { $0.content.symbol == "globe" && $0.relevance == nil })
    let entry = try #require(timeline.entries.first)
    #expect(TimelineText.text(entry.content) == expected)
    #expect(try await Self.provider().snapshot(for: intent, in: context) == entry)
  }

  /// The format, the locale, the date style, and the row.
  @Test(arguments: [
    ("system", "en-GB", "short", "Tokyo  22:03  Sat 21 Nov  +8"),
    ("system", "en-US", "short", "Tokyo  10:03 PM  Sat, Nov 21  +8"),
    ("twelveHour", "en-GB", "short", "Tokyo  10:03 pm  Sat 21 Nov  +8"),
    ("twentyFourHour", "en-US", "short", "Tokyo  22:03  Sat, Nov 21  +8"),
    ("twelveHour", "ja", "long", "Tokyo  午後10:03  2026年11月21日 土曜日  +8"),
    ("system", "de", "long", "Tokyo  22:03  Samstag, 21. November 2026  +8"),
    ("system", "zh-Hans", "short", "Tokyo  22:03  11月21日 周六  +8"),
  ])
  func formats(format: String, locale: String, style: String, row: String) async throws {
    let intent = Self.intent(
      ["Europe/Berlin", "Asia/Tokyo"], format: format, dateStyle: style)
    let context = try TimelineText.context("20261121T140300", locale: locale)
    let entry = try await Self.provider().snapshot(for: intent, in: context)
    #expect(entry.content.body.map(\.description) == [row])
  }

  /// Cases that are not in the definition are all rejected in one error.
  @Test func unknownCases() async throws {
    let intent = Self.intent(["Asia/Tokyo"], format: "lunar", dateStyle: "loud")
    let context = try TimelineText.context("20261121T140300")
    let error = await #expect(throws: TypedIntentError.self) {
      try await Self.provider().snapshot(for: intent, in: context)
    }
    #expect(
      error?.mismatches == [
        .value(parameter: "format", found: .enumeration("lunar")),
        .value(parameter: "dateStyle", found: .enumeration("loud")),
      ])
  }
}
