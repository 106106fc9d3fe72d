package import DefinitionFormats
import IntentCodegen
package import IntentModel
import Messages

/// Compares hand-written App Intents with those that are generated from the old definition.
///
/// The system finds the successor of a stored intent by the name of its class, and maps parameters
/// by name and type (WidgetKit, "Migrating widgets from SiriKit Intents to App Intents"). The
/// expected names and types are those that `AppIntentsSwift` writes; its output is read like any
/// other source, so the two cannot interpret a definition differently.
package struct MigrationCheck {
  let definition: IntentDefinitionFile
  let found: AppIntentsSource
  let expected: AppIntentsSource
  private let path: String
  private let positions: DefinitionPositions
  private let outlines: [AppIntentOutline]
  private let limits: [GenerationFinding]
  private let kinds: [String]

  /// Prepares a comparison.
  ///
  /// - Parameters:
  ///   - definition: The old definition.
  ///   - positions: The positions of its elements in its file.
  ///   - path: The path of its file, for positions.
  ///   - classPrefix: The prefix, from the build settings, of classes whose definition has none.
  ///   - kinds: The kinds of placed widgets; empty if they are unknown.
  ///   - source: The App Intents.
  package init(
    _ definition: IntentDefinitionFile, positions: DefinitionPositions = .none, path: String,
    classPrefix: String = "", kinds: [String] = [], source: AppIntentsSource
  ) {
    var definition = definition
    for index in definition.intents.indices
    where definition.intents[index].classPrefix?.isEmpty ?? true {
      definition.intents[index].classPrefix = classPrefix
    }
    let generator = AppIntentsSwift(definition, stem: "Definition", texts: .literal)
    let (file, findings) = generator.output
    self.definition = definition
    self.path = visible(path)
    self.kinds = kinds
    self.positions = positions
    outlines = generator.outlines
    limits = findings
    expected = AppIntentsSource([(file.name, file.text)])
    found = source
  }

  /// Reports what happens to each stored answer, and why.
  package func report(files: [String]) -> MigrationReport {
    var findings = found.malformed.map { place in
      CheckFinding(
        at: place, .warning, "syntax", sentence: "This is not Swift, so parts may be overlooked.",
        remedy: "Correct it, then check again.")
    }
    var matching = SuccessorMatching(found.intents, definition: definition)
    var intents: [MigrationReport.Intent] = []
    for outline in outlines {
      let expected = self.expected.intents.first { $0.className?.value.text == outline.typeName }
      let match = matching.successor(of: outline, expected: expected)
      findings += match.findings
      guard let successor = match.successor, let expected else {
        findings += missing(outline)
        intents.append(lost(outline, to: nil))
        continue
      }
      let own = IntentMigration(
        outline, from: expected, to: successor,
        schema: IntentSchema(outline.intent, in: definition),
        check: self)
      let (answers, more) = own.result
      findings += more + kindFindings(of: outline, successor) + limitFindings(of: outline, answers)
      intents.append(
        match.isTaken
          ? MigrationReport.Intent(
            className: outline.typeName, successor: successor.name, answers: answers)
          : lost(outline, to: successor.name))
    }
    findings += matching.strangers
    return MigrationReport(
      intents: intents, check: CheckReport(files: files.map { visible($0) }, findings: findings))
  }

  private func lost(_ outline: AppIntentOutline, to name: String?) -> MigrationReport.Intent {
    MigrationReport.Intent(
      className: outline.typeName, successor: name,
      answers: outline.properties.map { MigrationReport.Answer(name: $0.parameter, fate: .lost) })
  }

  private func place(_ outline: AppIntentOutline, parameter: String? = nil) -> SourcePlace? {
    guard let index = definition.intents.firstIndex(of: outline.intent) else { return nil }
    var path = IntentPath([.key("intents"), .index(index)])
    if let parameter,
      let position = outline.intent.parameters.firstIndex(where: { $0.name == parameter })
    {
      path = path.appending("parameters").appending(position)
    }
    return positions.place(of: path).map {
      SourcePlace(file: self.path, line: $0.line, column: $0.column)
    }
  }

  private func missing(_ outline: AppIntentOutline) -> [CheckFinding] {
    [
      CheckFinding(
        at: place(outline), file: path, .error, "intent-missing",
        subject: .intentNamed(name: outline.intent.name),
        sentence:
          """
          No type in the source has the class name “\(name: outline.typeName)”, so every widget \
          that is placed with it loses its configuration.
          """,
        remedy:
          """
          Add \(classNameCode(outline.typeName)) to its successor, or add the file that contains \
          it.
          """
      )
    ]
  }

  // MARK: Limits of App Intents

  private func limitFindings(
    of outline: AppIntentOutline, _ answers: [MigrationReport.Answer]
  ) -> [CheckFinding] {
    answers.filter { $0.fate != .lost }.flatMap { answer in
      limits.filter { $0.subject == "\(outline.intent.name).\(answer.name)" }.map { limit in
        CheckFinding(
          at: place(outline, parameter: answer.name), file: path, .note, "known-limit",
          subject: outline.subject(answer.name), sentence: limit.message, remedy: limit.remedy)
      }
    }
  }

  // MARK: Kinds

  private func kindFindings(
    of outline: AppIntentOutline, _ successor: SourceIntent
  ) -> [CheckFinding] {
    let calls = found.configurations.filter { $0.isAppIntent && $0.intent == successor.name }
    let old = found.configurations.filter { !$0.isAppIntent && $0.intent == outline.typeName }
    let wanted = kinds.isEmpty ? old.compactMap { $0.kind?.value.text } : kinds
    let subject = Message.intentNamed(name: outline.intent.name)
    guard !wanted.isEmpty else {
      return [
        CheckFinding(
          at: calls.first?.place ?? successor.place, .note, "not-judged", subject: subject,
          sentence: "The old kind of its widgets is unknown, so the kind cannot be compared.",
          remedy: "Give the old kind with --kind.")
      ]
    }
    guard !calls.isEmpty else {
      return [
        CheckFinding(
          at: successor.place, .note, "not-judged", subject: subject,
          sentence:
            "No AppIntentConfiguration in the source uses it, so the kind cannot be compared.",
          remedy: "Add the file with the widget.")
      ]
    }
    var findings: [CheckFinding] = []
    for call in calls where call.kind?.value.text == nil {
      findings.append(
        CheckFinding(
          at: call.kind?.place ?? call.place, .warning, "not-judged", subject: subject,
          sentence: "The kind is not a literal or a constant in the source.",
          remedy: "Compare it with \(choices: wanted)."))
    }
    guard findings.isEmpty else { return findings }
    return calls.filter { !wanted.contains($0.kind?.value.text ?? "") }.prefix(
      calls.contains { wanted.contains($0.kind?.value.text ?? "") } ? 0 : 1
    ).map { call in
      CheckFinding(
        at: call.kind?.place ?? call.place, .error, "kind-changed", subject: subject,
        sentence:
          """
          The kind is “\(name: call.kind?.value.text ?? "")” and was \(choices: wanted), so \
          placed widgets lose their content.
          """,
        remedy: "Write the old kind.")
    }
  }
}

/// The code that declares which class an intent replaces.
func classNameCode(_ name: String) -> String {
  "`static let intentClassName = \"\(visible(name))\"`"
}

extension AppIntentOutline {
  /// The class that placed widgets have stored.
  var typeName: String { intent.typeName }

  /// A parameter as findings refer to it.
  func subject(_ parameter: String) -> Message {
    .partOfIntent(part: .parameterNamed(name: parameter), name: intent.name)
  }
}

extension CheckFinding {
  /// Makes a finding about a position.
  ///
  /// - Parameter file: The file of a finding without a position.
  init(
    at place: SourcePlace?, file: String = "", _ severity: IntentIssue.Severity, _ code: String,
    subject: Message? = nil, sentence: Message, remedy: Message
  ) {
    self.init(
      file: place?.file ?? file, line: place?.line, column: place?.column, severity: severity,
      code: code, sentence: sentence, remedy: remedy, subject: subject)
  }
}
