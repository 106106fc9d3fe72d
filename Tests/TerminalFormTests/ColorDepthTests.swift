import Testing
import WidgetTestSupport

@testable import TerminalForm

/// The colour depth that an environment supports, and the replacements for colours that it cannot
/// show.
@Suite("Colour depth")
struct ColorDepthTests {
  /// Variables, and the resulting colour depth.
  static let environments: [(String, ColorDepth)] = [
    ("", .none), ("TERM=", .none), ("TERM=dumb", .none), ("TERM=dumb COLORTERM=truecolor", .none),
    ("TERM=vt100", .ansi16), ("TERM=linux", .ansi16), ("TERM=xterm", .ansi16),
    ("TERM=screen", .ansi16), ("TERM=xterm-color", .ansi16), ("TERM=xterm-256color", .indexed256),
    ("TERM=screen-256color", .indexed256), ("TERM=tmux-256color", .indexed256),
    ("TERM=xterm-256colors", .ansi16), ("TERM=xterm-direct", .trueColor),
    ("TERM=xterm COLORTERM=truecolor", .trueColor), ("TERM=xterm COLORTERM=24bit", .trueColor),
    ("TERM=xterm COLORTERM=yes", .ansi16), ("TERM=xterm-256color COLORTERM=", .indexed256),
    ("TERM=xterm COLORTERM=TrueColor", .ansi16), ("COLORTERM=truecolor", .none),
    ("TERM=xterm NO_COLOR=1", .none), ("TERM=xterm NO_COLOR=0", .none),
    ("TERM=xterm NO_COLOR=", .ansi16), ("TERM=xterm CLICOLOR=0", .none),
    ("TERM=xterm CLICOLOR=1", .ansi16), ("TERM=xterm CLICOLOR=", .ansi16),
    ("TERM=xterm-direct NO_COLOR=1 COLORTERM=24bit", .none),
  ]

  @Test(arguments: environments)
  func promised(variables: String, depth: ColorDepth) {
    var environment: [String: String] = [:]
    for pair in variables.split(separator: " ") {
      let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
      environment[String(parts[0])] = String(parts[1])
    }
    #expect(ColorDepth(environment: environment) == depth)
  }

  @Test(
    arguments: [
      (nil, false), ("", false), ("dumb", false), ("linux", true), ("xterm", true),
    ] as [(String?, Bool)])
  func drawing(term: String?, isPossible: Bool) {
    #expect(canDraw(term) == isPossible)
  }

  /// A colour, and its replacements with 256 and with 16 colours.
  static let colors: [(TerminalColor, TerminalColor, TerminalColor)] = [
    (.default, .default, .default), (.ansi(0), .ansi(0), .ansi(0)),
    (.ansi(15), .ansi(15), .ansi(15)),
    (.indexed(0), .indexed(0), .ansi(0)), (.indexed(9), .indexed(9), .ansi(9)),
    (.indexed(16), .indexed(16), .ansi(0)), (.indexed(231), .indexed(231), .ansi(15)),
    (.indexed(196), .indexed(196), .ansi(9)), (.indexed(46), .indexed(46), .ansi(10)),
    (.indexed(51), .indexed(51), .ansi(14)), (.indexed(244), .indexed(244), .ansi(8)),
    (.rgb(0, 0, 0), .indexed(16), .ansi(0)), (.rgb(255, 255, 255), .indexed(231), .ansi(15)),
    (.rgb(255, 0, 0), .indexed(196), .ansi(9)), (.rgb(205, 0, 0), .indexed(160), .ansi(1)),
    (.rgb(0, 255, 0), .indexed(46), .ansi(10)), (.rgb(0, 0, 255), .indexed(21), .ansi(4)),
    (.rgb(128, 128, 128), .indexed(244), .ansi(8)), (.rgb(8, 8, 8), .indexed(232), .ansi(0)),
    (.rgb(238, 238, 238), .indexed(255), .ansi(7)), (.rgb(95, 135, 175), .indexed(67), .ansi(8)),
    (.rgb(1, 2, 3), .indexed(16), .ansi(0)), (.rgb(95, 95, 95), .indexed(59), .ansi(8)),
  ]

  @Test(arguments: colors)
  func nearest(color: TerminalColor, indexed: TerminalColor, named: TerminalColor) {
    #expect(ColorDepth.none.shown(color) == .default)
    #expect(ColorDepth.trueColor.shown(color) == color)
    #expect(ColorDepth.indexed256.shown(color) == indexed)
    #expect(ColorDepth.ansi16.shown(color) == named)
  }

  @Test func stylesKeepTheirAttributes() {
    let style = Style(
      foreground: .rgb(255, 0, 0), background: .indexed(21), attributes: [.bold, .underline])
    let shown = ColorDepth.allCases.map { $0.shown(style) }
    #expect(shown.map(\.attributes) == Array(repeating: [.bold, .underline], count: 4))
    #expect(shown.map(\.foreground) == [.default, .ansi(9), .indexed(196), .rgb(255, 0, 0)])
    #expect(shown.map(\.background) == [.default, .ansi(4), .indexed(21), .indexed(21)])
  }

  /// Numbers in xterm's palette, with their red, green and blue values.
  static let numbers: [(UInt8, UInt8, UInt8, UInt8)] = [
    (0, 0, 0, 0), (1, 205, 0, 0), (7, 229, 229, 229), (12, 92, 92, 255), (15, 255, 255, 255),
    (16, 0, 0, 0), (17, 0, 0, 95), (21, 0, 0, 255), (22, 0, 95, 0), (51, 0, 255, 255),
    (52, 95, 0, 0), (110, 135, 175, 215), (196, 255, 0, 0), (231, 255, 255, 255), (232, 8, 8, 8),
    (233, 18, 18, 18), (244, 128, 128, 128), (255, 238, 238, 238),
  ]

  @Test(arguments: numbers)
  func palette(number: UInt8, red: UInt8, green: UInt8, blue: UInt8) {
    #expect(Palette.color(number) == Palette.RGB(red, green, blue))
  }

  @Test func noOtherColourOfTheCubeAndTheGreysIsNearer() {
    var random = SeededGenerator(seed: 23)
    for _ in 0..<2_000 {
      var byte: UInt8 { UInt8(truncatingIfNeeded: random.next()) }
      let base = byte
      // Half of the colours are nearly grey, so that both the colour cube and the greys are
      // candidates.
      let color =
        random.next().isMultiple(of: 2)
        ? Palette.RGB(base, base &+ byte % 12, base &+ byte % 12) : Palette.RGB(base, byte, byte)
      let chosen = Palette.nearestIndex(color)
      let least = (16...255).map { Palette.color($0).distance(to: color) }.min()
      #expect(chosen >= 16)
      #expect(Palette.color(chosen).distance(to: color) == least, "\(random): \(color)")
    }
  }

  @Test(arguments: [
    TerminalColor.default, .ansi(0), .ansi(15), .indexed(0), .indexed(255), .rgb(0, 0, 0),
    .rgb(255, 255, 255), .rgb(1, 2, 3), .rgb(0, 0, 1),
  ])
  func packingKeepsColours(color: TerminalColor) {
    #expect(TerminalColor(packed: color.packed) == color)
  }

  @Test func packedColoursDiffer() {
    let colors: [TerminalColor] = [
      .default, .ansi(0), .ansi(1), .indexed(0), .indexed(1), .rgb(0, 0, 0), .rgb(0, 0, 1),
    ]
    #expect(Set(colors.map(\.packed)).count == colors.count)
    #expect(TerminalColor.ansi(16).packed == TerminalColor.ansi(0).packed)
  }
}

/// The escape sequences between two styles.
@Suite("Pen changes")
struct PenChangeTests {
  static let bold = Style(attributes: .bold)
  static let red = Style(foreground: .ansi(1))

  static let changes: [(Style, Style, String)] = [
    (.plain, .plain, ""), (bold, bold, ""), (bold, .plain, "␛[m"), (.plain, bold, "␛[1m"),
    (.plain, Style(attributes: .dim), "␛[2m"), (.plain, Style(attributes: .italic), "␛[3m"),
    (.plain, Style(attributes: .underline), "␛[4m"), (.plain, Style(attributes: .reverse), "␛[7m"),
    (.plain, Style(attributes: .strikethrough), "␛[9m"),
    (.plain, Style(attributes: [.bold, .dim, .reverse]), "␛[1;2;7m"), (.plain, red, "␛[31m"),
    (.plain, Style(foreground: .ansi(9)), "␛[91m"), (.plain, Style(background: .ansi(1)), "␛[41m"),
    (.plain, Style(background: .ansi(15)), "␛[107m"),
    (.plain, Style(foreground: .indexed(9)), "␛[38;5;9m"),
    (.plain, Style(background: .indexed(200)), "␛[48;5;200m"),
    (.plain, Style(foreground: .rgb(1, 2, 3)), "␛[38;2;1;2;3m"),
    (.plain, Style(background: .rgb(0, 0, 0)), "␛[48;2;0;0;0m"),
    (red, Style(foreground: .ansi(2)), "␛[32m"),
    (red, Style(foreground: .ansi(1), attributes: .bold), "␛[1m"),
    (Style(foreground: .ansi(1), attributes: .bold), red, "␛[22m"),
    (Style(foreground: .ansi(1), attributes: .bold), bold, "␛[39m"),
    (Style(attributes: [.bold, .dim]), Style(attributes: .dim), "␛[;2m"),
    (bold, Style(attributes: .dim), "␛[;2m"),
    (
      Style(foreground: .rgb(1, 2, 3), attributes: [.bold, .dim]),
      Style(foreground: .rgb(1, 2, 3), attributes: .bold), "␛[22;1m"
    ),
    (Style(attributes: [.italic, .underline, .reverse]), Style(attributes: .underline), "␛[;4m"),
    (Style(attributes: [.italic, .underline]), Style(attributes: .underline), "␛[23m"),
    (Style(foreground: .ansi(1), background: .ansi(2)), red, "␛[49m"),
  ]

  @Test(arguments: changes)
  func change(old: Style, new: Style, text: String) {
    let bytes = SelectGraphicRendition.bytes(from: old, to: new)
    #expect(String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛") == text)
  }

  /// A style, and the part of it that is visible on a blank.
  static let blanks: [(Style, Style)] = [
    (.plain, .plain), (bold, .plain), (red, .plain),
    (Style(background: .ansi(4), attributes: .bold), Style(background: .ansi(4))),
    (
      Style(foreground: .ansi(1), attributes: [.bold, .underline]),
      Style(foreground: .ansi(1), attributes: .underline)
    ),
    (
      Style(attributes: [.italic, .reverse, .strikethrough]),
      Style(attributes: [.reverse, .strikethrough])
    ),
  ]

  @Test(arguments: blanks)
  func blank(style: Style, shown: Style) {
    #expect(style.onBlank == shown)
  }
}
