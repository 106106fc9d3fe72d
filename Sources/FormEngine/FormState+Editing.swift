import IntentModel

extension FormState {
  /// The events that mean something else while a text is edited; nil leaves the event to the form.
  mutating func handleInEditor(_ event: FormEvent) -> [FormEffect]? {
    guard let active = editing?.active else { return nil }
    switch event {
    case .insert(let text):
      editing?.fields[active].insert(text)
      editing?.issue = nil
    case .edit(let command):
      editing?.fields[active].perform(command)
      editing?.issue = nil
    case .nextPart: return nextPart()
    case .commit, .activate: return commitOrNextPart()
    case .dismiss: editing = nil
    case .moveFocus(.next) where editsLines:
      editing?.fields[active].perform(.lineDown)
    case .moveFocus(.previous) where editsLines:
      editing?.fields[active].perform(.lineUp)
    case .moveFocus(let move):
      let effects = keepTypedText()
      moveFocus(move)
      return effects
    case .focus, .set, .setText, .setFamily, .undo, .redo, .resetRow, .resetAll, .submit,
      .review, .toggleHidden, .openCalendar:
      if event == .openCalendar { return openCalendar() }
      return keepTypedText() + handleInForm(event)
    case .cancel: return nil
    default: break
    }
    return []
  }

  /// Puts a text in where nothing is open yet.
  ///
  /// It begins an editor or, in a row with choices, a search. A space presses a button, turns a
  /// switch and opens a list.
  mutating func insert(_ text: String) -> [FormEffect] {
    guard let parameter = parameter(of: focus) else { return text == " " ? activate() : [] }
    if case .boolean = parameter.type { return text == " " ? adjust(by: 1) : [] }
    guard hasOptions(parameter) else { return beginEditing(parameter, with: text) }
    let opened = openOptions()
    return text == " " ? opened : opened + (handleInPicker(.insert(text)) ?? [])
  }

  /// Begins to edit the focused row, with a first text typed or with the text of its value.
  mutating func beginEditing(
    _ parameter: IntentParameter, with typed: String? = nil
  ) -> [FormEffect] {
    let isObject = if case .object = parameter.type { true } else { false }
    editing = TextEditing(
      row: focus, labels: isObject ? [words(.identifier), words(.displayText)] : [""],
      texts: editableTexts(isObject: isObject))
    guard let typed else { return [] }
    if parameter.type.isReplacedByTyping, unreadTexts[focus] == nil {
      editing?.fields[0] = TextField()
    }
    editing?.fields[0].insert(typed)
    return []
  }

  private func editableTexts(isObject: Bool) -> [String] {
    if let unread = unreadTexts[focus] {
      guard isObject, unread.parts.count == 1 else { return unread.parts }
      let (identifier, display) = ValueText.halves(of: unread.text)
      return [identifier, display ?? ""]
    }
    guard let value = value(of: focus) else { return isObject ? ["", ""] : [""] }
    if case .object(let object) = value, isObject { return [object.identifier, object.display] }
    return [ValueText.text(of: value)]
  }

  private mutating func commitOrNextPart() -> [FormEffect] {
    guard let current = editing else { return [] }
    if current.isObject, current.active == 0 { return nextPart() }
    guard current.isChanged || unreadTexts[current.row] != nil else {
      editing = nil
      return []
    }
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
  mutating func keepTypedText() -> [FormEffect] {
    guard let current = editing else { return [] }
    editing = nil
    guard current.isChanged else { return [] }
    switch read(current) {
    case .success(let value): return setValue(value, of: current.row)
    case .failure(let issue):
      let texts =
        current.isDuration ? [DurationText.text(ofFields: current.texts)] : current.texts
      return keepUnread(texts, issue, of: current.row)
    }
  }

  private mutating func keepUnread(
    _ parts: [String], _ issue: IntentIssue, of row: FormRowID
  ) -> [FormEffect] {
    let text = parts.joined(separator: "|")
    return change { $0.unreadTexts[row] = UnreadText(text: text, issue: issue, parts: parts) }
  }

  /// The value of an edited text; an empty one means no value.
  private func read(_ editing: TextEditing) -> Result<IntentValue?, IntentIssue> {
    let texts = editing.texts
    guard texts.contains(where: { !$0.isEmpty }) else { return .success(emptied(editing.row)) }
    if editing.isDuration { return readText(DurationText.text(ofFields: texts), of: editing.row) }
    guard editing.isObject else { return readText(texts[0], of: editing.row) }
    let object = IntentObject(
      identifier: texts[0].isEmpty ? texts[1] : texts[0],
      display: texts[1].isEmpty ? texts[0] : texts[1])
    return checked(.object(object), of: editing.row)
  }

  /// What an emptied text means: no answer, but an empty string where a default would come back.
  private func emptied(_ row: FormRowID) -> IntentValue? {
    guard case .parameter = row, let parameter = parameter(of: row),
      case .string = parameter.type,
      schema.defaultValue(of: parameter, draft: draft, family: family) != nil
    else { return nil }
    return .string("")
  }

  /// The value a text means for a row, checked by the rules of its parameter.
  func readText(_ text: String, of row: FormRowID) -> Result<IntentValue?, IntentIssue> {
    guard let parameter = parameter(of: row) else { return .success(nil) }
    switch ValueText.value(of: text, type: parameter.type, schema: schema, words: words) {
    case .failure(let reason): return .failure(IntentIssue(reason, at: path(of: row)))
    case .success(let value): return checked(value, of: row)
    }
  }

  /// A typed value that keeps the rules, with what the text does not show of the value before it.
  private func checked(
    _ typed: IntentValue, of row: FormRowID
  ) -> Result<IntentValue?, IntentIssue> {
    guard let parameter = parameter(of: row) else { return .success(nil) }
    let value = typed.keepingUnseen(of: value(of: row))
    if let issue = schema.issues(with: value, type: parameter.type, at: path(of: row)).first {
      return .failure(issue)
    }
    return .success(value)
  }

  private func path(of row: FormRowID) -> IntentPath {
    switch row {
    case .element(let name, let index): .parameter(name).appending(index)
    case .parameter(let name): .parameter(name)
    case .family, .save, .cancel: .root
    }
  }

  /// Sets a row from a text; one that cannot be read is kept beside its issue.
  ///
  /// An empty text takes the answer away. A text for an array as a whole is its only value, and one
  /// for a slot that is not there goes to the last slot.
  mutating func setText(_ text: String, of row: FormRowID) -> [FormEffect] {
    guard let parameter = parameter(of: row) else { return [] }
    var target = row
    if parameter.supportsMultipleValues {
      if text.isEmpty, case .parameter(let name) = row { return setWhole(nil, of: name) }
      let slot = if case .element(_, let index) = row { index } else { 0 }
      target = .element(parameter.name, max(0, min(slot, slotCount(of: parameter) - 1)))
    }
    switch text.isEmpty ? .success(nil) : readText(text, of: target) {
    case .failure(let issue): return keepUnread([text], issue, of: target)
    case .success(let value?) where target != row && row == .parameter(parameter.name):
      return setWhole(.array([value]), of: parameter.name)
    case .success(let value): return setValue(value, of: target)
    }
  }
}

extension TextEditing {
  /// Whether identifier and display of an object are edited.
  var isObject: Bool { fields.count == 2 }

  /// Whether the unit fields of a duration are edited.
  var isDuration: Bool { fields.count == DurationText.fields.count }
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
