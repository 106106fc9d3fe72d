import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetForm
import WidgetTestSupport

@testable import TerminalForm

/// Panels over the rows and next to them, compared with pictures in files.
@Suite("Pictures of panels and previews")
struct PanelPictureTests {
  static let preview = FormPreview(
    intent: ["{", "  \"intent\": \"UpNextIntent\",", "  \"family\": \"systemMedium\","]
      + (1...12).map { "  \"line\($0)\": \($0)," } + ["}"],
    entries: ["2026-11-21 09:00  Standup", "2026-11-21 10:00  Choir", "reload: at the end"])

  static let hidden = IntentDraft(values: ["from": .string("2026-12-01")])

  static let panels: [FormPicture] = [
    FormPicture(name: "hidden-rows", script: "hidden, focus from"),
    FormPicture(
      name: "review",
      script: "focus lines, right, focus heading, type 'Soon', commit, family systemSmall, review",
      draft: FormPictureTests.both),
    FormPicture(
      name: "review-long", script: "set heading '\(FormPictureTests.long)', review", columns: 60),
    FormPicture(
      name: "review-small", script: "focus lines, right, review", columns: 20, rows: 5),
    FormPicture(name: "help", script: "help"),
    FormPicture(name: "help-editor", script: "focus heading, enter, help, page 10"),
    FormPicture(name: "help-list", script: "focus calendars[0], enter, help", glyphs: .ascii),
    FormPicture(name: "jump", script: "jump"),
    FormPicture(name: "jump-search", script: "jump, type 'o', down"),
    FormPicture(name: "jump-nothing", script: "jump, type 'zebra'"),
    FormPicture(
      name: "calendar",
      script: "focus show, left, focus from, type '2024-02-10', commit, calendar, right 5"),
    FormPicture(
      name: "calendar-small",
      script: "focus show, left, focus from, type '2024-02-10', commit, calendar, right 5",
      columns: 32, rows: 8),
    FormPicture(name: "edit-units", script: "focus lookAhead, enter, tab, tab"),
  ]

  @Test(arguments: panels)
  func panel(_ picture: FormPicture) throws {
    let difference = Golden.difference(try picture.screen().picture, from: picture.name)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// Help text that does not fit on a line continues below it.
  @Test(arguments: ["en", "de"])
  func theHelpIsWholeOnANarrowScreen(locale: String) throws {
    var state = FormState(
      FormSetup(
        schema: SampleForm.state(.systemMedium).schema, title: "Narrow", locale: locale))
    _ = state.handle(.help)
    var viewport = FormViewport()
    let lines = FormRenderer().frame(
      state.presentation, columns: 40, rows: 200, viewport: &viewport
    ).textLines
    #expect(!lines.contains { $0.contains("…") }, "\(lines)")
    let said = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(said.contains(locale == "de" ? "einen Schritt hinunter" : "one step down"), "\(said)")
  }

  static let previews: [(name: String, script: String, columns: Int, rows: Int)] = [
    ("preview-beside", "", 120, 30), ("preview-below", "preview", 80, 24),
    ("preview-below-small", "preview", 60, 12), ("preview-refused", "no preview", 120, 24),
    ("preview-narrow", "", 99, 24), ("preview-wide", "focus show, enter", 300, 40),
    ("preview-tiny", "preview", 20, 5),
  ]

  @Test(arguments: previews.indices)
  func preview(_ index: Int) throws {
    let (name, script, columns, rows) = Self.previews[index]
    let state = try FormPicture(name: name, script: script).state()
    var viewport = FormViewport()
    let screen = FormRenderer().frame(
      state.presentation, columns: columns, rows: rows, viewport: &viewport, preview: Self.preview)
    let difference = Golden.difference(screen.picture, from: name)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// The panel shows the part of the intent around the answer of the focused row, and the number of
  /// lines above and below that part.
  @Test func intentOfTheFocusedRow() throws {
    let state = try FormPicture(name: "", script: "intent, preview, focus lookAhead").state()
    func others(_ range: ClosedRange<Int>) -> [String] {
      range.map { "    \"other\($0)\": \($0)," }
    }
    var preview = FormPreview()
    preview.intent =
      ["{", "  \"parameters\": {"] + others(1...20) + ["    \"lookAhead\": \"36h\","]
      + others(21...30)
    // On the second screen, the preview is low and below the rows.
    for (columns, rows) in [(120, 14), (80, 20)] {
      var viewport = FormViewport()
      let lines = FormRenderer().frame(
        state.presentation, columns: columns, rows: rows, viewport: &viewport, preview: preview
      ).textLines
      #expect(lines.contains { $0.contains("\"lookAhead\": \"36h\",") }, "\(lines)")
      #expect(lines.count { $0.contains(" more lines") } == 2, "\(lines)")
    }
  }

  /// As the focus moves, the whole intent is shown in parts: each element of a list, all lines of
  /// an answer, and, at the buttons, the end.
  @Test(
    arguments: [
      ("focus calendars[0]", "\"id0\""), ("focus calendars[1]", "\"id1\""),
      ("focus show", "\"show\""), ("focus save", "}"),
      ("focus family", "{"),
    ])
  func theIntentFollowsTheFocus(script: String, line: String) throws {
    let state = try FormPicture(
      name: "", script: "intent, preview, " + script, draft: FormPictureTests.both
    ).state()
    var preview = FormPreview()
    preview.intent = ["{", "  \"parameters\": {", "    \"mirror\": false,", "    \"calendars\": ["]
    for place in 0...1 {
      preview.intent.append("      {")
      preview.intent += (1...3).map { "        \"key\($0)\": \(place)," }
      preview.intent += ["        \"id\(place)\"", place == 0 ? "      }," : "      }"]
    }
    preview.intent += ["    ],", "    \"show\": {"]
    preview.intent += (1...4).map { "      \"part\($0)\": \($0)," }
    preview.intent += ["    }", "  }", "}"]
    var viewport = FormViewport()
    let lines = FormRenderer().frame(
      state.presentation, columns: 120, rows: 9, viewport: &viewport, preview: preview
    ).textLines.compactMap { $0.split(separator: "│", maxSplits: 1).last.map(String.init) }
    #expect(
      lines.contains { $0.dropFirst() == line || $0.contains(line) && line.count > 3 }, "\(lines)")
  }

  /// Each state of a form, with the editors of `EditorForm` or the lists of `SampleForm`.
  private static let states: [(name: String, state: @Sendable () throws -> FormState)] =
    [
      ("rows", ""), ("slider", "focus slider, right 3"), ("stepper", "focus stepper, right"),
      ("number refused", "focus field, type 'x', commit"), ("text", "focus text, type 'Good'"),
      ("lines", "focus note, type 'one', type '\n', type 'two'"),
      ("duration", "focus wait, enter"), ("units of a duration", "focus wait, enter, tab"),
      ("date", "focus day, enter"), ("month", "set day '2026-08-21', focus day, calendar, right"),
      ("time", "focus time, type '7.30'"), ("date and time", "focus moment, type '24 dec'"),
      ("list of cases", "focus style, enter, down"), ("list with an index", "focus city, enter"),
      ("typed object", "focus owner, type 'k1', tab, type 'Kirsten'"),
      ("place", "focus place, type 'Oslo @59.9,10.7'"), ("URL", "focus link, enter"),
      ("person refused", "focus person, type 'Ann <>', commit"),
      ("files", "focus file, type '~/', tab, tab"), ("amount", "focus price, enter, type '12.50'"),
      ("unit", "focus distance, enter, tab"), ("array", "set list[0] '4', focus list[1]"),
      ("undone", "focus stepper, right, undo"), ("help of an editor", "focus text, enter, help"),
    ].map { name, script in (name, { try EditorPicture(name: name, script: script).state() }) }
    + [
      ("search in sections", "focus calendars[0], enter, type 'te'", nil),
      ("marked choices", "focus calendars[0], enter, mark, down, mark", nil),
      ("nothing matches", "focus calendars[0], enter, type 'zebra'", nil),
      ("failed source", "focus calendars[0]", FormPictureTests.failure),
      ("list of a failed source", "focus calendars[0], enter", FormPictureTests.failure),
      ("hidden rows", "hidden, focus from", nil), ("go to", "jump, type 'o', down", nil),
      ("review", "focus lines, right, focus heading, type 'Soon', commit, review", nil),
      ("leaving", "focus lines, right, esc", nil), ("help", "help", nil),
    ].map { (name: String, script: String, failure: OptionsError?) in
      let answer: Result<OptionsCollection, OptionsError> =
        failure.map { .failure($0) } ?? .success(SampleForm.calendars)
      return (
        name, { try FormPicture(name: name, script: script, answer: { _ in answer }).state() }
      )
    }

  /// One picture for each state, in one file for each size.
  @Test(arguments: [(40, 12), (80, 24), (200, 60)])
  func everyState(columns: Int, rows: Int) throws {
    let pictures = try Self.states.map { name, state in
      var viewport = FormViewport()
      let screen = FormRenderer().frame(
        try state().presentation, columns: columns, rows: rows, viewport: &viewport)
      let place = screen.cursor.map { "cursor at row \($0.row), column \($0.column)" }
      // The blanks at the ends of lines are omitted, because they would fill the files.
      let lines = ["\(name), \(place ?? "no cursor")"] + screen.textLines + [""]
      return lines.joined(separator: "\n")
    }
    let difference = Golden.difference(
      pictures.joined(separator: "\n"), from: "states-\(columns)x\(rows)")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func aPreviewOfAnIncompleteFormSaysSo() {
    var stale = Self.preview
    stale.problems = ["A value is needed."]
    stale.entries = nil
    var viewport = FormViewport()
    let screen = FormRenderer().frame(
      SampleForm.state().presentation, columns: 110, rows: 24, viewport: &viewport, preview: stale)
    let difference = Golden.difference(screen.picture, from: "preview-stale")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(arguments: ["de", "ja", "zh-Hans", "ar-EG", "he"])
  func languages(_ locale: String) throws {
    var setup = SampleForm.setup
    setup.locale = locale
    var state = FormState(setup)
    for event in try FormScript("hidden, down").events { _ = state.handle(event) }
    let pictures = [(80, 24), (40, 12)].map { columns, rows in
      var viewport = FormViewport()
      return FormRenderer().frame(
        state.presentation, columns: columns, rows: rows, viewport: &viewport
      ).picture
    }
    let difference = Golden.difference(pictures.joined(), from: "language-\(locale)")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func aTextOfSeveralLinesHasThePlaceOfTheRows() throws {
    let parameter = ParameterDefinition.string("note").called("Note").at(priority: 1)
    var long = parameter
    long.type = .string(StringMetadata(isMultiline: true))
    let intent = IntentDefinition(name: "Note", parameters: [long])
    let schema = IntentSchema(intent, in: IntentDefinitionFile(intents: [intent]))
    var state = FormState(
      FormSetup(schema: schema, title: "Note"),
      draft: IntentDraft(values: ["note": .string("first line\n東京 second\n\nlast")]))
    for event in try FormScript("focus note, enter, up, up").events { _ = state.handle(event) }
    var viewport = FormViewport()
    let screen = FormRenderer().frame(
      state.presentation, columns: 60, rows: 12, viewport: &viewport)
    let difference = Golden.difference(screen.picture, from: "edit-lines")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(arguments: Theme.named.map { $0.value })
  func everyThemeTellsTheFocusApart(_ theme: Theme) throws {
    #expect(theme.focused != theme.label)
    #expect(theme.highlight != theme.value)
    #expect(theme.problem != theme.value)
    #expect(theme.match.attributes.isSuperset(of: .underline), "colour alone says nothing")
    if theme == .monochrome {
      for style in [
        theme.focused, theme.modified, theme.problem, theme.accent, theme.highlight, theme.match,
      ] {
        #expect(style.foreground == .default && style.background == .default)
      }
    }
    if theme == .highContrast { #expect(theme.secondary == .plain) }
  }

  /// Without colours, a theme that needs them is replaced with the monochrome theme; other themes
  /// stay the same.
  @Test func aThemeWithoutColors() {
    var own = Theme.dark
    own.title = .plain
    for theme in [own, .highContrast, .monochrome] { #expect(theme.withoutColors == theme) }
    for theme in [Theme.standard, .dark, .light] { #expect(theme.withoutColors == .monochrome) }
    #expect(Theme(named: "high-contrast") == .highContrast && Theme(named: "purple") == nil)
  }
}
