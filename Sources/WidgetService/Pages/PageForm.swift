import ExternalSources
import FormEngine
import Foundation
import Hummingbird
import IntentModel
import IntentOptions
import JSONC
import Messages
import WidgetForm
import WidgetLoading
import WidgetPages
import WidgetStore
import WidgetTimeline

/// A form during a single request; nothing is kept afterwards.
struct PageForm {
  /// How long a page waits for sources and for the preview.
  private static let timeLimit = Duration.seconds(2)

  let page: PageCall
  let item: ServedWidget
  /// The currently stored state; nil for a new widget.
  let stored: PlacedState?
  /// The answers on which the changes are based.
  let base: IntentDraft
  /// The family on which the changes are based; nil for a new widget.
  let baseFamily: WidgetFamily?
  let etag: String
  /// Whether the history contains the state with the form's tag.
  let isBaseKnown: Bool
  /// The time until which the request waits for sources.
  let deadline: ContinuousClock.Instant
  let placedName: String?
  var newName: String
  var said: String?
  var run: FormRun
  /// Whether the requested action was refused.
  var isRefused = false
  var nameProblem: String?
  var wasAttempted = false
  var showsReview = false
  /// The answers and the family when the form was opened.
  private let opening: FormProgress.Moment
  /// The intent before the changes; nil if the answers were invalid then.
  var intentBefore: String?
  /// Whether the preview did not arrive in time.
  var isPreviewLate = false
  /// The tag of the stored state into which a conflict was merged; nil if there was no conflict.
  ///
  /// That state is now the base of the form.
  var mergedETag: String?
  var choices: [FormRowID: FormPage.Choices] = [:]
  var months: [FormRowID: CivilDate] = [:]
  /// The current day of the caller.
  let today: CallerDay?
  private var sentRows: [FormRow]?
  /// The elements that the fields removed; later elements of the same arrays have moved up in their
  /// place.
  private var emptied: [FormRowID] = []
  private(set) var fields: PostedForm
  /// Whether the submitted form was for another definition.
  let isCarriedOver: Bool
  /// How the answers changed when they were carried over from another definition.
  private(set) var carried: [Message] = []

  var schema: IntentSchema { item.widget.schema }
  var words: FormWords { page.words }

  /// Makes the form for a request, with the request's answers or else with the stored answers.
  init(_ page: PageCall) async throws {
    self.page = page
    let wait = page.fields[.waitMs].flatMap { Int($0) }.map {
      Duration.milliseconds(min(FormRequest.longestWait, max(0, $0)))
    }
    deadline = .now + (wait ?? Self.timeLimit)
    let call = page.call
    placedName = call.parameters[.name]
    if let placedName {
      let state = try await PlacedState.find(placedName, call)
      stored = state
      item = try state.item ?? PlacedState.item(of: state.placed, call)
      newName = ""
    } else {
      stored = nil
      item = try call.widget()
      if let typed = page.fields[.name] {
        newName = typed
      } else {
        newName = try await call.store.freeName(like: item.widget.placedName)
      }
    }
    let widget = item.widget
    let family = try call.family(of: item) ?? stored?.placed.family ?? widget.families.ofNewWidget
    let served = item
    let typed = try page.fields[FieldPrefix.value + FormRowID.familyPage].map {
      try ServiceCall.family(named: $0, of: served)
    }
    (base, baseFamily, etag, isBaseKnown) = try await Self.base(page, stored)
    opening = FormProgress.Moment(family: baseFamily ?? family, values: base.values)
    let given = try await Self.given(
      page, item, opening: FormProgress.Moment(family: family, values: base.values))
    (fields, isCarriedOver) = (given.fields, given.changes != nil)
    today = try call.today
    run = FormRun(
      item,
      Self.state(
        item, opening: base, family, given.progress, also: [typed].compactMap { $0 }, stored, today)
    )
    try FormRun.checkSize(of: run.state)
    guard let changes = given.changes else { return }
    let sent = fields.leftOver(in: run.state)
    // The texts that were sent are newer than the draft.
    let unsent = given.leftOver.filter { one in !sent.contains { $0.name == one.name } }
    carried =
      changes.map { $0.labelled(by: widget.schema).line }
      + (sent + unsent).map { name, text in
        """
        “\(name.harmlessText)” is no longer in the form. You entered: \
        \(text.harmless(limit: 1_000))
        """
      }
  }

  /// The input of a request: the applicable fields, the answers before the changes, how these
  /// answers were migrated from another definition, and the texts for rows that the form no longer
  /// has.
  ///
  /// The migration is nil if the form was for the current definition.
  private typealias Given = (
    fields: PostedForm, progress: FormProgress, changes: [AnswerChange]?,
    leftOver: [(name: String, text: String)]
  )

  /// Reads the input of a request.
  ///
  /// - Parameter opening: The answers to use if there is no draft.
  private static func given(
    _ page: PageCall, _ item: ServedWidget, opening: FormProgress.Moment
  ) async throws -> Given {
    let fields = page.fields
    let (draft, definition) = (fields[.draft], fields[.definition])
    guard let definition, definition != item.definition,
      !ServedWidgets.isFormerMark(definition, of: item.widget.schema)
    else {
      let progress = try FormProgressCoding(schema: item.widget.schema).progress(
        draft: draft, steps: fields[.steps], opening: opening)
      return (fields, progress, nil, [])
    }
    var present = opening
    var changes: [AnswerChange] = []
    var leftOver: [(name: String, text: String)] = []
    if let former = FormProgressCoding.former(draft: draft, definition) {
      let migration = try await page.call.migration(
        of: former.draft, to: item, placed: page.call.parameters[.name]
      ).migration
      let texts = FormProgressCoding(schema: item.widget.schema).texts(of: draft)
      leftOver = texts.leftOver
      present = FormProgress.Moment(
        family: former.family ?? opening.family, values: migration.draft.values,
        texts: texts.kept)
      changes = migration.changes
    }
    // The position of a slider refers to the slider's range in the other definition, so it is
    // dropped; the number at that position is sent as well.
    return (
      fields.without { $0.hasPrefix(FieldPrefix.position) }, FormProgress(present: present),
      changes, leftOver
    )
  }

  /// The form that continues from a person's progress.
  ///
  /// - Parameters:
  ///   - opening: The answers on which the changes are based.
  ///   - family: The family on which the changes are based.
  ///   - families: Additional families to offer, even if the widget does not list them.
  private static func state(
    _ item: ServedWidget, opening: IntentDraft, _ family: WidgetFamily, _ progress: FormProgress,
    also families: [WidgetFamily] = [], _ stored: PlacedState?, _ today: CallerDay?
  ) -> FormState {
    FormState(
      item.setup(including: [family] + progress.families + families, today: today),
      opening: opening, family: family, resuming: progress,
      losses: stored?.migration?.losses ?? [])
  }

  /// The form as it was opened, before any change.
  func openedAgain() -> FormRun {
    FormRun(
      item,
      Self.state(
        item, opening: base, opening.family, FormProgress(present: opening), stored, today))
  }

  /// Continues the form from other answers.
  mutating func resume(
    _ progress: FormProgress, opening: IntentDraft, _ family: WidgetFamily
  ) {
    run = FormRun(item, Self.state(item, opening: opening, family, progress, stored, today))
  }

  /// - Throws: `ServiceProblem` for a field that a page of this form cannot have sent.
  mutating func checkFields() throws {
    if let name = fields.unknownField(in: run.state, rows: rowsAsSent()) {
      throw ServiceProblem.field(name)
    }
  }

  /// The rows before the changes, made only once per request.
  private mutating func rowsAsSent() -> [FormRow] {
    let rows = sentRows ?? run.state.presentation.rows
    sentRows = rows
    return rows
  }

  /// The answers, the family and the ETag on which a form's changes are based.
  ///
  /// If the history does not have that state, they are the stored answers and family.
  private static func base(
    _ page: PageCall, _ stored: PlacedState?
  ) async throws -> (draft: IntentDraft, family: WidgetFamily?, etag: String, isKnown: Bool) {
    guard let stored else { return (IntentDraft(), nil, "", true) }
    let (draft, family) = (stored.answers, stored.placed.family)
    guard let etag = page.fields[.etag], !etag.isEmpty,
      ![stored.etag, stored.formerETag].contains(etag)
    else {
      return (draft, family, stored.etag, true)
    }
    let known = try await PlacedState.known(
      stored.placed.name, by: [etag], page.call)
    return (
      known?.migration?.draft ?? draft, known?.placed.family ?? family, etag, known != nil
    )
  }

  /// Waits for sources until the request's deadline.
  func settle() async { _ = await run.settle(until: deadline) }

  // MARK: Actions of the user

  /// Whether the script knows the form and receives only the changed parts; a form that is not
  /// live, such as the form of a conflict, receives a page.
  var isAskedForParts: Bool { page.isScript && page.fields[.seq] != nil }

  /// Records the intent before the changes, so that the script receives only the difference.
  mutating func noteIntent() {
    if page.isScript { intentBefore = intent.flatMap { text(of: $0) } }
  }

  /// A text to be looked up in a source, and the row for which it was sent.
  private typealias Lookup = (row: FormRowID, term: String)

  /// Applies the changed fields to the form, and shows the choices for texts that match no choice.
  mutating func takeFields() async throws {
    let looked = enter(await entries())
    if !looked.isEmpty {
      // A page sends a choice only once, so the choice would be lost if its lookup were still
      // pending when the response is sent.
      await run.settleLookups(until: .now + page.call.service.settings.sourceWait)
    }
    for (row, term) in looked where run.state.unreadTexts[row] != nil {
      try await show(row, term: term, from: 0)
    }
  }

  /// The changed fields, once the pending defaults of their arrays have arrived.
  ///
  /// Elements that were entered on a page that did not show the default yet are added after the
  /// elements of the default instead of replacing them.
  private mutating func entries() async -> [FormEntry] {
    var entries = answeringFields.entries(in: run.state, rows: rowsAsSent())
    if await settleDefaults(of: Set(entries.compactMap(\.array))) {
      sentRows = nil
      entries = answeringFields.entries(in: run.state, rows: rowsAsSent())
    }
    let late = fields.lateArrays.filter { run.state.draft.values[$0] == nil }
    return entries.compactMap { entry in
      guard let array = entry.array, late.contains(array) else { return entry }
      let count = run.state.value(of: .parameter(array))?.elements.count ?? 0
      // The page showed this field empty, so an empty text does not remove an element of the
      // default.
      return entry.isRemoval && count > 0 ? nil : entry.moved(by: count)
    }
  }

  /// Waits until no default of the given parameters is pending; returns false if none was pending.
  private func settleDefaults(of names: Set<String>) async -> Bool {
    func isPending() -> Bool { names.contains(where: run.state.awaitsDefault) }
    guard isPending() else { return false }
    let end = ContinuousClock.now + page.call.service.settings.sourceWait
    while isPending(), ContinuousClock.now < end, !Task.isCancelled {
      if await run.settle(until: end, responses: 1) { break }
    }
    return true
  }

  /// Enters the changed fields in their order, and returns the texts that sources have to look up.
  private mutating func enter(_ entries: [FormEntry]) -> [Lookup] {
    var looked: [Lookup] = []
    // All texts that precede a change of the family are entered in one step.
    var entered: [RowEntry] = []
    for entry in entries {
      switch entry {
      case .entry(let one):
        entered.append(one)
        if case .text(let row, "") = one, run.state.value(of: row) != nil { emptied.append(row) }
        if case .choice(let row, let identifier) = one { looked.append((row, identifier)) }
      case .search(let row, let term) where row.page != searchedRow:
        entered.append(.text(row, term))
        looked.append((row, term))
      case .search: break
      case .family(let family):
        enter(&entered)
        run.handle(.setFamily(family))
      }
    }
    enter(&entered)
    return looked
  }

  private func enter(_ entries: inout [RowEntry]) {
    if !entries.isEmpty { run.handle(.enter(entries)) }
    entries = []
  }

  /// The pressed button, the row it belongs to, and a detail; nil for a button of the whole form.
  var rowButton: (action: RowAction, row: String, detail: String?)? {
    fields[.action].flatMap { RowAction.parts(of: $0) }
  }

  /// The fields, except for any that the pressed button replaces.
  private var answeringFields: PostedForm {
    guard let (action, row, _) = rowButton else { return fields }
    var replaced = Set<String>()
    if action == .convert { replaced.insert(FieldPrefix.unit + row) }
    // The pressed button decides what happens to an element that was emptied.
    if fields[FieldPrefix.value + row] == "", case .element? = FormRowID(page: row, schema: schema)
    {
      replaced.insert(FieldPrefix.value + row)
    }
    return fields.without { replaced.contains($0) }
  }

  /// The row whose text is a search term rather than an answer; nil for the script, which has its
  /// own route for searches.
  private var searchedRow: String? {
    guard !page.isScript, let (action, row, _) = rowButton else { return nil }
    return [.search, .more].contains(action) ? row : nil
  }

  private mutating func show(_ row: FormRowID, term: String, from: Int) async throws {
    do {
      let window = try await choices(of: row, term: term, from..<from + FormRequest.usualWindow)
      choices[row] = window.shown
    } catch let error as OptionsError {
      said = words.line(error.message, error.remedy)
    }
  }

  /// Starts reading the lists in long files in advance, because a person may open a list soon.
  func readAhead() {
    let rows = run.state.presentation.rows.filter { row in
      if case .options = row.control { row.hiddenReason == nil } else { false }
    }
    for name in Set(rows.compactMap(\.parameter)) {
      guard item.widget.providers[name]?.readsLongFile == true else { continue }
      let request = run.state.request(for: name)
      Task { [item, call = page.call] in
        _ = try? await OptionsRoutes.snapshot(of: item, request, term: "", call)
      }
    }
  }

  /// A window of a list of choices, the query that was used to search the list, and whether the
  /// source has listed all of its choices.
  typealias Window = (shown: FormPage.Choices, query: OptionsQuery?, isComplete: Bool)

  /// A window of a row's choices.
  func choices(of row: FormRowID, term: String, _ range: Range<Int>) async throws -> Window {
    guard let name = row.parameter, item.widget.providers[name] != nil else {
      throw ServiceProblem.noRow(row.parameter, of: item.widget)
    }
    let request = run.state.request(for: name)
    let snapshot = try await OptionsRoutes.snapshot(of: item, request, term: term, page.call)
    let matches = try await snapshot.matches(of: term, rows: range)
    let shown = range.clamped(to: 0..<matches.count)
    let sections = snapshot.collection.sections
    let rows = matches.rows(shown)
    return (
      FormPage.Choices(
        term: term, items: rows.map { (section: sections[$0.section].title, item: $0.item) },
        from: shown.lowerBound, total: matches.count, notice: snapshot.collection.notice),
      matches.query.isEmpty ? nil : matches.query, !snapshot.collection.isPartial
    )
  }

  /// Performs the action of the pressed button; returns nil to show the form again.
  mutating func act() async throws -> Response? {
    keepMonths()
    guard let (action, name, detail) = rowButton else { return try await actOnForm() }
    guard let sent = FormRowID(page: name, schema: schema) else { return nil }
    let row = movedUp(sent)
    switch action {
    case .search:
      let term = fields[FieldPrefix.value + name] ?? ""
      let isShown = term == fields[FieldPrefix.shown + name]
      try await show(row, term: isShown ? "" : term, from: 0)
    case .more:
      let from = fields.number(FieldPrefix.from + name)
      try await show(row, term: fields[FieldPrefix.term + name] ?? "", from: from)
    // The choice has already been applied as a change to the fields.
    case .choose: break
    case .month: openMonth(row, detail)
    case .close: break
    case .move: move(row, to: detail)
    case .day:
      if let date = detail.flatMap({ CivilDate(pageDay: $0) }) {
        run.handle(.takeDay(row, date))
        said = run.state.message.map { words($0) }
      }
    case .convert:
      // The number has already been read in its previous unit, so only the new unit is entered.
      if let unit = fields[FieldPrefix.unit + name] { run.handle(.setText(row, unit)) }
    case .reset: press(.resetRow, in: .parameter(row.parameter ?? ""))
    case .remove: press(.removeElement, in: row)
    case .retry: press(.retry, in: row)
    case .less: press(.adjust(-1), in: row)
    case .plus: press(.adjust(1), in: row)
    case .up, .down:
      let places = action == .up ? -1 : 1
      press(.moveElement(places), in: row)
      sayMoved(row, by: places)
    }
    return nil
  }

  /// Handles the event of a button, if the button's row can have the focus.
  private func press(_ event: FormEvent, in row: FormRowID) {
    if goes(to: firstRow(of: row)) { run.handle(event) }
  }

  /// Reports the new position of a moved array element.
  private mutating func sayMoved(_ row: FormRowID, by places: Int) {
    guard case .element(let name, let index) = row, let parameter = schema.parameter(named: name),
      let value = run.state.value(of: .element(name, index + places))
    else { return }
    said = words(
      .pageOf(
        action: .verbatim(display(value, parameter, run.state.draft)),
        name: "\(parameter.label) \(words.format.inDigits("\(index + places + 1)"))"))
  }

  /// Restores the answers with which the form was opened, as a step that can be undone.
  private mutating func discard() {
    guard run.state.isModified else { return }
    var progress = run.state.progress
    progress.earlier.append(progress.present)
    progress.undone = []
    progress.present = opening
    resume(progress, opening: base, opening.family)
    (choices, months) = ([:], [:])
    said = words("The changes were discarded. Undo brings them back.")
  }

  /// Focuses a row, and returns whether it now has the focus.
  private func goes(to row: FormRowID) -> Bool {
    run.handle(.focus(row))
    return run.state.focus == row
  }

  /// The row that can have the focus for a given row; for an array, its first slot.
  private func firstRow(of row: FormRowID) -> FormRowID {
    let rows = run.state.focusableRows
    return rows.contains(row) ? row : rows.first { $0.parameter == row.parameter } ?? row
  }

  /// Opens a month for a row: the given month, or else the month of the row's date, or else the
  /// current month.
  private mutating func openMonth(_ row: FormRowID, _ month: String?) {
    guard let calendar = run.state.calendar(of: row) else { return }
    months[row] = month.flatMap { CivilDate(pageMonth: $0) } ?? calendar.day
  }

  /// Keeps the visible months until a day is chosen or the calendar is closed.
  private mutating func keepMonths() {
    let button = rowButton
    let closed = button.map { [.day, .close].contains($0.action) } == true ? button?.row : nil
    for field in fields.fields where field.name.hasPrefix(FieldPrefix.month) {
      let page = String(field.name.dropFirst(FieldPrefix.month.count))
      guard let row = FormRowID(page: page, schema: schema), page != closed else { continue }
      openMonth(row, field.value)
    }
  }

  /// Moves an element to another position in its array.
  private mutating func move(_ row: FormRowID, to place: String?) {
    guard case .element(let name, let index) = row, let place = place.flatMap({ Int($0) }),
      FormRowID.slots.contains(place), goes(to: row),
      case .element(_, let target) = movedUp(.element(name, place))
    else { return }
    run.handle(.moveElement(target - index))
    sayMoved(row, by: target - index)
  }

  /// The new row of an element after the fields have removed some earlier elements.
  private func movedUp(_ row: FormRowID) -> FormRowID {
    guard case .element(let name, let index) = row else { return row }
    let gone = emptied.count {
      if case .element(name, let place) = $0 { place < index } else { false }
    }
    return .element(name, index - gone)
  }

  private mutating func actOnForm() async throws -> Response? {
    let action = fields[.action].flatMap { PageAction(rawValue: $0) }
    switch action {
    case .undo?: run.handle(.undo)
    case .redo?: run.handle(.redo)
    case .review?:
      let isUnnamed = run.state.unreadTexts.keys.contains { row in
        row.parameter.map { item.widget.providers[$0] != nil } ?? false
      }
      // An unreadable text is reported, and is not one of the changes.
      if !run.state.issues.isEmpty || isUnnamed { wasAttempted = true }
      if isUnnamed { isRefused = true } else { showsReview = true }
    case .discard?: discard()
    case .merge?: return try await merge(nil)
    case .mine?, .theirs?: return try await merge(action)
    case .save?: return try await save()
    case .update?, .rename?, .remove?, .push?, .signIn?, .signOut?, nil: break
    }
    return nil
  }
}

extension FormProgress {
  /// The families of the present state and of all undo and redo steps.
  var families: [WidgetFamily] { ([present] + earlier + undone).map(\.family) }
}

extension PlacedState {
  /// The answers after the migration to the current definition; empty without a definition.
  var answers: IntentDraft { migration?.draft ?? IntentDraft() }
}
