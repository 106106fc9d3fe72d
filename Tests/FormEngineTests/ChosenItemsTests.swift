import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

/// The list of an array, in which several choices are marked.
@Suite("Lists of arrays") struct ChosenItemsTests {
  static func form(_ values: [String: IntentValue] = [:]) -> FormState {
    FormState.form(
      [
        .row("stops", .thing, dynamic: true, many: true, sizes: ArraySizes([.systemSmall: 3])),
        .row("one", .thing, dynamic: true, many: true, sizes: ArraySizes([.systemSmall: 1])),
        .row("free", .thing, dynamic: true, many: true), .row("styles", .style, many: true),
        .row("levels", .decimal(NumberMetadata()), dynamic: true, many: true),
      ], enums: [.styles],
      providers: ["stops": false, "one": false, "free": false, "levels": false],
      draft: IntentDraft(values: values))
  }

  static func run(_ script: String, on form: inout FormState) throws {
    var driver = ProviderDriver { request in
      request.parameter == "levels" ? .success(["1.5", "2.5"]) : .success(["a", "b", "c", "d"])
    }
    driver.start(&form)
    try driver.run(script, on: &form)
    #expect(driver.open.isEmpty && !driver.isRunaway)
  }

  @Test(
    arguments: [
      ("focus stops[0], open, mark, down, mark, choose", .things("a", "b")),
      ("focus stops[0], open, type ' ', down, type ' ', choose", .things("a", "b")),
      ("focus stops[2], open, down 2, mark, up, mark, esc", .things("c", "b")),
      ("focus stops[0], open, mark, mark, esc", .array([])),
      (
        "focus stops[0], open, mark, down, mark, down, mark, down, mark, esc",
        .things("a", "b", "c")
      ),
      ("focus stops[0], open, mark, down, choose", .things("a")),
      ("focus stops[0], open, down, choose", .things("b")),
      ("focus stops[0], open, mark, down, mark, esc, undo", .things("a")),
      ("focus stops[0], open, mark, down, mark, esc, focus stops[1], raise", .things("b", "a")),
    ] as [(String, IntentValue)])
  func marking(script: String, value: IntentValue) throws {
    var form = Self.form()
    try Self.run(script, on: &form)
    #expect(form.draft["stops"] == value)
    #expect(form.picker == nil)
  }

  @Test func anArrayOfOneTakesTheNewChoice() throws {
    var form = Self.form()
    try Self.run("focus one[0], open, mark, down, mark, down, mark", on: &form)
    #expect(form.draft["one"] == .things("c"))
    #expect(form.picker?.chosen?.count == 1)
  }

  @Test func aFullArraySaysSo() throws {
    var form = Self.form(["stops": .things("a", "b", "c")])
    try Self.run("focus stops[0], open, end, mark", on: &form)
    #expect(form.draft["stops"] == .things("a", "b", "c"))
    #expect(
      form.message?.text() == "The family takes 3 choices. Take one away first.")
    try Self.run("home, mark", on: &form)
    #expect(form.draft["stops"] == .things("b", "c"))
  }

  /// The list stays open although the slot that it was opened for is gone.
  @Test func theListOutlivesItsSlot() throws {
    var form = Self.form(["free": .things("a", "b")])
    try Self.run("focus free[2], open, home, mark, down, mark", on: &form)
    #expect(form.draft["free"] == .array([]))
    #expect(form.picker?.row == .element("free", 0))
    try Self.run("mark, esc", on: &form)
    #expect(form.draft["free"] == .things("b"))
  }

  @Test func anEmptySlotBeginsWithWhatIsFree() throws {
    var form = Self.form(["stops": .things("a", "b")])
    try Self.run("focus stops[2], open", on: &form)
    #expect(form.picker?.highlightedItem?.identifier == "c")
    try Self.run("esc, focus stops[1], open", on: &form)
    #expect(form.picker?.highlightedItem?.identifier == "b")
  }

  @Test func aSpaceAfterLettersIsTyped() throws {
    var form = Self.form()
    try Self.run("focus stops[0], open, type 'b', type ' '", on: &form)
    #expect(form.picker?.query.text == "b ")
    #expect(form.draft["stops"] == nil)
    try Self.run("down, type ' '", on: &form)
    #expect(form.draft["stops"] == .things("b"))
  }

  /// A number does not contain the identifier of its choice.
  @Test func casesAndNumbersAreMarked() throws {
    var form = Self.form(["levels": .array([.decimal(2.5)])])
    try Self.run("focus styles[0], open, mark, down, mark, esc", on: &form)
    #expect(form.draft["styles"]?.elements.count == 2)
    try Self.run("focus levels[1], open, mark, down, mark, esc", on: &form)
    #expect(form.draft["levels"] == .array([.decimal(1.5)]))
  }
}

/// What a form says about changes.
@Suite("Changes in sight") struct ChangesInSightTests {
  static func form(_ values: [String: IntentValue] = [:]) -> FormState {
    FormState.form(
      [
        .row("isOn", .boolean(BooleanMetadata(defaultValue: true))), .row("name", .text),
        .row("child", .text, parent: .when("isOn", is: .boolean(true))),
      ], draft: IntentDraft(values: values))
  }

  /// The default as an answer changes nothing.
  @Test func aDefaultThatWasChosenIsNoChange() throws {
    var form = Self.form()
    try form.run("focus isOn, right, right")
    #expect(form.draft["isOn"] == .boolean(true))
    #expect(!form.isModified)
    #expect(form.changes.isEmpty)
    try form.run("esc")
    #expect(form.phase == .cancelled)
  }

  @Test func undoGoesToTheRowThatChanges() throws {
    var form = Self.form()
    try form.run("set name 'x', set child 'y', focus isOn, right, focus save, undo")
    #expect(form.focus == .parameter("isOn"))
    try form.run("focus save, undo")
    #expect(form.focus == .parameter("child"))
    try form.run("focus save, undo")
    #expect(form.focus == .parameter("name"))
    try form.run("focus save, redo")
    #expect(form.focus == .parameter("name"))
  }

  @Test func changesThatWereNotSavedComeBack() throws {
    var left = Self.form()
    try left.run("set name 'x', focus child, type 'half'")
    let unsaved = try #require(left.unsaved)
    var form = Self.form()
    form.offer(unsaved)
    #expect(!form.isModified)
    try form.run("redo")
    #expect(form.draft["name"] == .string("x"))
    #expect(form.draft["child"] == .string("half"))
    try form.run("undo")
    #expect(!form.isModified)
    #expect(Self.form().unsaved == nil)
  }

  /// A stored answer that says the same as the default is none to take away, so what is stored later
  /// stays.
  @Test func onlyChangesAreMadeToLaterAnswers() throws {
    let rows: [ParameterDefinition] = [.string("name"), .integer("lines", 1...9, default: 3)]
    let stored = IntentDraft(values: ["name": .string("a"), "lines": .integer(3)])
    var left = FormState.form(rows, draft: stored)
    try left.run("set name 'b', focus lines, reset")
    #expect(left.draft.values["lines"] == nil)
    let changes = try #require(left.draftChanges)
    #expect(changes.opening.values["lines"] == changes.present.values["lines"])
    var form = FormState.form(
      rows, draft: IntentDraft(values: ["name": .string("a"), "lines": .integer(7)]))
    form.make(changes)
    #expect(form.draft.values == ["name": .string("b"), "lines": .integer(7)])
  }

  @Test func helpLiesOverTheCalendar() throws {
    var form = FormState.form([.row("day", .dateComponents(DateComponentsMetadata(kind: .date)))])
    try form.run("focus day, calendar, help")
    #expect(form.presentation.coversCalendar)
    try form.run("esc")
    guard case .calendar? = form.panel else {
      Issue.record("The calendar is not open.")
      return
    }
    try form.run("help, help, esc")
    #expect(form.panel == nil)
  }
}
