import FormEngine
import IntentModel
import Messages

/// A row's answer and the position where it is drawn.
struct RowAnswer {
  let row: FormRow
  let words: FormWords
  let isFocused: Bool
  let waiting: Waiting?
  let line: Int
  let column: Int
  /// The line of the text, if the row has a text of several lines; nil for any other answer.
  var text: String?
}

extension FormRenderer {
  /// Draws the answer and then the remarks about it.
  func drawAnswer(_ answer: RowAnswer, on screen: inout Screen) {
    let room = screen.columns - answer.column - 1
    guard room > 0 else { return }
    if answer.isFocused {
      screen.cursor = ScreenPosition(row: answer.line, column: answer.column)
    }
    var column = answer.column + drawControl(answer, room: room, on: &screen)
    for (text, style) in remarks(on: answer) {
      let left = screen.columns - column - 3
      // The word that marks a default is shown in full or not at all.
      let isWhole = displayWidth(text) <= left
      guard left >= 6, isWhole || !row(answer, saysOnly: text) else { return }
      column += 2
      column += screen.put(text.truncated(to: left), row: answer.line, column: column, style: style)
    }
  }

  /// Whether the word that marks a default is the only remark about a row.
  private func row(_ answer: RowAnswer, saysOnly text: String) -> Bool {
    answer.row.problem == nil && text == answer.words(.byDefault)
  }

  private func remarks(on answer: RowAnswer) -> [(String, Style)] {
    let (row, words) = (answer.row, answer.words)
    var remarks: [(String, Style)] = []
    if row.isLoading, let waiting = answer.waiting, !row.isElement {
      remarks.append((waiting.text(words(.loading) + glyphs.more, words), theme.secondary))
    }
    if row.isBeyondFamily, !row.value.isEmpty {
      remarks.append((words(.notInFamily), theme.secondary))
    }
    if let reason = row.hiddenReason {
      remarks.append((reason, theme.secondary))
    } else if let problem = row.problem {
      let retry = row.canRetry ? keys.name(of: .retry, in: .form, glyphs).map { " · " + $0 } : nil
      remarks.append(
        ("\(glyphs.problem) \(row.cause ?? problem)\(retry ?? "")", theme.problem))
    } else if row.isDefault, !row.value.isEmpty, !row.isElement, row.control != .family {
      remarks.append((words(.byDefault), theme.secondary))
    }
    return remarks
  }

  private func drawControl(_ answer: RowAnswer, room: Int, on screen: inout Screen) -> Int {
    let row = answer.row
    switch row.control {
    case .toggle(let isOn):
      let used = screen.put(
        isOn ? glyphs.on : glyphs.off, row: answer.line, column: answer.column,
        style: isOn ? theme.accent : theme.value, maxWidth: room)
      guard room - used > 1 else { return used }
      return used + 1
        + screen.put(
          row.value.truncated(to: room - used - 1), row: answer.line,
          column: answer.column + used + 1, style: style(of: row))
    case .slider(let position, let last):
      return drawSlider(answer, position, last, room: room, on: &screen)
    case .family, .choice, .stepper:
      return drawSteps(answer, room: room, on: &screen)
    // If there is no answer, the problem is drawn first.
    case .options where row.value.isEmpty && row.problem != nil: return -2
    case .options where row.value.isEmpty:
      return drawText(row.shownText + glyphs.more, answer, room: room, on: &screen)
    case .options, .field, .typedObject, .array, .button:
      return drawText(answer.text ?? row.shownText, answer, room: room, on: &screen)
    }
  }

  /// Draws a further line of a text of several lines.
  func drawText(_ answer: RowAnswer, on screen: inout Screen) {
    let room = screen.columns - answer.column - 1
    guard room > 0 else { return }
    _ = drawText(answer.text ?? "", answer, room: room, on: &screen)
  }

  private func style(of row: FormRow) -> Style {
    row.isBeyondFamily || row.value.isEmpty || row.id == nil || row.hiddenReason != nil
      ? theme.secondary : theme.value
  }

  private func drawText(
    _ text: String, _ answer: RowAnswer, room: Int, on screen: inout Screen
  ) -> Int {
    var text = text
    if let short = answer.row.shortValue, displayWidth(text) > room { text = short }
    return screen.put(
      text.truncated(to: room), row: answer.line, column: answer.column,
      style: style(of: answer.row))
  }

  /// Draws an answer that the arrow keys change, between two arrows while it has the focus.
  ///
  /// The space for the second arrow is always reserved, so nothing moves when the row gets the
  /// focus.
  private func drawSteps(_ answer: RowAnswer, room: Int, on screen: inout Screen) -> Int {
    let used = drawText(answer.row.shownText, answer, room: max(1, room - 2), on: &screen)
    guard room >= 4, used > 0 else { return used }
    if answer.isFocused {
      screen.put(
        glyphs.previous, row: answer.line, column: answer.column - 2, style: theme.focused)
      screen.put(
        glyphs.next, row: answer.line, column: answer.column + used + 1, style: theme.focused)
    }
    return used + 1
  }

  private func drawSlider(
    _ answer: RowAnswer, _ position: Int, _ last: Int, room: Int, on screen: inout Screen
  ) -> Int {
    let text = answer.row.shownText
    guard last > 0,
      let parts = SliderParts(answer.row, column: answer.column, columns: screen.columns)
    else { return drawText(text, answer, room: room, on: &screen) }
    if let ends = parts.ends {
      screen.put(ends.lower, row: answer.line, column: answer.column, style: theme.secondary)
      screen.put(
        ends.upper, row: answer.line, column: parts.track.upperBound + 1, style: theme.secondary)
    }
    let width = parts.track.count
    let knob = min(width - 1, max(0, position) * (width - 1) / last)
    for cell in 0..<width {
      let glyph = cell == knob ? glyphs.knob : cell < knob ? glyphs.filled : glyphs.track
      screen.put(
        glyph, row: answer.line, column: parts.track.lowerBound + cell,
        style: cell <= knob ? theme.accent : theme.secondary)
    }
    return parts.text - answer.column
      + screen.put(
        text, row: answer.line, column: parts.text, style: style(of: answer.row),
        maxWidth: answer.column + room - parts.text)
  }
}

/// The columns of the parts of a slider's row.
struct SliderParts {
  /// The columns of the track.
  let track: Range<Int>

  /// The texts next to the track; nil if the row is too narrow for them.
  let ends: (lower: String, upper: String)?

  /// The column of the value.
  let text: Int

  /// The number of cells of a full track, and of the shortest one.
  static let (whole, least) = (22, 6)

  /// The number of cells that the texts at both ends leave for a remark after the value.
  private static let remark = 12

  /// Divides a row into the parts of a slider.
  ///
  /// The result is nil if not even the shortest track fits, or if the text is not a value on the
  /// track: then the problem needs the space.
  ///
  /// - Parameters:
  ///   - row: The row of the slider.
  ///   - column: The column where the answer begins.
  ///   - columns: The width of the screen.
  init?(_ row: FormRow, column: Int, columns: Int) {
    guard row.problem == nil else { return nil }
    let room = columns - column - 1 - displayWidth(row.shownText)
    if let lower = row.bounds?.lower, let upper = row.bounds?.upper {
      let (before, after) = (displayWidth(lower) + 1, displayWidth(upper) + 3)
      if room >= before + Self.whole + after + Self.remark {
        ends = (lower, upper)
        track = column + before..<column + before + Self.whole
        text = track.upperBound + after
        return
      }
    }
    let width = min(Self.whole, room - 1)
    guard width >= Self.least else { return nil }
    ends = nil
    track = column..<column + width
    text = track.upperBound + 1
  }
}

extension FormRenderer {
  /// Draws the fields of the text being edited, side by side if they fit.
  func drawEditing(_ editing: TextEditing, _ answer: RowAnswer, on screen: inout Screen) {
    let room = screen.columns - answer.column - 1
    guard room > 0, editing.fields.indices.contains(editing.active) else { return }
    switch editing.layout {
    case .quantity(let units):
      return drawQuantity(editing, units, answer, room: room, on: &screen)
    case .line, .object, .duration: break
    }
    // The fields of a duration have short names and values.
    let fits = room >= editing.fields.count * (editing.fields.count > 2 ? 10 : 24)
    let shown = fits ? Array(editing.fields.indices) : [editing.active]
    let width = room / shown.count
    for (place, part) in shown.enumerated() {
      var column = answer.column + place * width
      var left = place == shown.count - 1 ? room - place * width : width - 2
      if !editing.labels[part].isEmpty {
        let label = editing.labels[part].truncated(to: max(1, left / 2 - 1))
        let used = screen.put(
          label + " ", row: answer.line, column: column, style: theme.secondary, maxWidth: left / 2)
        column += used
        left -= used
      }
      drawField(
        editing.fields[part], row: answer.line, column: column, width: left,
        hasCursor: part == editing.active, isSelected: editing.isSelected, on: &screen)
    }
  }

  /// Draws a text field, scrolled so that the cursor is visible.
  ///
  /// An ellipsis in the first or last cell shows that text is hidden there.
  func drawField(
    _ field: TextField, row: Int, column: Int, width: Int, hasCursor: Bool = true,
    isSelected: Bool = false, on screen: inout Screen
  ) {
    guard width > 0 else { return }
    screen.fill(
      ScreenRect(row: row, column: column, rows: 1, columns: width), style: theme.field)
    let characters = field.characters
    let cursor = hasCursor ? field.cursor : 0
    // One cell is kept for the cursor, and one for the ellipsis if text follows.
    let isInside = hasCursor && cursor < characters.count
    var start = cursor
    var before = 0
    while start > 0 {
      let wider = before + shownWidth(of: characters[start - 1])
      guard wider <= max(1, width - (isInside ? 2 : 1)) else { break }
      (start, before) = (start - 1, wider)
    }
    var end = start
    var used = 0
    while end < characters.count, used <= width {
      used += shownWidth(of: characters[end])
      end += 1
    }
    let shown = visible(String(characters[start..<end]))
    screen.put(
      shown, row: row, column: column, style: isSelected ? theme.highlight : theme.field,
      maxWidth: width)
    if start > 0, width > 2 {
      screen.put("…", row: row, column: column, style: theme.secondary)
    }
    if used > width, width > 2 {
      screen.put("…", row: row, column: column + width - 1, style: theme.secondary)
    }
    guard hasCursor else { return }
    screen.cursor = ScreenPosition(
      row: row, column: min(column + min(before, width - 1), screen.columns - 1))
  }

  /// The number of cells that a character occupies on the screen.
  private func shownWidth(of character: Character) -> Int {
    displayWidth(visible(String(character)))
  }
}
