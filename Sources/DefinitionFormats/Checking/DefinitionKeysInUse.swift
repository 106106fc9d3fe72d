package import IntentModel

/// The keys that string tables of a definition can have.
package struct DefinitionKeysInUse {
  private let texts: DefinitionTexts

  /// Collects the keys of a definition.
  package init(_ file: IntentDefinitionFile) { texts = DefinitionTexts(file) }

  /// The identifiers of the texts.
  package var identifiers: [String] { texts.identifiers }

  /// Whether a text of the definition has the given key.
  package func contains(_ key: String) -> Bool { texts.use(of: key) != nil }
}
