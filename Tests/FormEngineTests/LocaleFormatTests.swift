import IntentModel
import Testing
import WidgetTestSupport

@testable import FormEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The formats of locales, and the formats that are the same in every locale.
@Suite struct LocaleFormatTests {
  /// A locale, and how it formats 1234567.5, -9999.25 and 10000.
  static let numbers: [(locale: String, million: String, negative: String, group: String)] = [
    ("en", "1234567.5", "-9999.25", "10000"),
    ("C", "1234567.5", "-9999.25", "10000"),
    ("", "1234567.5", "-9999.25", "10000"),
    ("x-klingon", "1234567.5", "-9999.25", "10000"),
    ("en-US", "1,234,567.5", "-9999.25", "10,000"),
    ("en_GB", "1,234,567.5", "-9999.25", "10,000"),
    ("de", "1.234.567,5", "-9999,25", "10.000"),
    ("de-DE", "1.234.567,5", "-9999,25", "10.000"),
    ("DE_de.UTF-8", "1.234.567,5", "-9999,25", "10.000"),
    ("de-CH", "1’234’567.5", "-9999.25", "10’000"),
    ("de-AT", "1.234.567,5", "-9999,25", "10.000"),
    ("fr", "1\u{202F}234\u{202F}567,5", "-9999,25", "10\u{202F}000"),
    ("ru", "1\u{A0}234\u{A0}567,5", "-9999,25", "10\u{A0}000"),
    ("pt-BR", "1.234.567,5", "-9999,25", "10.000"),
    ("pt-PT", "1\u{A0}234\u{A0}567,5", "-9999,25", "10\u{A0}000"),
    ("es", "1.234.567,5", "-9999,25", "10.000"),
    ("es-MX", "1,234,567.5", "-9999.25", "10,000"),
    ("es-419", "1,234,567.5", "-9999.25", "10,000"),
    ("ja", "1,234,567.5", "-9999.25", "10,000"),
    ("zh-Hans-CN", "1,234,567.5", "-9999.25", "10,000"),
    ("en-ZA", "1\u{A0}234\u{A0}567,5", "-9999,25", "10\u{A0}000"),
    ("it-CH", "1’234’567.5", "-9999.25", "10’000"),
    ("hy", "1\u{A0}234\u{A0}567,5", "-9999,25", "10\u{A0}000"),
    ("ar", "1,234,567.5", "-9999.25", "10,000"),
    ("ar-AE", "1,234,567.5", "-9999.25", "10,000"),
    ("ar-EG", "١٬٢٣٤٬٥٦٧٫٥", "-٩٩٩٩٫٢٥", "١٠٬٠٠٠"),
    ("ar_SA", "١٬٢٣٤٬٥٦٧٫٥", "-٩٩٩٩٫٢٥", "١٠٬٠٠٠"),
    ("ar-MR", "١٬٢٣٤٬٥٦٧٫٥", "-٩٩٩٩٫٢٥", "١٠٬٠٠٠"),
    ("ar-MA", "1.234.567,5", "-9999,25", "10.000"),
    ("he", "1,234,567.5", "-9999.25", "10,000"),
    ("he-IL", "1,234,567.5", "-9999.25", "10,000"),
  ]

  @Test(arguments: numbers)
  func number(row: (locale: String, million: String, negative: String, group: String)) {
    let format = LocaleFormat(locale: row.locale)
    #expect(format.text(of: 1_234_567.5) == row.million)
    #expect(format.text(of: -9999.25) == row.negative)
    #expect(format.text(of: 10_000) == row.group)
  }

  /// Locales of India and its neighbours, and how they format 12345, 123456, 1234567 and
  /// 1234567890.5.
  static let indian: [(locales: [String], texts: [String])] = [
    (
      [
        "en-IN", "en_IN.UTF-8", "hi", "hi_IN", "bn", "bn-BD", "gu", "kn", "ml", "mr", "or",
        "pa-Guru",
        "ta", "ta-LK", "te-IN", "ur-PK", "en-BD", "en-NP", "en-BT",
      ], ["12,345", "1,23,456", "12,34,567", "1,23,45,67,890.5"]
    ),
    (
      ["en-US", "en-GB", "en-PK", "en-LK", "ta-MY", "ta-SG", "en-150", "kok", "si"],
      ["12,345", "123,456", "1,234,567", "1,234,567,890.5"]
    ),
    (
      ["as"], ["১২,৩৪৫", "১,২৩,৪৫৬", "১২,৩৪,৫৬৭", "১,২৩,৪৫,৬৭,৮৯০.৫"]
    ),
    (["en", "C"], ["12345", "123456", "1234567", "1234567890.5"]),
  ]

  @Test(arguments: indian)
  func groupsOfTwo(row: (locales: [String], texts: [String])) {
    for locale in row.locales {
      let format = LocaleFormat(locale: locale)
      let texts = [12_345, 123_456, 1_234_567].map(format.text(of:))
      #expect(texts + [format.text(of: 1_234_567_890.5)] == row.texts, "\(locale)")
      #expect(format.text(of: -123_456) == "-" + row.texts[1], "\(locale)")
      #expect(format.text(of: 9_999) == format.inDigits("9999"), "\(locale)")
    }
  }

  /// Texts that are not plain decimal numbers are not changed.
  @Test(arguments: ["1e+300", "", "-", ".", "1.", ".5", "1.2.3", "inf", "nan", "12 km", "１２", "+5"])
  func otherTexts(text: String) {
    #expect(LocaleFormat(locale: "de").localized(text) == text)
  }

  @Test(arguments: [0, 7, -7, 999, 1_000, 2026, 9_999, -9_999])
  func shortNumbersStayInOnePiece(number: Int) {
    for locale in ["en-US", "de", "fr", "ja", "zh"] {
      #expect(LocaleFormat(locale: locale).text(of: number) == "\(number)")
    }
  }

  @Test func theGreatestNumbers() {
    let format = LocaleFormat(locale: "de")
    #expect(format.text(of: Int.max) == "9.223.372.036.854.775.807")
    #expect(format.text(of: Int.min) == "-9.223.372.036.854.775.808")
    #expect(format.text(of: 0.1) == "0,1")
    #expect(format.text(of: -0.0) == "0")
    #expect(format.text(of: Double.greatestFiniteMagnitude) == "1.7976931348623157e+308")
  }

  /// A locale, and how it formats 5 March 2026, 24 December without a year, and November 2026.
  static let dates: [(locale: String, whole: String, yearly: String, monthly: String)] = [
    ("en", "2026-03-05", "--12-24", "2026-11"),
    ("C", "2026-03-05", "--12-24", "2026-11"),
    ("en-US", "Mar 5, 2026", "Dec 24", "Nov 2026"),
    ("en-GB", "5 Mar 2026", "24 Dec", "Nov 2026"),
    ("en-CA", "Mar 5, 2026", "Dec 24", "Nov 2026"),
    ("de", "5. März 2026", "24. Dez.", "Nov. 2026"),
    ("de-AT", "5. März 2026", "24. Dez.", "Nov. 2026"),
    ("ja", "2026年3月5日", "12月24日", "2026年11月"),
    ("zh", "2026年3月5日", "12月24日", "2026年11月"),
    ("zh-TW", "2026年3月5日", "12月24日", "2026年11月"),
    ("ko", "2026년 3월 5일", "12월 24일", "2026년 11월"),
    ("hu", "2026. márc. 5.", "dec. 24.", "2026. nov."),
    ("fr", "5 mars 2026", "24 déc.", "nov. 2026"),
    ("fr-CA", "5 mars 2026", "24 déc.", "nov. 2026"),
    ("fr-CH", "5 mars 2026", "24 déc.", "nov. 2026"),
    ("nl", "5 mrt 2026", "24 dec", "nov 2026"),
    ("cs", "5. 3. 2026", "24. 12.", "listopad 2026"),
    ("sv", "5 mars 2026", "24 dec.", "nov. 2026"),
    ("es-US", "mar 5, 2026", "dic 24", "nov 2026"),
    ("hi", "5 मार्च 2026", "24 दिस॰", "नव॰ 2026"),
    ("ar", "5 مارس، 2026", "24 ديسمبر", "نوفمبر 2026"),
    ("ar-EG", "٥ مارس، ٢٠٢٦", "٢٤ ديسمبر", "نوفمبر ٢٠٢٦"),
    ("he", "5 במרץ 2026", "24 בדצמ׳", "נוב׳ 2026"),
    ("en-PR", "Mar 5, 2026", "Dec 24", "Nov 2026"),
    ("te", "5, మార్చి 2026", "24 డిసెం", "నవం 2026"),
  ]

  @Test(arguments: dates)
  func date(row: (locale: String, whole: String, yearly: String, monthly: String)) {
    let format = LocaleFormat(locale: row.locale)
    #expect(format.text(of: DateComponents(year: 2026, month: 3, day: 5)) == row.whole)
    #expect(format.text(of: DateComponents(month: 12, day: 24)) == row.yearly)
    #expect(format.text(of: DateComponents(year: 2026, month: 11)) == row.monthly)
  }

  /// A locale, and how it formats 00:05, 12:30 and 19:00:09.
  static let times: [(locale: String, midnight: String, noon: String, evening: String)] = [
    ("en", "00:05", "12:30", "19:00:09"),
    ("de", "00:05", "12:30", "19:00:09"),
    ("en-US", "12:05 AM", "12:30 PM", "7:00:09 PM"),
    ("en-GB", "00:05", "12:30", "19:00:09"),
    ("en-AU", "12:05 am", "12:30 pm", "7:00:09 pm"),
    ("en-CA", "12:05 AM", "12:30 PM", "7:00:09 PM"),
    ("ja", "0:05", "12:30", "19:00:09"),
    ("zh", "00:05", "12:30", "19:00:09"),
    ("ko", "오전 12:05", "오후 12:30", "오후 7:00:09"),
    ("zh-TW", "凌晨12:05", "中午12:30", "晚上7:00:09"),
    ("hi", "पू 12:05", "अ 12:30", "अ 7:00:09"),
    ("ar", "12:05 ص", "12:30 م", "7:00:09 م"),
    ("ar-MA", "00:05", "12:30", "19:00:09"),
    ("ar-EG", "١٢:٠٥ ص", "١٢:٣٠ م", "٧:٠٠:٠٩ م"),
    ("ar-IL", "٠٠:٠٥", "١٢:٣٠", "١٩:٠٠:٠٩"),
    ("he", "0:05", "12:30", "19:00:09"),
    ("el", "12:05 πμ", "12:30 μμ", "7:00:09 μμ"),
  ]

  @Test(arguments: times)
  func time(row: (locale: String, midnight: String, noon: String, evening: String)) {
    let format = LocaleFormat(locale: row.locale)
    #expect(format.text(of: DateComponents(hour: 0, minute: 5)) == row.midnight)
    #expect(format.text(of: DateComponents(hour: 12, minute: 30)) == row.noon)
    #expect(format.text(of: DateComponents(hour: 19, minute: 0, second: 9)) == row.evening)
  }

  /// Values without a locale format are shown as they are typed.
  static let partial: [(DateComponents, String)] = [
    (DateComponents(day: 24), "---24"), (DateComponents(month: 2), "--02"),
    (DateComponents(year: 2026, day: 3), "2026--03"), (DateComponents(minute: 30), ":30"),
    (DateComponents(hour: 7), "07:"), (DateComponents(hour: 25, minute: 0), "25:00"), (.init(), ""),
  ]

  @Test(arguments: partial)
  func partialDates(components: DateComponents, text: String) {
    for locale in ["en", "en-US", "de", "ja", "zh", "ko"] {
      #expect(LocaleFormat(locale: locale).text(of: components) == text, "\(locale)")
    }
  }

  @Test func aDateOutOfRangeIsShownNevertheless() {
    let odd = DateComponents(year: 2026, month: 13, day: 40)
    #expect(LocaleFormat(locale: "en-US").text(of: odd) == "2026-13-40")
    #expect(LocaleFormat(locale: "de").text(of: odd) == "2026-13-40")
    #expect(LocaleFormat(locale: "zh").text(of: DateComponents(year: 2026)) == "2026年")
  }

  @Test func dateAndTimeStandSideBySide() {
    let moment = DateComponents(year: 2026, month: 11, day: 21, hour: 7, minute: 30)
    #expect(LocaleFormat(locale: "de").text(of: moment) == "21. Nov. 2026 07:30")
    #expect(LocaleFormat(locale: "en-US").text(of: moment) == "Nov 21, 2026 7:30 AM")
    #expect(LocaleFormat(locale: "en").text(of: moment) == "2026-11-21 07:30")
  }

  /// A locale, and how it formats 12.50 EUR, -1234567.00 USD and 500 JPY.
  static let amounts: [(locale: String, euro: String, dollars: String, yen: String)] = [
    ("en", "12.50 EUR", "-1234567.00 USD", "500 JPY"),
    ("en-US", "€12.50", "-$1,234,567.00", "¥500"),
    ("en-GB", "€12.50", "-US$1,234,567.00", "JP¥500"),
    ("de", "12,50 €", "-1.234.567,00 $", "500 ¥"),
    ("fr", "12,50 €", "-1\u{202F}234\u{202F}567,00 $US", "500 JPY"),
    ("de-CH", "EUR 12.50", "$-1’234’567.00", "¥ 500"),
    ("ja", "€12.50", "-$1,234,567.00", "¥500"),
    ("zh", "€12.50", "-US$1,234,567.00", "JP¥500"),
    ("hi", "€12.50", "-$12,34,567.00", "JP¥500"),
    ("en-IN", "€12.50", "-$12,34,567.00", "JP¥500"),
    ("kok", "€ 12.50", "-US$ 1,234,567.00", "JP¥ 500"),
    ("ar-EG", "١٢٫٥٠ €", "-١٬٢٣٤٬٥٦٧٫٠٠ US$", "٥٠٠ JP¥"),
    ("he", "12.50 €", "-1,234,567.00 $", "500 ¥"),
  ]

  @Test(arguments: amounts)
  func amount(row: (locale: String, euro: String, dollars: String, yen: String)) {
    let format = LocaleFormat(locale: row.locale)
    func text(_ amount: String, _ code: String) -> String {
      format.text(of: CurrencyAmount(amount: amount, currencyCode: code))
    }
    #expect(text("12.50", "EUR") == row.euro)
    #expect(text("-1234567.00", "USD") == row.dollars)
    #expect(text("500", "JPY") == row.yen)
    #expect(format.inDigits(text("1", "XTS")).contains("XTS"))
  }

  /// Arabic and Persian digits and separators are accepted in every number field.
  @Test(
    arguments: [
      ("١٢٣", "ar-EG", 123), ("123", "ar-EG", 123), ("۱۲۳", "ar-EG", 123),
      ("١٢٬٣٤٥٫٥", "ar-EG", 12_345.5),
      ("-٠٫٢٥", "ar-SA", -0.25), ("١٢٣", "en-US", 123), ("١٫٥", "de", 1.5), ("۱٬۲۳۴", "de", 1_234),
      ("1٢3", "he", 123), ("\u{61C}-٧", "ar-EG", -7),
    ] as [(String, String, Double)])
  func digitsOfArabic(text: String, locale: String, number: Double) {
    let read = ValueText.value(
      of: text, type: .decimal(.init()), schema: .of([]), words: FormWords(locale: locale),
      notation: ValueNotation(locale: locale))
    #expect(read == .success(.decimal(number)))
  }

  /// The currency symbols of Arabic locales can be read back.
  @Test func signsOfArabicMoney() {
    let format = LocaleFormat(locale: "ar-EG")
    let pounds = CurrencyAmount(amount: "1234.50", currencyCode: "EGP")
    #expect(format.text(of: pounds) == "١٢٣٤٫٥٠ ج.م.")
    #expect(format.currency(ofSign: "ر.س.") == "SAR")
    #expect(LocaleFormat(locale: "he").currency(ofSign: "₪") == "ILS")
    #expect(LocaleFormat(locale: "en-US").currency(ofSign: "ر.س.") == nil)
  }

  /// A value, its type, and its text in four locales.
  static let values: [(value: IntentValue, type: ParameterType, shown: [String])] = [
    (.boolean(true), .boolean(.init()), ["On", "Ein", "オン", "开"]),
    (.boolean(false), .boolean(.init()), ["Off", "Aus", "オフ", "关"]),
    // Xcode adds the names “true” and “false” on its own, so the form shows the words of the
    // language instead.
    (
      .boolean(true),
      .boolean(
        BooleanMetadata(trueName: LocalizedText("true"), falseName: LocalizedText("false"))),
      ["On", "Ein", "オン", "开"]
    ),
    (
      .boolean(true), .boolean(BooleanMetadata(trueName: LocalizedText("Oui"))),
      ["Oui", "Oui", "Oui", "Oui"]
    ),
    (.integer(12_345), .integer(.init()), ["12345", "12.345", "12,345", "12,345"]),
    (.decimal(0.75), .decimal(.init()), ["0.75", "0,75", "0.75", "0.75"]),
    (
      .timeInterval(90), .timeInterval(.init()),
      ["1 min 30 s", "1 Min. 30 Sek.", "1分 30秒", "1分钟30秒"]
    ),
    (
      .timeInterval(129_600), .timeInterval(.init()),
      ["1 d 12 h", "1 Tg. 12 Std.", "1日 12時間", "1天12小时"]
    ),
    (.timeInterval(0.5), .timeInterval(.init()), ["0.5 s", "0,5 Sek.", "0.5秒", "0.5秒"]),
    (
      .dateComponents(DateComponents(year: 2026, month: 11, day: 21)),
      .dateComponents(.medium(.dateTime)),
      ["2026-11-21", "21. Nov. 2026", "2026年11月21日", "2026年11月21日"]
    ),
    (
      .measurement(IntentMeasurement(value: 5.5, unit: "km")),
      .measurement(MeasurementMetadata(dimension: .distance)),
      ["5.5 km", "5,5 km", "5.5 km", "5.5 km"]
    ),
    (
      .array([.decimal(1.5), .decimal(2)]), .decimal(.init()),
      ["1.5, 2", "1,5, 2", "1.5, 2", "1.5, 2"]
    ),
    (.string("1234567.5"), .string(.init()), Array(repeating: "1234567.5", count: 4)),
  ]

  @Test(arguments: values)
  func value(row: (value: IntentValue, type: ParameterType, shown: [String])) {
    let shown = ["en", "de", "ja", "zh-Hans"].map { locale in
      ValueText.display(
        of: row.value, type: row.type, schema: .of([]), words: FormWords(locale: locale))
    }
    #expect(shown == row.shown)
  }

  /// A number that the form shows without group separators can be typed again.
  @Test(arguments: ["en", "de", "fr", "ja", "zh", "en-US", "de-CH"])
  func shownDecimalsAreRead(locale: String) {
    let words = FormWords(locale: locale)
    for number in [0.5, -12.25, 9_999.125, 3] {
      let text = ValueText.display(
        of: .decimal(number), type: .decimal(.init()), schema: .of([]), words: words)
      let read = ValueText.value(of: text, type: .decimal(.init()), schema: .of([]), words: words)
      #expect(read == .success(.decimal(number)), "\(text)")
    }
  }

  /// A locale, the typed text for a switch, and its value.
  static let answers: [(locale: String, text: String, isOn: Bool?)] = [
    ("de", "ja", true), ("de", "Nein", false), ("de", "ein", true), ("de", "aus", false),
    ("de", "yes", true), ("de", "off", false), ("en", "ja", nil), ("en", "nein", nil),
    ("ja", "はい", true), ("ja", "いいえ", false), ("ja", "オン", true), ("ja", "no", false),
    ("zh", "是", true), ("zh", "否", false), ("zh", "关", false), ("zh", "好", true),
    ("zh", "はい", nil), ("fr", "oui", nil),
    ("ar", "نعم", true), ("ar", "لا", false), ("ar", "تشغيل", true), ("he", "כן", true),
    ("he", "לא", false), ("he", "כבוי", false), ("he", "نعم", nil),
  ]

  @Test(arguments: answers)
  func yesAndNo(row: (locale: String, text: String, isOn: Bool?)) {
    let read = ValueText.value(
      of: row.text, type: .boolean(.init()), schema: .of([]), words: FormWords(locale: row.locale))
    #expect((try? read.get()) == row.isOn.map { .boolean($0) })
  }

  /// The definition's names take precedence over the words of the language.
  @Test func ownNamesComeFirst() {
    let metadata = BooleanMetadata(
      trueName: LocalizedText("Aus der Ferne"), falseName: LocalizedText("Ein"))
    let read = ValueText.value(
      of: "ein", type: .boolean(metadata), schema: .of([]), words: FormWords(locale: "de"))
    #expect(read == .success(.boolean(false)))
  }
}
