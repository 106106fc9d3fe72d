import IntentModel
import JSONC

extension DefinitionWriter {
  typealias ParameterBuilder = JSONBuilder<DefinitionKeys.Parameter>

  /// Writes a type's word and everything that its metadata says.
  func write(_ type: ParameterType, to builder: inout ParameterBuilder) {
    builder.set(.type, type.definitionName.rawValue)
    switch type {
    case .boolean(let metadata):
      builder.set(.default, metadata.defaultValue)
      builder.set(.trueName, json(metadata.trueName))
      builder.set(.falseName, json(metadata.falseName))
    case .integer(let metadata): write(metadata, to: &builder) { .integer($0) }
    case .decimal(let metadata): write(metadata, to: &builder) { JSONValue(shortest: $0) }
    case .string(let metadata), .speakableString(let metadata): write(metadata, to: &builder)
    case .enumeration(let reference, let defaultCase):
      builder.set(.enum, json(reference))
      builder.set(.default, defaultCase)
    case .object(let reference): builder.set(.object, reference.map { json($0) })
    case .dateComponents(let metadata): write(metadata, to: &builder)
    case .timeInterval(let metadata): write(metadata, to: &builder)
    case .url(let text): builder.set(.default, text)
    case .placemark(let detail), .person(let detail): builder.set(.detail, detail)
    case .file(let metadata):
      builder.set(.fileKind, metadata.kind)
      builder.set(.fileTypes, metadata.typeIdentifiers.map { .string($0) })
    case .currencyAmount(let metadata):
      builder.set(.currencies, metadata.currencyCodes.map { .string($0) })
    case .measurement(let metadata): write(metadata, to: &builder)
    case .other(let name): builder.set(.typeName, name)
    case .paymentMethod: break
    }
  }

  private func write<Number>(
    _ metadata: NumberMetadata<Number>, to builder: inout ParameterBuilder,
    _ number: (Number) -> JSONValue
  ) {
    if metadata.control != .field {
      builder.set(.control, metadata.control.definitionName.rawValue)
    }
    builder.set(.default, metadata.defaultValue.map(number))
    builder.set(.minimum, json(metadata.minimum, number))
    builder.set(.maximum, json(metadata.maximum, number))
    builder.set(.negative, metadata.supportsNegativeNumbers)
  }

  private func json<Number>(
    _ bound: NumberBound<Number>, _ number: (Number) -> JSONValue
  ) -> JSONValue? {
    switch bound {
    case .absent: nil
    case .unbounded: .string(DefinitionKeys.unbounded)
    case .value(let value): number(value)
    }
  }

  private func write(_ metadata: StringMetadata, to builder: inout ParameterBuilder) {
    builder.set(.default, json(metadata.defaultValue))
    builder.set(.capitalization, metadata.capitalization)
    builder.set(.multiline, metadata.isMultiline)
    builder.set(.disablesAutocorrect, metadata.disablesAutocorrect)
    builder.set(.disablesSmartQuotes, metadata.disablesSmartQuotes)
    builder.set(.disablesSmartDashes, metadata.disablesSmartDashes)
  }

  private func write(_ metadata: DateComponentsMetadata, to builder: inout ParameterBuilder) {
    if metadata.kind != .dateTime {
      builder.set(.components, metadata.kind.definitionName.rawValue)
    }
    builder.set(.format, metadata.format)
    builder.set(.dateStyle, metadata.dateStyle)
    builder.set(.timeStyle, metadata.timeStyle)
    builder.set(.template, json(metadata.template))
  }

  private func write(_ metadata: TimeIntervalMetadata, to builder: inout ParameterBuilder) {
    if metadata.units != .single(nil) { builder.set(.unit, json(metadata.units)) }
    builder.set(.ignoredUnits, metadata.ignoredUnits.map { json($0) })
    builder.set(.default, shortest: metadata.defaultValue)
    builder.set(.minimum, json(metadata.minimum) { JSONValue(shortest: $0) })
    builder.set(.maximum, json(metadata.maximum) { JSONValue(shortest: $0) })
  }

  private func json(_ units: TimeIntervalMetadata.Units) -> JSONValue {
    switch units {
    case .single(let unit):
      return unit.map { .string($0.definitionName.rawValue) } ?? .null
    case .multiple(let standard, let minimum, let maximum):
      var builder = JSONBuilder<DefinitionKeys.Units>()
      builder.set(.default, standard?.definitionName.rawValue)
      builder.set(.minimum, minimum?.definitionName.rawValue)
      builder.set(.maximum, maximum?.definitionName.rawValue)
      return builder.value
    }
  }

  private func write(_ metadata: MeasurementMetadata, to builder: inout ParameterBuilder) {
    builder.set(.unit, metadata.unit)
    builder.set(.defaultUnit, metadata.defaultUnit)
    builder.set(.default, shortest: metadata.defaultValue)
    builder.set(.negative, metadata.supportsNegativeNumbers)
  }
}
