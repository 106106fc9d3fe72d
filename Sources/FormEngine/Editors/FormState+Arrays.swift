import IntentModel
import Messages

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

extension FormState {
  /// Puts the value of the focused slot into all empty ones that the family takes.
  mutating func fillElements() -> [FormEffect] {
    guard case .element(let name, _) = focus, let parameter = schema.parameter(named: name),
      let value = value(of: focus), let maximum = parameter.maximumCount(for: family)
    else { return [] }
    var values = wholeElements(of: parameter)
    guard values.count < maximum, maximum <= Self.mostEmptySlots else { return [] }
    values += Array(repeating: value, count: maximum - values.count)
    return change { $0.draft.values[name] = .array(values) }
  }

  /// Goes on to the next part of what is edited: takes a text apart into the fields of its type, or
  /// completes a path.
  mutating func nextPart() -> [FormEffect] {
    guard let current = editing else { return [] }
    if current.fields.count > 1 {
      editing?.active = (current.active + 1) % current.fields.count
      return []
    }
    guard let parameter = parameter(of: current.row) else { return [] }
    switch parameter.type {
    case .timeInterval(let metadata): splitDuration(current, unit: metadata.standardUnit)
    case .dateComponents, .measurement, .currencyAmount: split(current, parameter)
    case .file: return completePath()
    default: break
    }
    return []
  }

  /// Goes back to the part before, or to the row before where there is one part.
  mutating func previousPart() -> [FormEffect] {
    guard let current = editing, current.fields.count > 1 else {
      let effects = keepTypedText()
      moveFocus(.previous)
      return effects
    }
    editing?.active = (current.active + current.fields.count - 1) % current.fields.count
    return []
  }

  /// Takes a date or a quantity apart into its fields, where the text can be read or is empty.
  private mutating func split(_ current: TextEditing, _ parameter: IntentParameter) {
    let text = current.texts[0].trimmed
    var value: IntentValue?
    if !text.isEmpty {
      guard case .success(let read) = readText(text, of: current.row) else { return }
      value = read
    }
    let isChanged = current.isChanged || unreadTexts[current.row] != nil
    if let parts = partsEditing(current.row, parameter, value, original: isChanged ? [] : nil) {
      editing = parts
    }
  }

  /// Takes a duration apart into a field for each unit, where it is a whole number of seconds.
  private mutating func splitDuration(_ current: TextEditing, unit: DurationUnit) {
    let typed = current.texts[0]
    let seconds =
      typed.isEmpty
      ? 0
      : DurationText.seconds(
        of: typed, unit: unit, words: words, notation: setup.notation)
    guard let seconds, seconds >= 0, seconds < 1e9, seconds == seconds.rounded() else { return }
    var rest = Int(seconds)
    let texts = DurationText.fields.map { field -> String in
      defer { rest %= field.seconds }
      return String(rest / field.seconds)
    }
    editing = TextEditing(
      row: current.row, layout: .duration, labels: words.names(.durationUnits), texts: texts,
      original: current.isChanged ? [] : texts)
  }
}

extension DurationText {
  /// The fields that a duration is taken apart into, from the largest unit to the smallest.
  static let fields: [(name: String, seconds: Int)] = [
    ("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1),
  ]

  /// The text of numbers in the fields; an empty field counts as none.
  static func text(ofFields texts: [String]) -> String {
    let parts = zip(texts, fields).compactMap { text, field in
      text.allSatisfy(\.isWhitespace) || text == "0" ? nil : text + field.name
    }
    return parts.isEmpty ? "0s" : parts.joined()
  }
}
