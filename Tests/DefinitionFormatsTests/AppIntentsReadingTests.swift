import Foundation
import IntentModel
import Messages
import Testing

@testable import DefinitionFormats
@testable import JSONCodings

/// App Intents definitions from the output of a build: metadata and constants.
@Suite struct AppIntentsReadingTests {
  /// A board of departures whose rows depend on the family and on its style.
  static let board: String = {
    var file = URL(filePath: #filePath)
    for _ in 0..<3 { file.deleteLastPathComponent() }
    return file.appending(path: "Fixtures/AppIntents/Tram.app").path
  }()

  private func schema() throws -> IntentSchema {
    let file = try IntentDefinitionReader.read(path: Self.board).file
    return try #require(IntentSchema(intentNamed: "DepartureBoardIntent", in: file))
  }

  private func rows(
    _ family: WidgetFamily, _ values: [String: IntentValue] = [:]
  ) throws -> [String] {
    let schema = try schema()
    let evaluation = schema.evaluate(IntentDraft(values: values), family: family)
    return schema.visibleParameters(in: evaluation).map(\.name)
  }

  @Test func `The rows of a family and an answer are those of the summary, in its order`() throws {
    #expect(try rows(.systemSmall) == ["stops", "look"])
    #expect(try rows(.systemLarge) == ["stops", "look", "rows", "onlyLate"])
    #expect(try rows(.systemLarge, ["look": .enumeration("map")]) == ["stops", "look", "note"])
    #expect(try rows(.accessoryInline) == ["look"])
  }

  @Test func `A hidden row keeps its value and its default`() throws {
    let schema = try schema()
    let draft = IntentDraft(values: ["note": .string("Platform 2"), "look": .enumeration("list")])
    let intent = try schema.resolve(draft, family: .systemSmall).get()
    let values = Dictionary(uniqueKeysWithValues: intent.parameters.map { ($0.name, $0.value) })
    #expect(values["note"] == .string("Platform 2"))
    #expect(values["rows"] == .integer(3))
    #expect(values["onlyLate"] == .boolean(true))
  }

  @Test func `The parts of a parameter are read from pairs of keys and values`() throws {
    let intent = try schema().intent
    let rows = try #require(intent.parameter(named: "rows"))
    guard case .integer(let metadata) = rows.type else {
      Issue.record("\(rows.type)")
      return
    }
    #expect(metadata.control == .slider && metadata.defaultValue == 3)
    #expect(metadata.lowerLimit == 1 && metadata.upperLimit == 8)
    let stops = try #require(intent.parameter(named: "stops"))
    #expect(stops.options == .dynamic(searchable: true) && stops.provider == "TramStopQuery")
    #expect(stops.minimumCount(for: .systemMedium) == 2)
    #expect(stops.maximumCount(for: .systemLarge) == 4)
    #expect(intent.parameter(named: "walk")?.type == .timeInterval(TimeIntervalMetadata()))
    #expect(intent.isEligibleForWidgets && intent.name == "DepartureBoard")
  }

  @Test func `A definition is the same after it is written as JSON and read back`() throws {
    let file = try IntentDefinitionReader.read(path: Self.board).file
    let text = try DefinitionJSON.text(of: file)
    let again = try DefinitionJSON.read(Array(text.utf8), file: "Tram.json").get()
    #expect(again == file)
    #expect(try DefinitionJSON.text(of: again) == text)
    #expect(again.enums.first?.cases.contains { $0.isIndexStated } == false)
  }

  /// The codes of operators, and whether each operator holds for the number 3 and without a value.
  static let operators: [(code: Int, of3: Bool, ofNothing: Bool)] = [
    (0, true, false), (1, false, true), (2, true, false), (3, false, true), (4, true, true),
    (5, false, false), (6, true, false), (7, true, false), (8, false, true),
  ]

  /// The codes of operators on texts, and whether each operator holds for two texts and without a
  /// value.
  static let textOperators: [(code: Int, ofTram: Bool, ofBus: Bool, ofNothing: Bool)] = [
    (9, false, true, true), (10, true, false, false), (11, true, false, false),
    (12, false, false, false),
  ]

  @Test(arguments: textOperators)
  func `An operator on texts compares as the system does`(
    _ row: (code: Int, ofTram: Bool, ofBus: Bool, ofNothing: Bool)
  ) throws {
    let text = """
      {"actions": {"AIntent": {"identifier": "AIntent", "title": {"key": "A"}, "parameters": [
        {"name": "n", "isOptional": true, "title": {"key": "N"}, "typeSpecificMetadata": [],
         "valueType": {"primitive": {"wrapper": {"typeIdentifier": 0}}}},
        {"name": "s", "isOptional": true, "title": {"key": "S"}, "typeSpecificMetadata": [],
         "valueType": {"primitive": {"wrapper": {"typeIdentifier": 0}}}}],
       "actionConfiguration": {"whenClause": {"wrapper": {
         "condition": {"parameterIdentifier": "n", "comparisonOperator": \(row.code),
           "value": {"string": {"value": "Tr"}}},
         "when": {"actionSummary": {"wrapper": {"otherParameterIdentifiers": ["n", "s"]}}},
         "otherwise": {"actionSummary": {"wrapper": {"otherParameterIdentifiers": ["n"]}}}}}}}},
       "enums": []}
      """
    let file = try IntentDefinitionReader.read(Array(text.utf8), file: "extract.actionsdata").file
    let schema = try #require(IntentSchema(intentNamed: "AIntent", in: file))
    func shows(_ value: String?) -> Bool {
      let draft = IntentDraft(values: value.map { ["n": .string($0)] } ?? [:])
      let evaluation = schema.evaluate(draft, family: .systemSmall)
      return schema.state(of: "s", in: evaluation)?.isVisible ?? false
    }
    #expect(shows("Tram") == row.ofTram && shows("Bus") == row.ofBus && shows(nil) == row.ofNothing)
    #expect(shows("NeTr") == (row.code == 10 || row.code == 12))
  }

  @Test(arguments: operators)
  func `An operator compares as the system does`(
    _ row: (code: Int, of3: Bool, ofNothing: Bool)
  ) throws {
    let operand =
      row.code == 7
      ? #"{"array": {"values": [{"int": {"value": 3}}, {"int": {"value": 5}}]}}"#
      : #"{"int": {"value": 3}}"#
    let text = """
      {"actions": {"AIntent": {"identifier": "AIntent", "title": {"key": "A"}, "parameters": [
        {"name": "n", "isOptional": true, "title": {"key": "N"}, "typeSpecificMetadata": [],
         "valueType": {"primitive": {"wrapper": {"typeIdentifier": 2}}}},
        {"name": "s", "isOptional": true, "title": {"key": "S"}, "typeSpecificMetadata": [],
         "valueType": {"primitive": {"wrapper": {"typeIdentifier": 0}}}}],
       "actionConfiguration": {"whenClause": {"wrapper": {
         "condition": {"parameterIdentifier": "n", "comparisonOperator": \(row.code),
           "value": \(operand)},
         "when": {"actionSummary": {"wrapper": {"otherParameterIdentifiers": ["n", "s"]}}},
         "otherwise": {"actionSummary": {"wrapper": {"otherParameterIdentifiers": ["n"]}}}}}}}},
       "enums": []}
      """
    let file = try IntentDefinitionReader.read(Array(text.utf8), file: "extract.actionsdata").file
    let schema = try #require(IntentSchema(intentNamed: "AIntent", in: file))
    func shows(_ value: IntentValue?) -> Bool {
      let draft = IntentDraft(values: value.map { ["n": $0] } ?? [:])
      let evaluation = schema.evaluate(draft, family: .systemSmall)
      return schema.state(of: "s", in: evaluation)?.isVisible ?? false
    }
    #expect(shows(.integer(3)) == row.of3)
    #expect(shows(nil) == row.ofNothing)
  }

  @Test func `An unknown key, code and family are kept and reported`() throws {
    let text = """
      {"actions": {"AIntent": {"identifier": "AIntent", "title": {"key": "A"}, "brandNew": 1,
       "systemProtocols": ["com.apple.link.systemProtocol.WidgetConfiguration"], "parameters": [
        {"name": "n", "title": {"key": "N"}, "typeSpecificMetadata": ["LNNewKey", {"int": {"wrapper": 1}},
          "LNValueTypeMetadataKeyCollectionSizes",
          {"collectionSizes": {"sizes": {"systemGigantic": {"min": 0, "max": 9}}}}],
         "valueType": {"array": {"wrapper": {"memberValueType":
           {"primitive": {"wrapper": {"typeIdentifier": 99}}}}}}}]}}, "enums": []}
      """
    let file = try IntentDefinitionReader.read(Array(text.utf8), file: "extract.actionsdata").file
    let subjects = file.origin?.unknown.map(\.subject) ?? []
    #expect(subjects.contains("AIntent: brandNew"))
    #expect(subjects.contains("AIntent.n: LNNewKey"))
    let parameter = try #require(file.intents.first?.parameter(named: "n"))
    #expect(parameter.type == .other("primitive 99"))
    #expect(parameter.arraySizes?.entries.first?.sizeClass == "Gigantic")
  }

  @Test func `The constants of the compiler give the same definition`() throws {
    let text = """
      [{"typeName": "Tram.LineIntent", "kind": "struct", "file": "/a/Line.swift", "line": 3,
        "conformances": ["AppIntents.AppIntent", "AppIntents.WidgetConfigurationIntent"],
        "associatedTypeAliases": [], "properties": [
        {"label": "title", "type": "Foundation.LocalizedStringResource", "valueKind": "RawLiteral",
         "value": "Line"},
        {"label": "color", "type": "Tram.Color", "line": 7, "file": "/a/Line.swift",
         "valueKind": "InitCall", "value": {"type": "AppIntents.IntentParameter<Tram.Color>",
         "arguments": []}, "propertyWrappers": [{"type": "AppIntents.IntentParameter", "arguments": [
          {"label": "title", "type": "Foundation.LocalizedStringResource",
           "valueKind": "RawLiteral", "value": "Color"},
          {"label": "default", "type": "Tram.Color", "valueKind": "Enum",
           "value": {"name": "red"}}]}]},
        {"label": "count", "type": "Swift.Optional<Swift.Int>", "valueKind": "Runtime",
         "propertyWrappers": [{"type": "AppIntents.IntentParameter", "arguments": [
          {"label": "title", "type": "Foundation.LocalizedStringResource",
           "valueKind": "RawLiteral", "value": "Count"},
          {"label": "default", "type": "Swift.Optional<Swift.Int>", "valueKind": "Runtime"}]}]}]},
       {"typeName": "Tram.Color", "kind": "enum", "conformances": ["AppIntents.AppEnum"],
        "associatedTypeAliases": [], "cases": [{"name": "red", "rawValue": "r"}, {"name": "blue"}],
        "properties": [
        {"label": "typeDisplayRepresentation", "type": "AppIntents.TypeDisplayRepresentation",
         "valueKind": "RawLiteral", "value": "Color"},
        {"label": "caseDisplayRepresentations", "valueKind": "Dictionary", "value": [
          {"key": {"valueKind": "Enum", "value": {"name": "red"}},
           "value": {"valueKind": "RawLiteral", "value": "Red"}},
          {"key": {"valueKind": "Enum", "value": {"name": "blue"}},
           "value": {"valueKind": "RawLiteral", "value": "Blue"}}]}]}]
      """
    let file = try IntentDefinitionReader.read(
      Array(text.utf8), file: "Line.swiftconstvalues"
    ).file
    let intent = try #require(file.intents.first)
    #expect(intent.typeName == "LineIntent" && intent.isEligibleForWidgets)
    #expect(
      intent.parameter(named: "color")?.type
        == .enumeration(TypeReference("Color"), defaultCase: "r"))
    #expect(file.enums.first?.cases.map(\.name) == ["r", "blue"])
    #expect(file.enums.first?.cases.map(\.label) == ["Red", "Blue"])
    #expect(file.origin?.unknown.map(\.subject) == ["LineIntent.count: default"])
    // A parameter refers to an enum by its Swift name; the enum is stored under its identifier.
    let named = text.replacing(
      #"{"label": "typeDisplayRepresentation""#,
      with: #"{"label": "persistentIdentifier", "type": "Swift.String", "valueKind": "#
        + #""RawLiteral", "value": "Colour"}, {"label": "typeDisplayRepresentation""#)
    let renamed = try IntentDefinitionReader.read(
      Array(named.utf8), file: "Line.swiftconstvalues"
    ).file
    #expect(renamed.enums.map(\.name) == ["Colour"])
    #expect(
      renamed.intents.first?.parameter(named: "color")?.type
        == .enumeration(TypeReference("Colour"), defaultCase: "r"))
  }

  /// Defects that occur in practice, each with the definition after following its remedy.
  static let findings: [(code: String, bad: String, good: String)] = [
    (
      "required-without-default",
      #"{"name": "a", "type": "object", "object": "T", "dynamic": true, "required": true}"#,
      #"{"name": "a", "type": "object", "object": "T", "dynamic": true}"#
    ),
    (
      "minimum-size",
      """
      {"name": "a", "type": "object", "object": "T", "dynamic": true, "multiple": true,
       "sizes": [{"sizeClass": "*", "size": 2, "minimum": 2}]}
      """,
      """
      {"name": "a", "type": "object", "object": "T", "dynamic": true, "multiple": true,
       "sizes": [{"sizeClass": "*", "size": 2}]}
      """
    ),
    (
      "short-default",
      """
      {"name": "a", "type": "string", "multiple": true, "sizes": {"systemLarge": 2},
       "defaults": ["x"]}
      """,
      """
      {"name": "a", "type": "string", "multiple": true, "sizes": {"systemLarge": 2},
       "defaults": ["x", "y"]}
      """
    ),
  ]

  @Test(arguments: findings)
  func `Problems of App Intents are found, and following their remedies removes them`(
    _ row: (code: String, bad: String, good: String)
  ) throws {
    func codes(_ parameter: String) throws -> [String] {
      let text = """
        {"origin": {"format": "swift"}, "intents": [{"name": "A", "eligibleForWidgets": true,
          "parameters": [\(parameter)]}], "types": [{"name": "T"}]}
        """
      return try DefinitionJSON.read(Array(text.utf8), file: "A.json").get().findings.map(\.code)
    }
    #expect(try codes(row.bad) == [row.code])
    #expect(try codes(row.good) == [])
  }

  @Test func `A switch without a default is reported if it leaves out a value`() throws {
    func codes(_ cases: String) throws -> [String] {
      let text = """
        {"origin": {"format": "metadata"}, "intents": [{"name": "A", "eligibleForWidgets": true,
          "summary": {"switch": {"parameter": "b"}, "cases": [\(cases)]},
          "parameters": [{"name": "b", "type": "boolean"}]}]}
        """
      return try DefinitionJSON.read(Array(text.utf8), file: "A.json").get().findings.map(\.code)
    }
    let on = #"{"values": [true], "then": {"rows": ["b"]}}"#
    #expect(try codes(on) == ["shows-nothing"])
    #expect(try codes(on + #", {"values": [false], "then": {"rows": ["b"]}}"#) == [])
  }

  /// In an enum of seventy cases, the one case that is not covered is found at any position, and no
  /// other case is reported.
  @Test func `A value that no nested case covers is found`() throws {
    func codes(_ summary: String) throws -> [String] {
      let cases = (0..<70).map { #"{"name": "c\#($0)", "label": "C\#($0)"}"# }.joined(
        separator: ",")
      let text = """
        {"origin": {"format": "metadata"}, "intents": [{"name": "A", "eligibleForWidgets": true,
          "summary": \(summary),
          "parameters": [{"name": "look", "type": "enum", "enum": "Look", "default": "c0"}]}],
          "enums": [{"name": "Look", "unknownCase": false, "cases": [\(cases)]}]}
        """
      return try DefinitionJSON.read(Array(text.utf8), file: "A.json").get().findings.map(\.code)
    }
    func shown(_ numbers: Range<Int>) -> String {
      let cases = numbers.map { #"{"values": ["c\#($0)"], "then": {"rows": ["look"]}}"# }
      return #"{"switch": {"parameter": "look"}, "cases": [\#(cases.joined(separator: ","))]}"#
    }
    let first = #""when": {"parameter": "look", "is": "equal", "values": ["c0"]}"#
    func nested(_ otherwise: String) -> String {
      "{\(first), \"then\": {\"rows\": [\"look\"]}, \"otherwise\": \(otherwise)}"
    }
    #expect(try codes(shown(0..<70)) == [])
    #expect(try codes(shown(0..<69)) == ["shows-nothing"])
    #expect(try codes(nested(shown(1..<70))) == [])
    #expect(try codes(nested(shown(2..<70))) == ["shows-nothing"])
  }

  /// Unreadable parts are reported, and do not count as missing.
  @Test func `Metadata of an unknown form is not guessed`() throws {
    func unknown(_ parameter: String, _ configuration: String = "null") throws -> [String] {
      let text = """
        {"generator": {}, "enums": [7], "entities": {"Z": 5}, "queries": {"Q": 1}, "actions": {
          "A": {"identifier": "A", "isDiscoverable": false,
            "systemProtocols": ["com.apple.link.systemProtocol.WidgetConfiguration"],
            "parameters": [\(parameter)], "actionConfiguration": \(configuration)}}}
        """
      let file = try IntentDefinitionReader.read(Array(text.utf8), file: "a.actionsdata").file
      var said = (file.origin?.unknown ?? []).map { "\($0.subject): \($0.reason)" }
      for intent in file.intents {
        let unread = intent.summary?.branches.filter { $0.rows == nil } ?? []
        said += unread.map { _ in "summary" }
      }
      return said
    }
    let others = ["enums: is not an enum", "Z: is not an entity", "Q: is not a query"]
    #expect(try Set(unknown("")).isSuperset(of: others))
    let odd = #"["LNValueTypeSpecificMetadataKeyDefaultValue", {"measurement": {"value": 3}}]"#
    let said = try unknown(
      """
      {"name": "a", "valueType": {"primitive": {"wrapper": {"typeIdentifier": 2}}},
       "typeSpecificMetadata": \(odd)}, "x"
      """)
    #expect(said.contains { $0.contains("A.a: default") }, "\(said)")
    #expect(said.contains { $0.contains("is not a parameter") }, "\(said)")
    for (flag, type) in [
      ("StringAutocorrect", #""primitive": {"wrapper": {"typeIdentifier": 0}}"#),
      ("StringMultiline", #""primitive": {"wrapper": {"typeIdentifier": 0}}"#),
      ("NumberControlStyle", #""primitive": {"wrapper": {"typeIdentifier": 2}}"#),
      ("CurrencyCodes", #""intents": {"wrapper": {"typeIdentifier": 14}}"#),
      ("FileSupportedTypes", #""intents": {"wrapper": {"typeIdentifier": 12}}"#),
      ("MeasurementDefaultUnitSymbol", #""measurement": {"wrapper": {"unitType": 1}}"#),
    ] {
      let said = try unknown(
        """
        {"name": "a", "valueType": {\(type)},
         "typeSpecificMetadata": ["LNValueTypeMetadataKey\(flag)", {"odd": 3}]}
        """)
      #expect(said.contains { $0.hasPrefix("A.a: ") }, "\(flag): \(said)")
    }
    let new = try unknown(
      "",
      """
      {"whenClause": {"wrapper": {"newKey": 1, "condition": {"parameterIdentifier": "a",
        "comparisonOperator": 0, "newSign": 2}, "when": {"switchStatement": {"wrapper": {
          "parameterIdentifier": "a", "cases": [{"isDefaultCase": true, "newFlag": 1,
            "configuration": {"actionSummary": {"wrapper": {"newRow": 1}}}}]}}}}}}
      """)
    for key in ["newKey", "newSign", "newFlag", "newRow"] {
      #expect(
        new.contains("A: summary: \(key): is a key that this program does not know"), "\(new)")
    }
    let rows = #"{"actionSummary": {"wrapper": {"otherParameterIdentifiers": ["a"]}}}"#
    for condition in [
      #"{"parameterIdentifier": "a", "comparisonOperator": 2, "value": {"odd": 1}}"#,
      #"{"parameterIdentifier": "a", "comparisonOperator": 2}"#,
      """
      {"parameterIdentifier": "a", "comparisonOperator": 7,
       "value": {"array": {"values": [{"odd": 1}, {"string": {"value": "b"}}]}}}
      """,
    ] {
      let summary = #"{"whenClause": {"wrapper": {"condition": \#(condition), "when": \#(rows)}}}"#
      #expect(try unknown("", summary).contains("summary"), "\(condition)")
    }
    for one in [
      #"{"value": {"odd": 1}, "configuration": \#(rows)}"#, #"{"value": {"int": {"value": 1}}}"#,
      "3",
    ] {
      let summary =
        #"{"switchStatement": {"wrapper": {"parameterIdentifier": "a", "cases": [\#(one)]}}}"#
      #expect(try unknown("", summary).contains("summary"), "\(one)")
    }
  }

  /// Thousands of alternatives are described without a stack that grows with their number.
  @Test func `A row that half of thousands of cases show is described`() throws {
    let names = 0..<4_000
    let cases = names.map { #"{"name": "c\#($0)", "label": "C\#($0)"}"# }.joined(separator: ",")
    let shown = names.map { number in
      #"{"values": ["c\#(number)"], "then": {"rows": ["look"\#(number % 2 == 0 ? #", "n""# : "")]}}"#
    }.joined(separator: ",")
    let text = """
      {"origin": {"format": "metadata"}, "intents": [{"name": "A", "eligibleForWidgets": true,
        "summary": {"switch": {"parameter": "look"}, "cases": [\(shown)]},
        "parameters": [{"name": "look", "type": "enum", "enum": "Look", "default": "c0"},
          {"name": "n", "type": "string"}]}],
        "enums": [{"name": "Look", "unknownCase": false, "cases": [\(cases)]}]}
      """
    let file = try DefinitionJSON.read(Array(text.utf8), file: "A.json").get()
    let schema = try #require(IntentSchema(intentNamed: "A", in: file))
    let row = try #require(IntentReport(schema).rows.last)
    #expect(try #require(row.condition).text().contains("C3998"))
  }

  /// What the Swift 6.3 compiler writes for the modes of an action, `allCases`, raw values of type
  /// `Float`, and two enums with the same name.
  @Test func `Constants have modes, all cases, exact numbers and separate names`() throws {
    func parameter(_ name: String, _ type: String, _ argument: String) -> String {
      """
      {"label": "\(name)", "type": "\(type)", "valueKind": "Runtime", "propertyWrappers": [
        {"type": "AppIntents.IntentParameter", "arguments": [
          {"label": "title", "type": "Swift.String", "valueKind": "RawLiteral", "value": "T"}\(argument)]}]}
      """
    }
    func enumeration(_ name: String, _ type: String, _ raw: String) -> String {
      """
      {"typeName": "\(name)", "kind": "enum", "file": "/a/Tram.swift", "line": 2,
        "conformances": ["AppIntents.AppEnum"], "associatedTypeAliases": [],
        "cases": [{"name": "low", "rawValue": "\(raw)"}], "properties": [
        {"label": "rawValue", "type": "\(type)", "valueKind": "Runtime"},
        {"label": "caseDisplayRepresentations", "valueKind": "Dictionary", "value": []}]}
      """
    }
    let all = #"{"baseType": "Tram.Grade", "memberLabel": "allCases"}"#
    let parameters = [
      parameter(
        "grade", "Tram.Grade",
        #", {"label": "supportedValues", "valueKind": "MemberReference", "value": \#(all)}"#),
      parameter("own", "Tram.Outer.Mode", ""),
      parameter(
        "n", "Swift.Int",
        #", {"label": "default", "type": "Swift.Int", "valueKind": "RawLiteral", "value": "9007199254740993"}"#
      ),
    ]
    let text = """
      [{"typeName": "Tram.Go", "kind": "struct", "conformances": ["AppIntents.AppIntent"],
        "associatedTypeAliases": [], "properties": [
        {"label": "supportedModes", "type": "AppIntents.IntentModes", "valueKind": "Array", "value": [
          {"valueKind": "MemberReference",
           "value": {"baseType": "AppIntents.IntentModes", "memberLabel": "background"}},
          {"valueKind": "StaticFunctionCall", "value": {"type": "AppIntents.IntentModes",
           "memberLabel": "foreground", "arguments": [{"label": "", "valueKind": "Enum",
           "value": {"name": "dynamic"}}]}}]},
        \(parameters.joined(separator: ",\n"))]},
       {"typeName": "Tram.Old", "kind": "struct", "conformances": ["AppIntents.AppIntent"],
        "associatedTypeAliases": [], "properties": [
        {"label": "openAppWhenRun", "type": "Swift.Bool", "valueKind": "RawLiteral", "value": "true"}]},
       \(enumeration("Tram.Grade", "Swift.Float", "1")),
       \(enumeration("Tram.Mode", "Swift.String", "a")),
       \(enumeration("Tram.Outer.Mode", "Swift.String", "c"))]
      """
    let file = try IntentDefinitionReader.read(
      Array(text.utf8), file: "Tram.swiftconstvalues"
    ).file
    #expect(file.intents.map(\.supportedModes) == [[.background, .dynamic], [.foreground]])
    let go = try #require(file.intents.first)
    #expect(
      go.parameter(named: "grade")?.type == .enumeration(TypeReference("Grade"), defaultCase: nil))
    #expect(
      go.parameter(named: "own")?.type
        == .enumeration(TypeReference("Outer_Mode"), defaultCase: nil))
    #expect(go.parameter(named: "n")?.staticDefault == .integer(9_007_199_254_740_993))
    #expect(file.enums.map(\.name) == ["Grade", "Mode", "Outer_Mode"])
    #expect(file.enums.map { $0.cases.map(\.name) } == [["1.0"], ["a"], ["c"]])
    let said = (file.origin?.unknown ?? []).map { "\($0.subject) \($0.code)" }
    #expect(said == ["Mode: name name-not-literal", "Outer_Mode: name name-not-literal"])
  }

  @Test func `A damaged file of constants is not ignored`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("[]".utf8).write(to: folder.appending(path: "Whole.swiftconstvalues"))
    try Data(#"[{"typeName": "#.utf8).write(to: folder.appending(path: "Half.swiftconstvalues"))
    #expect(throws: FormatErrors.self) { try IntentDefinitionReader.read(path: folder.path) }
  }
}
