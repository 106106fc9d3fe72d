import IntentModel

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
    let seconds = typed.isEmpty ? 0 : DurationText.seconds(of: typed, unit: unit)
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
