import Testing

@testable import JSONC

@Suite struct OwnershipTests {
  private func read(_ text: String, with reader: inout JSONReader) -> JSONValue? {
    Array(text.utf8).withUnsafeBufferPointer { try? reader.read($0) }
  }

  /// A text and the number of json-c objects for it; `null` has none.
  static let rows: [(String, Int)] = [
    ("null", 0), ("true", 1), ("1", 1), ("1.5", 1), ("\"a\"", 1), ("[]", 1), ("[null]", 1),
    ("[1,2,[3]]", 5), (#"{"a":1,"b":{"c":"d"}}"#, 4), (#"{"\u0000":-0}"#, 2),
    (#"["\ud836\udc00"]"#, 2), (String.nested(64), 64),
  ]

  @Test(arguments: rows.indices)
  func `every object is released when its value is there`(_ row: Int) {
    let (text, objects) = Self.rows[row]
    let ledger = ReleaseLedger()
    do {
      var reader = JSONReader(limits: .standard, ledger: ledger)
      #expect(read(text, with: &reader) != nil)
      #expect(ledger.made == objects + 1)
      #expect(ledger.released == objects)
    }
    #expect(ledger.released == ledger.made)
  }

  @Test func `a refused text makes nothing, and the reader goes on`() {
    let ledger = ReleaseLedger()
    do {
      var reader = JSONReader(limits: .standard, ledger: ledger)
      #expect(read("[1,", with: &reader) == nil)
      #expect(ledger.made == 0)
      #expect(read("[1]", with: &reader) == [1])
      #expect(read("{\"a\":1,\"a\":2}", with: &reader) == nil)
      #expect(read("\"x\"", with: &reader) == "x")
      #expect(read("12", with: &reader) == 12)
      #expect(read("null", with: &reader) == .null)
      #expect(read("", with: &reader) == nil)
      #expect(read("{}", with: &reader) == [:])
    }
    #expect(ledger.made == 6)
    #expect(ledger.released == 6)
  }

  /// Parses text that the scanner has not checked, which the reader never does.
  private func parse(_ text: String, with tokener: inout JSONTokener?) -> JSONValue? {
    Array(text.utf8).withUnsafeBufferPointer {
      tokener?.parse($0)?.value(keysAreInCode: false)
    }
  }

  @Test func `a tree that is given up is released`() {
    let ledger = ReleaseLedger()
    do {
      var tokener = JSONTokener(maximumDepth: 8, ledger: ledger)
      #expect(parse("[[1],[2]]", with: &tokener) == [[1], [2]])
      #expect(ledger.made == 6)
    }
    #expect(ledger.released == 6)
  }

  @Test func `many tasks may read at once`() async {
    let text = "[" + String(repeating: #"{"a":"b","c":[1,2.5,null]},"#, count: 200) + "0]"
    let values = await withTaskGroup(of: JSONValue?.self) { group in
      for _ in 0..<8 { group.addTask { try? JSONText.parse(text) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values.count == 8)
    #expect(Set(values).count == 1)
    #expect(values.first??.arrayValue?.count == 201)
  }
}
