import IntentModel
import Messages

/// Writes the SiriKit classes of a definition in Objective-C: a header and an implementation for
/// each class, as Xcode does.
struct ObjectiveCClasses {
  private let definition: IntentDefinitionFile
  private let intents: [(IntentDefinition, SiriDetails)]
  private let names: SiriKitNames

  /// - Parameter intents: The intents that have a class, with their details.
  init(
    _ definition: IntentDefinitionFile, intents: [(IntentDefinition, SiriDetails)],
    names: SiriKitNames
  ) {
    self.definition = definition
    self.intents = intents
    self.names = names
  }

  /// The files of intents, then enums, then types, in file order; of several with the same name,
  /// only the first.
  var files: [GeneratedFile] {
    let ofIntents = intents.flatMap { files(of: $0, $1) }
    let ofEnums = definition.enums.flatMap { files(of: $0) }
    let ofTypes = definition.types.flatMap { files(of: $0) }
    return (ofIntents + ofEnums + ofTypes).firsts(by: \.name)
  }

  // MARK: Files

  private static let notOnTV = " API_UNAVAILABLE(tvos)"
  private static let available = SiriKitSystems.intents.objectiveC + notOnTV
  private static let resolves = SiriKitSystems.resolution.objectiveC + notOnTV
  private static let options = SiriKitSystems.options.objectiveC

  private func pair(
    _ name: String, needing types: [ParameterType], header: (inout SwiftText) -> Void,
    implementation: (inout SwiftText) -> Void
  ) -> [GeneratedFile] {
    func file(_ ending: String, _ body: (inout SwiftText) -> Void) -> GeneratedFile {
      var text = SwiftText(indentation: 4)
      text.headOfXcode("\(name).\(ending)")
      for line in ["#if __has_include(<Intents/Intents.h>)", ""] { text.line(line) }
      body(&text)
      text.line("")
      text.line("#endif")
      return GeneratedFile(name: "\(name).\(ending)", text: text.source)
    }
    let own = types.compactMap(ownClass).sorted().filter { $0 != name }
    let header = file("h") { text in
      text.line("#import <Intents/Intents.h>")
      for name in own.firsts { text.line("#import \"\(name).h\"") }
      text.line("")
      text.line("NS_ASSUME_NONNULL_BEGIN")
      text.line("")
      header(&text)
      text.line("")
      text.line("NS_ASSUME_NONNULL_END")
    }
    let source = file("m") { text in
      text.line("#import \"\(name).h\"")
      text.line("")
      text.line("NS_ASSUME_NONNULL_BEGIN")
      text.line("")
      implementation(&text)
      text.blank()
      text.line("NS_ASSUME_NONNULL_END")
    }
    return [header, source]
  }

  /// The class of an enum or a type that is in the definition.
  private func ownClass(_ type: ParameterType) -> String? {
    if let item = definition.enumeration(of: type) { return names.enumClass(item) }
    guard case .object(let reference?) = type else { return nil }
    return definition.objectType(reference).map(names.typeClass)
  }

  // MARK: Types

  private func isEnum(_ type: ParameterType) -> Bool {
    if case .enumeration = type { return true }
    return false
  }

  /// The class of one value, without the star.
  private func valueClass(_ type: ParameterType) -> String {
    guard case .measurement(let metadata) = type else { return names.itemType(of: type) }
    return "NSMeasurement<NS\(metadata.dimension.unitClass) *>"
  }

  /// The type of a property or an argument, including its star.
  private func type(_ type: ParameterType, isArray: Bool) -> String {
    if isArray { return "NSArray<\(valueClass(type)) *> *" }
    return isEnum(type) ? names.valueType(of: type) + " " : valueClass(type) + " *"
  }

  private func property(
    _ spelling: String, _ type: ParameterType, isArray: Bool, availability: String? = nil
  ) -> String {
    let attributes =
      isEnum(type) && !isArray
      ? "readwrite, assign, nonatomic" : "readwrite, copy, nullable, nonatomic"
    return "@property (\(attributes)) \(self.type(type, isArray: isArray))"
      + spelling + (availability.map { " " + $0 } ?? "") + ";"
  }

  // MARK: Intents

  private func files(of intent: IntentDefinition, _ details: SiriDetails) -> [GeneratedFile] {
    let name = names.intentClass(intent)
    let parameters = intent.parameters.firsts(by: \.name)
    let members = names.members(of: intent)
    let properties = details.properties.firsts(by: \.name)
    let types = parameters.map(\.type) + properties.map(\.type)
    return pair(name, needing: types) { text in
      text.line(Self.available)
      text.line("@interface \(name) : INIntent")
      text.line("")
      for parameter in parameters {
        text.line(
          property(
            members[parameter.name], parameter.type, isArray: parameter.supportsMultipleValues,
            availability: parameter.type.isLaterThanIntents ? Self.resolves : nil))
      }
      text.blank()
      text.line("@end")
      text.line("")
      for parameter in parameters {
        writeReasons(of: parameter, members, intent, details, to: &text)
      }
      writeHandling(intent, name, parameters, members, details, to: &text)
      text.line("")
      writeResponse(name, details, properties, to: &text)
    } implementation: { text in
      writeImplementation(name, parameters.map { members[$0.name] }, to: &text)
      for parameter in parameters where !details.reasons(of: parameter).isEmpty {
        let stem = names.resolutionStem(members[parameter.name], of: intent)
        text.line("@implementation \(stem)ResolutionResult")
        text.line("")
        text.line("+ (instancetype)unsupportedForReason:(\(stem)UnsupportedReason)reason {")
        text.line("    return [super unsupportedWithReason:reason];")
        text.line("}")
        text.line("")
        text.line("@end")
        text.line("")
      }
      writeResponseImplementation(name, details, properties, to: &text)
    }
  }

  private func writeImplementation(
    _ name: String, _ spelled: [String], to text: inout SwiftText
  ) {
    text.line("@implementation \(name)")
    text.line("")
    if !spelled.isEmpty {
      text.line("@dynamic \(spelled.joined(separator: ", "));")
      text.line("")
    }
    text.line("@end")
    text.line("")
  }

  private func writeReasons(
    of parameter: ParameterDefinition, _ members: SiriKitMembers, _ intent: IntentDefinition,
    _ details: SiriDetails, to text: inout SwiftText
  ) {
    let reasons = details.reasons(of: parameter)
    guard !reasons.isEmpty else { return }
    let stem = names.resolutionStem(members[parameter.name], of: intent)
    writeEnum(
      stem + "UnsupportedReason", reasons.enumerated().map { ($1, $0 + SiriDetails.firstReason) },
      to: &text)
    text.line(Self.resolves)
    text.line(
      "@interface \(stem)ResolutionResult : \(names.resolutionResult(of: parameter.type))")
    text.line("")
    text.line(
      "+ (instancetype)unsupportedForReason:(\(stem)UnsupportedReason)reason "
        + "NS_SWIFT_NAME(unsupported(forReason:));")
    text.line("")
    text.line("@end")
    text.line("")
  }

  /// Writes an enum; a case whose name is taken gets a number.
  private func writeEnum(_ name: String, _ cases: [(String, Int)], to text: inout SwiftText) {
    text.line(Self.available)
    text.line("typedef NS_ENUM(NSInteger, \(name)) {")
    let members = SiriKitMembers(cases.map(\.0), besides: [])
    var seen = Set<String>()
    for (item, number) in cases where seen.insert(item).inserted {
      text.line("    \(name)\(SwiftName.capitalized(members[item])) = \(number),")
    }
    if cases.isEmpty { text.line("    \(name)Unknown = 0,") }
    text.line("};")
    text.line("")
  }

  private func writeHandling(
    _ intent: IntentDefinition, _ name: String, _ parameters: [ParameterDefinition],
    _ members: SiriKitMembers, _ details: SiriDetails, to text: inout SwiftText
  ) {
    let plain = CodeNames.plain(intent.name)
    let handle =
      "- (void)handle\(plain):(\(name) *)intent completion:"
      + "(void (^)(\(name)Response *response))completion NS_SWIFT_NAME(handle(intent:completion:));"
    let confirm =
      "- (void)confirm\(plain):(\(name) *)intent completion:"
      + "(void (^)(\(name)Response *response))completion "
      + "NS_SWIFT_NAME(confirm(intent:completion:));"
    let target = "For\(plain):(\(name) *)intent"
    let resolved = parameters.filter(\.supportsResolution).map {
      resolving($0, members, target, intent, details)
    }
    let dynamic = parameters.filter(\.options.isDynamic)
    let required =
      (intent.isEligibleForWidgets ? [] : [handle])
      + resolved + dynamic.map { providing($0, members, target) }
    let optional =
      [confirm] + (intent.isEligibleForWidgets ? [handle] : [])
      + dynamic.map { defaulting($0, members, target) }
      + dynamic.map { providingBeforeCollections($0, members, target) }
    text.line("@class \(name)Response;")
    text.line("")
    text.line(Self.available)
    text.line("@protocol \(name)Handling <NSObject>")
    text.line("")
    for line in required + ["@optional"] + optional {
      text.line(line)
      text.line("")
    }
    text.line("@end")
  }

  /// The method that resolves a parameter.
  ///
  /// - Parameter target: The end of the method's name, which names the intent and is the same in
  ///   all methods of a handler.
  private func resolving(
    _ parameter: ParameterDefinition, _ members: SiriKitMembers, _ target: String,
    _ intent: IntentDefinition, _ details: SiriDetails
  ) -> String {
    let member = members[parameter.name]
    let result = names.resolutionResult(of: parameter, member, in: intent, details)
    let handed = parameter.supportsMultipleValues ? "NSArray<\(result) *> *" : result + " *"
    let method = HandlerMethod.resolution.name(of: member)
    return "- (void)\(method)\(target) withCompletion:"
      + "(void (^)(\(handed)resolutionResult))completion "
      + "NS_SWIFT_NAME(\(method)(for:with:)) \(Self.resolves);"
  }

  /// The method that provides the choices of a parameter.
  private func providing(
    _ parameter: ParameterDefinition, _ members: SiriKitMembers, _ target: String
  ) -> String {
    let method = HandlerMethod.choices.name(of: members[parameter.name])
    let term = parameter.options.isSearchable
    return "- (void)\(method)\(target) "
      + (term ? "searchTerm:(nullable NSString *)searchTerm " : "")
      + "withCompletion:(void (^)(INObjectCollection<\(valueClass(parameter.type)) *> * _Nullable "
      + "\(members[parameter.name])OptionsCollection, NSError * _Nullable error))completion "
      + "NS_SWIFT_NAME(\(method)(for:\(term ? "searchTerm:" : "")with:)) \(Self.options);"
  }

  /// The method that gives the default of a parameter.
  private func defaulting(
    _ parameter: ParameterDefinition, _ members: SiriKitMembers, _ target: String
  ) -> String {
    let method = HandlerMethod.defaultValue.name(of: members[parameter.name])
    let value = type(parameter.type, isArray: parameter.supportsMultipleValues)
    let isPlain = isEnum(parameter.type) && !parameter.supportsMultipleValues
    return "- (\(isPlain ? value.filter { $0 != " " } : "nullable " + value))\(method)\(target) "
      + "NS_SWIFT_NAME(\(method)(for:)) \(Self.options);"
  }

  /// The method that provides the choices of a parameter on systems without options collections.
  private func providingBeforeCollections(
    _ parameter: ParameterDefinition, _ members: SiriKitMembers, _ target: String
  ) -> String {
    let method = HandlerMethod.choicesBeforeCollections.name(of: members[parameter.name])
    let (first, last) = (SiriKitSystems.resolution, SiriKitSystems.options)
    return "- (void)\(method)\(target) withCompletion:"
      + "(void (^)(NSArray<\(valueClass(parameter.type)) *> * _Nullable "
      + "\(members[parameter.name])OptionsCollection, NSError * _Nullable error))completion "
      + "NS_SWIFT_NAME(\(method)(for:with:)) "
      + "API_DEPRECATED(\"\", ios(\(first.iOS), \(last.iOS)), "
      + "watchos(\(first.watchOS), \(last.watchOS)))\(Self.notOnTV);"
  }

  // MARK: Responses

  private func codes(of details: SiriDetails) -> [(String, Int)] {
    let standard = SiriKitResponseWriter.standardCodes
    var seen = Set(standard)
    let own = details.codes.map(\.name).filter { seen.insert(CodeNames.plain($0)).inserted }
    return standard.enumerated().map { ($1, $0) }
      + own.enumerated().map { ($1, SiriKitResponseWriter.firstOwnCode + $0) }
  }

  private func factories(
    _ details: SiriDetails, _ properties: [SiriDetails.ResponseProperty]
  ) -> [(
    code: String, signature: String, swift: String, properties: [SiriDetails.ResponseProperty]
  )] {
    let members = names.members(of: details)
    return details.codes.firsts { CodeNames.plain($0.name) }.compactMap {
      code in
      let own = SiriKitResponseWriter.placeholders(of: code.formatString ?? "", in: properties)
      guard !own.isEmpty else { return nil }
      let selector = SiriKitResponseWriter.selector(of: code, members: own.map { members[$0.name] })
      let parts = zip(selector, own).map { part, property in
        let type = type(property.type, isArray: property.supportsMultipleValues)
        return "\(part)(\(type.hasSuffix("* ") ? type : type.trimmed))\(members[property.name])"
      }
      let labels = own.enumerated().map { index, property in
        index == 0 && SiriKitResponseWriter.says(code, property)
          ? "_:" : CodeNames.plain(property.name) + ":"
      }
      let signature = "+ (instancetype)" + parts.joined(separator: " ")
      return (
        code.name, signature, "\(CodeNames.plain(code.name))(\(labels.joined()))", own
      )
    }
  }

  private static func initializer(_ name: String) -> String {
    "- (instancetype)initWithCode:(\(name)ResponseCode)code "
      + "userActivity:(nullable NSUserActivity *)userActivity"
  }

  private func writeResponse(
    _ name: String, _ details: SiriDetails, _ properties: [SiriDetails.ResponseProperty],
    to text: inout SwiftText
  ) {
    writeEnum(name + "ResponseCode", codes(of: details), to: &text)
    text.line(Self.available)
    text.line("@interface \(name)Response : INIntentResponse")
    text.line("")
    text.line("- (instancetype)init NS_UNAVAILABLE;")
    text.line(Self.initializer(name) + " NS_DESIGNATED_INITIALIZER;")
    for factory in factories(details, properties) {
      text.line("\(factory.signature) NS_SWIFT_NAME(\(factory.swift));")
    }
    text.line("")
    let members = names.members(of: details)
    for property in properties {
      text.line(
        self.property(
          members[property.name], property.type, isArray: property.supportsMultipleValues,
          availability: property.type.isLaterThanIntents ? Self.resolves : nil))
    }
    text.line("@property (readonly, nonatomic) \(name)ResponseCode code;")
    text.line("")
    text.line("@end")
  }

  private func writeResponseImplementation(
    _ name: String, _ details: SiriDetails, _ properties: [SiriDetails.ResponseProperty],
    to text: inout SwiftText
  ) {
    text.line("@interface \(name)Response ()")
    text.line("")
    text.line("@property (readwrite, nonatomic) \(name)ResponseCode code;")
    text.line("")
    text.line("@end")
    text.line("")
    text.line("@implementation \(name)Response")
    text.line("")
    text.line("@synthesize code = _code;")
    let members = names.members(of: details)
    let spelled = properties.map { members[$0.name] }
    if !spelled.isEmpty { text.line("@dynamic \(spelled.joined(separator: ", "));") }
    text.line("")
    text.block(Self.initializer(name)) { text in
      text.line("self = [super init];")
      text.block("if (self)") { text in
        text.line("_code = code;")
        text.line("self.userActivity = userActivity;")
      }
      text.line("return self;")
    }
    text.line("")
    for factory in factories(details, properties) {
      text.block(factory.signature) { text in
        let code = name + "ResponseCode" + SwiftName.capitalized(factory.code)
        text.line(
          "\(name)Response *intentResponse = [[\(name)Response alloc] initWithCode:\(code) "
            + "userActivity:nil];")
        for property in factory.properties {
          let spelling = members[property.name]
          text.line("intentResponse.\(spelling) = \(spelling);")
        }
        text.line("return intentResponse;")
      }
      text.line("")
    }
    text.line("@end")
  }

  // MARK: Enums and types

  private func files(of item: IntentEnum) -> [GeneratedFile] {
    let name = names.enumClass(item)
    let plain = CodeNames.plain(item.name)
    func maker(_ outcome: SiriKitOutcome) -> String {
      "+ (instancetype)\(outcome.selector(of: plain)):(\(name))\(outcome.argument(of: .value))"
    }
    return pair(name, needing: []) { text in
      writeEnum(
        name,
        item.cases.firsts(by: \.index).map { ($0.name, $0.index) },
        to: &text)
      text.line(Self.resolves)
      text.line("@interface \(name)ResolutionResult : INEnumResolutionResult")
      text.line("")
      for outcome in SiriKitOutcome.ofEnums {
        text.line("\(maker(outcome)) NS_SWIFT_NAME(\(outcome.rawValue)(with:));")
      }
      text.line("")
      text.line("@end")
    } implementation: { text in
      text.line("@implementation \(name)ResolutionResult")
      text.line("")
      for outcome in SiriKitOutcome.ofEnums {
        text.block(maker(outcome)) { $0.line("return [super \(outcome.call(of: .value))];") }
        text.line("")
      }
      text.line("@end")
    }
  }

  private func files(of type: IntentObjectType) -> [GeneratedFile] {
    let name = names.typeClass(type)
    let plain = CodeNames.plain(type.name)
    let members = names.members(of: type)
    let properties = type.ownProperties.firsts(by: \.name)
    func maker(_ outcome: SiriKitOutcome, _ subject: String, taking type: String) -> String {
      "+ (instancetype)\(outcome.selector(of: subject)):(\(outcome.objectiveC(type)))"
        + outcome.argument(of: .object)
    }
    return pair(name, needing: properties.map(\.type)) { text in
      text.line(Self.available)
      text.line("@interface \(name) : \(TypeReference.baseName)")
      text.line("")
      for item in properties {
        text.line(
          property(
            members[item.name], item.type, isArray: item.supportsMultipleValues,
            availability: Self.resolves))
      }
      text.blank()
      text.line("@end")
      text.line("")
      text.line(Self.resolves)
      text.line("@interface \(name)ResolutionResult : INObjectResolutionResult")
      text.line("")
      for outcome in SiriKitOutcome.allCases {
        text.line(
          "\(maker(outcome, plain, taking: name)) NS_SWIFT_NAME(\(outcome.rawValue)(with:));")
      }
      for outcome in SiriKitOutcome.allCases {
        let kind = SiriKitOutcome.Subject.object.rawValue
        text.line("\(maker(outcome, kind, taking: TypeReference.baseName)) NS_UNAVAILABLE;")
      }
      text.line("")
      text.line("@end")
    } implementation: { text in
      writeImplementation(name, properties.map { members[$0.name] }, to: &text)
      text.line("@implementation \(name)ResolutionResult")
      text.line("")
      for outcome in SiriKitOutcome.allCases {
        text.block(maker(outcome, plain, taking: name)) {
          $0.line("return [super \(outcome.call(of: .object))];")
        }
        text.line("")
      }
      text.line("@end")
    }
  }
}

/// Names in Objective-C.
enum ObjectiveCName {
  /// The keywords of C and Objective-C.
  static let reserved: Set<String> = [
    "BOOL", "Class", "IMP", "NO", "NULL", "Nil", "SEL", "YES", "asm", "auto", "break", "case",
    "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
    "for", "goto", "id", "if", "in", "inline", "inout", "int", "long", "nil", "out", "register",
    "restrict", "return", "self", "short", "signed", "sizeof", "static", "struct", "super",
    "switch", "typedef", "typeof", "union", "unsigned", "void", "volatile", "while",
  ]
}
