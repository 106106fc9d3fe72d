import JSONC
import Testing

@Suite struct LimitTests {
  @Test(arguments: [0, 1, 2, 31, 32, 33, 64, 500, 1_000])
  func `the maximum depth is read, and one level more is refused`(_ depth: Int) throws {
    let limits = JSONLimits(maximumDepth: depth)
    for inner in ["", "1", "\"a\"", "null"] {
      let text = String.nested(depth, around: inner)
      if depth > 0 || !inner.isEmpty { #expect(verdict(text, limits: limits) == nil) }
      let error = failure(Array(String.nested(depth + 1, around: inner).utf8), limits: limits)
      #expect(error?.rule == .nestingTooDeep)
      #expect(error?.column == depth + 1)
      #expect(error?.subject == "\(depth)")
    }
  }

  @Test func `objects count like arrays`() {
    let limits = JSONLimits(maximumDepth: 3)
    #expect(verdict(#"{"a":[{"b":1}]}"#, limits: limits) == nil)
    #expect(verdict(#"{"a":[{"b":[]}]}"#, limits: limits) == .nestingTooDeep)
    #expect(verdict(#"{"a":[{"b":{}}]}"#, limits: limits) == .nestingTooDeep)
  }

  @Test func `closed levels do not count`() {
    let limits = JSONLimits(maximumDepth: 2)
    #expect(verdict("[[],[],{},[[]]]", limits: limits) == .nestingTooDeep)
    #expect(verdict("[[],[],{},[1]]", limits: limits) == nil)
  }

  @Test(arguments: [300_000, 3_000_000])
  func `a very deeply nested text is refused safely`(_ depth: Int) {
    let limits = JSONLimits(maximumDepth: 1_000)
    #expect(verdict(Array(repeating: 0x5B, count: depth), limits: limits) == .nestingTooDeep)
    #expect(verdict(String.nested(depth), limits: limits) == .nestingTooDeep)
  }

  @Test func `a text of exactly the allowed size is read`() {
    #expect(verdict("[1,2]", limits: JSONLimits(maximumBytes: 5)) == nil)
    #expect(verdict("[1,2]", limits: JSONLimits(maximumBytes: 4)) == .textTooLarge)
    #expect(verdict("[1,2] ", limits: JSONLimits(maximumBytes: 5)) == .textTooLarge)
    #expect(verdict("", limits: JSONLimits(maximumBytes: 0)) == .emptyText)
    #expect(verdict("1", limits: JSONLimits(maximumBytes: 0)) == .textTooLarge)
  }

  @Test func `values and keys count together`() throws {
    let limits = JSONLimits(maximumValues: 5)
    for text in [#"[1,[],{},""]"#, #"{"a":{"b":1}}"#, #"[{"a":null},1]"#, "[[[[[]]]]]"] {
      #expect(verdict(text, limits: limits) == nil, "\(text)")
      #expect(verdict(text, limits: JSONLimits(maximumValues: 4)) == .tooManyValues, "\(text)")
    }
    let error = try #require(failure(Array("[1,2,3,4,\n 5]".utf8), limits: limits))
    #expect((error.line, error.column) == (2, 2) && error.subject == "5")
    #expect(error.sentence.contains("more than 5 values and keys"))
    // If the text is incomplete, this is reported first.
    #expect(verdict("[1,2,3,4,", limits: limits) == .unexpectedEnd)
  }

  @Test func `limits out of range are clamped`() {
    #expect(JSONLimits(maximumDepth: 5_000).maximumDepth == 1_000)
    #expect(JSONLimits(maximumDepth: -1).maximumDepth == 0)
    #expect(JSONLimits(maximumBytes: -1).maximumBytes == 0)
    #expect(JSONLimits(maximumBytes: .max).maximumBytes == 2_147_483_646)
    #expect(JSONLimits(maximumValues: -1).maximumValues == 0)
    #expect(
      JSONLimits.standard
        == JSONLimits(maximumBytes: 67_108_864, maximumDepth: 64, maximumValues: 2_000_000))
  }
}

/// Large texts are read in parts, without a visible difference.
@Suite struct LargeTextTests {
  private static let odd = text(0x61, 0, 0x1D8AB, 0xFDD0) + "0, ]}"

  /// Values, including some that json-c alone would alter.
  private static func entry(_ number: Int) -> JSONValue {
    switch number % 8 {
    case 0: .integer(number)
    case 1: .double(-0.0)
    case 2: .string(odd)
    case 3: .object([:])
    case 4: .array([.null, .bool(true), .array([])])
    case 5: .object(["\u{0}": .integer(number), odd: .string("{[,")])
    case 6: .double(0.5)
    default: .array([])
    }
  }

  @Test func `a large text is read like a small one`() throws {
    let elements = JSONValue.array((0..<6_000).map(Self.entry))
    let members = (0..<6_000).map { (key: "k\u{0}\($0)", value: Self.entry($0)) }
    let large = JSONObject([
      ("a", .null), ("large \u{0}", .object(JSONObject(members))),
      ("b", .array([elements, .null])),
      ("c", .string("\u{1D8AB}")),
    ])
    let value = JSONValue.array([.null, .object(large), elements, .object([:])])
    for style in [JSONStyle.compact, .pretty] {
      let text = try JSONText.write(value, style: style)
      // json-c would lose the escapes and the sign.
      let other = text.replacing("\u{1D8AB}", with: #"\ud836\udcab"#).replacing("-0.0", with: "-0")
      for written in [text, other] {
        let read = try JSONText.parse(written)
        #expect(read == value)
        #expect(try JSONText.write(read, style: style) == text)
      }
    }
  }

  @Test func `no entry is lost where a part ends`() throws {
    for count in [4_095, 4_096, 4_097, 8_190, 8_191, 8_192, 8_193] {
      let numbers = (0..<count).map { $0 % 10 }
      let text = "[" + numbers.map { "\($0)" }.joined(separator: " , ") + "]"
      #expect(try JSONText.parse(text) == .array(numbers.map { JSONValue.integer($0) }), "\(count)")
      let object = "{" + (0..<count).map { "\"\($0)\":[]" }.joined(separator: ",") + "}"
      let read = try #require(try JSONText.parse(object).objectValue)
      #expect(read.keys == (0..<count).map { "\($0)" }, "\(count)")
    }
  }

  @Test func `equal keys in different parts are equal`() throws {
    let others = (0..<9_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let text = "{\"a\":1,\(others),\"a\":{\"b\":2}}"
    #expect(verdict(text) == .duplicateKey)
    let read = try JSONText.parse(text, duplicateKeys: .lastWins).objectValue
    #expect(read?.keys.count == 9_001)
    #expect(read?.keys.first == "a" && read?["a"] == .object(["b": .integer(2)]))
  }
}
