import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

@Suite struct UndoTests {
  static let rows: [ParameterDefinition] = [
    .row("title", .text), .row("count", .number), .row("on", .flag), .row("style", .style),
    .row("list", .text, many: true, sizes: ArraySizes([.systemSmall: 2, .systemLarge: 4])),
  ]

  static func form() -> FormState {
    FormState.form(
      rows, enums: [.styles],
      draft: IntentDraft(values: ["title": .string("old"), "list": .texts("x", "y")]))
  }

  /// Each script is one step: undo reverts all of it, and redo repeats it.
  @Test(arguments: [
    "set title 'new'", "focus title, type '!', enter", "focus title, type '!', down",
    "set count '5'", "set count 'five'", "focus on, enter", "focus count, right",
    "focus style, right", "focus style, open, enter", "family systemLarge", "focus list[0], lower",
    "focus list[0], remove", "set list[1] 'z'", "focus title, reset", "reset all",
    "focus list[0], reset", "focus title, type 'x', reset all, undo",
  ])
  func oneStep(script: String) throws {
    var form = Self.form()
    let before = form
    try form.run(script)
    let after = form
    #expect(form.isModified)
    try form.run("undo")
    #expect(form.draft == before.draft && form.family == before.family)
    #expect(form.unreadTexts == before.unreadTexts && !form.isModified)
    try form.run("redo")
    #expect(form.draft == after.draft && form.family == after.family)
    #expect(form.unreadTexts == after.unreadTexts)
  }

  /// None of these scripts changes an answer, so undo has no step to revert.
  @Test(arguments: [
    "down, up", "focus title, enter, enter", "focus title, type 'x', esc", "set title 'old'",
    "family systemSmall", "focus list[0], raise", "focus count, reset",
    "focus style, open, esc", "focus title, right", "undo", "redo", "focus save, reset, remove",
    "focus family, remove, reset",
  ])
  func noStep(script: String) throws {
    var form = Self.form()
    try form.run(script)
    #expect(form.isModified == false)
    try form.run("undo")
    #expect(form.draft == Self.form().draft && form.family == .systemSmall)
  }

  /// A key that acts on all rows reports what it did, even if some of the rows are not on the
  /// screen.
  @Test func resettingAllRowsIsSaid() throws {
    var form = Self.form()
    try form.run("set count '5', reset all")
    let said = "All rows have their defaults again. Undo brings your answers back."
    #expect(form.presentation.message == said)
    try form.run("down, reset all")
    #expect(form.presentation.message == nil)
  }

  @Test func newChangeEndsWhatWasUndone() throws {
    var form = Self.form()
    try form.run("set title 'a', set title 'b', undo, set count '1', redo")
    #expect(form.draft["title"] == .string("a"))
    try form.run("undo 9")
    #expect(form.draft == Self.form().draft)
    try form.run("redo 9")
    #expect(form.draft["title"] == .string("a") && form.draft["count"] == .integer(1))
  }

  @Test func resetGoesBackToDefaultsNotToTheOpening() throws {
    var form = Self.form()
    try form.run("focus title, reset")
    #expect(form.draft["title"] == nil)
    try form.run("reset all")
    #expect(form.draft.values.isEmpty)
    #expect(form.isModified)
  }

  @Test func familyRowIsReset() throws {
    var form = Self.form()
    try form.run("family systemLarge, focus family, reset")
    #expect(form.family == .systemSmall)
  }

  @Test func focusGoesToTheRowThatUndoChanges() throws {
    var form = Self.form()
    try form.run("family systemLarge, set list[2] 'z', focus list[3], undo 2")
    #expect(form.focus == .family)
    try form.run("focus title, redo 2")
    #expect(form.focus == .element("list", 2))
  }
}
