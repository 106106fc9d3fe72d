package import DefinitionFormats
package import IntentModel
import Messages

/// The options of the command `generate` that are mentioned in remedies, without their dashes.
package enum GenerationOption: String {
  case form = "as"
  case all, names, texts
  case classPrefix = "class-prefix"

  /// The option as a user writes it.
  package var flag: String { "--" + rawValue }

  /// The option that makes a String Catalog.
  static var catalog: String { "\(texts.flag) \(AppIntentsTexts.catalog.rawValue)" }
}

/// The form of code to generate from a definition, for both the program and the plugins.
package struct GenerationRequest: Sendable, Hashable {
  /// The kinds of Swift that a definition can become.
  package enum Form: String, Sendable, Hashable, CaseIterable {
    /// For programs that use these libraries.
    case typed

    /// For apps that migrate from SiriKit.
    case appIntents = "app-intents"

    /// The classes that Xcode generates.
    case sirikit

    /// For widget extensions that show placed widgets of a service, together with App Intents.
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

  /// The user's choice of type names and imports; SiriKit classes ignore it.
  package var naming: GeneratedNaming

  /// The language of SiriKit classes.
  package var language: SiriKitLanguage

  /// Whether App Intents include the intents that are not for widgets, as actions.
  package var includesActions: Bool

  /// Makes a request.
  package init(
    form: Form = .typed, access: GeneratedAccess = .internal, texts: AppIntentsTexts = .keys,
    classPrefix: String = "",
    naming: GeneratedNaming = GeneratedNaming(), includesActions: Bool = false,
    language: SiriKitLanguage = .swift
  ) {
    self.form = form
    self.access = access
    self.texts = texts
    self.classPrefix = classPrefix
    self.naming = naming
    self.includesActions = includesActions
    self.language = language
  }

  /// Generates the files of a definition, and finds the parts that they cannot carry over.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - stem: The name of its file without the extension; the string table has the same name.
  ///   - languages: Its texts in each language.
  package func output(
    of definition: IntentDefinitionFile, stem: String, languages: DefinitionLanguages
  ) -> (files: [GeneratedFile], findings: [GenerationFinding]) {
    switch form {
    case .typed:
      let swift = TypedSwift(
        definition.withRowsOfCombinations, stem: stem, access: access, naming: naming)
      return ([swift.file], [])
    case .sirikit:
      let options = SiriKitOptions(classPrefix: classPrefix, access: access, language: language)
      let details = definition.intents.map(\.siriDetails)
      let classes = SiriKitClasses(definition, details: details, options: options)
      return (classes.files, classes.findings)
    case .widgetExtension:
      let file = WidgetExtensionSwift(definition, stem: stem, access: access, naming: naming).file
      return ([file], [])
    case .appIntents:
      let (file, findings) = AppIntentsSwift(
        definition, stem: stem, texts: texts, access: access, naming: naming,
        includesActions: includesActions, languages: languages
      ).output
      guard texts != .keys else { return ([file], findings) }
      let (catalog, conflicts) = StringCatalog(
        definition, stem: stem, languages: languages, texts: texts,
        includesActions: includesActions
      ).output
      let name = texts == .literal ? LiteralText.standardTable : stem
      return (
        [file, GeneratedFile(name: name + DefinitionLocalization.catalogEnding, text: catalog)],
        findings + conflicts + ofSource(definition, stem, languages)
      )
    }
  }

  /// The findings about the source language of a catalog and about texts that the catalog replaces.
  private func ofSource(
    _ definition: IntentDefinitionFile, _ stem: String, _ languages: DefinitionLanguages
  ) -> [GenerationFinding] {
    var findings: [GenerationFinding] = []
    if !languages.isSourceKnown {
      findings.append(
        GenerationFinding(
          .sourceLanguage, subject: stem,
          message: """
            The language of the definition is unknown; the catalog assumes \
            “\(name: languages.source)”.
            """,
          remedy: "If it is a different one, correct “sourceLanguage” and the entries."))
    }
    let replaced = definition.texts(withActions: includesActions).filter { text in
      guard let own = text.text, !own.isEmpty,
        let shown = languages.text(text, in: languages.source)
      else { return false }
      return shown != own
        && !languages.languages.contains { languages.text(text, in: $0) == own }
    }.compactMap(\.text)
    if let first = replaced.first {
      findings.append(
        GenerationFinding(
          .baseText, subject: stem,
          message: """
            \(replaced.count, "text", "texts") of the definition itself, such as \
            “\(name: first.harmless(limit: 80))”, \(phrase: replaced.count == 1 ? "is" : "are") \
            not in the catalog, because the table of “\(name: languages.source)” has a different \
            text.
            """,
          remedy:
            """
            If the definition is written in a different language, add the texts under that language.
            """))
    }
    return findings
  }
}
