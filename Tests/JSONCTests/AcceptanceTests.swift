import JSONC
import Testing

/// A text, and the value that it represents.
struct Accepted: Sendable, CustomTestStringConvertible {
  let text: String
  let value: JSONValue

  init(_ text: String, _ value: JSONValue) {
    self.text = text
    self.value = value
  }

  var testDescription: String { text }
}

@Suite struct AcceptanceTests {
  static let scalars = [
    Accepted("null", .null), Accepted("true", true), Accepted("false", false),
    Accepted("0", 0), Accepted("-1", -1), Accepted("42", 42), Accepted("\"\"", ""),
    Accepted("\"a\"", "a"), Accepted(" null ", .null), Accepted("\t\r\n7\n", 7),
    Accepted("1.5", 1.5), Accepted("-0.5", -0.5), Accepted("1e2", 100.0),
    Accepted("1E+2", 100.0), Accepted("1e-2", 0.01), Accepted("0e0", 0.0),
    Accepted("0.0", 0.0), Accepted("1.0", 1.0), Accepted("10", 10),
  ]

  static let containers = [
    Accepted("[]", []), Accepted("{}", [:]), Accepted("[ ]", []), Accepted("{\n}", [:]),
    Accepted("[1]", [1]), Accepted("[null]", [nil]), Accepted("[[]]", [[]]),
    Accepted("[{},[],\"\"]", [[:], [], ""]), Accepted("[1,2.0,\"3\"]", [1, 2.0, "3"]),
    Accepted("{\"a\":1}", ["a": 1]), Accepted("{ \"a\" : 1 , \"b\" : 2 }", ["a": 1, "b": 2]),
    Accepted("{\"b\":1,\"a\":2}", ["b": 1, "a": 2]), Accepted("{\"\":0}", ["": 0]),
    Accepted("{\"a\":{\"a\":{\"a\":null}}}", ["a": ["a": ["a": nil]]]),
    Accepted("[{\"a\":1},{\"a\":2}]", [["a": 1], ["a": 2]]),
    Accepted("[true , false\t,\r\nnull]", [true, false, nil]),
  ]

  static let strings = [
    Accepted(#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    Accepted(#""\u0041\u00e9\u00E9\u20ac""#, "Aéé€"),
    Accepted(#""\ud83d\ude00""#, "😀"), Accepted(#""\uD834\uDD1E""#, "𝄞"),
    Accepted(#""\u0000""#, "\0"), Accepted(#""a\u0000b""#, "a\0b"),
    Accepted(#""\u001f\u007f\u0080""#, "\u{1F}\u{7F}\u{80}"),
    Accepted(#""\ufeff\uffff\ufdd0""#, .string(text(0xFEFF, 0xFFFF, 0xFDD0))),
    Accepted("\"é€😀\u{10FFFF}\"", "é€😀\u{10FFFF}"), Accepted("\"\u{7F}\"", "\u{7F}"),
    Accepted("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"), Accepted("\"\u{FEFF}\"", "\u{FEFF}"),
    Accepted("\"/* no comment */\"", "/* no comment */"), Accepted("\"'\"", "'"),
    Accepted(#""\\u0000""#, "\\u0000"), Accepted("\"12345678\"", "12345678"),
    Accepted(#""1234567\n""#, "1234567\n"), Accepted(#""12345678\\""#, "12345678\\"),
  ]

  static let keys = [
    Accepted(#"{"\u0061":1}"#, ["a": 1]), Accepted(#"{"\n":1}"#, ["\n": 1]),
    Accepted(#"{"é":1,"😀":2}"#, ["é": 1, "😀": 2]), Accepted(#"{"\ud83d\ude00":2}"#, ["😀": 2]),
    Accepted(#"{"a\u0000b":1}"#, ["a\0b": 1]), Accepted(#"{"\u0000":1}"#, ["\0": 1]),
    Accepted(#"{"a":0,"a\u0000b":1,"a\u0000c":2}"#, ["a": 0, "a\0b": 1, "a\0c": 2]),
    Accepted(
      #"{"\u0000":"\u0000","\ufdd0":"\ufdd0"}"#,
      .object(["\0": "\0", text(0xFDD0): .string(text(0xFDD0))])),
    Accepted("{\"\\u0000\":1,\"\(text(0xFDD0))0\":2}", .object(["\0": 1, text(0xFDD0, 0x30): 2])),
    Accepted(
      "{\"\\u0000\":1,\"\(text(0xFDD0))1\\u0000\":2}",
      .object(["\0": 1, text(0xFDD0, 0x31, 0): 2])),
    Accepted(#"{"\u0000" : {"\u0000":[{"\u0000":-0}]}}"#, ["\0": ["\0": [["\0": -0.0]]]]),
    Accepted(#"{"x\"\\\u0000":"\"\\"}"#, ["x\"\\\0": "\"\\"]),
    Accepted(#"{"A":1,"a":2}"#, ["A": 1, "a": 2]), Accepted(#"{"a":1,"a ":2}"#, ["a": 1, "a ": 2]),
  ]

  @Test(arguments: scalars + containers + strings + keys)
  func `is read as the value it means`(_ row: Accepted) throws {
    #expect(try JSONText.parse(row.text) == row.value)
  }

  @Test(arguments: scalars + containers + strings + keys)
  func `means the same inside an array and a member`(_ row: Accepted) throws {
    #expect(try JSONText.parse("[" + row.text + "]") == [row.value])
    #expect(try JSONText.parse("{\"k\":" + row.text + "}") == ["k": row.value])
    #expect(try JSONText.parse("[-0," + row.text + "]") == [-0.0, row.value])
  }

  @Test(arguments: scalars + containers + strings + keys, [JSONStyle.pretty, .compact])
  func `is read back as it was written`(_ row: Accepted, _ style: JSONStyle) throws {
    let text = try JSONText.write(row.value, style: style)
    #expect(try JSONText.parse(text) == row.value)
  }

  @Test func `reads bytes, strings and other collections in the same way`() throws {
    #expect(try JSONText.parse([0x5B, 0x31, 0x5D] as [UInt8]) == [1])
    #expect(try JSONText.parse(ContiguousArray("[1]".utf8)) == [1])
    #expect(try JSONText.parse("x[1]x".utf8.dropFirst().dropLast()) == [1])
  }
}
