import FormEngine
import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@Suite("Typing a date or a time")
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

  static func typed(_ text: String) -> String {
    text.map { "type '\($0)'" }.joined(separator: ", ")
  }

  /// The result of a script that starts in the open editor of a row.
  static let scripts:
    [(locale: String, row: String, before: String, script: String, after: String)] = [
      // Typing replaces the answer.
      ("en-US", "time", "07:00", typed("19:30") + ", commit", "19:30"),
      ("en-US", "time", "07:00", typed("1930") + ", commit", "19:30"),
      ("en-US", "time", "07:00", typed("22:15") + ", commit", "22:15"),
      ("en-US", "time", "", typed("9:15 am") + ", commit", "09:15"),
      ("en-US", "both", "", typed("12/25/2026 19:30") + ", commit", "2026-12-25 19:30"),
      ("en", "time", "07:00", "press deleteToStart, " + typed("7:30 pm") + ", commit", "19:30"),
      ("en-US", "time", "19:00", "press deleteToStart, " + typed("9:15 am") + ", commit", "09:15"),
      ("de", "time", "07:00", typed("7.30") + ", commit", "07:30"),
      ("de", "date", "", typed("25.12.") + ", commit", "2026-12-25"),
      ("en-US", "date", "", typed("-3d") + ", commit", "2026-11-18"),
      ("en-US", "date", "", typed("12/25") + ", commit", "2026-12-25"),
      ("en-US", "date", "2026-01-31", typed("30 Nov") + ", commit", "2026-11-30"),
      ("en", "date", "", "type 't', type 'o', type 'morrow', commit", "2026-11-22"),
      ("de", "date", "2026-01-31", "type '24.12.2026', commit", "2026-12-24"),
      // Once the text has been edited, further typing is added to it.
      (
        "de", "date", "2026-01-31", "press end, press deleteBackward, type '7', commit",
        "2027-01-31"
      ),
      (
        "de", "date", "2026-01-31", "press start, press deleteForward, type '2', commit",
        "2026-01-21"
      ),
      ("de", "time", "07:30", "press deleteToStart, commit", ""),
      ("de", "time", "07:30", "press deleteBackward, commit", ""),
      ("de", "time", "07:30", "press end, press deleteToStart, type '8:00', commit", "08:00"),
      ("de", "time", "07:30", "type '9', press undo, press undo, commit", "07:30"),
      // The arrow keys step the part at the cursor, and Tab goes to the next part.
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
      ("de", "time", "07:30:15", "tab, up, commit", "07:31:15"),
      ("de", "date", "2026-01-31", "up, type '5.5.2026', commit", "2026-05-05"),
      ("de", "date", "", "up, commit", "2026-11-22"),
      ("de", "time", "", "tab, up, commit", "01:00"),
      ("de", "date", "", typed("25. Dez") + ", up, commit", "2026-12-26"),
      ("de", "date", "", "esc, type '2026-05-17', tab, up, commit", "2026-05-18"),
      ("de", "both", "2026-01-31", "up, commit", "2026-01-01"),
      // Leaving the row without Enter also accepts the text; Esc discards it.
      ("de", "date", "2026-01-31", "up, focus time", "2026-01-01"),
      ("de", "date", "2026-01-31", "up, esc", "2026-01-31"),
      ("de", "date", "2026-01-31", "commit", "2026-01-31"),
      ("de", "date", "2026-01-31", "up, commit, undo", "2026-01-31"),
    ]

  @Test(arguments: scripts.indices)
  func script(_ index: Int) throws {
    let (locale, row, before, script, after) = Self.scripts[index]
    var form = try Self.form(locale, [row: before])
    try form.run("focus \(row), enter, \(script)")
    #expect(form.draft.values[row].map { ValueText.text(of: $0) } ?? "" == after, "\(script)")
    #expect(form.editing == nil)
  }

  /// Common notations have the same meaning with `--set` as when they are typed in the open editor.
  @Test func whatPeopleWriteIsUnderstood() throws {
    for (locale, row, text, value) in TypedTexts.meanings {
      var set = TypedTexts.form(locale)
      var typed = set
      _ = set.handle(.setText(.parameter(row), text))
      let meant = set.draft.values[row].map { ValueText.text(of: $0) }
      #expect(meant == value, "\(locale) \(row): \(text)")
      _ = typed.handle(.focus(.parameter(row)))
      _ = typed.handle(.activate)
      for scalar in text.unicodeScalars { _ = typed.handle(.insert(String(scalar))) }
      let help = typed.presentation.rows.first { $0.parameter == row }?.help
      _ = typed.handle(.commit)
      #expect(typed.draft.values[row] == set.draft.values[row], "\(locale) \(row): \(text)")
      #expect(
        typed.editing?.issue == set.unreadTexts[.parameter(row)]?.issue,
        "\(locale) \(row): \(text)")
      guard let value = set.draft.values[row], let type = set.schema.parameter(named: row)?.type
      else { continue }
      let shown = ValueText.display(
        of: value, type: type, schema: set.schema, words: set.setup.words)
      let isEchoed = help?.hasPrefix("= \(shown)") == true || shown == text
      #expect(isEchoed, "\(locale) \(row): \(text): \(help ?? "")")
    }
  }

  /// An ambiguous text shows both meanings.
  @Test(
    arguments: [
      ("en-US", "share", "12,5", "12.5", "125"),
      ("en-US", "share", "1.234,56", "1234.56", "1.23456"),
      ("de", "share", "1.234", "1234", "1,234"), ("de", "share", "1,234.56", "1234,56", "1,23456"),
      ("en-US", "day", "3.4.2026", "2026-04-03", "2026-03-04"),
      ("de", "day", "nächsten Sonntag", "2026-11-29", "2026-12-06"),
      ("de", "both", "7.10", "2027-10-07", "2026-11-28 07:10"),
    ])
  func both(locale: String, row: String, text: String, first: String, second: String) {
    var form = TypedTexts.form(locale)
    _ = form.handle(.setText(.parameter(row), text))
    let issue = form.unreadTexts[.parameter(row)]?.issue
    #expect(issue?.sentence == "“\(text)” can mean \(first) or \(second).", "\(locale)")
  }

  /// A text with more than two meanings shows all of them.
  @Test(
    arguments: [
      ("ja", "both", "25.12. 19", ["2019-12-25", "2025-12-19", "2026-12-25 19:00"]),
      (
        "en", "both", "3/12 1930",
        ["1930-03-12", "1930-12-03", "2027-03-12 19:30", "2026-12-03 19:30"]
      ),
      ("en", "day", "01-02-03", ["2003-01-02", "2003-02-01", "2001-02-03"]),
      (
        "en", "both", "3/4 midnight",
        ["2027-03-04 00:00", "2027-03-05 00:00", "2027-04-03 00:00", "2027-04-04 00:00"]
      ),
    ])
  func all(locale: String, row: String, text: String, meanings: [String]) {
    var form = TypedTexts.form(locale)
    _ = form.handle(.setText(.parameter(row), text))
    let issue = form.unreadTexts[.parameter(row)]?.issue
    #expect(
      issue?.sentence == "“\(text)” can mean one of these: \(meanings.joined(separator: ", ")).")
    for meaning in meanings {
      _ = form.handle(.setText(.parameter(row), meaning))
      #expect(form.draft.values[row].map { ValueText.text(of: $0) } == meaning)
    }
  }

  /// The hint describes the typed text, and not only the possible input.
  @Test(
    arguments: [
      ("walk", "1h30m", "= 1h30m, more than 1 hr"), ("walk", "5m", "= 5 min"),
      ("walk", "90", "= 90 min, more than 1 hr"), ("walk", "-5", "= -5 min, less than 1 min"),
      ("walk", "10s", "= 10s, less than 1 min"), ("far", "5", "= 5 m"), ("far", "5 mile", "= 5 mi"),
      ("link", "https://a.b/", ""), ("home", "Oslo", ""),
      ("time", "", "Type a time such as 7:30 AM. Or: 7:30 pm, noon, 730."),
      ("time", "7:30 pm", "= 7:30 PM"), ("time", "25:00", "The hour 25"),
      ("who", "", "Type a person such as Ann <ann@example.org>."), ("who", "Ann <a@b.c>", ""),
      ("who", "Ann <>", "“Ann <>” has nothing between “<” and “>”."),
      ("pay", "card|Visa", ""),
      (
        "day", "3.4.2026",
        "“3.4.2026” can mean 2026-04-03 or 2026-03-04. Write the one that you mean."
      ),
      ("share", "1.234,56", "“1.234,56” can mean 1234.56 or 1.23456."),
    ])
  func hints(row: String, text: String, hint: String) throws {
    let rows: [ParameterDefinition] = [
      .row(
        "walk",
        .timeInterval(
          TimeIntervalMetadata(
            units: .single(.minutes), minimum: .value(1), maximum: .value(60)))),
      .row("far", .measurement(.init(dimension: .distance))), .row("link", .url(defaultValue: nil)),
      .row("home", .placemark(detail: nil)), .row("time", .dateComponents(.init(kind: .time))),
      .row("who", .person(detail: nil)), .row("pay", .paymentMethod),
      .row("day", .dateComponents(.init(kind: .date))), .row("share", .decimal(NumberMetadata())),
    ]
    var setup = FormSetup(
      schema: .of(rows), title: "Test", locale: "en-US", today: TypedTexts.clock.day)
    setup.clock = TypedTexts.clock
    var form = FormState(setup)
    try form.run("focus \(row), enter")
    for character in text { _ = form.handle(.insert(String(character))) }
    let help = form.presentation.rows.first { $0.parameter == row }?.help ?? ""
    #expect(help == hint || !hint.isEmpty && help.contains(hint), "\(help)")
  }

  /// A day without a year means its next occurrence; today is 21 November 2026.
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
      ("de", "both", "5.10. 19 Uhr", "2027-10-05 19:00"),
      ("de", "both", "5. 10. 19:30", "2027-10-05 19:30"),
      // In Swedish and Chinese, whole dates start with the year; in Swedish, a date without a year
      // starts with the day.
      ("sv", "date", "3/12", "2026-12-03"), ("sv", "date", "3/12 2026", "2026-12-03"),
      ("sv", "date", "3/12/2026", "2026-12-03"),
      ("sv", "both", "3/12 2026 19:30", "2026-12-03 19:30"),
      ("sv", "date", "2026/12/3", "2026-12-03"), ("zh-Hans", "date", "3/12", "2027-03-12"),
      ("en-US", "date", "3/12 2026", "2026-03-12"), ("en-GB", "date", "3/12 2026", "2026-12-03"),
      // ISO 8601 dates are always in the Gregorian calendar.
      ("th", "date", "2569-12-03", "2569-12-03"), ("th", "date", "3/12/2026", "2026-12-03"),
      ("de", "date", "3.12.2569", "2569-12-03"), ("th", "date", "3/12/26", "2026-12-03"),
      ("ar-EG", "date", "3/12/26", "2026-12-03"),
    ])
  func theDayOrTimeThatIsMeant(locale: String, row: String, text: String, value: String) throws {
    let form = try Self.form(locale, [row: text])
    #expect(form.draft.values[row].map { ValueText.text(of: $0) } == value)
  }

  /// An error shows an example in the format of the locale.
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

  /// A year in another calendar of the locale is refused with the reason, and so is an unknown
  /// order.
  @Test(
    arguments: [
      ("th", "3/12/2569", "2569 is read as a year of another calendar."),
      ("th", "3 ธันวาคม 2569", "2569 is read as a year of another calendar."),
      ("th", "3/12/69", "69 is read as a year of another calendar."),
      ("fa", "05/9/12", "5 is read as a year of another calendar."),
      ("fa", "1405/9/12", "1405 is read as a year of another calendar."),
      ("fa", "۱۴۰۵/۹/۱۲", "1405 is read as a year of another calendar."),
      ("en", "3/12 2026", "“3/12 2026” can mean 2026-03-12 or 2026-12-03."),
      ("en", "3/12 1930", "“3/12 1930” can mean 1930-03-12 or 1930-12-03."),
      ("hu", "3/12 2026", "“3/12 2026” can mean 2026-03-12 or 2026-12-03."),
    ])
  func refusedDates(locale: String, text: String, sentence: String) throws {
    let form = try Self.form(locale, ["date": text])
    let issue = try #require(form.unreadTexts[.parameter("date")]?.issue)
    #expect(issue.sentence == sentence || issue.sentence.hasPrefix(sentence), "\(issue.sentence)")
    #expect(form.draft.values["date"] == nil)
  }

  /// If a year can also be a time, the form asks which one is meant, whether the order is known or
  /// not.
  @Test(
    arguments: [
      (
        "en", "3/12 1930",
        """
        “3/12 1930” can mean one of these: 1930-03-12, 1930-12-03, 2027-03-12 19:30, 2026-12-03 19:30.
        """
      ),
      ("en-US", "3/12 1930", "“3/12 1930” can mean 1930-03-12 or 2027-03-12 19:30."),
      ("en-GB", "1930 3/12", "“1930 3/12” can mean 1930-03-12 or 2026-12-03 19:30."),
      ("en", "3/12 1870", "“3/12 1870” can mean 1870-03-12 or 1870-12-03."),
      ("en", "3/12 7pm", "“3/12 7pm” can mean 2027-03-12 19:00 or 2026-12-03 19:00."),
    ])
  func refusedMoments(locale: String, text: String, sentence: String) throws {
    let form = try Self.form(locale, ["both": text])
    let issue = try #require(form.unreadTexts[.parameter("both")]?.issue)
    #expect(issue.sentence.hasPrefix(sentence), "\(issue.sentence)")
    #expect(form.draft.values["both"] == nil)
  }

  /// A text that cannot be read completely is refused; no part of it is guessed or dropped.
  @Test(
    arguments: [
      ("date", "21.", "Expected a date such as 21.11.2026, found “21.”."),
      ("time", "7", "Expected a time such as 07:30, found “7”."),
      ("time", "24:00", "The hour 24 is not between 0 and 23."),
      ("time", "25:00", "The hour 25 is not between 0 and 23."),
      ("date", "31.02.2026", "The day 2026-2-31 does not exist."),
    ]
      + ["1224", "2026", "1930", "T0730", "1224-", "2026 19:30", "Dezember", "2026-W52"].map {
        ("date", $0, "Expected a date such as 21.11.2026, found “\($0)”.")
      }
      + [
        "2026", "1224 7:30", "2026 19:30", "Dez 2026 7:30", "12.2026 7:30", "2026-W52", "1.1.100",
        "07:30:15.5", "19:30 25", "2026-12-24-7:30", "2026-12-24T07:30+02:00", "T0730",
      ].map { ("both", $0, "Expected a date and time such as 21.11.2026 07:30, found “\($0)”.") }
      + ["19:30 25", "07:30:15.5", "5.10. 19 Uhr", "5. 10 Uhr"].map {
        ("time", $0, "Expected a time such as 07:30, found “\($0)”.")
      })
  func refused(row: String, text: String, sentence: String) throws {
    var form = try Self.form("de")
    try form.run("focus \(row), enter, \(Self.typed(text)), commit")
    #expect(form.editing?.issue?.sentence == sentence)
    #expect(form.editing?.fields.map(\.text) == [text])
    try form.run("esc")
    #expect(form.draft.values[row] == nil)
  }

  /// Text that cannot be read is kept with its problem when the person leaves it.
  @Test func unreadTextIsKept() throws {
    var form = try Self.form("de")
    try form.run("focus date, enter, type '21.', focus time")
    #expect(form.unreadTexts[.parameter("date")]?.text == "21.")
    try form.run("focus date, enter")
    #expect(form.editing?.fields.map(\.text) == ["21."])
    try form.run("type '11.2026', commit")
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == "2026-11-21")
    #expect(form.unreadTexts.isEmpty)
  }

  /// Two hours from now means two hours, even if the clocks go forward in between.
  @Test(arguments: [
    ("+2h", "2026-03-08 04:59"), ("-1h", "2026-03-08 00:59"), ("now", "2026-03-08 01:59"),
  ])
  func distancesFollowTheClocks(text: String, expected: String) throws {
    var setup = FormSetup(
      schema: .of([.row("both", .dateComponents(.init(kind: .dateTime)))]), title: "Test",
      locale: "en")
    setup.clock = FormClock(after: { seconds in
      let minutes = 119 + seconds / 60 + (seconds > 60 ? 60 : 0)
      return DateComponents(
        year: 2026, month: 3, day: 8, hour: minutes / 60, minute: minutes % 60)
    })
    var form = FormState(setup)
    _ = form.handle(.setText(.parameter("both"), text))
    #expect(form.draft.values["both"].map { ValueText.text(of: $0) } == expected)
  }

  /// Missing components of an incomplete date are not invented.
  @Test(arguments: ["--12-24", "---24", "2026-11", "2026--"])
  func partialDatesAreATextOfTheirOwn(_ text: String) throws {
    var form = try Self.form("de", ["date": text])
    try form.run("focus date, enter")
    #expect(form.editing?.layout == .line)
    #expect(form.editing?.fields.map(\.text) == [text])
    try form.run("commit")
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == text)
  }

  @Test func theCalendarOpensOnTheText() throws {
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

  @Test func theCalendarOpensOnATextThatIsNoDate() throws {
    var form = try Self.form("de")
    try form.run("focus date, enter, type '3', calendar, enter")
    #expect(form.draft.values["date"].map { ValueText.text(of: $0) } == "2026-11-21")
    #expect(form.unreadTexts.isEmpty)
  }
}
