import FormEngine
import IntentModel
import Messages
import Testing
import WidgetTestSupport

/// Esc leaves the form if nothing is open, but never discards changes without a confirmation.
@Suite("Leaving with Esc")
struct FormLeavingTests {
  private let warning = "1 change is not saved."

  private func state(after script: String) throws -> FormState {
    var state = SampleForm.state()
    var driver = ProviderDriver(options: { _ in .success(SampleForm.calendars) })
    driver.start(&state)
    try driver.run(script, on: &state)
    return state
  }

  /// Scripts, whether they leave the form, and whether there is a warning.
  static let cases: [(script: String, isLeft: Bool, warns: Bool)] = [
    ("esc", true, false),
    ("down, down, esc", true, false),
    ("focus lines, right, esc", false, true),
    ("focus lines, right, esc, cancel", true, false),
    ("focus lines, right, esc, esc", false, false),
    ("focus lines, right, esc, esc, esc", false, true),
    ("focus lines, right, esc, review", false, false),
    ("focus cancel, enter", true, false),
    ("focus lines, right, focus cancel, enter", false, true),
    ("focus lines, right, focus cancel, enter, enter", false, false),
    ("focus lines, right, esc, down, esc", false, true),
    ("focus lines, right, esc, down", false, false),
    ("focus lines, right, esc, undo, esc", true, false),
    ("focus lines, right, undo, esc", true, false),
    ("focus heading, type 'a', esc", false, false),
    ("focus heading, type 'a', esc, esc", true, false),
    ("focus heading, type 'a', commit, esc", false, true),
    ("focus calendars[0], enter, esc", false, false),
    ("focus calendars[0], enter, esc, esc", true, false),
    ("focus lines, right, focus calendars[0], enter, esc", false, false),
    ("focus lookAhead, type 'soon', down, esc", false, true),
    ("family systemSmall, esc", false, true),
  ]

  @Test(arguments: cases)
  func escape(script: String, isLeft: Bool, warns: Bool) throws {
    let state = try state(after: script)
    #expect(state.phase == (isLeft ? .cancelled : .editing))
    #expect(state.presentation.message == (warns ? warning : nil))
  }

  @Test func theAnswerToSaveReviewsTheChanges() throws {
    let state = try state(after: "focus lines, right, esc, review")
    #expect(state.panel == .review(line: 0))
  }

  @Test func cancellingLeavesAtOnce() throws {
    #expect(try state(after: "focus lines, right, cancel").phase == .cancelled)
  }

  @Test func anAnswerInBetweenDoesNotTakeTheWarningBack() throws {
    var state = SampleForm.state()
    var driver = ProviderDriver(options: { _ in .success(SampleForm.calendars) })
    driver.isHolding = true
    driver.start(&state)
    try driver.run("focus lines, right, esc", on: &state)
    let asked = driver.open
    for case .loadDefaults(let id, _) in asked {
      _ = state.handle(.defaultsLoaded(id, .success([])))
    }
    #expect(!asked.isEmpty)
    #expect(state.presentation.message == warning)
    #expect(state.handle(.dismiss).isEmpty)
    #expect(state.phase == .editing)
    _ = state.handle(.dismiss)
    _ = state.handle(.cancel)
    #expect(state.phase == .cancelled)
  }
}
