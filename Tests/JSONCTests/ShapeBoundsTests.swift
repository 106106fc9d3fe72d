import Testing
import WidgetTestSupport

@testable import JSONC

/// Kinds of values at the limits of what they accept, and their written form.
@Suite struct ShapeBoundsTests {
  /// The text that a kind writes for a value in an object; nil if the kind does not accept the
  /// value.
  static func written(_ value: String, _ rule: JSONShape.Rule) -> String? {
    var shape = JSONShape()
    let kind = shape.add(rule)
    let root = shape.add(.object([.init("v", kind)], whole: nil))
    var reader = JSONShapeReader(shape, slots: 1, limits: .standard)
    let texts = KeptTexts()
    defer { withExtendedLifetime(texts) {} }
    guard (try? reader.load(texts.keep("{\"v\":\(value)}"))) != nil, reader.openRoot(as: root) == 1
    else { return nil }
    let isAccepted = reader.accept(slot: 0, as: kind)
    reader.isWriting = true
    let isWritten = reader.accept(slot: 0, as: kind)
    #expect(isAccepted == isWritten, "what is accepted does not depend on writing")
    return isWritten ? reader.withOutput { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// A value, and its written form; nil if it is rejected.
  typealias Row = (value: String, written: String?)

  static let integers: [(range: ClosedRange<Int>, rows: [Row])] = [
    (
      0...9,
      [
        ("0", "0"), ("9", "9"), ("10", nil), ("-1", nil), ("1.0", nil), ("1e0", nil),
        ("\"1\"", nil),
      ]
    ),
    (-1...1, [("-1", "-1"), ("1", "1"), ("-2", nil), ("2", nil), ("true", nil), ("[]", nil)]),
    (
      .min ... .max,
      [
        ("999999999999999999", "999999999999999999"),
        ("-999999999999999999", "-999999999999999999"),
        ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", nil),
      ]
    ),
    (5...5, [("5", "5"), ("4", nil), ("6", nil), ("null", nil), ("{}", nil)]),
  ]

  @Test(arguments: integers.indices)
  func `whole numbers within a range`(_ row: Int) {
    for (value, written) in Self.integers[row].rows {
      #expect(Self.written(value, .integer(Self.integers[row].range)) == written, "\(value)")
    }
  }

  static let numbers: [(range: ClosedRange<Double>, rows: [Row])] = [
    (
      0...1,
      [
        ("0", "0"), ("1", "1"), ("1.0", "1"), ("0.50", "0.5"), ("0.5", "0.5"), ("5e-1", "0.5"),
        ("1.0000000000000002", nil), ("-0.1", nil), ("2", nil), ("\"0\"", nil), ("1e-7", "1e-07"),
        ("0.001", "0.001"), ("0.0001", "0.0001"), ("0.00001", "1e-05"), ("0.0", "0"),
        ("1e400", nil),
      ]
    ),
    (
      -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
      [
        ("9007199254740991", "9007199254740991"), ("9007199254740993", "9007199254740992.0"),
        ("9007199254740992", "9007199254740992.0"), ("-9007199254740992", "-9007199254740992.0"),
        ("999999999999999999", "1e+18"), ("1.5e3", "1500"), ("-2.50", "-2.5"),
        ("123456789012345.6", "123456789012345.6"), ("1234567890123456.7", "1234567890123456.8"),
        ("1e99", "1e+99"), ("-0.0", "-0.0"), ("100.0", "100"), ("1e2", "100"), ("false", nil),
      ]
    ),
  ]

  @Test(arguments: numbers.indices)
  func `numbers within a range, in their shortest form`(_ row: Int) {
    for (value, written) in Self.numbers[row].rows {
      #expect(Self.written(value, .number(Self.numbers[row].range)) == written, "\(value)")
    }
  }

  @Test func `a number is written in its shortest form`() {
    let range = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    for seed in PropertySeeds("forms of numbers", count: 200) {
      var random = SeededGenerator(seed: seed)
      let digits = Int.random(in: 0...999_999, using: &random)
      let zeros = String(repeating: "0", count: Int.random(in: 0...3, using: &random))
      let exponent = Int.random(in: -20...20, using: &random)
      for text in ["\(digits).\(digits)\(zeros)", "\(digits)e\(exponent)", "-\(digits).5\(zeros)"] {
        guard let number = Double(text), number != 0 else { continue }
        let expected = try? JSONText.write(JSONValue(shortest: number), style: .compact)
        #expect(Self.written(text, .number(range)) == expected, "seed \(seed): \(text)")
      }
    }
  }

  /// A value in JSON, and its written form if any text is accepted.
  static let texts: [Row] = [
    ("\"\"", "\"\""), ("\"a\"", "\"a\""), (#""\u0061""#, "\"a\""), (#""\/""#, "\"/\""),
    (#""\n""#, #""\n""#),
    (#""\u000a""#, #""\n""#), (#""\u001F""#, #""\u001f""#), (#""\"\\""#, #""\"\\""#),
    (#""\u0000""#, #""\u0000""#),
    (#""\ud83d\ude00""#, "\"😀\""), ("\"é東😀\"", "\"é東😀\""), ("\"\u{7F}\"", "\"\u{7F}\""), ("1", nil),
    ("null", nil),
    ("[\"a\"]", nil), ("{}", nil),
  ]

  @Test(arguments: texts.indices)
  func `texts are written with as few escapes as possible`(_ row: Int) {
    let (value, written) = Self.texts[row]
    #expect(Self.written(value, .text(JSONTextRule())) == written)
  }

  @Test func `an empty text is refused where it is not allowed`() {
    let rule = JSONShape.Rule.text(JSONTextRule(allowsEmpty: false))
    #expect(Self.written("\"\"", rule) == nil)
    #expect(Self.written("\" \"", rule) == "\" \"")
    #expect(Self.written(#""\u0000""#, rule) == #""\u0000""#)
  }

  /// A text, and whether the caller must check for control characters, because any escape can be
  /// one.
  @Test(arguments: [
    ("\"a\"", false), ("\"é\"", false), (#""\n""#, true), (#""\u0041""#, true),
    ("\"\u{7F}\"", true),
    ("\"\u{85}\"", true), ("\"\u{A0}\"", false), ("\"\u{2028}\"", true), ("\"\u{2029}\"", true),
    (#""\u2028""#, true), (#""\u0085""#, true),
  ])
  func `control characters are confirmed`(_ value: String, _ isAsked: Bool) {
    let refusing = JSONTextRule(acceptsControls: { _ in false })
    #expect((Self.written(value, .text(refusing)) == nil) == isAsked)
    let allowing = JSONTextRule(acceptsControls: { _ in true })
    #expect(Self.written(value, .text(allowing)) != nil)
  }

  @Test func `a rule checks the bytes, and may return a different form`() {
    let short = JSONTextRule(accepts: { $0.count <= 3 })
    #expect(Self.written("\"abc\"", .text(short)) == "\"abc\"")
    #expect(Self.written("\"abcd\"", .text(short)) == nil)
    #expect(Self.written("\"éé\"", .text(short)) == nil, "bytes, not characters")
    let form = JSONTextRule(canonical: { $0.count == 1 ? "\"one\"\n" : nil })
    #expect(Self.written("\"a\"", .text(form)) == #""\"one\"\n""#)
    #expect(Self.written("\"ab\"", .text(form)) == "\"ab\"", "without another form its own")
  }

  @Test func `a choice is one of its texts, however it is written`() {
    let rule = JSONShape.Rule.choice(["small", "", "é", "a\"b", "a\0b"])
    let rows: [Row] = [
      ("\"small\"", "\"small\""), (#""sm\u0061ll""#, "\"small\""), ("\"\"", "\"\""),
      ("\"é\"", "\"é\""),
      ("\"e\u{301}\"", nil), (#""a\"b""#, #""a\"b""#), ("\"a\"", nil), ("\"Small\"", nil),
      ("\"smal\"", nil),
      ("\"smalls\"", nil), ("1", nil), ("null", nil), (#""a\u0000b""#, #""a\u0000b""#),
      (#""a\u0000""#, nil),
    ]
    for (value, written) in rows { #expect(Self.written(value, rule) == written, "\(value)") }
    #expect(Self.written("\"a\"", .choice([])) == nil)
  }

  /// A value, its written form as a Boolean, and whether it is accepted as an arbitrary object.
  @Test(
    arguments: [
      ("true", "true", false), ("false", "false", false), ("1", nil, false),
      ("\"true\"", nil, false),
      ("{}", nil, true), ("{\"a\":[1]}", nil, true), ("[]", nil, false),
    ] as [(String, String?, Bool)])
  func `booleans, any object, and nothing`(_ value: String, _ boolean: String?, _ isObject: Bool) {
    #expect(Self.written(value, .boolean) == boolean)
    #expect((Self.written(value, .anyObject) != nil) == isObject)
    #expect(Self.written(value, .nothing) == nil)
  }

  @Test func `an object may have as many members as there are bits`() {
    var shape = JSONShape()
    let flag = shape.add(.boolean)
    let members = (0..<JSONShape.maximumMembers).map {
      JSONShape.Member("k\($0)", flag, isRequired: $0 % 2 == 0)
    }
    let root = shape.add(.object(members, whole: nil))
    let required = (0..<JSONShape.maximumMembers).filter { $0 % 2 == 0 }
    for extra in [[], [1], [63], [1, 33, 63], Array(stride(from: 1, to: 64, by: 2))] {
      // The order is reversed, so that no key is where the reader looks first.
      let text = (required + extra).reversed().map { "\"k\($0)\":true" }.joined(separator: ",")
      var reader = JSONShapeReader(shape, slots: JSONShape.maximumMembers, limits: .standard)
      let texts = KeptTexts()
      defer { withExtendedLifetime(texts) {} }
      let isLoaded = (try? reader.load(texts.keep("{\(text)}"))) != nil
      #expect(isLoaded)
      let present = (required + extra).reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
      #expect(reader.openRoot(as: root) == present)
    }
  }
}
