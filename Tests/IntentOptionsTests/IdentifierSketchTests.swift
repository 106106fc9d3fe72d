import Testing
import WidgetTestSupport

@testable import IntentOptions

/// The fast check that leaves only a few identifiers to compare.
@Suite struct IdentifierSketchTests {
  static func add(_ texts: [String], to sketch: inout IdentifierSketch) -> [Bool] {
    texts.map { text in
      var text = text
      return text.withUTF8 { sketch.add($0) }
    }
  }

  @Test(arguments: [1, 2, 63, 64, 1_000])
  func everyRepeatedTextIsSuspect(count: Int) {
    let texts = (0..<count).map { $0 % 3 == 0 ? "東京-\($0)" : "id-\($0)" }
    var sketch = IdentifierSketch(count: count * 3)
    #expect(Self.add(texts + texts + texts, to: &sketch).allSatisfy { $0 })
    #expect(sketch.suspectCount == count * 3)
    for var text in texts { #expect(text.withUTF8 { sketch.isSuspect($0) }) }
  }

  @Test func fewOtherTextsAreSuspect() {
    let texts = (0..<4_000).map { "garnet-\($0)" }
    var sketch = IdentifierSketch(count: texts.count)
    #expect(Self.add(texts, to: &sketch).allSatisfy { $0 })
    let suspects = texts.count { text in
      var text = text
      return text.withUTF8 { sketch.isSuspect($0) }
    }
    #expect(suspects == sketch.suspectCount)
    #expect(suspects < 1_000, "a sixteenth each way is what chance gives")
  }

  @Test(arguments: ["e\u{301}", "\u{212A}", "a\u{300}bc"])
  func textsThatHaveAnotherFormAreNotAdded(text: String) {
    var sketch = IdentifierSketch(count: 4)
    #expect(Self.add(["a", text], to: &sketch) == [true, false])
  }

  /// For any position and section of the second of two equal identifiers.
  @Test(arguments: (0..<4).map { 0x5EED_0810 + UInt64($0) })
  func oneThatOccursTwiceIsFound(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in [2, 100, 3_000] {
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
