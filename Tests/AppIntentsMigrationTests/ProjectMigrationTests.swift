import DefinitionFormats
import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import AppIntentsMigration

/// A whole project before and after its migration, with the defects of real projects.
@Suite struct ProjectMigrationTests {
  /// The old definition: a widget with a choice below another choice, and an intent without a
  /// widget.
  private static let definition = """
    {"intents": [
      {"name": "Board", "title": "Board", "eligibleForWidgets": true, "parameters": [
        {"name": "server", "label": "Server", "type": "string", "dynamic": true},
        {"name": "line", "label": "Line", "type": "object", "object": "Line", "dynamic": true}]},
      {"name": "Unused", "eligibleForWidgets": true, "parameters": [
        {"name": "text", "label": "Text", "type": "string"}]},
      {"name": "Spot", "eligibleForWidgets": true, "parameters": [
        {"name": "place", "label": "Place", "type": "placemark"}]}],
     "types": [{"name": "Line"}]}
    """

  private static let old = """
    let boardKind = Names.prefix + ".board"
    enum Names { static let prefix = "org.example" }

    struct Board: Widget {
      let kind: String = boardKind
      var body: some WidgetConfiguration {
        IntentConfiguration(kind: kind, intent: BoardIntent.self, provider: Provider()) { _ in Text("") }
          .configurationDisplayName("Board")
          .supportedFamilies([.systemSmall, .systemMedium])
      }
    }

    struct Spot: Widget {
      var body: some WidgetConfiguration {
        IntentConfiguration(kind: Kinds.spot.rawValue, intent: SpotIntent.self, provider: Provider()) { _ in
          Text("")
        }
      }
    }
    enum Kinds: String { case spot }

    struct Clock: Widget {
      var body: some WidgetConfiguration {
        StaticConfiguration(kind: "clock", provider: Ticks()) { _ in Text("") }
      }
    }

    class Handler: INExtension, BoardIntentHandling {
      func provideServerOptionsCollection(for intent: BoardIntent) async throws
        -> INObjectCollection<NSString> { .init(items: servers) }
      func defaultServer(for intent: BoardIntent) -> String? { servers.first }
      func provideLineOptionsCollection(
        for intent: BoardIntent, with completion: @escaping (INObjectCollection<Line>?, Error?) -> Void
      ) {
        let lines = store.lines(of: intent.server ?? "")
        completion(INObjectCollection(items: [Line(identifier: "0", display: "All")] + lines), nil)
      }
      func defaultLine(for intent: BoardIntent) -> Line? { nil }
    }
    """

  private static let new = """
    struct BoardWidget: Widget {
      struct Intent: WidgetConfigurationIntent, CustomIntentMigratedAppIntent {
        static let intentClassName = "BoardIntent"
        static let title: LocalizedStringResource = "Board"
        @Parameter(title: "Server", optionsProvider: Servers()) var server: String?
        @Parameter(title: "Line") var line: LineEntity?
        struct Servers: DynamicOptionsProvider {
          func results() async throws -> [String] { [] }
          func defaultResult() async -> String? { nil }
        }
        static var parameterSummary: some ParameterSummary { Summary() }
      }
      var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: Names.board, intent: Self.Intent.self, provider: Provider()) { _ in
          Text("")
        }
        .supportedFamilies([.systemSmall, .systemMedium])
      }
    }
    enum Names { static let board = "org.example.board" }

    struct LineEntity: AppEntity {
      static let defaultQuery = LineQuery()
      var id: String
    }
    struct LineQuery: EntityQuery {
      @IntentParameterDependency<BoardWidget.Intent>(\\.$server) var intent
      func entities(for identifiers: [String]) async throws -> [LineEntity] { all(identifiers, "0") }
    }

    struct SpotIntents: WidgetConfigurationIntent, CustomIntentMigratedAppIntent {
      static let intentClassName = "SpotIntent"
      static let title: LocalizedStringResource = "Spot"
      @Parameter(title: "Place") var place: CLPlacemark?
    }
    struct SpotWidget: Widget {
      var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: "spot", intent: SpotIntents.self, provider: Provider()) { _ in Text("") }
      }
    }
    struct Clock: Widget {
      var body: some WidgetConfiguration {
        StaticConfiguration(kind: "clock", provider: Ticks()) { _ in Text("") }
      }
    }
    """

  /// The handler of ``old`` in Objective-C.
  private static let handler = """
    #import "Handler.h"
    #define ALL_LINES @"0"

    @implementation Handler
    // - (void)provideNothingOptionsForBoard:(BoardIntent *)intent {}
    - (void)provideServerOptionsCollectionForBoard:(BoardIntent *)intent
        withCompletion:(void (^)(INObjectCollection<NSString *> *, NSError *))completion {
      completion([[INObjectCollection alloc] initWithItems:self.servers], nil);
    }
    - (nullable NSString *)defaultServerForBoard:(nonnull BoardIntent *)intent {
      return self.servers.firstObject;
    }
    - (void)provideLineOptionsCollectionForBoard:(BoardIntent *)intent
        withCompletion:(void (^)(INObjectCollection<Line *> *, NSError *))completion {
      NSMutableArray *lines = [[self linesOf:intent.server ?: @"{"] mutableCopy];
      [lines addObject:[[Line alloc] initWithIdentifier:ALL_LINES displayString:@"All"]];
      completion([[INObjectCollection alloc] initWithItems:lines], nil);
    }
    - (nullable Line *)defaultLineForBoard:(BoardIntent *)intent { return nil; }
    @end
    """

  private func report(
    old: String = old, objectiveC: String? = nil, new: String = new, isApart: Bool = true
  ) throws -> MigrationReport {
    let reading = try IntentDefinitionReader.read(Array(Self.definition.utf8), file: "Old.json")
    let before = AppIntentsSource(
      [("Old.swift", old)] + (objectiveC.map { [("Handler.m", $0)] } ?? []))
    let sources =
      isApart
      ? MigrationSources(
        AppIntentsSource([("New.swift", new)]), old: before, isWholeProject: true)
      : MigrationSources(
        AppIntentsSource([("Old.swift", old), ("New.swift", new)]), isWholeProject: true)
    return MigrationCheck(
      [MigratedDefinition(reading.file, positions: reading.positions, path: "Old.json")],
      sources: sources
    ).report(files: [])
  }

  private func said(_ report: MigrationReport) -> [String] {
    report.check.findings.map { "\($0.code): \($0.sentence)" }
  }

  /// The migration finds a nested intent, a default at run time, an identifier, and kinds in
  /// constants that refer to other constants.
  ///
  /// The value of a placemark parameter is not judged. An intent without a widget is not a loss.
  @Test(arguments: [true, false])
  func aCarefulMigrationKeepsEverythingThatCanBeJudged(isApart: Bool) throws {
    let report = try report(isApart: isApart)
    #expect(
      report.check.findings.map(\.code).sorted() == ["not-judged", "not-placed"], "\(said(report))")
    #expect(report.intents.map(\.isPlaced) == [true, false, true])
    #expect(report.intents[0].answers.allSatisfy { $0.fate == .kept })
    #expect(report.intents[2].answers.map(\.fate) == [.notJudged])
    #expect(!report.fails(strict: false))
    #expect(report.fails(strict: true))
  }

  /// A change to the new source, the code of its finding, and part of its sentence.
  struct Defect: Sendable, CustomTestStringConvertible {
    var from: String
    var to: String
    var code: String
    var words: String

    var testDescription: String { "\(from) → \(to)" }
  }

  private static let defects: [Defect] = [
    Defect(
      from: "\"org.example.board\"", to: "\"board\"", code: "kind-changed",
      words: "is “board” and was “org.example.board”"),
    Defect(
      from: "kind: \"spot\", intent", to: "kind: Bundle.main.kind, intent", code: "not-judged",
      words: "The kind is neither a literal"),
    Defect(
      from: "kind: \"spot\", intent: SpotIntents.self",
      to: "kind: \"spot\", intent: BoardWidget.Intent.self", code: "kind-of-another-intent",
      words: "is configured by “BoardWidget.Intent”"),
    Defect(
      from: "kind: \"spot\", intent: SpotIntents.self",
      to: "kind: \"spot\", intent: Shared.Spot.self", code: "not-judged",
      words: "is configured by an unknown type"),
    Defect(
      from: "AppIntentConfiguration(kind: \"spot\", intent: SpotIntents.self, ",
      to: "StaticConfiguration(kind: \"spot\", ", code: "kind-without-intent",
      words: "no longer has a configuration"),
    Defect(
      from: "kind: \"clock\"", to: "kind: \"watch\"", code: "kind-lost",
      words: "No widget in the new source has this kind"),
    Defect(
      from: ".supportedFamilies([.systemSmall, .systemMedium])",
      to: ".supportedFamilies([.systemSmall])", code: "family-lost",
      words: "no longer supports “systemMedium”"),
    Defect(
      from: "      @IntentParameterDependency<BoardWidget.Intent>(\\.$server) var intent\n"
        .replacing("      ", with: "  "), to: "", code: "dependency-lost",
      words: "read “server” to make the choices, but “LineQuery” cannot"),
    Defect(
      from: "func defaultResult()", to: "func otherResult()", code: "default-lost",
      words: "gave a default at run time"),
    Defect(
      from: "all(identifiers, \"0\")", to: "all(identifiers)", code: "identifier-lost",
      words: "the identifier “0”"),
    Defect(
      from: "Summary()", to: "Summary { \\.$server }", code: "row-hidden",
      words: "The summary never names it"),
    Defect(
      from: "\"SpotIntent\"", to: "\"SpottIntent\"", code: "class-name",
      words: "is not “SpotIntent”"),
  ]

  @Test(arguments: defects)
  func aDefectIsSaid(defect: Defect) throws {
    #expect(Self.new.contains(defect.from))
    let report = try report(new: Self.new.replacing(defect.from, with: defect.to))
    let finding = report.check.findings.first {
      $0.code == defect.code && $0.sentence.contains(defect.words)
    }
    #expect(finding != nil, "\(said(report))")
    #expect(finding?.remedy.isEmpty == false)
    #expect(report.fails(strict: true))
  }

  /// A changed kind loses all answers of its intent; a dropped family is reported in the same run.
  @Test func aChangedKindLosesEverything() throws {
    let report = try report(
      new: Self.new.replacing("\"org.example.board\"", with: "\"board\"")
        .replacing("[.systemSmall, .systemMedium]", with: "[.systemSmall]"))
    let codes = report.check.findings.map(\.code)
    #expect(codes.contains("kind-changed") && codes.contains("family-lost"), "\(said(report))")
    #expect(!report.intents[0].answers.isEmpty)
    #expect(report.intents[0].answers.allSatisfy { $0.fate == .lost })
    #expect(report.intents[2].answers.map(\.fate) == [.notJudged])
    #expect(report.summary.hasPrefix("0 of 3 answers survive; 1 cannot be judged."))
    #expect(!report.json().contains("\"kept\""), "\(report.json())")
  }

  /// A kind that has one configuration for each system version keeps the families of all of them.
  @Test func familiesOfSeveralConfigurationsAreTakenTogether() throws {
    func twice(_ source: String, _ more: String) -> String {
      let clock = "StaticConfiguration(kind: \"clock\", provider: Ticks()) { _ in Text(\"\") }"
      #expect(source.contains(clock))
      return source.replacing(
        clock,
        with: """
          if #available(iOS 16, *) {
            return \(clock).supportedFamilies([.accessoryCircular])
          } else {
            return \(clock).supportedFamilies([\(more)])
          }
          """)
    }
    let old = twice(Self.old, ".systemSmall")
    let kept = try report(old: old, new: twice(Self.new, ".systemSmall")).check.findings
    #expect(!kept.contains { $0.code == "family-lost" }, "\(kept)")
    let lost = try report(old: old, new: twice(Self.new, ".systemLarge")).check.findings
    #expect(lost.contains { $0.code == "family-lost" && $0.sentence.contains("systemSmall") })
  }

  /// In a project whose widgets have no intents, no intent is stored.
  @Test func aProjectOfWidgetsWithoutIntentsStoresNone() throws {
    let start = try #require(Self.old.range(of: "struct Clock")).lowerBound
    let report = try report(
      old: String(Self.old[start...]),
      new: "struct Clock: Widget { var body: some WidgetConfiguration { "
        + "StaticConfiguration(kind: \"clock\", provider: Ticks()) { _ in Text(\"\") } } }")
    #expect(Set(report.check.findings.map(\.code)) == ["not-placed"], "\(said(report))")
    #expect(!report.fails(strict: true))
  }

  /// An Objective-C handler gives the same results as a Swift handler.
  @Test func aHandlerInObjectiveCIsRead() throws {
    let old = String(
      Self.old.prefix(upTo: try #require(Self.old.range(of: "class Handler")).lowerBound))
    func findings(_ new: String, _ handler: String = Self.handler) throws -> [CheckFinding] {
      try report(old: old, objectiveC: handler, new: new).check.findings
    }
    #expect(try findings(Self.new).map(\.code).sorted() == ["not-judged", "not-placed"])
    let ofHandlers = Self.defects.filter {
      ["dependency-lost", "default-lost", "identifier-lost"].contains($0.code)
    }
    #expect(ofHandlers.count == 3)
    for defect in ofHandlers {
      let new = Self.new.replacing(defect.from, with: defect.to)
      let found = try findings(new).first { $0.code == defect.code }
      #expect(found?.sentence.contains(defect.words) == true, "\(defect)")
      #expect(try report(old: old, new: new).check.findings.allSatisfy { $0.code != defect.code })
    }
    // Other ways to write the same code.
    let sent = Self.handler.replacing("intent.server ?: @\"{\"", with: "[intent server]")
      .replacing("ALL_LINES d", with: "@\"0\" d").replacing(
        "OptionsCollectionFor", with: "OptionsFor")
    for defect in ofHandlers {
      let new = Self.new.replacing(defect.from, with: defect.to)
      #expect(try findings(new, sent).contains { $0.code == defect.code }, "\(defect)")
    }
    let handed = Self.handler.replacing("intent.server ?: @\"{\"", with: "intent")
    let bare = Self.new.replacing(ofHandlers[0].from, with: ofHandlers[0].to)
    #expect(
      try findings(bare, handed).contains { $0.sentence.contains("passes the whole intent on") })
  }

  /// An identifier can come from a constant or an enum that the query refers to; anywhere else it
  /// is only a hint.
  @Test func anIdentifierIsLookedForWhereItCanComeFrom() throws {
    func codes(_ argument: String, _ more: String) throws -> [String] {
      let new = Self.new.replacing("all(identifiers, \"0\")", with: "all(identifiers, \(argument))")
      return try report(new: new + more).check.findings.map(\.code)
    }
    let careful = ["not-judged", "not-placed"]
    #expect(
      try codes("Fixed.first", "\nenum Fixed: String { case first = \"0\" }").sorted() == careful)
    #expect(try codes("first", "\nlet first = \"0\"").sorted() == careful)
    #expect(try codes("Store.all", "").contains("identifier-lost"))
    let hint = try codes("Store.all", "\nstruct Other { func f() { g(\"0\") } }")
    #expect(hint.filter { $0 == "not-judged" }.count == 2)
    #expect(!hint.contains("identifier-lost"))
  }

  /// Without the argument `intent`, the provider's intent is used.
  @Test func theProviderSaysWhatTheIntentIs() throws {
    let new =
      Self.new.replacing(
        "kind: \"spot\", intent: SpotIntents.self, provider: Provider()",
        with: "kind: \"spot\", provider: Places()")
        + """

        struct Places: AppIntentTimelineProvider {
          func timeline(for configuration: SpotIntents, in context: Context) async -> Timeline<Entry> { t }
        }
        """
    #expect(
      try report(new: new).check.findings.map(\.code).sorted() == ["not-judged", "not-placed"])
  }

  /// A widget in the old source is reported if no definition has its intent.
  @Test func aWidgetWithoutADefinitionIsSaid() throws {
    let old = Self.old.replacing("intent: SpotIntent.self", with: "intent: PlaceIntent.self")
    #expect(said(try report(old: old)).contains { $0.contains("the intent “PlaceIntent”") })
  }

  /// The handler reads a parameter through an optional chain, and passes the intent on.
  @Test func whatAHandlerHandsOnIsNotJudged() throws {
    let old = Self.old.replacing(
      "store.lines(of: intent.server ?? \"\")", with: "lines(for: intent)")
    let new = Self.new.replacing(
      "  @IntentParameterDependency<BoardWidget.Intent>(\\.$server) var intent\n", with: "")
    let report = try report(old: old, new: new)
    #expect(said(report).contains { $0.contains("passes the whole intent on") }, "\(said(report))")
  }

  // MARK: Files

  /// A project with several files: tables, catalogs, and two definitions, one of which is used by
  /// another widget.
  @Test func aProjectIsReadWhole() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-project-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let plist = DefinitionFile.repository.appending(path: "Intents/UpNext/UpNext.intentdefinition")
    func write(_ name: String, _ text: String) throws {
      let path = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: path)
    }
    let title = try #require(
      try IntentDefinitionReader.read(path: plist.path).file.intents.first?.parameters.first?
        .displayName)
    let text = try String(contentsOf: plist, encoding: .utf8)
    try write("old/App/Base.lproj/UpNext.intentdefinition", text)
    let identifier = try #require(title.id)
    try write("old/App/de.lproj/UpNext.strings", "\"\(identifier)\" = \"Wie im Kalender\";")
    try write("old/Pods/Other/Other.intentdefinition", "broken")
    try write(
      "old/App/Widget.swift",
      """
      struct W: Widget {
        var body: some WidgetConfiguration {
          IntentConfiguration(kind: "UpNext", intent: UpNextIntent.self, provider: P()) { _ in Text("") }
        }
      }
      """)
    let migrated = try String(
      contentsOf: DefinitionFile.repository.appending(path: "Fixtures/Migration/UpNext.swift"),
      encoding: .utf8)
    try write("new/App/Intent.swift", migrated)
    try write("old/App/Handler.m", Self.handler)
    try write("new/App/en.lproj/Localizable.strings", "\"Other\" = \"Other\";")
    func report() throws -> MigrationReport {
      let files = try MigrationFiles(
        old: folder.appending(path: "old").path, new: [folder.appending(path: "new").path])
      #expect(files.definitions.count == 1)
      #expect(files.paths.contains { $0.hasSuffix("Handler.m") })
      return MigrationCheck(files.definitions, sources: files.sources).report(files: files.paths)
    }
    let before = try report()
    let lost = try #require(
      before.check.findings.first { $0.code == "translation-lost" }, "\(said(before))")
    #expect(lost.sentence.contains("translated into de"))
    #expect(lost.sentence.contains(try #require(title.text)))
    // Xcode writes the source text as the text of an untranslated entry.
    for (state, isLost) in [("new", true), ("translated", false)] {
      let catalog = """
        {"version": "1.0", "sourceLanguage": "en", "strings": {"\(try #require(title.text))": {"localizations":
          {"de": {"stringUnit": {"state": "\(state)", "value": "Wie im Kalender"}}}}}}
        """
      try write("new/App/Localizable.xcstrings", catalog)
      let after = try report()
      #expect(
        after.check.findings.contains { $0.code == "translation-lost" } == isLost, "\(said(after))")
    }
  }

  @Test func `Files in a folder are named as the caller named the folder`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-named-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["old/App", "new/.build"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    let name = "UpNext.intentdefinition"
    try FileManager.default.copyItem(
      at: DefinitionFile.repository.appending(path: "Intents/UpNext/\(name)"),
      to: folder.appending(path: "old/App/\(name)"))
    for file in ["new/Intent.swift", "new/.build/Made.swift"] {
      try Data("struct Clock {}".utf8).write(to: folder.appending(path: file))
    }
    // A link, and paths with `..`; the paths of the files would differ if these were resolved.
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "link"), withDestinationURL: folder.appending(path: "new"))
    let old = folder.path + "/new/../old"
    let error = #expect(throws: FormatErrors.self) {
      _ = try MigrationFiles(old: old, new: [folder.path + "/old"])
    }
    #expect(error?.errors.map(\.sentence) == ["The folder has no Swift files."])
    for new in [folder.path + "/old/../new/", folder.path + "/link/"] {
      let files = try MigrationFiles(old: old, new: [new])
      #expect(files.paths == ["\(old)/App/\(name)", "\(new)Intent.swift"])
    }
  }
}
