extension IntentDraft {
  /// This draft with what an older one says beyond it: answers to questions that are not asked now,
  /// and the values of arrays after those that the family takes.
  package func keepingHidden(
    of old: IntentDraft, schema: IntentSchema, family: WidgetFamily
  ) -> IntentDraft {
    var draft = self
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
