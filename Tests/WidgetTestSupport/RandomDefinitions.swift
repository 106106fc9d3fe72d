public import IntentModel

/// Random definitions: every type, chains of relationships, all relations, and all families.
///
/// The definitions could have been written by Xcode: names and tags are unique, a parent comes
/// before its child, and references are valid. Numbers and texts come from small pools, so that
/// conditions hold about half of the time.
extension SeededGenerator {
  /// A document with two enums, two object types, and one intent that has at most the given number
  /// of parameters.
  public mutating func definitionFile(maximumParameters: Int = 8) -> IntentDefinitionFile {
    let namespace: String? = chance(0.7) ? code() : nil
    var file = IntentDefinitionFile(
      enums: [randomEnum("Mode", namespace), randomEnum("Style", namespace)],
      types: [], namespace: namespace, modelVersion: "1.2")
    file.types = [
      .of("City", properties: properties(in: file, namespace: namespace)), .of("Calendar"),
    ]
    file.intents = [intent(in: file, maximumParameters: maximumParameters)]
    return file
  }

  /// The schema of the only intent in a random document.
  public mutating func schema(maximumParameters: Int = 8) -> IntentSchema {
    let file = definitionFile(maximumParameters: maximumParameters)
    return IntentSchema(file.intents[0], in: file)
  }

  private mutating func intent(
    in file: IntentDefinitionFile, maximumParameters: Int
  ) -> IntentDefinition {
    var parameters: [ParameterDefinition] = []
    for index in 0..<Int.random(in: 1...max(1, maximumParameters), using: &self) {
      parameters.append(parameter(at: index, after: parameters, in: file))
    }
    return IntentDefinition(
      name: "Random", title: text("Title"), description: text("Description"),
      category: "information", verb: "View", kind: "Custom", isEligibleForWidgets: true,
      lastParameterTag: parameters.count * 2, parameters: parameters)
  }

  private mutating func parameter(
    at index: Int, after earlier: [ParameterDefinition], in file: IntentDefinitionFile
  ) -> ParameterDefinition {
    let type = type(in: file)
    var parameter = ParameterDefinition(
      name: "\(type.name.prefix(1).lowercased())\(type.name.dropFirst())\(index)", type: type,
      tag: index * 2 + 1, displayName: text("Label \(index)"),
      displayPriority: chance(0.95) ? index + 1 : nil, isConfigurable: chance(0.95),
      supportsMultipleValues: chance(0.3))
    if canBeDynamic(type), chance(0.5) {
      parameter.options = .dynamic(searchable: chance(0.3))
    }
    if parameter.supportsMultipleValues, chance(0.6) {
      parameter.hasFixedSize = true
      parameter.arraySizes = arraySizes()
    }
    if let parent = earlier.randomElement(using: &self), chance(0.5) {
      parameter.relationship = relationship(to: parent, in: file)
    }
    return parameter
  }

  private func canBeDynamic(_ type: ParameterType) -> Bool {
    switch type {
    case .object, .string, .integer, .decimal: true
    default: false
    }
  }

  private mutating func arraySizes() -> ArraySizes {
    let listed = WidgetFamily.allCases.filter { _ in chance(0.5) }
    return ArraySizes(
      entries: listed.map {
        ArraySizes.Entry(sizeClass: $0.sizeClass, size: Int.random(in: 1...4, using: &self))
      })
  }

  /// A condition on a parent, with a predicate name like Xcode's.
  public mutating func relationship(
    to parent: ParameterDefinition, in file: IntentDefinitionFile
  ) -> ParameterRelationship {
    let relation = ParameterRelation.allCases.randomElement(using: &self) ?? .hasAnyValue
    let count = relation == .isWithinRange ? 2 : Int.random(in: 1...2, using: &self)
    let values = relation.takesValues ? (0..<count).map { _ in comparison(parent, file) } : []
    return ParameterRelationship(
      parentName: parent.name, predicateName: parent.type.predicatePrefix + relation.rawValue,
      values: values.compactMap { $0 }, isList: count > 1)
  }

  private mutating func comparison(
    _ parent: ParameterDefinition, _ file: IntentDefinitionFile
  ) -> IntentValue? {
    let schema = IntentSchema(IntentDefinition(name: "Parent", parameters: [parent]), in: file)
    switch validValue(ofType: parent.type, in: schema) {
    case .object(let object): return .string(object.identifier)
    case .enumeration(let name): return .string(name)
    case .dateComponents, .placemark, .person, .paymentMethod, nil: return nil
    case .some(let value): return value
    }
  }
}

extension ParameterType {
  /// The part before the relation in Xcode's name for a predicate on a parent of this type.
  fileprivate var predicatePrefix: String {
    switch self {
    case .enumeration: "Enum"
    case .object: "ObjectIdentifier"
    default: name
    }
  }
}
