import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@Suite struct SubmitTests {
  static let rows: [ParameterDefinition] = [
    .row("title", .text), .row("count", .integer(.init(maximum: .value(9)))),
    .row("on", .flag), .row("note", .number, parent: .when("on", is: .boolean(true))),
    .row("list", .number, many: true, sizes: ArraySizes([.systemSmall: 3])),
  ]

  static func form(_ values: [String: IntentValue] = [:]) -> FormState {
    FormState.form(rows, draft: IntentDraft(values: values))
  }

  @Test func intentHoldsWhatIsInEffect() throws {
    var form = Self.form(["note": .integer(1)])
    let effects = try form.run("set title 'Hi', set count '3', submit")
    let intent = Intent(
      typeName: "TestIntent", family: .systemSmall,
      parameters: [
        .init(name: "title", value: .string("Hi")), .init(name: "count", value: .integer(3)),
        .init(name: "on", value: .boolean(false)),
      ])
    #expect(effects == [.finish(intent)])
    #expect(form.phase == .submitted(intent))
  }

  /// The focus and the message if a problem prevents saving.
  @Test(
    arguments: [
      (
        "set count 'x', set list[1] 'y', submit", .parameter("count"),
        "Expected a whole number, found “x”."
      ),
      (
        "set list[2] 'y', set list[1] 'z', submit", .element("list", 1),
        "Expected a whole number, found “z”."
      ),
      (
        "set count '12', submit", .parameter("count"),
        "12 is above the maximum of 9. Give 9 or less."
      ),
      (
        "focus count, type '12', submit", .parameter("count"),
        "12 is above the maximum of 9. Give 9 or less."
      ),
      (
        "focus count, type 'x', end, up, enter", .parameter("count"),
        "Expected a whole number, found “x”."
      ),
      (
        "set on 'yes', set note 'n', submit", .parameter("note"),
        "Expected a whole number, found “n”."
      ),
    ] as [(String, FormRowID, String)])
  func issues(script: String, focus: FormRowID, message: String) throws {
    var form = Self.form()
    try form.run(script)
    #expect(form.phase == .editing)
    #expect(form.focus == focus)
    #expect(form.presentation.message == message)
    #expect(form.presentation.message == message)
    try form.run("down")
    #expect(form.presentation.message == nil)
  }

  @Test func storedIssuesStandInTheOrderOfTheRows() throws {
    var form = Self.form([
      "list": .array([.integer(1), .string("x")]), "count": .integer(99), "title": .integer(5),
    ])
    try form.run("set list[0] 'zero'")
    #expect(
      form.issues.map(\.path.description) == [
        "$.parameters.title", "$.parameters.count", "$.parameters.list[0]",
        "$.parameters.list[1]",
      ])
    try form.run("submit")
    #expect(form.focus == .parameter("title"))
    #expect(form.presentation.message == "Expected a string, found a whole number.")
  }

  @Test func hiddenIssuesStopNothing() throws {
    var form = Self.form(["note": .string("bad")])
    try form.run("set on 'yes', set note 'x', set on 'no', submit")
    #expect(form.phase != .editing)
    #expect(form.unreadTexts.count == 1)
  }

  @Test func submittingTakesOverWhatIsTyped() throws {
    var form = Self.form()
    let effects = try form.run("focus title, type 'Hi', submit")
    guard case .finish(let intent)? = effects.last else {
      Issue.record("the form did not finish")
      return
    }
    #expect(intent["title"] == .string("Hi"))
  }

  @Test(arguments: ["submit", "cancel"])
  func openQuestionsAreCancelled(script: String) throws {
    var form = FormState.form(
      [.row("a", .thing, dynamic: true), .row("b", .thing, dynamic: true)],
      providers: ["a": false, "b": true],
      draft: IntentDraft(values: ["a": .thing("y"), "b": .thing("x")]))
    var driver = ProviderDriver()
    driver.isHolding = true
    driver.start(&form)
    try driver.run("focus b, open", on: &form)
    #expect(driver.open.count == 3)
    try driver.run(script, on: &form)
    #expect(driver.open.isEmpty)
    #expect(form.isSettled)
    let ended = form
    for event in [.undo, .submit, .insert("x"), .optionsLoaded(1, .success([]))] as [FormEvent] {
      #expect(form.handle(event) == [])
    }
    #expect(form == ended)
  }

  /// Product rule 4: the form waits for a dynamic default; if it fails, the answer stays empty.
  @Test(arguments: [true, false])
  func savingWaitsForADefault(isGiven: Bool) throws {
    var form = FormState.form(
      [.row("a", .thing, dynamic: true)], providers: ["a": false], draft: IntentDraft())
    let asked = form.start()
    #expect(asked.count == 1)
    #expect(form.handle(.submit) == [])
    #expect(form.phase == .editing)
    let message = form.presentation.message
    #expect(message?.hasPrefix("The form is saved as soon as the default of ") == true)
    let failure = OptionsError(.failed, provider: "a", message: "Down.", remedy: "Wait.")
    let effects = form.handle(.defaultsLoaded(1, isGiven ? .success(["x"]) : .failure(failure)))
    guard case .finish(let intent)? = effects.last else {
      Issue.record("the form did not finish: \(effects)")
      return
    }
    #expect((intent["a"] != nil) == isGiven)
  }

  @Test func goingOnEditingTakesTheSavingBack() throws {
    var form = FormState.form(
      [.row("a", .thing, dynamic: true)], providers: ["a": false], draft: IntentDraft())
    _ = form.start()
    _ = form.handle(.submit)
    _ = form.handle(.moveFocus(.next))
    #expect(form.presentation.message == nil)
    _ = form.handle(.defaultsLoaded(1, .success(["x"])))
    #expect(form.phase == .editing)
  }

  @Test func cancellingFinishesNothing() throws {
    var form = Self.form()
    #expect(try form.run("set title 'Hi', end, enter, cancel") == [])
    #expect(form.phase == .cancelled)
  }
}
