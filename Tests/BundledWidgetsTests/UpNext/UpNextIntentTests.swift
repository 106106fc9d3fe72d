import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct UpNextIntentTests {
  private static func intent(_ values: KeyValuePairs<String, IntentValue>) -> Intent {
    .of("UpNext", values)
  }

  @Test func anEmptyIntentShowsEverything() throws {
    #expect(try UpNextIntent(Self.intent([:])) == UpNextIntent())
    #expect(UpNextIntent().shownCalendars == nil)
  }

  private static let one: IntentValue = .array([
    .object(IntentObject(identifier: "work", display: "Work"))
  ])

  @Test(
    arguments: [
      ([:], nil), (["mirrorCalendarApp": .boolean(true)], nil),
      (["mirrorCalendarApp": .boolean(false)], []),
      (["mirrorCalendarApp": .boolean(false), "calendars": one], ["work"]),
      (["mirrorCalendarApp": .boolean(true), "calendars": one], nil),
    ] as [([String: IntentValue], [String]?)])
  func calendars(values: [String: IntentValue], expected: [String]?) throws {
    let parameters = values.map { Intent.Parameter(name: $0.key, value: $0.value) }
    let intent = Intent(typeName: "UpNextIntent", family: .systemSmall, parameters: parameters)
    #expect(try UpNextIntent(intent).shownCalendars?.map(\.identifier) == expected)
  }

  /// All values that are not in the definition are listed in one error.
  @Test func anIntentOfAnotherDefinitionIsRefused() {
    let intent = Intent.of(
      "Other", ["emphasis": .integer(1), "filter": .enumeration("someday"), "size": .integer(3)])
    #expect {
      try UpNextIntent(intent)
    } throws: { error in
      (error as? TypedIntentError)?.mismatches == [
        .intent(found: "OtherIntent"), .value(parameter: "filter", found: .enumeration("someday")),
        .value(parameter: "emphasis", found: .integer(1)), .unknownParameter("size"),
      ]
    }
  }

  @Test(arguments: [(129_600, 129_600), (0, 60), (-5, 60), (1e18, 2_678_400), (3600.7, 3600)])
  func lookAheads(value: Double, expected: Int) throws {
    let settings = try UpNextIntent(Self.intent(["lookAhead": .timeInterval(value)]))
    #expect(settings.secondsAhead == expected)
  }

  @Test(arguments: [(0.0, 0.0), (0.25, 0.25), (1, 1), (7, 1), (-1, 0), (.nan, 0.5)])
  func emphases(value: Double, expected: Double) throws {
    #expect(try UpNextIntent(Self.intent(["emphasis": .decimal(value)])).weight == expected)
  }

  @Test(arguments: [
    (DateComponents(hour: 7, minute: 30), 27_000), (DateComponents(), 0),
    (DateComponents(hour: 23, minute: 59, second: 59), 86_399),
    (DateComponents(hour: 24, minute: -1), 0), (DateComponents(minute: 15), 900),
  ])
  func dayStarts(components: DateComponents, expected: Int) throws {
    let settings = try UpNextIntent(Self.intent(["dayStart": .dateComponents(components)]))
    #expect(settings.dayStartSecond == expected)
  }

  @Test(
    arguments: [
      (DateComponents(year: 2026, month: 11, day: 21), "2026-11-21"),
      (DateComponents(year: 2028, month: 2, day: 29), "2028-02-29"),
      (DateComponents(year: 2027, month: 2, day: 29), nil), (DateComponents(month: 2, day: 1), nil),
      (DateComponents(year: 0, month: 1, day: 1), nil),
    ] as [(DateComponents, String?)])
  func days(components: DateComponents, expected: String?) {
    #expect(components.civilDate?.description == expected)
  }

  /// The first day, the last day, and the resulting window in UTC, at noon on 21 November in
  /// Berlin.
  @Test(
    arguments: [
      (nil, nil, "2026-11-21T11:00:00 2026-11-22T23:00:00"),
      ("20261124", "20261125", "2026-11-23T23:00:00 2026-11-25T23:00:00"),
      ("20261101", "20261121", "2026-11-21T11:00:00 2026-11-21T23:00:00"),
      (nil, "20261130", "2026-11-21T11:00:00 2026-11-30T23:00:00"),
      ("20261201", nil, "2026-11-30T23:00:00 2026-12-02T11:00:00"),
      ("20270328", "20270328", "2027-03-27T23:00:00 2027-03-28T22:00:00"),
      ("20261010", "20261011", "2026-11-21T11:00:00 2026-10-11T22:00:00"),
    ] as [(String?, String?, String)])
  func ranges(first: String?, last: String?, expected: String) throws {
    var settings = UpNextIntent()
    settings.filter = .dateRange
    settings.rangeStart = first.flatMap { DateComponents(compact: $0) }
    settings.rangeEnd = last.flatMap { DateComponents(compact: $0) }
    let berlin = try ZoneRulesTests.zone("Europe/Berlin")
    let now = berlin.instant(of: try ZoneRulesTests.wall("20261121T120000"))
    let window = try #require(settings.rangeWindow(now: now, zone: berlin))
    let texts = [window.from, window.to].map { CivilDateTime(wallSeconds: $0).description }
    #expect(texts.joined(separator: " ") == expected)
  }

  @Test(arguments: ["all", "meetings", "allDay"])
  func otherFiltersHaveNoRange(filter: String) throws {
    let day = DateComponents(year: 2026, month: 11, day: 24)
    let settings = try UpNextIntent(
      Self.intent([
        "filter": .enumeration(filter), "rangeStart": .dateComponents(day),
        "rangeEnd": .dateComponents(day),
      ]))
    #expect(settings.rangeWindow(now: 0, zone: .utc) == nil)
  }

  /// The lines of an event, and whether each filter shows it.
  @Test(arguments: [
    ("DTSTART:20261121T150000", [true, false, false, true]),
    ("DTSTART:20261121T150000\nLOCATION:Kitchen", [true, true, false, true]),
    ("DTSTART:20261121T150000\nLOCATION:", [true, false, false, true]),
    ("DTSTART:20261121T150000\nCATEGORIES:Tea,meeting", [true, true, false, true]),
    ("DTSTART:20261121T150000\nCATEGORIES:Meetings", [true, false, false, true]),
    ("DTSTART:20261121T150000\nATTENDEE;CN=Ada:mailto:ada@x.example", [true, true, false, true]),
    ("DTSTART:20261121\nLOCATION:Kitchen", [true, false, true, true]),
    ("DTSTART:20261121", [true, false, true, true]),
  ])
  func filters(lines: String, expected: [Bool]) throws {
    let event = try CalendarText.onlyEvent(lines)
    let shown = [EventFilter.all, .meetings, .allDay, .dateRange].map { filter in
      UpNextIntent(filter: filter).shows(event)
    }
    #expect(shown == expected)
  }

  @Test(arguments: [
    ("https://x.example/a?b=c", true), ("HTTP://x.example", true), ("mailto:a@x.example", true),
    ("tel:+4930", true), ("javascript:alert(1)", false), ("file:///etc/passwd", false),
    ("data:text/html,x", false), ("x.example", false), ("https:", false), ("", false),
    ("https://x.example/a b", false), ("https://x.example/\u{1B}[31m", false),
    ("https://x.example/ä", false), ("https://" + String(repeating: "x", count: 2048), false),
  ])
  func links(url: String, isKept: Bool) throws {
    var event = try CalendarText.onlyEvent("DTSTART:20261121T150000")
    event.url = url
    #expect(event.link == (isKept ? url : nil))
  }
}

extension DateComponents {
  /// The day for a date such as `20261121`.
  fileprivate init?(compact: String) {
    guard let date = CivilDate(compact: compact) else { return nil }
    self.init(year: date.year, month: date.month, day: date.day)
  }
}
