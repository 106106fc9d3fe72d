import Testing
import WidgetTestSupport

@testable import JSONC

/// Numbers in their shortest form, and whole numbers that are written digit by digit.
@Suite struct NumberFormTests {
  /// A number, and its JSON.
  static let shortest: [(number: Double, text: String)] = [
    (0, "0"), (-0.0, "-0.0"), (1, "1"), (-1, "-1"), (1.5, "1.5"), (0.1, "0.1"), (1e3, "1000"),
    (1e15, "1000000000000000"), (9_007_199_254_740_991, "9007199254740991"),
    (-9_007_199_254_740_991, "-9007199254740991"), (9_007_199_254_740_992, "9007199254740992.0"),
    (-9_007_199_254_740_992, "-9007199254740992.0"), (1e16, "1e+16"), (1e300, "1e+300"),
    (.leastNonzeroMagnitude, "5e-324"), (1e-5, "1e-05"),
    (4_503_599_627_370_495.5, "4503599627370495.5"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    (0.30000000000000004, "0.30000000000000004"),
  ]

  @Test(arguments: shortest)
  func `a whole number has no fraction within its exact range`(
    _ number: Double, _ text: String
  ) throws {
    #expect(try JSONText.write(JSONValue(shortest: number), style: .compact) == text)
    #expect(try JSONText.parse(text).doubleValue?.bitPattern == number.bitPattern)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a value that is not finite stays unchanged, and cannot be written`(_ number: Double) {
    let value = JSONValue(shortest: number)
    #expect(value.doubleValue?.bitPattern == number.bitPattern)
    #expect(throws: JSONWritingError.self) { try JSONText.write(value, style: .compact) }
  }

  @Test func `the shortest text of any number reads back as the number`() throws {
    for seed in PropertySeeds("shortest forms", count: 300) {
      var random = SeededGenerator(seed: seed)
      let whole = Double(
        Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random))
      for number in [Double(bitPattern: random.next()), whole, whole / 8] where number.isFinite {
        let text = try JSONText.write(JSONValue(shortest: number), style: .compact)
        #expect(try JSONText.parse(text).doubleValue?.bitPattern == number.bitPattern, "\(seed)")
      }
    }
  }

  private static func written(_ body: (inout JSONByteBuffer) -> Void) -> String {
    var buffer = JSONByteBuffer(capacity: 1)
    body(&buffer)
    return buffer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    0, 1, 9, 10, 11, 99, 100, -1, -9, -10, 1_234_567_890, .max, .min, .max - 1, .min + 1,
  ])
  func `a whole number has the digits of its description`(_ number: Int) {
    #expect(Self.written { $0.append(number) } == "\(number)")
    // The result is the same when the buffer is almost full.
    for count in 40...66 {
      let filler = String(repeating: "x", count: count)
      let text = Self.written {
        $0.append(filler)
        $0.append(number)
        $0.append(UInt8(ascii: ";"))
      }
      #expect(text == "\(filler)\(number);")
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 4_095, 4_096, 4_097, 100_000])
  func `written data stays the same when the buffer grows`(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var whole = JSONByteBuffer(capacity: 0)
    whole.append(bytes)
    let atOnce = whole.withBytes { Array($0) }
    #expect(atOnce == bytes)
    var single = JSONByteBuffer(capacity: 0)
    for byte in bytes { single.append(byte) }
    let oneByOne = single.withBytes { Array($0) }
    #expect(oneByOne == bytes)
    for place in [count + 1, count, count / 2, 0, 3] {
      whole.truncate(to: place)
      let left = whole.withBytes { Array($0) }
      #expect(left.count <= place && left == Array(bytes.prefix(left.count)))
    }
    let end = whole.count
    #expect(end == 0, "nothing comes back by cutting less")
  }

  /// A text, and its quoted form, with escapes where they are necessary.
  @Test(arguments: [
    ("", "\"\""), ("a", "\"a\""), ("\"", #""\"""#), ("\\", #""\\""#), ("\n\t\r", #""\n\t\r""#),
    ("\u{8}\u{C}", #""\b\f""#), ("\0\u{1F}", #""\u0000\u001f""#), ("é東😀", "\"é東😀\""),
    ("\u{7F}\u{80}", "\"\u{7F}\u{80}\""), ("/", "\"/\""),
  ])
  func `a quoted text is the same as from the writer`(_ text: String, _ quoted: String) throws {
    var text = text
    let written = text.withUTF8 { bytes in
      Self.written { $0.appendQuoted(bytes, mayNeedEscapes: true) }
    }
    #expect(written == quoted)
    #expect(try JSONText.write(.string(text), style: .compact) == quoted)
  }
}
