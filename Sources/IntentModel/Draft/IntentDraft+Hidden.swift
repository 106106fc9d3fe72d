extension IntentDraft {
  /// This draft with the hidden answers of an older one: answers to parameters that are not visible
  /// now, and array values beyond the family's maximum.
  package func keepingHidden(
    of old: IntentDraft, schema: IntentSchema, family: WidgetFamily
  ) -> IntentDraft {
    guard !old.values.isEmpty else { return self }
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
