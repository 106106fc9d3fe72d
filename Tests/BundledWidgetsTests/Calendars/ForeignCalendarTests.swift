import IntentModel
import Testing

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// Deviations from RFC 5545 in files from other programs: lines, revisions, ranges, periods.
struct ForeignCalendarTests {
  private func event(_ lines: String) -> String { "BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n" }

  /// The occurrences in December 2026 and January 2027, and the problems.
  private func read(
    _ text: String, viewer: String = "UTC"
  ) throws -> (found: [String], problems: [String]) {
    let file = CalendarText.read(text)
    let answer = try CalendarText.answer(
      [file], from: "20261201", to: "20270201", viewer: viewer)
    return (CalendarText.list(answer), file.problems.map(\.description))
  }

  private func list(_ lines: String, viewer: String = "UTC") throws -> [String] {
    let (found, problems) = try read(CalendarText.calendar(lines), viewer: viewer)
    #expect(problems == [])
    return found
  }

  /// The lines for an event's start and end, always from 09:00 to 09:15 in Berlin.
  @Test(arguments: [
    "DTSTART ; TZID = Europe/Berlin : 20261201T090000\nDTEND; TZID=Europe/Berlin:20261201T091500",
    "DTSTART;VALUE=TEXT;TZID=Europe/Berlin:20261201T090000\nDURATION: pt15m ",
    "DTSTART;TZID=Europe/Berlin;VALUE=DATE-TIME:2026-12-01T09:00:00\nDURATION:PT15M",
    "DTSTART;TZID=\"Europe/Berlin\" :20261201T0900\nDURATION:PT15M",
    "DTSTART:TZID=Europe/Berlin:20261201T090000\nDURATION:PT15M",
    "DTSTART:2026-12-01T09:00:00.000+01:00\nDTEND:2026-12-01 08:15Z",
    "DTSTART:20261201T090000+0100\nDURATION:PT15M",
    "dtstart:20261201T080000Z\ndtend:20261201T081500Z",
  ])
  func oddTimes(lines: String) throws {
    #expect(
      try list(event("SUMMARY: Tea \n\(lines)")) == ["Tea 2026-12-01T08:00 2026-12-01T08:15"])
  }

  @Test(arguments: [
    "DTSTART:2026-12-01", "DTSTART:VALUE=DATE:20261201", "DTSTART;VALUE=DATE : 20261201",
    "DTSTART;TZID=Europe/Berlin:20261201T000000\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE\nDURATION:P1D",
  ])
  func oddDays(lines: String) throws {
    #expect(try list(event("SUMMARY:Tea\n\(lines)")) == ["Tea 2026-12-01..<2026-12-02"])
  }

  /// Two calendars in one file: both names count, and neither calendar uses the zone of the other.
  @Test func severalCalendarsInAFile() {
    let text =
      CalendarText.calendar("X-WR-CALNAME:Work\nX-WR-TIMEZONE:Asia/Tokyo")
      + CalendarText.calendar("NAME:Home\n" + event("DTSTART;TZID=Nowhere:20261201T090000"))
    let file = CalendarText.read(text)
    #expect(file.name == "Work, Home")
    #expect(file.events.map(\.start.frame) == [.floating])
    #expect(file.problems.map(\.code) == [.zoneOfReader("Nowhere")])
  }

  /// A file that is read only in part, or not at all, is reported; UTF-16 is read.
  @Test func formsOfFiles() {
    let todo = CalendarText.read(CalendarText.calendar("BEGIN:VTODO\nUID:1\nEND:VTODO"))
    #expect(todo.problems.map(\.code) == [.noEvents])
    #expect(CalendarText.read(CalendarText.calendar("")).problems == [])
    let old = CalendarText.read(
      CalendarText.calendar("VERSION:1.0\n" + event("DTSTART:20261201T090000")))
    #expect(old.problems.map(\.code) == [.oldVersion])
    #expect(old.problems.first?.line == 2)
    let text = CalendarText.event("DTSTART:20261201T090000\nSUMMARY:Café 🎈")
    for isLittle in [true, false] {
      let units = [0xFEFF] + Array(text.utf16)
      let bytes = units.flatMap { unit in
        let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        return isLittle ? pair : pair.reversed()
      }
      for odd in [[], [UInt8(0)]] {
        let file = ICalendarReading().calendar(bytes: bytes + odd, file: "a.ics")
        #expect(file.events.map(\.summary) == ["Café 🎈"])
        #expect(file.problems == [])
      }
    }
  }

  /// Several conferences, and the one that opens when the event is tapped.
  @Test(arguments: [
    (["FEATURE=PHONE:tel:+491", "FEATURE=\"AUDIO,VIDEO\":https://a.example"], "https://a.example"),
    (["FEATURE=PHONE:tel:+491", "LABEL=x:https://a.example"], "https://a.example"),
    (
      ["FEATURE=MODERATOR,VIDEO:https://m.example", "FEATURE=VIDEO:https://a.example"],
      "https://a.example"
    ),
    (["FEATURE=PHONE:tel:+491", "FEATURE=PHONE:tel:+492"], "tel:+491"),
  ])
  func severalConferences(values: [String], conference: String) throws {
    let lines = values.map { "CONFERENCE;VALUE=URI;\($0)" }.joined(separator: "\n")
    let event = try CalendarText.onlyEvent("DTSTART:20261201T090000\n\(lines)")
    #expect(event.conference == conference)
  }

  /// Each calendar in a file has its own zones, as in the files of a CalDAV service; a zone that is
  /// missing from one calendar may be in another.
  @Test func zonesOfSeveralCalendars() throws {
    func calendar(_ name: String, _ offset: String?, zone: String = "Custom") -> String {
      let block = offset.map {
        """
        BEGIN:VTIMEZONE
        TZID:Custom
        BEGIN:STANDARD
        DTSTART:19700101T000000
        TZOFFSETFROM:\($0)
        TZOFFSETTO:\($0)
        END:STANDARD
        END:VTIMEZONE

        """
      }
      let lines = "SUMMARY:\(name)\nDTSTART;TZID=\(zone):20261201T090000"
      return CalendarText.calendar((block ?? "") + event(lines))
    }
    let text =
      calendar("a", "+0100") + calendar("b", "-0500") + calendar("c", nil)
      + calendar("d", "+0300", zone: "Europe/Berlin")
    let (found, problems) = try read(text)
    #expect(problems == [])
    #expect(
      found == [
        "a 2026-12-01T08:00 2026-12-01T08:00", "c 2026-12-01T08:00 2026-12-01T08:00",
        "d 2026-12-01T08:00 2026-12-01T08:00", "b 2026-12-01T14:00 2026-12-01T14:00",
      ])
  }

  /// A name is reported once for each file, however many calendars use it.
  @Test func anUnknownZoneIsReportedOnce() throws {
    let text = (0..<30).map { number in
      CalendarText.calendar(event("SUMMARY:\(number)\nDTSTART;TZID=Nowhere:20261201T090000"))
    }
    let (found, problems) = try read(text.joined())
    #expect(found.count == 30)
    #expect(problems.count == 1, "\(problems)")
  }

  /// In Berlin there is no time from 02:00 to 03:00 on 28 March 2027.
  @Test(arguments: [
    (
      "20270328T000000\nRRULE:FREQ=HOURLY;COUNT=4",
      ["2027-03-27T23:00", "2027-03-28T00:00", "2027-03-28T01:00", "2027-03-28T02:00"]
    ),
    (
      "20270328T001000\nRRULE:FREQ=MINUTELY;INTERVAL=50;UNTIL=20270328T013000Z",
      ["2027-03-27T23:10", "2027-03-28T00:00", "2027-03-28T00:50", "2027-03-28T01:30"]
    ),
  ])
  func stepsThatTheClocksSkip(start: String, expected: [String]) throws {
    let text = CalendarText.calendar(event("SUMMARY:Tea\nDTSTART;TZID=Europe/Berlin:\(start)"))
    let answer = try CalendarText.answer(
      [CalendarText.read(text)], from: "20270327", to: "20270330", viewer: "UTC")
    #expect(CalendarText.list(answer) == expected.map { "Tea \($0) \($0)" })
  }

  @Test(arguments: ["FREQ=HOURLY;COUNT=5", "FREQ=DAILY;BYHOUR=8,9;COUNT=2"])
  func aWholeDayIsShownOnce(rule: String) throws {
    let lines = event("SUMMARY:Tea\nDTSTART;VALUE=DATE:20261201\nRRULE:\(rule)")
    #expect(try list(lines) == ["Tea 2026-12-01..<2026-12-02"])
  }

  /// Lines that no reader uses are not a problem, and invalid lines affect only themselves.
  @Test func oddLinesOfNoInterest() throws {
    let lines = """
      REFRESH-INTERVAL:VALUE=DURATION:PT1H
      X-Link;nonsense:https://example.org/x
      X-EMPTY
      BEGIN : VEVENT
      SUMMARY:Tea
      DTSTART;ODD:20261201T080000Z
      BEGIN:VALARM
      TRIGGER;ODD;RELATED:-PT12H
      END:VALARM
      END: VEVENT
      """
    let (found, problems) = try read(CalendarText.calendar(lines))
    #expect(found == ["Tea 2026-12-01T08:00 2026-12-01T08:00"])
    #expect(
      problems == [
        "a.ics:4: “X-EMPTY” does not have a value. Write NAME:value. The line is left out.",
        "a.ics:7: DTSTART has a parameter that is not written as NAME=value. The parameter is left out.",
      ])
  }

  @Test func indentedLines() throws {
    let text = """
      BEGIN:VCALENDAR
        BEGIN:VEVENT
          SUMMARY:Tea
           with milk
          DTSTART:20261201T080000Z
        END:VEVENT
      END:VCALENDAR
      """
    let (found, problems) = try read(text)
    #expect(found == ["Tea    with milk 2026-12-01T08:00 2026-12-01T08:00"])
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("a.ics:2: The line begins with a blank") ?? false)
    // A long line is folded, even if the continuation contains a name such as `END`.
    let long = String(repeating: "x", count: 70)
    #expect(
      try list(event("DTSTART:20261201T080000Z\nDESCRIPTION:\(long)\n END:VEVENT\nSUMMARY:Tea"))
        == ["Tea 2026-12-01T08:00 2026-12-01T08:00"])
  }

  @Test func aFileOfLoneCarriageReturns() throws {
    let text = CalendarText.event("SUMMARY:Tea\nDTSTART:20261201T080000Z\nRRULE:FREQ=DAILY;COUNT=2")
    let (found, problems) = try read(text.replacing("\n", with: "\r"))
    #expect(found.count == 2)
    #expect(problems == [])
  }

  // MARK: Revisions

  private static let newer = "DTSTART:20261203T160000Z\nSUMMARY:new"
  private static let older = "DTSTART:20261203T150000Z\nSUMMARY:old"

  /// The lines of two copies of an event; those of the second copy show that it is newer.
  @Test(arguments: [
    ("", "SEQUENCE:3"),
    ("SEQUENCE:1\nDTSTAMP:20261105T000000Z", "SEQUENCE:2\nDTSTAMP:20261104T000000Z"),
    ("LAST-MODIFIED:20261101T000000Z", "LAST-MODIFIED:20261102T000000Z"),
    ("DTSTAMP:20261101T000000Z", "DTSTAMP:20261101T000001Z"),
  ])
  func theNewestRevision(first: String, second: String) throws {
    for tail in ["", "\nRECURRENCE-ID:20261203T120000Z"] {
      let old = event("UID:1\n\(Self.older)\n\(first)\(tail)")
      let new = event("UID:1\n\(Self.newer)\n\(second)\(tail)")
      for text in [old + new, new + old, old + new + old + new] {
        #expect(try list(text) == ["new 2026-12-03T16:00 2026-12-03T16:00"])
      }
    }
  }

  @Test func cancelledRevisions() throws {
    let cancelled = event("UID:1\nSEQUENCE:2\nSTATUS:CANCELLED\n\(Self.newer)")
    let moved = event("UID:1\nSEQUENCE:1\nRECURRENCE-ID:20261203T150000Z\n\(Self.newer)")
    #expect(try list(event("UID:1\n\(Self.older)") + moved + cancelled) == [])
    #expect(try list(cancelled + event("UID:1\nSEQUENCE:3\n\(Self.older)")).count == 1)
  }

  @Test func equalRevisions() throws {
    let old = event("UID:1\n\(Self.older)")
    // A second copy changes nothing.
    #expect(try list(old + old).count == 1)
    let (both, problems) = try read(
      CalendarText.calendar(old + event("UID:1\n\(Self.newer)")))
    #expect(both.count == 2)
    #expect(
      problems == [
        "a.ics:7: Another event has the UID “1” too, and it is unknown which one is newer. Both are shown."
      ])
    let series = event("UID:1\nSUMMARY:x\nDTSTART:20261201T120000Z\nRRULE:FREQ=DAILY;COUNT=3")
    let place = "\nRECURRENCE-ID:20261203T120000Z"
    let (last, said) = try read(
      CalendarText.calendar(
        series + event("UID:1\n\(Self.newer)\(place)") + event("UID:1\n\(Self.older)\(place)")))
    #expect(last.last == "old 2026-12-03T15:00 2026-12-03T15:00")
    #expect(last.count == 3)
    #expect(said.count == 1)
    // Two events without a UID are separate events.
    #expect(try list(event(Self.older) + event(Self.newer)).count == 2)
  }

  @Test func replacementsOfWhatTheSeriesNoLongerHas() throws {
    func text(series: String, change: String) -> String {
      event("UID:1\nSUMMARY:x\nDTSTART:20261201T120000Z\nRRULE:FREQ=DAILY;COUNT=2\n\(series)")
        + event("UID:1\nRECURRENCE-ID:20261205T120000Z\nRRULE:FREQ=DAILY\n\(change)\n\(Self.newer)")
    }
    // In the first two cases, the series was shortened after the change, or excludes the day.
    #expect(try list(text(series: "SEQUENCE:4", change: "SEQUENCE:1")).count == 2)
    #expect(try list(text(series: "EXDATE:20261205T120000Z", change: "")).count == 2)
    #expect(try list(text(series: "", change: "")).count == 3)
    #expect(try list(text(series: "RDATE:20261205T120000Z\nSEQUENCE:4", change: "")).count == 3)
  }

  // MARK: Occurrences

  @Test func aChangeOfThisAndFutureOccurrences() throws {
    let found = try list(
      event(
        """
        UID:1
        SUMMARY:early
        DTSTART;TZID=Europe/Berlin:20261201T090000
        DURATION:PT1H
        RRULE:FREQ=DAILY;COUNT=7
        RDATE;TZID=Europe/Berlin:20261210T090000
        EXDATE;TZID=Europe/Berlin:20261204T090000
        """)
        + event(
          """
          UID:1
          SUMMARY:late
          RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261203T090000
          DTSTART;TZID=Europe/Berlin:20261203T150000
          DURATION:PT2H
          """)
        + event("UID:1\nSUMMARY:once\nRECURRENCE-ID:20261205T080000Z\nDTSTART:20261205T100000Z")
        + event(
          """
          UID:1
          SUMMARY:next day
          RECURRENCE-ID;RANGE=THISANDFUTURE:20261207T080000Z
          DTSTART:20261208T080000Z
          """))
    #expect(
      found == [
        "early 2026-12-01T08:00 2026-12-01T09:00", "early 2026-12-02T08:00 2026-12-02T09:00",
        "late 2026-12-03T14:00 2026-12-03T16:00", "once 2026-12-05T10:00 2026-12-05T10:00",
        "late 2026-12-06T14:00 2026-12-06T16:00", "next day 2026-12-08T08:00 2026-12-08T08:00",
        "next day 2026-12-11T08:00 2026-12-11T08:00",
      ])
  }

  /// A moved series keeps its local time, and a series that moves far is found in the window.
  @Test func changesOfLaterOccurrencesInAWindow() throws {
    let series = "DTSTART;TZID=Europe/Berlin:20260901T090000\nRRULE:FREQ=MONTHLY"
    let moved = """
      RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261001T090000
      DTSTART:20261102T070000Z
      """
    let found = try list(event("UID:1\n\(series)") + event("UID:1\nSUMMARY:x\n\(moved)"))
    #expect(
      found == ["x 2026-12-03T07:00 2026-12-03T07:00", "x 2027-01-02T07:00 2027-01-02T07:00"])
    let cut =
      event("UID:1\nSUMMARY:y\n\(series)")
      + event("UID:1\nSTATUS:CANCELLED\nRECURRENCE-ID;RANGE=THISANDFUTURE:20270101T080000Z")
    #expect(try list(cut) == ["y 2026-12-01T08:00 2026-12-01T08:00"])
  }

  @Test func periodsHaveTheirOwnLength() throws {
    let found = try list(
      event(
        """
        SUMMARY:x
        DTSTART:20261201T090000Z
        DURATION:PT1H
        RDATE;VALUE=PERIOD:20261202T090000Z/PT2H,20261203T090000Z/20261203T093000Z
        RDATE:20261204T090000Z
        """))
    #expect(
      found.map { $0.suffix(5) } == ["10:00", "11:00", "09:30", "10:00"])
  }

  /// Exchange identifies an occurrence of an all-day event by a time at midnight.
  @Test(arguments: [
    "RECURRENCE-ID;TZID=Europe/Berlin:20261202T000000", "RECURRENCE-ID:20261202T000000",
    "RECURRENCE-ID:20261201T230000Z", "RECURRENCE-ID:20261202T050000Z",
  ])
  func replacementsOfDaysByMidnights(line: String) throws {
    let series = event("UID:1\nSUMMARY:x\nDTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=3")
    let times =
      "DTSTART;TZID=Europe/Berlin:20261202T000000\nDTEND;TZID=Europe/Berlin:20261203T000000"
    for viewer in ["Europe/Berlin", "America/New_York"] {
      let found = try list(series + event("UID:1\nSUMMARY:y\n\(line)\n\(times)"), viewer: viewer)
      #expect(
        found == [
          "x 2026-12-01..<2026-12-02", "y 2026-12-02..<2026-12-03", "x 2026-12-03..<2026-12-04",
        ])
    }
    let excluded = series.replacing(
      "END:VEVENT", with: "\(line.replacing("RECURRENCE-ID", with: "EXDATE"))\nEND:VEVENT")
    #expect(try list(excluded).count == 2)
  }

  @Test func severalRulesAreUnited() throws {
    let (found, problems) = try read(
      CalendarText.event(
        """
        SUMMARY:x
        DTSTART:20261203T110000Z
        RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=3
        RRULE:FREQ=MONTHLY;BYDAY=2MO;COUNT=2
        """))
    #expect(
      found.map { $0.dropFirst(2).prefix(10) } == [
        "2026-12-03", "2026-12-10", "2026-12-14", "2026-12-17", "2027-01-11",
      ])
    #expect(
      problems == ["a.ics:6: RRULE occurs more than once in the event. All of them are used."])
  }

  /// RFC 7529: a day that the month does not have is skipped or moved.
  @Test(arguments: [
    ("20260131", "FREQ=MONTHLY", ["0131", "0331", "0531"]),
    ("20260131", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT", ["0131", "0331", "0531"]),
    (
      "20260131", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD",
      ["0131", "0228", "0331", "0430", "0531"]
    ),
    (
      "20260131", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=1,31",
      ["0131", "0201", "0301", "0331", "0401", "0501", "0531"]
    ),
    ("20260228", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD;BYMONTH=2;BYMONTHDAY=29", ["0301"]),
  ])
  func skippedDays(start: String, rule: String, days: [String]) throws {
    let rule = try CalendarText.rule(rule)
    let wall = CivilDateTime(try #require(CivilDate(compact: start)))
    let expansion = RecurrenceExpansion(
      rule: rule, start: wall, zone: .utc, first: wall,
      last: CivilDateTime(CivilDate(year: 2026, month: 5, day: 31)), work: .max)
    #expect(expansion.map { $0.description.prefix(10).dropFirst(5).filter { $0 != "-" } } == days)
  }

  @Test func countAndUntilTogether() throws {
    for (rule, count) in [("COUNT=9;UNTIL=20261203T235959Z", 3), ("UNTIL=20261230;COUNT=2", 2)] {
      let (found, problems) = try read(
        CalendarText.event("DTSTART:20261201T110000Z\nRRULE:FREQ=DAILY;\(rule)"))
      #expect(found.count == count)
      #expect(problems.count == 1)
      #expect(problems.first?.contains("The earlier of the two ends it.") ?? false)
    }
  }
}
