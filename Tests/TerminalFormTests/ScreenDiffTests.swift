import Testing
import WidgetTestSupport

@testable import TerminalForm

@Suite("Screen diff")
struct ScreenDiffTests {
  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
  }

  private func screen(_ lines: [String], cursor: ScreenPosition? = nil) -> Screen {
    var screen = Screen(columns: 40, rows: max(3, lines.count))
    for (row, line) in lines.enumerated() { screen.put(line, row: row, column: 0) }
    screen.cursor = cursor
    return screen
  }

  @Test func nothingChangedIsNothing() {
    let one = screen(["日本 hello 👨‍👩‍👧"], cursor: ScreenPosition(row: 0, column: 2))
    #expect(ScreenDiff().bytes(from: one, to: one).isEmpty)
    #expect(ScreenDiff().bytes(from: screen([]), to: screen([])).isEmpty)
  }

  /// The screens before and after, and the exact bytes.
  static let exact: [(before: [String], after: [String], bytes: String)] = [
    (["abc"], ["abd"], "␛[1;3Hd"),
    (["abc"], ["xbc"], "␛[Hx"),
    (["", "abc"], ["", "xbc"], "␛[2Hx"),
    (["a.c"], ["x.z"], "␛[Hx␛[1;3Hz"),
    (["a", "b"], ["x", "y"], "␛[Hx␛[2Hy"),
    (["a0123456789b"], ["x0123456789y"], "␛[Hx␛[1;12Hy"),
    (["long enough to erase"], ["long"], "␛[1;6H␛[K"),
    (["abc"], ["ab"], "␛[1;3H "),
    (["0123456789 0123456789x"], ["                     x"], "␛[H␛[21X"),
    (["日本a"], ["日語b"], "␛[1;3H語␛[1;5Hb"),
    (["│a│"], ["┃b┃"], "␛[H┃␛[1;2Hb┃"),
  ]

  @Test(arguments: exact)
  func exactBytes(before: [String], after: [String], bytes: String) {
    let diff = ScreenDiff().bytes(from: screen(before), to: screen(after))
    #expect(text(diff) == bytes)
  }

  @Test func cursorComesAndGoes() {
    let place = ScreenPosition(row: 1, column: 4)
    let hidden = screen(["a"])
    let shown = screen(["a"], cursor: place)
    #expect(text(ScreenDiff().bytes(from: hidden, to: shown)) == "␛[2;5H␛[?25h")
    #expect(text(ScreenDiff().bytes(from: shown, to: hidden)) == "␛[?25l")
    let moved = screen(["a"], cursor: ScreenPosition(row: 1, column: 3))
    #expect(text(ScreenDiff().bytes(from: shown, to: moved)) == "␛[2;4H")
    let outside = screen(["a"], cursor: ScreenPosition(row: 99, column: -1))
    #expect(text(ScreenDiff().bytes(from: hidden, to: outside)) == "␛[3H␛[?25h")
  }

  @Test func firstFrameClearsOnceAndResizeAgain() {
    let small = screen(["hello"])
    var large = Screen(columns: 50, rows: 9)
    large.put("hello", row: 0, column: 0)
    let whole = "␛[m␛[H␛[2Jhello␛[?25l"
    #expect(text(ScreenDiff().bytes(from: nil, to: small)) == whole)
    #expect(text(ScreenDiff().bytes(from: small, to: large)) == whole)
  }

  @Test func longTextsAreBracketed() {
    let lines = ["one line that is long enough", "and another, so that the text has", "many bytes"]
    let more = lines + lines
    let bytes = text(ScreenDiff().bytes(from: nil, to: screen(more)))
    #expect(bytes.hasPrefix("␛[?2026h") && bytes.hasSuffix("␛[?2026l"))
    let plain = text(ScreenDiff(isSynchronized: false).bytes(from: nil, to: screen(more)))
    #expect("␛[?2026h" + plain + "␛[?2026l" == bytes)
  }

  @Test func moveInAListIsShort() {
    func list(selected: Int) -> Screen {
      var screen = Screen(columns: 120, rows: 40)
      let chosen = Style(foreground: .ansi(6), attributes: .bold)
      for row in 0..<30 {
        let isChosen = row == selected
        screen.put(isChosen ? "›" : " ", row: row + 3, column: 2, style: chosen)
        screen.put("option \(row)", row: row + 3, column: 4, style: isChosen ? chosen : .plain)
      }
      return screen
    }
    for row in 0..<29 {
      #expect(
        ScreenDiff().bytes(from: list(selected: row), to: list(selected: row + 1)).count <= 150)
      #expect(
        ScreenDiff().bytes(from: list(selected: row + 1), to: list(selected: row)).count <= 150)
    }
  }

  @Test func clustersMakeWhatFollowsBeWrittenAgain() {
    // A terminal without grapheme clusters draws the family emoji six cells wide, over "bcd".
    let diff = ScreenDiff().bytes(from: screen(["xxbcdefgh"]), to: screen(["👨‍👩‍👧bcdefgh"]))
    #expect(text(diff) == "␛[H👨‍👩‍👧␛[1;3Hbcdefg")
  }

  @Test(arguments: [
    (ColorDepth.none, "␛[1m"), (.ansi16, "␛[1;91m"), (.indexed256, "␛[1;38;5;203m"),
    (.trueColor, "␛[1;38;2;255;80;80m"),
  ])
  func depth(_ depth: ColorDepth, pen: String) {
    var after = screen([])
    after.put(
      "x", row: 0, column: 0, style: Style(foreground: .rgb(255, 80, 80), attributes: .bold))
    let bytes = text(ScreenDiff(depth: depth).bytes(from: screen([]), to: after))
    #expect(bytes == "␛[H\(pen)x␛[m")
  }

  @Test func coloursThatLookTheSameAreNotWritten() {
    var one = screen([])
    var two = screen([])
    one.put("x", row: 0, column: 0, style: Style(foreground: .rgb(255, 0, 0)))
    two.put("x", row: 0, column: 0, style: Style(foreground: .rgb(254, 0, 0)))
    #expect(ScreenDiff(depth: .ansi16).bytes(from: one, to: two).isEmpty)
    #expect(!ScreenDiff(depth: .trueColor).bytes(from: one, to: two).isEmpty)
  }
}

@Suite("Pen")
struct SelectGraphicRenditionTests {
  static let cases: [(old: Style, new: Style, text: String)] = [
    (.plain, .plain, ""),
    (Style(attributes: .bold), .plain, "[m"),
    (.plain, Style(attributes: [.bold, .underline]), "[1;4m"),
    (Style(attributes: .bold), Style(attributes: .dim), "[;2m"),
    (Style(attributes: [.bold, .dim]), Style(attributes: .bold), "[;1m"),
    (Style(attributes: .underline), Style(attributes: [.underline, .reverse]), "[7m"),
    (Style(attributes: [.underline, .reverse]), Style(attributes: .reverse), "[24m"),
    (Style(attributes: [.dim, .underline]), Style(attributes: .underline), "[22m"),
    (Style(attributes: .underline), Style(foreground: .ansi(2), attributes: .underline), "[32m"),
    (Style(foreground: .ansi(2), attributes: .reverse), Style(foreground: .ansi(2)), "[27m"),
    (Style(attributes: .reverse), Style(attributes: .underline), "[;4m"),
    (Style(foreground: .rgb(0, 10, 255)), Style(foreground: .rgb(0, 9, 99)), "[38;2;0;9;99m"),
    (Style(foreground: .ansi(1)), Style(foreground: .ansi(9)), "[91m"),
    (Style(foreground: .ansi(17)), Style(background: .ansi(8)), "[;100m"),
    (Style(attributes: [.reverse, .italic]), Style(attributes: .reverse), "[23m"),
    (
      Style(foreground: .rgb(1, 2, 3), attributes: .italic), Style(foreground: .rgb(1, 2, 3)),
      "[23m"
    ),
    (Style(background: .indexed(7)), Style(foreground: .indexed(8)), "[;38;5;8m"),
    (.plain, Style(attributes: .strikethrough), "[9m"),
  ]

  @Test(arguments: cases)
  func change(old: Style, new: Style, text: String) {
    let expected = text.isEmpty ? "" : "\u{1B}" + text
    #expect(
      String(decoding: SelectGraphicRendition.bytes(from: old, to: new), as: UTF8.self) == expected)
  }
}
