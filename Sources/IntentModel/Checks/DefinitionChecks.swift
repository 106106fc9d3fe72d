/// The checks of definitions: small functions, run as a list.
///
/// Each looks at one subject of a document and answers with what it finds there. None depends on
/// another, and none stops at the first finding.
public enum DefinitionChecks {
  /// One check of a whole document.
  typealias Check = @Sendable (DefinitionContext) -> [DefinitionFinding]

  /// All checks, by subject.
  static let all: [Check] =
    references + relationships + predicates + values + arrays + duplicates + widgets

  /// Everything that is found in a document, in its order: intents, enums, types, and by depth.
  ///
  /// The work grows with the size of the document. A document without anything in it has no
  /// findings.
  public static func findings(in file: IntentDefinitionFile) -> [DefinitionFinding] {
    let context = DefinitionContext(file)
    return all.flatMap { $0(context) }.inDocumentOrder
  }
}

extension IntentDefinitionFile {
  /// Everything that is wrong or looks wrong in the document, in its order.
  public var findings: [DefinitionFinding] { DefinitionChecks.findings(in: self) }
}

/// A document with what several checks need of it.
struct DefinitionContext {
  let file: IntentDefinitionFile

  /// The schema of each intent, at the intent's place.
  let schemas: [IntentSchema]

  /// Every parameter of every intent.
  let parameters: [Place]

  /// Every parameter with a condition.
  let relationships: [(place: Place, relationship: ParameterRelationship)]

  /// The type of every parameter and of every property of an object type, with its place.
  let typedElements: [(type: ParameterType, path: IntentPath)]

  init(_ file: IntentDefinitionFile) {
    self.file = file
    let schemas = file.intents.map { IntentSchema($0, in: file) }
    self.schemas = schemas
    parameters = schemas.indices.flatMap { Self.parameters(of: schemas[$0], number: $0) }
    relationships = parameters.compactMap { place in
      place.parameter.relationship.map { (place, $0) }
    }
    typedElements = parameters.map { ($0.parameter.type, $0.path) } + Self.properties(of: file)
  }

  private static func parameters(of schema: IntentSchema, number: Int) -> [Place] {
    let path = IntentPath.intent(number).appending("parameters")
    return schema.intent.parameters.enumerated().map { position, parameter in
      Place(
        parameter: parameter, path: path.appending(position), schema: schema, position: position)
    }
  }

  /// A parameter with its place.
  struct Place {
    var parameter: IntentParameter
    var path: IntentPath
    var schema: IntentSchema
    /// The position in the intent.
    var position: Int
  }

  private static func properties(
    of file: IntentDefinitionFile
  ) -> [(type: ParameterType, path: IntentPath)] {
    file.types.enumerated().flatMap { number, type in
      type.properties.enumerated().map { position, property in
        let path = IntentPath([.key("types"), .index(number), .key("properties")])
        return (property.type, path.appending(position))
      }
    }
  }
}

extension IntentPath {
  /// The path of an intent of a document.
  static func intent(_ number: Int) -> IntentPath { IntentPath([.key("intents"), .index(number)]) }
}

extension [DefinitionFinding] {
  /// The findings by the place of their element; those of one element as they were found.
  var inDocumentOrder: [DefinitionFinding] {
    let keys = map { $0.path.components.prefix(4).compactMap(\.rank) }
    return indices.sorted { left, right in
      if keys[left] == keys[right] { return left < right }
      return keys[left].lexicographicallyPrecedes(keys[right])
    }.map { self[$0] }
  }
}

extension IntentPath.Component {
  /// The number by which places are ordered: the index, or the turn of the list at the root.
  fileprivate var rank: Int? {
    switch self {
    case .index(let index): index
    case .key("intents"): 0
    case .key("enums"): 1
    case .key("types"): 2
    case .key: nil
    }
  }
}
