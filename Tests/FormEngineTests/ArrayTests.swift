import FormEngine
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@Suite struct ArrayTests {
  static let sizes = ArraySizes([.systemSmall: 2, .systemLarge: 4])

  static func form(
    _ values: IntentValue?, type: ParameterType = .text, family: WidgetFamily = .systemLarge,
    defaults: IntentValue? = nil
  ) -> FormState {
    FormState.form(
      [
        .row("a", type, many: true, sizes: sizes),
        .row("free", type, dynamic: defaults != nil, many: true),
      ],
      draft: IntentDraft(values: values.map { ["a": $0] } ?? [:]), family: family)
  }

  @Test(
    arguments: [
      ("focus a[0], type 'x', enter", .texts("x")), ("focus a[3], type 'x', enter", .texts("x")),
      ("set a[0] 'x', set a[1] 'y'", .texts("x", "y")),
      ("set a[2] 'x', set a[2] 'y'", .texts("x", "y")),
      ("set a[0] 'x', set a[0] 'y'", .texts("y")), ("set a[0] 'x', set a[0] ''", .array([])),
      ("set a 'x'", .texts("x")), ("set a 'x', set a ''", nil), ("set a[99] 'x'", .texts("x")),
      ("set a[0] 'x', set a[1] 'y', focus a[0], remove", .texts("y")),
      ("set a[0] 'x', focus a[1], remove", .texts("x")), ("focus a[0], remove", nil),
      ("set a[0] 'x', focus a[0], reset", nil),
      ("set a[0] 'x', set a[1] 'y', set a[2] 'z', focus a[0], lower", .texts("y", "x", "z")),
      ("set a[0] 'x', set a[1] 'y', set a[2] 'z', focus a[0], lower 9", .texts("y", "z", "x")),
      ("set a[0] 'x', set a[1] 'y', set a[2] 'z', focus a[2], raise 2", .texts("z", "x", "y")),
      ("set a[0] 'x', focus a[1], raise", .texts("x")),
      ("set a[0] 'x', focus a[0], raise, lower", .texts("x")),
      ("set a[0] 'x', set a[1] 'y', focus a[0], remove, undo", .texts("x", "y")),
      ("set a[0] 'x', set a[1] 'y', focus a[0], lower, undo", .texts("x", "y")),
      ("set a[0] 'x', lower 9223372036854775807, raise 9223372036854775807", .texts("x")),
    ] as [(String, IntentValue?)])
  func slots(script: String, values: IntentValue?) throws {
    var form = Self.form(nil)
    try form.run(script)
    #expect(form.draft["a"] == values)
  }

  @Test(
    arguments: [
      ("focus a[1], lower", .element("a", 2)), ("focus a[1], raise", .element("a", 0)),
      ("focus a[0], raise", .element("a", 0)), ("focus a[3], type 'x', enter", .element("a", 3)),
      ("focus a[3], type 'x', down", .element("free", 0)), ("focus a[2], remove", .element("a", 2)),
    ] as [(String, FormRowID)])
  func focusFollows(script: String, focus: FormRowID) throws {
    var form = Self.form(.texts("x", "y", "z"))
    try form.run(script)
    #expect(form.focus == focus)
  }

  @Test func valueForALaterSlotGoesToTheFirstEmptyOne() throws {
    var form = Self.form(.texts("x"))
    try form.run("focus a[3], type 'y', enter")
    #expect(form.focus == .element("a", 1))
    try form.run("type '!', down")
    #expect(form.draft["a"] == .texts("x", "y!"))
    #expect(form.focus == .element("a", 2))
  }

  @Test func familyChangesSlotsAndLosesNothing() throws {
    var form = Self.form(.texts("w", "x", "y", "z"))
    try form.run("family systemSmall")
    #expect(form.presentation.rows.filter(\.isBeyondFamily).map(\.value) == ["y", "z"])
    #expect(form.state(of: "a")?.value == .texts("w", "x"))
    #expect(form.presentation.rows[1].value == "2 of 2")
    #expect(form.presentation.rows[1].control == .array(count: 2, maximum: 2))
    try form.run("focus a[3], type '!', enter, family systemLarge")
    #expect(form.state(of: "a")?.value == .texts("w", "x", "y", "z!"))
    #expect(form.presentation.rows.contains(where: \.isBeyondFamily) == false)
  }

  @Test func arrayWithoutSizeHasOneMoreSlot() throws {
    var form = Self.form(nil)
    for count in 0..<5 {
      let rows = form.focusableRows.filter { $0.parameter == "free" }
      #expect(rows.count == count + 1)
      #expect(form.row(.element("free", count))?.placeholder == "Add")
      try form.run("set free[\(count)] 'x'")
    }
    #expect(form.row(.element("free", 0))?.label == "1")
  }

  @Test func editingADefaultKeepsWhatTheFamilyCuts() throws {
    let rows: [ParameterDefinition] = [
      .row("a", .thing, dynamic: true, many: true, sizes: Self.sizes)
    ]
    let draft = IntentDraft(defaults: ["a": .things("w", "x", "y", "z")])
    var form = FormState.form(rows, draft: draft, family: .systemSmall)
    #expect(form.focusableRows.filter { $0.parameter == "a" }.count == 2)
    #expect(form.row(.element("a", 0))?.isDefault == true)
    try form.run("set a[0] 'q'")
    #expect(form.draft["a"] == .things("q", "x", "y", "z"))
    try form.run("family systemLarge, focus a[0], reset")
    #expect(form.draft["a"] == nil)
    #expect(form.state(of: "a")?.value == .things("w", "x", "y", "z"))
  }

  @Test func storedSingleValueIsShownAndSaved() throws {
    var form = Self.form(.string("x"))
    #expect(form.row(.element("a", 0))?.value == "x")
    #expect(form.issues.map(\.code) == ["single-for-array"])
    try form.run("set a[1] 'y'")
    #expect(form.draft["a"] == .texts("x", "y"))
    #expect(form.issues.isEmpty)
  }

  /// The positions of invalid texts after their neighbours have moved.
  @Test(
    arguments: [
      ("", [1, 3]), ("focus a[0], remove", [0, 2]), ("focus a[1], remove", [2]),
      ("focus a[3], remove", [1]), ("focus a[0], lower", [0, 3]), ("focus a[1], raise", [0, 3]),
      ("focus a[2], raise 2", [2, 3]), ("set a[3] '9'", [1]), ("set a[1] '9'", [3]),
      ("focus a[0], remove, undo", [1, 3]), ("focus a[0], reset", []),
      ("focus a[0], reset, undo", [1, 3]),
    ] as [(String, [Int])])
  func unreadTextsFollow(script: String, slots: [Int]) throws {
    var form = Self.form(.array([.integer(1), .integer(2), .integer(3)]), type: .number)
    try form.run("set a[1] 'one', set a[3] 'three'")
    try form.run(script)
    let left = slots.map { FormRowID.element("a", $0) }
    #expect(Set(form.unreadTexts.keys) == Set(left))
    for slot in slots {
      #expect(
        form.unreadTexts[.element("a", slot)]?.issue.path.description
          == "$.parameters.a[\(slot)]")
    }
  }

  @Test func unreadTextBetweenEmptySlotsMakesRoom() throws {
    var form = Self.form(.array([.integer(1)]), type: .number)
    try form.run("set a[1] 'one', set a[3] '4'")
    #expect(form.draft["a"] == .array([.integer(1), .integer(4)]))
    #expect(form.row(.element("a", 1))?.value == "4")
    #expect(form.row(.element("a", 2))?.value == "one")
  }

  @Test func unreadTextBeyondTheFamilyIsShownAndStopsNothing() throws {
    var form = Self.form(.array([.integer(1)]), type: .number)
    try form.run("set a[3] 'x', family systemSmall")
    #expect(form.row(.element("a", 3))?.value == "x")
    #expect(form.row(.element("a", 3))?.isBeyondFamily == true)
    #expect(form.issues.isEmpty)
    // Only the draft is saved, so the review reports that the text is left out.
    #expect(form.dropsTexts)
    #expect(
      form.withoutEffect.map(\.reason) == [
        "not in this family · cannot be read, so it is not saved"
      ])
    try form.run("family systemLarge, submit")
    #expect(!form.dropsTexts)
    #expect(form.focus == .element("a", 3))
    #expect(form.phase == .editing)
  }

  @Test func setTakesTheWholeParameter() throws {
    var form = Self.form(.array([.integer(1)]), type: .number)
    try form.run("set a[1] 'x'")
    _ = form.handle(.set("a", .array([.integer(5)])))
    #expect(form.unreadTexts.isEmpty)
    _ = form.handle(.set("nobody", .integer(1)))
    #expect(form.draft.values == ["a": .array([.integer(5)])])
    try form.run("undo")
    #expect(form.unreadTexts.isEmpty)
    try form.run("undo")
    #expect(form.unreadTexts.count == 1)
  }
}
