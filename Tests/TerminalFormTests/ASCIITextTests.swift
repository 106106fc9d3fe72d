import Messages
import Testing

@testable import TerminalForm

/// Texts for a terminal that shows only ASCII.
@Suite("Texts in ASCII")
struct ASCIITextTests {
  static let texts: [(text: String, ascii: String)] = [
    ("", ""), ("plain\n\ttext", "plain\n\ttext"), ("\u{1B}[1mx\r\n", "\u{1B}[1mx\r\n"),
    ("“quoted” „so“ «or» ‘so’", "\"quoted\" \"so\" \"or\" 'so'"),
    ("a – b — c ‑ d", "a - b - c - d"),
    ("more…", "more..."), ("1 → 2", "1 -> 2"), ("a · b", "a - b"), ("5 × 3 − 1", "5 x 3 - 1"),
    ("Größe übernehmen", "Groesse uebernehmen"), ("ÄÖÜ", "AeOeUe"), ("naïve café", "naive cafe"),
    ("e\u{301}", "e"), ("Ångström Łódź Øre", "Angstroem Lodz Ore"), ("İstanbul ığ", "Istanbul ig"),
    ("Đặng Văn", "Dang Van"), ("æon Œuvre", "aeon Oeuvre"), ("東京", "??"), ("шапка", "?????"),
    ("👩‍👩‍👧 ok", "? ok"), ("שלום\u{200E}", "????"), ("a\u{A0}b\u{202F}c\u{3000}d", "a b c d"),
    ("12,50 €", "12,50 EUR"), ("20 °C", "20 deg C"), ("「はい」、", "\"??\"?"), ("ﬀ", "?"),
    ("x\u{200B}y\u{200D}z", "xyz"), ("1\u{FE0F}\u{20E3}", "1"), ("─│", "-|"),
  ]

  @Test(arguments: texts)
  func text(text: String, ascii: String) {
    #expect(ASCIIText.text(text) == ascii)
    #expect(ASCIIText.text(text).utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func everyCharacterBecomesASCII() {
    for value in stride(from: UInt32(0), to: 0x3_0000, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(ASCIIText.text(String(Character(scalar))).utf8.allSatisfy { $0 < 0x80 }, "\(value)")
    }
  }

  /// Locale variables, and whether text must be limited to ASCII because of them.
  static let locales: [(environment: [String: String], isWanted: Bool)] = [
    ([:], true), (["LANG": ""], true), (["LANG": "C"], true), (["LC_ALL": "POSIX"], true),
    (["LANG": "C.UTF-8"], false), (["LANG": "de_DE.utf8"], false),
    (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], true), (["LC_ALL": "", "LANG": "C.UTF-8"], false),
    (["LC_CTYPE": "C", "LANG": "de_DE.UTF-8"], true),
    (["LC_CTYPE": "UTF-8", "LANG": "C"], false), (["LANG": "ja_JP.eucJP"], true),
    (["LANG": "de_DE.ISO-8859-1"], true), (["LANG": "de_DE.ISO-8859-15@euro"], true),
    (["LANG": "de_DE.UTF-8@euro"], false), (["LANG": "ja_JP"], false), (["LANG": "de@euro"], false),
    (["LC_MESSAGES": "ja_JP.UTF-8"], true), (["LANG": "zh_CN.GB18030"], true),
  ]

  @Test(arguments: locales)
  func locale(environment: [String: String], isWanted: Bool) {
    #expect(ASCIIText.isWanted(environment) == isWanted)
    // If only ASCII is guaranteed, glyphs are ASCII as well.
    if isWanted { #expect(Glyphs(environment: environment).isASCII) }
  }

  @Test func aScreenKeepsItsColumns() {
    var screen = Screen(columns: 20, rows: 2)
    screen.put("Größe … “x” → 東 ß", row: 0, column: 0)
    screen.put("Ångström 👩‍👩‍👧 e\u{301}!", row: 1, column: 0)
    let width = screen.textLines.map { displayWidth($0) }
    screen.replaceNonASCII()
    #expect(screen.textLines == ["Grose . \"x\" - ?? s", "Angstrom ?? ?!"])
    #expect(screen.textLines.map(\.utf8.count) == width)
  }
}
