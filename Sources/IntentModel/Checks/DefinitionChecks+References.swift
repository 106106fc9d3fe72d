extension DefinitionChecks {
  /// References to enums and types, and types that nothing is known of.
  static let references: [Check] = [danglingEnums, danglingTypes, objectsWithoutType, unknownTypes]

  /// An enum that the document lacks; those of the namespace `System` are Apple's own.
  private static func danglingEnums(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.typedElements.compactMap { type, path in
      guard case .enumeration(let reference, _) = type, !reference.isSystem,
        context.file.enumeration(reference) == nil
      else { return nil }
      let choices = context.file.enums.map(\.name)
      return DefinitionFinding(
        .danglingEnum(reference.name, choices: choices), at: path.appending("enum"))
    }
  }

  /// A type that the document lacks; those of the namespace `System` are Apple's own.
  private static func danglingTypes(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.typedElements.compactMap { type, path in
      guard case .object(let reference?) = type, !reference.isSystem,
        context.file.objectType(reference) == nil
      else { return nil }
      let choices = context.file.types.map(\.name)
      return DefinitionFinding(
        .danglingType(reference.name, choices: choices), at: path.appending("object"))
    }
  }

  private static func objectsWithoutType(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.typedElements.compactMap { type, path in
      guard case .object(nil) = type else { return nil }
      return DefinitionFinding(.objectWithoutType, at: path.appending("type"))
    }
  }

  /// A type without an editor, where there would be a row.
  private static func unknownTypes(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      guard case .other(let name) = place.parameter.type, place.parameter.isConfigurable else {
        return nil
      }
      return DefinitionFinding(.unknownType(name), at: place.path.appending("type"))
    }
  }
}
