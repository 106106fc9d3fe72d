import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import FormEngine

/// The words that people type, in the files of all languages.
@Suite struct TypedWordsTests {
  /// Every language has every field, even if the field has no words, and each word can be read.
  @Test(arguments: LanguageFile.all.map(\.tag))
  func aLanguageHasEveryField(tag: String) throws {
    let words = try #require(LanguageTag(tag).flatMap { TypedWords.of($0.language) })
    #expect(words.flaws == [])
    #expect(words.numbers.values.allSatisfy { Double($0) != nil }, "\(words.numbers)")
    let symbols = MeasurementDimension.allCases.flatMap(\.units).map(\.symbol)
    #expect(Set(words.measures.values).subtracting(symbols) == [])
    let codes = Set(words.currencies.values).subtracting(["$", "£", TypedWords.localCurrency])
    #expect(codes.filter { $0.wholeMatch(of: /[A-Z]{3}/) == nil } == [])
  }

  /// The form reads the examples that its help shows: tomorrow, 24 December and the day in three
  /// days, then a time in the evening, noon and half past seven.
  @Test(arguments: LanguageFile.all.map(\.tag))
  func theExamplesCanBeTyped(tag: String) throws {
    let words = try #require(LanguageTag(tag).flatMap { TypedWords.of($0.language) })
    func values(_ row: String, _ examples: [String]) -> [String?] {
      examples.map { example in
        var form = TypedTexts.form(tag)
        _ = form.handle(.setText(.parameter(row), example))
        return form.draft.values[row].map { ValueText.text(of: $0) }
      }
    }
    let days: [String?] = ["2026-11-29", "2026-12-24", "2026-12-01"]
    #expect(values("day", words.dayExamples) == days)
    #expect(values("both", words.dayExamples) == days)
    let times = values("time", words.timeExamples)
    let evening = times.first ?? nil
    #expect(evening == "19:00" || evening == "19:30")
    let others: [String?] = ["12:00", "07:30"]
    #expect(Array(times.dropFirst()) == others)
  }

  @Test(
    arguments: [
      ("\nlast: ", "\nlats: ", [.unknownField("lats"), .missingField("last")]),
      ("\nlast: ", "\nnext: ", [.repeatedField("next"), .missingField("last")]),
      ("mittag = 720", "mittag = noon", [.unreadWord("mittag", field: "times")]),
      ("mittag = 720", "mittag", [.unreadWord("mittag", field: "times")]),
      ("now: jetzt", "now: jetzt = 0", [.unreadWord("jetzt", field: "now")]),
    ] as [(String, String, [TypedWords.Flaw])])
  func aFlawIsFound(part: String, wrong: String, flaws: [TypedWords.Flaw]) throws {
    let german = try #require(LanguageFile.words(of: "de"))
    let text = german.replacing(part, with: wrong, maxReplacements: 1)
    #expect(text != german)
    #expect(TypedWords(declared: text).flaws == flaws)
  }
}
