import Messages
import Testing
import WidgetTestSupport

@testable import BundledWidgets
@testable import ICalendar

/// A broken file, the exact problems, and the number of events that are still read.
struct BrokenRow: CustomTestStringConvertible, Sendable {
  var name: String
  var text: String
  var events: Int
  var problems: [String]

  var testDescription: String { name }

  init(_ name: String, _ text: String, events: Int, _ problems: String...) {
    self.name = name
    self.text = text
    self.events = events
    self.problems = problems
  }

  /// A row for one event with these lines after its start; the first of them is line 4.
  static func event(_ name: String, _ lines: String, _ problems: String...) -> BrokenRow {
    var row = BrokenRow(name, CalendarText.event("DTSTART:20250101T100000\n\(lines)"), events: 1)
    row.problems = problems
    return row
  }
}

struct BrokenCalendarTests {
  private func check(_ row: BrokenRow) {
    let file = CalendarText.read(row.text)
    #expect(file.problems.map(\.description) == row.problems)
    #expect(file.events.count == row.events)
  }

  @Test(arguments: [
    BrokenRow(
      "empty", "", events: 0,
      "a.ics: There is no BEGIN:VCALENDAR, so this is not an iCalendar file."),
    BrokenRow(
      "web page", "<html>", events: 0,
      "a.ics:1: “<html>” does not begin with a property name of letters, digits and hyphens. The line is "
        + "left out.",
      "a.ics: There is no BEGIN:VCALENDAR, so this is not an iCalendar file."),
    BrokenRow(
      "event alone", "BEGIN:VEVENT\nDTSTART:20250101\nEND:VEVENT", events: 0,
      "a.ics: There is no BEGIN:VCALENDAR, so this is not an iCalendar file."),
    BrokenRow(
      "cut off", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20250101\nSUMM", events: 1,
      "a.ics:1: BEGIN:VCALENDAR does not have an END:VCALENDAR. It is assumed to end where its parent ends.",
      "a.ics:2: BEGIN:VEVENT does not have an END:VEVENT. It is assumed to end where its parent ends.",
      "a.ics:4: “SUMM” does not have a value. Write NAME:value. The line is left out."),
    BrokenRow(
      "event without end",
      CalendarText.calendar(
        "BEGIN:VEVENT\nDTSTART:20250101\nBEGIN:VEVENT\nDTSTART:20250102\nEND:VEVENT"), events: 2,
      "a.ics:2: BEGIN:VEVENT does not have an END:VEVENT. It is assumed to end where its parent ends."
    ),
    BrokenRow(
      "alarm without end", CalendarText.event("DTSTART:20250101\nBEGIN:VALARM"), events: 1,
      "a.ics:4: BEGIN:VALARM does not have an END:VALARM. It is assumed to end where its parent ends."
    ),
    BrokenRow(
      "stray end", CalendarText.calendar("END:VEVENT"), events: 0,
      "a.ics:2: END:VEVENT does not have a BEGIN:VEVENT. The line is left out."),
    BrokenRow(
      "no start", CalendarText.event("SUMMARY:When?"), events: 0,
      "a.ics:2: The event does not have a usable DTSTART. It is left out."),
    BrokenRow(
      "broken start", CalendarText.event("DTSTART:tomorrow"), events: 0,
      "a.ics:2: The event does not have a usable DTSTART. It is left out.",
      "a.ics:3: DTSTART has the value “tomorrow”, which is not a date (YYYYMMDD) or a date and time"
        + " (YYYYMMDDTHHMMSS). It is left out."),
    BrokenRow(
      "no such day", CalendarText.event("DTSTART:20250230"), events: 0,
      "a.ics:2: The event does not have a usable DTSTART. It is left out.",
      "a.ics:3: DTSTART has the value “20250230”, which is not a date (YYYYMMDD) or a date and time"
        + " (YYYYMMDDTHHMMSS). It is left out."),
  ])
  func files(row: BrokenRow) { check(row) }

  @Test(arguments: [
    BrokenRow.event(
      "no value", "SUMMARY",
      "a.ics:4: “SUMMARY” does not have a value. Write NAME:value. The line is left out."),
    .event(
      "parameter", "SUMMARY;X:Tea",
      "a.ics:4: SUMMARY has a parameter that is not written as NAME=value. The parameter is left out."
    ),
    .event(
      "long text", String(repeating: "!", count: 70),
      "a.ics:4: “\(String(repeating: "!", count: 60))…” does not begin with a property name of letters, "
        + "digits and hyphens. The line is left out."),
    .event(
      "end before start", "DTEND:20250101T090000",
      "a.ics:4: The event ends before it starts. Its end is left out."),
    .event(
      "broken end", "DTEND:late",
      "a.ics:4: DTEND has the value “late”, which is not a date (YYYYMMDD) or a date and"
        + " time (YYYYMMDDTHHMMSS). It is left out."),
    .event(
      "broken duration", "DURATION:-PT5M",
      "a.ics:4: DURATION has the value “-PT5M”, which is not a duration such as "
        + "PT1H30M or P2D. It is left out."
    ),
    .event(
      "two starts", "DTSTART:20250102",
      "a.ics:4: DTSTART occurs more than once in the event. The first one is used."),
    .event(
      "broken rule", "RRULE:FREQ=DAILY;COUNT=x",
      "a.ics:4: RRULE has the value “FREQ=DAILY;COUNT=x”. “COUNT=X” is not allowed. COUNT must be a "
        + "whole number from 1 to 1000000. The event is kept without its repeats."),
    .event(
      "secondly", "RRULE:FREQ=SECONDLY",
      "a.ics:4: RRULE has the value “FREQ=SECONDLY”. FREQ=SECONDLY is not supported. Use "
        + "MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY. The event is kept without its repeats."
    ),
    .event(
      "one broken exception", "EXDATE:20250102T100000,oops,20250103T100000",
      "a.ics:4: EXDATE has the value “oops”, which is not a date (YYYYMMDD) or a date and time"
        + " (YYYYMMDDTHHMMSS). It is left out."),
    .event(
      "exception rule", "EXRULE:FREQ=DAILY", "a.ics:4: EXRULE is not supported. It is left out."),
    .event(
      "range", "RECURRENCE-ID;RANGE=THISANDPRIOR:20250101T100000",
      "a.ics:4: The parameter RANGE of RECURRENCE-ID is not supported. It is left out."),
    .event(
      "zone", "DTEND;TZID=Moon/Base:20250101T110000",
      "a.ics:4: The time zone “Moon/Base” is unknown. The viewer's time zone is used instead."),
  ])
  func events(row: BrokenRow) { check(row) }

  @Test func bytesThatAreNotText() {
    let bytes =
      Array("BEGIN:VCALENDAR\nX-WR-CALNAME:Caf".utf8) + [0xE9] + Array("\nEND:VCALENDAR".utf8)
    let file = ICalendarReading().calendar(bytes: bytes, file: "a.ics")
    #expect(file.name == "Caf\u{FFFD}")
    #expect(
      file.problems.map(\.description)
        == ["a.ics:2: The line is not UTF-8. Unreadable bytes are shown as \u{FFFD}."])
  }

  @Test func limitsOfAFile() {
    var limits = CalendarLimits()
    limits.eventCount = 2
    limits.lineLength = 30
    limits.problemCount = 2
    limits.depth = 3
    let event = "BEGIN:VEVENT\nDTSTART:20250101\nEND:VEVENT\n"
    #expect(
      messages(CalendarText.calendar(event + event + event), limits)
        == ["a.ics:8: The file has more than 2 events. The rest is left out."])
    #expect(
      messages(CalendarText.calendar("NAME:\(String(repeating: "x", count: 30))"), limits)
        == ["a.ics:2: The line has more than 30 bytes when unfolded. It is left out."])
    #expect(
      messages(CalendarText.calendar("?\n?\n?\n?\n?"), limits).last
        == "a.ics: The file has more than 2 problems. The rest is not listed.")
    let nested = "BEGIN:A\nBEGIN:B\nBEGIN:C\nBEGIN:D\nEND:D\nEND:C\nEND:B\nEND:A"
    #expect(
      messages(CalendarText.calendar(nested), limits)
        == ["a.ics:4: Components are nested more than 3 levels deep. The inner ones are left out."])
    limits.fileSize = 10
    #expect(
      messages("BEGIN:VCALENDAR", limits)
        == ["a.ics: The file is larger than the limit of 10 bytes. Split the calendar."])
  }

  /// Hundreds of thousands of empty lines before, in and after a calendar are read in time,
  /// whatever ends them.
  @Test(.timeLimit(.minutes(30)), arguments: ["\n", "\r\n", "\r", " \n", "\t\r\n"])
  func manyEmptyLines(line: String) {
    let empty = String(repeating: line, count: 200_000)
    let file = CalendarText.read(
      empty + CalendarText.calendar("BEGIN:VEVENT\nDTSTART:20250101\nEND:VEVENT\n" + empty)
        + empty)
    #expect(file.events.count == 1)
    #expect(file.problems.isEmpty)
  }

  private func messages(_ text: String, _ limits: CalendarLimits) -> [String] {
    CalendarText.read(text, limits: limits).problems.map(\.description)
  }

  /// Random damage to a valid file with one event: reading always ends, and never gives more than
  /// one event.
  @Test func damagedFiles() {
    let good = CalendarText.event(
      "UID:1\nDTSTART;TZID=Europe/Berlin:20250101T100000\nDURATION:PT1H\nSUMMARY:Te\n a\n"
        + "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3\nEXDATE:20250102T100000Z")
    let seed: UInt64 = 0x5EED_0003
    var random = SeededGenerator(seed: seed)
    for round in 0..<1500 {
      var bytes = Array(good.utf8)
      for _ in 0..<random.number(1...6) {
        bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255))
      }
      let file = ICalendarReading().calendar(bytes: bytes, file: "a.ics")
      #expect(file.events.count <= 1, "seed \(seed), round \(round)")
      #expect(file.problems.allSatisfy { !$0.message.isEmpty }, "seed \(seed), round \(round)")
    }
  }
}
