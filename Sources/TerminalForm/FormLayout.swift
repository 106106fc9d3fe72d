/// How many lines of a screen go to what.
struct FormLayout {
  let columns: Int
  let rows: Int
  let headerRows: Int
  /// The lines of the note above the keys.
  let noteRows: Int
  /// Whether a rule parts the body from the footer.
  let hasFooterRule: Bool
  let keyRows: Int

  /// Lays a screen out for a note of some lines.
  ///
  /// Where there is no line for both, a note that must be seen takes the place of the keys.
  init(columns: Int, rows: Int, noteLines: Int, mustShowNote: Bool) {
    self.columns = columns
    self.rows = rows
    headerRows = rows >= 14 ? 3 : rows >= 9 ? 2 : rows >= 5 ? 1 : 0
    hasFooterRule = rows >= 12
    let hasNote = rows >= 7
    if hasNote {
      noteRows = rows >= 14 ? min(max(1, noteLines), rows / 6) : 1
    } else {
      noteRows = mustShowNote && rows >= 2 ? 1 : 0
    }
    keyRows = hasNote ? 1 : rows >= 4 ? 1 - noteRows : 0
  }

  var footerRows: Int { (hasFooterRule ? 1 : 0) + noteRows + keyRows }

  /// The lines between header and footer.
  var body: Range<Int> { headerRows..<max(headerRows, rows - footerRows) }
}
