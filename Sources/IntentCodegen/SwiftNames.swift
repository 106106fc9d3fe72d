import IntentModel
import Messages

/// How names of a definition are spelt in Swift.
///
/// The spelling is stable: it depends only on the name and on the names before it in the same
/// scope. `CodeNames.plain` makes a name valid, a keyword is put in back-ticks, and ``SwiftScope``
/// adds a number to a name that is already in use.
enum SwiftName {
  /// The name as an identifier, in back-ticks where it is a keyword.
  static func identifier(_ name: String) -> String {
    let plain = CodeNames.plain(name)
    return keywords.contains(plain) ? "`\(plain)`" : plain
  }

  /// The identifier without the back-ticks of a keyword, for the middle of a longer name.
  static func bare(_ identifier: String) -> String { identifier.filter { $0 != "`" } }

  /// The name of a type, with the same spelling as in Objective-C, which has no back-ticks; a
  /// keyword gets `_2`.
  static func type(_ name: String) -> String {
    let plain = CodeNames.plain(name)
    return keywords.contains(plain) || typeModifiers.contains(plain) ? plain + "_2" : plain
  }

  /// The name with an upper-case first letter, for the middle of a longer name.
  static func capitalized(_ name: String) -> String {
    let plain = CodeNames.plain(name)
    guard let first = plain.first else { return plain }
    return first.uppercased() + plain.dropFirst()
  }

  /// The name with a lower-case first letter, like the cases of the enums that Xcode generates.
  static func lowercased(_ name: String) -> String {
    let plain = CodeNames.plain(name)
    guard let first = plain.first else { return plain }
    return first.lowercased() + plain.dropFirst()
  }

  /// The reserved words of the language (The Swift Programming Language, Lexical Structure), with
  /// `any` and `some`, which begin a type.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "any", "as", "associatedtype", "await", "break", "case",
    "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "open", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static", "struct",
    "subscript",
    "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}

extension SwiftName {
  /// Words that begin or modify a type in some contexts, so they cannot be the name of a type.
  static let typeModifiers: Set<String> = [
    "async", "borrowing", "consuming", "each", "isolated", "nonisolated", "sending", "unowned",
    "weak",
  ]
}

/// The names of one scope; each is unique.
struct SwiftScope {
  private var taken: Set<String>
  /// The last number that was appended to a name that is in use.
  private var numbers: [String: Int] = [:]

  /// Whether each name also reserves the name of the property's storage.
  private let hasStorage: Bool

  /// Makes a scope with reserved names.
  init(reserved: Set<String> = []) {
    taken = reserved
    hasStorage = false
  }

  /// Makes a scope for properties with wrappers; the storage of each is a property whose name
  /// begins with an underscore.
  ///
  /// - Parameters:
  ///   - names: The names of all properties; no property gets the name of another property's
  ///     storage.
  ///   - reserved: The reserved names.
  init(wrapped names: [String], reserved: Set<String>) {
    taken = reserved.union(names.map { "_" + CodeNames.plain($0) })
    hasStorage = true
  }

  /// The spelling of a name in this scope: unchanged, or with a number if the name is already used.
  mutating func claim(_ name: String) -> String {
    let plain = CodeNames.plain(name)
    var spelling = plain
    while !isFree(spelling, plain) || !taken.insert(spelling).inserted {
      let number = numbers[plain, default: 1] + 1
      numbers[plain] = number
      spelling = "\(plain)_\(number)"
    }
    if hasStorage { taken.insert("_" + spelling) }
    return SwiftName.identifier(spelling)
  }

  /// Whether the name of the property's storage is free; always true for a name without a number.
  private func isFree(_ spelling: String, _ plain: String) -> Bool {
    !hasStorage || spelling == plain || !taken.contains("_" + spelling)
  }
}

/// The names that the declarations of one generated file have.
struct DeclaredNames {
  /// The differences between kinds of generated code.
  struct Style {
    /// The name of an intent's type if the configuration does not give one.
    var intent: (IntentDefinition) -> String
    /// The text that is appended to the name of an enum.
    var enumSuffix = ""
    /// The text that is appended to the name of an object type.
    var typeSuffix = ""
    /// The suffixes of the further declarations that each intent has.
    var intentCompanions: [String] = []
    /// The suffixes of the further declarations that each object type has.
    var typeCompanions: [String] = []
    /// The static members of each enum, whose names no case can have.
    var enumMembers: Set<String> = []
    /// The names whose meaning in generated code must not change.
    var reserved: Set<String>
  }

  /// The enums that have cases to choose.
  private(set) var enums: [(IntentEnum, String)] = []

  /// The object types.
  private(set) var types: [(IntentObjectType, String)] = []

  /// The intents; of several whose types have the same name, only the first.
  private(set) var intents: [(IntentDefinition, String)] = []

  private let definition: IntentDefinitionFile
  private var enumNames: [String: String] = [:]
  private var typeNames: [String: String] = [:]
  /// The spellings of the cases of each declared enum, by their names.
  private var cases: [String: [String: String]] = [:]

  /// Names the declarations: first the intents, then the enums, then the object types.
  init(
    _ definition: IntentDefinitionFile, of chosen: [IntentDefinition], _ naming: GeneratedNaming,
    _ style: Style
  ) {
    self.definition = definition
    var scope = SwiftScope(reserved: style.reserved.union(SwiftName.typeModifiers))
    func claim(_ name: String, usual: String, companions: [String] = []) -> String {
      let name = scope.claim(naming.name(of: name, usual: usual))
      for ending in companions { _ = scope.claim(name + ending) }
      return name
    }
    for intent in chosen.firsts(by: \.typeName) {
      let name = claim(
        intent.name, usual: style.intent(intent), companions: style.intentCompanions)
      intents.append((intent, name))
    }
    for item in definition.enums where !item.choices.isEmpty && enumNames[item.name] == nil {
      let name = claim(item.name, usual: item.name + style.enumSuffix)
      enumNames[item.name] = name
      enums.append((item, name))
      cases[item.name] = Dictionary(
        firsts: TypedEnumWriter.cases(of: item, besides: style.enumMembers).map {
          ($0.item.name, $0.spelling)
        })
    }
    for type in definition.types where typeNames[type.name] == nil {
      let name = claim(
        type.name, usual: type.name + style.typeSuffix, companions: style.typeCompanions)
      typeNames[type.name] = name
      types.append((type, name))
    }
  }

  /// The name of an enum; nil if the definition does not declare it.
  func name(ofEnum reference: TypeReference) -> String? {
    definition.enumeration(reference).flatMap { enumNames[$0.name] }
  }

  /// The name of an object type; nil if the definition does not declare it.
  func name(ofType reference: TypeReference) -> String? {
    definition.objectType(reference).flatMap { typeNames[$0.name] }
  }

  /// A case of a declared enum as an expression; nil if it cannot be chosen.
  ///
  /// Where an optional is expected, `.none` and `.some` would mean the cases of `Optional`, so the
  /// type is written before such a case.
  func caseLiteral(_ name: String, of type: ParameterType) -> String? {
    guard case .enumeration(let reference, _) = type,
      let spelling = caseSpelling(name, of: type)
    else { return nil }
    let isOfOptional = ["none", "some"].contains(SwiftName.bare(spelling))
    return (isOfOptional ? self.name(ofEnum: reference) ?? "" : "") + "." + spelling
  }

  /// The spelling of a case of a declared enum; nil if it cannot be chosen.
  func caseSpelling(_ name: String, of type: ParameterType) -> String? {
    guard case .enumeration(let reference, _) = type, let item = definition.enumeration(reference)
    else { return nil }
    return cases[item.name]?[name]
  }
}
