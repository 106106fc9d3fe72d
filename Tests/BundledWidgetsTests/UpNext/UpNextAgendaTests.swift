import Foundation
import IntentModel
import Testing
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// The content of an agenda at an instant, without files or a timeline.
struct UpNextAgendaTests {
  /// An agenda with events at the given minutes of a UTC day, each with its length; `*` marks an
  /// all-day event.
  private static func agenda(
    _ events: [(String, Int, Int)], family: WidgetFamily = .systemLarge,
    change: (inout UpNextIntent) -> Void = { _ in }
  ) throws -> UpNextAgenda {
    let midnight = try ZoneRulesTests.wall("20261121T000000").wallSeconds
    var settings = UpNextIntent()
    settings.style = .list
    change(&settings)
    var agenda = UpNextAgenda(
      settings: settings, now: midnight, zone: .utc, family: family, locale: "en-GB")
    agenda.occurrences = events.map { title, minute, length in
      let start = midnight + minute * 60
      let wall = CivilDateTime(wallSeconds: start)
      var event = CalendarEvent(start: CalendarMoment(wall: wall, frame: .zone(.utc)))
      event.summary = title
      return CalendarOccurrence(
        event: event, calendar: "c", file: "c.ics", start: Date(wholeSeconds: start),
        end: Date(wholeSeconds: start + length * 60),
        days: title.hasSuffix("*") ? wall.date..<CivilDate(dayNumber: wall.dayNumber + 1) : nil)
    }
    return agenda
  }

  private static func instant(_ minute: Int) throws -> Int {
    try ZoneRulesTests.wall("20261121T000000").wallSeconds + minute * 60
  }

  private static let day = [
    ("Fair*", 0, 1440), ("Walk", 480, 60), ("Talk", 510, 120), ("Bell", 600, 0),
    ("Dinner", 1140, 90),
  ]

  /// The lines of an event, and the link that it opens.
  @Test(
    arguments: [
      ("URL:https://a.example/\nDESCRIPTION:https://b.example/", "https://a.example/"),
      (
        "URL:javascript:alert(1)\nDESCRIPTION:Join: https://z.example/j/1?pwd=a.b.",
        "https://z.example/j/1?pwd=a.b"
      ),
      (
        "X-GOOGLE-CONFERENCE:https://meet.example/x\nLOCATION:https://b.example/",
        "https://meet.example/x"
      ),
      ("LOCATION:Room 1 (https://b.example/m(1))", "https://b.example/m(1)"),
      ("LOCATION:Room (see https://b.example/m)", "https://b.example/m"),
      (
        "DESCRIPTION:<a href=\"https://b.example/?a=1&amp;b=2\">here</a>",
        "https://b.example/?a=1&b=2"
      ),
      ("DESCRIPTION:ftp://c.example\\nHTTPS://b.example/x\\, then", "HTTPS://b.example/x"),
      ("DESCRIPTION:see https:// or http://!", nil), ("DESCRIPTION:no link", nil),
    ] as [(String, String?)])
  func links(lines: String, link: String?) throws {
    #expect(try CalendarText.onlyEvent("DTSTART:20261201T080000Z\n\(lines)").link == link)
  }

  /// The minute of the day, and the visible titles with a look-ahead of an hour and a half.
  @Test(arguments: [
    (0, ["Fair*"]), (389, ["Fair*"]), (390, ["Fair*", "Walk"]), (480, ["Fair*", "Walk", "Talk"]),
    (510, ["Fair*", "Walk", "Talk", "Bell"]), (539, ["Fair*", "Walk", "Talk", "Bell"]),
    (540, ["Fair*", "Talk", "Bell"]), (600, ["Fair*", "Talk", "Bell"]), (601, ["Fair*", "Talk"]),
    (630, ["Fair*"]), (1100, ["Fair*", "Dinner"]), (1229, ["Fair*", "Dinner"]), (1230, ["Fair*"]),
    (1440, []),
  ])
  func views(minute: Int, expected: [String]) throws {
    let agenda = try Self.agenda(Self.day) { $0.lookAhead = .seconds(5400) }
    #expect(agenda.visible(at: try Self.instant(minute)).map(\.event.summary) == expected)
  }

  /// The minute of the day, and the event in the title.
  @Test(
    arguments: [
      (0, "Walk"), (480, "Walk"), (539, "Walk"), (540, "Talk"), (599, "Talk"), (630, "Dinner"),
      (1139, "Dinner"), (1229, "Dinner"), (1230, "Fair*"), (1440, nil),
    ] as [(Int, String?)])
  func leads(minute: Int, expected: String?) throws {
    let agenda = try Self.agenda(Self.day)
    let instant = try Self.instant(minute)
    #expect(agenda.lead(of: agenda.visible(at: instant), at: instant)?.event.summary == expected)
  }

  /// The minute of the day, the gauge, and the relevance with full emphasis and a look-ahead of
  /// twelve hours.
  @Test(
    arguments: [
      (0, nil, 0.33), (120, nil, 0.5), (300, nil, 0.75), (473, nil, 0.99), (480, 0, 1),
      (495, 0.25, 1),
      (539, 0.983, 1), (540, 0.25, 1), (1230, nil, 0.1), (1440, nil, 0),
    ] as [(Int, Double?, Double)])
  func gaugesAndRelevances(minute: Int, gauge: Double?, relevance: Double) throws {
    let agenda = try Self.agenda(Self.day) {
      $0.lookAhead = .seconds(43_200)
      $0.emphasis = 1
    }
    let instant = try Self.instant(minute)
    #expect(agenda.content(at: instant).gauge == gauge)
    #expect(agenda.relevance(at: instant) == relevance)
  }

  /// The relevance never decreases as the next event approaches.
  @Test func relevanceRisesTowardsAnEvent() throws {
    let agenda = try Self.agenda([("Dinner", 1140, 90)]) { $0.emphasis = 0.7 }
    let scores = try (0...1140).map { agenda.relevance(at: try Self.instant($0)) }
    #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(scores.first == 0.33)
    #expect(scores.last == 0.7)
  }

  /// The family, and the number of named events at eight in the morning.
  @Test(
    arguments: [
      (.systemSmall, 1), (.systemMedium, 3), (.systemLarge, 6), (.systemExtraLarge, 12),
      (.accessoryCorner, 1), (.accessoryCircular, 1), (.accessoryRectangular, 1),
      (.accessoryInline, 1),
    ] as [(WidgetFamily, Int)])
  func room(family: WidgetFamily, count: Int) throws {
    let events = (0..<20).map { ("E\($0)", 480 + $0, 10) }
    let content = try Self.agenda(events, family: family).content(at: try Self.instant(470))
    let lines = ([content.title, content.subtitle ?? ""] + content.body).map(\.description)
    #expect(lines.filter { $0.contains("E") }.count == count)
    #expect(UpNextAgenda.eventCount(in: family) == count)
  }

  /// Before the day starts, a single early event has a row, and several share the first row.
  @Test(arguments: [
    ([300], ["Sun 22 Nov 05:00–05:10  E0"]),
    ([300, 310], ["Sun 22 Nov 05:00–05:10  2 early events"]),
    ([300, 310, 480], ["Sun 22 Nov 05:00–05:10  2 early events", "Sun 22 Nov 08:00–08:10  E2"]),
    ([479, 480], ["Sun 22 Nov 07:59–08:09  E0", "Sun 22 Nov 08:00–08:10  E1"]),
    ([480, 490], ["Sun 22 Nov 08:00–08:10  E0", "Sun 22 Nov 08:10–08:20  E1"]),
  ])
  func earlyEvents(minutes: [Int], rows: [String]) throws {
    let tomorrow = minutes.enumerated().map { ("E\($0.offset)", 1440 + $0.element, 10) }
    let agenda = try Self.agenda([("Now", 1200, 60)] + tomorrow) {
      $0.dayStart = DateComponents(hour: 8)
    }
    #expect(agenda.content(at: try Self.instant(1210)).body.map(\.description) == rows)
  }
}
