import Testing
import WidgetTestSupport

@testable import IntentOptions

/// The quick ways of the search give what the plain ways give.
@Suite struct BitMatchingTests {
  static let seeds: [UInt64] = [0x5EED_0061, 0x5EED_0062, 0x5EED_0063]
  static let signs: [Character] = ["a", "b", "c", "A", "B", "7", " ", "-", "/", "é", "か"]

  private static func term(_ literal: String, _ kind: OptionsQuery.Kind) -> OptionsQuery.Term? {
    OptionsQuery.Term(kind: kind, isInverse: false, literal: literal)
  }

  @Test(arguments: seeds)
  func bitsFindWhatBytesFind(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var scratch = Alignment.Scratch()
    for _ in 0..<400 {
      let literal = random.text(of: ["a", "b", "c", "7", " "], length: 1...5)
      let kind: OptionsQuery.Kind = Bool.random(using: &random) ? .fuzzy : .exact
      guard let term = Self.term(literal, kind) else { continue }
      #expect(term.isNarrow)
      var plain = term
      plain.isNarrow = false
      let text = random.text(of: Self.signs, length: 0...30)
      let (quick, slow) = FoldedArena(text: text).withField { field in
        (
          term.match(in: field, scratch: &scratch)?.score,
          plain.match(in: field, scratch: &scratch)?.score
        )
      }
      #expect(quick == slow, "seed \(seed): “\(literal)” in “\(text)”")
    }
  }

  @Test(arguments: seeds)
  func estimatesAreNeverTooLow(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var scratch = Alignment.Scratch()
    for _ in 0..<700 {
      let literal = random.text(of: ["a", "b", "c"], length: 1...5)
      guard let term = Self.term(literal, .fuzzy) else { continue }
      let text = random.text(of: Self.signs, length: 0...30)
      FoldedArena(text: text).withField { field in
        scratch.estimates = true
        scratch.hasEstimated = false
        let estimate = term.match(in: field, scratch: &scratch)?.score
        let hasEstimated = scratch.hasEstimated
        scratch.estimates = false
        let score = term.match(in: field, scratch: &scratch)?.score
        #expect((estimate == nil) == (score == nil), "seed \(seed): “\(literal)” in “\(text)”")
        if let estimate, let score {
          #expect(hasEstimated ? estimate >= score : estimate == score)
        }
      }
    }
  }

  static let places: [(byte: Character, text: String, places: [Int])] = [
    ("a", "", []), ("a", "a", [0]), ("a", "banana", [1, 3, 5]),
    ("x", "banana", []), ("a", "aaaaaaaaa", Array(0..<9)),
    ("b", String(repeating: "a", count: 63) + "b", [63]),
    ("\u{1}", "\u{1}\u{2}\u{1}", [0, 2]), ("é", "é", []),
  ]

  @Test(arguments: places)
  func placesOfAByte(byte: Character, text: String, places: [Int]) throws {
    let value = try #require(String(byte).utf8.first)
    var arena = FoldedArena()
    arena.append(text)
    arena.seal()
    let bits = arena.withField { $0.places(of: value) }
    #expect((0..<64).filter { bits >> UInt64($0) & 1 == 1 } == places)
  }

  @Test(arguments: seeds)
  func runsOfASCIIFoldAsOneByOne(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let texts = (0..<3).map { _ in
        random.text(of: Self.signs + ["\0", "Z", "~", "ß", "\u{301}"], length: 0...20)
      }
      var quick = FoldedArena()
      var slow = FoldedArena()
      for text in texts {
        quick.beginText()
        quick.append(text)
        slow.beginText()
        // A text of one character cannot be a run.
        for scalar in text.unicodeScalars { slow.append(String(scalar)) }
      }
      quick.seal()
      slow.seal()
      #expect(quick.bytes == slow.bytes, "seed \(seed): \(texts)")
      #expect(quick.wordStarts == slow.wordStarts, "seed \(seed): \(texts)")
      #expect(quick.mask == slow.mask, "seed \(seed): \(texts)")
    }
  }

  @Test func textsLongerThanAWordOfBitsAreSearchedToo() throws {
    for length in [62, 63, 64, 65, 66, 130] {
      let text = String(repeating: "x", count: length - 3) + "-ab"
      var matcher = try OptionsMatcher([OptionItem(identifier: "1", display: text)])
      for term in ["ab", "xab", "'ab", "ab$", "x-ab"] {
        #expect(try matcher.search(term).count == 1, "“\(term)” in \(length) bytes")
      }
      #expect(try matcher.search("ba").isEmpty)
    }
  }

  @Test func termsLongerThanAWordOfBitsAreSearchedToo() throws {
    for length in [63, 64, 65, 100] {
      let text = String(repeating: "ab", count: length)
      let term = String(text.prefix(length))
      var matcher = try OptionsMatcher([OptionItem(identifier: text, display: "1")])
      #expect(try matcher.search(term).count == 1)
      #expect(try matcher.search(term + "x").isEmpty)
    }
  }
}
