import JSONC
import Testing

/// Cases that RFC 8259 leaves to each reader, and how this reader behaves; the names are those in
/// the public JSONTestSuite, and the texts are made from its rules.
struct OpenCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// The rule that the text breaks; nil if the text is accepted.
  let rule: JSONSyntaxError.Rule?

  init(_ name: String, _ text: String, _ rule: JSONSyntaxError.Rule?) {
    self.init(name, bytes: Array(text.utf8), rule)
  }

  init(_ name: String, bytes: [UInt8], _ rule: JSONSyntaxError.Rule?) {
    self.name = name
    self.bytes = bytes
    self.rule = rule
  }

  init(_ name: String, inString bytes: [UInt8], _ rule: JSONSyntaxError.Rule?) {
    self.init(name, bytes: [0x5B, 0x22] + bytes + [0x22, 0x5D], rule)
  }

  var testDescription: String { name }
}

@Suite struct ImplementationDefinedTests {
  /// Integers beyond 64 bits and decimals beyond `Double` would lose digits, so they are refused; a
  /// decimal that is too small for `Double` becomes the nearest `Double`.
  static let numbers = [
    OpenCase("number_double_huge_neg_exp", "[7.5e-12345]", nil),
    OpenCase(
      "number_huge_exp", "[0.5e" + String(repeating: "7", count: 99) + "]", .numberOutOfRange),
    OpenCase("number_neg_int_huge_exp", "[-2e+8888]", .numberOutOfRange),
    OpenCase("number_pos_double_huge_exp", "[2.5e+8888]", .numberOutOfRange),
    OpenCase("number_real_neg_overflow", "[-98765e98765]", .numberOutOfRange),
    OpenCase("number_real_pos_overflow", "[98765e98765]", .numberOutOfRange),
    OpenCase("number_real_underflow", "[98e-98765]", nil),
    OpenCase("number_too_big_neg_int", "[-987654321987654321987654321]", .integerOutOfRange),
    OpenCase("number_too_big_pos_int", "[987654321987654321987]", .integerOutOfRange),
    OpenCase(
      "number_very_big_negative_int", "[-1" + String(repeating: "0", count: 45) + "]",
      .integerOutOfRange),
  ]

  /// A surrogate without its partner is not a character, so a string cannot contain it.
  static let surrogates = [
    OpenCase("object_key_lone_2nd_surrogate", #"{"\uDC01":0}"#, .loneSurrogate),
    OpenCase("string_1st_surrogate_but_2nd_missing", #"["\uD901"]"#, .loneSurrogate),
    OpenCase("string_1st_valid_surrogate_2nd_invalid", #"["\uD877\u4321"]"#, .loneSurrogate),
    OpenCase("string_incomplete_surrogate_and_escape_valid", #"["\uD801\t"]"#, .loneSurrogate),
    OpenCase("string_incomplete_surrogate_pair", #"["\uDD1Fb"]"#, .loneSurrogate),
    OpenCase("string_incomplete_surrogates_escape_valid", #"["\uD801\uD801\t"]"#, .loneSurrogate),
    OpenCase("string_invalid_lonely_surrogate", #"["\ud801"]"#, .loneSurrogate),
    OpenCase("string_invalid_surrogate", #"["\ud801xyz"]"#, .loneSurrogate),
    OpenCase("string_inverted_surrogates_U+1D11E", #"["\uDd1e\uD834"]"#, .loneSurrogate),
    OpenCase("string_lone_second_surrogate", #"["\uDFAB"]"#, .loneSurrogate),
  ]

  /// RFC 8259 §8.1 requires UTF-8; the encoding is not guessed, and no bytes are replaced.
  static let encodings = [
    OpenCase("string_UTF-16LE_with_BOM", bytes: [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], .invalidUTF8),
    OpenCase("string_utf16BE_no_BOM", bytes: [0, 0x5B, 0, 0x5D], .expectedValue),
    OpenCase("string_utf16LE_no_BOM", bytes: [0x5B, 0, 0x5D, 0], .expectedValue),
    OpenCase("string_UTF-8_invalid_sequence", inString: [0xE6, 0x97, 0xA5, 0xFA], .invalidUTF8),
    OpenCase("string_UTF8_surrogate_U+D800", inString: [0xED, 0xA0, 0x81], .invalidUTF8),
    OpenCase("string_invalid_utf-8", inString: [0xFE], .invalidUTF8),
    OpenCase("string_iso_latin_1", inString: [0xF8], .invalidUTF8),
    OpenCase("string_lone_utf8_continuation_byte", inString: [0x82], .invalidUTF8),
    OpenCase("string_not_in_unicode_range", inString: [0xF4, 0xBE, 0xBF, 0xBF], .invalidUTF8),
    OpenCase("string_overlong_sequence_2_bytes", inString: [0xC0, 0xAE], .invalidUTF8),
    OpenCase(
      "string_overlong_sequence_6_bytes",
      inString: [0xFC, 0x82, 0xBE, 0xBF, 0xBF, 0xBF], .invalidUTF8),
    OpenCase(
      "string_overlong_sequence_6_bytes_null",
      inString: [0xFC, 0x80, 0x80, 0x80, 0x80, 0x80], .invalidUTF8),
    OpenCase("string_truncated-utf-8", inString: [0xE1, 0xFE], .invalidUTF8),
    OpenCase("structure_UTF-8_BOM_empty_object", "\u{FEFF}{}", .byteOrderMark),
  ]

  static let all = numbers + surrogates + encodings

  @Test(arguments: all)
  func `is decided by rule`(_ row: OpenCase) {
    #expect(verdict(row.bytes) == row.rule)
  }
}
