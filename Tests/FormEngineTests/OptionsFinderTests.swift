import IntentOptions
import Testing
import WidgetTestSupport

@testable import FormEngine

/// The search of a long list, outside the form.
@Suite("Searching one long list")
struct OptionsFinderTests {
  static let collection = OptionsCollection(sections: [
    OptionsSection(
      title: "Numbers",
      items: (0..<500).map { OptionItem(identifier: "n\($0)", display: "Item \($0)") }),
    OptionsSection(
      title: "Towns",
      items: ["Oslo", "Ålesund", "東京", "Санкт-Петербург", "القاهرة", "São Paulo", "Item"]),
  ])

  static func displays(_ matches: OptionsMatches) -> [String] {
    matches.rows(0..<matches.count).map(\.item.display)
  }

  @Test(arguments: ["", "item", "Item 49", "oslo", "alesund", "東", "петер", "القا", "sao p", "zzz"])
  func theActorFindsWhatASearchAtOnceFinds(term: String) async throws {
    let finder = OptionsFinder(Self.collection)
    let found = try await finder.matches(of: term)
    let search = OptionsSearch(finder: finder, term: term)
    #expect(Self.displays(found) == Self.displays(search.matches))
    #expect(found.rows(0..<1) == search.matches.rows(0..<1))
    #expect(found.isEmpty == (term == "zzz"))
    if term.isEmpty { #expect(found.count == 507) }
  }

  /// Each term in a sequence of typing and deleting gives the same results as when it is searched
  /// on its own.
  @Test func earlierTermsLeaveNoTrace() async throws {
    let finder = OptionsFinder(Self.collection)
    for term in ["i", "it", "ite", "item", "item ", "item 4", "item", "i", "", "o", "os", "x", ""] {
      let found = try await finder.matches(of: term)
      let alone = try await OptionsFinder(Self.collection).matches(of: term)
      #expect(Self.displays(found) == Self.displays(alone), "\(term)")
    }
  }

  /// Cached results for later pages equal those of a new search, whatever was searched in between.
  @Test func keptResultsAreWhatASearchFinds() async throws {
    let finder = OptionsFinder(Self.collection, keeping: 2)
    for term in ["item", "o", "item", "", "item 4", "o", "item", "zzz", "item", "item 4", "zzz"] {
      let found = try await finder.matches(of: term)
      let alone = try await OptionsFinder(Self.collection).matches(of: term)
      #expect(Self.displays(found) == Self.displays(alone), "\(term)")
      #expect(found.query == alone.query, "\(term)")
    }
  }

  @Test func aTaskThatIsCancelledFindsNothing() async {
    let finder = OptionsFinder(Self.collection)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await finder.matches(of: "item")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    // A cancelled search does not affect the next search.
    let count = try? await finder.matches(of: "oslo").count
    #expect(count == 1)
  }

  @Test func searchesAreTheSameForOneListAndOneTerm() {
    let (one, other) = (OptionsFinder(Self.collection), OptionsFinder(Self.collection))
    let search = OptionsSearch(finder: one, term: "a")
    #expect(search == OptionsSearch(finder: one, term: "a"))
    #expect(search != OptionsSearch(finder: one, term: "b"))
    #expect(search != OptionsSearch(finder: other, term: "a"))
    let all: Set = [
      search, OptionsSearch(finder: one, term: "a"), OptionsSearch(finder: one, term: "b"),
      OptionsSearch(finder: other, term: "a"),
    ]
    #expect(all.count == 3)
  }

  /// The form searches lists up to a certain length itself; longer lists are searched outside.
  @Test(arguments: [(-1, false), (0, false), (1, true)])
  func longLists(beyond: Int, isOutside: Bool) {
    let count = OptionsSearcher.shortCount + beyond
    let items = (0..<count).map { OptionItem(stringLiteral: "\($0)") }
    var searcher = OptionsSearcher(OptionsCollection(items: items))
    #expect((searcher.finder != nil) == isOutside)
    #expect((searcher.matches(of: "9998") == nil) == isOutside)
    #expect(searcher.matches(of: "")?.count == count)
    var filtered = OptionsSearcher(OptionsCollection(items: items), isFiltered: true)
    #expect(filtered.finder == nil)
    #expect(filtered.matches(of: "9998")?.count == count)
  }
}
