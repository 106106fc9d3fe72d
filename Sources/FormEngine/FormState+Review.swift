import IntentModel

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
      guard schema.position(of: name) == position, let value = draft.values[name] else { return [] }
      if let reason = hiddenReason(of: name) {
        let text = text(of: value, parameter)
        return [FormChange(label: parameter.label, old: "", new: text, reason: reason)]
      }
      guard parameter.supportsMultipleValues, let maximum = parameter.maximumCount(for: family)
      else { return [] }
      return value.elements.enumerated().dropFirst(maximum).map { index, element in
        FormChange(
          label: "\(parameter.label) \(index + 1)", old: "", new: text(of: element, parameter),
          reason: words(.notInFamily))
      }
    }
  }

  private func newText(of parameter: IntentParameter) -> String {
    if let unread = unreadTexts[.parameter(parameter.name)] { return unread.text }
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
