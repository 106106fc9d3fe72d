import IntentOptions
import Testing
import WidgetTestSupport

@testable import IntentFormats

/// The quick reader reads what the careful one reads, or nothing.
@Suite struct QuickOptionsTests {
  private static func carefully(_ text: String) -> OptionsCollection? {
    try? OptionsJSON.read(Array(text.utf8), source: "s")
  }

  static let plain = [
    "[]", " [ ] \n", #"["a"]"#, #"["a","b" , "ç"]"#, #"[{"identifier":"a"}]"#,
    #"{"items":[]}"#, #"{"items":["a"],"prompt":"p","notice":"n"}"#,
    #"{"items":[{"symbol":"y","subtitle":"s","display":"d","identifier":"a"}]}"#,
    #"{"sections":[]}"#, #"{"sections":[{"items":["a"]},{"title":"T","items":[]}]}"#,
    #"{"sections":[{"title":"T","items":["東京"]}],"notice":"n"}"#,
  ]

  @Test(arguments: plain) func `Plain texts are read`(text: String) throws {
    let quick = try #require(OptionsJSON.quickly(Array(text.utf8), limit: nil))
    #expect(quick == Self.carefully(text))
  }

  static let others = [
    "", "x", "7", "[", "[,]", #"["a",]"#, #"["a"]]"#, #"["a" "b"]"#, #"[""]"#, #"["\n"]"#,
    "[\"\u{1}\"]",
    #"[{"identifier":""}]"#, #"[{"display":"a"}]"#, #"[{"identifier":"a","x":"y"}]"#,
    #"[{"identifier":"a","identifier":"b"}]"#, #"[{"identifier":1}]"#, "[{}]",
    #"[{"identifier":"a",}]"#, #"{"items":["a"],"items":[]}"#, #"{"items":["a"],"indexed":true}"#,
    #"{"prompt":"p","items":[]}"#, #"{"items":[]} x"#, #"{"items":[],}"#, #"{"other":[]}"#,
    #"{"sections":[{"items":[],"title":"T"}]}"#, #"{"sections":["a"]}"#,
    #"{"items":[],"notice":"a","notice":"b"}"#,
  ]

  @Test(arguments: others) func `Other texts are left to the careful reader`(text: String) {
    #expect(OptionsJSON.quickly(Array(text.utf8), limit: nil) == nil)
  }

  @Test func `Bytes that are not UTF-8 are left to the careful reader`() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
      #expect(
        OptionsJSON.quickly(Array("[\"".utf8) + bytes + Array("\"]".utf8), limit: nil) == nil)
    }
  }

  @Test(arguments: [UInt64(0x5EED_0081), 0x5EED_0082])
  func `Whatever is read is what the careful reader reads`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let signs: [Character] = ["{", "}", "[", "]", ",", ":", "\"", "a", " ", "\\", "1", "é"]
    var readings = 0
    for _ in 0..<4_000 {
      var text = Array(Self.plain[Int.random(in: 0..<Self.plain.count, using: &random)])
      for _ in 0..<Int.random(in: 0...2, using: &random) where !text.isEmpty {
        let place = Int.random(in: 0..<text.count, using: &random)
        let sign = signs[Int.random(in: 0..<signs.count, using: &random)]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[place] = sign
        case 1: text.insert(sign, at: place)
        default: text.remove(at: place)
        }
      }
      let json = String(text)
      guard let quick = OptionsJSON.quickly(Array(json.utf8), limit: nil) else { continue }
      readings += 1
      let identifiers = quick.items.map(\.identifier)
      if Set(identifiers).count < identifiers.count { continue }
      #expect(quick == Self.carefully(json), "seed \(seed): \(json)")
    }
    #expect(readings > 500)
  }

  @Test func `With a limit the rest is not looked at`() {
    let all = #"{"items":["a","b","c"#
    #expect(OptionsJSON.quickly(Array(all.utf8), limit: 2) == ["a", "b"])
    #expect(OptionsJSON.quickly(Array(all.utf8), limit: 3) == nil)
    let sections = #"{"sections":[{"title":"T","items":["a"]},{"items":["b","#
    #expect(
      OptionsJSON.quickly(Array(sections.utf8), limit: 2)
        == OptionsCollection(sections: [
          OptionsSection(title: "T", items: ["a"]), OptionsSection(items: ["b"]),
        ]))
  }
}
