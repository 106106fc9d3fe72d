import JSONC
import Testing

@Suite struct SourceMapTests {
  static let text = """
    {
      "name": "Oslo",
      "day\\u0073": [1, 2.5, {"é😀": null, "x": [[], [true]]}],
      "\\u0000": {"\\ud836\\udc00": -0}
    }
    """

  static let values: [([JSONPathComponent], Int, Int)] = [
    ([], 1, 1), (["name"], 2, 11), (["days"], 3, 16), (["days", 0], 3, 17),
    (["days", 1], 3, 20), (["days", 2], 3, 25), (["days", 2, "é😀"], 3, 32),
    (["days", 2, "x"], 3, 43), (["days", 2, "x", 0], 3, 44), (["days", 2, "x", 1], 3, 48),
    (["days", 2, "x", 1, 0], 3, 49), (["\0"], 4, 13), (["\0", "\u{1D800}"], 4, 30),
  ]

  @Test(arguments: values.indices)
  func `finds the value`(_ row: Int) throws {
    let (path, line, column) = Self.values[row]
    let (_, map) = try JSONText.parseWithPositions(Self.text)
    let position = try #require(map.position(of: path))
    #expect(position.line == line, "\(path.text)")
    #expect(position.column == column, "\(path.text)")
  }

  static let keys: [([JSONPathComponent], Int, Int)] = [
    (["name"], 2, 3), (["days"], 3, 3), (["days", 2, "é😀"], 3, 26), (["days", 2, "x"], 3, 38),
    (["\0"], 4, 3), (["\0", "\u{1D800}"], 4, 14),
  ]

  @Test(arguments: keys.indices)
  func `finds the key`(_ row: Int) throws {
    let (path, line, column) = Self.keys[row]
    let (_, map) = try JSONText.parseWithPositions(Self.text)
    let position = try #require(map.keyPosition(of: path))
    #expect(position.line == line, "\(path.text)")
    #expect(position.column == column, "\(path.text)")
  }

  static let missing: [[JSONPathComponent]] = [
    ["nam"], ["name", 0], ["name", "x"], ["days", 3], ["days", -1], ["days", "0"], [0],
    ["days", 0, 0], ["days", 2, 0], ["days", 2, "x", 0, 0], ["e\u{301}"],
  ]

  @Test(arguments: missing)
  func `reports nothing about missing parts`(_ path: [JSONPathComponent]) throws {
    let (_, map) = try JSONText.parseWithPositions(Self.text)
    #expect(map.position(of: path) == nil)
    #expect(map.keyPosition(of: path) == nil)
  }

  @Test func `only members have a key`() throws {
    let (_, map) = try JSONText.parseWithPositions(Self.text)
    #expect(map.keyPosition(of: []) == nil)
    #expect(map.keyPosition(of: ["days", 0]) == nil)
  }

  @Test func `the last of equal keys counts`() throws {
    let (value, map) = try JSONText.parseWithPositions(
      #"{"a":1,"b":2,"a":3}"#, duplicateKeys: .lastWins)
    #expect(value.objectValue?["a"] == 3)
    #expect(map.position(of: ["a"])?.column == 18)
  }

  @Test(arguments: ["1", " \n\"a\"", "null", "-1e5", "[]"])
  func `finds a value at top level`(_ text: String) throws {
    let (_, map) = try JSONText.parseWithPositions(text)
    let offset = text.utf8.prefix { $0 <= 0x20 }.count
    #expect(map.position(of: [])?.byteOffset == offset)
  }

  @Test(arguments: [("\n", 3), ("\r\n", 3), ("\r", 3), ("\n\r", 5), ("\t", 1)])
  func `counts lines as editors do`(_ end: String, _ line: Int) throws {
    let (_, map) = try JSONText.parseWithPositions("[1,\(end)2,\(end)3]")
    #expect(map.position(of: [2])?.line == line)
  }

  @Test(arguments: [UInt64(31), 32, 33])
  func `every value is found where its text begins`(_ seed: UInt64) throws {
    try withSeed(seed) { generator in
      let value = JSONValue.random(depth: 5, &generator)
      let bytes = try JSONText.bytes(of: value, style: .pretty)
      let (_, map) = try JSONText.parseWithPositions(bytes)
      for (path, inner) in value.everything() {
        let offset = try #require(map.position(of: path)?.byteOffset)
        let start = try JSONText.bytes(of: inner, style: .compact).prefix(1)
        #expect(bytes[offset...].starts(with: start), "seed \(seed): \(path.text)")
      }
    }
  }
}
