import Foundation
import IntentModel
import Testing
import WidgetTestSupport
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// Whole timelines with a fixed clock, for each widget in each of its families, on unusual days;
/// the pictures are in `Fixtures/Timelines`.
@Suite struct GoldenTimelineTests {
  struct Day: Sendable {
    var name: String
    var zone: String
    /// The local time of the request.
    var now: String
  }

  static let days: [Day] = [
    Day(name: "berlin-clocks-forward", zone: "Europe/Berlin", now: "20260329T003000"),
    Day(name: "berlin-clocks-back", zone: "Europe/Berlin", now: "20261025T003000"),
    Day(name: "new-york-clocks-forward", zone: "America/New_York", now: "20260308T003000"),
    Day(name: "new-york-clocks-back", zone: "America/New_York", now: "20261101T003000"),
    Day(name: "lord-howe-clocks-forward", zone: "Australia/Lord_Howe", now: "20261004T003000"),
    Day(name: "lord-howe-clocks-back", zone: "Australia/Lord_Howe", now: "20260405T003000"),
    Day(name: "berlin-leap-day", zone: "Europe/Berlin", now: "20280228T210000"),
    Day(name: "new-york-leap-day-ends", zone: "America/New_York", now: "20280229T210000"),
    Day(name: "berlin-year-end", zone: "Europe/Berlin", now: "20261231T210000"),
    Day(name: "lord-howe-year-end", zone: "Australia/Lord_Howe", now: "20271231T210000"),
  ]

  static let widgets: [(name: WidgetCatalog.Name, families: [WidgetFamily])] = [
    (
      .worldClock,
      [
        .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .accessoryCircular,
        .accessoryRectangular, .accessoryInline,
      ]
    ),
    (
      .upNext,
      [
        .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .accessoryRectangular,
        .accessoryInline,
      ]
    ),
    (
      .verse,
      [.systemSmall, .systemMedium, .systemLarge, .accessoryRectangular, .accessoryInline]
    ),
  ]

  /// Events on the unusual days: daily, weekly, monthly, yearly, all-day, in other zones.
  static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    UID:daily
    DTSTART;TZID=Europe/Berlin:20260101T023000
    DTEND;TZID=Europe/Berlin:20260101T030000
    RRULE:FREQ=DAILY
    EXDATE;TZID=Europe/Berlin:20260330T023000
    SUMMARY:Backup
    END:VEVENT
    BEGIN:VEVENT
    UID:weekly
    DTSTART;TZID=America/New_York:20260104T013000
    DURATION:PT1H
    RRULE:FREQ=WEEKLY;BYDAY=SU,MO
    SUMMARY:Sunday and Monday in New York
    END:VEVENT
    BEGIN:VEVENT
    UID:last
    DTSTART;VALUE=DATE:20260131
    RRULE:FREQ=MONTHLY;BYMONTHDAY=-1
    SUMMARY:Accounts
    END:VEVENT
    BEGIN:VEVENT
    UID:leap
    DTSTART;VALUE=DATE:20240229
    RRULE:FREQ=YEARLY
    SUMMARY:Leap day
    END:VEVENT
    BEGIN:VEVENT
    UID:year
    DTSTART:20251231T230000Z
    DTEND:20260101T010000Z
    RRULE:FREQ=YEARLY;COUNT=5
    SUMMARY:New year somewhere
    END:VEVENT
    END:VCALENDAR

    """

  private static func intent(_ widget: WidgetCatalog.Name, _ family: WidgetFamily) -> Intent {
    switch widget {
    case .worldClock:
      WorldClockTimelineTests.intent(
        ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"],
        family: family)
    case .verse:
      .of("Verse", family: family, ["interval": .timeInterval(5_400), "emphasis": .decimal(0.5)])
    case .upNext: .of("UpNext", family: family)
    }
  }

  private static func picture(
    _ widget: WidgetCatalog.Name, _ family: WidgetFamily, on day: Day, _ catalog: WidgetCatalog
  ) async throws -> String {
    let provider = try catalog.timelineProvider(
      of: widget,
      arguments: ["timeZone": day.zone].merging(
        widget == .upNext ? ["calendars": "Calendars"] : [:]
      ) { $1 })
    let context = try TimelineText.context(day.now, in: day.zone, family: family)
    let timeline = try await provider.timeline(
      for: intent(widget, family), in: context)
    let findings = timeline.findings(for: family, now: context.now)
    #expect(findings.isEmpty, "\(widget) \(family) \(day.name): \(findings)")
    let reload =
      switch timeline.reload {
      case .atEnd: "at the end"
      case .never: "never"
      case .after(let date):
        TimelineText.time(date, try ZoneRulesTests.zone(day.zone))
      }
    // Pictures for every minute would be too many; one for every quarter of an hour is enough.
    var shown = timeline
    if widget == .worldClock {
      shown.entries.removeAll {
        Int($0.date.timeIntervalSince1970) % WorldClockTimeline.quarter != 0
      }
    }
    let rows = try TimelineText.table(shown, in: day.zone)
    return "\(family.rawValue), reload \(reload)\n\(rows)\n"
  }

  @Test(arguments: days)
  func `Timelines on an unusual day`(day: Day) async throws {
    try await TemporaryFolder.with(["Calendars/all.ics": Self.calendar]) { folder in
      let catalog = WidgetCatalog(
        environment: WidgetEnvironment(widgetFolder: folder, homeFolder: folder))
      for (widget, families) in Self.widgets {
        var pictures: [String] = []
        for family in families {
          pictures.append(try await Self.picture(widget, family, on: day, catalog))
        }
        let text = "\(day.zone) \(day.now)\n\n" + pictures.joined(separator: "\n")
        if let difference = Golden.difference(
          text, fromFile: "Fixtures/Timelines/\(widget.rawValue)/\(day.name).txt")
        {
          Issue.record("\(difference)")
        }
      }
    }
  }

  @Test func `Every shipped widget has a picture for each of its families`() {
    #expect(Set(Self.widgets.map(\.name)) == Set(WidgetCatalog.Name.allCases))
    #expect(Set(Self.days.map(\.zone)).count == 3)
  }
}
