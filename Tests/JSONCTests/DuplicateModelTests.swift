import JSONC
import Testing
import WidgetTestSupport

/// Duplicate keys where they are allowed: the last value is used, at the position of the first.
@Suite struct DuplicateModelTests {
  /// A text, and the value that is read, in compact form.
  static let rows: [(text: String, read: String)] = [
    (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#),
    (#"{"b":0,"a":1,"a":2,"a":3}"#, #"{"b":0,"a":3}"#), (#"{"":1,"":2}"#, #"{"":2}"#),
    (#"{"a":{"x":1},"a":{"y":2}}"#, #"{"a":{"y":2}}"#), (#"{"a":1,"a":null}"#, #"{"a":null}"#),
    (#"{"a":null,"a":1}"#, #"{"a":1}"#), (#"{"a":1,"\u0061":2}"#, #"{"a":2}"#),
    (#"[{"a":1,"a":2},{"a":3}]"#, #"[{"a":2},{"a":3}]"#),
    (#"{"a":{"b":1,"b":2},"b":3}"#, #"{"a":{"b":2},"b":3}"#),
    (#"{"a\u0000":1,"a":2,"a\u0000":3}"#, #"{"a\u0000":3,"a":2}"#),
    (#"{"\u0000":1,"\u0000b":2,"\u0000":-0}"#, #"{"\u0000":-0.0,"\u0000b":2}"#),
    (#"{"\ud836\udc00":1,"\uD836\uDC00":2}"#, "{\"\u{1D800}\":2}"),
    ("{\"\u{E9}\":1,\"e\u{301}\":2,\"\\u00e9\":3}", "{\"\u{E9}\":3,\"e\u{301}\":2}"),
    (#"{"A":1,"a":2}"#, #"{"A":1,"a":2}"#), (#"{"a":[],"a":[1],"a":[]}"#, #"{"a":[]}"#),
  ]

  @Test(arguments: rows.indices)
  func `the last value is at the first position`(_ row: Int) throws {
    let (text, read) = Self.rows[row]
    let value = try JSONText.parse(text, duplicateKeys: .lastWins)
    #expect(try JSONText.write(value, style: .compact) == read)
    let isRepeated = text != read
    #expect(verdict(text) == (isRepeated ? .duplicateKey : nil))
  }

  /// Objects of any size, with any number of duplicates, some of them escaped.
  @Test func `an object with repeated keys is the result of setting them in order`() throws {
    for seed in PropertySeeds("repeated keys", count: 40) {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...60, using: &random)
      var model = JSONObject()
      let members = (0..<count).map { number -> String in
        let key = "k\(Int.random(in: 0..<40, using: &random))"
        model[key] = .integer(number)
        let written = Bool.random(using: &random) ? key : key.replacing("k", with: "\\u006B")
        return "\"\(written)\":\(number)"
      }
      let text = "{\(members.joined(separator: ","))}"
      let (value, map) = try JSONText.parseWithPositions(text, duplicateKeys: .lastWins)
      #expect(value == .object(model), "seed \(seed)")
      #expect(verdict(text) == (model.count < count ? .duplicateKey : nil), "seed \(seed)")
      // The position of a repeated key is that of its last value.
      for (key, value) in model {
        let place = try #require(map.position(of: [.key(key)])?.byteOffset)
        let digits = text.utf8.dropFirst(place).prefix { (0x30...0x39).contains($0) }
        #expect(String(decoding: digits, as: UTF8.self) == "\(value.intValue ?? -1)", "\(seed)")
      }
    }
  }

  /// The number of members before the duplicated one, and the position of the duplicate.
  @Test(arguments: [1, 2, 14, 15, 16, 17, 18, 31, 32, 33, 100, 1_000])
  func `a repeated key is found in objects of every size`(_ count: Int) throws {
    let body = (0..<count).map { "\"k\($0)\":\($0)" }
    for repeated in Set([0, count / 2, count - 1]) {
      let text = "{\(body.joined(separator: ",\n")),\n\"k\(repeated)\":-1}"
      let error = try #require(failure(Array(text.utf8)))
      #expect(error.rule == .duplicateKey)
      #expect(error.line == count + 1 && error.column == 1)
      #expect(error.subject == "k\(repeated)")
      #expect(error.firstLine == repeated + 1)
      let value = try JSONText.parse(text, duplicateKeys: .lastWins)
      #expect(value.objectValue?.count == count)
      #expect(value.objectValue?[repeated].value == -1)
    }
  }

  /// Keys with the same first bytes, last bytes and length, of which two are equal.
  @Test(arguments: [8, 16, 17, 64, 300])
  func `similar keys are distinguished`(_ length: Int) {
    let keys = (0..<40).map { number in
      let digits = "\(number + 10)"
      let half = (length - 2) / 2
      return String(repeating: "a", count: half) + digits
        + String(repeating: "z", count: length - 2 - half)
    }
    let body = keys.map { "\"\($0)\":0" }.joined(separator: ",")
    #expect(verdict("{\(body)}") == nil)
    for key in [keys[0], keys[20], keys[39]] {
      #expect(verdict("{\(body),\"\(key)\":0}") == .duplicateKey)
    }
  }
}
