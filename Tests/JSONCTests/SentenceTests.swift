import JSONC
import Testing
import WidgetTestSupport

/// Every rule, with a text that breaks it, and the position.
@Suite struct SentenceTests {
  static let texts: [(text: String, rule: JSONSyntaxError.Rule, place: String)] = [
    ("", .emptyText, "1:1"), ("\n\n", .emptyText, "3:1"), ("[\n1", .unexpectedEnd, "2:2"),
    ("{}\n{}", .trailingText, "2:1"), ("[,]", .expectedValue, "1:2"),
    ("[\u{7}]", .expectedValue, "1:2"), ("[é]", .expectedValue, "1:2"),
    ("{1:2}", .expectedKey, "1:2"), ("{\"a\";1}", .expectedColon, "1:5"),
    ("{\"a\":1;}", .expectedCommaOrBrace, "1:7"), ("[1;]", .expectedCommaOrBracket, "1:3"),
    ("[1,]", .trailingComma, "1:3"), ("// a", .comment, "1:1"), ("'a'", .singleQuotes, "1:1"),
    ("\u{FEFF}1", .byteOrderMark, "1:1"), ("{\"a\":1,\n\"a\":2}", .duplicateKey, "2:1"),
    ("{\"\\u001b\":1,\"\\u001B\":2}", .duplicateKey, "1:13"), ("nule", .unknownLiteral, "1:1"),
    ("[a.b-c d]", .unknownLiteral, "1:2"), ("-Infinity", .nonFiniteLiteral, "1:2"),
    ("+1", .leadingPlus, "1:1"), ("-012", .leadingZero, "1:2"), ("[1.x]", .missingDigit, "1:4"),
    ("9223372036854775808", .integerOutOfRange, "1:1"), ("-1e999", .numberOutOfRange, "1:1"),
    ("\"\u{1F}\"", .controlCharacter, "1:2"), ("\"\0\"", .controlCharacter, "1:2"),
    ("\"a\\x\"", .invalidEscape, "1:3"), ("\"\\é\"", .invalidEscape, "1:2"),
    ("\"\\u12g4\"", .invalidUnicodeEscape, "1:2"), ("\"\\udc00\"", .loneSurrogate, "1:2"),
    ("\"\\uD800\\u0041\"", .loneSurrogate, "1:2"),
  ]

  @Test(arguments: texts.indices)
  func `a text breaks a rule at a position`(_ index: Int) throws {
    let (text, rule, place) = Self.texts[index]
    let error = try #require(failure(Array(text.utf8)))
    #expect(error.rule == rule)
    #expect("\(error.line):\(error.column)" == place)
    let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines.first == "line \(error.line), column \(error.column): \(error.sentence)")
    #expect(lines.last?.drop { $0 == " " } == "^")
    #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test func `nearly every rule has a text`() {
    // The other rules need invalid bytes or limits; MessageTests has them.
    let others: Set<JSONSyntaxError.Rule> = [
      .invalidUTF8, .nestingTooDeep, .textTooLarge, .tooManyValues, .refusedByLibrary,
    ]
    #expect(
      Set(JSONSyntaxError.Rule.allCases).subtracting(Self.texts.map(\.rule)).isSubset(of: others))
  }
}

/// Compares objects with a plain list of pairs during random operations.
@Suite struct ObjectModelTests {
  @Test(arguments: [UInt64(51), 52, 53])
  func `an object behaves like a list of pairs`(_ seed: UInt64) throws {
    try withSeed(seed) { random in
      var object = JSONObject()
      var model: [(key: String, value: JSONValue)] = []
      for step in 0..<2_000 {
        let key = "k\(Int.random(in: 0..<40, using: &random))"
        let place = model.firstIndex { $0.key == key }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          object[key] = nil
          if let place { model.remove(at: place) }
        case 1:
          object.append(key: key, value: .integer(step))
          if let place {
            model[place].value = .integer(step)
          } else {
            model.append((key, .integer(step)))
          }
        default:
          object[key] = .integer(step)
          if let place {
            model[place].value = .integer(step)
          } else {
            model.append((key, .integer(step)))
          }
        }
        #expect(object.keys == model.map(\.key), "seed \(seed), step \(step)")
        #expect(object[key] == model.first { $0.key == key }?.value, "seed \(seed), step \(step)")
      }
      #expect(object == JSONObject(model))
    }
  }

  @Test(arguments: [UInt64(61), 62, 63])
  func `a key that occurs twice is found in objects of any size`(_ seed: UInt64) throws {
    try withSeed(seed) { random in
      for _ in 0..<150 {
        let count = Int.random(in: 2...60, using: &random)
        var keys = (0..<count).map { "\($0)-" + String(repeating: "k", count: $0 % 11) }
        keys.shuffle(using: &random)
        let body = keys.map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(verdict("{\(body)}") == nil)
        let twice = try #require(keys.randomElement(using: &random))
        let escaped = twice.replacing("-", with: "\\u002d")
        let error = failure(Array("{\(body),\n\"\(escaped)\":0}".utf8))
        #expect(error?.rule == .duplicateKey, "\(random)")
        #expect(error?.line == 2, "\(random)")
        #expect(error?.subject == twice, "\(random)")
        #expect(error?.firstLine == 1, "\(random)")
        let value = try JSONText.parse("{\(body),\"\(escaped)\":1}", duplicateKeys: .lastWins)
        #expect(value.objectValue?.keys == keys, "\(random)")
        #expect(value.objectValue?[twice] == 1, "\(random)")
      }
    }
  }

  /// Paths that are equal or different according to the code points of their keys.
  @Test func `steps of paths compare as objects do`() {
    let keys: [JSONPathComponent] = ["a", "A", "\u{E9}", "e\u{301}", 0, 1, "0"]
    #expect(Set(keys).count == keys.count)
    for (place, key) in keys.enumerated() {
      #expect(keys.firstIndex(of: key) == place)
    }
  }
}
