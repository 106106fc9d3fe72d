import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@testable import WidgetForm

/// Answers that are given by parameter name, as in `--set name=value`.
@Suite("Scripted answers")
struct ScriptedAnswerTests {
  private func apply(
    _ answers: [(String, String)], to state: FormState? = nil,
    provider: any OptionsProvider = SampleCalendars()
  ) async -> (state: FormState, issues: [String]) {
    var form = FormDriver(state ?? SampleForm.state(.systemLarge), provider: provider)
    form.start()
    await form.settle()
    let issues = await ScriptedAnswers(answers.map { (name: $0.0, text: $0.1) }).apply(to: &form)
    return (form.state, issues.map(\.description))
  }

  /// A parameter of each type, a text for it, and the text of the resulting value.
  static let values: [(parameter: ParameterDefinition, text: String, value: String)] = [
    (.boolean("p"), "yes", "yes"), (.boolean("p"), "off", "no"),
    (.integer("p", 1...9), "7", "7"), (.decimal("p", 0...1), "0.50", "0.5"),
    (.decimal("p", 0...1, control: .slider), "0.33", "0.33"),
    (.string("p"), " as it is, ", " as it is, "),
    (.enumeration("p", "Show"), "range", "range"),
    (.enumeration("p", "Show"), "a range of dates", "range"),
    (.enumeration("p", "Show"), "a RANGE of dates", "range"),
    (.object("p", "Calendar"), "work|Work", "work|Work"), (.object("p"), "work", "work"),
    (.dateComponents("p", .date), "2026-11-21", "2026-11-21"),
    (.dateComponents("p", .time), "7:05", "07:05"),
    (.dateComponents("p"), "2026-11-21 07:05", "2026-11-21 07:05"),
    (.duration("p", .hours), "36", "1d12h"), (.duration("p"), "90 min", "1h30m"),
    (.of(.url(defaultValue: nil), "p"), "https://example.org", "https://example.org"),
    (.of(.placemark(detail: nil), "p"), "Oslo", "Oslo"),
    (.of(.person(detail: nil), "p"), "Kirsten <k@example.org>", "Kirsten <k@example.org>"),
    (.of(.file(FileMetadata()), "p"), "C:\\dir\\file", "C:\\dir\\file"),
    (.of(.currencyAmount(CurrencyMetadata()), "p"), "12.50 EUR", "12.50 EUR"),
    (.of(.paymentMethod, "p"), "credit|Visa", "credit|Visa"),
    (.of(.speakableString(StringMetadata()), "p"), "hello", "hello"),
    (.string("p").several, "a, b,,c", "a, b, c"),
    (.string("p").several, "Paris\\, France,Oslo\\\\,x", "Paris, France, Oslo\\, x"),
    (.string("p").several, "C:\\dir,a\\", "C:\\dir, a\\"),
    (.integer("p").several, "3,1,2", "3, 1, 2"),
    (
      .of(.placemark(detail: nil), "p").several, "Zoo @52.5,13.4,Oslo,@48.1, -11.5",
      "Zoo @52.5,13.4, Oslo, 48.1,-11.5"
    ),
  ]

  private static func form(
    _ parameters: [ParameterDefinition], locale: String = "en"
  ) -> FormState {
    let intent = IntentDefinition(name: "One", parameters: parameters)
    let enums = Array(SampleForm.schema.enums.values)
    let file = IntentDefinitionFile(
      intents: [intent], enums: enums, types: [IntentObjectType(name: "Calendar")])
    return FormState(
      FormSetup(schema: IntentSchema(intent, in: file), title: "One", locale: locale).takingJSON)
  }

  @Test(arguments: values)
  func value(parameter: ParameterDefinition, text: String, value: String) async {
    let (state, issues) = await apply([("p", text)], to: Self.form([parameter]))
    #expect(issues == [])
    #expect(state.draft.values["p"].map { ValueText.text(of: $0) } == value)
  }

  /// If a comma in a list could be part of a number, the list is refused with the number; nil if
  /// the list is read.
  @Test(
    arguments: [
      (ParameterDefinition.decimal("p"), "de", "1,5, 2,5", "1,5"),
      (.decimal("p"), "de", "10,50", "10,50"),
      (.decimal("p"), "de", "1, 5", nil), (.duration("p"), "de", "1:30,2:30", nil),
      (.duration("p"), "de", "1,5h, 2h", "1,5"), (.decimal("p"), "en-US", "1,000.5", "1,000.5"),
      (.integer("p"), "en-US", "1,000, 2,000", "1,000"), (.integer("p"), "en-US", "1,200", "1,200"),
      (.integer("p"), "en-US", "1, 200", nil), (.integer("p"), "en-US", "1,2,3", nil),
      (.integer("p"), "de", "1,200", nil), (.duration("p"), "en-US", "1,500 h", "1,500"),
    ] as [(ParameterDefinition, String, String, String?)])
  func comma(parameter: ParameterDefinition, locale: String, text: String, number: String?) async {
    let (_, issues) = await apply(
      [("p", text)], to: Self.form([parameter.several], locale: locale))
    #expect(issues.count == (number == nil ? 0 : 1))
    if let number { #expect(issues.first?.contains(number) == true, "\(issues)") }
  }

  /// Answers that are rejected, and the messages.
  static let refused: [(name: String, text: String, issue: String)] = [
    ("lins", "3", "$.parameters.lins: UpNextIntent has no parameter “lins”. Did you mean “lines”?"),
    (
      "mirrorApp", "perhaps",
      "$.parameters.mirrorApp: Expected yes or no, found “perhaps”."
    ),
    ("lines", "10", "$.parameters.lines: 10 is above the maximum of 9. Give 9 or less."),
    (
      "lines", "ten",
      "$.parameters.lines: Expected a whole number, found “ten”."
    ),
    ("show", "rnage", "$.parameters.show: No choice is called “rnage”. Did you mean “range”?"),
    (
      "lookAhead", "soon",
      "$.parameters.lookAhead: Expected a duration such as 1h30m, found “soon”."
    ),
    (
      "dayStart", "soon",
      "$.parameters.dayStart: Expected a time such as 07:30, found “soon”."
    ),
    (
      "from", "2026-11-21",
      "$.parameters.from: The parameter is hidden because the value of its parent show does not "
        + "meet the condition. Leave the parameter out, or give show=range as well."
    ),
    (
      "calendars", "wok",
      "$.parameters.calendars[0]: No choice is called “wok”. "
        + "Did you mean “Work”?"
    ),
    (
      "calendars", #"["work","wok"]"#,
      "$.parameters.calendars[1]: No choice is called “wok”. "
        + "Did you mean “Work”?"
    ),
    (
      "calendars", "!Work",
      "$.parameters.calendars[0]: No choice is called “!Work”. "
        + "Did you mean “Work”?"
    ),
    (
      "calendars", "work,zebra",
      "$.parameters.calendars[1]: No choice is called “zebra”. Choose from "
        + "“Work”, “Home”, “Birthdays and anniversaries”, “Team”, “東京オフィス”."
    ),
    (
      "calendars", "work,home,team,tokyo,birthdays",
      "$.parameters.calendars: There are 5 values, but systemLarge has room for 4. "
        + "Remove all but 4, or choose a larger family."
    ),
  ]

  @Test(arguments: refused)
  func refusal(name: String, text: String, issue: String) async {
    #expect(await apply([(name, text)]).issues == [issue])
  }

  /// Without this limit, one entry would compare each of its texts with each of a million choices.
  @Test func `In a long list, similar names are searched only for the first hundred texts`() async {
    let names = (0..<400).map { "Stop \(1_000 + $0)" }
    let provider = InMemoryOptionsProvider(
      OptionsCollection(items: names.map { OptionItem(identifier: $0 + "!", display: $0) }))
    let parts = names.prefix(150).map { $0.replacing("Stop ", with: "") }
    let texts = (parts + names.suffix(200)).joined(separator: ",")
    let (state, issues) = await apply([("calendars", texts)], provider: provider)
    let refused = issues.filter { $0.contains("No choice is called “1") }
    #expect(refused.count == 150)
    #expect(refused.count { $0.contains("Did you mean “Stop 1") } == 100)
    #expect(
      refused.last?.hasSuffix("Search for a part of the name, and choose what is found.") == true)
    #expect(state.draft.values["calendars"]?.elements.count == 200)
  }

  @Test func everyProblemIsSaidAtOnce() async {
    // Of the two answers to `lines`, the last one counts.
    let issues = await apply(Self.refused.prefix(6).map { ($0.name, $0.text) }).issues
    #expect(issues.count == 5)
  }

  /// Answers for the calendars, and the resulting choices.
  static let choices: [(answers: [String], value: String?)] = [
    (["work"], "work|Work"), (["Work"], "work|Work"), (["TEAM, home"], "team|Team, home|Home"),
    (["work", "team"], "work|Work, team|Team"), (["work", "", "team"], "team|Team"),
    (["東京オフィス"], "tokyo|東京オフィス"), (["work", ""], nil),
    (["BIRTHDAYS and ANNIVERSARIES, wörk"], "birthdays|Birthdays and anniversaries, work|Work"),
  ]

  @Test(arguments: choices)
  func choice(answers: [String], value: String?) async {
    let (state, issues) = await apply(answers.map { ("calendars", $0) })
    #expect(issues == [])
    #expect(state.draft.values["calendars"].map { ValueText.text(of: $0) } == value)
  }

  @Test func theLastOfTwoAnswersCounts() async {
    let (state, issues) = await apply([("lines", "3"), ("lines", "4")])
    #expect(issues == [])
    #expect(state.draft.values["lines"] == .integer(4))
  }

  @Test func aParentIsAnsweredBeforeItsChild() async {
    let (state, issues) = await apply([("from", "2026-11-21"), ("show", "range")])
    #expect(issues == [])
    #expect(state.state(of: "from")?.isVisible == true)
  }

  @Test func anAnswerToAHiddenQuestionIsSaidOnce() async {
    let issues = await apply([("mirrorApp", "yes"), ("calendars", "work"), ("calendars", "home")])
      .issues
    #expect(
      issues == [
        "$.parameters.calendars: The parameter is hidden because the value of its parent mirrorApp "
          + "does not meet the condition. Leave the parameter out, or give mirrorApp=Off as well."
      ])
  }

  @Test func aFailingProviderSaysWhy() async {
    let issues = await apply([("calendars", "work")], provider: SampleCalendars.failing()).issues
    #expect(
      issues == [
        "$.parameters.calendars[0]: calendars: The source failed: no route to host. "
          + "Try again, or check the source."
      ])
  }

  @Test func aSourceThatSearchesIsAskedForTheText() async {
    let provider = SampleCalendars { request in
      request.searchTerm == "Far away"
        ? [OptionItem(identifier: "far", display: "Far Away")] : ["near"]
    }
    let setup = SampleForm.setup(["calendars": true])
    let (state, issues) = await apply(
      [("calendars", "Far away")], to: FormState(setup), provider: provider)
    #expect(issues == [])
    #expect(state.draft.values["calendars"] == .array([SampleForm.calendar("far", "Far Away")]))
  }

  @Test func aChoiceMustFitTheType() async {
    let schema = Self.form([ParameterDefinition.integer("p").dynamic()]).schema
    let setup = FormSetup(schema: schema, title: "Test", providers: .stubs(["p": false]))
    let provider = SampleCalendars { _ in ["seven", "8"] }
    let issues = await apply([("p", "seven")], to: FormState(setup), provider: provider).issues
    #expect(
      issues == ["$.parameters.p: Expected a whole number, found “seven”."])
    let taken = await apply([("p", "8")], to: FormState(setup), provider: provider)
    #expect(taken.state.draft.values["p"] == .integer(8))
  }
}
