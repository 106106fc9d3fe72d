import IntentModel
import Testing
import WidgetTestSupport

@Suite("Text that a terminal shows and does not obey")
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

  @Test("what is invisible becomes visible", arguments: cases)
  func showing(_ text: String, shown: String) {
    #expect(Array(text.harmless().unicodeScalars) == Array(shown.unicodeScalars))
  }

  static let lengths: [(limit: Int, shown: String)] = [
    (0, "…"), (1, "a…"), (2, "a␛…"), (3, "a␛b"), (4, "a␛b"),
  ]

  @Test("what is too long ends with an ellipsis", arguments: lengths)
  func cutting(_ limit: Int, shown: String) {
    #expect("a\u{1B}b".harmless(limit: limit) == shown)
  }

  @Test("every scalar gives only scalars that are shown")
  func everyScalar() {
    var hidden: [String] = []
    // The planes of private use are all alike; an everyday run takes every seventh scalar beyond those
    // of the first alphabets and signs.
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
}
