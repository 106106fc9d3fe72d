import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetForm
import WidgetTestSupport

@testable import TerminalForm

@Suite("The mouse in the form")
struct FormPointingTests {
  static func events(
    _ script: String, _ mouse: MouseEvent, columns: Int = 80, preview: Bool = false
  ) throws -> [FormEvent] {
    var form = SampleForm.state()
    var driver = ProviderDriver { _ in .success(SampleForm.calendars) }
    driver.start(&form)
    try driver.run(script, on: &form)
    var viewport = FormViewport()
    let renderer = FormRenderer()
    let shown = preview ? FormPreview(intent: ["{", "}"], entries: []) : nil
    _ = renderer.frame(
      form.presentation, columns: columns, rows: 24, viewport: &viewport, preview: shown)
    return renderer.events(
      for: mouse, in: form.presentation, columns: columns, rows: 24, viewport: viewport,
      hasPreview: preview)
  }

  static func press(_ row: Int, _ column: Int) -> MouseEvent {
    MouseEvent(.press, .left, row: row, column: column)
  }

  static let cases: [(name: String, script: String, mouse: MouseEvent, events: [FormEvent])] = [
    ("the title", "", press(0, 5), []),
    ("the keys of the line of keys", "", press(23, 2), [.moveFocus(.next)]),
    ("between two keys", "", press(23, 8), []),
    ("Enter in the line of keys", "focus heading", press(23, 10), [.activate]),
    ("a switch", "", press(4, 5), [.focus(.parameter("mirrorApp")), .activate]),
    ("the row with the focus", "down", press(4, 40), [.activate]),
    ("the head of an array", "", press(5, 5), []),
    ("a slot of an array", "", press(6, 5), [.focus(.element("calendars", 0))]),
    ("the right button", "", MouseEvent(.press, .right, row: 4, column: 5), []),
    ("a release", "", MouseEvent(.release, .left, row: 4, column: 5), []),
    ("the wheel down", "", MouseEvent(.scrollDown, .none, row: 4, column: 5), [.moveFocus(.next)]),
    ("the wheel up", "", MouseEvent(.scrollUp, .none, row: 4, column: 5), [.moveFocus(.previous)]),
    (
      "the wheel in a list", "focus calendars[0], enter",
      MouseEvent(.scrollDown, .none, row: 9, column: 5), [.moveHighlight(.next)]
    ),
    (
      "a choice", "focus calendars[0], enter", press(8, 5), [.moveHighlight(.by(2)), .toggleChoice]
    ),
    (
      "the highlighted choice", "focus calendars[0], enter", press(6, 5),
      [.moveHighlight(.by(0)), .toggleChoice]
    ),
    ("the title of a section", "focus calendars[0], enter", press(5, 5), []),
    (
      "a choice of the second section", "focus calendars[0], enter", press(11, 5),
      [.moveHighlight(.by(4)), .toggleChoice]
    ),
    ("below the choices", "focus calendars[0], enter", press(15, 5), []),
    ("the search of a list", "focus calendars[0], enter", press(3, 20), []),
    (
      "a drag in a list", "focus calendars[0], enter", MouseEvent(.drag, .left, row: 8, column: 5),
      []
    ),
    ("a press in the review", "focus lines, right, review", press(9, 5), []),
    ("Enter in the review", "focus lines, right, review", press(23, 2), [.submit]),
    ("Esc in the review", "focus lines, right, review", press(23, 14), [.dismiss]),
    ("a row of the jump list", "jump", press(7, 5), [.moveHighlight(.by(2))]),
    ("the highlighted row of the jump list", "jump", press(5, 5), [.choose]),
    ("below the jump list", "jump, type 'mirror'", press(12, 5), []),
    ("the row being edited", "focus heading, enter", press(13, 30), []),
    (
      "another row while editing", "focus heading, type 'x'", press(4, 5),
      [
        .focus(.parameter("mirrorApp")), .activate,
      ]
    ),
  ]

  @Test(arguments: cases.indices)
  func pointing(_ index: Int) throws {
    let (name, script, mouse, events) = Self.cases[index]
    #expect(try Self.events(script, mouse) == events, "\(name)")
  }

  @Test func aSliderFollowsThePointer() throws {
    var form = SampleForm.state()
    _ = form.start()
    let renderer = FormRenderer()
    var viewport = FormViewport()
    let frame = renderer.frame(form.presentation, columns: 80, rows: 24, viewport: &viewport)
    let line = try #require(frame.textLines.firstIndex { $0.contains("Emphasis") })
    let start = try #require(Array(frame.textLines[line]).firstIndex { "━●".contains($0) })
    for (column, value) in [(start, 0.0), (start + 21, 1), (start + 5, 0.25), (start + 30, 1)] {
      let action: MouseEvent.Action = column == start + 30 ? .drag : .press
      let events = renderer.events(
        for: MouseEvent(action, .left, row: line, column: column), in: form.presentation,
        columns: 80, rows: 24, viewport: viewport, hasPreview: false)
      for event in events { _ = form.handle(event) }
      #expect(form.focus == .parameter("emphasis"))
      guard case .decimal(let found)? = form.draft.values["emphasis"] else {
        Issue.record("no value at \(column)")
        continue
      }
      #expect(abs(found - value) <= 0.05, "column \(column): \(found)")
    }
  }

  /// Clicking a day highlights it, and a second click chooses it.
  @Test func aDayIsTakenWithTwoPresses() throws {
    var form = EditorForm.state()
    for event in try FormScript("set day '2026-11-21', focus day, calendar").events {
      _ = form.handle(event)
    }
    try Self.press("30", on: &form)
    guard case .calendar(let calendar)? = form.panel else {
      Issue.record("no calendar")
      return
    }
    #expect(calendar.day == CivilDate(clampingYear: 2026, month: 11, day: 30))
    try Self.press("30", on: &form)
    #expect(form.panel == nil)
    #expect(form.draft.values["day"].map { ValueText.text(of: $0) } == "2026-11-30")
  }

  /// Clicking a name highlights it, and a second click accepts it; clicking an initial moves there.
  @Test func namesAndInitialsArePressed() throws {
    var form = try EditorPicture(name: "", script: "focus file, type '~/', tab").state()
    try Self.press("notes.txt", on: &form)
    #expect(form.editing?.completion?.highlighted == 2)
    try Self.press("東京.png", on: &form)
    #expect(form.editing?.completion?.highlighted == 3)
    try Self.press("東京.png", on: &form)
    #expect(form.editing?.fields.map(\.text) == ["~/東京.png"])
    form = try EditorPicture(name: "", script: "focus city, enter").state()
    try Self.press(" O ", on: &form, offset: 1)
    #expect(form.picker?.highlightedItem?.display == "Oslo")
    try Self.press("Oslo", on: &form)
    #expect(form.picker == nil)
    #expect(form.draft.values["city"] != nil)
  }

  /// Clicks at the position of a text.
  private static func press(_ text: String, on form: inout FormState, offset: Int = 0) throws {
    let renderer = FormRenderer()
    var viewport = FormViewport()
    let frame = renderer.frame(form.presentation, columns: 80, rows: 24, viewport: &viewport)
    let lines = frame.textLines
    let row = try #require(lines.firstIndex { $0.contains(text) })
    let range = try #require(lines[row].firstRange(of: text))
    let column = displayWidth(String(lines[row][..<range.lowerBound])) + offset
    let events = renderer.events(
      for: press(row, column), in: form.presentation, columns: 80, rows: 24, viewport: viewport,
      hasPreview: false)
    #expect(!events.isEmpty, "\(text)")
    for event in events { _ = form.handle(event) }
  }

  /// In a scrolled list, a click chooses the line that is shown there; the title that stays visible
  /// is not a choice.
  @Test func aScrolledListIsPressedAsItIsDrawn() throws {
    let items = (1...40).map { OptionItem(identifier: "c\($0)", display: "Calendar \($0).") }
    let collection = OptionsCollection(sections: [
      OptionsSection(title: "Long section", items: items)
    ])
    var form = SampleForm.state()
    var driver = ProviderDriver { _ in .success(collection) }
    driver.start(&form)
    try driver.run("focus calendars[0], enter", on: &form)
    _ = form.handle(.moveHighlight(.by(30)))
    let renderer = FormRenderer()
    var viewport = FormViewport()
    let lines = renderer.frame(form.presentation, columns: 80, rows: 24, viewport: &viewport)
      .textLines
    let title = try #require(lines.firstIndex { $0.contains("Long section") })
    #expect(viewport.firstChoice > 0)
    var count = 0
    for line in title..<24 {
      let events = renderer.events(
        for: Self.press(line, 5), in: form.presentation, columns: 80, rows: 24, viewport: viewport,
        hasPreview: false)
      guard let shown = items.firstIndex(where: { lines[line].contains($0.display) }) else {
        if line == title { #expect(events.isEmpty) }
        continue
      }
      count += 1
      #expect(events == [.moveHighlight(.by(shown - 30)), .toggleChoice], "\(line)")
    }
    #expect(count > 10)
  }

  @Test func thePreviewBesideTakesNoPress() throws {
    #expect(try Self.events("", Self.press(4, 5), columns: 120, preview: true).count == 2)
    #expect(try Self.events("", Self.press(4, 100), columns: 120, preview: true).isEmpty)
  }

  @Test func placesOutsideTheScreenMeanNothing() throws {
    for (row, column) in [(-1, 0), (0, -1), (99, 0), (0, 999), (.max, .max), (.min, .min)] {
      #expect(try Self.events("", Self.press(row, column)).isEmpty)
    }
  }
}
