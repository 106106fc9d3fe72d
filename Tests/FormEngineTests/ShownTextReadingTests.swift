import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import FormEngine

/// Text that the form shows can be typed in the same locale, and gives the same value.
///
/// A few languages are left out: in Hausa, the letters of units mean other units than in `1h30m`,
/// and in Dzongkha and Tibetan, the names of months are parts of other words.
@Suite("Shown text can be typed")
struct ShownTextReadingTests {
  /// Locales of every pattern in the table.
  static let places = [
    "en-US", "en-GB", "en-AU", "en-PR", "en-PH", "en-ZA", "en-IN", "en-CH", "en-MV", "en-SE", "hi",
    "bn", "ta", "ta-LK", "te", "pa", "ur", "am", "sw", "ar", "ar-MA",
    "ar-EG", "ar-SA", "ar-AE", "ar-DZ", "ar-IL", "ar-IQ", "ar-MR", "sq", "zh-HK", "zh-Hant",
    "fil",
    "fa", "eu", "mn", "lb", "nl-BE", "es-CL", "es-PA", "es-CO", "de-LI", "zu", "ja-US", "x-none",
    "en", "en-CA", "de", "de-AT", "de-CH", "fr", "fr-CA", "fr-CH", "es", "es-MX", "es-US", "it",
    "it-CH", "pt", "pt-PT", "nl", "sv", "da", "nb", "fi", "pl", "cs", "sk", "sl", "hu", "ro", "ru",
    "uk", "tr", "el", "bg", "hr", "et", "lv", "lt", "he", "ja", "ko", "zh-Hans", "zh-TW", "th",
    "vi",
    "id", "ms", "ca", "gl", "is", "my", "ne", "km", "lo", "hy", "ka", "kk", "uz", "az", "mr", "gu",
    "kn",
    "ml", "si", "sr", "sr-Latn", "mk", "bs", "be", "ky", "af", "cy", "ga", "gd", "kok", "yue", "so",
    "yo", "ig", "or", "as", "sd", "ps", "ckb", "ug", "tg", "tk", "mt",
  ]

  static let samples: [DateComponents] = [
    DateComponents(year: 2026, month: 11, day: 21), DateComponents(year: 2026, month: 3, day: 4),
    DateComponents(year: 2024, month: 2, day: 29), DateComponents(year: 2026, month: 12, day: 31),
    DateComponents(year: 2026, month: 11, day: 21, hour: 7, minute: 30),
    DateComponents(year: 2026, month: 3, day: 4, hour: 0, minute: 0),
    DateComponents(year: 2026, month: 3, day: 4, hour: 12, minute: 5, second: 9),
    DateComponents(year: 2026, month: 3, day: 4, hour: 23, minute: 59, second: 59),
    DateComponents(month: 12, day: 24), DateComponents(month: 5, day: 6),
    DateComponents(year: 2026, month: 11), DateComponents(year: 2026),
    DateComponents(year: 2026, month: 1, day: 1), DateComponents(year: 2026, month: 5, day: 5),
    DateComponents(year: 2026, month: 6, day: 10), DateComponents(year: 2026, month: 7, day: 17),
    DateComponents(year: 2026, month: 8, day: 8), DateComponents(year: 2026, month: 9, day: 12),
    DateComponents(year: 2026, month: 10, day: 2), DateComponents(year: 2026, month: 4, day: 12),
  ]

  /// Dates in every style and in the usual templates.
  @Test(arguments: places)
  func styles(locale: String) {
    let (format, notation) = (LocaleFormat(locale: locale), ValueNotation(locale: locale))
    for components in Self.samples {
      var shown: [(String, DateComponents)] = [.short, .medium, .long, .full].map {
        (format.text(of: components, format: .styles(date: $0, time: .medium)), components)
      }
      if components.hour == nil {
        for template in ["yMd", "yMMMd", "MMMd", "Md", "yMMM", "yMM", "MMMMd", "EEEEyMMMMd"] {
          let part = LocaleFormat.DateTemplate(template).date(of: components)
          let text = format.text(of: components, format: .template(template))
          shown.append((text, part == DateComponents() ? components : part))
        }
      }
      for (text, expected) in shown {
        let read = notation.components(of: text, kind: .dateTime)
        #expect(read == expected, "\(locale): \(text)")
      }
    }
  }

  @Test(arguments: places)
  func dates(locale: String) {
    let (format, notation) = (LocaleFormat(locale: locale), ValueNotation(locale: locale))
    for components in Self.samples {
      let text = format.text(of: components)
      let read = notation.components(of: text, kind: .dateTime)
      #expect(read == components, "\(locale): \(text)")
    }
  }

  @Test(arguments: places)
  func times(locale: String) {
    let (format, notation) = (LocaleFormat(locale: locale), ValueNotation(locale: locale))
    for hour in [0, 1, 11, 12, 13, 23] {
      for second in [nil, 0, 59] {
        let time = DateComponents(hour: hour, minute: 5, second: second)
        let text = format.text(of: time)
        let read = notation.components(of: text, kind: .time)
        #expect(read == time, "\(locale): \(text)")
      }
    }
  }

  @Test(arguments: places)
  func numbers(locale: String) {
    let (format, notation) = (LocaleFormat(locale: locale), ValueNotation(locale: locale))
    for number in [0, 7, -7, 999, 1_000, 9_999, 10_000, -12_345, 123_456, 1_234_567, 987_654_321] {
      let text = format.text(of: number)
      #expect(
        notation.canonicalInteger(text).flatMap { Int($0) } == number, "\(locale): \(text)")
      let fraction = Double(number) + 0.5
      let shown = format.text(of: fraction)
      let read = notation.canonicalNumber(shown).flatMap { ValueText.decimal($0) }
      #expect(read == fraction, "\(locale): \(shown)")
    }
  }

  @Test(arguments: places)
  func amounts(locale: String) {
    let (format, notation) = (LocaleFormat(locale: locale), ValueNotation(locale: locale))
    for code in [
      "EUR", "USD", "GBP", "JPY", "CNY", "INR", "KRW", "CAD", "CHF", "SEK", "EGP", "ILS",
    ] {
      for amount in ["12.50", "-1234.5", "0.99", "1234567.25", "500", "-7"] {
        let value = CurrencyAmount(amount: amount, currencyCode: code)
        let text = format.text(of: value)
        let read = ValueText.value(
          of: text, type: .currencyAmount(CurrencyMetadata()), schema: .of([]), notation: notation)
        #expect(read == .success(.currencyAmount(value)), "\(locale): \(text)")
      }
    }
  }

  @Test(arguments: places)
  func durations(locale: String) {
    let words = FormWords(locale: locale)
    for seconds in [
      1, 2, 59, 60, 3_600, 5_400, 86_400, 90_061, 172_800, 604_800, 950_400, 8_640_000,
    ] as [Double] {
      let text = DurationText.display(of: seconds, words: words)
      let read = DurationText.seconds(
        of: text, unit: .minutes, words: words, notation: ValueNotation(locale: locale))
      #expect(read == seconds, "\(locale): \(text)")
    }
  }

  /// A space after a period can come before a time as well as before a number.
  @Test(
    arguments: [
      ("2026. 11. 21. 07:30", "ko", "2026-11-21 07:30"),
      ("2026. 11. 21. 7:30 PM", "ko", "2026-11-21 19:30"),
      ("2026. 3. 4. 0:00", "hu", "2026-03-04 00:00"), ("2026.3.4. 23:59", "hu", "2026-03-04 23:59"),
      ("21. 11. 2026 7:30", "cs", "2026-11-21 07:30"), ("2026. 11. 21.", "ko", "2026-11-21"),
      ("11/21/2026 7:30 p.m.", "en-US", "2026-11-21 19:30"), ("2026. 11.", "ko", "2026-11"),
      ("2026. 11. 21. 22. 07:30", "ko", nil), ("2026. 11. 21. :", "ko", nil),
      (". 07:30", "ko", nil),
    ] as [(String, String, String?)])
  func pointsAndTimes(text: String, locale: String, date: String?) {
    let components = ValueNotation(locale: locale).components(of: text, kind: .dateTime)
    #expect(components.map { DateText.text(of: $0) } == date, "\(text) in \(locale)")
  }
}
