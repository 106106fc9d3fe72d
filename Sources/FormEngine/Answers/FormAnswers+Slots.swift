import IntentModel

extension FormAnswers {
  /// Sets the value of a row; nil removes it, and the later elements of an array move up.
  ///
  /// A value for an empty slot is stored in the first empty slot.
  mutating func set(_ value: IntentValue?, of row: FormRowID) -> RowMove? {
    switch row {
    case .family, .save, .cancel: break
    case .parameter(let name):
      guard schema.parameter(named: name) != nil else { break }
      draft.values[name] = value
      unreadTexts[row] = nil
    case .element(let name, let index):
      guard let parameter = schema.parameter(named: name), index >= 0 else { break }
      if let value {
        let place = setElement(value, at: index, of: parameter)
        return RowMove(from: row, to: .element(name, place))
      }
      removeElement(at: index, of: parameter)
    }
    return nil
  }

  /// Sets a whole parameter, and discards its unread texts.
  mutating func setWhole(_ value: IntentValue?, of name: String) {
    guard schema.parameter(named: name) != nil else { return }
    draft.values[name] = value
    unreadTexts = unreadTexts.filter { $0.key.parameter != name }
  }

  /// Removes all answers.
  mutating func reset() {
    draft.values = [:]
    unreadTexts = [:]
  }

  private mutating func setElement(
    _ value: IntentValue, at index: Int, of parameter: ParameterDefinition
  ) -> Int {
    let name = parameter.name
    var values = wholeElements(of: parameter)
    let place = min(index, values.count)
    if place < values.count { values[place] = value } else { values.append(value) }
    draft.values[name] = .array(values)
    unreadTexts[.element(name, index)] = nil
    renumberUnread(of: name) { (place..<max(place, index)).contains($0) ? $0 + 1 : $0 }
    return place
  }

  private mutating func removeElement(at index: Int, of parameter: ParameterDefinition) {
    let name = parameter.name
    var values = wholeElements(of: parameter)
    unreadTexts[.element(name, index)] = nil
    guard values.indices.contains(index) else { return }
    values.remove(at: index)
    draft.values[name] = .array(values)
    renumberUnread(of: name) { $0 > index ? $0 - 1 : $0 }
  }

  /// Moves an element among the filled slots.
  mutating func moveElement(_ row: FormRowID, by distance: Int) -> RowMove? {
    guard case .element(let name, let index) = row, let parameter = schema.parameter(named: name)
    else { return nil }
    var values = wholeElements(of: parameter)
    guard values.indices.contains(index) else { return nil }
    let target = FocusMove.position(distance, from: index, last: values.count - 1)
    guard target != index else { return nil }
    values.insert(values.remove(at: index), at: target)
    draft.values[name] = .array(values)
    renumberUnread(of: name) { Self.place(of: $0, moving: index, to: target) }
    return RowMove(from: row, to: .element(name, target))
  }

  private static func place(of index: Int, moving source: Int, to target: Int) -> Int {
    if index == source { return target }
    if source < index, index <= target { return index - 1 }
    return target <= index && index < source ? index + 1 : index
  }

  /// Gives unread texts new slots when values move, and changes the paths of their issues.
  mutating func renumberUnread(of name: String, _ place: (Int) -> Int) {
    var kept: [FormRowID: UnreadText] = [:]
    for (row, text) in unreadTexts {
      guard case .element(name, let index) = row else {
        kept[row] = text
        continue
      }
      var moved = text
      moved.issue.path.slot = place(index)
      kept[.element(name, place(index))] = moved
    }
    unreadTexts = kept
  }

  /// Copies the value of a slot to all empty slots that the family accepts.
  mutating func fillElements(from row: FormRowID) {
    guard case .element(let name, _) = row, let parameter = schema.parameter(named: name),
      let value = value(of: row), let maximum = parameter.maximumCount(for: family)
    else { return }
    var values = wholeElements(of: parameter)
    guard values.count < maximum, maximum <= Self.maximumEmptySlots else { return }
    values += Array(repeating: value, count: maximum - values.count)
    draft.values[name] = .array(values)
  }
}

/// The move of a value to another row, for the focus to follow.
struct RowMove: Sendable, Hashable {
  /// The row before the change.
  var from: FormRowID
  /// The row that now has the value.
  var to: FormRowID
}
