import Messages
import Testing
import WidgetTestSupport

@Suite("Text that a terminal shows but does not interpret")
struct HarmlessTextTests {
  static let cases: [(text: String, shown: String)] = [
    ("", ""),
    ("Oslo – Ås 日本 🍳", "Oslo – Ås 日本 🍳"),
    ("a\u{1B}[31mb", "a␛[31mb"),
    ("a\r\nb\tc\u{0}", "a␍␊b␉c␀"),
    ("\u{7F}", "␡"),
    ("\u{9B}31m", "\\u{9B}31m"),
    ("a\u{202E}b", "a\\u{202E}b"),
    ("a\u{2028}b", "a\\u{2028}b"),
    ("a\u{200D}b", "a\\u{200D}b"),
    ("\u{E000}", "\\u{E000}"),
    ("e\u{301}", "e\u{301}"),
  ]

  @Test("invisible characters become visible", arguments: cases)
  func showing(_ text: String, shown: String) {
    #expect(Array(text.harmless().unicodeScalars) == Array(shown.unicodeScalars))
  }

  /// A scalar, its visible form, and the width of that form in cells.
  static let scalars: [(scalar: Unicode.Scalar, form: String, cells: Int)] = [
    (" ", " ", 1), ("~", "~", 1), ("\0", "␀", 1), ("\u{1F}", "␟", 1), ("\u{7F}", "␡", 1),
    ("\u{80}", "\\u{80}", 6), ("\u{A0}", "\u{A0}", 1), ("\u{AD}", "\\u{AD}", 6),
    ("\u{300}", "\u{300}", 0), ("\u{200D}", "\\u{200D}", 8), ("\u{2029}", "\\u{2029}", 8),
    ("\u{1160}", "\u{1160}", 0), ("\u{1100}", "\u{1100}", 2), ("\u{115F}", "\u{115F}", 2),
    ("\u{2E80}", "\u{2E80}", 2), ("\u{3000}", "\u{3000}", 2), ("\u{A4CF}", "\\u{A4CF}", 8),
    ("\u{AC00}", "\u{AC00}", 2), ("\u{D7A3}", "\u{D7A3}", 2), ("\u{F900}", "\u{F900}", 2),
    ("\u{FF61}", "\u{FF61}", 1), ("\u{FFE0}", "\u{FFE0}", 2), ("\u{1F300}", "\u{1F300}", 2),
    ("\u{F0000}", "\\u{F0000}", 9), ("\u{10FFFF}", "\\u{10FFFF}", 10), ("\u{378}", "\\u{378}", 7),
  ]

  @Test("a scalar or its name is shown", arguments: scalars.indices)
  func scalar(_ row: Int) {
    let (scalar, form, cells) = Self.scalars[row]
    #expect(String(scalar).harmless() == form)
    #expect(displayWidth(form) == cells)
  }

  static let lengths: [(limit: Int, shown: String)] = [
    (0, "…"), (1, "a…"), (2, "a␛…"), (3, "a␛b"), (4, "a␛b"),
  ]

  @Test("a long text ends with an ellipsis", arguments: lengths)
  func cutting(_ limit: Int, shown: String) {
    #expect("a\u{1B}b".harmless(limit: limit) == shown)
  }

  @Test("every scalar becomes scalars that are shown")
  func everyScalar() {
    var hidden: [String] = []
    // The planes for private use are uniform, so most of them are left out. An everyday run tests
    // only every seventh scalar beyond the first alphabets and symbols.
    let step = TestDepth.count(7, thorough: 1)
    let numbers =
      Array(UInt32(0)...0x2FFF) + Array(stride(from: 0x3000, through: 0xF0FFF, by: step))
    for number in numbers {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let isHidden = String(scalar).harmless().unicodeScalars.contains {
        switch $0.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      }
      if isHidden { hidden.append("U+\(String(number, radix: 16))") }
    }
    #expect(hidden == [])
  }

  @Test("bytes are read from pairs of hexadecimal digits, without signs")
  func digits() {
    #expect([UInt8](hexadecimal: "09aFff".utf8) == [0x09, 0xAF, 0xFF])
    for wrong in ["+5", "-5", "1", "0g", "0x", "\u{FF15}"] {
      #expect([UInt8](hexadecimal: wrong.utf8) == nil, "\(wrong)")
    }
  }

  @Test func `A path is shown up to the longest path of Linux`() {
    let path = String(repeating: "/a", count: 2_048)
    #expect(path.harmlessPath == path)
    #expect((path + "b").harmlessPath == path + "…")
    #expect("a\u{1B}b".harmlessPath == "a␛b")
  }
}
