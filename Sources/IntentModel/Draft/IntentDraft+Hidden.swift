extension IntentDraft {
  /// This draft, with the hidden answers of an older one added: answers to parameters that are not
  /// visible now, and array values beyond the family's maximum.
  package func keepingHidden(
    of old: IntentDraft, schema: IntentSchema, family: WidgetFamily
  ) -> IntentDraft {
    guard !old.values.isEmpty else { return self }
    var draft = self
    draft.titles.merge(old.titles) { own, _ in own }
    let evaluation = schema.evaluate(self, family: family)
    for (position, parameter) in schema.intent.parameters.enumerated() {
      let name = parameter.name
      if !evaluation.states[position].isVisible, draft.values[name] == nil {
        draft.values[name] = old.values[name]
      }
      guard let maximum = parameter.maximumCount(for: family), parameter.supportsMultipleValues,
        case .array(let now)? = values[name], case .array(let before)? = old.values[name],
        now.count == maximum, before.count > maximum
      else { continue }
      draft.values[name] = .array(now + before.dropFirst(maximum))
    }
    return draft
  }
}

/// The answers that a draft keeps, but that are missing from its intent.
package struct LeftOutAnswers: Sendable, Hashable {
  /// The names of the hidden parameters that have an answer, in file order.
  package var hidden: [String] = []
  /// The names of the arrays with elements beyond the family's maximum, in file order.
  package var shortened: [String] = []
  /// The number of elements beyond the maximum.
  package var elements = 0

  /// Whether the intent holds all answers.
  package var isEmpty: Bool { hidden.isEmpty && shortened.isEmpty }
}

extension IntentSchema {
  /// The answers in a draft that are missing from the intent that its evaluation gives.
  package func leftOut(of draft: IntentDraft, in evaluation: IntentEvaluation) -> LeftOutAnswers {
    var leftOut = LeftOutAnswers()
    for (position, parameter) in parameters.enumerated() {
      guard let answer = draft.values[parameter.name],
        self.position(of: parameter.name) == position
      else { continue }
      if evaluation.states[position].value == nil, !evaluation.states[position].isVisible {
        leftOut.hidden.append(parameter.name)
      } else if case .array(let elements) = answer,
        let maximum = parameter.maximumCount(for: evaluation.family), elements.count > maximum
      {
        leftOut.shortened.append(parameter.name)
        leftOut.elements += elements.count - maximum
      }
    }
    return leftOut
  }
}
