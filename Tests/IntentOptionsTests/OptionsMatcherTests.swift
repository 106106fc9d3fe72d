import Testing
import WidgetTestSupport

@testable import IntentOptions

@Suite struct OptionsMatcherTests {
  static let lines = OptionsCollection(
    sections: [
      OptionsSection(title: "Near", items: ["Tram 5", "Bus 100", "Bus 10"]),
      OptionsSection(title: "Empty", items: []),
      OptionsSection(title: "Far", items: ["Bus", "Night bus", "Ferry"]),
    ], usesIndexedCollation: true, promptLabel: "Which line?", notice: "old")

  @Test func theBestSectionComesFirstAndEmptyOnesVanish() throws {
    var matcher = try OptionsMatcher(Self.lines)
    #expect(
      try matcher.search("bus").collection().texts == [
        ["Bus", "Night bus"], ["Bus 10", "Bus 100"],
      ])
    let ferry = try matcher.search("ferry").collection()
    #expect(ferry.sections == [OptionsSection(title: "Far", items: ["Ferry"])])
    #expect(
      ferry.usesIndexedCollation && ferry.promptLabel == "Which line?" && ferry.notice == "old")
  }

  @Test func anEmptyTermGivesAllAsItIs() throws {
    var matcher = try OptionsMatcher(Self.lines)
    for term in ["", "  ", "'", "\u{301}"] {
      let matches = try matcher.search(term)
      #expect(matches.collection() == Self.lines)
      #expect(matches.count == 6)
      #expect(matches.best(2).map(\.item.display) == ["Tram 5", "Bus 100"])
    }
  }

  @Test func theBestOfAllSections() throws {
    var matcher = try OptionsMatcher(Self.lines)
    let best = try matcher.search("bus").best(3)
    #expect(best.map(\.item.display) == ["Bus", "Bus 10", "Bus 100"])
    #expect(best.map(\.section) == [2, 0, 0])
  }

  @Test func identifiersCountLessThanTexts() throws {
    let items = [
      OptionItem(identifier: "oslo", display: "Capital of Norway"),
      OptionItem(identifier: "1", display: "Oslo"),
      OptionItem(identifier: "2", display: "Old slope"),
      OptionItem(identifier: "x-oslo", display: "Airport"),
    ]
    var matcher = try OptionsMatcher(OptionsCollection(items: items))
    #expect(
      try matcher.search("oslo").collection().items.map(\.identifier) == [
        "1", "oslo", "x-oslo", "2",
      ])
    #expect(try matcher.search("!oslo").collection().items.map(\.identifier) == ["2"])
    #expect(try matcher.search("norway oslo").collection().items.map(\.identifier) == ["oslo"])
  }

  /// A cancellation at one of the first checks comes in time; at later ones, the search may already
  /// have ended.
  @Test(arguments: TestDepth.part(2, of: 0..<12))
  func aSearchCancelledAtAnyPointLeavesTheLastResult(patience: Int) throws {
    let items = (0..<30_000).map { OptionItem(stringLiteral: "item \($0)") }
    let index = try OptionsIndex(OptionsCollection(items: items))
    var matcher = OptionsMatcher(index)
    let before = try matcher.search("99").rows(0..<50)
    var fresh = OptionsMatcher(index)
    for term in ["item", "99 1", "9", ""] {
      var looks = 0
      do {
        let found = try matcher.search(term) {
          looks += 1
          return looks > patience
        }
        #expect(patience > 0)
        #expect(try found.rows(0..<50) == fresh.search(term).rows(0..<50))
      } catch {
        #expect(looks == patience + 1)
      }
      #expect(try matcher.search("99").rows(0..<50) == before)
    }
  }

  @Test func aCancelledIndexIsNotMade() {
    let items = (0..<30_000).map { OptionItem(stringLiteral: "item \($0)") }
    for patience in 0..<2 {
      var looks = 0
      #expect(throws: CancellationError.self) {
        try OptionsIndex(OptionsCollection(items: items)) {
          looks += 1
          return looks > patience
        }
      }
    }
  }

  @Test func aRefinedSearchLooksOnlyAtTheLastMatches() throws {
    let items = (0..<20_000).map { OptionItem(stringLiteral: "item \($0)") }
    var matcher = try OptionsMatcher(OptionsCollection(items: items))
    var lastCount = 0
    let keys: [(term: String, refines: Bool)] = [
      ("'1234", false), ("'12345", true), ("'12345", true), ("'1", false), ("'1 '2", true),
      ("'12", true), ("12", false), ("123", true), ("123 | 9", false), ("!1", false),
      ("!1 i", true), ("!12", false),
    ]
    for (term, refines) in keys {
      let examined = matcher.earlierMatches(for: OptionsQuery(term))?.count
      #expect(examined == (refines ? lastCount : nil), "“\(term)”")
      lastCount = try matcher.search(term).count
    }
  }

  @Test func aCopySearchesOnItsOwn() throws {
    var one = try OptionsMatcher(Self.lines)
    _ = try one.search("bus")
    var other = one
    #expect(try other.search("tram").count == 1)
    #expect(try one.search("bus").count == 4)
  }

  @Test func longTextsAreSearchedToo() throws {
    let long = String(repeating: "x", count: 70_000) + "needle"
    var matcher = try OptionsMatcher([OptionItem(identifier: "1", display: long)])
    for term in ["needle", "xxnedl", "needle$", "'needle"] {
      #expect(try matcher.search(term).count == 1)
    }
    #expect(OptionsQuery("ndl").highlights(in: long) == [70_000, 70_003, 70_004])
  }
}
