import Foundation
import IntentModel
import IntentOptions
import Testing
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// The calendar and the helpers that the tests of UpNext share.
enum UpNextText {
  /// A Saturday in Berlin and the days after it.
  static let weekend = CalendarText.calendar(
    """
    X-WR-CALNAME:Home
    BEGIN:VEVENT
    DTSTART;VALUE=DATE:20261121
    DTEND;VALUE=DATE:20261123
    SUMMARY:Fair
    END:VEVENT
    BEGIN:VEVENT
    DTSTART;TZID=Europe/Berlin:20261121T093000
    DURATION:PT1H30M
    SUMMARY:Market
    LOCATION:Mill Square
    URL:https://market.example
    END:VEVENT
    BEGIN:VEVENT
    DTSTART;TZID=Europe/Berlin:20261121T103000
    DURATION:PT30M
    SUMMARY:Coffee with Ada
    END:VEVENT
    BEGIN:VEVENT
    DTSTART;TZID=Europe/Berlin:20261121T200000
    DURATION:PT2H
    SUMMARY:Concert
    LOCATION:Town hall
    END:VEVENT
    BEGIN:VEVENT
    DTSTART;TZID=Europe/Berlin:20261122T053000
    DURATION:PT20M
    SUMMARY:Feed the cat
    END:VEVENT
    BEGIN:VEVENT
    DTSTART;TZID=Europe/Berlin:20261122T061500
    DURATION:PT45M
    SUMMARY:Swim
    END:VEVENT
    BEGIN:VEVENT
    DTSTART;TZID=Europe/Berlin:20261122T110000
    DURATION:PT2H
    SUMMARY:Brunch
    END:VEVENT
    """)

  /// The timeline for some settings with calendars in a folder; it is also checked against the
  /// general rules.
  static func timeline(
    _ now: String, family: WidgetFamily = .systemMedium, zone: String = "Europe/Berlin",
    locale: String = "en-GB", files: [String: String] = ["home.ics": weekend],
    _ values: KeyValuePairs<String, IntentValue> = [:]
  ) async throws -> Timeline {
    try await TemporaryFolder.with(files) { path in
      let provider = UpNextTimeline(
        folder: CalendarFolder(path: path), local: try ZoneRulesTests.zone(zone))
      let context = try TimelineText.context(now, in: zone, family: family, locale: locale)
      let timeline = try await provider.timeline(
        for: .of("UpNext", family: family, values), in: context)
      let isCounting = values.contains { $0.1 == .enumeration("countdown") }
      TimelineText.check(
        timeline, now: context.now,
        limit: UpNextTimeline.entryLimit + (isCounting ? 121 : 0), spacing: isCounting ? 60 : 300)
      return timeline
    }
  }

  /// The first entry as a row.
  static func first(_ timeline: Timeline) -> String {
    timeline.entries.first.map { TimelineText.text($0.content) } ?? "-"
  }
}

struct UpNextTimelineTests {
  @Test func aSaturday() async throws {
    let timeline = try await UpNextText.timeline(
      "20261121T080000", ["lookAhead": .timeInterval(86_400)])
    #expect(
      try TimelineText.table(timeline) == """
        11-21 08:00 Market | 09:30–11:00 · Mill Square | All day  Fair | 10:30  Coffee with Ada
        11-21 09:30 Market | until 11:00 · Mill Square | All day  Fair | 10:30  Coffee with Ada
        11-21 10:30 Market | until 11:00 · Mill Square | All day  Fair | 10:30  Coffee with Ada
        11-21 11:00 Concert | 20:00–22:00 · Town hall | All day  Fair | Sun 22 Nov | 05:30  Feed the cat
        11-21 20:00 Concert | until 22:00 · Town hall | All day  Fair | Sun 22 Nov | 05:30  Feed the cat
        11-21 22:00 Fair | All day | Sun 22 Nov | 05:30  Feed the cat | 06:15  Swim
        11-22 00:00 Feed the cat | 05:30–05:50 | All day  Fair | 06:15  Swim
        11-22 05:30 Feed the cat | until 05:50 | All day  Fair | 06:15  Swim
        11-22 05:50 Swim | 06:15–07:00 | All day  Fair | 11:00  Brunch
        11-22 06:15 Swim | until 07:00 | All day  Fair | 11:00  Brunch
        11-22 07:00 Brunch | 11:00–13:00 | All day  Fair
        """)
    let reload = try TimelineText.date("20261122T000000", in: "Europe/Berlin")
    #expect(timeline.reload == .after(reload))
    #expect(timeline.entries.map(\.content.gauge).prefix(4) == [nil, 0, 0.667, nil])
    #expect(timeline.entries[0].content.link == "https://market.example")
    #expect(timeline.entries[3].content.link == nil)
    #expect(timeline.entries.allSatisfy { $0.content.symbol == "calendar" })
  }

  @Test func aShortLookAheadBringsEventsIntoView() async throws {
    let timeline = try await UpNextText.timeline(
      "20261121T113000", family: .systemSmall,
      ["lookAhead": .timeInterval(7200), "filter": .enumeration("meetings")])
    #expect(
      try TimelineText.table(timeline) == """
        11-21 11:30 Nothing coming up | in the next 2 hrs
        11-21 18:00 Concert | 20:00–22:00 · Town hall
        11-21 20:00 Concert | until 22:00 · Town hall
        11-21 22:00 Nothing coming up | in the next 2 hrs
        """)
    let reload = try TimelineText.date("20261121T220000", in: "Europe/Berlin")
    #expect(timeline.reload == .after(reload))
  }

  @Test func nothingAtAll() async throws {
    let timeline = try await UpNextText.timeline(
      "20261201T120000", ["lookAhead": .timeInterval(129_600)])
    #expect(
      try TimelineText.table(timeline)
        == "12-01 12:00 Nothing coming up | in the next 1 day 12 hrs")
    let reload = try TimelineText.date("20261202T000000", in: "Europe/Berlin")
    #expect(timeline.reload == .after(reload))
    #expect(timeline.entries[0].relevance == TimelineEntryRelevance(score: 0))
  }

  /// The filter, and the first entry of a large widget.
  @Test(arguments: [
    (
      "all",
      "Market | 09:30–11:00 · Mill Square | All day  Fair | 10:30  Coffee with Ada | 20:00  Concert"
        + " | Sun 22 Nov | 05:30  Feed the cat | 06:15  Swim"
    ),
    ("meetings", "Market | 09:30–11:00 · Mill Square | 20:00  Concert"),
    ("allDay", "Fair | All day"),
    (
      "dateRange",
      "Fair | Sun 22 Nov All day | 05:30  Feed the cat | 06:15  Swim | 11:00  Brunch"
    ),
  ])
  func filters(filter: String, expected: String) async throws {
    let sunday = IntentValue.dateComponents(DateComponents(year: 2026, month: 11, day: 22))
    let timeline = try await UpNextText.timeline(
      "20261121T080000", family: .systemLarge,
      [
        "filter": .enumeration(filter), "rangeStart": sunday, "rangeEnd": sunday,
        "lookAhead": .timeInterval(86_400),
      ])
    #expect(UpNextText.first(timeline) == expected)
  }

  /// An event counts as a meeting if it contains the address of an online meeting.
  @Test(arguments: [
    ("SUMMARY:x", false), ("SUMMARY:x\nCONFERENCE:https://a.example", true),
    ("SUMMARY:x\nX-GOOGLE-CONFERENCE:https://meet.google.com/a", true),
    ("SUMMARY:x\nX-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.microsoft.com/l/a", true),
    ("SUMMARY:x\nURL:https://us02web.zoom.us/j/1", true),
    ("SUMMARY:x\nURL:https://zoom.us.example.org/j/1", false),
    ("SUMMARY:x\nDESCRIPTION:See https://example.org/ and https://meet.jit.si/a.", true),
  ])
  func meetings(lines: String, isMeeting: Bool) async throws {
    let text = CalendarText.event("DTSTART:20261121T150000Z\n\(lines)")
    let timeline = try await UpNextText.timeline(
      "20261121T080000", family: .systemSmall, files: ["a.ics": text],
      ["filter": .enumeration("meetings")])
    #expect(UpNextText.first(timeline).hasPrefix("x |") == isMeeting)
  }

  @Test func anExcludedMeetingIsNotShown() async throws {
    let text = CalendarText.calendar(
      """
      BEGIN:VEVENT
      UID:1
      DTSTART:20261120T150000Z
      RRULE:FREQ=DAILY;COUNT=2
      EXDATE:20261121T150000Z
      SUMMARY:Walk
      END:VEVENT
      BEGIN:VEVENT
      UID:1
      RECURRENCE-ID:20261121T150000Z
      DTSTART:20261121T150000Z
      LOCATION:Here
      SUMMARY:Excluded
      END:VEVENT
      """)
    let timeline = try await UpNextText.timeline(
      "20261121T080000", family: .systemSmall, files: ["a.ics": text],
      ["filter": .enumeration("meetings")])
    #expect(UpNextText.first(timeline).hasPrefix("Nothing coming up"))
  }

  /// A range that ends before it begins is reported, because no event can be in it.
  @Test func aReversedRangeIsSaid() async throws {
    let sunday = IntentValue.dateComponents(DateComponents(year: 2026, month: 11, day: 22))
    let monday = IntentValue.dateComponents(DateComponents(year: 2026, month: 11, day: 23))
    let timeline = try await UpNextText.timeline(
      "20261121T080000", family: .systemLarge,
      ["filter": .enumeration("dateRange"), "rangeStart": monday, "rangeEnd": sunday])
    #expect(UpNextText.first(timeline) == "The last day is before the first one.")
    #expect(timeline.remarks == ["rangeEnd": "The last day is before the first one."])
  }

  /// A time on another day shows its day, and a date in another year shows its year.
  @Test func timesOfOtherDaysHaveTheirDay() async throws {
    let long = CalendarText.event(
      "DTSTART;TZID=Europe/Berlin:20261201T100000\nDTEND;TZID=Europe/Berlin:20261203T170000\nSUMMARY:Conf"
    )
    let night = CalendarText.event(
      "DTSTART;TZID=Europe/Berlin:20261231T220000\nDTEND;TZID=Europe/Berlin:20270101T020000\nSUMMARY:Ball"
    )
    let midnight = CalendarText.event(
      "DTSTART;TZID=Europe/Berlin:20261201T220000\nDTEND;TZID=Europe/Berlin:20261202T000000\nSUMMARY:Film"
    )
    let rows: [(String, String, WidgetFamily, String)] = [
      (long, "20261130T120000", .systemSmall, "Conf | Tue 1 Dec 10:00 – Thu 3 Dec 17:00"),
      (long, "20261201T080000", .systemSmall, "Conf | 10:00 – Thu 3 Dec 17:00"),
      (long, "20261201T120000", .systemSmall, "Conf | until Thu 3 Dec 17:00"),
      (long, "20261203T120000", .systemSmall, "Conf | until 17:00"),
      (long, "20261201T120000", .accessoryInline, "10:00 Conf"),
      (long, "20261202T120000", .accessoryInline, "until Thu 3 Dec 17:00 Conf"),
      (night, "20261231T120000", .systemSmall, "Ball | 22:00 – Fri, 1 Jan 2027 02:00"),
      (night, "20261231T230000", .systemSmall, "Ball | until Fri, 1 Jan 2027 02:00"),
      (midnight, "20261201T120000", .systemSmall, "Film | 22:00–00:00"),
      (midnight, "20261201T230000", .systemSmall, "Film | until 00:00"),
    ]
    for (text, now, family, expected) in rows {
      let timeline = try await UpNextText.timeline(now, family: family, files: ["a.ics": text])
      #expect(UpNextText.first(timeline) == expected, "\(now)")
    }
  }

  /// Rows below an event that starts before the range have a heading with their day, unless the day
  /// is today.
  @Test func rowsBelowAnEventFromBeforeTheRange() async throws {
    let text = CalendarText.calendar(
      """
      BEGIN:VEVENT
      DTSTART;TZID=Europe/Berlin:20261201T100000
      DTEND;TZID=Europe/Berlin:20261203T170000
      SUMMARY:Conf
      END:VEVENT
      BEGIN:VEVENT
      DTSTART;VALUE=DATE:20261202
      SUMMARY:Fair
      END:VEVENT
      """)
    let range: KeyValuePairs<String, IntentValue> = [
      "filter": .enumeration("dateRange"),
      "rangeStart": .dateComponents(DateComponents(year: 2026, month: 12, day: 2)),
      "rangeEnd": .dateComponents(DateComponents(year: 2026, month: 12, day: 3)),
    ]
    for (now, expected) in [
      ("20261130T120000", "Conf | Tue 1 Dec 10:00 – Thu 3 Dec 17:00 | Wed 2 Dec | All day  Fair"),
      ("20261201T120000", "Conf | until Thu 3 Dec 17:00 | Wed 2 Dec | All day  Fair"),
      ("20261202T120000", "Conf | until Thu 3 Dec 17:00 | All day  Fair"),
    ] {
      let timeline = try await UpNextText.timeline(now, files: ["a.ics": text], range)
      #expect(UpNextText.first(timeline) == expected, "\(now)")
    }
  }

  @Test func mirroringAndChoosing() async throws {
    let other = CalendarText.event(
      "DTSTART;TZID=Europe/Berlin:20261121T083000\nSUMMARY:Dentist")
    let files = ["home.ics": UpNextText.weekend, "other.ics": other]
    func object(_ identifier: String, _ display: String) -> IntentValue {
      .object(IntentObject(identifier: identifier, display: display))
    }
    let rows: [(KeyValuePairs<String, IntentValue>, String)] = [
      (["mirrorCalendarApp": .boolean(true)], "Dentist | 08:30 | All day  Fair | 09:30  Market"),
      (
        ["mirrorCalendarApp": .boolean(false), "calendars": .array([object("other", "Other")])],
        "Dentist | 08:30"
      ),
      (["mirrorCalendarApp": .boolean(false)], "No calendars chosen"),
      (
        [
          "mirrorCalendarApp": .boolean(false),
          "calendars": .array([object("other", "Other"), object("gone", "Gym")]),
        ], "Dentist | 08:30 | Gym: calendar not found"
      ),
      (
        ["mirrorCalendarApp": .boolean(false), "calendars": .array([object("gone", "Gym")])],
        "Nothing coming up | in the next 1 day 12 hrs | Gym: calendar not found"
      ),
      // Without a value, the definition's default applies, which is to mirror.
      (
        ["calendars": .array([object("other", "Other")])],
        "Dentist | 08:30 | All day  Fair | 09:30  Market"
      ),
    ]
    for (values, expected) in rows {
      let timeline = try await UpNextText.timeline("20261121T080000", files: files, values)
      #expect(UpNextText.first(timeline) == expected)
    }
  }

  @Test func aMissingFolderIsAnErrorThatTheEntrySays() async throws {
    let provider = UpNextTimeline(
      folder: CalendarFolder(path: "/nowhere"), local: try ZoneRulesTests.zone("Europe/Berlin"))
    let context = try TimelineText.context("20261121T080000")
    let intent = Intent.of("UpNext")
    await #expect(throws: OptionsError.self) {
      try await provider.timeline(for: intent, in: context)
    }
    var kept = KeptTimeline()
    let (timeline, failure) = try await kept.reload(from: provider, for: intent, in: context)
    #expect((failure as? OptionsError)?.code == .notFound)
    #expect(
      try TimelineText.table(timeline) == """
        11-21 08:00 No data | UpNext: There is no calendar folder “/nowhere”. Create the \
        folder and put .ics files or vdirs in it, or name another folder in the argument “calendars”.
        """)
  }

  @Test func aPreviewReadsNothing() async throws {
    let provider = UpNextTimeline(
      folder: CalendarFolder(path: "/nowhere"), local: try ZoneRulesTests.zone("Europe/Berlin"))
    let context = try TimelineText.context(
      "20261121T080000", family: .systemLarge, isPreview: true)
    let entry = try await provider.snapshot(for: .of("UpNext"), in: context)
    #expect(
      TimelineText.text(entry.content)
        == "Standup | 08:30–09:00 · Room Elbe | 09:30  Lunch with Ada | 12:00  Piano lesson"
        + " | 14:00  Choir | 16:30  Call home | 18:30  Water the plants")
  }
}
