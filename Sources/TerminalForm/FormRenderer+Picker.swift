import FormEngine
import IntentOptions

/// One line of an open list: the title of a section, or a choice by its place among the matches.
private enum PickerLine {
  case section(String)
  case choice(Int)

  var isSection: Bool { if case .section = self { true } else { false } }
}

extension FormRenderer {
  func drawPicker(
    _ form: FormPresentation, _ layout: FormLayout, viewport: inout FormViewport,
    showsWaiting: Bool, on screen: inout Screen
  ) {
    guard let picker = form.picker, !layout.body.isEmpty else { return }
    let top = layout.body.lowerBound
    drawQuery(form, picker, row: top, showsWaiting: showsWaiting, on: &screen)
    // A blank line parts the search from the choices where there is room.
    let gap = layout.body.count >= 8 ? 2 : 1
    let body = min(top + gap, layout.body.upperBound)..<layout.body.upperBound
    switch picker.content {
    case .loading:
      guard showsWaiting else { return }
      say("Asking for the choices\(glyphs.more) Esc goes back.", theme.secondary, body, &screen)
    case .failed(let error):
      let used = say("\(error.provider): \(error.message)", theme.problem, body, &screen)
      say(error.remedy, theme.secondary, body.dropFirst(used), &screen)
    case .loaded(let collection):
      drawChoices(picker, collection, body, viewport: &viewport, on: &screen)
    }
  }

  /// Writes a text over as many lines as it needs, and gives their number.
  @discardableResult
  private func say(
    _ text: String, _ style: Style, _ body: Range<Int>, _ screen: inout Screen
  ) -> Int {
    let lines = text.wrapped(to: max(1, screen.columns - 4))
    for (row, line) in zip(body, lines) {
      screen.put(line, row: row, column: 2, style: style)
    }
    return min(lines.count, body.count)
  }

  private func drawQuery(
    _ form: FormPresentation, _ picker: OptionsPicker, row: Int, showsWaiting: Bool,
    on screen: inout Screen
  ) {
    var column = 2
    column += screen.put(
      heading(of: form).truncated(to: screen.columns / 3), row: row, column: column,
      style: theme.focused)
    column += 2
    let count = count(of: picker, showsWaiting: showsWaiting)
    let room = max(1, min(40, screen.columns - column - displayWidth(count) - 3))
    drawField(picker.query, row: row, column: column, width: room, on: &screen)
    if picker.query.text.isEmpty, room >= 14 {
      var style = theme.field
      style.attributes.formUnion(theme.secondary.attributes)
      screen.put("type to search", row: row, column: column, style: style)
    }
    let at = screen.columns - 1 - displayWidth(count)
    if at > column + room { screen.put(count, row: row, column: at, style: theme.secondary) }
  }

  private func count(of picker: OptionsPicker, showsWaiting: Bool) -> String {
    if picker.isReloading, showsWaiting { return "searching" + glyphs.more }
    guard let total = picker.collection?.count else { return "" }
    return picker.query.text.isEmpty ? "\(total)" : "\(picker.matches.count) of \(total)"
  }

  /// The label of the row, with the array's where the row is one of its slots.
  private func heading(of form: FormPresentation) -> String {
    guard form.rows.indices.contains(form.focused) else { return "" }
    let row = form.rows[form.focused]
    guard case .element? = row.id, let head = head(of: row, in: form) else { return row.label }
    return "\(head.label) \(row.label)"
  }

  private func drawChoices(
    _ picker: OptionsPicker, _ collection: OptionsCollection, _ body: Range<Int>,
    viewport: inout FormViewport, on screen: inout Screen
  ) {
    var body = body
    if let notice = collection.notice, body.count > 1 {
      let used = say(notice, theme.problem, body.prefix(max(1, body.count / 3)), &screen)
      body = body.dropFirst(used)
    }
    guard !picker.matches.isEmpty, !body.isEmpty else {
      let text = collection.isEmpty ? "There is nothing to choose from." : "Nothing matches."
      say(text, theme.secondary, body, &screen)
      return
    }
    let lines = lines(of: picker, collection)
    let focused =
      lines.firstIndex {
        if case .choice(let match) = $0 { match == picker.highlighted } else { false }
      } ?? 0
    viewport.firstChoice = scrolled(
      viewport.firstChoice, toShow: focused, height: body.count, count: lines.count)
    // The title of a section comes along when its first choice is shown.
    if body.count > 1, focused > 0, focused == viewport.firstChoice, lines[focused - 1].isSection {
      viewport.firstChoice -= 1
    }
    let names = nameWidth(of: picker, columns: screen.columns)
    for (row, line) in zip(body, lines[viewport.firstChoice...]) {
      draw(line, picker, row: row, names: names, on: &screen)
    }
  }

  /// The width of the column of names, where subtitles follow; taken from the first thousand.
  private func nameWidth(of picker: OptionsPicker, columns: Int) -> Int {
    let widest =
      picker.matches.prefix(1_000).compactMap { picker.item(at: $0) }
      .map { displayWidth($0.display) }.max() ?? 0
    return min(widest, max(8, columns / 2))
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
    _ line: PickerLine, _ picker: OptionsPicker, row: Int, names: Int, on screen: inout Screen
  ) {
    let room = screen.columns - 3
    switch line {
    case .section(let title):
      screen.put(title.truncated(to: room), row: row, column: 1, style: theme.section)
    case .choice(let index):
      guard let item = picker.item(at: picker.matches[index]) else { return }
      let isHighlighted = index == picker.highlighted
      if isHighlighted { screen.put(glyphs.pointer, row: row, column: 0, style: theme.focused) }
      let width = item.subtitle == nil ? room : min(names, room)
      screen.put(
        item.display.truncated(to: width), row: row, column: 2,
        style: isHighlighted ? theme.highlight : theme.value)
      guard let subtitle = item.subtitle, room - names > 8 else { return }
      screen.put(
        subtitle.truncated(to: room - names - 2), row: row, column: 4 + names,
        style: theme.secondary)
    }
  }
}
