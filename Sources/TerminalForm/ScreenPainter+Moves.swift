/// One way to bring the cursor to a place: first to its row, then to its column.
private struct CursorPath {
  enum Rows {
    case same
    /// Line feeds. They keep the column, because nothing turns them into more in raw mode, and never
    /// scroll, because the row they lead to is on the screen.
    case feeds(Int)
    case down(Int)
    case up(Int)
    /// Row and column at once.
    case absolute
  }

  enum Columns {
    case same
    case column
    case backspaces(Int)
    case left(Int)
    case right(Int)
    /// Writing once more what stands from a column on.
    case rewrite(from: Int)
    case start
    case startThenRight(Int)
    case startThenRewrite

    /// Whether a carriage return comes before anything else.
    var isFromStart: Bool {
      switch self {
      case .start, .startThenRight, .startThenRewrite: true
      default: false
      }
    }
  }

  var rows: Rows
  var columns = Columns.same
  /// The length in bytes.
  var cost: Int
}

extension ScreenPainter {
  /// Brings the cursor to a place by the shortest way.
  ///
  /// `isText` says that a character beyond ASCII follows at once: a run of these needs no anchor
  /// inside, only behind it.
  mutating func move(to target: ScreenPosition, isText: Bool) {
    if isAt(target, isText: isText) { return }
    perform(path(to: target), target)
    position = target
    certainty = .exact
  }

  /// The bytes that a move takes.
  func moveCost(to target: ScreenPosition, isText: Bool) -> Int {
    isAt(target, isText: isText) ? 0 : path(to: target).cost
  }

  private func isAt(_ target: ScreenPosition, isText: Bool) -> Bool {
    position == target && (certainty == .exact || certainty == .afterRun && isText)
  }

  private func path(to target: ScreenPosition) -> CursorPath {
    let absolute = CursorPath(rows: .absolute, cost: absoluteCost(target))
    guard let position else { return absolute }
    var path = rowsPath(target.row - position.row)
    guard path.cost < absolute.cost else { return absolute }
    let columns = columnsPath(from: position.column, to: target)
    path.columns = columns.way
    path.cost += columns.cost
    return path.cost < absolute.cost ? path : absolute
  }

  private func rowsPath(_ down: Int) -> CursorPath {
    if down == 0 { return CursorPath(rows: .same, cost: 0) }
    if down < 0 { return CursorPath(rows: .up(-down), cost: controlCost(-down)) }
    let cost = controlCost(down)
    return down < cost
      ? CursorPath(rows: .feeds(down), cost: down) : CursorPath(rows: .down(down), cost: cost)
  }

  /// The shortest way to a column of the row the cursor is in; what needs no column to start from
  /// comes first.
  private func columnsPath(
    from column: Int, to target: ScreenPosition
  ) -> (way: CursorPath.Columns, cost: Int) {
    if target.column == 0 {
      return certainty == .exact && column == 0 ? (.same, 0) : (.start, 1)
    }
    var best = (way: CursorPath.Columns.column, cost: 3 + digits(target.column + 1))
    func consider(_ way: CursorPath.Columns, _ cost: Int) {
      if cost < best.cost { best = (way, cost) }
    }
    consider(.startThenRight(target.column), 1 + controlCost(target.column))
    if 1 + target.column < best.cost, isRewritable(0..<target.column, row: target.row) {
      consider(.startThenRewrite, 1 + target.column)
    }
    guard certainty == .exact else { return best }
    let right = target.column - column
    if right == 0 { return (.same, 0) }
    if right < 0 {
      consider(.backspaces(-right), -right)
      consider(.left(-right), controlCost(-right))
    } else {
      consider(.right(right), controlCost(right))
      if right < best.cost, isRewritable(column..<target.column, row: target.row) {
        consider(.rewrite(from: column), right)
      }
    }
    return best
  }

  /// Whether cells are ASCII in the style of the pen, so that they can be written once more.
  private func isRewritable(_ columns: Range<Int>, row: Int) -> Bool {
    columns.allSatisfy { column in
      let cell = screen.cells[row * screen.columns + column]
      guard cell.isASCII, cell.width == 1 else { return false }
      let style = depth.shown(cell.style)
      return style == pen || cell.isBlank && style == pen.onBlank
    }
  }

  private func absoluteCost(_ target: ScreenPosition) -> Int {
    if target.column == 0 { return target.row == 0 ? 3 : 3 + digits(target.row + 1) }
    return 4 + digits(target.row + 1) + digits(target.column + 1)
  }

  private func controlCost(_ count: Int) -> Int {
    count == 1 ? 3 : 3 + digits(count)
  }

  private func digits(_ number: Int) -> Int {
    number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 4
  }

  private mutating func perform(_ path: CursorPath, _ target: ScreenPosition) {
    if path.columns.isFromStart { output.append(13) }
    switch path.rows {
    case .same: break
    case .feeds(let count): output.append(contentsOf: repeatElement(10, count: count))
    case .down(let count): emitControl(count, "B")
    case .up(let count): emitControl(count, "A")
    case .absolute: return emitAbsolute(target)
    }
    switch path.columns {
    case .same: break
    case .column: emitControl(target.column + 1, "G")
    case .backspaces(let count): output.append(contentsOf: repeatElement(8, count: count))
    case .left(let count): emitControl(count, "D")
    case .right(let count): emitControl(count, "C")
    case .rewrite(let column): rewrite(column..<target.column, row: target.row)
    case .start: break
    case .startThenRight(let count): emitControl(count, "C")
    case .startThenRewrite: rewrite(0..<target.column, row: target.row)
    }
  }

  private mutating func rewrite(_ columns: Range<Int>, row: Int) {
    for column in columns { emit(screen.cells[row * screen.columns + column]) }
  }

  private mutating func emitAbsolute(_ target: ScreenPosition) {
    emit("\u{1B}[")
    if target.row > 0 || target.column > 0 { output.appendDecimal(target.row + 1) }
    if target.column > 0 {
      emit(";")
      output.appendDecimal(target.column + 1)
    }
    emit("H")
  }
}
