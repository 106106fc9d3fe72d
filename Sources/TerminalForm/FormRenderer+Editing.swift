import IntentModel
import FormEngine

extension FormRenderer {
  /// The parts of a text being edited, side by side where there is room.
  func drawEditing(_ editing: TextEditing, _ answer: RowAnswer, on screen: inout Screen) {
    let room = screen.columns - answer.column - 1
    guard room > 0, editing.fields.indices.contains(editing.active) else { return }
    switch editing.layout {
    case .date(let parts): return drawDate(editing, parts, answer, room: room, on: &screen)
    case .quantity(let units):
      return drawQuantity(editing, units, answer, room: room, on: &screen)
    case .line, .object, .duration: break
    }
    // The unit fields of a duration have names and values of a few characters.
    let fits = room >= editing.fields.count * (editing.fields.count > 2 ? 10 : 24)
    let shown = fits ? Array(editing.fields.indices) : [editing.active]
    let width = room / shown.count
    for (place, part) in shown.enumerated() {
      var column = answer.column + place * width
      var left = place == shown.count - 1 ? room - place * width : width - 2
      if !editing.labels[part].isEmpty {
        let used = screen.put(
          editing.labels[part] + " ", row: answer.line, column: column, style: theme.secondary,
          maxWidth: left / 2)
        column += used
        left -= used
      }
      drawField(
        editing.fields[part], row: answer.line, column: column, width: left,
        hasCursor: part == editing.active, on: &screen)
    }
  }

  /// A text in a field of some cells, scrolled so that the cursor is seen.
  ///
  /// What is left out at an end shows as a dim sign in its first or last cell.
  func drawField(
    _ field: TextField, row: Int, column: Int, width: Int, hasCursor: Bool = true,
    on screen: inout Screen
  ) {
    guard width > 0 else { return }
    screen.fill(
      ScreenRect(row: row, column: column, rows: 1, columns: width), style: theme.field)
    let before = visible(hasCursor ? field.textBeforeCursor : "")
    let whole = visible(field.text)
    // One cell for the cursor, and one for the sign that more follows.
    let isInside = hasCursor && field.cursor < field.characters.count
    let skipped = skip(before, toFit: max(1, width - (isInside ? 2 : 1)))
    let kept = String(whole.dropFirst(skipped))
    screen.put(kept, row: row, column: column, style: theme.field, maxWidth: width)
    if skipped > 0, width > 2 {
      screen.put("…", row: row, column: column, style: theme.secondary)
    }
    if displayWidth(kept) > width, width > 2 {
      screen.put("…", row: row, column: column + width - 1, style: theme.secondary)
    }
    guard hasCursor else { return }
    let cursor = displayWidth(String(before.dropFirst(skipped)))
    screen.cursor = ScreenPosition(
      row: row, column: min(column + min(cursor, width - 1), screen.columns - 1))
  }

  /// How many characters to leave out at the left so that the rest fits with a sign before it.
  private func skip(_ text: String, toFit width: Int) -> Int {
    guard displayWidth(text) > width else { return 0 }
    var left = width
    var kept = 0
    for character in text.reversed() {
      left -= displayWidth(character)
      if left < 0 { break }
      kept += 1
    }
    return text.count - kept
  }
}
