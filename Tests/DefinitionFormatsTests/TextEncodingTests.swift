import FormatTestSupport
import Testing

@testable import DefinitionFormats

/// How the encoding of a file is detected, and how invalid bytes are handled.
@Suite("Text encodings")
struct TextEncodingTests {
  /// The first bytes, the encoding, and the length of the byte-order mark.
  static let beginnings: [([UInt8], TextEncoding, Int)] = [
    ([], .utf8, 0), ([0x41], .utf8, 0), ([0x41, 0x42], .utf8, 0), ([0xEF, 0xBB], .utf8, 0),
    ([0xEF, 0xBB, 0xBF], .utf8, 3), ([0xEF, 0xBB, 0xBF, 0x41], .utf8, 3), ([0xFF], .utf8, 0),
    ([0xFF, 0xFE], .utf16LittleEndian, 2), ([0xFE, 0xFF], .utf16BigEndian, 2),
    ([0xFF, 0xFE, 0x41, 0], .utf16LittleEndian, 2), ([0xFE, 0xFF, 0, 0x41], .utf16BigEndian, 2),
    ([0x3C, 0], .utf16LittleEndian, 0), ([0, 0x3C], .utf16BigEndian, 0), ([0, 0], .utf8, 0),
    ([0x3C, 0, 0x3F, 0], .utf16LittleEndian, 0), ([0xFF, 0xFF], .utf8, 0), ([0], .utf8, 0),
  ]

  @Test("an encoding is recognized by the first bytes", arguments: beginnings)
  func detection(bytes: [UInt8], encoding: TextEncoding, mark: Int) {
    let found = TextEncoding.detect(bytes)
    #expect(found.encoding == encoding)
    #expect(found.markLength == mark)
  }

  /// Bytes, and their text in UTF-8.
  static let sound: [([UInt8], String)] = [
    ([], ""), ([0x61], "a"), ([0xFF, 0xFE], ""), ([0xFE, 0xFF], ""),
    ([0xFF, 0xFE, 0x61, 0], "a"), ([0xFE, 0xFF, 0, 0x61], "a"), ([0x61, 0, 0x62, 0], "ab"),
    ([0, 0x61, 0, 0x62], "ab"), ([0xFE, 0xFF, 0x65, 0xE5], "日"),
    ([0xFF, 0xFE, 0x3D, 0xD8, 0, 0xDE], "😀"), ([0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0], "😀"),
    ([0, 0x61, 0, 0], "a\0"), ([0xFE, 0xFF, 0xFE, 0xFF], "\u{FEFF}"),
    ([0xEF, 0xBB, 0xBF, 0x61], "\u{FEFF}a"),
  ]

  @Test("text in any encoding becomes UTF-8", arguments: sound)
  func conversion(bytes: [UInt8], text: String) {
    #expect(TextEncoding.utf8(bytes) == .success(Array(text.utf8)))
  }

  /// Bytes that are not UTF-16, and the offset of the error.
  static let broken: [([UInt8], TextEncoding, Int)] = [
    ([0xFF, 0xFE, 0x61], .utf16LittleEndian, 2), ([0xFE, 0xFF, 0], .utf16BigEndian, 2),
    ([0x61, 0, 0x62], .utf16LittleEndian, 2), ([0xFE, 0xFF, 0xD8, 0x3D], .utf16BigEndian, 2),
    ([0xFE, 0xFF, 0, 0x61, 0xDE, 0], .utf16BigEndian, 4),
    ([0xFF, 0xFE, 0x3D, 0xD8, 0x61, 0], .utf16LittleEndian, 2),
    ([0xFF, 0xFE, 0x3D, 0xD8, 0, 0xDE, 0, 0xDE], .utf16LittleEndian, 6),
  ]

  @Test("the error of text that is not UTF-16 has an offset", arguments: broken)
  func faults(bytes: [UInt8], encoding: TextEncoding, offset: Int) {
    #expect(
      TextEncoding.utf8(bytes) == .failure(TextEncodingFault(encoding: encoding, offset: offset)))
  }

  /// Bytes, and the offset at which they are not UTF-8 (Unicode Standard, table 3-7).
  static let sequences: [([UInt8], Int?)] = [
    ([], nil), ([0x61], nil), ([0xC3, 0xA9], nil), ([0xE2, 0x82, 0xAC], nil),
    ([0xF0, 0x9F, 0x98, 0x80], nil), ([0x80], 0), ([0x61, 0xFF], 1), ([0xC3], 0),
    ([0x61, 0xC3, 0x61], 1), ([0xC0, 0x80], 0), ([0xE0, 0x80, 0x80], 0), ([0xED, 0xA0, 0x80], 0),
    ([0xF4, 0x90, 0x80, 0x80], 0), ([0xC3, 0xA9, 0xE2, 0x82], 2),
    ([0xF0, 0x9F, 0x98, 0x80, 0xBF], 4),
  ]

  @Test("the first byte that is not UTF-8 is found", arguments: sequences)
  func firstFault(bytes: [UInt8], offset: Int?) {
    #expect(UTF8.firstFault(in: bytes) == offset)
  }

  /// Texts, an offset, and the line and the column at the offset.
  static let places: [(String, Int, Int, Int)] = [
    ("", 0, 1, 1), ("abc", 0, 1, 1), ("abc", 1, 1, 2), ("abc", 9, 1, 4), ("a\nb", 1, 1, 2),
    ("a\nb", 2, 2, 1), ("é\tb", 3, 1, 3), ("日本\n\n語x", 11, 3, 2), ("\u{FEFF}ab", 3, 1, 1),
    ("a\u{7}b", 2, 1, 3), ("  a", 2, 1, 3), ("a\rb\r\rc", 2, 2, 1), ("a\rb\r\rc", 5, 4, 1),
    ("a\r\nb\r\n", 4, 2, 2), ("a\r\nb\r\n", 1, 1, 2), ("a\r\nb\r\n", 6, 3, 1),
  ]

  @Test("an offset has a line and a column", arguments: places)
  func place(text: String, offset: Int, line: Int, column: Int) {
    let index = TextLineIndex(Array(text.utf8))
    #expect(index.position(of: offset) == TextPosition(line: line, column: column))
  }

  @Test(
    "quotations in messages are short and harmless",
    arguments: [
      ("a", "a"), ("a\tb", "a␉b"), ("a\u{1B}[2J", "a␛[2J"),
      ("a\u{202E}b", "a\\u{202E}b"), ("a\u{2028}b", "a\\u{2028}b"), ("日本", "日本"),
      (String(repeating: "k", count: 40), String(repeating: "k", count: 40)),
      (String(repeating: "k", count: 41), String(repeating: "k", count: 40) + "…"),
    ])
  func quoted(text: String, shown: String) {
    #expect(TextExcerpt.short(text) == shown)
  }
}
