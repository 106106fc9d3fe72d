import IntentModel
import JSONC
import Messages

/// The metadata of each type; keys that belong to other types are carried.
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
    default: break
    }
  }

  /// The types whose metadata is a string; an enum can also have the names of supported cases.
  private static func word(of type: inout ParameterType, _ coder: inout some ElementCoder) {
    switch type {
    case .enumeration(var reference, var defaultCase):
      coder.value(
        Keys.Parameter.supportedValues, .list(of: "names of cases", .string),
        &reference.supportedCases)
      coder.string(Keys.Parameter.default, &defaultCase)
      type = .enumeration(reference, defaultCase: defaultCase)
    case .url(var defaultValue):
      coder.string(Keys.Parameter.default, &defaultValue)
      type = .url(defaultValue: defaultValue)
    case .placemark(var detail):
      coder.string(Keys.Parameter.detail, &detail)
      type = .placemark(detail: detail)
    case .person(var detail):
      coder.string(Keys.Parameter.detail, &detail)
      type = .person(detail: detail)
    default: break
    }
  }

  private static func structure(of type: inout ParameterType, _ coder: inout some ElementCoder) {
    switch type {
    case .file(var metadata):
      coder.string(Keys.Parameter.fileKind, &metadata.kind)
      coder.value(
        Keys.Parameter.fileTypes, .list(of: "dictionaries with one UTI each", .typeIdentifier),
        &metadata.typeIdentifiers, default: [])
      type = .file(metadata)
    case .currencyAmount(var metadata):
      currency(&metadata, &coder)
      type = .currencyAmount(metadata)
    case .measurement(var metadata):
      coder.string(Keys.Parameter.unit, &metadata.unit)
      coder.string(Keys.Parameter.defaultUnit, &metadata.defaultUnit)
      coder.value(Keys.Parameter.default, .decimal, &metadata.defaultValue)
      negative(&metadata.supportsNegativeNumbers, &coder)
      type = .measurement(metadata)
    default: break
    }
  }

  private static func boolean(_ metadata: inout BooleanMetadata, _ coder: inout some ElementCoder) {
    coder.value(
      Keys.Parameter.default, .optionalBoolean, &metadata.defaultValue, default: false)
    coder.text(Keys.Parameter.trueName, &metadata.trueName)
    coder.text(Keys.Parameter.falseName, &metadata.falseName)
  }

  private static func number<Number>(
    _ metadata: inout NumberMetadata<Number>, _ coding: DefinitionValueCoding<Number>,
    _ coder: inout some ElementCoder
  ) {
    coder.value(
      Keys.Parameter.control, .word("control"), &metadata.control, default: .field)
    coder.value(Keys.Parameter.default, coding, &metadata.defaultValue)
    coder.value(Keys.Parameter.minimum, .bound(coding), &metadata.minimum, default: .absent)
    coder.value(Keys.Parameter.maximum, .bound(coding), &metadata.maximum, default: .absent)
    negative(&metadata.supportsNegativeNumbers, &coder)
  }

  private static func negative(_ isAllowed: inout Bool, _ coder: inout some ElementCoder) {
    coder.value(Keys.Parameter.negative, .yes, &isAllowed, default: false)
  }

  private static func string(_ metadata: inout StringMetadata, _ coder: inout some ElementCoder) {
    coder.text(Keys.Parameter.default, &metadata.defaultValue)
    coder.string(Keys.Parameter.capitalization, &metadata.capitalization)
    coder.flag(Keys.Parameter.multiline, &metadata.isMultiline)
    coder.flag(Keys.Parameter.disablesAutocorrect, &metadata.disablesAutocorrect)
    coder.flag(Keys.Parameter.disablesSmartQuotes, &metadata.disablesSmartQuotes)
    coder.flag(Keys.Parameter.disablesSmartDashes, &metadata.disablesSmartDashes)
  }

  private static func dateComponents(
    _ metadata: inout DateComponentsMetadata, _ coder: inout some ElementCoder
  ) {
    coder.value(
      Keys.Parameter.components, .word("kind of date components"), &metadata.kind,
      default: .dateTime)
    coder.string(Keys.Parameter.format, &metadata.format)
    coder.string(Keys.Parameter.dateStyle, &metadata.dateStyle)
    coder.string(Keys.Parameter.timeStyle, &metadata.timeStyle)
    coder.text(Keys.Parameter.template, &metadata.template)
  }

  /// A property list can give a single code under a separate key; the key is kept while there is
  /// only one code.
  private static func currency(
    _ metadata: inout CurrencyMetadata, _ coder: inout some ElementCoder
  ) {
    let isStated = !coder.has(Keys.Parameter.currencies) && coder.peek(Only.currencyCode) != nil
    let isSingle = coder.isNoted(Only.currencyCode, if: isStated)
    if isSingle, metadata.currencyCodes.count < 2 {
      var code = metadata.currencyCodes.first
      coder.string(Only.currencyCode, &code)
      metadata.currencyCodes = code.map { [$0] } ?? []
    } else {
      coder.value(
        Keys.Parameter.currencies, .list(of: "strings", .currency), &metadata.currencyCodes,
        default: [])
    }
  }
}

extension DefinitionMapping {
  private static func timeInterval(
    _ metadata: inout TimeIntervalMetadata, _ coder: inout some ElementCoder
  ) {
    if coder.format == .json {
      coder.value(Keys.Parameter.unit, .units, &metadata.units, default: .single(nil))
      coder.value(Keys.Parameter.ignoredUnits, .units, &metadata.ignoredUnits)
      coder.value(Keys.Parameter.native, .boolean, &metadata.isNative, default: false)
      var supportsNegatives = !metadata.refusesNegativeNumbers
      coder.value(Keys.Parameter.negative, .boolean, &supportsNegatives, default: true)
      metadata.refusesNegativeNumbers = !supportsNegatives
    } else {
      units(&metadata, &coder)
    }
    coder.value(Keys.Parameter.default, .decimal, &metadata.defaultValue)
    coder.value(Keys.Parameter.minimum, .bound(.decimal), &metadata.minimum, default: .absent)
    coder.value(Keys.Parameter.maximum, .bound(.decimal), &metadata.maximum, default: .absent)
  }

  /// The units in a property list; the three separate units apply only if the unit is `Multiple`.
  private static func units(
    _ metadata: inout TimeIntervalMetadata, _ coder: inout some ElementCoder
  ) {
    var unit = metadata.units.name
    var (standard, minimum, maximum) = (metadata.ignoredUnits ?? metadata.units).each
    coder.value(Keys.Parameter.unit, .unitName, &unit)
    coder.value(Keys.Parameter.defaultUnit, .durationUnit, &standard)
    coder.value(Only.minimumUnit, .durationUnit, &minimum)
    coder.value(Only.maximumUnit, .durationUnit, &maximum)
    let each = TimeIntervalMetadata.Units.multiple(
      standard: standard, minimum: minimum, maximum: maximum)
    let isMultiple = unit == Keys.multipleUnits
    metadata.units = isMultiple ? each : .single(unit.flatMap { DurationUnit(rawValue: $0) })
    let isIgnored = !isMultiple && (standard ?? minimum ?? maximum) != nil
    metadata.ignoredUnits = isIgnored ? each : nil
  }
}

extension DefinitionValueCoding where Value == DurationUnit {
  fileprivate static var durationUnit: Self { .word("unit of durations") }
}

extension DefinitionValueCoding where Value == TimeIntervalMetadata.Units {
  /// The units in JSON: a word, null, or an object with up to three units.
  fileprivate static var units: Self {
    let unit = DefinitionValueCoding<DurationUnit>.durationUnit.json
    return Self(
      json: { node in
        switch node.value {
        case .null: return .single(nil)
        case .object:
          guard let members = node.object(Keys.self) else { return nil }
          func read(_ key: Keys) -> DurationUnit? { members[key].flatMap(unit.read) }
          return .multiple(
            standard: read(.default), minimum: read(.minimum), maximum: read(.maximum))
        default: return unit.read(node).map { .single($0) }
        }
      },
      write: { units in
        switch units {
        case .single(let single): return single.flatMap(unit.write) ?? .null
        case .multiple(let standard, let minimum, let maximum):
          var builder = JSONBuilder<Keys>()
          builder.set(.default, standard.flatMap(unit.write))
          builder.set(.minimum, minimum.flatMap(unit.write))
          builder.set(.maximum, maximum.flatMap(unit.write))
          return builder.value
        }
      })
  }

  private typealias Keys = DefinitionKeys.Units
}

extension TimeIntervalMetadata.Units {
  /// The value of the key for the unit in a property list.
  fileprivate var name: String? {
    switch self {
    case .single(let unit): unit?.rawValue
    case .multiple: DefinitionKeys.multipleUnits
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

extension DefinitionValueCoding where Value == String {
  /// The name of a duration unit, or `Multiple`.
  fileprivate static var unitName: Self {
    let names = DurationUnit.allCases.map(\.rawValue) + [DefinitionKeys.multipleUnits]
    return Self(
      read: { value in value.stringValue.flatMap { names.contains($0) ? $0 : nil } },
      write: { .string($0) },
      refusal: { $0.refusal(besides: names) },
      json: .string)
  }

  /// An element in the list of a file's type identifiers.
  fileprivate static var typeIdentifier: Self {
    let key = DefinitionKeys.typeIdentifier
    return Self(
      "a dictionary with one UTI",
      read: { value in
        guard let dictionary = value.dictionaryValue, dictionary.count == 1 else { return nil }
        return dictionary[key]?.stringValue
      },
      write: { .dictionary([key: .string($0)]) }, json: .string)
  }
}
