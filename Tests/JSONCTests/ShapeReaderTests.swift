import Testing

@testable import JSONC

/// The walk over json-c's trees along a shape: what it accepts, writes and gives up.
@Suite struct ShapeReaderTests {
  /// An object of a whole number, a text, a list of whole numbers and an object of its own kind.
  private static func shape() -> (JSONShape, root: JSONShape.Kind) {
    var shape = JSONShape()
    let number = shape.add(.integer(0...9))
    let text = shape.add(.text(JSONTextRule(allowsEmpty: false)))
    let list = shape.add(.array(of: number))
    let flag = shape.add(.boolean)
    let root = shape.add(.nothing)
    shape.replace(
      root,
      by: .object(
        [
          .init("n", number, isRequired: true), .init("text", text), .init("list", list),
          .init("flag", flag), .init("inner", root),
        ], whole: nil))
    return (shape, root)
  }

  private static let rows: [(text: String, present: UInt64?, canonical: String?)] = [
    (#"{"n":1}"#, 0b1, #"{"n":1}"#), (#"{"list":[1,2],"n":0}"#, 0b101, #"{"n":0,"list":[1,2]}"#),
    (#"{"n":1,"text":"a"}"#, 0b11, #"{"n":1,"text":"a"}"#),
    (
      #"{"flag":true,"inner":{"list":[],"n":2},"n":1}"#, 0b11001,
      #"{"n":1,"flag":true,"inner":{"n":2,"list":[]}}"#
    ),
    (#"{"n":1,"text":""}"#, 0b11, nil), (#"{"n":10}"#, 0b1, nil), (#"{"n":"1"}"#, 0b1, nil),
    (#"{"n":1,"list":[1,null]}"#, 0b101, nil), (#"{"n":1,"inner":{}}"#, 0b10001, nil),
    (#"{"n":1,"inner":{"n":1,"x":1}}"#, 0b10001, nil), (#"{"n":1,"flag":null}"#, nil, nil),
    (#"{"text":"a"}"#, nil, nil), (#"{"n":1,"x":1}"#, nil, nil), ("[]", nil, nil),
    (#"{"n":1,"nn":1}"#, nil, nil), (#"{"n":1,"":1}"#, nil, nil),
  ]

  @Test(arguments: rows.indices)
  func `members get their bits, and what is accepted is written in order`(_ row: Int) {
    let (text, present, canonical) = Self.rows[row]
    let (shape, root) = Self.shape()
    var reader = JSONShapeReader(shape, slots: 5, limits: .standard)
    reader.isWriting = true
    let found = load(text, &reader) ? reader.openRoot(as: root) : nil
    #expect(found == present)
    guard let found else { return }
    reader.append(literal: "{")
    let isAccepted = reader.acceptMembers(found, of: root, from: 0, isFirst: true)
    reader.append(literal: "}")
    #expect(isAccepted == (canonical != nil))
    if let canonical { #expect(written(reader) == canonical) }
  }

  @Test func `members are left out by their places, unknown ones never`() {
    let (shape, root) = Self.shape()
    var reader = JSONShapeReader(shape, slots: 5, limits: .standard)
    expectLoad(#"{"inner":{"x":1,"n":2,"text":null,"flag":true},"n":1}"#, &reader)
    #expect(reader.openRoot(as: root) == 0b10001)
    #expect(
      reader.members(slot: 4, of: root, leavingOut: 0b1).map(\.key) == ["x", "text", "flag"])
    #expect(
      reader.members(slot: 4, of: root, leavingOut: 0b1011).map(\.value) == [1])
    #expect(reader.members(slot: 0, of: root, leavingOut: 0).isEmpty)
    #expect(reader.members(slot: 2, of: root, leavingOut: 0).isEmpty)
    #expect(reader.open(slot: 4, as: root, into: 0) == nil)
    reader.unload()
    #expect(reader.openRoot(as: root) == nil)
  }

  @Test func `unknown members and null can be passed over`() {
    let (shape, root) = Self.shape()
    var reader = JSONShapeReader(shape, slots: 10, limits: .standard)
    expectLoad(#"{"inner":{"x":1,"n":2,"text":null,"flag":true},"n":1}"#, &reader)
    #expect(reader.openRoot(as: root) == 0b10001)
    #expect(reader.open(slot: 4, as: root, into: 5, skipsUnknown: true) == 0b1001)
    let present = [5, 6, 7, 8].map { place in reader.isPresent(place) }
    #expect(present == [true, false, false, true])
    #expect(reader.boolean(slot: 8) == true)
  }

  @Test func `an object kind with a NUL in a key accepts nothing`() {
    var shape = JSONShape()
    let flag = shape.add(.boolean)
    let root = shape.add(.object([.init("a\0b", flag)], whole: nil))
    var reader = JSONShapeReader(shape, slots: 1, limits: .standard)
    expectLoad(#"{"a":true}"#, &reader)
    #expect(reader.openRoot(as: root) == nil)
  }

  private static let certainties: [(JSONMembersRule.Certainty, yes: [UInt64], no: [UInt64])] = [
    (.init(), [0, 1, 7], []), (.init(all: 0b11), [0b11, 0b111], [0, 1, 2, 4]),
    (.init(any: 0b110), [0b10, 0b100, 0b111], [0, 1]),
    (.init(notAll: 0b11), [0, 1, 2, 4, 5], [0b11, 0b111]),
    (.init(all: 1, any: 0b110, notAll: 0b110), [0b11, 0b101], [0, 1, 0b110, 0b111]),
  ]

  @Test(arguments: certainties.indices)
  func `a rule is sure by the members that are there`(_ row: Int) {
    let (certainty, yes, no) = Self.certainties[row]
    for present in yes { #expect(certainty.covers(present), "\(present)") }
    for present in no { #expect(!certainty.covers(present), "\(present)") }
  }

  @Test func `a rule is asked only where it is not sure`() {
    var shape = JSONShape()
    let number = shape.add(.integer(0...9))
    let rule = JSONMembersRule(
      certainty: .init(all: 0b11), decides: { $0.isPresent(0) && $0.integer(0) == 5 })
    let inner = shape.add(.object([.init("a", number), .init("b", number)], whole: rule))
    let root = shape.add(.object([.init("v", inner)], whole: nil))
    var reader = JSONShapeReader(shape, slots: 1, limits: .standard)
    for (text, isAccepted) in [
      (#"{"v":{"a":1,"b":1}}"#, true), (#"{"v":{"a":5}}"#, true), (#"{"v":{"a":4}}"#, false),
      (#"{"v":{"b":5}}"#, false), (#"{"v":{}}"#, false), (#"{"v":{"b":2,"a":1}}"#, true),
    ] {
      expectLoad(text, &reader)
      #expect(reader.openRoot(as: root) == 1)
      #expect(reader.accept(slot: 0, as: inner) == isAccepted, "\(text)")
    }
  }

  /// Texts of all endings: accepted, refused by the scan, by json-c, by the shape, given up early.
  @Test(arguments: [1, 3], [false, true])
  func `every object is released, whatever comes of the text`(_ rounds: Int, _ usesArena: Bool) {
    let ledger = ReleaseLedger()
    do {
      let (shape, root) = Self.shape()
      var reader = JSONShapeReader(
        shape, slots: 5, limits: .standard, usesArena: usesArena, ledger: ledger)
      for _ in 0..<rounds {
        for row in Self.rows {
          guard load(row.text, &reader), let present = reader.openRoot(as: root) else { continue }
          _ = reader.acceptMembers(present, of: root, from: 0, isFirst: true)
          _ = reader.members(slot: 4, of: root, leavingOut: 0)
        }
        for text in ["", "[", #"{"n":1,"n":2}"#, "{\"n\":1}x", "null", "7", "\"a\"", "-0"] {
          if load(text, &reader) { #expect(reader.openRoot(as: root) == nil) }
        }
        let before = ledger.released
        expectLoad("[[1,2],{\"a\":\"b\"}]", &reader)
        // The last document is still there; it is released with the reader, or by the next one.
        #expect(ledger.made > ledger.released && ledger.released >= before)
        reader.unload()
        #expect(ledger.made == ledger.released + 1)
        expectLoad("[1,[2]]", &reader)
      }
    }
    #expect(ledger.made > 40 * rounds)
    #expect(ledger.released == ledger.made)
  }

  @Test(arguments: [false, true])
  func `texts that are loaded together are turned to one by one`(_ usesArena: Bool) {
    let texts = [#"{"n":1}"#, "", #"{"n":1,"n":2}"#, "null", #"{"n":7,"text":"\u00e9"}"#, "[1]"]
    let ledger = ReleaseLedger()
    do {
      let (shape, root) = Self.shape()
      var reader = JSONShapeReader(
        shape, slots: 5, limits: .standard, usesArena: usesArena, ledger: ledger)
      for _ in 0..<2 {
        load(texts, &reader)
        let made = ledger.made
        #expect(made > ledger.released)
        #expect(reader.openRoot(as: root) == nil, "none is turned to yet")
        let selected = texts.indices.map { place in reader.select(place) }
        #expect(selected == [true, false, false, true, true, true])
        let present = texts.indices.map { place -> UInt64? in
          reader.select(place) ? reader.openRoot(as: root) : nil
        }
        #expect(present == [0b1, nil, nil, nil, 0b11, nil])
        // Back to an earlier one, whose values are still there.
        let isSelected = reader.select(4)
        #expect(isSelected)
        #expect(reader.openRoot(as: root) == 0b11)
        #expect(reader.value(slot: 0) == 7)
        #expect(reader.value(slot: 1) == "é")
        let released = ledger.released
        reader.unload()
        #expect(reader.openRoot(as: root) == nil)
        #expect(ledger.released == released, "others were loaded behind it")
        _ = reader.select(5)
        reader.unload()
        #expect(ledger.released == ledger.made - 1)
      }
      load([], &reader)
      load(texts, &reader)
    }
    #expect(ledger.released == ledger.made)
  }

  private func load(_ texts: [String], _ reader: inout JSONShapeReader) {
    let joined = Array(texts.joined().utf8)
    joined.withUnsafeBufferPointer { bytes in
      var start = 0
      var parts: [UnsafeBufferPointer<UInt8>] = []
      for text in texts {
        parts.append(UnsafeBufferPointer(rebasing: bytes[start..<(start + text.utf8.count)]))
        start += text.utf8.count
      }
      reader.load(parts)
    }
  }

  private func load(_ text: String, _ reader: inout JSONShapeReader) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { reader.load($0) }
  }

  private func expectLoad(_ text: String, _ reader: inout JSONShapeReader) {
    let isLoaded = load(text, &reader)
    #expect(isLoaded, "\(text)")
  }

  private func written(_ reader: borrowing JSONShapeReader) -> String {
    reader.withOutput { String(decoding: $0, as: UTF8.self) }
  }
}
