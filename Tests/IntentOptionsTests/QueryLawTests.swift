import Testing
import WidgetTestSupport

@testable import IntentOptions

/// Properties of every term that a person can type.
@Suite struct QueryLawTests {
  /// More syntax: characters that are operators, and characters that are text.
  @Test(arguments: [
    ("^'a", "prefix('a)"), ("'^a", "exact(^a)"), ("'a'$", "boundary(a)"), ("^a'", "prefix(a')"),
    ("a$$", "suffix(a$)"),
    ("$a", "fuzzy($a)"), ("a^", "fuzzy(a^)"), ("a'", "fuzzy(a')"), ("'a'b", "exact(a'b)"),
    ("'''", "boundary(')"),
    ("!''", "!fuzzy(')"), ("!!", "!exact(!)"), ("!^", ""), ("!'", ""), ("^!a", "prefix(!a)"),
    ("'!a", "exact(!a)"),
    ("||", "fuzzy(||)"), ("| |", "fuzzy(|)"), ("a | b | c", "fuzzy(a)|fuzzy(b)|fuzzy(c)"),
    ("a | b | ", "fuzzy(a)|fuzzy(b)"), ("a b | c d", "fuzzy(a) fuzzy(b)|fuzzy(c) fuzzy(d)"),
    ("!a | b", "!exact(a)|fuzzy(b)"), ("^ a", "fuzzy(a)"), ("' a", "fuzzy(a)"),
    ("a\\ ", "fuzzy(a )"),
    ("\\ ", "fuzzy( )"), ("\\  \\ ", "fuzzy( ) fuzzy( )"), ("^\\ a", "prefix( a)"),
    ("a\\ $", "suffix(a )"),
    ("\\", "fuzzy(\\)"), ("\\\\", "fuzzy(\\\\)"), ("a\\\\ b", "fuzzy(a\\ b)"),
    ("\u{3000}a\u{3000}", "fuzzy(a)"),
    ("a\u{A0}b", "fuzzy(a b)"), ("！a", "fuzzy(!a)"), ("＾a", "fuzzy(^a)"), ("ＡＢ", "fuzzy(ab)"),
    ("ﬁ", "fuzzy(fi)"),
    ("a\u{200B}b", "fuzzy(ab)"), ("\u{FEFF}", ""), ("a | \u{200B}", "fuzzy(a)"),
    ("ẞ$", "suffix(ss)"), ("^İ", "prefix(i)"), ("\n", "fuzzy(\n)"),
  ])
  func syntax(text: String, expected: String) {
    #expect(OptionsQueryTests.shape(text) == expected)
  }

  /// The length of a term in characters, and how many of them are used.
  @Test(arguments: [(1, 1), (255, 255), (256, 256), (257, 256), (100_000, 256)])
  func theFirstCharactersCount(length: Int, counted: Int) {
    for character in ["x", "é", "👩‍👩‍👧", "e\u{301}\u{302}"] {
      let query = OptionsQuery(String(repeating: character, count: length))
      #expect(query.alternatives.first?.first?.characterEnds.count == counted)
    }
    let words = OptionsQuery(String(repeating: "a ", count: length))
    #expect(words.alternatives.count == min(length, 128), "spaces are characters too")
  }

  static let letters: [Character] = ["a", "B", "é", "東", " ", "|", "'", "^", "$", "!", "\\", "　"]

  @Test func aTermIsTheSameHoweverItIsSpacedAtItsEndsAndInWhateverCase() {
    for seed in PropertySeeds("spacing of terms", count: 300) {
      var random = SeededGenerator(seed: seed)
      let term = random.text(of: Self.letters, length: 0...8)
      let query = OptionsQuery(term)
      #expect(OptionsQuery("  " + term) == query, "seed \(seed): “\(term)”")
      #expect(OptionsQuery(term.uppercased()) == query, "seed \(seed): “\(term)”")
      #expect(OptionsQuery(term.lowercased()) == query, "seed \(seed): “\(term)”")
      if !term.hasSuffix("\\") { #expect(OptionsQuery(term + " ") == query, "seed \(seed)") }
      #expect(query.refines(query), "seed \(seed): “\(term)”")
      #expect(query.refines(OptionsQuery("")), "seed \(seed): “\(term)”")
    }
  }

  @Test func anInverseTermMatchesWhatTheOtherDoesNot() {
    let pairs = [
      ("!a", "'a"), ("!^a", "^a"), ("!a$", "a$"), ("!^a$", "^a$"), ("!'a", "a"), ("!'a'", "'a'"),
    ]
    for seed in PropertySeeds("inverse terms", count: 200) {
      var random = SeededGenerator(seed: seed)
      let word = random.text(of: ["a", "b", "é"], length: 1...2)
      let text = random.text(of: ["a", "B", "é", "e", " ", "-"], length: 0...6)
      for (inverse, other) in pairs {
        let (no, yes) = (inverse.replacing("a", with: word), other.replacing("a", with: word))
        #expect(
          OptionsQuery(no).matches(text) != OptionsQuery(yes).matches(text),
          "\(seed): \(no), \(text)")
      }
    }
  }

  @Test func aKindOfTermSaysNoMoreThanAWiderOne() {
    // Each row goes from the narrowest to the widest query.
    let rows = [["^a$", "^a", "'a", "a"], ["^a$", "a$", "'a", "a"], ["^a$", "'a'", "'a", "a"]]
    for seed in PropertySeeds("kinds of terms", count: 200) {
      var random = SeededGenerator(seed: seed)
      let word = random.text(of: ["a", "b", "東"], length: 1...3)
      let text = random.text(of: ["a", "b", "A", "東", " ", "x"], length: 0...6)
      for row in rows {
        let found = row.map { OptionsQuery($0.replacing("a", with: word)).matches(text) }
        #expect(found == found.sorted { !$0 && $1 }, "seed \(seed): “\(word)” in “\(text)”")
      }
    }
  }

  @Test func alternativesMatchWhatOneOfThemMatchesAndTermsWhatAllDo() {
    for seed in PropertySeeds("terms together", count: 200) {
      var random = SeededGenerator(seed: seed)
      let signs = ["", "'", "^", "!"]
      func term() -> String {
        (signs.randomElement(using: &random) ?? "")
          + random.text(of: ["a", "b", "c"], length: 1...2)
      }
      let (one, other) = (term(), term())
      let text = random.text(of: ["a", "b", "c", " "], length: 0...6)
      let (first, second) = (OptionsQuery(one).matches(text), OptionsQuery(other).matches(text))
      #expect(OptionsQuery("\(one) | \(other)").matches(text) == (first || second), "seed \(seed)")
      #expect(OptionsQuery("\(one) \(other)").matches(text) == (first && second), "seed \(seed)")
      #expect(OptionsQuery("\(other) \(one)").matches(text) == (first && second), "seed \(seed)")
    }
  }

  @Test func highlightsAreCharactersOfTheTextInOrderEachOnce() {
    for seed in PropertySeeds("highlights", count: 300) {
      var random = SeededGenerator(seed: seed)
      let query = OptionsQuery(random.text(of: Self.letters, length: 0...6))
      let text = random.text(
        of: ["a", "b", "B", "é", "東", "👩‍👩‍👧", " ", "|", "!", "ß"], length: 0...12)
      let places = query.highlights(in: text)
      #expect(places == Set(places).sorted(), "seed \(seed)")
      #expect(places.allSatisfy { (0..<text.count).contains($0) }, "seed \(seed)")
      if query.alternatives.allSatisfy({ $0.allSatisfy(\.isInverse) }) { #expect(places.isEmpty) }
    }
  }
}
