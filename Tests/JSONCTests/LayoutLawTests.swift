import JSONC
import Testing
import WidgetTestSupport

/// Properties of every text that is written, in both layouts.
@Suite struct LayoutLawTests {
  /// The number of open arrays and objects at the start of each line of a pretty-printed text.
  static func depths(_ lines: [Substring]) -> [Int] {
    var depth = 0
    return lines.map { line in
      let content = line.drop { $0 == " " }
      if content.hasPrefix("]") || content.hasPrefix("}") { depth -= 1 }
      defer { if content.hasSuffix("[") || content.hasSuffix("{") { depth += 1 } }
      return depth
    }
  }

  @Test func `both layouts read back as the value, and the pretty one is indented by its depth`()
    throws
  {
    for seed in PropertySeeds("layouts", count: 60) {
      var random = SeededGenerator(seed: seed)
      let value = JSONValue.random(depth: 4, &random)
      let compact = try JSONText.write(value, style: .compact)
      let pretty = try JSONText.write(value, style: .pretty)
      #expect(try JSONText.parse(compact) == value && JSONText.parse(pretty) == value, "\(seed)")
      #expect(!compact.utf8.contains(0x0A), "seed \(seed)")
      #expect(pretty.utf8.last == 0x0A, "seed \(seed)")
      let lines = pretty.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
      for (line, depth) in zip(lines, Self.depths(lines)) {
        #expect(line.prefix { $0 == " " }.count == 2 * depth, "seed \(seed): \(line)")
        #expect(line.last != " ", "seed \(seed): no space at the end of a line")
      }
    }
  }

  @Test func `a compact text has no byte that could be left out`() throws {
    for seed in PropertySeeds("compact texts", count: 8) {
      var random = SeededGenerator(seed: seed)
      let value = JSONValue.random(depth: 1, &random)
      let bytes = try JSONText.bytes(of: value, style: .compact)
      for index in bytes.indices {
        var fewer = bytes
        fewer.remove(at: index)
        #expect((try? JSONText.parse(fewer)) != value, "seed \(seed): byte \(index)")
      }
    }
  }

  @Test func `space between any two tokens changes nothing`() throws {
    let spaces = [" ", "\n", "\r\n", "\t", "\r", "  \n\t"]
    for seed in PropertySeeds("space between signs", count: 60) {
      var random = SeededGenerator(seed: seed)
      let value = JSONValue.random(depth: 3, &random)
      var spaced = ""
      var isInString = false
      var isEscaped = false
      for scalar in try JSONText.write(value, style: .compact).unicodeScalars {
        let isSign = !isInString && "[]{},:".unicodeScalars.contains(scalar)
        let space = isSign ? spaces[Int.random(in: 0..<spaces.count, using: &random)] : ""
        spaced += space
        spaced.unicodeScalars.append(scalar)
        spaced += space
        if scalar == "\"" && !isEscaped { isInString.toggle() }
        isEscaped = isInString && scalar == "\\" && !isEscaped
      }
      #expect(try JSONText.parse(spaced) == value, "seed \(seed)")
    }
  }

  @Test func `any string may be written entirely in escapes`() throws {
    for seed in PropertySeeds("escaped strings", count: 150) {
      var random = SeededGenerator(seed: seed)
      let text = String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
          }))
      let escaped = text.utf16.map { unit in
        let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
      #expect(try JSONText.parse("\"\(escaped)\"") == .string(text), "seed \(seed)")
      let object = try JSONText.parse("{\"\(escaped)\":[\"\(escaped)\"]}").objectValue
      #expect(object?[text] == [.string(text)], "seed \(seed)")
      let written = try JSONText.write(.string(text), style: .compact)
      #expect(try JSONText.parse(written) == .string(text), "seed \(seed)")
    }
  }

  /// A value that cannot be written, and the path in the error.
  static let unwritable: [(value: JSONValue, path: String)] = [
    (.double(.nan), "$"), ([.double(.infinity)], "$[0]"),
    ([0, [], [1, .double(.nan)]], "$[2][1]"),
    (["a": ["b": .double(.nan)], "c": .double(.nan)], "$.a.b"),
    (["": .double(.nan)], "$['']"), (["a\u{1B}": [.double(-.infinity)]], #"$['a\u001b'][0]"#),
    ([["x": 1, "y": [.double(.nan)]], 1], "$[0].y[0]"),
  ]

  @Test(arguments: unwritable.indices, [JSONStyle.compact, .pretty])
  func `the first value that cannot be written is reported`(_ row: Int, _ style: JSONStyle) {
    let (value, path) = Self.unwritable[row]
    let error = #expect(throws: JSONWritingError.self) { try JSONText.write(value, style: style) }
    #expect(error?.path.text == path)
    #expect(error?.description.hasPrefix("\(path): The number is not finite") == true)
  }

  @Test(arguments: [1, 1_000])
  func `the deepest readable value can be written`(_ depth: Int) throws {
    for style in [JSONStyle.compact, .pretty] {
      let limits = JSONLimits(maximumDepth: depth)
      let value = try JSONText.parse(String.nested(depth), limits: limits)
      let text = try JSONText.write(value, style: style)
      #expect(try JSONText.parse(text, limits: limits) == value)
      #expect(verdict(text, limits: JSONLimits(maximumDepth: depth - 1)) == .nestingTooDeep)
    }
  }
}
