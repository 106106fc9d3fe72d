import Testing
import WidgetTestSupport

@testable import IntentOptions

/// The fast check that finds identifiers that may be equal.
@Suite struct IdentifierHashesTests {
  static func hashes(of texts: [String], asStrings: Bool = false) -> [UInt64?] {
    var hashes = IdentifierHashes()
    hashes.comparesStrings = asStrings
    return texts.map { text in
      var text = text
      return text.withUTF8 { hashes.hash(of: $0) }
    }
  }

  /// A few hashes are examined together, and many in parts.
  @Test(arguments: [0, 1, 2, 63, 1_000, 4_096, 20_000], [false, true])
  func aRepeatedTextIsFound(count: Int, asStrings: Bool) {
    let texts = (0..<count).map { $0 % 3 == 0 ? "東京-\($0)" : "id-\($0)" }
    let hashes = Self.hashes(of: texts, asStrings: asStrings).compactMap { $0 }
    #expect(hashes.count == count)
    let lists = [Array(hashes[..<(count / 3)]), [], Array(hashes[(count / 3)...])]
    #expect(IdentifierHashes.areDifferent(lists))
    for hash in [hashes.first, hashes.last].compactMap({ $0 }) {
      #expect(!IdentifierHashes.areDifferent(lists + [[hash]]))
    }
  }

  @Test(arguments: ["e\u{301}", "\u{212A}", "a\u{300}bc"])
  func aTextThatHasAnotherFormHasNoHashOfItsBytes(text: String) {
    #expect(Self.hashes(of: ["a", text]).map { $0 == nil } == [false, true])
  }

  @Test func equalTextsHaveTheSameHash() {
    let hashes = Self.hashes(
      of: ["e\u{301}", "é", "e", "한", "\u{1112}\u{1161}\u{11AB}"], asStrings: true)
    #expect(hashes[0] == hashes[1] && hashes[3] == hashes[4])
    #expect(Set(hashes).count == 3)
    #expect(Self.hashes(of: ["\u{212A}"], asStrings: true) == [nil], "it equals K")
  }

  /// The second of two equal identifiers can be at any position and in any section.
  @Test(arguments: (0..<4).map { 0x5EED_0810 + UInt64($0) })
  func oneThatOccursTwiceIsFound(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in [2, 100, 3_000, 9_000] {
      var items = (0..<count).map {
        OptionItem(identifier: "\($0 % 5 == 0 ? "ü" : "x")\($0)", display: "")
      }
      #expect(OptionsCollection(items: items).findings().isEmpty)
      let (first, second) = (0, Int.random(in: 1..<count, using: &random))
      items[second].identifier = items[first].identifier
      let cut = Int.random(in: 0...count, using: &random)
      let collection = OptionsCollection(sections: [
        OptionsSection(title: "a", items: Array(items[..<cut])),
        OptionsSection(title: "b", items: Array(items[cut...])),
      ])
      #expect(collection.findings().map(\.rule) == [.duplicateIdentifier], "seed \(seed)")
    }
  }
}
