import Testing

@testable import JSONC

/// The reader of tokens that follows a shape: what it accepts, writes and rejects.
@Suite struct ShapeReaderTests {
  private let texts = KeptTexts()

  /// An object with a whole number, a text, a list of whole numbers, and an object of the same
  /// kind.
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

  @Test func `an inner object is opened like the root`() {
    let (shape, root) = Self.shape()
    var reader = JSONShapeReader(shape, slots: 10, limits: .standard)
    expectLoad(#"{"inner":{"n":2,"flag":true},"n":1}"#, &reader)
    #expect(reader.openRoot(as: root) == 0b10001)
    #expect(reader.open(slot: 4, as: root, into: 5) == 0b1001)
    let present = [5, 6, 7, 8].map { place in reader.isPresent(place) }
    #expect(present == [true, false, false, true])
    #expect(reader.boolean(slot: 8) == true)
    for inner in [#"{"n":2,"x":1}"#, #"{"n":2,"text":null}"#, #"{"flag":true}"#, "1"] {
      expectLoad("{\"inner\":\(inner),\"n\":1}", &reader)
      #expect(reader.openRoot(as: root) == 0b10001)
      #expect(reader.open(slot: 4, as: root, into: 5) == nil, "\(inner)")
    }
  }

  @Test func `a text that is not JSON has no members`() {
    let (shape, root) = Self.shape()
    var reader = JSONShapeReader(shape, slots: 5, limits: .standard)
    expectLoad(#"{"n":1}"#, &reader)
    #expect(reader.openRoot(as: root) == 1)
    let isLoaded = load(#"{"n":1"#, &reader)
    #expect(!isLoaded)
    #expect(reader.openRoot(as: root) == nil)
    let isPresent = reader.isPresent(0)
    #expect(!isPresent)
  }

  @Test func `a key with a NUL is an ordinary key`() {
    var shape = JSONShape()
    let flag = shape.add(.boolean)
    let root = shape.add(.object([.init("a\0b", flag)], whole: nil))
    var reader = JSONShapeReader(shape, slots: 1, limits: .standard)
    expectLoad(#"{"a":true}"#, &reader)
    #expect(reader.openRoot(as: root) == nil)
    expectLoad(#"{"a\u0000b":true}"#, &reader)
    #expect(reader.openRoot(as: root) == 1)
  }

  private static let certainties: [(JSONMembersRule.Certainty, yes: [UInt64], no: [UInt64])] = [
    (.init(), [0, 1, 7], []), (.init(all: 0b11), [0b11, 0b111], [0, 1, 2, 4]),
    (.init(any: 0b110), [0b10, 0b100, 0b111], [0, 1]),
    (.init(notAll: 0b11), [0, 1, 2, 4, 5], [0b11, 0b111]),
    (.init(all: 1, any: 0b110, notAll: 0b110), [0b11, 0b101], [0, 1, 0b110, 0b111]),
  ]

  @Test(arguments: certainties.indices)
  func `a rule is certain from the present members`(_ row: Int) {
    let (certainty, yes, no) = Self.certainties[row]
    for present in yes { #expect(certainty.covers(present), "\(present)") }
    for present in no { #expect(!certainty.covers(present), "\(present)") }
  }

  @Test func `a rule is evaluated only if the result is not certain`() {
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

  private func load(_ text: String, _ reader: inout JSONShapeReader) -> Bool {
    (try? reader.load(texts.keep(text))) != nil
  }

  private func expectLoad(_ text: String, _ reader: inout JSONShapeReader) {
    let isLoaded = load(text, &reader)
    #expect(isLoaded, "\(text)")
  }

  private func written(_ reader: borrowing JSONShapeReader) -> String {
    reader.withOutput { String(decoding: $0, as: UTF8.self) }
  }
}
