import IntentModel
import IntentOptions
import Messages

/// Everything from which the rows of a parameter are made: its state, its answer, the value of its
/// parent and the texts of its choices.
///
/// In forms with the same setup and family, equal inputs give equal rows, except for
/// ``FormRow/isModified``.
package struct RowInputs: Sendable, Hashable {
  var state: ParameterState
  /// The answer, even if it has no effect.
  var answer: IntentValue?
  /// The value of the parent that hides the parameter.
  var parentValue: IntentValue?
  /// The texts of choices that do not contain their own.
  var titles: [String: String]?
}

/// The problem that a row shows.
private struct RowProblem {
  var text: String
  /// The remedy; nil if the text already includes it.
  var remedy: String?
  /// The cause in a few words; nil if the text is short.
  var cause: String?
  /// Whether requesting the data again can solve the problem.
  var canRetry = false
}

/// Builds the rows of a form as people see them.
package struct FormRowBuilder {
  /// The answers that the rows show.
  let answers: FormAnswers
  /// The responses of the providers.
  let ledger: ProviderLedger
  /// The results of checking whether the files in the answers exist.
  let files: FileLedger
  /// The text being edited; its row shows help for it.
  let editing: TextEditing?
  /// Whether the rows describe the expected input.
  ///
  /// A screen describes the input only for the text being edited, and a response never does.
  package var saysExpected = true

  /// The sign before the value that a typed text means.
  package static let meaningSign = "= "

  private var words: FormWords { answers.words }

  /// All rows from the top to the buttons.
  var rows: [FormRow] {
    var rows = self.rows(around: .family)
    for position in answers.shownPositions { rows += self.rows(ofPosition: position) }
    return rows + self.rows(around: .save) + self.rows(around: .cancel)
  }

  /// All rows of the parameter to which a row belongs, or the row itself if it belongs to the form.
  func rows(around id: FormRowID) -> [FormRow] {
    switch id {
    case .family: return familyRow.map { [$0] } ?? []
    case .save: return [buttonRow(.save, label: words(answers.setup.saveLabel))]
    case .cancel: return [buttonRow(.cancel, label: words(.cancel))]
    case .parameter(let name), .element(let name, _):
      guard let position = answers.schema.position(of: name) else { return [] }
      let isShown =
        answers.evaluation.states[position].isVisible
        || answers.showsHidden && answers.isHiddenRow(id)
      return isShown ? rows(ofPosition: position) : []
    }
  }

  /// The positions of the parameters that have rows, including hidden ones, in display order.
  package var positions: [Int] { answers.reachablePositions }

  /// The rows of the parameter at a position: several for an array, or one with the reason why it
  /// is hidden.
  package func rows(ofPosition position: Int) -> [FormRow] {
    WorkSteps.add(1)
    let parameter = answers.schema.parameters[position]
    if let reason = answers.hiddenReason(of: parameter.name) {
      return [hiddenRow(parameter, reason)]
    }
    return parameter.supportsMultipleValues ? arrayRows(parameter) : [row(parameter)]
  }

  /// The inputs from which the rows of the parameter at a position are made; nil if a provider, the
  /// file system, an open editor or an unread text also affects the rows.
  package func inputs(ofPosition position: Int) -> RowInputs? {
    let name = answers.schema.parameters[position].name
    guard editing == nil, files.hasNothingMissing, ledger.isSilent(about: name),
      !answers.unreadTexts.keys.contains(where: { $0.parameter == name })
    else { return nil }
    let states = answers.evaluation.states
    let state = states[position]
    var parentValue: IntentValue?
    if case .conditionNotMet(let parent)? = state.hidden {
      parentValue = answers.schema.position(of: parent).flatMap { states[$0].value }
    }
    return RowInputs(
      state: state, answer: answers.draft.values[name], parentValue: parentValue,
      titles: answers.draft.titles[name])
  }

  /// The row of a hidden parameter: its answer and the reason why it is hidden.
  private func hiddenRow(_ parameter: ParameterDefinition, _ reason: String) -> FormRow {
    let id = FormRowID.parameter(parameter.name)
    let shown = answers.value(of: id)
    return FormRow(
      id: id, parameter: parameter.name, label: parameter.label, control: .field,
      answer: shown, value: answers.text(of: shown, parameter),
      placeholder: placeholder(of: parameter), isDefault: isDefault(parameter),
      depth: depth(of: parameter), isModified: answers.isModified(parameter.name),
      isBeyondFamily: false, help: nil,
      problem: nil, isLoading: false, hiddenReason: reason,
      hiddenBy: answers.hidingRow(of: parameter.name))
  }

  /// The row for the family; nil for a widget that supports only one family.
  package var familyRow: FormRow? {
    guard answers.setup.hasFamilyRow else { return nil }
    return FormRow(
      id: .family, parameter: nil, label: words(.family), control: .family,
      value: words(answers.family.title),
      placeholder: "", isDefault: false, depth: 0,
      isModified: answers.family != answers.opening.family,
      isBeyondFamily: false, help: words("The size and place of the widget."), isStepped: true,
      problem: answers.unreadTexts[.family].map { words.sentence($0.issue) },
      isLoading: false)
  }

  private func buttonRow(_ id: FormRowID, label: String) -> FormRow {
    FormRow(
      id: id, parameter: nil, label: label, control: .button, value: "", placeholder: "",
      isDefault: false, depth: 0, isModified: false, isBeyondFamily: false, help: nil, problem: nil,
      isLoading: false)
  }

  private func row(_ parameter: ParameterDefinition) -> FormRow {
    let id = FormRowID.parameter(parameter.name)
    let shown = answers.value(of: id)
    let description = answers.description(of: parameter)
    let problem = problem(of: id, parameter, issue: issue(of: parameter))
    return FormRow(
      id: id, parameter: parameter.name, label: parameter.label,
      control: control(description, value: shown), answer: shown,
      value: text(of: id, parameter, shown),
      placeholder: placeholder(of: parameter),
      isDefault: isDefault(parameter),
      depth: depth(of: parameter), isModified: answers.isModified(parameter.name),
      isBeyondFamily: false,
      help: help(for: description), bounds: answers.bounds(of: description),
      expected: expected(for: description), isStepped: description.isStepped,
      problem: problem?.text,
      remedy: problem?.remedy, cause: problem?.cause, canRetry: problem?.canRetry ?? false,
      shortValue: shortText(of: id, parameter, shown),
      isLoading: ledger.isLoading(parameter.name))
  }

  private func isDefault(_ parameter: ParameterDefinition) -> Bool {
    answers.draft.values[parameter.name] == nil
      && answers.unreadTexts[.parameter(parameter.name)] == nil
      && answers.state(of: parameter.name)?.origin == .defaultValue
  }

  private func arrayRows(_ parameter: ParameterDefinition) -> [FormRow] {
    let values = answers.elements(of: parameter)
    let maximum = parameter.maximumCount(for: answers.family)
    let kept = min(values.count, maximum ?? values.count)
    var head = row(parameter)
    head.id = nil
    head.control = .array(count: kept, maximum: maximum)
    head.value = maximum.map { words(.countOf(kept: "\(kept)", maximum: "\($0)")) } ?? "\(kept)"
    if let minimum = parameter.minimumCount(for: answers.family), kept < minimum {
      head.value = words(.tooFew(kept: "\(kept)", minimum: "\(minimum)"))
    }
    let repeated = parameter.repeatedPlaces(in: values)
    let description = answers.description(of: parameter)
    let (isModified, issues) = (answers.modifiedSlots(of: parameter), elementIssues(parameter))
    let slots = (0..<answers.slotCount(of: parameter)).map { index in
      var row = elementRow(
        of: head, description, index: index, values: values, maximum: maximum,
        issue: issues[index])
      row.isModified = isModified(index)
      if repeated.contains(index), row.problem == nil { row.problem = words(.chosenAlready) }
      return row
    }
    return [head] + slots
  }

  private func elementRow(
    of head: FormRow, _ description: RowDescription, index: Int, values: [IntentValue],
    maximum: Int?, issue: IntentIssue?
  ) -> FormRow {
    WorkSteps.add(1)
    let parameter = description.parameter
    let id = FormRowID.element(parameter.name, index)
    let shown = values.indices.contains(index) ? values[index] : nil
    var row = head
    row.id = id
    row.label = "\(index + 1)"
    row.control = control(description, value: shown)
    row.answer = shown
    row.value = text(of: id, parameter, shown)
    row.isDefault = row.isDefault && shown != nil && answers.unreadTexts[id] == nil
    row.placeholder = maximum == nil && shown == nil ? words(.add) : placeholder(of: parameter)
    row.depth += 1
    row.isBeyondFamily = maximum.map { index >= $0 } ?? false
    let problem = problem(of: id, parameter, issue: issue)
    (row.problem, row.remedy) = (problem?.text, problem?.remedy)
    (row.cause, row.canRetry) = (problem?.cause, problem?.canRetry ?? false)
    row.shortValue = shortText(of: id, parameter, shown)
    return row
  }

  private func text(
    of id: FormRowID, _ parameter: ParameterDefinition, _ value: IntentValue?
  ) -> String {
    if let unread = answers.unreadTexts[id] { return unread.text }
    guard let value else { return "" }
    return answers.display(of: value, parameter)
  }

  /// A date or a time in typed form, which is shorter than its display text.
  private func shortText(
    of id: FormRowID, _ parameter: ParameterDefinition, _ value: IntentValue?
  ) -> String? {
    guard answers.unreadTexts[id] == nil, case .dateComponents? = value,
      case .dateComponents = parameter.type
    else { return nil }
    return value.map { ValueText.text(of: $0, notation: answers.setup.notation) }
  }

  private func control(_ description: RowDescription, value: IntentValue?) -> FormControl {
    switch description.control {
    case .toggle where description.parameter.canLackSwitch:
      // A switch shows only whether it is on or off.
      let values = [true, false]
      return .choice(
        values.map {
          FormChoice(String($0), label: answers.display(of: .boolean($0), description.parameter))
        }, chosen: values.firstIndex { value == .boolean($0) })
    case .toggle: return .toggle(isOn: value == .boolean(true))
    case .choice(let enumeration):
      let choices = enumeration.choices
      return .choice(
        zip(choices, enumeration.choiceTitles).map { FormChoice($0.name, label: $1) },
        chosen: choices.firstIndex { value == .enumeration($0.name) })
    case .options: return .options
    case .slider(let scale):
      let number: Double? =
        switch value {
        case .integer(let number)?: Double(number)
        case .decimal(let number)?: number
        default: nil
        }
      return .slider(
        position: number.map { scale.position(of: $0) } ?? 0, last: scale.lastPosition)
    case .stepper: return .stepper
    case .typedObject: return .typedObject
    case .field: return .field
    }
  }

  /// The expected input in the rows of a parameter; nil if they are answered from a list, or with
  /// the parts of an object.
  private func expected(for row: RowDescription) -> String? {
    guard saysExpected, row.isTyped else { return nil }
    return words(.typeThis(expected: row.parameter.type.expectation(in: words)))
  }

  private func placeholder(of parameter: ParameterDefinition) -> String {
    if let text = parameter.placeholder.text, !text.isEmpty { return text }
    guard answers.hasOptions(parameter), !parameter.isDefaultUnknown else {
      return words.unset(parameter)
    }
    return words(.choose)
  }

  private func depth(of parameter: ParameterDefinition) -> Int {
    min(8, answers.schema.depth(of: parameter.name))
  }

  private func help(for row: RowDescription) -> String? {
    let parameter = row.parameter
    let value = answers.state(of: parameter.name)?.value
    var prompt = parameter.configurationPrompt(for: value).flatMap { $0.isEmpty ? nil : $0 }
    if prompt == nil, parameter.options.isDynamic, !answers.hasProvider(parameter) {
      prompt = words("The choices have no provider. Type the value.")
    }
    if value == nil, parameter.isDefaultUnknown {
      let unread = words("The app has a default here that could not be read.")
      prompt = prompt.map { "\($0) \(unread)" } ?? unread
    }
    guard let editing, editing.row.parameter == parameter.name else { return prompt }
    let reading = reading(of: editing, row)
    let said =
      reading
      ?? [prompt, expectedInput(of: editing, parameter.type)].compactMap { $0 }
      .joined(separator: " ")
    // The expected input of a number includes its bounds.
    let hasBounds =
      switch parameter.type {
      case .integer, .decimal: reading == nil
      default: false
      }
    let notes = hasBounds ? nil : notes(on: row)
    if said.isEmpty { return notes }
    return notes.map { "\(said)   (\($0))" } ?? said
  }

  /// A description of the input that is expected for the text being edited; nil if the text is
  /// already such an input.
  private func expectedInput(of editing: TextEditing, _ type: ParameterType) -> String? {
    switch type {
    case .person, .paymentMethod:
      if case .success? = editing.meaning(answers) { return nil }
    default: break
    }
    return editing.help(for: type, words)
  }

  /// The meaning of a text while it is typed, with its problem; empty if there is nothing to add,
  /// and nil if the expected input is shown instead.
  private func reading(of editing: TextEditing, _ row: RowDescription) -> String? {
    let parameter = row.parameter
    // While the unit is chosen, the two fields of a quantity already show the meaning.
    guard editing.active == 0 || editing.layout == .duration,
      let meaning = editing.meaning(answers)
    else { return nil }
    let value: IntentValue
    switch meaning {
    case .success(let read): value = read
    case .failure(let issue):
      // An ambiguous or incomplete text needs its own remedy, not an example.
      guard case .malformed = issue.reason else { return nil }
      return words.line(issue)
    }
    if parameter.type.kind?.isNamedByText == true { return nil }
    var issue: IntentIssue?
    if case .failure(let found) = answers.checked(value, of: editing.row) {
      issue = editing.readText.map { answers.inTypedUnits(found, $0, parameter.type) } ?? found
    }
    let display = answers.display(of: value, parameter)
    switch issue?.reason {
    case .aboveMaximum(let value, let maximum)?:
      return Self.meaningSign + words("\(value.words), more than \(maximum.words)")
    case .belowMinimum(let value, let minimum)?:
      return Self.meaningSign + words("\(value.words), less than \(minimum.words)")
    case .notAURL?: return nil
    case .some:
      return words.line(
        .verbatim("\(Self.meaningSign)\(display)."), issue?.message ?? .verbatim(""))
    case nil: break
    }
    switch parameter.type {
    case .url, .placemark, .enumeration, .boolean:
      return display == editing.fields[0].text ? "" : Self.meaningSign + display
    default: return Self.meaningSign + display
    }
  }

  /// The bounds of a number or a duration, and the unit of a plain number; nil if there are none.
  private func notes(on row: RowDescription) -> String? {
    var notes = [answers.bounds(of: row)?.text].compactMap { $0 }
    if case .timeInterval(let metadata) = row.parameter.type {
      notes.append(words("1 means \(words.text(ofSeconds: metadata.standardUnit.seconds) ?? "")"))
    }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  /// The problem of a row, and its remedy.
  ///
  /// - Parameter issue: The first issue of the row's own value.
  private func problem(
    of id: FormRowID, _ parameter: ParameterDefinition, issue: IntentIssue?
  ) -> RowProblem? {
    if let issue = answers.unreadTexts[id]?.issue ?? issue {
      return RowProblem(
        text: words.sentence(issue), remedy: issue.advice.isEmpty ? nil : words.remedy(issue))
    }
    let value = answers.value(of: id)
    if let remark = files.remark(on: value) { return RowProblem(text: words(remark)) }
    if let identifier = value?.choiceIdentifier {
      if ledger.isGone(identifier, from: parameter.name) {
        return RowProblem(text: words(.missing))
      }
      if ledger.isUnverified(identifier, from: parameter.name) {
        return RowProblem(
          text: words("May no longer be offered; the source lists only some choices."))
      }
    }
    if case .element = id { return nil }
    return ledger.failure(of: parameter.name).map { error in
      // The row already shows the label of its parameter, so only another source is named.
      let source = error.provider == parameter.name ? "" : "\(error.provider): "
      return RowProblem(
        text: source + words.sentence(error),
        remedy: error.remedy.isEmpty ? nil : words(error.remedy),
        cause: error.cause ?? words.sentence(error),
        canRetry: ![.noProvider, .parentNotSet].contains(error.code))
    }
  }

  /// The first issue of the value of a parameter; for an array, the first one that concerns the
  /// whole array.
  private func issue(of parameter: ParameterDefinition) -> IntentIssue? {
    let path = IntentPath.parameter(parameter.name)
    return answers.state(of: parameter.name)?.issues.first {
      !parameter.supportsMultipleValues || $0.path == path
    }
  }

  /// The first issue of each element of an array, by its index.
  private func elementIssues(_ parameter: ParameterDefinition) -> [Int: IntentIssue] {
    let path = IntentPath.parameter(parameter.name).components
    var issues: [Int: IntentIssue] = [:]
    for issue in answers.state(of: parameter.name)?.issues ?? []
    where issue.path.components.starts(with: path) {
      if let slot = issue.path.slot, issues[slot] == nil { issues[slot] = issue }
    }
    return issues
  }
}

extension ParameterDefinition {
  /// Whether a Boolean can have no value at all, neither on nor off.
  fileprivate var canLackSwitch: Bool {
    guard case .boolean(let metadata) = type else { return false }
    return metadata.defaultValue == nil && !supportsMultipleValues
  }
}
