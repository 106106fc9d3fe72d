import Messages

/// Writes the cells of a screen that differ from those of another, and tracks the pen and the
/// cursor.
struct ScreenPainter {
  let screen: Screen
  let depth: ColorDepth
  private(set) var output: [UInt8] = []
  /// The position of the terminal's cursor; nil if unknown.
  private var position: ScreenPosition?
  /// How certain ``position`` is, given the last character written.
  private var certainty = Certainty.exact
  private var pen = Style.plain

  private enum Certainty {
    /// The cursor is at ``position``.
    case exact
    /// Non-ASCII characters were written: the column may be wrong, but the row is right.
    case afterRun
    /// A cluster of several scalars was written: the cursor must be positioned before any other
    /// text.
    case afterCluster
  }

  /// The minimum number of blanks for which erasing takes fewer bytes than writing.
  private static let eraseThreshold = 10

  /// Makes a painter of a screen, for a terminal whose style is plain.
  ///
  /// - Parameter position: The position of the terminal's cursor; nil if unknown.
  init(screen: Screen, depth: ColorDepth, position: ScreenPosition? = nil) {
    self.screen = screen
    self.depth = depth
    self.position = position
  }

  mutating func clear() {
    emit("\u{1B}[m\u{1B}[H\u{1B}[2J")
    position = ScreenPosition(row: 0, column: 0)
  }

  /// Writes the cells that differ, row by row from the top.
  mutating func paint(over before: Screen) {
    for row in 0..<screen.rows where mayDiffer(row, from: before) {
      paint(row: row, over: before)
    }
  }

  /// Whether a row must be compared cell by cell.
  private func mayDiffer(_ row: Int, from before: Screen) -> Bool {
    let range = row * screen.columns..<(row + 1) * screen.columns
    return screen.cells[range] != before.cells[range]
      || !screen.clusters.isEmpty || !before.clusters.isEmpty
  }

  /// Restores plain style and moves the cursor to the screen's cursor position.
  mutating func finish(cursorWasVisible: Bool?) {
    setPen(.plain)
    guard let cursor = screen.cursor else {
      if cursorWasVisible != false {
        output.append(contentsOf: PrivateMode.visibleCursor.reset.utf8)
      }
      return
    }
    move(to: screen.inside(cursor), isText: false)
    if cursorWasVisible != true { output.append(contentsOf: PrivateMode.visibleCursor.set.utf8) }
  }

  /// Writes the cells of a row that differ, from left to right.
  private mutating func paint(row: Int, over before: Screen) {
    let start = row * screen.columns
    var column = 0
    var spill = 0
    while column < screen.columns {
      let cell = screen.cells[start + column]
      let changed = spill > 0 || differs(at: start + column, from: before)
      spill = max(0, spill - 1)
      guard changed, cell.width > 0 else {
        column += 1
        continue
      }
      if let erased = erase(row: row, column: column, before: before) {
        column = erased
        continue
      }
      write(cell, row: row, column: column)
      spill = max(spill, cell.isCluster ? spillOver(cell) : 0)
      column += Int(cell.width)
    }
  }

  /// The number of cells that a cluster may occupy on a terminal without support for grapheme
  /// clusters.
  ///
  /// These cells are rewritten.
  private func spillOver(_ cell: PackedCell) -> Int {
    let text = screen.text(of: cell)
    return text.reduce(0) { $0 + legacyWidth($1) }
  }

  private func differs(at index: Int, from before: Screen) -> Bool {
    if screen.looksSame(before, at: index) { return false }
    if depth == .trueColor { return true }
    let (new, old) = (screen.cells[index], before.cells[index])
    return new.width != old.width || screen.text(of: new) != before.text(of: old)
      || depth.shown(new.style) != depth.shown(old.style)
  }

  /// Erases the run of blanks that starts at a cell, and returns the column after it; nil if
  /// writing the blanks is shorter.
  private mutating func erase(row: Int, column: Int, before: Screen) -> Int? {
    guard let blanks = erasable(row: row, column: column, before: before) else { return nil }
    move(to: ScreenPosition(row: row, column: column), isText: false)
    setPen(.plain)
    if blanks.upperBound == screen.columns {
      emit("\u{1B}[K")
    } else {
      emitControl(blanks.count, "X")
    }
    return blanks.upperBound
  }

  /// The run of blanks that starts at a cell, if erasing it takes fewer bytes than writing it;
  /// otherwise nil.
  ///
  /// The range ends after the last blank that differs, or at the right edge.
  private func erasable(row: Int, column: Int, before: Screen) -> Range<Int>? {
    let start = row * screen.columns
    guard screen.cells[start + column].isErased else { return nil }
    var end = column
    var changed = 0
    while end < screen.columns, screen.cells[start + end].isErased {
      if differs(at: start + end, from: before) { changed = end - column + 1 }
      end += 1
    }
    if end == screen.columns && changed > 3 { return column..<end }
    return changed >= Self.eraseThreshold ? column..<column + changed : nil
  }

  private mutating func write(_ cell: PackedCell, row: Int, column: Int) {
    move(to: ScreenPosition(row: row, column: column), isText: !cell.isASCII && !cell.isCluster)
    emit(cell)
  }

  /// Writes a cell at the cursor.
  private mutating func emit(_ cell: PackedCell) {
    let style = depth.shown(cell.style)
    if !cell.isBlank || pen.onBlank != style { setPen(style) }
    if cell.isASCII {
      output.append(UInt8(truncatingIfNeeded: cell.glyph))
    } else {
      output.append(contentsOf: screen.text(of: cell).utf8)
      certainty = cell.isCluster ? .afterCluster : .afterRun
    }
    advance(by: Int(cell.width))
  }

  /// Tracks the cursor.
  ///
  /// Terminals differ at the right edge, so the cursor's position becomes unknown there.
  private mutating func advance(by width: Int) {
    guard let old = position, old.column + width < screen.columns else {
      position = nil
      return
    }
    position = ScreenPosition(row: old.row, column: old.column + width)
  }

  private mutating func setPen(_ style: Style) {
    guard style != pen else { return }
    output += SelectGraphicRendition.bytes(from: pen, to: style)
    pen = style
  }

  private mutating func emit(_ text: StaticString) {
    text.withUTF8Buffer { output.append(contentsOf: $0) }
  }

  /// Writes `CSI count final`, omitting a count of one.
  private mutating func emitControl(_ count: Int, _ final: Character) {
    emit("\u{1B}[")
    if count != 1 { output.appendDecimal(count) }
    output.append(contentsOf: String(final).utf8)
  }

  /// Moves the cursor to a row and column (CUP, ECMA-48 §8.3.21).
  ///
  /// The cursor is repositioned after a run of non-ASCII characters, but not within it.
  ///
  /// - Parameter isText: Whether a non-ASCII character follows.
  private mutating func move(to target: ScreenPosition, isText: Bool) {
    if position == target && (certainty == .exact || certainty == .afterRun && isText) { return }
    emit("\u{1B}[")
    if target.row > 0 || target.column > 0 { output.appendDecimal(target.row + 1) }
    if target.column > 0 {
      emit(";")
      output.appendDecimal(target.column + 1)
    }
    emit("H")
    position = target
    certainty = .exact
  }
}
