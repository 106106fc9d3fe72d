import Messages
import Testing
import WidgetTestSupport

@testable import TerminalForm

@Suite("Text layout")
struct TextLayoutTests {
  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""), ("", 3, ""),
    ("hello", -1, ""), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("日本語", 2, "…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("\u{1B}ab", 2, "␛…"),
    ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"),
  ])
  func truncated(_ text: String, width: Int, expected: String) {
    #expect(text.truncated(to: width) == expected)
  }

  @Test(arguments: [
    ("ab", 5, " ab  "), ("日本", 5, "日本 "), ("日本語", 5, "日本…"), ("日本語", 4, "日… "), ("", 2, "  "),
    ("ab", 0, ""),
  ])
  func centered(_ text: String, width: Int, expected: String) {
    #expect(text.centered(in: width) == expected)
  }

  @Test(arguments: [
    ("", 5, [""]), ("one two three", 7, ["one two", "three"]), ("one two", 100, ["one two"]),
    ("one  two", 8, ["one  two"]), ("one  two", 5, ["one", "two"]), ("a\nb", 5, ["a", "b"]),
    ("a\n\nb", 5, ["a", "", "b"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("x abcdefgh", 4, ["x", "abcd", "efgh"]), ("well-known fact", 6, ["well-", "known", "fact"]),
    ("日本語の文章", 4, ["日本", "語の", "文章"]), ("日本語。", 6, ["日本", "語。"]),
    ("「日本」", 5, ["「日", "本」"]), ("ああ「日本」", 6, ["ああ", "「日", "本」"]),
    ("ああ（a）", 6, ["ああ", "（a）"]), ("a「「b", 4, ["a", "「「", "b"]), ("「日", 2, ["「", "日"]),
    ("日本、。ー", 4, ["日", "本、", "。ー"]), ("日本語", 1, ["日", "本", "語"]), ("ab日本", 3, ["ab", "日", "本"]),
    ("a\u{1B}b", 2, ["a␛", "b"]), ("one two", 0, ["o", "n", "e", "t", "w", "o"]),
  ])
  func wrapped(_ text: String, width: Int, expected: [String]) {
    #expect(text.wrapped(to: width) == expected)
  }

  @Test func linesFitAndNothingIsLost() {
    var random = SeededGenerator(seed: 11)
    let pieces: [Character] = ["a", "b", " ", "日", "。", "「", "-", "e\u{301}", "😀", "\n"]
    for _ in 0..<2_000 {
      let text = String(
        (0..<Int.random(in: 0...30, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? "a"
        })
      let width = Int.random(in: 2...12, using: &random)
      let lines = text.wrapped(to: width)
      #expect(lines.allSatisfy { displayWidth($0) <= width }, "\(random) \(text.debugDescription)")
      let ink = lines.joined().filter { $0 != " " }
      #expect(ink == text.filter { $0 != " " && $0 != "\n" }, "\(random)")
    }
  }
}
