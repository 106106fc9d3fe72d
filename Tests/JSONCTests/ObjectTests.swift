import JSONC
import Testing

@Suite struct ObjectTests {
  @Test(arguments: [0, 1, 15, 16, 17, 18, 100])
  func `finds, replaces and removes in objects of any size`(_ count: Int) {
    var object = JSONObject((0..<count).map { (key: "k\($0)", value: .integer($0)) })
    #expect(object.count == count)
    #expect(object.isEmpty == (count == 0))
    for index in 0..<count { #expect(object["k\(index)"] == .integer(index)) }
    #expect(object["k\(count)"] == nil)
    object["k\(count)"] = "new"
    #expect(object.keys.last == "k\(count)")
    object["k0"] = "first"
    #expect(object.first?.key == "k0")
    #expect(object["k0"] == "first")
    object["k0"] = nil
    object["absent"] = nil
    #expect(object["k0"] == nil)
    let left = (0...count).map { "k\($0)" }.filter { $0 != "k0" }
    #expect(object.keys == left)
    for index in 1..<max(count, 1) { #expect(object["k\(index)"] == .integer(index)) }
  }

  @Test func `keeps keys unique and at the position of the first`() {
    let object = JSONObject([("a", 1), ("b", 2), ("a", 3)])
    #expect(object.keys == ["a", "b"])
    #expect(object["a"] == 3)
    let literal: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(literal == object)
  }

  @Test func `compares in order and by code points`() {
    let first: JSONObject = ["a": 1, "b": 2]
    let second: JSONObject = ["b": 2, "a": 1]
    #expect(first != second)
    let composed: JSONObject = ["\u{E9}": 1]
    let decomposed: JSONObject = ["e\u{301}": 1]
    #expect(composed != decomposed)
    #expect(composed["e\u{301}"] == nil)
    #expect(Set([composed, decomposed, composed]).count == 2)
  }

  @Test func `is a collection of its members`() {
    let object: JSONObject = ["a": 1, "b": "x"]
    #expect(object.map(\.key) == ["a", "b"])
    #expect(object.map(\.value) == [1, "x"])
    #expect(object[1].key == "b")
    #expect(object.reversed().first?.value == "x")
  }
}

@Suite struct ValueTests {
  static let kinds: [(JSONValue, String)] = [
    (.null, "null"), (true, "boolean"), (1, "number"), (1.5, "number"), ("a", "string"),
    ([], "array"), ([:], "object"),
  ]

  @Test(arguments: kinds.indices)
  func `has a kind and only the content of that kind`(_ row: Int) {
    let (value, kind) = Self.kinds[row]
    #expect(value.kind == kind)
    #expect(value.isNull == (kind == "null"))
    #expect((value.boolValue != nil) == (kind == "boolean"))
    #expect((value.doubleValue != nil) == (kind == "number"))
    #expect((value.intValue != nil) == (value == 1))
    #expect((value.stringValue != nil) == (kind == "string"))
    #expect((value.arrayValue != nil) == (kind == "array"))
    #expect((value.objectValue != nil) == (kind == "object"))
  }

  @Test func `does not guess between integer, decimal, string and boolean`() {
    #expect(JSONValue.integer(1) != .double(1))
    #expect(JSONValue.double(1).intValue == nil)
    #expect(JSONValue.integer(1).doubleValue == 1)
    #expect(JSONValue.integer(1).boolValue == nil)
    #expect(JSONValue.string("1").intValue == nil)
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
  }

  @Test func `equal values have equal hashes, different kinds differ`() {
    let values = Self.kinds.map(\.0) + [1.0, "1", false, [nil], ["a": nil], [[]], [[:]]]
    #expect(Set(values).count == values.count)
    #expect(Set(values + values) == Set(values))
  }
}
