import DefinitionFormats
import IntentCodegen
import Messages
import Testing

@testable import AppIntentsMigration
@testable import IntentModel

/// The App Intents that Swift source declares, and the literal model that is read from it.
@Suite struct SwiftLiteralTests {
  private func read(
    _ files: [String], _ build: BuildSettings = BuildSettings()
  )
    -> AppIntentsLiterals
  {
    AppIntentsLiterals(
      files.enumerated().map { ("File\($0 + 1).swift", $1) }, build: build)
  }

  /// The only parameter of an intent, with other declarations around it.
  private func parameter(
    _ declaration: String, besides others: String = "", in members: String = ""
  ) throws -> LiteralParameter {
    let literals = read([
      """
      struct Board: WidgetConfigurationIntent {
        static let title: LocalizedStringResource = "Board"
        \(declaration)
        \(members)
      }
      enum Detail: String, AppEnum {
        case short, long = "full"
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Detail"
        static let caseDisplayRepresentations: [Detail: DisplayRepresentation] = [.short: "Short"]
      }
      struct Stop: AppEntity {
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Stop"
        static let defaultQuery = StopQuery()
        var id: String
      }
      struct StopQuery: EntityStringQuery {}
      \(others)
      """
    ])
    return try #require(literals.intents.first?.parameters.first)
  }

  /// Types from newer systems are read by name, with the reason why they are not judged.
  @Test func newTypesAreReadByNameAndNotJudged() throws {
    let union = "@UnionValue enum Pick { case stop(Stop), text(String) }"
    for (type, name, reason) in [
      ("EntityCollection<Stop>", "EntityCollection<Stop>", "is a collection of identifiers"),
      ("EntityCollection<Stop>?", "EntityCollection<Stop>", "is a collection of identifiers"),
      ("Pick?", "Pick", "is a union"),
    ] {
      let read = try parameter(#"@Parameter(title: "X") var x: \#(type)"#, besides: union)
      #expect(read.type == .other(name), "\(type)")
      #expect(read.unknown.contains { $0.reason == reason }, "\(read)")
    }
  }

  // MARK: Definitions

  private func board(
    _ members: String, size: String = "[.systemSmall: 3]",
    replacing part: (old: String, new: String) = ("Board", "Board")
  ) -> IntentDefinitionFile {
    AppIntentsDefinition.definition(
      of: read([
        """
        struct Board: WidgetConfigurationIntent {
          static let title: LocalizedStringResource = "Board"
          \(members)
          @Parameter(title: "On", default: false) var on: Bool
          @Parameter(title: "Stops", size: \(size)) var stops: [Stop]?
        }
        enum Mode: String, AppEnum {
          case none, slow, fast
          static let typeDisplayRepresentation: TypeDisplayRepresentation = "Mode"
          static let caseDisplayRepresentations: [Mode: DisplayRepresentation] = [
            .none: "None", .slow: "Slow", .fast: "Fast"
          ]
        }
        struct Stop: AppEntity {
          static let typeDisplayRepresentation: TypeDisplayRepresentation = "Stop"
          static let defaultQuery = StopQuery()
          var id: String
        }
        struct StopQuery: EntityStringQuery {}
        """.replacing(part.old, with: part.new)
      ]))
  }

  private func codes(
    _ old: IntentDefinitionFile, _ new: IntentDefinitionFile
  ) -> [String: [String]] {
    Dictionary(
      firsts: DefinitionDiff(from: old, to: new).intents.flatMap(\.parameters).map {
        ($0.name, $0.verdicts.map(\.code))
      })
  }

  /// Only supported cases are offered, accepted and compared, in every format.
  @Test func onlySupportedCasesAreOffered() throws {
    let all = board(#"@Parameter(title: "M", default: .slow) var mode: Mode"#)
    let few = board(
      #"@Parameter(title: "M", default: .slow, supportedValues: [.none, .slow]) var mode: Mode"#)
    #expect(few.origin?.unknown == [])
    let schema = IntentSchema(try #require(few.intents.first), in: few)
    let parameter = try #require(schema.parameter(named: "mode"))
    #expect(schema.enumeration(of: parameter.type)?.choiceNames == ["none", "slow"])
    #expect(schema.issues(with: .enumeration("slow"), for: parameter).isEmpty)
    #expect(
      schema.issues(with: .enumeration("fast"), for: parameter).map(\.code) == ["unknown-case"])
    #expect(codes(few, few)["mode"] == ["unchanged"])
    #expect(codes(all, few)["mode"] == ["cases-unsupported"])
    #expect(codes(few, all)["mode"] == ["cases-new"])
    let text = try DefinitionJSON.text(of: few)
    #expect(text.contains("supportedValues"))
    #expect(try DefinitionJSON.read(Array(text.utf8), file: "A.json").get() == few)
    // A default that is not a supported case has no effect, and is reported.
    let wrong = board(
      #"@Parameter(title: "M", default: .fast, supportedValues: [.slow]) var mode: Mode"#)
    #expect(wrong.findings.map(\.code).contains("default-case"))
    // The Swift code that is generated from a definition reads back as the same definition.
    let output = AppIntentsSwift(few, stem: "Sample", texts: .literal).output
    let source = output.file.text
    #expect(source.contains("supportedValues: [Mode.none, .slow]"), "\(source)")
    let again = AppIntentsDefinition.definition(of: read([source]))
    let type = try #require(again.intents.first?.parameter(named: "mode")?.type)
    guard case .enumeration(let reference, let standard) = type else {
      Issue.record("\(type)")
      return
    }
    #expect(reference.supportedCases == ["none", "slow"] && standard == "slow")
  }

  /// A case with the name `none` is not `nil` in generated code.
  @Test func aDefaultNamedNoneReadsBack() throws {
    let text = #"""
      {"intents": [{"name": "A", "eligibleForWidgets": true, "parameters": [
        {"name": "m", "type": "enum", "enum": "M", "default": "none"},
        {"name": "n", "type": "string",
          "visibleWhen": {"parent": "m", "predicate": "EnumHasExactValue", "value": "none"}}]}],
       "enums": [{"name": "M", "cases": [{"name": "none"}, {"name": "some"}]}]}
      """#
    let file = try IntentDefinitionReader.read(Array(text.utf8), file: "A.json").file
    let output = AppIntentsSwift(file, stem: "Sample", texts: .literal).output
    let read = AppIntentsDefinition.definition(of: self.read([output.file.text]))
    #expect(read.origin?.unknown == [])
    #expect(read.intents.first?.parameter(named: "m")?.staticDefault == .enumeration("none"))
    // The condition is written differently, but holds for the same answers.
    #expect(codes(file, read)["n"] == ["unchanged"], "\(output.file.text)")
  }

  /// A part that was not read from the source is not compared with anything.
  @Test func aPartThatIsNotReadIsNotCompared() {
    func members(_ value: String, _ low: String) -> String {
      #"""
      @Parameter(title: "N", default: \#(value), inclusiveRange: (\#(low), 9)) var n: Int
      @Parameter(title: "M", default: \#(value == "3" ? ".slow" : "Mode.usual")) var mode: Mode
      """#
    }
    let known = board(members("3", "1"))
    let unknown = board(members("usual", "low"), size: "stopCount")
    for (old, new) in [(known, unknown), (unknown, known)] {
      let found = codes(old, new)
      #expect(found["n"] == ["parts-not-read"])
      #expect(found["mode"] == ["parts-not-read"])
      #expect(found["stops"] == ["parts-not-read"])
    }
    #expect(codes(unknown, unknown).values.allSatisfy { $0 == ["unchanged"] })
    // A case that is missing from the whole enum is lost, whichever cases are supported.
    let few = #"@Parameter(title: "M", supportedValues: Mode.some) var mode: Mode?"#
    let two = board(few, replacing: ("none, slow, fast", "none, slow"))
    #expect(codes(board(few), two)["mode"] == ["cases-gone"])
    #expect(codes(two, board(few))["mode"] == ["cases-new"])
    // An unread part of another intent does not affect the parameters of this one.
    let other = """
      struct Other: WidgetConfigurationIntent {
        static let title: LocalizedStringResource = "Other"
        @Parameter(title: "N", default: 3, controlStyle: .wheel, inclusiveRange: (1, 9)) var n: Int
      }
      struct Stop: AppEntity
      """
    for control in ["", "controlStyle: .wheel, "] {
      let text = #"@Parameter(title: "N", \#(control)inclusiveRange: (1, 9)) var n: Int?"#
      let file = board(text, replacing: ("struct Stop: AppEntity", other))
      let parts = file.intents.map { file.unreadParts(of: $0)["n"]?.keys.sorted() ?? [] }
      #expect(parts == [control.isEmpty ? [] : ["controlStyle"], ["controlStyle"]])
    }
  }

  /// Unread parts of built metadata, which has other names for them, are not compared either.
  @Test func aPartOfMetadataThatIsNotReadIsNotCompared() {
    let known = board(#"@Parameter(title: "N", inclusiveRange: (1, 9)) var n: Int?"#)
    func unread(_ parts: [(part: String, text: String)]) -> IntentDefinitionFile {
      var file = known
      var metadata = NumberMetadata<Int>()
      if case .integer(let read) = known.intents[0].parameters[0].type {
        metadata.control = read.control
      }
      file.intents[0].parameters[0].type = .integer(metadata)
      file.origin = DefinitionOrigin(
        format: .metadata,
        unknown: parts.map {
          UnknownPart(subject: "Board.n: \($0.part)", text: $0.text, place: nil, reason: "is odd")
        })
      return file
    }
    for part in ["minimum", "maximum", "kind of range"] {
      let file = unread([(part, "x")])
      #expect(codes(known, file)["n"] == ["parts-not-read"])
      #expect(codes(file, known)["n"] == ["parts-not-read"])
    }
    // The same maximum does not hide a different minimum.
    let (one, other) = (
      unread([("minimum", "x"), ("maximum", "z")]), unread([("minimum", "y"), ("maximum", "z")])
    )
    #expect(codes(one, other)["n"] == ["parts-not-read"])
    #expect(codes(one, one)["n"] == ["unchanged"])
  }

  /// Parameters of the same enum that support different cases keep their answers when cases are
  /// renamed.
  @Test func storedAnswersKnowTheWholeEnum() throws {
    func file(_ second: String, _ fourth: String) throws -> IntentSchema {
      let text = """
        {"intents": [{"name": "A", "eligibleForWidgets": true, "parameters": [
          {"name": "one", "type": "enum", "enum": "E", "supportedValues": ["a", "\(second)"]},
          {"name": "two", "type": "enum", "enum": "E", "supportedValues": ["c", "\(fourth)"]}]}],
         "enums": [{"name": "E", "cases": [{"name": "a", "index": 1}, {"name": "\(second)", "index": 2},
          {"name": "c", "index": 3}, {"name": "\(fourth)", "index": 4}]}]}
        """
      let file = try IntentDefinitionReader.read(Array(text.utf8), file: "A.json").file
      return IntentSchema(try #require(file.intents.first), in: file)
    }
    let stored = try file("b", "d").answerSchema
    #expect(
      stored.document.enums.map { $0.cases.map(\.name) } == [["unknown", "a", "b", "c", "d"]])
    let draft = IntentDraft(values: ["one": .enumeration("b"), "two": .enumeration("d")])
    let migration = draft.migrated(from: stored, to: try file("bb", "dd"))
    #expect(migration.losses.isEmpty)
    #expect(migration.draft.values == ["one": .enumeration("bb"), "two": .enumeration("dd")])
  }

  /// Parts that only App Intents has are refused in a property list instead of being dropped.
  @Test func aPropertyListRefusesWhatItCannotHold() throws {
    for (members, name) in [
      (#""supportedModes": ["foreground"], "parameters": []"#, "supportedModes"),
      (#""parameters": [{"name": "p", "type": "timeInterval", "native": true}]"#, "native"),
      (
        #""parameters": [{"name": "p", "type": "enum", "enum": "E", "supportedValues": ["a"]}]"#,
        "supportedValues"
      ),
      (
        #""parameters": [{"name": "p", "type": "string", "defaultNotRead": true}]"#,
        "defaultNotRead"
      ),
      (#""parameters": [{"name": "p", "type": "boolean", "default": null}]"#, "without a default"),
    ] {
      let text =
        #"{"intents": [{"name": "A", \#(members)}], "enums": [{"name": "E", "cases": [{"name": "a"}]}]}"#
      let file = try IntentDefinitionReader.read(Array(text.utf8), file: "A.json").file
      do throws(FormatError) {
        _ = try DefinitionConversion.bytes(of: file, as: .propertyList)
        Issue.record("\(name) is written")
      } catch {
        #expect(error.code == "only-app-intents" && "\(error)".contains(name), "\(error)")
      }
    }
  }

  /// A changed summary, a raised minimum and types from newer systems are reported as such.
  @Test func rowsMinimumsAndNewTypesAreCompared() {
    let summary = """
      static var parameterSummary: some ParameterSummary {
        When(\\.$on, .equalTo, true) {
          Summary {
            \\.$on
            \\.$stops
          }
        } otherwise: {
          Summary { \\.$on }
        }
      }
      """
    let opposite = summary.replacing(".equalTo, true", with: ".notEqualTo, true")
    let alike = summary.replacing(".equalTo, true", with: ".notEqualTo, false")
    #expect(codes(board(summary), board(opposite))["stops"] == ["visibility-changed"])
    #expect(codes(board(summary), board(alike))["stops"] == ["unchanged"])
    // The same test for a text: a definition from Xcode is compared with its App Intent.
    let line = #"@Parameter(title: "L") var line: String?"# + "\n" + summary
    let equal = line.replacing("$on, .equalTo, true", with: "$line, .equalTo, \"x\"")
    let oneOf = equal.replacing(".equalTo, \"x\"", with: ".oneOf, [\"x\"]")
    let unlike = equal.replacing("\"x\"", with: "\"y\"")
    #expect(codes(board(equal), board(oneOf))["stops"] == ["unchanged"])
    #expect(codes(board(equal), board(unlike))["stops"] == ["visibility-changed"])
    #expect(
      codes(board(""), board("", size: "3"))["stops"]?.contains("minimum-raised") == true)
    let entity = board(#"@Parameter(title: "X") var x: Stop?"#)
    let collection = board(#"@Parameter(title: "X") var x: EntityCollection<Stop>?"#)
    #expect(codes(entity, collection)["x"]?.first == "type-not-judged")
    #expect(codes(collection, entity)["x"]?.first == "type-not-judged")
  }

  /// The same program as source, as the constants from its compiler, and as the metadata of its
  /// build.
  private static let triple = (
    source: #"""
    import AppIntents

    struct Ring: AppIntent, CustomIntentMigratedAppIntent {
      static let intentClassName = "RingIntent"
      static let title: LocalizedStringResource = "Ring a Bell"
      static let description = IntentDescription("Rings a bell of the tower.")
      @Parameter(title: "Strokes", default: 3) var strokes: Int
      @Parameter(title: "Tone", default: .deep) var tone: Tone
      @Parameter(title: "Word") var word: String?
      static var parameterSummary: some ParameterSummary { Summary("Ring \(\.$strokes) times") }
    }
    enum Tone: String, AppEnum {
      case deep, clear = "bright"
      static let typeDisplayRepresentation: TypeDisplayRepresentation = "Tone"
      static let caseDisplayRepresentations: [Tone: DisplayRepresentation] = [
        .deep: "Deep", .clear: "Clear",
      ]
    }
    """#,
    constants: """
    [{"typeName": "Tower.Ring", "kind": "struct", "file": "/t/Ring.swift", "line": 3,
      "conformances": ["AppIntents.AppIntent", "AppIntents.CustomIntentMigratedAppIntent"],
      "associatedTypeAliases": [], "properties": [
      {"label": "intentClassName", "type": "Swift.String", "isStatic": "true",
       "valueKind": "RawLiteral", "value": "RingIntent"},
      {"label": "title", "type": "Foundation.LocalizedStringResource", "isStatic": "true",
       "valueKind": "RawLiteral", "value": "Ring a Bell"},
      {"label": "description", "type": "AppIntents.IntentDescription", "isStatic": "true",
       "valueKind": "RawLiteral", "value": "Rings a bell of the tower."},
      {"label": "strokes", "type": "Swift.Int", "valueKind": "InitCall", "value": {
       "type": "AppIntents.IntentParameter<Swift.Int>", "arguments": []},
       "propertyWrappers": [{"type": "AppIntents.IntentParameter", "arguments": [
        {"label": "title", "valueKind": "RawLiteral", "value": "Strokes"},
        {"label": "default", "type": "Swift.Optional<Swift.Int>", "valueKind": "RawLiteral",
         "value": "3"}]}]},
      {"label": "tone", "type": "Tower.Tone", "valueKind": "Runtime",
       "propertyWrappers": [{"type": "AppIntents.IntentParameter", "arguments": [
        {"label": "title", "valueKind": "RawLiteral", "value": "Tone"},
        {"label": "default", "type": "Swift.Optional<Tower.Tone>", "valueKind": "Enum",
         "value": {"name": "deep"}}]}]},
      {"label": "word", "type": "Swift.Optional<Swift.String>", "valueKind": "Runtime",
       "propertyWrappers": [{"type": "AppIntents.IntentParameter", "arguments": [
        {"label": "title", "valueKind": "RawLiteral", "value": "Word"}]}]},
      {"label": "parameterSummary", "type": "some AppIntents.ParameterSummary", "isStatic": "true",
       "valueKind": "InitCall", "value": {
       "type": "AppIntents.IntentParameterSummary<Tower.Ring>", "arguments": [
        {"label": "", "type": "AppIntents.ParameterSummaryString<Tower.Ring>",
         "valueKind": "InterpolatedStringLiteral", "value": {"segments": [
          {"valueKind": "RawLiteral", "value": "Ring "},
          {"valueKind": "KeyPath", "value": {"path": "$strokes", "rootType": "Tower.Ring",
           "components": [{"label": "$strokes", "type": "AppIntents.IntentParameter<Swift.Int>"}]}},
          {"valueKind": "RawLiteral", "value": " times"}]}},
        {"label": "table", "type": "Swift.Optional<Swift.String>", "valueKind": "RawLiteral",
         "value": "nil"}]}}]},
     {"typeName": "Tower.Tone", "kind": "enum", "conformances": ["AppIntents.AppEnum"],
      "associatedTypeAliases": [],
      "cases": [{"name": "deep", "rawValue": "deep"}, {"name": "clear", "rawValue": "bright"}],
      "properties": [
      {"label": "typeDisplayRepresentation", "type": "AppIntents.TypeDisplayRepresentation",
       "valueKind": "RawLiteral", "value": "Tone"},
      {"label": "caseDisplayRepresentations", "valueKind": "Dictionary", "value": [
       {"key": {"valueKind": "Enum", "value": {"name": "deep"}},
        "value": {"valueKind": "RawLiteral", "value": "Deep"}},
       {"key": {"valueKind": "Enum", "value": {"name": "clear"}},
        "value": {"valueKind": "RawLiteral", "value": "Clear"}}]}]}]
    """,
    metadata: """
    {"actions": {"Ring": {
      "identifier": "Ring", "fullyQualifiedTypeName": "Tower.Ring",
      "customIntentClassName": "RingIntent", "title": {"alternatives": [], "key": "Ring a Bell"},
      "descriptionMetadata": {"searchKeywords": [], "descriptionText": {"alternatives": [],
       "key": "Rings a bell of the tower."}},
      "systemProtocols": [], "isDiscoverable": true, "openAppWhenRun": false, "parameters": [
       {"name": "strokes", "isOptional": false, "title": {"key": "Strokes"},
        "dynamicOptionsSupport": 0,
        "typeSpecificMetadata": ["LNValueTypeSpecificMetadataKeyDefaultValue",
         {"int": {"wrapper": 3}}],
        "valueType": {"primitive": {"wrapper": {"typeIdentifier": 2}}}},
       {"name": "tone", "isOptional": false, "title": {"key": "Tone"}, "dynamicOptionsSupport": 0,
        "typeSpecificMetadata": ["LNValueTypeSpecificMetadataKeyDefaultValue",
         {"string": {"wrapper": "deep"}}],
        "valueType": {"linkEnumeration": {"wrapper": {"identifier": "Tone"}}}},
       {"name": "word", "isOptional": true, "title": {"key": "Word"}, "dynamicOptionsSupport": 0,
        "typeSpecificMetadata": [],
        "valueType": {"primitive": {"wrapper": {"typeIdentifier": 0}}}}],
      "actionConfiguration": {"actionSummary": {"wrapper": {"otherParameterIdentifiers": [],
       "summaryString": {"formatString": "Ring ${strokes} times",
        "parameterIdentifiers": ["strokes"]}}}}}},
     "enums": [{"identifier": "Tone", "displayTypeName": {"key": "Tone"}, "cases": [
      {"identifier": "deep", "displayRepresentation": {"title": {"key": "Deep"}}},
      {"identifier": "bright", "displayRepresentation": {"title": {"key": "Clear"}}}]}],
     "entities": {}, "queries": {}, "version": "3.0"}
    """
  )

  /// The three readings of the program are the same definition; only their origin differs.
  @Test func sourceConstantsAndMetadataAreReadAlike() throws {
    func built(_ text: String, _ name: String) throws -> IntentDefinitionFile {
      try IntentDefinitionReader.read(Array(text.utf8), file: name).file
    }
    let files = [
      AppIntentsDefinition.definition(of: read([Self.triple.source])),
      try built(Self.triple.constants, "Ring.swiftconstvalues"),
      try built(Self.triple.metadata, "extract.actionsdata"),
    ]
    #expect(files.map { $0.origin?.format } == [.swift, .constants, .metadata])
    let intent = try #require(files.first?.intents.first)
    #expect(intent.replacedClass == "RingIntent" && intent.parameters.count == 3)
    #expect(
      intent.parameter(named: "tone")?.type
        == .enumeration(TypeReference("Tone"), defaultCase: "deep"))
    for file in files {
      #expect(file.origin?.unknown == [])
      var alike = file
      alike.origin = files.first?.origin
      #expect(try DefinitionJSON.text(of: alike) == DefinitionJSON.text(of: files[0]))
      for other in files {
        let diff = DefinitionDiff(from: file, to: other)
        #expect(
          !diff.changesAnswers && codes(file, other).values.allSatisfy { $0 == ["unchanged"] })
      }
    }
    // A difference in one of the three is noticed.
    let four = Self.triple.metadata.replacing(#""wrapper": 3"#, with: #""wrapper": 4"#)
    let other = try built(four, "extract.actionsdata")
    #expect(codes(files[0], other)["strokes"] == ["default-changed"])
  }

  private static let modes: [(member: String, modes: [String])] = [
    ("static let supportedModes: IntentModes = .foreground", ["foreground"]),
    (
      "static var supportedModes: IntentModes { [.background, .foreground(.dynamic)] }",
      ["background", "foreground(.dynamic)"]
    ),
    ("static let openAppWhenRun = true", ["foreground"]),
    ("static let openAppWhenRun = false", []),
    ("", []),
  ]

  /// The modes of an action are read from either member, and a configuration never runs.
  @Test(arguments: modes)
  func theModesOfAnActionAreRead(_ row: (member: String, modes: [String])) throws {
    func file(_ kind: String) -> IntentDefinitionFile {
      AppIntentsDefinition.definition(
        of: read([
          """
          struct Open: \(kind) {
            static let title: LocalizedStringResource = "Open"
            \(row.member)
          }
          """
        ]))
    }
    #expect(file("AppIntent").intents.first?.supportedModes.map(\.rawValue) == row.modes)
    #expect(file("WidgetConfigurationIntent").intents.first?.supportedModes == [])
    let text = try DefinitionJSON.text(of: file("AppIntent"))
    #expect(try DefinitionJSON.read(Array(text.utf8), file: "A.json").get() == file("AppIntent"))
    let swift = AppIntentsSwift(
      file("AppIntent"), stem: "Sample", texts: .literal, includesActions: true
    ).output.file.text
    let again = AppIntentsDefinition.definition(of: read([swift]))
    #expect(again.intents.first?.supportedModes.map(\.rawValue) == row.modes, "\(swift)")
    let schema = IntentSchema(file("AppIntent").intents[0], in: file("AppIntent"))
    let json = try IntentReport.json([IntentReport(schema)])
    #expect(json.contains("\"supportedModes\"") == !row.modes.isEmpty, "\(json)")
    #expect(row.modes.allSatisfy { json.contains("\"\($0)\"") }, "\(json)")
  }

  // MARK: Where types are

  @Test func typesComeFromOtherFilesExtensionsAndOwnProtocols() throws {
    let literals = read([
      """
      protocol BoardIntent: WidgetConfigurationIntent, Sendable {}
      extension BoardIntent {
        static var title: LocalizedStringResource { "Any board" }
        static var isDiscoverable: Bool { true }
      }
      """,
      """
      struct BoardWidget { struct Intent: BoardIntent {
        static let title: LocalizedStringResource = "Board"
        @Parameter(title: "Mode") var mode: Modes.Mode?
        @Parameter(title: "Other") var other: Mode?
        @Parameter(title: "Stops") var stops: StopList?
        @Parameter(title: "Far") var far: Module.Far?
      } }
      typealias StopList = [Stop]
      """,
      """
      enum Modes { enum Mode: String { case a } }
      extension Modes.Mode: AppEnum {
        static let caseDisplayRepresentations: [Self: DisplayRepresentation] = [Self.a: "A"]
      }
      enum Mode: Int, AppEnum {
        case b = 3, c
        static var caseDisplayRepresentations: [Mode: DisplayRepresentation] { return [
          Mode.b: .init(title: "B", subtitle: "Second", image: .init(systemName: "b.circle")),
          .c: DisplayRepresentation(title: "C", synonyms: ["Sea", "See"]),
        ] }
      }
      """,
      """
      struct Stop: Sendable { var id: String }
      extension Stop: AppEntity {
        static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Stop")
        static var defaultQuery: StopQuery { StopQuery() }
      }
      struct StopQuery: EntityQuery {
        @IntentParameterDependency<BoardWidget.Intent>(\\.$mode, \\.$other) var board
        func defaultResult() async -> Stop? { nil }
      }
      """,
    ])
    let intent = try #require(literals.intents.first)
    #expect(literals.intents.count == 1 && intent.isForWidgets && intent.isDiscoverable)
    #expect(intent.name == "Intent" && intent.qualifiedName == "BoardWidget.Intent")
    #expect(intent.title.value == LiteralText("Board"))
    let types = intent.parameters.map(\.type)
    #expect(types[0] != types[1] && intent.parameters[0].unknown.isEmpty)
    #expect(types[2] == .entity("Stop") && intent.parameters[2].isArray)
    #expect(types[3] == .other("Far"))
    #expect(
      intent.parameters[3].unknown.map(\.reason) == ["is not declared in any of the given files"])
    #expect(intent.parameters[3].unknown.first?.place == "File2.swift:6:32")
    let nested = try #require(literals.enums.first { .enumeration($0.name) == types[0] })
    #expect(nested.cases.map(\.title.value) == [LiteralText("A")])
    let plain = try #require(literals.enums.first { .enumeration($0.name) == types[1] })
    #expect(plain.cases.map(\.rawValue.value) == ["3", "4"])
    #expect(plain.cases[0].subtitle.value == LiteralText("Second"))
    #expect(plain.cases[0].image == "b.circle")
    #expect(plain.cases[1].synonyms == [LiteralText("Sea"), LiteralText("See")])
    #expect(literals.entities.map(\.query) == ["StopQuery"])
    let query = try #require(literals.queries.first)
    #expect(query.dependencies == ["Intent": ["mode", "other"]])
    #expect(query.hasDefault == true && query.entity == "Stop")
  }

  /// An alias in another file refers to a type; if several types have the same name, each target
  /// uses its own.
  @Test func aNameMeansTheNearestType() throws {
    func mode(_ name: String) -> String {
      "enum Mode: String, AppEnum { case \(name); "
        + "static let caseDisplayRepresentations: [Mode: DisplayRepresentation] = [.\(name): \"x\"] }"
    }
    func intent(_ name: String) -> String {
      "struct \(name): WidgetConfigurationIntent { @Parameter(title: \"M\") var mode: Mode? }"
    }
    let literals = AppIntentsLiterals([
      ("App/Watch/Mode.swift", mode("watch")), ("App/Watch/A.swift", intent("A")),
      ("App/Phone/Mode.swift", mode("phone")), ("App/Phone/B.swift", intent("B")),
      ("App/Both/C.swift", intent("C")),
    ])
    func cases(_ name: String) -> [String?]? {
      guard
        case .enumeration(let type)? = literals.intents.first(where: { $0.name == name })?
          .parameters.first?.type
      else { return nil }
      return literals.enums.first { $0.name == type }?.cases.map(\.name)
    }
    #expect(cases("A") == ["watch"] && cases("B") == ["phone"] && cases("C") == nil)
    let unclear = literals.intents.first { $0.name == "C" }?.parameters.first?.unknown.first
    #expect(unclear?.reason.hasPrefix("is declared more than once") == true)
  }

  // MARK: Arguments

  /// The source of a parameter with an argument, and a check of the parameter that is read from it.
  struct Argument: Sendable, CustomStringConvertible {
    var source: String
    var check: @Sendable (LiteralParameter) -> Bool
    var description: String { source }

    init(_ source: String, _ check: @escaping @Sendable (LiteralParameter) -> Bool) {
      self.source = source
      self.check = check
    }
  }

  static let arguments: [Argument] = [
    Argument("@Parameter(title: \"A\", default: true) var a: Bool") {
      $0.defaultValue == .value(.boolean(true)) && !$0.isOptional && $0.type == .value(.boolean)
    },
    Argument(
      "@Parameter(title: LocalizedStringResource(\"k\", defaultValue: \"A\", table: \"T\")) "
        + "var a: String?"
    ) {
      $0.title.value == LiteralText("k", table: "T", defaultText: "A") && $0.isOptional
    },
    Argument(
      "@Parameter(title: \"A\" as LocalizedStringResource, description: .init(\"D\")) var "
        + "a: Swift.String?"
    ) {
      $0.title.value == LiteralText("A") && $0.description.value == LiteralText("D")
        && $0.type == .value(.string)
    },
    Argument("@Parameter(title: \"A \\(name)\") var a: URL?") {
      $0.title.unknown?.reason == "is not a literal" && $0.type == .value(.url)
    },
    Argument("@Parameter(title: Texts.a) var a: Date?") { $0.title.unknown != nil },
    Argument(
      "@IntentParameter(title: \"A\", default: 1.5, controlStyle: .slider, inclusiveRange: "
        + "(0, 10)) var a: Double"
    ) {
      $0.defaultValue == .value(.decimal(1.5)) && $0.control == .value("slider")
        && $0.minimum == .value(.integer(0)) && $0.maximum == .value(.integer(10))
    },
    Argument(
      "@Parameter(title: \"A\", default: 2, controlStyle: .field, inclusiveRange: "
        + "(lowerBound: 1, upperBound: Int.max)) var a: Int"
    ) {
      $0.minimum == .value(.integer(1)) && $0.maximum == .absent
    },
    Argument("@Parameter(title: \"A\", inclusiveRange: (0, limit)) var a: Int?") {
      $0.minimum == .value(.integer(0)) && $0.maximum.unknown?.text == "(0, limit)"
    },
    Argument("@Parameter(title: \"A\", default: -0x1_0) var a: Swift.Optional<Swift.Int>") {
      $0.defaultValue == .value(.integer(-16)) && $0.isOptional && $0.type == .value(.integer)
    },
    Argument("@Parameter(title: \"A\", default: .long) var a: Detail") {
      $0.defaultValue == .value(.member("long")) && $0.type == .enumeration("Detail")
    },
    Argument("@Parameter(title: \"A\", default: Detail.short) var a: Detail") {
      $0.defaultValue == .value(.member("short"))
    },
    Argument("@Parameter(title: \"A\", default: Settings.short) var a: Detail") {
      $0.defaultValue.unknown?.reason == "is a member of another type"
    },
    Argument("@Parameter(title: \"A\", default: .standard) var a: Detail") {
      $0.defaultValue.unknown?.reason == "is not a case of Detail"
    },
    Argument("@Parameter(title: \"A\", default: .none) var a: Detail?") {
      $0.defaultValue == .absent
    },
    Argument("@Parameter(title: \"A\", default: \"x\", supportedValues: [.short]) var a: Plain?") {
      $0.unknown.contains { $0.reason == "is neither an AppEnum nor an AppEntity" }
        && $0.supportedValues.unknown != nil
    },
    Argument("@Parameter(title: \"A\", supportedValues: [.short]) var a: Detail?") {
      $0.supportedValues == .value([.member("short")])
    },
    Argument("@Parameter(title: \"A\", supportedValues: Detail.allCases) var a: [Detail]") {
      $0.supportedValues == .absent
    },
    Argument("@Parameter(title: \"A\", supportedValues: [.short, .brief]) var a: Detail?") {
      $0.supportedValues.unknown?.place == "File1.swift:3:43"
    },
    Argument("@Parameter(title: \"A\", supportedValues: Detail.few) var a: Detail?") {
      $0.supportedValues.unknown?.text == "Detail.few"
    },
    Argument("@Parameter(title: \"A\", supportedValues: [.main]) var a: Stop?") {
      $0.supportedValues.unknown?.reason == "is an entity, which only the app can make"
    },
    Argument("@Parameter(title: \"A\", default: .main) var a: Stop") {
      $0.defaultValue.unknown?.reason == "is an entity, which only the app can make"
        && $0.options == .search
    },
    Argument("@Parameter(title: \"A\", default: [], size: 2) var a: [Stop]") {
      $0.isArray && $0.defaultValue == .value(.array([]))
        && $0.sizes == .value([LiteralSize(family: nil, minimum: 2, maximum: 2)])
    },
    Argument(
      "@Parameter(title: \"A\", size: [.systemSmall: 1, .systemLarge: "
        + "IntentCollectionSize(min: 0, max: 4), .systemTall: .init(exactly: 3)]) var a: "
        + "Array<Stop>"
    ) {
      $0.sizes
        == .value([
          LiteralSize(family: "systemSmall", minimum: 1, maximum: 1),
          LiteralSize(family: "systemLarge", minimum: 0, maximum: 4),
          LiteralSize(family: "systemTall", minimum: 3, maximum: 3),
        ])
    },
    Argument("@Parameter(title: \"A\", size: 1...3) var a: [String]?") {
      $0.sizes == .value([LiteralSize(family: nil, minimum: 1, maximum: 3)]) && $0.isOptional
    },
    Argument("@Parameter(title: \"A\", size: count) var a: [Stop]") { $0.sizes.unknown != nil },
    Argument("@Parameter(title: \"A\", optionsProvider: Lines()) var a: String?") {
      $0.options == .list && $0.provider == .value("Lines")
    },
    Argument("@Parameter(title: \"A\", query: StopQuery()) var a: Stop?") {
      $0.options == .search && $0.provider == .value("StopQuery")
    },
    Argument(
      "@Parameter(title: \"A\", defaultValue: 5, defaultUnit: .minutes) var a: "
        + "Measurement<UnitDuration>"
    ) {
      $0.type == .measurement("Duration")
        && $0.defaultValue == .value(.measurement(5, unit: "minutes"))
    },
    Argument(
      "@Parameter(title: \"A\", default: Measurement(value: 2, unit: .kilometers)) var a: "
        + "Foundation.Measurement<UnitLength>?"
    ) {
      $0.type == .measurement("Length")
        && $0.defaultValue == .value(.measurement(2, unit: "kilometers"))
    },
    Argument("@Parameter(title: \"A\", kind: .time) var a: DateComponents?") {
      $0.dateKind == .value("time") && $0.type == .value(.dateComponents)
    },
    Argument(
      "@Parameter(title: \"A\", inputOptions: String.IntentInputOptions(capitalizationType: "
        + ".words, multiline: true, autocorrect: false)) var a: String?"
    ) {
      $0.capitalization == .value("words") && $0.isMultiline && $0.disablesAutocorrect
        && !$0.disablesSmartQuotes && $0.unknown.isEmpty
    },
    Argument(
      "@Parameter(title: \"A\", default: false, displayName: .init(true: \"Yes\", false: "
        + "\"No\"), requestValueDialog: IntentDialog(\"Which?\")) var a: Bool"
    ) {
      $0.trueName.value == LiteralText("Yes") && $0.falseName.value == LiteralText("No")
        && $0.prompt.value == LiteralText("Which?")
    },
    Argument(
      "@Parameter(title: \"A\", supportedContentTypes: [.pdf, UTType.image]) var a: IntentFile?"
    ) {
      $0.fileTypes == .value(["com.adobe.pdf", "public.image"])
    },
    Argument("@Parameter(title: \"A\", currencyCodes: [\"EUR\"]) var a: IntentCurrencyAmount?") {
      $0.currencies == .value(["EUR"]) && $0.type == .value(.currencyAmount)
    },
    Argument("@Parameter(title: \"A\", default: Optional.none) var a: Detail?") {
      $0.defaultValue == .absent && $0.unknown.isEmpty
    },
    Argument("@Parameter(title: \"A\", inputOptions: options) var a: String?") {
      $0.unknown.map(\.subject) == ["Board.a: inputOptions"]
    },
    Argument("@Parameter(title: \"A\", inputOptions: .init(multiline: isLong)) var a: String?") {
      $0.unknown.map(\.subject) == ["Board.a: inputOptions: multiline"] && !$0.isMultiline
    },
    Argument("@Parameter(title: \"A\", displayName: names) var a: Bool?") {
      $0.unknown.map(\.subject) == ["Board.a: displayName"]
    },
    Argument("@Parameter(title: \"A\") var a: Set<Stop>?") {
      $0.unknown.map(\.reason) == ["is a generic type, which is not read"]
    },
    Argument("@Parameter(title: \"A\", sorting: .name) var a: Stop?") {
      $0.unknown.map(\.reason) == ["is an argument that is not read"]
    },
    Argument("@Parameter(title: \"A\") var a = 3") {
      $0.type == .value(.integer) && $0.defaultValue == .value(.integer(3))
    },
    Argument("#if os(iOS)\n@Parameter(title: \"A\") var a: String?\n#endif") {
      $0.branches == ["os(iOS)"]
    },
  ]

  @Test(arguments: arguments) func anArgumentIsALiteralOrUnknown(_ row: Argument) throws {
    let found = try parameter(
      row.source,
      besides: "enum Plain: String { case short }\nstruct Lines: DynamicOptionsProvider {}")
    #expect(row.check(found), "\(found)")
  }

  /// Literals that `init()` assigns are defaults; every other value is unknown, and its position is
  /// kept.
  @Test func whatAnInitializerAssignsIsADefault() throws {
    let rows: [(members: String, expected: Literal<LiteralValue>?)] = [
      ("init() { self.a = .long }", .value(.member("long"))),
      ("init() { a = Detail.short }\ninit(a: Detail) { self.a = a }", .value(.member("short"))),
      ("init(a: Detail = .long) { self.a = a }", .absent),
      ("init() { if isNew { a = .long } }", nil), ("init() { a = load() }", nil),
      ("init() { self.init(a: .long) }\ninit(a: Detail) { self.a = a }", .value(.member("long"))),
      (
        "init() { self.init(b: 1) }\ninit(a: Detail = .short, b: Int) { self.a = a }",
        .value(.member("short"))
      ),
      (
        "init() { self.init(.long) }; init(_ x: Detail) { self.init(a: x, b: 1) }\n"
          + "init(a: Detail, b: Int) { a = a }", .value(.member("long"))
      ),
      ("init() { self.init(a: load()) }; init(a: Detail) { self.a = a }", nil),
      ("init() { self.init(a: .long) }; init(a: Detail) { if isNew { self.a = a } }", nil),
      ("init() { self.init(b: 1) }; init(b: Int) { self.init() }", .absent),
      (
        "init() { self.init(a: .long) }; "
          + "init(a: Detail) { guard let a = other(a) else { return }; self.a = a }", nil
      ),
    ]
    for (members, expected) in rows {
      let found = try parameter("@Parameter(title: \"A\") var a: Detail?", in: members)
      if let expected {
        #expect(found.defaultValue == expected, "\(members)")
      } else {
        #expect(
          found.defaultValue.unknown?.place?.hasPrefix("File1.swift:4:") == true, "\(members)")
      }
    }
    let two = try parameter(
      "@Parameter(title: \"A\", default: .short) var a: Detail", in: "init() { a = .long }")
    #expect(two.defaultValue == .value(.member("short")) && two.unknown.count == 1)
    let intents = read([
      "struct A: WidgetConfigurationIntent { init() { self.init(b: 1) }; init(c: Int) {} }"
    ]).intents
    #expect(intents.first?.unknown.map(\.text) == ["self.init(b: 1)"])
  }

  // MARK: Texts and tables

  @Test func whatIsNotALiteralIsUnknownWithItsPlace() throws {
    let literals = read([
      """
      @MyMacro @available(iOS 17, *)
      struct Board: WidgetConfigurationIntent {
        static var title: LocalizedStringResource { isPlus ? "Plus" : "Board" }
        static var description: IntentDescription { IntentDescription("About", categoryName: "C") }
        static let intentClassName = prefix + "Intent"
        static var parameterSummary: some ParameterSummary {
          Summary("Show \\(\\.$mode)", table: "Texts") { \\.$count }
        }
        @Parameter(title: "Mode") var mode: Mode?
        @Parameter(title: "Count") var count: Int?
      }
      enum Mode: String, AppEnum {
        case a, b
        static let typeDisplayRepresentation = TypeDisplayRepresentation(name: .init("Mode"))
        static let caseDisplayRepresentations = Dictionary(
          uniqueKeysWithValues: allCases.map { ($0, "") })
      }
      """
    ])
    let intent = try #require(literals.intents.first)
    #expect(intent.title.unknown?.place == "File1.swift:3:47")
    #expect(intent.title.unknown?.subject == "Board: title")
    #expect(intent.description.value == LiteralText("About"))
    #expect(intent.customClassName.unknown?.text == "prefix + \"Intent\"")
    #expect(intent.unknown.map(\.text) == ["@MyMacro"])
    #expect(
      intent.summary
        == .rows(sentence: LiteralText("Show ${mode}", table: "Texts"), others: ["count"]))
    let mode = try #require(literals.enums.first)
    #expect(mode.title.value == LiteralText("Mode"))
    #expect(
      mode.cases.map { $0.title.unknown?.place } == Array(repeating: "File1.swift:15:43", count: 2))
  }

  private func definition(_ files: String...) -> IntentDefinitionFile {
    AppIntentsDefinition.definition(of: read(files))
  }

  private func codes(_ file: IntentDefinitionFile) -> [String] {
    file.findings.map(\.code)
  }

  /// Parts of an enum that are not literals are reported, and do not count as missing.
  @Test func aTableIsReadOrSaid() throws {
    let file = definition(
      """
      enum Mode: String, AppEnum {
        case a, b
        static let caseDisplayRepresentations: [Mode: DisplayRepresentation] = [
          .a: DisplayRepresentation(
            title: "A", image: .init(systemName: symbol), synonyms: ["One", more]),
          second: "B",
        ]
      }
      """)
    let said = file.origin?.unknown.map { "\($0.subject) \($0.text)" } ?? []
    #expect(said.contains("Mode.b: title second"), "\(said)")
    #expect(said.contains("Mode.a: title: systemName symbol"), "\(said)")
    #expect(said.contains { $0.hasPrefix("Mode.a: title: synonyms") }, "\(said)")
    #expect(!codes(file).contains("case-without-title"))
  }

  /// A query that no file declares may provide a default.
  @Test func aDefaultOfAnUnknownQueryIsNotJudged() throws {
    func intent(_ query: String, _ others: String = "") -> IntentDefinitionFile {
      definition(
        """
        struct Board: WidgetConfigurationIntent { @Parameter(title: "A") var a: Stop }
        struct Stop: AppEntity { static var defaultQuery: \(query) }
        \(others)
        """)
    }
    let known = "struct StopQuery: EntityQuery {}"
    for query in ["StopQuery { StopQuery() }", "some EntityQuery { StopQuery() }"] {
      let file = intent(query, known)
      #expect(file.intents.first?.parameters.first?.isRequired == true, "\(query)")
      #expect(file.intents.first?.parameters.first?.provider == "StopQuery", "\(query)")
      let unknown = intent(query)
      #expect(unknown.intents.first?.parameters.first?.isRequired == false, "\(query)")
      #expect(unknown.origin?.unknown.map(\.subject) == ["Board.a: default"], "\(query)")
    }
  }

  /// Rows follow the order in each branch; a family that the summary does not mention has none.
  @Test func rowsAndSizesAreThoseOfTheSource() throws {
    func names(_ first: String, _ second: String) -> (rows: [String], said: Int) {
      let file = definition(
        """
        struct Board: WidgetConfigurationIntent {
          @Parameter(title: "A", default: true) var a: Bool
          @Parameter(title: "B", size: [.systemMedium: 3]) var b: [String]
          @Parameter(title: "C") var c: String?
          static var parameterSummary: some ParameterSummary {
            When(\\.$a, .equalTo, true) { Summary { \(first) } } otherwise: { Summary { \(second) } }
          }
        }
        """)
      let parameters = (file.intents.first?.parameters ?? [])
        .filter { $0.displayPriority != nil }
        .sorted { ($0.displayPriority ?? 0) < ($1.displayPriority ?? 0) }
      let sizes = file.intents.first?.parameter(named: "b")
      #expect(sizes?.maximumCount(for: .systemMedium) == 3)
      #expect(sizes?.maximumCount(for: .systemLarge) == nil)
      #expect(sizes?.minimumCount(for: .systemSmall) == nil)
      #expect(!codes(file).contains("shrinking-sizes"))
      return (parameters.map(\.name), file.origin?.unknown.count ?? 0)
    }
    #expect(names("\\.$a; \\.$c", "\\.$a; \\.$b; \\.$c") == (["a", "b", "c"], 0))
    #expect(names("\\.$c; \\.$a", "\\.$b; \\.$c") == (["b", "c", "a"], 0))
    #expect(names("\\.$a; \\.$c", "\\.$c; \\.$a") == (["a", "c"], 1))
    #expect(names("\\.$b; \\.$c", "") == (["a", "b", "c"], 0))
  }

  /// A query depends on the parameters of its type, whatever the intent's identifier is.
  @Test func aDependencyNamesTheType() throws {
    let file = definition(
      """
      struct Board: WidgetConfigurationIntent {
        static let persistentIdentifier = "OldBoard"
        @Parameter(title: "A") var a: String?
        @Parameter(title: "B", optionsProvider: Lines()) var b: String?
      }
      struct Lines: DynamicOptionsProvider {
        @IntentParameterDependency<Board>(\\.$a) var board
      }
      """)
    #expect(file.intents.first?.parameter(named: "b")?.dependencies == ["a"])
  }

  // MARK: Summaries

  private func summary(_ body: String, _ build: BuildSettings = BuildSettings()) -> LiteralSummary?
  {
    read(
      [
        """
        struct Board: WidgetConfigurationIntent {
          static var parameterSummary: some ParameterSummary {
            \(body)
          }
          @Parameter(title: "A") var a: Detail?
          @Parameter(title: "B") var b: Int?
          @Parameter(title: "C") var c: Stop?
        }
        enum Detail: String, AppEnum { case short, long }
        struct Stop: AppEntity {}
        """
      ], build
    ).intents.first?.summary
  }

  @Test func everyFormOfASummaryIsRead() {
    func rows(_ names: String...) -> LiteralSummary { .rows(sentence: nil, others: names) }
    func when(
      _ subject: LiteralSubject, _ comparison: ConditionOperator, _ values: LiteralValue...
    ) -> LiteralSummary {
      .when(
        LiteralQuestion(subject: subject, comparison: comparison, values: values), rows("a"),
        otherwise: rows("b"))
    }
    let forms: [(String, LiteralSummary)] = [
      ("\\.$a, .equalTo, .long", when(.parameter("a"), .equal, .member("long"))),
      ("\\Self.$a, .notEqualTo, Detail.long", when(.parameter("a"), .notEqual, .member("long"))),
      (
        "\\.$a, .oneOf, [.short, .long]",
        when(.parameter("a"), .oneOf, .member("short"), .member("long"))
      ),
      ("\\.$b, .lessThanOrEqualTo, 3", when(.parameter("b"), .lessOrEqual, .integer(3))),
      ("\\.$b, .greaterThan, -1", when(.parameter("b"), .greater, .integer(-1))),
      ("\\.$c, .hasNoValue", when(.parameter("c"), .hasNoValue)),
      ("\\.$c, .hasAnyValue", when(.parameter("c"), .hasValue)),
      ("\\.$c, identifier: .equalTo, \"home\"", when(.parameter("c"), .equal, .string("home"))),
      ("\\.$c, identifier: .hasPrefix, \"h\"", when(.parameter("c"), .hasPrefix, .string("h"))),
      ("\\.$c, identifier: .containing, \"h\"", when(.parameter("c"), .contains, .string("h"))),
      ("\\.$c, identifier: .beginsWith, \"h\"", when(.parameter("c"), .hasPrefix, .string("h"))),
      ("\\.$c, identifier: .endsWith, \"h\"", when(.parameter("c"), .hasSuffix, .string("h"))),
      (
        "\\.$c, identifier: .notContaining, \"h\"",
        when(.parameter("c"), .doesNotContain, .string("h"))
      ),
      ("widgetFamily: .equalTo, .systemSmall", when(.family, .equal, .member("systemSmall"))),
      (
        "widgetFamily: .oneOf, [.systemSmall, .systemTall]",
        when(.family, .oneOf, .member("systemSmall"), .member("systemTall"))
      ),
    ]
    for (arguments, expected) in forms {
      let body = "When(\(arguments)) { Summary { \\.$a } } otherwise: { Summary { \\.$b } }"
      #expect(summary(body) == expected, "\(arguments)")
      #expect(summary("return " + body) == expected)
    }
    #expect(
      summary(
        "Switch(.widgetFamily) { Case(.systemSmall) { Summary { \\.$a } }; DefaultCase { "
          + "Summary { \\.$b } } }"
      )
        == .cases(
          .family, [.init(values: [.member("systemSmall")], summary: rows("a"))],
          otherwise: rows("b")))
    #expect(
      summary(
        "Switch(\\.$a) { Case([.short, .long]) { When(\\.$b, .hasAnyValue) { Summary() } "
          + "otherwise: { Summary { \\.$b } } } }"
      )
        == .cases(
          .parameter("a"),
          [
            .init(
              values: [.member("short"), .member("long")],
              summary: .when(
                LiteralQuestion(subject: .parameter("b"), comparison: .hasValue), rows(),
                otherwise: rows("b")))
          ], otherwise: nil))
    for unread in [
      "makeSummary()", "When(\\.$b, .equalTo, limit) { Summary() } otherwise: { Summary() }",
      "Summary(\"\\(name)\")", "Summary { \\.$a }; Summary { \\.$b }",
    ] {
      guard case .unknown(let part)? = summary(unread) else {
        Issue.record("\(unread)")
        continue
      }
      #expect(part.subject == "Board: parameterSummary", "\(unread)")
      #expect(part.place?.hasPrefix("File1.swift:3:") == true, "\(unread)")
    }
  }

  // MARK: Builds

  /// Without build settings, both branches are read and marked; with them, only one is read.
  @Test func theBuildDecidesBetweenBranches() throws {
    let source = """
      struct Board: WidgetConfigurationIntent {
        #if os(iOS) && DEBUG
          static let title: LocalizedStringResource = "Debug"
          @Parameter(title: "A") var a: Bool?
        #elseif os(iOS)
          static let title: LocalizedStringResource = "Phone"
          @Parameter(title: "B") var b: Bool?
        #else
          static let title: LocalizedStringResource = "Mac"
          @Parameter(title: "C") var c: Bool?
        #endif
      }
      """
    func names(_ build: BuildSettings) -> [String] {
      read([source], build).intents.first?.parameters.map(\.name) ?? []
    }
    let all = try #require(read([source]).intents.first)
    #expect(all.parameters.map(\.name) == ["a", "b", "c"])
    #expect(
      all.parameters.map(\.branches) == [
        ["os(iOS) && DEBUG"], ["!(os(iOS) && DEBUG) && os(iOS)"],
        ["!(os(iOS) && DEBUG) && !(os(iOS))"],
      ])
    #expect(all.title.unknown?.reason == "differs between the branches of the source")
    #expect(names(BuildSettings(platform: "macOS")) == ["c"])
    #expect(names(BuildSettings(platform: "iOS")) == ["a", "b"])
    #expect(names(BuildSettings(platform: "macCatalyst", flags: ["DEBUG": true])) == ["a"])
    #expect(names(BuildSettings(platform: "iOS", flags: ["DEBUG": false])) == ["b"])
    let body = """
      if #available(iOS 18.2, *) { Summary { \\.$a } } else { Summary { \\.$b } }
      """
    let both = summary(body)
    #expect(
      both
        == .when(
          LiteralQuestion(subject: .other("#available(iOS 18.2, *)"), comparison: .hasValue),
          .rows(sentence: nil, others: ["a"]), otherwise: .rows(sentence: nil, others: ["b"])))
    for (system, row) in [("iOS 18.2", "a"), ("iOS 26", "a"), ("iOS 18.1", "b"), ("macOS 15", "a")]
    {
      let build = try #require(BuildSettings(system: system))
      #expect(summary(body, build) == .rows(sentence: nil, others: [row]), "\(system)")
    }
    #expect(BuildSettings(system: "BeOS 5") == nil && BuildSettings(system: "iOS x") == nil)
  }

  // MARK: Names with several meanings

  /// The reader does not loop on an alias of itself, does not guess an alias with two meanings, and
  /// prefers a nearer type.
  @Test func aliasesAreBoundedAndNotGuessed() throws {
    let endless = try parameter(
      #"@Parameter(title: "p") var p: Endless"#, besides: "typealias Endless = [Endless]?")
    #expect(!endless.unknown.isEmpty, "\(endless)")
    let two = try parameter(
      #"@Parameter(title: "p") var p: Value"#,
      besides: "typealias Value = String\n#if DEBUG\ntypealias Value = [Int]\n#endif")
    #expect(!two.isArray && two.type != .value(.string), "\(two)")
    #expect(two.unknown.contains { $0.reason.contains("more than once") }, "\(two.unknown)")
    let near = try parameter(
      #"@Parameter(title: "p") var p: Kind"#, besides: "typealias Kind = [Int]",
      in: """
        enum Kind: String, AppEnum {
          case one
          static let typeDisplayRepresentation: TypeDisplayRepresentation = "Kind"
          static let caseDisplayRepresentations: [Kind: DisplayRepresentation] = [.one: "One"]
        }
        """)
    #expect(!near.isArray && near.type == .enumeration("Kind"), "\(near)")
  }

  @Test func aRawValueAfterTheLargestIsNotInvented() throws {
    let literals = read([
      """
      struct Board: WidgetConfigurationIntent {
        static let title: LocalizedStringResource = "Board"
        @Parameter(title: "p") var p: Size?
      }
      enum Size: Int, AppEnum {
        case small = 1, medium, large = 9223372036854775807, huge
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Size"
        static let caseDisplayRepresentations: [Size: DisplayRepresentation] = [
          .small: "S", Self.medium: "M", .large: "L",
        ]
      }
      """
    ])
    let cases = try #require(literals.enums.first?.cases)
    #expect(cases.map(\.rawValue.value) == ["1", "2", "9223372036854775807", nil])
    #expect(cases.prefix(2).map(\.title.value?.key) == ["S", "M"])
  }

  /// The text of a raw value is its description, which has decimals for a `Double` or `Float`.
  @Test(arguments: ["Double", "Float"])
  func aRawValueOfADoubleHasDecimals(type: String) throws {
    let literals = read([
      """
      enum Grade: \(type), AppEnum {
        case low = 1, high = 2.5
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Grade"
        static let caseDisplayRepresentations: [Grade: DisplayRepresentation] = [
          .low: "L", .high: "H",
        ]
      }
      """
    ])
    #expect(literals.enums.first?.cases.map(\.rawValue.value) == ["1.0", "2.5"])
  }

  /// A wrapper can specify the type of its value, and a summary can name a property of a parameter.
  @Test func typedWrappersAndPathsIntoAParameterAreRead() throws {
    let file = board(
      """
      @Parameter<Int>(title: "B", default: 7) var b: Int
      @IntentParameter<Bool?>(title: "C") var c: Bool?
      """)
    let names = try #require(file.intents.first).parameters.map(\.name)
    #expect(names.contains("b") && names.contains("c"), "\(names)")
    let path = board(
      """
      @Parameter(title: "Z") var zone: String?
      static var parameterSummary: some ParameterSummary {
        When(\\.$stops.$zone, .equalTo, "z") {
          Summary { \\.$on }
        } otherwise: {
          Summary { \\.$zone }
        }
      }
      """)
    let unread = path.origin?.unknown.map(\.subject) ?? []
    #expect(unread == ["Board: parameterSummary"], "\(unread)")
  }

  /// A default that was not read is unknown; an optional without a default has no value.
  @Test func anUnknownDefaultIsNoAnswer() throws {
    let file = board(
      """
      @Parameter(title: "A", default: Defaults.a) var a: Bool
      @Parameter(title: "B") var b: Bool?
      @Parameter(title: "C", default: Defaults.c) var c: Int
      @Parameter(title: "D", default: Date()) var d: Date
      @Parameter(title: "E", default: Defaults.e) var e: Mode
      @Parameter(title: "F") var f: String?
      @Parameter(title: "G") var g: String?
      @Parameter(title: "H", defaultValue: 3, defaultUnit: usual) var h: Measurement<UnitLength>
      static var parameterSummary: some ParameterSummary {
        When(\\.$a, .equalTo, true) {
          Summary { \\.$a; \\.$b; \\.$f }
        } otherwise: {
          Summary { \\.$a; \\.$b; \\.$g }
        }
      }
      """)
    let intent = try #require(file.intents.first)
    let unknown = intent.parameters.filter(\.isDefaultUnknown).map(\.name)
    #expect(unknown == ["a", "c", "d", "e", "h"], "\(unknown)")
    let schema = IntentSchema(intent, in: file)
    let start = schema.evaluate(IntentDraft(), family: .systemSmall)
    for name in ["a", "b", "c", "d", "e"] {
      let state = try #require(schema.state(of: name, in: start))
      #expect(state.value == nil && state.origin == .none, "\(name) \(state)")
    }
    // The app can show either row.
    #expect(schema.visibleParameters(in: start).map(\.name) == ["a", "b", "f", "g"])
    let off = IntentDraft(values: ["a": .boolean(false)])
    let answered = schema.evaluate(off, family: .systemSmall)
    #expect(schema.visibleParameters(in: answered).map(\.name) == ["a", "b", "g"])
    let json = try DefinitionConversion.bytes(of: file, as: .json)
    let read = try IntentDefinitionReader.read(json, file: "Board.json").file
    #expect(read.intents == file.intents)
  }

  /// App Intents allows negative measurements unless the source says otherwise.
  @Test(arguments: [true, false, nil])
  func negativeMeasurementsAreReadAndWritten(_ stated: Bool?) throws {
    let argument = stated.map { ", supportsNegativeNumbers: \($0)" } ?? ""
    let isAllowed = stated ?? true
    let file = board(
      """
      @Parameter(title: "Way", defaultUnit: .kilometers\(argument)) var way: Measurement<UnitLength>?
      """)
    let schema = IntentSchema(try #require(file.intents.first), in: file)
    let draft = IntentDraft(
      values: ["way": .measurement(IntentMeasurement(value: -1, unit: "km"))])
    let issues = schema.state(of: "way", in: schema.evaluate(draft, family: .systemSmall))?.issues
    #expect((issues == []) == isAllowed, "\(issues ?? [])")
    let code = AppIntentsSwift(file, stem: "Sample", texts: .literal).output.file.text
    #expect(code.contains("supportsNegativeNumbers: false") == !isAllowed, "\(code)")
  }

  /// App Intents allows negative durations; generated code keeps what the source specified.
  @Test func generatedDurationsOfAppIntentsStayAsTheyWere() throws {
    let file = board(
      """
      @Parameter(title: "Wait", defaultUnit: .minutes) var wait: Measurement<UnitDuration>?
      @Parameter(title: "Lead", defaultUnit: .minutes, supportsNegativeNumbers: true)
      var lead: Measurement<UnitDuration>?
      @Parameter(title: "Hold", defaultUnit: .minutes, supportsNegativeNumbers: false)
      var hold: Measurement<UnitDuration>?
      """)
    let code = AppIntentsSwift(file, stem: "Sample", texts: .literal).output.file.text
    #expect(code.split(separator: "supportsNegativeNumbers").count == 2, "\(code)")
    #expect(code.contains("supportsNegativeNumbers: false"))
    #expect(file.origin?.unknown.map(\.subject) == ["Board.lead: supportsNegativeNumbers"])
    let again = AppIntentsDefinition.definition(of: read([code]))
    let json = try DefinitionConversion.bytes(of: file, as: .json)
    for other in [again, try IntentDefinitionReader.read(json, file: "Board.json").file] {
      let types = [file, other].map { $0.intents[0].parameters.map(\.type) }
      #expect(types[0] == types[1])
    }
  }

  /// The type of an entity's property is kept in JSON and in generated code.
  ///
  /// The type of `id` is kept in JSON; generated code uses a text for it, and this is reported.
  @Test func theTypesOfAnEntityAreKeptOrSaid() throws {
    let properties = #"""
      @Property(title: "At") var at: Date?
        @Property(title: "Zone") var zone: Int16?
        var id: UUID
      """#
    let file = board("", replacing: ("var id: String", properties))
    let stop = try #require(file.types.first)
    #expect(stop.ownProperties.map(\.swiftType) == ["Date", "Int16"])
    #expect(stop.identifierType == "UUID")
    let json = try DefinitionConversion.bytes(of: file, as: .json)
    #expect(try IntentDefinitionReader.read(json, file: "Board.json").file == file)
    let output = AppIntentsSwift(file, stem: "Sample", texts: .literal).output
    #expect(output.file.text.contains("var at: Date?") && output.file.text.contains("zone: Int16?"))
    let again = AppIntentsDefinition.definition(of: read([output.file.text]))
    #expect(again.types.first?.ownProperties.map(\.swiftType) == ["Date", "Int16"])
    let said = output.findings.filter { $0.code == .inexpressibleType }
    #expect(said.map(\.subject) == ["Stop"])
    #expect(
      said.first?.message.text()
        == "The identifiers of the source are of type `UUID`, and the generated ones are strings.")
    let plain = AppIntentsSwift(board(""), stem: "Sample", texts: .literal).output
    #expect(!plain.findings.contains { $0.code == .inexpressibleType })
  }

  /// The remedy for a default that was not read works in the source and in JSON.
  @Test func theRemedyForAnUnreadDefaultIsTrue() throws {
    func findings(_ file: IntentDefinitionFile) -> [GenerationFinding] {
      AppIntentsSwift(file, stem: "Sample", texts: .literal).output.findings
        .filter { $0.code == .unreadDefault }
    }
    func members(_ value: String) -> String {
      #"@Parameter(title: "N", default: \#(value)) var n: Int"#
    }
    let file = board(members("Defaults.n"))
    let found = findings(file)
    #expect(found.map(\.subject) == ["Board.n"])
    #expect(
      found.first?.remedy.text()
        == "Write it as a literal in the source, or as “default” instead of “defaultNotRead” in JSON."
    )
    #expect(findings(board(members("3"))).isEmpty)
    let json = String(
      decoding: try DefinitionConversion.bytes(of: file, as: .json), as: UTF8.self)
    #expect(json.contains(#""defaultNotRead": true"#))
    let mended = json.replacing(#""defaultNotRead": true"#, with: #""default": 3"#)
    let read = try IntentDefinitionReader.read(Array(mended.utf8), file: "Board.json").file
    #expect(findings(read).isEmpty)
    func isWhole(_ file: IntentDefinitionFile) -> Bool {
      !AppIntentsSwift(file, stem: "Sample", texts: .literal).output.file.text
        .contains("with the defaults of the definition, except those that are left out.")
    }
    #expect(isWhole(read) && !isWhole(file))
    // There is no literal for a date.
    let date = board(#"@Parameter(title: "D", default: Date()) var d: Date"#)
    #expect(
      findings(date).first?.remedy.text()
        == "Set it in the initializer of the generated intent, or return it from `defaultResult()`."
    )
  }

  /// The wrapper of a parameter can have an alias.
  ///
  /// A parameter that is declared without a wrapper, as a value of type `IntentParameter`, is
  /// reported.
  @Test func wrappersUnderAnAliasAreReadAndOthersSaid() throws {
    let literals = read([
      """
      struct Board: WidgetConfigurationIntent {
        static let title: LocalizedStringResource = "Board"
        @Parameter(title: "A") var a: String?
        @P(title: "B", default: 3) var b: Int
        @Parameter<Int>(title: "C", default: 2) var c
        let d = IntentParameter<Int>(title: "D", default: 4)
        let e: P<Int> = .init(title: "E")
        let day = Date()
        @Injected(\\.service) var service
        @AppStorage("x") var stored: Bool
        @Clamped var clamped: Int
        @ObservationIgnored var cache = Cache()
        let choice: Options.Parameter = .init()
        let other = Options.Parameter()
      }
      struct Stop: AppEntity {
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Stop"
        @Detail(title: "Zone") var zone: String
        var id: String
      }
      """,
      """
      typealias Wrapped<T> = IntentParameter<T>
      typealias P<T> = Wrapped<T>
      typealias Detail<T> = EntityProperty<T>
      @propertyWrapper struct Clamped { var wrappedValue: Int }
      struct Options { struct Parameter {} }
      """,
    ])
    let intent = try #require(literals.intents.first)
    #expect(intent.parameters.map(\.name) == ["a", "b", "c"])
    #expect(intent.parameters.map(\.type).dropFirst().allSatisfy { $0 == .value(.integer) })
    #expect(intent.parameters[1].defaultValue == .value(.integer(3)))
    #expect(literals.entities.first?.properties.map(\.name) == ["zone"])
    let said = intent.unknown.map { "\($0.subject) \($0.place ?? "")" }
    #expect(
      said == [
        "Board.service File1.swift:9:28", "Board.d File1.swift:6:7", "Board.e File1.swift:7:7",
      ])
    let file = AppIntentsDefinition.definition(of: literals)
    #expect(file.origin?.unknown.map(\.subject).contains("Board.d") == true)
  }

  /// Code in only one branch is read and reported as uncertain; with the build settings, it is
  /// certain.
  @Test func whatStandsInOneBranchIsNotCertain() throws {
    let source = """
      enum Mode: Int, AppEnum {
        case one, two = 5
        #if os(iOS)
          case three
        #else
          case four
        #endif
        case five
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Mode"
        #if os(iOS)
          static let caseDisplayRepresentations: [Mode: DisplayRepresentation] = [.one: "1"]
        #endif
      }
      struct Board: WidgetConfigurationIntent, CustomIntentMigratedAppIntent {
        static let title: LocalizedStringResource = "Board"
        #if os(iOS)
          static let intentClassName = "OldIntent"
        #endif
        #if os(iOS)
          @Parameter(title: "A", default: 1)
        #else
          @Parameter(title: "B", default: 2)
        #endif
        var a: Int
        @Parameter(title: "M") var mode: Mode?
        #if os(iOS)
          static var parameterSummary: some ParameterSummary { Summary { \\.$a } }
        #else
          static var parameterSummary: some ParameterSummary { Summary { \\.$mode } }
        #endif
      }
      """
    let unsure = read([source])
    let mode = try #require(unsure.enums.first)
    #expect(mode.cases.map(\.rawValue.value) == ["0", "5", "6", nil, nil])
    #expect(mode.cases.map { $0.title.unknown == nil } == [true, false, false, false, false])
    #expect(mode.unknown.map(\.subject).contains("Mode.three"))
    let board = try #require(unsure.intents.first)
    #expect(board.customClassName.unknown?.text == "os(iOS)")
    #expect(board.parameters.first?.unknown.first?.reason.contains("another branch") == true)
    let question = LiteralQuestion(subject: .other("#if os(iOS)"), comparison: .hasValue)
    #expect(
      board.summary
        == .when(
          question, .rows(sentence: nil, others: ["a"]),
          otherwise: .rows(sentence: nil, others: ["mode"])))
    let numbers: [String?] = ["0", "5", "6", "7"]
    let builds: [(platform: String, rows: [String], replaced: String?)] = [
      ("iOS", ["a"], "OldIntent"), ("macOS", ["mode"], nil),
    ]
    for (platform, names, replaced) in builds {
      let sure = read([source], BuildSettings(platform: platform))
      #expect(sure.intents.first?.summary == .rows(sentence: nil, others: names))
      #expect(sure.enums.first?.cases.map(\.rawValue.value) == numbers)
      #expect(sure.intents.first?.customClassName.value == replaced)
      #expect(sure.intents.first?.unknown == [] && sure.enums.first?.unknown == [])
    }
  }

  /// If two types have the same name, it is unknown which one the system finds, in whatever order
  /// the source declares them.
  @Test func typesOfOneNameAreNamedByTheirPaths() throws {
    let table = #"static let caseDisplayRepresentations: [Mode: DisplayRepresentation] = [.a: "A"]"#
    let own = "enum Mode: String, AppEnum { case a; \(table) }"
    let parts = [
      own, "enum Outer { \(own) }",
      """
      struct Board: WidgetConfigurationIntent {
        @Parameter(title: "A") var a: Mode?
        @Parameter(title: "B", default: 9007199254740993) var b: Int
      }
      """,
    ]
    for order in [parts, parts.reversed()] {
      let file = AppIntentsDefinition.definition(of: read(order))
      #expect(Set(file.enums.map(\.name)) == ["Mode", "Outer_Mode"])
      #expect(file.unreadNames == ["Mode", "Outer_Mode"])
      let board = try #require(file.intents.first)
      #expect(board.parameters[0].type == .enumeration(TypeReference("Mode"), defaultCase: nil))
      #expect(board.parameters[1].staticDefault == .integer(9_007_199_254_740_993))
    }
  }

  /// The system finds the types of App Intents by their names, so generated ones keep them.
  @Test func generatedTypesKeepTheirNames() throws {
    let literals = read([
      """
      enum Result: String, AppEnum {
        case a
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Result"
        static let caseDisplayRepresentations: [Result: DisplayRepresentation] = [.a: "A"]
      }
      struct Stop: AppEntity {
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Stop"
        static let defaultQuery = StopQuery()
        var id: String
      }
      struct StopQuery: EntityQuery {}
      struct BoardIntent: WidgetConfigurationIntent {
        static let title: LocalizedStringResource = "Board"
        @Parameter(title: "R") var r: Result?
        @Parameter(title: "S") var stop: Stop?
      }
      """
    ])
    let file = AppIntentsDefinition.definition(of: literals)
    let output = AppIntentsSwift(file, stem: "Sample", texts: .literal).output
    #expect(!output.file.text.contains("CustomIntentMigratedAppIntent"), "\(output.file.text)")
    let again = AppIntentsDefinition.definition(of: read([output.file.text]))
    #expect(again.intents.map(\.typeName) == ["BoardIntent"])
    // The name `Result` already has a meaning in the generated code.
    #expect(again.enums.map(\.name) == ["Result"] && output.file.text.contains("enum Result_2"))
    #expect(again.types.map(\.name) == ["Stop"])
    #expect(codes(file, again)["r"] == ["unchanged"] && codes(file, again)["stop"] == ["unchanged"])
  }

  /// A quantity is compared with its unit; a number in an Xcode definition is in the base unit.
  @Test func aConditionOnAQuantityHasAUnit() throws {
    let file = board(
      """
      @Parameter(title: "Way", defaultValue: 1, defaultUnit: .kilometers)
      var way: Measurement<UnitLength>
      @Parameter(title: "Span", defaultUnit: .minutes) var span: Measurement<UnitDuration>?
      @Parameter(title: "Far") var far: String?
      @Parameter(title: "Long") var long: String?
      static var parameterSummary: some ParameterSummary {
        When(\\.$way, .greaterThan, Measurement(value: 2, unit: .kilometers)) {
          Summary { \\.$way; \\.$span; \\.$far }
        } otherwise: {
          When(\\.$span, .greaterThan, Measurement(value: 5, unit: .minutes)) {
            Summary { \\.$way; \\.$span; \\.$long }
          } otherwise: {
            Summary { \\.$way; \\.$span }
          }
        }
      }
      """)
    let schema = IntentSchema(try #require(file.intents.first), in: file)
    let rows: [(way: Double, minutes: Double, shown: [String])] = [
      (1, 1, []), (3, 1, ["far"]), (1, 6, ["long"]),
    ]
    for (way, minutes, shown) in rows {
      let draft = IntentDraft(values: [
        "way": .measurement(IntentMeasurement(value: way, unit: "km")),
        "span": .timeInterval(minutes * 60),
      ])
      let rows = schema.visibleParameters(in: schema.evaluate(draft, family: .systemSmall))
      #expect(rows.map(\.name) == ["way", "span"] + shown, "\(way) \(minutes)")
    }
    let conditions = IntentReport(schema).rows.compactMap { $0.condition?.text() }
    #expect(
      conditions.contains("Way is more than 2 km")
        && conditions.contains { $0.contains("Span is more than 5 minutes") }, "\(conditions)")
    let text = #"""
      {"intents": [{"name": "A", "eligibleForWidgets": true, "parameters": [
        {"name": "way", "type": "distance", "unit": "Kilometers"},
        {"name": "far", "type": "string", "visibleWhen":
          {"parent": "way", "predicate": "DistanceValueIsGreaterThan", "value": 2000}}]}]}
      """#
    let old = try IntentDefinitionReader.read(Array(text.utf8), file: "A.json").file
    let report = IntentReport(IntentSchema(try #require(old.intents.first), in: old))
    #expect(report.rows.last?.condition?.text() == "way is more than 2000 m")
  }
}
