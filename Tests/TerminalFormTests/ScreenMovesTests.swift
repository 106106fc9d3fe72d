import IntentModel
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// The way the painter takes from one place to another: the shortest that is safe.
@Suite("Moves of the painter")
struct ScreenMovesTests {
  private func painted(_ line: String = "", columns: Int = 120) -> ScreenPainter {
    var screen = Screen(columns: columns, rows: 40)
    for row in 0..<40 { screen.put(line, row: row, column: 0) }
    return ScreenPainter(screen: screen, depth: .trueColor)
  }

  private func text(_ bytes: [UInt8]) -> String {
    // Byte by byte: to a string a carriage return and a line feed are one character.
    let signs: [UInt8: String] = [0x1B: "␛", 0x0D: "↵", 0x0A: "↓", 0x08: "←"]
    return bytes.map { signs[$0] ?? String(Unicode.Scalar($0)) }.joined()
  }

  /// From a place (row, column) to another, on lines of no text; the exact bytes.
  static let moves: [(from: (Int, Int)?, to: (Int, Int), bytes: String)] = [
    (nil, (0, 0), "␛[H"), (nil, (4, 0), "␛[5H"), (nil, (4, 9), "␛[5;10H"), (nil, (0, 5), "␛[1;6H"),
    ((3, 3), (3, 3), ""), ((3, 3), (3, 0), "↵"), ((3, 3), (4, 0), "↵↓"), ((3, 3), (5, 0), "↵↓↓"),
    ((3, 3), (6, 0), "␛[7H"),
    ((3, 3), (7, 0), "␛[8H"), ((3, 9), (3, 8), "←"), ((3, 9), (3, 6), "←←←"),
    ((3, 99), (3, 90), "␛[9D"), ((3, 99), (3, 80), "␛[81G"), ((3, 3), (4, 3), "↓"),
    ((3, 3), (2, 3), "␛[A"), ((3, 33), (9, 33), "␛[6B"), ((9, 33), (3, 33), "␛[6A"),
    ((3, 3), (3, 4), " "), ((3, 3), (3, 6), "   "), ((3, 3), (3, 7), "␛[8G"),
    ((3, 3), (3, 60), "␛[61G"), ((3, 95), (3, 104), "␛[9C"), ((3, 0), (4, 1), "↓ "),
    ((8, 8), (7, 7), "␛[A←"), ((3, 3), (5, 3), "↓↓"), ((3, 3), (6, 3), "↓↓↓"),
    ((3, 3), (7, 3), "␛[4B"), ((3, 9), (4, 8), "↓←"), ((3, 9), (5, 7), "↓↓←←"),
    ((3, 9), (4, 11), "↓  "), ((3, 9), (4, 1), "↵↓ "), ((3, 60), (5, 2), "↵↓↓  "),
    ((3, 60), (4, 30), "↓␛[31G"), ((3, 9), (6, 5), "␛[7;6H"), ((38, 4), (39, 3), "↓←"),
    ((38, 4), (39, 4), "↓"), ((39, 4), (38, 4), "␛[A"), ((39, 4), (38, 0), "↵␛[A"),
    ((9, 100), (10, 109), "↓␛[9C"), ((9, 100), (0, 100), "␛[9A"), ((9, 1), (20, 1), "␛[11B"),
    ((0, 0), (39, 119), "␛[40;120H"), ((12, 100), (12, 2), "↵  "), ((5, 5), (0, 0), "␛[H"),
  ]

  @Test(arguments: moves.indices)
  func move(_ index: Int) {
    let (from, to, bytes) = Self.moves[index]
    var painter = painted()
    painter.position = from.map { ScreenPosition(row: $0.0, column: $0.1) }
    let target = ScreenPosition(row: to.0, column: to.1)
    painter.move(to: target, isText: false)
    #expect(text(painter.output) == bytes)
    #expect(painter.position == target)
  }

  @Test func whatIsWrittenOnceMoreIsWhatStandsThere() {
    var painter = painted("abcdefghij")
    painter.position = ScreenPosition(row: 2, column: 1)
    painter.move(to: ScreenPosition(row: 2, column: 4), isText: false)
    #expect(text(painter.output) == "bcd")
    // The pen is another than that of the text: nothing is written in it.
    painter = painted("abcdefghij")
    painter.position = ScreenPosition(row: 2, column: 1)
    painter.pen = Style(attributes: .bold)
    painter.move(to: ScreenPosition(row: 2, column: 4), isText: false)
    #expect(text(painter.output) == "␛[5G")
    // Wide characters may be of another width to the terminal.
    painter = painted("a日本語")
    painter.position = ScreenPosition(row: 2, column: 1)
    painter.move(to: ScreenPosition(row: 2, column: 3), isText: false)
    #expect(text(painter.output) == "␛[4G")
  }

  /// What came before, whether text beyond ASCII follows, and the bytes from (3, 5) to (3, 5).
  static let certainties: [(ScreenPainter.Certainty, Bool, String)] = [
    (.exact, false, ""), (.exact, true, ""), (.afterRun, true, ""), (.afterRun, false, "␛[6G"),
    (.afterCluster, true, "␛[6G"), (.afterCluster, false, "␛[6G"),
  ]

  @Test(arguments: certainties)
  func certainty(_ certainty: ScreenPainter.Certainty, isText: Bool, bytes: String) {
    var painter = painted()
    painter.position = ScreenPosition(row: 3, column: 5)
    painter.certainty = certainty
    painter.move(to: ScreenPosition(row: 3, column: 5), isText: isText)
    #expect(text(painter.output) == bytes)
    #expect((painter.certainty == .exact) == (bytes.isEmpty == (certainty == .exact)))
  }

  /// A painter that has gone to some place, and the place it is to go to.
  private func wayfarer(
    _ random: inout SeededGenerator
  ) -> (painter: ScreenPainter, from: ScreenPosition, to: ScreenPosition) {
    func place() -> ScreenPosition {
      ScreenPosition(
        row: Int.random(in: 0..<40, using: &random), column: Int.random(in: 0..<120, using: &random)
      )
    }
    let (from, to) = (place(), place())
    var painter = painted("0123456789")
    painter.move(to: from, isText: false)
    return (painter, from, to)
  }

  @Test func everyMoveArrives() {
    var random = SeededGenerator(seed: 71)
    for _ in 0..<2_000 {
      var (painter, from, to) = wayfarer(&random)
      let start = painter.output.count
      painter.move(to: to, isText: false)
      var terminal = VirtualTerminal(columns: 120, rows: 40) { displayWidth($0) }
      terminal.feed(painter.output)
      #expect(terminal.row == to.row && terminal.column == to.column, "\(random): \(from) \(to)")
      // No way is longer than to say where.
      let absolute = "␛[\(to.row + 1);\(to.column + 1)H".unicodeScalars.count
      #expect(painter.output.count - start <= absolute, "\(random): \(from) \(to)")
    }
  }

  /// After text whose width terminals do not agree on only ways that need no column are taken, and the
  /// cost that is foretold is the length of what is written.
  @Test(arguments: [ScreenPainter.Certainty.exact, .afterRun, .afterCluster])
  func aMoveCostsWhatItSays(_ certainty: ScreenPainter.Certainty) {
    var random = SeededGenerator(seed: 72)
    for _ in 0..<500 {
      var (painter, from, to) = wayfarer(&random)
      let start = painter.output.count
      painter.certainty = certainty
      let cost = painter.moveCost(to: to, isText: false)
      painter.move(to: to, isText: false)
      let bytes = painter.output[start...]
      #expect(bytes.count == cost, "\(random): \(from) \(to)")
      guard certainty != .exact else { continue }
      let isAnchored = bytes.contains { [13, UInt8(ascii: "G"), UInt8(ascii: "H")].contains($0) }
      #expect(isAnchored, "\(random): \(from) \(to)")
    }
  }
}

/// Text from outside, made harmless.
@Suite("Visible forms")
struct VisibleFormTests {
  static let texts: [(String, String)] = [
    ("", ""), ("plain ~", "plain ~"), ("\0", "␀"), ("\t", "␉"), ("\n", "␊"), ("\r\n", "␍␊"),
    ("\u{1B}[2J", "␛[2J"), ("\u{1F}", "␟"), ("\u{7F}", "␡"), ("\u{80}", "\\u{80}"),
    ("\u{9B}31m", "\\u{9B}31m"), ("\u{9F}", "\\u{9F}"), ("\u{A0}", "\u{A0}"), ("é", "é"),
    ("\u{2027}", "\u{2027}"), ("\u{2028}", "\\u{2028}"), ("\u{202A}", "\\u{202A}"),
    ("\u{202E}", "\\u{202E}"), ("\u{202F}", "\u{202F}"), ("\u{2066}", "\\u{2066}"),
    ("\u{2069}", "\\u{2069}"), ("\u{FFF9}", "\\u{FFF9}"), ("\u{FFFC}", "\u{FFFC}"),
    ("👨\u{200D}👩", "👨\u{200D}👩"), ("日本", "日本"), ("a\u{1B}é\u{202E}z", "a␛é\\u{202E}z"),
  ]

  @Test(arguments: texts)
  func visibleForm(text: String, expected: String) {
    #expect(visible(text) == expected)
    #expect(visible(visible(text)) == expected)
  }
}
