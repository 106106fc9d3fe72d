import JSONC
import Testing

@Suite struct WriterTests {
  static let compact: [(JSONValue, String)] = [
    (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-7, "-7"),
    (.integer(.min), "-9223372036854775808"), (1.0, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"),
    (1e16, "1e+16"), (1e300, "1e+300"), (.double(.leastNonzeroMagnitude), "5e-324"),
    (123456.789, "123456.789"),
    (0.0001, "0.0001"), (0.00001, "1e-05"), (.double(1.0 / 3), "0.3333333333333333"),
    ("", "\"\""), ("a/b", "\"a/b\""), ("é😀", "\"é😀\""), ("\"\\", #""\"\\""#),
    ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#), ("\0\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
    ("\u{7F}\u{2028}", "\"\u{7F}\u{2028}\""), ([], "[]"), ([:], "{}"),
    ([1, [2, []]], "[1,[2,[]]]"),
    (["b": 1, "a": ["c": nil]], #"{"b":1,"a":{"c":null}}"#), (["\n": 0], #"{"\n":0}"#),
  ]

  @Test(arguments: compact.indices)
  func `writes on one line`(_ row: Int) throws {
    let (value, text) = Self.compact[row]
    #expect(try JSONText.write(value, style: .compact) == text)
  }

  @Test(arguments: compact.indices)
  func `writes bytes like text`(_ row: Int) throws {
    for style in [JSONStyle.compact, .pretty] {
      let text = try JSONText.write(Self.compact[row].0, style: style)
      #expect(try JSONText.bytes(of: Self.compact[row].0, style: style) == Array(text.utf8))
    }
  }

  @Test func `writes readable JSON`() throws {
    let value: JSONValue = [
      "name": "Oslo", "none": [], "nothing": [:], "days": [1, 2.5, ["x": nil]], "on": true,
    ]
    let expected = """
      {
        "name": "Oslo",
        "none": [],
        "nothing": {},
        "days": [
          1,
          2.5,
          {
            "x": null
          }
        ],
        "on": true
      }

      """
    #expect(try JSONText.write(value, style: .pretty) == expected)
    #expect(try JSONText.write([], style: .pretty) == "[]\n")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `refuses numbers that are not finite`(_ number: Double) {
    let value: JSONValue = ["a": [1, ["odd key": .double(number)]]]
    let error = #expect(throws: JSONWritingError.self) {
      try JSONText.write(value, style: .compact)
    }
    #expect(error?.rule == .nonFiniteNumber)
    #expect(error?.path == ["a", 1, "odd key"])
    #expect(
      error?.description == """
        $.a[1]['odd key']: The number is not finite, which JSON cannot express. Use null or a string.
        """)
  }

  @Test func `refuses output that no reader would read`() throws {
    var value: JSONValue = []
    for _ in 1..<1_000 { value = [value] }
    let limits = JSONLimits(maximumDepth: 1_000)
    #expect(try JSONText.parse(JSONText.write(value, style: .compact), limits: limits) == value)
    let error = #expect(throws: JSONWritingError.self) {
      try JSONText.write([value], style: .compact)
    }
    #expect(error?.rule == .nestingTooDeep)
    #expect(
      error?.description
        == "$[0][0][0][0]…: The value is nested too deeply. Reduce the nesting.")
  }

  static let paths: [([JSONPathComponent], String)] = [
    ([], "$"), (["a"], "$.a"), ([0], "$[0]"), (["a", 0, "b_1"], "$.a[0].b_1"),
    (["first name"], "$['first name']"), (["1a"], "$['1a']"), ([""], "$['']"),
    (["a.b"], "$['a.b']"), (["\"\\"], #"$['"\\']"#), (["é"], "$.é"), (["it's"], #"$['it\'s']"#),
    (["\u{1B}[2J"], #"$['\u001b[2J']"#), (["\u{202E}"], #"$['\u202e']"#), (["$"], "$['$']"),
  ]

  @Test(arguments: paths.indices)
  func `paths have one notation`(_ row: Int) {
    #expect(Self.paths[row].0.text == Self.paths[row].1)
  }
}
