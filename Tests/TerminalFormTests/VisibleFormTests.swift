import IntentModel
import Messages
import Testing

/// External text that is made harmless.
@Suite("Visible forms")
struct VisibleFormTests {
  static let texts: [(String, String)] = [
    ("", ""), ("plain ~", "plain ~"), ("\0", "␀"), ("\t", "␉"), ("\n", "␊"), ("\r\n", "␍␊"),
    ("\u{1B}[2J", "␛[2J"), ("\u{1F}", "␟"), ("\u{7F}", "␡"), ("\u{80}", "\\u{80}"),
    ("\u{9B}31m", "\\u{9B}31m"), ("\u{9F}", "\\u{9F}"), ("\u{A0}", "\u{A0}"), ("é", "é"),
    ("\u{2027}", "\u{2027}"), ("\u{2028}", "\\u{2028}"), ("\u{202A}", "\\u{202A}"),
    ("\u{202E}", "\\u{202E}"), ("\u{202F}", "\u{202F}"), ("\u{2066}", "\\u{2066}"),
    ("\u{2069}", "\\u{2069}"), ("\u{FFF9}", "\\u{FFF9}"), ("\u{FFFC}", "\u{FFFC}"),
    ("👨\u{200D}👩", "👨\u{200D}👩"), ("日本", "日本"), ("a\u{1B}é\u{202E}z", "a␛é\\u{202E}z"),
  ]

  @Test(arguments: texts)
  func visibleForm(text: String, expected: String) {
    #expect(visible(text) == expected)
    #expect(visible(visible(text)) == expected)
  }
}
