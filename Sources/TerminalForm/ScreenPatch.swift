/// Cells of a row that are written together.
struct ScreenPatch {
  var row: Int
  var columns: Range<Int>
  /// The style of the first cell that is more than a blank.
  var style: Style
  /// Whether there are only blanks so far, so that other pens will do too.
  var isBlank: Bool
  /// Whether a character beyond ASCII comes first.
  var isText = false
}

/// What differs in a screen, in pieces that can be written in any order.
///
/// A row in which characters beyond ASCII change is one piece: what a terminal makes of them may reach
/// into the cells behind, which are therefore written later. Any other row falls apart where the
/// style changes or cells stay as they are.
struct ScreenPatches {
  /// Screens that differ in more pieces are better written row by row, and sooner.
  static let limit = 64

  private(set) var patches: [ScreenPatch] = []

  /// Nil when there are more pieces than ``limit``.
  init?(of painter: ScreenPainter, over before: Screen) {
    for row in 0..<painter.screen.rows where painter.mayDiffer(row, from: before) {
      add(row, of: painter, over: before)
      if patches.count > Self.limit { return nil }
    }
  }

  private mutating func add(_ row: Int, of painter: ScreenPainter, over before: Screen) {
    let start = row * painter.screen.columns
    let changed = (0..<painter.screen.columns).filter {
      painter.differs(at: start + $0, from: before)
    }
    guard let first = changed.first else { return }
    let isPlain = changed.allSatisfy {
      let cell = painter.screen.cells[start + $0]
      return cell.isASCII && cell.width == 1
    }
    guard isPlain else {
      let cell = painter.screen.cells[start + first]
      patches.append(
        ScreenPatch(
          row: row, columns: first..<painter.screen.columns, style: painter.depth.shown(cell.style),
          isBlank: cell.isBlank, isText: !cell.isASCII && !cell.isCluster))
      return
    }
    var done = 0
    for column in changed where column >= done {
      if let blanks = painter.erasable(row: row, column: column, before: before) {
        patches.append(ScreenPatch(row: row, columns: blanks, style: .plain, isBlank: false))
        done = blanks.upperBound
      } else {
        let cell = painter.screen.cells[start + column]
        add(row, column, painter.depth.shown(cell.style), isBlank: cell.isBlank)
        done = column + 1
      }
    }
  }

  /// Adds a cell to the last piece, or where it does not fit begins another.
  private mutating func add(_ row: Int, _ column: Int, _ style: Style, isBlank: Bool) {
    if let last = patches.last, last.row == row, last.columns.upperBound == column {
      let index = patches.count - 1
      if last.style == style || isBlank && last.style.onBlank == style {
        patches[index].columns = last.columns.lowerBound..<column + 1
        if last.style == style { patches[index].isBlank = last.isBlank && isBlank }
        return
      }
      if last.isBlank, last.style == style.onBlank {
        patches[index] = ScreenPatch(
          row: row, columns: last.columns.lowerBound..<column + 1, style: style, isBlank: false)
        return
      }
    }
    patches.append(
      ScreenPatch(row: row, columns: column..<column + 1, style: style, isBlank: isBlank))
  }
}

extension ScreenPainter {
  /// Writes pieces, always the one next that takes the fewest bytes to begin.
  ///
  /// So what has one style tends to be written with one change of the pen.
  mutating func paint(_ pieces: ScreenPatches, over before: Screen) {
    var left = pieces.patches
    var costs = PenCosts()
    while !left.isEmpty {
      var best = (index: 0, cost: Int.max)
      for (index, patch) in left.enumerated() {
        var cost = patch.isBlank && pen.onBlank == patch.style ? 0 : costs.cost(pen, patch.style)
        guard cost < best.cost else { continue }
        let start = ScreenPosition(row: patch.row, column: patch.columns.lowerBound)
        cost += moveCost(to: start, isText: patch.isText)
        if cost < best.cost { best = (index, cost) }
      }
      let patch = left.remove(at: best.index)
      paint(row: patch.row, patch.columns, over: before)
    }
  }
}

/// The lengths of the changes from one pen to others.
private struct PenCosts {
  private var pen = Style.plain
  private var known: [(style: Style, cost: Int)] = []

  mutating func cost(_ pen: Style, _ style: Style) -> Int {
    if pen == style { return 0 }
    if pen != self.pen {
      self.pen = pen
      known = []
    }
    if let found = known.first(where: { $0.style == style }) { return found.cost }
    let cost = SelectGraphicRendition.length(from: pen, to: style)
    known.append((style, cost))
    return cost
  }
}
