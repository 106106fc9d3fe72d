import Messages
import Testing

@testable import TerminalForm
@testable import WidgetTestSupport

/// Pictures of screens that are drawn for people.
@Suite("Pictures of screens")
struct ScreenPictureTests {
  private func terminal(_ text: String, columns: Int = 8, rows: Int = 1) -> VirtualTerminal {
    var terminal = VirtualTerminal(columns: columns, rows: rows) { displayWidth($0) }
    terminal.feed(Array(text.utf8))
    return terminal
  }

  /// Cells as `column+width:text`.
  private func runs(_ text: String) -> [String] {
    ScreenPicture.runs(of: terminal(text).cells[0]).map { "\($0.column)+\($0.width):\($0.text)" }
  }

  static let rows: [(drawn: String, runs: [String])] = [
    ("", ["0+8:        "]), ("ab", ["0+8:ab      "]),
    ("a\u{1B}[1mb\u{1B}[mc", ["0+1:a", "1+1:b", "2+6:c     "]),
    ("東京a", ["0+2:東", "2+2:京", "4+4:a   "]), ("a東", ["0+1:a", "1+2:東", "3+5:     "]),
    ("\u{1B}[31m東\u{1B}[m", ["0+2:東", "2+6:      "]), ("abcdefgh", ["0+8:abcdefgh"]),
  ]

  @Test("cells of one pen are one text, wide ones stand alone", arguments: rows)
  func grouping(drawn: String, runs: [String]) {
    #expect(self.runs(drawn) == runs)
  }

  static let colors: [(codes: String, foreground: String, background: String)] = [
    ("", "#d7dae0", "#1b1d23"), ("31", "#e06c75", "#1b1d23"), ("92", "#b5e08f", "#1b1d23"),
    ("44", "#d7dae0", "#61afef"), ("107", "#d7dae0", "#ffffff"), ("7", "#1b1d23", "#d7dae0"),
    ("7;31", "#1b1d23", "#e06c75"), ("38;5;1", "#e06c75", "#1b1d23"),
    ("38;5;16", "#000000", "#1b1d23"), ("38;5;196", "#ff0000", "#1b1d23"),
    ("38;5;231", "#ffffff", "#1b1d23"), ("38;5;232", "#080808", "#1b1d23"),
    ("48;5;255", "#d7dae0", "#eeeeee"), ("38;2;1;20;255", "#0114ff", "#1b1d23"),
  ]

  @Test("colours of pens", arguments: colors)
  func color(codes: String, foreground: String, background: String) {
    let found = ScreenPicture.colors(of: terminal("\u{1B}[\(codes)mx").cells[0][0].pen)
    #expect(found == (foreground, background))
  }

  @Test("a whole picture")
  func whole() {
    let screen = terminal("a<\u{1B}[1;4;31m&\u{1B}[m", columns: 4, rows: 2)
    #expect(
      ScreenPicture(screen, title: "A \"small\" one").svg == """
        <svg xmlns="http://www.w3.org/2000/svg" width="57.6" height="60" viewBox="0 0 57.6 60" \
        role="img" font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" \
        font-size="14">
        <title>A &quot;small&quot; one</title>
        <rect width="100%" height="100%" rx="8" fill="#1b1d23"/>
        <text xml:space="preserve" x="12" y="25" textLength="16.8" fill="#d7dae0">a&lt;</text>
        <text xml:space="preserve" x="28.8" y="25" textLength="8.4" fill="#e06c75" \
        font-weight="bold" text-decoration="underline">&amp;</text>
        </svg>
        """)
  }

  @Test("backgrounds lie below the texts of their row")
  func order() throws {
    let svg = ScreenPicture(terminal("a\u{1B}[42mb"), title: "").svg
    let place = try #require(svg.firstRange(of: "fill=\"#98c379\"/>"))
    let text = try #require(svg.firstRange(of: ">a</text>"))
    #expect(place.upperBound < text.lowerBound)
  }

  static let styles: [(codes: String, attribute: String)] = [
    ("1", "font-weight=\"bold\""), ("2", "opacity=\"0.6\""), ("3", "font-style=\"italic\""),
    ("4", "text-decoration=\"underline\""), ("9", "text-decoration=\"line-through\""),
    ("4;9", "text-decoration=\"underline line-through\""),
  ]

  @Test("styles of pens", arguments: styles)
  func style(codes: String, attribute: String) {
    #expect(ScreenPicture(terminal("\u{1B}[\(codes)mx"), title: "").svg.contains(attribute))
    #expect(!ScreenPicture(terminal("x"), title: "").svg.contains(attribute))
  }
}
