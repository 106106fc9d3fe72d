import Testing
import WidgetTestSupport

@testable import TerminalForm

/// What differs between two frames, written in any order, gives the new frame.
@Suite("Patches of a screen")
struct ScreenPatchesTests {
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

  /// Draws and restyles at random, with a liking for the last column and the last row.
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
        // A mark of one cell in many rows, as a search gives it.
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

  /// An emulator that shows a screen, with its cursor, as a form would have left it.
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

  private func painter(_ before: Screen, _ after: Screen) -> ScreenPainter {
    var painter = ScreenPainter(screen: after, depth: .trueColor)
    painter.position = before.cursor
    return painter
  }

  @Test func framesThatFollowOneAnother() {
    for seed in PropertySeeds("a frame after another", count: 400) {
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

  /// The order of the pieces is free, so each order must give the same.
  @Test func piecesInAnyOrder() {
    var several = 0
    for seed in PropertySeeds("pieces in any order", count: 400) {
      var random = SeededGenerator(seed: seed)
      let (before, after) = Self.frames(&random)
      var painter = painter(before, after)
      guard let pieces = ScreenPatches(of: painter, over: before) else { continue }
      if pieces.patches.count > 3 { several += 1 }
      for piece in pieces.patches.shuffled(using: &random) {
        painter.paint(row: piece.row, piece.columns, over: before)
      }
      painter.finish(cursorWasVisible: before.cursor != nil)
      var terminal = Self.terminal(showing: before, wraps: Bool.random(using: &random))
      terminal.feed(painter.output)
      Self.check(terminal, after, "seed \(seed)")
    }
    #expect(several > 40, "most cases have no order to speak of")
  }

  @Test func theNearestPieceFirst() {
    var shorter = 0
    for seed in PropertySeeds("the nearest piece first", count: 400) {
      var random = SeededGenerator(seed: seed)
      let (before, after) = Self.frames(&random)
      var nearest = painter(before, after)
      guard let pieces = ScreenPatches(of: nearest, over: before) else { continue }
      nearest.paint(pieces, over: before)
      nearest.finish(cursorWasVisible: before.cursor != nil)
      var terminal = Self.terminal(showing: before, wraps: Bool.random(using: &random))
      terminal.feed(nearest.output)
      Self.check(terminal, after, "seed \(seed)")
      var inRows = painter(before, after)
      inRows.paint(over: before)
      inRows.finish(cursorWasVisible: before.cursor != nil)
      if nearest.output.count < inRows.output.count { shorter += 1 }
      let chosen = ScreenDiff(isSynchronized: false).bytes(from: before, to: after)
      #expect(chosen.count <= inRows.output.count, "seed \(seed)")
    }
    #expect(shorter > 20, "the order never pays")
  }

  /// The pieces cover what differs, each cell once, and nothing lies outside the screen.
  @Test func piecesCoverWhatDiffers() {
    for seed in PropertySeeds("pieces cover what differs", count: 500) {
      var random = SeededGenerator(seed: seed)
      let (before, after) = Self.frames(&random)
      let painter = painter(before, after)
      guard let pieces = ScreenPatches(of: painter, over: before)?.patches else { continue }
      var covered: Set<Int> = []
      for piece in pieces {
        #expect(!piece.columns.isEmpty && piece.columns.upperBound <= after.columns)
        for column in piece.columns {
          let isNew = covered.insert(piece.row * after.columns + column).inserted
          #expect(isNew, "seed \(seed), row \(piece.row), column \(column)")
        }
      }
      let differing = after.cells.indices.filter { painter.differs(at: $0, from: before) }
      #expect(covered.isSuperset(of: differing), "seed \(seed)")
    }
  }

  @Test func tooManyPiecesAreNone() {
    var before = Screen(columns: 80, rows: 3)
    before.put(String(repeating: "a", count: 80), row: 1, column: 0)
    func after(_ count: Int) -> Screen {
      var after = before
      for column in 0..<count { after.put("b", row: column / 40, column: column % 40 * 2) }
      return after
    }
    for (count, number) in [(1, 1), (64, 64), (65, nil), (80, nil)] {
      let after = after(count)
      let pieces = ScreenPatches(of: painter(before, after), over: before)
      #expect(pieces?.patches.count == number, "\(count)")
    }
  }

  /// A row before and after, and its pieces: their columns, in brackets those that are erased.
  static let rows: [(before: String, after: String, pieces: [Range<Int>])] = [
    ("", "", []), ("abc", "abc", []), ("abc", "xbz", [0..<1, 2..<3]), ("abc", "xyz", [0..<3]),
    ("abc", "", [0..<3]), ("abcdef", "", [0..<20]), ("abcdef", "x", [0..<1, 1..<20]),
    ("abcdefghijklmnopqrst", "x                  t", [0..<1, 1..<19]), ("日本", "日語", [2..<20]),
    ("日本", "ab", [0..<4]), ("a│b", "x│y", [0..<1, 2..<3]), ("a│b", "x┃y", [0..<20]),
  ]

  @Test(arguments: rows.indices)
  func pieces(_ index: Int) {
    let row = Self.rows[index]
    var (before, after) = (Screen(columns: 20, rows: 1), Screen(columns: 20, rows: 1))
    before.put(row.before, row: 0, column: 0)
    after.put(row.after, row: 0, column: 0)
    let pieces = ScreenPatches(of: painter(before, after), over: before)
    #expect(pieces?.patches.map(\.columns) == row.pieces, "\(row.before) → \(row.after)")
  }

  /// Marks of a search that grow by a cell in each row: a line feed, a backspace and the cell a row.
  @Test(arguments: [1, 2, 5, 16, 20, 60])
  func marksInManyRowsAreThreeBytesEach(count: Int) {
    func list(marked: Int) -> Screen {
      var screen = Screen(columns: 80, rows: 64)
      screen.put(String("kelp".prefix(marked)), row: 0, column: 10)
      let mark = Style(foreground: .ansi(2), attributes: .underline)
      for row in 0..<count {
        screen.put("kelp-web-dev/us-east-1", row: row + 2, column: 2)
        screen.restyle(ScreenRect(row: row + 2, column: 2, rows: 1, columns: marked)) { $0 = mark }
      }
      screen.cursor = ScreenPosition(row: 0, column: 10 + marked)
      return screen
    }
    for marked in 1..<4 {
      let bytes = ScreenDiff(isSynchronized: false)
        .bytes(from: list(marked: marked), to: list(marked: marked + 1))
      #expect(
        bytes.count <= 24 + 3 * count, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
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
}
