public import IntentModel
import IntentOptions

extension FormState {
  /// Takes an event in and gives back what is to be done outside.
  ///
  /// A form that has been submitted or cancelled takes nothing more in. An answer that carries the
  /// mark of an old question changes nothing.
  public mutating func handle(_ event: FormEvent) -> [FormEffect] {
    guard phase == .editing else { return [] }
    switch event {
    case .optionsLoaded(let id, let answer): return optionsLoaded(id, answer)
    case .defaultsLoaded(let id, let answer): return defaultsLoaded(id, answer)
    case .choicesResolved(let id, let answer): return choicesResolved(id, answer)
    default: break
    }
    message = nil
    if picker != nil, let effects = handleInPicker(event) { return effects }
    if editing != nil, let effects = handleInEditor(event) { return effects }
    return handleInForm(event)
  }

  private mutating func handleInForm(_ event: FormEvent) -> [FormEffect] {
    switch event {
    case .moveFocus(let move): moveFocus(move)
    case .focus(let row): if focusableRows.contains(row) { focus = row }
    case .activate: return activate()
    case .adjust(let steps): return adjust(by: steps)
    case .insert(let text): return beginEditing(with: text)
    case .openOptions: return openOptions()
    case .set(let name, let value): return change { $0.draft.values[name] = value }
    case .setText(let row, let text): return setText(text, of: row)
    case .removeElement: return removeElement()
    case .moveElement(let distance): return moveElement(by: distance)
    case .setFamily(let family): return setFamily(family)
    case .resetRow: return resetRow()
    case .resetAll: return resetAll()
    case .undo: return undo()
    case .redo: return redo()
    case .submit: return submit()
    case .cancel: return cancel()
    default: break
    }
    return []
  }

  private mutating func activate() -> [FormEffect] {
    switch focus {
    case .save: return submit()
    case .cancel: return cancel()
    case .family: return adjust(by: 1)
    case .parameter, .element:
      guard let parameter = parameter(of: focus) else { return [] }
      if hasOptions(parameter) { return openOptions() }
      if case .boolean = parameter.type { return adjust(by: 1) }
      return beginEditing(with: nil)
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
    keepFocus(among: rows)
    return askProviders()
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

  private mutating func resetRow() -> [FormEffect] {
    guard let name = focus.parameter else { return [] }
    return change { state in
      state.draft.values[name] = nil
      state.unreadTexts = state.unreadTexts.filter { $0.key.parameter != name }
    }
  }

  private mutating func resetAll() -> [FormEffect] {
    change { state in
      state.draft.values = [:]
      state.unreadTexts = [:]
    }
  }

  /// Everything that stands against saving, in the order of the rows.
  public var issues: [IntentIssue] {
    evaluation.visible.flatMap { position -> [IntentIssue] in
      let name = schema.intent.parameters[position].name
      let unread = unreadTexts.filter { $0.key.parameter == name }.map(\.value.issue)
      return unread.sorted { "\($0.path)" < "\($1.path)" } + evaluation.states[position].issues
    }
  }

  private mutating func submit() -> [FormEffect] {
    if let first = issues.first {
      message = first.sentence + " " + first.remedy
      if let row = row(at: first.path) { focus = row }
      return []
    }
    switch schema.resolve(draft, family: family) {
    case .failure(let problem):
      message = problem.issues.first?.sentence
      return []
    case .success(let intent):
      phase = .submitted(intent)
      return loads.keys.sorted().map { .cancelLoad($0) } + [.finish(intent)]
    }
  }

  private mutating func cancel() -> [FormEffect] {
    phase = .cancelled
    return loads.keys.sorted().map { .cancelLoad($0) }
  }

  /// The row that an issue's path belongs to.
  private func row(at path: IntentPath) -> FormRowID? {
    guard case .key(let name)? = path.components.dropFirst().first else { return nil }
    if case .index(let index)? = path.components.dropFirst(2).first {
      return .element(name, index)
    }
    return focusableRows.first { $0.parameter == name }
  }
}
