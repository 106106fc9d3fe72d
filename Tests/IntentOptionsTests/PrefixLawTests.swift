import IntentModel
import Testing
import WidgetTestSupport

@testable import IntentOptions

/// Truncated collections and item lookups, compared with the simplest implementation.
@Suite struct PrefixLawTests {
  /// Sections with a few items each, including empty sections, in either form of storage.
  static func collection(_ random: inout SeededGenerator) -> OptionsCollection {
    var number = 0
    let sections = (0..<Int.random(in: 0...5, using: &random)).map { section in
      let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        number += 1
        return OptionItem(
          identifier: number % 4 == 0 ? "é\(number)" : "\(number)", display: "item \(number)")
      }
      let title = Bool.random(using: &random) ? "s\(section)" : nil
      return Bool.random(using: &random)
        ? OptionsSection(title: title, items: items)
        : OptionsSection(title: title, keeping: OptionItemsTests.packed(items))
    }
    return OptionsCollection(
      sections: sections, usesIndexedCollation: Bool.random(using: &random), promptLabel: "p",
      notice: Bool.random(using: &random) ? "n" : nil)
  }

  @Test func aCutCollectionHasTheFirstItemsAndSaysTheSame() {
    for seed in PropertySeeds("cut collections", count: 200) {
      var random = SeededGenerator(seed: seed)
      let whole = Self.collection(&random)
      for maximum in [-1, 0, 1, whole.count - 1, whole.count, whole.count + 1, .max] {
        let part = whole.prefix(maximum)
        #expect(
          part.items == Array(whole.items.prefix(max(0, maximum))), "seed \(seed), \(maximum)")
        #expect(part.count == min(whole.count, max(0, maximum)), "seed \(seed)")
        #expect(part.notice == whole.notice && part.promptLabel == whole.promptLabel)
        #expect(part.usesIndexedCollation == whole.usesIndexedCollation)
        if maximum >= whole.count {
          #expect(part == whole, "seed \(seed): what is short enough stays as it is")
        } else {
          #expect(!part.sections.contains { $0.items.isEmpty }, "seed \(seed)")
        }
        #expect(part.prefix(maximum) == part, "seed \(seed): cutting twice is cutting once")
      }
    }
  }

  @Test func aCutCollectionOfACutOneIsTheShorterOfBoth() {
    for seed in PropertySeeds("cut twice", count: 100) {
      var random = SeededGenerator(seed: seed)
      let whole = Self.collection(&random)
      let (one, other) = (
        Int.random(in: 0...8, using: &random), Int.random(in: 0...8, using: &random)
      )
      #expect(
        whole.prefix(one).prefix(other).items == whole.prefix(min(one, other)).items, "\(seed)")
    }
  }

  @Test func anItemIsFoundAtTheFirstPlaceItHas() {
    for seed in PropertySeeds("places of items", count: 200) {
      var random = SeededGenerator(seed: seed)
      let collection = Self.collection(&random)
      for (section, content) in collection.sections.enumerated() {
        for (number, item) in content.items.enumerated() {
          let place = collection.place(ofIdentifier: item.identifier)
          #expect(place?.section == section && place?.item == number, "seed \(seed)")
          #expect(collection.item(withIdentifier: item.identifier) == item, "seed \(seed)")
          // An identifier that is composed differently is equal.
          let other = item.identifier.replacing("é", with: "e\u{301}")
          #expect(collection.item(withIdentifier: other) == item, "seed \(seed)")
        }
      }
      for missing in ["", "0", "é", "item 1", "1 ", "É4"] {
        #expect(collection.place(ofIdentifier: missing) == nil, "seed \(seed), “\(missing)”")
      }
    }
  }

  @Test func anEmptyCollectionHasNothing() {
    let sections: [[OptionsSection]] = [
      [], [OptionsSection(items: [])], [OptionsSection(title: "a", items: []), .init(items: [])],
    ]
    for empty in sections.map({ OptionsCollection(sections: $0, notice: "n") }) {
      #expect(empty.isEmpty && empty.count == 0 && empty.items.isEmpty)
      #expect(empty.prefix(0) == empty && empty.prefix(5) == empty)
      #expect(empty.item(withIdentifier: "") == nil)
      let matches = OptionsMatches(all: empty)
      #expect(matches.isEmpty && matches.rows(0..<1).isEmpty && matches.sections.isEmpty)
      #expect(matches.rows(0..<5).isEmpty && matches.best(5).isEmpty)
      #expect(matches.row(of: 0, inSection: 0) == nil)
      #expect(matches.collection() == empty)
    }
  }
}
