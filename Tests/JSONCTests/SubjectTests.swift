import JSONC
import Testing

/// The subject of a message about a mistake: a character, a word or a key, with any content.
@Suite struct SubjectTests {
  /// A text, and the subject of the mistake in it.
  static let subjects: [(text: String, rule: JSONSyntaxError.Rule, subject: String?)] = [
    ("[;", .expectedValue, ";"), ("[\u{1B}", .expectedValue, "␛"), ("[é", .expectedValue, "é"),
    ("[東", .expectedValue, "東"), ("[😀", .expectedValue, "😀"), ("[👩‍👩‍👧", .expectedValue, "👩"),
    ("[e\u{301}", .unknownLiteral, "e"), ("[\u{301}", .expectedValue, "\u{301}"),
    ("[\u{202E}", .expectedValue, "\\u{202E}"), ("[\u{2028}", .expectedValue, "\\u{2028}"),
    ("[\u{E000}", .expectedValue, "\\u{E000}"), ("[\u{10FFFF}", .expectedValue, "\\u{10FFFF}"),
    ("{;", .expectedKey, ";"), ("{\u{A0}", .expectedKey, "\u{A0}"),
    ("{\"a\"=1}", .expectedColon, "="),
    ("{\"a\"\"b\"}", .expectedColon, "\""), ("[1\u{7F}]", .expectedCommaOrBracket, "␡"),
    ("{\"a\":1\u{200B}}", .expectedCommaOrBrace, "\\u{200B}"), ("[1.]", .missingDigit, "]"),
    ("[1e\u{FF11}]", .missingDigit, "\u{FF11}"), ("[-\n]", .missingDigit, "␊"),
    ("[yes]", .unknownLiteral, "yes"), ("[no-one]", .unknownLiteral, "no-one"),
    ("[$a_1]", .unknownLiteral, "$a_1"),
    ("[a+b.c]", .unknownLiteral, "a+b.c"), ("[aé]", .unknownLiteral, "a"),
    ("[tru,]", .unknownLiteral, "tru"),
    ("[NaN1]", .nonFiniteLiteral, "NaN1"), ("[Infinity-1]", .nonFiniteLiteral, "Infinity-1"),
    ("[1e999]", .numberOutOfRange, "1e999"), ("[-1.5E+400]", .numberOutOfRange, "-1.5E+400"),
    ("[\"\\x\"]", .invalidEscape, "\\x"), ("[\"\\\u{1B}\"]", .invalidEscape, "\\␛"),
    ("[\"\\東\"]", .invalidEscape, "\\東"),
    ("[\"\\U0041\"]", .invalidEscape, "\\U"), ("[\"\\ud800x\"]", .loneSurrogate, "\\ud800"),
    ("[\"\\uDFFF\"]", .loneSurrogate, "\\uDFFF"), ("[\"\u{1F}\"]", .controlCharacter, "0x1F"),
    ("[\"\t\"]", .controlCharacter, "0x09"), ("[1,]", .trailingComma, nil),
    ("[1] x", .trailingText, nil),
    ("", .emptyText, nil), ("[", .unexpectedEnd, nil), ("[01]", .leadingZero, nil),
    ("[+1]", .leadingPlus, nil),
    ("[\"\\u12\"]", .invalidUnicodeEscape, nil), ("\u{FEFF}[]", .byteOrderMark, nil),
    ("['a']", .singleQuotes, nil),
  ]

  @Test(arguments: subjects.indices)
  func `the subject is the found text, made visible`(_ row: Int) {
    let (text, rule, subject) = Self.subjects[row]
    let error = failure(Array(text.utf8))
    #expect(error?.rule == rule)
    #expect(error?.subject == subject)
  }

  /// The length of a word, and the length of the quoted word.
  @Test(arguments: [(1, 1), (39, 39), (40, 40), (41, 40), (42, 40), (100_000, 40)])
  func `a long word is cut off`(_ length: Int, _ shown: Int) {
    let word = String(repeating: "x", count: length)
    let cut = String(repeating: "x", count: shown) + (length > 40 ? "…" : "")
    #expect(failure(Array("[\(word)]".utf8))?.subject == cut)
    let number = String(repeating: "9", count: length + 400)
    #expect(
      failure(Array("[\(number)]".utf8))?.subject == String(repeating: "9", count: 40) + "…")
  }

  /// A part of a key, the number of repetitions, and the quoted key.
  @Test(arguments: [
    ("a", 1, "a"), ("", 1, ""), ("a", 40, String(repeating: "a", count: 40)),
    ("a", 41, String(repeating: "a", count: 40) + "…"),
    ("東", 41, String(repeating: "東", count: 40) + "…"),
    ("😀", 40, String(repeating: "😀", count: 40)),
    ("😀", 41, String(repeating: "😀", count: 40) + "…"),
    ("\\u0041", 2, "AA"), ("\\n", 2, "␊␊"), ("\\u0000", 1, "␀"), ("\\ud83d\\ude00", 2, "😀😀"),
    ("\\\"", 1, "\""), ("\u{202E}", 1, "\\u{202E}"),
  ])
  func `a repeated key is quoted with its meaning, and cut off`(
    _ key: String, _ count: Int, _ shown: String
  ) {
    let key = String(repeating: key, count: count)
    let error = failure(Array("{\"\(key)\":1,\n\n\"\(key)\":2}".utf8))
    #expect(error?.rule == .duplicateKey)
    #expect(error?.line == 3)
    #expect(error?.subject == shown)
    #expect(error?.firstLine == 1)
  }

  /// Bytes that are not UTF-8, and the byte in the message.
  @Test(
    arguments: [
      ([0x80], "0x80"), ([0xFF], "0xFF"), ([0xC0, 0x80], "0xC0"), ([0xC1, 0xBF], "0xC1"),
      ([0xED, 0xA0, 0x80], "0xED"),
      ([0xF4, 0x90, 0x80, 0x80], "0xF4"), ([0xF5], "0xF5"), ([0xE0, 0x9F, 0xBF], "0xE0"),
      ([0xF0, 0x8F, 0xBF, 0xBF], "0xF0"),
    ] as [([UInt8], String)])
  func `the first byte that is not UTF-8 is reported`(_ bytes: [UInt8], _ name: String) {
    for (before, behind) in [("\"", "\""), ("[\"é", "\"]"), ("{\"", "\":1}")] {
      let error = failure(Array(before.utf8) + bytes + Array(behind.utf8))
      #expect(error?.rule == .invalidUTF8)
      #expect(error?.subject == name)
      #expect(error?.byteOffset == before.utf8.count)
    }
  }

  /// Limits, and how messages describe them.
  @Test func `messages quote the limits in force`() {
    for depth in [0, 2, 64, 1_000] {
      let error = failure(
        Array(String.nested(depth + 1).utf8), limits: JSONLimits(maximumDepth: depth))
      #expect(error?.sentence == "The nesting is deeper than \(depth) levels. Reduce the nesting.")
    }
    for bytes in [0, 2, 10] {
      let error = failure(
        Array(repeating: 0x20, count: bytes + 1), limits: JSONLimits(maximumBytes: bytes))
      #expect(
        error?.sentence == "The text is larger than \(bytes) bytes. Split it into smaller parts.")
      #expect(error?.byteOffset == bytes)
    }
  }
}
