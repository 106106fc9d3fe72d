import Messages
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// The diff of two frames, written over the first frame, gives the second.
@Suite("Successive frames")
struct ScreenFramesTests {
  static let texts = [
    "a", "hello", "two words", "  ", "            ", "kelp-web-dev/us-east-1", "日本語", "naïve",
    "👨‍👩‍👧", "🇳🇴", "e\u{301}a\u{308}o", "▸", "────", "x日y", "שלום", "abc مرحبا 12", "ไทย", "❤\u{FE0F}",
    "☎\u{FE0E}", "각", "…", "\u{9}tab", "한\u{301}",
  ]
  static let styles = [
    Style.plain, .plain, .plain, Style(attributes: .bold), Style(attributes: .reverse),
    Style(attributes: .underline), Style(attributes: .dim),
    Style(foreground: .ansi(2), attributes: .underline),
    Style(foreground: .rgb(10, 200, 30), background: .indexed(99)),
    Style(attributes: [.reverse, .underline]), Style(background: .ansi(4)),
  ]

  /// Draws and restyles at random positions, most often in the last column and the last row.
  static func scribble(_ screen: inout Screen, _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let style = styles.randomElement(using: &random) ?? .plain
      let row = edge(screen.rows, &random)
      let text = texts.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let size = Int.random(in: 1...30, using: &random)
        screen.fill(
          ScreenRect(row: row, column: edge(screen.columns, &random), rows: 3, columns: size),
          style: style)
      case 1:
        // A mark of one cell in many rows, like the marks of a search.
        let column = edge(screen.columns, &random)
        screen.restyle(ScreenRect(row: row, column: column, rows: 9, columns: 1)) { $0 = style }
      case 2:
        screen.put(text, row: row, column: screen.columns - displayWidth(text), style: style)
      case 3:
        let columns = Int.random(in: 1...20, using: &random)
        let column = edge(screen.columns, &random)
        screen.restyle(ScreenRect(row: row, column: column, rows: 1, columns: columns)) {
          $0.attributes.formSymmetricDifference(style.attributes)
        }
      default: screen.put(text, row: row, column: edge(screen.columns, &random), style: style)
      }
    }
    screen.cursor =
      Int.random(in: 0..<4, using: &random) == 0
      ? nil
      : ScreenPosition(row: edge(screen.rows, &random), column: edge(screen.columns, &random))
  }

  private static func edge(_ count: Int, _ random: inout SeededGenerator) -> Int {
    Int.random(in: 0..<4, using: &random) == 0
      ? count - 1 : Int.random(in: 0..<count, using: &random)
  }

  /// An emulator that shows a screen and its cursor, as after a form has drawn them.
  static func terminal(showing screen: Screen, wraps: Bool) -> VirtualTerminal {
    var terminal = VirtualTerminal(
      columns: screen.columns, rows: screen.rows, width: { displayWidth($0) })
    if !wraps { terminal.feed(TerminalModes.standard.enterBytes) }
    terminal.feed(ScreenDiff().bytes(from: nil, to: screen))
    return terminal
  }

  static func frames(
    _ random: inout SeededGenerator
  ) -> (before: Screen, after: Screen) {
    var before = Screen(
      columns: Int.random(in: 1...60, using: &random), rows: Int.random(in: 1...12, using: &random))
    scribble(&before, &random)
    var after = before
    if Int.random(in: 0..<5, using: &random) == 0 {
      after = Screen(columns: before.columns, rows: before.rows)
    }
    scribble(&after, &random)
    return (before, after)
  }

  static func check(
    _ terminal: VirtualTerminal, _ screen: Screen, _ note: String,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      screen.firstDifference(on: terminal) == nil, "\(note)", sourceLocation: location)
    #expect(terminal.unknown == [], "\(note)", sourceLocation: location)
    #expect(terminal.pen == VirtualTerminal.Pen(), "\(note)", sourceLocation: location)
    #expect(terminal.clears == 1, "\(note)", sourceLocation: location)
    guard let cursor = screen.cursor else {
      #expect(!terminal.isCursorVisible, "\(note)", sourceLocation: location)
      return
    }
    #expect(terminal.isCursorVisible, "\(note)", sourceLocation: location)
    #expect(
      terminal.row == cursor.row && terminal.column == cursor.column, "\(note)",
      sourceLocation: location)
  }

  @Test func framesThatFollowOneAnother() {
    for seed in PropertySeeds("a frame after another", count: TestDepth.count(150, thorough: 400)) {
      var random = SeededGenerator(seed: seed)
      let (before, after) = Self.frames(&random)
      let wraps = Bool.random(using: &random)
      var terminal = Self.terminal(showing: before, wraps: wraps)
      terminal.feed(ScreenDiff().bytes(from: before, to: after))
      Self.check(terminal, after, "seed \(seed), wraps: \(wraps)")
      terminal.feed(ScreenDiff().bytes(from: after, to: before))
      Self.check(terminal, before, "seed \(seed), back, wraps: \(wraps)")
    }
  }

  @Test(arguments: ColorDepth.allCases)
  func depths(depth: ColorDepth) {
    for seed in PropertySeeds("frames in \(depth)", count: 200) {
      var random = SeededGenerator(seed: seed)
      let (before, after) = Self.frames(&random)
      let diff = ScreenDiff(depth: depth)
      var terminal = VirtualTerminal(
        columns: after.columns, rows: after.rows, width: { displayWidth($0) })
      terminal.feed(diff.bytes(from: nil, to: before))
      terminal.feed(diff.bytes(from: before, to: after))
      var fresh = VirtualTerminal(
        columns: after.columns, rows: after.rows, width: { displayWidth($0) })
      fresh.feed(diff.bytes(from: nil, to: after))
      #expect(terminal.shown == fresh.shown, "seed \(seed)")
    }
  }

  /// A screen with a header, a list of names that starts at the given one, and a footer.
  static func list(
    from first: Int, highlighted: Int? = nil, rows: Int = 16, columns: Int = 60
  ) -> Screen {
    var screen = Screen(columns: columns, rows: rows + 5)
    screen.put("A list of names", row: 0, column: 1, style: Style(attributes: .bold))
    screen.put("Name", row: 2, column: 2)
    for row in 0..<rows {
      let name = "\(first + row)-name-of-a-host-\((first + row) * 7_919 % 1_000)/eu-west"
      screen.put(name, row: row + 3, column: 2)
      guard first + row == highlighted else { continue }
      screen.put("> ", row: row + 3, column: 0, style: Style(attributes: .reverse))
      screen.restyle(ScreenRect(row: row + 3, column: 2, rows: 1, columns: 12)) {
        $0.attributes = .reverse
      }
    }
    screen.put("Enter choose", row: rows + 4, column: 1, style: Style(attributes: .dim))
    screen.cursor = ScreenPosition(row: 2, column: 8)
    return screen
  }

  /// Lists that move and change at random, frame by frame, with and without wrapping.
  @Test(arguments: [true, false])
  func listsThatScroll(wraps: Bool) {
    for seed in PropertySeeds("lists that scroll", count: TestDepth.count(8, thorough: 60)) {
      var random = SeededGenerator(seed: seed)
      let rows = Int.random(in: 1...20, using: &random)
      let columns = Int.random(in: 12...70, using: &random)
      var first = 50
      var before = Self.list(from: first, rows: rows, columns: columns)
      var terminal = Self.terminal(showing: before, wraps: wraps)
      for step in 0..<12 {
        first += Int.random(in: -4...4, using: &random)
        var after = Self.list(
          from: first, highlighted: first + Int.random(in: 0..<rows, using: &random), rows: rows,
          columns: columns)
        if Int.random(in: 0..<3, using: &random) == 0 {
          Self.scribble(&after, &random)
        }
        terminal.feed(ScreenDiff().bytes(from: before, to: after))
        Self.check(terminal, after, "seed \(seed), step \(step)")
        before = after
      }
    }
  }
}
