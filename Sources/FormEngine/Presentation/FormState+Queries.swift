public import IntentModel
public import IntentOptions
package import Messages

/// Read-only queries of a form.
extension FormState {
  /// The setup with which the form was opened.
  public var setup: FormSetup { answers.setup }

  /// The form's own texts.
  public var words: FormWords { answers.words }

  /// The intent being configured.
  public var schema: IntentSchema { answers.schema }

  /// The values that the person has set.
  public var draft: IntentDraft { answers.draft }

  /// The family of the widget.
  public var family: WidgetFamily { answers.family }

  /// The values in effect for the current draft and family.
  public var evaluation: IntentEvaluation { answers.evaluation }

  /// Typed texts that could not be read, kept so that no input is lost.
  public var unreadTexts: [FormRowID: UnreadText] { answers.unreadTexts }

  /// Whether hidden rows are shown, each with the reason.
  public var showsHidden: Bool { answers.showsHidden }

  /// The state of a parameter by name; nil if the intent has no such parameter.
  public func state(of parameter: String) -> ParameterState? { answers.state(of: parameter) }

  /// Whether any answer differs from its value when the form was opened.
  public var isModified: Bool { answers.isModified }

  /// Whether the answer of a parameter differs from its value when the form was opened.
  public func isModified(_ parameter: String) -> Bool { answers.isModified(parameter) }

  /// The rows that can have the focus, from the top to the buttons.
  public var focusableRows: [FormRowID] { answers.rows }

  /// The value a row shows: an array element, the set value, or else the value in effect.
  package func value(of row: FormRowID) -> IntentValue? { answers.value(of: row) }

  /// Whether the text being edited, or else the focused row, can have several lines.
  public var editsLines: Bool { picker == nil && answers.takesLines(editing?.row ?? focus) }

  /// Whether the choices of a parameter come from a provider.
  package func hasProvider(_ parameter: ParameterDefinition) -> Bool {
    answers.hasProvider(parameter)
  }

  /// The editor that a row would open; nil for a row that is not edited as text.
  package func editing(of row: FormRowID) -> TextEditing? {
    guard let parameter = answers.parameter(of: row), !answers.hasOptions(parameter) else {
      return nil
    }
    if case .boolean = parameter.type { return nil }
    return TextEditing(row, parameter, answers)
  }

  /// The number and the unit in the unread text of a row, and the units to choose from; nil for a
  /// row without an unread text or without units.
  ///
  /// The unit is the one at the end of the text, or else the unit of the row's value.
  package func unreadQuantity(
    of row: FormRowID
  ) -> (number: String, unit: String, units: [String])? {
    guard let unread = unreadTexts[row], let type = answers.parameter(of: row)?.type,
      let (editor, texts) = QuantityEditor.opened(type, showing: answers.value(of: row), setup)
    else { return nil }
    if let (number, unit) = answers.chosenUnit(in: unread.text, of: row) {
      return (number, unit, editor.units)
    }
    for unit in editor.units where unread.text.hasSuffix(" " + unit) {
      let number = String(unread.text.dropLast(unit.count + 1))
      if ValueText.quantity(number, unit: unit) == unread.text {
        return (number, unit, editor.units)
      }
    }
    return (unread.text, texts[1], editor.units)
  }

  /// The text of a quantity with a unit that a person chose for it, even if that text cannot be
  /// read.
  package func quantity(_ number: String, chosen unit: String, of row: FormRowID) -> String {
    answers.quantity(number, chosen: unit, of: row)
  }

  /// Whether the text of a row can have several lines.
  package func takesLines(_ row: FormRowID) -> Bool { answers.takesLines(row) }

  /// The calendar of a row; nil for a row that does not ask for a date.
  package func calendar(of row: FormRowID) -> CalendarPanel? { CalendarPanel(row: row, answers) }

  /// The value that clearing the text of a row sets: an empty string if removing the answer would
  /// bring back a default; otherwise nil, for no answer.
  package func emptied(_ row: FormRowID) -> IntentValue? { answers.emptied(row) }

  /// The row to which an issue belongs; nil if no row shows it.
  package func row(of issue: IntentIssue) -> FormRowID? { answers.row(at: issue.path) }

  /// The answer that the parent would need for a hidden parameter to be visible, as `NAME=VALUE`;
  /// nil if it is unknown.
  package func answerShowing(_ name: String) -> String? { answers.answerShowing(name) }

  /// Whether there is a change to undo.
  package var canUndo: Bool { !history.earlier.isEmpty }

  /// Whether there is a change to redo.
  package var canRedo: Bool { !history.undone.isEmpty }

  /// Why a parameter is hidden, in words; nil if it has a row, or if its definition never gives it
  /// one.
  public func hiddenReason(of name: String) -> String? { answers.hiddenReason(of: name) }

  /// The rows, including hidden ones, whose label, value or reason contains every word of a text.
  public func jumpItems(matching text: String) -> [JumpItem] { answers.jumpItems(matching: text) }

  /// The identifiers of the choices in the other slots of the row's array.
  package func chosenElsewhere(_ row: FormRowID) -> Set<String> { answers.chosenElsewhere(row) }

  /// The request to a parameter's provider; it carries the effective values of the other
  /// parameters.
  package func request(for parameter: String, searchTerm: String? = nil) -> OptionsRequest {
    answers.request(for: parameter, searchTerm: searchTerm)
  }

  /// The issues that prevent saving, in the order of the rows.
  ///
  /// Hidden values and values beyond the family's maximum are not in the intent, so they cause no
  /// issues.
  public var issues: [IntentIssue] { answers.issues }

  /// The issues of the unread texts that are kept for hidden rows; they do not prevent saving on a
  /// screen.
  package var hiddenTextIssues: [IntentIssue] { answers.hiddenTextIssues }

  /// Whether saving would drop a text that cannot be read, in a row that is hidden or beyond the
  /// family's maximum; ``withoutEffect`` includes these texts.
  package var dropsTexts: Bool { !answers.rowsWithUnsavedTexts.isEmpty }

  /// The answers that differ from their values when the form was opened, in the order of the rows.
  public var changes: [FormChange] { answers.changes }

  /// The stored answers that saving would lose: the definition cannot hold them, and no new answer
  /// has replaced them.
  public var losses: [AnswerChange] { answers.openLosses }

  /// The answers that are set but are not in the intent, because their rows are hidden or beyond
  /// the family's maximum.
  public var withoutEffect: [FormChange] { answers.withoutEffect }
}

// MARK: - The responses of providers and the file system

extension FormState {
  /// Whether no pending request can still change a value.
  public var isSettled: Bool { ledger.isSettled }

  /// Whether the choice that a text or an identifier means is being looked up.
  package var isLookingUp: Bool { ledger.isLookingUp }

  /// Why a provider returned no default or could not check a choice, by parameter.
  public var failures: [String: OptionsError] { ledger.failures }

  /// The chosen identifiers that their provider no longer offers, by parameter.
  public var missing: [String: Set<String>] { ledger.missing(in: answers) }

  /// The chosen identifiers that their provider could not check because it lists only some of its
  /// choices, by parameter.
  public var unknown: [String: Set<String>] { ledger.unknown(in: answers) }

  /// An issue for each chosen value that its provider no longer offers.
  public var missingIssues: [IntentIssue] { answers.missingIssues(missing) }

  /// A warning for each list that has fewer values than App Intents requires.
  public var tooFewIssues: [IntentIssue] { schema.tooFewValues(in: evaluation) }

  /// A note for each chosen value that its provider could not check.
  public var unknownIssues: [IntentIssue] { answers.unknownIssues(unknown) }

  /// The chosen values that their providers no longer offer, as the review shows them.
  public var notOffered: [FormChange] { answers.notOffered(missing) }

  /// Whether an earlier slot has the same choice as this one.
  package func isRepeated(_ row: FormRowID) -> Bool {
    guard case .element(_, let slot) = row, let parameter = answers.parameter(of: row) else {
      return false
    }
    return parameter.repeatedPlaces(in: answers.elements(of: parameter)).contains(slot)
  }

  /// Whether the file of the row is missing.
  package func hasMissingFile(_ row: FormRowID) -> Bool { files.remark(on: value(of: row)) != nil }

  /// The warnings to show before saving: choices no longer offered, choices that could not be
  /// checked, repeated choices, lists with too few values, and missing files.
  ///
  /// A warning does not prevent saving.
  ///
  /// - Parameter name: Returns the name to use for a parameter.
  package func remarks(name: (ParameterDefinition) -> String) -> [Message] {
    let choices = answers.remarksOnChoices(missing: missing, unknown: unknown, name: name)
    let repeated = schema.remarksOnRepeatedChoices(in: draft, words: words, name: name)
    let few = tooFewIssues.map { issue -> Message in
      var place = ""
      if case .key(let key)? = issue.path.components.last {
        place = schema.parameter(named: key).map(name) ?? key
      }
      return .placed(place: place, sentences: [issue.message, issue.advice])
    }
    let absent = answers.visibleParameters.flatMap { parameter in
      answers.filePaths(parameter).filter(files.isMissing).map {
        Message.placed(place: name(parameter), sentences: [.fileMissing(path: $0)])
      }
    }
    return choices + repeated + few + absent
  }
}

// MARK: - Presentation

extension FormState {
  /// The rows of the current form, each made on demand.
  package var rowBuilder: FormRowBuilder {
    FormRowBuilder(answers: answers, ledger: ledger, files: files, editing: editing)
  }

  /// A row as people see it; nil for a row that the form does not have at the moment.
  package func shownRow(_ id: FormRowID) -> FormRow? {
    rowBuilder.rows(around: id).first { $0.id == id }
  }

  /// The head of the array to which a slot belongs; nil for any other row.
  package func head(of id: FormRowID) -> FormRow? {
    guard case .element = id else { return nil }
    return rowBuilder.rows(around: id).first { $0.id == nil }
  }

  /// The current form, ready to be drawn.
  public var presentation: FormPresentation { presentation(rowBuilder.rows) }

  /// The current form for a screen.
  ///
  /// Rows are left out if a list, a panel, an editor of several lines or the completions of a path
  /// cover them. Only the row being edited shows the expected input.
  package var drawn: FormPresentation {
    let isCovered =
      picker != nil || panel != nil
      || editing.map { editsLines || $0.completion?.entries != nil } ?? false
    var rowBuilder = rowBuilder
    rowBuilder.saysExpected = false
    return presentation(isCovered ? rowBuilder.rows(around: focus) : rowBuilder.rows)
  }

  private func presentation(_ rows: [FormRow]) -> FormPresentation {
    FormPresentation(
      title: setup.title, description: setup.description, rows: rows,
      focused: rows.firstIndex { $0.id == focus } ?? 0, editing: editing, picker: picker,
      message: message.map { words($0) }, part: part, covered: covered, isModified: isModified,
      canUndo: canUndo, panel: panel?.content(answers) { notOffered }, showsPreview: showsPreview,
      previewsIntent: previewsIntent,
      editsLines: editsLines,
      completesPath: editing.map { answers.parameter(of: $0.row)?.type.isFile == true } ?? false,
      hasCalendar: editing.map { answers.hasCalendar($0.row) } ?? false,
      words: words, savesAnswer: setup.onlyParameter != nil && setup.asksOnly(focus),
      isFollowed: setup.isFollowed)
  }

  /// The part that receives typed input.
  package var part: FormPart {
    switch panel {
    case .review?: .review
    case .help?: .panel
    case .jump?: .jump
    case .calendar?: .calendar
    case nil: isLeaving ? .leaving : covered
    }
  }

  /// The part that receives typed input when the open panel closes.
  private var covered: FormPart {
    if panel?.calendar != nil { return .calendar }
    return picker != nil ? .picker : editing != nil ? .editor : .form
  }
}
