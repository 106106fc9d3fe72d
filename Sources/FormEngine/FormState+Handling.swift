import IntentModel
import IntentOptions
import Messages

extension FormState {
  /// Takes an event in and gives back what is to be done outside.
  ///
  /// A form that has been submitted or cancelled takes nothing more in. An answer that carries the
  /// mark of an old question changes nothing.
  public mutating func handle(_ event: FormEvent) -> [FormEffect] {
    guard phase == .editing else { return [] }
    switch event {
    case .optionsLoaded(let id, let answer): return optionsLoaded(id, answer)
    case .optionsFound(let id, let matches): return optionsFound(id, matches)
    case .defaultsLoaded(let id, let answer): return savingAfter(defaultsLoaded(id, answer))
    case .choicesResolved(let id, let answer): return choicesResolved(id, answer)
    case .folderListed(let id, let answer): return folderListed(id, answer)
    case .fileLookedFor(let id, let isThere): return fileLookedFor(id, isThere)
    case .type(let text): return type(text)
    default: return take(event)
    }
  }

  /// Takes in an event of the person, where it means something.
  private mutating func take(_ event: FormEvent) -> [FormEffect] {
    isWarned = message == words(.discardWarning)
    message = nil
    savesWhenSettled = false
    if panel != nil, let effects = handleInPanel(event) { return effects }
    if event == .help || event == .jump { return openPanel(event) }
    if case .showPreview(let isWanted) = event {
      showsPreview = isWanted
      return []
    }
    if event == .dismiss, picker == nil, editing == nil { return leave() }
    if picker != nil, let effects = handleInPicker(event) { return effects }
    if editing != nil, let effects = handleInEditor(event) { return effects }
    return handleInForm(event)
  }

  /// The start of a typed text that goes into one text, and means nothing else there.
  private func takenAtOnce(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    switch panel {
    case .jump?: return text
    case .review?, .help?, .calendar?: return text.prefix(0)
    case nil: break
    }
    if picker != nil { return text }
    guard let editing, editing.completion == nil else { return text.prefix(0) }
    switch editing.layout {
    case .line, .object, .duration: return text
    case .quantity where editing.active == 0: return text.prefix { !Character($0).beginsUnit }
    case .quantity, .date: return text.prefix(0)
    }
  }

  /// Takes in what was typed key by key: at once what goes into one text, and else in turn, since
  /// what a key means can depend on those before it.
  private mutating func type(_ text: String) -> [FormEffect] {
    var effects: [FormEffect] = []
    var rest = Substring(text).unicodeScalars
    while let first = rest.first {
      let taken = takenAtOnce(rest)
      if taken.isEmpty {
        effects += handle(.insert(String(first)))
        rest.removeFirst()
      } else {
        effects += take(.type(String(taken)))
        rest = rest[taken.endIndex...]
      }
    }
    return effects
  }

  /// Says that a text has no room for all that was put in.
  mutating func sayWhereFull(_ hasRoom: Bool?, limit: Int) {
    guard hasRoom == false else { return }
    message = words(.textFull(limit: limit))
  }

  /// Lays a panel over whatever is open; the search over the rows closes it first.
  private mutating func openPanel(_ event: FormEvent) -> [FormEffect] {
    guard event == .jump else {
      panel = .help(line: 0)
      return []
    }
    let effects = closePicker() + keepTypedText()
    panel = .jump(JumpList())
    return effects
  }

  mutating func handleInForm(_ event: FormEvent) -> [FormEffect] {
    if let effects = handleOnHiddenRow(event) { return effects }
    switch event {
    case .moveFocus(let move): moveFocus(move)
    case .focus(let row): if focusableRows.contains(row) { focus = row }
    case .activate: return activate()
    case .adjust(let steps): return adjust(by: steps)
    case .insert(let text): return insert(text)
    case .openOptions: return openOptions()
    case .retry: return retryFailed()
    case .set(let name, let value): return setWhole(value, of: name)
    case .setText(let row, let text): return setText(text, of: row)
    case .removeElement: return removeElement()
    case .moveElement(let distance): return moveElement(by: distance)
    case .setFamily(let family): return setFamily(family)
    case .resetRow: return resetRow()
    case .resetAll: return resetAll()
    case .undo: return undo()
    case .redo: return redo()
    case .toggleHidden: toggleHidden()
    case .openCalendar: return openCalendar()
    case .fillElements: return fillElements()
    case .review: return review()
    case .submit: return submit()
    case .cancel: return cancel()
    default: break
    }
    return []
  }

  /// Leaves the form where nothing would be lost, else when asked twice in a row.
  private mutating func leave() -> [FormEffect] {
    if isWarned || !isModified { return cancel() }
    message = words(.discardWarning)
    return []
  }

  mutating func activate() -> [FormEffect] {
    switch focus {
    case .save: return review()
    case .cancel: return leave()
    case .family: return adjust(by: 1)
    case .parameter, .element:
      guard let parameter = parameter(of: focus) else { return [] }
      if hasOptions(parameter) { return openOptions() }
      if case .boolean = parameter.type { return adjust(by: 1) }
      return beginEditing(parameter)
    }
  }

  /// Makes a change that undo can take back, and asks providers what the change makes necessary.
  mutating func change(_ body: (inout FormState) -> Void) -> [FormEffect] {
    let snapshot = FormSnapshot(draft: draft, family: family, unreadTexts: unreadTexts)
    let rows = focusableRows
    body(&self)
    let changed = FormSnapshot(draft: draft, family: family, unreadTexts: unreadTexts)
    guard changed != snapshot else { return [] }
    history.append(snapshot)
    undone = []
    return settle(rows: rows)
  }

  /// Brings everything that is computed up to date with the draft and the family.
  mutating func settle(rows: [FormRowID]) -> [FormEffect] {
    evaluation = schema.evaluate(draft, family: family)
    let asked = askProviders() + lookForFiles()
    keepFocus(among: rows)
    return asked + closeVanished() + refreshPicker()
  }

  /// Closes what is open for a row that has gone; what was typed there is kept for its return.
  private mutating func closeVanished() -> [FormEffect] {
    var effects: [FormEffect] = []
    if let row = picker?.row, !isAnswerable(row) { effects += closePicker() }
    if let row = editing?.row, !isAnswerable(row) { effects += keepTypedText() }
    if case .calendar(let calendar)? = panel, !isAnswerable(calendar.row) { panel = nil }
    return effects
  }

  private mutating func restore(_ snapshot: FormSnapshot) -> [FormEffect] {
    let rows = focusableRows
    draft.values = snapshot.draft.values
    family = snapshot.family
    unreadTexts = snapshot.unreadTexts
    return settle(rows: rows)
  }

  private mutating func undo() -> [FormEffect] {
    guard let snapshot = history.popLast() else { return [] }
    undone.append(FormSnapshot(draft: draft, family: family, unreadTexts: unreadTexts))
    return restore(snapshot)
  }

  private mutating func redo() -> [FormEffect] {
    guard let snapshot = undone.popLast() else { return [] }
    history.append(FormSnapshot(draft: draft, family: family, unreadTexts: unreadTexts))
    return restore(snapshot)
  }

  private mutating func setFamily(_ family: WidgetFamily) -> [FormEffect] {
    guard setup.families.contains(family) else { return [] }
    return change { $0.family = family }
  }

  /// Goes back to the default of the focused parameter, or to the family the form opened with.
  mutating func resetRow() -> [FormEffect] {
    if focus == .family { return setFamily(opening.family) }
    return focus.parameter.map { setWhole(nil, of: $0) } ?? []
  }

  private mutating func resetAll() -> [FormEffect] {
    change { state in
      state.draft.values = [:]
      state.unreadTexts = [:]
    }
  }
}
