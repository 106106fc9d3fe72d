import FormEngine
import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@Suite("The fields of a date")
struct DateFieldTests {
  static let rows: [ParameterDefinition] = [
    .row("date", .dateComponents(.init(kind: .date))),
    .row("time", .dateComponents(.init(kind: .time))),
    .row("both", .dateComponents(.init(kind: .dateTime))),
    .row("list", .dateComponents(.init(kind: .date)), many: true),
  ]

  static func form(_ locale: String, _ values: [String: String] = [:]) throws -> FormState {
    let setup = FormSetup(
      schema: .of(rows), title: "Test", locale: locale,
      today: CivilDate(clampingYear: 2026, month: 11, day: 21))
    var form = FormState(setup)
    for (row, text) in values { _ = form.handle(.setText(.parameter(row), text)) }
    return form
  }

  @Test(
    arguments: [
      ("en-US", "date", "2026-11-21", ["Month", "Day", "Year"], ["11", "21", "2026"]),
      ("en-GB", "date", "2026-11-21", ["Day", "Month", "Year"], ["21", "11", "2026"]),
      ("de", "date", "2026-03-01", ["Tag", "Monat", "Jahr"], ["01", "03", "2026"]),
      ("ja", "date", "0009-03-01", ["年", "月", "日"], ["0009", "03", "01"]),
      ("en-US", "time", "19:05", ["Hour", "Minute", "AM or PM"], ["7", "05", "PM"]),
      ("en-US", "time", "00:05", ["Hour", "Minute", "AM or PM"], ["12", "05", "AM"]),
      ("de", "time", "19:05:30", ["Stunden", "Minuten", "Sekunden"], ["19", "05", "30"]),
      (
        "en-GB", "both", "2026-11-21 07:30", ["Day", "Month", "Year", "Hour", "Minute"],
        ["21", "11", "2026", "07", "30"]
      ),
      ("en-US", "date", "", ["Month", "Day", "Year"], ["", "", ""]),
    ])
  func fields(
    locale: String, row: String, text: String, labels: [String], texts: [String]
  ) throws {
    var form = try Self.form(locale, [row: text])
    try form.run("focus \(row), enter")
    #expect(form.editing?.labels == labels)
    #expect(form.editing?.fields.map(\.text) == texts)
  }

  /// The result of a script that begins in the open fields of a row.
  static let scripts:
    [(locale: String, row: String, before: String, script: String, after: String)] =
      [
        // Letters make a text of all that was typed, however the fields have divided it.
        (
          "en-US", "date", "",
          "type '2', type '5', type ' ', type 'D', type 'e', type 'c', commit", "2026-12-25"
        ),
        (
          "en-US", "date", "2026-01-31",
          "type '3', type '0', type ' ', type 'N', type 'o', type 'v', commit", "2026-11-30"
        ),
        // Digits continue in the next field when a field is full, or accepts no further digit.
        (
          "de", "date", "",
          "type '2', type '1', type '1', type '1', type '2', type '0', type '2', type '6', commit",
          "2026-11-21"
        ),
        (
          "de", "date", "", "type '5', type '5', type '2', type '0', type '2', type '6', commit",
          "2026-05-05"
        ),
        (
          "en-US", "date", "", "type '5', type '5', type '2', type '0', type '2', type '6', commit",
          "2026-05-05"
        ),
        (
          "ja", "date", "",
          "type '2', type '0', type '2', type '6', type '1', type '2', type '9', commit",
          "2026-12-09"
        ),
        (
          "ja", "date", "", "type '2', type '0', type '2', type '6', type '1', type '5', commit",
          "2026-01-05"
        ),
        (
          "en-US", "date", "",
          "type '1', type '/', type '2', type '/', type '2', type '0', type '2', type '6', commit",
          "2026-01-02"
        ),
        // The arrows change the focused field, and wrap at its limits.
        ("de", "date", "2026-01-31", "up, commit", "2026-01-01"),
        ("de", "date", "2026-01-31", "tab, up, commit", "2026-02-28"),
        ("de", "date", "2026-01-01", "down, commit", "2026-01-31"),
        ("de", "date", "2026-12-05", "tab, up, commit", "2026-01-05"),
        ("de", "date", "2024-02-29", "backtab, up, commit", "2025-02-28"),
        ("de", "date", "2026-01-31", "press end, right 10, commit", "2036-01-31"),
        ("de", "date", "2026-01-31", "tab, tab, tab, left 30, commit", "2026-01-01"),
        ("en-US", "time", "23:59", "up, commit", "12:59"),
        ("en-US", "time", "23:59", "tab, up, commit", "23:00"),
        ("en-US", "time", "23:59", "tab, tab, up, commit", "11:59"),
        ("en-US", "time", "11:59", "type 'p', commit", "23:59"),
        ("en-US", "time", "", "type '7', type '3', type '0', commit", "07:30"),
        ("en-US", "time", "", "type '1', type '1', type '3', type '0', type 'P', commit", "23:30"),
        ("de", "time", "", "type '1', type '9', type '0', type '5', commit", "19:05"),
        ("de", "time", "07:30:15", "tab, up, commit", "07:31:15"),
        // An empty field starts with the current day, or with the start of the day.
        ("de", "date", "", "up, tab, up, tab, up, commit", "2026-11-21"),
        ("de", "time", "", "down, tab, down, commit", "00:00"),
        ("en-US", "time", "", "up, tab, up, commit", "00:00"),
        // Fields are cleared and typed again.
        ("de", "date", "2026-01-31", "type '5', press left, commit", "2026-01-05"),
        (
          "de", "date", "2026-01-31",
          "press deleteBackward, press deleteBackward, type '7', commit", "2026-01-07"
        ),
        (
          "de", "date", "2026-01-31",
          "press deleteToStart, tab, press deleteToStart, tab, press deleteForward, commit", ""
        ),
        // A whole date is pasted, in the format of the locale or of ISO 8601.
        ("de", "date", "2026-01-31", "type '24.12.2026', commit", "2026-12-24"),
        ("en-US", "date", "2026-01-31", "type '2026-12-24', commit", "2026-12-24"),
        ("de", "both", "2026-01-31 07:30", "type '24.12.2026 8:15', commit", "2026-12-24 08:15"),
        // What belongs to no part turns the fields into one text.
        ("en", "date", "", "type 't', type 'o', type 'morrow', commit", "2026-11-22"),
        ("en", "date", "2026-01-31", "type '+', type '3', type 'd', commit", "2026-11-24"),
        ("en", "date", "", "type '+', type '2', type 'w', commit", "2026-12-05"),
        (
          "en", "date", "",
          "type '1', type '2', type '/', type '2', type '5', type '/', type '2026', commit",
          "2026-12-25"
        ),
        ("en", "date", "", "type '25/12/2026', commit", "2026-12-25"),
        ("en-US", "time", "", "esc, type '7 pm', commit", "19:00"),
        // Leaving the fields without Enter also accepts them, and Esc discards them.
        ("de", "date", "2026-01-31", "up, focus time", "2026-01-01"),
        ("de", "date", "2026-01-31", "up, esc", "2026-01-31"),
        ("de", "date", "2026-01-31", "commit", "2026-01-31"),
        ("de", "date", "2026-01-31", "up, commit, undo", "2026-01-31"),
        ("de", "both", "2026-01-31", "up, commit", "2026-01-01"),
        ("de", "both", "2026-01-31", "press end, up, press left, up, commit", "2026-01-31 00:00"),
        // Tab splits a typed text into fields.
        ("de", "date", "", "esc, type '2026-05-17', tab, up, commit", "2026-05-18"),
      ]

  @Test(arguments: scripts.indices)
  func script(_ index: Int) throws {
    let (locale, row, before, script, after) = Self.scripts[index]
    var form = try Self.form(locale, [row: before])
    try form.run("focus \(row), enter, \(script)")
    #expect(form.draft.values[row].map { ValueText.text(of: $0) } ?? "" == after, "\(script)")
    #expect(form.editing == nil)
  }

  /// A day without a year is the next one; today is 21 November 2026.
  @Test(
    arguments: [
      ("en-US", "date", "25 Dec", "2026-12-25"), ("en-US", "date", "November 21", "2026-11-21"),
      ("en-US", "date", "1 Nov", "2027-11-01"), ("en-US", "date", "11/1", "2027-11-01"),
      ("en-US", "date", "29 Feb", "2028-02-29"), ("en-US", "date", "--12-25", "--12-25"),
      ("en-US", "date", "December 2026", "2026-12"), ("de", "date", "24. Dez.", "2026-12-24"),
      ("de", "date", "24.12.", "2026-12-24"), ("ja", "date", "12月24日", "2026-12-24"),
      ("en-US", "time", "noon", "12:00"), ("en-US", "time", "Midnight", "00:00"),
      ("de", "time", "Mittag", "12:00"), ("ja", "time", "正午", "12:00"),
      ("en-US", "both", "tomorrow noon", "2026-11-22 12:00"),
      ("en-US", "both", "25 Dec noon", "2026-12-25 12:00"),
      ("de", "both", "morgen Mittag", "2026-11-22 12:00"),
    ])
  func theDayOrTimeThatIsMeant(locale: String, row: String, text: String, value: String) throws {
    let form = try Self.form(locale, [row: text])
    #expect(form.draft.values[row].map { ValueText.text(of: $0) } == value)
  }

  /// An error shows an example in the form of the locale.
  @Test(
    arguments: [
      ("en-US", "date", "a date such as 11/21/2026"), ("en-US", "time", "a time such as 7:30 AM"),
      ("en-GB", "both", "a date and time such as 21/11/2026 07:30"),
      ("en", "date", "a date such as 2026-11-21"),
    ])
  func anErrorHasAnExampleOfTheLocale(locale: String, row: String, example: String) throws {
    var form = try Self.form(locale)
    _ = form.handle(.setText(.parameter(row), "soon"))
    let issue = try #require(form.unreadTexts[.parameter(row)]?.issue)
    #expect(issue.sentence == "Expected \(example), found “soon”.")
  }

  @Test(
    arguments: [
      (
        "date", "type '0', type '1', type '0', type '2', type '2', type '6', commit",
        "Expected a date such as 21.11.2026, found “01.02.26”."
      ),
      ("date", "type '2', type '1', commit", "Expected a date such as 21.11.2026, found “21.?.?”."),
      ("time", "type '7', commit", "Expected a time such as 07:30, found “07:?”."),
      (
        "date",
        "type '3', type '1', type '0', type '2', type '2', type '0', type '2', type '6', commit",
        "February 2026 has no day 31."
      ),
    ])
  func incomplete(row: String, script: String, sentence: String) throws {
    var form = try Self.form("de")
    try form.run("focus \(row), enter, \(script)")
    #expect(form.editing?.issue != nil)
    if row != "date" || script.count < 30 { #expect(form.editing?.issue?.sentence == sentence) }
    try form.run("esc")
    #expect(form.draft.values[row] == nil)
  }

  /// Incomplete fields that the person leaves are kept as a text with an issue.
  @Test func incompleteFieldsAreKept() throws {
    var form = try Self.form("de")
    try form.run("focus date, enter, type '2', type '1', focus time")
    #expect(form.unreadTexts[.parameter("date")]?.text == "21.?.?")
    try form.run("focus date, enter")
    #expect(form.editing?.fields.map(\.text) == ["21.?.?"])
    try form.run("press deleteToStart, type '21.11.2026', commit")
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == "2026-11-21")
    #expect(form.unreadTexts.isEmpty)
  }

  /// Incomplete dates have no fields, because no component may be invented.
  @Test(arguments: ["--12-24", "---24", "2026-11", "2026"])
  func partialDatesAreATextOfTheirOwn(_ text: String) throws {
    var form = try Self.form("de", ["date": text])
    try form.run("focus date, enter")
    #expect(form.editing?.layout == .line)
    #expect(form.editing?.fields.map(\.text) == [text])
    try form.run("commit")
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == text)
  }

  @Test func theCalendarOpensOnTheFields() throws {
    var form = try Self.form("de", ["date": "2026-01-31"])
    try form.run("focus date, enter, tab, up, calendar")
    guard case .calendar(let calendar)? = form.panel else {
      Issue.record("no calendar")
      return
    }
    #expect(calendar.day == CivilDate(clampingYear: 2026, month: 2, day: 28))
    try form.run("right, enter")
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == "2026-03-01")
  }

  @Test func theCalendarOpensOnEmptyFields() throws {
    var form = try Self.form("de")
    try form.run("focus date, enter, type '3', calendar, enter")
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == "2026-11-21")
    #expect(form.unreadTexts.isEmpty)
  }

  @Test func elementsOfAnArrayHaveFieldsToo() throws {
    var form = try Self.form("de")
    try form.run("focus list[0], enter, up, tab, up, tab, up, commit, down, enter")
    #expect(form.editing?.row == .element("list", 1))
    #expect(form.editing?.fields.map(\.text) == ["", "", ""])
    #expect(form.draft.values["list"]?.elements.count == 1)
  }

  /// The fields always contain numbers in their ranges, and accepted values are checked.
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func fieldsNeverHoldWhatTheyCannot(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let locale = ["en-US", "de", "ja"].randomElement(using: &random) ?? "de"
    var form = try Self.form(locale)
    let rows = ["date", "time", "both"]
    let texts = ["1", "2", "5", "9", "0", "a", "p", "/", ":", " ", "x", "2026-12-31", "🙂"]
    for step in 0..<400 {
      if form.editing == nil {
        _ = form.handle(.focus(.parameter(rows.randomElement(using: &random) ?? "date")))
        _ = form.handle(.activate)
      }
      let events: [FormEvent] = [
        .insert(texts.randomElement(using: &random) ?? "1"), .moveFocus(.next),
        .moveFocus(.previous), .nextPart, .previousPart,
        .adjust(Int.random(in: -20...20, using: &random)),
        .edit(TextField.Command.allCases.randomElement(using: &random) ?? .left), .commit,
      ]
      _ = form.handle(events.randomElement(using: &random) ?? .commit)
      guard let editing = form.editing, case .date(let parts) = editing.layout else { continue }
      #expect(editing.fields.indices.contains(editing.active), "\(random) \(step)")
      for (part, field) in zip(parts, editing.fields) {
        guard case .component(let name) = part, !field.text.isEmpty else { continue }
        let number = try #require(Int(field.text), "\(random) \(step): \(field.text)")
        #expect(number <= name.range.upperBound && field.text.count <= part.width, "\(random)")
      }
    }
    for value in form.draft.values.values {
      guard case .dateComponents(let components) = value else { continue }
      for name in IntentDateComponent.allCases {
        if let number = components[name] { #expect(name.range.contains(number), "\(random)") }
      }
    }
  }
}
