import FormatTestSupport
import IntentOptions
import Testing
import WidgetTestSupport

@testable import WidgetFormats

/// The fast reader gives the same result as the complete reader, or none.
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
    #"["a\/b","\/","a\\b\"","\u6771\u4eac","\u00E9","\ud83d\uDC4D x","longer text\/and\/more text"]"#,
    #"[{"identifier":"a\/b","display":"\u6771","subtitle":"\"s\"","symbol":"\\"},"b\/c"]"#,
    #"{"sections":[{"title":"T\/U","items":["a"]}],"prompt":"\u0041"}"#,
    #"[{"identifi\u0065r":"a","display":"a"}]"#,
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
    #"["a\tb"]"#, #"["\u0000"]"#, #"["\u001f"]"#, #"["\ud83d"]"#, #"["\ud83d\u0041"]"#,
    #"["\udc4d"]"#,
    #"["\ud83dxudc4d"]"#, #"["\u12"]"#, #"["\u12g4"]"#, #"["\u"]"#, #"["\"#, #"["\ud83d\"#,
    #"["\x"]"#, #"["a\/"#, "[\"a\\/\u{1}\"]",
  ]

  /// Adjacent escapes, before and after texts of all lengths, have their usual meaning.
  @Test(arguments: 0..<20) func `Escapes are resolved at every position`(length: Int) throws {
    let plain = String(repeating: "x", count: length)
    for (escape, text) in [
      (#"\/"#, "/"), (#"\""#, "\""), (#"\\"#, "\\"), (#"\u6771"#, "東"), (#"\ud83d\udc4d"#, "👍"),
      (#"\u002F"#, "/"), (#"\/\/"#, "//"), (#"\u006a東\/"#, "j東/"),
    ] {
      let json = #"["\#(plain)\#(escape)\#(plain)\#(escape)","b"]"#
      let found = OptionsJSON.quickly(Array(json.utf8), limit: nil)
      #expect(found?.items.map(\.identifier) == [plain + text + plain + text, "b"], "\(json)")
    }
  }

  @Test func `A string with escapes is read at any length`() throws {
    for count in [60_000, 70_000, 1_000_000] {
      let long = String(repeating: "x", count: count)
      let found = OptionsJSON.quickly(Array(#"["a\/\#(long)"]"#.utf8), limit: nil)
      #expect(found?.items.map(\.identifier) == ["a/" + long])
    }
  }

  @Test(arguments: others) func `Other texts are left to the complete reader`(text: String) {
    #expect(OptionsJSON.quickly(Array(text.utf8), limit: nil) == nil)
  }

  @Test func `Bytes that are not UTF-8 are left to the complete reader`() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
      #expect(
        OptionsJSON.quickly(Array("[\"".utf8) + bytes + Array("\"]".utf8), limit: nil) == nil)
    }
  }

  @Test(arguments: [UInt64(0x5EED_0081), 0x5EED_0082])
  func `The fast reader reads the same as the complete reader`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let signs: [Character] = [
      "{", "}", "[", "]", ",", ":", "\"", "a", " ", "\\", "1", "é", "u", "/",
    ]
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

  /// Strings are scanned eight bytes at a time: special bytes are found at each position.
  @Test(arguments: 0..<20) func `Special characters of a string are found at every position`(
    place: Int
  ) {
    func read(_ special: [UInt8], behind count: Int) -> [String]? {
      var text = Array(String(repeating: "x", count: place).utf8) + special
      text += Array(String(repeating: "~", count: count).utf8)
      return OptionsJSON.quickly(Array("[\"".utf8) + text + Array("\"]".utf8), limit: nil)?
        .items.map(\.identifier)
    }
    let before = String(repeating: "x", count: place)
    for count in [0, 1, 7, 8, 20] {
      let behind = String(repeating: "~", count: count)
      for special in ["!", "#", "[", "]", " ", "\u{7F}", "ü", "東", "👍"] {
        #expect(read(Array(special.utf8), behind: count) == [before + special + behind])
      }
      for special: [UInt8] in [[0x5C], [0x00], [0x1F], [0x0A], [0xFF], [0xC3], [0x22]] {
        #expect(read(special, behind: count) == nil || place + count == 0, "\(special)")
      }
      #expect(read(Array("\",\"".utf8), behind: count) == nil || place > 0 && count > 0)
    }
  }

  @Test func `With a limit the rest is not read`() {
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

  /// Reads a text as a stream of pieces of the given size.
  private static func streamed(
    _ text: [UInt8], pieces: Int, limit: Int? = nil
  ) -> OptionsCollection? {
    var rest = text[...]
    return OptionsJSON.quickly(limit: limit) { memory in
      let piece = rest.prefix(min(pieces, memory.count))
      memory.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  @Test(arguments: plain + others) func `A stream is read in the same way as a text`(text: String) {
    let bytes = Array(text.utf8)
    for pieces in [1, 3, 1_000] {
      #expect(Self.streamed(bytes, pieces: pieces) == OptionsJSON.quickly(bytes, limit: nil))
      #expect(
        Self.streamed(bytes, pieces: pieces, limit: 1) == OptionsJSON.quickly(bytes, limit: 1))
    }
  }

  @Test(arguments: [7, 4_096, 100_000, 1 << 18, 1 << 20])
  func `A long stream is read through its window`(pieces: Int) throws {
    let items = (0..<8_000).map { number in
      number % 7 == 0
        ? "\"text \(number)\""
        : "{\"identifier\":\"\(number)\",\"display\":\"Ort 東 \(number)\",\"subtitle\":\"s\"}"
    }
    let text = Array(
      ("{\"items\": [" + items.joined(separator: ",\n") + "], \"prompt\": \"p\"}").utf8)
    let whole = try #require(OptionsJSON.quickly(text, limit: nil))
    #expect(whole.count == 8_000)
    #expect(Self.streamed(text, pieces: pieces) == whole)
    #expect(Self.streamed(text, pieces: pieces, limit: 5_000)?.count == 5_000)
    #expect(Self.streamed(text.dropLast(3).map { $0 }, pieces: pieces) == nil)
  }

  @Test func `No more of a stream is read than the limit needs`() {
    let text = Array(("[" + String(repeating: "\"item\",", count: 200_000)).utf8)
    var taken = 0
    let found = OptionsJSON.quickly(limit: 10) { memory in
      memory.copyBytes(from: text.dropFirst(taken).prefix(memory.count))
      taken += memory.count
      return memory.count
    }
    #expect(found?.count == 10)
    #expect(taken < 300_000)
  }

  @Test(arguments: [60_000, 300_000])
  func `A text longer than the buffer of an item is left to the complete reader`(length: Int) {
    let long = String(repeating: "x", count: length)
    let text = Array("[\"a\",\"\(long)\"]".utf8)
    #expect((Self.streamed(text, pieces: 1 << 18) != nil) == (length < 1 << 18))
    #expect(OptionsJSON.quickly(text, limit: nil)?.count == 2)
  }
}
