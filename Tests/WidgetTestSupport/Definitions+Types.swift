public import IntentModel

extension IntentEnum {
  /// An enum with the given cases, numbered from 1, after the case that means "no value".
  public static func of(_ name: String, _ cases: String...) -> IntentEnum {
    let all = ["unknown"] + cases
    return IntentEnum(
      name: name, kind: "Regular",
      cases: all.indices.map { Case(name: all[$0], index: $0, displayName: LocalizedText(all[$0])) }
    )
  }
}

extension IntentObjectType {
  /// A type with the four standard properties and the given properties.
  public static func of(_ name: String, _ own: Property...) -> IntentObjectType {
    of(name, properties: own)
  }

  /// A type with the four standard properties and the given properties.
  public static func of(_ name: String, properties own: [Property]) -> IntentObjectType {
    IntentObjectType(
      name: name, displayName: LocalizedText(name),
      lastPropertyTag: own.compactMap(\.tag).max() ?? 99, properties: standardProperties + own)
  }

  /// The four properties that every type has.
  public static let standardProperties: [Property] = [
    standard("identifier", 1, .string(StringMetadata())),
    standard("displayString", 2, .string(StringMetadata())),
    standard("pronunciationHint", 3, .string(StringMetadata())),
    standard("alternativeSpeakableMatches", 4, .speakableString(StringMetadata()), isArray: true),
  ]

  private static func standard(
    _ name: String, _ tag: Int, _ type: ParameterType, isArray: Bool = false
  ) -> Property {
    Property(
      name: name, tag: tag, displayPriority: tag, type: type, supportsMultipleValues: isArray,
      isDefault: true)
  }
}

extension IntentObjectType.Property {
  /// A property in addition to the standard ones.
  public static func own(
    _ name: String, _ type: ParameterType, isArray: Bool = false
  ) -> IntentObjectType.Property {
    IntentObjectType.Property(name: name, type: type, supportsMultipleValues: isArray)
  }
}

extension IntentDefinitionFile {
  /// A document with one intent, `Test`, which can configure a widget.
  public static func sample(
    _ parameters: [ParameterDefinition], enums: [IntentEnum] = [], types: [IntentObjectType] = []
  ) -> IntentDefinitionFile {
    let intent = IntentDefinition(
      name: "Test", isEligibleForWidgets: true, parameters: parameters)
    return IntentDefinitionFile(intents: [intent], enums: enums, types: types)
  }
}

extension IntentSchema {
  /// The schema of a document with one intent, `TestIntent`.
  public static func sample(
    _ parameters: [ParameterDefinition], enums: [IntentEnum] = [], types: [IntentObjectType] = []
  ) -> IntentSchema {
    let file = IntentDefinitionFile.sample(parameters, enums: enums, types: types)
    return IntentSchema(file.intents[0], in: file)
  }
}

extension IntentDraft {
  /// A draft with the given values, set by a person.
  public static func set(_ values: [String: IntentValue]) -> IntentDraft {
    IntentDraft(values: values)
  }
}

extension IntentValue {
  /// An object whose display text is its identifier.
  public static func choice(_ identifier: String) -> IntentValue {
    .object(IntentObject(identifier: identifier, display: identifier))
  }
}
