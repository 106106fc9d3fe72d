import DefinitionFormats
import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import IntentCodegen

/// The remedy of each finding of `generate` is followed.
///
/// Afterwards the finding is no longer reported, no stored answer is lost, and the generated code
/// compiles.
@Suite("Remedies for generated App Intents", .startsPrograms)
struct GenerationRemedyTests {
  typealias Code = GenerationFinding.Code

  /// One way to follow the remedy of a finding.
  enum Way: Sendable {
    /// Replacements of text in the definition, with a reason if stored answers are lost
    /// nevertheless.
    case definition([(old: String, new: String)], losing: String? = nil)
    /// Generating with different options.
    case request(texts: AppIntentsTexts = .keys, all: Bool = false, names: [String: String] = [:])
    /// The app's Swift code next to the generated code; the finding remains as a reminder.
    case app(String)
    /// Nothing is changed, because the remedy is to keep the definition.
    case keeping
  }

  /// A definition with one finding, and how its remedy is followed.
  struct Row: Sendable, CustomTestStringConvertible {
    var code: Code
    var definition: String
    var texts = AppIntentsTexts.keys
    var all = false
    var ways: [Way]
    var testDescription: String { code.rawValue }
  }

  private static func widget(
    _ parameters: String, rest: String = "", members: String = ""
  ) -> String {
    #"{"intents":[{"name":"Board","eligibleForWidgets":true\#(members),"#
      + #""parameters":[\#(parameters)]}]\#(rest)}"#
  }

  /// A definition with a second intent.
  private static func pair(_ members: String) -> String {
    #"{"intents":[{"name":"Board","eligibleForWidgets":true,"#
      + #""parameters":[{"name":"a","type":"boolean"}]},"#
      + #"{"name":"Open","title":"Open",\#(members)"#
      + #""parameters":[{"name":"line","type":"string"}]}]}"#
  }

  private static func child(_ number: Int) -> String {
    #","visibleWhen":{"parent":"p\#(number)","predicate":"BooleanHasExactValue","value":true}"#
  }

  /// Each combination of values of seven switches shows different rows.
  private static let manySummaries = widget(
    (0..<7).map { number in
      #"{"name":"p\#(number)","type":"boolean"},{"name":"c\#(number)","type":"integer"\#(child(number))}"#
    }.joined(separator: ","))

  /// An action with a sentence.
  private static func sentence(_ text: String, id: String = "gggggg", more: String = "") -> String {
    let combination =
      #"{"INIntentParameterCombinationTitle":"\#(text)","#
      + #""INIntentParameterCombinationTitleID":"\#(id)"}"#
    return #"{"intents":[{"name":"Open","title":"Open","configurable":true,"#
      + #""parameters":[{"name":"line","type":"string"}],"carried":{"unknown":"#
      + #"{"INIntentManagedParameterCombinations":{"line":\#(combination)}\#(more)}}}]}"#
  }

  static let rows: [Row] = [
    Row(
      code: .baseText,
      definition: widget(
        #"{"name":"a","type":"boolean","label":{"text":"Topf","id":"dddddd"}}"#),
      texts: .catalog, ways: [.keeping]),
    Row(
      code: .output,
      definition: sentence(
        "Open", more: #","INIntentResponse":{"INIntentResponseOutput":"nothing"}"#),
      all: true, ways: [.app("")]),
    Row(
      code: .prompts,
      definition: widget(
        #"{"name":"a","type":"string","prompts":[{"kind":"Primary","custom":true,"text":"Which?"}]}"#
      ), ways: [.app("")]),
    Row(
      code: .renamedType,
      definition: """
        {"origin":{"format":"swift"},"intents":[{"name":"Old","replaces":"OldIntent",
        "eligibleForWidgets":true,"parameters":[{"name":"a","type":"boolean"}]}]}
        """,
      ways: [.request(names: ["Old": "BoardConfiguration"])]),
    Row(
      code: .lostDefault,
      definition: widget(#"{"name":"page","type":"url","default":"https://example.org/"}"#),
      ways: [.app("")]),
    Row(
      code: .unreadDefault,
      definition: widget(#"{"name":"n","type":"integer","defaultNotRead":true}"#),
      ways: [.definition([(#""defaultNotRead":true"#, #""default":3"#)])]),
    Row(
      code: .sentence, definition: sentence("Open ${nothing}"), all: true, ways: [.keeping]),
    Row(
      code: .sentenceCases, definition: sentence("Open ${line}", id: "ffffff"), texts: .catalog,
      all: true, ways: [.keeping]),
    Row(
      code: .sentenceKey, definition: sentence("Open ${line}", id: "eeeeee"), all: true,
      ways: [.request(texts: .catalog)]),
    Row(
      code: .sourceLanguage, definition: widget(#"{"name":"a","type":"boolean"}"#),
      texts: .catalog, ways: [.keeping]),
    Row(
      code: .storeWord,
      definition: widget(
        #"{"name":"a","type":"boolean"}"#, members: #","title":"On my iPhone""#),
      ways: [.definition([("iPhone", "device")])]),
    Row(
      code: .action,
      definition: widget(#"{"name":"line","type":"string"}"#, members: #","configurable":true"#),
      ways: [.app("")]),
    Row(
      code: .actionNameTaken,
      definition: widget(#"{"name":"perform","type":"string"}"#, members: #","configurable":true"#),
      ways: [
        .app(
          """
          struct BoardAction: AppIntent {
            static let title: LocalizedStringResource = "Board"
            @Parameter(title: "Line") var line: String?
            func perform() async throws -> some IntentResult { .result() }
            static var parameterSummary: some ParameterSummary { Summary("Show the board") }
          }
          """)
      ]),
    Row(
      code: .defaultText,
      definition: widget(#"{"name":"line","type":"string","default":"x"}"#),
      ways: [.definition([(#","default":"x""#, "")])]),
    Row(
      code: .durationRange,
      definition: widget(#"{"name":"span","type":"timeInterval","maximum":5}"#),
      ways: [
        .app(
          """
          import Foundation
          extension Board {
            var seconds: Double? { span.map { min($0.converted(to: .seconds).value, 5) } }
          }
          """)
      ]),
    Row(
      code: .entityProperty,
      definition: widget(
        #"{"name":"stop","type":"object","object":"Stop","dynamic":true}"#,
        rest: #","types":[{"name":"Stop","properties":[{"name":"owner","type":"object","#
          + #""object":"Owner"}]},{"name":"Owner"}]"#),
      ways: [
        .app(
          """
          extension StopAppEntity {
            func owner(in owners: [String: String]) -> String? { owners[id] }
          }
          """)
      ]),
    Row(
      code: .fileKinds,
      definition: widget(#"{"name":"photo","type":"file","fileKind":"image"}"#),
      // The types belong to a framework that is missing here.
      ways: [.keeping]),
    Row(
      code: .inexpressibleCondition,
      definition: widget(
        #"{"name":"text","type":"string"},{"name":"child","type":"string","visibleWhen":"#
          + #"{"parent":"text","predicate":"StringValueContains","value":"a"}}"#),
      ways: [
        .app(
          """
          extension Board {
            var childInEffect: String? { text?.contains("a") == true ? child : nil }
          }
          """),
        .definition([(#""StringValueContains","value":"a""#, #""HasAnyValue""#)]),
      ]),
    Row(
      code: .inexpressibleName, definition: widget(#"{"name":"two words","type":"string"}"#),
      ways: [.app("extension Board { var isAskedAgain: Bool { two_words == nil } }")]),
    Row(
      code: .inexpressibleType, definition: widget(#"{"name":"thing","type":"object"}"#),
      ways: [
        .definition(
          [(#""thing","type":"object""#, #""text","type":"string""#)],
          losing: "The finding says that the parameter is left out.")
      ]),
    Row(
      code: .listDetails,
      definition: widget(
        #"{"name":"counts","type":"integer","multiple":true,"minimum":1,"maximum":9}"#),
      ways: [
        .app("extension Board { var checked: [Int] { (counts ?? []).map { min(max($0, 1), 9) } } }")
      ]),
    Row(
      code: .listSearch,
      definition: widget(#"{"name":"line","type":"string","dynamic":true,"searchable":true}"#),
      ways: [.app("")]),
    Row(
      code: .listSize,
      definition: widget(
        #"{"name":"line","type":"string","dynamic":true,"multiple":true,"fixedSize":true,"#
          + #""sizes":[{"sizeClass":"Small","size":1},{"sizeClass":"Medium","size":2},"#
          + #"{"sizeClass":"Large","size":2}]}"#),
      ways: [
        .app("extension Board { var shown: [String] { Array((line ?? []).prefix(2)) } }")
      ]),
    Row(code: .notForWidgets, definition: pair(""), ways: [.request(all: true)]),
    Row(
      code: .objectQuery,
      definition: widget(
        #"{"name":"stop","type":"object","object":"Stop"}"#, rest: #","types":[{"name":"Stop"}]"#),
      ways: [
        .app(
          """
          extension StopAppEntityQuery {
            func stored(_ identifiers: [String]) -> [StopAppEntity] {
              identifiers.map { StopAppEntity(id: $0, displayString: $0) }
            }
          }
          """)
      ]),
    Row(
      code: .place, definition: widget(#"{"name":"spot","type":"placemark"}"#),
      ways: [.app("extension Board { var isAskedAgain: Bool { spot == nil } }")]),
    Row(
      code: .pronunciation, definition: widget(#"{"name":"word","type":"speakableString"}"#),
      ways: [
        .app("extension Board { func spoken(_ sounds: [String: String]) -> String? { word } }")
      ]),
    Row(
      code: .slider,
      definition: widget(
        #"{"name":"n","type":"integer","control":"slider","minimum":1,"maximum":9}"#),
      ways: [.keeping]),
    Row(code: .systemIntent, definition: pair(#""kind":"System","#), all: true, ways: [.keeping]),
    Row(
      code: .tooManySummaries, definition: manySummaries,
      ways: [.definition([(child(5), ""), (child(6), "")])]),
    Row(
      code: .twoTranslations, definition: "", texts: .literal, ways: [.request(texts: .catalog)]),
    Row(
      code: .unknownUnit,
      definition: widget(
        #"{"name":"far","type":"distance","unit":"Leagues","defaultUnit":"Miles"}"#),
      ways: [.definition([("Leagues", "Miles")])]),
  ]

  @Test("each finding has a way to follow its remedy")
  func completeness() {
    #expect(Set(Self.rows.map(\.code)) == Set(Code.allCases))
    #expect(Self.rows.allSatisfy { !$0.ways.isEmpty })
  }

  @Test("following a remedy leaves no finding and loses no answer", arguments: rows)
  func following(row: Row) throws {
    let before = try Self.definition(row.definition)
    let request = GenerationRequest(
      form: .appIntents, access: .public, texts: row.texts, includesActions: row.all)
    let (files, findings) = Self.output(
      request, of: before, isStated: row.code != .sourceLanguage)
    #expect(findings.contains { $0.code == row.code }, "\(findings)")
    for (number, way) in row.ways.enumerated() {
      let place = "way \(number + 1)"
      switch way {
      case .definition(let edits, let reason):
        var text = row.definition
        for (old, new) in edits {
          let found = try #require(text.range(of: old), "“\(old)” is not in \(text)")
          text.replaceSubrange(found, with: new)
        }
        let after = try Self.definition(text)
        let (files, findings) = Self.output(request, of: after)
        #expect(findings == [], "\(place)")
        let diff = DefinitionDiff(from: before, to: after)
        #expect(diff.changesAnswers == (reason != nil), "\(place): \(diff.lines.map(\.text))")
        try Self.compile(files, beside: "", place)
      case .request(let texts, let all, let names):
        var other = request
        other.naming = GeneratedNaming(names: names)
        (other.texts, other.includesActions) = (texts, all || row.all)
        let (files, findings) = Self.output(other, of: before)
        // An action reports that the app must write its code.
        #expect(
          findings.allSatisfy { (all || row.all) && $0.code == .action }, "\(place): \(findings)")
        try Self.compile(files, beside: "", place)
        if row.code == .twoTranslations {
          let catalog = files.first { $0.name.hasSuffix(".xcstrings") }?.text ?? ""
          #expect(catalog.contains("\"An\"") && catalog.contains("\"Ein\""), "\(catalog)")
        }
      case .app(let code): try Self.compile(files, beside: code, place)
      case .keeping: try Self.compile(files, beside: "", place)
      }
    }
  }

  /// Turning a whole number into a decimal number would lose stored answers, so no remedy suggests
  /// it.
  @Test("no remedy for a number or a list changes its type")
  func typesAreKept() throws {
    for row in Self.rows where [.slider, .listSearch, .listSize].contains(row.code) {
      let definition = try Self.definition(row.definition)
      let findings = Self.output(GenerationRequest(form: .appIntents), of: definition).findings
      let finding = try #require(findings.first)
      #expect(finding.remedy.text().contains("would lose"), "\(finding)")
    }
  }

  /// An intent that becomes an action keeps its translations.
  @Test("a catalog has the texts of all intents that become App Intents")
  func textsOfActions() throws {
    var definition = try Self.definition(Self.pair(""))
    definition.intents[1].title = LocalizedText("Open", id: "bbbbbb")
    for (all, count) in [(false, 0), (true, 1)] {
      for texts in [AppIntentsTexts.catalog, .literal] {
        let request = GenerationRequest(form: .appIntents, texts: texts, includesActions: all)
        let catalog = try #require(
          Self.output(request, of: definition).files.first { $0.name.hasSuffix(".xcstrings") })
        let key = texts == .catalog ? "\"bbbbbb\" :" : "\"Open\" :"
        #expect(catalog.text.components(separatedBy: key).count - 1 == count, "\(catalog.text)")
      }
    }
  }

  private static func definition(_ text: String) throws -> IntentDefinitionFile {
    guard !text.isEmpty else { return twoTexts }
    return try IntentDefinitionReader.read(Array(text.utf8), file: "Sample.json").file
  }

  /// Two texts that are equal only in English.
  private static let twoTexts = IntentDefinitionFile(
    intents: [
      IntentDefinition(
        name: "Board", isEligibleForWidgets: true,
        parameters: ["bbbbbb", "cccccc"].map { id in
          ParameterDefinition(
            name: id, type: .boolean(BooleanMetadata()), displayName: LocalizedText("On", id: id))
        })
    ], enums: [], types: [])

  private static func output(
    _ request: GenerationRequest, of definition: IntentDefinitionFile, isStated: Bool = true
  ) -> (files: [GeneratedFile], findings: [GenerationFinding]) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "remedy-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let table = folder.appending(path: "de.lproj/Sample.strings")
    try? FileManager.default.createDirectory(
      at: table.deletingLastPathComponent(), withIntermediateDirectories: true)
    let german =
      #""bbbbbb" = "An"; "cccccc" = "Ein"; "eeeeee" = "Zeige ${line}"; "ffffff-x" = "Öffne";"#
    try? Data(german.utf8).write(to: table)
    if isStated {
      for (name, text) in [
        ("en.lproj/Sample.strings", #""dddddd" = "Pot";"#),
        ("A.xcodeproj/project.pbxproj", "developmentRegion = en;\n"),
      ] {
        let file = folder.appending(path: name)
        try? FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? Data(text.utf8).write(to: file)
      }
    }
    let path = folder.appending(path: "Sample.intentdefinition").path
    return request.output(
      of: definition, stem: "Sample", languages: DefinitionLanguages(of: definition, beside: path))
  }

  /// Compiles generated files with the code that only the app can write.
  private static func compile(_ files: [GeneratedFile], beside code: String, _ place: String) throws
  {
    var sources = files.filter { $0.name.hasSuffix(".swift") }.map { file in
      (name: file.name, text: file.text + AppIntentsStubs.bodies(for: file.text))
    }
    if !code.isEmpty { sources.append((name: "App.swift", text: "import AppIntents\n\(code)\n")) }
    let complaints = try SwiftCompiler.complaints(
      of: sources, arguments: AppIntentsStubs.shared.get().arguments)
    #expect(complaints == "", "\(place)")
  }
}
