import Messages
import IntentModel

/// The metadata of each type; keys of other types are carried.
extension DefinitionMapping {
  static func metadata(of type: inout ParameterType, _ coder: inout some ElementCoder) {
    switch type {
    case .boolean(var metadata):
      boolean(&metadata, &coder)
      type = .boolean(metadata)
    case .integer(var metadata):
      number(&metadata, .integer, &coder)
      type = .integer(metadata)
    case .decimal(var metadata):
      number(&metadata, .decimal, &coder)
      type = .decimal(metadata)
    case .string(var metadata):
      string(&metadata, &coder)
      type = .string(metadata)
    case .speakableString(var metadata):
      string(&metadata, &coder)
      type = .speakableString(metadata)
    case .dateComponents(var metadata):
      dateComponents(&metadata, &coder)
      type = .dateComponents(metadata)
    case .timeInterval(var metadata):
      timeInterval(&metadata, &coder)
      type = .timeInterval(metadata)
    case .enumeration, .url, .placemark, .person: word(of: &type, &coder)
    case .file, .currencyAmount, .measurement: structure(of: &type, &coder)
    case .object, .paymentMethod, .other: break
    }
  }

  /// The types whose metadata is a single string.
  private static func word(of type: inout ParameterType, _ coder: inout some ElementCoder) {
    switch type {
    case .enumeration(let reference, var defaultCase):
      coder.string(Keys.Metadata.defaultValue, &defaultCase)
      type = .enumeration(reference, defaultCase: defaultCase)
    case .url(var defaultValue):
      coder.string(Keys.Metadata.defaultValue, &defaultValue)
      type = .url(defaultValue: defaultValue)
    case .placemark(var detail):
      coder.string(Keys.Metadata.type, &detail)
      type = .placemark(detail: detail)
    case .person(var detail):
      coder.string(Keys.Metadata.type, &detail)
      type = .person(detail: detail)
    default: break
    }
  }

  private static func structure(of type: inout ParameterType, _ coder: inout some ElementCoder) {
    switch type {
    case .file(var metadata):
      coder.string(Keys.Metadata.type, &metadata.kind)
      coder.value(
        Keys.Metadata.customUTIs, .list(of: .dictionariesOfUTI, .typeIdentifier),
        &metadata.typeIdentifiers, default: [])
      type = .file(metadata)
    case .currencyAmount(var metadata):
      currency(&metadata, &coder)
      type = .currencyAmount(metadata)
    case .measurement(var metadata):
      coder.string(Keys.Metadata.unit, &metadata.unit)
      coder.string(Keys.Metadata.defaultUnit, &metadata.defaultUnit)
      coder.value(Keys.Metadata.defaultValue, .decimal, &metadata.defaultValue)
      negative(&metadata.supportsNegativeNumbers, &coder)
      type = .measurement(metadata)
    default: break
    }
  }

  private static func boolean(_ metadata: inout BooleanMetadata, _ coder: inout some ElementCoder) {
    coder.flag(Keys.Metadata.defaultValue, &metadata.defaultValue)
    coder.text(Keys.Metadata.trueDisplayName, &metadata.trueName)
    coder.text(Keys.Metadata.falseDisplayName, &metadata.falseName)
  }

  private static func number<Number>(
    _ metadata: inout NumberMetadata<Number>, _ form: DefinitionForm<Number>,
    _ coder: inout some ElementCoder
  ) {
    coder.value(Keys.Metadata.type, .word, &metadata.control, default: .field)
    coder.value(Keys.Metadata.defaultValue, form, &metadata.defaultValue)
    coder.value(Keys.Metadata.minimumValue, .bound(form), &metadata.minimum, default: .absent)
    coder.value(Keys.Metadata.maximumValue, .bound(form), &metadata.maximum, default: .absent)
    negative(&metadata.supportsNegativeNumbers, &coder)
  }

  private static func negative(_ isAllowed: inout Bool, _ coder: inout some ElementCoder) {
    coder.value(Keys.Metadata.supportsNegativeNumbers, .yes, &isAllowed, default: false)
  }

  private static func string(_ metadata: inout StringMetadata, _ coder: inout some ElementCoder) {
    coder.text(Keys.Metadata.defaultValue, &metadata.defaultValue)
    coder.string(Keys.Metadata.capitalization, &metadata.capitalization)
    coder.flag(Keys.Metadata.multiline, &metadata.isMultiline)
    coder.flag(Keys.Metadata.disableAutocorrect, &metadata.disablesAutocorrect)
    coder.flag(Keys.Metadata.disableSmartQuotes, &metadata.disablesSmartQuotes)
    coder.flag(Keys.Metadata.disableSmartDashes, &metadata.disablesSmartDashes)
  }

  private static func dateComponents(
    _ metadata: inout DateComponentsMetadata, _ coder: inout some ElementCoder
  ) {
    coder.value(
      Keys.Metadata.type, .word, &metadata.kind,
      default: .dateTime)
    coder.string(Keys.Metadata.format, &metadata.format)
    coder.string(Keys.Metadata.dateStyle, &metadata.dateStyle)
    coder.string(Keys.Metadata.timeStyle, &metadata.timeStyle)
    coder.text(Keys.Metadata.template, &metadata.template)
  }

  /// One code may stand under a key of its own, which is kept as long as it is the only one.
  private static func currency(
    _ metadata: inout CurrencyMetadata, _ coder: inout some ElementCoder
  ) {
    let single = coder.name(Keys.Metadata.currencyCode)
    let several = coder.name(Keys.Metadata.currencyCodes)
    let isStated = !coder.has(several) && coder.peek(single) != nil
    let isSingle = coder.isNoted(single, if: isStated)
    if isSingle, coder.isReading || metadata.currencyCodes.count == 1 {
      var code = metadata.currencyCodes.first
      coder.string(Keys.Metadata.currencyCode, &code)
      metadata.currencyCodes = code.map { [$0] } ?? []
    } else {
      coder.value(
        Keys.Metadata.currencyCodes, .list(of: .strings, .string), &metadata.currencyCodes,
        default: [])
    }
  }
}

extension DefinitionMapping {
  /// The units of a duration: three of their own count only where the unit is `Multiple`.
  private static func timeInterval(
    _ metadata: inout TimeIntervalMetadata, _ coder: inout some ElementCoder
  ) {
    var unit = metadata.units.name
    var (standard, minimum, maximum) = (metadata.ignoredUnits ?? metadata.units).each
    coder.value(Keys.Metadata.unit, .unitName, &unit)
    coder.value(Keys.Metadata.defaultUnit, .word, &standard)
    coder.value(Keys.Metadata.minimumUnit, .word, &minimum)
    coder.value(Keys.Metadata.maximumUnit, .word, &maximum)
    if coder.isReading {
      let each = TimeIntervalMetadata.Units.multiple(
        standard: standard, minimum: minimum, maximum: maximum)
      let isMultiple = unit == Keys.multipleUnits
      metadata.units = isMultiple ? each : .single(unit.flatMap { DurationUnit(rawValue: $0) })
      let isIgnored = !isMultiple && (standard ?? minimum ?? maximum) != nil
      metadata.ignoredUnits = isIgnored ? each : nil
    }
    coder.value(Keys.Metadata.defaultValue, .decimal, &metadata.defaultValue)
    coder.value(Keys.Metadata.minimumValue, .bound(.decimal), &metadata.minimum, default: .absent)
    coder.value(Keys.Metadata.maximumValue, .bound(.decimal), &metadata.maximum, default: .absent)
  }
}

extension TimeIntervalMetadata.Units {
  /// What stands under the key of the unit.
  fileprivate var name: String? {
    switch self {
    case .single(let unit): unit?.rawValue
    case .multiple: DefinitionPlistKeys.multipleUnits
    }
  }

  /// The units for the default, the minimum and the maximum.
  fileprivate var each: (DurationUnit?, DurationUnit?, DurationUnit?) {
    switch self {
    case .single: (nil, nil, nil)
    case .multiple(let standard, let minimum, let maximum): (standard, minimum, maximum)
    }
  }
}

extension DefinitionForm where Value == String {
  /// The name of a unit of durations, or `Multiple`.
  fileprivate static var unitName: Self {
    let names = DurationUnit.allCases.map(\.rawValue) + [DefinitionPlistKeys.multipleUnits]
    return Self(
      read: { value in value.stringValue.flatMap { names.contains($0) ? $0 : nil } },
      write: { .string($0) },
      refusal: { value in
        guard let word = value.stringValue else {
          return .wrongType(expected: .aString, found: value.kind)
        }
        return .unknownWord(word, choices: names)
      })
  }

  /// An element of a file's type identifiers.
  fileprivate static var typeIdentifier: Self {
    let key = DefinitionPlistKeys.typeIdentifier
    return Self(
      .aDictionaryOfUTI,
      read: { value in
        guard let dictionary = value.dictionaryValue, dictionary.count == 1 else { return nil }
        return dictionary[key]?.stringValue
      },
      write: { .dictionary([key: .string($0)]) })
  }
}
