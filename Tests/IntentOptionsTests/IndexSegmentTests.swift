import Testing
import WidgetTestSupport

@testable import IntentOptions

/// How a collection is divided into segments, and which texts the segments copy.
@Suite struct IndexSegmentTests {
  static let cuts: [(sections: [Int], size: Int, pieces: [String], parts: [Range<Int>])] = [
    ([], 4, [], []),
    ([0, 0], 4, [], []),
    ([4], 4, ["0: 0..<4"], [0..<1]),
    ([5], 4, ["0: 0..<4", "0: 4..<5"], [0..<1, 1..<2]),
    ([1, 2, 0, 1, 3], 4, ["0: 0..<1", "1: 0..<2", "3: 0..<1", "4: 0..<3"], [0..<3, 3..<4]),
    ([3, 9], 4, ["0: 0..<3", "1: 0..<4", "1: 4..<8", "1: 8..<9"], [0..<2, 2..<3, 3..<4]),
  ]

  @Test(arguments: cuts)
  func cutting(sections: [Int], size: Int, pieces: [String], parts: [Range<Int>]) {
    let layout = SectionLayout(
      OptionsCollection(
        sections: sections.map { count in
          OptionsSection(items: (0..<count).map { OptionItem(stringLiteral: "\($0)") })
        }))
    let found = layout.pieces(of: size)
    #expect(found.map { "\($0.section): \($0.places)" } == pieces)
    #expect(found.gathered(to: size) == parts)
  }

  /// The bytes that segments store in addition to those of the collection.
  static func copied(_ items: [OptionItem], isPacked: Bool) throws -> Int {
    let kept = isPacked ? OptionItemsTests.packed(items) : OptionItems(items)
    let index = try OptionsIndex(OptionsCollection(sections: [OptionsSection(keeping: kept)]))
    return index.segments.reduce(0) { $0 + $1.own.count }
  }

  static let plain = (0..<5_000).map { OptionItem(identifier: "id-\($0)", display: "Oslo Central") }
  static let mixed =
    plain + [OptionItem(identifier: "x", display: "Zürich"), OptionItem(stringLiteral: "a\0b")]

  @Test func packedTextsOfASCIIAreSearchedWhereTheyStand() throws {
    #expect(try Self.copied(Self.plain, isPacked: true) == 0)
    // One byte for the kinds of an item's texts. A length has one byte if the text is short and plain
    // ASCII, and otherwise four. ü is folded to u, and NUL is left out.
    #expect(try Self.copied(Self.mixed, isPacked: true) == 1 + (1 + 1) + (4 + 6) + 1 + (4 + 2))
    #expect(try Self.copied(Self.plain, isPacked: false) > 5_000 * 12)
  }

  static let letters: [Character] = [
    "a", "e", "s", "t", "A", "S", "1", "-", "/", " ", "é", "ß", "東", "か", "ｶ", "👍🏽", "İ", "\0",
  ]

  /// However the items are stored and divided, a search gives the same result as the simplest
  /// implementation.
  @Test(arguments: (0..<TestDepth.count(2, thorough: 8)).map { 0x5EED_0520 + UInt64($0) })
  func packedItemsAreSearchedAsOthers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let hasOnlyASCII = seed % 2 == 0
    let letters = hasOnlyASCII ? Array(Self.letters.prefix(10)) : Self.letters
    var number = 0
    let sections = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      (0..<Int.random(in: 0...200, using: &random)).map { _ -> OptionItem in
        number += 1
        let isLong = Int.random(in: 0..<10, using: &random) == 0
        let text = random.text(of: letters, length: 0...(isLong ? 140 : 24))
        return number % 3 == 0
          ? OptionItem(stringLiteral: "\(number)" + text)
          : OptionItem(identifier: "\(number)", display: text, subtitle: "aest")
      }
    }
    let plain = OptionsCollection(sections: sections.map { OptionsSection(items: $0) })
    let packed = OptionsCollection(
      sections: sections.map { OptionsSection(keeping: OptionItemsTests.packed($0)) })
    var matcher = try OptionsMatcher(packed)
    for _ in 0..<TestDepth.count(15, thorough: 40) {
      let term = random.text(of: DifferentialSearchTests.keys, length: 1...6)
      let found = try matcher.search(term)
      let expected = DifferentialSearchTests.expected(plain, OptionsQuery(term))
      #expect(
        DifferentialSearchTests.places(found.rows(0..<1_000)) == expected,
        "seed \(seed): “\(term)”")
    }
  }

  /// Sections of all sizes near the segment size, packed or not.
  @Test(arguments: [
    [4_096, 1], [4_097, 0, 5], [10, 8_200, 3], Array(repeating: 3, count: 3_000),
  ])
  func manySections(counts: [Int]) throws {
    let plain = LargeSearchTests.collection(sections: counts, seed: 0x5EED_0530)
    let packed = OptionsCollection(
      sections: plain.sections.enumerated().map { number, section in
        number % 3 == 2
          ? section
          : OptionsSection(
            title: section.title, keeping: OptionItemsTests.packed(Array(section.items)))
      })
    var (one, other) = (try OptionsMatcher(plain), try OptionsMatcher(packed))
    for term in TestDepth.part(2, of: ["e", "ea", "eat", "gtn", "'kelp !prod", "東"]) {
      let (found, same) = (try one.search(term), try other.search(term))
      #expect(found.count == same.count)
      #expect(found.rows(0..<12_000) == same.rows(0..<12_000), "“\(term)”")
    }
  }
}
