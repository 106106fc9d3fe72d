import DefinitionFormats
import Foundation
import IntentCodegen
import IntentModel
import Testing
import WidgetTestSupport

/// A package's configuration for the plugin.
@Suite(.startsPrograms) struct ConfigurationTests {
  private func read(_ text: String) throws(FormatErrors) -> GenerationRequest {
    try GenerationRequest.read(configuration: Array(text.utf8), file: "intents-config.json")
  }

  @Test func everyKeyIsTaken() throws {
    let request = try read(
      """
      {"generate": "app-intents", "access": "public", "texts": "literal", "all": true,
       "imports": ["WidgetKit"], "names": {"UpNext": "Agenda"}}
      """)
    #expect(
      request
        == GenerationRequest(
          form: .appIntents, access: .public, texts: .literal,
          naming: GeneratedNaming(names: ["UpNext": "Agenda"], imports: ["WidgetKit"]),
          includesActions: true))
    #expect(
      try read("{\"generate\": \"sirikit\", \"classPrefix\": \"TR\"}")
        == GenerationRequest(form: .sirikit, classPrefix: "TR"))
    #expect(try read("{}") == GenerationRequest())
  }

  @Test func `The article names every kind of Swift`() throws {
    let article = try RepositoryFiles.text(
      "Sources/IntentCodegen/IntentCodegen.docc/GenerateSwift.md")
    for form in GenerationRequest.Form.allCases {
      #expect(article.contains("\n- `\(GenerationOption.form.flag) \(form.rawValue)` "))
    }
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
      "{\"generate\": \"app-intents\", \"all\": \"yes\"}",
      ["1:36: Expected true or false, found a string."]
    ),
    ("{\"nonisolated\": true}", ["1:2: There is no member “nonisolated” here. "]),
    (
      "{\"generate\": \"typed\",\n \"texts\": \"literal\",\n \"classPrefix\": \"A\"}",
      ["2:2: “texts” has no effect on “typed”. ", "3:2: “classPrefix” has no effect on “typed”. "]
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
    let languages = DefinitionLanguages(source: "en")
    let typed = try #require(
      request.output(of: definition, stem: "A", languages: languages).files.first?.text)
    #expect(typed.contains("struct Panel:"))
    #expect(typed.contains("var style: Look"))
    #expect(typed.contains("\nimport Shapes\n"))
    request.form = .appIntents
    let migrated = try #require(
      request.output(of: definition, stem: "A", languages: languages).files.first?.text)
    #expect(migrated.contains("struct Panel: WidgetConfigurationIntent"))
    #expect(migrated.contains("static let intentClassName = \"BoardIntent\""))
    #expect(migrated.contains("var style: Look?"))
    #expect(migrated.contains("\nimport Shapes\n"))
  }

  /// The plugins' tool writes errors in a compiler's format, and does not write a file.
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
    let catalog = try run("{\"generate\": \"app-intents\", \"texts\": \"catalog\"}")
    #expect(catalog.status == 0 && catalog.errors.contains("A plugin cannot add UpNext.xcstrings"))
    let right = try run("{\"names\": {\"UpNext\": \"Agenda\", \"Nothing\": \"Else\"}}")
    #expect(right.status == 0)
    #expect(right.errors.contains("note: The definition has no name “Nothing”"))
    #expect(try String(contentsOfFile: output, encoding: .utf8).contains("struct Agenda:"))
  }

  /// The plugins' tool stops the build if `check` finds an error, and reports the error's position.
  @Test func anErrorOfCheckStopsTheBuild() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-plugin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let definition = folder.appending(path: "Trams.intents.json").path
    let output = folder.appending(path: "Trams.intents.swift").path
    func run(_ type: String) throws -> FinishedProgram {
      let text = """
        {"intents": [{"name": "Trams", "eligibleForWidgets": true, "parameters": [
          {"name": "sensor-1", "type": "boolean"},
          {"name": "line", "type": "enum", "enum": "\(type)"}]}],
         "enums": [{"name": "Line", "cases": ["u1", "u2"]}]}
        """
      try Data(text.utf8).write(to: URL(filePath: definition))
      return try FinishedProgram(
        ProgramFolder.path(of: "GenerateIntentsTool"), [definition, output])
    }
    let wrong = try run("Lin")
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("\(definition):3:"), "\(wrong.errors)")
    #expect(wrong.errors.contains(": error: "), "\(wrong.errors)")
    #expect(wrong.errors.contains("Did you mean “Line”?"), "\(wrong.errors)")
    #expect(wrong.errors.contains(": warning: "), "\(wrong.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(try run("Line").status == 0)
    #expect(FileManager.default.fileExists(atPath: output))
  }
}
