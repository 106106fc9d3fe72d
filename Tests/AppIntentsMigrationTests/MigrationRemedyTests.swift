import DefinitionFormats
import FormatTestSupport
import Foundation
import Messages
import Testing
import WidgetTestSupport

@testable import AppIntentsMigration

/// A program follows the remedy of each finding of the migration.
///
/// Afterwards no finding is left, and every stored answer is kept.
@Suite("Remedies of a migration") struct MigrationRemedyTests {
  /// Replacements of text in a file.
  struct Edit: Sendable {
    var file = "new/New.swift"
    var old: String
    var new: String
  }

  /// A defect of the careful project, and the ways to follow the remedy.
  struct Row: Sendable, CustomTestStringConvertible {
    var code: String
    var defect: [Edit]
    /// Part of the remedy's text; each of the ``ways`` follows the remedy and changes nothing else.
    var remedy: String
    var ways: [[Edit]]
    /// Whether the finding remains, because it is a note that only states a fact.
    var stays = false
    /// The old and the new name of the table.
    var renamed: (from: String, to: String)?
    var testDescription: String { "\(code): \(remedy)" }
  }

  private static func edit(_ old: String, _ new: String, _ file: String = "new/New.swift") -> Edit {
    Edit(file: file, old: old, new: new)
  }

  /// A defect whose remedy is the original text.
  private static func back(_ code: String, _ good: String, _ bad: String, _ remedy: String) -> Row {
    Row(code: code, defect: [edit(good, bad)], remedy: remedy, ways: [[edit(bad, good)]])
  }

  static let definition = """
    {"intents": [
      {"name": "Board", "title": "Board", "eligibleForWidgets": true, "parameters": [
        {"name": "line", "label": {"text": "Line", "id": "L"}, "type": "object", "object": "Line",
         "dynamic": true},
        {"name": "mirror", "label": "Mirror", "type": "boolean", "default": true},
        {"name": "style", "label": "Style", "type": "enum", "enum": "Style", "default": "agenda"},
        {"name": "note", "label": "Note", "type": "string",
         "visibleWhen": {"parent": "style", "predicate": "EnumHasExactValue", "value": "list"}},
        {"name": "span", "label": "Span", "type": "timeInterval", "unit": "hours", "default": 36},
        {"name": "level", "label": "Level", "type": "decimal", "minimum": 0, "maximum": 1,
         "control": "slider"},
        {"name": "start", "label": "Start", "type": "dateComponents", "components": "time"},
        {"name": "fee", "label": "Fee", "type": "currencyAmount", "currencies": ["EUR"]},
        {"name": "stops", "label": "Stops", "type": "object", "object": "Line", "dynamic": true, "multiple": true,
         "fixedSize": true, "sizes": [{"sizeClass": "Small", "size": 1},
           {"sizeClass": "Medium", "size": 3}, {"sizeClass": "Large", "size": 6}]}]},
      {"name": "Spare", "eligibleForWidgets": true},
      {"name": "Ring", "title": "Ring", "configurable": true}],
     "enums": [{"name": "Style", "cases": [{"name": "agenda"}, {"name": "list"}]}],
     "types": [{"name": "Line"}]}
    """

  static let old = """
    struct BoardWidget: Widget {
      var body: some WidgetConfiguration {
        IntentConfiguration(kind: "board", intent: BoardIntent.self, provider: P()) { _ in Text("") }
          .supportedFamilies([.systemSmall, .systemMedium])
      }
    }
    struct ClockWidget: Widget {
      var body: some WidgetConfiguration {
        StaticConfiguration(kind: "clock", provider: P()) { _ in Text("") }
          .supportedFamilies([.systemSmall])
      }
    }
    class Handler: INExtension {
      func provideLineOptionsCollection(for intent: BoardIntent) async -> INObjectCollection<Line> {
        let all = Line(identifier: "all", display: "All")
        return .init(items: [all] + lines(intent.style).map { Line(identifier: $0.id, display: $0.name) })
      }
      func defaultLine(for intent: BoardIntent) -> Line? { last }
    }
    """

  static let new = """
    struct BoardWidget: Widget {
      var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: "board", intent: Board.self, provider: P()) { _ in Text("") }
          .supportedFamilies([.systemSmall, .systemMedium])
      }
    }
    struct ClockWidget: Widget {
      var body: some WidgetConfiguration {
        StaticConfiguration(kind: "clock", provider: P()) { _ in Text("") }
          .supportedFamilies([.systemSmall])
      }
    }
    struct Ring: AppIntent, CustomIntentMigratedAppIntent {
      static let intentClassName = "RingIntent"
      static let title: LocalizedStringResource = "Ring"
    }
    struct Board: WidgetConfigurationIntent, CustomIntentMigratedAppIntent {
      static let intentClassName = "BoardIntent"
      static let title: LocalizedStringResource = "Board"
      @Parameter(title: "Line") var line: LineEntity?
      @Parameter(title: "Mirror", default: true) var mirror: Bool
      @Parameter(title: "Style", default: .agenda) var style: Style?
      @Parameter(title: "Note") var note: String?
      @Parameter(title: "Span", defaultValue: 36, defaultUnit: .hours)
      var span: Measurement<UnitDuration>?
      @Parameter(title: "Level", controlStyle: .slider, inclusiveRange: (0, 1)) var level: Double?
      @Parameter(title: "Start", kind: .time) var start: DateComponents?
      @Parameter(title: "Fee", currencyCodes: ["EUR"]) var fee: IntentCurrencyAmount?
      @Parameter(title: "Stops", size: [.systemSmall: 0...1, .systemMedium: 0...3, .systemLarge: 0...6])
      var stops: [LineEntity]?
      static var parameterSummary: some ParameterSummary {
        When(\\.$style, .equalTo, .list) {
          Summary { \\.$line; \\.$mirror; \\.$style; \\.$note; \\.$span; \\.$level; \\.$start; \\.$fee; \\.$stops }
        } otherwise: {
          Summary { \\.$line; \\.$mirror; \\.$style; \\.$span; \\.$level; \\.$start; \\.$fee; \\.$stops }
        }
      }
    }
    struct Stops {}
    enum Style: String, AppEnum { case agenda, list }
    struct LineEntity: AppEntity {
      static let defaultQuery = LineQuery()
      let id: String
    }
    struct LineQuery: EntityQuery {
      @IntentParameterDependency<Board>(\\.$style) var intent
      func entities(for identifiers: [String]) async -> [LineEntity] {
        choices().filter { identifiers.contains($0.id) }
      }
      func suggestedEntities() async -> [LineEntity] { choices() }
      func defaultResult() async -> LineEntity? { last }
      func choices() -> [LineEntity] {
        [LineEntity(id: "all")] + lines(intent?.style).map { LineEntity(id: $0.id) }
      }
    }
    """

  private static let claim = #"static let intentClassName = "BoardIntent""#
  private static let tables = ["new/de.lproj/Localizable.strings": #""Line" = "Linie";"#]

  static let rows: [Row] = [
    // The type that replaces the intent.
    Row(
      code: "intent-missing",
      defect: [
        edit("struct Board:", "struct Other:"), edit("intent: Board.self", "intent: X.self"),
        edit(claim, #"static let intentClassName = "Nothing""#),
        edit(
          "CustomIntentMigratedAppIntent {\n  static let intentClassName = \"N",
          "AppIntent {\n  static let intentClassName = \"N"),
      ].dropLast() + [
        edit("var line:", "var a:"), edit("var mirror:", "var b:"), edit("var note:", "var c:"),
        edit("var span:", "var d:"), edit("var level:", "var e:"), edit("var start:", "var f:"),
      ],
      remedy: "Add `\(claim)` to its successor",
      ways: [
        [
          edit(#"static let intentClassName = "Nothing""#, claim),
          edit("intent: X.self", "intent: Other.self"), edit("<Board>", "<Other>"),
          edit("var a:", "var line:"), edit("var b:", "var mirror:"), edit("var c:", "var note:"),
          edit("var d:", "var span:"), edit("var e:", "var level:"), edit("var f:", "var start:"),
        ]
      ]),
    Row(
      code: "not-migrated",
      defect: [
        edit(claim, ""), edit("Intent, CustomIntentMigratedAppIntent {\n  \n", "Intent {\n"),
      ],
      remedy: "Conform to `CustomIntentMigratedAppIntent` and write `\(claim)`.",
      ways: [
        [
          edit(
            "struct Board: WidgetConfigurationIntent {",
            "struct Board: WidgetConfigurationIntent, CustomIntentMigratedAppIntent {\n\(claim)")
        ]
      ]),
    back("class-name", "\"BoardIntent\"", "\"BaordIntent\"", "Write `\(claim)`."),
    Row(
      code: "claimed-twice",
      defect: [
        edit("struct Stops {", "struct Twin: AppIntent { \(claim) }\nstruct Stops {")
      ], remedy: "Keep the class name in only one of them.",
      ways: [[edit("struct Twin: AppIntent { \(claim) }\n", "")]]),
    back(
      "conformance", "WidgetConfigurationIntent, CustomIntentMigratedAppIntent",
      "WidgetConfigurationIntent", "Add `CustomIntentMigratedAppIntent`."),
    back(
      "conformance", "WidgetConfigurationIntent, CustomIntentMigratedAppIntent",
      "CustomIntentMigratedAppIntent", "Add `WidgetConfigurationIntent`."),
    Row(
      code: "successor-obsolete",
      defect: [
        edit("struct Board:", "@available(iOS, introduced: 17, obsoleted: 18)\nstruct Board:")
      ],
      remedy: "Remove `obsoleted`, and hide the type with `static let isDiscoverable = false`.",
      ways: [
        [edit(", obsoleted: 18", ""), edit(claim, claim + "\nstatic let isDiscoverable = false")]
      ]),
    back("unknown-class", "\"RingIntent\"", "\"RnigIntent\"", "Did you mean “RingIntent”?"),
    Row(
      code: "not-placed", defect: [], remedy: "It needs no successor for widgets.", ways: [[]],
      stays: true),
    Row(
      code: "action-without-successor", defect: [edit("\"RingIntent\"", "\"Something\"")],
      remedy: "Keep the definition in the app",
      ways: [
        [edit("\"Something\"", "\"RingIntent\"")]
      ]),
    Row(
      code: "syntax", defect: [edit("struct Stops {", "struct Odd & {}\nstruct Stops {")],
      remedy: "Correct it", ways: [[edit("struct Odd & {}\n", "struct Odd {}\n")]]),
    // Parameters.
    back("parameter-lost", "var level:", "var leval:", "Rename “leval” to “level”."),
    Row(
      code: "parameter-lost",
      defect: [
        edit("  @Parameter(title: \"Note\") var note: String?\n", ""), edit("\\.$note; ", ""),
      ],
      remedy: "Add `@Parameter var note: String?`. If the intent has a summary, name the parameter",
      ways: [
        [
          edit(
            "  @Parameter(title: \"Style\"",
            "  @Parameter var note: String?\n  @Parameter(title: \"Style\""),
          edit(
            "\\.$style; \\.$span; \\.$level; \\.$start; \\.$fee; \\.$stops }\n    } otherwise",
            "\\.$style; \\.$note; \\.$span; \\.$level; \\.$start; \\.$fee; \\.$stops }\n    } otherwise"
          ),
        ]
      ]),
    back("type-changed", "level: Double?", "level: Int?", "Write `Double?`."),
    back(
      "type-changed", "line: LineEntity?", "line: [LineEntity]?", "Make the parameter an entity."),
    Row(
      code: "not-optional", defect: [edit("note: String?", "note: String")],
      remedy: "Make it optional.", ways: [[edit("note: String", "note: String?")]]),
    Row(
      code: "not-optional", defect: [edit("\"Mirror\", default: true", "\"Mirror\"")],
      remedy: "Give it a default, or make it optional.",
      ways: [[edit("\"Mirror\"", "\"Mirror\", default: true")]]),
    back("not-literal", "title: \"Fee\"", "title: feeTitle", "Write a literal."),
    back("not-literal", ".equalTo, .list)", ".equalTo, chosen)", "Write a literal."),
    Row(
      code: "case-lost", defect: [edit("case agenda, list", "case agenda, rows")],
      remedy: "Write `case rows = \"list\"`.",
      ways: [
        [edit("case agenda, rows", "case agenda\ncase rows = \"list\""), edit(".list)", ".rows)")]
      ]),
    // Defaults, units, ranges, sizes.
    back("default-changed", "default: .agenda", "default: .list", "Write the default “agenda”."),
    back(
      "default-changed", "defaultValue: 36", "defaultValue: 24",
      "Write `defaultValue: 36.0, defaultUnit: .hours`."),
    Row(
      code: "default-changed", defect: [edit("title: \"Note\"", "title: \"Note\", default: \"x\"")],
      remedy: "Leave the default out.", ways: [[edit(", default: \"x\"", "")]]),
    Row(
      code: "default-changed",
      defect: [
        edit("title: \"Level\"", "title: \"Level\", default: 0"),
        edit("level: Double?", "level: Double"),
      ], remedy: "Make it optional, without a default: write `Double?`.",
      ways: [[edit(", default: 0", ""), edit("level: Double", "level: Double?")]]),
    back(
      "unit-changed", "defaultUnit: .hours", "defaultUnit: .minutes",
      "Write `defaultValue: 36.0, defaultUnit: .hours`."),
    back(
      "range-changed", "inclusiveRange: (0, 1)", "inclusiveRange: (0, 2)", "Write the old range."),
    back(
      "sizes-changed", ".systemMedium: 0...3", ".systemMedium: 0...2", "Write `size: ["),
    back("sizes-changed", ".systemMedium: 0...3", ".systemMedium: 0...4", "Write `size: ["),
    // The new code requires exactly three values, but the definition has no minimum.
    back("sizes-changed", ".systemMedium: 0...3", ".systemMedium: 3", "Write `size: ["),
    back(
      "sizes-changed", ".systemSmall: 0...1, .systemMedium: 0...3", ".systemSmall: 0...1",
      "Write `size: ["),
    back("date-kind-changed", "kind: .time)", "kind: .date)", "Write `kind: .time`."),
    back(
      "control-changed", "controlStyle: .slider", "controlStyle: .field",
      "Write `controlStyle: .slider`."),
    back("currencies-changed", "[\"EUR\"]", "[\"USD\"]", "Write `currencyCodes: [\"EUR\"]`."),
    // Rows.
    Row(
      code: "row-hidden", defect: [edit("\\.$fee; ", "")], remedy: "Add `\\.$fee` to the summary.",
      ways: [[edit("\\.$start; ", "\\.$start; \\.$fee; ")]]),
    Row(
      code: "row-replaced",
      defect: [
        edit("\\.$fee; ", "\\.$fees; "),
        edit(
          "  @Parameter(title: \"Fee\"",
          "  @Parameter(title: \"Fees\") var fees: [IntentCurrencyAmount]?\n  @Parameter(title: \"Fee\""
        ),
      ], remedy: "If the two are different settings, add `\\.$fee` to the summary.",
      ways: [[edit("\\.$fees; ", "\\.$fees; \\.$fee; ")]]),
    Row(
      code: "row-shown",
      defect: [edit("\\.$style; \\.$span", "\\.$style; \\.$note; \\.$span")],
      remedy: "Leave it out of the summary of that case.",
      ways: [
        [
          edit(
            "otherwise: {\n      Summary { \\.$line; \\.$mirror; \\.$style; \\.$note; ",
            "otherwise: {\n      Summary { \\.$line; \\.$mirror; \\.$style; ")
        ]
      ]),
    back(
      "rows-reordered", "\\.$line; \\.$mirror;", "\\.$mirror; \\.$line;",
      "Order them as the definition does."),
    // Handlers.
    Row(
      code: "dependency-lost",
      defect: [edit("  @IntentParameterDependency<Board>(\\.$style) var intent\n", "")],
      remedy: "Add `@IntentParameterDependency<Board>(\\.$style)` to it.",
      ways: [
        [
          edit(
            "struct LineQuery: EntityQuery {",
            "struct LineQuery: EntityQuery {\n@IntentParameterDependency<Board>(\\.$style) var intent"
          )
        ]
      ]),
    Row(
      code: "default-lost",
      defect: [edit("  func defaultResult() async -> LineEntity? { last }\n", "")],
      remedy: "Where the app finds no value for the parameter, use the old default.", ways: [[]],
      stays: true),
    Row(
      code: "identifier-lost", defect: [edit("[LineEntity(id: \"all\")] + ", "")],
      remedy: "Return an entity with this identifier",
      ways: [
        [edit("lines(intent?.style).map", "[LineEntity(id: \"all\")] + lines(intent?.style).map")]
      ]),
    // Identifiers that differ from the old ones.
    back(
      "not-judged", "LineEntity(id: $0.id)", "LineEntity(id: $0.key)",
      "write `$0.id` for the same object"),
    // Widgets.
    back("kind-changed", "kind: \"board\"", "kind: \"boards\"", "Write the old kind “board”."),
    Row(
      code: "kind-lost",
      defect: [
        edit(
          "AppIntentConfiguration(kind: \"board\", intent: Board.self, provider: P()) { _ in Text(\"\") }\n      .supportedFamilies([.systemSmall, .systemMedium])",
          "StaticConfiguration(kind: \"other\", provider: P()) { _ in Text(\"\") }")
      ], remedy: "Add a widget of this kind with `intent: Board.self`.",
      ways: [
        [
          edit(
            "StaticConfiguration(kind: \"other\", provider: P()) { _ in Text(\"\") }",
            "AppIntentConfiguration(kind: \"board\", intent: Board.self, provider: P()) { _ in Text(\"\") }\n      .supportedFamilies([.systemSmall, .systemMedium])"
          )
        ]
      ]),
    back("kind-lost", "kind: \"clock\"", "kind: \"watch\"", "Keep the kind."),
    Row(
      code: "kind-without-intent",
      defect: [
        edit(
          "AppIntentConfiguration(kind: \"board\", intent: Board.self, ",
          "StaticConfiguration(kind: \"board\", ")
      ],
      remedy: "Use `AppIntentConfiguration` with “Board”.",
      ways: [
        [
          edit(
            "StaticConfiguration(kind: \"board\", ",
            "AppIntentConfiguration(kind: \"board\", intent: Board.self, ")
        ]
      ]),
    Row(
      code: "kind-of-another-intent",
      defect: [
        edit("intent: Board.self", "intent: Empty.self"),
        edit(
          "struct Stops {",
          "struct Empty: WidgetConfigurationIntent { static let title: LocalizedStringResource = \"E\" }\nstruct Stops {"
        ),
      ], remedy: "Write `intent: Board.self`.",
      ways: [[edit("intent: Empty.self", "intent: Board.self")]]),
    back(
      "family-lost", "[.systemSmall, .systemMedium]", "[.systemSmall]",
      "Add “systemMedium” to `supportedFamilies`."),
    // Code that Xcode or the App Store rejects.
    Row(
      code: "same-query",
      defect: [
        edit(
          "struct Stops {}",
          """
          struct A { struct Query: EntityQuery {} }
          struct B { struct Query: EntityQuery {} }
          """)
      ], remedy: "such as “BQuery”",
      ways: [[edit("struct B { struct Query: EntityQuery {} }", "struct BQuery: EntityQuery {}")]]),
    back(
      "store-word", "static let title: LocalizedStringResource = \"Board\"",
      "static let title: LocalizedStringResource = \"Board of my iPhone\"",
      "Name no product of Apple"),
    Row(
      code: "store-word",
      defect: [
        Edit(
          file: "new/de.lproj/Localizable.strings", old: "",
          new: "\"Board\" = \"Tafel für Siri\";\n")
      ], remedy: "Name no product of Apple",
      ways: [[edit("für Siri", "", "new/de.lproj/Localizable.strings")]]),
    // Translations.
    Row(
      code: "translation-lost", defect: [edit("title: \"Line\"", "title: \"Track\"")],
      remedy: "or add the old translations under the new keys",
      ways: [
        [Edit(file: "new/de.lproj/Localizable.strings", old: "", new: "\"Track\" = \"Linie\";\n")]
      ]),
    Row(
      code: "translation-lost", defect: [],
      remedy: "Rename the tables, or name them in the code with `table:`.",
      ways: [
        [edit("title: \"Line\"", "title: LocalizedStringResource(\"Line\", table: \"Board\")")]
      ], renamed: ("Localizable", "Board")),
  ]

  private static let careful = ["not-placed"]

  @Test(arguments: rows)
  func following(row: Row) throws {
    var files = [
      "old/Board.json": Self.definition, "old/Old.swift": Self.old,
      "old/de.lproj/Board.strings": "\"L\" = \"Linie\";", "new/New.swift": Self.new,
    ].merging(Self.tables) { $1 }
    let (codes, fates) = try result(files)
    #expect(codes == Self.careful)
    #expect(fates.values.allSatisfy { $0 == .kept })
    try apply(row.defect, to: &files)
    if let (from, to) = row.renamed {
      files["new/de.lproj/\(to).strings"] = files.removeValue(
        forKey: "new/de.lproj/\(from).strings")
    }
    let findings = try report(files).check.findings
    let finding = try #require(
      findings.first { $0.code == row.code && $0.remedy.contains(row.remedy) },
      "\(findings.map { "\($0.code): \($0.text())" })")
    #expect(FindingCode.named(finding.code)?.tools.contains(.migration) == true)
    for way in row.ways {
      var mended = files
      try apply(way, to: &mended)
      let report = try report(mended)
      let left = report.check.findings.map(\.code).filter { !row.stays || $0 != row.code }
      let said = report.check.findings.map { "\($0.code): \($0.text())" }
      #expect(left == Self.careful.filter { !row.stays || $0 != row.code }, "\(said)")
      let answers = report.intents.flatMap(\.answers)
      #expect(answers.count == fates.count && answers.allSatisfy { $0.fate == .kept }, "\(said)")
    }
  }

  /// Codes whose remedy is to look at something; no change to files can follow it.
  private static let onlySaid: Set<String> = ["known-limit"]

  @Test("each code has a remedy that works")
  func completeness() {
    let all = Set(FindingCode.all.filter { $0.tools == [.migration] }.map(\.name))
    let ofBoth = ["not-judged", "store-word"]
    #expect(Set(Self.rows.map(\.code)).subtracting(ofBoth).subtracting(all) == [])
    #expect(all.subtracting(Self.rows.map(\.code)).subtracting(Self.onlySaid) == [])
  }

  private func apply(_ edits: [Edit], to files: inout [String: String]) throws {
    for edit in edits {
      let text = try #require(files[edit.file])
      if edit.old.isEmpty {
        files[edit.file] = edit.new + text
      } else {
        #expect(text.contains(edit.old), "“\(edit.old)” is not in \(text)")
        files[edit.file] = text.replacing(edit.old, with: edit.new)
      }
    }
  }

  private func report(_ texts: [String: String]) throws -> MigrationReport {
    let folder = try TemporaryFolder()
    for (name, text) in texts { _ = try folder.write(name, text) }
    let files = try MigrationFiles(old: folder.path + "/old", new: [folder.path + "/new"])
    return MigrationCheck(files.definitions, sources: files.sources).report(files: files.paths)
  }

  private func result(
    _ texts: [String: String]
  ) throws -> (codes: [String], fates: [String: MigrationReport.Fate]) {
    let report = try report(texts)
    let fates = report.intents.flatMap(\.answers).map { ($0.name, $0.fate) }
    return (report.check.findings.map(\.code), Dictionary(fates) { $1 })
  }
}
