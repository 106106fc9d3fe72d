import Messages
import IntentModel

/// Notes keys that neither the model nor Xcode's format is known to have.
///
/// What is known and only carried is listed here.
struct UnknownKeyChecks {
  private typealias Keys = DefinitionPlistKeys
  private typealias Prefix = DefinitionPlistKeys.Prefix

  let file: IntentDefinitionFile
  let positions: DefinitionPositions
  let path: String

  /// A note for each unknown key, at the key.
  func run() -> [CheckFinding] {
    var found = LimitedProblems<CheckFinding>()
    for key in unknownKeys { found.append(note(key)) }
    let rest = found.omitted
    return found.kept + (rest > 0 ? [.rest(rest, of: .note, in: path)] : [])
  }

  /// A key that is not known, and the element that has it.
  private struct UnknownKey {
    var key: String
    var place: IntentPath
    /// The keys that lead from the element to the dictionary with the key.
    var inner: [String]
  }

  private var unknownKeys: [UnknownKey] {
    root + file.intents.enumerated().flatMap(intent) + file.enums.enumerated().flatMap(enumeration)
      + file.types.enumerated().flatMap(objectType)
  }

  private func note(_ unknown: UnknownKey) -> CheckFinding {
    let position = positions.place(ofKey: unknown.key, in: unknown.place, through: unknown.inner)
    return CheckFinding(
      file: path, line: position?.line, column: position?.column, severity: .note,
      code: "unknown-key", sentence: .unknownKey(key: unknown.key), remedy: .unknownKeyIsKept,
      subject: DefinitionSubject.words(for: unknown.place, in: file))
  }

  private var root: [UnknownKey] {
    notes(file.extras, Prefix.root, at: .root) { Keys.Root(rawValue: $0) != nil }
  }

  private func intent(_ number: Int, _ intent: IntentDefinition) -> [UnknownKey] {
    let place = IntentPath.root.appending("intents").appending(number)
    return notes(intent.extras, Prefix.intent, at: place, carried: Self.intentKeys) {
      Keys.Intent(rawValue: $0) != nil
    }
      + intent.parameters.enumerated().flatMap { position, parameter in
        self.parameter(parameter, at: place.appending("parameters").appending(position))
      }
  }

  private func parameter(_ parameter: IntentParameter, at place: IntentPath) -> [UnknownKey] {
    let relationship = parameter.relationship?.extras ?? .none
    return notes(parameter.extras, Prefix.parameter, at: place, carried: Self.parameterKeys) {
      Keys.Parameter(rawValue: $0) != nil
    }
      + metadata(parameter.metadataExtras, Prefix.parameter, at: place)
      + notes(relationship, Prefix.relationship, at: place.appending("visibleWhen")) {
        Keys.Relationship(rawValue: $0) != nil
      }
  }

  private func metadata(
    _ extras: DefinitionExtras, _ prefix: String, at place: IntentPath
  ) -> [UnknownKey] {
    let key = prefix + Keys.Parameter.metadata.rawValue
    return notes(extras, key, at: place, carried: Self.metadataKeys, through: [key]) {
      Keys.Metadata(rawValue: $0) != nil
    }
  }

  private func enumeration(_ number: Int, _ enumeration: IntentEnum) -> [UnknownKey] {
    let place = IntentPath.root.appending("enums").appending(number)
    return notes(enumeration.extras, Prefix.enumeration, at: place) {
      Keys.Enumeration(rawValue: $0) != nil
    }
      + enumeration.cases.enumerated().flatMap { position, item in
        notes(
          item.extras, Prefix.enumCase, at: place.appending("cases").appending(position),
          carried: ["Synonyms", "PronunciationHint"]
        ) { Keys.EnumCase(rawValue: $0) != nil }
      }
  }

  private func objectType(_ number: Int, _ type: IntentObjectType) -> [UnknownKey] {
    let place = IntentPath.root.appending("types").appending(number)
    return notes(type.extras, Prefix.objectType, at: place, carried: ["SemanticRoot"]) {
      Keys.ObjectType(rawValue: $0) != nil
    }
      + type.properties.enumerated().flatMap { position, property in
        let element = place.appending("properties").appending(position)
        return notes(
          property.extras, Prefix.property, at: element, carried: Self.parameterKeys
        ) { Keys.Parameter(rawValue: $0) != nil }
          + metadata(property.metadataExtras, Prefix.property, at: element)
      }
  }

  private func notes(
    _ extras: DefinitionExtras, _ prefix: String, at place: IntentPath,
    carried: Set<String> = [], through inner: [String] = [], isKnown: (String) -> Bool
  ) -> [UnknownKey] {
    extras.unknown.map(\.key).compactMap { key in
      guard !key.hasSuffix("]") else { return nil }
      if key.hasPrefix(prefix) {
        let name = String(key.dropFirst(prefix.count))
        let text = name.hasSuffix(Keys.identifierSuffix) ? String(name.dropLast(2)) : name
        if [name, text].contains(where: { isKnown($0) || carried.contains($0) }) { return nil }
      }
      return UnknownKey(key: key, place: place, inner: inner)
    }
  }

  private static let intentKeys: Set<String> = [
    "ParameterCombinations", "ManagedParameterCombinations", "Phrases", "Response", "Foreground",
    "Entity", "VerbAssociations", "Hash", "UnsupportedPlatforms",
  ]

  private static let parameterKeys: Set<String> = [
    "WindowSize", "CustomDisambiguation", "Default", "EntityKeypath", "UnsupportedReasons",
  ]

  private static let metadataKeys: Set<String> = [
    "DefaultValue", "Format", "Unit", "KeyboardType",
  ]
}
