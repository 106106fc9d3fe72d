package import DefinitionFormats
package import IntentModel

/// What to generate from a definition and how, for both the program and the plugins.
package struct GenerationRequest: Sendable, Hashable {
  /// The kinds of Swift that a definition can become.
  package enum Form: String, Sendable, Hashable, CaseIterable {
    /// For programs that use these libraries.
    case typed

    /// For apps that migrate from SiriKit.
    case appIntents = "app-intents"

    /// The classes that Xcode generates.
    case sirikit

    /// For widget extensions that show placed widgets of a service; it goes with App Intents.
    case widgetExtension = "widget-extension"
  }

  /// The kind of Swift.
  package var form: Form

  /// The access level of the declarations.
  package var access: GeneratedAccess

  /// How App Intents refer to texts.
  package var texts: AppIntentsTexts

  /// The prefix of SiriKit classes whose definition has none.
  package var classPrefix: String

  /// Whether SiriKit classes are `nonisolated`.
  package var isNonisolated: Bool

  /// The user's choice of type names and imports; SiriKit classes ignore it.
  package var naming: GeneratedNaming

  /// The language of SiriKit classes.
  public var language: SiriKitLanguage

  /// Whether App Intents include the intents that are not for widgets, as actions.
  public var includesActions: Bool

  /// Makes a request.
  package init(
    form: Form = .typed, access: GeneratedAccess = .internal, texts: AppIntentsTexts = .keys,
    classPrefix: String = "", isNonisolated: Bool = false,
    naming: GeneratedNaming = GeneratedNaming(), includesActions: Bool = false,
    language: SiriKitLanguage = .swift
  ) {
    self.form = form
    self.access = access
    self.texts = texts
    self.classPrefix = classPrefix
    self.isNonisolated = isNonisolated
    self.naming = naming
    self.includesActions = includesActions
    self.language = language
  }

  /// Generates the files of a definition, and finds what they cannot carry over.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - stem: The name of its file without the extension, which is also its string table.
  ///   - tables: The texts in other languages, for a String Catalog.
  package func output(
    of definition: IntentDefinitionFile, stem: String, tables: [DefinitionLocalization] = []
  ) -> (files: [GeneratedFile], findings: [GenerationFinding]) {
    switch form {
    case .typed:
      let swift = TypedSwift(definition, stem: stem, access: access, naming: naming)
      return ([swift.file], [])
    case .sirikit:
      let options = SiriKitOptions(
        classPrefix: classPrefix, access: access, isNonisolated: isNonisolated,
        language: language)
      let details = definition.intents.map(\.siriDetails)
      return (SiriKitClasses(definition, details: details, options: options).files, [])
    case .widgetExtension:
      let file = WidgetExtensionSwift(definition, stem: stem, access: access, naming: naming).file
      return ([file], [])
    case .appIntents:
      let (file, findings) = AppIntentsSwift(
        definition, stem: stem, texts: texts, access: access, naming: naming,
        includesActions: includesActions
      ).output
      guard texts != .keys else { return ([file], findings) }
      let (catalog, conflicts) = catalog(of: definition, stem: stem, tables: tables)
      return ([file, catalog], findings + conflicts)
    }
  }

  /// The String Catalog, which has the name of the string table that it replaces.
  private func catalog(
    of definition: IntentDefinitionFile, stem: String, tables: [DefinitionLocalization]
  ) -> (file: GeneratedFile, findings: [GenerationFinding]) {
    let translations = tables.map { table in
      let texts = table.identifiers.compactMap { id in table.lookup(id).map { (id, $0) } }
      return (language: table.language, texts: Dictionary(uniqueKeysWithValues: texts))
    }
    let (text, findings) = StringCatalog(
      definition, translations: translations, texts: texts, includesActions: includesActions
    ).output
    let name = texts == .literal ? "Localizable" : stem
    return (GeneratedFile(name: name + ".xcstrings", text: text), findings)
  }
}
