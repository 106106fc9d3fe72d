package import DefinitionFormats
import IntentCodegen
package import IntentModel
import Messages

/// Compares the hand-written App Intents of a project with those that are generated from its old
/// definitions.
///
/// The system finds the successor of a stored intent by the name of its class, and maps parameters
/// by name and type (WidgetKit, "Migrating widgets from SiriKit Intents to App Intents"). The
/// expected names and types are those that `AppIntentsSwift` writes; its output is read like any
/// other source, so the generator and the check interpret a definition in the same way. For
/// defaults, units, ranges and sizes it uses the verdicts of `diff` between the definition and the
/// new App Intents.
package struct MigrationCheck {
  private let definitions: [DefinitionMigration]
  private let sources: MigrationSources

  /// Prepares a comparison.
  ///
  /// - Parameters:
  ///   - definitions: The old definitions; a class in several of them is compared once.
  ///   - classPrefix: The class prefix from the build settings, for definitions without one.
  ///   - sources: The code of the project before and after, and the known facts about its widgets.
  package init(
    _ definitions: [MigratedDefinition], classPrefix: String = "", sources: MigrationSources
  ) {
    self.sources = sources
    var seen = Set<String>()
    self.definitions = definitions.map { definition in
      DefinitionMigration(definition, classPrefix: classPrefix, sources: sources, seen: &seen)
    }
  }

  /// Reports what happens to each stored answer, and why.
  package func report(files: [String]) -> MigrationReport {
    var findings = (sources.new.malformed + sources.old.malformed)
      .firsts
      .map { place in
        CheckFinding(
          at: place, .warning, .syntax,
          sentence: "This cannot be read as Swift, so parts of the file may be overlooked.",
          remedy: "Correct it. If it compiles, write it differently.")
      }
    var matching = SuccessorMatching(
      sources.new.intents, typeNames: Set(definitions.flatMap(\.typeNames)),
      isWhole: sources.isWholeProject)
    var intents: [MigrationReport.Intent] = []
    for definition in definitions {
      let (own, more) = definition.result(&matching)
      intents += own
      findings += more
    }
    let widgets = WidgetComparison(sources)
    let successors = Set(intents.compactMap(\.successor))
    let replaced = Set(
      sources.new.intents.filter { successors.contains($0.name) }.map(\.path))
    let (ofAppIntents, more) = AppIntentsComparison(sources).result(besides: replaced)
    intents += ofAppIntents
    findings += more + matching.unknownClasses + widgets.fixedFindings + sources.unreadable
    findings += StoreRules(sources).findings
    if sources.isWholeProject {
      findings += widgets.unknownClasses(besides: Set(definitions.flatMap(\.typeNames)))
    }
    return MigrationReport(
      intents: intents,
      check: CheckReport(files: files.map { visible($0) }, findings: Self.merged(findings)))
  }

  /// The findings, with a single finding for all families that cannot be compared.
  private static func merged(_ findings: [CheckFinding]) -> [CheckFinding] {
    let unclear = findings.filter { $0.message == .familiesNotLiteral }
    let places = Set(unclear.map { "\($0.file):\($0.line ?? 0)" })
    guard places.count > 1, var first = unclear.first else { return findings }
    first.subject = nil
    first.message =
      "The families of \(places.count) widgets are not literals, so they cannot be compared."
    return findings.filter { $0.message != .familiesNotLiteral } + [first]
  }
}

/// An old definition with its positions and its translations.
package struct MigratedDefinition {
  /// The definition.
  package var file: IntentDefinitionFile

  /// The positions of its elements.
  package var positions: DefinitionPositions

  /// The path of its file.
  package var path: String

  /// The texts in each language.
  package var localizations: [DefinitionLocalization]

  /// Makes a definition with the known facts about its file.
  package init(
    _ file: IntentDefinitionFile, positions: DefinitionPositions = .none, path: String,
    localizations: [DefinitionLocalization] = []
  ) {
    self.file = file
    self.positions = positions
    self.path = path
    self.localizations = localizations
  }
}

/// The code of a project before and after its migration.
package struct MigrationSources {
  /// The code that contains the old handlers and widgets.
  package var old: AppIntentsSource

  /// The code that contains the App Intents.
  package var new: AppIntentsSource

  /// Whether the old code is in a separate folder.
  package var isApart: Bool

  /// Whether the old code is a whole project.
  package var isWholeProject: Bool

  /// Whether the new project has a definition, as far as is known.
  package var keepsDefinition: Bool

  /// The widgets from manifests, and the kinds that the caller gives.
  package var known: [KnownWidget]

  /// The string tables next to the new code; nil if there are none.
  package var tables: TranslationTables?

  /// The targets of the new project, if its Xcode project lists them.
  package var targets = XcodeTargets(projects: [])

  /// The findings about definitions and String Catalogs that cannot be read.
  package var unreadable: [CheckFinding] = []

  /// Makes the sources; without separate old code, the new code is also the old code.
  package init(
    _ new: AppIntentsSource, old: AppIntentsSource? = nil, isWholeProject: Bool = false,
    keepsDefinition: Bool = true, known: [KnownWidget] = [], tables: TranslationTables? = nil
  ) {
    self.new = new
    self.old = old ?? new
    isApart = old != nil
    self.isWholeProject = isWholeProject
    self.keepsDefinition = keepsDefinition
    self.known = known
    self.tables = tables
  }
}

/// A definition and the types that replace its intents.
struct DefinitionMigration {
  let definition: IntentDefinitionFile
  let expected: AppIntentsSource
  let sources: MigrationSources
  let localizations: [DefinitionLocalization]

  private let path: String
  private let positions: DefinitionPositions
  private let outlines: [AppIntentOutline]
  /// The limits of generated code, by their subjects.
  private let limits: [String: [GenerationFinding]]

  /// The App Intents.
  var found: AppIntentsSource { sources.new }

  /// The types before and after.
  var types: MigratedTypes { MigratedTypes(expected: expected, found: sources.new) }

  /// The names of the classes of all its intents.
  var typeNames: [String] { definition.intents.map(\.typeName) }

  init(
    _ migrated: MigratedDefinition, classPrefix: String, sources: MigrationSources,
    seen: inout Set<String>
  ) {
    var definition = migrated.file
    for index in definition.intents.indices
    where definition.intents[index].classPrefix?.isEmpty ?? true {
      definition.intents[index].classPrefix = classPrefix
    }
    let generator = AppIntentsSwift(
      definition, stem: "Definition", texts: .literal, includesActions: true)
    let (file, findings) = generator.output
    self.definition = definition
    self.sources = sources
    localizations = migrated.localizations
    path = visible(migrated.path)
    positions = migrated.positions
    outlines = generator.outlines.filter { seen.insert($0.typeName).inserted }
    limits = Dictionary(grouping: findings, by: \.subject)
    expected = AppIntentsSource([(file.name, file.text)])
  }

  /// The effects on the answers of each intent, and the findings.
  func result(
    _ matching: inout SuccessorMatching
  ) -> (intents: [MigrationReport.Intent], findings: [CheckFinding]) {
    var findings: [CheckFinding] = []
    var intents: [MigrationReport.Intent] = []
    let widgets = WidgetComparison(sources)
    var left: [AppIntentOutline] = []
    for outline in outlines {
      let expected = self.expected.intents.first { $0.className?.value.text == outline.typeName }
      let isPlaced = widgets.configures(outline) != false
      // If no widget uses an intent that is for both widgets and shortcuts, only shortcuts have
      // stored it.
      let isAction = outline.isAction || !isPlaced && outline.intent.isConfigurable
      let match = matching.successor(
        of: outline, expected: expected, isAction: isAction,
        byKind: widgets.successorsByKind(of: outline))
      guard !isAction else {
        guard let successor = match.successor, let expected else {
          left.append(outline)
          continue
        }
        let (answers, more) = IntentMigration(
          outline, from: expected, to: successor,
          schema: IntentSchema(outline.intent, in: definition), check: self, isAction: true
        ).result
        findings += match.findings + more + limitFindings(of: outline, answers, besides: more)
        intents.append(
          MigrationReport.Intent(
            className: outline.typeName, successor: successor.name,
            answers: match.isTaken ? answers : answers.map { $0.with(.lost) }, isAction: true))
        continue
      }
      guard let successor = match.successor, let expected else {
        findings += isPlaced ? missing(outline) : [notPlaced(outline)]
        intents.append(lost(outline, to: nil, isPlaced: isPlaced))
        continue
      }
      findings += match.findings
      let (ofParameters, more) = IntentMigration(
        outline, from: expected, to: successor,
        schema: IntentSchema(outline.intent, in: definition), check: self, isAction: false
      ).result
      var answers = ofParameters
      var ofWidgets = [notPlaced(outline)]
      if isPlaced {
        let (found, fate) = widgets.result(of: outline, successor)
        ofWidgets = found
        answers = answers.map { $0.with(fate) }
      }
      findings += more + limitFindings(of: outline, answers, besides: more) + ofWidgets
      intents.append(
        match.isTaken
          ? MigrationReport.Intent(
            className: outline.typeName, successor: successor.name, answers: answers)
          : lost(outline, to: successor.name, isPlaced: isPlaced))
    }
    return (intents, findings + actionsWithoutSuccessor(left))
  }

  /// One finding about the actions without a successor: they work as long as the definition exists.
  private func actionsWithoutSuccessor(_ outlines: [AppIntentOutline]) -> [CheckFinding] {
    guard let first = outlines.first else { return [] }
    return [
      CheckFinding(
        at: place(first), file: path, sources.keepsDefinition ? .note : .warning,
        .actionWithoutSuccessor,
        sentence:
          """
          Nothing replaces \(choices: outlines.map(\.intent.name)), which \
          \(outlines.count, one: "is an action", other: "are actions") of Shortcuts: a shortcut \
          that uses \(outlines.count, one: "it", other: "one of them") stops working in an app \
          without this definition.
          """,
        remedy:
          """
          Keep the definition in the app, or start from `widgetconfig generate \
          \(GenerationOption.form.flag) \(GenerationRequest.Form.appIntents.rawValue) \
          \(GenerationOption.all.flag)`.
          """
      )
    ]
  }

  private func lost(
    _ outline: AppIntentOutline, to name: String?, isPlaced: Bool
  ) -> MigrationReport.Intent {
    MigrationReport.Intent(
      className: outline.typeName, successor: name,
      answers: isPlaced
        ? outline.properties.map { MigrationReport.Answer(name: $0.parameter, fate: .lost) } : [],
      isPlaced: isPlaced)
  }

  /// The finding about an intent that no widget uses, so that no widget has stored it.
  private func notPlaced(_ outline: AppIntentOutline) -> CheckFinding {
    CheckFinding(
      at: place(outline), file: path, .note, .notPlaced,
      subject: .intentNamed(name: outline.intent.name),
      sentence:
        "No IntentConfiguration of the old source uses it, so no placed widget has stored it.",
      remedy: "It needs no successor for widgets.")
  }

  private func place(_ outline: AppIntentOutline, parameter: String? = nil) -> SourcePlace? {
    guard let index = definition.intents.firstIndex(of: outline.intent) else { return nil }
    var path = IntentPath.element(index, of: .intents)
    if let parameter,
      let position = outline.intent.parameters.firstIndex(where: { $0.name == parameter })
    {
      path = .parts(of: .intents, index).appending(position)
    }
    return positions.place(of: path).map {
      SourcePlace(file: self.path, line: $0.line, column: $0.column)
    }
  }

  private func missing(_ outline: AppIntentOutline) -> [CheckFinding] {
    [
      CheckFinding(
        at: place(outline), file: path, .error, .intentMissing,
        subject: .intentNamed(name: outline.intent.name),
        sentence: .sentences([
          "No type in the source has the class name “\(name: outline.typeName)”.",
          .configurationLost,
        ]),
        remedy:
          """
          Add `\(AppIntentsName.code(AppIntentsName.intentClassName, outline.typeName))` to its \
          successor, or add the file that contains the successor.
          """
      )
    ]
  }

  // MARK: Limits of App Intents

  private func limitFindings(
    of outline: AppIntentOutline, _ answers: [MigrationReport.Answer],
    besides findings: [CheckFinding]
  ) -> [CheckFinding] {
    answers.filter { $0.fate != .lost }.flatMap { answer -> [CheckFinding] in
      let subject = GenerationFinding.subject(outline.intent.name, answer.name)
      return limits[subject, default: []].filter { limit in
        findings.allSatisfy { $0.message != limit.message }
      }.map { limit in
        CheckFinding(
          at: place(outline, parameter: answer.name), file: path, .note, .knownLimit,
          subject: outline.subject(answer.name), sentence: limit.message, remedy: limit.remedy)
      }
    }
  }
}

extension AppIntentOutline {
  /// The class that placed widgets have stored.
  var typeName: String { intent.typeName }

  /// Whether the intent is only an action of Shortcuts and cannot configure a widget.
  var isAction: Bool { !intent.isEligibleForWidgets }

  /// A parameter as findings refer to it.
  func subject(_ parameter: String) -> Message {
    .partOfIntent(part: .parameterNamed(name: parameter), name: intent.name)
  }
}

extension CheckFinding {
  /// Makes a finding about a position.
  ///
  /// - Parameter file: The file for a finding without a position.
  init(
    at place: SourcePlace?, file: String = "", _ severity: IntentIssue.Severity,
    _ code: MigrationCode, subject: Message? = nil, sentence: Message, remedy: Message
  ) {
    self.init(
      file: place?.file ?? file, line: place?.line, column: place?.column, severity: severity,
      code: code.rawValue, sentence: sentence, remedy: remedy, subject: subject)
  }

  /// Whether the finding has the given code.
  func has(_ code: MigrationCode) -> Bool { self.code == code.rawValue }
}
