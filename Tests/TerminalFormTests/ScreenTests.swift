import IntentModel
import Messages
import Testing

@testable import TerminalForm

@Suite("Screen")
struct ScreenTests {
  @Test func pictureOfABox() {
    var screen = Screen(columns: 12, rows: 4)
    screen.put("┌────────┐", row: 0, column: 1)
    screen.put("│ 日本語 │", row: 1, column: 1)
    screen.put("└────────┘", row: 2, column: 1)
    #expect(screen.textLines == [" ┌────────┐", " │ 日本語 │", " └────────┘", ""])
  }

  /// A text in a row of ten cells, its column and maximum width, and the line and width that are
  /// drawn.
  static let puts: [(text: String, column: Int, maxWidth: Int, line: String, written: Int)] = [
    ("hello", 0, .max, "hello", 5), ("hello", 7, .max, "       hel", 3),
    ("hello", 2, 3, "  hel", 3),
    ("hello", -2, .max, "llo", 3), ("hello", 10, .max, "", 0), ("hello", 0, 0, "", 0),
    ("日本語", 0, 5, "日本", 4), ("日本語", 5, .max, "     日本", 4), ("日本語", -1, .max, " 本語", 4),
    ("a\u{301}b", 0, .max, "a\u{301}b", 2), ("\u{301}b", 0, .max, "b", 1),
    ("\u{1B}[2J", 0, .max, "␛[2J", 4), ("x\ny", 0, .max, "x␊y", 3), ("👨‍👩‍👧!", 3, .max, "   👨‍👩‍👧!", 3),
    ("hello", .min, .max, "", 0), ("hello", .max, .max, "", 0), ("hello", 0, .min, "", 0),
  ]

  @Test(arguments: puts)
  func put(text: String, column: Int, maxWidth: Int, line: String, written: Int) {
    var screen = Screen(columns: 10, rows: 1)
    #expect(screen.put(text, row: 0, column: column, maxWidth: maxWidth) == written)
    #expect(screen.textLines == [line])
  }

  @Test(arguments: [-1, 2, Int.min, Int.max])
  func rowsOutsideAreIgnored(row: Int) {
    var screen = Screen(columns: 4, rows: 2)
    #expect(screen.put("abc", row: row, column: 0) == 0)
    #expect(screen.cell(row: row, column: 0) == nil)
    #expect(screen == Screen(columns: 4, rows: 2))
  }

  @Test(arguments: [
    ("x", 0, "x 本"), ("x", 1, " x本"), ("x", 2, "日x"), ("x", 3, "日 x"), ("語", 1, " 語"),
  ])
  func wideCharactersAreNeverHalved(text: String, column: Int, line: String) {
    var screen = Screen(columns: 6, rows: 1)
    screen.put("日本", row: 0, column: 0)
    screen.put(text, row: 0, column: column)
    #expect(screen.textLines == [line])
  }

  @Test func cellsReadBack() {
    let style = Style(foreground: .rgb(1, 2, 3), background: .indexed(9), attributes: .bold)
    var screen = Screen(columns: 6, rows: 1)
    screen.put("日e\u{301}", row: 0, column: 1, style: style)
    #expect(screen.cell(row: 0, column: 0) == Cell(text: " ", width: 1, style: .plain))
    #expect(screen.cell(row: 0, column: 1) == Cell(text: "日", width: 2, style: style))
    #expect(screen.cell(row: 0, column: 2) == Cell(text: "", width: 0, style: style))
    #expect(screen.cell(row: 0, column: 3) == Cell(text: "e\u{301}", width: 1, style: style))
    #expect(MemoryLayout<PackedCell>.stride == 16)
  }

  @Test func fillStaysInside() {
    var screen = Screen(columns: 4, rows: 3)
    screen.fill(ScreenRect(row: 1, column: 2, rows: 100, columns: .max), with: "#", style: .plain)
    #expect(screen.textLines == ["", "  ##", "  ##"])
    screen.fill(ScreenRect(row: -5, column: .min, rows: 7, columns: 9), with: "日", style: .plain)
    #expect(screen.textLines == ["", "  ##", "  ##"])
    screen.fill(ScreenRect(row: 0, column: 0, rows: 9, columns: 3), style: .plain)
    #expect(screen.textLines == ["", "   #", "   #"])
  }

  @Test func restyleKeepsTextAndWholeCharacters() {
    var screen = Screen(columns: 6, rows: 1)
    screen.put("a日b", row: 0, column: 0)
    screen.restyle(ScreenRect(row: 0, column: 0, rows: 1, columns: 2)) {
      $0.attributes.insert(.reverse)
    }
    let reversed = (0..<6).map { screen.cell(row: 0, column: $0)?.style.attributes == .reverse }
    #expect(reversed == [true, true, true, false, false, false])
    #expect(screen.textLines == ["a日b"])
  }

  @Test func invisibleDifferencesAreNone() {
    var one = Screen(columns: 5, rows: 1)
    var two = Screen(columns: 5, rows: 1)
    one.put("  ", row: 0, column: 0, style: Style(foreground: .ansi(1), attributes: .bold))
    #expect(one == two)
    two.put(" ", row: 0, column: 0, style: Style(background: .ansi(1)))
    #expect(one != two)
  }

  @Test(arguments: [(0, 0, 1, 1), (-3, 5, 1, 5), (Int.max, Int.min, 4096, 1)])
  func sizesAreBounded(columns: Int, rows: Int, width: Int, height: Int) {
    let screen = Screen(columns: columns, rows: rows)
    #expect(screen.columns == width && screen.rows == height)
  }

  @Test func clustersAreBounded() {
    var screen = Screen(columns: 3, rows: 1)
    let family = "👩" + String(repeating: "\u{200D}👩", count: 10_000)
    screen.put(family, row: 0, column: 0)
    #expect(screen.cell(row: 0, column: 0)?.text.unicodeScalars.count == Screen.clusterLimit)
    screen.put("a" + String(repeating: "\u{301}", count: 10_000), row: 0, column: 0)
    let marked = "a" + String(repeating: "\u{301}", count: CombiningMarks.maximumInARow)
    #expect(screen.cell(row: 0, column: 0)?.text == marked)
    #expect(screen.cell(row: 0, column: 1)?.text == "…")
  }

  @Test("clusters of two screens are compared by text, not by number")
  func clustersAreCompared() {
    var one = Screen(columns: 3, rows: 1)
    one.put("e\u{301}", row: 0, column: 0)
    var two = Screen(columns: 3, rows: 1)
    two.put("a\u{301}", row: 0, column: 0)
    #expect(one != two && two != one)
    #expect(!ScreenDiff().bytes(from: one, to: two).isEmpty)
    two.put("e\u{301}", row: 0, column: 0)
    #expect(one == two && two == one)
    #expect(ScreenDiff().bytes(from: one, to: two).isEmpty)
    #expect(ScreenDiff().bytes(from: two, to: one).isEmpty)
  }
}
