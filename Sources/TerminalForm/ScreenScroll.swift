/// Rows of a screen that stand a few rows higher or lower than on the screen before.
///
/// A terminal moves them by itself when told between which rows (DECSTBM, with line feeds at the lower
/// end or reverse ones at the upper), which is shorter than writing every row of a long list anew.
struct ScreenScroll: Equatable {
  /// The rows between which the terminal moves what stands there.
  let region: Range<Int>
  /// By how many rows it moves up; negative where it moves down.
  let up: Int

  /// The furthest move that is looked for.
  static let furthest = 3
  /// Fewer rows are as well written.
  private static let fewestRows = 3

  /// The move that brings most rows to where they belong; nil where none brings enough of them.
  ///
  /// Screens with clusters of several scalars have none: where these end is not known for sure.
  init?(from before: Screen, to after: Screen) {
    guard before.clusters.isEmpty, after.clusters.isEmpty else { return nil }
    var best: (rows: [Int], up: Int) = ([], 0)
    for distance in 1...Self.furthest {
      for up in [distance, -distance] {
        let rows = Self.rows(of: after, from: before, up: up)
        if rows.count > best.rows.count { best = (rows, up) }
      }
    }
    guard best.rows.count >= Self.fewestRows, let first = best.rows.first,
      let last = best.rows.last
    else { return nil }
    up = best.up
    region = up > 0 ? first..<last + up + 1 : first + up..<last + 1
  }

  /// The rows that differ, but stand on the screen before so many rows below.
  private static func rows(of after: Screen, from before: Screen, up: Int) -> [Int] {
    (max(0, -up)..<max(max(0, -up), after.rows - max(0, up))).filter { row in
      let cells = after.cells[range(row, after)]
      return cells == before.cells[range(row + up, before)]
        && cells != before.cells[range(row, before)]
    }
  }

  private static func range(_ row: Int, _ screen: Screen) -> Range<Int> {
    row * screen.columns..<(row + 1) * screen.columns
  }

  /// What a screen looks like when the terminal has moved the rows.
  func moved(_ screen: Screen) -> Screen {
    var moved = screen
    for row in region {
      let source = row + up
      if region.contains(source) {
        moved.cells.replaceSubrange(
          Self.range(row, moved), with: screen.cells[Self.range(source, screen)])
      } else {
        for index in Self.range(row, moved) { moved.cells[index] = .blank }
      }
    }
    return moved
  }
}

extension ScreenPainter {
  /// Lets the terminal move rows; the pen is plain, and the cursor is in the corner afterwards.
  mutating func scroll(_ scroll: ScreenScroll) {
    emit("\u{1B}[")
    output.appendDecimal(scroll.region.lowerBound + 1)
    emit(";")
    output.appendDecimal(scroll.region.upperBound)
    emit("r")
    let start = scroll.up > 0 ? scroll.region.upperBound - 1 : scroll.region.lowerBound
    position = nil
    move(to: ScreenPosition(row: start, column: 0), isText: false)
    for _ in 0..<abs(scroll.up) {
      if scroll.up > 0 { emit("\n") } else { emit("\u{1B}M") }
    }
    emit("\u{1B}[r")
    position = ScreenPosition(row: 0, column: 0)
  }
}
