import IntentModel
import Messages

/// A number and its unit, or an amount and its currency, edited in two fields.
struct QuantityEditor: Sendable, Hashable {
  /// The units or currencies to choose from.
  let units: [String]

  /// The measured dimension; nil for an amount of money.
  private let dimension: MeasurementDimension?

  /// The measurement from which conversions start, so that converting back and forth changes
  /// nothing.
  private var anchor: Anchor?

  /// The text typed to find a unit.
  private var search = ""

  /// A number with its text and its unit.
  private struct Anchor: Sendable, Hashable {
    var value: Double
    var text: String
    var unit: String
  }

  /// Makes the fields of a value, with their texts; nil if there are no units to choose from, or if
  /// the unit of the value is not one of them.
  static func opened(
    _ type: ParameterType, showing value: IntentValue?, _ setup: FormSetup
  ) -> (editor: QuantityEditor, texts: [String])? {
    let units: [String]
    let texts: [String]
    var dimension: MeasurementDimension?
    switch (type, value) {
    case (.measurement(let metadata), .measurement(let measurement)?):
      dimension = metadata.dimension
      units = metadata.dimension.units.map(\.symbol)
      texts = [setup.notation.written(measurement.value.shortest), measurement.unit]
    case (.measurement(let metadata), nil):
      dimension = metadata.dimension
      units = metadata.dimension.units.map(\.symbol)
      texts = ["", metadata.standardUnit.symbol]
    case (.currencyAmount(let metadata), .currencyAmount(let amount)?):
      units = metadata.offeredCodes
      texts = [setup.notation.written(amount.amount), amount.currencyCode]
    case (.currencyAmount(let metadata), nil):
      units = metadata.offeredCodes
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

  /// The two fields as one text; nil without a number.
  static func text(of texts: [String]) -> String? {
    let number = texts[0].trimmed
    return number.isEmpty ? nil : ValueText.quantity(number, unit: texts[1])
  }

  /// Handles an event from the person; returns false if the text field should handle it.
  mutating func handle(
    _ event: FormEvent, _ fields: inout EditorFields, _ setup: FormSetup
  ) -> Bool {
    let isUnit = fields.active == 1
    switch event {
    case .insert(let text) where isUnit: searchUnit(text, &fields, setup)
    case .type(let text) where isUnit:
      for character in text { searchUnit(String(character), &fields, setup) }
    case .edit(let command) where isUnit:
      switch command {
      case .left, .wordLeft, .start, .deleteBackward: goToNumber(&fields)
      default: break
      }
    case .edit(.right) where fields.fields[0].cursor == fields.fields[0].characters.count:
      goToUnit(&fields, setup)
    // Moving down goes to the next unit in the list, but to a smaller number.
    case .moveFocus(.next) where isUnit: stepUnit(by: 1, &fields, setup)
    case .moveFocus(.next): stepNumber(by: -1, &fields, setup)
    case .moveFocus(.previous) where isUnit: stepUnit(by: -1, &fields, setup)
    case .moveFocus(.previous): stepNumber(by: 1, &fields, setup)
    case .adjust(let steps) where isUnit: stepUnit(by: steps.signum(), &fields, setup)
    case .adjust(let steps): stepNumber(by: steps, &fields, setup)
    case .nextPart, .previousPart:
      if isUnit { goToNumber(&fields) } else { goToUnit(&fields, setup) }
    case .insert, .type, .edit:
      // Conversions start from the newly typed number.
      anchor = nil
      return false
    default: return false
    }
    return true
  }

  private mutating func goToUnit(_ fields: inout EditorFields, _ setup: FormSetup) {
    takeUnit(&fields, setup)
    fields.active = 1
    search = ""
  }

  /// If a unit was typed after the number, moves it to its own field.
  private mutating func takeUnit(_ fields: inout EditorFields, _ setup: FormSetup) {
    let (number, name) = ValueText.numberAndUnit(of: fields.texts[0].trimmed)
    guard !number.isEmpty, !name.isEmpty, let unit = unit(beginningWith: name, setup) else {
      return
    }
    fields.fields[0] = TextField(number)
    fields.fields[1] = TextField(unit)
    anchor = nil
  }

  private mutating func goToNumber(_ fields: inout EditorFields) {
    fields.active = 0
    search = ""
    fields.fields[0].perform(.end)
  }

  /// Steps the number in whole numbers, if the text is a number.
  private mutating func stepNumber(
    by steps: Int, _ fields: inout EditorFields, _ setup: FormSetup
  ) {
    takeUnit(&fields, setup)
    let text = fields.texts[0].trimmed
    guard let plain = text.isEmpty ? "0" : setup.notation.canonicalNumber(text),
      let number = ValueText.decimal(plain)
    else { return }
    let most = ValueStepper.maximumSteps
    let moved = (number + Double(min(most, max(-most, steps))))
      .rounded(toDigits: Double.keptDigits)
    fields.fields[0] = TextField(setup.notation.written(moved.shortest))
    anchor = nil
  }

  private mutating func stepUnit(
    by steps: Int, _ fields: inout EditorFields, _ setup: FormSetup
  ) {
    guard let place = units.firstIndex(of: fields.texts[1]) else { return }
    search = ""
    setUnit(units[place.moved(by: steps, among: units.count)], &fields, setup)
  }

  /// Finds a unit from typed text: its symbol, or the beginning of its symbol or name.
  private mutating func searchUnit(
    _ text: String, _ fields: inout EditorFields, _ setup: FormSetup
  ) {
    for search in [search + text, text] {
      guard let unit = unit(beginningWith: search.trimmed, setup) else { continue }
      self.search = search
      return setUnit(unit, &fields, setup)
    }
  }

  private func unit(beginningWith text: String, _ setup: FormSetup) -> String? {
    guard !text.isEmpty else { return nil }
    let folded = text.lowercased()
    // The strictest comparison comes first.
    let meanings: [(String) -> Bool] = [
      { $0 == text },
      { $0.lowercased() == folded },
      { $0.hasPrefix(text) },
      { $0.lowercased().hasPrefix(folded) },
    ]
    for isMeant in meanings {
      if let unit = units.first(where: isMeant) { return unit }
    }
    return dimension.flatMap {
      setup.words.unit(named: text, of: $0) ?? setup.words.unit(beginningWith: text, of: $0)
    }?.symbol
  }

  /// Sets another unit, and converts the number to it; an amount of money is not converted.
  private mutating func setUnit(
    _ unit: String, _ fields: inout EditorFields, _ setup: FormSetup
  ) {
    let before = fields.texts
    guard before[1] != unit else { return }
    fields.fields[1] = TextField(unit)
    guard let dimension else { return }
    anchor = anchor ?? Self.anchor(of: before, setup.notation)
    guard let anchor, let from = dimension.unit(anchor.unit), let to = dimension.unit(unit) else {
      return
    }
    let number =
      from == to ? anchor.text : setup.notation.written(from.value(anchor.value, in: to).shortest)
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
