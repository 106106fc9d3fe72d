import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@Suite("Days at the limits of the calendar")
struct CivilDateTests {
  static func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(clampingYear: year, month: month, day: day)
  }

  /// Numbers out of range are clamped: first the year and month, and then the day.
  @Test(
    arguments: [
      ((2026, 2, 28), day(2026, 2, 28)), ((2026, 2, 29), day(2026, 2, 28)),
      ((2024, 2, 29), day(2024, 2, 29)), ((2024, 2, 30), day(2024, 2, 29)),
      ((1900, 2, 29), day(1900, 2, 28)), ((2000, 2, 29), day(2000, 2, 29)),
      ((2100, 2, 29), day(2100, 2, 28)), ((2026, 4, 31), day(2026, 4, 30)),
      ((2026, 12, 32), day(2026, 12, 31)), ((2026, 13, 31), day(2026, 12, 31)),
      ((2026, 0, 0), day(2026, 1, 1)), ((0, 5, 5), day(1, 5, 5)), ((-1, 5, 5), day(1, 5, 5)),
      ((9_999, 12, 31), day(9_999, 12, 31)), ((10_000, 12, 31), day(9_999, 12, 31)),
      ((.max, .max, .max), day(9_999, 12, 31)), ((.min, .min, .min), day(1, 1, 1)),
    ] as [((Int, Int, Int), CivilDate)])
  func made(numbers: (Int, Int, Int), expected: CivilDate) {
    let made = CivilDate(clampingYear: numbers.0, month: numbers.1, day: numbers.2)
    #expect(made == expected)
    #expect((made.year, made.month, made.day) == (expected.year, expected.month, expected.day))
  }

  /// Steps across the ends of months and years; the first and the last representable days are
  /// limits.
  @Test(
    arguments: [
      (day(2026, 11, 21), 0, day(2026, 11, 21)), (day(2026, 11, 30), 1, day(2026, 12, 1)),
      (day(2026, 12, 31), 1, day(2027, 1, 1)), (day(2027, 1, 1), -1, day(2026, 12, 31)),
      (day(2024, 2, 28), 2, day(2024, 3, 1)), (day(2023, 2, 28), 2, day(2023, 3, 2)),
      (day(2024, 3, 1), -1, day(2024, 2, 29)), (day(2023, 3, 1), -1, day(2023, 2, 28)),
      (day(2026, 1, 1), 365, day(2027, 1, 1)), (day(2024, 1, 1), 366, day(2025, 1, 1)),
      (day(2024, 12, 31), -366, day(2023, 12, 31)),
      (day(9_999, 12, 30), 1, day(9_999, 12, 31)), (day(9_999, 12, 31), 1, day(9_999, 12, 31)),
      (day(9_999, 12, 25), 7, day(9_999, 12, 31)), (day(9_999, 12, 31), -1, day(9_999, 12, 30)),
      (day(1, 1, 2), -1, day(1, 1, 1)), (day(1, 1, 1), -1, day(1, 1, 1)),
      (day(1, 1, 5), -7, day(1, 1, 1)), (day(1, 1, 1), 1, day(1, 1, 2)),
    ] as [(CivilDate, Int, CivilDate)])
  func daysAway(from: CivilDate, days: Int, to: CivilDate) {
    #expect(from.adding(days: days) == to)
  }

  /// A step beyond the representable years stops at their limit, for every count.
  @Test(
    arguments: [
      (367, day(2027, 11, 23)), (-367, day(2025, 11, 19)), (.max, CivilDate.last),
      (.min, CivilDate.first),
    ] as [(Int, CivilDate)])
  func hugeCounts(days: Int, to: CivilDate) {
    #expect(Self.day(2026, 11, 21).adding(days: days) == to)
    #expect(CivilDate.last.adding(days: days) <= CivilDate.last)
    #expect(CivilDate.first.adding(days: days) >= CivilDate.first)
  }

  /// The same day of another month, or that month's last day, within the representable years.
  @Test(
    arguments: [
      (day(2026, 3, 31), -1, day(2026, 2, 28)), (day(2024, 3, 31), -1, day(2024, 2, 29)),
      (day(2026, 3, 31), 1, day(2026, 4, 30)), (day(2024, 2, 29), 12, day(2025, 2, 28)),
      (day(2024, 2, 29), 48, day(2028, 2, 29)), (day(2026, 1, 15), -1, day(2025, 12, 15)),
      (day(2026, 11, 21), 0, day(2026, 11, 21)), (day(2026, 11, 21), .max, day(9_999, 12, 21)),
      (day(2026, 11, 21), .min, day(1, 1, 21)), (day(50, 6, 30), -1_200, day(1, 1, 30)),
      (day(9_950, 6, 30), 1_200, day(9_999, 12, 30)),
    ] as [(CivilDate, Int, CivilDate)])
  func monthsAway(from: CivilDate, months: Int, to: CivilDate) {
    #expect(from.adding(months: months) == to)
  }

  /// A step and its reverse cancel each other out, and the weekday advances with each day.
  @Test func stepsGoRoundTheWeek() {
    for seed in PropertySeeds("days there and back", count: 400) {
      var random = SeededGenerator(seed: seed)
      let start = CivilDate(
        clampingYear: Int.random(in: 3...9_997, using: &random),
        month: Int.random(in: 1...12, using: &random),
        day: Int.random(in: 1...31, using: &random))
      let days = Int.random(in: -366...366, using: &random)
      let there = start.adding(days: days)
      #expect(there.adding(days: -days) == start, "\(start) by \(days), seed \(seed)")
      let weekday = ((start.daysSinceSunday + days) % 7 + 7) % 7
      #expect(there.daysSinceSunday == weekday, "\(start) by \(days), seed \(seed)")
      #expect((1...there.daysInMonth).contains(there.day), "\(start) by \(days), seed \(seed)")
    }
  }

  /// The first day of the week agrees with ICU, even for scripts, numeric regions and extensions.
  ///
  /// China is omitted, because editions of CLDR differ.
  @Test(arguments: [
    "en-US", "en-GB", "en-CA", "en-AU", "en-NZ", "en-IN", "en-IE", "en-ZA", "en-001", "en-150",
    "de-DE", "de-AT", "de-CH", "fr-FR", "fr-CA", "es-ES", "es-MX", "es-AR", "pt-BR", "pt-PT",
    "it-IT", "nl-NL", "sv-SE", "da-DK", "nb-NO", "fi-FI", "pl-PL", "cs-CZ", "hu-HU", "ro-RO",
    "ru-RU", "uk-UA", "tr-TR", "el-GR", "he-IL", "ar-EG", "ar-SA", "ar-AE", "ar-MA", "fa-IR",
    "hi-IN", "th-TH", "vi-VN", "id-ID", "ja-JP", "ko-KR", "zh-TW", "zh-HK", "zh-Hant-HK",
    "sr-Latn-RS", "en", "de", "fr", "ja", "ko", "he", "hi", "th", "pt", "ar", "fa",
    "de-u-ca-gregory", "en-GB-u-ca-buddhist",
  ])
  func firstWeekdayIsThatOfICU(locale tag: String) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: tag)
    #expect(LocaleFormat(locale: tag).firstWeekday == calendar.firstWeekday - 1, "\(tag)")
  }
}
