import DefinitionFormats
import IntentModel
import Testing
import WidgetTestSupport

@testable import AppIntentsMigration

/// For intents that are Shortcuts actions and do not configure a widget, the same rules decide
/// whether the answers in people's shortcuts are kept.
@Suite struct ActionMigrationTests {
  private static let definition = """
    {"intents": [
      {"name": "SetSwitch", "title": "Set Switch", "configurable": true, "parameters": [
        {"name": "item", "label": "Item", "type": "string", "dynamic": true},
        {"name": "level", "label": "Level", "type": "integer", "minimum": 0, "maximum": 100,
         "control": "field"},
        {"name": "mode", "label": "Mode", "type": "enum", "enum": "Mode"}]},
      {"name": "Ring", "title": "Ring", "configurable": true}],
     "enums": [{"name": "Mode", "cases": [
       {"name": "unknown", "index": 0}, {"name": "slow", "index": 1}, {"name": "fast", "index": 2}]}]}
    """

  private static let new = """
    struct SetSwitch: AppIntent, CustomIntentMigratedAppIntent {
      static let intentClassName = "SetSwitchIntent"
      static let title: LocalizedStringResource = "Set Switch"
      @Parameter(title: "Item", optionsProvider: Items()) var item: String
      @Parameter(title: "Level", inclusiveRange: (0, 100)) var level: Int
      @Parameter(title: "Mode") var mode: Mode
      static var parameterSummary: some ParameterSummary { Summary("Set \\(\\.$item)") }
      func perform() async throws -> some IntentResult { .result() }
    }
    struct Ring: AppIntent, CustomIntentMigratedAppIntent {
      static let intentClassName = "RingIntent"
      static let title: LocalizedStringResource = "Ring"
      func perform() async throws -> some IntentResult { .result() }
    }
    struct Items: DynamicOptionsProvider { func results() async throws -> [String] { [] } }
    enum Mode: String, AppEnum {
      case slow, fast
      static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Mode")
      static let caseDisplayRepresentations: [Mode: DisplayRepresentation] = [
        .slow: "Slow", .fast: "Fast",
      ]
    }
    struct ItemEntity: AppEntity {
      static let defaultQuery = ItemQuery()
      var id: String
    }
    """

  private func report(_ new: String, keepsDefinition: Bool = true) throws -> MigrationReport {
    let reading = try IntentDefinitionReader.read(Array(Self.definition.utf8), file: "Old.json")
    return MigrationCheck(
      [MigratedDefinition(reading.file, positions: reading.positions, path: "Old.json")],
      sources: MigrationSources(
        AppIntentsSource([("New.swift", new)]), old: AppIntentsSource([]), isWholeProject: true,
        keepsDefinition: keepsDefinition)
    ).report(files: [])
  }

  /// A careful migration of an action gives no findings: an action does not have rows, kinds or
  /// families, and asks for what it needs.
  @Test func aCarefulMigrationIsKept() throws {
    let report = try report(Self.new)
    #expect(report.check.findings.isEmpty, "\(report.lines.map(\.text))")
    #expect(report.intents.map(\.isAction) == [true, true])
    #expect(report.intents[0].answers.map(\.fate) == [.kept, .kept, .kept])
    #expect(report.lines.first?.text == "“SetSwitchIntent” of shortcuts becomes “SetSwitch”")
    #expect(report.summary.hasPrefix("3 of 3 answers survive."))
    #expect(report.json().contains("\"action\": true"))
  }

  /// A changed parameter loses answers in shortcuts just as it does in widgets.
  @Test(arguments: [
    ("var item: String", "var item: ItemEntity", "type-changed", "item"),
    ("var mode: Mode", "var speed: Mode", "parameter-lost", "mode"),
    ("case slow, fast", "case slow, quick", "case-lost", ""),
    ("(title: \"Level\", inclusiveRange: (0, 100))", "(title: \"Level\")", "range-changed", ""),
  ])
  func whatIsLostIsSaid(from: String, to: String, code: String, lost: String) throws {
    #expect(Self.new.contains(from))
    let report = try report(Self.new.replacing(from, with: to))
    #expect(report.check.findings.map(\.code) == [code])
    let answers = report.intents.first?.answers ?? []
    #expect(answers.filter { $0.fate == .lost }.map(\.name) == (lost.isEmpty ? [] : [lost]))
    #expect(report.fails(strict: true))
    #expect(report.fails(strict: false) == (code != "range-changed"))
  }

  /// Without a successor, a shortcut keeps working only while the app contains the definition.
  @Test func anActionWithoutASuccessorIsSaid() throws {
    let new = Self.new.replacing("\"RingIntent\"", with: "\"Ringing\"")
    let kept = try #require(
      try report(new).check.findings.first { $0.code == "action-without-successor" })
    #expect(kept.severity == .note && kept.sentence.contains("“Ring”"))
    #expect(!kept.sentence.contains("SetSwitch"))
    let gone = try report(new, keepsDefinition: false).check.findings
    #expect(gone.first { $0.code == kept.code }?.severity == .warning)
    #expect(try report(new).intents.map(\.className) == ["SetSwitchIntent"])
  }

  /// A successor that newer systems no longer have is reported; one that only newer systems have is
  /// not.
  @Test(arguments: ["@available(iOS, introduced: 16.0, obsoleted: 17.0, message: \"Use Other\")\n"])
  func anObsoleteSuccessorIsSaid(attribute: String) throws {
    let finding = try #require(try report(attribute + Self.new).check.findings.first)
    #expect(finding.code == "successor-obsolete" && finding.sentence.contains("iOS 17.0"))
    #expect(finding.line == 1)
    #expect(try report("@available(iOS 17, *)\n" + Self.new).check.findings.isEmpty)
  }
}
