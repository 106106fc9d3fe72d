import DefinitionFormats
import FormatTestSupport
import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import AppIntentsMigration

/// The verdicts on whole projects: no answer counts as kept or lost without evidence in the files.
@Suite struct MigrationVerdictTests {
  /// A project before and after the migration, and the verdict on it.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    /// Replacements of text in the careful project.
    var edits: [(old: String, new: String)] = []
    /// Files to add or to replace.
    var files: [String: String] = [:]
    var isOneFolder = false
    var fates: [String: MigrationReport.Fate] = [:]
    var codes: [String] = []
    var words = ""
    /// A text that must not be in the output.
    var never = ""

    var testDescription: String { name }
  }

  static let definition = """
    {"intents": [
      {"name": "Plant", "title": "Plant", "eligibleForWidgets": true, "parameters": [
        {"name": "pot", "label": {"text": "Pot", "id": "A"}, "type": "object", "object": "Pot",
         "dynamic": true},
        {"name": "wet", "label": "Wet", "type": "boolean"}]},
      {"name": "Water", "title": "Water", "eligibleForWidgets": true, "configurable": true,
       "parameters": [{"name": "litres", "label": "Litres", "type": "integer"}]}],
     "types": [{"name": "Pot"}]}
    """

  private static func widget(_ name: String, _ form: String, _ intent: String) -> String {
    """
    struct \(name)Widget: Widget {
      let kind = "\(name)"
      var body: some WidgetConfiguration {
        \(form)(kind: kind, intent: \(intent).self, provider: P()) { _ in Text("") }
          .supportedFamilies([.systemSmall])
      }
    }

    """
  }

  /// A project with two targets: Widgets, and App, which has the table.
  ///
  /// - Parameters:
  ///   - files: The identifiers of the files in Widgets: `F1` is the code, `F2` the table.
  ///   - folders: The identifiers of the target's folders: `G2` has code, `G3` tables.
  private static func project(ofWidgets files: String, folders: String = "") -> String {
    """
    // !$*UTF8*$!
    { objects = {
      R = { isa = PBXProject; mainGroup = G; targets = ( T1, T2 ); };
      G = { isa = PBXGroup; children = ( C1 /* New.swift */, V, G2, G3 ); sourceTree = "<group>"; };
      C1 = { isa = PBXFileReference; path = New.swift; sourceTree = "<group>"; };
      V = { isa = PBXVariantGroup; children = ( L ); name = Localizable.strings;
        sourceTree = "<group>"; };
      L = { isa = PBXFileReference; name = de; path = de.lproj/Localizable.strings;
        sourceTree = "<group>"; };
      G2 = { isa = PBXFileSystemSynchronizedRootGroup; path = Widgets; sourceTree = "<group>"; };
      G3 = { isa = PBXFileSystemSynchronizedRootGroup; path = Texts; sourceTree = "<group>"; };
      F1 = { isa = PBXBuildFile; fileRef = C1; };
      F2 = { isa = PBXBuildFile; fileRef = V; };
      P1 = { isa = PBXResourcesBuildPhase; files = ( F2 ); };
      P2 = { isa = PBXSourcesBuildPhase; files = ( \(files) ); };
      T1 = { isa = PBXNativeTarget; name = App; buildPhases = ( P1 ); };
      T2 = { isa = PBXNativeTarget; name = Widgets; buildPhases = ( P2 );
        fileSystemSynchronizedGroups = ( \(folders) ); };
    }; rootObject = R; }
    """
  }

  private static let clock =
    widget("Clock", "AppIntentConfiguration", "Time") + """
      struct Time: WidgetConfigurationIntent {
        static let title: LocalizedStringResource = "Time"
        @Parameter(title: "Zone") var zone: String?
        @Parameter(title: "Face") var face: Face?
      }
      enum Face: String, AppEnum { case round, square }

      """

  static let old =
    widget("List", "IntentConfiguration", "PlantIntent")
    + widget("Detail", "IntentConfiguration", "PlantIntent") + clock + """
      class Handler: INExtension {
        func providePotOptionsCollection(for intent: PlantIntent) async -> INObjectCollection<Pot> {
          INObjectCollection(items: beds.map { bed in Pot(identifier: bed.id, display: bed.name) })
        }
      }
      """

  static let new =
    widget("List", "AppIntentConfiguration", "PlantConfiguration")
    + widget("Detail", "AppIntentConfiguration", "PlantConfiguration") + clock + """
      struct PlantConfiguration: WidgetConfigurationIntent, CustomIntentMigratedAppIntent {
        static let intentClassName = "PlantIntent"
        static let title: LocalizedStringResource = "Plant"
        @Parameter(title: "Pot") var pot: PotEntity?
        @Parameter(title: "Wet", default: false) var wet: Bool
      }
      struct WaterAction: AppIntent, CustomIntentMigratedAppIntent {
        static let intentClassName = "WaterIntent"
        static let title: LocalizedStringResource = "Water"
        @Parameter(title: "Litres") var litres: Int?
      }
      struct PotEntity: AppEntity {
        static let defaultQuery = PotQuery()
        let id: String
        let name: String
      }
      struct PotQuery: EntityQuery {
        func entities(for identifiers: [String]) async -> [PotEntity] {
          identifiers.map { PotEntity(id: $0, name: "") }
        }
        func suggestedEntities() async -> [PotEntity] {
          beds.map { PotEntity(id: $0.id, name: $0.name) }
        }
      }
      """

  private static let everything: [String: MigrationReport.Fate] = [
    "pot": .kept, "wet": .kept, "litres": .kept, "zone": .kept, "face": .kept,
  ]

  /// An identifier in the old and the new code, and whether they are the same.
  private static let identifiers: [(old: String, new: String, isSame: Bool)] = [
    ("bed.id", "$0.bedId", false), ("bed.id", "\"yt-\" + $0.id", false),
    ("bed.mac ?? bed.luid", "$0.luid", false), ("bed.id", "$0.id.uuidString", false),
    ("bed.id", "$0.name", false), ("key(bed)", "$0.id", false),
    ("\"b-\\(bed.id)\"", "\"b-\" + $0.id", true), ("String(bed.number)", "\"\\($0.number)\"", true),
    ("bed.mac ?? bed.luid", "$0.mac ?? $0.luid", true), ("bed.owner?.id", "$0.owner!.id", true),
  ]

  static let rows: [Row] =
    [
      Row(name: "a careful migration"),
      Row(
        name: "a kind of one widget", edits: [("\"Detail\"", "\"Details\"")],
        fates: ["pot": .lostForSome, "wet": .lostForSome], codes: ["kind-changed"],
        words: "The kind is “Details” and was “Detail”", never: "was “List”"),
      Row(
        name: "a widget that is gone",
        edits: [
          (widget("Detail", "AppIntentConfiguration", "PlantConfiguration"), "")
        ], fates: ["pot": .lostForSome, "wet": .lostForSome], codes: ["kind-lost"],
        words: "has the kind “Detail”", never: "Write the old kind"),
      Row(
        name: "some widgets still use the old intent",
        edits: [(widget("List", "AppIntentConfiguration", "PlantConfiguration"), "")],
        files: [
          "old/Old.swift": widget("List", "IntentConfiguration", "PlantIntent")
            + "class H { func f() { beds.map { Pot(identifier: $0.id, display: \"\") } } }"
        ], isOneFolder: true, codes: ["not-judged", "not-judged"],
        words: "The widget “List” still uses the old intent.", never: "Write the old kind"),
      Row(
        name: "code of tests",
        files: [
          "old/PlantTests/BedTests.swift": "let pot = Pot(identifier: \"fake\", display: \"Fake\")",
          "old/Package.swift": "x(targets: [.testTarget(name: \"A\", path: \"Checks\")])",
          "old/Checks/Beds.swift": "let pot = Pot(identifier: \"fake\", display: \"Fake\")",
          "old/Other/Beds.swift":
            "import XCTest\nlet pot = Pot(identifier: \"fake\", display: \"\")",
        ]),
      Row(
        name: "an enum that is an entity in another file",
        edits: [
          (
            "struct PotEntity: AppEntity {\n  static let",
            "enum PotEntity: Hashable {\n  static let"
          )
        ],
        files: ["new/More.swift": "extension PotEntity: @retroactive AppEntity {}"]),
      Row(
        name: "an entity of another module",
        edits: [("pot: PotEntity?", "pot: Beds.PotID?")],
        files: [
          "new/More.swift": "extension PotID: @retroactive AppEntity { var id: String { name } }"
        ],
        fates: ["pot": .notJudged], codes: ["not-judged"]),
      Row(
        name: "a definition that cannot be read",
        files: ["old/ko.lproj/Other.intentdefinition": "\"a\" = \"b\";"]),
      Row(
        name: "a class of an older version",
        files: [
          "new/More.swift": """
          struct Old: AppIntent, CustomIntentMigratedAppIntent {
            static let intentClassName = "PlanterIntent"
          }
          """
        ], codes: ["not-judged"], words: "If an older version of a definition had this intent",
        never: "PlantIntent"),
      Row(
        name: "an intent for widgets and shortcuts that nothing replaces",
        edits: [("\"WaterIntent\"", "\"Other\"")], fates: ["litres": .lost],
        codes: ["action-without-successor", "not-judged"], words: "Nothing replaces “Water”"),
      Row(
        name: "a parameter that a list of the same type replaces",
        edits: [
          (
            "  @Parameter(title: \"Wet\"",
            """
              @Parameter(title: "Pots") var pots: [PotEntity]?
              static var parameterSummary: some ParameterSummary { Summary { \\.$pots; \\.$wet } }
              @Parameter(title: "Wet"
            """
          )
        ], codes: ["row-replaced"]),
      // Only the build settings determine which rows there are.
      Row(
        name: "a summary in a branch",
        edits: [
          (
            "  @Parameter(title: \"Wet\"",
            """
              #if PRO
                static var parameterSummary: some ParameterSummary { Summary { \\.$pot } }
              #endif
              @Parameter(title: "Wet"
            """
          )
        ], codes: ["not-judged"], words: "The condition “#if PRO"),
      Row(
        name: "a Switch without a default",
        edits: [
          (
            "  @Parameter(title: \"Wet\"",
            """
              static var parameterSummary: some ParameterSummary {
                Switch(\\.$wet) { Case(true) { Summary { \\.$pot; \\.$wet } } }
              }
              @Parameter(title: "Wet"
            """
          )
        ], codes: ["row-hidden", "row-hidden"], words: "It has no row before any answer is given"),
      Row(
        name: "an action that needs its value", edits: [("litres: Int?", "litres: Int")]),
      // App Intents next to the definition.
      Row(
        name: "another name of an App Intent", edits: [("Time", "Moment")],
        fates: ["zone": .lost, "face": .lost], codes: ["intent-missing"],
        words: "static let persistentIdentifier = \"Time\""),
      Row(
        name: "another parameter of an App Intent", edits: [("var zone", "var zones")],
        fates: ["zone": .lost], codes: ["parameter-lost"], words: "Rename “zones” to “zone”"),
      Row(
        name: "another case of an App Intent", edits: [("case round", "case circle")],
        fates: ["face": .lostForSome], codes: ["case-lost"], words: "case circle = \"round\""),
      Row(
        name: "another type in an App Intent", edits: [("zone: String?", "zone: Int?")],
        fates: ["zone": .lost], codes: ["type-changed"]),
      Row(
        name: "another kind with App Intents", edits: [("\"Clock\"", "\"Clocks\"")],
        fates: ["zone": .lost, "face": .lost], codes: ["kind-changed"],
        words: "The kind is “Clocks” and was “Clock”"),
      Row(
        name: "a widget with App Intents that is gone", edits: [(clock, "")],
        fates: ["zone": .lost, "face": .lost], codes: ["intent-missing"]),
      Row(
        name: "App Intents in one folder",
        files: ["old/Old.swift": old.replacing(clock, with: "")], isOneFolder: true,
        codes: ["not-judged"],
        words: "“Clock” was given without an old widget to compare it with."),
      // Translations.
      Row(
        name: "a catalog in the language of the translation",
        edits: [("title: \"Pot\"", "title: \"Topf\"")],
        files: [
          "old/de.lproj/Plant.strings": "\"A\" = \"Topf\";",
          "new/Localizable.xcstrings": """
          {"version": "1.0", "sourceLanguage": "de", "strings": {"Topf": {"localizations": {
            "en": {"stringUnit": {"state": "translated", "value": "Pot"}}}}}}
          """,
        ]),
      Row(
        name: "a table for plurals",
        files: [
          "old/de.lproj/Plant.strings": "\"A\" = \"Topf\";",
          "new/de.lproj/Localizable.stringsdict":
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>Pot</key><dict/></dict></plist>",
        ]),
      Row(
        name: "a table with a different name",
        files: [
          "old/de.lproj/Plant.strings": "\"A\" = \"Topf\";",
          "new/de.lproj/Other.strings": "\"Pot\" = \"Topf\";",
        ], codes: ["translation-lost"], words: "the keys are in “Other”"),
      Row(
        name: "a table in another part of the project",
        files: [
          "old/de.lproj/Plant.strings": "\"A\" = \"Topf\";", "new/Widget/New.swift": new,
          "new/New.swift": "", "new/App/de.lproj/Localizable.strings": "\"Pot\" = \"Topf\";",
        ], codes: ["not-judged"], words: "another part of the project"),
      Row(
        name: "a table of another target in the same folder",
        files: [
          "old/de.lproj/Plant.strings": "\"A\" = \"Topf\";",
          "new/de.lproj/Localizable.strings": "\"Pot\" = \"Topf\";",
          "new/P.xcodeproj/project.pbxproj": project(ofWidgets: "F1"),
        ], codes: ["not-judged"], words: "another part of the project"),
      Row(
        name: "a table of both targets in the same folder",
        files: [
          "old/de.lproj/Plant.strings": "\"A\" = \"Topf\";",
          "new/de.lproj/Localizable.strings": "\"Pot\" = \"Topf\";",
          "new/P.xcodeproj/project.pbxproj": project(ofWidgets: "F1, F2"),
        ]),
      Row(
        name: "a folder whose files all belong to a target",
        files: [
          "old/de.lproj/Plant.strings": "\"A\" = \"Topf\";", "new/New.swift": "",
          "new/Widgets/New.swift": new,
          "new/Texts/de.lproj/Localizable.strings": "\"Pot\" = \"Topf\";",
          "new/P.xcodeproj/project.pbxproj": project(ofWidgets: "", folders: "G2, G3"),
        ]),
      Row(
        name: "a project that cannot be read",
        files: [
          "new/P.xcodeproj/project.pbxproj": String(repeating: "{ a = (", count: 100_000)
        ]),
      Row(
        name: "a file that is not read as Swift and has no widget",
        files: ["new/Other.swift": "let s = #selector\n(foo)\n"]),
    ]
    + identifiers.map { old, new, isSame in
      Row(
        name: "\(old) → \(new)", edits: [("PotEntity(id: $0.id", "PotEntity(id: \(new)")],
        files: [
          "old/Old.swift": Self.old.replacing("identifier: bed.id", with: "identifier: \(old)")
        ],
        fates: isSame ? [:] : ["pot": .notJudged], codes: isSame ? [] : ["not-judged"],
        words: isSame ? "" : "so it is unknown whether they are equal")
    }

  @Test(arguments: rows)
  func aVerdictRestsOnEvidence(row: Row) throws {
    let folder = try TemporaryFolder()
    var new = Self.new
    for (from, to) in row.edits {
      #expect(new.contains(from), "“\(from)”")
      new = new.replacing(from, with: to)
    }
    let side = row.isOneFolder ? "old" : "new"
    var files = [
      "old/Plant.json": Self.definition, "old/Old.swift": Self.old, "\(side)/New.swift": new,
    ]
    if row.isOneFolder { files["old/Old.swift"] = "" }
    files.merge(row.files) { $1 }
    for (name, text) in files { _ = try folder.write(name, text) }
    let report = try report(folder, side)
    let fates = Dictionary(
      report.intents.flatMap(\.answers).map { ($0.name, $0.fate) }, uniquingKeysWith: { $1 })
    var wanted = Self.everything.merging(row.fates) { $1 }
    if row.isOneFolder { wanted = wanted.filter { fates[$0.key] != nil } }
    if row.codes.contains("action-without-successor") { wanted["litres"] = nil }
    let said = report.check.findings.map { "\($0.code): \($0.text())" }
    #expect(fates == wanted, "\(said)")
    #expect(report.check.findings.map(\.code).sorted() == row.codes.sorted(), "\(said)")
    #expect(row.words.isEmpty || said.contains { $0.contains(row.words) }, "\(said)")
    #expect(row.never.isEmpty || !said.contains { $0.contains(row.never) }, "\(said)")
  }

  /// An intent, a type or a case can be stored under any name if its identifier is not a literal.
  @Test func aNameThatIsNoLiteralIsNotJudged() throws {
    let (fixed, odd) = ("static let persistentIdentifier = \"Way\"", "persistentIdentifier = name")
    let widget = Self.widget("Trip", "AppIntentConfiguration", "Trip")
    func text(_ name: String) -> String {
      Self.trip.replacing("  static let title: L", with: "  \(name)\n  static let title: L")
    }
    func file(_ text: String) -> IntentDefinitionFile {
      AppIntentsDefinition.definition(
        of: AppIntentsLiterals([("Trip.swift", text)], build: BuildSettings()))
    }
    for (old, new) in [
      (fixed, "static let " + odd), ("static var \(odd)", fixed), ("static let " + odd, ""),
      ("static let " + odd, "static let " + odd),
    ] {
      let diff = DefinitionDiff(from: file(text(old)), to: file(text(new)))
      #expect(!diff.losesAnswers && diff.changesAnswers, "\(old) \(new)")
      #expect(diff.intents.first?.verdicts == [.nameNotRead])
      let report = MigrationCheck(
        [],
        sources: MigrationSources(
          AppIntentsSource([("New.swift", text(new) + widget)]),
          old: AppIntentsSource([("Old.swift", text(old) + widget)]), isWholeProject: true)
      ).report(files: [])
      #expect(
        report.intents.flatMap(\.answers).map(\.fate) == Array(repeating: .notJudged, count: 11))
      #expect(report.check.findings.contains { $0.code == "not-judged" })
    }
    // A name that only some builds use is not the name in every build.
    let some = "#if PRO\n  \(fixed)\n  #endif"
    for text in [
      text(some), Self.trip + "#if PRO\nextension Trip { \(fixed) }\n#endif\n",
      Self.trip
        + "protocol Way {}\nextension Way { static var persistentIdentifier: String { \"Way\" } }\n"
        + "#if PRO\nextension Trip: Way {}\n#endif\n",
    ] {
      let names = file(text).origin?.unknown.map(\.code)
      #expect(names == [UnknownPart.nameNotLiteral], "\(text)")
    }
    let said = file(text("static let " + odd)).origin?.unknown.map(\.code)
    #expect(said == [UnknownPart.nameNotLiteral])
    // Without the type of the raw values, the names of the cases are unknown; nothing else changes.
    let cases = Self.trip.replacing("String, AppEnum", with: "AppEnum")
    let verdicts = DefinitionDiff(from: file(cases), to: file(Self.trip)).intents
      .flatMap(\.parameters).flatMap(\.verdicts)
    #expect(
      verdicts.filter { $0 != .unchanged } == [.namesNotRead(["Mode.fast", "Mode.slow"])])
  }

  private func report(_ folder: TemporaryFolder, _ side: String) throws -> MigrationReport {
    let old = folder.path + "/old"
    let files = try MigrationFiles(old: old, new: [folder.path + "/\(side)/"])
    return MigrationCheck(files.definitions, sources: files.sources).report(files: files.paths)
  }

  /// Readable parts are compared, and unreadable ones are reported.
  @Test func oneDefinitionThatCannotBeReadDoesNotEndTheReport() throws {
    let folder = try TemporaryFolder()
    let plist = DefinitionFile.repository.appending(path: "Intents/UpNext/UpNext.intentdefinition")
    _ = try folder.write(
      "old/zh-Hans.lproj/UpNext.intentdefinition", String(contentsOf: plist, encoding: .utf8))
    _ = try folder.write("old/ko.lproj/UpNext.intentdefinition", "\"a\" = \"b\";")
    _ = try folder.write("new/New.swift", "struct Unrelated {}")
    let report = try report(folder, "new")
    #expect(report.intents.first?.answers.count == 9)
    #expect(
      report.check.findings.map(\.code).sorted() == ["intent-missing", "not-a-property-list"])
  }

  /// If no other branch of an `#if` is compiled, the last one is.
  @Test func summariesInBranchesEndWithTheLast() throws {
    func summary(_ row: String) -> String {
      "static var parameterSummary: some ParameterSummary { Summary { \\.$\(row) } }"
    }
    let text = """
      struct Trip: WidgetConfigurationIntent {
        @Parameter(title: "A") var a: String?
        @Parameter(title: "B") var b: String?
        @Parameter(title: "C") var c: String?
        #if A
        \(summary("a"))
        #elseif B
        \(summary("b"))
        #else
        \(summary("c"))
        #endif
      }
      """
    let found = try #require(AppIntentsSource([("Trip.swift", text)]).intents.first?.summary)
    guard case .when(_, .rows(["a"], _), .when(_, .rows(["b"], _), .rows(["c"], _)?)?) = found
    else {
      Issue.record("\(found)")
      return
    }
  }

  /// In App Intents metadata, a parameter without a value is less than every number.
  @Test(arguments: [
    ("lessThan", "note"), ("lessThanOrEqualTo", "note"), ("greaterThan", "count"),
    ("greaterThanOrEqualTo", "count"),
  ])
  func noValueIsLessThanEachNumber(comparison: String, row: String) throws {
    let text = """
      struct Trip: WidgetConfigurationIntent {
        @Parameter(title: "Count") var count: Int?
        @Parameter(title: "Note") var note: String?
        static var parameterSummary: some ParameterSummary {
          When(\\.$count, .\(comparison), 3) { Summary { \\.$note } } otherwise: { Summary { \\.$count } }
        }
      }
      """
    let source = AppIntentsSource([("Trip.swift", text)])
    let intent = try #require(source.intents.first)
    let schema = try #require(source.schema(of: intent))
    let visible = schema.evaluate(IntentDraft(), family: .systemSmall).visible
    #expect(visible.map { schema.intent.parameters[$0].name } == [row])
  }

  // MARK: One judgement

  private static let trip = """
    enum Mode: String, AppEnum {
      case fast, slow
      static let typeDisplayRepresentation: TypeDisplayRepresentation = "Mode"
      static let caseDisplayRepresentations: [Mode: DisplayRepresentation] = [
        .fast: "Fast", .slow: "Slow"]
    }
    struct Line: AppEntity {
      var id: String
      static let typeDisplayRepresentation: TypeDisplayRepresentation = "Line"
      static let defaultQuery = LineQuery()
    }
    struct LineQuery: EntityQuery {}
    struct Trip: WidgetConfigurationIntent {
      static let title: LocalizedStringResource = "Trip"
      @Parameter(title: "Mode", default: .fast) var mode: Mode
      @Parameter(title: "Line") var line: Line?
      @Parameter(title: "Count", default: 3) var count: Int
      @Parameter(title: "Names", size: [.systemSmall: 0...2, .systemLarge: 0...6]) var names: [String]?
      @Parameter(title: "Note") var note: String?
      @Parameter(title: "Start") var start: Date?
      @Parameter(title: "Level", default: 5, inclusiveRange: (1, 9)) var level: Int
      @Parameter(title: "Share") var share: Double?
      @Parameter(title: "Way", defaultUnit: .meters) var way: Measurement<UnitLength>?
      @Parameter(title: "Wait", defaultValue: 5, defaultUnit: .minutes)
      var wait: Measurement<UnitDuration>?
      @Parameter(title: "Turn", supportedValues: [.left, .right]) var turn: Turn?
    }
    enum Turn: String, CaseIterable, AppEnum {
      case left, right
      static let typeDisplayRepresentation: TypeDisplayRepresentation = "Turn"
      static let caseDisplayRepresentations: [Turn: DisplayRepresentation] = [
        .left: "Left", .right: "Right"]
    }

    """

  /// Changes to the source of App Intents, and their effect on the one parameter that they affect.
  static let releases: [(edits: [(String, String)], name: String, fate: MigrationReport.Fate)] = [
    ([], "mode", .kept),
    ([("var line:", "var track:")], "line", .lost),
    (
      [("enum Mode", "enum Speed"), ("[Mode:", "[Speed:"), ("mode: Mode", "mode: Speed")],
      "mode", .notJudged
    ),
    (
      [
        ("enum Mode", "enum Hue"), ("[Mode:", "[Hue:"), ("mode: Mode", "mode: Hue"),
        ("case fast, slow", "case red, green"), (".fast:", ".red:"), (".slow:", ".green:"),
        ("\"Mode\"\n", "\"Hue\"\n"), ("default: .fast", "default: .red"),
      ], "mode", .lost
    ),
    ([("struct Line:", "struct Track:"), ("line: Line?", "line: Track?")], "line", .notJudged),
    (
      [
        ("enum Mode", "enum Speed"), ("[Mode:", "[Speed:"), ("mode: Mode", "mode: Speed"),
        (
          "  case fast", "  static let persistentIdentifier: String = \"Mode\"\n  case fast"
        ),
      ], "mode", .kept
    ),
    ([("case fast, slow", "case fast, slow = \"calm\"")], "mode", .lostForSome),
    (
      [("  case fast", "  static let persistentIdentifier = Names.mode\n  case fast")],
      "mode", .notJudged
    ),
    (
      [("  var id", "  static var persistentIdentifier: String { Names.line }\n  var id")],
      "line", .notJudged
    ),
    (
      [("String, AppEnum", "AppEnum"), ("slow\n", "slow\n  var rawValue: String { text }\n")],
      "mode", .notJudged
    ),
    ([("count: Int", "count: Double")], "count", .lost),
    ([("names: [String]?", "names: String?")], "names", .lost),
    ([("note: String?", "note: [String]?")], "note", .lost),
    ([("note: String?", "note: URL?")], "note", .lost),
    ([("note: String?", "note: EntityCollection<Line>?")], "note", .notJudged),
    ([("note: String?", "note: AttributedString?")], "note", .lost),
    ([("start: Date?", "start: DateComponents?")], "start", .lost),
    ([("count: Int", "count: Int64")], "count", .notJudged),
    ([("share: Double?", "share: Float?")], "share", .notJudged),
    ([("var id: String", "var id: Int")], "line", .notJudged),
    ([("var id: String", "let id = UUID()")], "line", .notJudged),
    ([("var id: String", "let id = Names.first")], "line", .notJudged),
    ([("(1, 9)", "(1, 5)")], "level", .notJudged),
    ([("(1, 9)", "(0, 10)")], "level", .kept),
    ([(", inclusiveRange: (1, 9)", "")], "level", .kept),
    ([("[.left, .right])", "[.left])")], "turn", .notJudged),
    ([(", supportedValues: [.left, .right]", "")], "turn", .kept),
    ([(".meters)", ".meters, supportsNegativeNumbers: false)")], "way", .notJudged),
    // Numbers, defaults, units and sizes.
    ([("(1, 9)", "(3, 9)")], "level", .notJudged),
    ([("(1, 9)", "(low, 9)")], "level", .notJudged),
    ([("default: 5", "default: 6")], "level", .kept),
    ([("default: 3", "default: usual")], "count", .kept),
    ([("default: .fast", "default: .slow")], "mode", .kept),
    ([("default: 3)", "default: 3, controlStyle: .field)")], "count", .kept),
    ([("defaultUnit: .meters", "defaultUnit: .feet")], "way", .notJudged),
    ([("defaultUnit: .meters", "unit: .feet")], "way", .notJudged),
    ([("defaultUnit: .meters", "defaultUnit: usual")], "way", .notJudged),
    ([("defaultUnit: .meters", "defaultValue: 2, defaultUnit: .meters")], "way", .kept),
    ([("defaultValue: 5", "defaultValue: 6")], "wait", .kept),
    ([(".minutes", ".hours")], "wait", .notJudged),
    ([(".minutes", "usual")], "wait", .notJudged),
    (
      [("defaultValue: 5, defaultUnit: .minutes", "defaultValue: 300, defaultUnit: .seconds")],
      "wait", .notJudged
    ),
    ([(".minutes)", ".minutes, supportsNegativeNumbers: false)")], "wait", .notJudged),
    ([(".minutes)", ".minutes, supportsNegativeNumbers: true)")], "wait", .kept),
    ([("0...2", "0...1")], "names", .kept), ([("0...6", "0...9")], "names", .kept),
    ([("0...2", "2")], "names", .notJudged), ([("0...2", "0...most")], "names", .notJudged),
    ([(".systemSmall: 0...2, ", "")], "names", .notJudged),
    ([(", size: [.systemSmall: 0...2, .systemLarge: 0...6]", "")], "names", .kept),
    (
      [("start: Date?", "start: DateComponents?"), ("\"Start\"", "\"Start\", kind: .time")],
      "start", .lost
    ),
  ]

  // MARK: Answers that are tried

  private static let trying = """
    {"intents": [{"name": "Try", "title": "Try", "eligibleForWidgets": true, "parameters": [
      {"name": "span", "label": "Span", "type": "timeInterval", "unit": "minutes"},
      {"name": "way", "label": "Way", "type": "distance", "unit": "Kilometers"},
      {"name": "word", "label": "Word", "type": "speakableString"},
      {"name": "names", "label": "Names", "type": "string", "multiple": true},
      {"name": "page", "label": "Page", "type": "url", "default": "https://example.org/"},
      {"name": "words", "label": "Words", "type": "speakableString", "multiple": true,
       "default": "x"},
      {"name": "note", "label": "Note", "type": "string"}]}]}
    """

  /// The findings about an intent whose summary includes the note only under a condition.
  private func findings(under condition: String) throws -> [CheckFinding] {
    let rows = "\\.$span; \\.$way; \\.$word; \\.$names; \\.$page; \\.$words"
    let text = """
      struct Try: WidgetConfigurationIntent, CustomIntentMigratedAppIntent {
        static let intentClassName = "TryIntent"
        static let title: LocalizedStringResource = "Try"
        @Parameter(title: "Span", defaultUnit: .minutes, supportsNegativeNumbers: false)
        var span: Measurement<UnitDuration>?
        @Parameter(title: "Way", defaultUnit: .kilometers, supportsNegativeNumbers: false)
        var way: Measurement<UnitLength>?
        @Parameter(title: "Word") var word: String?
        @Parameter(title: "Names") var names: [String]?
        @Parameter(title: "Page") var page: URL?
        @Parameter(title: "Words", default: ["x"]) var words: [String]?
        @Parameter(title: "Note") var note: String?
        static var parameterSummary: some ParameterSummary {
          When(\(condition)) {
            Summary { \(rows); \\.$note }
          } otherwise: {
            Summary { \(rows) }
          }
        }
      }
      """
    let file = try DefinitionJSON.read(Array(Self.trying.utf8), file: "Try.json").get()
    return MigrationCheck(
      [MigratedDefinition(file, path: "Try.json")],
      sources: MigrationSources(AppIntentsSource([("New.swift", text)]))
    ).report(files: ["Try.json"]).check.findings
  }

  /// For each type that conditions can test, answers that meet the condition and answers that do
  /// not are tried.
  @Test(arguments: [
    "span, .lessThan, Measurement(value: 1, unit: UnitDuration.hours)",
    "span, .equalTo, Measurement(value: 60, unit: UnitDuration.minutes)",
    "way, .greaterThan, Measurement(value: 5, unit: UnitLength.kilometers)",
    "way, .lessThanOrEqualTo, Measurement(value: 5, unit: UnitLength.meters)",
    "word, .equalTo, \"x\"", "word, .notEqualTo, \"x\"", "word, .hasPrefix, \"x\"",
    "names, .contains, \"x\"", "names, .notEqualTo, [\"x\", \"y\"]",
  ])
  func conditionsAreTriedWithTheirOperands(condition: String) throws {
    let findings = try findings(under: "\\.$" + condition)
    let hidden = findings.filter { $0.code.hasPrefix("row-") }.map(\.sentence)
    #expect(hidden.count == 1 && hidden[0].hasPrefix("It has no row "), "\(hidden)")
    #expect(!findings.contains { $0.sentence.contains("cannot be evaluated") })
  }

  /// A list of spoken texts keeps its default as strings.
  ///
  /// A default without a literal has the generator's remedy.
  @Test func aDefaultWithoutALiteralHasATrueRemedy() throws {
    let changed = try findings(under: "\\.$word, .hasAnyValue")
      .filter { $0.code == "default-changed" }
    #expect(changed.count == 1 && changed[0].text().contains("“page”"), "\(changed)")
    #expect(changed.map(\.remedy) == ["Set it in the initializer of the generated intent."])
  }

  /// An App Intents parameter before and after a change, the codes of the findings, and part of
  /// their text, which can start with the file name.
  private static let parameters: [(old: String, new: String, codes: [String], words: String)] = [
    // A phone accepts a default that this program would refuse.
    (
      "default: 5, inclusiveRange: (1, 9)) var a: Int",
      "default: 12, inclusiveRange: (1, 9)) var a: Int", ["default-changed"],
      "New.swift The default was 5 and is now 12."
    ),
    (
      "defaultValue: -5, defaultUnit: .minutes) var a: Measurement<UnitDuration>",
      "defaultValue: -6, defaultUnit: .minutes) var a: Measurement<UnitDuration>",
      ["default-changed"], "New.swift The default was -5 min and is now -6 min."
    ),
    (
      "default: .low, supportedValues: [.low]) var a: Grade",
      "default: .high, supportedValues: [.low]) var a: Grade", ["default-changed"],
      "New.swift The default was “low” and is now “high”."
    ),
    // A list that was not read is not judged; two lists that were read are compared.
    (
      "currencyCodes: codes) var a: IntentCurrencyAmount?",
      "currencyCodes: [\"EUR\"]) var a: IntentCurrencyAmount?", ["not-judged"],
      "Old.swift `currencyCodes` is not a literal"
    ),
    (
      "kind: usual) var a: DateComponents?", "kind: .time) var a: DateComponents?",
      ["not-judged"], "Old.swift `kind` is not a literal"
    ),
    (
      "currencyCodes: [\"USD\", \"EUR\"]) var a: IntentCurrencyAmount?",
      "currencyCodes: [\"EUR\"]) var a: IntentCurrencyAmount?", ["currencies-changed"],
      "The currencies were USD, EUR and are now EUR."
    ),
    // A default that cannot be read is reported at its position.
    (
      "defaultValue: usual, defaultUnit: .minutes) var a: Measurement<UnitDuration>",
      "defaultValue: 7, defaultUnit: .minutes) var a: Measurement<UnitDuration>", ["not-judged"],
      "Old.swift The default is not a literal."
    ),
    (
      "defaultValue: 7, defaultUnit: .minutes) var a: Measurement<UnitDuration>",
      "defaultValue: 7, defaultUnit: usual) var a: Measurement<UnitDuration>",
      ["not-judged"], "New.swift The unit is not a literal."
    ),
    (
      "defaultUnit: .minutes) var a: Measurement<UnitDuration>?",
      "defaultUnit: .minutes, supportsNegativeNumbers: false) var a: Measurement<UnitDuration>?",
      ["not-judged"], "Leave `supportsNegativeNumbers` out."
    ),
  ]

  @Test(arguments: parameters.indices)
  func aPartOfAParameterIsJudgedByWhatTheSourcesShow(_ index: Int) throws {
    let row = Self.parameters[index]
    func source(_ parameter: String, _ file: String) -> AppIntentsSource {
      AppIntentsSource([
        (
          file,
          """
          struct Trip: WidgetConfigurationIntent {
            static let title: LocalizedStringResource = "Trip"
            @Parameter(title: "A", \(parameter)
          }
          enum Grade: String, AppEnum { case low, high }

          """ + Self.widget("Trip", "AppIntentConfiguration", "Trip")
        )
      ])
    }
    let findings = MigrationCheck(
      [],
      sources: MigrationSources(
        source(row.new, "New.swift"), old: source(row.old, "Old.swift"), isWholeProject: true)
    ).report(files: []).check.findings
    let said = findings.map { "\($0.file) \($0.sentence) \($0.remedy)" }
    #expect(findings.map(\.code).sorted() == row.codes, "\(said)")
    #expect(said.contains { $0.contains(row.words) }, "\(said)")
    #expect(!said.contains { $0.contains("XTS") })
  }

  /// App Intents types that are the same type in an intent definition, such as `Date` and
  /// `DateComponents`, are distinguished in both directions, and JSON keeps them.
  @Test func typesOfOneKindAreToldApart() throws {
    func file(_ type: String, id: String = "String") -> IntentDefinitionFile {
      let text = Self.trip.replacing("note: String?", with: "note: \(type)?")
        .replacing("var id: String", with: "var id: \(id)")
      return AppIntentsDefinition.definition(
        of: AppIntentsLiterals([("Trip.swift", text)], build: BuildSettings()))
    }
    for (from, to, effect) in [
      ("DateComponents", "Date", DiffEffect.lost), ("AttributedString", "String", .lost),
      ("Int32", "Int16", .notJudged), ("Float", "Double", .notJudged), ("Date", "Date", .kept),
    ] {
      let diff = DefinitionDiff(from: file(from), to: file(to))
      let note = diff.intents.first?.parameters.first { $0.name == "note" }
      #expect(note?.verdicts.map(\.effect) == [effect], "\(from) \(to)")
    }
    let odd = file("Date", id: "UUID")
    let text = try DefinitionJSON.text(of: odd)
    #expect(text.contains(#""swiftType": "Date""#) && text.contains(#""identifierType": "UUID""#))
    #expect(try DefinitionJSON.read(Array(text.utf8), file: "A.json").get() == odd)
  }

  /// `diff` and the migration check report the same effect on each stored answer.
  @Test(arguments: releases.indices)
  func diffAndMigrationAgree(_ index: Int) throws {
    let (edits, name, fate) = Self.releases[index]
    let new = edits.reduce(Self.trip) { text, edit in
      #expect(text.contains(edit.0))
      return text.replacing(edit.0, with: edit.1)
    }
    let widget = Self.widget("Trip", "AppIntentConfiguration", "Trip")
    let report = MigrationCheck(
      [],
      sources: MigrationSources(
        AppIntentsSource([("New.swift", new + widget)]),
        old: AppIntentsSource([("Old.swift", Self.trip + widget)]), isWholeProject: true)
    ).report(files: [])
    func file(_ text: String) -> IntentDefinitionFile {
      AppIntentsDefinition.definition(
        of: AppIntentsLiterals([("Trip.swift", text)], build: BuildSettings()))
    }
    let diff = DefinitionDiff(from: file(Self.trip), to: file(new))
    let answers = report.intents.flatMap(\.answers)
    #expect(answers.count == 11)
    for answer in answers {
      // A phone can keep answers that this program's store loses; the migration check reports what
      // a phone does.
      let effects = diff.intents.flatMap(\.parameters).filter { $0.oldName == answer.name }
        .flatMap(\.verdicts).map { verdict in
          switch verdict {
          case .boundsNarrowed(_, _, isDocumented: false), .valuesRefused(_, isDocumented: false),
            .casesUnsupported:
            return DiffEffect.notJudged
          default: return verdict.effect
          }
        }
      let expected: MigrationReport.Fate =
        effects.contains(.lost)
        ? .lost
        : effects.contains(.lostForSome)
          ? .lostForSome : effects.contains(.notJudged) ? .notJudged : .kept
      #expect(answer.fate == expected, "\(answer.name): \(effects)")
      #expect(answer.fate == (answer.name == name ? fate : .kept), "\(answer.name)")
    }
  }
}
