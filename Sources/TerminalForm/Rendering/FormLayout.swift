/// How the lines of a screen are divided among header, body, preview, note and keys.
struct FormLayout {
  let columns: Int
  let rows: Int
  let headerRows: Int
  /// The number of lines for the note above the keys.
  let noteRows: Int
  /// Whether a rule separates the body from the footer.
  let hasFooterRule: Bool
  let keyRows: Int
  /// The number of lines below the body: the rule, the note and the keys.
  let footerRows: Int
  /// The number of lines for a preview below the rows.
  private(set) var previewRows = 0

  /// Divides a screen for a note of `noteLines` lines.
  ///
  /// If only one line is left, a note that must be shown replaces the keys.
  ///
  /// - Parameters:
  ///   - columns: The width of the screen.
  ///   - rows: The height of the screen.
  ///   - noteLines: The number of lines that the note needs.
  ///   - mustShowNote: Whether the note must be shown.
  ///   - bodyRows: The number of lines that the body needs; if necessary, the header gives up its
  ///     lines below the title for them.
  init(columns: Int, rows: Int, noteLines: Int, mustShowNote: Bool, bodyRows: Int = 0) {
    self.columns = columns
    self.rows = rows
    hasFooterRule = rows >= 12
    let hasNote = rows >= 7
    if hasNote {
      noteRows = rows >= 10 ? min(max(1, noteLines), max(rows >= 12 ? 3 : 2, rows / 6)) : 1
    } else {
      noteRows = mustShowNote && rows >= 2 ? 1 : 0
    }
    keyRows = hasNote ? 1 : rows >= 4 ? 1 - noteRows : 0
    let header = rows >= 14 ? 3 : rows >= 9 ? 2 : rows >= 5 ? 1 : 0
    footerRows = (hasFooterRule ? 1 : 0) + noteRows + keyRows
    headerRows = max(min(1, header), min(header, rows - footerRows - bodyRows))
  }

  /// The first line of the footer.
  var footerStart: Int { max(headerRows, rows - footerRows) }

  /// The lines between the header and the footer, except those of the preview.
  var body: Range<Int> { headerRows..<max(headerRows, footerStart - previewRows) }

  /// The lines of a preview.
  var preview: Range<Int> { body.upperBound..<footerStart }

  /// The lines that the preview of a small widget needs: a rule with its title, the picture, and a
  /// line with the number of hidden lines.
  private static let smallPreview = CellSize.box(of: .systemSmall).rows + 2

  /// Gives a preview half of the body, or as many lines as a small widget needs if enough lines
  /// remain for the rows of the form.
  ///
  /// In a small body, a few lines are left for the rows.
  mutating func makeRoomForPreview() {
    previewRows = 0
    let half = body.count >= 12 ? body.count / 2 : max(0, body.count - 3)
    previewRows = max(half, min(Self.smallPreview, body.count - 6))
  }
}
