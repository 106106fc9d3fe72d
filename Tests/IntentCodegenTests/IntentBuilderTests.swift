import Foundation
import Testing
import WidgetTestSupport

/// The program under the name of Xcode's generator, and with its arguments.
@Suite(.startsPrograms) struct IntentBuilderTests {
  private func run(_ arguments: [String]) throws -> FinishedProgram {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-builder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = folder.appending(path: "intentbuilderc").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: ProgramFolder.path(of: "widgetconfig"))
    return try FinishedProgram(link, arguments)
  }

  @Test func itPrintsThePathsThatItWrites() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-builder-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let input = DefinitionFile.repository
      .appending(path: "Intents/UpNext/UpNext.intentdefinition").path
    let rest = ["-input", input, "-output", folder, "-classPrefix", "ZZ", "-language", "Swift"]
    let dry = try run(["generate", "-dryRun"] + rest)
    #expect(dry.status == 0)
    let names = ["ZZUpNextIntent", "ZZAgendaStyle", "ZZEventFilter", "ZZEventCalendar"]
    #expect(dry.output == names.map { "\(folder)/\($0).swift\n" }.joined())
    #expect(!FileManager.default.fileExists(atPath: folder))
    let real = try run(["generate"] + rest + ["-visibility", "project"])
    #expect(real.status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == names.map { $0 + ".swift" }.sorted())
    let text = try String(contentsOfFile: "\(folder)/ZZAgendaStyle.swift", encoding: .utf8)
    #expect(text.contains("@objc nonisolated internal enum ZZAgendaStyle: Int {"))
  }

  @Test func objectiveCHasAHeaderAndAnImplementation() throws {
    let input = DefinitionFile.repository
      .appending(path: "Intents/UpNext/UpNext.intentdefinition").path
    let run = try run([
      "generate", "-dryRun", "-input", input, "-output", "o", "-language", "Objective-C",
    ])
    let names = ["UpNextIntent", "AgendaStyle", "EventFilter", "EventCalendar"]
    #expect(run.output == names.map { "o/\($0).h\no/\($0).m\n" }.joined(), "\(run)")
  }

  @Test(arguments: [
    (["generate", "-input", "a", "-output", "b", "-language", "C++"], "Objective-C"),
    (["compile", "-input", "a"], "need not be compiled"),
    (["generate", "-output", "b"], "Name one with -input"),
    (["generate", "-input"], "needs a value"), ([], "intentbuilderc generate"),
  ])
  func aWrongCallIsExplained(arguments: [String], words: String) throws {
    let run = try run(arguments)
    #expect(run.status == 2)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test(arguments: ["-h", "-help", "--help"]) func helpIsGiven(argument: String) throws {
    let run = try run([argument])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.hasPrefix("Usage: intentbuilderc generate "))
  }

  @Test func theManPageHasTheOptionsOfTheHelp() throws {
    let script = try String(
      contentsOf: DefinitionFile.repository.appending(path: ".ci/manual"), encoding: .utf8)
    let page = try #require(script.split(separator: "intentbuilderc.1\"").last)
    for option in try run(["-help"]).output.matches(of: /-(\w+)(?: (\w+(?:\|[\w-]+)+))?/) {
      let values = option.2.map { " Cm " + $0.replacing("|", with: " | ") } ?? ""
      // The synopsis and the list of options.
      #expect(page.ranges(of: "Fl \(option.1)\(values)").count > 1, "\(option.0)")
    }
  }
}
