import Messages
import Testing
import WidgetTestSupport

/// External text in a form that is safe for a terminal: complete and readable, without control
/// characters.
@Suite("Text with its control characters written out")
struct VisibleTextTests {
  static let texts: [(text: String, shown: String)] = [
    ("", ""), ("plain ASCII ~", "plain ASCII ~"), ("é", "é"), ("e\u{301}", "e\u{301}"),
    ("\u{0}", "␀"), ("\u{1}", "␁"), ("\t", "␉"), ("\n", "␊"), ("\r\n", "␍␊"), ("\u{1B}", "␛"),
    ("\u{1F}", "␟"), (" ", " "), ("\u{7E}", "~"), ("\u{7F}", "␡"), ("\u{80}", "\\u{80}"),
    ("\u{85}", "\\u{85}"), ("\u{9B}31m", "\\u{9B}31m"), ("\u{9F}", "\\u{9F}"),
    ("\u{A0}", "\u{A0}"), ("\u{AD}", "\u{AD}"), ("\u{2027}", "\u{2027}"),
    ("\u{2028}", "\\u{2028}"), ("\u{2029}", "\\u{2029}"), ("\u{202A}", "\\u{202A}"),
    ("\u{202E}cod.exe", "\\u{202E}cod.exe"), ("\u{202F}", "\u{202F}"), ("\u{2065}", "\u{2065}"),
    ("\u{2066}", "\\u{2066}"), ("\u{2069}", "\\u{2069}"), ("\u{206F}", "\\u{206F}"),
    ("\u{2070}", "\u{2070}"), ("\u{FFF8}", "\u{FFF8}"), ("\u{FFF9}", "\\u{FFF9}"),
    ("\u{FFFB}", "\\u{FFFB}"), ("\u{FFFC}", "\u{FFFC}"), ("\u{200E}a", "\u{200E}a"),
    ("👩‍👩‍👧 🇩🇪", "👩‍👩‍👧 🇩🇪"), ("שלום، مرحبا", "שלום، مرحبا"), ("東京。", "東京。"),
    ("a\u{1B}]0;x\u{7}b", "a␛]0;x␇b"), ("␛", "␛"), ("\\u{9B}", "\\u{9B}"),
  ]

  @Test(arguments: texts.indices)
  func shown(_ index: Int) {
    let (text, shown) = Self.texts[index]
    #expect(Array(visible(text).unicodeScalars) == Array(shown.unicodeScalars))
    // The visible form does not change when it is converted again.
    #expect(Array(visible(visible(text)).utf8) == Array(visible(text).utf8))
  }

  /// Successive marks: as many as a text keeps, one more, and very many.
  @Test(arguments: [0, 1, 8, 9, 10, 100_000])
  func combiningMarks(count: Int) {
    for mark in ["\u{301}", "\u{20DD}", "\u{FE0F}"] {
      let row = "a" + String(repeating: mark, count: count)
      let shown =
        "a" + String(repeating: mark, count: min(count, 8)) + (count > 8 ? "…" : "") + "b"
      #expect(Array(visible(row + "b").utf8) == Array(shown.utf8))
      #expect(Array((row + "b").harmless(limit: .max).utf8) == Array(shown.utf8))
      // The limit applies to each letter separately.
      #expect(Array(visible(row + "b" + row + "b").utf8) == Array((shown + shown).utf8))
    }
  }

  /// The fast byte checks never miss a scalar that must be escaped.
  @Test func fastChecksMissNothing() {
    var missed: [UInt32] = []
    for number in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let text = String(scalar)
      let must = VisibleText.mustBeWrittenOut(scalar)
      if must, VisibleText.isPlainASCII(text) { missed.append(number) }
      if VisibleText.isPlainASCII(text), visible(text) != text { missed.append(number) }
    }
    #expect(missed.isEmpty, "\(missed.prefix(10))")
  }

  static let pieces = [
    "a", "東", "\u{1B}", "\n", "\u{202E}", "e\u{301}", "\u{9B}", "🇩", "\u{FFFD}", "\\",
  ]

  @Test func nothingElseIsChanged() {
    for seed in PropertySeeds("visible text", count: 300) {
      var random = SeededGenerator(seed: seed)
      let parts = (0..<12).compactMap { _ in Self.pieces.randomElement(using: &random) }
      // The visible form of a text consists of the visible forms of its parts.
      let whole = visible(parts.joined())
      #expect(
        Array(whole.utf8) == parts.flatMap { Array(visible($0).utf8) }, "seed \(seed)")
      #expect(!whole.unicodeScalars.contains(where: VisibleText.mustBeWrittenOut), "seed \(seed)")
    }
  }

  /// Texts with one scalar less than the limit, with exactly the limit, and with more.
  @Test(arguments: [(59, false), (60, false), (61, true), (10_000, true)])
  func longTexts(count: Int, isCut: Bool) {
    for letter in ["a", "東", "\u{1B}"] {
      let text = String(repeating: letter, count: count)
      let shown = letter == "\u{1B}" ? "␛" : letter
      let expected = String(repeating: shown, count: min(count, 60)) + (isCut ? "…" : "")
      #expect(text.harmless(limit: 60) == expected)
    }
  }

  @Test(arguments: [
    ("", ""), ("a", "a"), ("“a”", "“a”"), ("\n", "␊"), ("\u{200B}", "\\u{200B}"),
    ("\u{FEFF}", "\\u{FEFF}"), ("\u{AD}", "\\u{AD}"), ("\u{E000}", "\\u{E000}"),
    ("\u{378}", "\\u{378}"),
  ])
  func invisible(text: String, shown: String) {
    #expect(text.harmless(limit: 60) == shown)
  }
}

extension VisibleTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a ::b", "a ::b"), (":b", ":b"), ("", ""), ("# b", "# b"),
    ("a\n::error::b", "a␊::error::b"), ("a\r##[b", "a␍##[b"),
    ("::error::b", "\\u{3A}:error::b"), ("  \u{3000}::b", "  \u{3000}\\u{3A}:b"),
    ("##[error]b", "\\u{23}#[error]b"), ("::\u{301}b", "\\u{3A}:\u{301}b"),
  ])
  func linesThatNobodyObeys(text: String, shown: String) {
    #expect(Array(visibleLine(text).unicodeScalars) == Array(shown.unicodeScalars))
  }
}
