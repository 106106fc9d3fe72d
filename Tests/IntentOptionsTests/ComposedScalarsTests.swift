import Foundation
import Testing
import WidgetTestSupport

@testable import IntentOptions

/// Identifiers with non-ASCII characters are compared by their bytes only if this gives the same
/// result as comparing `String` values.
@Suite struct ComposedScalarsTests {
  /// Parts of the Unicode planes that contain text; they are tested in parallel.
  static let parts: [ClosedRange<UInt32>] = [
    0x80...0x3FFF, 0x4000...0x9FFF, 0xA000...0xFFFF, 0x10000...0x1FFFF, 0x20000...0x2FFFF,
    0x30000...0x3FFFF,
  ]

  @Test(arguments: parts)
  func whatIsCertainNeverChanges(scalars: ClosedRange<UInt32>) {
    let wrong = scalars.compactMap { Unicode.Scalar($0) }.filter { scalar in
      guard ComposedScalars.isCertain(scalar.value) else { return false }
      let text = String(Character(scalar))
      return scalar.properties.canonicalCombiningClass != .notReordered
        || !text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual([scalar])
    }
    #expect(wrong.isEmpty)
  }

  /// A scalar that composes with its predecessor is not the first scalar of any decomposition.
  @Test(arguments: parts)
  func whatComposesWithTheOneBeforeIsNotCertain(scalars: ClosedRange<UInt32>) {
    let wrong = scalars.compactMap { Unicode.Scalar($0) }.filter { scalar in
      String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars.dropFirst()
        .contains { $0.value >= 0x80 && ComposedScalars.isCertain($0.value) }
    }
    #expect(wrong.isEmpty)
  }

  static let texts: [(text: String, isCertain: Bool)] = [
    ("", true), ("Oslo", true), ("Zürich", true), ("Ålesund", true), ("東京都", true), ("한국", true),
    ("ガラス", true), ("ｶﾞﾗｽ", true), ("Ελλάδα", true), ("Москва", true), ("“…” – €", true),
    ("👍", true),
    ("👩‍👩‍👧", true), ("❤️", true), ("𠮷野家", true), ("שלום", true), ("مرحبا", true),
    ("Zu\u{308}rich", false), ("\u{212A}", false), ("か\u{3099}", false),
    ("\u{1112}\u{1161}", false),
    ("\u{F900}", false), ("\u{1F71}", false), ("हिन्दी", false), ("한\u{11A8}", false),
    ("a\u{327}", false),
  ]

  @Test(arguments: texts)
  func someTexts(text: String, isCertain: Bool) {
    #expect(Array(text.utf8).withUnsafeBufferPointer { $0.isCertainlyComposed } == isCertain)
  }

  static let pieces: [[Character]] = [
    ["é", "e\u{301}", "e", "ü", "u\u{308}", "東", "1"],
    ["ガ", "カ\u{3099}", "カ", "한", "\u{1112}\u{1161}\u{11AB}", "하\u{11AB}", "ｶ"],
    ["Å", "\u{212B}", "A\u{30A}", "豈", "\u{F900}", "ά", "\u{1F71}"],
    ["ḍ\u{307}", "ḋ\u{323}", "d\u{323}\u{307}", "d\u{307}\u{323}", "👍🏽", "👍", "ñ"],
    ["é", "ü", "東", "한", "ガ", "Å", "ñ"],
  ]

  /// The same scalars in any order and composition: identifiers are compared like strings.
  @Test(arguments: 0..<5, [UInt64(0x5EED_0501), 0x5EED_0502])
  func identifiersCompareAsStringsDo(pieces number: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let texts = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        random.text(of: Self.pieces[number], length: 1...3)
      }
      let findings = OptionsCollection(items: texts.map { OptionItem(stringLiteral: $0) })
        .findings()
      let repeated = texts.count - Set(texts).count
      #expect(
        findings.map(\.rule) == Array(repeating: .duplicateIdentifier, count: repeated),
        "seed \(seed): \(texts.map(\.unicodeScalars))")
    }
  }

  /// Each scalar alone and in the middle of a text: the bytes agree with Unicode's categories.
  @Test(arguments: [0...0x2FFF, 0x3000...0xFFFF] as [ClosedRange<UInt32>], ["", "abcdefgh"])
  func controlCharactersAreSeen(scalars: ClosedRange<UInt32>, beside: String) {
    let wrong = scalars.compactMap { Unicode.Scalar($0) }.filter { scalar in
      let isControl = [.control, .lineSeparator, .paragraphSeparator]
        .contains(scalar.properties.generalCategory)
      let text = beside + String(Character(scalar)) + beside
      return Array(text.utf8).withUnsafeBufferPointer { $0.isPlain } == isControl
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 16, 23])
  func theSameBytes(count: Int) {
    let text = [UInt8]((0..<UInt8(count)))
    func isSame(_ one: [UInt8], _ two: [UInt8]) -> Bool {
      one.withUnsafeBufferPointer { one in two.withUnsafeBufferPointer { one.hasSameBytes(as: $0) }
      }
    }
    #expect(isSame(text, text))
    #expect(isSame(text, Array(text.reversed().reversed())))
    #expect(!isSame(text, text + [1]))
    for index in text.indices {
      var other = text
      other[index] ^= 0x80
      #expect(!isSame(text, other), "\(index)")
    }
  }
}
