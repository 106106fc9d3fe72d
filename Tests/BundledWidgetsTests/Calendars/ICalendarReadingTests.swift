import Foundation
import Testing

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

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

  /// The lines with an event's start and, in most rows, its end or duration, and the resulting
  /// span.
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
    ("Home", "X-LIC-LOCATION:Mars/Crater", "the reader"),
    ("W. Europe Standard Time", "", "Europe/Berlin"),
    ("\"Eastern Standard Time\"", "", "America/New_York"),
    ("/example.org/20250101/Europe/Berlin", "", "Europe/Berlin"),
    ("/a/America/Argentina/Buenos_Aires", "", "America/Argentina/Buenos_Aires"),
    ("/example.org/EST5EDT", "", "EST5EDT"), ("/example.org/v1/UTC", "", "UTC"),
    ("/example.org/Berlin", "", "?Europe/Berlin"), ("/example.org/Crater", "", "the reader"),
    ("EST5EDT", "", "EST5EDT"), ("Etc/GMT+5", "", "Etc/GMT+5"), ("Zulu", "", "Zulu"),
    ("utc", "", "UTC"), ("Coordinated Universal Time", "", "UTC"),
    ("Berlin", "", "?Europe/Berlin"), ("\"custom/New York\"", "", "?America/New_York"),
    ("Nowhere", "", "the reader"), ("../../etc/passwd", "", "the reader"), ("UTC", "", "UTC"),
    ("GMT", "", "UTC"), ("Eastern Standard Time 1", "", "?America/New_York"),
    ("West Asia Standard Time", "", "Asia/Tashkent"), ("UTC+11", "", "UTC+11:00"),
    ("UTC-02", "", "Etc/GMT+2"), ("\"GMT-03:30\"", "", "UTC-03:30"),
    ("\"(UTC-03:00) Brasília\"", "", "?UTC-03:00"),
    ("\"(GMT+01.00) Sarajevo/Warsaw\"", "", "?Europe/Warsaw"),
    ("\"tzone://Microsoft/Utc\"", "", "UTC"),
    ("\"tzone://Microsoft/Custom\"", "", "the reader"), ("Customized Time Zone", "", "the reader"),
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
      #expect(event.start.frame == .floating && zone == "the reader")
      #expect(
        file.problems.map(\.description) == [
          "a.ics:3: The time zone “\(bare)” is unknown. The viewer's time zone is used instead."
        ])
      return
    }
    #expect(rules.identifier == zone)
    #expect(
      file.problems.map(\.description)
        == (isGuess
          ? ["a.ics:3: The time zone “\(bare)” is unknown. \(zone) is used instead."] : []))
  }

  /// Each unknown name is looked up in several folders; this must not open a database file each
  /// time.
  @Test(.timeLimit(.minutes(30))) func manyUnknownZones() {
    let events = (0..<20_000).map { number in
      "BEGIN:VEVENT\nDTSTART;TZID=/example.org/Zone\(number):20250101T100000\nEND:VEVENT"
    }
    let file = CalendarText.read(CalendarText.calendar(events.joined(separator: "\n")))
    #expect(file.events.count == 20_000)
  }

  /// The rules of a `VTIMEZONE`, and the UTC time of 9:00 on some days in a zone that has only
  /// these rules.
  static let observances: [(rules: String, days: [(String, String)])] = [
    (
      // Rules that start in 1601, as Outlook writes them.
      """
      BEGIN:STANDARD
      DTSTART:16010101T020000
      TZOFFSETFROM:-0400
      TZOFFSETTO:-0500
      RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:16010101T020000
      TZOFFSETFROM:-0500
      TZOFFSETTO:-0400
      RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
      END:DAYLIGHT
      """,
      [
        ("20260307", "20260307T140000"), ("20260309", "20260309T130000"),
        ("20261031", "20261031T130000"), ("20261101", "20261101T140000"),
        ("21900701", "21900701T130000"), ("21901201", "21901201T140000"),
      ]
    ),
    (
      // The days of one week of a month, and the third weekday from the end.
      """
      BEGIN:DAYLIGHT
      DTSTART:20070311T020000
      TZOFFSETFROM:-0500
      TZOFFSETTO:-0400
      RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20071021T020000
      TZOFFSETFROM:-0400
      TZOFFSETTO:-0500
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-2SU
      END:STANDARD
      """,
      [
        ("20260307", "20260307T140000"), ("20260308", "20260308T130000"),
        ("20261017", "20261017T130000"), ("20261018", "20261018T140000"),
        ("20060701", "20060701T140000"),
      ]
    ),
    (
      // Only dated observances; the last one remains in effect.
      """
      BEGIN:DAYLIGHT
      DTSTART:20260329T020000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20261025T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      RDATE:20261025T030000,20281029T030000
      END:STANDARD
      """,
      [
        ("20260101", "20260101T080000"), ("20260701", "20260701T070000"),
        ("20261201", "20261201T080000"), ("20270701", "20270701T080000"),
      ]
    ),
    (
      // Rules that end, and other rules that follow them.
      """
      BEGIN:DAYLIGHT
      DTSTART:19870405T020000
      TZOFFSETFROM:-0500
      TZOFFSETTO:-0400
      RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z
      END:DAYLIGHT
      BEGIN:DAYLIGHT
      DTSTART:20070311T020000
      TZOFFSETFROM:-0500
      TZOFFSETTO:-0400
      RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:19671029T020000
      TZOFFSETFROM:-0400
      TZOFFSETTO:-0500
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z
      END:STANDARD
      BEGIN:STANDARD
      DTSTART:20071104T020000
      TZOFFSETFROM:-0400
      TZOFFSETTO:-0500
      RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
      END:STANDARD
      """,
      [
        ("20060320", "20060320T140000"), ("20060403", "20060403T130000"),
        ("20061030", "20061030T140000"), ("20070312", "20070312T130000"),
        ("20071105", "20071105T140000"), ("20400320", "20400320T130000"),
      ]
    ),
    (
      // One permanent offset, including seconds.
      """
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:-033000
      TZOFFSETTO:-033000
      END:STANDARD
      """,
      [("19000101", "19000101T123000"), ("20260701", "20260701T123000")]
    ),
    (
      // A year that starts in summer, and a change on a date.
      """
      BEGIN:DAYLIGHT
      DTSTART:20001001T020000
      TZOFFSETFROM:+1000
      TZOFFSETTO:+1100
      RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20010401T030000
      TZOFFSETFROM:+1100
      TZOFFSETTO:+1000
      RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU
      END:STANDARD
      """,
      [
        ("20270101", "20261231T220000"), ("20270701", "20270630T230000"),
        ("20271001", "20270930T220000"), ("20270930", "20270929T230000"),
      ]
    ),
  ]

  @Test(arguments: observances.indices)
  func rulesOfTheFile(_ index: Int) throws {
    let (observances, days) = Self.observances[index]
    let events = days.map { day, _ in
      "BEGIN:VEVENT\nDTSTART;TZID=Harbour office:\(day)T090000\nEND:VEVENT"
    }
    // The block can come after the events.
    let text = CalendarText.calendar(
      (events + ["BEGIN:VTIMEZONE\nTZID:Harbour office\n\(observances)\nEND:VTIMEZONE"])
        .joined(separator: "\n"))
    let file = CalendarText.read(text)
    #expect(file.problems == [])
    let found = file.events.map { CivilDateTime(wallSeconds: $0.start.instant(viewer: .utc)) }
    let expected = try days.map { try ZoneRulesTests.wall($0.1) }
    #expect(found == expected)
  }

  /// The rules of a known zone, written as a `VTIMEZONE`, give the same times as the tz database.
  @Test func rulesLikeThoseOfTheDatabase() throws {
    let definition = """
      BEGIN:VTIMEZONE
      TZID:Own
      BEGIN:STANDARD
      DTSTART:19961027T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:19810329T020000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
      END:DAYLIGHT
      END:VTIMEZONE
      BEGIN:VEVENT
      DTSTART;TZID=Own:20260101T000000
      END:VEVENT
      """
    let event = try #require(CalendarText.read(CalendarText.calendar(definition)).events.first)
    guard case .zone(let own) = event.start.frame else {
      Issue.record("no zone")
      return
    }
    let berlin = try ZoneRulesTests.zone("Europe/Berlin")
    let (start, end) = (
      try ZoneRulesTests.wall("19970101T000000").wallSeconds,
      try ZoneRulesTests.wall("25000101T000000").wallSeconds
    )
    #expect(own.changes(after: start, through: end) == berlin.changes(after: start, through: end))
    for instant in stride(from: start, to: end, by: 3 * 86_400 + 3_600) {
      #expect(own.offset(at: instant) == berlin.offset(at: instant), "\(instant)")
    }
  }

  /// Observances without the required parts are not rules, and reading a file full of zones takes
  /// limited time.
  @Test(.timeLimit(.minutes(30))) func brokenRules() throws {
    let parts = [
      "", "BEGIN:STANDARD\nDTSTART:19700101T000000\nEND:STANDARD",
      "BEGIN:STANDARD\nTZOFFSETTO:+0100\nEND:STANDARD",
      "BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETTO:+9900\nEND:STANDARD",
      "BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETTO:noon\nEND:STANDARD",
    ]
    for part in parts {
      let file = CalendarText.read(
        CalendarText.calendar(
          """
          X-WR-TIMEZONE:Asia/Tokyo
          BEGIN:VTIMEZONE
          TZID:Own
          \(part)
          END:VTIMEZONE
          BEGIN:VEVENT
          DTSTART;TZID=Own:20260101T090000
          END:VEVENT
          """))
      // Without rules, the zone of the calendar is used.
      #expect(file.events.map { $0.start.instant(viewer: .utc) } == [1_767_225_600])
      #expect(file.problems.map(\.code) == [.unknownZone("Own", taken: "Asia/Tokyo")])
    }
    let zones = (0..<400).map { number in
      """
      BEGIN:VTIMEZONE
      TZID:Z\(number)
      BEGIN:STANDARD
      DTSTART:00010101T000000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      RRULE:FREQ=DAILY;COUNT=1000000
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      DTSTART;TZID=Z\(number):20260101T090000
      END:VEVENT
      """
    }
    let file = CalendarText.read(CalendarText.calendar(zones.joined(separator: "\n")))
    #expect(file.events.count == 400)
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

  /// The target of a link has the same size limit as a file; targets that are not files are not
  /// read.
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
