import FormEngine
import IntentDocuments
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetForm
import WidgetTestSupport

/// A text for a row with choices has the same meaning in a script, in line mode and on a terminal.
@Suite struct ChosenTextTests {
  private static var provider: RoutingOptionsProvider {
    RoutingOptionsProvider(ChosenTexts.providers)
  }

  private static func opened(_ state: FormState = ChosenTexts.state) async -> FormState {
    await FormDriver.opened(state, provider: provider)
  }

  /// The text that a form shows in a row: its value, or its problem with the remedy.
  private static func shown(_ row: String, _ form: FormState) -> String {
    let shown = form.shownRow(.parameter(row))
    return shown?.problem.map { "\($0) \(shown?.remedy ?? "")" } ?? shown?.value ?? ""
  }

  private static func expect(_ form: FormState, _ row: ChosenTexts.Case, _ face: String) {
    let value = form.draft.values[row.row].map { ValueText.text(of: $0) }
    #expect(value == row.value, "\(face): \(row)")
    let shown = shown(row.row, form)
    #expect(row.value == nil ? shown.contains(row.shown) : shown == row.shown, "\(face): \(row)")
  }

  @Test func `In a script`() async {
    for row in ChosenTexts.cases {
      var form = FormDriver(ChosenTexts.state, provider: Self.provider)
      form.start()
      await form.settle()
      let issues = await ScriptedAnswers([(row.row, row.text)]).apply(to: &form)
      #expect(issues.isEmpty == (row.value != nil), "\(row)")
      Self.expect(form.state, row, "script")
      form.handle(.submit)
      await form.settle()
      #expect((form.state.phase != .editing) == (row.value != nil), "\(row)")
    }
  }

  @Test func `Line by line`() async {
    let rows = ["color", "isOn", "place", "sink"]
    for row in ChosenTexts.cases {
      let before = Array(repeating: "", count: rows.firstIndex(of: row.row) ?? 0)
      let (text, form) = await LinePrompt.conversation(
        ChosenTexts.state, Self.provider, before + [row.text, "quit"], withAnswers: false)
      #expect(
        form.draft.values[row.row].map { ValueText.text(of: $0) } == row.value, "\(row): \(text)")
      // A switch does not repeat its state.
      let isSaid =
        text.contains(row.shown) || row.row == "isOn" && row.value != nil
        || row.shown.lowercased() == row.text.lowercased()
      #expect(isSaid, "\(row): \(text)")
    }
  }

  /// On a terminal, the text is typed into a list; saving at once does not drop it.
  @Test func `In a list that is closed by saving`() async {
    for row in ChosenTexts.cases where row.row != "isOn" {
      var form = FormDriver(ChosenTexts.state, provider: Self.provider)
      form.start()
      await form.settle()
      form.handle(.focus(.parameter(row.row)))
      form.handle(.openOptions)
      await form.settle()
      form.handle(.type(row.text))
      await form.settle()
      form.handle(.submit)
      await form.settle()
      Self.expect(form.state, row, "list")
      #expect((form.state.phase != .editing) == (row.value != nil), "\(row)")
      guard row.value == nil else { continue }
      #expect(form.state.unreadTexts[.parameter(row.row)]?.text == row.text)
      // The list opens with the kept text as its search, and a choice replaces that text.
      form.handle(.activate)
      await form.settle()
      #expect(form.state.picker?.query.text == row.text)
      form.handle(.edit(.deleteToStart))
      await form.settle()
      form.handle(.moveHighlight(.first))
      form.handle(.choose)
      await form.settle()
      #expect(form.state.unreadTexts.isEmpty && form.state.issues.isEmpty, "\(row)")
    }
  }

  /// A kept text is looked up again when the form is reopened, and when its choices change.
  @Test func `A kept text is looked up again`() async throws {
    var form = FormDriver(ChosenTexts.state, provider: Self.provider)
    form.start()
    await form.settle()
    form.handle(.setText(.parameter("place"), "Noodels"))
    await form.settle()
    let changes = try #require(form.state.draftChanges)
    var again = ChosenTexts.state
    again.make(changes)
    let opened = await Self.opened(again)
    #expect(Self.shown("place", opened) == Self.shown("place", form.state))
    #expect(Self.shown("place", opened).hasSuffix("Did you mean “Noodles”?"))
    #expect(!opened.issues.isEmpty)
  }

  /// Titles that several choices share, and titles of choices that are strings, are stored with the
  /// answers.
  @Test func `Equal titles are distinguished without another request`() async throws {
    var form = FormDriver(ChosenTexts.state, provider: Self.provider)
    form.start()
    let answers = ScriptedAnswers([
      ("color", "left"), ("place", "m1"), ("sink", "Headphones"),
    ])
    #expect(await answers.apply(to: &form).isEmpty)
    let stored = try DraftJSON.read(DraftJSON.text(of: form.state.draft))
    #expect(stored == form.state.draft && stored.titles == form.state.draft.titles)
    let parameters = ChosenTexts.schema.parameters.compactMap { parameter in
      stored.values[parameter.name].map { Intent.Parameter(name: parameter.name, value: $0) }
    }
    #expect(
      FormWords.english.summary(
        of: parameters, under: ChosenTexts.schema, titles: stored.titles)
        == "Color: Side (left) · Place: Burger (0.9 mi) · Sink: Headphones")
    let changes = form.state.changes.map(\.new)
    #expect(changes == ["Side (left)", "Burger (0.9 mi)", "Headphones"])
  }

  /// A name that is not a parameter is an issue, in every interface.
  @Test func `Names that do not exist`() async throws {
    let events: [FormEvent] = [
      .setText(.parameter("colour"), "red"), .set("colour", .integer(3)), .set("colour", nil),
      .setText(.element("colour", 0), "x"), .enter([.texts("colour", ["x"])]),
      .takeDay(.parameter("colour"), CivilDate(year: 2026, month: 12, day: 1)),
    ]
    for event in events {
      var form = await Self.opened()
      _ = form.handle(event)
      #expect(
        form.issues.map(\.line.description) == [
          "$.parameters.colour: ChoicesIntent has no parameter “colour”. Did you mean “color”?"
        ], "\(event)")
      _ = form.handle(.submit)
      #expect(form.phase == .editing, "\(event)")
      _ = form.handle(.undo)
      _ = form.handle(.submit)
      #expect(form.phase != .editing, "\(event)")
    }
    var providers = ChosenTexts.providers
    providers["plaice"] = providers["place"]
    var form = FormState(
      FormSetup(
        schema: ChosenTexts.schema, title: "Choices", families: [.systemMedium],
        providers: providers))
    _ = form.handle(.submit)
    #expect(form.phase == .editing)
    #expect(form.message?.text().hasSuffix("Did you mean “place”?") == true)
  }
}
