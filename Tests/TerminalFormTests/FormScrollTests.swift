import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// Rows appear and disappear without moving the focus on the screen.
@Suite("Rows that appear and disappear")
struct FormScrollTests {
  /// The screen line of the focus after each step of a script, in one viewport.
  private func lines(
    _ steps: [String], rows: Int, draft: IntentDraft = IntentDraft()
  ) throws -> [(focus: FormRowID, line: Int)] {
    var state = SampleForm.state(.systemLarge, draft: draft)
    var driver = ProviderDriver { _ in .success(SampleForm.calendars) }
    driver.start(&state)
    var viewport = FormViewport()
    return try steps.map { step in
      try driver.run(step, on: &state)
      let screen = FormRenderer().frame(
        state.presentation, columns: 80, rows: rows, viewport: &viewport)
      return (state.focus, screen.cursor?.row ?? -1)
    }
  }

  @Test func rowsThatComeAboveLeaveTheFocusWhereItIs() throws {
    // The choices of the array disappear when the switch above them changes, and reappear.
    let found = try lines(
      [
        "end", "focus lookAhead", "focus lines", "set mirrorApp 'yes'", "set mirrorApp 'no'",
        "set show 'range'", "set show 'all'", "set mirrorApp 'yes'", "family systemSmall",
        "family systemLarge",
      ], rows: 14)
    for (step, place) in found.enumerated().dropFirst(2) {
      #expect(place.focus == .parameter("lines"))
      #expect(place.line == found[2].line, "step \(step): \(found.map(\.line))")
    }
  }

  @Test func aSwitchStaysWhereItIsPressed() throws {
    let found = try lines(["focus show", "left", "right", "left", "right"], rows: 14)
    #expect(Set(found.map(\.line)).count == 1, "\(found.map(\.line))")
  }

  @Test func nothingJumpsWhereAllRowsFit() throws {
    let found = try lines(["focus mirrorApp", "enter", "enter", "enter"], rows: 30)
    #expect(Set(found.map(\.line)).count == 1)
  }

  /// Hidden rows that are shown on request do not move the focus either.
  @Test func hiddenRowsAreShownAroundTheFocus() throws {
    let found = try lines(
      ["focus emphasis", "hidden", "hidden", "hidden"], rows: 12,
      draft: IntentDraft(values: ["mirrorApp": .boolean(true)]))
    #expect(found.allSatisfy { $0.focus == .parameter("emphasis") })
    #expect(found.allSatisfy { $0.line >= 2 })
  }

  /// When a window becomes smaller and larger, the focus is always visible.
  @Test func theFocusIsSeenAtEverySize() throws {
    let state = SampleForm.state(.systemLarge)
    var viewport = FormViewport()
    for name in ["lines", "heading", "mirrorApp", "owner"] {
      var state = state
      for event in try FormScript("focus \(name)").events { _ = state.handle(event) }
      for rows in [24, 5, 14, 3, 40, 9, 6, 24] {
        let screen = FormRenderer().frame(
          state.presentation, columns: 60, rows: rows, viewport: &viewport)
        let cursor = try #require(screen.cursor)
        #expect(screen.cell(row: cursor.row, column: 0)?.text == "▸", "\(name) at \(rows)")
      }
    }
  }
}
