import IntentModel
import Messages
import Testing

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
