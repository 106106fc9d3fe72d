import DefinitionFormats
import FormatTestSupport
import Testing

@Suite("Broken property lists")
struct PropertyListErrorTests {
  private static let files: [(String, String)] = [
    ("", "line 1, column 1: The file is empty. Restore it from version control, or delete it."),
    (" \n", "line 1, column 1: The file is empty. Restore it from version control, or delete it."),
    (
      "{}",
      "line 1, column 1: This is not a property list: it begins neither with XML nor with “bplist00”. "
        + "Give an intent definition, or restore it from version control."
    ),
    (
      "<html></html>",
      "line 1, column 1: The root element is <html>, not <plist>."
    ),
    (
      "<!DOCTYPE html><html></html>",
      "line 1, column 1: The root element is <html>, not <plist>."
    ),
    (
      "<?xml version=\"1.0\" encoding=\"EUC-JP\"?><plist/>",
      "line 1, column 31: The encoding “EUC-JP” is not supported. Save the file as UTF-8."
    ),
    ("<?xml version?><plist/>", "line 1, column 1: This tag is not well formed."),
    ("<plist/>", "line 1, column 1: <plist> holds no value."),
    ("<plist></plist>", "line 1, column 1: <plist> holds no value."),
    ("<plist><true/><true/></plist>", "line 1, column 15: <plist> holds more than one value."),
    (
      "<plist><true/></plist>\nx", "line 2, column 1: There is more text after </plist>. Remove it."
    ),
    (
      "<plist><true/></plist><plist/>",
      "line 1, column 23: There is more text after </plist>. Remove it."
    ),
    (
      "<plist>\n<dict>\n<key>a</key>",
      """
      line 3, column 13: The file ends inside <dict>, which opens in line 2. It is cut off; \
      restore it from version control.
      """
    ),
    (
      "<plist>\n\n<string>abc",
      """
      line 3, column 12: The file ends inside <string>, which opens in line 3. It is cut off; \
      restore it from version control.
      """
    ),
    (
      "<?xml version=\"1.0\"",
      """
      line 1, column 20: The file ends before its property list does. It is cut off; \
      restore it from version control.
      """
    ),
    (
      "<plist><<<<<<< HEAD\n<true/></plist>",
      """
      line 1, column 8: This is a merge conflict marker. Resolve the conflict in version control \
      first.
      """
    ),
    (
      "<!DOCTYPE plist [\n<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
      """
      line 2, column 1: Entities are not allowed in a property list. Remove the <!ENTITY> \
      declarations.
      """
    ),
    (
      "<!DOCTYPE plist [<!ELEMENT a ANY>]><plist/>",
      "line 1, column 17: The DOCTYPE has declarations of its own, which are not allowed. Remove them."
    ),
  ]

  /// The body begins on line 4.
  private static let bodies: [(String, String)] = [
    ("<set/>", "line 4, column 1: <set> is not an element of a property list."),
    ("<plist/>", "line 4, column 1: <plist> is not an element of a property list."),
    ("<>", "line 4, column 1: This tag is not well formed."),
    ("<true", "line 4, column 1: This tag is not well formed."),
    (
      "<array a=\"b\"/>",
      "line 4, column 1: <array> has an attribute; only <plist> may have attributes."
    ),
    ("<array></dict>", "line 4, column 8: </array> is expected here, not </dict>."),
    ("<string>a</String>", "line 4, column 10: </string> is expected here, not </String>."),
    (
      "<string>a<b/></string>",
      "line 4, column 10: <b> is inside <string>, which holds text only."
    ),
    (
      "<dict>a</dict>",
      "line 4, column 7: There is text between elements. Put it into <string>, or remove it."
    ),
    (
      "<dict><true/></dict>",
      "line 4, column 7: <true> is in a <dict> without a <key> before it."
    ),
    ("<dict><key>a</key></dict>", "line 4, column 7: The key “a” has no value."),
    ("<dict><key>a</key><key>b</key></dict>", "line 4, column 7: The key “a” has no value."),
    ("<array><key>a</key></array>", "line 4, column 8: <key> is outside a <dict>."),
    (
      "<dict><key>a</key><true/>\n<key>a</key><true/></dict>",
      "line 5, column 1: The key “a” occurs twice in this <dict>. Remove one of the two."
    ),
    (
      "<dict><key>a</key><dict><key>a</key><true/></dict><key>a</key><true/></dict>",
      "line 4, column 51: The key “a” occurs twice in this <dict>. Remove one of the two."
    ),
    ("<string>&</string>", "line 4, column 9: “&” must be escaped. Write it as “&amp;”."),
    ("<string>a & b</string>", "line 4, column 11: “&” must be escaped. Write it as “&amp;”."),
    (
      "<string>&nbsp;</string>",
      """
      line 4, column 9: The entity “&nbsp;” is not defined. XML defines &amp; &lt; &gt; &quot; \
      and &apos;.
      """
    ),
    (
      "<string>&#0;</string>",
      "line 4, column 9: The reference “&#0;” does not name a character that XML allows."
    ),
    (
      "<string>&#xD800;</string>",
      "line 4, column 9: The reference “&#xD800;” does not name a character that XML allows."
    ),
    (
      "<string>é\u{1}</string>",
      "line 4, column 10: The character U+0001 is not allowed in XML. Remove it."
    ),
    ("<integer></integer>", "line 4, column 1: “” is not an integer."),
    ("<integer> 1</integer>", "line 4, column 1: “ 1” is not an integer."),
    ("<integer>--1</integer>", "line 4, column 1: “--1” is not an integer."),
    ("<integer>0x</integer>", "line 4, column 1: “0x” is not an integer."),
    ("<integer>1.0</integer>", "line 4, column 1: “1.0” is not an integer."),
    (
      "<integer>18446744073709551616</integer>",
      "line 4, column 1: The integer “18446744073709551616” does not fit in 64 bits."
    ),
    ("<real/>", "line 4, column 1: “” is not a real number."),
    ("<real>0x1p3</real>", "line 4, column 1: “0x1p3” is not a real number."),
    ("<real>1e999</real>", "line 4, column 1: “1e999” is not a real number."),
    (
      "<date>yesterday</date>",
      "line 4, column 1: “yesterday” is not a date. Write it like 2024-02-29T13:05:00Z."
    ),
    ("<data>A</data>", "line 4, column 1: This is not valid Base64."),
    ("<data>A===</data>", "line 4, column 1: This is not valid Base64."),
    ("<data>AQID====</data>", "line 4, column 1: This is not valid Base64."),
    ("<data>AQ==AQID</data>", "line 4, column 1: This is not valid Base64."),
    ("<data>AQ!=</data>", "line 4, column 1: This is not valid Base64."),
    ("<true>1</true>", "line 4, column 1: <true> holds text; write <true/>."),
  ]

  @Test("a broken file is reported with its position and the reason", arguments: files)
  func file(text: String, expected: String) {
    #expect(message(reading: text) == expected)
  }

  @Test("a broken value is reported with its position and the reason", arguments: bodies)
  func body(text: String, expected: String) {
    #expect(message(reading: plist(text)) == expected)
  }

  @Test("bytes that are not text in their encoding")
  func encodings() {
    let wrong = Array("<plist>\n<string>ab".utf8) + [0xFF] + Array("</string></plist>".utf8)
    #expect(
      message(reading: wrong)
        == "line 2, column 11: This byte is not valid UTF-8. Save the file as UTF-8.")
    #expect(
      message(reading: [0xFF, 0xFE, 0x3C])
        == "byte 2: This byte is not valid UTF-16LE. Save the file as UTF-8.")
    #expect(
      message(reading: [0xFE, 0xFF, 0, 0x3C, 0xDC, 0])
        == "byte 4: This byte is not valid UTF-16BE. Save the file as UTF-8.")
  }

  @Test("an error has a position")
  func place() throws {
    let error = try #require(throws: PropertyListError.self) {
      try read("<plist>\n\t<string>\u{1B}[2Jdanger</string></plist>")
    }
    #expect(error.rule == .disallowedCharacter(0x1B))
    #expect(error.position == TextPosition(line: 2, column: 10))
    #expect(error.byteOffset == 17)
  }
}
