import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

/// The review of arrays, whose slots can contain invalid texts.
@Suite("Reviewing arrays")
struct ReviewArrayTests {
  static let rows: [ParameterDefinition] = [
    .row("on", .flag),
    .row("list", .number, many: true, sizes: ArraySizes([.systemSmall: 2, .systemLarge: 4])),
    .row("free", .text, many: true, parent: .when("on", is: .boolean(false))),
  ]

  static func form(_ numbers: [Int], _ family: WidgetFamily) -> FormState {
    let draft = IntentDraft(values: ["list": .array(numbers.map { .integer($0) })])
    return .form(rows, draft: draft, family: family)
  }

  private static let unread = "not in this family · cannot be read, so it is not saved"

  /// The stored numbers of a large widget, a script, the changes, and the changes without effect.
  static let cases: [(stored: [Int], script: String, changes: [String], without: [String])] = [
    ([1, 2], "", [], []),
    ([1, 2], "set list[2] '3'", ["list: 1, 2 -> 1, 2, 3"], []),
    ([1, 2], "set list[0] 'one'", ["list: 1, 2 -> one, 2"], []),
    ([1], "set list[3] 'four'", ["list: 1 -> 1, four"], []),
    ([], "set list[2] 'three', set list[1] 'two'", ["list:  -> two, three"], []),
    (
      [1], "set list[3] 'four', family systemSmall",
      ["Family: Large -> Small", "list: 1 -> 1, four"],
      ["list 4:  -> four (\(unread))"]
    ),
    (
      [1, 2, 3], "set list[2] 'x', set list[3] 'y', family systemSmall",
      ["Family: Large -> Small", "list: 1, 2, 3 -> 1, 2, x, y"],
      ["list 3:  -> x (\(unread))", "list 4:  -> y (\(unread))"]
    ),
    (
      [1, 2, 3], "family systemSmall", ["Family: Large -> Small"],
      ["list 3:  -> 3 (not in this family)"]
    ),
    ([1, 2, 3], "family systemSmall, family systemLarge", [], []),
    (
      [1, 2, 3], "family systemSmall, focus list[0], lower",
      ["Family: Large -> Small", "list: 1, 2, 3 -> 2, 1, 3"],
      ["list 3:  -> 3 (not in this family)"]
    ),
    ([1, 2], "focus list[0], remove, remove", ["list: 1, 2 -> "], []),
    ([1, 2], "focus list[0], reset", ["list: 1, 2 -> "], []),
    ([], "set free[0] 'a', set free[1] 'b'", ["free:  -> a, b"], []),
    (
      [], "set free[0] 'a', set on 'yes'",
      ["on: Off -> On", "free:  -> a (hidden because on is On)"],
      ["free:  -> a (hidden because on is On)"]
    ),
  ]

  @Test(arguments: cases.indices)
  func review(_ index: Int) throws {
    let (stored, script, changes, without) = Self.cases[index]
    var form = Self.form(stored, .systemLarge)
    try form.run(script)
    #expect(ReviewTests.lines(form.changes) == changes)
    #expect(ReviewTests.lines(form.withoutEffect) == without)
    try form.run("undo 9")
    #expect(form.changes.isEmpty && !form.isModified)
  }

  /// A text that cannot be read is reported in the review, before saving leaves it out.
  @Test func whatSavingLeavesOutIsTold() throws {
    var form = Self.form([1], .systemLarge)
    try form.run("set list[3] 'four', family systemSmall, review")
    #expect(form.panel == .review(line: 0))
    guard case .review(let changes, _, let without, _)? = form.presentation.panel else {
      Issue.record("no review")
      return
    }
    #expect(changes.count == 2 && without.map(\.new) == ["four"])
    let effects = try form.run("enter")
    guard case .finish(let intent)? = effects.last else {
      Issue.record("not saved")
      return
    }
    #expect(intent["list"] == .array([.integer(1)]))
  }
}
