import Messages
import Testing
import WidgetTestSupport

@testable import JSONC

/// The line that is shown for a mistake, and the caret below it.
@Suite struct ExcerptTests {
  /// The excerpt around a byte.
  static func excerpt(_ text: String, at offset: Int) -> [Substring] {
    Array(text.utf8).withUnsafeBufferPointer { JSONExcerpt.text(around: offset, in: $0) }
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// A text with `|` before the position, and the two lines that are shown.
  static let rows: [(text: String, shown: String, caret: Int)] = [
    ("|", "", 0), ("|a", "a", 0), ("a|", "a", 1), ("ab|c", "abc", 2), ("a\nb|c", "bc", 1),
    ("a\n|b\nc", "b", 0), ("a\r\nb|c\r\nd", "bc", 1), ("a\rb|c\rd", "bc", 1),
    ("a\n|\nb", "␊", 0), ("a\r|\nb", "␊", 0), ("a|\r\nb", "a␍", 1), ("\n\n|", "", 0),
    ("\t|x", "␉x", 1), ("\u{7F}|x", "␡x", 1), ("\u{0}|x", "␀x", 1), ("é|x", "éx", 1),
    ("東|x", "東x", 2), ("😀|x", "😀x", 2), ("e\u{301}|x", "e\u{301}x", 1), ("한|x", "한x", 2),
    ("ｱ|x", "ｱx", 1), ("Ａ|x", "Ａx", 2), ("\u{202E}|x", "\\u{202E}x", 8),
    ("\u{FEFF}|x", "\\u{FEFF}x", 8), ("\u{E000}|x", "\\u{E000}x", 8), ("\u{85}|x", "\\u{85}x", 6),
    ("\u{2028}|x", "\\u{2028}x", 8), ("|\u{202E}x", "\\u{202E}x", 0), ("|東x", "東x", 0),
    ("\u{20000}|x", "\u{20000}x", 2), ("—|x", "—x", 1), ("\u{20DD}|x", "\u{20DD}x", 0),
  ]

  @Test(arguments: rows.indices)
  func `a line and its caret`(_ row: Int) throws {
    let (marked, shown, caret) = Self.rows[row]
    let bar = try #require(marked.utf8.firstIndex(of: UInt8(ascii: "|")))
    let offset = marked.utf8.distance(from: marked.startIndex, to: bar)
    let text = String(marked[..<bar]) + String(marked[marked.index(after: bar)...])
    let lines = Self.excerpt(text, at: offset)
    #expect(lines.map(String.init) == [shown, String(repeating: " ", count: caret) + "^"])
  }

  /// The number of letters before the position, and the number of columns before the caret.
  @Test(arguments: [(0, 0), (1, 1), (48, 48), (49, 49), (50, 50), (51, 50), (500, 50)])
  func `text too far to the left is cut off`(_ count: Int, _ columns: Int) {
    let lines = Self.excerpt(String(repeating: "x", count: count) + "?", at: count)
    let cut =
      count > 49 ? "…" + String(repeating: "x", count: 49) : String(repeating: "x", count: count)
    #expect(lines.map(String.init) == [cut + "?", String(repeating: " ", count: columns) + "^"])
  }

  /// The number of letters after the position, and the number of letters that are shown from there.
  @Test(arguments: [(0, 1), (26, 27), (27, 28), (28, 28), (500, 28)])
  func `text too far to the right is cut off`(_ count: Int, _ shown: Int) {
    let lines = Self.excerpt(String(repeating: "x", count: count + 1), at: 0)
    let dots = count > 27 ? "…" : ""
    #expect(lines.map(String.init) == [String(repeating: "x", count: shown) + dots, "^"])
  }

  @Test(arguments: [24, 25, 26, 200])
  func `wide characters take two columns of the width`(_ count: Int) throws {
    let text = String(repeating: "東", count: count) + "?" + String(repeating: "京", count: count)
    let lines = Self.excerpt(text, at: 3 * count)
    let before = lines[0].prefix { $0 != "?" }
    #expect(before.count { $0 == "東" } == min(count, 24))
    #expect(lines[1].count - 1 == 2 * min(count, 24) + (count > 24 ? 1 : 0))
    #expect(lines[0].count { $0 == "京" } == min(count, 13))
  }

  @Test func `an excerpt is two harmless lines of at most 80 columns`() {
    let pieces = [
      "x", "{\"a\":", "東", "😀", "e\u{301}", "\t", "\u{1B}[2J", "\u{202E}", "\r", "\n", "\u{2028}",
      "\u{85}", "\u{E000}", "\u{7F}", "   ", "\u{10FFFF}", "❤\u{FE0F}", "🇳🇴",
      "o" + String(repeating: "\u{301}", count: 9),
    ]
    for seed in PropertySeeds("excerpts", count: 150) {
      var random = SeededGenerator(seed: seed)
      let before = (0..<Int.random(in: 0...60, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      let behind = (0..<Int.random(in: 0...40, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      let lines = Self.excerpt(before + "?" + behind, at: before.utf8.count)
      #expect(lines.count == 2, "seed \(seed)")
      #expect(displayWidth(String(lines[0])) <= 80, "seed \(seed)")
      #expect(!lines[0].unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(seed)")
      // The text between the start and the caret's column is the text before the position.
      let column = lines[1].count - 1
      var width = 0
      let found = lines[0].first { character in
        defer { width += displayWidth(character) }
        return width >= column && displayWidth(character) > 0
      }
      #expect(found == "?", "seed \(seed): \(lines[0])")
    }
  }
}
