import FormEngine
import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@Suite struct CalendarTests {
  @Test func weekdaysAreThoseOfFoundation() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var generator = SeededGenerator(seed: 20_261_121)
    for _ in 0..<500 {
      let day = CivilDate(
        clampingYear: Int.random(in: 1_600...2_400, using: &generator),
        month: Int.random(in: 1...12, using: &generator),
        day: Int.random(in: 1...31, using: &generator))
      let parts = DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)
      let date = calendar.date(from: parts)
      #expect(
        date.map { calendar.component(.weekday, from: $0) - 1 } == day.daysSinceSunday, "\(day)")
      let step = Int.random(in: -300...300, using: &generator)
      let moved = date.flatMap { calendar.date(byAdding: .day, value: step, to: $0) }
      let there = day.adding(days: step)
      let expected = moved.map { calendar.dateComponents([.year, .month, .day], from: $0) }
      #expect(expected?.year == there.year && expected?.month == there.month, "\(day) \(step)")
      #expect(expected?.day == there.day, "\(day) \(step)")
    }
  }

  @Test(
    arguments: [
      ("en", 0), ("en-US", 0), ("en-GB", 1), ("de", 1), ("ja", 0), ("zh-Hans", 0),
      ("zh-Hant-TW", 0), ("pt-BR", 0), ("pt-PT", 0), ("ar", 6), ("ar_SA", 0), ("fr-CA", 0), ("", 1),
      ("tlh", 1),
    ])
  func firstWeekday(locale: String, day: Int) {
    #expect(LocaleFormat(locale: locale).firstWeekday == day)
  }

  static let rows: [ParameterDefinition] = [
    .row("date", .dateComponents(.init(kind: .date))),
    .row("time", .dateComponents(.init(kind: .time))),
    .row("both", .dateComponents(.init(kind: .dateTime))),
  ]

  static func form(_ text: String? = nil, row: String = "date") throws -> FormState {
    let setup = FormSetup(
      schema: .of(rows), title: "Test", today: CivilDate(clampingYear: 2026, month: 11, day: 21))
    var form = FormState(setup)
    if let text { try form.run("set \(row) '\(text)'") }
    try form.run("focus \(row)")
    return form
  }

  /// Steps in the calendar, and the date that is chosen afterwards.
  static let steps: [(before: String?, events: [FormEvent], date: String)] = [
    (nil, [], "2026-11-21"),
    ("2024-02-28", [.adjust(1)], "2024-02-29"),
    ("2024-02-28", [.adjust(-1)], "2024-02-27"),
    ("2024-02-28", [.moveHighlight(.next)], "2024-03-06"),
    ("2024-02-28", [.moveHighlight(.previous), .moveFocus(.previous)], "2024-02-14"),
    ("2024-02-28", [.moveHighlight(.by(1))], "2024-03-28"),
    ("2024-02-28", [.moveHighlight(.by(-10))], "2024-01-28"),
    ("2024-02-28", [.moveHighlight(.first)], "2024-02-01"),
    ("2024-02-28", [.moveHighlight(.last)], "2024-02-29"),
    ("2024-02-28", [.insert("x"), .nextPart], "2024-02-28"),
  ]

  @Test(arguments: steps.indices)
  func step(_ index: Int) throws {
    let (before, events, date) = Self.steps[index]
    var form = try Self.form(before)
    for event in [.openCalendar] + events + [.choose] { _ = form.handle(event) }
    #expect(form.panel == nil)
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == date)
  }

  @Test func itOpensOnTheDateBeingTyped() throws {
    var form = try Self.form()
    try form.run("type '2020-05-17', calendar")
    guard case .calendar(let calendar)? = form.panel else {
      Issue.record("no calendar")
      return
    }
    #expect(calendar.day == CivilDate(clampingYear: 2020, month: 5, day: 17))
    try form.run("down, enter")
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == "2020-05-24")
  }

  @Test func aTimeHasNoCalendar() throws {
    var form = try Self.form("07:30", row: "time")
    try form.run("calendar")
    #expect(form.panel == nil)
  }

  @Test func escapeChangesNothing() throws {
    var form = try Self.form("2024-02-28")
    let values = form.draft.values
    try form.run("calendar, right, down, esc")
    #expect(form.draft.values == values)
    #expect(form.panel == nil)
  }
}
