import Testing
import WidgetTestSupport

@testable import IntentOptions

@Suite struct OptionsQueryTests {
  /// A query as `kind(text)`, with alternatives joined by `|`, and `!` for inverse terms.
  static func shape(_ text: String) -> String {
    OptionsQuery(text).alternatives.map { terms in
      terms.map { term in
        let text = String(decoding: term.text, as: UTF8.self)
        return "\(term.isInverse ? "!" : "")\(term.kind)(\(text))"
      }.joined(separator: "|")
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("", ""), ("   ", ""), ("abc", "fuzzy(abc)"), ("a b", "fuzzy(a) fuzzy(b)"),
    ("  a   b  ", "fuzzy(a) fuzzy(b)"), ("'abc", "exact(abc)"), ("^abc", "prefix(abc)"),
    ("abc$", "suffix(abc)"), ("^abc$", "whole(abc)"), ("!abc", "!exact(abc)"),
    ("!^abc", "!prefix(abc)"), ("!abc$", "!suffix(abc)"), ("!^abc$", "!whole(abc)"),
    ("!'abc", "!fuzzy(abc)"), ("'abc'", "boundary(abc)"), ("!'abc'", "!boundary(abc)"),
    ("'abc$", "exact(abc)"), ("a | b", "fuzzy(a)|fuzzy(b)"),
    ("a | b c", "fuzzy(a)|fuzzy(b) fuzzy(c)"),
    ("a | 'b | ^c d", "fuzzy(a)|exact(b)|prefix(c) fuzzy(d)"),
    ("a|b", "fuzzy(a|b)"), ("| a", "fuzzy(|) fuzzy(a)"), ("a |", "fuzzy(a)"),
    ("a | | b", "fuzzy(a)|fuzzy(|) fuzzy(b)"), ("a | ! b", "fuzzy(a)|fuzzy(b)"),
    ("$", "fuzzy($)"), ("^", ""), ("'", ""), ("!", ""), ("!$", "!exact($)"), ("^$", ""),
    ("''", "exact(')"),
    ("a\\ b", "fuzzy(a b)"), ("'new\\ york", "exact(new york)"), ("a\\b", "fuzzy(a\\b)"),
    ("a\\", "fuzzy(a\\)"), ("a　b", "fuzzy(a) fuzzy(b)"), ("ÄÖ", "fuzzy(ao)"), ("!!a", "!exact(!a)"),
    ("\u{301}", ""), ("a\tb", "fuzzy(a\tb)"),
  ])
  func syntax(text: String, expected: String) {
    #expect(Self.shape(text) == expected)
  }

  @Test func charactersAreKeptInOnePiece() {
    let term = OptionsQuery("aé🇩🇪👍🏽か\u{3099}").alternatives.first?.first
    #expect(term?.characterLengths == [1, 1, 8, 8, 3])
  }

  @Test(arguments: [
    ("ab", "a", true), ("a", "ab", false), ("ab", "b", true), ("xaybz", "ab", true),
    ("a b", "a", true), ("a", "a b", false), ("'ab", "ab", true), ("ab", "'ab", false),
    ("'abc", "'bc", true), ("^abc", "^ab", true), ("^abc", "'bc", true), ("^bc", "^abc", false),
    ("abc$", "bc$", true), ("abc$", "ab$", false), ("^abc$", "^ab", true), ("^abc$", "bc$", true),
    ("'abc'", "'ab", true), ("'abc'", "'ab'", false), ("'abc", "'abc'", false),
    ("!a", "!ab", true), ("!ab", "!a", false), ("a !b", "a", true), ("a", "a !b", false),
    ("a | b", "a", false), ("a", "a | b", true), ("ab | bc", "b", true), ("ab | c", "b", false),
    ("a", "", true), ("", "a", false), ("!^a", "!^ab", true), ("!ab", "ab", false),
    ("!'a", "!ab", true), ("🇩🇪", "🇩", true), ("ea", "é", true),
  ])
  func refining(narrower: String, wider: String, expected: Bool) {
    #expect(OptionsQuery(narrower).refines(OptionsQuery(wider)) == expected)
  }

  @Test func refiningIsCertain() {
    let seed: UInt64 = 0x5EED_0001
    var random = SeededGenerator(seed: seed)
    let letters: [Character] = ["a", "b", "c", " ", "|", "'", "^", "$", "!"]
    for _ in 0..<3_000 {
      let wider = OptionsQuery(random.text(of: letters, length: 1...5))
      let narrower = OptionsQuery(random.text(of: letters, length: 1...6))
      guard narrower.refines(wider) else { continue }
      for _ in 0..<20 {
        let text = random.text(of: ["a", "b", "c", " "], length: 0...6)
        if narrower.matches(text) {
          #expect(wider.matches(text), "seed \(seed): \(narrower) refines \(wider) in “\(text)”")
        }
      }
    }
  }
}

extension OptionsQuery {
  /// The score for a single text; nil if it does not match.
  func score(_ text: String) -> Int? {
    var scratch = Alignment.Scratch()
    return FoldedArena(text: text).withField { field in
      FoldedArena(text: "").withField { score(field, $0, scratch: &scratch) }
    }
  }

  func matches(_ text: String) -> Bool { score(text) != nil }
}
