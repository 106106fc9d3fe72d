import DefinitionFormats
import Foundation
import IntentCodegen
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import AppIntentsMigration

/// Handwritten code with the defects of real migrations.
@Suite struct MigrationTests {
  private static let path =
    DefinitionFile.repository.appending(path: "Intents/UpNext/UpNext.intentdefinition").path

  private static let reading = try? IntentDefinitionReader.read(path: path)

  /// The generated code for *Up Next*, followed by its widget.
  private static func generated() throws -> String { try #require(made) }

  private static let made: String? = reading.map { reading in
    let text = AppIntentsSwift(reading.file, stem: "UpNext", texts: .literal).output.file.text
    return text + """

      struct UpNextWidget: Widget {
        let kind: String = "UpNext"

        var body: some WidgetConfiguration {
          AppIntentConfiguration(kind: kind, intent: UpNext.self, provider: Provider()) { entry in
            EntryView(entry: entry)
          }
        }
      }

      func made() { all.map { EventCalendarAppEntity(id: $0.id, displayString: $0.name) } }
      """
  }

  /// The old code that provided the calendars' identifiers.
  private static let old = """
    func choices() {
      for calendar in all { add(EventCalendar(identifier: calendar.id, display: calendar.name)) }
    }
    """

  private func report(
    _ text: String, kinds: [String] = ["UpNext"], old: String = old
  ) throws -> MigrationReport {
    let reading = try #require(Self.reading)
    return MigrationCheck(
      [
        MigratedDefinition(
          reading.file, positions: reading.positions, path: "UpNext.intentdefinition")
      ],
      sources: MigrationSources(
        AppIntentsSource([("New.swift", text)]), old: AppIntentsSource([("Old.swift", old)]),
        known: kinds.map { KnownWidget(kind: $0) })
    ).report(files: ["UpNext.intentdefinition", "New.swift"])
  }

  /// A change to the generated source, and its effect.
  struct Defect: Sendable, CustomTestStringConvertible {
    var from: String
    var to: String
    var codes: [String]
    var fates: [String: MigrationReport.Fate] = [:]
    var words = ""

    var testDescription: String { "\(from) → \(to)" }
  }

  private static let all = [
    "mirrorCalendarApp", "calendars", "filter", "rangeStart", "rangeEnd", "lookAhead", "dayStart",
    "emphasis", "style",
  ]

  private static func everything(
    _ fate: MigrationReport.Fate
  ) -> [String: MigrationReport.Fate] {
    Dictionary(uniqueKeysWithValues: all.map { ($0, fate) })
  }

  private static let defects: [Defect] = [
    // The class name that is stored with placed widgets.
    Defect(
      from: "\"UpNextIntent\"", to: "\"UpNxetIntent\"", codes: ["class-name"],
      fates: everything(.lost), words: "“UpNxetIntent” is not “UpNextIntent”"),
    Defect(
      from: "\"UpNextIntent\"", to: "Names.upNext", codes: ["not-judged"],
      words: "static let intentClassName = \"UpNextIntent\""),
    Defect(
      from: "static let intentClassName = \"UpNextIntent\"", to: "", codes: ["not-migrated"],
      fates: everything(.lost), words: "does not name the class that it replaces"),
    Defect(
      from: "\"UpNextIntent\"", to: "\"SomethingElse\"", codes: ["class-name"],
      fates: everything(.lost)),
    Defect(
      from: ": WidgetConfigurationIntent, CustomIntentMigratedAppIntent",
      to: ": WidgetConfigurationIntent", codes: ["conformance"], fates: everything(.lost),
      words: "Add `CustomIntentMigratedAppIntent`."),
    Defect(
      from: ": WidgetConfigurationIntent, CustomIntentMigratedAppIntent", to: ": Configures",
      codes: ["not-judged", "not-judged"]),
    // Parameters.
    Defect(
      from: "var lookAhead:", to: "var lookahead:", codes: ["parameter-lost"],
      fates: ["lookAhead": .lost], words: "Rename “lookahead” to “lookAhead”."),
    Defect(
      from: "var emphasis: Double?", to: "var emphasis: Int?", codes: ["type-changed"],
      fates: ["emphasis": .lost], words: "Write `Double?`."),
    Defect(
      from: "var calendars: [EventCalendarAppEntity]?",
      to: "var calendars: EventCalendarAppEntity?",
      codes: ["type-changed"], fates: ["calendars": .lost], words: "an array of entities"),
    Defect(
      from: "var filter: EventFilterAppEnum?", to: "var filter: Shared.Filter?",
      codes: ["not-judged", "not-judged", "not-judged"], fates: ["filter": .notJudged],
      words: "does not declare the type “Filter”"),
    Defect(
      from: "var mirrorCalendarApp: Bool", to: "var mirrorCalendarApp", codes: ["not-judged"],
      fates: ["mirrorCalendarApp": .notJudged], words: "Write the type."),
    Defect(
      from: "default: true,", to: "", codes: ["default-changed", "not-optional"],
      words: "The default was on and is now none."),
    // Cases and identifiers.
    Defect(
      from: "  case countdown\n", to: "  case timer\n", codes: ["case-lost"],
      fates: ["style": .lostForSome], words: "Write `case timer = \"countdown\"`."),
    Defect(
      from: "  case countdown\n", to: "  case timer = \"countdown\"\n", codes: []),
    Defect(
      from: "enum AgendaStyleAppEnum: String, AppEnum", to: "enum AgendaStyleAppEnum: Int, AppEnum",
      codes: ["not-judged"], fates: ["style": .notJudged], words: "are not strings"),
    Defect(
      from: "  var id: String\n", to: "  var id: Int\n", codes: ["not-judged"],
      fates: ["calendars": .notJudged], words: "is of type `Int`"),
    Defect(
      from: "  var id: String\n", to: "  var id: String { url.path }\n", codes: ["not-judged"],
      fates: ["calendars": .notJudged], words: "is `url.path` and was `calendar.id`"),
    // Defaults, units, ranges, sizes.
    Defect(
      from: "default: .agenda", to: "default: .list", codes: ["default-changed"],
      words: "The default was “agenda” and is now “list”."),
    Defect(
      from: "default: .agenda", to: "default: .standard", codes: ["not-judged"]),
    Defect(
      from: "defaultValue: 36.0", to: "defaultValue: 24", codes: ["default-changed"],
      words: "The default was 36 h and is now 24 h."),
    Defect(
      from: "defaultUnit: .hours", to: "defaultUnit: .minutes",
      codes: ["default-changed", "unit-changed"], fates: ["lookAhead": .notJudged],
      words: "Write `defaultValue: 36.0, defaultUnit: .hours`."),
    Defect(
      from: "defaultValue: 36.0,\n    defaultUnit: .hours",
      to: "defaultValue: 2_160,\n    defaultUnit: .minutes", codes: ["unit-changed"],
      fates: ["lookAhead": .notJudged], words: "The unit was `.hours` and is now `.minutes`."),
    Defect(
      from: "defaultUnit: .hours", to: "defaultUnit: usual", codes: ["not-judged"],
      fates: ["lookAhead": .notJudged], words: "The unit is not a literal."),
    Defect(
      from: "inclusiveRange: (0.0, 1.0)", to: "inclusiveRange: (0, 0.5)", codes: ["not-judged"],
      fates: ["emphasis": .notJudged], words: "Accepted 0 to 1, now accepts 0 to 0.5."),
    Defect(
      from: "inclusiveRange: (0.0, 1.0)", to: "inclusiveRange: (0, most)", codes: ["not-judged"],
      fates: ["emphasis": .notJudged], words: "The range is not a literal."),
    Defect(
      from: "inclusiveRange: (0.0, 1.0)", to: "inclusiveRange: (0, 2)", codes: ["range-changed"],
      words: "Accepted 0 to 1, now accepts 0 to 2."),
    Defect(
      from: ", inclusiveRange: (0.0, 1.0)", to: "", codes: ["range-changed"],
      words: "Accepted 0 to 1, now accepts any number."),
    Defect(
      from: ".systemMedium: IntentCollectionSize(min: 0, max: 3),",
      to: ".systemMedium: IntentCollectionSize(min: 0, max: 2),", codes: ["sizes-changed"],
      words: "systemMedium 2 instead of 3"),
    Defect(
      from: ".systemMedium: IntentCollectionSize(min: 0, max: 3),",
      to: ".systemMedium: IntentCollectionSize(min: 0, max: most),",
      codes: ["not-judged", "not-literal"], fates: ["calendars": .notJudged]),
    Defect(
      from: "controlStyle: .slider", to: "controlStyle: .field", codes: ["control-changed"]),
    Defect(
      from: "kind: .time", to: "kind: .dateTime", codes: ["date-kind-changed"],
      words: "Accepted a time, now accepts a date with a time."),
    Defect(
      from: "kind: .time", to: "kind: .date", codes: ["date-kind-changed"],
      fates: ["dayStart": .notJudged], words: "No longer accepts some values"),
    // Rows.
    Defect(
      from: "When(\\.$mirrorCalendarApp, .equalTo, true)",
      to: "When(\\.$mirrorCalendarApp, .equalTo, false)", codes: ["row-hidden", "row-shown"],
      words: "“mirrorCalendarApp” is off"),
    Defect(
      from: "          \\.$calendars\n", to: "", codes: ["row-hidden"],
      words: "The summary never names it"),
    Defect(
      from: "When(\\.$filter, .equalTo, .dateRange)",
      to: "When(\\.$filter, .oneOf, [.dateRange, .meetings])",
      codes: ["row-shown", "row-shown"], words: "“filter” is “meetings”"),
    Defect(
      from: "When(\\.$filter, .equalTo, .dateRange)",
      to: "When(widgetFamily: .equalTo, .systemSmall)",
      codes: ["row-hidden", "row-hidden", "row-shown", "row-shown"]),
    Defect(
      from: "When(\\.$filter, .equalTo, .dateRange)", to: "When(\\.$filter, .matches, .dateRange)",
      codes: ["not-judged", "not-judged"], words: "cannot be evaluated"),
    Defect(
      from: "When(\\.$filter, .equalTo, .dateRange)", to: "When(\\.$filter, .equalTo, chosen)",
      codes: ["not-judged", "not-judged", "not-literal", "not-literal"]),
    // The raw value of a case is not its name in Swift.
    Defect(
      from: "  case dateRange\n", to: "  case dateRange = Names.range\n",
      codes: ["not-judged", "not-judged", "not-judged"], fates: ["filter": .notJudged],
      words: "“\\.$filter, .equalTo, .dateRange” cannot be evaluated"),
    // The widget.
    Defect(
      from: "let kind: String = \"UpNext\"", to: "let kind = \"Agenda\"", codes: ["kind-changed"],
      fates: everything(.lost), words: "The kind is “Agenda” and was “UpNext”"),
    Defect(
      from: "let kind: String = \"UpNext\"", to: "let kind = Bundle.main.kind",
      codes: ["not-judged"]),
    Defect(
      from: "struct UpNext:", to: "struct UpNext & {:", codes: ["syntax"]),
  ]

  @Test(arguments: TestDepth.part(12, of: defects))
  func aDefectIsSaidWithItsPlaceAndARemedy(defect: Defect) throws {
    let text = try Self.generated()
    #expect(text.contains(defect.from))
    let changed = text.replacing(defect.from, with: defect.to)
    let report = try report(changed)
    let findings = report.check.findings.filter { $0.code != "known-limit" }
    if defect.codes == ["syntax"] {
      #expect(findings.contains { $0.code == "syntax" && $0.line != nil })
      return
    }
    #expect(findings.map(\.code).sorted() == defect.codes, "\(findings.map(\.message))")
    let said = findings.map { "\($0.sentence) \($0.remedy)" }
    #expect(defect.words.isEmpty || said.contains { $0.contains(defect.words) }, "\(said)")
    #expect(findings.allSatisfy { $0.file == "New.swift" && $0.line != nil && !$0.remedy.isEmpty })
    let fates = Dictionary(
      uniqueKeysWithValues: try #require(report.intents.first).answers.map { ($0.name, $0.fate) })
    #expect(fates == Self.everything(.kept).merging(defect.fates) { $1 })
  }

  @Test func whatIsUntouchedKeepsEverything() throws {
    let report = try report(Self.generated())
    #expect(report.check.findings.map(\.code) == ["known-limit"])
    #expect(report.intents.map(\.successor) == ["UpNext"])
    #expect(
      report.lines.prefix(2).map(\.text) == [
        "“UpNextIntent” becomes “UpNext”",
        "  kept" + String(repeating: " ", count: 11) + Self.all.joined(separator: ", "),
      ])
    #expect(report.summary == "9 of 9 answers survive. 1 note in 2 files.")
  }

  /// Members can be in extensions, types can be in other types and files, and both can have other
  /// names.
  @Test func thePartsMayStandAnywhere() throws {
    let text = try Self.generated()
      .replacing("EventFilterAppEnum", with: "Filter")
      .replacing("var filter: Filter?", with: "var filter: Optional<Kinds.Filter>")
      .replacing("var style: AgendaStyleAppEnum?", with: "var style: Look?")
      .replacing("static let intentClassName = \"UpNextIntent\"", with: "")
      .replacing(
        "struct UpNext: WidgetConfigurationIntent, CustomIntentMigratedAppIntent",
        with: "struct UpNext: WidgetConfigurationIntent"
      )
      .replacing("case countdown\n", with: "case countdown, other\n")
    let more = """
      typealias Look = AgendaStyleAppEnum
      extension UpNext: CustomIntentMigratedAppIntent {
        static var intentClassName: String { "UpNextIntent" }
      }
      """
    let report = try report(text + "\n" + more)
    #expect(report.check.findings.map(\.code) == ["known-limit"])
    #expect(report.intents.first?.answers.allSatisfy { $0.fate == .kept } == true)
  }

  /// If two declarations with the same name fit a parameter, either of them could be meant.
  @Test func aTypeThatIsDeclaredTwiceIsNotJudged() throws {
    let other = "\nextension Other { enum EventFilterAppEnum: String, AppEnum { case all } }"
    let codes = try report(Self.generated() + other).check.findings.map(\.code)
    #expect(codes.filter { $0 == "not-judged" }.count == 3)
    let unusable = other.replacing(": String, AppEnum", with: "")
    #expect(try report(Self.generated() + unusable).check.findings.map(\.code) == ["known-limit"])
  }

  @Test func aMissingIntentIsSaidAtTheDefinition() throws {
    let report = try report("struct Unrelated: View {}")
    let finding = try #require(report.check.findings.first)
    #expect(report.check.findings.count == 1)
    #expect(finding.code == "intent-missing")
    #expect(finding.file == "UpNext.intentdefinition")
    #expect(finding.line != nil)
    #expect(report.intents.first?.answers.allSatisfy { $0.fate == .lost } == true)
  }

  /// The kind is that of the old widget in the source; without an old widget, it is unknown.
  @Test func theKindIsComparedWithWhatIsKnown() throws {
    let text = try Self.generated()
    #expect(try report(text, kinds: []).check.findings.map(\.code).contains("not-judged"))
    let widget = """
      struct OldWidget: Widget {
        static let kind = "Up next"
        var body: some WidgetConfiguration {
          IntentConfiguration(kind: Self.kind, intent: UpNextIntent.self, provider: Old()) { _ in Text("") }
        }
      }
      """
    let findings = try report(text, kinds: [], old: Self.old + widget).check.findings
    #expect(
      findings.contains { $0.code == "kind-changed" && "\($0.sentence)".contains("was “Up next”") })
  }

  /// The prefix from the build settings is part of the class name.
  @Test func thePrefixOfTheProjectCounts() throws {
    let reading = try #require(Self.reading)
    let text = try Self.generated()
    func codes(_ text: String) -> [String] {
      MigrationCheck(
        [MigratedDefinition(reading.file, path: "a")], classPrefix: "TR",
        sources: MigrationSources(
          AppIntentsSource([("New.swift", text)]), known: [KnownWidget(kind: "UpNext")])
      ).report(files: []).check.findings.filter { $0.severity != .note }.map(\.code)
    }
    #expect(codes(text) == ["class-name"])
    #expect(codes(text.replacing("\"UpNextIntent\"", with: "\"TRUpNextIntent\"")) == [])
  }
}
