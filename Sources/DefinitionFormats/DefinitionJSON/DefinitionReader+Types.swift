import Messages
import IntentModel
import JSONC

extension DefinitionReader {
  /// The type of a parameter or property with everything its metadata says.
  ///
  /// - Parameter keys: The keys that do not depend on the type; others it does not have are
  ///   reported.
  func type(
    _ members: ParameterMembers, besides keys: [DefinitionKeys.Parameter]
  ) -> ParameterType? {
    guard let node = members.required(.type), let name: DefinitionTypeName = node.word(.whatType)
    else {
      // The keys of an unknown type are unknown.
      members.refuseAllBut(Array(DefinitionKeys.Parameter.allCases))
      return nil
    }
    members.refuseAllBut(Self.keys(of: name) + keys)
    return type(name, members)
  }

  static func keys(of type: DefinitionTypeName) -> [DefinitionKeys.Parameter] {
    switch type {
    case .boolean: [.default, .trueName, .falseName]
    case .integer, .decimal: [.control, .default, .minimum, .maximum, .negative]
    case .string, .speakableString:
      [
        .default, .capitalization, .multiline, .disablesAutocorrect, .disablesSmartQuotes,
        .disablesSmartDashes,
      ]
    case .enum: [.enum, .default]
    case .object: [.object]
    case .dateComponents: [.components, .format, .dateStyle, .timeStyle, .template]
    case .timeInterval: [.unit, .ignoredUnits, .default, .minimum, .maximum]
    case .url: [.default]
    case .placemark, .person: [.detail]
    case .file: [.fileKind, .fileTypes]
    case .currencyAmount: [.currencies]
    case .paymentMethod: []
    case .other: [.typeName]
    case .distance, .mass, .volume, .temperature, .speed, .energy, .area, .power, .pressure,
      .angle, .frequency, .informationStorage:
      [.unit, .defaultUnit, .default, .negative]
    }
  }

  private func type(_ name: DefinitionTypeName, _ members: ParameterMembers) -> ParameterType? {
    switch name {
    case .boolean: .boolean(boolean(members))
    case .integer: .integer(number(members) { $0.integer })
    case .decimal: .decimal(number(members) { $0.number })
    case .string: .string(string(members))
    case .speakableString: .speakableString(string(members))
    case .enum:
      members.required(.enum).flatMap(reference).map {
        .enumeration($0, defaultCase: members.string(.default))
      }
    case .object: .object(members[.object].flatMap(reference))
    case .dateComponents: .dateComponents(dateComponents(members))
    case .timeInterval: .timeInterval(timeInterval(members))
    case .url: .url(defaultValue: members.string(.default))
    case .placemark: .placemark(detail: members.string(.detail))
    case .person: .person(detail: members.string(.detail))
    case .file:
      .file(
        FileMetadata(
          kind: members.string(.fileKind), typeIdentifiers: members[.fileTypes]?.strings ?? []))
    case .currencyAmount:
      .currencyAmount(CurrencyMetadata(currencyCodes: members[.currencies]?.strings ?? []))
    case .paymentMethod: .paymentMethod
    case .other: members.required(.typeName)?.text(.whatTypeName).map { .other($0) }
    case .distance, .mass, .volume, .temperature, .speed, .energy, .area, .power, .pressure,
      .angle, .frequency, .informationStorage:
      MeasurementDimension(name).map { .measurement(measurement($0, members)) }
    }
  }
}

extension DefinitionReader {
  private func boolean(_ members: ParameterMembers) -> BooleanMetadata {
    BooleanMetadata(
      defaultValue: members.boolean(.default), trueName: text(members[.trueName]),
      falseName: text(members[.falseName]))
  }

  private func number<Number>(
    _ members: ParameterMembers, _ read: (JSONNode) -> Number?
  ) -> NumberMetadata<Number> {
    let control: DefinitionControlName? = members.word(.control, .whatControl)
    return NumberMetadata(
      control: control.map { NumberControl($0) } ?? .field,
      defaultValue: members[.default].flatMap(read),
      minimum: bound(members[.minimum], read), maximum: bound(members[.maximum], read),
      supportsNegativeNumbers: members.boolean(.negative))
  }

  private func bound<Number>(
    _ node: JSONNode?, _ read: (JSONNode) -> Number?
  ) -> NumberBound<Number> {
    guard let node else { return .absent }
    if case .string(DefinitionKeys.unbounded) = node.value { return .unbounded }
    return read(node).map { .value($0) } ?? .absent
  }

  private func string(_ members: ParameterMembers) -> StringMetadata {
    StringMetadata(
      defaultValue: text(members[.default]), capitalization: members.string(.capitalization),
      isMultiline: members.boolean(.multiline),
      disablesAutocorrect: members.boolean(.disablesAutocorrect),
      disablesSmartQuotes: members.boolean(.disablesSmartQuotes),
      disablesSmartDashes: members.boolean(.disablesSmartDashes))
  }

  private func dateComponents(_ members: ParameterMembers) -> DateComponentsMetadata {
    let kind: DefinitionComponentsName? = members.word(.components, .whatComponents)
    return DateComponentsMetadata(
      kind: kind.map { .init($0) } ?? .dateTime, format: members.string(.format),
      dateStyle: members.string(.dateStyle), timeStyle: members.string(.timeStyle),
      template: text(members[.template]))
  }

  private func timeInterval(_ members: ParameterMembers) -> TimeIntervalMetadata {
    TimeIntervalMetadata(
      units: members[.unit].flatMap(units) ?? .single(nil),
      ignoredUnits: members[.ignoredUnits].flatMap(units),
      defaultValue: members.number(.default),
      minimum: bound(members[.minimum]) { $0.number },
      maximum: bound(members[.maximum]) { $0.number })
  }

  private func units(_ node: JSONNode) -> TimeIntervalMetadata.Units? {
    switch node.value {
    case .null: return .single(nil)
    case .object:
      guard let members = node.object(DefinitionKeys.Units.self) else { return nil }
      func unit(_ key: DefinitionKeys.Units) -> DurationUnit? {
        members[key].flatMap { self.unit($0) }
      }
      return .multiple(
        standard: unit(.default), minimum: unit(.minimum), maximum: unit(.maximum))
    default: return unit(node).map { .single($0) }
    }
  }

  private func unit(_ node: JSONNode) -> DurationUnit? {
    let name: DefinitionUnitName? = node.word(.whatDurationUnit)
    return name.map { DurationUnit($0) }
  }

  private func measurement(
    _ dimension: MeasurementDimension, _ members: ParameterMembers
  ) -> MeasurementMetadata {
    MeasurementMetadata(
      dimension: dimension, unit: members.string(.unit),
      defaultUnit: members.string(.defaultUnit), defaultValue: members.number(.default),
      supportsNegativeNumbers: members.boolean(.negative))
  }
}
