import IntentModel
import Messages

extension FormAnswers {
  /// Whether the meaning of an entry can depend on earlier changes, which must then take effect
  /// before the entry is made.
  ///
  /// A text is read with the current value of its row. A value that is not an answer is a default,
  /// which depends on the parents and returns when the row is reset.
  func depends(_ entry: RowEntry, on changed: Set<String>) -> Bool {
    guard !changed.isEmpty, let name = entry.parameter, draft.values[name] == nil else {
      return false
    }
    switch entry {
    case .value, .choice: return false
    case .text, .texts: break
    }
    return changed.contains(name)
      || schema.ancestors(of: name).contains { changed.contains($0.name) }
  }

  /// Whether the answer of a parameter, or any unread text, differs from a snapshot; without a name,
  /// the family is compared instead of an answer.
  func differs(_ name: String?, from before: FormSnapshot) -> Bool {
    name.map { draft.values[$0] != before.draft.values[$0] } ?? (family != before.family)
      || unreadTexts != before.unreadTexts
  }

  /// Keeps typed text that could not be read.
  mutating func keepUnread(_ parts: [String], _ issue: IntentIssue, of row: FormRowID) {
    let text = parts.joined(separator: "|")
    unreadTexts[row] = UnreadText(text: text, issue: issue, parts: parts)
  }

  /// Keeps the name of a choice, so that the next form looks it up.
  mutating func keepForLookup(_ text: String, of row: FormRowID) {
    let issue = IntentIssue(.choiceNotFound(text, choices: []), at: path(of: row))
    keepUnread([text], issue, of: row)
  }

  /// Reads a text as the value of a row, and checks it against the rules of the parameter.
  func readText(_ text: String, of row: FormRowID) -> Result<IntentValue?, IntentIssue> {
    guard let parameter = parameter(of: row) else { return .success(nil) }
    return meaning(of: text, row).flatMap { checked($0, of: row) }
      .mapError { inTypedUnits($0, text, parameter.type) }
  }

  /// Reads a text as the value of a row, without checking its bounds.
  ///
  /// A number without a unit gets the unit that the row shows. If a text cannot be read, the unit
  /// that was chosen for it is left out, so that no issue names a unit that the person did not
  /// type.
  func meaning(of text: String, _ row: FormRowID) -> Result<IntentValue, IntentIssue> {
    typedMeaning(of: chosenUnit(in: text, of: row)?.number ?? text, row)
  }

  /// The text of a quantity with a unit that a person chose for it.
  ///
  /// A text that contains a unit keeps it. A text that cannot be read gets the chosen unit, so the
  /// choice is not lost while the text is corrected; if the row would show this unit even when it is
  /// empty, the text stays unchanged.
  func quantity(_ number: String, chosen unit: String, of row: FormRowID) -> String {
    let text = ValueText.quantity(number, unit: unit)
    guard text == number, let parameter = parameter(of: row) else { return text }
    let usual = schema.defaultValue(of: parameter, draft: draft, family: family)
    guard
      let (editor, texts) = QuantityEditor.opened(parameter.type, showing: usual, setup),
      editor.units.contains(unit), unit != texts[1], !isQuantity(number, row, editor.units)
    else { return text }
    return number + String(Self.beforeChosenUnit) + unit
  }

  /// Splits the unreadable text of a quantity into the typed text and the unit that was chosen for
  /// it; nil for any other text.
  func chosenUnit(in text: String, of row: FormRowID) -> (number: String, unit: String)? {
    guard let place = text.lastIndex(of: Self.beforeChosenUnit),
      let type = parameter(of: row)?.type,
      let units = QuantityEditor.opened(type, showing: nil, setup)?.editor.units
    else { return nil }
    let (number, unit) = (String(text[..<place]), String(text[text.index(after: place)...]))
    return units.contains(unit) && !isQuantity(number, row, units) ? (number, unit) : nil
  }

  /// The space before a unit that was chosen rather than typed: a no-break space.
  private static let beforeChosenUnit: Character = "\u{A0}"

  /// Whether a text is read as a quantity with one of the given units; an unknown unit is read as
  /// well, and refused later.
  private func isQuantity(_ text: String, _ row: FormRowID, _ units: [String]) -> Bool {
    switch typedMeaning(of: text, row) {
    case .success(.measurement(let read)): units.contains(read.unit)
    case .success(.currencyAmount(let read)): units.contains(read.currencyCode)
    case .success, .failure: false
    }
  }

  private func typedMeaning(
    of text: String, _ row: FormRowID
  ) -> Result<IntentValue, IntentIssue> {
    guard let parameter = parameter(of: row) else {
      return .failure(IntentIssue(.noEditor(type: ""), at: path(of: row)))
    }
    if let structure = structure(in: text, of: row, parameter) { return structure }
    if let converted = converted(to: text, row) { return .success(converted) }
    let text = parameter.type.isFile ? expandedPath(text) : withUnit(text, row, parameter.type)
    return ValueText.value(
      of: text, type: parameter.type, schema: schema, words: words, notation: setup.notation
    ).mapError { IntentIssue($0, at: path(of: row)) }
  }

  /// A number with the unit or the currency of the row's value appended; any other text unchanged.
  private func withUnit(_ text: String, _ row: FormRowID, _ type: ParameterType) -> String {
    let unit: String
    switch (type, value(of: row)) {
    case (.measurement(let metadata), .measurement(let present)?)
    where metadata.dimension.unit(present.unit) != nil:
      unit = present.unit
    case (.currencyAmount(let metadata), .currencyAmount(let present)?)
    where metadata.offeredCodes.isEmpty || metadata.offeredCodes.contains(present.currencyCode):
      unit = present.currencyCode
    default: return text
    }
    let (number, own) = ValueText.numberAndUnit(of: text.trimmed)
    return own.isEmpty && !number.isEmpty ? "\(number) \(unit)" : text
  }

  /// The value of a row in a text that uses a format such as intent JSON; nil for any other text.
  func structure(
    in text: String, of row: FormRowID, _ parameter: ParameterDefinition
  ) -> Result<IntentValue, IntentIssue>? {
    guard text.trimmed.first == "{" else { return nil }
    var single = parameter
    single.supportsMultipleValues = false
    return setup.structuredTexts?.readValue(text, single, schema)?.mapError { issue in
      var issue = issue
      issue.path = IntentPath(path(of: row).components + issue.path.insideParameter)
      return issue
    }
  }

  /// The value that an emptied text sets: an empty string if removing the answer would bring back a
  /// default; otherwise nil, for no answer.
  func emptied(_ row: FormRowID) -> IntentValue? {
    guard case .parameter = row, let parameter = parameter(of: row),
      case .string = parameter.type,
      schema.defaultValue(of: parameter, draft: draft, family: family) != nil
    else { return nil }
    return .string("")
  }

  /// Checks a typed value, after adding the parts that its text does not show, which are copied
  /// from the current value.
  func checked(_ typed: IntentValue, of row: FormRowID) -> Result<IntentValue?, IntentIssue> {
    guard let parameter = parameter(of: row) else { return .success(nil) }
    let value = typed.keepingUnseen(of: value(of: row))
    if let issue = schema.issues(with: value, type: parameter.type, at: path(of: row)).first {
      return .failure(issue)
    }
    return .success(value)
  }

  /// The path of a row's value in the intent.
  func path(of row: FormRowID) -> IntentPath {
    switch row {
    case .element(let name, let index): .parameter(name).appending(index)
    case .parameter(let name): .parameter(name)
    case .family, .save, .cancel: .root
    }
  }

  /// An issue that shows a duration as it was typed instead of converted.
  func inTypedUnits(_ issue: IntentIssue, _ typed: String, _ type: ParameterType) -> IntentIssue {
    guard case .timeInterval(let metadata) = type else { return issue }
    let unit = metadata.standardUnit
    func bound(_ bound: IntentIssue.Quantity) -> IntentIssue.Quantity {
      guard bound == .duration(0) else { return bound }
      return .duration(0, written: words.duration(0, in: unit))
    }
    func value(_ value: IntentIssue.Quantity) -> IntentIssue.Quantity {
      guard case .duration(let seconds, nil) = value else { return value }
      let number = DurationText.plainNumber(in: typed, notation: setup.notation)
      let written = number.map { words.duration($0, in: unit) } ?? typed.trimmed.harmlessName
      return .duration(seconds, written: written)
    }
    var issue = issue
    switch issue.reason {
    case .belowMinimum(let found, let minimum):
      issue.reason = .belowMinimum(value: value(found), minimum: bound(minimum))
    case .aboveMaximum(let found, let maximum):
      issue.reason = .aboveMaximum(value: value(found), maximum: bound(maximum))
    default: break
    }
    return issue
  }

  /// Replaces a `~` at the start of a path with the home folder, if that is known.
  func expandedPath(_ path: String) -> String {
    PathCompletion.expanded(path, home: setup.home) ?? path
  }

  /// The measurement of a row converted to another unit; nil unless the text is only the name of a
  /// unit.
  private func converted(to text: String, _ row: FormRowID) -> IntentValue? {
    guard case .measurement(let metadata)? = parameter(of: row)?.type,
      case .measurement(let present)? = value(of: row),
      let to = words.unit(named: text.trimmed, of: metadata.dimension),
      let from = metadata.dimension.unit(present.unit)
    else { return nil }
    return .measurement(
      IntentMeasurement(value: from.value(present.value, in: to), unit: to.symbol))
  }

  /// The value of a row after a number of steps; nil if the row cannot be stepped.
  func adjusted(_ row: FormRowID, by steps: Int) -> IntentValue? {
    guard let parameter = parameter(of: row) else { return nil }
    let value = value(of: row)
    switch parameter.type {
    case .boolean:
      return .boolean(value != .boolean(true))
    case .enumeration:
      guard let choices = schema.enumeration(of: parameter.type)?.choices else { return nil }
      guard case .enumeration(let name)? = value,
        let current = choices.firstIndex(where: { $0.name == name })
      else { return (steps < 0 ? choices.last : choices.first).map { .enumeration($0.name) } }
      return .enumeration(choices[current.moved(by: steps, among: choices.count)].name)
    default:
      guard description(of: parameter).isStepped else { return nil }
      return ValueStepper.step(value, type: parameter.type, by: steps)
    }
  }
}

extension Int {
  /// The position after a number of steps, wrapping around at the ends.
  func moved(by steps: Int, among count: Int) -> Int {
    let next = (self + steps % count) % count
    return next < 0 ? next + count : next
  }
}
