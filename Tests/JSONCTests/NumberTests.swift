import JSONC
import Testing
import WidgetTestSupport

@Suite struct NumberTests {
  static let integers: [(String, Int)] = [
    ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ("999999999999999999", 999_999_999_999_999_999),
    ("1000000000000000000", 1_000_000_000_000_000_000),
    ("-9007199254740993", -9_007_199_254_740_993), ("123123123123123123", 123_123_123_123_123_123),
  ]

  @Test(arguments: integers.indices)
  func `integers are exact`(_ row: Int) throws {
    let (text, value) = Self.integers[row]
    #expect(try JSONText.parse(text) == .integer(value))
    #expect(try JSONText.parse("[" + text + "]") == [.integer(value)])
  }

  static let decimals: [(String, Double)] = [
    ("0.1", 0.1), ("1e16", 1e16), ("1E40", 1e40), ("123e65", 123e65),
    ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ("-1.7976931348623157e308", -.greatestFiniteMagnitude),
    ("5e-324", .leastNonzeroMagnitude), ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
    ("2.2250738585072014e-308", .leastNormalMagnitude), ("1e-400", 0), ("-1e-400", -0.0),
    ("123.456e-789", 0), ("9007199254740993.0", 9_007_199_254_740_992),
    ("0.500000000000000166533453693773481063544750213623046875", 0.5.nextUp.nextUp),
    ("8.41e21", 8.41e21), ("9223372036854775808.0", 0x1p63), ("1e0", 1),
    ("17976931348623157" + String(repeating: "0", count: 292) + ".0", .greatestFiniteMagnitude),
  ]

  @Test(arguments: decimals.indices)
  func `decimals are the nearest double`(_ row: Int) throws {
    let (text, value) = Self.decimals[row]
    let read = try #require(try JSONText.parse(text).doubleValue)
    #expect(read.bitPattern == value.bitPattern, "\(text)")
  }

  static let negativeZeros = [
    "-0", "-0.0", "-0e0", "-0.0e5", "-0E-7", "[-0]", "{\"a\":-0}", " -0 ",
  ]

  @Test(arguments: negativeZeros)
  func `a negative zero keeps its sign`(_ text: String) throws {
    let value = try JSONText.parse(text)
    let inner = value.arrayValue?.first ?? value.objectValue?["a"] ?? value
    let number = try #require(inner.doubleValue)
    #expect(number == 0 && number.sign == .minus)
    #expect(inner.intValue == nil)
  }

  @Test func `numbers near a negative zero are not treated as one`() throws {
    #expect(
      try JSONText.parse("[-0,-1,-10,\"-0\",0,-0.5,-0]") == [-0.0, -1, -10, "-0", 0, -0.5, -0.0])
    #expect(try JSONText.parse("[-0,\"-0\"]").arrayValue?.last == "-0")
  }

  static let outOfRange: [(String, JSONSyntaxError.Rule?)] = [
    ("9223372036854775807", nil), ("9223372036854775808", .integerOutOfRange),
    ("-9223372036854775808", nil), ("-9223372036854775809", .integerOutOfRange),
    ("18446744073709551615", .integerOutOfRange), ("18446744073709551616", .integerOutOfRange),
    ("99999999999999999999", .integerOutOfRange), ("9223372036854775808.0", nil),
    ("9223372036854775808e0", nil), ("1e308", nil), ("1e309", .numberOutOfRange),
    ("1.7976931348623158e308", nil), ("1.7976931348623159e308", .numberOutOfRange),
    ("1e99999999999999999999", .numberOutOfRange), ("0e99999999999999999999", nil),
    ("1e-99999999999999999999", nil), ("0.001e312", .numberOutOfRange), ("0.0001e312", nil),
    (String(repeating: "9", count: 400), .integerOutOfRange),
    (String(repeating: "9", count: 400) + ".5", .numberOutOfRange),
    (String(repeating: "9", count: 400) + "e-200", nil),
    ("0." + String(repeating: "0", count: 400) + "1", nil),
    ("0." + String(repeating: "0", count: 400) + "1e400", nil),
  ]

  @Test(arguments: outOfRange.indices)
  func `numbers outside every type are refused`(_ row: Int) {
    let (text, rule) = Self.outOfRange[row]
    #expect(verdict(text) == rule, "\(text)")
    #expect(verdict("[1," + text + "]") == rule, "\(text)")
  }

  @Test func `a number of a million digits is read`() throws {
    let text = "0." + String(repeating: "3", count: 1_000_000)
    #expect(try JSONText.parse(text) == .double(1.0 / 3))
  }

  @Test(arguments: [UInt64(11), 12, 13])
  func `random doubles survive writing and reading`(_ seed: UInt64) throws {
    try withSeed(seed) { generator in
      for _ in 0..<1_000 {
        let value = Double(bitPattern: generator.next())
        guard value.isFinite else { continue }
        let text = try JSONText.write(.double(value), style: .compact)
        let read = try #require(try JSONText.parse("[" + text + "]").arrayValue?.first)
        guard case .double(let number) = read else {
          Issue.record("seed \(seed): \(text) is no decimal")
          continue
        }
        #expect(number.bitPattern == value.bitPattern, "seed \(seed): \(text)")
      }
    }
  }

  @Test(arguments: [UInt64(21), 22])
  func `random integers survive writing and reading`(_ seed: UInt64) throws {
    try withSeed(seed) { generator in
      for _ in 0..<1_000 {
        let shift = Int.random(in: 0..<64, using: &generator)
        let value = Int(truncatingIfNeeded: generator.next()) >> shift
        let text = try JSONText.write(.integer(value), style: .compact)
        #expect(try JSONText.parse(text) == .integer(value), "seed \(seed): \(text)")
      }
    }
  }
}
