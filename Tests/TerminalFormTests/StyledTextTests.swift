import Testing
import WidgetTestSupport

@testable import TerminalForm

/// Lines of styled text outside a screen, as reports print them.
@Suite("Styled lines")
struct StyledTextTests {
  static let red = Style(foreground: .ansi(1))
  static let bold = Style(attributes: .bold)
  static let loud = Style(foreground: .rgb(255, 0, 0), background: .indexed(231), attributes: .bold)

  /// The parts of a line, the colour depth, and the bytes, with `^` for ESC.
  static let lines: [(pieces: [(text: String, style: Style)], depth: ColorDepth, bytes: String)] = [
    ([], .trueColor, ""), ([("", red)], .trueColor, ""), ([("a", .plain)], .trueColor, "a"),
    ([("a", red)], .ansi16, "^[31ma^[m"), ([("a", red)], .none, "a"),
    ([("a", bold)], .none, "a"), ([("a", bold)], .ansi16, "^[1ma^[m"),
    ([("a", red), ("b", red)], .ansi16, "^[31mab^[m"),
    ([("a", red), ("", bold), ("b", red)], .ansi16, "^[31mab^[m"),
    ([("a", red), ("b", .plain), ("c", red)], .ansi16, "^[31ma^[mb^[31mc^[m"),
    ([("a", red), ("b", bold)], .ansi16, "^[31ma^[;1mb^[m"),
    ([("a", loud)], .trueColor, "^[1;38;2;255;0;0;48;5;231ma^[m"),
    ([("a", loud)], .indexed256, "^[1;38;5;196;48;5;231ma^[m"),
    ([("a", loud)], .ansi16, "^[1;91;107ma^[m"),
    ([("a", Style(foreground: .ansi(9)))], .ansi16, "^[91ma^[m"),
    ([("a", Style(foreground: .ansi(25)))], .ansi16, "^[91ma^[m"),
    (
      [("a", Style(attributes: [.italic, .underline, .reverse, .strikethrough]))], .ansi16,
      "^[3;4;7;9ma^[m"
    ),
    (
      [("a", Style(attributes: [.bold, .dim])), ("b", Style(attributes: .dim))], .ansi16,
      "^[1;2ma^[;2mb^[m"
    ),
    // Control characters in the text are made visible, whatever the colours.
    ([("\u{1B}[31mx", .plain)], .none, "␛[31mx"), ([("a\nb\r", red)], .ansi16, "^[31ma␊b␍^[m"),
    ([("\u{9B}m", .plain)], .trueColor, "\\u{9B}m"),
    ([("日本 שלום 👩‍👩‍👧", red)], .ansi16, "^[31m日本 שלום 👩‍👩‍👧^[m"),
  ]

  @Test(arguments: lines.indices)
  func line(_ index: Int) {
    let (pieces, depth, bytes) = Self.lines[index]
    let line = StyledText.line(pieces, depth: depth)
    #expect(line.replacing("\u{1B}", with: "^") == bytes)
  }

  static let styles: [Style] = {
    let colors: [TerminalColor] = [.default, .ansi(2), .ansi(14), .indexed(77), .rgb(1, 2, 3)]
    return colors.flatMap { foreground in
      (0..<64 as Range<UInt8>).map { bits in
        Style(
          foreground: foreground, background: bits % 3 == 0 ? .ansi(4) : .default,
          attributes: TextAttributes(rawValue: bits))
      }
    }
  }()

  /// A line always ends in the plain style, and without its sequences it equals its text.
  @Test func everyLineEndsPlain() {
    for seed in PropertySeeds("styled lines", count: 300) {
      var random = SeededGenerator(seed: seed)
      let pieces = (0..<4).map { number in
        (text: "\(number)é", style: Self.styles.randomElement(using: &random) ?? .plain)
      }
      for depth in ColorDepth.allCases {
        let line = StyledText.line(pieces, depth: depth)
        #expect(line.replacing(/\u{1B}\[[0-9;]*m/, with: "") == "0é1é2é3é", "seed \(seed)")
        let last = line.lastIndex(of: "\u{1B}").map { String(line[$0...]) }
        #expect(last == nil || last == "\u{1B}[m" || pieces.last?.style == .plain, "seed \(seed)")
        #expect(depth != .none || last == nil, "seed \(seed)")
      }
    }
  }

  /// Changing from any style to any other is never longer than a reset followed by the new style.
  @Test func changesAreShort() {
    for seed in PropertySeeds("changes of style", count: 400) {
      var random = SeededGenerator(seed: seed)
      let old = Self.styles.randomElement(using: &random) ?? .plain
      let new = Self.styles.randomElement(using: &random) ?? .plain
      let change = SelectGraphicRendition.bytes(from: old, to: new).count
      let anew = SelectGraphicRendition.bytes(from: .plain, to: new).count + 1
      #expect(change <= anew, "seed \(seed)")
      #expect((change == 0) == (old == new), "seed \(seed)")
    }
  }
}
