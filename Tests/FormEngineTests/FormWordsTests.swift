import IntentModel
import IntentOptions
import Testing

@testable import FormEngine

@Suite struct FormWordsTests {
  /// The places for arguments of a text, in order and each once.
  private func places(_ text: String?) -> [String] {
    (1...9).map { "%\($0)" }.filter { text?.contains($0) == true }
  }

  @Test(arguments: FormWords.Language.allCases)
  func everyTextIsThere(language: FormWords.Language) {
    let words = FormWords(locale: language.rawValue)
    #expect(words.language == language)
    for word in FormWord.allCases where word != .durationJoint {
      #expect(words.table[word]?.isEmpty == false, "\(word)")
    }
    #expect(words.table.count == FormWord.allCases.count)
    #expect(words.names(.months).count == 12)
    #expect(words.names(.weekdays).count == 7)
    #expect(words.names(.durationUnits).count == 4)
    #expect(Set(words.names(.months)).count == 12)
    #expect(Set(words.names(.weekdays)).count == 7)
  }

  /// What is put into a text is the same in all languages, and in both forms of a text that has two.
  @Test(arguments: FormWords.Language.allCases)
  func placesForArgumentsAreThoseOfEnglish(language: FormWords.Language) {
    let words = FormWords(locale: language.rawValue)
    for word in FormWord.allCases {
      let expected = places(FormWords.englishTexts[word])
      let forms = words.table[word]?.components(of: "||") ?? []
      #expect(forms.count <= 2, "\(word)")
      for form in forms { #expect(places(form) == expected, "\(word)") }
    }
  }

  /// Only German and English tell one from many.
  @Test(arguments: [FormWords.Language.chinese, .japanese])
  func oneFormForAllNumbers(language: FormWords.Language) {
    let words = FormWords(locale: language.rawValue)
    for word in FormWord.allCases { #expect(words.table[word]?.contains("||") == false, "\(word)") }
  }

  @Test(
    arguments: [
      ("de", .german), ("de-CH", .german), ("ja_JP", .japanese), ("zh-Hans-CN", .chinese),
      ("zh", .chinese), ("en-GB", .english), ("fr", .english), ("", .english), ("C", .english),
      ("DE", .german),
    ] as [(String, FormWords.Language)])
  func language(locale: String, language: FormWords.Language) {
    #expect(FormWords(locale: locale).language == language)
  }

  /// Chinese and Japanese cannot be written in ASCII; German can.
  @Test(
    arguments: [
      ("de", .german), ("ja", .english), ("zh-Hans", .english), ("en", .english), ("fr", .english),
    ] as [(String, FormWords.Language)])
  func languageInASCII(locale: String, language: FormWords.Language) {
    #expect(FormWords(locale: locale, isASCII: true).language == language)
  }

  @Test func argumentsAreFilledIn() {
    let words = FormWords.english
    #expect(words(.countOf, "2", "3") == "2 of 3")
    #expect(words(.countOf, "%2", "%1") == "%2 of %1")
    #expect(words(.countOf, "2") == "2 of %2")
    #expect(words(.save) == "Save")
    #expect(words(.fromTo, "a number", "1", "9") == "a number from 1 to 9")
  }

  /// A locale, a number, and the texts for so many lines and days.
  static let counts: [(locale: String, count: Int, lines: String, days: String)] = [
    ("en", 0, "0 more lines", "0 d"), ("en", 1, "1 more line", "1 d"),
    ("en", 2, "2 more lines", "2 d"), ("en", 12_345, "12345 more lines", "12345 d"),
    ("en-US", 12_345, "12,345 more lines", "12,345 d"), ("de", 0, "0 weitere Zeilen", "0 Tage"),
    ("de", 1, "1 weitere Zeile", "1 Tag"), ("de", 21, "21 weitere Zeilen", "21 Tage"),
    ("de", 12_345, "12.345 weitere Zeilen", "12.345 Tage"), ("zh", 1, "还有 1 行", "1天"),
    ("ja", 7, "あと7行", "7日"),
  ]

  @Test(arguments: counts)
  func count(row: (locale: String, count: Int, lines: String, days: String)) {
    let words = FormWords(locale: row.locale)
    #expect(words(.moreLines, count: row.count) == row.lines)
    #expect(words(.dayCount, count: row.count) == row.days)
  }

  /// Words that are rightly the same as in English.
  static let same: [FormWords.Language: Set<FormWord>] = [
    .chinese: [.monthAndYear], .japanese: [.monthAndYear],
    .german: [.monthAndYear, .durationJoint],
  ]

  @Test func otherLanguagesAreNotEnglish() {
    for language in FormWords.Language.allCases where language != .english {
      let words = FormWords(locale: language.rawValue)
      let same = FormWord.allCases.filter {
        words($0) == FormWords.englishTexts[$0] && Self.same[language]?.contains($0) != true
      }
      #expect(same.isEmpty, "\(language): \(same)")
    }
  }

  /// A locale, a command, what a person types, and whether it is meant.
  static let commands: [(locale: String, word: FormWord, line: String, isMeant: Bool)] = [
    ("en", .sayYes, "yes", true), ("en", .sayYes, "Y", true), ("en", .sayYes, "ja", false),
    ("de", .sayYes, "Ja", true), ("de", .sayYes, "yes", true), ("de", .sayNo, "NEIN", true),
    ("de", .sayBack, "zurück", true), ("de", .sayBack, "ZURÜCK", true),
    ("de", .sayBack, "back", true), ("de", .sayQuit, "beenden", true), ("ja", .sayNo, "いいえ", true),
    ("ja", .sayYes, "はい", true), ("ja", .sayNo, "no", true), ("zh", .sayNo, "否", true),
    ("zh", .sayYes, "是", true), ("zh", .sayBack, "返回", true), ("zh", .sayBack, "戻る", false),
    ("fr", .sayYes, "oui", false), ("fr", .sayYes, "yes", true), ("en", .sayYes, "", false),
  ]

  @Test(arguments: commands)
  func command(row: (locale: String, word: FormWord, line: String, isMeant: Bool)) {
    #expect(FormWords(locale: row.locale).isMeant(row.word, by: row.line) == row.isMeant)
  }

  /// No word of a language means two commands, and none of them holds a sign that does.
  @Test(arguments: FormWords.Language.allCases)
  func commandsDiffer(language: FormWords.Language) {
    let words = FormWords(locale: language.rawValue)
    let commands: [FormWord] = [.sayBack, .sayQuit, .sayUndo, .sayRedo, .sayMore, .sayYes, .sayNo]
    let all = commands.flatMap { words.names($0) }
    #expect(Set(all).count == all.count)
    #expect(!all.contains { ["?", "-", "=", "/", ""].contains($0) || $0 != $0.lowercased() })
    for (index, word) in commands.enumerated() {
      let others = commands.indices.filter { $0 != index }.flatMap { words.names(commands[$0]) }
      // An English word keeps its meaning in every language.
      let meant = FormWords.english.names(word).filter { others.contains($0) }
      #expect(meant.isEmpty || language == .english, "\(meant)")
    }
  }

  @Test(
    arguments: [
      ("en", "a", "“a”"), ("de", "a", "„a“"), ("zh", "a", "“a”"), ("ja", "a", "「a」"),
      ("fr", "a", "“a”"), ("de", "", "„“"),
      ("ja", String(repeating: "長", count: 60), "「" + String(repeating: "長", count: 60) + "」"),
      ("ja", String(repeating: "長", count: 61), "「" + String(repeating: "長", count: 59) + "…」"),
    ])
  func quotation(locale: String, text: String, quoted: String) {
    #expect(FormWords(locale: locale).quoted(text) == quoted)
  }

  @Test func theWordsFollowTheLocaleOfASetup() {
    var setup = FormSetup(schema: .of([]), title: "Test", locale: "de")
    #expect(setup.words.language == .german)
    #expect(setup.words.format.decimalMark == ",")
    setup.locale = "ja-JP"
    #expect(setup.words.language == .japanese)
    #expect(setup.words == FormWords(locale: "ja-JP"))
  }
}

extension String {
  fileprivate func components(of separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let place = rest.firstRange(of: separator) {
      parts.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return parts + [String(rest)]
  }
}
