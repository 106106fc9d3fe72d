import DefinitionFormats
import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import IntentCodegen

/// The SiriKit classes have the same shape as those that Xcode generates.
@Suite(.startsPrograms) struct SiriKitClassesTests {
  /// The declarations in a text with their attributes, without comments, bodies and whitespace.
  private func shape(_ text: String) -> [String] {
    let begins = [
      "@", "public", "internal", "func", "optional", "case", "override", "nonisolated",
    ]
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let declarations = lines.filter { line in begins.contains { line.hasPrefix($0) } }
    return declarations.map { $0.hasSuffix(" {") ? String($0.dropLast(2)) : String($0) }
  }

  private func files(
    _ definition: IntentDefinitionFile, details: [SiriDetails] = [],
    options: SiriKitOptions = SiriKitOptions()
  ) -> [String: [String]] {
    let files = SiriKitClasses(definition, details: details, options: options).files
    return Dictionary(uniqueKeysWithValues: files.map { ($0.name, shape($0.text)) })
  }

  @Test func anIntentOfSiriHandlesFirst() throws {
    let intent = IntentDefinition(
      name: "ChangeAmount",
      parameters: [
        ParameterDefinition(
          name: "product", type: .string(StringMetadata()), supportsResolution: true),
        ParameterDefinition(
          name: "units", type: .integer(NumberMetadata()), supportsResolution: true),
        ParameterDefinition(name: "isExact", type: .boolean(BooleanMetadata())),
      ])
    let details = SiriDetails(
      codes: [
        .init(name: "success", formatString: "Now ${text}"), .init(name: "failure"),
        .init(name: "failureNoText", formatString: "${text} of ${count}"),
      ],
      properties: [
        .init(name: "text", type: .string(StringMetadata())),
        .init(name: "count", type: .integer(NumberMetadata())),
      ],
      unsupportedReasons: ["product": ["notFound", "several"]])
    let made = files(
      IntentDefinitionFile(intents: [intent]), details: [details],
      options: SiriKitOptions(access: .internal))
    let type = "@available(iOS 12.0, macOS 11.0, watchOS 5.0, *) @available(tvOS, unavailable)"
    let later = "@available(iOS 13.0, macOS 11.0, watchOS 6.0, *)"
    #expect(
      made["ChangeAmountIntent.swift"] == [
        type, "@objc(ChangeAmountIntent)",
        "nonisolated internal class ChangeAmountIntent: INIntent",
        "@NSManaged internal var product: String?", "@NSManaged internal var units: NSNumber?",
        later, "@NSManaged internal var isExact: NSNumber?",
        type, "@objc(ChangeAmountIntentHandling)",
        "nonisolated internal protocol ChangeAmountIntentHandling: NSObjectProtocol",
        "@available(*, renamed: \"handle(intent:)\")", "@objc(handleChangeAmount:completion:)",
        "func handle(intent: ChangeAmountIntent, completion: "
          + "@escaping (ChangeAmountIntentResponse) -> Swift.Void)",
        later, "@objc(handleChangeAmount:completion:)",
        "func handle(intent: ChangeAmountIntent) async -> ChangeAmountIntentResponse",
        later, "@available(*, renamed: \"resolveProduct(for:)\")",
        "@objc(resolveProductForChangeAmount:withCompletion:)",
        "func resolveProduct(for intent: ChangeAmountIntent, with completion: "
          + "@escaping (ChangeAmountProductResolutionResult) -> Swift.Void)",
        later, "@objc(resolveProductForChangeAmount:withCompletion:)",
        "func resolveProduct(for intent: ChangeAmountIntent) async "
          + "-> ChangeAmountProductResolutionResult",
        later, "@available(*, renamed: \"resolveUnits(for:)\")",
        "@objc(resolveUnitsForChangeAmount:withCompletion:)",
        "func resolveUnits(for intent: ChangeAmountIntent, with completion: "
          + "@escaping (ChangeAmountUnitsResolutionResult) -> Swift.Void)",
        later, "@objc(resolveUnitsForChangeAmount:withCompletion:)",
        "func resolveUnits(for intent: ChangeAmountIntent) async "
          + "-> ChangeAmountUnitsResolutionResult",
        "@available(*, renamed: \"confirm(intent:)\")", "@objc(confirmChangeAmount:completion:)",
        "optional func confirm(intent: ChangeAmountIntent, completion: "
          + "@escaping (ChangeAmountIntentResponse) -> Swift.Void)",
        later, "@objc(confirmChangeAmount:completion:)",
        "optional func confirm(intent: ChangeAmountIntent) async -> ChangeAmountIntentResponse",
        type, "@objc nonisolated internal enum ChangeAmountIntentResponseCode: Int",
        "case unspecified = 0", "case ready", "case continueInApp", "case inProgress",
        "case success", "case failure", "case failureRequiringAppLaunch",
        "case failureNoText = 100",
        type, "@objc(ChangeAmountIntentResponse)",
        "nonisolated internal class ChangeAmountIntentResponse: INIntentResponse",
        "@NSManaged internal var text: String?", "@NSManaged internal var count: NSNumber?",
        "@objc internal fileprivate(set) var code: ChangeAmountIntentResponseCode = .unspecified",
        "@objc(initWithCode:userActivity:)",
        "internal convenience init(code: ChangeAmountIntentResponseCode, "
          + "userActivity: NSUserActivity?)",
        "@objc(successIntentResponseWithText:)",
        "internal static func success(text: String) -> ChangeAmountIntentResponse",
        "@objc(failureNoTextIntentResponseWithText:count:)",
        "internal static func failureNoText(_ text: String, count: NSNumber) "
          + "-> ChangeAmountIntentResponse",
        later, "@objc nonisolated internal enum ChangeAmountProductUnsupportedReason: Int",
        "case notFound = 1", "case several",
        later, "@objc(ChangeAmountProductResolutionResult)",
        "nonisolated internal class ChangeAmountProductResolutionResult: INStringResolutionResult",
        "@objc(unsupportedForReason:)",
        "internal class func unsupported("
          + "forReason reason: ChangeAmountProductUnsupportedReason) -> Self",
        later, "@objc nonisolated internal enum ChangeAmountUnitsUnsupportedReason: Int",
        "case negativeNumbersNotSupported = 1", "case greaterThanMaximumValue",
        "case lessThanMinimumValue",
        later, "@objc(ChangeAmountUnitsResolutionResult)",
        "nonisolated internal class ChangeAmountUnitsResolutionResult: INIntegerResolutionResult",
        "@objc(unsupportedForReason:)",
        "internal class func unsupported("
          + "forReason reason: ChangeAmountUnitsUnsupportedReason) -> Self",
      ])
  }

  @Test func anIntentOfAWidgetHasOptionsAndNeedNotBeHandled() throws {
    let intent = IntentDefinition(
      name: "ViewBoard", classPrefix: "TR", isEligibleForWidgets: true,
      parameters: [
        ParameterDefinition(
          name: "Stop", type: .object(TypeReference("Stop")), options: .dynamic(searchable: true),
          supportsMultipleValues: true)
      ])
    let made = files(
      IntentDefinitionFile(intents: [intent], types: [IntentObjectType(name: "Stop")]),
      options: SiriKitOptions(classPrefix: "XX"))
    #expect(Set(made.keys) == ["TRViewBoardIntent.swift", "XXStop.swift"])
    let lines = try #require(made["TRViewBoardIntent.swift"])
    #expect(lines.contains("@NSManaged public var Stop: [XXStop]?"))
    #expect(
      lines.filter { $0.hasPrefix("@objc(") && $0.contains("ViewBoard:") }
        == [
          "@objc(provideStopOptionsCollectionForViewBoard:searchTerm:withCompletion:)",
          "@objc(provideStopOptionsCollectionForViewBoard:searchTerm:withCompletion:)",
          "@objc(confirmViewBoard:completion:)", "@objc(confirmViewBoard:completion:)",
          "@objc(handleViewBoard:completion:)", "@objc(handleViewBoard:completion:)",
          "@objc(defaultStopForViewBoard:)",
          "@objc(provideStopOptionsForViewBoard:withCompletion:)",
        ])
    #expect(lines.contains("optional func defaultStop(for intent: TRViewBoardIntent) -> [XXStop]?"))
    #expect(
      lines.contains(
        "optional func handle(intent: TRViewBoardIntent) async -> TRViewBoardIntentResponse"))
    let type = try #require(made["XXStop.swift"])
    #expect(type.contains("@objc(disambiguationWithStopsToDisambiguate:)"))
    #expect(type.filter { $0 == "@available(*, unavailable)" }.count == 3)
  }

  @Test func aTypeWithTheNameOfAKeywordHasAnother() {
    let names = ["Any", "class", "some"]
    let definition = IntentDefinitionFile(
      intents: [IntentDefinition(name: "Odd")],
      enums: names.map {
        IntentEnum(name: $0, cases: [.init(name: "one", index: 1)])
      })
    let made = files(definition).values.joined()
    for name in names { #expect(made.contains("@objc nonisolated public enum \(name)_2: Int")) }
  }

  /// Two names that are equal in code: both are written, and the second one is reported together
  /// with the first.
  @Test func namesThatAreOneInCodeAreSaid() {
    let names = ["sensor-1", "sensor 1", "Light", "light", "description"]
    let definition = IntentDefinitionFile(intents: [
      IntentDefinition(
        name: "A",
        parameters: names.map {
          ParameterDefinition(name: $0, type: .string(StringMetadata()))
        })
    ])
    let made = files(definition).values.joined()
    for name in ["sensor_1", "sensor_1_2", "Light", "light_2", "description_2"] {
      #expect(made.contains("@NSManaged public var \(name): String?"), "\(name)")
    }
    let said = SiriKitClasses(definition).findings.map { "\($0.subject): \($0.message.text())" }
    let expected = [
      "A.sensor-1: No property can have this name",
      "A.sensor 1: In code the name is the same as that of “sensor-1”",
      "A.light: In code the name is the same as that of “Light”",
      "A.description: No property can have this name",
    ]
    #expect(said.count == expected.count, "\(said)")
    for (finding, start) in zip(said, expected) { #expect(finding.hasPrefix(start), "\(finding)") }
  }

  @Test func classesStayOffTheMainActor() {
    let definition = IntentDefinitionFile(
      intents: [IntentDefinition(name: "A")],
      enums: [IntentEnum(name: "B", cases: [.init(name: "unknown", index: 0)])])
    let made = files(definition)
    #expect(made["AIntent.swift"]?.contains("nonisolated public class AIntent: INIntent") == true)
    #expect(made["B.swift"]?.contains("@objc nonisolated public enum B: Int") == true)
  }

  /// The classes compile against a stub of Apple's framework, without their Objective-C attributes.
  @Test func everyDefinitionGivesSwiftThatCompilesWithoutAWarning() throws {
    let all = (DefinitionFile.ofRepository + DefinitionFile.random + DefinitionFile.ofCorpus)
      .filter(\.isWhole)
    var sources: [(name: String, text: String)] = []
    for (index, file) in all.enumerated() {
      let generator = SiriKitClasses(file.numbered(index), details: file.numberedDetails(index))
      let made = generator.files
      #expect(made == generator.files)
      let text = made.map(\.text).joined()
      sources.append((name: "d\(index).swift", text: SiriKitStub.plain(text)))
      #expect(SiriKitStub.clashes(in: text) == [], "\(file.path)")
    }
    let complaints = try SwiftCompiler.complaints(
      of: sources, arguments: SiriKitStub.shared.get().arguments)
    #expect(complaints == "")
    let own = DefinitionFile.ofRepository.count { $0.isWhole }
    let isolated = try SwiftCompiler.complaints(
      of: Array(sources.prefix(own)), arguments: SiriKitStub.shared.get().arguments + mainActor)
    #expect(isolated == "")
    DefinitionFile.report("SiriKit Swift", of: all)
  }

  /// The headers and implementations compile against a stub of Apple's framework.
  @Test func everyDefinitionGivesObjectiveCThatCompilesWithoutAWarning() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-objective-c-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let all = (DefinitionFile.ofRepository + DefinitionFile.random + DefinitionFile.ofCorpus)
      .filter(\.isWhole)
    var imports = ""
    for (index, file) in all.enumerated() {
      let definition = file.numbered(index)
      let made = SiriKitClasses(
        definition, details: file.numberedDetails(index),
        options: SiriKitOptions(language: .objectiveC)
      ).files
      for file in made {
        try Data(file.text.utf8).write(to: folder.appending(path: file.name))
        if file.name.hasSuffix(".m") { imports += "#import \"\(file.name)\"\n" }
      }
    }
    try Data(imports.utf8).write(to: folder.appending(path: "All.m"))
    let compiler = try FinishedProgram(
      "clang",
      [
        "-fsyntax-only", "-x", "objective-c", "-fobjc-arc", "-fblocks", "-fobjc-runtime=macosx",
        "-Wall", "-Werror", "-I",
        DefinitionFile.repository.appending(path: "Tests/IntentsStub").path, "All.m",
      ], folder: folder)
    #expect(compiler.status == 0, "\(compiler.errors.prefix(4_000))")
    #expect(imports.count > 1_000)
    DefinitionFile.report("SiriKit Objective-C", of: all)
  }

  @Test func objectiveCHasTheSelectorsOfSwift() throws {
    let intent = IntentDefinition(
      name: "ViewBoard", classPrefix: "TR", isEligibleForWidgets: true,
      parameters: [
        ParameterDefinition(
          name: "line", type: .string(StringMetadata()), options: .dynamic(searchable: true)),
        ParameterDefinition(
          name: "style", type: .enumeration(TypeReference("Style"), defaultCase: nil)),
      ])
    let definition = IntentDefinitionFile(
      intents: [intent],
      enums: [
        IntentEnum(
          name: "Style",
          cases: [.init(name: "unknown", index: 0), .init(name: "Normal_move", index: 2)])
      ])
    let details = SiriDetails(
      codes: [.init(name: "success", formatString: "On ${line}")],
      properties: [.init(name: "line", type: .string(StringMetadata()))])
    let files = SiriKitClasses(
      definition, details: [details], options: SiriKitOptions(language: .objectiveC)
    ).files
    #expect(
      files.map(\.name) == ["TRViewBoardIntent.h", "TRViewBoardIntent.m", "Style.h", "Style.m"])
    let header = files[0].text
    #expect(header.contains("@property (readwrite, copy, nullable, nonatomic) NSString *line;"))
    #expect(header.contains("@property (readwrite, assign, nonatomic) Style style;"))
    #expect(
      header.contains(
        "- (void)provideLineOptionsCollectionForViewBoard:(TRViewBoardIntent *)intent "
          + "searchTerm:(nullable NSString *)searchTerm withCompletion:"))
    #expect(
      header.contains(
        "+ (instancetype)successIntentResponseWithLine:(NSString *)line NS_SWIFT_NAME(success(line:));"
      ))
    #expect(files[2].text.contains("    StyleNormal_move = 2,"))
  }
}
