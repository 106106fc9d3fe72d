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
  /// The lines of a preview below the rows.
  private(set) var previewRows = 0

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

  /// The line below the body, where the footer begins.
  var footerStart: Int { max(headerRows, rows - footerRows) }

  /// The lines between header and footer, but for those of a preview.
  var body: Range<Int> { headerRows..<max(headerRows, footerStart - previewRows) }

  /// The lines of a preview.
  var preview: Range<Int> { body.upperBound..<footerStart }

  /// Gives a preview half of the body, or what three rows of the form leave of a small one.
  mutating func makeRoomForPreview() {
    previewRows = 0
    previewRows = body.count >= 12 ? body.count / 2 : max(0, body.count - 3)
  }
}
