import IntentModel

extension FormState {
  /// The rows that can have the focus, from the top to the buttons.
  public var focusableRows: [FormRowID] {
    var rows: [FormRowID] = setup.families.count > 1 ? [.family] : []
    for position in evaluation.visible {
      let parameter = schema.intent.parameters[position]
      if parameter.supportsMultipleValues {
        rows += (0..<slotCount(of: parameter)).map { .element(parameter.name, $0) }
      } else {
        rows.append(.parameter(parameter.name))
      }
    }
    return rows + [.save, .cancel]
  }

  /// The values of an array as they are set, or the default; also those beyond the family's maximum.
  func elements(of parameter: IntentParameter) -> [IntentValue] {
    if case .array(let values)? = draft.values[parameter.name] { return values }
    guard let value = state(of: parameter.name)?.value else { return [] }
    return value.elements
  }

  /// The slots an array shows: as many as the family takes, or one more than there are values.
  func slotCount(of parameter: IntentParameter) -> Int {
    let count = elements(of: parameter).count
    guard let maximum = parameter.maximumCount(for: family) else { return count + 1 }
    return max(count, maximum)
  }

  /// The parameter of a row; nil for rows of the form itself.
  func parameter(of row: FormRowID) -> IntentParameter? {
    row.parameter.flatMap { schema.parameter(named: $0) }
  }

  /// The value a row shows: an element of an array, or the value in effect or as set.
  func value(of row: FormRowID) -> IntentValue? {
    switch row {
    case .element(let name, let index):
      guard let parameter = schema.parameter(named: name) else { return nil }
      let values = elements(of: parameter)
      return values.indices.contains(index) ? values[index] : nil
    case .parameter(let name): return draft.values[name] ?? state(of: name)?.value
    case .family, .save, .cancel: return nil
    }
  }

  mutating func moveFocus(_ move: FocusMove) {
    let rows = focusableRows
    let current = rows.firstIndex(of: focus) ?? 0
    switch move {
    case .next: focus = rows[(current + 1) % rows.count]
    case .previous: focus = rows[(current + rows.count - 1) % rows.count]
    case .first: focus = rows[0]
    case .last: focus = rows[rows.count - 1]
    case .by(let count): focus = rows[min(rows.count - 1, max(0, current + count))]
    }
  }

  /// Keeps the focus on a row that is there: where its own has gone, on the nearest one before it.
  mutating func keepFocus(among before: [FormRowID]) {
    let rows = focusableRows
    guard !rows.contains(focus) else { return }
    let present = Set(rows)
    let passed = before.prefix { $0 != focus }
    focus = passed.last { present.contains($0) } ?? rows[0]
  }
}
