import Testing
import WidgetTestSupport

@testable import TerminalForm

/// How the lines of a screen are distributed.
@Suite("Layout of the form")
struct FormLayoutTests {
  /// Screen rows, note lines, whether the note is required; then the resulting lines of header,
  /// body, note and keys.
  static let cases: [(rows: Int, note: Int, must: Bool, parts: [Int])] = [
    (1, 0, false, [0, 1, 0, 0]), (1, 1, true, [0, 1, 0, 0]), (2, 1, false, [0, 2, 0, 0]),
    (2, 1, true, [0, 1, 1, 0]), (3, 0, false, [0, 3, 0, 0]), (4, 0, false, [0, 3, 0, 1]),
    (4, 2, true, [0, 3, 1, 0]), (5, 0, false, [1, 3, 0, 1]), (6, 1, true, [1, 4, 1, 0]),
    (7, 1, true, [1, 4, 1, 1]), (9, 0, false, [2, 5, 1, 1]), (12, 0, false, [2, 7, 1, 1]),
    (11, 9, false, [2, 6, 2, 1]), (12, 9, false, [2, 5, 3, 1]),
    (14, 0, false, [3, 8, 1, 1]), (14, 9, true, [3, 6, 3, 1]), (24, 1, false, [3, 18, 1, 1]),
    (24, 2, false, [3, 17, 2, 1]), (24, 40, true, [3, 15, 4, 1]), (100, 3, true, [3, 92, 3, 1]),
  ]

  @Test(arguments: cases)
  func parts(rows: Int, note: Int, must: Bool, parts: [Int]) {
    let layout = FormLayout(columns: 80, rows: rows, noteLines: note, mustShowNote: must)
    #expect([layout.headerRows, layout.body.count, layout.noteRows, layout.keyRows] == parts)
    let rule = layout.hasFooterRule ? 1 : 0
    #expect(parts.reduce(rule, +) == rows)
  }

  /// The previous first line, the line to show, the height, and the number of lines; then the new
  /// first line.
  static let scrolls: [(first: Int, line: Int, height: Int, count: Int, expected: Int)] = [
    (0, 0, 5, 10, 0), (0, 4, 5, 10, 0), (0, 5, 5, 10, 1), (0, 9, 5, 10, 5), (5, 9, 5, 10, 5),
    (5, 5, 5, 10, 5), (5, 4, 5, 10, 4), (5, 0, 5, 10, 0), (9, 3, 5, 10, 3), (9, 5, 5, 6, 1),
    (7, 2, 20, 10, 0), (0, 0, 1, 1, 0), (3, 7, 1, 10, 7),
  ]

  @Test(arguments: scrolls)
  func scroll(first: Int, line: Int, height: Int, count: Int, expected: Int) {
    let found = FormRenderer().scrolled(first, toShow: line, height: height, count: count)
    #expect(found == expected)
    #expect((found..<found + height).contains(line))
  }

  /// Texts, and how an ASCII terminal shows them.
  static let texts: [(text: String, ascii: String)] = [
    ("plain", "plain"), ("“quoted” ‘it’s’", "\"quoted\" 'it's'"), ("a–b—c", "a-b-c"),
    ("more…", "more."), ("é", "e"), ("東京", "????"), ("👩‍👩‍👧!", "??!"), ("e\u{301}", "?"),
    ("a\u{A0}b", "a b"), ("␛", "?"),
  ]

  @Test(arguments: texts)
  func ascii(text: String, ascii: String) {
    var screen = Screen(columns: 20, rows: 1)
    screen.put(text, row: 0, column: 0, style: Style(attributes: .bold))
    screen.replaceNonASCII()
    #expect(screen.textLines == [ascii])
    #expect(screen.cell(row: 0, column: 0)?.style == Style(attributes: .bold))
  }

}
