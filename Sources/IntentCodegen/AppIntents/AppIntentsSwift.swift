public import DefinitionFormats
public import IntentModel
import Messages

/// Generates App Intents for WidgetKit from a definition, so placed widgets keep their
/// configuration.
///
/// The system finds the new intent of a placed widget by the name of the old class, and maps its
/// parameters by name and type (WidgetKit, "Migrating widgets from SiriKit Intents to App
/// Intents"). Therefore, the class has the name that the definition gives, and parameters keep
/// their names, enums their case names, and objects their identifiers. The bodies that only the app
/// can write are requirements of a protocol: without them the code does not compile.
public struct AppIntentsSwift: Sendable {
  private let definition: IntentDefinitionFile
  private let stem: String
  private let access: GeneratedAccess
  private let texts: AppIntentsTexts
  private let naming: GeneratedNaming
  private let includesActions: Bool
  private let languages: DefinitionLanguages

  /// Makes a generator for a definition.
  ///
  /// - Parameters:
  ///   - definition: The definition to generate from.
  ///   - stem: The name of the definition file without its extension; the string table has the same
  ///     name.
  ///   - texts: How texts for people are written.
  ///   - access: Who can see the declarations.
  ///   - naming: Names of types, and imports, that the user has chosen.
  ///   - includesActions: Whether intents that are not for widgets become actions.
  ///   - languages: The texts of the definition in each language. If texts are written by keys, the
  ///     code has the definition's own texts; otherwise it has the texts of the source language.
  public init(
    _ definition: IntentDefinitionFile, stem: String, texts: AppIntentsTexts = .keys,
    access: GeneratedAccess = .internal, naming: GeneratedNaming = GeneratedNaming(),
    includesActions: Bool = false,
    languages: DefinitionLanguages = DefinitionLanguages(source: "en", isSourceKnown: false)
  ) {
    let definition = definition.withRowsOfCombinations
    self.definition = texts == .keys ? definition : languages.localizedInSource(definition)
    self.languages = languages
    self.stem = stem
    self.access = access
    self.texts = texts
    self.naming = naming
    self.includesActions = includesActions
  }

  /// The intents that become App Intents.
  private var chosen: [IntentDefinition] {
    definition.intents.filter { $0.isAppIntent(withActions: includesActions) }
  }

  private var names: AppIntentNames { AppIntentNames(definition, of: chosen, naming) }

  /// The Swift file, and the findings about parts of the definition that it cannot carry over.
  public var output: (file: GeneratedFile, findings: [GenerationFinding]) {
    let names = names
    let words = AppIntentWords(texts: texts, table: stem)
    var findings: [GenerationFinding] = []
    var body = SwiftText()
    var valueTypes = Set<String>()
    // Unused types are left out, because the app would have to write code for them as well.
    let used = UsedTypes(definition, by: chosen)
    for (item, name) in names.declared.enums where used.enums.contains(item.name) {
      body.blank()
      AppEnumWriter(
        item, name: name, keepsName: definition.origin != nil, words: words, access: access
      ).write(to: &body)
    }
    for (type, name) in names.declared.types where used.types.contains(type.name) {
      body.blank()
      let writer = AppEntityWriter(type, name: name, names: names, words: words, access: access)
      findings += writer.findings
      valueTypes.formUnion(writer.valueTypes)
      writer.write(to: &body)
    }
    for writer in writers(names, words) {
      body.blank()
      findings += writer.findings
      valueTypes.formUnion(writer.valueTypes)
      writer.write(to: &body)
    }
    for (intent, name) in names.declared.intents
    where definition.origin != nil && intent.replacedClass != nil
      && naming.names[intent.name] == nil
    {
      findings.append(
        GenerationFinding(
          .renamedType, subject: intent.name,
          message: """
            The definition names only the class that the App Intent replaces, so its type is called \
            “\(name: name)” here, and the system may not find what it has stored.
            """,
          remedy: """
            Give the name of the type with \(GenerationOption.names.flag) \
            \(name: intent.typeName)=NAME.
            """))
    }
    let taken = Set(chosen.map(\.name))
    for intent in definition.intents where !taken.contains(intent.name) {
      let isSystem = intent.isOfSystem
      findings.append(
        GenerationFinding(
          isSystem ? .systemIntent : .notForWidgets, subject: intent.name,
          message: isSystem
            ? "The intent is an intent of the system, so it is left out."
            : "The intent is not for widgets, so it is left out.",
          remedy: isSystem
            ? "Keep the definition in the app, where the system continues to use it."
            : "Generate with \(GenerationOption.all.flag), which makes an action of it."))
    }
    let name = "\(SwiftName.fileName(stem)).appintents.swift"
    let head = head(named: name, isEmpty: body.source == "\n", using: valueTypes)
    return (GeneratedFile(name: name, text: head + body.source), findings)
  }

  /// The names that the generated code has for intents and their parameters, in the order of that
  /// code.
  package var outlines: [AppIntentOutline] {
    writers(names, AppIntentWords(texts: texts, table: stem)).map(\.outline)
  }

  /// The sentences of all summaries, with the properties of their parameters.
  var sentences: [(sentence: SummarySentence, property: (String) -> String?)] {
    writers(names, AppIntentWords(texts: texts, table: stem)).flatMap(\.usedSentences)
  }

  private func writers(_ names: AppIntentNames, _ words: AppIntentWords) -> [AppIntentWriter] {
    // A type in an intent would hide the protocol of the same name.
    var providers = SwiftScope(reserved: ["DynamicOptionsProvider"])
    return names.declared.intents.map { intent, name in
      AppIntentWriter(
        IntentSchema(intent, in: definition), name: name, names: names, words: words,
        access: access, languages: languages, providers: &providers)
    }
  }

  private func head(
    named name: String, isEmpty: Bool, using valueTypes: Set<String>
  ) -> String {
    var text = SwiftText()
    text.head(name, of: stem)
    let keyword = "\(access.modifier)import"
    if !isEmpty { text.line("\(keyword) AppIntents") }
    if let placemark = ValueKind.placemark.facts.appIntents, valueTypes.contains(placemark) {
      text.line("\(keyword) CoreLocation")
    }
    let ofFoundation: Set = ["DateComponents", "URL"]
    if valueTypes.contains(where: { ofFoundation.contains($0) || $0.hasPrefix("Measurement<") }) {
      text.line("\(keyword) Foundation")
    }
    for module in naming.imports { text.line("\(keyword) \(module)") }
    text.line("")
    return text.source
  }
}

/// The names that generated App Intents have for an intent of a definition and its parameters.
package struct AppIntentOutline: Sendable {
  /// The intent of the definition.
  package var intent: IntentDefinition

  /// The name of the generated type.
  package var name: String

  /// The parameters in file order; of several with the same name, only the first.
  package var properties: [Property]

  /// A parameter and the property that it becomes.
  package struct Property: Sendable, Hashable {
    /// The name of the parameter.
    package var parameter: String

    /// The name of the property, without back-ticks; nil where App Intents has no type for it.
    package var name: String?
  }
}

/// The enums and object types that the given intents use.
private struct UsedTypes {
  private(set) var enums: Set<String> = []
  private(set) var types: Set<String> = []

  /// Collects the types, and the types of their properties; there is no limit to how deeply types
  /// can contain each other.
  init(_ definition: IntentDefinitionFile, by intents: [IntentDefinition]) {
    var open = intents.flatMap(\.parameters).map(\.type)
    open += intents.filter(\.isMeantAsAction).compactMap { $0.siriDetails.outputProperty?.type }
    while let type = open.popLast() {
      if let item = definition.enumeration(of: type) { enums.insert(item.name) }
      guard case .object(let reference?) = type, let object = definition.objectType(reference),
        types.insert(object.name).inserted
      else { continue }
      open += object.ownProperties.map(\.type)
    }
  }
}

/// The names of the generated declarations, and the Swift types of values.
///
/// The names are those that Xcode's own conversion would form, or those that App Intents already
/// have.
struct AppIntentNames {
  /// The names of the enums, of the object types, and of the intents that become App Intents.
  let declared: DeclaredNames

  /// Whether the definition describes App Intents, whose types the system finds by their names.
  let keepsNames: Bool

  /// The dynamic parameters that choose objects, by the name of the object type.
  private let uses: [String: [Use]]

  /// The answers of each intent with a dynamic parameter, by the name of its type.
  private var answers: [String: [AskedProperty?]] = [:]

  init(
    _ definition: IntentDefinitionFile, of chosen: [IntentDefinition], _ naming: GeneratedNaming
  ) {
    let isOfAppIntents = definition.origin != nil
    keepsNames = isOfAppIntents
    declared = DeclaredNames(
      definition, of: chosen, naming,
      DeclaredNames.Style(
        intent: { isOfAppIntents ? Self.storedName(of: $0) : Self.usualName(of: $0) },
        enumSuffix: isOfAppIntents ? "" : "AppEnum",
        typeSuffix: isOfAppIntents ? "" : "AppEntity",
        intentCompanions: [AppIntentWriter.actionSuffix],
        typeCompanions: [AppEntityWriter.query, AppEntityWriter.choices],
        enumMembers: AppEnumWriter.members,
        reserved: Self.reserved))
    uses = Self.uses(in: definition, of: declared)
    for (intent, name) in declared.intents
    where intent.parameters.contains(where: \.options.isDynamic) {
      answers[name] = answers(of: name, IntentSchema(intent, in: definition))
    }
  }

  /// The name of an intent's type: its own, as in Xcode, unless that is only a size, which would be
  /// meaningless in `AppIntentConfiguration(kind:intent:)`.
  private static func usualName(of intent: IntentDefinition) -> String {
    WidgetFamily(sizeClass: intent.name)?.isKnown != true
      ? intent.name : intent.name + "Configuration"
  }

  /// The name by which the system knows an App Intent or, if the definition does not contain that
  /// name, the usual name.
  private static func storedName(of intent: IntentDefinition) -> String {
    intent.replacedClass == nil ? intent.typeName : usualName(of: intent)
  }

  /// An answer of an intent that a query can read.
  struct AskedProperty: Sendable {
    /// The name of the parameter.
    var name: String
    /// The name of the property.
    var path: String
  }

  /// The answers of an intent, by the positions of its parameters; nil for a parameter that the App
  /// Intent does not have, and for a second parameter with the same name.
  func answers(of intent: String, _ schema: IntentSchema) -> [AskedProperty?] {
    if let known = answers[intent] { return known }
    let spellings = AppIntentWriter.spellings(of: schema)
    return schema.intent.parameters.enumerated().map { position, parameter in
      guard schema.position(of: parameter.name) == position, valueType(of: parameter.type) != nil
      else { return nil }
      let name = spellings[parameter.name] ?? CodeNames.plain(parameter.name)
      return AskedProperty(name: parameter.name, path: SwiftName.bare(name))
    }
  }

  /// The Swift type of one value; nil if App Intents has no such type.
  ///
  /// - Parameter swiftType: The Swift type in the definition, if it is not the usual one for the
  ///   kind of values. It is kept because the system stores values by their types.
  func valueType(of type: ParameterType, stated swiftType: String? = nil) -> String? {
    if let swiftType, SwiftTypes.named[swiftType]?.kind == type.kind { return swiftType }
    return switch type {
    case .enumeration(let reference, _): declared.name(ofEnum: reference)
    case .object(let reference?): declared.name(ofType: reference)
    case .measurement(let metadata): metadata.dimension.measurementType
    default: type.kind?.facts.appIntents
    }
  }

  /// The dynamic parameters that choose objects of a type, with their intents.
  func uses(of type: IntentObjectType) -> [Use] { uses[type.name] ?? [] }

  /// A dynamic parameter that chooses objects, with the name of its intent's type.
  typealias Use = (intent: String, schema: IntentSchema, parameter: ParameterDefinition)

  private static func uses(
    in definition: IntentDefinitionFile, of declared: DeclaredNames
  ) -> [String: [Use]] {
    var uses: [String: [Use]] = [:]
    for (intent, name) in declared.intents {
      let schema = IntentSchema(intent, in: definition)
      for parameter in intent.parameters where parameter.options.isDynamic {
        guard let type = schema.objectType(of: parameter.type) else { continue }
        uses[type.name, default: []].append((name, schema, parameter))
      }
    }
    return uses
  }

  /// The meaning of these names in generated code must not change.
  private static let reserved = Set(ValueKind.allCases.compactMap(\.facts.appIntents)).union([
    "AppEntity", "AppEnum", "AppIntent", "AppIntents", "DisplayRepresentation",
    "DynamicOptionsProvider", "Entity", "EntityProperty", "EntityQuery", "EntityStringQuery",
    "IntentDescription", "IntentItemCollection", "IntentModes", "IntentResult",
    "LocalizedStringResource", "Measurement", "Parameter", "ParameterSummary", "Property", "Result",
    "ReturnsValue", "Self", "Sendable", "TypeDisplayRepresentation", "UnitDuration",
    AppIntentsName.dependency, AppIntentsName.migratedIntent,
    AppIntentsName.widgetConfigurationIntent,
  ]).union(AppIntentsName.SummaryPart.allCases.map(\.rawValue))
}
