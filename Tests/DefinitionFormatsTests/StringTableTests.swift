import DefinitionFormats
import FormatTestSupport
import Testing

@Suite("String tables")
struct StringTableTests {
  private func pairs(_ text: String) -> [[String]] {
    StringTable.read(Array(text.utf8)).table.entries.map { [$0.key, $0.value] }
  }

  private static let sound: [(String, [[String]])] = [
    ("", []),
    (" \n/* nothing */\n// at all", []),
    (#""a" = "b";"#, [["a", "b"]]),
    (#""a"="b";"c"="d";"#, [["a", "b"], ["c", "d"]]),
    ("\u{FEFF}\"a\" = \"b\";", [["a", "b"]]),
    (#"/* 1 */ "a" /* 2 */ = /* 3 */ "b" /* 4 */ ; // 5"#, [["a", "b"]]),
    ("a-1.b = c/d:e_$f;", [["a-1.b", "c/d:e_$f"]]),
    (#""a";"#, [["a", "a"]]),
    (#"{ "a" = "b"; c = d }"#, [["a", "b"], ["c", "d"]]),
    (#""a" = "x\n\t\"\\\r\a\b\f\v\'y";"#, [["a", "x\n\t\"\\\r\u{7}\u{8}\u{C}\u{B}'y"]]),
    (#""a" = "\U00e9\U65e5\Ud83d\Ude00\101\0";"#, [["a", "é日😀A\0"]]),
    (#"'a' = 'b "c" \' d'; "e" = "f 'g'";"#, [["a", #"b "c" ' d"#], ["e", "f 'g'"]]),
    (#""a" = "\U41;";"#, [["a", "A;"]]),
    (#""a" = "\Ud83d!";"#, [["a", "\u{FFFD}!"]]),
    (
      "\"a\" = \"two\nlines /* no comment */ // nor here\";",
      [["a", "two\nlines /* no comment */ // nor here"]]
    ),
    ("\"a\" = \"b\";\r\n\"ü\" = \"日本\";\r\n", [["a", "b"], ["ü", "日本"]]),
    (plist("<dict><key>a</key><string>b</string></dict>"), [["a", "b"]]),
    (plist("<dict/>"), []),
  ]

  @Test("valid tables are read", arguments: sound)
  func soundTable(text: String, expected: [[String]]) {
    #expect(pairs(text) == expected)
    #expect(StringTable.read(Array(text.utf8)).errors == [])
  }

  private static let broken: [(String, [String], [[String]])] = [
    (
      "\"a\" = \"b\"\n\"c\" = \"d\";",
      ["line 1, column 10: “;” is missing after the text of “a”."], [["a", "b"], ["c", "d"]]
    ),
    (
      "\"a\" \"b\";\n\"c\" = \"d\";",
      ["line 1, column 5: “=” is missing after the key “a”."], [["c", "d"]]
    ),
    (
      "\"a\" = ;\n\"c\" = \"d\";",
      ["line 1, column 7: The key “a” has no text after “=”."], [["c", "d"]]
    ),
    (
      "\"a\" = {b = c;};\n\"c\" = \"d\";",
      [
        "line 1, column 7: The key “a” has no text after “=”.",
        "line 1, column 14: A key is expected here, not “};”. Put it into quotes, or remove it.",
      ], [["c", "d"]]
    ),
    (
      "\"c\" = \"d\";\n\"a\" = \"b;\n",
      ["line 2, column 7: The quoted text that begins here has no closing quote."], [["c", "d"]]
    ),
    (
      "\"c\" = \"d\";\n  /* open",
      ["line 2, column 3: The comment that begins here has no “*/”."], [["c", "d"]]
    ),
    ("{ a = b;", ["line 1, column 1: The “{” that begins here has no “}”."], [["a", "b"]]),
    (
      "{ a = b; } c",
      ["line 1, column 12: A key is expected here, not “c”. Put it into quotes, or remove it."],
      [["a", "b"]]
    ),
    (
      "<<<<<<< HEAD\n\"a\" = \"b\";",
      [
        "line 1, column 1: This is a merge conflict marker. Resolve the conflict in version control first."
      ],
      []
    ),
    (
      "\"a\" = \"b\";\n\"a\" = \"c\";",
      ["line 2, column 1: The key “a” is already in line 1. The later text is used."],
      [["a", "b"], ["a", "c"]]
    ),
    (
      #""a" = "\U!\377";"#,
      [
        "line 1, column 8: “\\U” is not an escape.", "line 1, column 11: “\\377” is not an escape.",
      ],
      [["a", "!"]]
    ),
    (
      plist("<array/>"),
      ["line 4, column 1: A string table is a dictionary, but this is an array."], []
    ),
    (
      plist("<dict><key>a</key><true/>\n<key>b</key><string>c</string></dict>"),
      ["line 4, column 19: The text of “a” is a Boolean. Make it a string."], [["b", "c"]]
    ),
    (
      plist("<dict><key>a</key></dict>"), ["line 4, column 7: The key “a” has no value."], []
    ),
  ]

  @Test("broken tables report all errors, and readable entries are kept", arguments: broken)
  func brokenTable(text: String, errors: [String], entries: [[String]]) {
    let reading = StringTable.read(Array(text.utf8))
    #expect(reading.errors.map(\.description) == errors)
    #expect(reading.table.entries.map { [$0.key, $0.value] } == entries)
  }

  @Test("keys have their positions, and the last of two equal keys counts")
  func positions() {
    let table = StringTable.read(Array("\n  \"a\" = \"b\";\n\"c\" = \"d\"; \"a\" = \"e\";".utf8))
      .table
    #expect(table.entries.map(\.position?.line) == [2, 3, 3])
    #expect(table.entries.map(\.position?.column) == [3, 1, 12])
    #expect(table.lookup("a") == "e")
    #expect(table.lookup("c") == "d")
    #expect(table.lookup("b") == nil)
    #expect(table.entry(for: "a")?.position == TextPosition(line: 3, column: 12))
  }

  @Test("keys in XML have their positions")
  func xmlPositions() {
    let text = plist("<dict>\n\t<key>a</key>\n\t<string>b</string>\n</dict>")
    let table = StringTable.read(Array(text.utf8)).table
    #expect(table.form == .xmlPropertyList)
    #expect(table.entries.map(\.position) == [TextPosition(line: 5, column: 2)])
  }

  /// Core Foundation reads a UTF-16 table without a byte-order mark as an empty one.
  @Test("UTF-16 in either order, with and without a byte-order mark", arguments: [true, false])
  func utf16(isLittle: Bool) {
    for mark in ["\u{FEFF}", ""] {
      for (text, form) in [
        ("\"a\" = \"日本 😀\";\n", StringTable.Form.text),
        (plist("<dict><key>a</key><string>日本 😀</string></dict>"), .xmlPropertyList),
      ] {
        let bytes = (mark + text).utf16.flatMap { unit in
          let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
          return isLittle ? [low, high] : [high, low]
        }
        let reading = StringTable.read(bytes)
        if mark.isEmpty, form == .text {
          let name = isLittle ? "UTF-16LE" : "UTF-16BE"
          #expect(reading.table.entries.isEmpty)
          #expect(
            reading.errors.map(\.description) == [
              "line 1, column 1: The file is \(name) without a byte-order mark, and the system reads it as an empty table. Save the file as UTF-8."
            ])
          continue
        }
        #expect(reading.errors == [])
        #expect(reading.table.lookup("a") == "日本 😀")
        #expect(reading.table.encoding == (isLittle ? .utf16LittleEndian : .utf16BigEndian))
        #expect(reading.table.form == form)
      }
    }
  }

  @Test("a binary table is read")
  func binary() {
    let bytes = BinaryFixture.file([[0xD1, 1, 2], [0x51, 0x61], [0x51, 0x62]])
    let reading = StringTable.read(bytes)
    #expect(reading.errors == [])
    #expect(
      reading.table
        == StringTable(
          entries: [.init(key: "a", value: "b", position: nil)], form: .binaryPropertyList))
  }

  @Test("a table with an invalid encoding or size is refused")
  func encodings() {
    #expect(
      StringTable.read(Array("\"a\" = \"".utf8) + [0xE9] + Array("\";".utf8)).errors
        .map(\.description)
        == ["line 1, column 8: This byte is not valid UTF-8. Save the file as UTF-8."])
    #expect(
      StringTable.read([0xFF, 0xFE, 0x22]).errors.map(\.description)
        == ["This byte is not valid UTF-16LE. Save the file as UTF-8."])
    #expect(
      StringTable.read([0x22, 0x22], limit: 1).errors.map(\.description)
        == ["The file is larger than the limit of 1 bytes."])
  }

  @Test("errors are reported up to the limit")
  func manyErrors() {
    let text = String(repeating: "= ;\n", count: 1000)
    #expect(StringTable.read(Array(text.utf8)).errors.count == 100)
  }
}
