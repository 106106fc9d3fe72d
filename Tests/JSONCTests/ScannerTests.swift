import Testing
import WidgetTestSupport

@testable import JSONC

/// The scanner decides; json-c must agree with every text it lets through.
@Suite struct ScannerTests {
  static let seeds = [
    #"{"a":[1,-0,2.5e3,true,false,null],"b":{"c":"d\n\u0041\ud83d\ude00é"}}"#,
    #"[{"key":"value"},{"key":"12345678901234567890"},[[[]]],{},"",0]"#,
    #"{"\u0000a":"\ud836\udc00","":[9223372036854775807,1e308]}"#,
  ]

  @Test(arguments: seeds, [UInt64(51), 52])
  func `what passes the scan after a random change is read, written and read again`(
    _ text: String, _ seed: UInt64
  ) throws {
    try withSeed(seed) { generator in
      for _ in 0..<1_500 {
        let bytes = Self.changed(Array(text.utf8), &generator)
        guard let value = try Self.accepted(bytes) else { continue }
        let again = try JSONText.parse(JSONText.bytes(of: value, style: .compact))
        #expect(again == value, "seed \(seed): \(bytes)")
      }
    }
  }

  /// The value, or nothing if the scanner refuses; throws if json-c alone refuses.
  private static func accepted(_ bytes: [UInt8]) throws -> JSONValue? {
    do throws(JSONSyntaxError) {
      return try JSONText.parse(bytes)
    } catch {
      #expect(error.byteOffset <= bytes.count)
      #expect(error.line >= 1 && error.column >= 1)
      if error.rule == .refusedByLibrary { throw error }
      return nil
    }
  }

  private static func changed(
    _ bytes: [UInt8], _ generator: inout SeededGenerator
  ) -> [UInt8] {
    let alphabet =
      Array("{}[]:,\"\\0123456789+-.eEu\n tfnabcdD8".utf8) + [0, 0x1F, 0x80, 0xED, 0xFF]
    var bytes = bytes
    for _ in 0...Int.random(in: 0...2, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let byte = alphabet.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0...3, using: &generator) {
      case 0: bytes[place] = byte
      case 1: bytes.insert(byte, at: place)
      case 2: bytes.remove(at: place)
      default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
      }
    }
    return bytes
  }

  @Test(arguments: seeds)
  func `every beginning of a text is cut off, never wrong`(_ text: String) {
    let bytes = Array(text.utf8)
    for count in 1..<bytes.count {
      let rule = verdict(Array(bytes[..<count]))
      // A cut inside a character is no UTF-8.
      let isWhole = String(validating: bytes[..<count], as: UTF8.self) != nil
      #expect(rule == (isWhole ? .unexpectedEnd : .invalidUTF8), "\(count)")
    }
  }

  static let findings: [(String, JSONScanFindings)] = [
    ("[]", []), (#""\u0000""#, .escape), (#"{"\u0000":0}"#, [.nulInKey, .escape]),
    ("-0", .negativeZero), ("[-0.0]", []), (#""\ud836\udc00""#, [.destroyedPair, .escape]),
    (#""\ud83d\ude00""#, .escape),
    (#"{"\ud836\udc00\u0000":-0}"#, [.destroyedPair, .nulInKey, .negativeZero, .escape]),
    (#""\\u0000 -0""#, .escape), (#""\ud836\ude00""#, [.destroyedPair, .escape]),
    (#""\uda76\udc00""#, [.destroyedPair, .escape]), (#"{"a":"b c~é€"}"#, []),
    ("\"\u{7F}\"", .control), ("\"\u{80}\"", .control), ("\"\u{9F}\"", .control),
    ("\"\u{A0}\"", []), ("\"\u{2027}\"", []), ("\"\u{2028}\"", .control),
    ("\"\u{2029}\"", .control), ("\"\u{202A}\"", []), ("\"\u{10028}\"", []),
    ("\"1234567\u{7F}\"", .control), ("{\"\u{7F}\":1}", .control),
  ]

  @Test(arguments: findings.indices)
  func `reports what json-c would alter`(_ row: Int) throws {
    let (text, expected) = Self.findings[row]
    var scanner = JSONScanner(limits: .standard)
    let found = try Array(text.utf8).withUnsafeBufferPointer { try scanner.scan($0) }
    #expect(found == expected)
  }

  @Test(arguments: 0..<24)
  func `a special byte is seen wherever it stands in a word of eight`(_ offset: Int) {
    let filler = String(repeating: "~", count: offset)
    let rest = String(repeating: " ", count: 24 - offset)
    #expect(verdict("\"\(filler)\n\(rest)\"") == .controlCharacter)
    #expect(verdict("\"\(filler)\\\(rest)\"") == .invalidEscape)
    #expect(verdict("\"\(filler)\"\(rest)") == nil)
    #expect(verdict("\"\(filler)é\(rest)\"") == nil)
    #expect(verdict("\"\(filler)\u{7F}!#[]\(rest)\"") == nil)
    #expect(verdict(Array("\"\(filler)".utf8) + [0xFF] + Array("\(rest)\"".utf8)) == .invalidUTF8)
  }
}
