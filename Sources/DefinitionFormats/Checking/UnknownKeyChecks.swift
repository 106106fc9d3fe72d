import IntentModel
import Messages

/// Reports keys that are unknown to both the model and Xcode's format.
///
/// Known keys that the model only carries are listed here.
struct UnknownKeyChecks {
  private typealias Keys = DefinitionKeys
  private typealias Carried = DefinitionKeys.PropertyListOnly
  private typealias Prefix = DefinitionKeys.Prefix

  let file: IntentDefinitionFile
  let positions: DefinitionPositions
  let path: String

  /// A note for each unknown key, at the key, up to a limit.
  func run() -> [CheckFinding] {
    var found = LimitedProblems<CheckFinding>()
    for key in unknownKeys { found.append(note(key)) }
    let rest = found.omitted
    return found.kept + (rest > 0 ? [.rest(rest, of: .note, in: path)] : [])
  }

  /// An unknown key and the element that contains it.
  private struct UnknownKey {
    var key: String
    var place: IntentPath
    /// The keys from the element to the dictionary that contains the key.
    var inner: [String]
    /// The key together with the prefix that it lacks; nil if the key would be unknown even with
    /// the prefix.
    var whole: String?
    /// A similar known key; nil if there is none.
    var near: String?
  }

  private var unknownKeys: [UnknownKey] {
    root + file.intents.enumerated().flatMap(intent) + file.enums.enumerated().flatMap(enumeration)
      + file.types.enumerated().flatMap(objectType)
  }

  private func note(_ unknown: UnknownKey) -> CheckFinding {
    let position = positions.place(ofKey: unknown.key, in: unknown.place, through: unknown.inner)
    return CheckFinding(
      file: path, line: position?.line, column: position?.column, severity: .note,
      code: "unknown-key", sentence: "The key “\(name: unknown.key)” is unknown.",
      remedy: unknown.whole.map { "Write “\(name: $0)”; without the prefix it has no effect." }
        ?? unknown.near.map { .didYouMean(name: $0) }
        ?? "It is kept as it is, and has no effect here.",
      subject: DefinitionSubject.words(for: unknown.place, in: file))
  }

  private var root: [UnknownKey] {
    // `$schema` tells an editor the schema of the file, so it is not an unknown key.
    notes(file.extras, Prefix.root, at: .root, known: Keys.Root.propertyListNames)
      .filter { $0.key != Keys.Root.schema.rawValue }
  }

  private func intent(_ number: Int, _ intent: IntentDefinition) -> [UnknownKey] {
    let place = IntentPath.element(number, of: .intents)
    return notes(intent.extras, Prefix.intent, at: place, known: Self.intentKeys)
      + intent.parameters.enumerated().flatMap { position, parameter in
        self.parameter(parameter, at: .parts(of: .intents, number).appending(position))
      }
  }

  private func parameter(_ parameter: ParameterDefinition, at place: IntentPath) -> [UnknownKey] {
    let relationship = parameter.relationship?.extras ?? .none
    return notes(parameter.extras, Prefix.parameter, at: place, known: Self.parameterKeys)
      + metadata(parameter.metadataExtras, Prefix.parameter, at: place)
      + notes(
        relationship, Prefix.relationship, at: place.appending(Keys.Parameter.visibleWhen),
        known: Keys.Relationship.propertyListNames)
  }

  private func metadata(
    _ extras: DefinitionExtras, _ prefix: String, at place: IntentPath
  ) -> [UnknownKey] {
    let key = Carried.metadata.propertyList(after: prefix)
    return notes(extras, key, at: place, known: Self.metadataKeys, through: [key])
  }

  private func enumeration(_ number: Int, _ enumeration: IntentEnum) -> [UnknownKey] {
    let place = IntentPath.element(number, of: .enums)
    return notes(
      enumeration.extras, Prefix.enumeration, at: place,
      known: Keys.Enumeration.propertyListNames)
      + enumeration.cases.enumerated().flatMap { position, item in
        notes(
          item.extras, Prefix.enumCase, at: .parts(of: .enums, number).appending(position),
          known: Keys.Case.propertyListNames.union(["Synonyms", "PronunciationHint"]))
      }
  }

  private func objectType(_ number: Int, _ type: IntentObjectType) -> [UnknownKey] {
    let place = IntentPath.element(number, of: .types)
    return notes(
      type.extras, Prefix.objectType, at: place,
      known: Keys.ObjectType.propertyListNames.union(["SemanticRoot"]))
      + type.properties.enumerated().flatMap { position, property in
        let element = IntentPath.parts(of: .types, number).appending(position)
        return notes(
          property.extras, Prefix.property, at: element, known: Self.parameterKeys)
          + metadata(property.metadataExtras, Prefix.property, at: element)
      }
  }

  private func notes(
    _ extras: DefinitionExtras, _ prefix: String, at place: IntentPath,
    known: Set<String>, through inner: [String] = []
  ) -> [UnknownKey] {
    extras.unknown.map(\.key).compactMap { key in
      guard !key.hasSuffix("]") else { return nil }
      if key.hasPrefix(prefix) {
        let name = String(key.dropFirst(prefix.count))
        let text =
          name.hasSuffix(Keys.identifierSuffix)
          ? String(name.dropLast(Keys.identifierSuffix.count)) : name
        if known.contains(name) || known.contains(text) { return nil }
      }
      let whole = known.contains(key) && !key.hasPrefix(prefix) ? prefix + key : nil
      // The key of a text and the key of its identifier have different suffixes.
      let end = key.hasSuffix(Keys.identifierSuffix) ? Keys.identifierSuffix : ""
      let near = nearestName(
        to: String(key.dropLast(end.count)), among: known.map { prefix + $0 }.sorted(), atMost: 2
      ).map { $0 + end }
      return UnknownKey(key: key, place: place, inner: inner, whole: whole, near: near)
    }
  }

  private static let intentKeys = Keys.Intent.propertyListNames.union([
    Carried.summary.rawValue, "Phrases", "Foreground", "Entity", "VerbAssociations", "Hash",
    "UnsupportedPlatforms",
  ]).union(Keys.Siri.ofIntent)

  private static let parameterKeys = Set(
    Keys.Parameter.allCases.filter { !Keys.Parameter.ofMetadata.contains($0) }
      .compactMap(\.propertyList)
  ).union([
    Carried.enumTypeNamespace.rawValue, Carried.objectTypeNamespace.rawValue,
    Carried.metadata.rawValue, "WindowSize", "CustomDisambiguation", "EntityKeypath",
  ]).union(Keys.Siri.ofParameter)

  private static let metadataKeys = Set(Keys.Parameter.ofMetadata.compactMap(\.propertyList))
    .union([
      Carried.currencyCode.rawValue, Carried.minimumUnit.rawValue, Carried.maximumUnit.rawValue,
      "KeyboardType",
    ])
}
