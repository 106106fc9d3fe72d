import IntentModel
import IntentOptions
import Messages

extension FormState {
  /// The picture of the form as it stands.
  public var presentation: FormPresentation {
    var rows: [FormRow] = setup.families.count > 1 ? [familyRow] : []
    for parameter in shownParameters {
      if let reason = hiddenReason(of: parameter.name) {
        rows.append(hiddenRow(parameter, reason))
        continue
      }
      rows += parameter.supportsMultipleValues ? arrayRows(parameter) : [row(parameter)]
    }
    rows += [buttonRow(.save, label: words(.save)), buttonRow(.cancel, label: words(.cancel))]
    return FormPresentation(
      title: setup.title, description: setup.description, rows: rows,
      focused: rows.firstIndex { $0.id == focus } ?? 0, editing: editing, picker: picker,
      message: message, isModified: isModified, panel: panelContent, showsPreview: showsPreview,
      editsLines: editsLines, completesPath: completesPath, hasCalendar: hasCalendar,
      notation: setup.notation, words: words)
  }

  /// Whether a path is being typed that can be completed.
  private var completesPath: Bool {
    guard let editing, let parameter = parameter(of: editing.row) else { return false }
    return parameter.type.isFile
  }

  /// Whether a date is being edited that a calendar can be opened for.
  private var hasCalendar: Bool {
    guard let editing, case .dateComponents(let metadata)? = parameter(of: editing.row)?.type else {
      return false
    }
    return metadata.kind != .time
  }

  /// Whether the text being edited, or the row with the focus, takes several lines.
  public var editsLines: Bool {
    guard picker == nil, let parameter = parameter(of: editing?.row ?? focus),
      case .string(let metadata) = parameter.type, !hasOptions(parameter)
    else { return false }
    return metadata.isMultiline
  }

  /// The row of a parameter that has none at present: its answer and the reason.
  private func hiddenRow(_ parameter: IntentParameter, _ reason: String) -> FormRow {
    var row = row(parameter)
    let value = draft.values[parameter.name] ?? state(of: parameter.name)?.value
    row.control = .field
    row.value = text(of: value, parameter)
    row.hiddenReason = reason
    row.problem = nil
    row.isLoading = false
    let parent = controllingParent(of: parameter.name).flatMap { schema.parameter(named: $0) }
    row.help = parent.map { words(.hiddenHelp(parent: $0.label)) }
    return row
  }

  private var familyRow: FormRow {
    FormRow(
      id: .family, parameter: nil, label: words(.family), control: .family, value: family.rawValue,
      placeholder: "", isDefault: false, depth: 0, isModified: family != opening.family,
      isBeyondFamily: false, help: words(.familyHelp), problem: nil,
      isLoading: false)
  }

  private func buttonRow(_ id: FormRowID, label: String) -> FormRow {
    FormRow(
      id: id, parameter: nil, label: label, control: .button, value: "", placeholder: "",
      isDefault: false, depth: 0, isModified: false, isBeyondFamily: false, help: nil, problem: nil,
      isLoading: false)
  }

  private func row(_ parameter: IntentParameter) -> FormRow {
    let id = FormRowID.parameter(parameter.name)
    let shown = value(of: id)
    return FormRow(
      id: id, parameter: parameter.name, label: parameter.label,
      control: control(of: parameter, value: shown), value: text(of: id, parameter, shown),
      placeholder: placeholder(of: parameter),
      isDefault: isDefault(parameter) && unreadTexts[id] == nil,
      depth: depth(of: parameter), isModified: isModified(parameter.name), isBeyondFamily: false,
      help: help(for: parameter), problem: problem(of: id, parameter),
      isLoading: isLoading(parameter.name))
  }

  private func isDefault(_ parameter: IntentParameter) -> Bool {
    draft.values[parameter.name] == nil && state(of: parameter.name)?.origin == .defaultValue
  }

  private func arrayRows(_ parameter: IntentParameter) -> [FormRow] {
    let values = elements(of: parameter)
    let maximum = parameter.maximumCount(for: family)
    let kept = min(values.count, maximum ?? values.count)
    var head = row(parameter)
    head.id = nil
    head.control = .array(count: kept, maximum: maximum)
    head.value = maximum.map { words(.countOf(kept: "\(kept)", maximum: "\($0)")) } ?? "\(kept)"
    let repeated = parameter.repeatedPlaces(in: values)
    let slots = (0..<slotCount(of: parameter)).map { index in
      var row = elementRow(of: head, parameter, index: index, values: values, maximum: maximum)
      if repeated.contains(index), row.problem == nil { row.problem = words(.chosenAlready) }
      return row
    }
    return [head] + slots
  }

  private func elementRow(
    of head: FormRow, _ parameter: IntentParameter, index: Int, values: [IntentValue],
    maximum: Int?
  ) -> FormRow {
    let id = FormRowID.element(parameter.name, index)
    let shown = values.indices.contains(index) ? values[index] : nil
    var row = head
    row.id = id
    row.label = "\(index + 1)"
    row.control = control(of: parameter, value: shown)
    row.value = text(of: id, parameter, shown)
    row.isDefault = row.isDefault && shown != nil && unreadTexts[id] == nil
    row.isModified = isModified(parameter, element: index)
    row.placeholder = maximum == nil && shown == nil ? words(.add) : placeholder(of: parameter)
    row.depth += 1
    row.isBeyondFamily = maximum.map { index >= $0 } ?? false
    row.problem = problem(of: id, parameter)
    return row
  }

  private func text(of id: FormRowID, _ parameter: IntentParameter, _ value: IntentValue?) -> String
  {
    if let unread = unreadTexts[id] { return unread.text }
    guard let value else { return "" }
    return display(of: value, parameter)
  }

  private func control(of parameter: IntentParameter, value: IntentValue?) -> FormControl {
    switch parameter.type {
    case .boolean: return .toggle(isOn: value == .boolean(true))
    case .enumeration:
      guard let choices = schema.enumeration(of: parameter.type)?.choices else { return .field }
      let chosen = choices.firstIndex { value == .enumeration($0.name) }
      return .choice(names: choices.map(\.label), chosen: chosen)
    case _ where hasOptions(parameter): return .options
    case .integer(let metadata):
      let number: Double? = if case .integer(let number)? = value { Double(number) } else { nil }
      return numberControl(metadata.control, metadata.sliderScale, number)
    case .decimal(let metadata):
      let number: Double? = if case .decimal(let number)? = value { number } else { nil }
      return numberControl(metadata.control, metadata.sliderScale, number)
    case .object: return .typedObject
    default: return .field
    }
  }

  private func numberControl(
    _ control: NumberControl, _ scale: SliderScale?, _ number: Double?
  ) -> FormControl {
    if let scale {
      return .slider(
        position: number.map { scale.position(of: $0) } ?? 0, last: scale.lastPosition)
    }
    return control == .field ? .field : .stepper
  }

  private func placeholder(of parameter: IntentParameter) -> String {
    if let text = parameter.placeholder.text, !text.isEmpty { return text }
    return hasOptions(parameter) ? words(.choose) : words(.notSet)
  }

  private func depth(of parameter: IntentParameter) -> Int {
    var depth = 0
    var next = schema.parent(of: parameter.name)
    while let parent = next, depth < 8 {
      depth += 1
      next = schema.parent(of: parent.name)
    }
    return depth
  }

  private func help(for parameter: IntentParameter) -> String? {
    let value = state(of: parameter.name)?.value
    if let prompt = parameter.configurationPrompt(for: value), !prompt.isEmpty { return prompt }
    if parameter.options.isDynamic, setup.providers[parameter.name] == nil {
      return words(.noProvider)
    }
    return editing?.row.parameter == parameter.name ? editingHelp(for: parameter) : nil
  }

  private func problem(of id: FormRowID, _ parameter: IntentParameter) -> String? {
    if let unread = unreadTexts[id] { return words.sentence(unread.issue) }
    let path = IntentPath.parameter(parameter.name)
    let issues = state(of: parameter.name)?.issues ?? []
    if case .element(_, let index) = id {
      let place = path.appending(index).components
      if let own = issues.first(where: { $0.path.components.starts(with: place) }) {
        return words.sentence(own)
      }
    } else if let issue = issues.first(where: {
      !parameter.supportsMultipleValues || $0.path == path
    }) {
      return words.sentence(issue)
    }
    if let remark = fileRemark(value(of: id)) { return remark }
    if let identifier = value(of: id)?.choiceIdentifier {
      if gone[parameter.name]?.contains(identifier) == true { return words(.missing) }
      if unverified[parameter.name]?.contains(identifier) == true {
        return words(.offerNotKnown)
      }
    }
    if case .element = id { return nil }
    return failures[parameter.name].map { "\($0.provider): \(words.sentence($0))" }
  }

  private func isLoading(_ parameter: String) -> Bool {
    loads.values.contains { $0.request.parameter == parameter && $0.kind != .options }
  }
}

extension FormState {
  /// What to know about the text being edited: what its active part takes, and which keys are there.
  func editingHelp(for parameter: IntentParameter) -> String? {
    guard let editing else { return nil }
    switch editing.layout {
    case .date:
      guard let part = editing.datePart else { return nil }
      let hasDay = if case .component(let name) = part { name.belongs(to: .date) } else { false }
      return words(hasDay ? .dayHelp(part: part.word) : .timeHelp(part: part.word))
    case .quantity where editing.active == 1:
      let isMoney = if case .currencyAmount = parameter.type { true } else { false }
      return words(isMoney ? .currencyHelp : .unitHelp)
    case .quantity, .line, .object, .duration: break
    }
    switch parameter.type {
    case .string, .speakableString, .object: return nil
    case .file: return words(.pathHelp)
    default: return words(.typeThis(expected: ValueText.expectation(of: parameter.type)))
    }
  }
}
