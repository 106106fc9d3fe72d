import FormatTestSupport
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats

/// Every escape, everything that can be omitted, and every message about string tables.
@Suite("Syntax of string tables")
struct StringTableSyntaxTests {
  /// A quoted text, its value, and the messages about it.
  static let quoted: [(String, String, [String])] = [
    ("", "", []), ("a b", "a b", []), (#"\n"#, "\n", []), (#"\\"#, "\\", []), (#"\""#, "\"", []),
    (#"\'"#, "'", []), (#"\a\b\f\v"#, "\u{7}\u{8}\u{C}\u{B}", []), (#"\q"#, "q", []),
    (#"\U0041"#, "A", []),
    (
      #"\u00e9"#, "u00e9",
      [
        #"line 1, column 8: The system reads “\u00e9” as the text “u00e9”. Write \U00e9, or the character itself."#
      ]
    ), (#"\u00g"#, "u00g", []), (#"\U004"#, "\u{4}", []),
    (#"\U00411"#, "A1", []), (#"\U65E5\U672C"#, "日本", []), (#"\UD83D\UDE00"#, "😀", []),
    (#"\UDE00\UD83D"#, "\u{FFFD}\u{FFFD}", []), (#"\UD83Dx\UDE00"#, "\u{FFFD}x\u{FFFD}", []),
    (#"\101\102"#, "AB", []), (#"\7"#, "\u{7}", []), (#"\1011"#, "A1", []), (#"\08"#, "\08", []),
    (#"\177"#, "\u{7F}", []), (#"\200"#, "", [#"line 1, column 8: “\200” is not an escape."#]),
    (#"\Ux"#, "x", [#"line 1, column 8: “\U” is not an escape."#]),
    (#"a\u"#, "au", []),
    ("// a", "// a", []), ("/* a */", "/* a */", []), ("a;b=c", "a;b=c", []), ("é", "é", []),
    ("%1$@ of %2$d", "%1$@ of %2$d", []), ("\t", "\t", []), ("a\\\nb", "a\nb", []),
  ]

  @Test("a quoted text has its value and its errors", arguments: quoted)
  func text(quoted: String, text: String, errors: [String]) {
    let reading = StringTable.read(Array("\"a\" = \"\(quoted)\";".utf8))
    #expect(reading.table.entries.map(\.value) == [text])
    #expect(reading.errors.map(\.description) == errors)
    let key = StringTable.read(Array("\"\(quoted)\";".utf8))
    #expect(key.table.entries.map(\.key) == [text])
  }

  /// Tables, their pairs, and the messages.
  static let tables: [(String, [String], [String])] = [
    ("a=b;", ["a=b"], []), ("a = b ;c=d;", ["a=b", "c=d"], []), ("a;b;", ["a=a", "b=b"], []),
    ("{}", [], []), ("{ }\n", [], []), ("{a=b}", ["a=b"], []), ("{a=b;}// end", ["a=b"], []),
    ("a=b;//", ["a=b"], []), ("/**/a /**/= /**/b /**/;/**/", ["a=b"], []),
    ("/***/ a=b;", ["a=b"], []), ("// a=b;\nc=d;", ["c=d"], []), ("\r\na=b;\r\n", ["a=b"], []),
    ("// a\rc=d;", ["c=d"], []), ("http://a=b;", ["http://a=b"], []),
    (
      "a=b", ["a=b"],
      ["line 1, column 4: “;” is missing after the text of “a”."]
    ),
    ("a", [], ["line 1, column 2: “=” is missing after the key “a”."]),
    ("a=", [], ["line 1, column 3: The key “a” has no text after “=”."]),
    ("a=;b=c;", ["b=c"], ["line 1, column 3: The key “a” has no text after “=”."]),
    (
      "=b;c=d;", ["c=d"],
      [
        "line 1, column 1: A key is expected here, not “=b;c=d;”. Put it into quotes, or remove it."
      ]
    ),
    (
      "é=b;", [],
      ["line 1, column 1: A key is expected here, not “é=b;”. Put it into quotes, or remove it."]
    ),
    ("\"a", [], ["line 1, column 1: The quoted text that begins here has no closing quote."]),
    ("a=b;/*", ["a=b"], ["line 1, column 5: The comment that begins here has no “*/”."]),
    ("a=b;/*/", ["a=b"], ["line 1, column 5: The comment that begins here has no “*/”."]),
    ("{", [], ["line 1, column 1: The “{” that begins here has no “}”."]),
    (
      "}", [],
      ["line 1, column 1: A key is expected here, not “}”. Put it into quotes, or remove it."]
    ),
    (
      "a=b;\r\n\rc;=\rd=e;", ["a=b", "c=c", "d=e"],
      [
        "line 3, column 3: A key is expected here, not “=”. Put it into quotes, or remove it."
      ]
    ),
    (
      "a=b;\na=b;", ["a=b", "a=b"],
      ["line 2, column 1: The key “a” is already in line 1. The later text is used."]
    ),
    (
      "a=b;\nc d;\ne=f;\ng=;\n", ["a=b", "e=f"],
      [
        "line 2, column 3: “=” is missing after the key “c”.",
        "line 4, column 3: The key “g” has no text after “=”.",
      ]
    ),
  ]

  @Test("a table has its pairs and its errors", arguments: tables)
  func table(text: String, pairs: [String], errors: [String]) {
    let reading = StringTable.read(Array(text.utf8))
    #expect(reading.table.entries.map { "\($0.key)=\($0.value)" } == pairs)
    #expect(reading.errors.map(\.description) == errors)
  }

  @Test("any text is read to its end, and a valid table loses nothing", arguments: 0..<5)
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = ["\"", "a", "=", ";", "\\", "/*", "*/", "//", "\n", "{", "}", "\\U00", "é", " "]
    for _ in 0..<400 {
      let count = Int.random(in: 0...20, using: &random)
      let noise = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let reading = StringTable.read(Array(("\"k\" = \"v\";\n" + noise).utf8))
      #expect(reading.table.entries.first?.key == "k", "\(random): \(noise)")
      #expect(reading.table.entries.first?.value == "v", "\(random): \(noise)")
      #expect(reading.errors.count <= noise.unicodeScalars.count, "\(random): \(noise)")
    }
  }
}
