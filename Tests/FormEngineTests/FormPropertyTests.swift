import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@testable import FormEngine

/// The guarantees of a form hold for events in any order.
@Suite struct FormPropertyTests {
  @Test(arguments: 1...UInt64(TestDepth.count(5, thorough: 40)))
  func promisesHold(seed: UInt64) {
    var random = RandomForm(seed: seed)
    var form = random.form()
    let values = form.draft.values
    random.note(form.start())
    for step in 0..<250 {
      let event = random.event(for: form)
      let effects = form.handle(event)
      random.note(effects)
      let broken = Self.brokenPromises(of: form, open: random.open)
      #expect(broken.isEmpty, "\(broken) after \(event), step \(step), seed \(seed)")
      if !broken.isEmpty || form.phase != .editing { break }
    }
    guard form.phase == .editing else { return }
    Self.undoAndRedo(&form, to: values, seed: seed)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func formsSettle(seed: UInt64) {
    var random = RandomForm(seed: seed)
    var form = random.form()
    var driver = ProviderDriver(
      options: { _ in random.collection() }, defaults: { _ in random.items() })
    driver.resolve = { _, _ in random.items() }
    driver.start(&form)
    for _ in 0..<60 {
      driver.send(random.step(for: form), to: &form)
      #expect(!driver.isRunaway && form.isSettled, "seed \(seed)")
      #expect(form.ledger.open.isEmpty, "seed \(seed)")
      if driver.isRunaway { return }
    }
  }

  /// Entries that arrive together have the same effect as entries that arrive one by one, even for
  /// a row that an earlier entry shows or hides.
  @Test(arguments: 1...UInt64(TestDepth.count(100, thorough: 2_000)))
  func entriesMeanTheSameTogether(seed: UInt64) {
    var random = RandomForm(seed: seed)
    var form = random.form()
    _ = form.start()
    let entries = (0..<20).map { _ in random.entry(for: form) }
    Self.expectTheSameTogether(entries, form, "seed \(seed)")
  }

  /// If a row is reset, the next text for it is not read together with the previous answer.
  @Test(
    arguments: [
      [.text(.parameter("a"), ""), .text(.element("a", 0), "x")],
      [.value("a", nil), .text(.element("a", 1), "x")],
      [.value("far", nil), .text(.parameter("far"), "m")],
    ] as [[RowEntry]])
  func entriesMeanTheSameAfterAReset(entries: [RowEntry]) {
    let distance = MeasurementMetadata(dimension: .distance, unit: "Kilometers", defaultValue: 5)
    let form = FormState.form(
      [.row("a", .text, many: true), .row("far", .measurement(distance))],
      draft: IntentDraft(values: [
        "a": .texts("a", "b"), "far": .measurement(IntentMeasurement(value: 3, unit: "km")),
      ]))
    Self.expectTheSameTogether(entries, form, "\(entries)")
  }

  private static func expectTheSameTogether(
    _ entries: [RowEntry], _ form: FormState, _ comment: Comment
  ) {
    var (together, alone) = (form, form)
    _ = together.handle(.enter(entries))
    for entry in entries { _ = alone.handle(.enter([entry])) }
    #expect(together.answers.snapshot == alone.answers.snapshot, comment)
    #expect(together.history == alone.history, comment)
    #expect(together.evaluation == alone.evaluation, comment)
  }

  /// The names of the broken guarantees.
  static func brokenPromises(of form: FormState, open: Set<Int>) -> [String] {
    let rows = form.focusableRows
    let picture = form.presentation
    let kinds = form.ledger.open.values.map { "\($0.kind) \($0.request.parameter)" }
    let options = form.ledger.open.values.filter { $0.kind == .options }
    let hidden = form.ledger.open.values.filter {
      $0.kind != .options && form.state(of: $0.request.parameter)?.isVisible != true
    }
    let folder = form.editing?.completion?.mark.map { [$0] } ?? []
    let whole = form.schema.evaluate(form.draft, family: form.family)
    let promises: [(String, Bool)] = [
      ("evaluation is up to date", form.evaluation == whole),
      ("the focus is on a row", rows.contains(form.focus)),
      ("rows are different", Set(rows).count == rows.count),
      ("the picture has the rows", picture.rows.compactMap(\.id) == rows),
      ("the picture has the focus", picture.rows[picture.focused].id == form.focus),
      ("the editor has a row", form.editing.map { rows.contains($0.row) } ?? true),
      ("the editor has the focus", form.editing.map { $0.row == form.focus } ?? true),
      ("the list has the focus", form.picker.map { $0.row == form.focus } ?? true),
      ("one thing is open", form.editing == nil || form.picker == nil),
      (
        "open questions are known",
        Set(form.ledger.open.keys).union(form.ledger.lookupMarks).union(folder)
          .union(form.files.open.keys) == open
      ),
      ("questions are asked once", Set(kinds).count == kinds.count),
      ("a list is awaited for a list", options.isEmpty || form.picker?.isDynamic == true),
      ("nothing is awaited for what is hidden", hidden.isEmpty),
      ("the highlight is a match", form.picker.map(Self.isHighlightSound) ?? true),
    ]
    return promises.filter { !$0.1 }.map(\.0)
  }

  private static func isHighlightSound(_ picker: OptionsPicker) -> Bool {
    picker.matches.isEmpty ? picker.highlighted == 0 : picker.highlightedItem != nil
  }

  /// Checks that undo returns to the initial state, except for renamed choices, and that redo
  /// returns to the last state.
  private static func undoAndRedo(
    _ form: inout FormState, to opening: [String: IntentValue], seed: UInt64
  ) {
    // The list of suggested path names closes before its editor.
    while form.editing != nil || form.picker != nil { _ = form.handle(.dismiss) }
    let last = (form.draft.values, form.family, form.unreadTexts)
    let steps = form.history.earlier.count
    for _ in 0..<steps { _ = form.handle(.undo) }
    #expect(form.draft.values == form.answers.opening.draft.values, "seed \(seed)")
    #expect(form.draft.values.mapValues(\.withoutTexts) == opening.mapValues(\.withoutTexts))
    #expect(!form.isModified && form.unreadTexts.isEmpty, "seed \(seed)")
    for _ in 0..<steps { _ = form.handle(.redo) }
    #expect(form.draft.values == last.0 && form.family == last.1, "seed \(seed)")
    #expect(form.unreadTexts == last.2, "seed \(seed)")
  }
}

extension IntentValue {
  /// The value without the texts that a provider can change.
  fileprivate var withoutTexts: IntentValue {
    switch self {
    case .array(let values): .array(values.map(\.withoutTexts))
    case .object(let object): .thing(object.identifier)
    default: self
    }
  }
}
