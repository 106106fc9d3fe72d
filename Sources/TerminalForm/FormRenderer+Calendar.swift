import FormEngine

extension FormRenderer {
  /// A month as a table, with the day that would be taken highlighted.
  func drawCalendar(
    _ calendar: CalendarPanel, _ firstWeekday: Int, _ form: FormPresentation,
    _ layout: FormLayout, on screen: inout Screen
  ) {
    let day = calendar.day
    let months = form.words.names(.months)
    let month = months.indices.contains(day.month - 1) ? months[day.month - 1] : "\(day.month)"
    var lines = layout.body.makeIterator()
    guard let titleRow = lines.next() else { return }
    let label = form.rows.first { $0.id == calendar.row }?.label ?? ""
    let used = screen.put(
      label.truncated(to: screen.columns / 2), row: titleRow, column: 2, style: theme.focused)
    screen.put(
      form.words(.monthAndYear, month, "\(day.year)"), row: titleRow, column: 4 + used,
      style: theme.section)
    if layout.body.count > 8 { _ = lines.next() }
    if layout.body.count > 6, let row = lines.next() {
      let names = form.words.names(.weekdays)
      for place in 0..<7 where names.count == 7 {
        let name = names[(firstWeekday + place) % 7]
        screen.put(
          name, row: row, column: 2 + place * 4 + max(0, 3 - displayWidth(name)),
          style: theme.secondary)
      }
    }
    drawDays(calendar, firstWeekday, lines, on: &screen)
  }

  private func drawDays(
    _ calendar: CalendarPanel, _ firstWeekday: Int, _ lines: IndexingIterator<Range<Int>>,
    on screen: inout Screen
  ) {
    let day = calendar.day
    let first = CivilDay(year: day.year, month: day.month, day: 1)
    let offset = (first.weekday - firstWeekday + 7) % 7
    let rows = Array(IteratorSequence(lines))
    // Where the screen has fewer lines than the month has weeks, the week of the day is shown.
    let week = (offset + day.day - 1) / 7
    let weeks = (offset + day.daysInMonth + 6) / 7
    let top = rows.count < weeks ? min(max(0, week - rows.count + 1), weeks) : 0
    for number in 1...day.daysInMonth {
      let place = offset + number - 1
      let line = place / 7 - top
      guard rows.indices.contains(line) else { continue }
      let column = 2 + place % 7 * 4
      let isChosen =
        calendar.chosen.map {
          ($0.year, $0.month, $0.day) == (day.year, day.month, number)
        } ?? false
      let style = number == day.day ? theme.highlight : isChosen ? theme.accent : theme.value
      let text = (number < 10 ? "  " : " ") + "\(number)"
      screen.put(text, row: rows[line], column: column, style: style)
      if isChosen {
        screen.put(glyphs.modified, row: rows[line], column: column + 3, style: theme.accent)
      }
      if number == day.day { screen.cursor = ScreenPosition(row: rows[line], column: column + 1) }
    }
  }

  /// A text of several lines, with as many of them as fit around the cursor.
  func drawLines(
    _ field: TextField, label: String, _ layout: FormLayout, on screen: inout Screen
  ) {
    guard let top = layout.body.first else { return }
    screen.put(
      label.truncated(to: screen.columns - 3), row: top, column: 2, style: theme.focused)
    let body = layout.body.dropFirst()
    var lines = field.text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    if lines.isEmpty { lines = [""] }
    let before = field.textBeforeCursor.split(omittingEmptySubsequences: false) { $0.isNewline }
    let current = max(0, before.count - 1)
    let first = scrolled(0, toShow: current, height: max(1, body.count), count: lines.count)
    for (row, index) in zip(body, first..<lines.count) {
      var line = TextField(lines[index])
      if index == current {
        line.perform(.start)
        for _ in 0..<(before.last?.count ?? 0) { line.perform(.right) }
      }
      drawField(
        line, row: row, column: 2, width: max(1, screen.columns - 4),
        hasCursor: index == current, on: &screen)
    }
  }
}
