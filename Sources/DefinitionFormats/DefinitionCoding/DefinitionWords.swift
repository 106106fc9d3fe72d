import IntentModel
import JSONC

extension ParameterType {
  /// The word for the type in JSON definitions.
  var definitionName: DefinitionTypeName {
    if case .measurement(let metadata) = self { return .measurement(metadata.dimension) }
    return kind.map { .one($0) } ?? .other
  }
}

extension RawRepresentable<String> {
  /// The word in JSON for a word of the model, with a lowercase first letter.
  package var definitionWord: String { rawValue.prefix(1).lowercased() + rawValue.dropFirst() }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The words in JSON for a closed set of the model.
  package static var definitionWords: [String] { allCases.map(\.definitionWord) }
}

extension DefinitionTypeName {
  /// The type with the default metadata; nil for a type that needs a name.
  var blank: ParameterType? {
    switch self {
    case .one(let kind): kind.blank
    case .measurement(let dimension): .measurement(MeasurementMetadata(dimension: dimension))
    case .other: nil
    }
  }

  /// The type for a name that Xcode writes; nil for an object, an enum or an unknown type.
  static func scalar(named name: String) -> ParameterType? { scalars[name] }

  private static let scalars = Dictionary(
    allCases.filter { $0 != .one(.object) }.compactMap(\.blank).map { ($0.name, $0) },
    uniquingKeysWith: { first, _ in first })
}

extension DefinitionKeys.Parameter {
  /// The JSON keys that every parameter can have, whatever its type.
  static let ofEveryParameter = asked { reader in
    var parameter = ParameterDefinition(name: "", type: .other(""))
    DefinitionMapping.parameter(&parameter, DefinitionTags([], from: 1), &reader)
  }

  /// The JSON keys that every property can have, whatever its type.
  static let ofEveryProperty = asked { reader in
    var property = IntentObjectType.Property(name: "", type: .other(""))
    DefinitionMapping.property(
      &property, DefinitionTags([], from: 1), offset: 0, &reader)
  }

  /// The additional JSON keys of a type.
  static func keys(of type: DefinitionTypeName) -> [Self] {
    asked(type) { reader in
      var model = ParameterType.other("")
      DefinitionMapping.type(&model, &reader)
      DefinitionMapping.metadata(of: &model, &reader)
    }.filter { $0 != .type }
  }

  /// The keys that are requested by the rows of a mapping, in their order.
  ///
  /// - Parameter type: The value of `type` in the object that the mapping reads; by default, a type
  ///   without additional keys.
  private static func asked(
    _ type: DefinitionTypeName = .one(.paymentMethod), _ map: (inout JSONElementReader) -> Void
  ) -> [Self] {
    var reader = JSONElementReader(
      JSONObject([(key: Self.type.rawValue, value: .string(type.rawValue))]))
    map(&reader)
    var asked = Set(reader.asked.keys)
    if asked.contains(carriedMetadata.rawValue) { asked.insert(carried.rawValue) }
    return allCases.filter { asked.contains($0.rawValue) }
  }
}
