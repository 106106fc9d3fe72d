import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

@Suite struct FillingTests {
  static let rows: [ParameterDefinition] = [
    .row("wait", .timeInterval(.init())),
    .row("list", .number, many: true, sizes: ArraySizes([.systemSmall: 3, .systemLarge: 5])),
    .row("note", .string(StringMetadata(isMultiline: true))),
  ]

  static func form(_ values: [String: IntentValue] = [:]) -> FormState {
    .form(rows, draft: IntentDraft(values: values), family: .systemSmall)
  }

  /// The text of a parameter after a script.
  static let scripts: [(script: String, name: String, text: String)] = [
    ("set list[0] '4', focus list[0], fill", "list", "4, 4, 4"),
    ("set list[0] '4', set list[1] '5', focus list[1], fill", "list", "4, 5, 5"),
    ("set list[0] '4', family systemLarge, focus list[0], fill", "list", "4, 4, 4, 4, 4"),
    ("set list[0] '4', focus list[0], fill, undo", "list", "4"),
    ("set list[0] '4', focus list[1], fill", "list", "4"),
    ("set wait '26h30m', focus wait, enter, tab, commit", "wait", "1d2h30m"),
    ("focus wait, enter, tab, tab, press deleteBackward, type '5', commit", "wait", "5h"),
    ("focus wait, type '90m', tab, commit", "wait", "1h30m"),
    ("set wait '1h', focus wait, enter, tab, tab, press deleteToStart, commit", "wait", "0s"),
    ("focus note, type 'one', type '\n', type 'two', commit", "note", "one\ntwo"),
  ]

  @Test(arguments: scripts.indices)
  func script(_ index: Int) throws {
    let (script, name, text) = Self.scripts[index]
    var form = Self.form()
    try form.run(script)
    let found = form.draft.values[name]?.elements.map { ValueText.text(of: $0) }
    #expect(found?.joined(separator: ", ") == text)
  }

  @Test func unitFieldsSayTheirUnits() throws {
    var form = Self.form(["wait": .timeInterval(93_784)])
    try form.run("focus wait, enter, tab")
    #expect(form.editing?.labels == ["d", "h", "min", "s"])
    #expect(form.editing?.fields.map(\.text) == ["1", "2", "3", "4"])
    try form.run("tab, tab, tab, tab")
    #expect(form.editing?.active == 0)
  }

  @Test func aWrongUnitFieldIsKeptWithItsIssue() throws {
    var form = Self.form()
    try form.run("focus wait, enter, tab, tab, press deleteToStart, type 'x', down")
    #expect(form.unreadTexts[.parameter("wait")]?.text == "xh")
    try form.run("focus wait, enter")
    #expect(form.editing?.fields.map(\.text) == ["xh"])
  }

  @Test func linesOfATextAreMovedThrough() throws {
    var form = Self.form(["note": .string("first line\nsecond\nthird line")])
    try form.run("focus note, enter")
    #expect(form.presentation.editsLines)
    try form.run("up")
    #expect(form.editing?.fields[0].textBeforeCursor == "first line\nsecond")
    try form.run("up, up, up, type '!'")
    #expect(form.editing?.fields[0].text.hasPrefix("first !line\n") == true)
    try form.run("down, down, down, type '?'")
    #expect(form.editing?.fields[0].text.hasSuffix("third ?line") == true)
    #expect(form.focus == .parameter("note"))
  }
}
