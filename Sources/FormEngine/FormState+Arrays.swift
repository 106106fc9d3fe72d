import IntentModel

extension FormState {
  /// Sets the value of a row; nil takes it away, and slots of an array close up.
  mutating func setValue(_ value: IntentValue?, of row: FormRowID) -> [FormEffect] {
    switch row {
    case .family, .save, .cancel: return []
    case .parameter(let name):
      guard schema.parameter(named: name) != nil else { return [] }
      return change { state in
        state.draft.values[name] = value
        state.unreadTexts[row] = nil
      }
    case .element(let name, let index):
      guard let parameter = schema.parameter(named: name), index >= 0 else { return [] }
      guard let value else { return removeElement(at: index, of: parameter) }
      return setElement(value, at: index, of: parameter)
    }
  }

  /// Sets a parameter as a whole, and drops what was typed for it and could not be read.
  mutating func setWhole(_ value: IntentValue?, of name: String) -> [FormEffect] {
    guard schema.parameter(named: name) != nil else { return [] }
    return change { state in
      state.draft.values[name] = value
      state.unreadTexts = state.unreadTexts.filter { $0.key.parameter != name }
    }
  }

  /// A value for an empty slot goes to the first one of them, and the focus goes with it.
  private mutating func setElement(
    _ value: IntentValue, at index: Int, of parameter: IntentParameter
  ) -> [FormEffect] {
    let name = parameter.name
    var values = wholeElements(of: parameter)
    let place = min(index, values.count)
    if place < values.count { values[place] = value } else { values.append(value) }
    let effects = change { state in
      state.draft.values[name] = .array(values)
      state.unreadTexts[.element(name, index)] = nil
      state.renumberUnread(of: name) { (place..<max(place, index)).contains($0) ? $0 + 1 : $0 }
    }
    if focus == .element(name, index) { focus = .element(name, place) }
    return effects
  }

  private mutating func removeElement(
    at index: Int, of parameter: IntentParameter
  ) -> [FormEffect] {
    let name = parameter.name
    var values = wholeElements(of: parameter)
    guard values.indices.contains(index) else {
      return change { $0.unreadTexts[.element(name, index)] = nil }
    }
    values.remove(at: index)
    return change { state in
      state.draft.values[name] = .array(values)
      state.unreadTexts[.element(name, index)] = nil
      state.renumberUnread(of: name) { $0 > index ? $0 - 1 : $0 }
    }
  }

  /// Takes the focused value away: an element of an array, or the person's answer.
  mutating func removeElement() -> [FormEffect] {
    switch focus {
    case .element: setValue(nil, of: focus)
    case .parameter: resetRow()
    case .family, .save, .cancel: []
    }
  }

  /// Moves the focused element up or down among the filled slots, and the focus with it.
  mutating func moveElement(by distance: Int) -> [FormEffect] {
    guard case .element(let name, let index) = focus,
      let parameter = schema.parameter(named: name)
    else { return [] }
    var values = wholeElements(of: parameter)
    guard values.indices.contains(index) else { return [] }
    let steps = min(values.count, max(-values.count, distance))
    let target = min(values.count - 1, max(0, index + steps))
    guard target != index else { return [] }
    values.insert(values.remove(at: index), at: target)
    let effects = change { state in
      state.draft.values[name] = .array(values)
      state.renumberUnread(of: name) { Self.place(of: $0, moving: index, to: target) }
    }
    if focusableRows.contains(.element(name, target)) { focus = .element(name, target) }
    return effects
  }

  private static func place(of index: Int, moving source: Int, to target: Int) -> Int {
    if index == source { return target }
    if source < index, index <= target { return index - 1 }
    return target <= index && index < source ? index + 1 : index
  }

  /// Keeps texts that could not be read beside their slots while values move.
  private mutating func renumberUnread(of name: String, _ place: (Int) -> Int) {
    var kept: [FormRowID: UnreadText] = [:]
    for (row, text) in unreadTexts {
      guard case .element(name, let index) = row else {
        kept[row] = text
        continue
      }
      var moved = text
      if moved.issue.path.components.indices.contains(2) {
        moved.issue.path.components[2] = .index(place(index))
      }
      kept[.element(name, place(index))] = moved
    }
    unreadTexts = kept
  }
}
