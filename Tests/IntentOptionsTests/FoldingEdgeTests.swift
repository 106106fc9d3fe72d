import Testing
import WidgetTestSupport

@testable import IntentOptions

/// The first and the last scalar of each range that folding handles separately.
@Suite struct FoldingEdgeTests {
  /// A scalar of another width, and its usual form; nil if it has none.
  static let widths: [(value: UInt32, usual: UInt32?)] = [
    (0x2FFF, nil), (0x3000, 0x20), (0x3001, nil), (0xFF00, nil), (0xFF01, 0x21), (0xFF5E, 0x7E),
    (0xFF5F, 0x2985), (0xFF60, 0x2986), (0xFF61, 0x3002), (0xFF66, 0x30F2), (0xFF67, 0x30A1),
    (0xFF70, 0x30FC), (0xFF71, 0x30A2), (0xFF9D, 0x30F3), (0xFF9E, 0x3099), (0xFF9F, 0x309A),
    (0xFFA0, 0x3164), (0xFFA1, 0x3131), (0xFFBE, 0x314E), (0xFFBF, nil), (0xFFC1, nil),
    (0xFFC2, 0x314F), (0xFFC7, 0x3154), (0xFFC8, nil), (0xFFC9, nil), (0xFFCA, 0x3155),
    (0xFFCF, 0x315A), (0xFFD0, nil), (0xFFD2, 0x315B), (0xFFD7, 0x3160), (0xFFD8, nil),
    (0xFFDA, 0x3161), (0xFFDC, 0x3163), (0xFFDD, nil), (0xFFDF, nil), (0xFFE0, 0xA2),
    (0xFFE6, 0x20A9),
    (0xFFE7, nil), (0xFFE8, 0x2502), (0xFFEE, 0x25CB), (0xFFEF, nil),
  ]

  @Test(arguments: widths) func usualWidths(value: UInt32, usual: UInt32?) {
    #expect(TextFolding.usualWidth(of: value) == usual)
  }

  /// Two adjacent scalars, and their composition; nil if they stay separate.
  static let pairs: [(first: UInt32, second: UInt32, whole: UInt32?)] = [
    (0x1100, 0x1161, 0xAC00), (0x1112, 0x1175, 0xD788), (0x1113, 0x1161, nil),
    (0x10FF, 0x1161, nil),
    (0x1100, 0x1160, nil), (0x1100, 0x1176, nil), (0xAC00, 0x11A8, 0xAC01),
    (0xAC00, 0x11C2, 0xAC1B),
    (0xAC00, 0x11A7, nil), (0xAC00, 0x11C3, nil), (0xAC01, 0x11A8, nil), (0xD788, 0x11C2, 0xD7A3),
    (0xABFF, 0x11A8, nil), (0x3046, 0x3099, 0x3094), (0x304B, 0x3099, 0x304C),
    (0x304C, 0x3099, nil),
    (0x3061, 0x3099, 0x3062), (0x3062, 0x3099, nil), (0x3063, 0x3099, nil),
    (0x3064, 0x3099, 0x3065),
    (0x3068, 0x3099, 0x3069), (0x306A, 0x3099, nil), (0x306F, 0x3099, 0x3070),
    (0x306F, 0x309A, 0x3071),
    (0x307B, 0x309A, 0x307D), (0x307E, 0x3099, nil), (0x304B, 0x309A, nil),
    (0x309D, 0x3099, 0x309E),
    (0x308F, 0x3099, nil), (0x30A6, 0x3099, 0x30F4), (0x30AB, 0x3099, 0x30AC),
    (0x30CF, 0x309A, 0x30D1),
    (0x30EF, 0x3099, 0x30F7), (0x30F0, 0x3099, 0x30F8), (0x30F1, 0x3099, 0x30F9),
    (0x30F2, 0x3099, 0x30FA),
    (0x30F3, 0x3099, nil), (0x30FD, 0x3099, 0x30FE), (0x61, 0x3099, nil), (0x61, 0x301, nil),
    (0, 0x3099, nil),
  ]

  @Test(arguments: pairs) func compositions(first: UInt32, second: UInt32, whole: UInt32?) {
    #expect(TextFolding.composed(first, second) == whole)
  }

  /// A scalar, and its kind for finding the starts of words.
  static let kinds: [(scalar: Unicode.Scalar, kind: TextFolding.Kind)] = [
    (" ", .separator), ("-", .separator), ("_", .separator), ("'", .separator),
    ("\u{3000}", .separator),
    ("…", .separator), ("\n", .separator), ("+", .separator), ("€", .separator), ("a", .lowercase),
    ("ß", .lowercase), ("ª", .uncased), ("A", .uppercase), ("ǅ", .uppercase), ("É", .uppercase),
    ("Ж", .uppercase),
    ("0", .digit), ("９", .digit), ("½", .digit), ("Ⅷ", .digit), ("٣", .digit), ("東", .uncased),
    ("あ", .uncased),
    ("한", .uncased), ("ש", .uncased), ("ー", .uncased), ("🎉", .symbol), ("☺", .symbol),
    ("©", .symbol),
    ("\u{301}", .mark), ("\u{200D}", .mark), ("\u{FE0F}", .mark), ("🏽", .mark), ("^", .mark),
    ("\u{903}", .mark),
  ]

  @Test(arguments: kinds.indices) func kindsOfScalars(row: Int) {
    #expect(TextFolding.kind(of: Self.kinds[row].scalar) == Self.kinds[row].kind)
  }

  /// The table has what is computed for each scalar in it.
  @Test func theTableIsWhatIsComputed() {
    let (entries, expansions) = TextFolding.table
    #expect(entries.count == 0x2000)
    for (value, entry) in entries.enumerated() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let folded = TextFolding.computed(scalar)
      let held =
        entry.isExpansion ? expansions[Int(entry.payload)] : [entry.payload].filter { $0 > 0 }
      #expect(held == folded, "U+\(String(value, radix: 16))")
      #expect(entry.kind == TextFolding.kind(of: scalar), "U+\(String(value, radix: 16))")
    }
  }

  /// All forms of the same text have the same folding.
  @Test func caseAndCompositionMakeNoDifference() {
    let letters: [Character] = [
      "a", "É", "ö", "Å", "ñ", "ç", "Ž", "ő", "ệ", "ΰ", "Ё", "が", "パ", "한", "東", " ", "ｶ",
    ]
    for seed in PropertySeeds("writings of a text", count: 300) {
      var random = SeededGenerator(seed: seed)
      let text = random.text(of: letters, length: 0...10)
      let folded = TextFoldingTests.folded(text)
      for other in [text.lowercased(), text.uppercased(), decomposed(text)] {
        #expect(TextFoldingTests.folded(other) == folded, "seed \(seed): “\(text)”")
      }
      #expect(TextFoldingTests.folded(folded) == folded, "seed \(seed): “\(text)”")
    }
  }

  /// The text with letters and marks separated, for the letters that occur above.
  private func decomposed(_ text: String) -> String {
    let parts: [Character: String] = [
      "É": "E\u{301}", "ö": "o\u{308}", "Å": "A\u{30A}", "ñ": "n\u{303}", "ç": "c\u{327}",
      "Ž": "Z\u{30C}",
      "ő": "o\u{30B}", "ệ": "e\u{323}\u{302}", "ΰ": "υ\u{308}\u{301}", "Ё": "Е\u{308}",
      "が": "か\u{3099}",
      "パ": "ハ\u{309A}", "한": "\u{1112}\u{1161}\u{11AB}",
    ]
    return text.map { parts[$0] ?? String($0) }.joined()
  }

  /// Marks with their combining classes, and whether folding removes them.
  @Test(
    arguments: [
      ("\u{5B0}", true), ("\u{64B}", true), ("\u{711}", true), ("\u{301}", true), ("\u{323}", true),
      ("\u{345}", true), ("\u{93C}", false), ("\u{94D}", false), ("\u{3099}", false),
      ("\u{302A}", true),
      ("\u{334}", false), ("a", false), ("\u{F71}", false), ("\u{E38}", false), ("\u{327}", true),
    ] as [(Unicode.Scalar, Bool)])
  func marksThatMakeNoDifference(scalar: Unicode.Scalar, isDiacritic: Bool) {
    #expect(TextFolding.isDiacritic(scalar) == isDiacritic)
  }
}
