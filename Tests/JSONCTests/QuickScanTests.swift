import Testing
import WidgetTestSupport

@testable import JSONC

/// The quick scan accepts nothing that the scanner refuses, and finds what the scanner finds.
@Suite struct QuickScanTests {
  private static let accepted: [(String, JSONScanFindings)] = [
    ("[]", []), ("{}", []), (" { \"a\" : [ 1 , 2 ] } ", []), ("\t[\r\n]\n", []), ("0", []),
    ("-1", []), ("-0.5", []), ("1e10", []), ("1E-10", []), ("123456789012345678", []),
    ("true", []), ("[false,null]", []), ("\"\"", []), ("\"Zürich 東京 👩‍🚀\"", []),
    (#""a\n\u00e9\ud83d\ude00""#, .escape), (#""\ud836\udc00""#, [.escape, .destroyedPair]),
    ("\"\u{7F}\"", .control), ("\"\u{85}\"", .control), ("\"12345678\u{2028}\"", .control),
    (#"{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}"#, []), (#"{"a":"\\","b":1}"#, .escape),
    (#"{"abcdefgh1":1,"abcdefgh2":2,"xbcdefgh1":3}"#, []), (#"{"":1}"#, []),
  ]

  @Test(arguments: accepted.indices)
  func `accepts what is usual, with the scanner's findings`(_ row: Int) throws {
    let (text, findings) = Self.accepted[row]
    #expect(quick(text) == findings)
    #expect(try precise(text) == findings)
  }

  private static let refused = [
    "", " ", "[", "]", "{", "[1,]", "{\"a\":1,}", "{a:1}", "{'a':1}", "{\"a\" 1}", "[1 2]", "01",
    "1.", ".5", "1e", "+1", "NaN", "Infinity", "-Infinity", "tru", "trueish", "nul", "\"a",
    "\"\n\"",
    "\"\u{1}\"", #""\x""#, #""\u12""#, #""\ud800""#, #""\udc00""#, "[] []", "\u{FEFF}[]", "//\n[]",
    #"{"a":1,"a":2}"#, #"{"abcdefghij":1,"abcdefghij":2}"#, "[1]\u{0}", "{\"a\":}", "[,1]",
  ]

  @Test(arguments: refused)
  func `refuses what the scanner refuses`(_ text: String) {
    #expect(quick(text) == nil)
    #expect(throws: JSONScanFailure.self) { try precise(text) }
  }

  private static let left = [
    "-0", "1234567890123456789", "1e100", #"{"\u0061":1}"#,
    String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
    "{" + (0..<65).map { "\"k\($0)\":0" }.joined(separator: ",") + "}",
  ]

  @Test(arguments: left)
  func `leaves what is rare to the scanner`(_ text: String) {
    #expect(quick(text) == nil)
  }

  private static let bytes: [[UInt8]] = [
    [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xE0, 0x80, 0x80], [0xE2, 0x82],
    [0xED, 0xA0, 0x80],
    [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    [0xC3, 0x28], [0xF0, 0x9F, 0x98],
  ]

  @Test(arguments: bytes)
  func `refuses what is no UTF-8`(_ bytes: [UInt8]) {
    for filler in 0..<9 {
      let text = [0x22] + Array(repeating: 0x61, count: filler) + bytes + [0x22]
      #expect(quick(text) == nil, "\(filler)")
    }
  }

  @Test func `agrees with the scanner on damaged texts`() {
    let source = Array(
      #"{"a":[1,-2.5e3,"x\ny é",true],"bcdefghij":{"k":null,"l":"東"},"a2":{}}"#.utf8)
    let pool: [UInt8] =
      Array("\"\\{}[],:01eE+-. untf\u{7F}".utf8) + [0x00, 0x0A, 0x80, 0xC2, 0xE2, 0xFF]
    for seed in PropertySeeds("quick scan", count: 5_000) {
      var random = SeededGenerator(seed: seed)
      var text = source
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[place] = pool[Int.random(in: 0..<pool.count, using: &random)]
        case 1: text.remove(at: place)
        default: text.insert(pool[Int.random(in: 0..<pool.count, using: &random)], at: place)
        }
      }
      guard let findings = quick(text) else { continue }
      #expect((try? precise(text)) == findings, "seed \(seed)")
    }
  }

  /// Keys are read by words, and byte by byte near the end of the text and beyond ASCII.
  @Test(arguments: 0..<40)
  func `a repeated key is left to the scanner wherever it stands`(_ length: Int) {
    for letters in [
      "abcdefghijklmnopqrstuvwxyz0123456789ABCD", "åbcdéfghijklmnöpqrstuvwxyz東京都0123456789",
    ] {
      let key = String(letters.prefix(length))
      for end in ["", "     ", String(repeating: " ", count: 48)] {
        #expect(quick("{\"\(key)\":1,\"\(key)\":2}" + end) == nil)
        #expect(quick("{\"x\(key)\":1,\"\(key)\" : 2}" + end) == [])
        #expect(quick("{\"\(key)\":{\"\(key)\":[]},\"\(key)y\":2}" + end) == [])
      }
    }
  }

  @Test func `keys that differ in one byte are different keys`() {
    let key = Array("the key of a member of 32 letters".utf8)
    for place in key.indices {
      for end in [0, 48] {
        var other = key
        other[place] = UInt8(ascii: "#")
        var text = Array("{\"".utf8) + key + Array("\":1,\"".utf8) + other
        text += Array("\":2}".utf8) + Array(repeating: UInt8(ascii: " "), count: end)
        #expect(quick(text) == [], "\(place)")
      }
    }
  }

  @Test(arguments: ["\\", "\u{1}", "\n", "\""])
  func `a key with a byte that ends it is no usual key`(_ stop: String) {
    for filler in 0..<18 {
      let key = String(repeating: "k", count: filler) + stop + "z"
      #expect(quick("{\"\(key)\":1,\"other key\":\"a longer text\"}") == nil, "\(filler)")
    }
  }

  @Test func `control characters in keys are found as in texts`() throws {
    for key in ["\u{7F}", "kkkkkkk\u{7F}", "\u{85}", "kkkkkkkkkkkk\u{2028}k"] {
      let text = "{\"\(key)\":1,\"other key\":\"a longer text\"}"
      #expect(quick(text) == .control)
      #expect(try precise(text) == .control)
    }
  }

  private func quick(_ text: String) -> JSONScanFindings? { quick(Array(text.utf8)) }

  private func quick(_ text: [UInt8]) -> JSONScanFindings? {
    let scan = JSONQuickScan(limits: .standard)
    return text.withUnsafeBufferPointer { scan.scan($0) }
  }

  private func precise(_ text: String) throws -> JSONScanFindings { try precise(Array(text.utf8)) }

  private func precise(_ text: [UInt8]) throws -> JSONScanFindings {
    var scanner = JSONScanner(limits: .standard)
    return try text.withUnsafeBufferPointer { try scanner.scan($0) }
  }
}
