import IntentModel
import Messages

/// A position on a screen; rows and columns count from zero.
package struct ScreenPosition: Hashable, Sendable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A rectangle of cells; parts outside the screen are ignored.
package struct ScreenRect: Hashable, Sendable {
  package var row: Int
  package var column: Int
  package var rows: Int
  package var columns: Int

  package init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = rows
    self.columns = columns
  }
}

/// One frame: a grid of styled cells and a cursor.
///
/// All text passes through ``visible(_:)``, so no control byte reaches the terminal. Wide
/// characters are drawn whole or left out.
package struct Screen: Sendable {
  package let columns: Int
  package let rows: Int
  /// The position of the visible cursor; nil hides it.
  package var cursor: ScreenPosition?

  var cells: [PackedCell]
  /// The grapheme clusters of several scalars; cells refer to them by index.
  var clusters: [String] = []

  /// The maximum number of columns or rows.
  package static let sizeLimit = 4096
  /// The maximum number of scalars kept from one cluster.
  static let clusterLimit = 24

  /// Makes a blank screen; sizes are clamped to the range from 1 to ``sizeLimit``.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), Self.sizeLimit)
    self.rows = min(max(rows, 1), Self.sizeLimit)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The cell at a position; nil outside the screen.
  package func cell(row: Int, column: Int) -> Cell? {
    guard contains(row: row, column: column) else { return nil }
    let packed = cells[row * columns + column]
    return Cell(text: text(of: packed), width: Int(packed.width), style: packed.style)
  }

  /// The rows as text without trailing blanks or styles, for comparison in tests.
  package var textLines: [String] {
    (0..<rows).map { row in
      var line = cells[row * columns..<(row + 1) * columns].map(text(of:)).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  func text(of cell: PackedCell) -> String {
    if cell.width == 0 { return "" }
    if cell.isCluster { return clusters[Int(cell.glyph & ~PackedCell.clusterBit)] }
    return Unicode.Scalar(cell.glyph).map { String(Character($0)) } ?? "\u{FFFD}"
  }

  /// The nearest position on the screen.
  func inside(_ position: ScreenPosition) -> ScreenPosition {
    ScreenPosition(
      row: min(max(position.row, 0), rows - 1),
      column: min(max(position.column, 0), columns - 1))
  }

  func contains(row: Int, column: Int) -> Bool {
    row >= 0 && row < rows && column >= 0 && column < columns
  }
}

extension Screen: Equatable {
  /// Whether two screens look the same and have the cursor at the same position.
  package static func == (left: Screen, right: Screen) -> Bool {
    left.columns == right.columns && left.rows == right.rows && left.cursor == right.cursor
      && left.cells.indices.allSatisfy { left.looksSame(right, at: $0) }
  }

  /// Whether a cell looks the same on another screen of the same size.
  func looksSame(_ other: Screen, at index: Int) -> Bool {
    let (mine, theirs) = (cells[index], other.cells[index])
    guard mine.isCluster && theirs.isCluster else { return mine == theirs }
    return mine.width == theirs.width && mine.hasSameStyle(as: theirs)
      && text(of: mine) == other.text(of: theirs)
  }
}

extension Screen {
  /// Replaces every character that is not ASCII with the first character of its ``ASCIIText``.
  ///
  /// A wide character becomes two question marks, so nothing moves.
  mutating func replaceNonASCII() {
    for index in cells.indices where !cells[index].isASCII || cells[index].width != 1 {
      let cell = cells[index]
      cells[index] = PackedCell(glyph: Self.replacement(for: cell), style: cell.style)
    }
  }

  private static func replacement(for cell: PackedCell) -> UInt32 {
    guard !cell.isCluster, cell.width == 1, let scalar = Unicode.Scalar(cell.glyph) else {
      return 0x3F
    }
    // A cell holds one character, so ß becomes s and an ellipsis becomes one dot.
    return ASCIIText.text(String(Character(scalar))).utf8.first.map(UInt32.init) ?? 0x3F
  }
}

/// One cell of a screen, for reading.
package struct Cell: Hashable, Sendable {
  /// The grapheme cluster; empty in the right half of a wide character.
  package let text: String
  /// The width, 1 or 2 cells; 0 for the right half of a wide character.
  package let width: Int
  package let style: Style
}

/// A cell in sixteen bytes without references, so frames are cheap to build and compare.
struct PackedCell: Equatable {
  /// A scalar, or an index into the screen's clusters if the top bit is set.
  var glyph: UInt32
  var foreground: UInt32
  var background: UInt32
  var attributes: UInt8
  var width: UInt8

  static let clusterBit: UInt32 = 0x8000_0000
  static let blank = PackedCell(glyph: 0x20, style: .plain)

  init(glyph: UInt32, width: UInt8 = 1, style: Style) {
    self.glyph = glyph
    self.width = width
    foreground = style.foreground.packed
    background = style.background.packed
    attributes = style.attributes.rawValue
  }

  var style: Style {
    Style(
      foreground: TerminalColor(packed: foreground), background: TerminalColor(packed: background),
      attributes: TextAttributes(rawValue: attributes))
  }

  var isCluster: Bool { glyph & Self.clusterBit != 0 }
  var isASCII: Bool { glyph < 0x80 }
  var isBlank: Bool { glyph == 0x20 }

  /// Whether the cell is the blank that erasing leaves behind.
  var isErased: Bool { self == .blank }

  func hasSameStyle(as other: PackedCell) -> Bool {
    foreground == other.foreground && background == other.background
      && attributes == other.attributes
  }
}
