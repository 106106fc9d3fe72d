import FormatTestSupport
import Foundation
import Testing
import Zones

@testable import WidgetFormats

/// Dates at the limits of four-digit years and of offsets.
@Suite struct DateExtremesTests {
  private static let gmt = ZoneRules.utc
  private static func zone(_ seconds: Int) -> ZoneRules {
    ZoneRules(identifier: "own", fixedOffset: seconds)
  }

  /// Seconds since 2001, an offset in seconds, and the text.
  static let texts: [(seconds: Double, offset: Int, text: String)] = [
    (0, 0, "2001-01-01T00:00:00Z"), (0, 3_600, "2001-01-01T01:00:00+01:00"),
    (0, -3_600, "2000-12-31T23:00:00-01:00"), (0, 20_700, "2001-01-01T05:45:00+05:45"),
    (0, -34_200, "2000-12-31T14:30:00-09:30"), (-1, 0, "2000-12-31T23:59:59Z"),
    (-0.5, 0, "2000-12-31T23:59:59.5Z"), (0.25, 0, "2001-01-01T00:00:00.25Z"),
    (0.000_001, 0, "2001-01-01T00:00:00.000001Z"), (0.000_000_4, 0, "2001-01-01T00:00:00Z"),
    (0.999_999_6, 0, "2001-01-01T00:00:01Z"), (-0.000_000_4, 0, "2001-01-01T00:00:00Z"),
    (-978_307_200, 0, "1970-01-01T00:00:00Z"), (-31_622_400, 0, "2000-01-01T00:00:00Z"),
    (-26_524_800, 0, "2000-02-29T00:00:00Z"), (-3_182_155_200, 0, "1900-03-01T12:00:00Z"),
    (-63_113_904_000, 0, "0001-01-01T00:00:00Z"), (-63_145_526_400, 0, "0000-01-01T00:00:00Z"),
    (252_423_993_599, 0, "9999-12-31T23:59:59Z"),
    (252_423_993_599, -50_400, "9999-12-31T09:59:59-14:00"),
    (-63_145_526_400, 43_200, "0000-01-01T12:00:00+12:00"),
    // Beyond the limits, the nearest date that can be written is used.
    (-63_145_526_401, 0, "0000-01-01T00:00:00Z"), (252_423_993_600, 0, "9999-12-31T23:59:59Z"),
    (252_423_993_599, 50_400, "9999-12-31T23:59:59+14:00"),
    (-63_145_526_400, -43_200, "0000-01-01T00:00:00-12:00"), (1e300, 0, "9999-12-31T23:59:59Z"),
    (-1e300, 0, "0000-01-01T00:00:00Z"), (.infinity, 0, "9999-12-31T23:59:59Z"),
    (-.infinity, 0, "0000-01-01T00:00:00Z"), (.nan, 0, "2001-01-01T00:00:00Z"),
    (.greatestFiniteMagnitude, 3_600, "9999-12-31T23:59:59+01:00"),
  ]

  @Test(arguments: texts)
  func `a date is written as text, and read back`(seconds: Double, offset: Int, text: String) throws
  {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(ISO8601Date.text(of: date, in: Self.zone(offset)) == text)
    // Every written text can be read back.
    let back = try #require(ISO8601Date.date(of: text))
    #expect(ISO8601Date.text(of: back, in: Self.zone(offset)) == text)
  }

  /// Texts, and the date in seconds since 2001; nil for invalid texts.
  static let read: [(text: String, seconds: Double?)] = [
    ("2001-01-01T00:00:00Z", 0), ("2001-01-01T00:00:00+00:00", 0), ("2001-01-01T00:00:00-00:00", 0),
    ("2001-01-01T23:59:00+23:59", 0), ("2000-12-31T00:01:00-23:59", 0),
    ("2001-01-01T00:00:00.5Z", 0.5), ("2001-01-01T00:00:00.1234567Z", 0.123456),
    ("2001-01-01T00:00:00.000000999Z", 0), ("2000-02-29T00:00:00Z", -26_524_800),
    ("2400-02-29T00:00:00Z", 12_596_256_000),
    ("", nil), ("2001", nil), ("2001-01-01", nil), ("2001-01-01T00:00:00", nil),
    ("2001-01-01 00:00:00Z", nil), ("2001-01-01t00:00:00Z", nil), ("2001-01-01T00:00:00z", nil),
    ("2001-1-01T00:00:00Z", nil), ("2001-01-1T00:00:00Z", nil), ("20010101T000000Z", nil),
    ("2001-00-01T00:00:00Z", nil), ("2001-13-01T00:00:00Z", nil), ("2001-01-00T00:00:00Z", nil),
    ("2001-01-32T00:00:00Z", nil), ("2001-04-31T00:00:00Z", nil), ("2001-02-29T00:00:00Z", nil),
    ("1900-02-29T00:00:00Z", nil), ("2001-01-01T24:00:00Z", nil), ("2001-01-01T00:60:00Z", nil),
    ("2001-01-01T00:00:60Z", nil), ("2001-01-01T00:00:00.Z", nil), ("2001-01-01T00:00:00,5Z", nil),
    ("2001-01-01T00:00:00+24:00", nil), ("2001-01-01T00:00:00+01:60", nil),
    ("2001-01-01T00:00:00+01", nil), ("2001-01-01T00:00:00+0100", nil),
    ("2001-01-01T00:00:00 Z", nil), (" 2001-01-01T00:00:00Z", nil), ("2001-01-01T00:00:00Z ", nil),
    ("2001-01-01T00:00:00ZZ", nil), ("+2001-01-01T00:00:00Z", nil), ("-001-01-01T00:00:00Z", nil),
    ("12001-01-01T00:00:00Z", nil), ("２001-01-01T00:00:00Z", nil), ("2001-01-01T0a:00:00Z", nil),
    ("2001–01–01T00:00:00Z", nil), ("2001-01-01T00:00:00−01:00", nil),
  ]

  @Test(arguments: read)
  func `a date in a text`(text: String, seconds: Double?) {
    #expect(ISO8601Date.date(of: text)?.timeIntervalSinceReferenceDate == seconds)
  }

  @Test(arguments: ["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia"])
  func `Every half year of two centuries reads back in a zone`(name: String) throws {
    let zone = try #require(ZoneRules(named: name))
    for step in -200...200 {
      let date = Date(timeIntervalSinceReferenceDate: Double(step) * 15_778_800)
      let text = ISO8601Date.text(of: date, in: zone)
      #expect(ISO8601Date.date(of: text) == date, "\(text)")
    }
  }
}
