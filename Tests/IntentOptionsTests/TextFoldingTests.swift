import Testing
import WidgetTestSupport

@testable import IntentOptions

@Suite struct TextFoldingTests {
  static func folded(_ text: String) -> String {
    FoldedArena(text: text).withField { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(arguments: [
    ("Paris", "paris"), ("ZÜRICH", "zurich"), ("São Paulo", "sao paulo"), ("Łódź", "lodz"),
    ("København", "kobenhavn"), ("Straße", "strasse"), ("STRASSE", "strasse"), ("ẞ", "ss"),
    ("Þór", "thor"), ("Æble", "aeble"), ("Œuvre", "oeuvre"), ("İstanbul", "istanbul"),
    ("ısı", "isi"), ("Đà Nẵng", "da nang"), ("Thành phố Hồ Chí Minh", "thanh pho ho chi minh"),
    ("Ἀθῆναι", "αθηναι"), ("ΟΔΟΣ", "οδοσ"), ("οδος", "οδοσ"), ("Ёлка", "елка"),
    ("Київ", "киів"), ("ﬁn", "fin"), ("K", "k"), ("Å", "a"),
  ])
  func lettersLoseCaseAndMarks(text: String, expected: String) {
    #expect(Self.folded(text) == expected)
  }

  @Test(arguments: [
    ("ＡＢＣ１２３", "abc123"), ("ａ　ｂ", "a b"), ("！？", "!?"), ("ｱｲｳ", "アイウ"), ("ｶﾞｷﾞ", "ガギ"),
    ("ﾊﾟﾋﾟ", "パピ"), ("ｳﾞ", "ヴ"), ("ﾡ", "ㄱ"), ("\u{FFB5}", "ㅅ"), ("\u{FFBB}", "ㅋ"), ("\u{FFDC}", "ㅣ"),
    ("￦", "₩"), ("｡｢｣", "。「」"),
    ("a\u{A0}b", "a b"), ("a\u{2009}b", "a b"),
  ])
  func widthIsFolded(text: String, expected: String) {
    #expect(Self.folded(text) == expected)
  }

  @Test(arguments: [
    ("か\u{3099}", "が"), ("は\u{309A}", "ぱ"), ("ワ\u{3099}", "ヷ"), ("ゝ\u{3099}", "ゞ"),
    ("つ\u{3099}", "づ"), ("っ\u{3099}", "っ\u{3099}"), ("\u{1112}\u{1161}\u{11AB}", "한"),
    ("\u{1112}\u{1161}", "하"), ("e\u{301}", "e"), ("q\u{323}\u{307}", "q"),
    ("\u{915}\u{93C}", "\u{915}\u{93C}"), ("\u{958}", "\u{915}\u{93C}"),
  ])
  func writtenApartOrTogetherIsTheSame(text: String, expected: String) {
    #expect(
      Array(Self.folded(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(arguments: [
    ("が", "か"), ("パ", "ハ"), ("क", "ख"), ("ก่", "ก"), ("한", "하"), ("🇩🇪", "🇩🇰"), ("≠", "="),
  ])
  func differentLettersStayDifferent(one: String, other: String) {
    #expect(Self.folded(one) != Self.folded(other))
  }

  @Test(arguments: [
    ("☺\u{FE0F}", "☺"), ("so\u{AD}ft", "soft"), ("a\u{200B}b", "ab"), ("\u{202E}abc", "abc"),
    ("a\0b", "ab"), ("\u{FEFF}x", "x"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
  ])
  func whatIsOnlyDrawnIsDropped(text: String, expected: String) {
    #expect(
      Array(Self.folded(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func foldingTwiceChangesNothing() {
    var changed: [String] = []
    // Most scalars beyond the first blocks are ideographs, of which a sample is enough.
    for value in UInt32(1)..<0x3_0000
    where value < 0x2000 || value % 29 == 0 || TestDepth.isThorough {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = Self.folded(String(scalar))
      if Self.folded(once) != once { changed.append("U+\(String(value, radix: 16))") }
    }
    #expect(changed == [])
  }

  @Test func theTableHoldsFoldedTextsOfLowercaseLetters() {
    for (letter, target) in TextFolding.lettersWithoutMarks {
      #expect(!target.isEmpty)
      #expect(target.allSatisfy { TextFolding.lettersWithoutMarks[$0] == nil })
      #expect(Unicode.Scalar(letter)?.properties.changesWhenLowercased == false)
    }
  }

  @Test(arguments: [
    ("New York", [0, 4]), ("newYork", [0, 3]), ("NYCity", [0]), ("a1b22c", [0, 1, 3]),
    ("so-called 'x'", [0, 3, 11]), ("東京 U1", [0, 7, 8]), ("U東京", [0, 1]), ("hi🎉x", [0, 2, 6]),
    ("", []), ("...", []),
  ])
  func wordsStart(text: String, expected: [Int]) {
    let arena = FoldedArena(text: text)
    let starts = (0..<arena.bytes.count).filter { place in
      arena.wordStarts[place / 64] >> UInt64(place % 64) & 1 == 1
    }
    #expect(starts == expected)
  }

  @Test func everyByteHas64BitsFromItsOwnOn() {
    for length in [0, 1, 63, 64, 65, 128, 200] {
      let arena = FoldedArena(text: String(repeating: "x", count: length))
      #expect(arena.wordStarts.count == length / 64 + 2)
    }
  }
}
