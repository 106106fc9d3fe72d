import IntentModel
import Messages

extension FormState {
  /// The events that mean something else while a text is edited; nil leaves the event to the form.
  mutating func handleInEditor(_ event: FormEvent) -> [FormEffect]? {
    guard let active = editing?.active else { return nil }
    if let effects = handleInParts(event) { return effects }
    switch event {
    case .insert, .type: typeInField(event)
    case .edit(let command):
      editing?.fields[active].perform(command)
      editing?.issue = nil
    case .nextPart: return nextPart()
    case .previousPart: return previousPart()
    case .commit, .activate: return commitOrNextPart()
    case .dismiss: return closeEditor()
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

  /// Puts what was typed or pasted into the active part, and says where it has no room.
  mutating func typeInField(_ event: FormEvent) {
    guard let active = editing?.active, let limit = editing?.fields[active].limit else { return }
    switch event {
    case .insert(let text): sayWhereFull(editing?.fields[active].insert(text), limit: limit)
    case .type(let text): sayWhereFull(editing?.fields[active].type(text), limit: limit)
    default: return
    }
    editing?.issue = nil
  }

  /// What an event means in the parts of what is edited; nil where it means what it does in a text.
  private mutating func handleInParts(_ event: FormEvent) -> [FormEffect]? {
    if editing?.completion != nil { return handleInCompletion(event) }
    switch editing?.layout {
    case .date(let parts)?: return handleInDate(event, parts)
    case .quantity(let units)?: return handleInQuantity(event, units)
    case .line?, .object?, .duration?, nil: return nil
    }
  }

  /// Leaves what is edited as it was.
  mutating func closeEditor() -> [FormEffect] {
    editing = nil
    return forgetFolder()
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
    let value = unreadTexts[focus] == nil ? value(of: focus) : nil
    let isTyped = typed != nil || unreadTexts[focus] != nil
    editing =
      (isTyped ? nil : partsEditing(focus, parameter, value)) ?? lineEditing(parameter)
    guard let typed else { return [] }
    if parameter.type.isReplacedByTyping, unreadTexts[focus] == nil {
      editing?.fields[0] = TextField()
    }
    typeInField(.insert(typed))
    return []
  }

  /// The fields that a value of the type is edited in; nil where it is edited as a text.
  func partsEditing(
    _ row: FormRowID, _ parameter: IntentParameter, _ value: IntentValue?,
    original: [String]? = nil
  ) -> TextEditing? {
    switch parameter.type {
    case .dateComponents(let metadata):
      dateEditing(row, metadata.kind, value, original: original)
    case .measurement, .currencyAmount:
      quantityEditing(row, parameter.type, value, original: original)
    default: nil
    }
  }

  private func lineEditing(_ parameter: IntentParameter) -> TextEditing {
    let isObject = if case .object = parameter.type { true } else { false }
    let texts = editableTexts(isObject: isObject)
    // A stored value of another type is one text.
    guard isObject, texts.count == 2 else { return TextEditing(row: focus, texts: texts) }
    return TextEditing(
      row: focus, layout: .object, labels: [words(.identifier), words(.displayText)], texts: texts)
  }

  private func editableTexts(isObject: Bool) -> [String] {
    if let unread = unreadTexts[focus] {
      guard isObject, unread.parts.count == 1 else { return unread.parts }
      let (identifier, display) = ValueText.halves(of: unread.text)
      return [identifier, display ?? ""]
    }
    guard let value = value(of: focus) else { return isObject ? ["", ""] : [""] }
    if case .object(let object) = value, isObject { return [object.identifier, object.display] }
    return [ValueText.text(of: value, notation: setup.notation)]
  }

  private mutating func commitOrNextPart() -> [FormEffect] {
    guard let current = editing else { return [] }
    if current.layout == .object, current.active == 0 { return nextPart() }
    guard current.isChanged || unreadTexts[current.row] != nil else { return closeEditor() }
    switch read(current) {
    case .failure(let issue):
      editing?.issue = issue
      return []
    case .success(let value):
      return closeEditor() + setValue(value, of: current.row)
    }
  }

  /// Takes over what is typed when the person goes on without Enter; what cannot be read is kept.
  mutating func keepTypedText() -> [FormEffect] {
    guard let current = editing else { return [] }
    let closing = closeEditor()
    guard current.isChanged else { return closing }
    switch read(current) {
    case .success(let value): return closing + setValue(value, of: current.row)
    case .failure(let issue):
      return closing + keepUnread(unreadParts(of: current), issue, of: current.row)
    }
  }

  /// What was typed, as it is kept and edited again: the fields of one value as one text.
  private func unreadParts(of editing: TextEditing) -> [String] {
    switch editing.layout {
    case .line, .object: editing.texts
    case .duration: [DurationText.text(ofFields: editing.texts)]
    case .date(let parts): [dateText(editing, parts)]
    case .quantity: [editing.texts.joined(separator: " ")]
    }
  }

  private mutating func keepUnread(
    _ parts: [String], _ issue: IntentIssue, of row: FormRowID
  ) -> [FormEffect] {
    let text = parts.joined(separator: "|")
    return change { $0.unreadTexts[row] = UnreadText(text: text, issue: issue, parts: parts) }
  }

  /// The value of an edited text; an empty one means no value.
  func read(_ editing: TextEditing) -> Result<IntentValue?, IntentIssue> {
    let texts = editing.texts
    switch editing.layout {
    case .date(let parts): return readDate(editing, parts)
    case .quantity: return readQuantity(editing)
    case .line, .object, .duration: break
    }
    guard texts.contains(where: { !$0.isEmpty }) else { return .success(emptied(editing.row)) }
    switch editing.layout {
    case .duration: return readText(DurationText.text(ofFields: texts), of: editing.row)
    case .object:
      let object = IntentObject(
        identifier: texts[0].isEmpty ? texts[1] : texts[0],
        display: texts[1].isEmpty ? texts[0] : texts[1])
      return checked(.object(object), of: editing.row)
    default: return readText(texts[0], of: editing.row)
    }
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
    if let converted = converted(to: text, row) { return checked(converted, of: row) }
    let text = parameter.type.isFile ? expandedPath(text) : text
    switch ValueText.value(
      of: text, type: parameter.type, schema: schema, words: words, notation: setup.notation)
    {
    case .failure(let reason): return .failure(IntentIssue(reason, at: path(of: row)))
    case .success(let value): return checked(value, of: row)
    }
  }

  /// A typed value that keeps the rules, with what the text does not show of the value before it.
  func checked(
    _ typed: IntentValue, of row: FormRowID
  ) -> Result<IntentValue?, IntentIssue> {
    guard let parameter = parameter(of: row) else { return .success(nil) }
    let value = typed.keepingUnseen(of: value(of: row))
    if let issue = schema.issues(with: value, type: parameter.type, at: path(of: row)).first {
      return .failure(issue)
    }
    return .success(value)
  }

  func path(of row: FormRowID) -> IntentPath {
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

extension ParameterType {
  /// Whether values are paths of files.
  var isFile: Bool { if case .file = self { true } else { false } }

  /// Whether typing on a row starts a new value instead of going on with the old one.
  var isReplacedByTyping: Bool {
    switch self {
    case .string, .url, .file, .speakableString, .person, .placemark, .object: false
    default: true
    }
  }
}
