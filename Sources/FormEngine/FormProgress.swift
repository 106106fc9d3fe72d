package import IntentModel

/// The state from which a form can be continued elsewhere.
///
/// A page sends it with each change, because the server does not keep the form.
package struct FormProgress: Sendable, Hashable {
  /// The answers at one point in time.
  package struct Moment: Sendable, Hashable {
    package var family: WidgetFamily
    package var values: [String: IntentValue]
    /// Typed texts that could not be read.
    package var texts: [FormRowID: String]

    package init(
      family: WidgetFamily, values: [String: IntentValue] = [:], texts: [FormRowID: String] = [:]
    ) {
      (self.family, self.values, self.texts) = (family, values, texts)
    }
  }

  /// The current answers.
  package var present: Moment
  /// The answers before each change, oldest first.
  package var earlier: [Moment] = []
  /// The answers that were undone, most recent last.
  package var undone: [Moment] = []

  package init(present: Moment, earlier: [Moment] = [], undone: [Moment] = []) {
    (self.present, self.earlier, self.undone) = (present, earlier, undone)
  }
}

/// The changes that a person has made in a form since it was opened.
package struct DraftChanges: Sendable, Hashable {
  /// The answers when the form was opened.
  package var opening: FormProgress.Moment
  /// The answers now, which differ only where the person has changed them.
  package var present: FormProgress.Moment

  package init(opening: FormProgress.Moment, present: FormProgress.Moment) {
    (self.opening, self.present) = (opening, present)
  }

  /// Applies these changes to other answers; answers that the person did not change stay the same.
  func made(to other: FormProgress.Moment) -> FormProgress.Moment {
    var made = other
    if present.family != opening.family { made.family = present.family }
    for name in Set(opening.values.keys).union(present.values.keys)
    where opening.values[name] != present.values[name] {
      made.values[name] = present.values[name]
    }
    made.texts = present.texts
    return made
  }
}

extension FormState {
  /// Makes the state of a form that continues from earlier progress; call ``start()`` for its first
  /// effects.
  ///
  /// - Parameters:
  ///   - opening: The answers when the form was opened; changes are relative to them.
  ///   - family: The family when the form was opened.
  ///   - losses: The stored answers that the definition cannot hold.
  package init(
    _ setup: FormSetup, opening: IntentDraft, family: WidgetFamily, resuming progress: FormProgress,
    losses: [AnswerChange] = []
  ) {
    self.init(setup, draft: opening, family: family, losses: losses)
    resume(
      progress.earlier.map { snapshot(of: $0) }, snapshot(of: progress.present),
      progress.undone.map { snapshot(of: $0) })
  }

  /// The person's progress so far.
  package var progress: FormProgress {
    FormProgress(
      present: FormProgress.Moment(answers.snapshot),
      earlier: history.earlier.map { FormProgress.Moment($0) },
      undone: history.undone.map { FormProgress.Moment($0) })
  }

  /// The unsaved changes, including the text that is being typed; nil if there are none.
  ///
  /// Changes of an earlier form that were offered but not restored are included, except where this
  /// form has newer ones. If the person discards the changes of this form, only the earlier ones
  /// remain. If this form has no changes, the result is nil, because the earlier ones are already
  /// kept.
  package var unsaved: DraftChanges? {
    switch phase {
    case .editing: break
    case .cancelled: return left
    case .submitted: return nil
    }
    let own = isDiscarded ? nil : draftChanges
    guard let offered else { return own }
    guard let own else { return isDiscarded ? offered : nil }
    var present = own.made(to: offered.present)
    // A newer answer replaces an older text that could not be read.
    let texts = offered.present.texts.filter { row, _ in
      row.parameter.map { own.opening.values[$0] == own.present.values[$0] } ?? true
    }
    present.texts.merge(texts) { own, _ in own }
    return DraftChanges(opening: offered.opening, present: present)
  }

  /// The person's changes, including the text that is being typed; nil if there are none.
  package var draftChanges: DraftChanges? {
    guard isModified || editing != nil || picker?.unusedText != nil || isLookingUp else {
      return nil
    }
    var answers = answers
    _ = editing?.keep(in: &answers)
    // The search term is kept, and so are the texts whose lookup is in progress.
    let search = picker.flatMap { open in open.unusedText.map { (row: open.row, text: $0) } }
    for (row, text) in ledger.typedTexts + [search].compactMap({ $0 }) {
      answers.keepForLookup(text, of: row)
    }
    guard answers.isModified else { return nil }
    let opening = FormProgress.Moment(answers.opening)
    var present = FormProgress.Moment(answers.snapshot)
    // These are not changes by the person: a default that arrived later, and the removal of an
    // answer that equals the default.
    for name in Set(present.values.keys).union(opening.values.keys)
    where !answers.isModified(name) {
      present.values[name] = opening.values[name]
    }
    return DraftChanges(opening: opening, present: present)
  }

  /// Accepts the unsaved changes of an earlier form, to keep them with this form's changes.
  ///
  /// - Parameter canRestore: Whether redo can restore the changes.
  package mutating func offer(_ changes: DraftChanges, canRestore: Bool = true) {
    offered = changes
    if canRestore { resume([], answers.snapshot, [snapshot(of: changes)]) }
  }

  /// Applies the changes of an earlier form to the answers of this one; undo reverts them.
  package mutating func make(_ changes: DraftChanges) {
    resume([answers.snapshot], snapshot(of: changes), [])
  }

  private func snapshot(of changes: DraftChanges) -> FormSnapshot {
    var made = snapshot(of: changes.made(to: FormProgress.Moment(answers.snapshot)))
    if !setup.families.contains(made.family) { made.family = family }
    return made
  }

  /// The answers at one moment; each text that can now be read is replaced with its value.
  private func snapshot(of moment: FormProgress.Moment) -> FormSnapshot {
    var answers = answers
    answers.restore(
      FormSnapshot(
        draft: IntentDraft(values: moment.values), family: moment.family, unreadTexts: [:]))
    answers.evaluate()
    for (row, text) in moment.texts {
      if let parameter = answers.parameter(of: row), answers.hasProvider(parameter) {
        answers.keepForLookup(text, of: row)
        continue
      }
      switch answers.readText(text, of: row) {
      case .failure(let issue): answers.keepUnread([text], issue, of: row)
      case .success(let value): _ = value.map { answers.set($0, of: row) }
      }
    }
    return answers.snapshot
  }
}

extension FormProgress.Moment {
  fileprivate init(_ snapshot: FormSnapshot) {
    self.init(
      family: snapshot.family, values: snapshot.draft.values,
      texts: snapshot.unreadTexts.mapValues(\.text))
  }
}

extension FormRowID {
  /// The row as text: the name of its parameter, followed by the index for an array element, as in
  /// a JSON Pointer; nil for a button.
  package var wire: String? {
    switch self {
    case .family: IntentKey.family.rawValue
    case .parameter(let name): name.pointerToken
    case .element(let name, let index): "\(name.pointerToken)/\(index)"
    case .save, .cancel: nil
    }
  }

  /// The valid indexes of array elements in the text of a row.
  package static let slots = 0..<10_000

  /// Reads the row of a parameter; nil if the text does not name one.
  package init?(wire text: String, schema: IntentSchema) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2 else { return nil }
    let name = String(pointerToken: first)
    guard let parameter = schema.parameter(named: name) else { return nil }
    guard parts.count == 2 else {
      self = .parameter(name)
      return
    }
    guard parameter.supportsMultipleValues, let index = Int(parts[1]),
      Self.slots.contains(index)
    else { return nil }
    self = .element(name, index)
  }

  /// Whether the form has a field for the row; a whole array has none, because its elements are
  /// answered instead.
  package func hasField(in schema: IntentSchema) -> Bool {
    guard case .parameter(let name) = self else { return true }
    return schema.parameter(named: name)?.supportsMultipleValues == false
  }
}
