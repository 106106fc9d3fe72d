import FormatTestSupport
import Foundation
import Testing
import WidgetTestSupport

@testable import DefinitionFormats

/// Dates and reals in property lists: reading, writing, and unchanged spellings.
@Suite("Dates and reals of property lists")
struct PropertyListScalarTests {
  /// Seconds since 2001, and the date; nil for years with more than four digits.
  static let dates: [(seconds: Double, text: String?)] = [
    (0, "2001-01-01T00:00:00Z"), (0.999, "2001-01-01T00:00:00Z"), (-0.001, "2000-12-31T23:59:59Z"),
    (-1, "2000-12-31T23:59:59Z"), (59, "2001-01-01T00:00:59Z"), (60, "2001-01-01T00:01:00Z"),
    (86_399, "2001-01-01T23:59:59Z"), (86_400, "2001-01-02T00:00:00Z"),
    (-86_400, "2000-12-31T00:00:00Z"), (5_011_200, "2001-02-28T00:00:00Z"),
    (5_097_600, "2001-03-01T00:00:00Z"), (-26_524_800, "2000-02-29T00:00:00Z"),
    (-26_438_400, "2000-03-01T00:00:00Z"), (-3_182_241_600, "1900-02-28T12:00:00Z"),
    (3_129_148_800, "2100-02-28T00:00:00Z"), (3_129_235_200, "2100-03-01T00:00:00Z"),
    (-63_145_526_400, "0000-01-01T00:00:00Z"), (-63_145_526_401, nil),
    (252_423_993_599, "9999-12-31T23:59:59Z"), (252_423_993_600, nil), (1e12, nil), (-1e12, nil),
    (.infinity, nil), (-.infinity, nil), (.nan, nil), (.greatestFiniteMagnitude, nil),
  ]

  @Test(arguments: dates.indices)
  func date(_ index: Int) {
    let (seconds, text) = Self.dates[index]
    let date = PropertyListDate(secondsSinceReferenceDate: seconds)
    #expect(date?.text == text)
    if let text { #expect(PropertyListDate(text: text) == date) }
  }

  @Test(arguments: [
    "", "2001-01-01", "2001-01-01T00:00:00", "2001-01-01T00:00:00z", "2001-01-01t00:00:00Z",
    "2001-01-01 00:00:00Z", "2001-1-1T00:00:00Z", "02001-01-01T00:00:0Z", "2001-00-01T00:00:00Z",
    "2001-13-01T00:00:00Z", "2001-01-00T00:00:00Z", "2001-01-32T00:00:00Z", "2001-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2001-04-31T00:00:00Z", "2001-06-31T00:00:00Z", "2001-09-31T00:00:00Z",
    "2001-11-31T00:00:00Z", "2001-01-01T24:00:00Z", "2001-01-01T00:60:00Z", "2001-01-01T00:00:60Z",
    "2001-01-01T00:00:0aZ", "+001-01-01T00:00:00Z", "2001-01-01T00:00:00Z ", "２1-01-01T00:00:00Z",
  ])
  func noDate(_ text: String) {
    #expect(PropertyListDate(text: text) == nil)
  }

  /// The date for any second is the same as Foundation's.
  @Test func secondsAreThoseOfFoundation() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for seed in PropertySeeds("dates of property lists", count: 300) {
      var random = SeededGenerator(seed: seed)
      // Only after the Gregorian reform: for earlier dates, Foundation's calendar is Julian.
      let seconds = Double.random(in: -13_000_000_000...252_000_000_000, using: &random)
      let moment = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: moment)
      let date = PropertyListDate(secondsSinceReferenceDate: seconds)
      #expect(date?.year == parts.year && date?.month == parts.month, "seed \(seed)")
      #expect(date?.day == parts.day && date?.hour == parts.hour, "seed \(seed)")
      #expect(date?.minute == parts.minute && date?.second == parts.second, "seed \(seed)")
    }
  }

  /// Reals as Apple's writer spells them.
  static let spellings: [(value: Double, text: String)] = [
    (0, "0.0"), (-0.0, "0.0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (-0.25, "-0.25"),
    (0.1, "0.10000000000000001"), (0.3, "0.29999999999999999"), (1.5, "1.5"),
    (1e16, "10000000000000000"), (99_999_999_999_999_984, "99999999999999984"),
    (1e17, "1e+17"), (-1e17, "-1e+17"), (1e300, "1.0000000000000001e+300"),
    (1e-5, "1.0000000000000001e-05"), (99_999.5, "99999.5"), (100_000.5, "100000.5"),
    (.nan, "nan"), (.infinity, "+infinity"), (-.infinity, "-infinity"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    (.leastNonzeroMagnitude, "4.9406564584124654e-324"),
  ]

  @Test(arguments: spellings.indices)
  func spelling(_ index: Int) throws {
    let (value, text) = Self.spellings[index]
    #expect(PropertyListReal(value).text == text)
    let read = try #require(PropertyListReal(text: text))
    #expect(read.value == value || read.value.isNaN && value.isNaN)
    #expect(read.spelling == nil && read.text == text)
  }

  static let otherSpellings: [(text: String, value: Double)] = [
    ("1.0", 1.0), ("+1", 1), ("01", 1), ("1.", 1), (".5", 0.5), ("-0.0", -0.0), ("0", 0),
    ("-0", -0.0),
    ("1e3", 1_000), ("1E3", 1_000), ("0.1", 0.1), ("INF", .infinity), ("+Inf", .infinity),
    ("Infinity", .infinity), ("-inf", -.infinity), ("-INFINITY", -.infinity),
  ]

  /// Other spellings of numbers are kept; each equals only itself.
  @Test(arguments: otherSpellings)
  func kept(text: String, value: Double) throws {
    let read = try #require(PropertyListReal(text: text))
    #expect(read.value == value && read.value.sign == value.sign)
    #expect(read.text == text && read.spelling == text)
    #expect(read != PropertyListReal(value))
    let same: Set = [read, PropertyListReal(value), read]
    #expect(same.count == 2)
  }

  @Test(arguments: [
    "", " ", "1 ", " 1", "1,5", "0x10", "1e", "e1", "--1", "1e999", "-1e999", "nan(1)", "١",
    "1_000",
    "infinit", "+nan", "1.2.3", "1e+", "٫5",
  ])
  func noReal(_ text: String) {
    #expect(PropertyListReal(text: text) == nil)
  }

  /// Every number reads back with the same bits, and its spelling is not kept separately.
  @Test func everyNumberReadsBack() {
    for seed in PropertySeeds("reals of property lists", count: 1_000) {
      var random = SeededGenerator(seed: seed)
      let value = Double(bitPattern: random.next())
      guard value.isFinite, value != 0 else { continue }
      let text = PropertyListReal.canonicalSpelling(of: value)
      #expect(PropertyListReal(text: text)?.value.bitPattern == value.bitPattern, "seed \(seed)")
      #expect(PropertyListReal(text: text)?.spelling == nil, "seed \(seed)")
    }
  }
}
