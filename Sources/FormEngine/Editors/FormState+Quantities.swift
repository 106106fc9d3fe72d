import IntentModel

extension FormState {
  /// The number and the unit of a measurement, or the amount and the currency, where there are units
  /// to choose from.
  func quantityEditing(
    _ row: FormRowID, _ type: ParameterType, _ value: IntentValue?, original: [String]? = nil
  ) -> TextEditing? {
    let notation = setup.notation
    var (units, number, unit): ([String], String, String)
    switch (type, value) {
    case (.measurement(let metadata), .measurement(let measurement)?):
      units = metadata.dimension.units.map(\.symbol)
      (number, unit) = (notation.written(measurement.value.shortest), measurement.unit)
    case (.measurement(let metadata), nil):
      units = metadata.dimension.units.map(\.symbol)
      (number, unit) = ("", metadata.standardUnit.symbol)
    case (.currencyAmount(let metadata), .currencyAmount(let amount)?):
      units = metadata.currencyCodes
      (number, unit) = (notation.written(amount.amount), amount.currencyCode)
    case (.currencyAmount(let metadata), nil):
      units = metadata.currencyCodes
      (number, unit) = ("", units.first ?? "")
    default: return nil
    }
    guard units.contains(unit) else { return nil }
    return TextEditing(
      row: row, layout: .quantity(units: units), labels: ["", ""], texts: [number, unit],
      original: original)
  }

  /// What stands in the two fields; without a number nothing does.
  func readQuantity(_ editing: TextEditing) -> Result<IntentValue?, IntentIssue> {
    let number = editing.texts[0].trimmed
    guard !number.isEmpty else { return .success(nil) }
    return readText(number + " " + editing.texts[1], of: editing.row)
  }

  /// The events that mean something else in a number with a unit; nil leaves an event to the editor.
  mutating func handleInQuantity(_ event: FormEvent, _ units: [String]) -> [FormEffect]? {
    guard let current = editing else { return nil }
    let isUnit = current.active == 1
    switch event {
    case .insert(let text) where isUnit || text.first?.beginsUnit == true:
      searchUnit(text, units)
    case .edit(let command) where isUnit: return editInUnit(command)
    case .edit(.right) where current.fields[0].cursor == current.fields[0].characters.count:
      goToUnit()
    case .moveFocus(.next): if isUnit { stepUnit(units, by: 1) } else { stepNumber(by: -1) }
    case .moveFocus(.previous): if isUnit { stepUnit(units, by: -1) } else { stepNumber(by: 1) }
    case .adjust(let steps):
      if isUnit { stepUnit(units, by: steps.signum()) } else { stepNumber(by: steps) }
    case .nextPart, .previousPart: if isUnit { goToNumber() } else { goToUnit() }
    case .insert, .type, .edit:
      // Another number is typed, and conversions start from that.
      editing?.anchor = nil
      return nil
    default: return nil
    }
    editing?.issue = nil
    return []
  }

  private mutating func goToUnit() {
    editing?.active = 1
    editing?.unitSearch = ""
    editing?.keepsNumber = false
  }

  private mutating func goToNumber() {
    editing?.active = 0
    editing?.unitSearch = ""
    editing?.fields[0].perform(.end)
  }

  private mutating func editInUnit(_ command: TextField.Command) -> [FormEffect] {
    switch command {
    case .left, .wordLeft, .start, .deleteBackward: goToNumber()
    default: break
    }
    return []
  }

  /// Moves the number by ones, as far as it can be read.
  private mutating func stepNumber(by steps: Int) {
    guard let current = editing else { return }
    let text = current.texts[0].trimmed
    guard let plain = text.isEmpty ? "0" : setup.notation.canonicalNumber(text),
      let number = ValueText.decimal(plain)
    else { return }
    let moved = (number + Double(min(1_000_000, max(-1_000_000, steps)))).rounded(toDigits: 15)
    editing?.fields[0] = TextField(setup.notation.written(moved.shortest))
    editing?.anchor = nil
  }

  private mutating func stepUnit(_ units: [String], by steps: Int) {
    guard let current = editing, let place = units.firstIndex(of: current.texts[1]) else { return }
    let next = (place + steps % units.count + units.count) % units.count
    editing?.unitSearch = ""
    editing?.keepsNumber = false
    setUnit(units[next])
  }

  /// Finds a unit by what is typed: its symbol, or the beginning of its symbol or name.
  ///
  /// What is typed right behind the number is the unit that the number was meant in.
  private mutating func searchUnit(_ text: String, _ units: [String]) {
    if editing?.active == 0 {
      editing?.unitSearch = ""
      editing?.keepsNumber = true
    }
    editing?.active = 1
    for search in [(editing?.unitSearch ?? "") + text, text] {
      guard let unit = unit(beginningWith: search.trimmed, units) else { continue }
      editing?.unitSearch = search
      return setUnit(unit)
    }
  }

  private func unit(beginningWith text: String, _ units: [String]) -> String? {
    guard !text.isEmpty else { return nil }
    let folded = text.lowercased()
    var names: [String: String] = [:]
    if let row = editing?.row, case .measurement(let metadata)? = parameter(of: row)?.type {
      for unit in metadata.dimension.units { names[unit.symbol] = unit.name.lowercased() }
    }
    return units.first { $0 == text }
      ?? units.first { $0.lowercased() == folded }
      ?? units.first { $0.hasPrefix(text) }
      ?? units.first { $0.lowercased().hasPrefix(folded) }
      ?? units.first { names[$0]?.hasPrefix(folded) == true }
  }

  /// Puts another unit in, and the number that is as much of it; an amount of money stays.
  private mutating func setUnit(_ unit: String) {
    guard let current = editing, current.texts[1] != unit else { return }
    editing?.fields[1] = TextField(unit)
    guard case .measurement(let metadata)? = parameter(of: current.row)?.type else { return }
    guard !current.keepsNumber else {
      editing?.anchor = nil
      return
    }
    let dimension = metadata.dimension
    let anchor = current.anchor ?? self.anchor(of: current)
    editing?.anchor = anchor
    guard let anchor, let from = dimension.unit(anchor.unit), let to = dimension.unit(unit) else {
      return
    }
    let number =
      from == to
      ? anchor.text : setup.notation.written(from.value(anchor.value, in: to).shortest)
    editing?.fields[0] = TextField(number)
  }

  private func anchor(of editing: TextEditing) -> QuantityAnchor? {
    let text = editing.texts[0].trimmed
    guard !text.isEmpty, let plain = setup.notation.canonicalNumber(text),
      let number = ValueText.decimal(plain)
    else { return nil }
    return QuantityAnchor(value: number, text: text, unit: editing.texts[1])
  }

  /// The measurement of a row in another unit, where a text is no more than the name of one.
  func converted(to text: String, _ row: FormRowID) -> IntentValue? {
    guard case .measurement(let metadata)? = parameter(of: row)?.type,
      case .measurement(let present)? = value(of: row),
      let to = metadata.dimension.unit(named: text.trimmed),
      let from = metadata.dimension.unit(present.unit)
    else { return nil }
    return .measurement(Measurement(value: from.value(present.value, in: to), unit: to.symbol))
  }
}

extension Character {
  /// Whether the character can begin a unit and no number.
  var beginsUnit: Bool { isLetter || self == "°" }
}

extension FormState {
  /// Moves the focused value by steps.
  mutating func adjust(by steps: Int) -> [FormEffect] {
    if focus == .family { return adjustFamily(by: steps) }
    guard let parameter = parameter(of: focus),
      let value = adjusted(value(of: focus), of: parameter, by: steps),
      value != self.value(of: focus)
    else { return [] }
    return setValue(value, of: focus)
  }

  private mutating func adjustFamily(by steps: Int) -> [FormEffect] {
    let families = setup.families
    guard let current = families.firstIndex(of: family) else { return [] }
    let next = (current + steps % families.count) % families.count
    return handle(.setFamily(families[next < 0 ? next + families.count : next]))
  }

  private func adjusted(
    _ value: IntentValue?, of parameter: IntentParameter, by steps: Int
  ) -> IntentValue? {
    switch parameter.type {
    case .boolean:
      return .boolean(value != .boolean(true))
    case .enumeration:
      return adjustedCase(value, of: parameter, by: steps)
    default:
      // A number that is chosen from a list has no neighbours.
      guard !hasOptions(parameter) else { return nil }
      return ValueStepper.step(value, type: parameter.type, by: steps)
    }
  }

  private func adjustedCase(
    _ value: IntentValue?, of parameter: IntentParameter, by steps: Int
  ) -> IntentValue? {
    guard let choices = schema.enumeration(of: parameter.type)?.choices, !choices.isEmpty else {
      return nil
    }
    guard case .enumeration(let name)? = value,
      let current = choices.firstIndex(where: { $0.name == name })
    else { return .enumeration(choices[steps < 0 ? choices.count - 1 : 0].name) }
    let next = (current + steps % choices.count) % choices.count
    return .enumeration(choices[next < 0 ? next + choices.count : next].name)
  }
}
