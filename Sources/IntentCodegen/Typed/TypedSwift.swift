public import IntentModel
import Messages

/// Generates Swift from a definition, for programs that use these libraries: an enum for each enum,
/// a struct for each type and each intent, and protocols for their options and timelines.
///
/// Names are spelt as in the definition, where Swift allows it. Where it does not, the spelling
/// depends on the name and on the names before it in the file: an invalid character becomes `_`,
/// and a used name gets a number.
public struct TypedSwift: Sendable {
  private let definition: IntentDefinitionFile
  private let stem: String
  private let access: GeneratedAccess
  private let naming: GeneratedNaming

  /// Makes a generator for a definition.
  ///
  /// - Parameters:
  ///   - definition: The definition to generate from.
  ///   - stem: The name of the definition file without its extension.
  ///   - access: Who can see the declarations.
  ///   - naming: Names of types, and imports, that the user has chosen.
  public init(
    _ definition: IntentDefinitionFile, stem: String, access: GeneratedAccess = .internal,
    naming: GeneratedNaming = GeneratedNaming()
  ) {
    self.definition = definition
    self.stem = stem
    self.access = access
    self.naming = naming
  }

  /// The only file; it exists even if the definition is empty.
  public var file: GeneratedFile {
    let names = TypedNames(definition, naming)
    var text = SwiftText()
    // `IntentsOfTarget` must give the file the same name, because a plugin declares its outputs
    // before they are generated.
    let fileName = "\(SwiftName.fileName(stem)).intents.swift"
    text.head(fileName, of: stem)
    writeImports(to: &text)
    for (item, name) in names.declared.enums {
      text.blank()
      TypedEnumWriter(item, name: name, access: access).write(to: &text)
    }
    for (type, name) in names.declared.types {
      text.blank()
      TypedObjectWriter(type, name: name, names: names, access: access).write(to: &text)
    }
    for (intent, name) in names.declared.intents {
      let plan = TypedIntentPlan(
        IntentSchema(intent, in: definition), name: name, names: names, access: access)
      text.blank()
      TypedIntentWriter(plan).write(to: &text)
      TypedOptionsWriter(plan).write(to: &text)
    }
    for query in TypedQuery.all(of: definition, names) {
      text.blank()
      query.write(to: &text, access: access.modifier)
    }
    return GeneratedFile(name: fileName, text: text.source)
  }

  /// Imports only the modules that are used.
  private func writeImports(to text: inout SwiftText) {
    let head = "\(access.modifier)import"
    let parameters = definition.intents.flatMap(\.parameters)
    let types = parameters.map(\.type) + definition.types.flatMap(\.ownProperties).map(\.type)
    if types.contains(where: \.needsFoundation) {
      text.line("#if canImport(FoundationEssentials)")
      text.line("  \(head) FoundationEssentials")
      text.line("#else")
      text.line("  \(head) Foundation")
      text.line("#endif")
    }
    let declaresNothing =
      definition.intents.isEmpty && definition.enums.isEmpty && definition.types.isEmpty
    if !declaresNothing { text.line("\(head) IntentModel") }
    if parameters.contains(where: \.options.isDynamic) { text.line("\(head) IntentOptions") }
    if !definition.intents.isEmpty { text.line("\(head) WidgetTimeline") }
    for module in naming.imports { text.line("\(head) \(module)") }
  }
}

extension ParameterType {
  /// Whether the Swift type of the values belongs to Foundation.
  fileprivate var needsFoundation: Bool {
    switch self {
    case .dateComponents, .url: true
    default: false
    }
  }
}

extension SwiftName {
  /// A name that is safe in the name of a file and in a comment.
  static func fileName(_ stem: String) -> String {
    let safe = visible(stem).map { $0 == "/" || $0.isNewline ? "_" : $0 }
    return safe.isEmpty ? "_" : String(safe)
  }
}

/// The names of the declarations of one file, and the Swift types of values.
struct TypedNames {
  /// The suffix that turns the name of an intent into the name of the protocol that answers its
  /// requests.
  static let options = "Options"

  /// The suffix that turns the name of an intent into the name of the protocol that makes its
  /// timelines.
  static let timelineProvider = "TimelineProvider"

  /// The names of enums, object types and intents.
  let declared: DeclaredNames

  private let definition: IntentDefinitionFile
  private let groups: [String: Int]

  init(_ definition: IntentDefinitionFile, _ naming: GeneratedNaming) {
    self.definition = definition
    groups = Self.groups(of: definition)
    declared = DeclaredNames(
      definition, of: definition.intents, naming,
      DeclaredNames.Style(
        intent: { $0.typeName }, intentCompanions: [Self.options, Self.timelineProvider],
        reserved: Self.reserved))
  }

  /// The names that other declarations of the file cannot have.
  var taken: Set<String> {
    let intents = declared.intents.flatMap {
      [$0.1, $0.1 + Self.options, $0.1 + Self.timelineProvider]
    }
    return Self.reserved.union(declared.enums.map(\.1) + declared.types.map(\.1) + intents)
  }

  /// The Swift type of one value.
  func valueType(of type: ParameterType) -> String {
    switch type {
    case .enumeration(let reference, _): declared.name(ofEnum: reference) ?? "IntentEnumCase"
    case .object(let reference?): declared.name(ofType: reference) ?? "IntentObject"
    default: type.kind.map { "\($0.facts.type)" } ?? "IntentValue"
    }
  }

  /// The Swift type of a property of an object.
  ///
  /// If the struct would contain itself, the property is an `IntentObject`.
  func propertyType(of property: IntentObjectType.Property, in type: IntentObjectType) -> String {
    if property.supportsMultipleValues { return "[\(valueType(of: property.type))]" }
    return contains(property.type, type.name) ? "IntentObject" : valueType(of: property.type)
  }

  /// Whether values of a type contain a value of an object type without an array in between.
  ///
  /// - Parameter name: An object type with a property of the type.
  private func contains(_ type: ParameterType, _ name: String) -> Bool {
    guard case .object(let reference?) = type, let found = definition.objectType(reference) else {
      return false
    }
    return groups[found.name] == groups[name]
  }

  /// For each object type, the number of its group: the types whose values can contain each other.
  private static func groups(of definition: IntentDefinitionFile) -> [String: Int] {
    let components = strongComponents(from: definition.types.map(\.name)) { name in
      let type = definition.objectType(TypeReference(name))
      return (type?.ownProperties ?? []).compactMap { property in
        guard !property.supportsMultipleValues, case .object(let reference?) = property.type
        else { return nil }
        return definition.objectType(reference)?.name
      }
    }
    var groups: [String: Int] = [:]
    for (number, names) in components.enumerated() {
      for name in names { groups[name] = number }
    }
    return groups
  }

  /// A Swift expression of a value; nil for kinds of value that cannot be a default.
  func expression(of value: IntentValue, of type: ParameterType) -> String? {
    switch value {
    case .boolean(let boolean): return "\(boolean)"
    case .integer(let number): return "\(number)"
    case .decimal(let number): return SwiftLiteral.double(number)
    case .string(let text): return SwiftLiteral.string(text)
    case .timeInterval(let seconds): return ".seconds(\(SwiftLiteral.shortest(seconds)))"
    case .url(let text): return "URL(string: \(SwiftLiteral.string(text)))"
    case .speakableString(let speakable):
      return "SpeakableString(spokenPhrase: \(SwiftLiteral.string(speakable.spokenPhrase)))"
    case .measurement(let measurement):
      return "IntentMeasurement(value: \(SwiftLiteral.double(measurement.value)), "
        + "unit: \(SwiftLiteral.string(measurement.unit)))"
    case .enumeration(let name): return caseExpression(name, of: type)
    case .array(let values):
      let elements = values.compactMap { expression(of: $0, of: type) }
      guard elements.count == values.count else { return nil }
      let list = "[\(elements.joined(separator: ", "))]"
      // Foundation's initializer from a text returns an optional.
      if case .url? = values.first { return "\(list).compactMap(\\.self)" }
      return list
    default: return nil
    }
  }

  private func caseExpression(_ name: String, of type: ParameterType) -> String {
    declared.caseLiteral(name, of: type)
      ?? "IntentEnumCase(\(SwiftLiteral.string(name)))"
  }

  /// The meaning of these names in generated code must not change.
  static let reserved = Set(ValueKind.allCases.map { "\($0.facts.type)" }).union([
    "Any", "Array", "ArraySizes", "Foundation", "FoundationEssentials", "Hashable", "Intent",
    "IntentModel", "IntentOptions", "IntentParameterList", "IntentParameters", "IntentValue",
    "OptionItem", "OptionsCollection", "OptionsError", "OptionsProvider", "OptionsRequest",
    "PartialKeyPath", "ResolvedOptions", "Self", "Sendable", "Swift", "TypedEnum", "TypedIntent",
    "TypedIntentError", "TypedObject", "TypedOptionsRequest", "TypedTimelineProvider",
    "WidgetFamily", "WidgetTimeline",
  ])
}
