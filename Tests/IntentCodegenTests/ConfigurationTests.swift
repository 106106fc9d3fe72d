import DefinitionFormats
import Foundation
import IntentCodegen
import IntentModel
import Testing
import WidgetTestSupport

/// The plugin's configuration in a package.
@Suite(.startsPrograms) struct ConfigurationTests {
  private func read(_ text: String) throws(FormatErrors) -> GenerationRequest {
    try GenerationRequest.read(configuration: Array(text.utf8), file: "intents-config.json")
  }

  @Test func everyKeyIsTaken() throws {
    let request = try read(
      """
      {"generate": "app-intents", "access": "public", "texts": "literal", "classPrefix": "TR",
       "nonisolated": true, "imports": ["WidgetKit"], "names": {"UpNext": "Agenda"}}
      """)
    #expect(
      request
        == GenerationRequest(
          form: .appIntents, access: .public, texts: .literal, classPrefix: "TR",
          isNonisolated: true,
          naming: GeneratedNaming(names: ["UpNext": "Agenda"], imports: ["WidgetKit"])))
    #expect(try read("{}") == GenerationRequest())
  }

  /// All errors are reported in one run, each with its position and its remedy.
  @Test(arguments: [
    ("[]", ["1:1: Expected an object, found an array."]),
    ("{\"generate\": ", ["1:14: "]),
    (
      "{\n  \"generat\": \"typed\"\n}",
      ["2:3: There is no member “generat” here. Did you mean “generate”?"]
    ),
    (
      "{\"generate\": \"swift\",\n \"access\": 3}",
      ["1:14: There is no word “swift”. ", "2:12: Expected a string, found a whole number."]
    ),
    (
      "{\"names\": {\"UpNext\": \"two words\"},\n \"imports\": [\"WidgetKit\", \"class\"]}",
      [
        "1:22: “two words” cannot be the name of a type in Swift. ",
        "2:27: “class” cannot be the name of a module in Swift. ",
      ]
    ),
    (
      "{\"generate\": \"sirikit\",\n \"names\": {\"A\": \"B\"}}",
      [
        "2:2: SiriKit classes have the names and imports that Xcode gives them, so “names” has no "
          + "effect. "
      ]
    ),
    (
      "{\"nonisolated\": \"yes\"}",
      ["1:17: Expected true or false, found a string."]
    ),
  ])
  func whatIsWrongIsSaidAtItsPlace(text: String, messages: [String]) {
    do throws(FormatErrors) {
      _ = try read(text)
      Issue.record("no error")
    } catch {
      let lines = error.errors.map(\.description)
      #expect(lines.count == messages.count, "\(lines)")
      for (line, message) in zip(lines, messages) {
        #expect(line.hasPrefix("intents-config.json:" + message), "\(line)")
      }
    }
  }

  @Test func chosenNamesAndImportsAreWritten() throws {
    let definition = IntentDefinitionFile(
      intents: [
        IntentDefinition(
          name: "Board", isEligibleForWidgets: true,
          parameters: [
            ParameterDefinition(
              name: "style", type: .enumeration(TypeReference("Style"), defaultCase: "big"))
          ])
      ], enums: [IntentEnum(name: "Style", cases: [.init(name: "big", index: 1)])])
    var request = GenerationRequest(
      naming: GeneratedNaming(names: ["Board": "Panel", "Style": "Look"], imports: ["Shapes"]))
    let typed = try #require(request.output(of: definition, stem: "A").files.first?.text)
    #expect(typed.contains("struct Panel:"))
    #expect(typed.contains("var style: Look"))
    #expect(typed.contains("\nimport Shapes\n"))
    request.form = .appIntents
    let migrated = try #require(request.output(of: definition, stem: "A").files.first?.text)
    #expect(migrated.contains("struct Panel: WidgetConfigurationIntent"))
    #expect(migrated.contains("static let intentClassName = \"BoardIntent\""))
    #expect(migrated.contains("var style: Look?"))
    #expect(migrated.contains("\nimport Shapes\n"))
  }

  /// The plugins' tool writes errors in a compiler's format, and no file.
  @Test func theToolSaysErrorsAsACompiler() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = folder.appending(path: "intents-config.json").path
    let output = folder.appending(path: "A.intents.swift").path
    let definition = DefinitionFile.repository
      .appending(path: "Intents/UpNext/UpNext.intentdefinition").path
    func run(_ text: String) throws -> FinishedProgram {
      try Data(text.utf8).write(to: URL(filePath: configuration))
      return try FinishedProgram(
        ProgramFolder.path(of: "GenerateIntentsTool"), [definition, output, configuration])
    }
    let wrong = try run("{\n  \"acess\": \"public\"\n}")
    #expect(wrong.status == 1)
    #expect(
      wrong.errors
        == "\(configuration):2:3: error: There is no member “acess” here. Did you mean “access”?\n")
    #expect(!FileManager.default.fileExists(atPath: output))
    let right = try run("{\"names\": {\"UpNext\": \"Agenda\", \"Nothing\": \"Else\"}}")
    #expect(right.status == 0)
    #expect(right.errors.contains("note: Nothing is named “Nothing”"))
    #expect(try String(contentsOfFile: output, encoding: .utf8).contains("struct Agenda:"))
  }
}
