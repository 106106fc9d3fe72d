import Testing

@testable import BundledWidgets
@testable import ICalendar

struct VerseCollectionTests {
  @Test(arguments: VerseCollection.allCases)
  func everyVerseIsTwoShortLines(collection: VerseCollection) {
    let verses = collection.verses
    #expect(verses.count == 13)
    for verse in verses {
      #expect(verse.count == 2, "\(verse)")
      #expect(verse.allSatisfy { (10...44).contains($0.count) }, "\(verse)")
      #expect(verse.allSatisfy { $0 == $0.clipped() }, "\(verse)")
    }
  }

  @Test func noVerseStandsTwice() {
    let all = VerseCollection.allCases.flatMap(\.verses)
    #expect(Set(all).count == all.count)
    #expect(Set(all.map { $0[0] }).count == all.count)
  }

  /// The day, the slot, and the position of the verse among the thirteen of a collection.
  @Test(arguments: [
    (0, 0, 0), (0, 1, 1), (0, 12, 12), (0, 13, 0), (1, 0, 9), (1, 4, 0), (13, 0, 0), (-1, 0, 4),
    (-1, 9, 0), (20_778, 3, 0),
  ])
  func places(day: Int, slot: Int, index: Int) {
    for collection in VerseCollection.allCases {
      #expect(collection.verse(day: day, slot: slot) == collection.verses[index])
    }
  }

  /// For every number of slots in a day, the next day starts with a different verse.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 72, 96])
  func noVerseFollowsItself(slots: Int) {
    for day in 20_000..<20_013 {
      let last = VerseCollection.sea.verse(day: day, slot: slots - 1)
      #expect(last != VerseCollection.sea.verse(day: day + 1, slot: 0), "day \(day)")
    }
  }

  /// With one verse a day, every verse is shown.
  @Test(arguments: VerseCollection.allCases)
  func everyVerseIsShown(collection: VerseCollection) {
    let count = collection.verses.count
    let shown = Set((0..<count).map { collection.verse(day: 20_000 + $0, slot: 0) })
    #expect(shown.count == count)
  }
}
