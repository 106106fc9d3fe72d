import Testing
import WidgetTestSupport

@testable import IntentOptions

/// Requests for rows at the ends of a list and beyond them, with few items and many empty sections.
@Suite struct MatchRowTests {
  static func collection(_ sizes: [Int]) -> OptionsCollection {
    OptionsCollection(
      sections: sizes.enumerated().map { section, size in
        OptionsSection(
          title: "s\(section)",
          items: (0..<size).map {
            OptionItem(identifier: "\(section).\($0)", display: $0 % 2 == 0 ? "even" : "odd")
          })
      })
  }

  static let shapes: [[Int]] = [
    [], [0], [1], [0, 1], [1, 0], [0, 0, 2, 0], [3, 2], [2, 0, 0, 3, 0, 1], [5, 5, 5],
  ]

  static let terms = ["", "even", "odd", "e", "d$", "!even", "zzz"]

  /// The requested rows; only the existing ones are returned.
  static let ranges: [Range<Int>] = [
    0..<0, 0..<1, 0..<1_000, -5..<0, -5..<1, -5..<1_000, 3..<3, 2..<4, 999..<1_000, .min..<0,
    Range(uncheckedBounds: (.min, .max)), 0..<Int.max,
  ]

  @Test(arguments: shapes, terms) func rowsAreThoseOfTheWholeList(sizes: [Int], term: String) throws
  {
    var matcher = try OptionsMatcher(Self.collection(sizes))
    let matches = try matcher.search(term)
    let all = matches.rows(0..<matches.count)
    #expect(all.count == matches.count && matches.isEmpty == all.isEmpty)
    for range in Self.ranges {
      #expect(matches.rows(range) == Array(all[range.clamped(to: 0..<all.count)]), "\(range)")
    }
    for count in [-1, 0, 1, 3, .max] {
      let limited = matches.collection(limit: count)
      #expect(limited.items == all.prefix(max(0, count)).map(\.item), "\(count)")
      let scores = matches.best(count).map(\.score)
      #expect(scores == Array(all.map(\.score).sorted(by: >).prefix(max(0, count))), "\(count)")
    }
  }

  @Test(arguments: shapes, terms) func rowsAndPlacesCorrespond(sizes: [Int], term: String) throws {
    let collection = Self.collection(sizes)
    var matcher = try OptionsMatcher(collection)
    let matches = try matcher.search(term)
    let all = matches.rows(0..<matches.count)
    for (number, row) in all.enumerated() {
      #expect(matches.row(of: row.place, inSection: row.section) == number)
      #expect(collection.sections[row.section].items[row.place] == row.item)
    }
    let matched = Set(all.map { [$0.section, $0.place] })
    for section in -1...sizes.count {
      for place in -2...6 where !matched.contains([section, place]) {
        #expect(matches.row(of: place, inSection: section) == nil, "\(section), \(place)")
      }
    }
  }

  @Test(arguments: shapes, terms) func sectionsDivideTheRows(sizes: [Int], term: String) throws {
    var matcher = try OptionsMatcher(Self.collection(sizes))
    let matches = try matcher.search(term)
    var next = 0
    for section in matches.sections {
      #expect(section.rows.lowerBound == next && !section.rows.isEmpty)
      #expect(matches.rows(section.rows).allSatisfy { $0.section == section.section })
      next = section.rows.upperBound
    }
    #expect(next == matches.count)
    #expect(Set(matches.sections.map(\.section)).count == matches.sections.count)
    #expect(
      matches.collection().sections.filter { !$0.items.isEmpty }.map(\.title)
        == matches.sections.map { "s\($0.section ?? -1)" })
  }

  @Test(arguments: shapes, terms) func theSectionOfTheBestMatchComesFirst(
    sizes: [Int], term: String
  ) throws {
    var matcher = try OptionsMatcher(Self.collection(sizes))
    let matches = try matcher.search(term)
    let all = matches.rows(0..<matches.count)
    #expect(all.first?.score == all.map(\.score).max())
    let best = matches.sections.map { all[$0.rows.lowerBound].score }
    #expect(best == best.sorted(by: >))
    for section in matches.sections {
      let scores = all[section.rows].map(\.score)
      #expect(scores == scores.sorted(by: >))
    }
    #expect(Set(all.map { [$0.section, $0.place] }).count == matches.count)
  }

  @Test(arguments: shapes) func someItemsOfAWholeListComeFirst(sizes: [Int]) {
    let collection = Self.collection(sizes)
    let items = collection.items.map(\.identifier)
    let mixed = ["nosuch"] + Array(items.suffix(2)) + Array(items.prefix(2))
    for first: [String] in [Array(items.suffix(1)), mixed, items.reversed()] {
      let matches = OptionsMatches(all: collection, first: first)
      let moved = first.enumerated().filter {
        $0.element != "nosuch" && first.firstIndex(of: $0.element) == $0.offset
      }.map(\.element)
      let rows = matches.rows(0..<matches.count)
      #expect(
        rows.map(\.item.identifier) == moved + items.filter { !moved.contains($0) })
      for (number, row) in rows.enumerated() {
        #expect(matches.row(of: row.place, inSection: row.section) == number)
      }
      var next = 0
      for section in matches.sections {
        #expect(section.rows.lowerBound == next && !section.rows.isEmpty)
        if let own = section.section {
          #expect(rows[section.rows].allSatisfy { $0.section == own })
        } else {
          #expect(section.rows == 0..<moved.count)
        }
        next = section.rows.upperBound
      }
      #expect(next == matches.count)
    }
  }

  @Test func matchesAreEqualWhereTermAndCollectionAre() throws {
    var matcher = try OptionsMatcher(Self.collection([3, 2]))
    var other = try OptionsMatcher(Self.collection([3, 2]))
    var larger = try OptionsMatcher(Self.collection([3, 3]))
    let found = try matcher.search("even")
    #expect(try other.search("even") == found)
    #expect(try other.search("even").hashValue == found.hashValue)
    #expect(try other.search("EVEN") == found, "a term is what it means")
    #expect(try other.search("odd") != found)
    #expect(try larger.search("even") != found)
    #expect(try matcher.search("") == OptionsMatches(all: Self.collection([3, 2])))
  }

  /// A copy of the matches stays valid, whatever is searched afterwards.
  @Test func whatWasFoundStaysAsItWas() throws {
    var matcher = try OptionsMatcher(Self.collection([4, 4]))
    let even = try matcher.search("even")
    let before = even.rows(0..<9)
    for term in Self.terms { _ = try matcher.search(term) }
    #expect(even.rows(0..<9) == before)
    #expect(even.query == OptionsQuery("even"))
  }
}
