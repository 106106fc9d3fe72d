import FormEngine

extension FormRenderer {
  func drawRows(
    _ form: FormPresentation, _ layout: FormLayout, viewport: inout FormViewport,
    showsWaiting: Bool, on screen: inout Screen
  ) {
    let height = layout.body.count
    guard height > 0 else { return }
    viewport.firstRow = scrolled(
      viewport.firstRow, toShow: form.focused, height: height, count: form.rows.count)
    let labels = labelWidth(of: form, columns: layout.columns)
    for (line, index) in zip(layout.body, viewport.firstRow..<form.rows.count) {
      let row = form.rows[index]
      let isFocused = index == form.focused
      drawLabel(row, line: line, width: labels, isFocused: isFocused, on: &screen)
      drawAnswer(
        row, form: form, line: line, column: labels + 3, isFocused: isFocused,
        showsWaiting: showsWaiting, on: &screen)
    }
    drawScrollMarks(
      first: viewport.firstRow, height: height, count: form.rows.count, layout, on: &screen)
  }

  /// The first line to show so that one of them is seen, moved as little as possible.
  func scrolled(_ first: Int, toShow line: Int, height: Int, count: Int) -> Int {
    let highest = max(0, count - height)
    var first = min(first, highest)
    if line < first { first = line }
    if line >= first + height { first = line - height + 1 }
    return min(max(0, first), highest)
  }

  private func drawScrollMarks(
    first: Int, height: Int, count: Int, _ layout: FormLayout, on screen: inout Screen
  ) {
    guard count > height else { return }
    let column = layout.columns - 1
    if first > 0 {
      screen.put("↑", row: layout.body.lowerBound, column: column, style: theme.secondary)
    }
    if first + height < count {
      screen.put("↓", row: layout.body.upperBound - 1, column: column, style: theme.secondary)
    }
  }

  private func labelWidth(of form: FormPresentation, columns: Int) -> Int {
    let widest = form.rows.map { $0.depth * 2 + displayWidth($0.label) }.max() ?? 0
    return min(max(8, widest + 1), max(6, columns * 2 / 5))
  }

  private func drawLabel(
    _ row: FormRow, line: Int, width: Int, isFocused: Bool, on screen: inout Screen
  ) {
    if isFocused {
      screen.put(glyphs.pointer, row: line, column: 0, style: theme.focused)
    }
    if row.isModified, row.id != nil {
      screen.put(glyphs.modified, row: line, column: 1, style: theme.modified)
    }
    guard row.control != .button else { return }
    let indent = min(row.depth * 2, max(0, width - 4))
    let style = isFocused ? theme.focused : row.isBeyondFamily ? theme.secondary : theme.label
    screen.put(
      row.label.truncated(to: width - indent), row: line, column: 2 + indent, style: style,
      maxWidth: width - indent)
  }

  private func drawAnswer(
    _ row: FormRow, form: FormPresentation, line: Int, column: Int, isFocused: Bool,
    showsWaiting: Bool, on screen: inout Screen
  ) {
    let room = screen.columns - column - 1
    guard room > 0 else { return }
    if isFocused, let editing = form.editing {
      drawEditing(editing, line: line, column: column, room: room, on: &screen)
      return
    }
    if row.control == .button {
      let text = "[ \(row.label) ]"
      let style = isFocused ? theme.highlight : theme.label
      screen.put(text, row: line, column: 2, style: style)
      if isFocused { screen.cursor = ScreenPosition(row: line, column: 2) }
      return
    }
    if isFocused { screen.cursor = ScreenPosition(row: line, column: column) }
    var used = drawControl(row, line: line, column: column, room: room, isFocused, on: &screen)
    if row.isLoading, showsWaiting {
      used += screen.put(
        " asking" + glyphs.more, row: line, column: column + used, style: theme.secondary,
        maxWidth: room - used)
    }
    if let problem = row.problem, room - used > 6 {
      let text = " \(glyphs.problem) \(problem)".truncated(to: room - used)
      screen.put(text, row: line, column: column + used, style: theme.problem)
    }
  }

  private func style(of row: FormRow) -> Style {
    if row.isBeyondFamily { return theme.secondary }
    if row.value.isEmpty { return theme.secondary }
    return row.isDefault ? theme.defaultValue : theme.value
  }

  private func drawControl(
    _ row: FormRow, line: Int, column: Int, room: Int, _ isFocused: Bool, on screen: inout Screen
  ) -> Int {
    switch row.control {
    case .toggle(let isOn):
      let box = isOn ? glyphs.on : glyphs.off
      let used = screen.put(
        box, row: line, column: column, style: isOn ? theme.accent : theme.value, maxWidth: room)
      return used
        + screen.put(
          " " + row.value, row: line, column: column + used, style: style(of: row),
          maxWidth: room - used)
    case .slider(let position, let last):
      return drawSlider(row, position, last, line: line, column: column, room: room, on: &screen)
    case .family, .choice, .stepper:
      let text = row.value.isEmpty ? row.placeholder : row.value
      let shown = isFocused ? "\(glyphs.previous) \(text) \(glyphs.next)" : text
      return screen.put(
        shown.truncated(to: room), row: line, column: column, style: style(of: row))
    case .options:
      let text = row.value.isEmpty ? row.placeholder + glyphs.more : row.value
      return screen.put(
        text.truncated(to: room), row: line, column: column, style: style(of: row))
    case .field, .typedObject, .array, .button:
      let text = row.value.isEmpty ? row.placeholder : row.value
      return screen.put(
        text.truncated(to: room), row: line, column: column, style: style(of: row))
    }
  }

  private func drawSlider(
    _ row: FormRow, _ position: Int, _ last: Int, line: Int, column: Int, room: Int,
    on screen: inout Screen
  ) -> Int {
    let text = row.value.isEmpty ? row.placeholder : row.value
    let width = min(22, room - displayWidth(text) - 1)
    guard width >= 6, last > 0 else {
      return screen.put(text.truncated(to: room), row: line, column: column, style: style(of: row))
    }
    let knob = min(width - 1, position * (width - 1) / last)
    for cell in 0..<width {
      let glyph = cell == knob ? glyphs.knob : cell < knob ? glyphs.filled : glyphs.track
      let style = cell <= knob ? theme.accent : theme.secondary
      screen.put(glyph, row: line, column: column + cell, style: style)
    }
    return width
      + screen.put(
        " " + text, row: line, column: column + width, style: style(of: row),
        maxWidth: room - width)
  }

  /// The text being edited, scrolled so that the cursor is seen.
  private func drawEditing(
    _ editing: TextEditing, line: Int, column: Int, room: Int, on screen: inout Screen
  ) {
    let field = editing.fields[editing.active]
    let label = editing.labels[editing.active]
    var start = column
    var width = room
    if !label.isEmpty {
      let used = screen.put(
        label + ": ", row: line, column: column, style: theme.secondary, maxWidth: room / 2)
      start += used
      width -= used
    }
    let before = visible(field.textBeforeCursor)
    let skipped = skip(before, toFit: max(1, width - 1))
    let text = visible(field.text).dropFirst(skipped)
    screen.put(
      String(text).prefix(cells: width), row: line, column: start, style: theme.value,
      maxWidth: width)
    let cursor = displayWidth(String(before.dropFirst(skipped)))
    screen.cursor = ScreenPosition(row: line, column: min(start + cursor, screen.columns - 1))
  }

  /// How many characters to leave out at the left so that the rest fits.
  private func skip(_ text: String, toFit width: Int) -> Int {
    var width = width
    var kept = 0
    for character in text.reversed() {
      width -= displayWidth(character)
      if width < 0 { return text.count - kept }
      kept += 1
    }
    return 0
  }
}
