import Testing
import WidgetTestSupport

@testable import IntentOptions

/// The search's fast paths give the same results as the simple ones.
@Suite struct BitMatchingTests {
  static let seeds: [UInt64] = [0x5EED_0061, 0x5EED_0062, 0x5EED_0063]
  static let signs: [Character] = ["a", "b", "c", "A", "B", "7", " ", "-", "/", "é", "か"]

  private static func term(_ literal: String, _ kind: OptionsQuery.Kind) -> OptionsQuery.Term? {
    OptionsQuery.Term(kind: kind, isInverse: false, literal: literal)
  }

  /// The scores of a term for some items, either packed or not.
  static func scores(
    _ term: OptionsQuery.Term, _ items: [OptionItem], isPacked: Bool = true
  ) -> [Int] {
    let kept = isPacked ? OptionItemsTests.packed(items) : OptionItems(items)
    var scores: [Int] = []
    IndexSegment(of: kept, in: 0..<items.count, first: 7).withReader { reader in
      term.text.withUnsafeBufferPointer { text in
        let numbers = (0..<items.count).map { UInt32($0) + 7 }
        ReadyTerm(term, text).match(numbers, having: 0, in: reader) { item, score in
          #expect(item == numbers[scores.count])
          scores.append(score)
        }
      }
    }
    return scores
  }

  /// The same score, calculated text by text and byte by byte.
  private static func slowScore(_ term: OptionsQuery.Term, _ item: OptionItem) -> Int {
    var scratch = Alignment.Scratch()
    func score(_ text: String) -> Int? {
      FoldedArena(text: text).withField { field in
        let piece = OptionsQuery.Term(
          kind: .exact, isInverse: false, literal: String(decoding: term.text, as: UTF8.self))
        let whole = piece?.match(in: field, scratch: &scratch)?.score
        guard term.kind == .fuzzy, term.text.count > 1 else { return whole }
        if let whole, MatchScore.tier(of: whole) >= .wordStart { return whole }
        func inPieces(_ tier: MatchScore.Tier) -> Int? {
          Alignment.best(
            of: term, in: field, wordStartsOnly: tier == .wordPrefixes, scratch: &scratch
          ).map { MatchScore.value(tier, points: Int($0.points), length: field.count) }
        }
        return inPieces(.wordPrefixes) ?? whole ?? inPieces(.scattered)
      }
    }
    let shown = score(item.display).map { $0 + MatchScore.displayBonus }
    let identity = item.identifier == item.display ? nil : score(item.identifier)
    let below = item.subtitle.flatMap(score).map { $0 / 16 }
    return max(shown ?? -1, identity ?? -1, below ?? -1)
  }

  @Test(arguments: seeds)
  func bitsFindWhatBytesFind(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<TestDepth.count(20, thorough: 60) {
      let literal = random.text(of: ["a", "b", "c", "7", " "], length: 1...(round % 14 + 1))
      let kind: OptionsQuery.Kind = Bool.random(using: &random) ? .fuzzy : .exact
      guard let term = Self.term(literal, kind) else { continue }
      #expect(term.isNarrow)
      let items = (0..<40).map { number in
        let display = random.text(of: Self.signs, length: 0...(number % 5 == 0 ? 70 : 40))
        let identifier = random.text(of: Self.signs, length: 0...12)
        return OptionItem(
          identifier: number % 3 == 0 ? "\(number)" + identifier : display, display: display)
      }
      let expected = items.map { Self.slowScore(term, $0) }
      for isPacked in [false, true] {
        let found = Self.scores(term, items, isPacked: isPacked)
        for (item, scores) in zip(items, zip(found, expected)) {
          #expect(scores.0 == scores.1, "seed \(seed): “\(literal)” in \(item)")
        }
      }
    }
  }

  /// Fewer and more items than are examined together; all, some or none of them match.
  @Test(arguments: [1, 2, 63, 64, 65, 255, 256, 257, 600])
  func manyItemsAtOnce(count: Int) throws {
    let texts = ["xaybzc", "a-long-text-before-b-that-is-longer-than-a-vector-c", "cba", "a b c"]
    let items = (0..<count).map { number in
      number % 7 == 0
        ? OptionItem(identifier: "a\(number)bc", display: texts[number % 4])
        : OptionItem(stringLiteral: texts[number % 4])
    }
    for literal in ["a", "ab", "abc", "b-c"] {
      let term = try #require(Self.term(literal, .fuzzy))
      #expect(Self.scores(term, items) == items.map { Self.slowScore(term, $0) })
    }
  }

  /// The fast function for short texts finds the same points as the general one.
  @Test(arguments: [1, 2, 3, 7, 8, 9, 12, 13, 20], [false, true])
  func pointsAreThoseOfTheTable(length: Int, wordStartsOnly: Bool) throws {
    let seed = 0x5EED_0100 + UInt64(length)
    var random = SeededGenerator(seed: seed)
    var scratch = Alignment.Scratch()
    for _ in 0..<TestDepth.count(100, thorough: 300) {
      let literal = random.text(of: ["a", "b"], length: length...length)
      let term = try #require(Self.term(literal, .fuzzy))
      // A few of the letters among many others, so that gaps have the maximum length.
      let text = random.text(of: ["a", "b", "B", "-", "x", "y", "z"], length: length...64)
      FoldedArena(text: text).withField { field in
        guard field.count <= FoldedField.bitCount else { return }
        let quick = term.text.withUnsafeBufferPointer {
          Alignment.bestPoints(of: $0, in: field, wordStartsOnly: wordStartsOnly)
        }
        let slow = Alignment.best(
          of: term, in: field, wordStartsOnly: wordStartsOnly, scratch: &scratch)
        #expect(quick == slow?.points, "seed \(seed): “\(literal)” in “\(text)”")
      }
    }
  }

  /// An ASCII text that is searched without folding gives the same result as a folded one.
  @Test(arguments: seeds)
  func capitalLettersCountAsSmallOnes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let kinds: [OptionsQuery.Kind] = [.fuzzy, .exact, .boundary, .prefix, .suffix, .whole]
    for _ in 0..<80 {
      let letters: [Character] = ["a", "b", "z", "7", " ", "[", "@"]
      let literal = random.text(of: letters, length: 1...(Bool.random(using: &random) ? 4 : 12))
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      guard let term = Self.term(literal, kind) else { continue }
      let items = (0..<20).map { _ in
        OptionItem(
          stringLiteral: random.text(
            of: ["a", "b", "z", "A", "B", "Z", "7", " ", "[", "@", "{"], length: 0...80))
      }
      // Packed ASCII texts are searched directly; others are copied and folded.
      let (raw, folded) = (Self.scores(term, items), Self.scores(term, items, isPacked: false))
      #expect(raw == folded, "seed \(seed): “\(literal)” in \(items.map(\.display))")
    }
  }

  /// Terms and texts with the lowest and highest points that fit in a byte, and with points beyond
  /// them.
  static let edges: [(literal: String, text: String, tier: MatchScore.Tier, points: Int)] = [
    ("ab", "xa" + String(repeating: "-", count: 61) + "b", .scattered, -3 - 60 + 8),
    ("ab", "a" + String(repeating: "x", count: 62) + "b", .scattered, 8 - 3 - 61),
    ("abcb", "xa" + String(repeating: "yb-xc", count: 12) + "xb", .scattered, 0 - 3 - 4 - 3),
    ("abababababab", "ab-ababababab", .wordPrefixes, 8 + 6 + 8 - 3 + 9 * 6),
    (
      "ababababababa", "xa" + String(repeating: "xbxa", count: 6), .scattered, 0 - 12 * 3
    ),
    ("1a1a1a1a1a1a", "x1A1A1A1A1A1Ax", .wordStart, 0),
    ("abababababab", "xa" + String(repeating: "xbxa", count: 6), .scattered, 0 - 11 * 3),
    (
      "abababababab", "xaxbxaxbxaxbxaxbxaxbxa" + String(repeating: "x", count: 41) + "b",
      .scattered, 0 - 11 * 3 - 40
    ),
  ]

  @Test(arguments: edges)
  func pointsAtTheEdges(
    literal: String, text: String, tier: MatchScore.Tier, points: Int
  ) throws {
    let term = try #require(Self.term(literal, .fuzzy))
    let found = Self.scores(term, [OptionItem(stringLiteral: text)])
    #expect(found == [Self.slowScore(term, OptionItem(stringLiteral: text))])
    #expect(found.map { MatchScore.tier(of: $0) } == [tier])
    guard tier < .wordStart else { return }
    let score = MatchScore.value(tier, points: points, length: text.utf8.count)
    #expect(found == [score + MatchScore.displayBonus])
  }

  /// The score of a term's first contiguous match takes the match's start into account.
  static let pieces: [(literal: String, text: String, tier: MatchScore.Tier, place: Int)] = [
    ("ab", "ab", .whole, 0), ("ab", "abc", .prefix, 0), ("ab", "x-ab-ab", .wordStart, 2),
    ("ab", "xab-ab", .wordStart, 4), ("b", "abab", .inside, 1),
    ("b", String(repeating: "a", count: 63) + "b", .inside, 63),
    ("b", String(repeating: "a", count: 33) + "-b", .wordStart, 34),
    ("ab", String(repeating: "x", count: 31) + "ab", .inside, 31),
    ("ab", String(repeating: "x", count: 61) + "-ab", .wordStart, 62),
    ("ab", String(repeating: "x", count: 62) + "-ab", .wordStart, 63),
  ]

  @Test(arguments: pieces)
  func matchesInOnePiece(literal: String, text: String, tier: MatchScore.Tier, place: Int) throws {
    for kind in [OptionsQuery.Kind.fuzzy, .exact] {
      let term = try #require(Self.term(literal, kind))
      let score = MatchScore.value(tier, at: place, length: text.utf8.count)
      #expect(
        Self.scores(term, [OptionItem(stringLiteral: text)]) == [score + MatchScore.displayBonus])
    }
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
        // Text that is added one character at a time cannot use the fast path for runs.
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
