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
    for _ in 0..<800 {
      let literal = random.text(of: ["a", "b", "c", "7", " "], length: 1...12)
      let kind: OptionsQuery.Kind = Bool.random(using: &random) ? .fuzzy : .exact
      guard let term = Self.term(literal, kind) else { continue }
      #expect(term.isNarrow)
      let text = random.text(of: Self.signs, length: 0...62)
      FoldedArena(text: text).withField { field in
        let quick = term.text.withUnsafeBufferPointer { ReadyTerm(term, $0).score(in: field) }
        let slow = term.match(in: field, scratch: &scratch)?.score ?? -1
        #expect(quick == slow, "seed \(seed): “\(literal)” in “\(text)”")
      }
    }
  }

  /// Terms of 2 to 8 characters are laid over all places at once, others place by place.
  @Test(arguments: [1, 2, 3, 7, 8, 9, 12], [false, true])
  func pointsAreThoseOfTheTable(length: Int, wordStartsOnly: Bool) throws {
    let seed = 0x5EED_0100 + UInt64(length)
    var random = SeededGenerator(seed: seed)
    var scratch = Alignment.Scratch()
    for _ in 0..<300 {
      let literal = random.text(of: ["a", "b"], length: length...length)
      let term = try #require(Self.term(literal, .fuzzy))
      // Few letters among many others, so that gaps are as long as they can be.
      let text = random.text(of: ["a", "b", "B", "-", "x", "y", "z"], length: length...64)
      FoldedArena(text: text).withField { field in
        guard field.count <= FoldedField.bitCount else { return }
        let quick = term.text.withUnsafeBufferPointer {
          Alignment.bestPoints(
            of: $0, in: field, wordStarts: field.wordStartBits, wordStartsOnly: wordStartsOnly,
            span: 0..<field.count)
        }
        let slow = Alignment.best(
          of: term, in: field, wordStartsOnly: wordStartsOnly, scratch: &scratch)
        #expect(quick == slow?.points, "seed \(seed): “\(literal)” in “\(text)”")
      }
    }
  }

  /// Looking only at the places between the first and the last character changes nothing.
  @Test(arguments: seeds)
  func pointsOfASpanAreThoseOfTheText(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<600 {
      let term = try #require(Self.term(random.text(of: ["a", "b"], length: 2...8), .fuzzy))
      let text = random.text(of: ["a", "b", "A", "-", "x", "y", "z"], length: 0...64)
      FoldedArena(text: text).withField { field in
        term.text.withUnsafeBufferPointer { letters in
          guard let bits = BitMatch(letters, in: field) else { return }
          let points = [0..<field.count, bits.span].map { span in
            Alignment.bestPoints(
              of: letters, in: field, wordStarts: bits.wordStarts, wordStartsOnly: false, span: span
            )
          }
          #expect(points[0] == points[1], "seed \(seed): “\(term.text)” in “\(text)”")
        }
      }
    }
  }

  static let spans: [(term: String, text: String, span: Range<Int>)] = [
    ("a", "xxaxxaxx", 2..<6), ("ab", "ab", 0..<2), ("ab", "xaxbxax", 1..<4),
    ("ab", "bxaxbb", 2..<6),
    ("ab", String(repeating: "a", count: 63) + "b", 0..<64),
  ]

  @Test(arguments: spans)
  func whereATermCanBe(literal: String, text: String, span: Range<Int>) throws {
    let term = try #require(Self.term(literal, .fuzzy))
    let found = FoldedArena(text: text).withField { field in
      term.text.withUnsafeBufferPointer { BitMatch($0, in: field)?.span }
    }
    #expect(found == span)
  }

  /// A text of ASCII is searched as it is with the same result as when it is folded.
  @Test(arguments: seeds)
  func capitalLettersCountAsSmallOnes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let kinds: [OptionsQuery.Kind] = [.fuzzy, .exact, .boundary, .prefix, .suffix, .whole]
    var scratch = Alignment.Scratch()
    for _ in 0..<600 {
      let letters: [Character] = ["a", "b", "z", "7", " ", "[", "@"]
      let literal = random.text(of: letters, length: 1...(Bool.random(using: &random) ? 4 : 12))
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      guard let term = Self.term(literal, kind) else { continue }
      let text = random.text(
        of: ["a", "b", "z", "A", "B", "Z", "7", " ", "[", "@", "{"], length: 0...80)
      let folded = FoldedArena(text: text)
      var raw = folded
      raw.bytes.replaceSubrange(0..<raw.count, with: text.utf8)
      let scores = [folded, raw].map { arena in
        arena.withField { field in
          [
            term.text.withUnsafeBufferPointer { ReadyTerm(term, $0).score(in: field) },
            term.match(in: field, scratch: &scratch)?.score ?? -1,
          ]
        }
      }
      #expect(scores[0] == scores[1], "seed \(seed): “\(literal)” in “\(text)”")
      #expect(scores[0][0] == scores[0][1], "seed \(seed): “\(literal)” in “\(text)”")
    }
  }

  /// Terms and texts with the least and the greatest number of points that fit the lanes.
  static let edges: [(literal: String, text: String, points: Int32)] = [
    ("ab", "xa" + String(repeating: "-", count: 61) + "b", -3 - 60 + 8),
    ("ab", "a" + String(repeating: "x", count: 62) + "b", 8 - 3 - 61),
    ("aaaaaaaa", "aaaaaaaa", 8 + 7 * 6), ("abababab", "ABABABAB", 8 + 7 * 6),
    ("7a7a7a7a", "7a7a7a7a", 4 * 8 + 7 * 6), ("1a1a1a1a", "1A1A1A1A", 8 * 8 + 7 * 6),
  ]

  @Test(arguments: edges)
  func pointsAtTheEdges(literal: String, text: String, points: Int32) throws {
    let term = try #require(Self.term(literal, .fuzzy))
    let found = FoldedArena(text: text).withField { field in
      term.text.withUnsafeBufferPointer {
        Alignment.bestPoints(
          of: $0, in: field, wordStarts: field.wordStartBits, wordStartsOnly: false,
          span: 0..<field.count)
      }
    }
    #expect(found == points)
  }

  static let places: [(byte: Character, text: String, places: [Int])] = [
    ("a", "", []), ("a", "a", [0]), ("a", "banana", [1, 3, 5]),
    ("x", "banana", []), ("a", "aaaaaaaaa", Array(0..<9)),
    ("b", String(repeating: "a", count: 63) + "b", [63]),
    ("\u{1}", "\u{1}\u{2}\u{1}", [0, 2]), ("é", "é", []),
    ("a", "AaBbA", [0, 1, 4]), ("z", "zZ:z", [0, 1, 3]), ("[", "[{;", [0]), ("@", "@`", [0]),
    ("1", "1Q\u{11}", [0]),
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
    for _ in 0..<60 {
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
