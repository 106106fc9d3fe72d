import DefinitionFormats
import IntentCodegen
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import AppIntentsMigration

/// The syntax tree of the generated code matches the definition.
@Suite struct GeneratedCodeTests {
  /// The definitions of the package, random definitions, and those of the corpus, if there is one.
  ///
  /// Every intent configures widgets and has a unique name.
  private static let definitions: [DefinitionFile] = {
    let all = DefinitionFile.ofRepository + DefinitionFile.random + DefinitionFile.ofCorpus
    return all.map { file in
      var file = file
      for index in file.definition.intents.indices {
        file.definition.intents[index].isEligibleForWidgets = true
        file.definition.intents[index].className = "Intent\(index)"
      }
      return file
    }
  }()

  /// The generated code for a definition, and the result of reading that code.
  private struct Generated: Sendable {
    var file: DefinitionFile
    var generator: AppIntentsSwift
    var source: AppIntentsSource

    init(_ file: DefinitionFile, texts: AppIntentsTexts = .keys) {
      self.file = file
      generator = AppIntentsSwift(file.definition, stem: "Sample", texts: texts)
      let output = generator.output.file
      source = AppIntentsSource([(output.name, output.text)])
    }
  }

  /// The generated code of all definitions, with texts by key; it is read only once because the
  /// parser is slow in a debug build.
  private static let generated = definitions.map { Generated($0) }

  // MARK: Literals

  /// Xcode reads titles, sizes and conditions from the source, so they must be literals.
  @Test(arguments: AppIntentsTexts.allCases)
  func whatABuildToolReadsIsALiteral(texts: AppIntentsTexts) {
    var counts: [String: Int] = [:]
    // The other kinds of code differ only in their texts, so some of the definitions are enough.
    let some = TestDepth.part(8, of: Self.definitions)
    for one in texts == .keys ? Self.generated : some.map({ Generated($0, texts: texts) }) {
      let (file, source) = (one.file, one.source)
      #expect(source.malformed.isEmpty, "\(file.path)")
      var values = source.intents.flatMap(\.literals)
      values += source.enums.values.flatMap(\.literals)
      values += source.entities.values.flatMap(\.literals)
      for parameter in source.intents.flatMap(\.parameters) {
        values += parameter.arguments.filter { $0.label != "optionsProvider" }
      }
      let conditions = source.intents.compactMap(\.summary).flatMap(\.questions).map(\.operand)
      for value in values + conditions {
        #expect(value.value.isLiteral, "\(file.path):\(value.place.line) \(value.label)")
      }
      for value in values { counts[value.label, default: 0] += 1 }
      counts["condition", default: 0] += conditions.count
    }
    guard texts == .keys else { return }
    for label in ["title", "size", "intentClassName", "inclusiveRange", "default", "condition"] {
      #expect(counts[label, default: 0] > 5, "\(label) \(counts)")
    }
  }

  /// Shows that the test can fail: these expressions are not literals.
  @Test(arguments: [
    "\"a\\(b)\"", "names.title", "makeTitle()[0]", "self.title", "a + b", "{ \"a\" }()",
    "Self.title",
    "LocalizedStringResource(key)", "[.systemSmall: count]",
  ])
  func anExpressionIsNotALiteral(text: String) throws {
    let source = AppIntentsSource([
      ("a.swift", "struct A: AppIntent { static let title: LocalizedStringResource = \(text) }")
    ])
    let value = try #require(source.intents.first?.literals.first)
    #expect(!value.value.isLiteral)
  }

  // MARK: The round trip

  /// Generated code reads back as the definition, except for the differences that the generator
  /// reports.
  @Test func whatIsGeneratedReadsBackAsTheDefinition() throws {
    var (compared, rows, hidden) = (0, 0, 0)
    for (number, file) in Self.definitions.enumerated() {
      let generator = AppIntentsSwift(
        file.definition, stem: "Sample", texts: .literal, includesActions: true)
      let output = generator.output
      let said = Set(output.findings.map(\.subject))
      let read = AppIntentsDefinition.definition(
        of: AppIntentsLiterals([(output.file.name, output.file.text)]))
      #expect(read.origin?.unknown == [], "\(file.path)")
      for outline in generator.outlines {
        let schema = IntentSchema(outline.intent, in: file.definition)
        let name = "\(file.path) \(outline.intent.name)"
        let intent = try #require(
          read.intents.first { $0.replacedClass == outline.intent.typeName }, "\(name)")
        #expect(intent.isEligibleForWidgets == outline.intent.isEligibleForWidgets, "\(name)")
        #expect(intent.typeName == outline.intent.typeName, "\(name)")
        for property in outline.properties {
          guard let own = property.name,
            let before = schema.parameter(named: property.parameter)
          else {
            #expect(said.contains("\(outline.intent.name).\(property.parameter)"), "\(name)")
            continue
          }
          let after = try #require(intent.parameter(named: own), "\(name).\(own)")
          let expected = Self.words(of: before, in: file.definition)
          let found = Self.words(of: after, in: read)
          let isSaid = said.contains("\(outline.intent.name).\(property.parameter)")
          #expect(expected == found || isSaid, "\(name).\(own)")
          compared += 1
        }
        let excused = output.findings.contains {
          $0.subject == outline.intent.name || $0.message.text().contains("row is")
        }
        guard !excused, intent.summary != nil else { continue }
        var random = SeededGenerator(seed: UInt64(number))
        let readSchema = IntentSchema(intent, in: read)
        for _ in 0..<30 {
          let draft = random.draft(for: schema)
          var copy = IntentDraft()
          for property in outline.properties {
            if let own = property.name { copy[own] = draft[property.parameter] }
          }
          let visible = schema.evaluate(draft, family: .systemLarge).visible
          // Of two parameters with the same name, only the first is generated.
          var seen = Set<String>()
          let expected = visible.compactMap { position in
            outline.properties.first {
              $0.parameter == outline.intent.parameters[position].name
            }?.name
          }.filter { seen.insert($0).inserted }
          let shown = readSchema.evaluate(copy, family: .systemLarge).visible.map {
            intent.parameters[$0].name
          }
          #expect(shown == expected, "\(name) \(draft)")
          rows += 1
          hidden += schema.displayOrder.count - visible.count
        }
      }
    }
    #expect(compared > 150 && rows > 1_000 && hidden > 300)
  }

  /// The properties of a parameter that both formats can express, in words.
  private static func words(
    of parameter: ParameterDefinition, in file: IntentDefinitionFile
  ) -> [String] {
    let type: [String]
    let isList = parameter.supportsMultipleValues
    var seen = Set<String>()
    switch parameter.type {
    case .boolean(let metadata):
      let (on, off) = (metadata.trueName.text, metadata.falseName.text)
      type = on != nil && off != nil ? [on ?? "", off ?? ""] : []
    case .integer(let metadata):
      let ends = [metadata.lowerLimit, metadata.upperLimit].map { $0.map { "\($0)" } ?? "open" }
      type = ends + (isList ? [] : ["\(metadata.control == .field)"])
    case .decimal(let metadata):
      let ends = [metadata.lowerLimit, metadata.upperLimit].map { $0.map { "\($0)" } ?? "open" }
      type = ends + (isList ? [] : [metadata.control.rawValue])
    case .string(let metadata):
      type = [
        "\(metadata.isMultiline)", "\(metadata.disablesAutocorrect)",
        "\(metadata.disablesSmartQuotes)", "\(metadata.disablesSmartDashes)",
      ]
    case .enumeration:
      type =
        file.enumeration(of: parameter.type)?.choices.filter { seen.insert($0.name).inserted }
        .flatMap { item in
          [item.name, item.label.isEmpty ? item.name : item.label]
        } ?? []
    case .dateComponents(let metadata): type = ["\(metadata.kind)"]
    case .timeInterval(let metadata): type = [metadata.standardUnit.rawValue]
    case .measurement(let metadata):
      type = [metadata.dimension.rawValue, metadata.standardUnit.name]
    case .currencyAmount(let metadata): type = metadata.currencyCodes
    case .object, .url, .placemark, .person, .file, .paymentMethod, .speakableString, .other:
      type = []
    }
    let label = parameter.displayName.text.flatMap { $0.isEmpty ? nil : $0 } ?? parameter.name
    let sizes = WidgetFamily.allCases.map { family in
      parameter.hasFixedSize && parameter.supportsMultipleValues
        ? parameter.maximumCount(for: family).map { "\($0)" } ?? "" : ""
    }
    // The query of an entity serves all parameters of its type.
    let isObject = if case .object = parameter.type { true } else { false }
    let options = parameter.options
    let choices = isObject ? [] : ["\(options.isDynamic)", "\(options.isSearchable)"]
    return [parameter.type.name, label, "\(parameter.supportsMultipleValues)"]
      + choices + type + sizes
  }

  // MARK: The comparison

  /// Parts that cannot be compared are reported, and the comparison ends even if a definition has
  /// many combinations of answers.
  @Test func combinationsOfAnswersHaveALimit() throws {
    let cases = (0..<150).map { #"{"name": "c\#($0)"}"# }.joined(separator: ", ")
    let parameters = ["A", "B"].map { name in
      """
      {"name": "of\(name)", "type": "enum", "enum": "\(name)"},
      {"name": "below\(name)", "type": "string", "visibleWhen":
        {"parent": "of\(name)", "predicate": "EnumHasExactValue", "value": "c1"}}
      """
    }
    let text = """
      {"intents": [{"name": "Many", "eligibleForWidgets": true, "parameters": [\(
        parameters.joined(separator: ", "))]}],
       "enums": [{"name": "A", "cases": [\(cases)]}, {"name": "B", "cases": [\(cases)]}]}
      """
    let reading = try IntentDefinitionReader.read(Array(text.utf8), file: "Many.json")
    let output = AppIntentsSwift(reading.file, stem: "Many").output.file
    let report = MigrationCheck(
      [MigratedDefinition(reading.file, path: "Many.json")],
      sources: MigrationSources(AppIntentsSource([(output.name, output.text)]))
    ).report(files: ["Many.json"])
    let limits = report.check.findings.filter { $0.sentence.contains("only 10000 combinations") }
    #expect(limits.map(\.code) == ["not-judged"], "\(report.check.findings.map(\.sentence))")
  }

  /// The generated code loses only what the generator reports as not carried over.
  @Test func whatIsGeneratedKeepsEveryAnswer() {
    var kept = 0
    for one in Self.generated {
      let (file, generator) = (one.file, one.generator)
      let report = MigrationCheck(
        [MigratedDefinition(file.definition, path: file.path)],
        sources: MigrationSources(one.source)
      ).report(files: [file.path])
      let said = Set(
        generator.output.findings.filter { !$0.message.text().contains("row is") }.map(\.subject))
      let excused = generator.output.findings.contains {
        $0.message.text().contains("row is") || $0.message.text().contains("every row")
      }
      for (intent, outline) in zip(report.intents, generator.outlines) {
        #expect(intent.className == outline.intent.typeName)
        for answer in intent.answers where answer.fate != .kept {
          // Without the old code, the identifiers of objects are unknown.
          if answer.fate == .notJudged,
            case .object? = outline.intent.parameter(named: answer.name)?.type
          {
            continue
          }
          #expect(said.contains("\(outline.intent.name).\(answer.name)"), "\(file.path) \(answer)")
        }
        kept += intent.answers.count { $0.fate == .kept }
      }
      #expect(report.intents.count == generator.outlines.count)
      let wrong = report.check.findings.filter { $0.severity != .note }
        .filter { !(excused && $0.code.hasPrefix("row-")) }
        .filter { !$0.sentence.contains("A stored place can arrive empty") }
      let lost = Set(
        generator.output.findings.filter { $0.code == .lostDefault }.map(\.subject)
      ).count
      // The migration suggests the generator's remedy only for a default that the generator reports
      // as lost.
      let unsaid = wrong.filter {
        $0.code != "default-changed"
          || $0.remedy != "Set it in the initializer of the generated intent."
      }
      #expect(unsaid.isEmpty, "\(file.path) \(unsaid.map { $0.message.text() })")
      #expect(wrong.count - unsaid.count <= lost, "\(file.path)")
    }
    #expect(kept > 150)
  }
}
