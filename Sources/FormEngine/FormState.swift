import Foundation
public import IntentModel
import IntentOptions
public import Messages

/// A form as a value: events go in through ``handle(_:)``, and effects come out.
///
/// The state has no keys, screen, providers or tasks, so a form can be tested, recorded and
/// replayed as a list of events. It routes each event to the open panel, list of choices or editor,
/// or else to the rows.
public struct FormState: Sendable, Hashable {
  /// The person's answers, and the values derived from them.
  private(set) var answers: FormAnswers

  /// The answers for undo and redo.
  private(set) var history = FormHistory()

  /// The requests to the providers and their answers.
  private(set) var ledger = ProviderLedger()

  /// The results of checking whether the files in the answers exist.
  private(set) var files = FileLedger()

  /// The row that has the focus.
  public private(set) var focus = FormRowID.save

  /// The list or the editor of a row, if one is open.
  private var opened = OpenedRow.none

  /// The panel over the rows and over the open list or editor, or the question before leaving.
  private var cover = FormCover.none

  /// Whether the person wants the preview; nil to show it if there is room.
  public private(set) var showsPreview: Bool?

  /// Whether the preview shows the intent instead of the picture.
  public private(set) var previewsIntent = false

  /// Whether the form is being edited, submitted or cancelled.
  public private(set) var phase = FormPhase.editing

  /// The message that the last event produced, if any.
  public private(set) var message: Message?

  /// Whether the person was asked about the changes, and discarded them.
  package private(set) var isDiscarded = false

  /// The changes of an earlier form that were offered and not restored.
  var offered: DraftChanges?

  /// The unsaved changes when the form was cancelled, with the text that was being typed.
  private(set) var left: DraftChanges?

  /// Whether to save the form once a pending default arrives.
  private var savesWhenSettled = false

  /// Makes the state of a form that has just been opened; call ``start()`` for its first effects.
  ///
  /// - Parameters:
  ///   - setup: The input that the form needs before it opens.
  ///   - draft: The answers to start from.
  ///   - family: The family to start with; by default the first one.
  ///   - losses: The stored answers that the definition cannot hold. The form is not saved before a
  ///     review has shown the losses that no new answer replaces.
  public init(
    _ setup: FormSetup, draft: IntentDraft = IntentDraft(), family: WidgetFamily? = nil,
    losses: [AnswerChange] = []
  ) {
    let chosen = family.flatMap { setup.families.contains($0) ? $0 : nil } ?? setup.families[0]
    answers = FormAnswers(setup, draft: draft, family: chosen, losses: losses)
    focusFirst()
  }

  /// Returns the first effects, such as requests for the defaults and the stored choices.
  ///
  /// A form that is a single list of choices opens this list, and a form that asks for only one
  /// parameter opens the parameter.
  public mutating func start() -> [FormEffect] {
    let asked = ledger.settle(&answers) + files.settle(answers.filePaths, &ledger.marks)
    if setup.isSingleChoice { return asked + openOptions() }
    guard setup.onlyParameter != nil, focus.parameter == setup.onlyParameter,
      let parameter = answers.parameter(of: focus), !answers.isHiddenRow(focus)
    else { return asked }
    if case .boolean = parameter.type, !answers.hasOptions(parameter) { return asked }
    let opening = activate()
    opened.editor?.selectValue(answers)
    return asked + opening
  }

  /// Keeps the defaults of an earlier state; call it before ``start()``.
  ///
  /// A source is not asked again for the default of a parameter if its parent still has the same
  /// value, and if the earlier state has the default or no answer of the person.
  ///
  /// - Parameters:
  ///   - former: The answers of the earlier state, under this definition.
  ///   - family: The family of the earlier state.
  package mutating func inheritDefaults(of former: IntentDraft, in family: WidgetFamily) {
    let old = FormAnswers(setup, draft: former, family: family, losses: [])
    for name in setup.askOrder {
      guard let state = old.state(of: name), state.isVisible,
        state.origin != .user || former.defaults[name] != nil,
        answers.schema.isSameQuestion(
          answers.request(for: name), old.request(for: name), about: name)
      else { continue }
      if answers.draft.defaults[name] == nil, let value = former.defaults[name] {
        answers.draft.defaults[name] = value
        answers.evaluate()
      }
      ledger.noteDefault(of: name, answers)
    }
  }

  /// Restores the answers and the history of an earlier session of the form.
  mutating func resume(
    _ earlier: [FormSnapshot], _ present: FormSnapshot, _ undone: [FormSnapshot]
  ) {
    history = FormHistory(earlier: earlier, undone: undone)
    answers.restore(present)
    answers.evaluate()
    focusFirst()
  }

  /// Moves the focus to the first row, or to the only parameter for which the form asks.
  private mutating func focusFirst() {
    focus = answers.rows[0]
    if let name = setup.onlyParameter { go(to: .parameter(name)) }
  }

  /// Shows a message until the next event from the person.
  public mutating func tell(_ remark: Message) { message = remark }
}

// MARK: - The open part

/// The list or the editor of a row that is open.
private indirect enum OpenedRow: Sendable, Hashable {
  case none
  case list(OptionsPicker)
  case editor(TextEditing)

  /// The list; setting it to nil does not close an open editor.
  var list: OptionsPicker? {
    get { if case .list(let list) = self { list } else { nil } }
    _modify {
      var list = self.list
      // Releases the other reference to the list, so that a list of a million choices is changed in
      // place.
      if list != nil { self = .none }
      defer { if let list { self = .list(list) } }
      yield &list
    }
  }

  /// The editor; setting it to nil does not close an open list.
  var editor: TextEditing? {
    get { if case .editor(let editor) = self { editor } else { nil } }
    _modify {
      var editor = self.editor
      if editor != nil { self = .none }
      defer { if let editor { self = .editor(editor) } }
      yield &editor
    }
  }
}

/// The panel over the rows of a form, or the question before leaving it.
private indirect enum FormCover: Sendable, Hashable {
  case none
  case panel(FormPanel)
  /// The question of whether to keep or discard the changes; the next event closes it.
  case leaving

  var panel: FormPanel? {
    get { if case .panel(let panel) = self { panel } else { nil } }
    set { self = newValue.map { .panel($0) } ?? .none }
  }
}

extension FormState {
  /// The text being edited, if any.
  public var editing: TextEditing? { opened.editor }

  /// The open list of choices, if any.
  public var picker: OptionsPicker? { opened.list }

  /// The panel over the rows, if one is open.
  public var panel: FormPanel? { cover.panel }

  /// Whether the last event asked whether to keep or discard the changes.
  var isLeaving: Bool { cover == .leaving }
}

// MARK: - Routing

extension FormState {
  /// Handles an event, and returns the effects to perform outside of the form.
  ///
  /// A form that has been submitted or cancelled ignores all events. An answer with the mark of an
  /// old request changes nothing.
  public mutating func handle(_ event: FormEvent) -> [FormEffect] {
    guard phase == .editing else { return [] }
    switch event {
    case .optionsLoaded(let mark, let response):
      guard ledger.take(mark, .options) != nil else { return [] }
      return (opened.list?.take(response, answers, &ledger.marks) ?? []) + routeAwaited()
    case .optionsFound(let mark, let matches):
      opened.list?.take(mark, matches)
      return routeAwaited()
    case .defaultsLoaded(let mark, let response):
      return settle { $0.ledger.takeDefaults(mark, response, into: &$0.answers) } + routeAwaited()
        + saveIfAwaited()
    case .choicesResolved(let mark, let response):
      return settle { form in
        guard let (name, known) = form.ledger.takeChoices(mark, response) else { return false }
        form.answers.rename(known, of: name)
        form.history.rename(known, of: name)
        return true
      }
    case .choicesFound(let mark, let response): return takeFound(mark, response) + saveIfAwaited()
    case .folderListed(let mark, let response):
      if let remark = opened.editor?.take(mark, response) { message = remark }
      return []
    case .fileLookedFor(let mark, let isThere):
      files.take(mark, isThere)
      return []
    case .type(let text): return type(text)
    default: return route(event)
    }
  }

  /// Handles text that was typed key by key.
  ///
  /// Text that goes into a single field is handled at once. Other text is handled scalar by scalar,
  /// because the meaning of a key can depend on the previous keys.
  private mutating func type(_ text: String) -> [FormEffect] {
    var effects: [FormEffect] = []
    var rest = Substring(text).unicodeScalars
    while let first = rest.first {
      let taken = takenAtOnce(rest)
      effects += route(taken.isEmpty ? .insert(String(first)) : .type(String(taken)))
      rest = rest[(taken.isEmpty ? rest.index(after: rest.startIndex) : taken.endIndex)...]
    }
    return effects
  }

  /// The beginning of a typed text that can be inserted into a single field in one step.
  private func takenAtOnce(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    if let panel { return panel.takesText ? text : text.prefix(0) }
    return picker?.takenAtOnce(text) ?? editing?.takenAtOnce(text) ?? text.prefix(0)
  }

  /// Continues with the event that waited for the list to load, such as choosing or saving.
  private mutating func routeAwaited() -> [FormEffect] {
    opened.list?.takeAwaited().map { routeToPicker($0) ?? [] } ?? []
  }

  /// Routes an event from the person to the open panel, or else to the list or the editor, or else
  /// to the rows.
  private mutating func route(_ event: FormEvent) -> [FormEffect] {
    guard phase == .editing else { return [] }
    (message, savesWhenSettled) = (nil, false)
    if isLeaving {
      cover = .none
      if let effects = decide(event) { return effects }
    }
    // Text being typed is still in its open editor at this point, and counts as unsaved.
    if event == .cancel { return cancel() }
    if let effects = routeToPanel(event) { return effects }
    switch event {
    case .help:
      cover.panel = .help(line: 0)
      return []
    case .jump:
      let effects = closePicker(keeping: true) + closeEditor(keeping: true)
      cover.panel = .jump(JumpList())
      return effects
    case .showPreview(let isWanted):
      showsPreview = isWanted
      return []
    case .showIntent(let isWanted):
      previewsIntent = isWanted
      return []
    case .dismiss where picker == nil && editing == nil: return leave()
    default: return routeToPicker(event) ?? routeToEditor(event) ?? routeToRow(event)
    }
  }

  /// Handles an event in the open panel; nil passes it on to the part below.
  private mutating func routeToPanel(_ event: FormEvent) -> [FormEffect]? {
    guard let outcome = cover.panel?.handle(event, answers) else { return nil }
    if let remark = outcome.remark { message = remark }
    if case .stay = outcome.step { return outcome.effects }
    cover.panel = nil
    switch outcome.step {
    case .stay, .close: return outcome.effects
    case .closeAndPass: return nil
    case .submit: return submit()
    case .go(let row):
      go(to: row)
      return []
    case .set(let value, let row):
      let changed = change { $0.set(value, of: row) }
      // A day alone does not answer a row that asks for a date with a time.
      if lacksTime(value, row) {
        if setup.asksOnly(row) { return changed + activate() }
        sayTimeIsMissing(value)
      }
      return accepted(changed, for: row)
    }
  }

  /// Whether a value is a day without a time, although its row asks for both.
  private func lacksTime(_ value: IntentValue, _ row: FormRowID) -> Bool {
    guard case .dateComponents(let metadata)? = answers.parameter(of: row)?.type,
      case .dateComponents(let parts) = value
    else { return false }
    return metadata.kind == .dateTime && parts.hour == nil
  }

  private mutating func sayTimeIsMissing(_ value: IntentValue) {
    guard case .dateComponents(var parts) = value else { return }
    (parts.hour, parts.minute) = (19, 30)
    message = .dayWithoutTime(example: DateText.text(of: parts, notation: setup.notation))
  }

  /// Handles an event in the open list of choices; nil passes it on to the row.
  private mutating func routeToPicker(_ event: FormEvent) -> [FormEffect]? {
    // Saving first accepts the choice that was searched for, as Enter does, and then opens the
    // review.
    if event == .review, let picker, !setup.asksOnly(picker.row) {
      if picker.choosesSearched {
        let chosen = routeToPicker(.choose) ?? []
        return self.picker == nil ? chosen + routeToRow(.review) : chosen
      }
      if opened.list?.awaitReview() == true { return [] }
    }
    guard let row = picker?.row, let outcome = opened.list?.handle(event, answers, &ledger) else {
      return nil
    }
    if let remark = outcome.remark { message = remark }
    switch outcome.step {
    case .stay: return outcome.effects
    case .close:
      if setup.isSingleChoice { return leave() }
      return closePicker() + (setup.asksOnly(row) ? leave() : [])
    case .done:
      let effects = closePicker()
      if setup.asksOnly(row) { return effects + routeToRow(.submit) }
      leaveArray(of: row)
      return effects
    case .closeAndPass:
      let keeps =
        switch event {
        case .focus, .submit, .review: true
        default: false
        }
      return closePicker(keeping: keeps) + routeToRow(event)
    case .set(let value, let row):
      let known = noteOffered(value, for: row)
      return outcome.effects + choose(value, known, for: row)
    case .choose(let value, let row):
      let known = noteOffered(value, for: row)
      let isMarked = picker?.chosen?.isChanged == true
      let effects = closePicker() + choose(value, known, for: row)
      if setup.asksOnly(row) { return effects + routeToRow(.submit) }
      if isMarked {
        leaveArray(of: row)
      } else if case .element = row, case .element = focus {
        focus = answers.row(.next, from: focus)
      }
      return effects
    }
  }

  /// Moves the focus from an array to the row after it.
  private mutating func leaveArray(of row: FormRowID) {
    let rows = answers.rows
    guard let last = rows.lastIndex(where: { $0.parameter == row.parameter }) else { return }
    focus = rows[min(last + 1, rows.count - 1)]
  }

  /// Sets a row to a value that was chosen from a list.
  private mutating func choose(
    _ value: IntentValue?, _ known: KnownChoices, for row: FormRowID
  ) -> [FormEffect] {
    change { answers -> RowMove? in
      let move = answers.set(value, of: row)
      if let name = row.parameter { answers.draft.rename(known, of: name) }
      return move
    }
  }

  /// Records that a provider offers a value that was chosen from its list, and returns the value's
  /// texts.
  private mutating func noteOffered(_ value: IntentValue?, for row: FormRowID) -> KnownChoices {
    guard let picker, picker.isDynamic, let name = row.parameter,
      let identifier = value?.choiceIdentifier, let item = picker.decidedItem
    else { return KnownChoices() }
    ledger.noteOffered(identifier, for: name, answers)
    return picker.known(item)
  }

  /// Handles an event in the open editor; nil passes it on to the row.
  private mutating func routeToEditor(_ event: FormEvent) -> [FormEffect]? {
    var event = event
    if event == .review, let row = editing?.row, setup.asksOnly(row) { event = .commit }
    guard let row = editing?.row, let outcome = opened.editor?.handle(event, answers, &ledger.marks)
    else { return nil }
    if let remark = outcome.remark { message = remark }
    let effects = outcome.effects
    switch outcome.step {
    case .stay: return effects
    case .close:
      let closing = effects + closeEditor(keeping: false)
      guard setup.asksOnly(row) else { return closing }
      // Accepting an unchanged text closes the editor as well.
      return closing + (event == .dismiss ? leave() : routeToRow(.submit))
    case .set(let value):
      return accepted(
        effects + closeEditor(keeping: false) + change { $0.set(value, of: row) }, for: row)
    case .closeAndPass(let event):
      return accepted(effects + closeEditor(keeping: false) + routeToRow(event), for: row)
    case .keepAndPass(let event):
      let closing = effects + closeEditor(keeping: true)
      // The typed text can hide its own row, and then a calendar must not open for a different row.
      if event == .openCalendar, focus.parameter != row.parameter { return closing }
      return closing + routeToRow(event)
    }
  }

  /// Handles an event in the focused row.
  private mutating func routeToRow(_ event: FormEvent) -> [FormEffect] {
    if answers.isHiddenRow(focus), event.changesRow {
      // On a hidden row that is shown with its reason, Enter moves to the parent.
      if event == .activate, let parent = focus.parameter.flatMap(answers.controllingParent) {
        go(to: .parameter(parent))
      }
      return []
    }
    switch event {
    case .moveFocus(let move): focus = answers.row(move, from: focus)
    case .focus(let row): if answers.rows.contains(row) { focus = row }
    case .activate: return activate()
    case .adjust(let steps): return adjust(by: steps)
    case .insert(let text): return insert(text)
    case .openOptions: return openOptions()
    case .retry: return retry()
    case .set(let name, let value): return enter([.value(name, value)])
    case .setText(let row, let text): return enter([.text(row, text)])
    case .enter(let entries): return enter(entries)
    case .takeDay(let row, let day):
      guard answers.parameter(of: row) != nil else { return enter([.text(row, "\(day)")]) }
      guard answers.isAnswerable(row), let calendar = calendar(of: row) else { return [] }
      let value = calendar.value(of: day, answers)
      let changed = change { $0.set(value, of: row) }
      if lacksTime(value, row) { sayTimeIsMissing(value) }
      return changed
    case .removeElement:
      if case .parameter = focus { return resetRow() }
      return change { [focus] in $0.set(nil, of: focus) }
    case .moveElement(let distance):
      return change { [focus] in $0.moveElement(focus, by: distance) }
    case .fillElements: return change { [focus] in $0.fillElements(from: focus) }
    case .setFamily(let family): return setFamily(family)
    case .resetRow: return resetRow()
    case .resetAll:
      ledger.forgetLookups()
      let before = answers.snapshot
      let effects = change { $0.reset() }
      if answers.snapshot != before {
        message = "All rows have their defaults again. Undo brings your answers back."
      }
      return effects
    case .undo: return history.undo(from: answers.snapshot).map { restore($0) } ?? []
    case .redo:
      // After a change in this form, redo cannot restore the offered changes.
      if !history.hasNoted, !history.undone.isEmpty { offered = nil }
      return history.redo(from: answers.snapshot).map { restore($0) } ?? []
    case .toggleHidden:
      let rows = answers.rows
      answers.showsHidden.toggle()
      focus = answers.row(insteadOf: focus, among: rows)
      if answers.rows == rows { message = "No row is hidden." }
    case .openCalendar: cover.panel = CalendarPanel(row: focus, answers).map { .calendar($0) }
    case .review: return review()
    case .submit: return losses.isEmpty ? submit() : review()
    default: break
    }
    return []
  }
}

// MARK: - Row actions

extension FormState {
  private mutating func activate() -> [FormEffect] {
    switch focus {
    case .save: return review()
    case .cancel: return leave()
    case .family: return adjust(by: 1)
    case .parameter, .element:
      guard let parameter = answers.parameter(of: focus) else { return [] }
      if answers.hasOptions(parameter) { return openOptions(correcting: true) }
      if case .boolean = parameter.type { return adjust(by: 1) }
      opened.editor = TextEditing(focus, parameter, answers)
      return []
    }
  }

  /// Inserts a text when nothing is open.
  ///
  /// The text opens an editor or, in a row with choices, a search. A space presses a button,
  /// toggles a switch or opens a list.
  private mutating func insert(_ text: String) -> [FormEffect] {
    let isSpace = text == " "
    guard let parameter = answers.parameter(of: focus) else { return isSpace ? activate() : [] }
    if case .boolean = parameter.type { return isSpace ? adjust(by: 1) : [] }
    guard answers.hasOptions(parameter) else {
      let (editor, remark) = TextEditing.typing(text, in: focus, parameter, answers)
      (opened.editor, message) = (editor, remark)
      return []
    }
    let opened = openOptions()
    return isSpace ? opened : opened + (routeToPicker(.insert(text)) ?? [])
  }

  /// Opens the list of choices.
  ///
  /// - Parameter correcting: Whether the search begins with the row's unread text, if there is one.
  private mutating func openOptions(correcting: Bool = false) -> [FormEffect] {
    guard var list = OptionsPicker(row: focus, answers) else { return [] }
    if correcting { list.correct(answers) }
    opened.list = list
    return opened.list?.start(answers, &ledger) ?? []
  }

  /// Adjusts the focused value by steps.
  private mutating func adjust(by steps: Int) -> [FormEffect] {
    if focus == .family { return setFamily(answers.family(by: steps)) }
    guard let value = answers.adjusted(focus, by: steps), value != answers.value(of: focus) else {
      return []
    }
    return change { [focus] in $0.set(value, of: focus) }
  }

  private mutating func setFamily(_ family: WidgetFamily) -> [FormEffect] {
    change { $0.setFamily(family) }
  }

  /// Resets the focused parameter to its default; if the family has the focus, resets it to the
  /// family with which the form was opened.
  private mutating func resetRow() -> [FormEffect] {
    if focus == .family { return setFamily(answers.opening.family) }
    guard let name = focus.parameter else { return [] }
    return change { $0.setWhole(nil, of: name) }
  }

  /// Repeats the failed requests of the focused row.
  private mutating func retry() -> [FormEffect] {
    guard let name = focus.parameter else { return [] }
    return settle { $0.ledger.retry(name, $0.answers) }
  }

  /// Moves the focus to a row, and shows hidden rows if it is hidden.
  private mutating func go(to row: FormRowID) {
    if answers.isHiddenRow(row) { answers.showsHidden = true }
    focus = answers.focusable(row) ?? focus
  }

  /// Closes the list.
  ///
  /// - Parameter keeping: Whether unused typed text becomes the text of the row.
  private mutating func closePicker(keeping: Bool = false) -> [FormEffect] {
    guard var open = picker else { return [] }
    opened.list = nil
    let effects = ledger.withdraw(.options) + open.withdrawSearches()
    guard keeping else { return effects }
    if let text = open.unusedText { return effects + enter([.text(open.row, text)]) }
    return open.discardsText ? effects + change { $0.unreadTexts[open.row] = nil } : effects
  }

  /// The effects of an accepted answer; a form that asks for only one parameter is then submitted.
  private mutating func accepted(_ effects: [FormEffect], for row: FormRowID) -> [FormEffect] {
    setup.asksOnly(row) ? effects + routeToRow(.submit) : effects
  }

  /// Closes the editor, and either keeps the typed text or leaves the row unchanged.
  private mutating func closeEditor(keeping: Bool) -> [FormEffect] {
    guard let open = editing else { return [] }
    opened.editor = nil
    return open.withdrawn + (keeping ? change { open.keep(in: &$0) } : [])
  }
}

// MARK: - Changes

extension FormState {
  /// Makes a change that can be undone, and returns the requests that it requires.
  ///
  /// The focus follows a value that moves to another row.
  private mutating func change(_ body: (inout FormAnswers) -> RowMove?) -> [FormEffect] {
    let before = answers.snapshot
    var move: RowMove?
    let effects = settle { form in
      move = body(&form.answers)
      guard form.answers.snapshot != before else { return false }
      form.history.note(before)
      return true
    }
    if let move { follow(move) }
    return effects
  }

  /// Moves the focus with a value that has moved from its row.
  private mutating func follow(_ move: RowMove) {
    if focus == move.from, answers.rows.contains(move.to) { focus = move.to }
  }

  /// Makes entries, each of which can be undone.
  ///
  /// Updating a large form after each of many entries would take too long. So the form is updated
  /// between two entries only if the earlier one can change the meaning of the later one.
  private mutating func enter(_ entries: [RowEntry]) -> [FormEffect] {
    var effects: [FormEffect] = []
    var rest = entries[...]
    while !rest.isEmpty {
      var moves: [RowMove] = []
      effects += settle { form in
        var changed = Set<String>()
        var hasChanged = false
        while let entry = rest.first, !form.answers.depends(entry, on: changed) {
          rest.removeFirst()
          let before = form.answers.snapshot
          hasChanged = form.ledger.forgetLookups(of: entry) || hasChanged
          let entered = form.answers.enter(entry)
          if let move = entered.move { moves.append(move) }
          if let lookup = entered.lookup {
            form.ledger.note(lookup, form.answers)
            hasChanged = true
          }
          guard form.answers.differs(entry.parameter, from: before) else { continue }
          form.history.note(before)
          hasChanged = true
          if let name = entry.parameter { changed.insert(name) }
        }
        return hasChanged
      }
      for move in moves { follow(move) }
    }
    return effects
  }

  /// Sets a row to the choices that were found for its typed text.
  private mutating func takeFound(
    _ mark: Int, _ answer: Result<FoundChoices, OptionsError>
  ) -> [FormEffect] {
    guard let lookup = ledger.takeLookup(mark) else { return [] }
    let before = answers.snapshot
    var move: RowMove?
    // Continues whatever waits for the lookup, even if nothing changes.
    let effects = settle { form in
      move = form.answers.take(answer, for: lookup)
      // A new reason why a kept text matches no choice is not a change by the person.
      let isChange =
        lookup.isRepeated
        ? form.answers.draft != before.draft : form.answers.snapshot != before
      if isChange { form.history.note(before) }
      guard case .success(let found) = answer, let name = lookup.row.parameter else { return true }
      for identifier in form.answers.chosenIdentifiers(of: name) where found.has(identifier) {
        form.ledger.noteOffered(identifier, for: name, form.answers)
      }
      return true
    }
    if let move { follow(move) }
    return effects
  }

  private mutating func change(_ body: (inout FormAnswers) -> Void) -> [FormEffect] {
    change { answers -> RowMove? in
      body(&answers)
      return nil
    }
  }

  private mutating func restore(_ snapshot: FormSnapshot) -> [FormEffect] {
    let before = answers.snapshot
    let effects = settle {
      $0.ledger.forgetLookups()
      $0.answers.restore(snapshot)
      return true
    }
    // The person must see what changed.
    if let row = answers.firstRow(changedSince: before) { go(to: row) }
    return effects
  }

  /// Updates the form after a change of its answers, and closes the list or the editor of a row
  /// that no longer exists.
  ///
  /// Text in the editor is kept in case the row returns.
  ///
  /// - Parameter body: Changes the answers; returns false if nothing changed.
  private mutating func settle(_ body: (inout FormState) -> Bool) -> [FormEffect] {
    let rows = answers.rows
    guard body(&self) else { return [] }
    answers.evaluate()
    var effects = ledger.settle(&answers) + files.settle(answers.filePaths, &ledger.marks)
    focus = answers.row(insteadOf: focus, among: rows)
    opened.list?.follow(answers)
    if let row = picker?.row, !answers.isAnswerable(row) { effects += closePicker() }
    if let row = editing?.row, !answers.isAnswerable(row) { effects += closeEditor(keeping: true) }
    if let row = panel?.calendar?.row, !answers.isAnswerable(row) {
      cover.panel = panel?.withoutCalendar
    }
    return effects + (opened.list?.settle(answers, &ledger) ?? [])
  }
}

// MARK: - Saving and leaving

extension FormState {
  /// Opens the review of changes.
  ///
  /// The form is saved without a review if another form follows, or if nothing has changed, no
  /// answer is lost and every choice is still offered. An issue that prevents saving is shown
  /// instead.
  private mutating func review() -> [FormEffect] {
    guard !answers.changes.isEmpty || !notOffered.isEmpty || !losses.isEmpty, issues.isEmpty,
      !setup.isFollowed
    else {
      return submit()
    }
    cover.panel = .review(line: 0)
    return []
  }

  private mutating func submit() -> [FormEffect] {
    // The meaning of a text, or the reason why it has none, is known only after the text is looked
    // up.
    let awaited = awaitedDefault
    let isLookedUp = awaited.map { ledger.isLookingUp($0.name) } ?? false
    if let first = issues.first, !isLookedUp {
      message = first.explanation
      if let row = answers.row(at: first.path) { focus = row }
      return []
    }
    if let awaited {
      savesWhenSettled = true
      message = "The form is saved as soon as the default of \(awaited.label) arrives."
      return []
    }
    switch schema.resolve(evaluation) {
    case .failure(let problem):
      message = problem.issues.first?.message
      return []
    case .success(let intent): return end(.submitted(intent)) + [.finish(intent)]
    }
  }

  /// Whether saving would wait for a pending default, or for the choice that a text means.
  package var awaitsDefault: Bool { awaitedDefault != nil }

  /// Whether the default of a parameter is pending.
  package func awaitsDefault(of name: String) -> Bool { ledger.isAwaited(.defaults, of: name) }

  /// The parameter whose default or choice is pending; an intent that is saved before it arrives
  /// would be wrong.
  private var awaitedDefault: ParameterDefinition? {
    let parameters = schema.parameters
    let awaited = answers.visiblePositions.first {
      let name = parameters[$0].name
      return awaitsDefault(of: name) || ledger.isLookingUp(name)
    }
    return awaited.map { parameters[$0] }
  }

  /// Continues saving once the default that it waited for has arrived or failed.
  private mutating func saveIfAwaited() -> [FormEffect] {
    guard savesWhenSettled, awaitedDefault == nil else { return [] }
    (savesWhenSettled, message) = (false, nil)
    return submit()
  }

  /// Cancels the form if nothing would be lost; otherwise asks whether to keep or discard the
  /// changes.
  ///
  /// Pressing the same key again must not discard the changes, so a different key discards them.
  private mutating func leave() -> [FormEffect] {
    let changed = answers.changes
    // A text that is still being looked up is not among the answers yet.
    let lookedUp = ledger.lookedUp.subtracting(changed.compactMap(\.row.parameter))
    guard isModified || !lookedUp.isEmpty || setup.changesAtStake > 0 else { return cancel() }
    let count = changed.count + lookedUp.count + setup.changesAtStake
    cover = .leaving
    message = "\(count, "change is", "changes are") not saved."
    return []
  }

  /// Keeps or discards the changes as the person answers, even while a list is open; nil for an
  /// event that is not an answer.
  private mutating func decide(_ event: FormEvent) -> [FormEffect]? {
    switch event {
    case .cancel:
      isDiscarded = true
      return cancel()
    case .review: return review()
    case .dismiss,
      .activate where focus == .cancel:
      return []
    default: return nil
    }
  }

  private mutating func cancel() -> [FormEffect] {
    left = unsaved
    return end(.cancelled)
  }

  private mutating func end(_ phase: FormPhase) -> [FormEffect] {
    self.phase = phase
    cover.panel = nil
    let typing = closeEditor(keeping: false) + files.withdraw() + ledger.withdraw()
    return typing + closePicker()
  }
}
