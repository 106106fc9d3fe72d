import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// The lines below the rows: the kind of the row, its keys, and the text that does not fit into the
/// row.
@Suite("Footer") struct FooterTests {
  private func lines(
    _ script: String, columns: Int = 80, rows: Int = 24, isHolding: Bool = false, seconds: Int = 0
  ) throws -> [String] {
    var state = SampleForm.state(.systemMedium)
    var driver = ProviderDriver { _ in .success(SampleForm.calendars) }
    driver.isHolding = isHolding
    driver.start(&state)
    try driver.run(script, on: &state)
    var viewport = FormViewport()
    return FormRenderer().frame(
      state.drawn, columns: columns, rows: rows, viewport: &viewport, waitingSeconds: seconds
    ).textLines
  }

  /// A row, and the keys that work or do not work there.
  @Test(arguments: [
    ("focus save", "Enter save", "←→"), ("focus cancel", "Enter leave", "←→"),
    ("focus mirrorApp", "←→ change", "Enter"), ("focus family", "←→ change", "Enter"),
    ("focus heading", "Enter edit", "←→"), ("focus show", "←→ change", "Enter edit"),
    ("focus show", "Enter choose", "Enter edit"), ("focus emphasis", "←→ change", "Enter choose"),
    ("focus calendars[0]", "Enter choose", "←→"),
    ("focus calendars[0], open", "Space mark", "Enter done"),
    ("focus calendars[0], open, mark", "Enter done", "Enter choose"),
    ("focus show, open", "Enter choose", "Space mark"),
    // A space after typed letters is part of the search until the highlight is moved.
    ("focus calendars[0], open, type 'te'", "Tab mark", "Space mark"),
    ("focus calendars[0], open, type 'te', down", "Space mark", "Tab mark"),
  ])
  func keys(script: String, does: String, doesNot: String) throws {
    let keys = try #require(try lines(script).last)
    #expect(keys.contains(does), "\(keys)")
    #expect(!keys.contains(doesNot), "\(keys)")
  }

  /// A narrow screen shows the keys that matter most, and always the help key.
  @Test(arguments: [
    ("focus save", "Enter save  ^S save  Esc leave  ? help"),
    ("focus mirrorApp", "←→ change  ^S save  Esc leave  ? help"),
    ("focus heading", "Enter edit  ^S save  Esc leave  ? help"),
    ("focus emphasis", "←→ change  Enter edit  ^S save  ? help"),
    ("focus calendars[0]", "↑↓ move  Enter choose  ^S save  ? help"),
    ("focus calendars[0], open", "Space mark  Enter choose  F1 help"),
    ("focus show, open", "Enter choose  Esc back  F1 help"),
    ("focus heading, enter", "Enter accept  Esc back  F1 help"),
    ("focus dayStart, enter", "Enter accept  Tab next  F1 help"),
    ("jump", "↑↓ move  Enter go there  Esc back"),
    ("focus lines, right, review", "Enter save  Esc back  ^C cancel"),
    ("help", "Esc back  ^C cancel  ↑↓ scroll"),
    ("focus lines, right, esc", "d discard  s save  Esc stay"),
  ])
  func narrowKeys(script: String, keys: String) throws {
    let line = try #require(try lines(script, columns: 40, rows: 12).last)
    #expect(line.drop { $0 == " " } == keys)
  }

  /// Undo is shown only while there is something to undo.
  @Test func undoIsShownIfItDoesSomething() throws {
    let fresh = try lines("focus lines", columns: 120).last
    #expect(fresh?.contains("undo") == false, "\(fresh ?? "")")
    let changed = try lines("focus lines, right", columns: 120).last
    #expect(changed?.contains("^U undo") == true, "\(changed ?? "")")
  }

  @Test func aBoundIsSaidBeforeAndWhileTyping() throws {
    let before = try lines("focus lines")
    let typing = try lines("focus lookAhead, type '90'")
    #expect(before[22].contains("1 … 9"), "\(before[22])")
    #expect(typing[22].hasPrefix(" = "), "\(typing[22])")
    #expect(typing[22].contains("1 means 1 h"), "\(typing[22])")
  }

  @Test func aWaitIsCounted() throws {
    let list = try lines("focus calendars[0], open", isHolding: true, seconds: 3)
    #expect(list.contains { $0.contains("3 s") }, "\(list)")
    let fresh = try lines("focus calendars[0], open", isHolding: true)
    #expect(!fresh.contains { $0.contains("0 s") }, "\(fresh)")
  }

  @Test func aLongFormSaysWhereItIs() throws {
    let form = try lines("focus emphasis", rows: 14)
    #expect(form.contains { $0.hasPrefix("─") && $0.contains("/") }, "\(form)")
    // If everything fits, the position is not shown.
    #expect(try !lines("focus emphasis").contains { $0.hasPrefix("─") && $0.contains("/") })
  }

  @Test func whatIsCutStandsBelow() throws {
    let all = try lines(
      "focus heading, type 'A heading of many words that never ends', commit", columns: 40)
    #expect(all.joined().contains("never ends"), "\(all)")
    let list = try lines("focus calendars[0], open, down 2", columns: 24)
    #expect(list.joined(separator: " ").contains("anniversaries"), "\(list)")
  }
}
