import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import FormEngine

@Suite struct FormWordsTests {
  @Test(arguments: MessageLanguage.allCases)
  func namesAreComplete(language: MessageLanguage) {
    let words = FormWords(locale: language.rawValue)
    #expect(words.language == language)
    #expect(words.names("d,h,min,s").count == 4)
    #expect(Set(words.format.weekdayNames).count == 7)
  }

  /// A locale, a number, and the texts for that number of lines and days.
  static let counts: [(locale: String, count: Int, lines: String, days: String)] = [
    ("en", 0, "0 more lines", "0 s"), ("en", 1, "1 more line", "1 d"),
    ("en", 2, "2 more lines", "2 d"), ("en", 12_345, "12345 more lines", "12345 d"),
    ("en-US", 12_345, "12,345 more lines", "12,345 days"), ("de", 0, "0 weitere Zeilen", "0 Sek."),
    ("de", 1, "1 weitere Zeile", "1 Tg."), ("de", 21, "21 weitere Zeilen", "21 Tg."),
    ("de", 12_345, "12.345 weitere Zeilen", "12.345 Tg."), ("zh", 1, "还有 1 行", "1天"),
    ("ja", 7, "あと7行", "7日"), ("ar", 1, "سطر واحد آخر", "يوم"), ("ar", 2, "سطران آخران", "يومان"),
    ("ar", 3, "3 أسطر أخرى", "3 أيام"), ("ar-EG", 11, "١١ سطرًا آخر", "١١ يومًا"),
    ("ar-EG", 100, "١٠٠ سطر آخر", "١٠٠ يوم"), ("ar-EG", 12_345, "١٢٬٣٤٥ سطرًا آخر", "١٢٬٣٤٥ يومًا"),
    ("he", 1, "עוד שורה אחת", "1 יום"), ("he", 2, "עוד שתי שורות", "יומיים"),
    ("he", 12_345, "עוד 12,345 שורות", "12,345 ימ׳"),
  ]

  @Test(arguments: counts)
  func count(row: (locale: String, count: Int, lines: String, days: String)) {
    let words = FormWords(locale: row.locale)
    #expect(words(.moreLines(count: row.count)) == row.lines)
    #expect(DurationText.display(of: Double(row.count) * 86_400, words: words) == row.days)
  }

  /// A locale, a command, the typed text, and whether the text means the command.
  static let commands: [(locale: String, word: Message, line: String, isMeant: Bool)] = [
    ("en", .sayYes, "yes", true), ("en", .sayYes, "Y", true), ("en", .sayYes, "ja", false),
    ("de", .sayYes, "Ja", true), ("de", .sayYes, "yes", true), ("de", .sayNo, "NEIN", true),
    ("de", .sayBack, "zurück", true), ("de", .sayBack, "ZURÜCK", true),
    ("de", .sayBack, "back", true), ("de", .sayQuit, "beenden", true), ("ja", .sayNo, "いいえ", true),
    ("ja", .sayYes, "はい", true), ("ja", .sayNo, "no", true), ("zh", .sayNo, "否", true),
    ("zh", .sayYes, "是", true), ("zh", .sayBack, "返回", true), ("zh", .sayBack, "戻る", false),
    ("fr", .sayYes, "oui", false), ("fr", .sayYes, "yes", true), ("en", .sayYes, "", false),
    ("ar-EG", .sayYes, "نعم", true), ("ar", .sayNo, "لا", true), ("ar", .sayQuit, "خروج", true),
    ("ar", .sayNo, "לא", false), ("he", .sayYes, "כן", true), ("iw", .sayBack, "חזרה", true),
    ("he", .sayUndo, "undo", true),
  ]

  @Test(arguments: commands)
  func command(row: (locale: String, word: Message, line: String, isMeant: Bool)) {
    #expect(FormWords(locale: row.locale).isMeant(row.word, by: row.line) == row.isMeant)
  }

  /// Every word of a language stands for a single command, and contains no character that is a
  /// command.
  @Test(arguments: MessageLanguage.allCases)
  func commandsDiffer(language: MessageLanguage) {
    let words = FormWords(locale: language.rawValue)
    let commands: [Message] = [.sayBack, .sayQuit, .sayUndo, .sayRedo, "more", .sayYes, .sayNo]
    let all = commands.flatMap { words.names($0) }
    #expect(Set(all).count == all.count)
    #expect(!all.contains { ["?", "-", "=", "/", ""].contains($0) || $0 != $0.lowercased() })
    for (index, word) in commands.enumerated() {
      let others = commands.indices.filter { $0 != index }.flatMap { words.names(commands[$0]) }
      // An English word has the same meaning in every language.
      let meant = FormWords.english.names(word).filter { others.contains($0) }
      #expect(meant.isEmpty || language == .english, "\(meant)")
    }
  }

  @Test(
    arguments: [
      ("en", "a", "“a”"), ("de", "a", "„a“"), ("zh", "a", "“a”"), ("ja", "a", "「a」"),
      ("fr", "a", "“a”"), ("de", "", "„“"), ("ar", "a", "«a»"), ("he", "a", "”a”"),
      ("ja", String(repeating: "長", count: 60), "「" + String(repeating: "長", count: 60) + "」"),
      ("ja", String(repeating: "長", count: 61), "「" + String(repeating: "長", count: 59) + "…」"),
    ])
  func quotation(locale: String, text: String, quoted: String) {
    #expect(FormWords(locale: locale).quoted(text) == quoted)
  }

  @Test func theWordsFollowTheLocaleOfASetup() {
    var setup = FormSetup(schema: .of([]), title: "Test", locale: "de")
    #expect(setup.words.language.rawValue == "de")
    #expect(setup.words.format.decimalMark == ",")
    setup.locale = "ja-JP"
    #expect(setup.words.language.rawValue == "ja")
    #expect(setup.words == FormWords(locale: "ja-JP"))
  }

  /// The name of a currency is never read as another currency with the same symbol.
  @Test(arguments: [
    ("es-MX", "dólares", nil), ("es-AR", "dollars", nil), ("es-US", "dólares", "USD"),
    ("en-CA", "dollars", "CAD"), ("de-DE", "Dollar", "USD"), ("en-GB", "pounds", "GBP"),
    ("ja-JP", "ポンド", "GBP"),
  ])
  func namesOfCurrencies(locale: String, name: String, code: String?) {
    #expect(FormWords(locale: locale).currency(named: name) == code)
  }

  /// The name of a unit is never read as a unit of a different size or dimension.
  @Test(arguments: [
    ("en-GB", "pint", nil), ("fr-FR", "quart", nil), ("en", "1/l", nil), ("en", "m/l", nil),
    ("en", "litre", "L"), ("en", "cubic metres", "m³"), ("en", "m3", "m³"), ("en", "gal", "gal"),
  ])
  func namesOfUnits(locale: String, name: String, symbol: String?) throws {
    let volume = try #require(MeasurementDimension.allCases.first { $0.unit("gal") != nil })
    #expect(FormWords(locale: locale).unit(named: name, of: volume)?.symbol == symbol)
  }

  /// Even a duration that Foundation cannot represent has a text.
  @Test(arguments: DurationUnit.allCases)
  func extremeDurations(unit: DurationUnit) {
    for number in [9e15, -9e15, 2e15, -1.5e15, 1e300] {
      for locale in ["en", "en-US", "de-DE", "ar"] {
        let text = FormWords(locale: locale).duration(number, in: unit)
        #expect(text.hasSuffix(" \(unit.symbol)"), "\(text)")
      }
    }
  }
}
