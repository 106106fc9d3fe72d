import IntentModel

extension FormState {
  /// The events that mean something else while a text is edited; nil leaves the event to the form.
  mutating func handleInEditor(_ event: FormEvent) -> [FormEffect]? {
    guard let active = editing?.active else { return nil }
    switch event {
    case .insert(let text): editing?.fields[active].insert(text)
    case .edit(let command): editing?.fields[active].perform(command)
    case .nextPart: return nextPart()
    case .commit, .activate: return commitOrNextPart()
    case .dismiss: editing = nil
    case .moveFocus(let move):
      let effects = keepTypedText()
      moveFocus(move)
      return effects
    case .submit: return keepTypedText() + handle(.submit)
    case .cancel, .focus, .set, .setText, .setFamily, .undo, .redo, .resetRow, .resetAll:
      return nil
    default: break
    }
    if case .insert = event { editing?.issue = nil }
    if case .edit = event { editing?.issue = nil }
    return []
  }

  /// Begins to edit the focused row, with a first text typed or with the text of its value.
  mutating func beginEditing(with typed: String?) -> [FormEffect] {
    guard let parameter = parameter(of: focus), !hasOptions(parameter) else {
      return typed == " " ? handle(.activate) : []
    }
    if case .boolean = parameter.type { return typed == " " ? adjust(by: 1) : [] }
    let isObject = if case .object = parameter.type { true } else { false }
    let texts = unreadTexts[focus].map { [$0.text] } ?? editableTexts(isObject: isObject)
    editing = TextEditing(
      row: focus, labels: isObject ? ["identifier", "display"] : [""],
      texts: isObject && texts.count == 1 ? [texts[0], ""] : texts)
    guard let typed else { return [] }
    if parameter.type.isReplacedByTyping, unreadTexts[focus] == nil {
      editing?.fields[0] = TextField()
    }
    editing?.fields[0].insert(typed)
    return []
  }

  private func editableTexts(isObject: Bool) -> [String] {
    guard let value = value(of: focus) else { return isObject ? ["", ""] : [""] }
    if case .object(let object) = value, isObject { return [object.identifier, object.display] }
    return [ValueText.text(of: value)]
  }

  private mutating func nextPart() -> [FormEffect] {
    guard let current = editing, current.fields.count > 1 else { return [] }
    editing?.active = (current.active + 1) % current.fields.count
    return []
  }

  private mutating func commitOrNextPart() -> [FormEffect] {
    guard let current = editing else { return [] }
    if current.active + 1 < current.fields.count { return nextPart() }
    switch read(current) {
    case .failure(let issue):
      editing?.issue = issue
      return []
    case .success(let value):
      editing = nil
      return setValue(value, of: current.row)
    }
  }

  /// Takes over what is typed when the person goes on without Enter; what cannot be read is kept.
  private mutating func keepTypedText() -> [FormEffect] {
    guard let current = editing else { return [] }
    editing = nil
    switch read(current) {
    case .success(let value): return setValue(value, of: current.row)
    case .failure(let issue):
      let text = current.fields.map(\.text).joined(separator: "|")
      return change { $0.unreadTexts[current.row] = UnreadText(text: text, issue: issue) }
    }
  }

  /// The value of an edited text; an empty one means no value.
  private func read(_ editing: TextEditing) -> Result<IntentValue?, IntentIssue> {
    let texts = editing.fields.map(\.text)
    guard texts.contains(where: { !$0.isEmpty }) else { return .success(nil) }
    if editing.fields.count == 2 {
      let object = IntentObject(
        identifier: texts[0].isEmpty ? texts[1] : texts[0],
        display: texts[1].isEmpty ? texts[0] : texts[1])
      return .success(.object(object))
    }
    return readText(texts[0], of: editing.row)
  }

  /// The value a text means for a row, checked by the rules of its parameter.
  func readText(_ text: String, of row: FormRowID) -> Result<IntentValue?, IntentIssue> {
    guard let parameter = parameter(of: row) else { return .success(nil) }
    let path = path(of: row)
    switch ValueText.value(of: text, type: parameter.type, schema: schema) {
    case .failure(let reason): return .failure(IntentIssue(reason, at: path))
    case .success(let value):
      if let issue = schema.issues(with: value, type: parameter.type, at: path).first {
        return .failure(issue)
      }
      return .success(value)
    }
  }

  private func path(of row: FormRowID) -> IntentPath {
    switch row {
    case .element(let name, let index): .parameter(name).appending(index)
    case .parameter(let name): .parameter(name)
    case .family, .save, .cancel: .root
    }
  }

  /// Sets a row from a text; one that cannot be read is kept beside its issue.
  mutating func setText(_ text: String, of row: FormRowID) -> [FormEffect] {
    switch text.isEmpty ? .success(nil) : readText(text, of: row) {
    case .success(let value): return setValue(value, of: row)
    case .failure(let issue):
      return change { $0.unreadTexts[row] = UnreadText(text: text, issue: issue) }
    }
  }

  /// Moves the focused value by steps.
  mutating func adjust(by steps: Int) -> [FormEffect] {
    if focus == .family { return adjustFamily(by: steps) }
    guard let parameter = parameter(of: focus),
      let value = adjusted(value(of: focus), of: parameter, by: steps)
    else { return [] }
    return setValue(value, of: focus)
  }

  private mutating func adjustFamily(by steps: Int) -> [FormEffect] {
    let families = setup.families
    guard let current = families.firstIndex(of: family) else { return [] }
    let next = (current + steps) % families.count
    return handle(.setFamily(families[next < 0 ? next + families.count : next]))
  }

  private func adjusted(
    _ value: IntentValue?, of parameter: IntentParameter, by steps: Int
  ) -> IntentValue? {
    switch parameter.type {
    case .boolean:
      return .boolean(value != .boolean(true))
    case .enumeration:
      return adjustedCase(value, of: parameter, by: steps)
    default:
      return ValueStepper.step(value, type: parameter.type, by: steps)
    }
  }

  private func adjustedCase(
    _ value: IntentValue?, of parameter: IntentParameter, by steps: Int
  ) -> IntentValue? {
    guard let choices = schema.enumeration(of: parameter.type)?.choices, !choices.isEmpty else {
      return nil
    }
    guard case .enumeration(let name)? = value,
      let current = choices.firstIndex(where: { $0.name == name })
    else { return .enumeration(choices[steps < 0 ? choices.count - 1 : 0].name) }
    let next = (current + steps) % choices.count
    return .enumeration(choices[next < 0 ? next + choices.count : next].name)
  }
}

extension ParameterType {
  /// Whether typing on a row starts a new value instead of going on with the old one.
  var isReplacedByTyping: Bool {
    switch self {
    case .string, .url, .file, .speakableString, .person, .placemark, .object: false
    default: true
    }
  }
}
