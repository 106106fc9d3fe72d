import FormEngine
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@Suite struct ReviewTests {
  static let rows: [ParameterDefinition] = [
    .row("title", .text), .row("count", .integer(.init(maximum: .value(9)))),
    .row("on", .flag), .row("note", .number, parent: .when("on", is: .boolean(true))),
    .row("list", .number, many: true, sizes: ArraySizes([.systemSmall: 2, .systemLarge: 4])),
  ]

  static func form(_ values: [String: IntentValue] = [:]) -> FormState {
    .form(rows, draft: IntentDraft(values: values), family: .systemSmall)
  }

  /// Changes as `label: old -> new`, each with the reason if it has no effect.
  static func lines(_ changes: [FormChange]) -> [String] {
    changes.map { "\($0.label): \($0.old) -> \($0.new)" + ($0.reason.map { " (\($0))" } ?? "") }
  }

  static let cases: [(stored: [String: IntentValue], script: String, lines: [String])] = [
    ([:], "", []),
    ([:], "set title 'Hi'", ["title:  -> Hi"]),
    (["title": .string("A")], "set title 'B'", ["title: A -> B"]),
    (["title": .string("A")], "focus title, reset", ["title: A -> "]),
    (["title": .string("A")], "set title 'B', undo", []),
    ([:], "set on 'yes', set note '4'", ["on: Off -> On", "note:  -> 4"]),
    (
      [:], "set on 'yes', set note '4', set on 'no'",
      ["note:  -> 4 (hidden because on is Off)"]
    ),
    ([:], "family systemLarge", ["Family: Small -> Large"]),
    (
      ["list": .array([.integer(1), .integer(2)])], "focus list[0], lower",
      ["list: 1, 2 -> 2, 1"]
    ),
    ([:], "set count 'many'", ["count:  -> many"]),
  ]

  @Test(arguments: cases.indices)
  func changes(_ index: Int) throws {
    let (stored, script, lines) = Self.cases[index]
    var form = Self.form(stored)
    try form.run(script)
    #expect(Self.lines(form.changes) == lines)
  }

  /// Without an answer, the default applies even if the form could not read it, so the review calls
  /// it unknown.
  @Test func aDefaultThatWasNotReadIsNamed() throws {
    var count = ParameterDefinition.row("count", .number)
    count.isDefaultUnknown = true
    var form = FormState.form([count, .row("title", .text)], family: .systemSmall)
    try form.run("set count '3', set title 'Hi'")
    #expect(Self.lines(form.changes) == ["count: Default unknown -> 3", "title:  -> Hi"])
    form = .form([count], draft: IntentDraft(values: ["count": .integer(3)]), family: .systemSmall)
    try form.run("focus count, reset")
    #expect(Self.lines(form.changes) == ["count: 3 -> Default unknown"])
  }

  @Test func whatIsSetWithoutEffectIsNamed() throws {
    var form = Self.form(["note": .integer(5), "list": .array([1, 2, 3].map { .integer($0) })])
    #expect(
      Self.lines(form.withoutEffect) == [
        "note:  -> 5 (hidden because on is Off)", "list 3:  -> 3 (not in this family)",
      ])
    try form.run("set on 'yes', family systemLarge")
    #expect(form.withoutEffect.isEmpty)
  }

  @Test func savingReviewsChangesFirst() throws {
    for save in ["review", "focus save, enter"] {
      var form = Self.form()
      try form.run("set title 'Hi', \(save)")
      #expect(form.phase == .editing)
      #expect(form.panel == .review(line: 0))
      let again = form
      try form.run("esc")
      #expect((form.phase, form.panel == nil) == (.editing, true))
      for confirm in ["enter", "review", "submit", "commit"] {
        form = again
        let effects = try form.run(confirm)
        guard case .finish(let intent)? = effects.last else {
          Issue.record("\(confirm) does not save")
          continue
        }
        #expect(intent["title"] == .string("Hi"))
        #expect(form.panel == nil)
      }
    }
  }

  @Test func savingWithoutChangesAsksNothing() throws {
    var form = Self.form(["title": .string("A")])
    try form.run("review")
    #expect(form.phase != .editing)
  }

  @Test func issuesComeBeforeTheReview() throws {
    var form = Self.form()
    try form.run("set count '12', review")
    #expect(form.panel == nil)
    #expect(form.presentation.message == "12 is above the maximum of 9. Give 9 or less.")
    #expect(form.focus == .parameter("count"))
  }

  @Test func savingFromAnEditorTakesItsTextOver() throws {
    var form = Self.form()
    try form.run("focus title, type 'Hi', review")
    #expect(Self.lines(form.changes) == ["title:  -> Hi"])
    #expect(form.panel == .review(line: 0))
  }

  @Test func aPanelScrollsAndKeepsTheKeys() throws {
    var form = Self.form()
    try form.run("set title 'Hi', focus count, review, down, down, page 10, up")
    #expect(form.panel == .review(line: 11))
    #expect(form.focus == .parameter("count"))
    try form.run("home, up, type 'x', right, tab")
    #expect(form.changes.count == 1)
    #expect(form.draft.values["count"] == nil)
  }

  @Test func cancelAsksWhereSomethingWouldBeLost() throws {
    var form = Self.form()
    try form.run("set title 'Hi', end, enter")
    #expect(form.phase == .editing)
    #expect(form.presentation.message == "1 change is not saved.")
    try form.run("enter")
    #expect(form.phase == .editing)
    try form.run("enter, cancel")
    #expect(form.phase == .cancelled)
    form = Self.form()
    try form.run("end, enter")
    #expect(form.phase == .cancelled)
  }

  @Test func helpLiesOverWhateverIsOpen() throws {
    var form = Self.form()
    try form.run("focus title, type 'Hi', help")
    #expect(form.panel == .help(line: 0))
    #expect(form.editing?.fields[0].text == "Hi")
    try form.run("down, esc")
    #expect(form.panel == nil)
    #expect(form.editing?.fields[0].text == "Hi")
    try form.run("help, help, help, enter")
    #expect(form.panel == nil)
  }
}
