import Testing
import WidgetTestSupport

@testable import JSONC

/// The tokenizer decides; json-c must accept every text that the tokenizer accepts, and agree on
/// every token.
@Suite struct TokenizerTests {
  static let seeds = [
    #"{"a":[1,-0,2.5e3,true,false,null],"b":{"c":"d\n\u0041\ud83d\ude00é"}}"#,
    #"[{"key":"value"},{"key":"12345678901234567890"},[[[]]],{},"",0]"#,
    #"{"\u0000a":"\ud836\udc00","":[9223372036854775807,1e308]}"#,
  ]

  @Test(arguments: seeds, [UInt64(51), 52])
  func `input that is valid after a random change round-trips`(
    _ text: String, _ seed: UInt64
  ) throws {
    try withSeed(seed) { generator in
      for _ in 0..<1_500 {
        let bytes = Self.changed(Array(text.utf8), &generator)
        guard let value = try Self.accepted(bytes) else { continue }
        let again = try JSONText.parse(JSONText.bytes(of: value, style: .compact))
        #expect(again == value, "seed \(seed): \(bytes)")
      }
    }
  }

  /// The value; nil if the tokenizer rejects the text; throws an error if only json-c rejects it.
  private static func accepted(_ bytes: [UInt8]) throws -> JSONValue? {
    do throws(JSONSyntaxError) {
      let value = try JSONText.parse(bytes)
      #expect(fromTokens(bytes) == value, "\(bytes)")
      return value
    } catch {
      #expect(error.byteOffset <= bytes.count)
      #expect(error.line >= 1 && error.column >= 1)
      if error.rule == .refusedByLibrary { throw error }
      return nil
    }
  }

  /// The value from the tokens alone, without json-c.
  private static func fromTokens(_ bytes: [UInt8]) -> JSONValue? {
    bytes.withUnsafeBufferPointer { text in
      var tokenizer = JSONTokenizer(limits: .standard)
      guard (try? tokenizer.read(text)) != nil else { return nil }
      return value(of: 0, in: tokenizer.tokens)
    }
  }

  private static func value(of index: Int, in tokens: JSONTokens) -> JSONValue {
    let token = tokens[index]
    switch token.kind {
    case .key, .string:
      return .string(tokens.withMeaning(of: token) { String(decoding: $0, as: UTF8.self) })
    case .integer: return .integer(tokens.integer(of: token))
    case .decimal: return .double(tokens.decimal(of: token))
    case .true: return true
    case .false: return false
    case .null: return .null
    case .array:
      return .array(tokens.entries(of: index).map { value(of: $0, in: tokens) })
    case .object:
      let members = tokens.entries(of: index).map { key in
        (key: value(of: key, in: tokens).stringValue ?? "", value: value(of: key + 1, in: tokens))
      }
      return .object(JSONObject(members))
    }
  }

  /// Numbers at the limits of the number types, and at the limits within which one division rounds
  /// exactly.
  @Test(arguments: [
    "0.1", "-0.1", "0.30000000000000004", "123456789012345.6", "12345678901234.5", "1e22", "1e23",
    "9007199254740993.0", "4.35", "0.000001", "5e-324", "1.7976931348623157e308", "-0", "-0.0",
    "0e5", "9223372036854775807", "-9223372036854775808", "1E+2", "0.500", "100000000000000000.25",
  ])
  func `a number equals the one that Swift reads`(_ text: String) throws {
    let bytes = Array(text.utf8)
    let value = try #require(Self.fromTokens(bytes))
    #expect(value == (try JSONText.parse(bytes)))
    switch value {
    case .integer(let number): #expect(number == Int(text))
    case .double(let number): #expect(number.bitPattern == Double(text)?.bitPattern)
    default: Issue.record("\(text) is a number")
    }
  }

  @Test func `a token has the text of its value and the index of the token after it`() throws {
    let text = Array(#" {"a" : [1, {"b":"c\n"}, []] , "d":{} } "#.utf8)
    try text.withUnsafeBufferPointer { text in
      var tokenizer = JSONTokenizer(limits: .standard)
      _ = try tokenizer.read(text)
      let tokens = tokenizer.tokens
      let pictures = tokens.tokens.indices.map { index in
        let source = String(decoding: tokens.source(of: tokens[index]), as: UTF8.self)
        return "\(tokens[index].kind) \(source) \(tokens.next(after: index))"
      }
      #expect(
        pictures == [
          #"object {"a" : [1, {"b":"c\n"}, []] , "d":{} } 10"#, "key a 2",
          #"array [1, {"b":"c\n"}, []] 8"#, "integer 1 4", #"object {"b":"c\n"} 7"#, "key b 6",
          #"string c\n 7"#, "array [] 8", "key d 9", "object {} 10",
        ])
    }
  }

  private static func changed(
    _ bytes: [UInt8], _ generator: inout SeededGenerator
  ) -> [UInt8] {
    let alphabet =
      Array("{}[]:,\"\\0123456789+-.eEu\n tfnabcdD8".utf8) + [0, 0x1F, 0x80, 0xED, 0xFF]
    var bytes = bytes
    for _ in 0...Int.random(in: 0...2, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let byte = alphabet.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0...3, using: &generator) {
      case 0: bytes[place] = byte
      case 1: bytes.insert(byte, at: place)
      case 2: bytes.remove(at: place)
      default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
      }
    }
    return bytes
  }

  @Test(arguments: seeds)
  func `every prefix of a text is reported as incomplete, never as invalid`(_ text: String) {
    let bytes = Array(text.utf8)
    for count in 1..<bytes.count {
      let rule = verdict(Array(bytes[..<count]))
      // Bytes that end in the middle of a character are not UTF-8.
      let isWhole = String(validating: bytes[..<count], as: UTF8.self) != nil
      #expect(rule == (isWhole ? .unexpectedEnd : .invalidUTF8), "\(count)")
    }
  }

  static let findings: [(String, JSONScanFindings)] = [
    ("[]", []), (#""\u0000""#, []), (#"{"\u0000":0}"#, .nulInKey), ("-0", .negativeZero),
    ("[-0.0]", []), (#""\ud836\udc00""#, .destroyedPair), (#""\ud83d\ude00""#, []),
    (#"{"\ud836\udc00\u0000":-0}"#, [.destroyedPair, .nulInKey, .negativeZero]),
    (#""\\u0000 -0""#, []), (#""\ud836\ude00""#, .destroyedPair),
    (#""\uda76\udc00""#, .destroyedPair), (#"{"a":"b c~é€"}"#, []),
  ]

  @Test(arguments: findings.indices)
  func `reports values that json-c would alter`(_ row: Int) throws {
    let (text, expected) = Self.findings[row]
    var tokenizer = JSONTokenizer(limits: .standard)
    let found = try Array(text.utf8).withUnsafeBufferPointer { try tokenizer.read($0) }
    #expect(found == expected)
  }

  static let contents: [(String, JSONToken.Contents)] = [
    ("\"a\"", []), (#""\u0000""#, .escape), (#""a\n\u00e9\ud83d\ude00""#, .escape),
    ("\"\u{7F}\"", .control), ("\"\u{80}\"", .control), ("\"\u{9F}\"", .control),
    ("\"\u{A0}\"", []), ("\"\u{2027}\"", []), ("\"\u{2028}\"", .control),
    ("\"\u{2029}\"", .control), ("\"\u{202A}\"", []), ("\"\u{10028}\"", []),
    ("\"1234567\u{7F}\"", .control), ("\"\u{85}\\t\"", [.control, .escape]),
  ]

  @Test(arguments: contents.indices)
  func `a string or a key reports whether it has escapes and control characters`(
    _ row: Int
  ) throws {
    let (text, expected) = Self.contents[row]
    for (text, token) in [(text, 0), ("{\(text):1}", 1)] {
      try Array(text.utf8).withUnsafeBufferPointer { bytes in
        var tokenizer = JSONTokenizer(limits: .standard)
        _ = try tokenizer.read(bytes)
        #expect(tokenizer.tokens[token].contents == expected, "\(text)")
      }
    }
  }

  /// Keys are read word by word, but byte by byte near the end of the text and outside ASCII.
  @Test(arguments: 0..<40)
  func `a repeated key is found at every position`(_ length: Int) {
    for letters in [
      "abcdefghijklmnopqrstuvwxyz0123456789ABCD", "åbcdéfghijklmnöpqrstuvwxyz東京都0123456789",
    ] {
      let key = String(letters.prefix(length))
      for end in ["", "     ", String(repeating: " ", count: 48)] {
        #expect(verdict("{\"\(key)\":1,\"\(key)\":2}" + end) == .duplicateKey)
        #expect(verdict("{\"x\(key)\":1,\"\(key)\" : 2}" + end) == nil)
        #expect(verdict("{\"\(key)\":{\"\(key)\":[]},\"\(key)y\":2}" + end) == nil)
        let escaped = key.utf16.map { "\\u" + String(0x1_0000 + Int($0), radix: 16).dropFirst() }
        #expect(
          verdict("{\"\(key)\":1,\"\(escaped.joined())\":2}" + end) == .duplicateKey)
      }
    }
  }

  @Test func `keys that differ in one byte are different keys`() {
    let key = Array("the key of a member of 32 letters".utf8)
    for place in key.indices {
      for end in [0, 48] {
        var other = key
        other[place] = UInt8(ascii: "#")
        var text = Array("{\"".utf8) + key + Array("\":1,\"".utf8) + other
        text += Array("\":2}".utf8) + Array(repeating: UInt8(ascii: " "), count: end)
        #expect(verdict(text) == nil, "\(place)")
      }
    }
  }

  @Test(arguments: 0..<24)
  func `a special byte is found at every position in a word of eight`(_ offset: Int) {
    let filler = String(repeating: "~", count: offset)
    let rest = String(repeating: " ", count: 24 - offset)
    #expect(verdict("\"\(filler)\n\(rest)\"") == .controlCharacter)
    #expect(verdict("\"\(filler)\\\(rest)\"") == .invalidEscape)
    #expect(verdict("\"\(filler)\"\(rest)") == nil)
    #expect(verdict("\"\(filler)é\(rest)\"") == nil)
    #expect(verdict("\"\(filler)\u{7F}!#[]\(rest)\"") == nil)
    #expect(verdict(Array("\"\(filler)".utf8) + [0xFF] + Array("\(rest)\"".utf8)) == .invalidUTF8)
  }
}
