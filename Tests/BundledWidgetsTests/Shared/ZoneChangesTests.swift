import IntentModel
import Testing
import WidgetTestSupport

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct ZoneChangesTests {
  private static func utc(_ text: String) throws -> Int {
    try ZoneRulesTests.wall(text).wallSeconds
  }

  /// The zone, the year, and the UTC times of its clock changes.
  @Test(arguments: [
    ("Europe/Berlin", 2026, ["2026-03-29T01:00:00", "2026-10-25T01:00:00"]),
    ("America/New_York", 2026, ["2026-03-08T07:00:00", "2026-11-01T06:00:00"]),
    ("Australia/Lord_Howe", 2026, ["2026-04-04T15:00:00", "2026-10-03T15:30:00"]),
    ("America/Santiago", 2026, ["2026-04-05T03:00:00", "2026-09-06T04:00:00"]),
    ("Asia/Tokyo", 2026, []),
    ("Asia/Kolkata", 2026, []),
    ("UTC", 2026, []),
    ("Europe/Berlin", 2090, ["2090-03-26T01:00:00", "2090-10-29T01:00:00"]),
    ("Europe/Dublin", 2026, ["2026-03-29T01:00:00", "2026-10-25T01:00:00"]),
  ])
  func changesOfAYear(zone: String, year: Int, expected: [String]) throws {
    let rules = try ZoneRulesTests.zone(zone)
    let changes = rules.changes(
      after: try Self.utc("\(year)0101T000000"), through: try Self.utc("\(year)1231T000000"))
    #expect(changes.map { CivilDateTime(wallSeconds: $0).description } == expected)
  }

  @Test func theEndsOfTheWindow() throws {
    let berlin = try ZoneRulesTests.zone("Europe/Berlin")
    let change = try Self.utc("20260329T010000")
    #expect(berlin.changes(after: change - 1, through: change) == [change])
    #expect(berlin.changes(after: change, through: change + 3600) == [])
    #expect(berlin.changes(after: change, through: change) == [])
    #expect(berlin.changes(after: change + 1, through: change - 1) == [])
  }

  /// The zone, a local time, and the three following midnights in UTC.
  @Test(arguments: [
    (
      "Europe/Berlin", "20260328T120000",
      ["2026-03-28T23:00:00", "2026-03-29T22:00:00", "2026-03-30T22:00:00"]
    ),
    (
      "America/New_York", "20261031T120000",
      ["2026-11-01T04:00:00", "2026-11-02T05:00:00", "2026-11-03T05:00:00"]
    ),
    // Santiago skips the hour after midnight, so the day starts at one.
    (
      "America/Santiago", "20260905T120000",
      ["2026-09-06T04:00:00", "2026-09-07T03:00:00", "2026-09-08T03:00:00"]
    ),
    // In Santiago the clocks go back from midnight to 23:00, so the last hour of the evening
    // repeats.
    (
      "America/Santiago", "20260404T120000",
      ["2026-04-05T04:00:00", "2026-04-06T04:00:00", "2026-04-07T04:00:00"]
    ),
    (
      "UTC", "20280228T000000",
      ["2028-02-29T00:00:00", "2028-03-01T00:00:00", "2028-03-02T00:00:00"]
    ),
    (
      "Asia/Kathmandu", "20261231T235900",
      ["2026-12-31T18:15:00", "2027-01-01T18:15:00", "2027-01-02T18:15:00"]
    ),
  ])
  func midnights(zone: String, wall: String, expected: [String]) throws {
    let rules = try ZoneRulesTests.zone(zone)
    let start = rules.instant(of: try ZoneRulesTests.wall(wall))
    let found = rules.midnights(after: start, through: start + 3 * 86_400 + 3600).prefix(3)
    #expect(found.map { CivilDateTime(wallSeconds: $0).description } == expected)
    #expect(rules.nextMidnight(after: start) == found.first)
  }

  /// Finds changes slowly, by checking the offset every quarter of an hour.
  @Test(arguments: [
    "Europe/London", "America/St_Johns", "Africa/Casablanca", "Pacific/Apia", "Asia/Tehran",
    "Antarctica/Troll",
  ])
  func changesAreWhereTheOffsetChanges(zone: String) throws {
    let rules = try ZoneRulesTests.zone(zone)
    for year in [1998, 2011, 2026, 2045] {
      let start = try Self.utc("\(year)0101T000000")
      let end = start + 365 * 86_400
      let slow = stride(from: start + 900, through: end, by: 900).filter {
        rules.offset(at: $0) != rules.offset(at: $0 - 900)
      }
      // St John's changed its clocks a minute after midnight until 2011.
      let quarters = rules.changes(after: start, through: end).map { ($0 + 899) / 900 * 900 }
      #expect(quarters == slow, "\(zone) \(year)")
    }
  }

  @Test func nextMidnightIsAlwaysAhead() throws {
    let zones = try ["America/Santiago", "Africa/Cairo", "Europe/Berlin", "America/Havana"].map {
      try ZoneRulesTests.zone($0)
    }
    let seed: UInt64 = 0x5EED_0011
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let zone = zones[random.number(0...3)]
      let instant = random.number(1_700_000_000...2_000_000_000)
      let next = zone.nextMidnight(after: instant)
      #expect((1...90_000).contains(next - instant), "seed \(seed), \(zone.identifier) \(instant)")
    }
  }
}
