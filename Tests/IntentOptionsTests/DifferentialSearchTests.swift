import Testing
import WidgetTestSupport

@testable import IntentOptions

/// Compares the search with one that scores each item byte by byte and sorts: both give the same
/// rows, page by page, however the term was typed.
@Suite struct DifferentialSearchTests {
  static let letters: [Character] = [
    "a", "e", "s", "t", "k", "A", "S", "1", "7", "-", "/", " ", "é", "ß", "東", "か", "ｶ", "👍🏽", "İ",
  ]
  static let keys: [Character] = [
    "a", "e", "s", "t", "k", "1", " ", " ", "!", "'", "^", "$", "|", "東", "か", "s", "a",
  ]

  static func collection(_ random: inout SeededGenerator) -> OptionsCollection {
    let sections = (0..<Int.random(in: 1...4, using: &random)).map { number in
      OptionsSection(
        title: "\(number)",
        items: (0..<Int.random(in: 0...150, using: &random)).map { index in
          let isLong = Int.random(in: 0..<12, using: &random) == 0
          let display = random.text(of: letters, length: 0...(isLong ? 90 : 24))
          let identifier =
            index % 3 == 0 ? display + "" : random.text(of: letters, length: 1...6) + "\(index)"
          let subtitle = random.text(of: letters, length: 0...(isLong ? 90 : 12))
          return OptionItem(
            identifier: identifier, display: display, subtitle: index % 4 < 2 ? subtitle : nil)
        })
    }
    return OptionsCollection(sections: sections)
  }

  /// The positions of all rows, from the simplest implementation.
  static func expected(_ collection: OptionsCollection, _ query: OptionsQuery) -> [[Int]] {
    var scratch = Alignment.Scratch()
    let sections = collection.sections.enumerated().map { section, content -> [[Int]] in
      let scored = content.items.enumerated().compactMap {
        place, item -> (score: Int, place: Int)? in
        let identifier = item.identifier == item.display ? "" : item.identifier
        let score = FoldedArena(text: item.display).withField { display in
          FoldedArena(text: identifier).withField { identifier in
            FoldedArena(text: item.subtitle ?? "").withField {
              query.score(display, identifier, $0, scratch: &scratch)
            }
          }
        }
        return score.map { (query.isEmpty ? 0 : $0, place) }
      }
      return scored.sorted { ($1.score, $0.place) < ($0.score, $1.place) }
        .map { [section, $0.place, $0.score] }
    }
    // The section with the best match comes first; if several are equal, the earliest comes first.
    let best = sections.map { $0.first?[2] ?? -1 }
    return sections.indices.sorted { (-best[$0], $0) < (-best[$1], $1) }.flatMap { sections[$0] }
  }

  static func places(_ rows: [OptionsMatches.Row]) -> [[Int]] {
    rows.map { [$0.section, $0.place, $0.score] }
  }

  @Test(arguments: (0..<TestDepth.count(2, thorough: 8)).map { 0x5EED_0300 + UInt64($0) })
  func typingAndDeleting(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let collection = Self.collection(&random)
    var matcher = try OptionsMatcher(collection)
    var term = ""
    for _ in 0..<TestDepth.count(20, thorough: 50) {
      if term.count > 12 || Int.random(in: 0..<4, using: &random) == 0 {
        term = String(term.dropLast(Int.random(in: 1...4, using: &random)))
      } else {
        term.append(Self.keys[Int.random(in: 0..<Self.keys.count, using: &random)])
      }
      let found = try matcher.search(term)
      let expected = Self.expected(collection, OptionsQuery(term))
      #expect(found.count == expected.count, "seed \(seed): “\(term)”")
      // The first page is read first, as a form does; then pages start at any row.
      for start in [0, 20, Int.random(in: 0...200, using: &random), 0] {
        let page = Self.places(found.rows(start..<start + 20))
        #expect(page == Array(expected.dropFirst(start).prefix(20)), "seed \(seed): “\(term)”")
      }
      #expect(Self.places(found.rows(0..<1_000)) == expected, "seed \(seed): “\(term)”")
    }
  }

  @Test(arguments: (0..<TestDepth.count(3, thorough: 6)).map { 0x5EED_0320 + UInt64($0) })
  func theBestOfAll(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let collection = Self.collection(&random)
    var matcher = try OptionsMatcher(collection)
    for _ in 0..<TestDepth.count(10, thorough: 30) {
      let term = random.text(of: Self.keys, length: 1...5)
      let found = try matcher.search(term)
      let all = Self.expected(collection, OptionsQuery(term))
      let best = all.map { $0[2] }.max()
      let words: Comment = "seed \(seed): “\(term)”"
      #expect(found.best(1).first?.score == best && found.rows(0..<1).first?.score == best, words)
    }
  }

  /// Enough items for several processors, and repeated requests for pages.
  @Test func manyItems() throws {
    let collection = LargeSearchTests.collection(sections: [10_000, 3, 3_000], seed: 0x5EED_0330)
    var matcher = try OptionsMatcher(collection)
    let terms = ["e", "ea", "eat", "eatn", "eat", "gt !k", "'kelp | 東", "12"]
    for term in TestDepth.part(1, of: terms) {
      let expected = Self.expected(collection, OptionsQuery(term))
      let found = try matcher.search(term)
      #expect(found.count == expected.count)
      for start in [0, 100, 130, 5_000, 9_990, 0] {
        let page = Self.places(found.rows(start..<start + 40))
        #expect(page == Array(expected.dropFirst(start).prefix(40)), "“\(term)” from \(start)")
      }
    }
  }
}
