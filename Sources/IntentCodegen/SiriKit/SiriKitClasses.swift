public import IntentModel
import Messages

/// The languages of classes for SiriKit, with the names that Xcode gives them.
public enum SiriKitLanguage: String, Sendable, Hashable, CaseIterable, Codable {
  /// Swift.
  case swift = "Swift"
  /// Objective-C, with a header and an implementation.
  case objectiveC = "Objective-C"
}

/// How classes for SiriKit are generated.
public struct SiriKitOptions: Sendable, Hashable {
  /// The prefix of every class whose definition has neither a prefix nor a class name.
  public var classPrefix: String

  /// The access level of the classes; by default `public`, as in Xcode.
  public var access: GeneratedAccess

  /// The language; the access level concerns only Swift.
  public var language: SiriKitLanguage

  /// Makes options; the defaults are Xcode's.
  public init(
    classPrefix: String = "", access: GeneratedAccess = .public,
    language: SiriKitLanguage = .swift
  ) {
    self.classPrefix = classPrefix
    self.access = access
    self.language = language
  }
}

/// The SiriKit classes of a definition, as Xcode 14 and later generate them.
///
/// In Swift, there is a file for each intent, enum and type; in Objective-C, a header and an
/// implementation. The names of types, members and selectors, their order and their availability
/// are the same as Xcode's. The comments differ, and in Swift every type is `nonisolated`, so it
/// compiles in a module that isolates its code to the main actor. An intent that customizes one of
/// Apple's intents has no class.
public struct SiriKitClasses: Sendable {
  private let definition: IntentDefinitionFile
  private let details: [SiriDetails]
  private let options: SiriKitOptions

  /// Makes a generator for a definition.
  ///
  /// - Parameters:
  ///   - definition: The definition to generate from.
  ///   - details: The details for Siri, one element for each intent in file order; missing elements
  ///     are empty.
  ///   - options: How to write the classes.
  public init(
    _ definition: IntentDefinitionFile, details: [SiriDetails] = [],
    options: SiriKitOptions = SiriKitOptions()
  ) {
    self.definition = definition
    self.details = details
    self.options = options
  }

  private var names: SiriKitNames {
    SiriKitNames(definition, prefix: options.classPrefix, language: options.language)
  }

  /// The names that a class cannot have, and the classes that the definition declares twice.
  public var findings: [GenerationFinding] {
    let names = names
    let intents = definition.intents.filter { !$0.isOfSystem }
    let classes =
      intents.map { (names.intentClass($0), $0.name) }
      + definition.enums.map { (names.enumClass($0), $0.name) }
      + definition.types.map { (names.typeClass($0), $0.name) }
    var first: [String: String] = [:]
    var findings: [GenerationFinding] = []
    for (name, subject) in classes {
      if let other = first[name] {
        findings.append(
          GenerationFinding(
            .inexpressibleName, subject: subject,
            message:
              """
              “\(name: other)” has the same class, \(name: name); only the class of \
              “\(name: other)” is written.
              """,
            remedy: "Give one of them a different class name."))
      } else {
        first[name] = subject
      }
    }
    func add(_ members: SiriKitMembers, of subject: String) {
      let owners = Dictionary(
        members.names.map { (SwiftName.capitalized(members[$0]), $0) }, uniquingKeysWith: { $1 })
      for name in members.names where members[name] != name {
        let other = owners[SwiftName.capitalized(CodeNames.plain(name))]
        let message: Message
        if let other, other != name {
          message = """
            In code the name is the same as that of “\(name: other)”, so it becomes \
            “\(name: members[name])”, which the system does not set.
            """
        } else {
          message = """
            No property can have this name, so it becomes “\(name: members[name])”, which the \
            system does not set.
            """
        }
        findings.append(
          GenerationFinding(
            .inexpressibleName, subject: GenerationFinding.subject(subject, name),
            message: message,
            remedy: "Rename it in the definition before anybody has stored answers to it."))
      }
    }
    for intent in intents { add(names.members(of: intent), of: intent.name) }
    for type in definition.types { add(names.members(of: type), of: type.name) }
    return findings
  }

  /// The files of intents, then enums, then types, in file order; of several with the same name,
  /// only the first.
  public var files: [GeneratedFile] {
    let names = names
    let own = zip(definition.intents.indices, definition.intents)
      .filter { !$0.1.isOfSystem }
      .map { index, intent in
        (intent, details.indices.contains(index) ? details[index] : SiriDetails())
      }
    if options.language == .objectiveC {
      return ObjectiveCClasses(definition, intents: own, names: names).files
    }
    let intents = own.map { intent, details in
      file(names.intentClass(intent)) {
        SiriKitIntentWriter(intent, details: details, names: names, style: style).write(to: &$0)
      }
    }
    let enums = definition.enums.map { item in
      file(names.enumClass(item)) {
        SiriKitEnumWriter(item, name: names.enumClass(item), names: names, style: style)
          .write(to: &$0)
      }
    }
    let types = definition.types.map { type in
      file(names.typeClass(type)) {
        SiriKitTypeWriter(type, name: names.typeClass(type), names: names, style: style)
          .write(to: &$0)
      }
    }
    return (intents + enums + types).firsts(by: \.name)
  }

  private var style: SiriKitStyle {
    SiriKitStyle(access: options.access.rawValue)
  }

  private func file(_ name: String, _ body: (inout SwiftText) -> Void) -> GeneratedFile {
    var text = SwiftText(indentation: 4)
    text.headOfXcode(name + ".swift")
    for line in ["#if canImport(Intents)", "", "import Intents", ""] { text.line(line) }
    body(&text)
    text.line("")
    text.line("#endif")
    return GeneratedFile(name: name + ".swift", text: text.source)
  }
}

/// The modifiers and attributes that generated classes share.
struct SiriKitStyle {
  /// The access modifier, which Xcode writes even if it is the default.
  var access: String

  /// The modifiers of a type.
  var type: String { "nonisolated " + access }

  private static let notOnTV = " @available(tvOS, unavailable)"

  /// The availability of intents, enums and types.
  static let available = SiriKitSystems.intents.swift + notOnTV

  /// The availability of value resolution, and of the value types introduced with it.
  static let resolves = SiriKitSystems.resolution.swift

  /// The availability of resolution results of enums and types.
  static let resolutionResult = resolves + notOnTV

  /// The availability of options collections and dynamic defaults.
  static let options = SiriKitSystems.options.swift
}

/// The first system versions that have a part of SiriKit.
struct SiriKitSystems {
  /// Intents, enums and types.
  static let intents = SiriKitSystems(iOS: "12.0", watchOS: "5.0")
  /// Value resolution, and the value types introduced with it.
  static let resolution = SiriKitSystems(iOS: "13.0", watchOS: "6.0")
  /// Options collections and dynamic defaults.
  static let options = SiriKitSystems(iOS: "14.0", watchOS: "7.0")

  let iOS: String
  let watchOS: String

  /// SiriKit came to macOS with all of its parts at once.
  private let macOS = "11.0"

  private init(iOS: String, watchOS: String) {
    (self.iOS, self.watchOS) = (iOS, watchOS)
  }

  /// The attribute in Swift.
  var swift: String { "@available(iOS \(iOS), macOS \(macOS), watchOS \(watchOS), *)" }

  /// The attribute in Objective-C.
  var objectiveC: String { "API_AVAILABLE(ios(\(iOS)), macos(\(macOS)), watchos(\(watchOS)))" }
}

/// The names of a class's members; they remain distinct when their first letters are capitalized.
struct SiriKitMembers {
  /// The names in the definition, without duplicates, in the definition's order.
  private(set) var names: [String] = []

  private var spellings: [String: String] = [:]

  /// - Parameters:
  ///   - reserved: The names that every such class has.
  ///   - keywords: The words that get an underscore.
  init(_ all: [String], besides reserved: Set<String>, keywords: Set<String> = []) {
    var taken = Set<String>()
    var numbers: [String: Int] = [:]
    for name in all where spellings[name] == nil {
      let plain = CodeNames.plain(name)
      let base = keywords.contains(plain) ? plain + "_" : plain
      var spelling = base
      while reserved.contains(spelling)
        || !taken.insert(SwiftName.capitalized(spelling)).inserted
      {
        let number = numbers[base, default: 1] + 1
        numbers[base] = number
        spelling = "\(base)_\(number)"
      }
      names.append(name)
      spellings[name] = spelling
    }
  }

  /// The name of a member in the class, without back-ticks.
  subscript(name: String) -> String { spellings[name] ?? CodeNames.plain(name) }
}

/// The names of a definition's classes, in Swift and in Objective-C.
struct SiriKitNames {
  private let definition: IntentDefinitionFile
  private let prefix: String
  private let language: SiriKitLanguage
  /// The classes of the enums, whose names no object type can have.
  private var enumClasses: Set<String> = []

  init(_ definition: IntentDefinitionFile, prefix: String, language: SiriKitLanguage) {
    self.definition = definition
    self.prefix = prefix
    self.language = language
    enumClasses = Set(definition.enums.map(enumClass))
  }

  func intentClass(_ intent: IntentDefinition) -> String {
    if let name = intent.className, !name.isEmpty { return safe(name) }
    return prefixed(intent.name, by: intent.classPrefix) + IntentDefinition.suffix
  }

  func enumClass(_ item: IntentEnum) -> String {
    if let name = item.className, !name.isEmpty { return safe(name) }
    return prefixed(item.name, by: item.classPrefix)
  }

  func typeClass(_ type: IntentObjectType) -> String {
    let name =
      type.className.flatMap { $0.isEmpty ? nil : safe($0) }
      ?? prefixed(type.name, by: type.classPrefix)
    return enumClasses.contains(name) ? name + "_2" : name
  }

  /// The start of the names of a parameter's own resolution result and reasons.
  ///
  /// - Parameter member: The name of the parameter in the class.
  func resolutionStem(_ member: String, of intent: IntentDefinition) -> String {
    prefixed(intent.name, by: intent.classPrefix) + SwiftName.capitalized(member)
  }

  /// The names of an intent's parameters in its class.
  func members(of intent: IntentDefinition) -> SiriKitMembers {
    members(intent.parameters.map(\.name), besides: CodeNames.intentMembers)
  }

  /// The names of a type's own properties in its class.
  func members(of type: IntentObjectType) -> SiriKitMembers {
    members(
      type.ownProperties.map(\.name),
      besides: CodeNames.objectMembers.union([
        "identifier", "displayString", "pronunciationHint", "subtitleString", "displayImage",
      ]))
  }

  /// The names of the properties of a response in its class.
  func members(of details: SiriDetails) -> SiriKitMembers {
    members(
      details.properties.map(\.name),
      besides: CodeNames.objectMembers.union(["code", "userActivity"]))
  }

  private func members(_ names: [String], besides reserved: Set<String>) -> SiriKitMembers {
    SiriKitMembers(
      names, besides: reserved, keywords: language == .swift ? [] : ObjectiveCName.reserved)
  }

  /// The name of a parameter's resolution result.
  ///
  /// A parameter with reasons to refuse a value has its own result type.
  ///
  /// - Parameter member: The name of the parameter in the class.
  func resolutionResult(
    of parameter: ParameterDefinition, _ member: String, in intent: IntentDefinition,
    _ details: SiriDetails
  ) -> String {
    details.reasons(of: parameter).isEmpty
      ? resolutionResult(of: parameter.type)
      : resolutionStem(member, of: intent) + "ResolutionResult"
  }

  /// The Swift type of a single value in a property, without the question mark.
  func valueType(of type: ParameterType) -> String {
    switch type {
    case .enumeration(let reference, _):
      definition.enumeration(reference).map(enumClass) ?? "IN" + CodeNames.plain(reference.name)
    case .object(let reference?):
      definition.objectType(reference).map(typeClass) ?? "IN" + CodeNames.plain(reference.name)
    case .measurement(let metadata): metadata.dimension.measurementType
    default: (type.kind ?? .object).facts.siriKit
    }
  }

  /// The type of a property; a single enum is never optional, since one of its cases means no
  /// value.
  func propertyType(of type: ParameterType, isArray: Bool) -> String {
    if isArray { return "[\(elementType(of: type))]?" }
    if case .enumeration = type { return valueType(of: type) }
    return valueType(of: type) + "?"
  }

  /// The type of the elements of an array.
  func elementType(of type: ParameterType) -> String {
    if case .enumeration = type { return "NSNumber" }
    return valueType(of: type)
  }

  /// The type of the items in an options collection, which can hold only objects.
  func itemType(of type: ParameterType) -> String {
    switch type {
    case .string: "NSString"
    case .url: "NSURL"
    case .dateComponents: "NSDateComponents"
    case .enumeration: "NSNumber"
    case .measurement: "NSMeasurement"
    default: valueType(of: type)
    }
  }

  /// The resolution result of a type that has no reasons of its own.
  func resolutionResult(of type: ParameterType) -> String {
    switch type {
    case .object(nil), .other: "INObjectResolutionResult"
    case .enumeration, .object: valueType(of: type) + "ResolutionResult"
    case .decimal: "INDoubleResolutionResult"
    case .measurement(let metadata): "IN\(metadata.dimension.unitName)ResolutionResult"
    default: "IN\(type.name)ResolutionResult"
    }
  }

  private func prefixed(_ name: String, by own: String?) -> String {
    let prefix = own.flatMap { $0.isEmpty ? nil : $0 } ?? self.prefix
    return safe(prefix + name)
  }

  /// The name of a class, with a number if the name has a different meaning in generated Swift; in
  /// that case, the classes that Xcode generates do not compile.
  private func safe(_ name: String) -> String {
    let type = SwiftName.type(name)
    return language == .swift && Self.reserved.contains(type) ? type + "_2" : type
  }

  private static let reserved: Set<String> = [
    "Bool", "CLPlacemark", "DateComponents", "Error", "Int", "Measurement", "NSDateComponents",
    "NSMeasurement", "NSNumber", "NSObject", "NSString", "NSURL", "NSUserActivity", "Never",
    "String", "Swift", "URL", "Void", "fatalError",
  ]
}

extension MeasurementDimension {
  /// The Foundation class of the units.
  package var unitClass: String { "Unit" + unitName }

  /// The Foundation type of the values.
  var measurementType: String { "Measurement<\(unitClass)>" }
}
