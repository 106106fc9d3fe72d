import IntentModel
import Testing
import WidgetTestSupport

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// A row of a table: a rule, a start, and the first occurrences, with `|` at the end if there are
/// no others.
struct RecurrenceRow: CustomTestStringConvertible, Sendable {
  var rule: String
  var start: String
  var expected: String

  init(_ rule: String, from start: String, _ expected: String) {
    self.rule = rule
    self.start = start
    self.expected = expected
  }

  var testDescription: String { "\(rule) from \(start)" }
}

struct RecurrenceExpansionTests {
  static func expansion(
    _ rule: String, start: String, first: String? = nil, last: String = "20991231T235959",
    work: Int = 1_000_000
  ) throws -> RecurrenceExpansion {
    let wall = try #require(CivilDateTime(compact: start))
    return RecurrenceExpansion(
      rule: try CalendarText.rule(rule), start: wall, zone: .utc,
      first: try #require(CivilDateTime(compact: first ?? start)),
      last: try #require(CivilDateTime(compact: last)), work: work)
  }

  /// Local times as `MM-DD`, preceded by the year where it changes.
  static func list(_ walls: [CivilDateTime]) -> String {
    var year = 0
    let items = walls.map { wall in
      let date = wall.date
      defer { year = date.year }
      let day = "\(padded(date.month, 2))-\(padded(date.day, 2))"
      return date.year == year ? day : "\(date.year): \(day)"
    }
    return items.joined(separator: " ")
  }

  private func check(_ row: RecurrenceRow) throws {
    let isWhole = row.expected.hasSuffix("|")
    let expected = isWhole ? String(row.expected.dropLast(2)) : row.expected
    let count = expected.split(separator: " ").filter { !$0.hasSuffix(":") }.count
    let all = try Self.expansion(row.rule, start: "\(row.start)T090000")
    #expect(Self.list(Array(all.prefix(isWhole ? count + 1 : count))) == expected)
  }

  @Test(arguments: [
    RecurrenceRow("FREQ=DAILY;COUNT=4", from: "20241230", "2024: 12-30 12-31 2025: 01-01 01-02 |"),
    RecurrenceRow("FREQ=DAILY;INTERVAL=10;COUNT=3", from: "20240220", "2024: 02-20 03-01 03-11 |"),
    RecurrenceRow(
      "FREQ=DAILY;UNTIL=20250103T090000", from: "20250101", "2025: 01-01 01-02 01-03 |"),
    RecurrenceRow("FREQ=DAILY;UNTIL=20250103T085959", from: "20250101", "2025: 01-01 01-02 |"),
    RecurrenceRow("FREQ=DAILY;UNTIL=20250103", from: "20250101", "2025: 01-01 01-02 01-03 |"),
    RecurrenceRow("FREQ=DAILY;UNTIL=20241231", from: "20250101", " |"),
    RecurrenceRow(
      "FREQ=DAILY;BYMONTH=2;BYDAY=SA,SU", from: "20250222", "2025: 02-22 02-23 2026: 02-01 02-07"),
    RecurrenceRow(
      "FREQ=DAILY;BYMONTHDAY=-1,1", from: "20240201", "2024: 02-01 02-29 03-01 03-31 04-01"),
    RecurrenceRow("FREQ=WEEKLY", from: "20241225", "2024: 12-25 2025: 01-01 01-08"),
    RecurrenceRow(
      "FREQ=WEEKLY;BYDAY=FR,MO;COUNT=5", from: "20250101", "2025: 01-03 01-06 01-10 01-13 01-17 |"),
    RecurrenceRow(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", from: "20250902",
      "2025: 09-02 09-07 09-16 09-21"),
    RecurrenceRow(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", from: "20250902",
      "2025: 09-02 09-14 09-16 09-28"),
    RecurrenceRow(
      "FREQ=WEEKLY;BYMONTH=1;BYDAY=MO", from: "20250120", "2025: 01-20 01-27 2026: 01-05"),
    RecurrenceRow("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1", from: "20250106", "2025: 01-10 01-17"),
    RecurrenceRow(
      "FREQ=WEEKLY;INTERVAL=53", from: "20240101", "2024: 01-01 2025: 01-06 2026: 01-12"),
  ])
  func daysAndWeeks(row: RecurrenceRow) throws { try check(row) }

  @Test(arguments: [
    RecurrenceRow("FREQ=MONTHLY", from: "20250131", "2025: 01-31 03-31 05-31 07-31 08-31"),
    RecurrenceRow(
      "FREQ=MONTHLY", from: "20230930", "2023: 09-30 10-30 11-30 12-30 2024: 01-30 03-30"),
    RecurrenceRow(
      "FREQ=MONTHLY;BYMONTHDAY=-1", from: "20231231", "2023: 12-31 2024: 01-31 02-29 03-31"),
    RecurrenceRow(
      "FREQ=MONTHLY;INTERVAL=7;COUNT=3", from: "20240815", "2024: 08-15 2025: 03-15 10-15 |"),
    RecurrenceRow("FREQ=MONTHLY;BYDAY=-1FR", from: "20250131", "2025: 01-31 02-28 03-28 04-25"),
    RecurrenceRow("FREQ=MONTHLY;BYDAY=5WE", from: "20250129", "2025: 01-29 04-30 07-30"),
    RecurrenceRow(
      "FREQ=MONTHLY;BYDAY=1MO,FR", from: "20250901",
      "2025: 09-01 09-05 09-12 09-19 09-26 10-03 10-06"),
    RecurrenceRow(
      "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", from: "20240901", "2024: 09-13 12-13 2025: 06-13"),
    RecurrenceRow(
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1", from: "20250201",
      "2025: 02-03 02-28 03-03 03-31"),
    RecurrenceRow(
      "FREQ=MONTHLY;BYMONTHDAY=29,30,31,-1;BYMONTH=2,4", from: "20240101",
      "2024: 02-29 04-29 04-30 2025: 02-28 04-29"),
    RecurrenceRow("FREQ=MONTHLY;BYMONTHDAY=15;BYSETPOS=2", from: "20250115", " |"),
  ])
  func months(row: RecurrenceRow) throws { try check(row) }

  @Test(arguments: [
    RecurrenceRow("FREQ=YEARLY", from: "20240229", "2024: 02-29 2028: 02-29 2032: 02-29"),
    RecurrenceRow(
      "FREQ=YEARLY", from: "20961231", "2096: 12-31 2097: 12-31 2098: 12-31 2099: 12-31 |"),
    RecurrenceRow("FREQ=YEARLY;INTERVAL=3", from: "20200229", "2020: 02-29 2032: 02-29"),
    RecurrenceRow("FREQ=YEARLY;BYMONTH=6,1", from: "20250110", "2025: 01-10 06-10 2026: 01-10"),
    RecurrenceRow(
      "FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=4,12", from: "20250101", "2025: 12-31 2026: 12-31"),
    RecurrenceRow(
      "FREQ=YEARLY;BYMONTHDAY=30", from: "20251101", "2025: 11-30 12-30 2026: 01-30 03-30"),
    RecurrenceRow(
      "FREQ=YEARLY;BYDAY=1MO,-1MO", from: "20250101", "2025: 01-06 12-29 2026: 01-05 12-28"),
    RecurrenceRow("FREQ=YEARLY;BYDAY=53TH", from: "20200101", "2020: 12-31 2026: 12-31"),
    RecurrenceRow(
      "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", from: "20231123", "2023: 11-23 2024: 11-28 2025: 11-27"),
    RecurrenceRow(
      "FREQ=YEARLY;BYYEARDAY=1,-1,366", from: "20240101", "2024: 01-01 12-31 2025: 01-01 12-31"),
    RecurrenceRow("FREQ=YEARLY;BYYEARDAY=60", from: "20240101", "2024: 02-29 2025: 03-01"),
    RecurrenceRow(
      "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO", from: "20240101", "2024: 01-01 12-30 2025: 12-29"),
    RecurrenceRow("FREQ=YEARLY;BYWEEKNO=20", from: "20250514", "2025: 05-14 2026: 05-13"),
    RecurrenceRow("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", from: "20200101", "2020: 12-28 2026: 12-28"),
    RecurrenceRow("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=WE", from: "20200101", "2020: 12-30 2021: 12-29"),
    RecurrenceRow(
      "FREQ=YEARLY;BYMONTH=1;BYDAY=SU;BYSETPOS=-1", from: "20250126", "2025: 01-26 2026: 01-25"),
  ])
  func years(row: RecurrenceRow) throws { try check(row) }

  @Test func timesOfDay() throws {
    let all = try Self.expansion(
      "FREQ=DAILY;BYHOUR=8,18;BYMINUTE=0,30;COUNT=5", start: "20250101T083000")
    #expect(
      all.map(\.description) == [
        "2025-01-01T08:30:00", "2025-01-01T18:00:00", "2025-01-01T18:30:00",
        "2025-01-02T08:00:00", "2025-01-02T08:30:00",
      ])
  }

  /// Rules with hours and minutes, and their occurrences starting at 08:30, as `dateutil` 2.9.0
  /// gives them.
  @Test(arguments: [
    ("FREQ=HOURLY;INTERVAL=6;COUNT=5", "01T08:30 01T14:30 01T20:30 02T02:30 02T08:30"),
    ("FREQ=HOURLY;INTERVAL=5;COUNT=6", "01T08:30 01T13:30 01T18:30 01T23:30 02T04:30 02T09:30"),
    (
      "FREQ=HOURLY;BYHOUR=8,9,17;BYDAY=WE,FR;COUNT=5",
      "01T08:30 01T09:30 01T17:30 03T08:30 03T09:30"
    ),
    ("FREQ=HOURLY;INTERVAL=25;UNTIL=20250105T000000", "01T08:30 02T09:30 03T10:30 04T11:30"),
    ("FREQ=HOURLY;INTERVAL=12;BYMINUTE=0,45;COUNT=4", "01T08:45 01T20:00 01T20:45 02T08:00"),
    ("FREQ=HOURLY;BYYEARDAY=3;BYHOUR=23,0;COUNT=2", "03T00:30 03T23:30"),
    ("FREQ=HOURLY;INTERVAL=1000;COUNT=2", "01T08:30 12T00:30"),
    ("FREQ=MINUTELY;INTERVAL=90;COUNT=4", "01T08:30 01T10:00 01T11:30 01T13:00"),
    ("FREQ=MINUTELY;INTERVAL=20;BYHOUR=9;COUNT=5", "01T09:10 01T09:30 01T09:50 02T09:10 02T09:30"),
  ])
  func hoursAndMinutes(rule: String, expected: String) throws {
    for first in ["20250101T083000", "20250103T000000"] {
      let all = try Self.expansion(rule, start: "20250101T083000", first: first)
      let texts = all.filter { $0 >= CivilDateTime(compact: first) ?? $0 }
        .map { String($0.description.dropFirst(8).dropLast(3)) }
      let day = first.dropFirst(6).prefix(2)
      // Each text begins with the day of the month. All days are in January, except for 12 February.
      let wanted = expected.split(separator: " ").map(String.init).filter { $0.prefix(2) >= day }
      #expect(texts == wanted, "\(first)")
    }
  }

  @Test(arguments: [
    "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30", "FREQ=HOURLY;INTERVAL=24;BYHOUR=5;COUNT=10",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000000",
    "FREQ=YEARLY;BYYEARDAY=1;BYMONTH=2", "FREQ=YEARLY;BYDAY=MO;BYSETPOS=366",
  ])
  func rulesWithoutOccurrencesEnd(rule: String) throws {
    var all = try Self.expansion(
      rule, start: "20250101T000000", last: "99991231T235959", work: 30_000)
    let found = [all.next(), all.next()]
    #expect(found == [nil, nil])
    #expect(all.isExhausted)
  }

  @Test func aFarWindowCostsNoMoreThanANearOne() throws {
    for rule in ["FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY", "FREQ=YEARLY"]
    {
      var all = try Self.expansion(
        rule, start: "00010101T000000", first: "99980101T000000", last: "99991231T235959", work: 500
      )
      let found = all.next()
      #expect(found != nil, "\(rule)")
      #expect(!all.isExhausted, "\(rule)")
    }
  }

  @Test func skippingAheadGivesTheSameOccurrences() throws {
    let cases = PropertySeeds("skipping ahead in recurrence rules", count: 200)
    var random = SeededGenerator(seed: cases.first)
    for index in 0..<cases.count {
      let made = RuleGenerator.make(&random)
      guard !made.rule.contains("COUNT") else { continue }
      let first = made.start.adding(days: random.number(0...4000))
      func occurrences(first: CivilDateTime) throws -> [CivilDateTime] {
        RecurrenceExpansion(
          rule: try CalendarText.rule(made.rule), start: made.start, zone: .utc, first: first,
          last: made.start.adding(days: 4400), work: .max
        ).filter { $0 >= max(first, made.start.adding(days: 4000)) }
      }
      let whole = try occurrences(first: made.start).filter { $0 >= first }
      #expect(
        try occurrences(first: first) == whole,
        "seed \(cases.first), rule \(index): \(made.rule)")
    }
  }
}
