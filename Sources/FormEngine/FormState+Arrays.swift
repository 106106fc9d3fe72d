import IntentModel

extension FormState {
  /// Sets the value of a row; nil takes it away, and slots of an array close up.
  mutating func setValue(_ value: IntentValue?, of row: FormRowID) -> [FormEffect] {
    switch row {
    case .family, .save, .cancel: return []
    case .parameter(let name):
      return change { state in
        state.draft.values[name] = value
        state.unreadTexts[row] = nil
      }
    case .element(let name, let index):
      guard let parameter = schema.parameter(named: name) else { return [] }
      var values = elements(of: parameter)
      if values.indices.contains(index) {
        if let value { values[index] = value } else { values.remove(at: index) }
      } else if let value {
        values.append(value)
      }
      return setElements(values, of: name, clearing: row)
    }
  }

  private mutating func setElements(
    _ values: [IntentValue], of name: String, clearing row: FormRowID? = nil
  ) -> [FormEffect] {
    change { state in
      state.draft.values[name] = .array(values)
      if let row { state.unreadTexts[row] = nil }
    }
  }

  /// Takes the focused value away: an element of an array, or the person's answer.
  mutating func removeElement() -> [FormEffect] {
    switch focus {
    case .element: return setValue(nil, of: focus)
    case .parameter: return handle(.resetRow)
    case .family, .save, .cancel: return []
    }
  }

  /// Moves the focused element up or down among the filled slots, and the focus with it.
  mutating func moveElement(by distance: Int) -> [FormEffect] {
    guard case .element(let name, let index) = focus,
      let parameter = schema.parameter(named: name)
    else { return [] }
    var values = elements(of: parameter)
    guard values.indices.contains(index) else { return [] }
    let target = min(values.count - 1, max(0, index + distance))
    values.insert(values.remove(at: index), at: target)
    let effects = setElements(values, of: name)
    focus = .element(name, target)
    return effects
  }
}
