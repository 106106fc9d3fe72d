import IntentModel

/// A number and its unit, or an amount and its currency, edited in two fields.
struct QuantityEditor: Sendable, Hashable {
  /// The units or the currencies to choose from.
  let units: [String]

  /// What is measured; nil for an amount of money.
  private let dimension: MeasurementDimension?

  /// The measurement that conversions start from, so that going there and back changes nothing.
  private var anchor: Anchor?

  /// What was typed to find a unit.
  private var search = ""

  /// Whether the unit being typed is the one the number was meant in, so that nothing is converted.
  private var keepsNumber = false

  /// A number in a unit as a person gave it, and the text of the number.
  private struct Anchor: Sendable, Hashable {
    var value: Double
    var text: String
    var unit: String
  }

  /// Makes the fields of a value, with their texts; nil where there are no units to choose from.
  static func opened(
    _ type: ParameterType, showing value: IntentValue?, _ notation: ValueNotation
  ) -> (editor: QuantityEditor, texts: [String])? {
    let units: [String]
    let texts: [String]
    var dimension: MeasurementDimension?
    switch (type, value) {
    case (.measurement(let metadata), .measurement(let measurement)?):
      dimension = metadata.dimension
      units = metadata.dimension.units.map(\.symbol)
      texts = [notation.written(measurement.value.shortest), measurement.unit]
    case (.measurement(let metadata), nil):
      dimension = metadata.dimension
      units = metadata.dimension.units.map(\.symbol)
      texts = ["", metadata.standardUnit.symbol]
    case (.currencyAmount(let metadata), .currencyAmount(let amount)?):
      units = metadata.currencyCodes
      texts = [notation.written(amount.amount), amount.currencyCode]
    case (.currencyAmount(let metadata), nil):
      units = metadata.currencyCodes
      texts = ["", units.first ?? ""]
    default: return nil
    }
    guard units.contains(texts[1]) else { return nil }
    return (QuantityEditor(units: units, dimension: dimension), texts)
  }

  private init(units: [String], dimension: MeasurementDimension?) {
    self.units = units
    self.dimension = dimension
  }

  /// What stands in the two fields as one text; nil without a number.
  static func text(of texts: [String]) -> String? {
    let number = texts[0].trimmed
    return number.isEmpty ? nil : number + " " + texts[1]
  }

  /// Takes an event of the person in; false for one that means what it does in any text.
  mutating func handle(
    _ event: FormEvent, _ fields: inout EditorFields, _ notation: ValueNotation
  ) -> Bool {
    let isUnit = fields.active == 1
    switch event {
    case .insert(let text) where isUnit || text.first?.beginsUnit == true:
      searchUnit(text, &fields, notation)
    case .edit(let command) where isUnit:
      switch command {
      case .left, .wordLeft, .start, .deleteBackward: goToNumber(&fields)
      default: break
      }
    case .edit(.right) where fields.fields[0].cursor == fields.fields[0].characters.count:
      goToUnit(&fields)
    case .moveFocus(.next):
      if isUnit {
        stepUnit(by: 1, &fields, notation)
      } else {
        stepNumber(by: -1, &fields, notation)
      }
    case .moveFocus(.previous):
      if isUnit {
        stepUnit(by: -1, &fields, notation)
      } else {
        stepNumber(by: 1, &fields, notation)
      }
    case .adjust(let steps):
      if isUnit {
        stepUnit(by: steps.signum(), &fields, notation)
      } else {
        stepNumber(by: steps, &fields, notation)
      }
    case .nextPart, .previousPart: if isUnit { goToNumber(&fields) } else { goToUnit(&fields) }
    case .insert, .type, .edit:
      // Another number is typed, and conversions start from that.
      anchor = nil
      return false
    default: return false
    }
    return true
  }

  private mutating func goToUnit(_ fields: inout EditorFields) {
    fields.active = 1
    search = ""
    keepsNumber = false
  }

  private mutating func goToNumber(_ fields: inout EditorFields) {
    fields.active = 0
    search = ""
    fields.fields[0].perform(.end)
  }

  /// Moves the number by ones, as far as it can be read.
  private mutating func stepNumber(
    by steps: Int, _ fields: inout EditorFields, _ notation: ValueNotation
  ) {
    let text = fields.texts[0].trimmed
    guard let plain = text.isEmpty ? "0" : notation.canonicalNumber(text),
      let number = ValueText.decimal(plain)
    else { return }
    let moved = (number + Double(min(1_000_000, max(-1_000_000, steps)))).rounded(toDigits: 15)
    fields.fields[0] = TextField(notation.written(moved.shortest))
    anchor = nil
  }

  private mutating func stepUnit(
    by steps: Int, _ fields: inout EditorFields, _ notation: ValueNotation
  ) {
    guard let place = units.firstIndex(of: fields.texts[1]) else { return }
    search = ""
    keepsNumber = false
    setUnit(units[place.moved(by: steps, among: units.count)], &fields, notation)
  }

  /// Finds a unit by what is typed: its symbol, or the beginning of its symbol or name.
  ///
  /// Text typed directly after the number is the unit of that number.
  private mutating func searchUnit(
    _ text: String, _ fields: inout EditorFields, _ notation: ValueNotation
  ) {
    if fields.active == 0 {
      search = ""
      keepsNumber = true
    }
    fields.active = 1
    for search in [search + text, text] {
      guard let unit = unit(beginningWith: search.trimmed) else { continue }
      self.search = search
      return setUnit(unit, &fields, notation)
    }
  }

  private func unit(beginningWith text: String) -> String? {
    guard !text.isEmpty else { return nil }
    let folded = text.lowercased()
    var names: [String: String] = [:]
    for unit in dimension?.units ?? [] { names[unit.symbol] = unit.name.lowercased() }
    return units.first { $0 == text }
      ?? units.first { $0.lowercased() == folded }
      ?? units.first { $0.hasPrefix(text) }
      ?? units.first { $0.lowercased().hasPrefix(folded) }
      ?? units.first { names[$0]?.hasPrefix(folded) == true }
  }

  /// Puts another unit in, and the number that is as much of it; an amount of money stays.
  private mutating func setUnit(
    _ unit: String, _ fields: inout EditorFields, _ notation: ValueNotation
  ) {
    let before = fields.texts
    guard before[1] != unit else { return }
    fields.fields[1] = TextField(unit)
    guard let dimension else { return }
    guard !keepsNumber else {
      anchor = nil
      return
    }
    anchor = anchor ?? Self.anchor(of: before, notation)
    guard let anchor, let from = dimension.unit(anchor.unit), let to = dimension.unit(unit) else {
      return
    }
    let number =
      from == to ? anchor.text : notation.written(from.value(anchor.value, in: to).shortest)
    fields.fields[0] = TextField(number)
  }

  private static func anchor(of texts: [String], _ notation: ValueNotation) -> Anchor? {
    let text = texts[0].trimmed
    guard !text.isEmpty, let plain = notation.canonicalNumber(text),
      let number = ValueText.decimal(plain)
    else { return nil }
    return Anchor(value: number, text: text, unit: texts[1])
  }
}

extension Character {
  /// Whether the character can begin a unit and no number.
  var beginsUnit: Bool { isLetter || self == "°" }
}
