import IntentModel
import Messages

extension FormAnswers {
  /// Why a parameter has no row at present, in words; nil when it has one, and when the definition
  /// gives it none whatever the answers are.
  func hiddenReason(of name: String) -> String? {
    switch state(of: name)?.hidden {
    case .conditionNotMet(let parent): unmet(name, parent)
    case .parentHidden(let parent): words(.hiddenParent(parent: label(of: parent)))
    case .notConfigurable, .noDisplayPriority, .noEditor, nil: nil
    }
  }

  /// The parent whose answer hides a parameter; nil when none does.
  func controllingParent(of name: String) -> String? {
    switch state(of: name)?.hidden {
    case .conditionNotMet(let parent), .parentHidden(let parent): parent
    default: nil
    }
  }

  private func label(of name: String) -> String { schema.parameter(named: name)?.label ?? name }

  /// The condition that does not hold, said by what the parent is; for a condition of one value that
  /// the parent should have, by what it is not.
  private func unmet(_ name: String, _ parent: String) -> String {
    guard let parameter = schema.parameter(named: parent) else {
      return words(.hiddenParent(parent: parent))
    }
    let relationship = schema.parameter(named: name)?.relationship
    let value = state(of: parent)?.value
    if case .boolean = parameter.type {
      let shown = value ?? .boolean(false)
      return words(.hiddenIs(parent: parameter.label, value: text(of: shown, parameter)))
    }
    if relationship?.relation == .hasExactValue, let wanted = relationship?.values,
      wanted.count == 1
    {
      let text = conditionText(wanted[0], parameter)
      if !text.isEmpty { return words(.hiddenNot(parent: parameter.label, value: text)) }
    }
    let text = text(of: value, parameter)
    return text.isEmpty
      ? words(.hiddenNotSet(parent: parameter.label))
      : words(.hiddenIs(parent: parameter.label, value: text))
  }

  /// The value of a condition as people see it; files write the case of an enum as a string.
  private func conditionText(_ value: IntentValue, _ parameter: IntentParameter) -> String {
    if case .string(let name) = value, let found = schema.enumeration(of: parameter.type) {
      return found.choice(named: name)?.label ?? name
    }
    return text(of: value, parameter)
  }

  /// The parameters that are drawn: the visible ones and, while asked for, the hidden ones.
  var shownParameters: [IntentParameter] {
    showsHidden ? reachableParameters : visibleParameters
  }

  /// The parameters that have a row or would have one under other answers, in display order.
  var reachableParameters: [IntentParameter] {
    schema.ownParameters.filter { position, parameter in
      evaluation.states[position].isVisible || controllingParent(of: parameter.name) != nil
    }.map(\.parameter)
  }

  /// Whether a row is there only to say why it is hidden.
  func isHiddenRow(_ row: FormRowID) -> Bool {
    row.parameter.map { controllingParent(of: $0) != nil } ?? false
  }
}

extension IntentSchema {
  /// The parameters that can have a row, in display order; of several with one name the first.
  var ownParameters: [(position: Int, parameter: IntentParameter)] {
    let parameters = parameters
    return ownOrder.map { (position: $0, parameter: parameters[$0]) }
  }
}
