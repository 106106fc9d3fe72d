import Foundation
import IntentModel
import Testing
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar

struct UpNextRowsTests {
  /// The family, and the first entry on Saturday at ten.
  @Test(
    arguments: [
      (.systemSmall, "Market | until 11:00 · Mill Square"),
      (
        .systemMedium, "Market | until 11:00 · Mill Square | All day  Fair | 10:30  Coffee with Ada"
      ),
      (
        .systemLarge,
        "Market | until 11:00 · Mill Square | All day  Fair | 10:30  Coffee with Ada | 20:00  Concert"
          + " | Sun 22 Nov | 05:30  Feed the cat | 06:15  Swim"
      ),
      (
        .systemExtraLarge,
        "Market | until 11:00 · Mill Square | All day  Fair | 10:30  Coffee with Ada | 20:00  Concert"
          + " | Sun 22 Nov | 05:30  Feed the cat | 06:15  Swim | 11:00  Brunch"
      ),
      (.accessoryRectangular, "Market | until 11:00 · Mill Square"),
      (.accessoryInline, "09:30 Market"), (.accessoryCircular, "09:30 | Market"),
      (.accessoryCorner, "09:30 | Market"),
    ] as [(WidgetFamily, String)])
  func families(family: WidgetFamily, expected: String) async throws {
    let timeline = try await UpNextText.timeline(
      "20261121T100000", family: family, ["lookAhead": .timeInterval(100_000)])
    #expect(UpNextText.first(timeline) == expected)
    #expect(timeline.entries.first?.content.gauge == 0.333)
  }

  /// The style, and the first entry of a large widget on Saturday at noon.
  @Test(arguments: [
    (
      "agenda",
      "Concert | 20:00–22:00 · Town hall | All day  Fair | Sun 22 Nov | 05:30  Feed the cat"
        + " | 06:15  Swim | 11:00  Brunch"
    ),
    (
      "list",
      "Concert | 20:00–22:00 · Town hall | All day  Fair | Sun 22 Nov 05:30–05:50  Feed the cat"
        + " | Sun 22 Nov 06:15–07:00  Swim | Sun 22 Nov 11:00–13:00  Brunch"
    ),
    (
      "countdown",
      "Concert | in 8 hrs · 20:00–22:00 · Town hall | All day  Fair | in 17 hrs 30 min  Feed the cat"
        + " | in 18 hrs 15 min  Swim | in 23 hrs  Brunch"
    ),
  ])
  func styles(style: String, expected: String) async throws {
    let timeline = try await UpNextText.timeline(
      "20261121T120000", family: .systemLarge, ["style": .enumeration(style)])
    #expect(UpNextText.first(timeline) == expected)
  }

  @Test func aCountdownTicks() async throws {
    let timeline = try await UpNextText.timeline(
      "20261121T190000", family: .accessoryInline,
      ["style": .enumeration("countdown"), "filter": .enumeration("meetings")])
    let rows = try TimelineText.table(timeline).split(separator: "\n")
    #expect(rows.count == 122)
    for row in [
      "11-21 19:00 in 1 hr Concert", "11-21 19:01 in 59 min Concert",
      "11-21 19:59 in 1 min Concert", "11-21 20:00 2 hrs left Concert",
      "11-21 20:05 1 hr 55 min left Concert", "11-21 21:00 1 hr left Concert",
      "11-21 22:00 Nothing coming up",
    ] {
      #expect(rows.contains { $0 == row }, "\(row)")
    }
    let reload = try TimelineText.date("20261121T210000", in: "Europe/Berlin")
    #expect(timeline.reload == .after(reload))
  }

  /// Until the reload, which comes within two hours, the entries of a countdown are at most an hour
  /// apart, and each differs from the one before it.
  @Test func aCountdownIsNeverLate() async throws {
    for now in ["20261121T034507", "20261121T080000", "20261121T183001"] {
      let timeline = try await UpNextText.timeline(
        now, family: .accessoryInline,
        ["style": .enumeration("countdown"), "filter": .enumeration("meetings")])
      let reload = try #require(timeline.nextReload(now: .distantPast))
      let start = try #require(timeline.entries.first?.date)
      for (entry, next) in zip(timeline.entries, timeline.entries.dropFirst())
      where next.date <= reload {
        #expect(next.date.timeIntervalSince(entry.date) <= 3_600, "\(now)")
        #expect(entry.content != next.content, "\(now)")
      }
      #expect(reload.timeIntervalSince(start) <= 7_200)
    }
  }

  /// There are more calendars with problems than rows; files with to-dos come last.
  @Test func whatIsNotNamedIsCounted() async throws {
    var files = ["home.ics": UpNextText.weekend]
    for number in 1...5 { files["b\(number).ics"] = "BEGIN:VCALENDAR\n" }
    for number in 1...3 {
      files["a\(number).ics"] = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\n"
    }
    let timeline = try await UpNextText.timeline(
      "20261121T080000", family: .systemLarge, files: files)
    let rows = try #require(timeline.entries.first).content.body.map(\.description)
    #expect(!rows.contains { $0.contains("to-dos") }, "\(rows)")
    #expect(rows.contains { $0.hasPrefix("1 problem in b1.ics") }, "\(rows)")
    #expect(rows.last?.hasPrefix("1 problem in b3.ics") == true, "\(rows)")
    #expect(rows.last?.hasSuffix(" and 5 more") == true, "\(rows)")
  }

  /// The actual seconds of a countdown, and the seconds that it shows.
  @Test(arguments: [
    (1, 60), (60, 60), (61, 120), (3_599, 3_600), (3_600, 3_600), (3_601, 3_600), (3_900, 3_900),
    (86_399, 86_100), (86_400, 86_400), (86_401, 86_400), (122_430, 122_400), (604_800, 604_800),
  ])
  func aCountdownMakesNobodyLate(seconds: Int, shown: Int) {
    #expect(UpNextAgenda.rounded(seconds) == shown)
  }

  /// The start of the day, and the rows on Saturday evening.
  @Test(arguments: [
    (0, "05:30  Feed the cat | 06:15  Swim | 11:00  Brunch"),
    (6, "05:30  Feed the cat | 06:15  Swim | 11:00  Brunch"),
    (7, "05:30  2 early events | 11:00  Brunch"),
    (12, "05:30  3 early events"),
  ])
  func earlyEventsShareARow(hour: Int, rows: String) async throws {
    let timeline = try await UpNextText.timeline(
      "20261121T190000", family: .systemLarge,
      ["dayStart": .dateComponents(DateComponents(hour: hour))])
    #expect(
      UpNextText.first(timeline)
        == "Concert | 20:00–22:00 · Town hall | All day  Fair | Sun 22 Nov | \(rows)")
  }

  /// The locale, and the first entry on Saturday at noon.
  @Test(arguments: [
    (
      "en-US",
      "Concert | 8:00 PM–10:00 PM · Town hall | All day  Fair | Sun, Nov 22 | 5:30 AM  Feed the cat"
    ),
    (
      "de",
      "Concert | 20:00–22:00 · Town hall | Ganztägig  Fair | So. 22. Nov. | 05:30  Feed the cat"
    ),
    ("zh-Hans", "Concert | 20:00–22:00 · Town hall | 全天  Fair | 11月22日 周日 | 05:30  Feed the cat"),
    (
      "he",
      "Concert | 20:00–22:00 · Town hall | כל היום  Fair | יום א׳, 22 בנוב׳ | 5:30  Feed the cat"
    ),
    ("ja", "Concert | 20:00–22:00 · Town hall | 終日  Fair | 11月22日(日) | 5:30  Feed the cat"),
  ])
  func locales(locale: String, expected: String) async throws {
    let timeline = try await UpNextText.timeline("20261121T120000", locale: locale)
    #expect(UpNextText.first(timeline) == expected)
  }

  /// The emphasis, and the relevance through Saturday with a look-ahead of four hours.
  @Test(arguments: [
    (1.0, ["0.63", "1.0", "1.0", "0.1", "0.0", "1.0", "0.1"]),
    (0.5, ["0.31", "0.5", "0.5", "0.05", "0.0", "0.5", "0.05"]),
    (0.0, ["0.0", "0.0", "0.0", "0.0", "0.0", "0.0", "0.0"]),
  ])
  func relevances(emphasis: Double, expected: [String]) async throws {
    let timeline = try await UpNextText.timeline(
      "20261121T080000", family: .systemSmall,
      ["emphasis": .decimal(emphasis), "lookAhead": .timeInterval(14_400)])
    let scores = timeline.entries.compactMap(\.relevance?.score).map { "\($0)" }
    #expect(scores == expected)
  }

  /// The texts of an event, and its title.
  @Test(arguments: [
    ("SUMMARY:", "Untitled"), ("SUMMARY:Two\\nlines", "Two lines"), ("LOCATION:x", "Untitled"),
    (
      "SUMMARY:" + String(repeating: "long ", count: 100),
      String(repeating: "long ", count: 15) + "long…"
    ),
  ])
  func titles(line: String, title: String) async throws {
    let text = CalendarText.event("DTSTART:20261121T150000\n\(line)")
    let timeline = try await UpNextText.timeline("20261121T140000", files: ["a.ics": text])
    #expect(timeline.entries.first?.content.title.description == title)
  }

  /// Events within five minutes are merged; an event without a length disappears after its start.
  @Test func nearEventsAreMerged() async throws {
    let starts = ["150000", "150200", "150400", "150900"].map { time in
      "BEGIN:VEVENT\nDTSTART:20261121T\(time)\nSUMMARY:\(time)\nEND:VEVENT"
    }
    let text = CalendarText.calendar(starts.joined(separator: "\n"))
    let timeline = try await UpNextText.timeline(
      "20261121T140000", family: .systemExtraLarge, files: ["a.ics": text])
    #expect(
      try TimelineText.table(timeline) == """
        11-21 14:00 150000 | 15:00 | 15:02  150200 | 15:04  150400 | 15:09  150900
        11-21 15:00 150000 | 15:00 | 15:02  150200 | 15:04  150400 | 15:09  150900
        11-21 15:05 150900 | 15:09
        11-21 15:10 Nothing coming up | in the next 1 day 12 hrs
        """)
  }

  @Test func manyEventsAreBounded() async throws {
    let text = CalendarText.event(
      "DTSTART:20261121T000000\nDURATION:PT5M\nSUMMARY:Tick\nRRULE:FREQ=DAILY;BYMINUTE=0,10,20,30,40,50;"
        + "BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23")
    let timeline = try await UpNextText.timeline("20261121T080000", files: ["a.ics": text])
    #expect(timeline.entries.count == UpNextTimeline.entryLimit)
    let last = try #require(timeline.entries.last)
    #expect(timeline.reload == .after(last.date))
  }
}
