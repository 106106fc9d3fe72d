import FormEngine
import IntentModel
import Messages

extension FormRenderer {
  /// Draws a month as a grid in which the selected day is highlighted.
  func drawCalendar(
    _ calendar: CalendarPanel, _ firstWeekday: Int, _ form: FormPresentation,
    _ layout: FormLayout, on screen: inout Screen
  ) {
    let day = calendar.day
    guard let titleRow = layout.body.first else { return }
    let label = form.rows.first { $0.id == calendar.row }?.label ?? ""
    let used = screen.put(
      label.truncated(to: screen.columns / 2), row: titleRow, column: Self.textColumn,
      style: theme.focused)
    screen.put(
      form.words.format.monthAndYear(day.month, day.year), row: titleRow,
      column: Self.textColumn + used + 2, style: theme.section)
    let grid = CalendarGrid(day, firstWeekday: firstWeekday, layout)
    if let row = grid.weekdayRow {
      let names = form.words.format.weekdayNames
      for place in 0..<7 where names.count == 7 {
        let name = names[(firstWeekday + place) % 7]
        screen.put(
          name, row: row,
          column: grid.column(ofWeekday: place) + max(0, grid.width - 1 - displayWidth(name)),
          style: theme.secondary)
      }
    }
    drawDays(calendar, grid, form.words.format, on: &screen)
  }

  private func drawDays(
    _ calendar: CalendarPanel, _ grid: CalendarGrid, _ format: LocaleFormat,
    on screen: inout Screen
  ) {
    let day = calendar.day
    for number in 1...day.daysInMonth {
      guard let (row, column) = grid.place(of: number) else { continue }
      func isDay(_ other: CivilDate?) -> Bool {
        other.map { ($0.year, $0.month, $0.day) == (day.year, day.month, number) } ?? false
      }
      let isChosen = isDay(calendar.chosen)
      var style = number == day.day ? theme.highlight : isChosen ? theme.accent : theme.value
      let isToday = isDay(calendar.today)
      let text =
        String(repeating: " ", count: grid.width - (number < 10 ? 2 : 3))
        + format.inDigits("\(number)")
      screen.put(text, row: row, column: column, style: style)
      if isToday {
        style.attributes.formUnion([.bold, .underline])
        let digits = number < 10 ? 1 : 2
        let place = ScreenRect(
          row: row, column: column + grid.width - 1 - digits, rows: 1, columns: digits)
        screen.restyle(place) { $0 = style }
      }
      if isChosen, grid.width > 3 {
        screen.put(glyphs.modified, row: row, column: column + 3, style: theme.accent)
      }
      if number == day.day {
        screen.cursor = ScreenPosition(row: row, column: column + grid.width - 3)
      }
    }
  }

  /// Draws the lines of a text of several lines, as many around the cursor as fit.
  func drawLines(
    _ field: TextField, label: String, _ layout: FormLayout, on screen: inout Screen
  ) {
    guard let top = layout.body.first else { return }
    screen.put(
      label.truncated(to: screen.columns - 3), row: top, column: Self.textColumn,
      style: theme.focused)
    let body = layout.body.dropFirst()
    let lines = field.text.lines
    let before = field.textBeforeCursor.lines
    let current = before.count - 1
    let first = scrolled(0, toShow: current, height: max(1, body.count), count: lines.count)
    for (row, index) in zip(body, first..<lines.count) {
      var line = TextField(lines[index])
      if index == current {
        line.perform(.start)
        for _ in 0..<(before.last?.count ?? 0) { line.perform(.right) }
      }
      drawField(
        line, row: row, column: Self.textColumn, width: max(1, screen.columns - 4),
        hasCursor: index == current, on: &screen)
    }
  }
}

/// The positions of a month's days on the screen.
struct CalendarGrid {
  /// The number of lines of the longest month, including its title and the names of the weekdays.
  static let wholeRows = 8

  /// The line of the weekday names; nil if it does not fit.
  let weekdayRow: Int?
  /// The number of columns of a day, including the blank or mark after it.
  ///
  /// On a narrow screen a day has fewer columns, so that a week fits.
  let width: Int
  private let rows: [Int]
  private let offset: Int
  private let top: Int
  private let count: Int

  init(_ day: CivilDate, firstWeekday: Int, _ layout: FormLayout) {
    var lines = layout.body.dropFirst()
    if layout.body.count > Self.wholeRows { lines = lines.dropFirst() }
    weekdayRow = layout.body.count > 6 ? lines.popFirst() : nil
    rows = Array(lines)
    width = layout.columns < 30 ? 3 : 4
    count = day.daysInMonth
    let first = CivilDate(year: day.year, month: day.month, day: 1)
    offset = first.days(sinceWeekday: firstWeekday)
    // If the month has more weeks than the screen has lines, only some of them are shown, including
    // that of the selected day.
    let week = (offset + day.day - 1) / 7
    let weeks = (offset + count + 6) / 7
    top = rows.count < weeks ? min(max(0, week - rows.count + 1), weeks) : 0
  }

  /// The line and the first column of a day; nil if the day is not visible.
  func place(of day: Int) -> (row: Int, column: Int)? {
    let place = offset + day - 1
    let line = place / 7 - top
    guard rows.indices.contains(line) else { return nil }
    return (rows[line], column(ofWeekday: place % 7))
  }

  /// The first column of a weekday, counted from the first one shown.
  func column(ofWeekday place: Int) -> Int { (width > 3 ? 2 : 0) + place * width }

  /// The day at a position on the screen; nil if there is none.
  func day(atRow row: Int, column: Int) -> Int? {
    (1...count).first { day in
      place(of: day).map { $0.row == row && ($0.column..<$0.column + width).contains(column) }
        ?? false
    }
  }
}
