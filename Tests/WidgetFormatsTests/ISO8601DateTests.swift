import Testing
import WidgetTestSupport
import Zones

@testable import WidgetFormats

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ISO8601DateTests {
  /// Seconds since 1970, seconds east of Greenwich, and the text.
  static let dates: [(Double, Int, String)] = [
    (0, 0, "1970-01-01T00:00:00Z"),
    (0, 3_600, "1970-01-01T01:00:00+01:00"),
    (0, -18_000, "1969-12-31T19:00:00-05:00"),
    (0, 19_800, "1970-01-01T05:30:00+05:30"),
    (-1, 0, "1969-12-31T23:59:59Z"),
    (951_782_400, 0, "2000-02-29T00:00:00Z"),
    (951_868_800, 0, "2000-03-01T00:00:00Z"),
    (1_772_354_600, 3_600, "2026-03-01T09:43:20+01:00"),
    (1_772_354_600.5, 0, "2026-03-01T08:43:20.5Z"),
    (1_772_354_600.25, 0, "2026-03-01T08:43:20.25Z"),
    (978_307_200, 0, "2001-01-01T00:00:00Z"),
    (4_102_444_799, 0, "2099-12-31T23:59:59Z"),
    (4_107_542_400, 0, "2100-03-01T00:00:00Z"),
    (253_402_300_799, 0, "9999-12-31T23:59:59Z"),
    (-62_135_596_800, 0, "0001-01-01T00:00:00Z"),
    (-2_208_988_800, 0, "1900-01-01T00:00:00Z"),
  ]

  @Test(arguments: dates)
  func `A date is written with the offset of its zone`(
    seconds: Double, offset: Int, text: String
  ) throws {
    let zone = ZoneRules(identifier: "own", fixedOffset: offset)
    #expect(ISO8601Date.text(of: Date(timeIntervalSince1970: seconds), in: zone) == text)
  }

  @Test(arguments: dates)
  func `The text reads back as the same time`(seconds: Double, offset: Int, text: String) {
    #expect(ISO8601Date.date(of: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test func `Summer time has its own offset`() throws {
    let zone = try #require(ZoneRules(named: "Europe/Oslo"))
    let winter = Date(timeIntervalSince1970: 1_767_225_600)
    let summer = Date(timeIntervalSince1970: 1_782_864_000)
    #expect(ISO8601Date.text(of: winter, in: zone) == "2026-01-01T01:00:00+01:00")
    #expect(ISO8601Date.text(of: summer, in: zone) == "2026-07-01T02:00:00+02:00")
  }

  @Test func `Every millisecond of three centuries reads back exactly`() throws {
    for seed in PropertySeeds("dates", count: 2_000) {
      var random = SeededGenerator(seed: seed)
      let seconds = Double(Int.random(in: -4_000_000_000_000...5_000_000_000_000, using: &random))
      let date = Date(timeIntervalSinceReferenceDate: seconds / 1_000)
      let offset = Int.random(in: -48...48, using: &random) * 900
      let zone = ZoneRules(identifier: "own", fixedOffset: offset)
      let text = ISO8601Date.text(of: date, in: zone)
      #expect(ISO8601Date.date(of: text) == date, "seed \(seed): \(text)")
    }
  }
}
