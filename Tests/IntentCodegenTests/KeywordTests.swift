import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import IntentCodegen

/// Names that mean something in Swift, in Objective-C or in the generated code compile wherever a
/// definition can have a name.
@Suite(.startsPrograms) struct KeywordTests {
  /// The reserved words of Swift.
  private static let reserved = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// The words that are reserved only in some contexts.
  private static let contextual = [
    "actor", "any", "async", "borrowing", "consume", "consuming", "convenience", "copy", "didSet",
    "discard", "distributed", "dynamic", "each", "final", "get", "indirect", "infix", "isolated",
    "lazy", "left", "macro", "module", "mutating", "nonisolated", "nonmutating", "open", "optional",
    "override", "package", "postfix", "precedence", "prefix", "reasync", "required", "right",
    "sending", "set", "some", "then", "unowned", "unsafe", "weak", "willSet", "yield",
  ]

  /// The names of types and members that generated code, Swift and Foundation use, and the words of
  /// Objective-C.
  private static let common = [
    "AppEntity", "AppEnum", "AppIntent", "Array", "Bool", "Case", "Codable", "Data", "Date",
    "DateComponents", "DefaultCase", "Double", "Duration", "Entity", "EntityQuery", "Error",
    "Foundation", "Hashable", "Int", "Intent", "IntentModel", "Measurement", "Never", "NSObject",
    "Optional", "OptionItem", "OptionsCollection", "OptionsRequest", "Parameter", "Person",
    "Property", "Query", "Result", "Sendable", "String", "Summary", "Swift", "Switch", "Timeline",
    "URL", "Void", "When", "WidgetFamily", "allCases", "auto", "caseDisplayRepresentations",
    "choices", "code", "const", "defaultChoice", "defaultQuery", "defaultResult", "description",
    "display", "displayImage", "displayRepresentation", "displayString", "double", "entities",
    "entity", "family", "hash", "hashValue", "id", "identifier", "int", "intent", "intentClassName",
    "intentValue", "isDiscoverable", "list", "long", "name", "none", "object", "options",
    "parameterName", "parameterSummary", "parameters", "perform", "performAction", "properties",
    "rawValue", "request", "resolve", "results", "searchesItself", "signed", "subtitle",
    "subtitleString", "suggestedEntities", "title", "typeDisplayRepresentation", "typeName",
    "typedOptions",
    "unknown", "userActivity", "values", "void", "whole",
  ]

  /// Texts that are not identifiers, and names that become equal in Swift.
  private static let odd = [
    "", "_", "__", "2", "2nd", "a b", "a-b", "a_b", "a.b", "n", "_n", "$n", "é", "日本", "😀", "N",
  ]

  private static let plain = reserved + contextual + common

  private static let words = plain + odd

  /// The words in groups; all names in ``odd`` are in one group, because some of them become equal
  /// in Swift.
  ///
  /// A query contains the names of all other parameters of its intent, so an intent with all words
  /// would be too long.
  private static let groups =
    stride(from: 0, to: plain.count, by: 16).map { start in
      Array(plain[start..<min(start + 16, plain.count)])
    } + [odd]

  /// A definition in which every word is the name of an intent, of parameters, of an enum, of a
  /// case, of a type and of a property.
  private static let definition: IntentDefinitionFile = {
    func parameter(
      _ name: String, _ type: ParameterType, isDynamic: Bool = false, parent: String? = nil
    ) -> ParameterDefinition {
      ParameterDefinition(
        name: name, type: type, displayPriority: 1, isConfigurable: true,
        options: isDynamic ? .dynamic(searchable: name.count.isMultiple(of: 2)) : .none,
        relationship: parent.map {
          ParameterRelationship(parentName: $0, predicateName: "HasAnyValue")
        })
    }
    let text = ParameterType.string(StringMetadata())
    var intents = [
      IntentDefinition(
        name: "Every", isEligibleForWidgets: true, parameters: words.map { parameter($0, text) })
    ]
    for (number, group) in groups.enumerated() {
      intents.append(
        IntentDefinition(
          name: "Dynamic\(number)", isEligibleForWidgets: true,
          parameters: group.map { parameter($0, text, isDynamic: true) }))
      intents.append(
        IntentDefinition(
          name: "Below\(number)", isEligibleForWidgets: true,
          parameters: [parameter("parent", text)]
            + group.map { parameter($0, text, isDynamic: true, parent: "parent") }))
    }
    intents += words.map { word in
      IntentDefinition(
        name: word, isEligibleForWidgets: true, isConfigurable: word.count == 4,
        parameters: [
          parameter(word, .enumeration(TypeReference(word), defaultCase: nil)),
          parameter("object", .object(TypeReference(word)), isDynamic: true, parent: word),
        ])
    }
    let cases = words.enumerated().map {
      IntentEnum.Case(name: $0.element, index: $0.offset + 1)
    }
    return IntentDefinitionFile(
      intents: intents,
      enums: [IntentEnum(name: "EveryCase", cases: cases)]
        + words.map { IntentEnum(name: $0, cases: [.init(name: $0, index: 1)]) },
      types: [
        IntentObjectType(
          name: "EveryProperty", properties: words.map { .init(name: $0, type: text) })
      ] + words.map { IntentObjectType(name: $0, properties: [.init(name: $0, type: text)]) })
  }()

  private static let details = SiriDetails(
    codes: words.map { .init(name: $0, formatString: "${\($0)}") },
    properties: words.map { .init(name: $0, type: .string(StringMetadata())) },
    unsupportedReasons: Dictionary(words.map { ($0, words) }) { first, _ in first })

  @Test func typedSwiftCompiles() throws {
    let file = TypedSwift(Self.definition, stem: "words", access: .public).file
    #expect(try TypedCompilation.complaints(of: [(name: file.name, text: file.text)]) == "")
  }

  @Test func appIntentsCompile() throws {
    let (file, _) = AppIntentsSwift(Self.definition, stem: "words", access: .public).output
    let text = file.text + AppIntentsStubs.bodies(for: file.text)
    let complaints = try SwiftCompiler.complaints(
      of: [(name: file.name, text: text)], arguments: AppIntentsStubs.shared.get().arguments)
    #expect(complaints == "")
  }

  /// The members of Apple's classes.
  ///
  /// SiriKit sets a property by its name in the definition, so the generator cannot rename it. No
  /// class with these names compiles, as in Xcode.
  private static let inherited: Set<String> = [
    "code", "description", "hash", "hashValue", "userActivity",
  ]

  @Test func siriKitClassesCompile() throws {
    var (definition, details) = (Self.definition, Self.details)
    for index in definition.intents.indices {
      definition.intents[index].parameters.removeAll { Self.inherited.contains($0.name) }
    }
    for index in definition.types.indices {
      definition.types[index].properties.removeAll { Self.inherited.contains($0.name) }
    }
    details.properties.removeAll { Self.inherited.contains($0.name) }
    let files = SiriKitClasses(definition, details: [details]).files
    let text = SiriKitStub.plain(files.map(\.text).joined())
    let complaints = try SwiftCompiler.complaints(
      of: [(name: "words.swift", text: text)], arguments: SiriKitStub.shared.get().arguments)
    #expect(complaints == "")
  }
}
