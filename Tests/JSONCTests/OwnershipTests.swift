import Testing

@testable import JSONC

@Suite struct OwnershipTests {
  private func read(_ text: String, with reader: inout JSONReader) -> JSONValue? {
    Array(text.utf8).withUnsafeBufferPointer { try? reader.read($0) }
  }

  /// A text, and the number of json-c objects that it needs; `null` needs none.
  static let rows: [(String, Int)] = [
    ("null", 0), ("true", 1), ("1", 1), ("1.5", 1), ("\"a\"", 1), ("[]", 1), ("[null]", 1),
    ("[1,2,[3]]", 5), (#"{"a":1,"b":{"c":"d"}}"#, 4), (#"["\ud836\udc00"]"#, 2),
    (String.nested(64), 64),
  ]

  @Test(arguments: rows.indices)
  func `every object is released with its tree, read or abandoned`(_ row: Int) {
    let (text, objects) = Self.rows[row]
    for isRead in [true, false] {
      let ledger = ReleaseLedger()
      var tokener = JSONTokener(maximumDepth: 64)
      watch(text, with: &tokener, ledger: ledger, isRead: isRead)
      #expect(ledger.made == objects)
      #expect(ledger.released == objects)
    }
  }

  private func watch(
    _ text: String, with tokener: inout JSONTokener?, ledger: ReleaseLedger, isRead: Bool
  ) {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      guard let tree = tokener?.parse(bytes) else { return }
      ledger.watch(tree.root)
      if isRead { _ = tree.value(keysAreInCode: false) }
    }
  }

  @Test func `after a refused text the reader continues`() {
    var reader = JSONReader(limits: .standard)
    #expect(read("[1,", with: &reader) == nil)
    #expect(read("[1]", with: &reader) == [1])
    #expect(read("{\"a\":1,\"a\":2}", with: &reader) == nil)
    #expect(read("\"x\"", with: &reader) == "x")
    #expect(read("12", with: &reader) == 12)
    #expect(read("null", with: &reader) == .null)
    #expect(read("", with: &reader) == nil)
    #expect(read("{}", with: &reader) == [:])
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
