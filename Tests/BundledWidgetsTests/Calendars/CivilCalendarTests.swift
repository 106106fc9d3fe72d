import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// Compares dates and spans with Foundation's Gregorian calendar, an independent implementation.
struct CivilCalendarTests {
  private static let foreign: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// The days on which both implementations use the same calendar.
  private static let days = -120_000...200_000

  private static func date(_ day: Int) -> Date { Date(wholeSeconds: day * 86_400) }

  @Test func daysAsFoundationHasThem() {
    let seed: UInt64 = 0x5EED_0017
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1500 {
      let day = random.number(Self.days)
      let civil = CivilDate(dayNumber: day)
      let parts = Self.foreign.dateComponents(
        [.year, .month, .day, .weekday, .dayOfYear], from: Self.date(day))
      #expect(civil.year == parts.year, "seed \(seed), day \(day)")
      #expect(civil.month == parts.month, "seed \(seed), day \(day)")
      #expect(civil.day == parts.day, "seed \(seed), day \(day)")
      // In Foundation, weekday 1 is Sunday; in ISO 8601, it is Monday.
      #expect((civil.weekday.rawValue + 1) % 7 + 1 == parts.weekday, "seed \(seed), day \(day)")
      #expect(civil.dayOfYear == parts.dayOfYear, "seed \(seed), day \(day)")
      #expect(civil.dayNumber == day, "seed \(seed), day \(day)")
    }
  }

  /// A local time, a number of days to add, and the resulting local time.
  @Test(arguments: [
    ("20260131T120000", 1, "2026-02-01T12:00:00"), ("20280228T235959", 1, "2028-02-29T23:59:59"),
    ("20270228T235959", 1, "2027-03-01T23:59:59"), ("20260101T000000", -1, "2025-12-31T00:00:00"),
    ("20261231T063000", 365, "2027-12-31T06:30:00"), ("20260321T000000", 0, "2026-03-21T00:00:00"),
    ("19700101T000001", -1, "1969-12-31T00:00:01"),
    ("00010101T000000", 146_097, "0401-01-01T00:00:00"),
  ])
  func addingDays(wall: String, days: Int, expected: String) throws {
    #expect(try ZoneRulesTests.wall(wall).adding(days: days).description == expected)
  }

  /// A local time can be read back from its parts, even before 1970.
  @Test func wallTimesReadBack() {
    let seed: UInt64 = 0x5EED_0018
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let wall = CivilDateTime(wallSeconds: random.number(-60_000_000_000...200_000_000_000))
      let again = CivilDateTime(dayNumber: wall.dayNumber, secondOfDay: wall.secondOfDay)
      #expect(again == wall, "seed \(seed), \(wall)")
      #expect((0..<86_400).contains(wall.secondOfDay), "seed \(seed), \(wall)")
      let compact = wall.description.filter { $0.isNumber || $0 == "T" }
      #expect(CivilDateTime(compact: compact) == wall, "seed \(seed), \(wall)")
    }
  }
}
