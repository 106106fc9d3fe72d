import DefinitionFormats
import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import IntentCodegen

/// App Intents keep the answers of placed widgets, and compile.
@Suite(.startsPrograms) struct AppIntentsSwiftTests {
  private func made(
    _ definition: IntentDefinitionFile, texts: AppIntentsTexts = .keys
  ) -> (source: String, findings: [GenerationFinding]) {
    let output = AppIntentsSwift(definition, stem: "Sample", texts: texts).output
    return (output.file.text, output.findings)
  }

  private func widget(
    _ parameters: [IntentParameter], enums: [IntentEnum] = [], types: [IntentObjectType] = []
  ) -> IntentDefinitionFile {
    let intent = IntentDefinition(
      name: "Board", classPrefix: "TR", title: LocalizedText("Board", id: "aaaaaa"),
      isEligibleForWidgets: true, parameters: parameters)
    return IntentDefinitionFile(intents: [intent], enums: enums, types: types)
  }

  private func row(
    _ name: String, _ type: ParameterType, options: OptionsSupport = .none,
    relationship: ParameterRelationship? = nil
  ) -> IntentParameter {
    IntentParameter(
      name: name, type: type, displayPriority: 1, isConfigurable: true, options: options,
      relationship: relationship)
  }

  // MARK: Compiling

  /// The definitions of the package, random ones and those of the corpus, if there is one, in one
  /// module.
  @Test(arguments: AppIntentsTexts.allCases)
  func everyDefinitionGivesSwiftThatCompilesWithoutAWarning(texts: AppIntentsTexts) throws {
    let stubs = try Self.stubs.get()
    let small = DefinitionFile.ofRepository + DefinitionFile.random
    let all = texts == .keys ? small + DefinitionFile.ofCorpus : DefinitionFile.random
    let sources = all.enumerated().map { index, file in
      var definition = file.numbered(index)
      for index in definition.intents.indices {
        definition.intents[index].isEligibleForWidgets = true
      }
      let made = AppIntentsSwift(definition, stem: "d\(index)", texts: texts, access: .public)
      #expect(made.output == made.output)
      let source = made.output.file.text
      return (name: made.output.file.name, text: source + Self.bodies(for: source))
    }
    #expect(try SwiftCompiler.complaints(of: sources, arguments: stubs.arguments) == "")
  }

  /// Without the method bodies that only the app can write, the code does not compile.
  @Test func theBodiesOfTheAppAreRequired() throws {
    let definition = widget(
      [
        row("stop", .object(TypeReference("Stop")), options: .dynamic(searchable: true)),
        row("line", .string(StringMetadata()), options: .dynamic(searchable: false)),
      ], types: [IntentObjectType(name: "Stop")])
    let source = made(definition).source
    let complaints = try SwiftCompiler.complaints(
      of: [(name: "Sample.swift", text: source)], arguments: Self.stubs.get().arguments)
    for type in ["StopAppEntityQuery", "Board.LineOptionsProvider"] {
      #expect(complaints.contains("type '\(type)' does not conform"), "\(complaints)")
    }
  }

  /// The app's code: empty bodies for the requirements of generated protocols.
  private static func bodies(for source: String) -> String {
    let lines = source.split(separator: "\n").map(String.init)
    var extended: String?
    var requirements: [String: [String]] = [:]
    var open: String?
    var bodies = ""
    for line in lines {
      let words = line.split(separator: " ").map { $0.filter { $0 != ":" && $0 != "," } }
      if line.hasPrefix("public protocol") {
        open = words[2]
      } else if line == "}" {
        (open, extended) = (nil, nil)
      } else if let name = open, line.hasPrefix("  func") {
        let result =
          !line.contains("->") ? "" : line.contains("IntentItemCollection") ? ".empty" : "[]"
        requirements[name, default: []].append("public\(line.dropFirst()) { \(result) }")
      } else if line.hasPrefix("extension ") {
        extended = words[1]
      } else if words.first == "public", words.dropFirst().first == "struct",
        let found = requirements[words[words.count - 2]]
      {
        let name = (extended.map { $0 + "." } ?? "") + words[2]
        bodies += "extension \(name) {\n\(found.joined(separator: "\n"))\n}\n"
      }
    }
    return bodies
  }

  private static let stubs = Result { try Stubs() }

  /// The stubs of Apple's modules.
  private struct Stubs {
    let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory
        .appending(path: "widgetconfig-stubs-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for module in ["AppIntents", "CoreLocation"] {
        let path = DefinitionFile.repository.appending(path: "Tests/\(module)Stub/\(module).swift")
        let text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        let complaints = try SwiftCompiler.complaints(
          of: [(name: "\(module).swift", text: text)],
          arguments: [
            "-emit-module", "-module-name", module, "-parse-as-library", "-swift-version", "6",
            "-I", folder.path, "-o", folder.appending(path: "\(module).swiftmodule").path,
          ])
        try #require(complaints == "")
      }
    }

    var arguments: [String] {
      ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", folder.path]
    }
  }

  @Test func anActionInShortcutsStaysOneAndAsksForItsCode() throws {
    var definition = widget([row("line", .string(StringMetadata()))])
    definition.intents[0].isConfigurable = true
    let (file, findings) = AppIntentsSwift(
      definition, stem: "Sample", access: .public
    ).output
    let source = file.text
    #expect(source.contains("static let isDiscoverable = true"))
    #expect(findings.map(\.subject) == ["Board"])
    #expect("\(findings[0].remedy)".contains("performAction"))
    let arguments = try Self.stubs.get().arguments
    let missing = try SwiftCompiler.complaints(
      of: [(name: "Sample.swift", text: source)], arguments: arguments)
    #expect(missing.contains("type 'Board' does not conform to protocol 'BoardAction'"))
    let complete = try SwiftCompiler.complaints(
      of: [(name: "Sample.swift", text: source + Self.bodies(for: source))], arguments: arguments)
    #expect(complete == "")
    definition.intents[0].parameters[0].name = "perform"
    #expect(!made(definition).source.contains("BoardAction"))
    #expect(made(definition).findings.count == 1)
  }

  // MARK: Stored answers of a placed widget

  @Test func whatIsStoredIsFoundAgain() {
    let definition = widget(
      [
        row("Style", .enumeration(TypeReference("Style"), defaultCase: "two words")),
        row("stop", .object(TypeReference("Stop")), options: .dynamic(searchable: false)),
      ],
      enums: [
        IntentEnum(
          name: "Style",
          cases: [.init(name: "unknown", index: 0), .init(name: "two words", index: 1)])
      ], types: [IntentObjectType(name: "Stop")])
    let source = made(definition).source
    #expect(source.contains("static let intentClassName = \"TRBoardIntent\""))
    #expect(source.contains("case two_words = \"two words\""))
    #expect(!source.contains("unknown"))
    #expect(source.contains("@Parameter(title: \"Style\", default: .two_words)"))
    #expect(source.contains("var Style: StyleAppEnum?"))
    #expect(source.contains("var id: String"))
    #expect(
      source.contains(
        "LocalizedStringResource(\"aaaaaa\", defaultValue: \"Board\", table: \"Sample\")"))
    #expect(!made(definition, texts: .literal).source.contains("aaaaaa"))
  }

  @Test func whatCannotBeCarriedOverIsSaidAndMarked() {
    let condition = ParameterRelationship(
      parentName: "text", predicateName: "StringValueContains", values: [.string("a")])
    let definition = widget([
      row("text", .string(StringMetadata())),
      row("child", .boolean(BooleanMetadata()), relationship: condition),
      row("place", .placemark(detail: nil)),
      row("thing", .object(nil)),
      row("span", .timeInterval(TimeIntervalMetadata(maximum: .value(5)))),
    ])
    let (source, findings) = made(definition)
    #expect(
      findings.map(\.subject) == ["Board.child", "Board.place", "Board.thing", "Board.span"])
    for finding in findings {
      #expect(source.contains("// Not carried over: \(finding.message) \(finding.remedy)"))
    }
    #expect(!source.contains("var thing"))
  }

  @Test func aCatalogHoldsEveryTranslation() throws {
    let definition = widget([
      IntentParameter(
        name: "a", type: .boolean(BooleanMetadata()), displayName: LocalizedText("On", id: "bbbbbb")
      ),
      IntentParameter(
        name: "b", type: .boolean(BooleanMetadata()), displayName: LocalizedText("On", id: "cccccc")
      ),
    ])
    let german = ["aaaaaa": "Tafel \"1\"\n", "bbbbbb": "An", "cccccc": "Ein"]
    func catalog(_ texts: AppIntentsTexts) throws -> ([String: [String: Any]], Int) {
      let (text, findings) = StringCatalog(
        definition, translations: [("de", german)], texts: texts
      ).output
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return (try #require(object?["strings"] as? [String: [String: Any]]), findings.count)
    }
    func translated(_ entry: [String: Any]?) -> String? {
      let languages = entry?["localizations"] as? [String: [String: [String: String]]]
      return languages?["de"]?["stringUnit"]?["value"]
    }
    let (byKey, none) = try catalog(.catalog)
    #expect(byKey.mapValues { translated($0) } == german)
    #expect(none == 0)
    let (byText, conflicts) = try catalog(.literal)
    #expect(byText.mapValues { translated($0) } == ["Board": "Tafel \"1\"\n", "On": "An"])
    #expect(conflicts == 1)
  }
}
