import IntentModel
import Testing

@testable import Messages
@testable import TerminalForm

@Suite("Display width")
struct DisplayWidthTests {
  static let characters: [(Character, Int, String)] = [
    ("a", 1, "ASCII"), ("~", 1, "ASCII"), (" ", 1, "blank"), ("é", 1, "precomposed"),
    ("e\u{301}", 1, "with a mark"), ("a\u{301}\u{302}\u{303}", 1, "with three marks"),
    ("世", 2, "Han"), ("ア", 2, "Katakana"), ("ｱ", 1, "halfwidth Katakana"), ("Ａ", 2, "fullwidth"),
    ("。", 2, "wide punctuation"), ("한", 2, "Hangul syllable"),
    ("\u{1112}\u{1161}\u{11AB}", 2, "Hangul of three jamo"), ("\u{1100}", 2, "a leading jamo"),
    ("\u{1161}", 0, "a vowel jamo alone"), ("か\u{3099}", 2, "Kana with a voice mark"),
    ("ش", 1, "Arabic"), ("א", 1, "Hebrew"), ("ก", 1, "Thai"), ("กำ", 2, "Thai sara am"),
    ("ก\u{E34}", 1, "Thai with a vowel above"), ("क\u{93F}", 2, "Devanagari with a spacing mark"),
    ("😀", 2, "emoji"), ("☃", 1, "text emoji"), ("☃\u{FE0F}", 2, "text emoji with VS16"),
    ("❤\u{FE0F}", 2, "heart with VS16"), ("⌚", 2, "emoji presentation"),
    ("⌚\u{FE0E}", 2, "VS15 narrows nothing"), ("a\u{FE0F}", 1, "VS16 on a letter"),
    ("1\u{FE0F}\u{20E3}", 2, "keycap"), ("1\u{20E3}", 1, "keycap without selector"),
    ("🇳🇴", 2, "flag"), ("🇳", 1, "half a flag"), ("👍🏽", 2, "skin tone"),
    ("👨‍👩‍👧‍👦", 2, "family"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2, "flag of tags"), ("🏳️‍🌈", 2, "rainbow flag"),
    ("─", 1, "box drawing"), ("›", 1, "ambiguous"), ("…", 1, "ambiguous"), ("█", 1, "block"),
    ("\u{FFFD}", 1, "replacement"), ("\u{200B}", 0, "zero-width space"),
    ("\u{AD}", 1, "soft hyphen"),
    ("\u{200D}", 0, "ZWJ alone"), ("\u{301}", 0, "a mark alone"), ("\u{E000}", 1, "private use"),
    ("\u{1B}", 1, "ESC is drawn as a picture"), ("\t", 1, "tab"), ("\u{7F}", 1, "DEL"),
    ("\r\n", 2, "CR LF is two pictures"), ("\u{9B}", 6, "C1"), ("\u{202E}", 8, "override"),
    ("\u{2028}", 8, "line separator"), ("\u{3000}", 2, "ideographic blank"), ("☰", 2, "trigram"),
    ("👍🏿", 2, "dark skin tone"), ("🏽", 2, "a skin tone alone"), ("🧑🏻‍🤝‍🧑🏿", 2, "two skin tones"),
    ("👩🏽‍🚒", 2, "a skin tone joined"), ("❤️‍🔥", 2, "heart joined to fire"), ("🇩🇪", 2, "flag"),
    ("🏴‍☠️", 2, "pirate flag"), ("#\u{FE0F}\u{20E3}", 2, "keycap of a sign"),
    ("ℹ", 1, "text presentation"), ("ℹ\u{FE0F}", 2, "text presentation with VS16"),
    ("ℹ\u{FE0E}", 1, "text presentation with VS15"), ("😀\u{FE0E}", 2, "VS15 on a wide emoji"),
    ("㍿", 2, "square"), ("㊙", 2, "circled ideograph"), ("①", 1, "ambiguous circle"),
    ("°", 1, "ambiguous degree"), ("±", 1, "ambiguous sign"), ("Я", 1, "ambiguous Cyrillic"),
    ("α", 1, "ambiguous Greek"), ("→", 1, "ambiguous arrow"), ("■", 1, "ambiguous square"),
    ("“", 1, "ambiguous quote"), ("※", 1, "ambiguous reference mark"), ("￥", 2, "fullwidth yen"),
    ("¥", 1, "yen"), ("￦", 2, "fullwidth won"), ("･", 1, "halfwidth dot"), ("ﾞ", 1, "voice mark"),
    ("ｶ\u{FF9E}", 2, "halfwidth Kana with a voice mark"), ("\u{1100}\u{1161}", 2, "two jamo"),
    ("\u{A960}", 2, "old leading jamo"), ("\u{D7B0}", 0, "old vowel jamo alone"),
    ("ㄱ", 2, "compatibility jamo"), ("ﾡ", 1, "halfwidth jamo"), ("あ\u{309A}", 2, "semi-voiced"),
    ("葛\u{E0100}", 2, "ideographic variation"), ("n\u{360}", 1, "double mark"),
    ("ส้", 1, "Thai with a tone"), ("ໍ", 0, "Lao mark alone"), ("\u{600}", 1, "Arabic number sign"),
    ("ش\u{651}", 1, "Arabic with shadda"), ("ש\u{5C1}", 1, "Hebrew"),
    ("\u{200E}", 0, "a mark of direction"), ("\u{FEFF}", 0, "byte order mark"),
    ("\u{2060}", 0, "word joiner"), ("\u{180E}", 0, "Mongolian separator"),
    ("\u{61C}", 0, "Arabic letter mark"), ("\u{85}", 6, "NEL"), ("\u{0}", 1, "NUL"),
    ("\u{20000}", 2, "extension B"), ("\u{1F6DC}", 2, "Unicode 15 emoji"), ("𝌆", 2, "tetragram"),
  ]

  @Test(arguments: characters)
  func character(_ character: Character, width: Int, what: String) {
    #expect(displayWidth(character) == width, "\(what)")
    #expect(displayWidth(String(character)) == width, "\(what), as text")
  }

  @Test func widthOfTextIsWhatTheScreenDraws() {
    for (character, width, what) in Self.characters {
      var screen = Screen(columns: 12, rows: 1)
      #expect(screen.put(String(character), row: 0, column: 0) == width, "\(what)")
    }
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("日本語", 6), ("a日b", 4), ("naïve", 5), ("🇳🇴🇸🇪", 4), ("a\u{1B}[31m", 6),
  ])
  func text(_ text: String, width: Int) {
    #expect(displayWidth(text) == width)
  }

  @Test func wideRangesAreSorted() {
    var last = false
    var edges = 0
    for value in UInt32(0)..<0x40000 {
      let isWide = WideRanges.contain(value)
      if isWide != last { edges += 1 }
      last = isWide
    }
    // 103 ranges: each has a start and an end, and none touches another.
    #expect(edges == 206)
    #expect(!WideRanges.contain(0x10FFFF))
  }
}

@Suite("Visible text")
struct VisibleTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("日本語 ─ …", "日本語 ─ …"), ("\u{1B}[31m", "␛[31m"), ("a\tb", "a␉b"),
    ("a\r\nb", "a␍␊b"), ("\0", "␀"), ("\u{7F}", "␡"), ("\u{9B}31m", "\\u{9B}31m"),
    ("x\u{202E}y", "x\\u{202E}y"), ("\u{2066}z\u{2069}", "\\u{2066}z\\u{2069}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{85}", "\\u{85}"), ("é\u{1F}", "é␟"),
    ("👨‍👩‍👧", "👨‍👩‍👧"), ("\u{FFFA}", "\\u{FFFA}"), ("\u{206A}", "\\u{206A}"),
  ])
  func form(_ text: String, expected: String) {
    #expect(visible(text) == expected)
  }

  @Test func noControlByteIsLeft() {
    for value in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let harmless = visible("a" + String(Character(scalar)) + "b")
      #expect(!harmless.unicodeScalars.contains(where: VisibleText.mustBeWrittenOut))
    }
  }
}
