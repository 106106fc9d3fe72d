import DefinitionFormats
import InputFiles
package import IntentModel
import JSONC
package import Messages

/// Checks a `widget.json` against the definition next to it.
struct ManifestChecks {
  /// The definition next to a manifest.
  enum Definition {
    /// The definition is missing.
    case absent
    /// The definition; nil if it cannot be read, which its own check reports.
    case present(IntentDefinitionFile?)
  }

  let path: String
  let definition: Definition
  /// Finds the problems of the sources.
  let sources: SourceCheck

  /// Returns all findings in the manifest.
  func run() -> [CheckFinding] {
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try FileReading.bytes(atPath: path)
    } catch {
      return [CheckFinding(FormatError(error))]
    }
    let marks = MergeMarkers.errors(in: bytes, file: path)
    guard marks.isEmpty else { return marks.map { CheckFinding($0) } }
    let (bundle, errors) = WidgetManifestFile.reading(bytes, file: path)
    let findings = errors.map { CheckFinding($0, severity: .error) }
    let parsed = try? JSONText.parseWithPositions(bytes, limits: FormatLimits.standard.json)
    guard let bundle, let parsed else { return findings }
    let pointers = errors.compactMap(\.pointer)
    return findings
      + bundle.widgets.enumerated().flatMap { index, manifest -> [CheckFinding] in
        let place = bundle.path(ofWidgetAt: index)
        // If the intent of a widget is unknown, nothing else about the widget can be checked.
        // `bundle` lacks the elements that cannot be read, so its indexes are the indexes in the
        // file only if every element can be read.
        let vital = [place, place + [.member(.intent)]].map(\.pointer)
        let isKnown = !pointers.contains { vital.contains($0) }
        guard isKnown, !bundle.isList || parsed.0.widgetCount == bundle.widgets.count else {
          return []
        }
        let references = ManifestReferences(
          manifest: manifest, place: place, map: parsed.1, path: path, sources: sources,
          written: parsed.0.options(ofWidgetAt: bundle.isList ? index : nil))
        return references.families + references.findings(in: definition)
      }
  }
}

extension JSONValue {
  /// The number of widgets in a list.
  fileprivate var widgetCount: Int { widgets.count }

  private var widgets: [JSONValue] {
    objectValue?[WidgetManifestFile.Key.widgets.rawValue]?.arrayValue ?? []
  }

  /// The names of the parameters for which a widget has a source, even one that cannot be read.
  fileprivate func options(ofWidgetAt index: Int?) -> Set<String> {
    let widget = index.map { widgets[$0].objectValue } ?? objectValue
    return Set(widget?[WidgetManifest.Key.options.rawValue]?.objectValue?.keys ?? [])
  }
}

extension JSONPathComponent {
  fileprivate static func member(_ key: WidgetManifest.Key) -> Self { .key(key.rawValue) }
}

/// Checks the references from a manifest to its definition.
private struct ManifestReferences {
  let manifest: WidgetManifest
  /// The path of the widget in the file.
  let place: [JSONPathComponent]
  let map: JSONSourceMap?
  let path: String
  let sources: SourceCheck
  /// The parameters that have a source in the file.
  let written: Set<String>

  func findings(in definition: ManifestChecks.Definition) -> [CheckFinding] {
    guard case .present(let file) = definition else {
      let isMissing = manifest.hasConfiguration(besideDefinition: false)
      let key = JSONPathComponent.member(manifest.intent == nil ? .options : .intent)
      return isMissing
        ? problems(of: nil) + [finding(.noDefinition, at: [key])] : staticFindings
    }
    guard manifest.hasConfiguration(besideDefinition: true) else { return staticFindings }
    guard let definition = file else { return problems(of: nil) }
    let (intent, findings) = intent(of: definition)
    let schema = intent.map { IntentSchema($0, in: definition) }
    return findings + (intent.map(options) ?? []) + problems(of: schema)
  }

  /// The findings about unknown families.
  var families: [CheckFinding] {
    let listed = manifest.supportedFamilies.enumerated().map {
      ($1, [.member(.supportedFamilies), .index($0)] as [JSONPathComponent])
    }
    let sized = manifest.familySizes.keys.sorted()
      .filter { !manifest.supportedFamilies.contains($0) }
      .map { ($0, [.member(.familySizes), .key($0.rawValue)] as [JSONPathComponent]) }
    return (listed + sized).filter { !$0.0.isKnown }.map { family, place in
      finding(
        .unknownFamily(family, hasSize: manifest.familySizes[family] != nil), at: place)
    }
  }

  /// The findings for a widget without configuration.
  private var staticFindings: [CheckFinding] {
    let intent = manifest.staticIntent
    let schema = IntentSchema(intent, in: IntentDefinitionFile(intents: [intent]))
    return options(of: intent) + problems(of: schema)
  }

  /// The problems of the sources.
  private func problems(of schema: IntentSchema?) -> [CheckFinding] {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    func problems(
      _ source: SourceDescription, _ role: SourceDescription.Role, _ parameter: String?,
      at place: [JSONPathComponent]
    ) -> [CheckFinding] {
      sources(
        CheckedSource(
          description: source, role: role, parameter: parameter,
          folder: folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder, schema: schema)
      ).map { problem in
        let whole = self.place + place + problem.keys.map { .key($0) }
        let position = map?.nearest(to: whole, isKey: false)
        return CheckFinding(
          file: path, line: position?.line, column: position?.column, severity: problem.severity,
          code: problem.code, sentence: problem.sentence, remedy: problem.remedy)
      }
    }
    return manifest.options.sorted { $0.key < $1.key }.flatMap { name, source in
      problems(source, .options, name, at: [.member(.options), .key(name)])
    }
      + (manifest.timeline.map { source in
        // Errors are reported for each place where the source is used. Other findings are reported
        // only once if a parameter has the same source as the timeline.
        let isRepeated = manifest.options.values.contains(source)
        return problems(source, .timeline, nil, at: [.member(.timeline)])
          .filter { $0.severity == .error || !isRepeated }
      } ?? [])
  }

  /// The intent that the manifest selects, and the findings about that selection.
  private func intent(
    of definition: IntentDefinitionFile
  ) -> (IntentDefinition?, [CheckFinding]) {
    let names = definition.intents.map(\.typeName)
    if let name = manifest.intent {
      guard let intent = definition.intent(named: name) else {
        return (nil, [finding(.unknownIntent(name, choices: names), at: [.member(.intent)])])
      }
      return (intent, eligibility(intent, at: [.member(.intent)]))
    }
    let candidates = definition.widgetIntents
    guard let intent = candidates.first else { return (nil, []) }
    guard candidates.count == 1 else {
      return (nil, [finding(.intentNotChosen(candidates.map(\.typeName)), at: [])])
    }
    return (intent, eligibility(intent, at: []))
  }

  private func eligibility(
    _ intent: IntentDefinition, at path: [JSONPathComponent]
  ) -> [CheckFinding] {
    intent.isEligibleForWidgets ? [] : [finding(.notEligible(intent.typeName), at: path)]
  }

  /// The findings about providers that are not needed, and about parameters without a provider.
  private func options(of intent: IntentDefinition) -> [CheckFinding] {
    let given = manifest.options.keys.sorted().flatMap { name -> [CheckFinding] in
      let place: [JSONPathComponent] = [.member(.options), .key(name)]
      guard let parameter = intent.parameter(named: name) else {
        let choices = intent.parameters.filter(\.options.isDynamic).map(\.name)
        return [finding(.unknownParameter(name, choices: choices), at: place)]
      }
      return parameter.options.isDynamic ? [] : [finding(.providerNotNeeded(name), at: place)]
    }
    let missing = intent.parameters.filter {
      $0.options.isDynamic && $0.isConfigurable && !written.contains($0.name)
    }
    return given + missing.map { finding(.providerMissing($0.name), at: [.member(.options)]) }
  }

  private func finding(
    _ problem: ManifestProblem, at path: [JSONPathComponent]
  ) -> CheckFinding {
    let place = map?.nearest(to: place + path, isKey: true)
    return CheckFinding(
      file: self.path, line: place?.line, column: place?.column, severity: problem.severity,
      statement: problem.statement)
  }
}

/// A mismatch between a manifest and its definition, or a problem with the folder that is searched
/// for them.
package enum ManifestProblem: StatedProblem {
  case unknownIntent(String, choices: [String])
  case intentNotChosen([String])
  case notEligible(String)
  case unknownParameter(String, choices: [String])
  case providerNotNeeded(String)
  case providerMissing(String)
  case noDefinition
  case severalDefinitions([String])
  case searchCutOff(limit: Int)
  case unknownFamily(WidgetFamily, hasSize: Bool)

  /// The code, the problem and the remedy.
  package var statement: ProblemStatement {
    switch self {
    case .unknownIntent(let name, let choices):
      .init(
        "unknown-intent",
        "The definition has no intent “\(name: name)”.",
        .suggestion(for: name, among: choices))
    case .intentNotChosen(let names):
      .init(
        "intent-not-chosen",
        "The definition has several intents: \(choices: names).",
        "Name one under “\(WidgetManifest.Key.intent.rawValue)”.")
    case .notEligible(let name):
      .init(
        "not-eligible",
        "The intent “\(name: name)” is not eligible for widgets.",
        "Make it eligible, or choose another intent.")
    case .unknownParameter(let name, let choices):
      .init(
        IntentIssue.Reason.unknownParameterCode,
        "The intent has no parameter “\(name: name)”.",
        .suggestion(for: name, among: choices))
    case .providerNotNeeded(let name):
      .init(
        "provider-not-needed",
        "The parameter “\(name: name)” is not dynamic, so its provider is never asked.",
        "Remove the provider, or make the parameter dynamic.")
    case .providerMissing(let name):
      .init(
        "provider-missing",
        "The dynamic parameter “\(name: name)” has no provider, so values have to be typed in.",
        "Add one under “\(WidgetManifest.Key.options.rawValue)”, as “\(name: name)”.")
    case .noDefinition:
      .init("no-definition", "There is no definition in the folder.", .addDefinition)
    case .severalDefinitions(let names):
      .init(
        "several-definitions", "There are several definitions: \(choices: names).",
        .moveOtherDefinitions)
    case .unknownFamily(let family, let hasSize):
      .init(
        IntentIssue.Reason.unknownFamilyCode,
        hasSize
          ? """
          Only the name of the widget family “\(name: family.rawValue)” is known; it is drawn at \
          the stated size.
          """
          : IntentIssue(.unknownFamily(family.rawValue), at: .root).message,
        hasSize && family.nearKnown == nil
          ? .leaveNewFamily : family.advice())
    case .searchCutOff(let limit):
      .init(
        "search-cut-off",
        "The folder has more than \(limit) entries, so not all of it was searched.",
        "Name the folders that hold definitions and widgets.")
    }
  }

  /// The severity; a problem that prevents the widget from being made is an error.
  var severity: IntentIssue.Severity {
    switch self {
    case .unknownIntent, .intentNotChosen, .unknownParameter, .noDefinition, .severalDefinitions,
      .searchCutOff:
      .error
    case .notEligible, .providerNotNeeded, .providerMissing: .warning
    case .unknownFamily(let family, _): DefinitionFinding.Rule.unknownFamily(family).severity
    }
  }
}
