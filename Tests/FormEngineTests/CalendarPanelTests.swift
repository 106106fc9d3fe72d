import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

@Suite("The calendar over the rows")
struct CalendarPanelTests {
  static let sizes = ArraySizes([.systemSmall: 2, .systemLarge: 4])
  static let rows: [ParameterDefinition] = [
    .row("on", .flag), .row("title", .text),
    .row("date", .dateComponents(.init(kind: .date)), parent: .when("on", is: .boolean(false))),
    .row("both", .dateComponents(.init(kind: .dateTime))),
    .row("list", .dateComponents(.init(kind: .date)), many: true, sizes: sizes),
  ]

  static func form(
    locale: String = "en", today: CivilDate? = CivilDate(clampingYear: 2026, month: 11, day: 21)
  )
    -> FormState
  {
    FormState(
      FormSetup(
        schema: .of(rows), title: "Test", families: [.systemSmall, .systemLarge], locale: locale,
        today: today))
  }

  static func calendar(_ form: FormState) -> CalendarPanel? {
    if case .calendar(let calendar)? = form.panel { calendar } else { nil }
  }

  /// The highlighted day after events that start on 2024-02-28; the highlight stops at the last
  /// representable day.
  @Test(
    arguments: [
      ([], "2024-02-28"), ([.adjust(0)], "2024-02-28"), ([.adjust(2)], "2024-03-01"),
      ([.adjust(-28)], "2024-01-31"), ([.adjust(.max)], "2025-02-28"),
      ([.adjust(.min)], "2023-02-27"),
      ([.moveFocus(.next), .moveFocus(.previous)], "2024-02-28"),
      ([.moveFocus(.by(.max))], "2024-03-28"), ([.moveFocus(.by(.min))], "2024-01-28"),
      ([.moveHighlight(.by(0))], "2024-02-28"),
      ([.moveFocus(.last), .moveFocus(.by(1))], "2024-03-29"),
      ([.moveFocus(.last), .moveFocus(.by(-1)), .moveFocus(.last)], "2024-01-31"),
      ([.moveFocus(.first), .adjust(-1)], "2024-01-31"),
      ([.edit(.deleteToStart), .insert("7"), .nextPart], "2024-02-28"),
      (Array(repeating: .moveFocus(.by(1)), count: 12), "2025-02-28"),
    ] as [([FormEvent], String)])
  func highlight(events: [FormEvent], date: String) throws {
    var form = Self.form()
    try form.run("set date '2024-02-28', focus date, calendar")
    for event in events { _ = form.handle(event) }
    let day = try #require(Self.calendar(form)).day
    #expect(Self.text(day) == date)
    // Until a day is chosen, the answer stays the same, and the calendar remembers the answer's
    // day.
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == "2024-02-28")
    #expect(Self.calendar(form)?.chosen == CivilDate(clampingYear: 2024, month: 2, day: 28))
  }

  static func text(_ day: CivilDate) -> String {
    "\(day.year)-\(day.month < 10 ? "0" : "")\(day.month)-\(day.day < 10 ? "0" : "")\(day.day)"
  }

  @Test(
    arguments: [
      ("9999-12-31", "right", "9999-12-31"), ("9999-12-31", "down", "9999-12-31"),
      ("9999-12-15", "page 1", "9999-12-15"), ("0001-01-01", "left", "0001-01-01"),
      ("0001-01-03", "up", "0001-01-01"), ("0001-01-15", "page -1", "0001-01-15"),
      ("9999-12-31", "left, right, right", "9999-12-31"),
    ])
  func endsOfTime(before: String, script: String, after: String) throws {
    var form = Self.form()
    try form.run("set date '\(before)', focus date, calendar, \(script), enter")
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == after)
  }

  /// The chosen day, combined with the earlier components.
  @Test(
    arguments: [
      ("both", "", "2026-11-22"), ("both", "2024-02-28 07:30", "2024-02-29 07:30"),
      ("both", "2024-02-28 07:30:15", "2024-02-29 07:30:15"),
      ("both", "T07:30", "2026-11-22 07:30"),
      ("both", "2024--", "2026-11-22"), ("both", "--12-24", "2026-11-22"),
      ("both", "2024-05 08:00", "2026-11-22 08:00"), ("date", "---24", "2026-11-22"),
    ])
  func partsThatStay(row: String, before: String, after: String) throws {
    var form = Self.form()
    try form.run("set \(row) '\(before)', focus \(row), calendar, right, enter")
    #expect(form.draft.values[row].map { ValueText.text(of: $0) } == after)
    try form.run("undo")
    #expect(
      form.draft.values[row].map { ValueText.text(of: $0) } ?? "" == before.replacing("T", with: "")
    )
  }

  /// If a day is chosen for a date with a time, the form explains how to add the missing time.
  @Test(arguments: [("both", "", true), ("both", "T07:30", false), ("date", "", false)])
  func aDayWithoutTimeSaysSo(row: String, before: String, says: Bool) throws {
    var form = Self.form()
    if !before.isEmpty { try form.run("set \(row) '\(before)'") }
    try form.run("focus \(row), calendar, right, enter")
    let said = form.message?.text() ?? ""
    #expect(said.hasPrefix("No time is set. To set a time, type it after the day, as in ") == says)
    #expect(says == !said.isEmpty)
    try form.run("undo, focus \(row)")
    #expect(form.message == nil)
  }

  @Test func todayIsWhereAnEmptyCalendarOpensAndTheYearsBeginningWhereNobodyKnowsIt() throws {
    for (today, expected) in [
      (CivilDate(clampingYear: 2031, month: 7, day: 4), "2031-07-04"), (nil, "2026-01-01"),
    ] as [(CivilDate?, String)] {
      var form = Self.form(today: today)
      try form.run("focus date, calendar")
      let calendar = try #require(Self.calendar(form))
      #expect(Self.text(calendar.day) == expected)
      #expect(calendar.chosen == nil)
    }
  }

  /// A day for an array goes to the first empty slot, like a typed value.
  @Test func daysOfAnArray() throws {
    var form = Self.form()
    try form.run("focus list[1], calendar, enter")
    #expect(form.focus == .element("list", 0))
    try form.run("down, calendar, right, enter, focus list[0], calendar, left, enter")
    #expect(
      form.draft.values["list"].map { ValueText.text(of: $0) } == "2026-11-20, 2026-11-22")
    try form.run("undo 3")
    #expect(form.draft.values["list"] == nil)
  }

  /// Other events while the calendar is open close it, and have their usual effect.
  @Test(
    arguments: [
      ("undo", nil, "date"), ("focus title", "2024-02-28", "title"),
      ("family systemLarge", "2024-02-28", "date"), ("reset", nil, "date"),
      ("set title 'x'", "2024-02-28", "date"), ("hidden", "2024-02-28", "date"),
      ("remove", nil, "date"),
    ] as [(String, String?, String)])
  func otherEventsCloseIt(script: String, date: String?, focus: String) throws {
    var form = Self.form()
    try form.run("focus date, set date '2024-02-28', focus date, calendar, right")
    if script == "undo" { try form.run("esc, focus title, focus date, calendar, focus title") }
    try form.run(script)
    #expect(form.panel == nil)
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == date)
    #expect(form.focus == .parameter(focus))
  }

  @Test func aDayOfARowThatIsHiddenMeanwhileIsNotTaken() throws {
    var form = Self.form()
    try form.run("focus date, calendar, right")
    _ = form.handle(.set("on", .boolean(true)))
    #expect(form.panel == nil)
    #expect(form.focusableRows.contains(.parameter("date")) == false)
    try form.run("choose")
    #expect(form.draft.values["date"] == nil)
  }

  /// Text that is not a date stays, together with its problem, until a chosen day replaces it.
  @Test func unreadTextGivesWayToTheDayThatIsTaken() throws {
    var form = Self.form()
    try form.run("focus date, type 'soon', calendar")
    #expect(form.unreadTexts[.parameter("date")]?.text == "soon")
    try form.run("esc")
    #expect(form.row(.parameter("date"))?.value == "soon")
    try form.run("calendar, enter")
    #expect(form.unreadTexts.isEmpty)
    #expect(form.row(.parameter("date"))?.value == "Saturday, 21 November 2026")
    try form.run("undo")
    #expect(form.unreadTexts[.parameter("date")]?.text == "soon")
  }

  @Test(arguments: [
    ("en-US", 0), ("en-GB", 1), ("de", 1), ("ja", 0), ("zh-Hans", 0), ("ar-EG", 6), ("fa", 6),
    ("pt-PT", 0), ("en-001", 1), ("de-u-ca-gregory", 1),
  ])
  func weeksBeginAsInThePlace(locale: String, weekday: Int) throws {
    var form = Self.form(locale: locale)
    try form.run("focus date, calendar")
    guard case .calendar(_, let first)? = form.presentation.panel else {
      Issue.record("no calendar")
      return
    }
    #expect(first == weekday)
  }

  @Test(arguments: ["title", "on", "family", "save"])
  func otherRowsHaveNone(row: String) throws {
    var form = Self.form()
    try form.run("focus \(row), calendar")
    #expect(form.panel == nil)
  }
}
