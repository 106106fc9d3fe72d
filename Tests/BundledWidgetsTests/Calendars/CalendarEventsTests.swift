import IntentModel
import Testing

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct CalendarEventsTests {
  private func list(
    _ lines: String, from: String, to: String, viewer: String = "UTC"
  ) throws -> [String] {
    let file = CalendarText.read(CalendarText.calendar(lines))
    #expect(file.problems.map(\.description) == [])
    let answer = try CalendarText.answer([file], from: from, to: to, viewer: viewer)
    #expect(answer.problems == [])
    return CalendarText.list(answer)
  }

  private func event(_ lines: String) -> String { "BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n" }

  /// A weekly event across each clock change; its local time stays, and its UTC time changes.
  @Test(arguments: [
    (
      "America/New_York", "20250302T023000",
      ["2025-03-02T07:30", "2025-03-09T07:30", "2025-03-16T06:30"]
    ),
    (
      "America/New_York", "20251026T013000",
      ["2025-10-26T05:30", "2025-11-02T05:30", "2025-11-09T06:30"]
    ),
    (
      "Europe/Berlin", "20250323T023000",
      ["2025-03-23T01:30", "2025-03-30T01:30", "2025-04-06T00:30"]
    ),
    (
      "Europe/Berlin", "20251019T023000",
      ["2025-10-19T00:30", "2025-10-26T00:30", "2025-11-02T01:30"]
    ),
    (
      "Australia/Lord_Howe", "20250928T021500",
      ["2025-09-27T15:45", "2025-10-04T15:45", "2025-10-11T15:15"]
    ),
    (
      "Australia/Lord_Howe", "20250330T014500",
      ["2025-03-29T14:45", "2025-04-05T14:45", "2025-04-12T15:15"]
    ),
  ])
  func repeatsAcrossChanges(zone: String, start: String, expected: [String]) throws {
    let lines = event("SUMMARY:x\nDTSTART;TZID=\(zone):\(start)\nRRULE:FREQ=WEEKLY;COUNT=3")
    let found = try list(lines, from: "20250101", to: "20260101")
    #expect(found == expected.map { "x \($0) \($0)" })
  }

  @Test func exactAndNominalLengthAcrossAChange() throws {
    let start = "DTSTART;TZID=Europe/Berlin:20250329T120000"
    let found = try list(
      event("SUMMARY:nominal\n\(start)\nDURATION:P1D")
        + event("SUMMARY:exact\n\(start)\nDURATION:PT24H"),
      from: "20250101", to: "20260101")
    #expect(
      found == [
        "nominal 2025-03-29T11:00 2025-03-30T10:00", "exact 2025-03-29T11:00 2025-03-30T11:00",
      ])
  }

  @Test func exceptionsAndAdditions() throws {
    let found = try list(
      event(
        """
        SUMMARY:x
        DTSTART;TZID=Europe/Berlin:20250101T100000
        RRULE:FREQ=DAILY;COUNT=6
        EXDATE;TZID=Europe/Berlin:20250102T100000
        EXDATE:20250103T090000Z
        EXDATE;VALUE=DATE:20250104
        EXDATE;TZID=Europe/Berlin:20250105T110000
        RDATE;TZID=Europe/Berlin:20250105T100000,20250110T120000
        RDATE;VALUE=DATE:20250111
        RDATE;VALUE=PERIOD:20250112T090000Z/PT1H
        """), from: "20250101", to: "20260101")
    #expect(
      found.map { $0.dropFirst(2).prefix(16) } == [
        "2025-01-01T09:00", "2025-01-05T09:00", "2025-01-06T09:00", "2025-01-10T11:00",
        "2025-01-11T09:00", "2025-01-12T09:00",
      ])
  }

  @Test func changedOccurrences() throws {
    let found = try list(
      event("UID:1\nSUMMARY:x\nDTSTART:20250101T100000Z\nRRULE:FREQ=DAILY;COUNT=5")
        + event("UID:1\nSUMMARY:moved\nRECURRENCE-ID:20250102T100000Z\nDTSTART:20250102T150000Z")
        + event("UID:1\nSTATUS:CANCELLED\nRECURRENCE-ID:20250103T100000Z\nDTSTART:20250103T100000Z")
        + event(
          "UID:1\nSUMMARY:day\nRECURRENCE-ID;VALUE=DATE:20250104\nDTSTART;VALUE=DATE:20250104")
        + event("UID:2\nSUMMARY:orphan\nRECURRENCE-ID:20250105T100000Z\nDTSTART:20250105T080000Z"),
      from: "20250101", to: "20260101")
    #expect(
      found == [
        "x 2025-01-01T10:00 2025-01-01T10:00", "moved 2025-01-02T15:00 2025-01-02T15:00",
        "day 2025-01-04..<2025-01-05", "orphan 2025-01-05T08:00 2025-01-05T08:00",
        "x 2025-01-05T10:00 2025-01-05T10:00",
      ])
  }

  @Test func anOccurrenceMovedIntoTheWindow() throws {
    let found = try list(
      event("UID:1\nSUMMARY:x\nDTSTART:20250101T100000Z\nRRULE:FREQ=YEARLY")
        + event("UID:1\nSUMMARY:moved\nRECURRENCE-ID:20260101T100000Z\nDTSTART:20260601T100000Z"),
      from: "20260501", to: "20270601")
    #expect(
      found == ["moved 2026-06-01T10:00 2026-06-01T10:00", "x 2027-01-01T10:00 2027-01-01T10:00"])
  }

  @Test(arguments: [
    ("DTSTART:20250106T100000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3", ["06", "07", "14"]),
    ("DTSTART:20250106T100000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=1", ["06"]),
    ("DTSTART:20250107T100000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2", ["07", "14"]),
    ("DTSTART:20250107T100000Z\nRRULE:FREQ=WEEKLY;UNTIL=20250114T100000Z", ["07", "14"]),
    ("DTSTART:20250107T100000Z\nRRULE:FREQ=WEEKLY;UNTIL=20250114T095959Z", ["07"]),
    ("DTSTART:20250107T100000Z\nRRULE:FREQ=WEEKLY;UNTIL=20250114", ["07", "14"]),
    ("DTSTART:20250107T100000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3", ["07"]),
    ("DTSTART:20250107T100000Z\nRDATE:20250107T100000Z,20250108T100000Z", ["07", "08"]),
  ])
  func theStartAlwaysCounts(lines: String, days: [String]) throws {
    let found = try list(event("SUMMARY:x\n\(lines)"), from: "20250101", to: "20250201")
    #expect(found == days.map { "x 2025-01-\($0)T10:00 2025-01-\($0)T10:00" })
  }

  /// The end of an all-day rule, which must be a date according to RFC 5545 §3.3.10.
  ///
  /// If it is a time, it means the same day for every viewer: the date as written, or the day in
  /// the zone of the event's start.
  @Test(arguments: ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland"])
  func anEndWithATimeOfWholeDays(zone: String) throws {
    let rows: [(start: String, until: String, last: Int)] = [
      ("DTSTART;VALUE=DATE:20261201", "20261203", 3),
      ("DTSTART;VALUE=DATE:20261201", "20261203T000000Z", 3),
      ("DTSTART;VALUE=DATE:20261201", "20261202T225959Z", 2),
      ("DTSTART;VALUE=DATE:20261201", "20261203T235959", 3),
      (
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\nDTSTART;TZID=Europe/Berlin:20261201T000000",
        "20261202T230000Z", 3
      ),
    ]
    for (start, until, last) in rows {
      let text = CalendarText.event("SUMMARY:x\n\(start)\nRRULE:FREQ=DAILY;UNTIL=\(until)")
      let file = ICalendarReading().calendar(bytes: Array(text.utf8), file: "a.ics")
      let events = CalendarEvents(files: [file], viewer: try ZoneRulesTests.zone(zone))
      let days = events.occurrences(
        from: Date(wholeSeconds: 1_795_000_000), to: Date(wholeSeconds: 1_797_600_000)
      ).occurrences.compactMap { $0.days?.lowerBound.day }
      #expect(days == Array(1...last), "\(until)")
    }
  }

  /// The UTC limits of an all-day event for viewers in several zones.
  @Test(arguments: [
    ("UTC", "2025-06-10T00:00:00", "2025-06-12T00:00:00"),
    ("America/New_York", "2025-06-10T04:00:00", "2025-06-12T04:00:00"),
    ("Australia/Lord_Howe", "2025-06-09T13:30:00", "2025-06-11T13:30:00"),
  ])
  func wholeDaysAreTheReadersDays(viewer: String, start: String, end: String) throws {
    let file = CalendarText.read(
      CalendarText.event("SUMMARY:x\nDTSTART;VALUE=DATE:20250610\nDTEND;VALUE=DATE:20250612"))
    let answer = try CalendarText.answer([file], from: "20250601", to: "20250701", viewer: viewer)
    let only = try #require(answer.occurrences.first)
    #expect(only.isAllDay)
    #expect(only.days?.lowerBound.description == "2025-06-10")
    #expect(only.days?.upperBound.description == "2025-06-12")
    let bounds = [only.start, only.end].map {
      CivilDateTime(wallSeconds: Int($0.timeIntervalSince1970)).description
    }
    #expect(bounds == [start, end])
  }

  @Test func floatingTimesAreTheReadersTimes() throws {
    let lines = event("SUMMARY:x\nDTSTART:20250610T080000\nDURATION:PT1H")
    let found = try list(lines, from: "20250601", to: "20250701", viewer: "Europe/Berlin")
    #expect(found == ["x 2025-06-10T06:00 2025-06-10T07:00"])
  }

  /// An event from 10 to 11, or one at 10 without a length, and whether a window in hours includes
  /// it.
  @Test(arguments: [
    ("PT1H", 9, 10, false), ("PT1H", 9, 11, true), ("PT1H", 10, 11, true), ("PT1H", 11, 12, false),
    ("PT1H", 8, 20, true), ("PT1H", 20, 8, false), ("PT1H", 10, 10, false), ("PT0S", 10, 11, true),
    ("PT0S", 9, 10, false), ("PT0S", 11, 12, false),
  ])
  func windows(duration: String, from: Int, to: Int, isFound: Bool) throws {
    for rule in ["", "\nRRULE:FREQ=DAILY"] {
      let file = CalendarText.read(
        CalendarText.event("DTSTART:20250101T100000Z\nDURATION:\(duration)\(rule)"))
      let answer = CalendarEvents(files: [file], viewer: .utc).occurrences(
        from: try CalendarText.date("20250101T\(padded(from, 2))0000"),
        to: try CalendarText.date("20250101T\(padded(to, 2))0000"))
      #expect(answer.occurrences.count == (isFound ? 1 : 0))
    }
  }

  @Test func aLongOccurrenceThatBeganLongAgo() throws {
    let lines = event("SUMMARY:x\nDTSTART;VALUE=DATE:20200101\nDURATION:P300D\nRRULE:FREQ=YEARLY")
    #expect(try list(lines, from: "20251001", to: "20251002") == ["x 2025-01-01..<2025-10-28"])
  }

  @Test func severalCalendarsInOneOrder() throws {
    let files = [
      CalendarText.read(
        CalendarText.calendar(
          event("SUMMARY:late\nDTSTART:20250101T120000Z")
            + event("SUMMARY:long\nDTSTART:20250101T000000Z\nDURATION:PT2H")
            + event("SUMMARY:short\nDTSTART:20250101T000000Z\nDURATION:PT1H")), file: "b.ics"),
      CalendarText.read(
        CalendarText.calendar(
          event("SUMMARY:day\nDTSTART;VALUE=DATE:20250101")
            + event("SUMMARY:late\nDTSTART:20250101T120000Z")), file: "a.ics"),
    ]
    let answer = try CalendarText.answer(files, from: "20250101", to: "20250102")
    #expect(answer.occurrences.map(\.event.summary) == ["day", "short", "long", "late", "late"])
    #expect(answer.occurrences.map(\.calendar) == ["a", "b", "b", "a", "b"])
  }

  /// The total cost of many changed occurrences of one series is limited.
  @Test(.timeLimit(.minutes(30)), arguments: ["", ";RANGE=THISANDFUTURE"])
  func manyReplacedOccurrences(range: String) throws {
    let changes = (0..<20_000).map { number in
      let day = CivilDate(dayNumber: 20_000 + number / 2).description.filter { $0 != "-" }
      let time = number % 2 == 0 ? "T090000" : "T210000"
      return event(
        "UID:a\nSUMMARY:\(number)\nRECURRENCE-ID\(range):\(day)\(time)\nDTSTART:\(day)\(time)")
    }
    let master = event(
      "UID:a\nSEQUENCE:2\nDTSTART:19900101T090000\nRRULE:FREQ=DAILY;COUNT=100000;BYHOUR=9,21")
    let file = CalendarText.read(CalendarText.calendar(master + changes.joined()))
    let answer = try CalendarText.answer([file], from: "20250101", to: "20260101")
    #expect(answer.occurrences.count > 300)
  }

  /// A replaced occurrence is not shown if the newer series excludes it, or if it is unknown
  /// whether the series still has it; reaching the limit is reported as a problem.
  @Test func replacedOccurrencesBeyondTheLimit() throws {
    var limits = CalendarLimits()
    limits.workInAll = 1_000
    let days = ["20250105", "20250106"].map { day in
      event("UID:a\nSUMMARY:\(day)\nRECURRENCE-ID:\(day)T090000\nDTSTART:\(day)T090000")
    }
    let series = "UID:a\nSEQUENCE:2\nDTSTART:20000101T090000\nRRULE:FREQ=DAILY;COUNT=20000"
    let text = CalendarText.calendar(
      event("\(series)\nEXDATE:20250105T090000") + days.joined())
    let file = CalendarText.read(text)
    let all = try CalendarText.answer([file], from: "20250105", to: "20250107")
    #expect(all.occurrences.map(\.event.summary) == ["20250106"])
    #expect(all.problems == [])
    let cut = try CalendarText.answer([file], from: "20250105", to: "20250107", limits: limits)
    #expect(cut.occurrences.isEmpty)
    #expect(cut.problems.map(\.code) == [.workLimit(uid: "a")])
  }

  /// Many changes to a long series are compared with it in one pass.
  @Test func manyChangesOfALongSeries() throws {
    let changes = (0..<5_000).map { number in
      let day = CivilDate(dayNumber: 14_610 + number).description.filter { $0 != "-" }
      return event("UID:a\nSUMMARY:\(number)\nRECURRENCE-ID:\(day)T090000\nDTSTART:\(day)T090000")
    }
    let series = event(
      "UID:a\nSEQUENCE:1\nDTSTART:20100101T090000\nRRULE:FREQ=DAILY;COUNT=20000")
    let file = CalendarText.read(CalendarText.calendar(series + changes.joined()))
    var limits = CalendarLimits()
    // Two passes fit into the limit: one for the series and one for its changes. One pass for each
    // change does not.
    limits.workInAll = 50_000
    let answer = try CalendarText.answer([file], from: "20100101", to: "20230101", limits: limits)
    #expect(answer.problems == [])
    #expect(answer.occurrences.count == 4_748)
  }

  @Test func limitsOfAnAnswer() throws {
    var limits = CalendarLimits()
    limits.occurrenceCount = 3
    limits.workPerEvent = 50
    let text = CalendarText.calendar(
      event("UID:never\nDTSTART:20250101\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
        + event("UID:late\nSUMMARY:late\nDTSTART:20250110\nRRULE:FREQ=DAILY")
        + event("UID:early\nSUMMARY:early\nDTSTART:20250102\nRRULE:FREQ=DAILY"))
    let answer = try CalendarText.answer(
      [CalendarText.read(text)], from: "20250102", to: "20350101", limits: limits)
    #expect(
      CalendarText.list(answer) == [
        "early 2025-01-02..<2025-01-03", "early 2025-01-03..<2025-01-04",
        "early 2025-01-04..<2025-01-05",
      ])
    #expect(
      answer.problems.map(\.description) == [
        "a.ics:2: The event “never” repeats too often to work out. The rest of its repeats is left out.",
        "a.ics: There are more than 3 occurrences in the requested time. The rest is left out.",
      ])
  }
}
