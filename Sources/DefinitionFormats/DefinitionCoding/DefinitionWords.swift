import IntentModel
import JSONC

/// The words in JSON definitions for the closed sets of the model.
extension ParameterType {
  var definitionName: DefinitionTypeName {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .decimal: .decimal
    case .string: .string
    case .enumeration: .enum
    case .object: .object
    case .dateComponents: .dateComponents
    case .timeInterval: .timeInterval
    case .url: .url
    case .placemark: .placemark
    case .person: .person
    case .file: .file
    case .currencyAmount: .currencyAmount
    case .paymentMethod: .paymentMethod
    case .speakableString: .speakableString
    case .measurement(let metadata): metadata.dimension.definitionName
    case .other: .other
    }
  }
}

extension MeasurementDimension {
  var definitionName: DefinitionTypeName {
    switch self {
    case .distance: .distance
    case .mass: .mass
    case .volume: .volume
    case .temperature: .temperature
    case .speed: .speed
    case .energy: .energy
    case .area: .area
    case .power: .power
    case .pressure: .pressure
    case .angle: .angle
    case .frequency: .frequency
    case .informationStorage: .informationStorage
    }
  }

  /// Makes the dimension for a type's word; nil if the type is not a measurement.
  init?(_ name: DefinitionTypeName) {
    guard let found = Self.allCases.first(where: { $0.definitionName == name }) else { return nil }
    self = found
  }
}

extension RawRepresentable<String> {
  /// The word in JSON for a word of the model, with a lowercase first letter.
  var definitionWord: String { rawValue.prefix(1).lowercased() + rawValue.dropFirst() }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The words in JSON for a closed set of the model.
  static var definitionWords: [String] { allCases.map(\.definitionWord) }
}

extension DefinitionTypeName {
  /// The type with the default metadata; nil for a type that needs a name.
  var blank: ParameterType? {
    if let dimension = MeasurementDimension(self) {
      return .measurement(MeasurementMetadata(dimension: dimension))
    }
    return ValueKind(rawValue: rawValue)?.blank
  }

  /// The type for a name that Xcode writes; nil for objects, enums and others.
  static func scalar(named name: String) -> ParameterType? { scalars[name] }

  private static let scalars = Dictionary(
    allCases.filter { $0 != .object }.compactMap(\.blank).map { ($0.name, $0) },
    uniquingKeysWith: { first, _ in first })
}

extension DefinitionKeys.Parameter {
  /// The JSON keys of parameters of all types.
  static let ofEveryParameter = asked { reader in
    var parameter = ParameterDefinition(name: "", type: .paymentMethod)
    DefinitionMapping.parameter(&parameter, DefinitionTags([], from: 1), &reader)
  }

  /// The JSON keys of properties of all types.
  static let ofEveryProperty = asked { reader in
    var property = IntentObjectType.Property(name: "", type: .paymentMethod)
    DefinitionMapping.property(
      &property, DefinitionTags([], from: 1), offset: 0, &reader)
  }

  /// The additional JSON keys of a type.
  static func keys(of type: DefinitionTypeName) -> [Self] {
    asked(type) { reader in
      var model = ParameterType.paymentMethod
      DefinitionMapping.type(&model, &reader)
      DefinitionMapping.metadata(of: &model, &reader)
    }.filter { $0 != .type }
  }

  /// The keys that the rows of a mapping request, in their order.
  private static func asked(
    _ type: DefinitionTypeName = .paymentMethod, _ map: (inout JSONElementReader) -> Void
  ) -> [Self] {
    var reader = JSONElementReader(
      JSONObject([(key: Self.type.rawValue, value: .string(type.rawValue))]))
    map(&reader)
    var asked = Set(reader.asked.keys)
    if asked.contains(carriedMetadata.rawValue) { asked.insert(carried.rawValue) }
    return allCases.filter { asked.contains($0.rawValue) }
  }
}
