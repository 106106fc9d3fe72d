import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

/// The list of an array, in which several choices can be marked.
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
      form.message?.text() == "The family accepts at most 3 choices. Remove one first.")
    try Self.run("home, mark", on: &form)
    #expect(form.draft["stops"] == .things("b", "c"))
  }

  /// The list stays open although its slot was removed.
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

  /// A search can have several words, so a space after letters is typed instead of marking the
  /// choice, and the form explains this.
  @Test func aSpaceAfterLettersIsTyped() throws {
    var form = Self.form()
    try Self.run("focus stops[0], open, type 'b', type ' '", on: &form)
    #expect(form.picker?.query.text == "b ")
    #expect(form.draft["stops"] == nil)
    #expect(
      form.message?.text() == "The space is part of the search. A second space marks the choice.")
    try Self.run("type ' '", on: &form)
    #expect(form.draft["stops"] == .things("b"))
    try Self.run("type 'c', down, type ' '", on: &form)
    #expect(form.picker?.query.text == "c")
    #expect(form.draft["stops"] == .things("b", "c"))
  }

  /// The term that led to a mark is replaced by the next search, and Enter marks the match.
  @Test(
    arguments: [
      ("type 'b', mark down, type 'd', choose", .things("b", "d"), .parameter("after")),
      ("type 'b', choose", .things("b"), .element("free", 1)),
      ("mark down, mark down, mark down, choose", .things("a", "b", "c"), .parameter("after")),
      ("mark down, mark up, choose", .things("a", "b"), .parameter("after")),
      ("type 'b', mark, type 'b', choose", .things("b"), .parameter("after")),
      ("type 'b', mark, type 'zz', choose, esc", .things("b"), .element("free", 0)),
      ("mark down, esc", .things("a"), .element("free", 0)),
    ] as [(String, IntentValue, FormRowID)])
  func searchingAndMarking(script: String, value: IntentValue, focus: FormRowID) throws {
    var form = FormState.form(
      [.row("free", .thing, dynamic: true, many: true), .row("after", .text)],
      providers: ["free": false])
    try Self.run("focus free[0], open, \(script)", on: &form)
    #expect(form.draft["free"] == value)
    #expect(form.focus == focus)
    #expect(form.picker == nil)
  }

  @Test func whatIsChosenComesFirst() throws {
    var form = Self.form(["free": .things("c", "b")])
    try Self.run("focus free[2], open", on: &form)
    let shown = { (form: FormState) in
      form.picker?.matches.rows(0..<9).map(\.item.identifier) ?? []
    }
    #expect(shown(form) == ["c", "b", "a", "d"])
    #expect(form.picker?.highlightedItem?.identifier == "a")
    // The rows keep their positions while choices are marked; a search has its own order.
    try Self.run("mark, home, mark", on: &form)
    #expect(shown(form) == ["c", "b", "a", "d"] && form.draft["free"] == .things("b", "a"))
    try Self.run("type 'd', press deleteBackward", on: &form)
    #expect(shown(form) == ["c", "b", "a", "d"])
  }

  /// The best match is above all others, whichever section it is in.
  @Test func theBestMatchIsHighlightedAtTheTop() throws {
    var form = FormState.form([.row("stop", .thing, dynamic: true)], providers: ["stop": false])
    let sections = OptionsCollection(sections: [
      OptionsSection(title: "A", items: ["Badroda, Westallee", "Altbach, Südallee"]),
      OptionsSection(title: "B", items: ["Bad See"]),
    ])
    var driver = ProviderDriver { _ in .success(sections) }
    driver.start(&form)
    try driver.run("focus stop, open, type 'bad see'", on: &form)
    #expect(form.picker?.highlighted == 0)
    #expect(form.picker?.highlightedItem?.display == "Bad See")
    try driver.run("mark down", on: &form)
    #expect(form.picker?.highlighted == 1, "Tab goes down in the list of a single value")
  }

  /// Marking and choosing wait for the list, and, if the list is long, for the matches.
  @Test func marksWaitForTheMatches() throws {
    let many = OptionsCollection(
      items: (0..<20_000).map { OptionItem(identifier: "i\($0)", display: "Item \($0)") })
    var form = FormState.form(
      [.row("free", .thing, dynamic: true, many: true), .row("after", .text)],
      providers: ["free": false])
    var driver = ProviderDriver { _ in .success(many) }
    driver.start(&form)
    driver.isHolding = true
    try driver.run("focus free[0], open, type '17333', mark down", on: &form)
    #expect(form.draft["free"] == nil && form.picker?.isAwaited == true)
    driver.isHolding = false
    try driver.run("preview", on: &form)
    #expect(form.draft["free"]?.elements.compactMap(\.choiceIdentifier) == ["i17333"])
    driver.isHolding = true
    try driver.run("type '4242', choose", on: &form)
    #expect(form.picker?.isAwaited == true)
    driver.isHolding = false
    try driver.run("preview", on: &form)
    #expect(form.draft["free"]?.elements.compactMap(\.choiceIdentifier) == ["i17333", "i4242"])
    #expect(form.focus == .parameter("after"))
  }

  /// Leaving the form asks for a confirmation if the choice for a typed text is not known yet.
  @Test func leavingAsksAboutWhatIsLookedUp() throws {
    var form = FormState.form(
      [.row("city", .thing, dynamic: true), .row("after", .text)], providers: ["city": false])
    var driver = ProviderDriver { _ in .success(["Oslo", "Rome"]) }
    driver.start(&form)
    driver.isHolding = true
    try driver.run("set city 'rom', esc", on: &form)
    #expect(form.phase == .editing)
    #expect(form.presentation.message == "1 change is not saved.")
    try driver.run("esc, set after 'x', esc", on: &form)
    #expect(form.presentation.message == "2 changes are not saved.")
  }

  /// The value of a number parameter does not contain the identifier of its choice.
  @Test func casesAndNumbersAreMarked() throws {
    var form = Self.form(["levels": .array([.decimal(2.5)])])
    try Self.run("focus styles[0], open, mark, down, mark, esc", on: &form)
    #expect(form.draft["styles"]?.elements.count == 2)
    try Self.run("focus levels[1], open, mark, down, mark, esc", on: &form)
    #expect(form.draft["levels"] == .array([.decimal(1.5)]))
  }
}

/// What a form reports about changes.
@Suite("Visible changes") struct ChangesInSightTests {
  static func form(_ values: [String: IntentValue] = [:]) -> FormState {
    FormState.form(
      [
        .row("isOn", .boolean(BooleanMetadata(defaultValue: true))), .row("name", .text),
        .row("child", .text, parent: .when("isOn", is: .boolean(true))),
      ], draft: IntentDraft(values: values))
  }

  /// Giving the default as the answer is not a change.
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
    // ^C in an open editor keeps the editor's text.
    try left.run("cancel")
    #expect(left.phase == .cancelled)
    #expect(left.unsaved == unsaved)
    // Offered changes that are not restored are kept together with new changes, which take
    // precedence.
    var later = Self.form()
    later.offer(unsaved)
    #expect(later.unsaved == nil)
    try later.run("set name 'y'")
    let both = try #require(later.unsaved)
    #expect(both.present.values["name"] == .string("y"))
    #expect(both.present.texts == unsaved.present.texts)
    // Redoing a change to this form, or having nothing to redo, does not affect the offer.
    try later.run("undo, redo, redo")
    #expect(later.unsaved?.present.texts == unsaved.present.texts)
    // A newer answer replaces an older text that could not be read.
    try later.run("set child 'zero'")
    #expect(later.unsaved?.present.texts.isEmpty == true)
  }

  /// Resetting a stored answer that equals the default is not a change, so a different answer that
  /// is stored later is kept.
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
