public import IntentModel
import IntentOptions

/// The person's answers so far, the typed texts that could not be read, and the values derived from
/// both.
///
/// The answers determine the rows and what each row shows. They do not include the focus, the open
/// parts, or the requests to providers.
struct FormAnswers: Sendable, Hashable {
  /// The setup with which the form was opened.
  @Boxed private(set) var setup: FormSetup

  /// The values that the person has set, and the defaults that providers returned.
  var draft: IntentDraft

  /// The family of the widget.
  var family: WidgetFamily

  /// Typed texts that could not be read, kept so that no input is lost.
  var unreadTexts: [FormRowID: UnreadText] = [:]

  /// The values in effect for the current draft and family.
  private(set) var evaluation: IntentEvaluation

  /// The answers with which the form was opened.
  private(set) var opening: FormSnapshot

  /// Whether hidden rows are shown, each with the reason.
  var showsHidden = false

  /// The stored answers that the definition of the form cannot hold, or can hold only in part.
  let losses: [AnswerChange]

  init(
    _ setup: FormSetup, draft: IntentDraft, family: WidgetFamily, losses: [AnswerChange] = []
  ) {
    self.setup = setup
    self.losses = losses
    self.draft = draft
    self.family = family
    evaluation = setup.schema.evaluate(draft, family: family)
    opening = FormSnapshot(draft: draft, family: family, unreadTexts: [:])
  }

  /// The form's own texts.
  var words: FormWords { setup.words }

  /// The intent being configured.
  var schema: IntentSchema { setup.schema }

  /// The current answers.
  var snapshot: FormSnapshot {
    FormSnapshot(draft: draft, family: family, unreadTexts: unreadTexts)
  }

  /// Updates the values in effect for the draft and the family.
  mutating func evaluate() { evaluation = schema.evaluate(draft, family: family) }

  /// Restores earlier answers; the defaults stay as the providers last returned them.
  mutating func restore(_ snapshot: FormSnapshot) {
    draft.values = snapshot.draft.values
    family = snapshot.family
    unreadTexts = snapshot.unreadTexts
  }

  /// Updates the texts of renamed choices, including those in the answers with which the form was
  /// opened.
  mutating func rename(_ known: KnownChoices, of name: String) {
    draft.rename(known, of: name)
    opening.draft.rename(known, of: name)
  }

  /// The state of a parameter by name; nil if the intent has no such parameter.
  func state(of parameter: String) -> ParameterState? {
    schema.state(of: parameter, in: evaluation)
  }

  /// Whether any answer differs from its value when the form was opened.
  var isModified: Bool {
    family != opening.family || !unreadTexts.isEmpty
      || draft.values != opening.draft.values
        && schema.ownParameters.contains { isModified($0.parameter.name) }
  }

  /// Whether the answer of a parameter differs from its value when the form was opened.
  ///
  /// An answer that equals the default counts as no answer.
  func isModified(_ parameter: String) -> Bool {
    if unreadTexts.keys.contains(where: { $0.parameter == parameter }) { return true }
    let (now, before) = (draft.values[parameter], opening.draft.values[parameter])
    guard now != before else { return false }
    guard now == nil || before == nil else { return true }
    let usual = draft.defaults[parameter] ?? schema.parameter(named: parameter)?.staticDefault
    return (now ?? before) != usual
  }

  /// A function that returns whether a slot of an array differs from its value when the form was
  /// opened.
  ///
  /// The two arrays are read only once, however many slots are compared.
  func modifiedSlots(of parameter: ParameterDefinition) -> (Int) -> Bool {
    let isSame = draft.values[parameter.name] == opening.draft.values[parameter.name]
    let (before, now) = (openingElements(of: parameter), elements(of: parameter))
    return { index in
      if unreadTexts[.element(parameter.name, index)] != nil { return true }
      return !isSame
        && (before.indices.contains(index) ? before[index] : nil)
          != (now.indices.contains(index) ? now[index] : nil)
    }
  }

  /// The elements of an array when the form was opened, or else its default.
  private func openingElements(of parameter: ParameterDefinition) -> [IntentValue] {
    if let stored = opening.draft.values[parameter.name] { return stored.elements }
    return wholeDefault(of: parameter)?.elements ?? []
  }

  /// The identifiers, as providers know them, of a parameter's choices or else of its default.
  func chosenIdentifiers(of name: String) -> [String] {
    let value = draft.values[name] ?? draft.defaults[name]
    return value?.elements.compactMap(\.choiceIdentifier) ?? []
  }

  /// The identifiers of the choices in the other slots of the row's array.
  func chosenElsewhere(_ row: FormRowID) -> Set<String> {
    guard case .element(_, let slot) = row, let parameter = parameter(of: row) else { return [] }
    let others = elements(of: parameter).enumerated().filter { $0.offset != slot }
    return Set(others.compactMap { $0.element.choiceIdentifier })
  }

  /// How the values of a parameter are answered in this form.
  func description(of parameter: ParameterDefinition) -> RowDescription {
    schema.row(of: parameter, hasProvider: hasProvider(parameter))
  }

  /// Whether a parameter is answered by choosing from a list.
  func hasOptions(_ parameter: ParameterDefinition) -> Bool {
    schema.control(of: parameter, hasProvider: hasProvider(parameter)).isChosen
  }

  /// Whether the provider of a parameter searches.
  func isSearchedByProvider(_ name: String?) -> Bool {
    name.flatMap { setup.sources[$0] }?.searchesItself == true
  }

  /// The request to a parameter's provider; it carries the effective values of the other
  /// parameters.
  func request(for parameter: String, searchTerm: String? = nil) -> OptionsRequest {
    schema.optionsRequest(
      for: parameter, evaluation, locale: setup.locale, searchTerm: searchTerm)
  }

  /// The file paths in visible rows.
  var filePaths: Set<String> {
    let parameters = schema.parameters
    let files = visiblePositions.filter { parameters[$0].type.isFile }
    return Set(files.flatMap { filePaths(parameters[$0]) })
  }

  /// The file paths that are in effect for a parameter.
  func filePaths(_ parameter: ParameterDefinition) -> [String] {
    guard parameter.type.isFile else { return [] }
    return (state(of: parameter.name)?.value?.elements ?? []).compactMap(\.filePath)
  }
}

/// The answers of a form at one point in time, for undo.
struct FormSnapshot: Sendable, Hashable {
  var draft: IntentDraft
  var family: WidgetFamily
  var unreadTexts: [FormRowID: UnreadText]
}

/// A text that could not be read, and the reason.
public struct UnreadText: Sendable, Hashable {
  /// The typed text.
  public var text: String
  /// The problem with the text.
  public var issue: IntentIssue
  /// The parts of the typed text.
  var parts: [String]
}
