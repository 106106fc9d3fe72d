import JSONC
import Testing

/// A text, the rule that it breaks, and the column in its only line.
struct Refused: Sendable, CustomTestStringConvertible {
  let text: String
  let rule: JSONSyntaxError.Rule
  let column: Int

  init(_ text: String, _ rule: JSONSyntaxError.Rule, _ column: Int) {
    self.text = text
    self.rule = rule
    self.column = column
  }

  var testDescription: String { text.debugDescription }
}

@Suite struct RefusalTests {
  static let structure = [
    Refused("", .emptyText, 1), Refused("   ", .emptyText, 4), Refused("[", .unexpectedEnd, 2),
    Refused("{", .unexpectedEnd, 2), Refused("[1", .unexpectedEnd, 3),
    Refused("[1,", .unexpectedEnd, 4), Refused("{\"a\"", .unexpectedEnd, 5),
    Refused("{\"a\":", .unexpectedEnd, 6), Refused("{\"a\":1", .unexpectedEnd, 7),
    Refused("{\"a\":1,", .unexpectedEnd, 8), Refused("\"a", .unexpectedEnd, 3),
    Refused("]", .expectedValue, 1), Refused("}", .expectedValue, 1),
    Refused(",", .expectedValue, 1),
    Refused(":", .expectedValue, 1), Refused("[,1]", .expectedValue, 2),
    Refused("[1,,2]", .expectedValue, 4), Refused("[1}", .expectedCommaOrBracket, 3),
    Refused("[1 2]", .expectedCommaOrBracket, 4), Refused("[1:2]", .expectedCommaOrBracket, 3),
    Refused("[\"a\" \"b\"]", .expectedCommaOrBracket, 6), Refused("[1,]", .trailingComma, 3),
    Refused("[1 , ]", .trailingComma, 4), Refused("{\"a\":1,}", .trailingComma, 7),
    Refused("{,}", .expectedKey, 2), Refused("{a:1}", .expectedKey, 2),
    Refused("{1:1}", .expectedKey, 2), Refused("{[]:1}", .expectedKey, 2),
    Refused("{\"a\":1,,\"b\":2}", .expectedKey, 8), Refused("{\"a\" 1}", .expectedColon, 6),
    Refused("{\"a\",1}", .expectedColon, 5), Refused("{\"a\"}", .expectedColon, 5),
    Refused("{\"a\":}", .expectedValue, 6), Refused("{\"a\":1]", .expectedCommaOrBrace, 7),
    Refused("{\"a\":1 \"b\":2}", .expectedCommaOrBrace, 8),
    Refused("{\"a\"::1}", .expectedValue, 6), Refused("[1;]", .expectedCommaOrBracket, 3),
  ]

  static let trailing = [
    Refused("1 2", .trailingText, 3), Refused("{}{}", .trailingText, 3),
    Refused("[]]", .trailingText, 3), Refused("null,", .trailingText, 5),
    Refused("\"a\"b", .trailingText, 4), Refused("1\0", .trailingText, 2),
    Refused("[]\0", .trailingText, 3), Refused("{}//", .comment, 3),
    Refused("[]\u{A0}", .trailingText, 3), Refused("{}\u{FEFF}", .byteOrderMark, 3),
    Refused("1\u{C}", .trailingText, 2), Refused("true false", .trailingText, 6),
  ]

  static let words = [
    Refused("True", .unknownLiteral, 1), Refused("NULL", .unknownLiteral, 1),
    Refused("nul", .unexpectedEnd, 4), Refused("nulx", .unknownLiteral, 1),
    Refused("nullx", .unknownLiteral, 1), Refused("truefalse", .unknownLiteral, 1),
    Refused("[fals]", .unknownLiteral, 2), Refused("[nan]", .unknownLiteral, 2),
    Refused("undefined", .unknownLiteral, 1), Refused("[NaN]", .nonFiniteLiteral, 2),
    Refused("Infinity", .nonFiniteLiteral, 1), Refused("[-Infinity]", .nonFiniteLiteral, 3),
    Refused("[-NaN]", .missingDigit, 3), Refused("[+Infinity]", .leadingPlus, 2),
    Refused("'a'", .singleQuotes, 1), Refused("{'a':1}", .singleQuotes, 2),
    Refused("{\"a\":'b'}", .singleQuotes, 6), Refused("// x\n1", .comment, 1),
    Refused("[/* x */1]", .comment, 2), Refused("[1/**/]", .comment, 3),
    Refused("{\"a\"/**/:1}", .comment, 5), Refused("/", .expectedValue, 1),
    Refused("\u{FEFF}{}", .byteOrderMark, 1), Refused("[\u{C}1]", .expectedValue, 2),
    Refused("[\u{A0}1]", .expectedValue, 2), Refused("[\0]", .expectedValue, 2),
    Refused("#", .expectedValue, 1), Refused("[é]", .expectedValue, 2),
    Refused("\u{2060}1", .expectedValue, 1), Refused("[\u{1F600}]", .expectedValue, 2),
  ]

  static let numbers = [
    Refused("[007]", .leadingZero, 2), Refused("-01", .leadingZero, 2),
    Refused("00", .leadingZero, 1), Refused("[+1]", .leadingPlus, 2),
    Refused("[.5]", .missingDigit, 2), Refused("[1.]", .missingDigit, 4),
    Refused("[-.5]", .missingDigit, 3), Refused("[-]", .missingDigit, 3),
    Refused("-", .unexpectedEnd, 2), Refused("[1e]", .missingDigit, 4),
    Refused("[1e+]", .missingDigit, 5), Refused("1e", .unexpectedEnd, 3),
    Refused("[1.e5]", .missingDigit, 4), Refused("[1.5.5]", .expectedCommaOrBracket, 5),
    Refused("[1e5e5]", .expectedCommaOrBracket, 5), Refused("[0x1F]", .expectedCommaOrBracket, 3),
    Refused("[1_000]", .expectedCommaOrBracket, 3), Refused("[--1]", .missingDigit, 3),
    Refused("[-+1]", .missingDigit, 3), Refused("[1e5.5]", .expectedCommaOrBracket, 5),
    Refused("[- 1]", .missingDigit, 3), Refused("[1a]", .expectedCommaOrBracket, 3),
    Refused("[１]", .expectedValue, 2), Refused("12abc", .trailingText, 3),
    Refused("9223372036854775808", .integerOutOfRange, 1),
    Refused("-9223372036854775809", .integerOutOfRange, 1),
    Refused("[18446744073709551616]", .integerOutOfRange, 2),
    Refused("[1e400]", .numberOutOfRange, 2), Refused("-1e309", .numberOutOfRange, 1),
    Refused("1.8e308", .numberOutOfRange, 1),
  ]

  static let strings = [
    Refused("\"\n\"", .controlCharacter, 2), Refused("\"a\tb\"", .controlCharacter, 3),
    Refused("\"\0\"", .controlCharacter, 2), Refused("\"\u{1F}\"", .controlCharacter, 2),
    Refused("{\"\n\":1}", .controlCharacter, 3), Refused("{\"a\u{1}\":1}", .controlCharacter, 4),
    Refused("\"1234567\u{1}\"", .controlCharacter, 9), Refused("\"\\x\"", .invalidEscape, 2),
    Refused("\"\\'\"", .invalidEscape, 2), Refused("\"\\ \"", .invalidEscape, 2),
    Refused("\"\\U0041\"", .invalidEscape, 2), Refused("\"\\\0\"", .invalidEscape, 2),
    Refused("\"\\é\"", .invalidEscape, 2), Refused("\"\\", .unexpectedEnd, 3),
    Refused("\"\\\"", .unexpectedEnd, 4), Refused("\"\\u12", .unexpectedEnd, 6),
    Refused("\"\\u12\"", .invalidUnicodeEscape, 2),
    Refused("\"\\u12G4\"", .invalidUnicodeEscape, 2),
    Refused("\"\\u+123\"", .invalidUnicodeEscape, 2),
    Refused("\"\\u 123\"", .invalidUnicodeEscape, 2),
    Refused("\"\\u{41}\"", .invalidUnicodeEscape, 2), Refused("\"\\ud800\"", .loneSurrogate, 2),
    Refused("\"\\udc00\"", .loneSurrogate, 2), Refused("\"\\ud800x\"", .loneSurrogate, 2),
    Refused("\"\\ud800\\n\"", .loneSurrogate, 2), Refused("\"\\ud800\\ud800\"", .loneSurrogate, 2),
    Refused("\"\\ud800\\u0041\"", .loneSurrogate, 2),
    Refused("\"\\udd1e\\ud834\"", .loneSurrogate, 2), Refused("{\"\\uDFFF\":1}", .loneSurrogate, 3),
    Refused("\"\\ud83d\\ude00\\ud83d\"", .loneSurrogate, 14),
    Refused("\"\\ud800", .unexpectedEnd, 8), Refused("\"\\ud800\\u12\"", .invalidUnicodeEscape, 8),
  ]

  static let all = structure + trailing + words + numbers + strings

  @Test(arguments: all)
  func `is refused by the rule at the position`(_ row: Refused) throws {
    let error = try #require(failure(Array(row.text.utf8)))
    #expect(error.rule == row.rule)
    #expect(error.line == 1)
    #expect(error.column == row.column)
  }

  @Test(arguments: all)
  func `is refused at the same position after other lines`(_ row: Refused) throws {
    let error = try #require(failure(Array(("\r\n \n\r" + row.text).utf8)))
    #expect(error.rule == row.rule)
    #expect(error.line == 4)
    #expect(error.column == row.column)
  }

  @Test func `every rule of the grammar has a case here`() {
    let elsewhere: Set<JSONSyntaxError.Rule> = [
      .duplicateKey, .invalidUTF8, .nestingTooDeep, .textTooLarge, .tooManyValues,
      .refusedByLibrary,
    ]
    let covered = Set(Self.all.map(\.rule)).union(elsewhere)
    #expect(covered == Set(JSONSyntaxError.Rule.allCases))
  }
}
