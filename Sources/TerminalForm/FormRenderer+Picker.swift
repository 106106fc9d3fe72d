import FormEngine
import IntentOptions

/// One line of an open list: the title of a section, or a choice by its place among the matches.
private enum PickerLine {
  case section(String)
  case choice(Int)
}

extension FormRenderer {
  func drawPicker(
    _ form: FormPresentation, _ layout: FormLayout, viewport: inout FormViewport,
    showsWaiting: Bool, on screen: inout Screen
  ) {
    guard let picker = form.picker, !layout.body.isEmpty else { return }
    let top = layout.body.lowerBound
    drawQuery(form, picker, row: top, on: &screen)
    let body = (top + 1)..<max(top + 1, layout.body.upperBound)
    switch picker.content {
    case .loading:
      guard showsWaiting else { return }
      say("Asking for the choices\(glyphs.more) Esc goes back.", theme.secondary, body, &screen)
    case .failed(let error):
      say("\(error.provider): \(error.message)", theme.problem, body, &screen)
      say(error.remedy, theme.secondary, body.dropFirst(), &screen)
    case .loaded(let collection):
      drawChoices(picker, collection, body, viewport: &viewport, on: &screen)
    }
  }

  private func say(_ text: String, _ style: Style, _ body: Range<Int>, _ screen: inout Screen) {
    let lines = text.wrapped(to: max(1, screen.columns - 4))
    for (row, line) in zip(body, lines) {
      screen.put(line, row: row, column: 2, style: style)
    }
  }

  private func drawQuery(
    _ form: FormPresentation, _ picker: OptionsPicker, row: Int, on screen: inout Screen
  ) {
    let label = form.rows.indices.contains(form.focused) ? heading(of: form) : ""
    var column = 1
    column += screen.put(
      label.truncated(to: screen.columns / 3) + " ", row: row, column: column,
      style: theme.focused)
    column += screen.put(glyphs.next + " ", row: row, column: column, style: theme.secondary)
    let room = max(1, screen.columns - column - 14)
    screen.put(picker.query.text, row: row, column: column, style: theme.value, maxWidth: room)
    let cursor = min(displayWidth(picker.query.textBeforeCursor), room)
    screen.cursor = ScreenPosition(row: row, column: min(column + cursor, screen.columns - 1))
    guard let total = picker.collection?.count else { return }
    let count = "\(picker.matches.count)/\(total)"
    let at = screen.columns - 1 - displayWidth(count)
    if at > column + cursor { screen.put(count, row: row, column: at, style: theme.secondary) }
  }

  /// The label of the row, with the array's where the row is one of its slots.
  private func heading(of form: FormPresentation) -> String {
    let row = form.rows[form.focused]
    guard case .element? = row.id,
      let head = form.rows[..<form.focused].last(where: {
        $0.parameter == row.parameter && $0.id == nil
      })
    else { return row.label }
    return "\(head.label) \(row.label)"
  }

  private func drawChoices(
    _ picker: OptionsPicker, _ collection: OptionsCollection, _ body: Range<Int>,
    viewport: inout FormViewport, on screen: inout Screen
  ) {
    var body = body
    if let notice = collection.notice, body.count > 1 {
      say(notice, theme.problem, body.prefix(1), &screen)
      body = body.dropFirst()
    }
    guard !picker.matches.isEmpty, !body.isEmpty else {
      let text = collection.isEmpty ? "There is nothing to choose from." : "Nothing matches."
      say(text, theme.secondary, body, &screen)
      return
    }
    let lines = lines(of: picker, collection)
    let focused = lines.firstIndex {
      if case .choice(let match) = $0 { match == picker.highlighted } else { false }
    }
    viewport.firstChoice = scrolled(
      viewport.firstChoice, toShow: focused ?? 0, height: body.count, count: lines.count)
    // The title of the first section comes along when its first choice is shown.
    if focused == 1, viewport.firstChoice == 1 { viewport.firstChoice = 0 }
    for (row, line) in zip(body, lines[viewport.firstChoice...]) {
      draw(line, picker, row: row, on: &screen)
    }
  }

  private func lines(of picker: OptionsPicker, _ collection: OptionsCollection) -> [PickerLine] {
    var lines: [PickerLine] = []
    var section = -1
    for (index, match) in picker.matches.enumerated() {
      if match.section != section {
        section = match.section
        if let title = collection.sections[section].title { lines.append(.section(title)) }
      }
      lines.append(.choice(index))
    }
    return lines
  }

  private func draw(
    _ line: PickerLine, _ picker: OptionsPicker, row: Int, on screen: inout Screen
  ) {
    let room = screen.columns - 3
    switch line {
    case .section(let title):
      screen.put(title.truncated(to: room), row: row, column: 1, style: theme.section)
    case .choice(let index):
      guard let item = picker.item(at: picker.matches[index]) else { return }
      let isHighlighted = index == picker.highlighted
      if isHighlighted { screen.put(glyphs.pointer, row: row, column: 0, style: theme.focused) }
      let used = screen.put(
        item.display.truncated(to: room), row: row, column: 2,
        style: isHighlighted ? theme.highlight : theme.value)
      guard let subtitle = item.subtitle, room - used > 4 else { return }
      screen.put(
        "  " + subtitle.truncated(to: room - used - 2), row: row, column: 2 + used,
        style: theme.secondary)
    }
  }
}
