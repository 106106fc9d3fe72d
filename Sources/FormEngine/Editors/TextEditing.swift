public import IntentModel
import Messages

/// The editor of a row's text, in one part or several.
public struct TextEditing: Sendable, Hashable {
  /// The kinds of parts.
  public enum Layout: Sendable, Hashable {
    /// One text.
    case line
    /// The identifier and the display text of an object.
    case object
    /// A field for each unit of a duration.
    case duration
    /// A number, and a unit or a currency from a list.
    case quantity(units: [String])
  }

  /// The editor that handles events specific to the parts.
  private enum Editor: Sendable, Hashable {
    case line
    case object
    case duration
    case path(PathEditor)
    case moment(MomentEditor)
    case quantity(QuantityEditor)
  }

  /// The row the text is for.
  public let row: FormRowID

  /// The problem with the text at the last attempt to accept it.
  public private(set) var issue: IntentIssue?

  private var parts: EditorFields
  private var editor: Editor

  /// Whether the first typed character replaces the text; the editor of dates has a selection of
  /// its own.
  private var replacesText = false

  private init(row: FormRowID, _ editor: Editor, _ parts: EditorFields) {
    self.row = row
    self.editor = editor
    self.parts = parts
  }

  /// The kind of the parts.
  public var layout: Layout {
    switch editor {
    case .line, .path, .moment: .line
    case .object: .object
    case .duration: .duration
    case .quantity(let quantity): .quantity(units: quantity.units)
    }
  }

  /// The names of the parts; a single part has none.
  public var labels: [String] { parts.labels }

  /// The parts.
  public var fields: [TextField] { parts.fields }

  /// The part that has the cursor.
  public var active: Int { parts.active }

  /// The possible continuations of the path being typed, if they have been requested.
  public var completion: PathCompletion? {
    if case .path(let path) = editor { path.completion } else { nil }
  }

  /// Whether the text has parts that can be stepped and moved between, in one field or in several.
  public var hasParts: Bool {
    if case .moment = editor { true } else { fields.count > 1 }
  }

  /// Whether the whole text is selected, so that the next typed character replaces it.
  public var isSelected: Bool {
    if case .moment(let moment) = editor { return moment.isSelected && !texts[0].isEmpty }
    return replacesText && !texts[active].isEmpty
  }

  /// Whether the text has been changed since the editor was opened.
  public var isChanged: Bool { parts.isChanged }

  /// The texts of the parts.
  var texts: [String] { parts.texts }
}

// MARK: - Opening

extension TextEditing {
  /// Starts editing the unread text of a row or, if there is none, the text of its value.
  init(_ row: FormRowID, _ parameter: ParameterDefinition, _ answers: FormAnswers) {
    let isUnread = answers.unreadTexts[row] != nil
    let inParts =
      isUnread ? nil : Self.inParts(row, parameter.type, answers.value(of: row), answers.setup)
    self = inParts ?? Self.asText(row, parameter.type, answers)
  }

  /// Starts editing a row with the first typed text, and returns a message for the person.
  ///
  /// The text is appended to the value, or replaces it if the values of the type are replaced by
  /// typing.
  static func typing(
    _ text: String, in row: FormRowID, _ parameter: ParameterDefinition, _ answers: FormAnswers
  ) -> (editing: TextEditing, remark: Message?) {
    var editing = asText(row, parameter.type, answers)
    if case .moment = editing.editor {
      editing.editor = .moment(MomentEditor(selecting: false, steps: false))
    }
    if parameter.type.isReplacedByTyping, answers.unreadTexts[row] == nil { editing.parts.put("") }
    let remark = editing.type(.insert(text))
    return (editing, remark)
  }

  /// Lets the first typed character replace the value, if the values of the type are replaced by
  /// typing.
  mutating func selectValue(_ answers: FormAnswers) {
    replacesText =
      answers.parameter(of: row)?.type.isReplacedByTyping == true
      && answers.unreadTexts[row] == nil
  }

  /// The fields for a value of the type; nil if such a value is edited as a single text.
  private static func inParts(
    _ row: FormRowID, _ type: ParameterType, _ value: IntentValue?, _ setup: FormSetup,
    isChanged: Bool = false
  ) -> TextEditing? {
    switch type {
    case .measurement, .currencyAmount:
      guard let (quantity, texts) = QuantityEditor.opened(type, showing: value, setup)
      else { return nil }
      let parts = EditorFields(texts, labels: ["", ""], isChanged: isChanged)
      return TextEditing(row: row, .quantity(quantity), parts)
    default: return nil
    }
  }

  private static func asText(
    _ row: FormRowID, _ type: ParameterType, _ answers: FormAnswers
  ) -> TextEditing {
    let isObject = if case .object = type { true } else { false }
    let texts = editableTexts(row, isObject: isObject, answers)
    if case .dateComponents = type {
      let isUnread = answers.unreadTexts[row] != nil
      var fields = EditorFields(texts)
      if !isUnread { fields.fields[0].perform(.start) }
      return TextEditing(row: row, .moment(MomentEditor(selecting: !isUnread, steps: true)), fields)
    }
    // A stored value of a different type is edited as one text.
    guard isObject, texts.count == 2 else {
      return TextEditing(row: row, type.isFile ? .path(PathEditor()) : .line, EditorFields(texts))
    }
    let labels = [answers.words(.identifier), answers.words("display")]
    return TextEditing(row: row, .object, EditorFields(texts, labels: labels))
  }

  private static func editableTexts(
    _ row: FormRowID, isObject: Bool, _ answers: FormAnswers
  ) -> [String] {
    if let unread = answers.unreadTexts[row] {
      guard isObject, unread.parts.count == 1 else { return unread.parts }
      let (identifier, display) = ValueText.halves(of: unread.text)
      return [identifier, display ?? ""]
    }
    guard let value = answers.value(of: row) else { return isObject ? ["", ""] : [""] }
    if case .object(let object) = value, isObject { return [object.identifier, object.display] }
    let text = ValueText.text(of: value, notation: answers.setup.notation)
    // Without the T, a time alone would be read as a time of today.
    if case .dateComponents(let metadata)? = answers.parameter(of: row)?.type,
      metadata.kind == .dateTime, case .dateComponents(let parts) = value,
      !parts.hasAny(of: IntentDateComponent.ofDate)
    {
      return ["T" + ValueText.text(of: value)]
    }
    return [text]
  }
}

// MARK: - Events

extension TextEditing {
  /// Handles an event from the person.
  mutating func handle(
    _ event: FormEvent, _ answers: FormAnswers, _ marks: inout QuestionMarks
  ) -> Outcome<EditorStep> {
    var effects: [FormEffect] = []
    if replacesText {
      replacesText = false
      switch event {
      case .insert, .type: parts.put("")
      case .edit(let command) where command.deletes: parts.put("")
      default: break
      }
    }
    switch editor {
    case .path(var path):
      let handled = path.handle(event, &parts, &marks)
      editor = .path(path)
      effects = handled.effects
      if handled.isTaken { return Outcome(.stay, effects) }
    case .moment(var moment):
      let isTaken = moment.handle(event, &parts, value: steppedValue(answers), answers.setup)
      editor = .moment(moment)
      if isTaken { return clearIssue() }
    case .quantity(var quantity):
      let isTaken = quantity.handle(event, &parts, answers.setup)
      editor = .quantity(quantity)
      if isTaken { return clearIssue() }
    case .line, .object, .duration: break
    }
    var outcome = handleAsText(event, answers, &marks)
    outcome.effects = effects + outcome.effects
    return outcome
  }

  /// The date or time from which stepping starts; nil for a text that cannot be read.
  private func steppedValue(_ answers: FormAnswers) -> IntentValue? {
    guard case .dateComponents(let metadata)? = answers.parameter(of: row)?.type else { return nil }
    if texts[0].trimmed.isEmpty { return MomentEditor.start(of: metadata.kind, answers.setup) }
    return try? answers.meaning(of: texts[0], row).get()
  }

  private mutating func clearIssue() -> Outcome<EditorStep> {
    issue = nil
    return Outcome(.stay)
  }

  /// Handles an event that is not specific to the kind of parts.
  private mutating func handleAsText(
    _ event: FormEvent, _ answers: FormAnswers, _ marks: inout QuestionMarks
  ) -> Outcome<EditorStep> {
    switch event {
    case .insert, .type: return Outcome(.stay, remark: type(event))
    case .edit(let command):
      parts.fields[active].perform(command)
      textChanged()
    case .nextPart: return nextPart(answers, &marks)
    case .previousPart:
      guard fields.count > 1 else { return Outcome(.keepAndPass(.moveFocus(.previous))) }
      parts.moveActive(by: -1)
    case .commit, .activate: return commit(answers, &marks)
    case .dismiss: return Outcome(.close)
    case .moveFocus(.next) where answers.takesLines(row): parts.fields[active].perform(.lineDown)
    case .moveFocus(.previous) where answers.takesLines(row): parts.fields[active].perform(.lineUp)
    case .openCalendar:
      guard answers.hasCalendar(row) else { break }
      return Outcome(.keepAndPass(event))
    case .moveFocus, .focus, .set, .setText, .enter, .takeDay, .setFamily, .undo, .redo,
      .resetRow, .resetAll, .submit, .review, .toggleHidden:
      return Outcome(.keepAndPass(event))
    default: break
    }
    return Outcome(.stay)
  }

  /// Inserts typed or pasted text into the active part, and returns a message if there is not
  /// enough room for it.
  private mutating func type(_ event: FormEvent) -> Message? {
    let limit = fields[active].limit
    var hasRoom = true
    switch event {
    case .insert(let text): hasRoom = parts.fields[active].insert(text)
    case .type(let text): hasRoom = parts.fields[active].type(text)
    default: break
    }
    textChanged()
    return hasRoom ? nil : .textFull(limit: limit)
  }

  private mutating func textChanged() {
    issue = nil
    guard case .path(var path) = editor, path.completion != nil else { return }
    path.narrow(to: texts[0])
    editor = .path(path)
  }

  /// Moves to the next part, splits a text into the fields of its type, or completes a path.
  private mutating func nextPart(
    _ answers: FormAnswers, _ marks: inout QuestionMarks
  ) -> Outcome<EditorStep> {
    if fields.count > 1 {
      parts.moveActive(by: 1)
      return Outcome(.stay)
    }
    if case .path(var path) = editor {
      let effects = path.complete(texts[0], &marks)
      editor = .path(path)
      return Outcome(.stay, effects)
    }
    switch answers.parameter(of: row)?.type {
    case .timeInterval(let metadata)?: splitDuration(metadata.standardUnit, answers.setup)
    case .some(let type): split(type, answers)
    case nil: break
    }
    return Outcome(.stay)
  }

  /// Splits a quantity into a number and a unit, if the text is empty or can be read.
  private mutating func split(_ type: ParameterType, _ answers: FormAnswers) {
    let text = texts[0].trimmed
    var value: IntentValue?
    if !text.isEmpty {
      guard case .success(let read) = answers.readText(text, of: row) else { return }
      value = read
    }
    let isChanged = parts.isChanged || answers.unreadTexts[row] != nil
    if let split = Self.inParts(row, type, value, answers.setup, isChanged: isChanged) {
      self = split
    }
  }

  /// Splits a duration into a field for each unit, if it is a whole number of seconds.
  private mutating func splitDuration(_ unit: DurationUnit, _ setup: FormSetup) {
    let text = texts[0]
    guard
      let texts = DurationText.fieldTexts(
        of: text, unit: unit, words: setup.words, notation: setup.notation)
    else { return }
    // The labels are in the order of the fields.
    self = TextEditing(
      row: row, .duration,
      EditorFields(
        texts, labels: setup.words.names("d,h,min,s"), isChanged: parts.isChanged))
  }

  private mutating func commit(
    _ answers: FormAnswers, _ marks: inout QuestionMarks
  ) -> Outcome<EditorStep> {
    if case .object = editor, active == 0 { return nextPart(answers, &marks) }
    guard parts.isChanged || answers.unreadTexts[row] != nil else { return Outcome(.close) }
    switch read(answers) {
    case .failure(let issue):
      if layout == .line, answers.isList(texts[0], for: row) {
        return Outcome(.closeAndPass(.setText(row, texts[0])))
      }
      self.issue = issue
      return Outcome(.stay)
    case .success(let value): return Outcome(.set(value))
    }
  }

  /// Handles the entries of a folder, and returns a message for the person.
  mutating func take(
    _ mark: Int, _ answer: Result<[FolderEntry], FolderError>
  ) -> Message? {
    guard case .path(var path) = editor else { return nil }
    defer { editor = .path(path) }
    return path.take(mark, answer, &parts)
  }

  /// The beginning of a typed text that can be inserted into the current field in one step.
  func takenAtOnce(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    switch editor {
    case .path(let path) where path.completion != nil: text.prefix(0)
    case .line, .object, .duration, .path, .moment: text
    case .quantity where active == 0: text
    case .quantity: text.prefix(0)
    }
  }
}

// MARK: - Reading

extension TextEditing {
  /// The value of the edited text; for an empty text, the value that clearing the row sets.
  func read(_ answers: FormAnswers) -> Result<IntentValue?, IntentIssue> {
    guard texts.contains(where: { !$0.isEmpty }) else { return .success(answers.emptied(row)) }
    if case .object = editor {
      let object = IntentObject(
        identifier: texts[0].isEmpty ? texts[1] : texts[0],
        display: texts[1].isEmpty ? texts[0] : texts[1])
      return answers.checked(.object(object), of: row)
    }
    return readText.map { answers.readText($0, of: row) } ?? .success(nil)
  }

  /// The meaning of the text, without checking its bounds; nil for an empty text and for the parts
  /// of an object.
  func meaning(_ answers: FormAnswers) -> Result<IntentValue, IntentIssue>? {
    readText.map { answers.meaning(of: $0, row) }
  }

  /// All parts as the one text that is read; nil for an empty text and for the parts of an object.
  var readText: String? {
    switch editor {
    case .line, .path, .moment: texts[0].isEmpty ? nil : texts[0]
    case .duration: DurationText.text(ofFields: texts)
    case .quantity: QuantityEditor.text(of: texts)
    case .object: nil
    }
  }

  /// Accepts the text when the person moves on without Enter; unreadable text is kept.
  func keep(in answers: inout FormAnswers) -> RowMove? {
    guard parts.isChanged else { return nil }
    switch read(answers) {
    case .success(let value): return answers.set(value, of: row)
    case .failure(let issue):
      answers.keepUnread(unreadParts, issue, of: row)
      return nil
    }
  }

  /// The typed text to keep and edit again; the fields of a single value are joined into one text.
  private var unreadParts: [String] {
    switch editor {
    case .line, .path, .object, .moment: texts
    case .duration, .quantity: [readText ?? texts[0]]
    }
  }

  /// Withdraws the pending requests of the editor.
  var withdrawn: [FormEffect] {
    guard case .path(var path) = editor else { return [] }
    return path.withdraw()
  }

  /// Help for the text, with a description of the input that its active part accepts.
  func help(for type: ParameterType, _ words: FormWords) -> String? {
    switch editor {
    case .quantity where active == 1:
      let isMoney = if case .currencyAmount = type { true } else { false }
      return words(
        isMoney
          ? "Currency: up and down, or its first letters."
          : "Unit: up and down, or its first letters; the number is converted.")
    case .quantity, .line, .path, .object, .duration, .moment: break
    }
    switch type {
    case .string, .speakableString, .object: return nil
    case .placemark:
      let example = ValueText.text(of: .placemark(Placemark(latitude: 52.5, longitude: 13.4)))
      return words("Type a place, or coordinates such as \(number: example).")
    case .dateComponents(let metadata):
      let example = words(.typeThis(expected: type.expectation(in: words)))
      let others = words.momentExamples(metadata.kind)
      return others.isEmpty ? example : words.line(.verbatim(example), "Or: \(others).")
    case .file: return words("Type the path of a file.")
    default: return words(.typeThis(expected: type.expectation(in: words)))
    }
  }
}

extension FormAnswers {
  func takesLines(_ row: FormRowID) -> Bool {
    guard let parameter = parameter(of: row), case .string(let metadata) = parameter.type,
      !hasOptions(parameter)
    else { return false }
    return metadata.isMultiline
  }
}

extension ParameterType {
  /// Whether values are file paths.
  var isFile: Bool { if case .file = self { true } else { false } }

  /// Whether typing on a row starts a new value rather than continuing the old one.
  fileprivate var isReplacedByTyping: Bool {
    switch self {
    case .string, .url, .file, .speakableString, .person, .placemark, .object: false
    default: true
    }
  }
}
