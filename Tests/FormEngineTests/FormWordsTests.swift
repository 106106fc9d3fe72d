import Testing

@testable import FormEngine

@Suite struct FormWordsTests {
  @Test(arguments: FormWords.Language.allCases)
  func everyTextIsThere(language: FormWords.Language) {
    let words = FormWords(locale: language.rawValue)
    #expect(words.language == language)
    for word in FormWord.allCases { #expect(words.table[word]?.isEmpty == false, "\(word)") }
    #expect(words.names(.months).count == 12)
    #expect(words.names(.weekdays).count == 7)
  }

  /// What is put into a text is the same in all languages.
  @Test(arguments: FormWords.Language.allCases)
  func placesForArgumentsAreThoseOfEnglish(language: FormWords.Language) {
    func places(_ text: String) -> [String] {
      ["%1", "%2"].filter { text.contains($0) }
    }
    let words = FormWords(locale: language.rawValue)
    for word in FormWord.allCases {
      #expect(places(words(word)) == places(FormWords.english[word] ?? ""), "\(word)")
    }
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

  @Test func argumentsAreFilledIn() {
    let words = FormWords(locale: "en")
    #expect(words(.countOf, "2", "3") == "2 of 3")
    #expect(words(.countOf, "%2", "%1") == "%2 of %1")
    #expect(words(.countOf, "2") == "2 of %2")
    #expect(words(.moreLines, "7") == "7 more lines")
    #expect(words(.save) == "Save")
  }

  @Test func otherLanguagesAreNotEnglish() {
    for language in FormWords.Language.allCases where language != .english {
      let words = FormWords(locale: language.rawValue)
      let same = FormWord.allCases.filter {
        $0 != .monthAndYear && words($0) == FormWords.english[$0]
      }
      #expect(same.isEmpty, "\(language): \(same)")
    }
  }
}
