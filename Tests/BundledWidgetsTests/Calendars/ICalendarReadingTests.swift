import Foundation
import Testing

@testable import BundledWidgets
@testable import ICalendar

struct ICalendarReadingTests {
  @Test func everyProperty() throws {
    let event = try CalendarText.onlyEvent(
      """
      UID:1@example
      SUMMARY;LANGUAGE=en:Tea\\, with milk
      LOCATION:Kitchen
      DESCRIPTION:One lump
       \\nor two
      URL:https://tea.example/?a=1
      CATEGORIES:Food,Drink
      CATEGORIES:Hot\\, hot
      STATUS:CONFIRMED
      DTSTART;TZID=Europe/Berlin:20250103T160000
      DTEND;TZID=Europe/Berlin:20250103T163000
      RRULE:FREQ=DAILY
      EXDATE;TZID=Europe/Berlin:20250104T160000,20250105T160000
      RDATE:20250201T000000Z
      """)
    #expect(event.uid == "1@example")
    #expect(event.summary == "Tea, with milk")
    #expect(event.location == "Kitchen")
    #expect(event.notes == "One lump\nor two")
    #expect(event.url == "https://tea.example/?a=1")
    #expect(event.categories == ["Food", "Drink", "Hot, hot"])
    #expect(event.start.wall.description == "2025-01-03T16:00:00")
    let berlin = try ZoneRulesTests.zone("Europe/Berlin")
    #expect(event.start.frame == .zone(berlin))
    #expect(event.span == CalendarSpan(seconds: 1800))
    #expect(event.rules == [RecurrenceRule(frequency: .daily)])
    #expect(event.exceptions.count == 2)
    #expect(event.additions.map(\.start.frame) == [.zone(.utc)])
    #expect(event.line == 2)
    #expect(!event.isAllDay)
  }

  /// Start, end or duration, and the resulting span.
  @Test(arguments: [
    ("DTSTART;VALUE=DATE:20250101", CalendarSpan(days: 1)),
    ("DTSTART:20250101", CalendarSpan(days: 1)),
    ("DTSTART;VALUE=DATE:20250101\nDTEND;VALUE=DATE:20250104", CalendarSpan(days: 3)),
    ("DTSTART;VALUE=DATE:20250101\nDTEND;VALUE=DATE:20250101", CalendarSpan(days: 1)),
    ("DTSTART;VALUE=DATE:20250101\nDURATION:P1W", CalendarSpan(days: 7)),
    ("DTSTART;VALUE=DATE:20250101\nDURATION:PT48H", CalendarSpan(days: 2)),
    ("DTSTART:20250101T100000", CalendarSpan()),
    ("DTSTART:20250101T100000\nDURATION:P1DT1H", CalendarSpan(days: 1, seconds: 3600)),
    ("DTSTART:20250101T100000\nDTEND:20250101T101500", CalendarSpan(seconds: 900)),
    ("DTSTART:20250101T100000\nDTEND:20250101T100000", CalendarSpan()),
    (
      "DTSTART:20250101T100000Z\nDTEND;TZID=Asia/Tokyo:20250101T200000", CalendarSpan(seconds: 3600)
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20250330T013000\nDTEND;TZID=Europe/Berlin:20250330T033000",
      CalendarSpan(seconds: 3600)
    ),
    ("DTSTART;TZID=Asia/Tokyo:20250101T100000\nDTEND:20250101T110000", CalendarSpan(seconds: 3600)),
  ])
  func spans(lines: String, span: CalendarSpan) throws {
    #expect(try CalendarText.onlyEvent(lines).span == span)
  }

  @Test(arguments: [
    ("X-WR-CALNAME:Work\nNAME:Other", "Work"), ("NAME:Other\nX-WR-CALNAME:Work", "Work"),
    ("NAME:Other", "Other"), ("X-WR-CALNAME:", "team plan"), ("", "team plan"),
    ("X-WR-CALNAME:A\\, B", "A, B"),
  ])
  func names(lines: String, name: String) {
    let file = CalendarText.read(CalendarText.calendar(lines), file: "team plan.ICS")
    #expect(file.name == name)
    #expect(file.problems == [])
  }

  @Test(arguments: [
    ("X-APPLE-CALENDAR-COLOR:#1BADF8\nCOLOR:tomato", "#1BADF8"), ("COLOR:tomato", "tomato"),
    ("", nil),
  ])
  func colors(lines: String, color: String?) {
    #expect(CalendarText.read(CalendarText.calendar(lines)).color == color)
  }

  @Test func otherComponentsArePassedOver() {
    let file = CalendarText.read(
      CalendarText.calendar(
        """
        BEGIN:VTODO
        SUMMARY:Not an event
        DTSTART:20250101
        END:VTODO
        BEGIN:VEVENT
        SUMMARY:Event
        DTSTART:20250101
        BEGIN:VALARM
        SUMMARY:Alarm
        DTSTART:nonsense
        END:VALARM
        END:VEVENT
        BEGIN:VEVENT
        SUMMARY:Off
        STATUS:CANCELLED
        DTSTART:20250101
        END:VEVENT
        """))
    #expect(file.events.map(\.summary) == ["Event"])
    #expect(file.problems == [])
  }

  /// The `TZID`, lines of its `VTIMEZONE`, and the resulting zone; `?` marks a guess.
  @Test(arguments: [
    ("Europe/Berlin", "", "Europe/Berlin"),
    ("Europe/Berlin", "X-LIC-LOCATION:Asia/Tokyo", "Europe/Berlin"),
    ("Home", "X-LIC-LOCATION:Asia/Tokyo", "Asia/Tokyo"),
    ("Home", "X-LIC-LOCATION:Mars/Crater", "?UTC"),
    ("W. Europe Standard Time", "", "Europe/Berlin"),
    ("\"Eastern Standard Time\"", "", "America/New_York"),
    ("/example.org/20250101/Europe/Berlin", "", "?Europe/Berlin"),
    ("/a/America/Argentina/Buenos_Aires", "", "?America/Argentina/Buenos_Aires"),
    ("Berlin", "", "?Europe/Berlin"), ("\"custom/New York\"", "", "?America/New_York"),
    ("Nowhere", "", "?UTC"), ("../../etc/passwd", "", "?UTC"), ("UTC", "", "UTC"),
    ("GMT", "", "UTC"),
  ])
  func zones(name: String, location: String, expected: String) throws {
    let bare = name.filter { $0 != "\"" }
    let file = CalendarText.read(
      CalendarText.calendar(
        """
        BEGIN:VEVENT
        DTSTART;TZID=\(name):20250101T100000
        DTEND;TZID=\(name):20250101T110000
        END:VEVENT
        BEGIN:VTIMEZONE
        TZID:\(bare)
        \(location)
        END:VTIMEZONE
        """))
    let isGuess = expected.hasPrefix("?")
    let zone = isGuess ? String(expected.dropFirst()) : expected
    let event = try #require(file.events.first)
    guard case .zone(let rules) = event.start.frame else {
      Issue.record("no zone")
      return
    }
    #expect(rules.identifier == zone)
    #expect(
      file.problems.map(\.description)
        == (isGuess
          ? ["a.ics:3: The time zone “\(bare)” is unknown. \(zone) is used instead."] : []))
  }

  @Test func everyWindowsNameIsAZone() {
    for (windows, name) in WindowsZones.names {
      #expect(ZoneFolder.system.zone(named: name) != nil, "\(windows): \(name)")
    }
  }

  @Test func filesOnDisk() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "plan.ics")
    try Data(CalendarText.event("DTSTART:20250101").utf8).write(to: url)
    #expect(ICalendarReading().calendar(path: url.path()).events.count == 1)
    var limits = CalendarLimits()
    limits.fileSize = 20
    #expect(
      ICalendarReading(limits: limits).calendar(path: url.path()).problems.map(\.description) == [
        "plan.ics: The file is larger than the limit of 20 bytes. Split the calendar."
      ])
    let absent = ICalendarReading().calendar(path: folder.appending(path: "no.ics").path())
    #expect(
      absent.problems.map(\.description) == ["no.ics: The file does not exist. Check the path."])
    #expect(absent.name == "no")
  }

  /// The target of a link has the same size limit as a file; other targets are not read.
  @Test func linksAndDevices() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let big = folder.appending(path: "big").path
    #expect(FileManager.default.createFile(atPath: big, contents: nil))
    #expect(truncate(big, 3 << 30) == 0)
    #expect(mkfifo(folder.appending(path: "pipe").path, 0o600) == 0)
    let notAFile = "This is a pipe, a device or a socket, not a file. Name a file."
    for (target, problem) in [
      (
        big,
        "The file is larger than the limit of \(CalendarLimits().fileSize) bytes. Split "
          + "the calendar."
      ),
      (folder.appending(path: "pipe").path, notAFile), ("/dev/zero", notAFile),
      (folder.path, "This is a directory, not a file. Name a file in it."),
    ] {
      let link = folder.appending(path: "a.ics").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      let problems = ICalendarReading().calendar(path: link).problems
      #expect(problems.map(\.description) == ["a.ics: \(problem)"])
      try FileManager.default.removeItem(atPath: link)
    }
  }
}
