import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

@Suite struct HiddenRowTests {
  static let rows: [ParameterDefinition] = [
    .row("mirror", .flag), .row("style", .style), .row("city", .thing),
    .row("a", .number, parent: .when("mirror", is: .boolean(true))),
    .row("b", .text, parent: .when("style", is: .string("bold"))),
    .row("c", .text, parent: .whenSet("city")),
    .row("d", .text, parent: .when("a", is: .integer(3))),
    .row("e", .text, parent: .when("style", is: .string("bold"), .string("wide"))),
    .row("f", .text, parent: .whenNot("style", .string("plain"))),
  ]

  static func form() -> FormState { .form(rows, enums: [.styles]) }

  /// The reason why a row is hidden after a script; nil if the row is visible.
  static let reasons: [(script: String, row: String, reason: String?)] = [
    ("", "a", "hidden because mirror is Off"),
    ("set mirror 'yes'", "a", nil),
    ("", "b", "hidden because style is not Bold"),
    ("set style 'plain'", "b", "hidden because style is not Bold"),
    ("set style 'bold'", "b", nil),
    ("", "c", "hidden because city is not set"),
    ("set city 'x'", "c", nil),
    ("", "d", "hidden because a is hidden"),
    ("set mirror 'yes', set a '4'", "d", "hidden because a is not 3"),
    ("set mirror 'yes', set a '3'", "d", nil),
    ("", "e", "hidden because style is not set"),
    ("set style 'plain'", "e", "hidden because style is Plain"),
    ("set style 'plain'", "f", "hidden because style is Plain"),
    ("", "mirror", nil),
    ("", "nothing of that name", nil),
  ]

  @Test(arguments: reasons.indices)
  func reason(_ index: Int) throws {
    let (script, row, reason) = Self.reasons[index]
    var form = Self.form()
    try form.run(script)
    #expect(form.hiddenReason(of: row) == reason)
  }

  @Test func hiddenRowsStandInTheirPlacesWhileAskedFor() throws {
    var form = Self.form()
    let before = form.focusableRows
    try form.run("hidden")
    let names = form.presentation.rows.compactMap(\.parameter)
    #expect(names == ["mirror", "style", "city", "a", "b", "c", "d", "e", "f"])
    #expect(form.row(.parameter("a"))?.hiddenReason == "hidden because mirror is Off")
    #expect(form.row(.parameter("a"))?.hiddenBy?.label == "mirror")
    #expect(form.row(.parameter("mirror"))?.hiddenReason == nil)
    #expect(form.focusableRows.contains(.parameter("d")))
    try form.run("focus d, hidden")
    #expect(form.focusableRows == before)
    #expect(form.focus == .parameter("f") || before.contains(form.focus))
  }

  /// If a key cannot change anything on the screen, the form says why.
  @Test func noHiddenRowIsSaid() throws {
    var form = FormState.form([.row("title", .text), .row("on", .flag)])
    try form.run("hidden")
    #expect(form.presentation.message == "No row is hidden.")
    form = Self.form()
    try form.run("hidden")
    #expect(form.presentation.message == nil)
  }

  @Test func enterGoesToTheParent() throws {
    var form = Self.form()
    try form.run("hidden, focus d, enter")
    #expect(form.focus == .parameter("a"))
    try form.run("enter")
    #expect(form.focus == .parameter("mirror"))
    try form.run("enter")
    #expect(form.row(.parameter("a"))?.hiddenReason == nil)
  }

  @Test(arguments: ["right", "type 'x'", "open", "remove", "reset", "calendar", "fill", "lower"])
  func nothingElseCanBeDoneThere(script: String) throws {
    var form = Self.form()
    try form.run("hidden, focus b")
    let before = form
    let effects = try form.run(script)
    #expect(effects.isEmpty)
    #expect(form == before)
  }

  @Test func whatIsTypedIsKeptWhenTheRowIsHiddenWhileHiddenRowsShow() throws {
    var form = Self.form()
    try form.run("hidden, set mirror 'yes', focus a, type '7'")
    #expect(form.editing != nil)
    _ = form.handle(.set("mirror", .boolean(false)))
    #expect(form.editing == nil)
    #expect(form.draft.values["a"] == .integer(7))
  }

  @Test func otherLanguagesSayItToo() throws {
    for (locale, reason) in [
      ("de-AT", "ausgeblendet, weil „mirror“ auf Aus steht"),
      ("ja", "「mirror」がオフのため非表示"), ("zh-Hans-CN", "已隐藏，因为“mirror”为关"),
    ] {
      let setup = FormSetup(
        schema: .of(Self.rows, enums: [.styles]), title: "Test", locale: locale)
      #expect(FormState(setup).hiddenReason(of: "a") == reason)
    }
  }
}
