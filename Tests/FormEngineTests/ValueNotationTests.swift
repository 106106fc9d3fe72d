import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import FormEngine

@Suite("Numbers, dates and times in different notations")
struct ValueNotationTests {
  static let locales = [
    "en-US", "en-GB", "en-CA", "en-AU", "en-NZ", "en-IN", "en-IE", "en-ZA", "en-PH", "de",
    "de-DE", "de-AT", "de-CH", "ja", "ja-JP", "zh-Hans", "zh-Hans-CN", "zh-CN", "zh-TW", "zh-HK",
    "ko", "ko-KR", "fr", "fr-FR", "fr-CA", "es", "es-ES", "es-MX", "es-US", "it", "it-IT", "pt",
    "pt-BR", "pt-PT", "nl", "nl-NL", "sv", "sv-SE", "da", "da-DK", "nb", "nb-NO", "fi", "fi-FI",
    "pl", "pl-PL", "cs", "cs-CZ", "sk", "hu", "hu-HU", "ro", "ru", "ru-RU", "uk", "tr", "tr-TR",
    "el", "el-GR", "bg", "hr", "sl", "et", "lv", "lt", "he", "he-IL", "hi", "hi-IN", "th", "vi",
    "id", "ms", "ca", "eu", "gl", "is",
  ]

  /// The tables agree with ICU for common languages.
  @Test(arguments: locales)
  func isThatOfICU(_ tag: String) {
    let locale = Locale(identifier: tag)
    let notation = ValueNotation(locale: tag)
    #expect(String(notation.decimalSeparator) == locale.decimalSeparator, "\(tag)")
    let date = DateFormatter.dateFormat(fromTemplate: "yMd", options: 0, locale: locale) ?? ""
    var order = ""
    for character in date where "yMd".contains(character) && !order.contains(character) {
      order.append(character)
    }
    let known: [LocaleFormat.DateOrder: String] = [
      .yearMonthDay: "yMd", .dayMonthYear: "dMy", .monthDayYear: "Mdy",
    ]
    #expect(known[notation.dateOrder] == order, "\(tag): \(date)")
    let separator = date.first { "/.-".contains($0) }
    #expect(notation.dateSeparator == separator, "\(tag): \(date)")
    let time = DateFormatter.dateFormat(fromTemplate: "jm", options: 0, locale: locale) ?? ""
    #expect(notation.usesTwelveHours == time.contains("h"), "\(tag): \(time)")
  }

  /// The typed text, the locale, and the number; nil if the text is ambiguous.
  static let numbers: [(text: String, locale: String, number: String?)] = [
    ("1.5", "en", "1.5"), ("1,5", "en", nil), ("1.5", "de", "1.5"), ("1,5", "de", "1.5"),
    ("1,500", "en", nil), ("1.500", "en", "1.500"), ("1.500", "de", nil), ("1,500", "de", "1.500"),
    ("0,500", "en", nil), ("0.500", "de", "0.500"), ("1,50", "en", nil),
    ("12,345", "en", nil), ("1234,567", "en", nil), ("-1.500", "de", nil),
    ("1,234.5", "en", "1234.5"), ("1.234,5", "de", "1234.5"), ("1,234.5", "de", nil),
    ("1.234,5", "en", nil), ("1,234,567", "en", "1234567"), ("1.234.567", "de", "1234567"),
    ("1,234,567.25", "de", nil), ("12,34,567", "en", "12,34,567"),
    ("1.2.3", "en", "1.2.3"), ("1'234.5", "de-CH", "1234.5"), ("1’234’567", "de-CH", "1234567"),
    ("5\u{A0}10", "de", "5 10"), ("5\u{202F}10", "fr", "5 10"),
    ("1\u{202F}234,5", "fr", "1234.5"), ("1\u{A0}234", "fr", "1234"), ("−5", "en", "-5"),
    ("１２．５", "ja", "12.5"), ("1e3", "en", "1e3"), ("abc", "en", "abc"), ("", "en", ""),
    ("-", "de", "-"), (",5", "de", ".5"), ("5,", "de", "5."), ("+1,5", "de", "+1.5"),
    ("1,500", "", nil), ("1.500", "ja", "1.500"),
    ("12,34,567", "en-IN", "1234567"), ("-1,23,456.5", "hi", "-123456.5"),
    ("1,23,45,67,890", "hi", "1234567890"), ("1,234,567", "hi", "1234567"),
    ("12,34,567", "en-US", "12,34,567"), ("123,45,678", "hi", "123,45,678"),
    ("1,23,45", "hi", "1,23,45"), ("1,2,345", "hi", "1,2,345"), ("1,23,4567", "hi", "1,23,4567"),
    ("12,345", "hi", nil), ("0,12,345", "hi", "0,12,345"), ("1,23,4x5", "hi", "1,23,4x5"),
  ]

  @Test(arguments: numbers.indices)
  func number(_ index: Int) {
    let (text, locale, number) = Self.numbers[index]
    #expect(ValueNotation(locale: locale).canonicalNumber(text) == number, "\(text) in \(locale)")
  }

  @Test(
    arguments: [
      ("1.500", "1500"), ("1,500", nil), ("1.5", "1.5"), ("12,345,678", "12345678"),
      ("-1.500", "-1500"), ("1,5.0", "1,5.0"), ("7", "7"), ("１２", "12"), ("1’500", "1500"),
      ("5’", "5’"), ("5'", "5'"),
    ])
  func integer(text: String, expected: String?) {
    #expect(ValueNotation(locale: "de").canonicalInteger(text) == expected)
    #expect(ValueNotation.canonical.canonicalInteger("1.500") == "1.500")
  }

  @Test func aNumberThatCanMeanTwoIsRefusedWithBoth() {
    let reason = ValueText.value(
      of: "1.500", type: .decimal(NumberMetadata()), schema: .of([]),
      notation: ValueNotation(locale: "de"))
    guard case .failure(let found) = reason else {
      Issue.record("\(reason)")
      return
    }
    #expect(
      IntentIssue(found, at: .root).sentence
        == "“1.500” can mean 1500 or 1,500.")
  }

  /// Each text that the message about a refused number suggests is accepted when it is typed
  /// instead.
  @Test(arguments: ["en", "de"])
  func whatARefusedNumberCanMeanIsAccepted(locale: String) throws {
    let notation = ValueNotation(locale: locale)
    let numbers = [
      "1.500", "1,500", "-1.500", "12,5", "12.5", "0,5", "1.234,56", "1,234.56", "12.345", "1,5",
    ]
    let types: [(type: ParameterType, ending: String)] = [
      (.integer(NumberMetadata()), ""), (.decimal(NumberMetadata()), ""),
      (.timeInterval(TimeIntervalMetadata()), " h"),
      (.currencyAmount(CurrencyMetadata()), " EUR"),
      (.measurement(MeasurementMetadata(dimension: .distance)), " m"),
    ]
    var refused = 0
    for number in numbers {
      for (type, ending) in types {
        func read(_ number: String) -> Result<IntentValue, IntentIssue.Reason> {
          ValueText.value(of: number + ending, type: type, schema: .of([]), notation: notation)
        }
        guard case .failure(let reason) = read(number) else { continue }
        let sentence = IntentIssue(reason, at: .root).sentence
        guard let match = sentence.firstMatch(of: /can mean (\S+) or (?:(\S+)|a number .*)\.$/)
        else {
          continue
        }
        refused += 1
        for meaning in [match.1, match.2].compactMap({ $0 }) {
          if case .failure = read(String(meaning)) { Issue.record("\(sentence)") }
        }
      }
    }
    #expect(refused > 10)
  }

  /// The typed date or time in ISO 8601; nil if the text is neither.
  static let dates: [(text: String, locale: String, date: String?)] = [
    ("2026-11-21", "en", "2026-11-21"), ("11/21/2026", "en", "2026-11-21"),
    ("2026-11-21", "de", "2026-11-21"),
    ("11/21/2026", "en-US", "2026-11-21"), ("21/11/2026", "en-GB", "2026-11-21"),
    ("3/4/2026", "en-US", "2026-03-04"), ("3/4/2026", "en-GB", "2026-04-03"),
    ("21.11.2026", "de", "2026-11-21"), ("1.3.2026", "de", "2026-03-01"),
    ("21. 11. 2026", "cs", "2026-11-21"), ("2026. 11. 21.", "hu", "2026-11-21"),
    ("2026/11/21", "ja", "2026-11-21"), ("21-11-2026", "nl", "2026-11-21"),
    ("2026/11/21", "en-US", "2026-11-21"), ("21.11.26", "de", nil), ("11/21", "en-US", "--11-21"),
    ("21.11", "de", nil), ("21.11.", "de", "--11-21"), ("21 nov 2026", "de", "2026-11-21"),
    ("Freitag, 21. November 2026", "de", nil), ("19.30", "de", nil),
    ("21.11.2026 7:30", "de", "2026-11-21 07:30"),
    ("11/21/2026 7:30 PM", "en-US", "2026-11-21 19:30"),
    ("11/21/2026 7:30PM", "en-US", "2026-11-21 19:30"),
    ("--11-21", "en", "--11-21"), ("21/x/2026", "en", nil), ("", "en", nil),
    ("２０２６／１１／２１", "ja", "2026-11-21"), ("2026年11月21日", "zh-Hans", "2026-11-21"),
    ("2026年3月4日 7:30", "ja", "2026-03-04 07:30"),
  ]

  @Test(arguments: dates.indices)
  func date(_ index: Int) {
    let (text, locale, date) = Self.dates[index]
    let components = ValueNotation(locale: locale).components(of: text, kind: .dateTime)
    #expect(components.map { DateText.text(of: $0) } == date, "\(text) in \(locale)")
  }

  @Test(
    arguments: [
      ("7:30", "07:30"), ("7:30 am", "07:30"), ("7:30 p.m.", "19:30"), ("12:00 AM", "00:00"),
      ("12:15 pm", "12:15"), ("19:30", "19:30"), ("13:00 pm", nil), ("0:30 am", nil),
      ("7:30:15 PM", "19:30:15"), ("7 pm", "19:00"),
    ] as [(String, String?)])
  func time(text: String, expected: String?) {
    for locale in ["en", "de"] {
      let components = ValueNotation(locale: locale).components(of: text, kind: .time)
      #expect(components.map { DateText.text(of: $0) } == expected, "\(text) in \(locale)")
    }
  }

  /// The initial text of a value's editor in a locale.
  static let shown: [(IntentValue, String, String)] = [
    (.decimal(1.5), "de", "1,5"), (.decimal(1.5), "en", "1.5"), (.decimal(-0.25), "fr", "-0,25"),
    (.integer(1_500), "de", "1500"), (.timeInterval(1.5), "de", "1,5s"),
    (.measurement(IntentMeasurement(value: 3.5, unit: "km")), "de", "3,5 km"),
    (.currencyAmount(CurrencyAmount(amount: "12.50", currencyCode: "EUR")), "de", "12,50 EUR"),
    (.dateComponents(DateComponents(year: 2026, month: 3, day: 4)), "de", "04.03.2026"),
    (.dateComponents(DateComponents(year: 2026, month: 3, day: 4)), "en-US", "03/04/2026"),
    (.dateComponents(DateComponents(year: 2026, month: 3, day: 4)), "ja", "2026/03/04"),
    (.dateComponents(DateComponents(month: 12, day: 24)), "de", "--12-24"),
    (.dateComponents(DateComponents(hour: 19, minute: 5)), "en-US", "7:05 PM"),
    (.dateComponents(DateComponents(hour: 0, minute: 5)), "en-US", "12:05 AM"),
    (.dateComponents(DateComponents(hour: 19, minute: 5)), "de", "19:05"),
    (.dateComponents(DateComponents(hour: 19, minute: 5)), "en", "19:05"),
    (.dateComponents(DateComponents(year: 2026, month: 3, day: 4)), "en", "2026-03-04"),
    (.dateComponents(DateComponents(year: 9, month: 3, day: 4, hour: 7)), "de", "04.03.0009 07:"),
    (.array([.decimal(0.5), .decimal(2)]), "de", "0,5, 2"),
  ]

  @Test(arguments: shown.indices)
  func text(_ index: Int) {
    let (value, locale, text) = Self.shown[index]
    #expect(ValueText.text(of: value, notation: ValueNotation(locale: locale)) == text)
  }

  /// The text of a value in a locale reads back as the same value in that locale.
  @Test(arguments: locales)
  func whatIsWrittenIsReadAgain(_ tag: String) {
    let notation = ValueNotation(locale: tag)
    var random = SeededGenerator(seed: 7)
    let kinds: [(ParameterType, (inout SeededGenerator) -> IntentValue)] = [
      (
        .decimal(.init()),
        { .decimal(Double(Int.random(in: -99_999...99_999, using: &$0)) / 1_000) }
      ),
      (.integer(.init()), { .integer(Int.random(in: -99_999...99_999, using: &$0)) }),
      (
        .measurement(.init(dimension: .distance)),
        {
          .measurement(
            IntentMeasurement(value: Double.random(in: 0...9_999, using: &$0), unit: "mi"))
        }
      ),
      (
        .currencyAmount(.init()),
        {
          let cents = Int.random(in: 100...999_999, using: &$0)
          return .currencyAmount(
            CurrencyAmount(amount: "\(cents / 100).\(cents % 10)5", currencyCode: "CHF"))
        }
      ),
      (
        .dateComponents(.init(kind: .dateTime)),
        {
          .dateComponents(
            DateComponents(
              year: Int.random(in: 1...9_999, using: &$0),
              month: Int.random(in: 1...12, using: &$0), day: Int.random(in: 1...28, using: &$0),
              hour: Int.random(in: 0...23, using: &$0), minute: Int.random(in: 0...59, using: &$0)))
        }
      ),
    ]
    for (type, make) in kinds {
      for _ in 0..<40 {
        let value = make(&random)
        let text = ValueText.text(of: value, notation: notation)
        let read = ValueText.value(of: text, type: type, schema: .of([]), notation: notation)
        #expect((try? read.get()) == value, "\(random): \(tag): \(text)")
      }
    }
  }
}
