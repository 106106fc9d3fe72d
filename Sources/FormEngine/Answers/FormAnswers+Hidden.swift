package import IntentModel
import Messages

extension FormAnswers {
  /// Why a parameter is hidden, in words; nil if it has a row, or if its definition never gives it
  /// one.
  func hiddenReason(of name: String) -> String? {
    switch state(of: name)?.hidden {
    case .conditionNotMet(let parent): unmet(name, parent)
    case .parentHidden(let parent): words(.hiddenParent(parent: label(of: parent)))
    case .otherFamily: words("hidden at this size")
    case .notConfigurable, .noDisplayPriority, .noEditor, nil: nil
    }
  }

  /// The parent whose answer hides a parameter; nil if there is none.
  func controllingParent(of name: String) -> String? {
    state(of: name)?.hidden?.controllingParent
  }

  /// The row whose answer hides a parameter; nil if there is none.
  func hidingRow(of name: String) -> FormRow.HidingRow? {
    controllingParent(of: name).map { FormRow.HidingRow(id: .parameter($0), label: label(of: $0)) }
  }

  /// The answer that the parent would need for a hidden parameter to be visible, as `NAME=VALUE` in
  /// the notation of the form; nil if the parent itself is hidden, or if no exact value is known.
  func answerShowing(_ name: String) -> String? {
    guard case .conditionNotMet(let parent)? = state(of: name)?.hidden,
      let parameter = schema.parameter(named: parent)
    else { return nil }
    if case .boolean = parameter.type, let present = state(of: parent)?.value {
      return "\(parent)=\(text(of: .boolean(present != .boolean(true)), parameter))"
    }
    guard
      let wanted = comparisons(of: name, with: parent).first?.values.first?
        .compared(with: parameter.type)
    else { return nil }
    if case .string(let text) = wanted { return "\(parent)=\(text)" }
    return "\(parent)=\(text(of: wanted, parameter))"
  }

  /// The comparisons of a row's condition with a parent, if all of them require exact values; empty
  /// otherwise.
  private func comparisons(of name: String, with parent: String) -> [Condition.Comparison] {
    let all =
      schema.parameter(named: name)?.relationship?.comparison.map { [$0] }
      ?? schema.intent.summaryCondition(of: name)?.comparisons.filter {
        $0.subject == .parameter(parent)
      } ?? []
    return all.allSatisfy { $0.comparison == .equal || $0.comparison == .oneOf } ? all : []
  }

  private func label(of name: String) -> String { schema.parameter(named: name)?.label ?? name }

  /// The unmet condition, in words.
  ///
  /// If there is exactly one value that the parent must have, the words name it. Otherwise, and for
  /// a Boolean parent, they name the parent's current value.
  private func unmet(_ name: String, _ parent: String) -> String {
    guard let parameter = schema.parameter(named: parent) else {
      return words(.hiddenParent(parent: parent))
    }
    let value = state(of: parent)?.value
    if case .boolean(let metadata) = parameter.type,
      let shown = value ?? (metadata.defaultValue == nil ? nil : .boolean(false))
    {
      return words(.hiddenIs(parent: parameter.label, value: text(of: shown, parameter)))
    }
    let wanted = comparisons(of: name, with: parent).flatMap(\.values)
    if wanted.count == 1 {
      let text = conditionText(wanted[0], parameter)
      if !text.isEmpty { return words("hidden because \(parameter.label) is not \(text)") }
    }
    let text = text(of: value, parameter)
    return text.isEmpty
      ? words("hidden because \(parameter.label) is not set")
      : words(.hiddenIs(parent: parameter.label, value: text))
  }

  /// The value of a condition as people see it; files write an enum case as a string.
  private func conditionText(_ value: IntentValue, _ parameter: ParameterDefinition) -> String {
    if case .string(let name) = value, let found = schema.enumeration(of: parameter.type) {
      return found.choice(named: name)?.label ?? name
    }
    return text(of: value.compared(with: parameter.type), parameter)
  }

  /// The positions of drawn parameters: the visible ones and, if requested, the hidden ones.
  var shownPositions: [Int] { showsHidden ? reachablePositions : visiblePositions }

  /// The positions of the parameters that have a row, or would have one with other answers or in
  /// another family, in display order.
  var reachablePositions: [Int] {
    guard schema.keepsHiddenValues else {
      return schema.ownOrder.filter { position in
        evaluation.states[position].hidden.map { $0.controllingParent != nil } ?? true
      }
    }
    // The order of visible rows depends on the answers; the hidden ones come after them.
    let hidden = schema.ownOrder.filter { position in
      evaluation.states[position].hidden.map { $0.controllingParent != nil || $0 == .otherFamily }
        ?? false
    }
    return visiblePositions + hidden
  }

  /// Whether a row is shown only with the reason why it is hidden.
  func isHiddenRow(_ row: FormRowID) -> Bool {
    row.parameter.map { hiddenReason(of: $0) != nil } ?? false
  }
}

extension HiddenReason {
  /// The parent whose answer hides the parameter; nil if there is none.
  fileprivate var controllingParent: String? {
    switch self {
    case .conditionNotMet(let parent), .parentHidden(let parent): parent
    case .notConfigurable, .noDisplayPriority, .noEditor, .otherFamily: nil
    }
  }
}

extension IntentSchema {
  /// The parameters that can have a row, in display order; a parameter with the name of an earlier
  /// one is left out.
  package var ownParameters: [(position: Int, parameter: ParameterDefinition)] {
    let parameters = parameters
    return ownOrder.map { (position: $0, parameter: parameters[$0]) }
  }

  /// The number of parents above a parameter: its parent, the parent's parent, and so on.
  package func depth(of name: String) -> Int {
    var depth = 0
    var next = position(of: name).flatMap { parents[$0] }
    while let parent = next {
      depth += 1
      next = parents[parent]
    }
    return depth
  }
}
