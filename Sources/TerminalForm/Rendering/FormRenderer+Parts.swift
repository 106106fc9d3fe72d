import FormEngine
import IntentModel
import Messages

extension FormRenderer {
  /// Draws a number and its unit; the active unit is drawn between two arrows, because keys change
  /// it.
  func drawQuantity(
    _ editing: TextEditing, _ units: [String], _ answer: RowAnswer, room: Int,
    on screen: inout Screen
  ) {
    let isUnit = editing.active == 1
    let unit = editing.fields[1].text
    let widest = units.map { displayWidth($0) }.max() ?? 0
    let width = max(6, min(24, room - widest - 5))
    let fits = room >= widest + 11
    if fits || !isUnit {
      drawField(
        editing.fields[0], row: answer.line, column: answer.column,
        width: min(room, fits ? width : room), hasCursor: !isUnit, on: &screen)
    }
    guard fits || isUnit else { return }
    let column = fits ? answer.column + width + 3 : answer.column
    let style = isUnit ? theme.highlight : theme.field
    let used = screen.put(
      unit, row: answer.line, column: column, style: style,
      maxWidth: max(0, answer.column + room - column))
    guard isUnit else { return }
    screen.cursor = ScreenPosition(row: answer.line, column: min(column, screen.columns - 1))
    if fits {
      screen.put(glyphs.previous, row: answer.line, column: column - 2, style: theme.focused)
      screen.put(glyphs.next, row: answer.line, column: column + used + 1, style: theme.focused)
    }
  }

  /// Draws the path being typed, with its completions below it.
  func drawCompletion(
    _ completion: PathCompletion, _ editing: TextEditing, _ form: FormPresentation,
    _ layout: FormLayout, viewport: inout FormViewport, on screen: inout Screen
  ) {
    guard let top = layout.body.first else { return }
    screen.put(glyphs.pointer, row: top, column: 0, style: theme.focused)
    var column = Self.textColumn
    column += screen.put(
      heading(of: form).truncated(to: max(1, screen.columns / 3)), row: top, column: column,
      style: theme.focused)
    column += 2
    drawField(
      editing.fields[0], row: top, column: min(column, screen.columns - 1),
      width: max(1, screen.columns - column - 2), on: &screen)
    let body = listBody(layout)
    let shown = completion.highlighted ?? 0
    let count = completion.candidates.count
    let start = Self.textColumn + 2
    viewport.firstChoice = scrolled(
      viewport.firstChoice, toShow: shown, height: max(1, body.count), count: count)
    for (row, index) in zip(body, viewport.firstChoice..<count) {
      let entry = completion.candidates[index]
      let isHighlighted = index == completion.highlighted
      let text = entry.text.truncated(to: max(1, screen.columns - start - 1))
      screen.put(
        text, row: row, column: start, style: entry.isFolder ? theme.accent : theme.value)
      if isHighlighted { highlight(text, row: row, column: start, on: &screen) }
    }
    drawScrollMarks(first: viewport.firstChoice, count: count, body, on: &screen)
  }
}
