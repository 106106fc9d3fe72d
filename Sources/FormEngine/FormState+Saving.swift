public import IntentModel
import IntentOptions
import Messages

extension FormState {
  /// Everything that stands against saving, in the order of the rows.
  ///
  /// What lies beyond the family's maximum, and what is hidden, is not in the intent and so stands
  /// against nothing.
  public var issues: [IntentIssue] {
    visibleParameters.flatMap { parameter -> [IntentIssue] in
      let found = unreadIssues(of: parameter) + (state(of: parameter.name)?.issues ?? [])
      let places = found.map { $0.path.slot ?? -1 }
      // A stable sort: an unread text comes before the value that it is to replace.
      return found.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { found[$0] }
    }
  }

  private func unreadIssues(of parameter: IntentParameter) -> [IntentIssue] {
    let maximum = parameter.maximumCount(for: family) ?? Int.max
    return unreadTexts.compactMap { row, text in
      switch row {
      case .parameter(parameter.name): text.issue
      case .element(parameter.name, let index): index < maximum ? text.issue : nil
      default: nil
      }
    }
  }

  mutating func submit() -> [FormEffect] {
    if let first = issues.first {
      message = words.line(first)
      if let row = row(at: first.path) { focus = row }
      return []
    }
    if let awaited = awaitedDefault {
      savesWhenSettled = true
      message = words(.savesWhenReady(parameter: awaited.label))
      return []
    }
    switch schema.resolve(draft, family: family) {
    case .failure(let problem):
      message = problem.issues.first.map(words.sentence)
      return []
    case .success(let intent):
      return end(.submitted(intent)) + [.finish(intent)]
    }
  }

  /// The parameter whose default is on its way: an intent without it would be another one.
  private var awaitedDefault: IntentParameter? {
    let asked = loads.values.filter { $0.kind == .defaults }.map(\.request.parameter)
    return visibleParameters.first { asked.contains($0.name) }
  }

  /// Goes on with saving once the default that it waited for has come or failed.
  mutating func savingAfter(_ effects: [FormEffect]) -> [FormEffect] {
    guard savesWhenSettled, awaitedDefault == nil else { return effects }
    (savesWhenSettled, message) = (false, nil)
    return effects + submit()
  }

  mutating func cancel() -> [FormEffect] { end(.cancelled) }

  private mutating func end(_ phase: FormPhase) -> [FormEffect] {
    self.phase = phase
    (editing, picker, pickerRequest, panel) = (nil, nil, nil, nil)
    return forgetFolder() + forgetFiles() + supersede { _ in true } + cancelSearches()
  }

  /// The row that an issue's path belongs to.
  private func row(at path: IntentPath) -> FormRowID? {
    guard case .key(let name)? = path.components.dropFirst().first else { return nil }
    let rows = focusableRows
    if let slot = path.slot, rows.contains(.element(name, slot)) { return .element(name, slot) }
    return rows.first { $0.parameter == name }
  }
}

extension IntentPath {
  /// The element of a parameter that the path leads into; nil for the parameter as a whole.
  fileprivate var slot: Int? {
    if case .index(let index)? = components.dropFirst(2).first { index } else { nil }
  }
}

extension FormState {
  /// The answers that differ from how the form was opened, in the order of the rows.
  public var changes: [FormChange] {
    let before = schema.evaluate(opening.draft, family: opening.family)
    var changes: [FormChange] = []
    if family != opening.family {
      changes.append(
        FormChange(
          label: words(.family), old: opening.family.rawValue, new: family.rawValue, reason: nil))
    }
    for position in schema.displayOrder {
      let parameter = schema.intent.parameters[position]
      let name = parameter.name
      guard schema.position(of: name) == position, isModified(name) else { continue }
      let old = opening.draft.values[name] ?? before.states[position].value
      changes.append(
        FormChange(
          label: parameter.label, old: text(of: old, parameter), new: newText(of: parameter),
          reason: hiddenReason(of: name)))
    }
    return changes
  }

  /// The answers that are set and yet not in the intent: those of hidden rows, and those beyond
  /// what the family takes.
  public var withoutEffect: [FormChange] {
    schema.displayOrder.flatMap { position -> [FormChange] in
      let parameter = schema.intent.parameters[position]
      let name = parameter.name
      guard schema.position(of: name) == position else { return [] }
      if let reason = hiddenReason(of: name) {
        guard let value = draft.values[name] else { return [] }
        let text = text(of: value, parameter)
        return [FormChange(label: parameter.label, old: "", new: text, reason: reason)]
      }
      guard parameter.supportsMultipleValues, let maximum = parameter.maximumCount(for: family)
      else { return [] }
      return slotTexts(of: parameter).filter { $0.slot >= maximum }.map { slot, text in
        FormChange(
          label: "\(parameter.label) \(slot + 1)", old: "", new: text, reason: words(.notInFamily))
      }
    }
  }

  /// The texts of an array's slots in their order, each as it was typed where it cannot be read.
  private func slotTexts(of parameter: IntentParameter) -> [(slot: Int, text: String)] {
    var texts: [Int: String] = [:]
    for (slot, element) in elements(of: parameter).enumerated() {
      texts[slot] = display(of: element, parameter)
    }
    for (row, unread) in unreadTexts {
      if case .element(parameter.name, let slot) = row { texts[slot] = unread.text }
    }
    return texts.sorted { $0.key < $1.key }.map { (slot: $0.key, text: $0.value) }
  }

  private func newText(of parameter: IntentParameter) -> String {
    if let unread = unreadTexts[.parameter(parameter.name)] { return unread.text }
    if parameter.supportsMultipleValues {
      return slotTexts(of: parameter).map(\.text).joined(separator: ", ")
    }
    let value = draft.values[parameter.name] ?? state(of: parameter.name)?.value
    return text(of: value, parameter)
  }

  /// A value as people see it; the elements of an array with commas between them.
  func text(of value: IntentValue?, _ parameter: IntentParameter) -> String {
    guard let value else { return "" }
    guard case .array(let elements) = value else {
      return display(of: value, parameter)
    }
    return elements.map { display(of: $0, parameter) }.joined(separator: ", ")
  }

  /// One value as people see it, in the language and the ways of the form.
  func display(of value: IntentValue, _ parameter: IntentParameter) -> String {
    ValueText.display(of: value, type: parameter.type, schema: schema, words: words)
  }
}
