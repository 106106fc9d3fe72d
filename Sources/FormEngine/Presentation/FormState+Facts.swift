public import IntentModel
public import IntentOptions
package import Messages

/// What can be asked of a form; nothing here changes it.
extension FormState {
  /// What the form was opened with.
  public var setup: FormSetup { answers.setup }

  /// The form's own texts.
  public var words: FormWords { answers.words }

  /// The intent being configured.
  public var schema: IntentSchema { answers.schema }

  /// What the person has set.
  public var draft: IntentDraft { answers.draft }

  /// The family of the widget.
  public var family: WidgetFamily { answers.family }

  /// What is in effect for the draft; always that of the present draft and family.
  public var evaluation: IntentEvaluation { answers.evaluation }

  /// Texts that were typed and could not be read, kept so that nothing typed is lost.
  public var unreadTexts: [FormRowID: UnreadText] { answers.unreadTexts }

  /// Whether hidden rows are shown, each with the reason.
  public var showsHidden: Bool { answers.showsHidden }

  /// The state of a parameter by name; nil when the intent has none of that name.
  public func state(of parameter: String) -> ParameterState? { answers.state(of: parameter) }

  /// Whether anything differs from how the form was opened.
  public var isModified: Bool { answers.isModified }

  /// Whether the answer of a parameter differs from how the form was opened.
  public func isModified(_ parameter: String) -> Bool { answers.isModified(parameter) }

  /// The rows that can have the focus, from the top to the buttons.
  public var focusableRows: [FormRowID] { answers.rows }

  /// The value a row shows: an element of an array, or the value in effect or as set.
  package func value(of row: FormRowID) -> IntentValue? { answers.value(of: row) }

  /// Whether the text being edited, or the row with the focus, takes several lines.
  public var editsLines: Bool { picker == nil && answers.takesLines(editing?.row ?? focus) }

  /// The texts with which a row would be edited; nil for a row that is not edited as text.
  package func editing(of row: FormRowID) -> TextEditing? {
    guard let parameter = answers.parameter(of: row), !answers.hasOptions(parameter) else {
      return nil
    }
    if case .boolean = parameter.type { return nil }
    return TextEditing(row, parameter, answers)
  }

  /// Whether a row takes a text of several lines.
  package func takesLines(_ row: FormRowID) -> Bool { answers.takesLines(row) }

  /// The month that can be opened for a row; nil for a row that does not ask for a date.
  package func calendar(of row: FormRowID) -> CalendarPanel? { CalendarPanel(row: row, answers) }

  /// What an emptied text means for a row: no answer, but an empty string where a default would come
  /// back.
  package func emptied(_ row: FormRowID) -> IntentValue? { answers.emptied(row) }

  /// The row that an issue belongs to; nil where none shows it.
  package func row(of issue: IntentIssue) -> FormRowID? { answers.row(at: issue.path) }

  /// The parent whose answer hides a parameter; nil when none does.
  package func controllingParent(of name: String) -> String? {
    answers.controllingParent(of: name)
  }

  /// Whether there is a change to take back.
  package var canUndo: Bool { !history.earlier.isEmpty }

  /// Whether there is a change that was taken back.
  package var canRedo: Bool { !history.undone.isEmpty }

  /// Why a parameter has no row at present, in words; nil when it has one, and when the definition
  /// gives it none whatever the answers are.
  public func hiddenReason(of name: String) -> String? { answers.hiddenReason(of: name) }

  /// The rows whose label, value or reason has all words of a text, hidden ones among them.
  public func jumpItems(matching text: String) -> [JumpItem] { answers.jumpItems(matching: text) }

  /// The identifiers of what is chosen for the other slots of the array that a row is a slot of.
  package func chosenElsewhere(_ row: FormRowID) -> Set<String> { answers.chosenElsewhere(row) }

  /// The question to the provider of a parameter, with the values in effect of the others.
  package func request(for parameter: String, searchTerm: String? = nil) -> OptionsRequest {
    answers.request(for: parameter, searchTerm: searchTerm)
  }

  /// Everything that stands against saving, in the order of the rows.
  ///
  /// What lies beyond the family's maximum, and what is hidden, is not in the intent and so stands
  /// against nothing.
  public var issues: [IntentIssue] { answers.issues }

  /// The answers that differ from how the form was opened, in the order of the rows.
  public var changes: [FormChange] { answers.changes }

  /// The answers that are set and yet not in the intent: those of hidden rows, and those beyond
  /// what the family takes.
  public var withoutEffect: [FormChange] { answers.withoutEffect }
}

// MARK: - What providers and the file system said

extension FormState {
  /// Whether no answer is awaited that can still change a value.
  public var isSettled: Bool { ledger.isSettled }

  /// Why a provider gave no default or could not check a choice, by parameter.
  public var failures: [String: OptionsError] { ledger.failures }

  /// Chosen identifiers that their provider no longer offers, by parameter.
  public var missing: [String: Set<String>] { ledger.missing(in: answers) }

  /// Chosen identifiers of which their provider does not know whether it still offers them, by
  /// parameter: it lists only a part of what it has.
  public var unknown: [String: Set<String>] { ledger.unknown(in: answers) }

  /// An issue for each value that was chosen and that its provider no longer offers.
  public var missingIssues: [IntentIssue] { answers.missingIssues(missing) }

  /// A note for each value that was chosen and of which its provider knows nothing.
  public var unknownIssues: [IntentIssue] { answers.unknownIssues(unknown) }

  /// The chosen values that their providers no longer offer, as the review shows them.
  public var notOffered: [FormChange] { answers.notOffered(missing) }

  /// Whether the choice of a slot stands in another slot before it.
  package func isRepeated(_ row: FormRowID) -> Bool {
    guard case .element(_, let slot) = row, let parameter = answers.parameter(of: row) else {
      return false
    }
    return parameter.repeatedPlaces(in: answers.elements(of: parameter)).contains(slot)
  }

  /// Whether the row has a file that is not there.
  package func hasMissingFile(_ row: FormRowID) -> Bool { files.remark(on: value(of: row)) != nil }

  /// Warnings before saving, none of which prevents it: choices that are no longer offered, choices
  /// that a partial list does not have, repeated choices, and missing files.
  ///
  /// - Parameter name: What a parameter is called.
  package func remarks(name: (IntentParameter) -> String) -> [Message] {
    answers.remarksOnChoices(missing: missing, unknown: unknown, name: name)
      + schema.remarksOnRepeatedChoices(in: draft, words: words, name: name)
      + answers.visibleParameters.flatMap { parameter in
        answers.filePaths(parameter).filter(files.isMissing).map {
          Message.placed(place: name(parameter), sentences: [.fileMissing(path: $0)])
        }
      }
  }
}

// MARK: - The picture

extension FormState {
  /// The picture of the form as it stands.
  public var presentation: FormPresentation {
    let pictures = RowPictures(answers: answers, ledger: ledger, files: files, editing: editing)
    let rows = pictures.rows
    return FormPresentation(
      title: setup.title, description: setup.description, rows: rows,
      focused: rows.firstIndex { $0.id == focus } ?? 0, editing: editing, picker: picker,
      message: message, isModified: isModified,
      panel: panel?.content(answers) { notOffered }, showsPreview: showsPreview,
      editsLines: editsLines,
      completesPath: editing.map { answers.parameter(of: $0.row)?.type.isFile == true } ?? false,
      hasCalendar: editing.map { answers.hasCalendar($0.row) } ?? false,
      notation: setup.notation, words: words)
  }
}
