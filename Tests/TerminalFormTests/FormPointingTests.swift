import FormEngine
import IntentModel
import Testing
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
    ("the keys", "", press(23, 5), []),
    ("a row", "", press(4, 5), [.focus(.parameter("mirrorApp"))]),
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
    ("a press in a list", "focus calendars[0], enter", press(9, 5), []),
    ("a press in the review", "focus lines, right, review", press(9, 5), []),
    ("the row being edited", "focus heading, enter", press(13, 30), []),
    (
      "another row while editing", "focus heading, type 'x'", press(4, 5),
      [
        .focus(.parameter("mirrorApp"))
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

  @Test func thePreviewBesideTakesNoPress() throws {
    #expect(try Self.events("", Self.press(4, 5), columns: 120, preview: true).count == 1)
    #expect(try Self.events("", Self.press(4, 100), columns: 120, preview: true).isEmpty)
  }

  @Test func placesOutsideTheScreenMeanNothing() throws {
    for (row, column) in [(-1, 0), (0, -1), (99, 0), (0, 999), (.max, .max), (.min, .min)] {
      #expect(try Self.events("", Self.press(row, column)).isEmpty)
    }
  }
}
