import JSONC
import Testing
import WidgetTestSupport

/// A text, the rule that it breaks, and the whole message.
struct Sentence: Sendable, CustomTestStringConvertible {
  let text: String
  let rule: JSONSyntaxError.Rule
  let place: String
  let sentence: String

  init(_ text: String, _ rule: JSONSyntaxError.Rule, _ place: String, _ sentence: String) {
    self.text = text
    self.rule = rule
    self.place = place
    self.sentence = sentence
  }

  var testDescription: String { text.debugDescription }
}

/// Every rule with its message and position.
@Suite struct SentenceTests {
  static let structure = [
    Sentence("", .emptyText, "1:1", "The text is empty. A JSON text holds one value."),
    Sentence("\n\n", .emptyText, "3:1", "The text is empty. A JSON text holds one value."),
    Sentence(
      "[\n1", .unexpectedEnd, "2:2", "The text ends inside a value. It may have been cut off."),
    Sentence(
      "{}\n{}", .trailingText, "2:1", "More text follows the value. A JSON text holds one value."),
    Sentence(
      "[,]", .expectedValue, "1:2", "A value is expected here, not ,. Correct the text there."),
    Sentence(
      "[\u{7}]", .expectedValue, "1:2", "A value is expected here, not ␇. Correct the text there."),
    Sentence(
      "[é]", .expectedValue, "1:2", "A value is expected here, not é. Correct the text there."),
    Sentence(
      "{1:2}", .expectedKey, "1:2",
      "A key in double quotes is expected here, not 1. Correct the text there."),
    Sentence(
      "{\"a\";1}", .expectedColon, "1:5",
      "A colon must follow the key, not ;. Correct the text there."),
    Sentence(
      "{\"a\":1;}", .expectedCommaOrBrace, "1:7",
      "A comma or } must follow the member, not ;. Correct the text there."),
    Sentence(
      "[1;]", .expectedCommaOrBracket, "1:3",
      "A comma or ] must follow the element, not ;. Correct the text there."),
    Sentence("[1,]", .trailingComma, "1:3", "No comma may follow the last entry. Remove it."),
    Sentence("// a", .comment, "1:1", "JSON has no comments. Remove it."),
    Sentence("'a'", .singleQuotes, "1:1", "JSON has no single quotes. Use double quotes."),
    Sentence(
      "\u{FEFF}1", .byteOrderMark, "1:1",
      "JSON has no byte-order mark. Save the text as UTF-8 without one."),
    Sentence(
      "{\"a\":1,\n\"a\":2}", .duplicateKey, "2:1",
      "The key “a” occurs twice in one object, first in line 1. Remove one of them."),
    Sentence(
      "{\"\\u001b\":1,\"\\u001B\":2}", .duplicateKey, "1:13",
      "The key “␛” occurs twice in one object, first in line 1. Remove one of them."),
  ]

  static let scalars = [
    Sentence(
      "nule", .unknownLiteral, "1:1", "“nule” is not a JSON value. Put text in double quotes."),
    Sentence(
      "[a.b-c d]", .unknownLiteral, "1:2", "“a.b-c” is not a JSON value. Put text in double quotes."
    ),
    Sentence(
      "[" + String(repeating: "x", count: 50), .unknownLiteral, "1:2",
      "“" + String(repeating: "x", count: 40) + "…” is not a JSON value. Put text in double quotes."
    ),
    Sentence(
      "-Infinity", .nonFiniteLiteral, "1:2",
      "“Infinity” is not a JSON number. Use null or a string."),
    Sentence("+1", .leadingPlus, "1:1", "A number has no plus sign. Remove it."),
    Sentence("-012", .leadingZero, "1:2", "A number has no leading zeros. Remove them."),
    Sentence(
      "[1.x]", .missingDigit, "1:4", "A digit is expected here, not x. Correct the text there."),
    Sentence(
      "9223372036854775808", .integerOutOfRange, "1:1",
      "The integer 9223372036854775808 is out of range. The range is -9223372036854775808 to "
        + "9223372036854775807."),
    Sentence(
      "-1e999", .numberOutOfRange, "1:1",
      "The number -1e999 is out of range. It is beyond 1.8e308."),
    Sentence(
      "\"\u{1F}\"", .controlCharacter, "1:2",
      "The control character 0x1F must be escaped in a string. Correct the text there."),
    Sentence(
      "\"\0\"", .controlCharacter, "1:2",
      "The control character 0x00 must be escaped in a string. Correct the text there."),
    Sentence(
      "\"a\\x\"", .invalidEscape, "1:3", "“\\x” is not an escape. Write \\\\ for a backslash."),
    Sentence(
      "\"\\é\"", .invalidEscape, "1:2", "“\\é” is not an escape. Write \\\\ for a backslash."),
    Sentence(
      "\"\\u12g4\"", .invalidUnicodeEscape, "1:2",
      "Four hexadecimal digits must follow \\u. Correct the text there."),
    Sentence(
      "\"\\udc00\"", .loneSurrogate, "1:2",
      "“\\udc00” is half of a surrogate pair. Write both halves."),
    Sentence(
      "\"\\uD800\\u0041\"", .loneSurrogate, "1:2",
      "“\\uD800” is half of a surrogate pair. Write both halves."),
  ]

  @Test(arguments: structure + scalars)
  func `a rule in words, with its place`(_ row: Sentence) {
    let error = failure(Array(row.text.utf8))
    #expect(error?.rule == row.rule)
    #expect(error.map { "\($0.line):\($0.column)" } == row.place)
    #expect(error?.sentence == row.sentence)
  }

  @Test(arguments: structure + scalars)
  func `the description is place, sentence, line and caret`(_ row: Sentence) throws {
    let error = try #require(failure(Array(row.text.utf8)))
    let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines.first == "line \(error.line), column \(error.column): \(row.sentence)")
    #expect(lines.last?.drop { $0 == " " } == "^")
    #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test func `nearly every rule has a row`() {
    let rules = Set((Self.structure + Self.scalars).map(\.rule))
    // The other rules require invalid bytes, or limits; MessageTests has them.
    let others: Set<JSONSyntaxError.Rule> = [
      .invalidUTF8, .nestingTooDeep, .textTooLarge, .refusedByLibrary, .unexpectedEnd,
    ]
    #expect(Set(JSONSyntaxError.Rule.allCases).subtracting(rules).isSubset(of: others))
  }

  /// The text before a mistake in its line, and its form in the message.
  static let shown: [(String, String)] = [
    ("\"a\\tb\"", "\"a\\tb\""), ("\"\u{7F}\"", "\"␡\""), ("\"\u{202E}\"", "\"\\u{202E}\""),
    ("\"\u{200B}\"", "\"\\u{200B}\""), ("\"\u{E000}\"", "\"\\u{E000}\""), ("\"日\"", "\"日\""),
    ("\"e\u{301}\"", "\"e\u{301}\""), ("\"\u{85}\"", "\"\\u{85}\""),
    ("\"\u{2028}\"", "\"\\u{2028}\""),
    ("\t\t", "␉␉"), ("\"\u{10FFFF}\"", "\"\\u{10FFFF}\""),
  ]
}

/// Compares objects with a plain list of pairs during random operations.
@Suite struct ObjectModelTests {
  @Test(arguments: [UInt64(51), 52, 53])
  func `an object is what a list of pairs would be`(_ seed: UInt64) throws {
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

  /// Paths that are equal or different, by the code points of their keys.
  @Test func `steps of paths compare as objects do`() {
    let keys: [JSONPathComponent] = ["a", "A", "\u{E9}", "e\u{301}", 0, 1, "0"]
    #expect(Set(keys).count == keys.count)
    for (place, key) in keys.enumerated() {
      #expect(keys.firstIndex(of: key) == place)
    }
  }
}
