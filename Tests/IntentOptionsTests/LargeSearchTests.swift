import Testing
import WidgetTestSupport

@testable import IntentOptions

/// Collections that are searched in parts, and rows that are read from any position.
@Suite struct LargeSearchTests {
  static let words = ["garnet", "kelp", "east", "argon", "東京", "Zürich", "prod", "cron"]

  static func collection(sections: [Int], seed: UInt64) -> OptionsCollection {
    var random = SeededGenerator(seed: seed)
    var number = 0
    return OptionsCollection(
      sections: sections.enumerated().map { place, count in
        OptionsSection(
          title: "\(place)",
          items: (0..<count).map { _ in
            number += 1
            let text = (0..<3).map { _ in Self.words[Int.random(in: 0..<8, using: &random)] }
            return OptionItem(identifier: "\(number)", display: text.joined(separator: "-"))
          })
      })
  }

  /// All rows from the simplest implementation: each item is scored, and each section is sorted.
  static func expected(_ collection: OptionsCollection, _ term: String) -> [String] {
    let query = OptionsQuery(term)
    var scratch = Alignment.Scratch()
    let sections = collection.sections.map { section in
      section.items.enumerated().compactMap { place, item -> (Int, Int, String)? in
        let score = FoldedArena(text: item.display).withField { display in
          FoldedArena(text: item.identifier).withField { identifier in
            query.score(display, identifier, scratch: &scratch)
          }
        }
        return score.map { (-$0, place, item.identifier) }
      }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }
    // The section with the best match comes first.
    let order = sections.indices.sorted {
      (sections[$0].first?.0 ?? .max, $0) < (sections[$1].first?.0 ?? .max, $1)
    }
    return order.flatMap { sections[$0].map(\.2) }
  }

  static let shapes: [[Int]] = [
    [0, 4_090, 0, 1, 10], [4_096], [4_097], [3, 3, 3],
    Array(repeating: 7, count: 100),
  ]

  @Test(arguments: TestDepth.part(2, of: shapes))
  func everyRowIsTheRightOne(shape: [Int]) throws {
    let seed: UInt64 = 0x5EED_0071
    let collection = Self.collection(sections: shape, seed: seed)
    var matcher = try OptionsMatcher(collection)
    for term in ["ea", "gtn", "'kelp !prod", "nothing"] {
      let matches = try matcher.search(term)
      let expected = Self.expected(collection, term)
      #expect(matches.count == expected.count, "“\(term)”, seed \(seed)")
      #expect(matches.isEmpty == expected.isEmpty)
      #expect(matches.rows(0..<matches.count).map(\.item.identifier) == expected)
      for range in [0..<20, 5..<25, 4_000..<4_020, matches.count - 3..<matches.count + 5]
      where range.lowerBound >= 0 {
        let wanted = expected.dropFirst(range.lowerBound).prefix(range.count)
        #expect(matches.rows(range).map(\.item.identifier) == Array(wanted), "\(range)")
      }
    }
  }

  @Test func allItemsNeedNoPreparing() {
    let collection = Self.collection(sections: [2, 0, 3], seed: 1)
    let all = OptionsMatches(all: collection)
    #expect(all.count == 5)
    #expect(all.rows(1..<4).map(\.item) == Array(collection.items[1..<4]))
    #expect(all.collection() == collection)
    #expect(all.sections.map(\.section) == [0, 2])
    #expect(OptionsMatches(all: OptionsCollection(sections: [])).isEmpty)
  }

  @Test func searchesOnSeveralThreadsAgree() async throws {
    let index = try OptionsIndex(Self.collection(sections: [9_000], seed: 0x5EED_0074))
    let answers = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<3 {
        group.addTask {
          var matcher = OptionsMatcher(index)
          return (try? matcher.search("gtn").rows(0..<50).map(\.item.identifier)) ?? []
        }
      }
      return await group.reduce(into: Set<[String]>()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
    #expect(answers.first?.count == 50)
  }
}
