import Foundation
import Testing
import WidgetTestSupport

/// The migration program, as a person or a build server runs it.
@Suite(.startsPrograms) struct MigrationProgramTests {
  private func run(_ arguments: [String]) throws -> FinishedProgram {
    try FinishedProgram(ProgramFolder.path(of: "widgetconfig-migration"), arguments)
  }

  private static let widget = DefinitionFile.repository.appending(path: "Intents/UpNext").path
  private static let source =
    DefinitionFile.repository.appending(path: "Fixtures/Migration/UpNext.swift").path

  @Test func aHandMadeMigrationIsJudged() throws {
    let text = try run([Self.widget, Self.source])
    #expect(text.status == 1)
    #expect(text.output.hasPrefix("“UpNextIntent” becomes “UpNextConfiguration”\n"))
    #expect(text.output.contains("  lost for some  filter\n"))
    #expect(text.output.contains("case-lost"))
    #expect(text.errors.hasSuffix("in 2 files.\n"))
    let json = try run([Self.widget, Self.source, "--format", "json", "--quiet"])
    #expect(json.errors.isEmpty)
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let intents = try #require(object?["intents"] as? [[String: Any]])
    #expect(intents.first?["class"] as? String == "UpNextIntent")
    #expect((intents.first?["answers"] as? [String: String])?["filter"] == "lost-for-some")
    #expect((object?["errors"] as? Int ?? 0) > 0)
    let github = try run([Self.widget, Self.source, "--format", "github"])
    #expect(github.output.contains("::error file=\(Self.source),line="))
  }

  /// The command runs the program in its own folder, and passes on its arguments, output and
  /// status.
  @Test func theCommandFindsTheProgram() throws {
    let direct = try run([Self.widget, Self.source])
    let found = try FinishedProgram(
      ProgramFolder.path(of: "widgetconfig"), ["migration", Self.widget, Self.source])
    #expect(found.status == direct.status)
    #expect(found.output == direct.output)
    #expect(found.errors == direct.errors)
    let help = try FinishedProgram(
      ProgramFolder.path(of: "widgetconfig"), ["migration", "--help"])
    #expect(help.status == 0 && help.output.contains("USAGE: widgetconfig-migration"), "\(help)")
  }

  /// The transcripts in the article, including both outputs.
  @Test(arguments: ["Sources/IntentCodegen/IntentCodegen.docc/Migrating.md"])
  func everyTranscriptIsWhatTheProgramSays(page: String) throws {
    let text = try String(
      contentsOf: DefinitionFile.repository.appending(path: page), encoding: .utf8)
    let blocks = text.split(separator: "```shell\n").dropFirst().compactMap {
      $0.split(separator: "```").first
    }
    #expect(blocks.count == 1)
    for block in blocks {
      let lines = block.split(separator: "\n", maxSplits: 1).map(String.init)
      let command = try #require(lines.first)
      #expect(command.hasPrefix("$ widgetconfig-migration "))
      let folder = URL(filePath: ProgramFolder.path(of: "widgetconfig-migration"))
        .deletingLastPathComponent().path
      let said = try FinishedProgram(
        "/bin/bash", ["-c", "PATH=\(folder):$PATH; { \(command.dropFirst(2)); } 2>&1"],
        folder: DefinitionFile.repository
      ).output
      #expect(lines.count == 2 && lines[1] == said, "\(said)")
    }
  }

  @Test func warningsFailOnlyWhereTheyAreAskedTo() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-migration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = """
      struct Line: AppEntity { var id: String { name } }
      struct Lines: WidgetConfigurationIntent, CustomIntentMigratedAppIntent {
        static let intentClassName = "LinesIntent"
        static let title: LocalizedStringResource = "Lines"
        @Parameter(title: "Line") var line: Line?
      }
      """
    try Data(text.utf8).write(to: folder.appending(path: "Lines.swift"))
    let definition = """
      {"intents": [{"name": "Lines", "eligibleForWidgets": true, "parameters": [
        {"name": "line", "label": "Line", "type": "object", "object": "Line",
          "dynamic": true}]}],
       "types": [{"name": "Line"}]}
      """
    try Data(definition.utf8).write(to: folder.appending(path: "Lines.json"))
    let path = folder.appending(path: "Lines.json").path
    let run = try run([path, folder.path])
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("are in the old code, which was not given"), "\(run)")
    #expect(try self.run([path, folder.path, "--strict"]).status == 1)
    // An accepted finding can be recorded in a baseline or in the settings of a folder.
    let known = folder.appending(path: "known.json").path
    #expect(try self.run([path, folder.path, "--write-baseline", known]).status == 0)
    let accepted = try self.run([path, folder.path, "--strict", "--baseline", known])
    #expect(accepted.status == 0 && accepted.output.contains("not judged"), "\(accepted)")
    try Data(#"{ "ignore": [{ "code": "not-judged", "path": "Lines.swift" }] }"#.utf8)
      .write(to: folder.appending(path: "check.json"))
    #expect(try self.run([path, folder.path, "--strict"]).status == 0)
  }

  @Test(
    arguments: [
      ([], 2, "<old>"), (["/nowhere.json"], 1, "nowhere.json"),
      (["/nowhere.json", "/nowhere.swift"], 1, "nowhere.swift"),
      ([widget, source, "--format", "xml"], 2, "xml"),
    ] as [([String], Int32, String)])
  func aWrongCallIsExplained(arguments: [String], status: Int32, words: String) throws {
    let run = try run(arguments)
    #expect(run.status == status)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.output.isEmpty)
  }
}
