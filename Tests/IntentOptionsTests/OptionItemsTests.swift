import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import IntentOptions

/// Items in an array and items in packed bytes behave in the same way.
@Suite struct OptionItemsTests {
  static func packed(_ items: [OptionItem]) -> OptionItems {
    var builder = OptionItemsBuilder()
    for item in items {
      func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
      let display = item.display == item.identifier ? nil : bytes(item.display)
      Array(item.identifier.utf8).withUnsafeBufferPointer { identifier in
        (display ?? []).withUnsafeBufferPointer { shown in
          (bytes(item.subtitle) ?? []).withUnsafeBufferPointer { subtitle in
            (bytes(item.symbol) ?? []).withUnsafeBufferPointer { symbol in
              builder.append(
                identifier: identifier, display: display == nil ? nil : shown,
                subtitle: item.subtitle == nil ? nil : subtitle,
                symbol: item.symbol == nil ? nil : symbol)
            }
          }
        }
      }
    }
    return builder.items()
  }

  static func items(_ count: Int, seed: UInt64) -> [OptionItem] {
    var random = SeededGenerator(seed: seed)
    let letters: [Character] = ["a", "B", "-", "é", "東", "👍🏽", " "]
    func text(_ length: ClosedRange<Int>) -> String { random.text(of: letters, length: length) }
    return (0..<count).map { number in
      let isLong = number % 50 == 0
      return OptionItem(
        identifier: "\(number)",
        display: number % 3 == 0 ? "\(number)" : text(0...(isLong ? 300 : 9)),
        subtitle: number % 4 == 0 ? text(0...140) : nil, symbol: number % 5 == 0 ? text(0...5) : nil
      )
    }
  }

  @Test(arguments: [0, 1, 2, 4_095, 4_096, 4_097, 9_000])
  func packedItemsAreTheSame(count: Int) {
    let items = Self.items(count, seed: 0x5EED_0200 + UInt64(count))
    let packed = Self.packed(items)
    #expect(packed.count == count)
    #expect(Array(packed) == items)
    #expect(packed == OptionItems(items))
    #expect(OptionItems(items) == packed)
    #expect(packed.hashValue == OptionItems(items).hashValue)
    #expect(packed == packed)
    #expect(Array(packed.reversed()) == items.reversed())
    #expect(packed.prefix(3).elementsEqual(items.prefix(3)))
  }

  @Test func textsAreGivenAsTheyAre() {
    let items = Self.items(200, seed: 0x5EED_0210)
    for kept in [OptionItems(items), Self.packed(items)] {
      for number in items.indices {
        let (identifier, display, subtitle, symbol) = kept.withTexts(of: number) { texts in
          func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
            String(decoding: bytes, as: UTF8.self)
          }
          return (
            text(texts.identifier), texts.display.map(text), texts.subtitle.map(text),
            texts.symbol.map(text)
          )
        }
        #expect(subtitle == items[number].subtitle)
        #expect(symbol == items[number].symbol)
        #expect(identifier == items[number].identifier)
        #expect(display ?? identifier == items[number].display)
        #expect((display == nil) == (items[number].display == identifier))
      }
    }
  }

  @Test func changingIsAsWithAnArray() {
    let first = Self.items(20, seed: 0x5EED_0220)
    for start in [OptionItems(first), Self.packed(first)] {
      let copy = start
      var (kept, array) = (start, first)
      kept.append("new")
      array.append("new")
      kept[3] = "third"
      array[3] = "third"
      kept.remove(at: 5)
      array.remove(at: 5)
      kept.insert("inserted", at: 0)
      array.insert("inserted", at: 0)
      kept += ["a", "b"]
      array += ["a", "b"]
      kept.removeLast(2)
      array.removeLast(2)
      kept.reverse()
      array.reverse()
      #expect(Array(kept) == array)
      #expect(Array(copy) == first)
    }
  }

  @Test(
    arguments: [
      (["a", "b"], ["a", "b"], true), (["a"], ["b"], false), (["a"], ["a", "b"], false),
      ([], [], true),
      (["é"], ["e\u{301}"], true),
    ] as [([String], [String], Bool)])
  func equality(left: [String], right: [String], isEqual: Bool) {
    let (one, two) = (left.map(OptionItem.init), right.map(OptionItem.init))
    for left in [OptionItems(one), Self.packed(one)] {
      for right in [OptionItems(two), Self.packed(two)] { #expect((left == right) == isEqual) }
    }
  }

  @Test(arguments: ["Bergen", "東", "e\u{301}", "é", "none", ""])
  func theFirstItemWithAnIdentifier(identifier: String) {
    let names: [OptionItem] = ["Oslo", "Bergen", "é", "東", "Bergen"]
    let expected = names.firstIndex { $0.identifier == identifier }
    for items in [OptionItems(names), Self.packed(names)] {
      let collection = OptionsCollection(sections: [
        OptionsSection(items: ["x"]), OptionsSection(keeping: items),
      ])
      let place = collection.place(ofIdentifier: identifier)
      #expect(place?.item == expected)
      #expect(place?.section == expected.map { _ in 1 })
      #expect(collection.item(withIdentifier: identifier) == expected.map { names[$0] })
    }
  }

  /// Each response breaks the given rules, whichever way it is stored.
  @Test(
    arguments: [
      (["a", "b"], []), (["a", "a"], [.duplicateIdentifier]),
      (["é", "e\u{301}"], [.duplicateIdentifier]),
      (["K", "\u{212A}"], [.duplicateIdentifier]), (["k", "\u{212A}"], []),
      ([""], [.emptyIdentifier]),
      (["a\nb"], [.controlCharacter]), (["ab\u{7F}", "c"], [.controlCharacter]),
      (["a\u{85}"], [.controlCharacter]), (["a\u{2028}"], [.controlCharacter]), (["…", "«»"], []),
      (["12345678901"], [.textLength]), (["1234567890"], []), (["日本日本", "日本"], [.textLength]),
      ((0..<21).map { "\($0)" }, [.itemCount]), ((0..<20).map { "\($0)" }, []),
    ] as [([String], [OptionsFinding.Rule])])
  func validation(names: [String], rules: [OptionsFinding.Rule]) {
    let limits = OptionsLimits(itemCount: 20, textLength: 10)
    let items = names.map { OptionItem(identifier: $0, display: $0) }
    let plain = OptionsCollection(items: items)
    let packed = OptionsCollection(sections: [OptionsSection(keeping: Self.packed(items))])
    #expect(plain.findings(limits: limits).map(\.rule) == rules)
    #expect(packed.findings(limits: limits) == plain.findings(limits: limits))
  }

  @Test func identifiersAreUniqueThroughAllSections() {
    let sections = [Self.packed(["a", "b"]), OptionItems(["c", "b"]), Self.packed(["a"])]
    let collection = OptionsCollection(sections: sections.map { OptionsSection(keeping: $0) })
    #expect(collection.findings().map(\.message).count == 2)
    #expect(collection.findings().allSatisfy { $0.rule == .duplicateIdentifier })
  }
}
