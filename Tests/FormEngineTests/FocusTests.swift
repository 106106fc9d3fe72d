import IntentModel
import Testing
import WidgetTestSupport

@testable import FormEngine

@Suite struct FocusTests {
  static let rows: [ParameterDefinition] = [
    .row("mirror", .flag),
    .row("calendar", .text, parent: .when("mirror", is: .boolean(false))),
    .row("title", .text),
    .row("names", .text, many: true, sizes: ArraySizes([.systemSmall: 1, .systemLarge: 3])),
  ]

  @Test(
    arguments: [
      ("", .family), ("down", .parameter("mirror")), ("up", .cancel), ("end", .cancel),
      ("end, home", .family), ("down 4", .element("names", 0)), ("down 5", .save),
      ("down 7", .family), ("page 2", .parameter("calendar")), ("page 100", .cancel),
      ("page 100, page -2", .element("names", 0)), ("page -5", .family),
      ("focus title", .parameter("title")), ("focus nothing", .family),
      ("focus names[1]", .family), ("family systemLarge, focus names[2]", .element("names", 2)),
      ("page 9223372036854775807", .cancel), ("end, page -9223372036854775808", .family),
    ] as [(String, FormRowID)])
  func moves(script: String, focus: FormRowID) throws {
    var form = FormState.form(Self.rows)
    try form.run(script)
    #expect(form.focus == focus)
  }

  @Test func oneFamilyHasNoRow() {
    let setup = FormSetup(schema: .of(Self.rows), title: "Test", families: [.systemSmall])
    let form = FormState(setup)
    #expect(form.focus == .parameter("mirror"))
    #expect(form.focusableRows.first == .parameter("mirror"))
  }

  @Test func emptyFormHasItsButtons() {
    let form = FormState(FormSetup(schema: .of([]), title: "Test", families: [.systemSmall]))
    #expect(form.focusableRows == [.save, .cancel])
    #expect(form.focus == .save)
  }

  @Test func rowComesAndGoesWithItsParent() throws {
    var form = FormState.form(Self.rows)
    try form.run("focus calendar, type 'home', commit, focus mirror")
    let shown = form.focusableRows
    try form.run("enter")
    #expect(form.focusableRows == shown.filter { $0 != .parameter("calendar") })
    #expect(form.focus == .parameter("mirror"))
    #expect(form.draft["calendar"] == .string("home"))
    try form.run("enter")
    #expect(form.focusableRows == shown)
    #expect(form.state(of: "calendar")?.value == .string("home"))
  }

  /// If the focused row is removed, the nearest remaining row before it gets the focus.
  @Test(
    arguments: [
      ("focus calendar", "mirror", .parameter("mirror")),
      ("focus title", "mirror", .parameter("title")), ("focus save", "mirror", .save),
    ] as [(String, String, FormRowID)])
  func focusStays(script: String, hidden: String, focus: FormRowID) throws {
    var form = FormState.form(Self.rows)
    try form.run(script)
    _ = form.handle(.set(hidden, .boolean(true)))
    #expect(form.focus == focus)
  }

  @Test func focusFollowsTheSlotsOfASmallerFamily() throws {
    var form = FormState.form(Self.rows, family: .systemLarge)
    try form.run("focus names[2], family systemSmall")
    #expect(form.focus == .element("names", 0))
  }

  @Test func ofTwoParametersWithOneNameTheFirstHasTheRow() throws {
    var form = FormState.form([.row("a", .text), .row("a", .number), .row("b", .text)])
    #expect(
      form.focusableRows == [.family, .parameter("a"), .parameter("b"), .save, .cancel])
    try form.run("down 2")
    #expect(form.focus == .parameter("b"))
    #expect(form.presentation.rows.map(\.label) == ["Family", "a", "b", "Save", "Cancel"])
  }

  @Test func hugeArraysDoNotMakeHugeForms() {
    let sizes = ArraySizes([.systemSmall: 1_000_000_000])
    var form = FormState.form([.row("names", .text, many: true, sizes: sizes)])
    #expect(form.focusableRows.count == 4)
    _ = form.handle(.setText(.element("names", .max), "a"))
    _ = form.handle(.setText(.element("names", .min), "b"))
    #expect(form.draft["names"] == .texts("b"))
    #expect(form.focusableRows.count == 5)
  }
}
