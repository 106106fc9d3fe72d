import Testing
import WidgetTestSupport

@testable import TerminalForm

/// Rows that the terminal itself moves up or down.
@Suite("Scrolled rows")
struct ScreenScrollTests {
  /// A screen with a head, a list of names from one of them on, and a foot.
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

  /// Lists before and after by their first names, the rows the terminal moves, and how far.
  static let moves: [(before: Int, after: Int, region: Range<Int>?, up: Int)] = [
    (0, 1, 3..<19, 1), (1, 0, 3..<19, -1), (7, 9, 3..<19, 2), (9, 7, 3..<19, -2),
    (20, 23, 3..<19, 3), (23, 20, 3..<19, -3), (0, 0, nil, 0), (0, 4, nil, 0), (4, 0, nil, 0),
    (0, 100, nil, 0),
  ]

  @Test(arguments: moves.indices)
  func move(_ index: Int) {
    let (before, after, region, up) = Self.moves[index]
    let scroll = ScreenScroll(from: Self.list(from: before), to: Self.list(from: after))
    #expect(scroll?.region == region)
    #expect(scroll?.up ?? 0 == up)
  }

  @Test func aShortListIsWritten() {
    for (rows, isMoved) in [(1, false), (3, false), (4, true), (5, true)] {
      let scroll = ScreenScroll(
        from: Self.list(from: 0, rows: rows), to: Self.list(from: 1, rows: rows))
      #expect((scroll != nil) == isMoved, "\(rows)")
    }
  }

  @Test func clustersAreWritten() {
    var (before, after) = (Self.list(from: 0), Self.list(from: 1))
    before.put("👨‍👩‍👧", row: 0, column: 40)
    #expect(ScreenScroll(from: before, to: after) == nil)
    after.put("e\u{301}", row: 0, column: 40)
    #expect(ScreenScroll(from: Self.list(from: 0), to: after) == nil)
  }

  /// The frame before, moved, is the frame after in all rows that were found to have moved.
  @Test(arguments: [1, 2, 3, -1, -2, -3])
  func moved(up: Int) throws {
    let (before, after) = (Self.list(from: 10), Self.list(from: 10 + up))
    let moved = try #require(ScreenScroll(from: before, to: after)).moved(before)
    let same = (0..<after.rows).filter { moved.textLines[$0] == after.textLines[$0] }
    #expect(same.count == after.rows - abs(up))
    #expect(moved.textLines.filter(\.isEmpty).count == 2 + abs(up))
  }

  @Test func theExactBytes() {
    let diff = ScreenDiff(isSynchronized: false)
    func text(_ before: Int, _ after: Int) -> String {
      // Byte by byte: to a string a carriage return and a line feed are one character.
      let signs: [UInt8: String] = [0x1B: "␛", 0x0D: "↵", 0x0A: "↓"]
      return diff.bytes(from: Self.list(from: before), to: Self.list(from: after))
        .map { signs[$0] ?? String(Unicode.Scalar($0)) }.joined()
    }
    #expect(text(0, 1) == "␛[4;19r␛[19H↓␛[r␛[19;3H16-name-of-a-host-704/eu-west␛[3;9H")
    #expect(text(1, 0) == "␛[4;19r␛[4H␛M␛[r↓↓↓  0-name-of-a-host-0/eu-west␛[3;9H")
    #expect(
      text(0, 2)
        == "␛[4;19r␛[19H↓↓␛[r␛[18;3H16-name-of-a-host-704/eu-west↵↓  "
        + "17-name-of-a-host-623/eu-west␛[3;9H")
  }

  /// A step that scrolls costs a sixth of writing all rows, for names of any length.
  @Test(arguments: [40, 60, 80, 200])
  func aStepThatScrollsIsShort(columns: Int) {
    for first in 0..<20 {
      let before = Self.list(from: first, highlighted: first + 15, columns: columns)
      let after = Self.list(from: first + 1, highlighted: first + 16, columns: columns)
      for (one, two) in [(before, after), (after, before)] {
        let bytes = ScreenDiff().bytes(from: one, to: two)
        #expect(bytes.count <= 150, "\(first): \(bytes.count)")
      }
    }
  }

  /// Lists moved and changed at random, one frame after another, with and without wrapping.
  @Test(arguments: [true, false])
  func framesThatFollowOneAnother(wraps: Bool) {
    var moves = 0
    for seed in PropertySeeds("scrolled frames", count: TestDepth.count(20, thorough: 60)) {
      var random = SeededGenerator(seed: seed)
      let rows = Int.random(in: 1...20, using: &random)
      let columns = Int.random(in: 12...70, using: &random)
      var first = 50
      var before = Self.list(from: first, rows: rows, columns: columns)
      var terminal = ScreenPatchesTests.terminal(showing: before, wraps: wraps)
      for step in 0..<12 {
        first += Int.random(in: -4...4, using: &random)
        var after = Self.list(
          from: first, highlighted: first + Int.random(in: 0..<rows, using: &random), rows: rows,
          columns: columns)
        if Int.random(in: 0..<3, using: &random) == 0 {
          ScreenPatchesTests.scribble(&after, &random)
        }
        if ScreenScroll(from: before, to: after) != nil { moves += 1 }
        terminal.feed(ScreenDiff().bytes(from: before, to: after))
        ScreenPatchesTests.check(terminal, after, "seed \(seed), step \(step)")
        #expect(terminal.margins == 0..<after.rows, "seed \(seed), step \(step)")
        before = after
      }
    }
    #expect(moves > TestDepth.count(33, thorough: 100), "hardly anything moves")
  }
}
