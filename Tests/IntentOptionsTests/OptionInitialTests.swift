import Testing

@testable import IntentOptions

/// The initials of a list with an index.
@Suite struct OptionInitialTests {
  /// A text, and its initial.
  static let initials: [(text: String, initial: Character)] = [
    ("Oslo", "O"), ("oslo", "O"), ("Ålesund", "A"), ("ångström", "A"), ("Éire", "E"),
    ("e\u{301}a", "E"), ("Østfold", "O"), ("Łódź", "L"), ("ñandú", "N"), ("Đà Nẵng", "D"),
    ("İzmir", "I"), ("ısı", "I"), ("ßa", "S"), ("ẞa", "S"), ("Ærø", "A"), ("œuvre", "O"),
    ("Þór", "T"), ("ﬁn", "F"), ("Ωmega", "Ω"), ("ώρα", "Ω"), ("σίγμα", "Σ"), ("ς", "Σ"),
    ("жук", "Ж"), ("Ёлка", "Е"), ("東京", "東"), ("かな", "か"), ("が", "が"), ("ｶﾅ", "カ"),
    ("한국", "한"), ("שלום", "ש"), ("\u{5E9}\u{5C1}", "ש"), ("أحمد", "ا"), ("Ａｂｃ", "A"),
    ("ａｂｃ", "A"),
  ]

  @Test(arguments: initials) func letters(text: String, initial: Character) {
    #expect(OptionInitial.initial(of: text) == initial, "\(text)")
  }

  /// Texts that do not start with a letter.
  @Test(arguments: [
    "", " ", " Oslo", "7-Eleven", "１２", "#1", "(a)", "“a”", "…", "-a", "🎉 a", "👩‍👩‍👧", "🇳🇴", "\u{A0}a",
    "¿a", "٣", "$", "\u{3000}a", "€a", "½", "&", "\t", "\n",
  ])
  func othersStandUnderOneSign(text: String) {
    #expect(OptionInitial.initial(of: text) == OptionInitial.other)
    #expect(OptionInitial.other == "#")
  }

  /// Invisible characters at the start are skipped.
  @Test(arguments: [
    "\u{FEFF}", "\u{200B}", "\u{202A}", "\u{2066}", "\u{AD}", "\u{301}", "\u{FE0F}", "\0",
    "\u{200E}\u{200F}",
  ])
  func whatHasNoWidthIsPassedOver(prefix: String) {
    #expect(OptionInitial.initial(of: prefix + "oslo") == "O")
    #expect(OptionInitial.initial(of: prefix) == "#")
  }

  /// Texts that are equal for a search have the same initial.
  @Test(arguments: [
    ("ÉIRE", "éire"), ("ＡＢ", "ab"), ("Straße", "STRASSE"), ("ｶﾞ", "ガ"), ("ΟΔΟΣ", "οδός"),
    ("\u{1112}\u{1161}\u{11AB}국", "한국"), ("Å", "\u{212B}"), ("K", "\u{212A}"),
    ("か\u{3099}", "が"), ("ﾊﾟ", "パ"),
  ])
  func theSameInASearchIsTheSameHere(one: String, other: String) {
    #expect(OptionInitial.initial(of: one) == OptionInitial.initial(of: other))
  }

  /// The initial of every single character; the initial of a letter is the letter itself.
  @Test func aSignStandsUnderItself() {
    for value in UInt32(0)..<0x3_0000 where value < 0x600 || value % 37 == 0 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let initial = OptionInitial.initial(of: String(Character(scalar)))
      #expect(
        OptionInitial.initial(of: String(initial)) == initial, "U+\(String(value, radix: 16))")
    }
  }
}
