import JSONC
import Testing

@Suite struct DuplicateKeyTests {
  /// A text, and the column of its duplicate key, if it has one.
  static let rows: [(String, Int?)] = [
    (#"{"a":1,"a":2}"#, 8), (#"{"a":1,"a":1}"#, 8), (#"{"a":1,"b":2,"a":3}"#, 14),
    (#"{"a":1,"\u0061":2}"#, 8), (#"{"\u0061":1,"a":2}"#, 13), (#"{"\u0061":1,"\u0061":2}"#, 13),
    (#"{"":1,"":2}"#, 7), (#"{"/":1,"\/":2}"#, 8), (#"{"\n":1,"\u000A":2}"#, 9),
    (#"{"é":1,"\u00e9":2}"#, 8), (#"{"😀":1,"\ud83d\ude00":2}"#, 8),
    (#"{"\u0000":1,"\u0000":2}"#, 13), (#"{"a\u0000b":1,"a\u0000b":2}"#, 15),
    (#"{"a\u0000b":1,"a\u0000c":2}"#, nil), (#"{"a":1,"a\u0000":2}"#, nil),
    (#"{"\ud836\udc00":1,"\ud836\udc01":2}"#, nil), (#"{"\ud836\udc00":1,"\ufffd":2}"#, nil),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", nil), (#"{"a":{"a":1},"b":{"a":1}}"#, nil),
    (#"[{"a":1},{"a":1}]"#, nil),
    (#"{"a":{"b":1,"b":2}}"#, 13), (#"{"a":{"b":1},"a":2}"#, 14), (#"{"b":[{"b":1}],"b":2}"#, 16),
    (#"{"a":"a","b":"a"}"#, nil), (#"{"parameter01":1,"parameter02":2}"#, nil),
    (#"{"parameter01":1,"parameter01":2}"#, 18), (#"{"1234567":1,"12345678":2}"#, nil),
    (#"{"12345678x12345678":1,"12345678y12345678":2}"#, nil),
    (#"{"12345678x12345678":1,"12345678x12345678":2}"#, 24),
  ]

  @Test(arguments: rows.indices)
  func `is refused at the position of the later key`(_ row: Int) {
    let (text, column) = Self.rows[row]
    let error = failure(Array(text.utf8))
    #expect(error?.rule == (column == nil ? nil : .duplicateKey), "\(text)")
    #expect(error?.column == column, "\(text)")
  }

  @Test(arguments: rows.indices)
  func `is accepted when the last one wins`(_ row: Int) {
    #expect(verdict(Self.rows[row].0, duplicateKeys: .lastWins) == nil)
  }

  @Test func `the first of several in a large object is reported`() throws {
    var keys = (0..<100).map { "\($0)" }
    (keys[60], keys[80], keys[90]) = ("7", "7", "3")
    let text = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",\n") + "}"
    let error = try #require(failure(Array(text.utf8)))
    #expect(error.line == 61)
  }

  @Test func `similar keys do not make the search slow`() throws {
    // The first and last eight bytes and the length are the same, so only comparing the contents
    // distinguishes the keys.
    let keys = (100_000..<140_000).map { "aaaaaaaa\($0)aaaaaaaa" }
    let text = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    #expect(try JSONText.parse(text).objectValue?.count == keys.count)
  }

  @Test func `is found in every object of an array, and after it`() {
    #expect(verdict(#"[{"a":1},{"b":1},{"c":1,"c":2}]"#) == .duplicateKey)
    #expect(verdict(#"{"x":{"a":1,"b":2},"y":{"a":1},"x":1}"#) == .duplicateKey)
  }
}
