import IntentModel
import Messages
import WidgetForm

extension Screen {
  /// Writes text into a row, and returns the number of cells written.
  ///
  /// Text ends at the right edge or after `maxWidth` cells, whichever comes first. Text to the left
  /// of column 0 is cut off. Characters with no width, such as a lone combining mark, are left out.
  @discardableResult
  package mutating func put(
    _ text: String, row: Int, column: Int, style: Style = .plain, maxWidth: Int = .max
  ) -> Int {
    guard row >= 0, row < rows, column < columns, column > -Self.sizeLimit, maxWidth > 0
    else { return 0 }
    let end = maxWidth < columns - column ? column + maxWidth : columns
    if column >= 0 && VisibleText.isPlainASCII(text) {
      return putASCII(text, row: row, column: column, end: end, style: style)
    }
    var at = column
    var written = 0
    var last: (column: Int, character: Character, width: Int)?
    for character in visible(text) {
      let width = clusterWidth(character)
      if width == 0 { continue }
      if at + width > end { break }
      if at >= 0 {
        set(row: row, column: at, glyph: glyph(of: character), width: width, style: style)
        written += width
        last = (at, character, width)
      }
      at += width
    }
    // On a terminal that reorders text, the mark keeps the reordering within this text.
    if let last, RightToLeft.isIn(text) {
      let marked = cluster(String(last.character) + RightToLeft.mark)
      set(row: row, column: last.column, glyph: marked, width: last.width, style: style)
    }
    return written
  }

  /// Fills a rectangle with a character that occupies one cell; the default is a blank.
  package mutating func fill(_ rect: ScreenRect, with character: Character = " ", style: Style) {
    let harmless = visible(String(character)).first ?? " "
    let glyph = clusterWidth(harmless) == 1 ? glyph(of: harmless) : 0x20
    forEachCell(in: rect) { screen, row, column in
      screen.set(row: row, column: column, glyph: glyph, width: 1, style: style)
    }
  }

  /// Changes the style of existing text in a rectangle.
  ///
  /// A wide character changes if its left half is in the rectangle.
  package mutating func restyle(_ rect: ScreenRect, _ change: (inout Style) -> Void) {
    forEachCell(in: rect) { screen, row, column in
      let index = row * screen.columns + column
      let cell = screen.cells[index]
      if cell.width == 0 { return }
      var style = cell.style
      change(&style)
      if cell.isBlank { style = style.onBlank }
      screen.cells[index] = PackedCell(glyph: cell.glyph, width: cell.width, style: style)
      if cell.width == 2 {
        screen.cells[index + 1] = PackedCell(glyph: cell.glyph, width: 0, style: style)
      }
    }
  }

  private mutating func putASCII(
    _ text: String, row: Int, column: Int, end: Int, style: Style
  ) -> Int {
    var at = column
    let inked = PackedCell(glyph: 0x20, style: style)
    let blank = PackedCell(glyph: 0x20, style: style.onBlank)
    for byte in text.utf8 {
      if at >= end { break }
      var cell = byte == 0x20 ? blank : inked
      cell.glyph = UInt32(byte)
      releaseHalves(row: row, column: at)
      cells[row * columns + at] = cell
      at += 1
    }
    return at - column
  }

  private mutating func set(row: Int, column: Int, glyph: UInt32, width: Int, style: Style) {
    let style = glyph == 0x20 ? style.onBlank : style
    releaseHalves(row: row, column: column)
    let index = row * columns + column
    cells[index] = PackedCell(glyph: glyph, width: UInt8(width), style: style)
    if width == 2 {
      releaseHalves(row: row, column: column + 1)
      cells[index] = PackedCell(glyph: glyph, width: 2, style: style)
      cells[index + 1] = PackedCell(glyph: glyph, width: 0, style: style)
    }
  }

  /// Blanks the other half of a wide character that is about to lose the half in this cell.
  private mutating func releaseHalves(row: Int, column: Int) {
    let index = row * columns + column
    switch cells[index].width {
    case 0 where column > 0: blank(index - 1)
    case 2 where column + 1 < columns: blank(index + 1)
    default: break
    }
  }

  private mutating func blank(_ index: Int) {
    cells[index] = PackedCell(glyph: 0x20, style: cells[index].style.onBlank)
  }

  private mutating func glyph(of character: Character) -> UInt32 {
    let scalars = character.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first { return scalar.value }
    return cluster(String(String.UnicodeScalarView(scalars.prefix(Self.clusterLimit))))
  }

  /// Stores a cluster of several scalars and returns the glyph that refers to it.
  private mutating func cluster(_ text: String) -> UInt32 {
    if clusters.last != text { clusters.append(text) }
    return PackedCell.clusterBit | UInt32(clusters.count - 1)
  }

  private mutating func forEachCell(
    in rect: ScreenRect, _ body: (inout Screen, Int, Int) -> Void
  ) {
    for row in Self.clipped(rect.row, rect.rows, to: rows) {
      for column in Self.clipped(rect.column, rect.columns, to: columns) {
        body(&self, row, column)
      }
    }
  }

  private static func clipped(_ start: Int, _ count: Int, to limit: Int) -> Range<Int> {
    let low = min(max(start, 0), limit)
    let high = count <= 0 || start >= limit ? low : min(limit, max(low, start + min(count, limit)))
    return low..<high
  }
}
