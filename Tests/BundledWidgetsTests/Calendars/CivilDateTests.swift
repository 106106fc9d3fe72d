import IntentModel
import Testing

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct CivilDateTests {
  @Test(arguments: [
    (1970, 1, 1, 0, Weekday.thursday, 1), (1969, 12, 31, -1, .wednesday, 365),
    (2000, 2, 29, 11_016, .tuesday, 60), (2000, 3, 1, 11_017, .wednesday, 61),
    (1900, 3, 1, -25_508, .thursday, 60), (2024, 12, 31, 20_088, .tuesday, 366),
    (2026, 1, 1, 20_454, .thursday, 1), (1, 1, 1, -719_162, .monday, 1),
    (9999, 12, 31, 2_932_896, .friday, 365),
  ])
  func knownDays(
    year: Int, month: Int, day: Int, number: Int, weekday: Weekday, dayOfYear: Int
  ) {
    let date = CivilDate(year: year, month: month, day: day)
    #expect(date.dayNumber == number)
    #expect(CivilDate(dayNumber: number) == date)
    #expect(date.weekday == weekday)
    #expect(date.dayOfYear == dayOfYear)
  }

  @Test func everyDayFollowsTheOneBefore() {
    var expected = CivilDate(year: 1896, month: 1, day: 1)
    for number in expected.dayNumber...CivilDate(year: 2104, month: 12, day: 31).dayNumber {
      #expect(CivilDate(dayNumber: number) == expected)
      expected.day += 1
      if expected.day > CivilDate.dayCount(year: expected.year, month: expected.month) {
        expected = CivilDate(year: expected.year, month: expected.month + 1, day: 1)
      }
      if expected.month > 12 { expected = CivilDate(year: expected.year + 1, month: 1, day: 1) }
    }
  }

  @Test(arguments: [
    (2025, 2, 29), (2025, 4, 31), (2025, 13, 1), (2025, 0, 1), (0, 1, 1), (2025, 1, 0),
  ])
  func noSuchDay(year: Int, month: Int, day: Int) {
    #expect(CivilDate(checkedYear: year, month: month, day: day) == nil)
  }

  @Test func wallTimesBeforeTheEpoch() {
    let wall = CivilDateTime(wallSeconds: -1)
    #expect(wall.description == "1969-12-31T23:59:59")
    #expect(wall.secondOfDay == 86_399)
    #expect(wall.adding(days: 1).description == "1970-01-01T23:59:59")
  }

  @Test func datesAreOrderedByTime() {
    let dates = ["20240229", "20231231", "20240301", "20240101"].compactMap {
      CivilDate(compact: $0)
    }
    #expect(
      dates.sorted().map(\.description) == ["2023-12-31", "2024-01-01", "2024-02-29", "2024-03-01"])
  }

  @Test(arguments: [
    ("20250309", CompactMoment.date(CivilDate(year: 2025, month: 3, day: 9))),
    (
      "20250309T073005",
      .local(CivilDateTime(CivilDate(year: 2025, month: 3, day: 9), hour: 7, minute: 30, second: 5))
    ),
    (
      "20250309T073005Z",
      .utc(CivilDateTime(CivilDate(year: 2025, month: 3, day: 9), hour: 7, minute: 30, second: 5))
    ),
    (
      "20161231T235960Z",
      .utc(
        CivilDateTime(CivilDate(year: 2016, month: 12, day: 31), hour: 23, minute: 59, second: 59))
    ),
    // Forms that RFC 5545 does not allow, but that are unambiguous.
    ("2025-03-09", .date(CivilDate(year: 2025, month: 3, day: 9))),
    (
      " 2025-03-09t07:30 ",
      .local(CivilDateTime(CivilDate(year: 2025, month: 3, day: 9), hour: 7, minute: 30))
    ),
    (
      "20250309T0730+0530",
      .utc(CivilDateTime(CivilDate(year: 2025, month: 3, day: 9), hour: 2, minute: 0))
    ),
    (
      "2025-03-09 07:30:00.25z",
      .utc(CivilDateTime(CivilDate(year: 2025, month: 3, day: 9), hour: 7, minute: 30))
    ),
  ])
  func compactMoments(text: String, moment: CompactMoment) {
    #expect(CompactMoment(text) == moment)
  }

  @Test(arguments: [
    "", "2025", "20250229", "20251301", "20250309T", "20250309T240000", "20250309T07",
    "20250309T076000", "20250309T070061", "2025-0309", "2025-3-9", "２０２５０３０９", "+2025309",
    "20250309T070000Z+0100", "20250309T070000.x", "20250309T070000+1", "20250309+0100",
  ])
  func brokenMoments(text: String) {
    #expect(CompactMoment(text) == nil)
  }

  @Test(arguments: [
    ("PT15M", 0, 900), ("PT1H30M", 0, 5400), ("P1D", 1, 0), ("P2D", 2, 0), ("P2W", 14, 0),
    ("P1DT2H3M4S", 1, 7384),
    ("+PT5S", 0, 5), ("P0D", 0, 0), ("PT0S", 0, 0), ("P1W2D", 9, 0),
  ])
  func durations(text: String, days: Int, seconds: Int) {
    #expect(CalendarSpan(duration: text) == CalendarSpan(days: days, seconds: seconds))
  }

  @Test(arguments: [
    "", "P", "PT", "-PT5M", "1H", "P1H", "PT1D", "P1DT", "PT5", "PT1M1H", "P1D1D", "PTT1H", "P1.5D",
    "PT9999999H",
  ])
  func brokenDurations(text: String) {
    #expect(CalendarSpan(duration: text) == nil)
  }
}
