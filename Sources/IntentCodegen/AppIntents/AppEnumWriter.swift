import IntentModel
import Messages

/// Writes an enum of a definition as an `AppEnum`, without the case that means no value.
struct AppEnumWriter {
  private let item: IntentEnum
  private let name: String
  private let keepsName: Bool
  private let words: AppIntentWords
  private let access: GeneratedAccess

  /// - Parameter keepsName: Whether the system knows the enum by its name.
  init(
    _ item: IntentEnum, name: String, keepsName: Bool, words: AppIntentWords,
    access: GeneratedAccess
  ) {
    self.item = item
    self.name = name
    self.keepsName = keepsName
    self.words = words
    self.access = access
  }

  /// The static members of every enum.
  static let members: Set<String> = [
    AppIntentsName.caseDisplayRepresentations, AppIntentsName.persistentIdentifier,
    AppIntentsName.typeDisplayRepresentation,
  ]

  /// The raw values are the definition's case names, which placed widgets have stored.
  func write(to text: inout SwiftText) {
    let cases = TypedEnumWriter.cases(of: item, besides: Self.members)
    text.documentation(item.displayName.text ?? item.name)
    text.availability()
    text.block("\(access.modifier)enum \(name): String, AppEnum") { text in
      for (value, spelling) in cases {
        text.line(TypedEnumWriter.line(of: value, spelling))
      }
      text.blank()
      if keepsName { text.storedName(item.name, of: name, access.modifier) }
      text.typeRepresentation(words.resource(item.displayName, or: item.name), access.modifier)
      text.blank()
      text.documentation("The names of the cases that people see.")
      text.line(
        """
        \(access.modifier)static let \(AppIntentsName.caseDisplayRepresentations): [\(name): \
        DisplayRepresentation] = [
        """
      )
      for (value, spelling) in cases {
        let title = words.resource(value.displayName, or: value.name)
        text.line("  .\(spelling): DisplayRepresentation(title: \(title)),")
      }
      text.line("]")
    }
  }
}

extension SwiftText {
  /// Writes the name by which the system knows a type, if it differs from the type's name in Swift.
  mutating func storedName(_ stored: String, of name: String, _ access: String) {
    guard SwiftName.bare(name) != stored else { return }
    documentation("The name by which the system finds what it has stored.")
    line(
      "\(access)static let \(AppIntentsName.persistentIdentifier) = \(SwiftLiteral.string(stored))")
    blank()
  }
}

/// Writes an object type of a definition as an `AppEntity` with its query.
struct AppEntityWriter {
  /// The suffix that turns the name of an entity into the name of its query.
  static let query = "Query"

  /// The suffix that turns the name of an entity or a provider into the name of the protocol that
  /// gives the choices.
  static let choices = "Choices"

  /// The findings about parts that the entity cannot carry over.
  let findings: [GenerationFinding]

  /// The Swift types of single values of the properties.
  let valueTypes: [String]

  private let type: IntentObjectType
  private let name: String
  private let names: AppIntentNames
  private let words: AppIntentWords
  private let access: String
  private let properties: [Property]

  private struct Property {
    var source: IntentObjectType.Property
    var spelling: String
    var type: String
  }

  init(
    _ type: IntentObjectType, name: String, names: AppIntentNames, words: AppIntentWords,
    access: GeneratedAccess
  ) {
    self.type = type
    self.name = name
    self.names = names
    self.words = words
    self.access = access.modifier
    var scope = SwiftScope(
      wrapped: type.ownProperties.map(\.name), reserved: Self.members.union(["self"]))
    var findings: [GenerationFinding] = []
    var properties: [Property] = []
    var valueTypes: [String] = []
    for property in type.ownProperties.firsts(by: \.name) {
      guard let value = names.valueType(of: property.type, stated: property.swiftType),
        Self.isAllowed(property.type)
      else {
        findings.append(
          GenerationFinding(
            .entityProperty, subject: GenerationFinding.subject(type.name, property.name),
            message:
              """
              An entity cannot hold the values of “\(name: property.type.name)”, \
              so the property is left out.
              """,
            remedy: "Where the app shows the value, look it up."))
        continue
      }
      valueTypes.append(value)
      properties.append(
        Property(
          source: property, spelling: scope.claim(property.name),
          type: property.supportsMultipleValues ? "[\(value)]" : value))
    }
    if let stated = type.identifierType, stated != "String" {
      findings.append(
        GenerationFinding(
          .inexpressibleType, subject: type.name,
          message:
            """
            The identifiers of the source are of type `\(visible(stated))`, and the generated ones are \
            strings.
            """,
          remedy: "Write the old type of `id`, or try a placed widget on a phone first."))
    }
    self.properties = properties
    self.valueTypes = valueTypes
    self.findings = findings
  }

  /// The members that every entity has.
  private static let members: Set<String> = [
    AppIntentsName.defaultQuery, "displayImage", "displayRepresentation", "displayString", "id",
    "subtitleString", AppIntentsName.typeDisplayRepresentation,
  ]

  /// Whether an entity can have a property of the type; a nested entity would need a second query.
  private static func isAllowed(_ type: ParameterType) -> Bool {
    if case .object = type { return false }
    return true
  }

  func write(to text: inout SwiftText) {
    text.documentation(type.displayName.text ?? type.name)
    for finding in findings { text.comment(finding) }
    text.availability()
    text.block("\(access)struct \(name): AppEntity") { text in
      if names.keepsNames { text.storedName(type.name, of: name, access) }
      text.typeRepresentation(words.resource(type.displayName, or: type.name), access)
      text.blank()
      text.documentation("Finds the entities.")
      text.line("\(access)static let \(AppIntentsName.defaultQuery) = \(queryName)()")
      text.blank()
      text.documentation(
        "The identifier of the old object. If it differs, placed widgets lose their choice.")
      text.line("\(access)var id: String")
      text.blank()
      text.documentation("The text people see.")
      text.line("\(access)var displayString: String")
      text.blank()
      text.documentation("The text below it; nil for none.")
      text.line("\(access)var subtitleString: String?")
      text.blank()
      text.documentation("The image beside it; nil for none.")
      text.line("\(access)var displayImage: DisplayRepresentation.Image?")
      for property in properties {
        text.blank()
        let title = words.resource(property.source.displayName, or: property.source.name)
        text.line("@Property(title: \(title))")
        text.line("\(access)var \(property.spelling): \(property.type)?")
      }
      text.blank()
      text.documentation("How the object is shown in a list.")
      text.block("\(access)var displayRepresentation: DisplayRepresentation") {
        $0.line("DisplayRepresentation(")
        $0.line("  title: \"\\(displayString)\", subtitle: subtitleString.map { \"\\($0)\" },")
        $0.line("  image: displayImage)")
      }
      text.blank()
      text.documentation("Makes an object; its properties are set afterwards.")
      text.line("\(access)init(")
      text.line("  id: String, displayString: String, subtitleString: String? = nil,")
      text.line("  displayImage: DisplayRepresentation.Image? = nil")
      text.block(")") { text in
        text.line("self.id = id")
        text.line("self.displayString = displayString")
        text.line("self.subtitleString = subtitleString")
        text.line("self.displayImage = displayImage")
      }
    }
    text.blank()
    writeQuery(to: &text)
  }

  // MARK: The query

  private var queryName: String { name + Self.query }

  private var choicesName: String { name + Self.choices }

  private static let searchWords = "The choices that match a typed text."

  private var uses: [(intent: String, schema: IntentSchema, parameter: ParameterDefinition)] {
    names.uses(of: type)
  }

  private var isSearched: Bool { uses.contains { $0.parameter.options.isSearchable } }

  private func writeQuery(to text: inout SwiftText) {
    text.documentation(
      """
      The code that the app has to write once, in an extension of `\(queryName)`.

      Without it the query does not compile.
      """)
    text.availability()
    text.block("nonisolated \(access)protocol \(choicesName)") { text in
      text.documentation(
        "The objects with the given identifiers; those that no longer exist are left out.")
      text.line("func entities(for identifiers: [String]) async throws -> [\(name)]")
      text.blank()
      text.choicesRequirement(of: name)
      if isSearched {
        text.blank()
        text.documentation(Self.searchWords)
        text.line(
          "func choices(matching text: String) async throws -> IntentItemCollection<\(name)>")
      }
      text.defaultRequirement(of: name)
    }
    text.blank()
    text.documentation("Finds objects of \(type.name).")
    text.availability()
    let base = isSearched ? "EntityStringQuery" : "EntityQuery"
    text.block("\(access)struct \(queryName): \(base), \(choicesName)") { text in
      QueryDependencies(of: uses, names: names).write(to: &text, access)
      text.documentation("The type of the list of choices.")
      text.line("\(access)typealias Result = IntentItemCollection<\(name)>")
      text.blank()
      text.documentation("Makes the query.")
      text.line("\(access)init() {}")
      text.blank()
      text.documentation("The choices that a person sees first.")
      text.block(
        "\(access)func suggestedEntities() async throws -> IntentItemCollection<\(name)>"
      ) { $0.line("try await choices()") }
      if isSearched {
        text.blank()
        text.documentation(Self.searchWords)
        text.block(
          "\(access)func entities(matching string: String) async throws "
            + "-> IntentItemCollection<\(name)>"
        ) { $0.line("try await choices(matching: string)") }
      }
      text.defaultResult(of: name, access)
    }
  }
}

extension SwiftText {
  /// Writes the name that people see.
  fileprivate mutating func typeRepresentation(_ name: String, _ access: String) {
    documentation("The name people see.")
    line(
      "\(access)static let \(AppIntentsName.typeDisplayRepresentation) = TypeDisplayRepresentation("
    )
    line("  name: \(name))")
  }

  /// Writes a comment about something that is not carried over.
  mutating func comment(_ finding: GenerationFinding) {
    line("// Not carried over: \(finding.message) \(finding.remedy)")
  }
}
