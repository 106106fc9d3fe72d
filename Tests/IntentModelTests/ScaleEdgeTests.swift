import Foundation
import Testing
import WidgetTestSupport

@testable import IntentModel

/// Scales, rounding and days at the limits of numbers.
@Suite("Numbers at their limits")
struct ScaleEdgeTests {
  @Test(
    arguments: [
      (0, 0), (1, 0), (0, -1), (.nan, 1), (0, .nan), (-.infinity, 0), (0, .infinity),
      (-.greatestFiniteMagnitude, .greatestFiniteMagnitude), (.infinity, .infinity),
    ] as [(Double, Double)])
  func noScale(minimum: Double, maximum: Double) {
    #expect(SliderScale(from: minimum, to: maximum) == nil)
    #expect(SliderScale(from: minimum, to: maximum, isWhole: true) == nil)
  }

  static let ranges: [(Double, Double)] = [
    (0, 1), (-1, 1), (0, .leastNormalMagnitude), (0, .greatestFiniteMagnitude),
    (-1e300, 1e300), (1e15, 1e15 + 1), (0.1, 0.2), (1e-300, 2e-300), (-5, 1e10), (3, 3.000_001),
    (Double(Int.min), Double(Int.max)),
  ]

  /// For every range, positions increase from its start to its end, and counts never overflow.
  @Test(arguments: ranges)
  func positionsGoUp(minimum: Double, maximum: Double) throws {
    let scale = try #require(SliderScale(from: minimum, to: maximum))
    #expect(scale.step > 0 && scale.lastPosition >= 1 && scale.lastPosition <= 52)
    var last = scale.value(at: 0)
    #expect(last == minimum)
    for position in 1...scale.lastPosition {
      let value = scale.value(at: position)
      #expect(value >= last && value <= maximum, "\(position)")
      last = value
    }
    #expect(last == maximum)
    for value in [minimum, maximum, .nan, -.infinity, .infinity, 0] {
      #expect((0...scale.lastPosition).contains(scale.position(of: value)), "\(value)")
    }
    #expect(scale.value(.max, from: minimum) == maximum)
    #expect(scale.value(.max, from: maximum) == maximum)
    #expect(scale.value(.min, from: maximum) == minimum)
    #expect(scale.value(.min, from: minimum) == minimum)
    #expect(scale.value(0, from: maximum) == maximum)
    #expect(scale.value(at: .min) == minimum && scale.value(at: .max) == maximum)
  }

  /// A number, the number of digits to keep, and the result.
  @Test(
    arguments: [
      (1.25, 2, 1.3), (1.35, 2, 1.4), (-1.26, 2, -1.3), (9.99, 1, 10), (9.99, 2, 10),
      (9.94, 2, 9.9), (0.1 + 0.2, 15, 0.3), (123_456, 1, 100_000), (123_456, 3, 123_000),
      (0.000_123_456, 2, 0.000_12), (1e300, 5, 1e300), (1.234_5e-300, 2, 1.2e-300), (7, 15, 7),
      (0, 5, 0), (1e22, 15, 1e22), (299_792_458, 4, 299_800_000),
    ] as [(Double, Int, Double)])
  func rounding(number: Double, digits: Int, expected: Double) {
    #expect(number.rounded(toDigits: digits) == expected)
    #expect((-number).rounded(toDigits: digits) == -expected)
  }

  @Test func whatIsNotFiniteStays() {
    #expect(Double.infinity.rounded(toDigits: 3) == .infinity)
    #expect((-Double.infinity).rounded(toDigits: 3) == -.infinity)
    #expect(Double.nan.rounded(toDigits: 3).isNaN)
  }

  @Test func roundingTwiceIsRoundingOnce() {
    for seed in PropertySeeds("rounding to digits", count: 500) {
      var random = SeededGenerator(seed: seed)
      let number = Double.random(in: -1e9...1e9, using: &random)
      for digits in [1, 3, 7, 12, 15] {
        let once = number.rounded(toDigits: digits)
        #expect(once.rounded(toDigits: digits) == once, "seed \(seed)")
        #expect(once.digitCount <= digits, "seed \(seed)")
        #expect(abs(once - number) <= abs(number) * 5.01 * pow(10, -Double(digits)), "seed \(seed)")
      }
    }
  }

  /// A duration has units other than seconds only if it is whole, and from one minute up to 10^15
  /// seconds.
  @Test(
    arguments: [
      (0, "0s"), (1, "1s"), (59, "59s"), (59.5, "59.5s"), (60, "1m"), (60.5, "60.5s"), (61, "1m1s"),
      (3_599, "59m59s"), (3_600, "1h"), (3_601, "1h1s"), (86_399, "23h59m59s"), (86_400, "1d"),
      (86_460, "1d1m"), (604_800, "7d"), (-1, "-1s"), (-60, "-60s"), (-3_600, "-3600s"),
      (999_999_999_999_999, "11574074074d1h46m39s"), (1e15, "1000000000000000s"), (1e16, "1e+16s"),
      (.infinity, "infs"),
    ] as [(Double, String)])
  func durations(seconds: Double, text: String) {
    #expect(seconds.durationText == text)
  }

  /// The lengths of months in eight centuries are the same as in Foundation.
  @Test func daysOfMonths() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for year in stride(from: 1_600, through: 2_400, by: 4).flatMap({ [$0, $0 + 1] }) {
      for month in [1, 2, 4, 12] {
        let date = calendar.date(from: DateComponents(year: year, month: month, day: 1))
        let days = date.flatMap { calendar.range(of: .day, in: .month, for: $0)?.count }
        #expect(CivilDate.dayCount(year: year, month: month) == days, "\(year)-\(month)")
      }
    }
  }

  /// A day without a year may be 29 February.
  @Test(
    arguments: [
      (28, 2, nil, true), (29, 2, nil, true), (30, 2, nil, false), (29, 2, 2023, false),
      (29, 2, 2024, true), (29, 2, 1900, false), (29, 2, 2000, true), (30, 4, nil, true),
      (31, 4, nil, false), (31, 12, 9_999, true), (32, 12, 1, false), (31, 1, 1, true),
    ] as [(Int, Int, Int?, Bool)])
  func days(day: Int, month: Int, year: Int?, isThere: Bool) {
    #expect(IntentSchema.isDay(day, of: month, year: year) == isThere)
  }
}
