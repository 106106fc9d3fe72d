import JSONC
import Testing
import WidgetTestSupport

@Suite struct SurrogateTests {
  /// The escape of a code point beyond U+FFFF.
  private func escape(_ value: UInt32) -> String {
    let units = Array(Unicode.Scalar(value).map { String($0).utf16 } ?? "".utf16)
    return units.map { "\\u" + String($0, radix: 16) }.joined()
  }

  @Test(arguments: 1...16)
  func `pairs for all code points that end in D800 to DFFF arrive`(_ plane: Int) throws {
    let values = (0xD800...0xDFFF).map { UInt32(plane << 16 | $0) }
    let text = "\"" + values.map { escape($0) }.joined() + "\""
    let read = try #require(try JSONText.parse(text).stringValue)
    #expect(read.unicodeScalars.map(\.value) == values)
  }

  @Test(arguments: 1...16)
  func `the neighbours of those code points arrive`(_ plane: Int) throws {
    for end in [0, 1, 0xD7FF, 0xE000, 0xFFFE, 0xFFFF] {
      let value = UInt32(plane << 16 | end)
      let read = try JSONText.parse("\"\(escape(value))\"").stringValue
      #expect(read?.unicodeScalars.map(\.value) == [value])
    }
  }

  @Test func `U+1D800 is read in keys and next to other escapes`() throws {
    let text = #"{"\ud836\udc00":"\ud836\udc00\u0000\n\"\\","b":[-0,"\ud83d\ude00"]}"#
    let expected: JSONValue = [
      "\u{1D800}": "\u{1D800}\0\n\"\\", "b": [-0.0, "😀"],
    ]
    #expect(try JSONText.parse(text) == expected)
  }

  @Test func `U+1D800 is read without an escape`() throws {
    #expect(try JSONText.parse("\"\u{1D800}\"") == "\u{1D800}")
  }

  @Test func `U+1D800 and NUL share a key`() throws {
    let text = #"{"\ud836\udc00\u0000":1,"\ud836\udc00":2}"#
    #expect(try JSONText.parse(text) == ["\u{1D800}\0": 1, "\u{1D800}": 2])
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `random strings survive random escaping`(_ seed: UInt64) throws {
    try withSeed(seed) { generator in
      for _ in 0..<200 {
        let text = Self.randomText(&generator)
        let json = "{\"k\(Self.escaped(text, &generator))\":\"\(Self.escaped(text, &generator))\"}"
        let read = try JSONText.parse(json)
        #expect(read == .object(["k" + text: .string(text)]), "seed \(seed): \(json)")
      }
    }
  }

  private static func randomText(_ generator: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x7F, 0...0x1F, 0x80...0xD7FF, 0xE000...0xFFFF, 0xFDD0...0xFDD1, 0x10000...0x10FFFF,
      0x1D800...0x1DFFF, 0x22...0x22, 0x5C...0x5C, 0x61...0x7A,
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...20, using: &generator) {
      let range = ranges.randomElement(using: &generator) ?? 0...0
      text.unicodeScalars.append(
        Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "x")
    }
    return text
  }

  private static func escaped(_ text: String, _ generator: inout SeededGenerator) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      let must = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      if must || Bool.random(using: &generator) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: Bool.random(using: &generator))
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
