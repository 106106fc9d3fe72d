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
    _ parameters: [ParameterDefinition], enums: [IntentEnum] = [], types: [IntentObjectType] = []
  ) -> IntentDefinitionFile {
    let intent = IntentDefinition(
      name: "Board", classPrefix: "TR", title: LocalizedText("Board", id: "aaaaaa"),
      isEligibleForWidgets: true, parameters: parameters)
    return IntentDefinitionFile(intents: [intent], enums: enums, types: types)
  }

  private func row(
    _ name: String, _ type: ParameterType, options: OptionsSupport = .none,
    relationship: ParameterRelationship? = nil
  ) -> ParameterDefinition {
    ParameterDefinition(
      name: name, type: type, displayPriority: 1, isConfigurable: true, options: options,
      relationship: relationship)
  }

  /// A definition with an intent for each size is common, but a type with the name `Small` would
  /// not show what it configures.
  @Test func noTypeIsNamedAsASize() {
    let intents = ["Small", "Large", "Board"].map {
      IntentDefinition(name: $0, isEligibleForWidgets: true)
    }
    let (source, _) = made(IntentDefinitionFile(intents: intents))
    let names = source.split(separator: "\n").filter { $0.contains("struct ") }.compactMap {
      $0.split(separator: " ").first { $0.hasSuffix(":") }
    }
    #expect(names == ["SmallConfiguration:", "LargeConfiguration:", "Board:"])
    #expect(source.contains("\"SmallIntent\""))
  }

  /// The summary of an intent from App Intents source is written as it was read.
  @Test func `A stated summary keeps its families, questions and sentences`() throws {
    let app = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/AppIntents/Tram.app").standardizedFileURL.path
    let (source, findings) = made(try IntentDefinitionReader.read(path: app).file)
    let summary = source.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
      .drop { !$0.contains("parameterSummary") }
    #expect(
      summary.dropFirst().prefix(6) == [
        "Switch(.widgetFamily) {", "Case(.systemSmall) {",
        #"Summary("Trams at \(\.$stops)", table: "Sample") {"#, #"\.$look"#, "}", "}",
      ])
    for line in ["Case([.systemMedium, .systemLarge]) {", #"When(\.$look, .equalTo, .list) {"#] {
      #expect(summary.contains { $0 == line }, "\(line)")
    }
    #expect(!findings.contains { $0.code == .inexpressibleCondition })
  }

  @Test func `A summary that Swift cannot express is named, and every row is shown`() {
    let unknown = UnknownPart(subject: "Board", text: "rows()", place: nil, reason: "is a call")
    let comparison = { Condition.Comparison(subject: $0, comparison: .hasValue) }
    let rows = RowSummary.rows(.init(others: ["text"]))
    let summaries: [(RowSummary, isSaid: Bool)] = [
      (.unknown(unknown), false),
      (.when(comparison(.other("system.origin")), rows, otherwise: nil), false),
      (.when(comparison(.parameter("gone")), rows, otherwise: nil), false),
      (.rows(.init(others: ["gone"])), false), (.rows(.init()), true),
      // In Swift, a condition must have an `otherwise`.
      (.when(comparison(.parameter("text")), rows, otherwise: nil), false),
      (.when(comparison(.parameter("text")), rows, otherwise: .rows(.init())), true),
    ]
    for (summary, isSaid) in summaries {
      var definition = widget([row("text", .string(StringMetadata()))])
      definition.intents[0].summary = summary
      let (source, findings) = made(definition)
      #expect(findings.contains { $0.code == .inexpressibleCondition } != isSaid, "\(summary)")
      #expect(isSaid || source.contains(#"\.$text"#), "\(summary)")
    }
  }

  // MARK: Compiling

  /// With texts by key, the definitions of the package and of the corpus, if there is one, and
  /// random definitions are compiled in one module; with other texts, only the random ones are
  /// compiled, in a module that isolates its code to the main actor.
  @Test(arguments: AppIntentsTexts.allCases)
  func everyDefinitionGivesSwiftThatCompilesWithoutAWarning(texts: AppIntentsTexts) throws {
    let stubs = try AppIntentsStubs.shared.get()
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
      return (name: made.output.file.name, text: source + AppIntentsStubs.bodies(for: source))
    }
    let complaints = try SwiftCompiler.complaints(
      of: sources, arguments: stubs.arguments + (texts == .keys ? [] : mainActor))
    #expect(complaints == "")
    if texts == .keys { DefinitionFile.report("App Intents", of: all) }
  }

  /// Supported values, a case named `none` and the modes of an action compile.
  ///
  /// A condition without `otherwise`, which Swift does not have, is reported.
  @Test func whatOnlyAppIntentsStateCompiles() throws {
    let text = #"""
      {"intents": [{"name": "Board", "eligibleForWidgets": true, "configurable": true,
        "supportedModes": ["background", "foreground(.immediate)"],
        "summary": {"when": {"parameter": "m", "is": "equal", "values": ["none"]},
          "then": {"rows": ["m", "n"]}},
        "parameters": [
          {"name": "m", "type": "enum", "enum": "M", "default": "none",
            "supportedValues": ["none", "some"]},
          {"name": "n", "type": "enum", "enum": "M", "multiple": true,
            "supportedValues": ["some"]},
          {"name": "o", "type": "enum", "enum": "M", "dynamic": true,
            "supportedValues": ["some"]},
          {"name": "p", "type": "enum", "enum": "M", "multiple": true,
            "sizes": {"systemSmall": 2}, "supportedValues": ["some"]}]}],
       "enums": [{"name": "M", "cases": [{"name": "none"}, {"name": "some"}, {"name": "all"}]}]}
      """#
    let definition = try IntentDefinitionReader.read(Array(text.utf8), file: "Board.json").file
    let (file, findings) = AppIntentsSwift(
      definition, stem: "Board", texts: .literal, access: .public
    ).output
    let source = file.text
    #expect(source.contains("default: MAppEnum.none"))
    #expect(source.contains("supportedValues: [MAppEnum.none, MAppEnum.`some`]"))
    #expect(source.contains("IntentModes { [.background, .foreground(.immediate)] }"))
    #expect(findings.contains { $0.code == .listDetails && $0.subject == "Board.p" })
    #expect(findings.contains { $0.code == .inexpressibleCondition && $0.subject == "Board" })
    let complaints = try SwiftCompiler.complaints(
      of: [(name: file.name, text: source + AppIntentsStubs.bodies(for: source))],
      arguments: AppIntentsStubs.shared.get().arguments)
    #expect(complaints == "", "\(source)")
  }

  /// The code does not compile without the method bodies that only the app can write.
  @Test func theBodiesOfTheAppAreRequired() throws {
    let definition = widget(
      [
        row("stop", .object(TypeReference("Stop")), options: .dynamic(searchable: true)),
        row("line", .string(StringMetadata()), options: .dynamic(searchable: false)),
      ], types: [IntentObjectType(name: "Stop")])
    let source = made(definition).source
    let complaints = try SwiftCompiler.complaints(
      of: [(name: "Sample.swift", text: source)], arguments: AppIntentsStubs.shared.get().arguments)
    for type in ["StopAppEntityQuery", "Board.LineOptionsProvider"] {
      #expect(complaints.contains("type '\(type)' does not conform"), "\(complaints)")
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
    let arguments = try AppIntentsStubs.shared.get().arguments
    let missing = try SwiftCompiler.complaints(
      of: [(name: "Sample.swift", text: source)], arguments: arguments)
    #expect(missing.contains("type 'Board' does not conform to protocol 'BoardAction'"))
    let complete = try SwiftCompiler.complaints(
      of: [(name: "Sample.swift", text: source + AppIntentsStubs.bodies(for: source))],
      arguments: arguments)
    #expect(complete == "")
    definition.intents[0].parameters[0].name = "perform"
    #expect(!made(definition).source.contains("BoardAction"))
    #expect(made(definition).findings.count == 1)
  }

  /// The code that *Migrating* asks the app to write compiles together with the output of the
  /// article's first command.
  @Test func theCodeOfTheArticleCompiles() throws {
    let folder = DefinitionFile.repository.appending(path: "Sources/IntentCodegen")
    let article = try String(
      contentsOf: folder.appending(path: "IntentCodegen.docc/Migrating.md"), encoding: .utf8)
    let start = try #require(article.range(of: "```swift\nextension EventCalendarAppEntityQuery"))
    let code = article[start.lowerBound...].dropFirst("```swift\n".count)
    let end = try #require(code.range(of: "```"))
    let store = """

      struct CalendarStore {
        static let shared = CalendarStore()
        struct Calendar { var id = "", title = "" }
        func calendars(with identifiers: [String]) async throws -> [Calendar] { [] }
        func collection() async throws -> IntentItemCollection<EventCalendarAppEntity> { .empty }
      }
      extension EventCalendarAppEntity {
        init(_ calendar: CalendarStore.Calendar) {
          self.init(id: calendar.id, displayString: calendar.title)
        }
      }
      """
    let path = DefinitionFile.repository.appending(path: "Intents/UpNext/UpNext.intentdefinition")
    let definition = try IntentDefinitionReader.read(path: path.path).file
    let made = AppIntentsSwift(definition, stem: "UpNext", access: .public).output.file
    let complaints = try SwiftCompiler.complaints(
      of: [
        (name: made.name, text: made.text),
        (name: "App.swift", text: "import AppIntents\n\(code[..<end.lowerBound])\(store)"),
      ], arguments: AppIntentsStubs.shared.get().arguments)
    #expect(complaints == "")
  }

  /// The bodies get the old handler's data: the other answers, and a default at run time.
  @Test func aQueryCanDoWhatTheOldHandlerDid() throws {
    let condition = ParameterRelationship(parentName: "server", predicateName: "HasAnyValue")
    let stop = ParameterType.object(TypeReference("Stop"))
    var definition = widget(
      [
        row("server", .string(StringMetadata()), options: .dynamic(searchable: false)),
        row("stop", stop, options: .dynamic(searchable: false), relationship: condition),
        row("nearby", .boolean(BooleanMetadata())),
      ], types: [IntentObjectType(name: "Stop"), IntentObjectType(name: "Unused")])
    let source = made(definition).source
    #expect(source.contains("@IntentParameterDependency<Board>(\\.$server)\n  var intent\n"))
    #expect(source.contains("(\\.$nearby)\n  var intentWithNearby\n"))
    #expect(source.contains("func defaultChoice() async -> StopAppEntity?"))
    #expect(source.contains("func defaultChoice() async -> String?"))
    #expect(source.contains("subtitle: subtitleString.map"))
    #expect(!source.contains("Unused"))
    // If there are several intents, the names of the properties start with the name of an intent.
    var other = definition.intents[0]
    other.name = "Station"
    definition.intents.append(other)
    let both = made(definition).source
    for name in ["board", "boardWithNearby", "station", "stationWithNearby"] {
      #expect(both.contains("  var \(name)\n"), "\(name)")
    }
    let arguments = try AppIntentsStubs.shared.get().arguments
    let text = AppIntentsSwift(definition, stem: "Sample", access: .public).output.file.text
    let complaints = try SwiftCompiler.complaints(
      of: [(name: "Sample.swift", text: text + AppIntentsStubs.bodies(for: text))],
      arguments: arguments)
    #expect(complaints == "")
  }

  /// An intent that is not for widgets becomes an action on request.
  @Test func allIntentsCanBeConverted() throws {
    var definition = widget([row("line", .string(StringMetadata()))])
    var action = definition.intents[0]
    action.name = "Open"
    action.isEligibleForWidgets = false
    var system = action
    (system.name, system.kind) = ("Play", "System")
    definition.intents += [action, system]
    #expect(made(definition).findings.map(\.subject) == ["Open", "Play"])
    let (file, findings) = AppIntentsSwift(
      definition, stem: "Sample", access: .public, includesActions: true
    ).output
    #expect(findings.map(\.subject) == ["Open", "Play"])
    #expect("\(findings[0].remedy)".contains("performAction"))
    #expect("\(findings[1].message)".contains("an intent of the system"))
    #expect(
      file.text.contains("struct Open: AppIntent, CustomIntentMigratedAppIntent {"))
    #expect(file.text.contains("extension Open: OpenAction {}"))
    let complaints = try SwiftCompiler.complaints(
      of: [(name: "Sample.swift", text: file.text + AppIntentsStubs.bodies(for: file.text))],
      arguments: AppIntentsStubs.shared.get().arguments)
    #expect(complaints == "")
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
      ParameterDefinition(
        name: "a", type: .boolean(BooleanMetadata()), displayName: LocalizedText("On", id: "bbbbbb")
      ),
      ParameterDefinition(
        name: "b", type: .boolean(BooleanMetadata()), displayName: LocalizedText("On", id: "cccccc")
      ),
    ])
    let german = ["aaaaaa": "Tafel \"1\"\n", "bbbbbb": "An", "cccccc": "Ein"]
    func catalog(_ texts: AppIntentsTexts) throws -> ([String: [String: Any]], Int) {
      let (text, findings) = StringCatalog(
        definition, stem: "Sample",
        languages: DefinitionLanguages(source: "en", tables: ["de": german]), texts: texts
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

  // MARK: Languages and actions

  private static func action(
    tools: String? = nil, isStated: Bool = true, output: String = "litres", opensApp: Bool = false
  ) -> IntentDefinitionFile {
    func member(_ key: String, _ value: CarriedValue) -> CarriedMember {
      CarriedMember(key: key, value: value)
    }
    func response(_ name: String, _ type: String) -> CarriedValue {
      .dictionary([
        member("INIntentResponseParameterName", .string(name)),
        member("INIntentResponseParameterType", .string(type)),
      ])
    }
    let combination = CarriedValue.dictionary([
      member("INIntentParameterCombinationTitle", .string("Gieße ${pot}!")),
      member("INIntentParameterCombinationTitleID", .string("sssss1")),
      member("INIntentParameterCombinationSupportsBackgroundExecution", .boolean(!opensApp)),
    ])
    let pot = ParameterDefinition(
      name: "pot", type: .string(StringMetadata()),
      displayName: LocalizedText("Topf", id: "ppppp1"),
      displayPriority: isStated ? 1 : nil, isConfigurable: isStated,
      promptDialogs: [
        PromptDialog(
          kind: "Primary", isCustom: true, formatString: LocalizedText("Which pot?", id: "qqqqq1"))
      ])
    let other = ParameterDefinition(
      name: "mist", type: .boolean(BooleanMetadata()), displayPriority: 2, isConfigurable: isStated)
    let extras = DefinitionExtras(unknown: [
      member("INIntentManagedParameterCombinations", .dictionary([member("pot", combination)])),
      member(
        "INIntentResponse",
        .dictionary([
          member("INIntentResponseOutput", .string(output)),
          member(
            "INIntentResponseParameters",
            .array([response("litres", "Decimal"), response("place", "Odd")])),
        ])),
    ])
    return IntentDefinitionFile(
      intents: [
        IntentDefinition(
          name: "Water", title: LocalizedText("Gießen", id: "ttttt1"), isConfigurable: true,
          parameters: [pot, other], extras: extras)
      ], toolsVersion: tools)
  }

  /// An action returns its output and keeps its sentence, and compiles both on the main actor and
  /// off it.
  @Test(arguments: AppIntentsTexts.allCases)
  func anActionKeepsOutputAndSentence(texts: AppIntentsTexts) throws {
    let languages = DefinitionLanguages(
      source: "de", tables: ["en": ["sssss1": "Water ${pot}!", "ttttt1": "Water"]])
    let opensApp = texts != .keys
    let (file, findings) = AppIntentsSwift(
      Self.action(opensApp: opensApp), stem: "Sample", texts: texts, access: .public,
      includesActions: true, languages: languages
    ).output
    #expect(file.text.contains("supportedModes: IntentModes { .foreground }") == opensApp)
    #expect(!file.text.contains("openAppWhenRun"))
    let table = texts == .literal ? "" : ", table: \"Sample\""
    #expect(file.text.contains("Summary(\"Gieße \\(\\.$pot)!\"\(table)) {\n      \\.$mist\n"))
    #expect(file.text.contains("some IntentResult & ReturnsValue<Double> {"))
    let expected: Set<GenerationFinding.Code> =
      texts == .keys ? [.action, .prompts, .sentenceKey] : [.action, .prompts]
    #expect(Set(findings.map(\.code)) == expected, "\(findings)")
    for isolation in [[], mainActor] {
      let complaints = try SwiftCompiler.complaints(
        of: [(name: file.name, text: file.text + AppIntentsStubs.bodies(for: file.text))],
        arguments: AppIntentsStubs.shared.get().arguments + isolation)
      #expect(complaints == "", "\(isolation)")
    }
    guard texts != .keys else { return }
    let catalog = StringCatalog(
      Self.action(), stem: "Sample", languages: languages, texts: texts, includesActions: true
    ).output.text
    #expect(catalog.contains("\"sourceLanguage\" : \"de\""))
    #expect(catalog.contains("\"Gieße ${pot}!\" : {"), "\(catalog)")
    #expect(catalog.contains("\"value\" : \"Water ${pot}!\""))
  }

  /// Values that cannot be returned are reported.
  @Test(arguments: ["place", "nothing"]) func anOutputWithoutATypeIsSaid(output: String) {
    let (file, findings) = AppIntentsSwift(
      Self.action(output: output), stem: "Sample", includesActions: true
    ).output
    #expect(findings.contains { $0.code == .output })
    #expect(!file.text.contains("ReturnsValue"))
  }

  /// Before Xcode 12, all parameters of a combination can be edited; later, only those that are
  /// marked as editable.
  @Test(arguments: [("11.4", true), ("10.1", true), (nil, true), ("12.0", false), ("15.2", false)])
  func oldActionsHaveTheRowsThatTheyName(tools: String?, hasRow: Bool) {
    let definition = Self.action(tools: tools, isStated: false)
    let rows = definition.withRowsOfCombinations.intents[0].parameters.map(\.isConfigurable)
    #expect(rows == [hasRow, false])
    let source = AppIntentsSwift(definition, stem: "Sample", includesActions: true).output.file.text
    #expect(source.contains("Summary(\"Gieße \\(\\.$pot)!\"") == hasRow)
  }

  /// The visible texts of a language come from its table, or else from the definition if it is in
  /// that language.
  @Test func aCatalogSaysWhatTheTablesSay() {
    let pot = LocalizedText("Topf", id: "A")
    let mist = LocalizedText("Nebel", id: "B")
    let languages = DefinitionLanguages(
      source: "de", tables: ["en": ["A": "Pot"], "de": ["B": "Dunst"]])
    #expect(languages.text(pot, in: "en") == "Pot")
    #expect(languages.text(pot, in: "de") == "Topf")
    #expect(languages.text(mist, in: "de") == "Dunst")
    #expect(languages.text(mist, in: "en") == nil)
    #expect(languages.text(mist, in: "fr") == nil)
  }
}
