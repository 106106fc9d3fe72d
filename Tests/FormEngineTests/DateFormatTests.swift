import IntentModel
import Testing
import WidgetTestSupport

@testable import FormEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How the date formats of a definition are shown, and that the shown text can be typed.
@Suite struct DateFormatTests {
  static let moment = DateComponents(
    year: 2026, month: 11, day: 21, hour: 19, minute: 30, second: 5)

  static func metadata(
    _ format: String?, _ date: String?, _ time: String? = nil, template: String? = nil,
    kind: DateComponentsMetadata.Kind = .dateTime
  ) -> DateComponentsMetadata {
    DateComponentsMetadata(
      kind: kind, format: format, dateStyle: date, timeStyle: time,
      template: LocalizedText(template))
  }

  static func shown(
    _ components: DateComponents, _ metadata: DateComponentsMetadata, _ locale: String,
    today: CivilDate? = nil
  ) -> String {
    var words = FormWords(locale: locale)
    words.today = today
    return ValueText.display(
      of: .dateComponents(components), type: .dateComponents(metadata), schema: .of([]),
      words: words)
  }

  /// A locale, and the four date styles.
  static let styles: [(locale: String, texts: [String])] = [
    ("en", ["2026-11-21", "2026-11-21", "21 November 2026", "Saturday, 21 November 2026"]),
    ("en-US", ["11/21/2026", "Nov 21, 2026", "November 21, 2026", "Saturday, November 21, 2026"]),
    ("en-GB", ["21/11/2026", "21 Nov 2026", "21 November 2026", "Saturday, 21 November 2026"]),
    ("de", ["21.11.2026", "21. Nov. 2026", "21. November 2026", "Samstag, 21. November 2026"]),
    ("fr", ["21/11/2026", "21 nov. 2026", "21 novembre 2026", "samedi 21 novembre 2026"]),
    (
      "es",
      ["21/11/2026", "21 nov 2026", "21 de noviembre de 2026", "sábado, 21 de noviembre de 2026"]
    ),
    (
      "pt-BR",
      [
        "21/11/2026", "21 de nov. de 2026", "21 de novembro de 2026",
        "sábado, 21 de novembro de 2026",
      ]
    ),
    ("it", ["21/11/2026", "21 nov 2026", "21 novembre 2026", "sabato 21 novembre 2026"]),
    ("nl", ["21-11-2026", "21 nov 2026", "21 november 2026", "zaterdag 21 november 2026"]),
    ("ja", ["2026/11/21", "2026年11月21日", "2026年11月21日", "2026年11月21日 土曜日"]),
    ("zh-Hans", ["2026/11/21", "2026年11月21日", "2026年11月21日", "2026年11月21日 星期六"]),
    ("ko", ["2026. 11. 21.", "2026년 11월 21일", "2026년 11월 21일", "2026년 11월 21일 토요일"]),
    ("pl", ["21.11.2026", "21 lis 2026", "21 listopada 2026", "sobota, 21 listopada 2026"]),
    ("ar-AE", ["21/11/2026", "21 نوفمبر، 2026", "21 نوفمبر، 2026", "السبت، 21 نوفمبر، 2026"]),
    ("ar-EG", ["٢١/١١/٢٠٢٦", "٢١ نوفمبر، ٢٠٢٦", "٢١ نوفمبر، ٢٠٢٦", "السبت، ٢١ نوفمبر، ٢٠٢٦"]),
    (
      "ar-LB",
      ["٢١/١١/٢٠٢٦", "٢١ تشرين ٢، ٢٠٢٦", "٢١ تشرين الثاني، ٢٠٢٦", "السبت، ٢١ تشرين الثاني، ٢٠٢٦"]
    ),
    ("ar-MA", ["21/11/2026", "21 نونبر، 2026", "21 نونبر 2026", "السبت، 21 نونبر 2026"]),
    ("he", ["21.11.2026", "21 בנוב׳ 2026", "21 בנובמבר 2026", "יום שבת, 21 בנובמבר 2026"]),
  ]

  @Test(arguments: styles)
  func style(row: (locale: String, texts: [String])) {
    let day = DateComponents(year: 2026, month: 11, day: 21)
    let texts = ["Short", "Medium", "Long", "Full"].map {
      Self.shown(day, Self.metadata("Style", $0, kind: .date), row.locale)
    }
    #expect(texts == row.texts)
    // If the style is unknown or missing, the full style is used, as in Apple's runtime.
    for name in [nil, "Grand"] as [String?] {
      let text = Self.shown(day, Self.metadata("Style", name, kind: .date), row.locale)
      #expect(text == row.texts[3])
    }
  }

  /// The format, the date and time styles, a template, and the texts for Germany and the United
  /// States.
  static let formats: [(metadata: DateComponentsMetadata, german: String, american: String)] = [
    (
      metadata(nil, nil), "Samstag, 21. November 2026 19:30:05",
      "Saturday, November 21, 2026 7:30:05 PM"
    ),
    (metadata("Style", "Short", "Short"), "21.11.2026 19:30", "11/21/2026 7:30 PM"),
    (metadata("Style", "Long", "No"), "21. November 2026", "November 21, 2026"),
    (metadata("Style", "No", "Medium"), "19:30:05", "7:30:05 PM"),
    (metadata("Style", "No", "No"), "21. Nov. 2026 19:30:05", "Nov 21, 2026 7:30:05 PM"),
    (metadata("Style", "Full", "Full", kind: .time), "19:30:05", "7:30:05 PM"),
    (
      metadata("Template", nil, template: "EEEEMMMMd"), "Samstag, 21. November",
      "Saturday, November 21"
    ),
    (metadata("Template", nil, template: "MMMd"), "21. Nov.", "Nov 21"),
    (metadata("Template", nil, template: "yMd"), "21.11.2026", "11/21/2026"),
    (metadata("Template", nil, template: "jmm"), "19:30", "7:30 PM"),
    (
      metadata("Template", nil, template: "yMMMM 'at' jm"), "November 2026 19:30",
      "November 2026 7:30 PM"
    ),
    (
      metadata("Template", nil, template: "'only'"), "21. Nov. 2026 19:30:05",
      "Nov 21, 2026 7:30:05 PM"
    ),
  ]

  @Test(arguments: formats)
  func format(row: (metadata: DateComponentsMetadata, german: String, american: String)) {
    #expect(Self.shown(Self.moment, row.metadata, "de") == row.german)
    #expect(Self.shown(Self.moment, row.metadata, "en-US") == row.american)
  }

  /// Yesterday, today and tomorrow have names.
  ///
  /// Other days are shown in the style of the definition, and so are all days if the current day is
  /// unknown.
  @Test func relativeDays() {
    let relative = Self.metadata("Relative", "Long", "Short")
    let days = [19, 20, 21, 22, 23].map {
      DateComponents(year: 2026, month: 11, day: $0, hour: 7, minute: 30)
    }
    let today = CivilDate(clampingYear: 2026, month: 11, day: 21)
    #expect(
      days.map { Self.shown($0, relative, "de", today: today) } == [
        "19. November 2026 07:30", "gestern 07:30", "heute 07:30", "morgen 07:30",
        "23. November 2026 07:30",
      ])
    #expect(Self.shown(days[2], relative, "en-US", today: today) == "today 7:30 AM")
    #expect(Self.shown(days[2], relative, "en-US") == "November 21, 2026 7:30 AM")
    let yearEnd = DateComponents(year: 2027, month: 1, day: 1)
    #expect(
      Self.shown(
        yearEnd, Self.metadata("Relative", "Full", kind: .date), "ja",
        today: CivilDate(clampingYear: 2026, month: 12, day: 31)) == "明日")
  }

  static let places = [
    "", "en", "en-US", "en-GB", "en-CA", "en-ZA", "de", "de-AT", "fr", "fr-CA", "es", "es-US", "it",
    "it-CH", "pt-BR", "pt-PT", "nl", "nl-BE", "ja", "zh-Hans", "zh-TW", "zh-HK", "ko", "hu", "sv",
    "pl", "cs", "ar", "hi", "ar-EG", "ar-LB", "ar-DZ", "ar-MA", "he",
  ]

  /// A day and its text.
  private struct Shown: Sendable {
    var day: (year: Int, month: Int, day: Int)
    var format: String
    var date: String?
    var time: String?
  }

  private static let shown: [Shown] = {
    let days = [(2026, 11, 21), (2026, 11, 22), (2028, 2, 29), (1999, 5, 3), (2031, 12, 12)]
    let names: [String?] = DateStyle.allCases.map(\.rawValue) + [nil]
    return days.flatMap { day in
      ["Style", "Relative"].flatMap { format in
        names.flatMap { date in
          names.map { Shown(day: day, format: format, date: date, time: $0) }
        }
      }
    }
  }()

  /// The shown text of a value can be typed, and gives the same value as far as the text shows it.
  @Test(arguments: places.indices)
  func whatIsShownCanBeTyped(_ index: Int) throws {
    let locale = Self.places[index]
    var words = FormWords(locale: locale)
    words.today = CivilDate(clampingYear: 2026, month: 11, day: 21)
    let notation = ValueNotation(locale: locale)
    for one in TestDepth.turn(index, 37, of: Self.shown) {
      let ((year, month, day), date, time) = (one.day, one.date, one.time)
      let type = ParameterType.dateComponents(Self.metadata(one.format, date, time))
      let components = DateComponents(
        year: year, month: month, day: day, hour: 19, minute: 30, second: 5)
      let text = ValueText.display(
        of: .dateComponents(components), type: type, schema: .of([]), words: words)
      let read = try ValueText.value(
        of: text, type: type, schema: .of([]), words: words, notation: notation
      ).get()
      guard case .dateComponents(let found) = read else {
        Issue.record("\(text) is read as \(read)")
        continue
      }
      var expected = DateComponents()
      let isAll = date == "No" && time == "No"
      if date != "No" || isAll {
        (expected.year, expected.month, expected.day) = (year, month, day)
      }
      // A time alone means that time today.
      if date == "No" { (expected.year, expected.month, expected.day) = (2026, 11, 21) }
      if isAll { (expected.year, expected.month, expected.day) = (year, month, day) }
      if time != "No" || isAll { (expected.hour, expected.minute) = (19, 30) }
      if !["No", "Short"].contains(time) || isAll { expected.second = 5 }
      #expect(found == expected, "\(text) in \(locale)")
    }
  }

  /// A date with a wrong day of the week is a mistake.
  @Test func aWrongDayOfTheWeekIsRefused() {
    let type = ParameterType.dateComponents(Self.metadata("Style", "Full", kind: .date))
    let read = ValueText.value(
      of: "Monday, November 21, 2026", type: type, schema: .of([]),
      words: FormWords(locale: "en-US"), notation: ValueNotation(locale: "en-US"))
    #expect(throws: IntentIssue.Reason.self) { try read.get() }
  }
}
