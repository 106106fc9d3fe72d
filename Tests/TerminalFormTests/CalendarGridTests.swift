import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// The positions of a month's days, for every first day of the week and every screen size.
@Suite("The days of a month on a screen")
struct CalendarGridTests {
  static func layout(columns: Int = 80, rows: Int = 24) -> FormLayout {
    FormLayout(columns: columns, rows: rows, noteLines: 1, mustShowNote: false)
  }

  /// The smallest usual screen shows every month in full, including the names of the weekdays.
  @Test func smallScreensShowWholeMonths() {
    for rows in 11...14 {
      let layout = FormLayout(
        columns: 40, rows: rows, noteLines: 1, mustShowNote: false,
        bodyRows: CalendarGrid.wholeRows)
      for month in 1...12 {
        for firstWeekday in 0..<7 {
          let day = CivilDate(year: 2026, month: month, day: 1)
          let grid = CalendarGrid(day, firstWeekday: firstWeekday, layout)
          #expect(grid.weekdayRow != nil)
          #expect((1...day.daysInMonth).allSatisfy { grid.place(of: $0) != nil }, "\(month)")
        }
      }
    }
  }

  /// A month as lines with two cells for each day.
  static func picture(_ day: CivilDate, _ firstWeekday: Int, _ layout: FormLayout) -> [String] {
    let grid = CalendarGrid(day, firstWeekday: firstWeekday, layout)
    return layout.body.compactMap { row -> String? in
      let days = (0..<7).map { place in
        grid.day(atRow: row, column: grid.column(ofWeekday: place))
      }
      guard days.contains(where: { $0 != nil }) else { return nil }
      return days.map { $0.map { ($0 < 10 ? " " : "") + "\($0)" } ?? " ." }.joined(separator: " ")
    }
  }

  /// Months that start on the first and on the last day of a week, and the shortest month.
  static let months: [(year: Int, month: Int, first: Int, lines: [String])] = [
    (
      2026, 2, 0,
      [
        " 1  2  3  4  5  6  7", " 8  9 10 11 12 13 14", "15 16 17 18 19 20 21",
        "22 23 24 25 26 27 28",
      ]
    ),
    (
      2026, 2, 1,
      [
        " .  .  .  .  .  .  1", " 2  3  4  5  6  7  8", " 9 10 11 12 13 14 15",
        "16 17 18 19 20 21 22", "23 24 25 26 27 28  .",
      ]
    ),
    (
      2026, 2, 6,
      [
        " .  1  2  3  4  5  6", " 7  8  9 10 11 12 13", "14 15 16 17 18 19 20",
        "21 22 23 24 25 26 27", "28  .  .  .  .  .  .",
      ]
    ),
    (
      2024, 2, 1,
      [
        " .  .  .  1  2  3  4", " 5  6  7  8  9 10 11", "12 13 14 15 16 17 18",
        "19 20 21 22 23 24 25", "26 27 28 29  .  .  .",
      ]
    ),
    (
      2026, 8, 0,
      [
        " .  .  .  .  .  .  1", " 2  3  4  5  6  7  8", " 9 10 11 12 13 14 15",
        "16 17 18 19 20 21 22", "23 24 25 26 27 28 29", "30 31  .  .  .  .  .",
      ]
    ),
    (
      1, 1, 1,
      [
        " 1  2  3  4  5  6  7", " 8  9 10 11 12 13 14", "15 16 17 18 19 20 21",
        "22 23 24 25 26 27 28", "29 30 31  .  .  .  .",
      ]
    ),
    (
      9_999, 12, 6,
      [
        " .  .  .  .  1  2  3", " 4  5  6  7  8  9 10", "11 12 13 14 15 16 17",
        "18 19 20 21 22 23 24", "25 26 27 28 29 30 31",
      ]
    ),
  ]

  @Test(arguments: months.indices)
  func month(_ index: Int) {
    let (year, month, first, lines) = Self.months[index]
    for columns in [29, 30, 80] {
      let picture = Self.picture(
        CivilDate(clampingYear: year, month: month, day: 1), first, Self.layout(columns: columns))
      #expect(picture == lines, "\(columns) columns")
    }
  }

  /// Every day is below its weekday, and can be clicked; no two days have the same position.
  @Test(arguments: 0..<7)
  func daysStandUnderTheirWeekdays(firstWeekday: Int) throws {
    for year in [2024, 2026] {
      for month in 1...12 {
        let day = CivilDate(clampingYear: year, month: month, day: 15)
        let grid = CalendarGrid(day, firstWeekday: firstWeekday, Self.layout())
        var places = Set<[Int]>()
        for number in 1...day.daysInMonth {
          let place = try #require(grid.place(of: number), "\(year)-\(month)-\(number)")
          let weekday = CivilDate(clampingYear: year, month: month, day: number).daysSinceSunday
          let column = grid.column(ofWeekday: (weekday - firstWeekday + 7) % 7)
          #expect(place.column == column, "\(year)-\(month)-\(number)")
          #expect(grid.day(atRow: place.row, column: place.column) == number)
          #expect(places.insert([place.row, place.column]).inserted)
        }
        #expect(grid.day(atRow: -1, column: 4) == nil && grid.day(atRow: 5, column: 79) == nil)
      }
    }
  }

  /// The highlighted day is visible on every screen that has at least one line for days.
  @Test(arguments: [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 24])
  func theHighlightedDayIsSeen(rows: Int) {
    let layout = Self.layout(rows: rows)
    for month in [1, 2, 5, 8] {
      for number in 1...28 {
        let day = CivilDate(clampingYear: 2026, month: month, day: number)
        for first in [0, 1, 6] {
          let grid = CalendarGrid(day, firstWeekday: first, layout)
          let place = grid.place(of: number)
          guard layout.body.count > 1 else {
            #expect(place == nil)
            continue
          }
          #expect(place.map { layout.body.contains($0.row) } == true, "\(rows) \(day) \(first)")
        }
      }
    }
  }

  /// The weekday names in each language start with the locale's first day of the week.
  @Test(
    arguments: [
      ("en-US", "Su  Mo  Tu  We  Th  Fr  Sa"), ("en-GB", "Mo  Tu  We  Th  Fr  Sa  Su"),
      ("de", "Mo  Di  Mi  Do  Fr  Sa  So"), ("fa", "ش  ۱ش  ۲ش  ۳ش  ۴ش  ۵ش   ج"),
      ("ar-EG", "س   ح   ن   ث   ر   خ   ج"), ("ar-SA", "ح   ن   ث   ر   خ   ج   س"),
      ("he", "א׳  ב׳  ג׳  ד׳  ה׳  ו׳  ש׳"),
      ("ja", "日  月  火  水  木  金  土"), ("zh-Hans", "日  一  二  三  四  五  六"),
    ])
  func namesOfDays(locale: String, names: String) throws {
    var state = EditorForm.state(locale)
    try FormScript("focus day, calendar").events.forEach { _ = state.handle($0) }
    var viewport = FormViewport()
    let screen = FormRenderer(glyphs: .unicode).frame(
      state.presentation, columns: 80, rows: 24, viewport: &viewport)
    let picture = screen.picture.replacing("\u{200E}", with: "")
    #expect(picture.contains(names), "\(picture)")
  }
}
