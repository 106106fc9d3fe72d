import InputFiles
import IntentModel
import JSONC

/// Checks a `widget.json` against the definition beside it.
struct ManifestChecks {
  let path: String
  /// The definition of the widget; nil where it can't be read, which is told elsewhere.
  let definition: IntentDefinitionFile?

  /// Everything that is found in the manifest.
  func run() -> [CheckFinding] {
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try FileReading.bytes(atPath: path)
    } catch {
      return [CheckFinding(FormatError(error))]
    }
    do throws(FormatErrors) {
      let manifest = try WidgetManifest.read(bytes, file: path)
      let map = try? JSONText.parseWithPositions(bytes, limits: FormatLimits.standard.json).1
      return ManifestReferences(manifest: manifest, map: map, path: path).findings(in: definition)
    } catch {
      return error.errors.map { CheckFinding($0, severity: .error) }
    }
  }
}

/// What a manifest says about its definition.
private struct ManifestReferences {
  let manifest: WidgetManifest
  let map: JSONSourceMap?
  let path: String

  func findings(in definition: IntentDefinitionFile?) -> [CheckFinding] {
    guard let definition else { return [] }
    let names = definition.intents.map(\.typeName)
    if let name = manifest.intent {
      guard let intent = definition.intent(named: name) else {
        return [finding(.unknownIntent(name, choices: names), at: [.key("intent")])]
      }
      return eligibility(intent, at: [.key("intent")]) + options(of: intent)
    }
    let eligible = definition.intents.filter(\.isEligibleForWidgets)
    let candidates = eligible.isEmpty ? definition.intents : eligible
    guard let intent = candidates.first else { return [] }
    guard candidates.count == 1 else {
      return [finding(.intentNotChosen(candidates.map(\.typeName)), at: [])]
    }
    return eligibility(intent, at: []) + options(of: intent)
  }

  private func eligibility(
    _ intent: IntentDefinition, at path: [JSONPathComponent]
  ) -> [CheckFinding] {
    intent.isEligibleForWidgets ? [] : [finding(.notEligible(intent.typeName), at: path)]
  }

  /// Providers that are not needed, and parameters that need one.
  private func options(of intent: IntentDefinition) -> [CheckFinding] {
    let given = manifest.options.keys.sorted().flatMap { name -> [CheckFinding] in
      let place: [JSONPathComponent] = [.key("options"), .key(name)]
      guard let parameter = intent.parameter(named: name) else {
        let choices = intent.parameters.filter(\.options.isDynamic).map(\.name)
        return [finding(.unknownParameter(name, choices: choices), at: place)]
      }
      return parameter.options.isDynamic ? [] : [finding(.providerNotNeeded(name), at: place)]
    }
    let missing = intent.parameters.filter {
      $0.options.isDynamic && $0.isConfigurable && manifest.options[$0.name] == nil
    }
    return given + missing.map { finding(.providerMissing($0.name), at: [.key("options")]) }
  }

  private func finding(
    _ problem: ManifestProblem, at path: [JSONPathComponent]
  ) -> CheckFinding {
    let place = map?.nearest(to: path, isKey: true)
    return CheckFinding(
      file: self.path, line: place?.line, column: place?.column, severity: problem.severity,
      code: problem.code, sentence: problem.sentence, remedy: problem.remedy)
  }
}

/// What can be wrong between a manifest and its definition; the one place for its words.
enum ManifestProblem {
  case unknownIntent(String, choices: [String])
  case intentNotChosen([String])
  case notEligible(String)
  case unknownParameter(String, choices: [String])
  case providerNotNeeded(String)
  case providerMissing(String)
  case noDefinition
  case severalDefinitions([String])

  /// The rule in words with hyphens.
  var code: String {
    switch self {
    case .unknownIntent: "unknown-intent"
    case .intentNotChosen: "intent-not-chosen"
    case .notEligible: "not-eligible"
    case .unknownParameter: "unknown-parameter"
    case .providerNotNeeded: "provider-not-needed"
    case .providerMissing: "provider-missing"
    case .noDefinition: "no-definition"
    case .severalDefinitions: "several-definitions"
    }
  }

  /// How much it weighs: a widget that can't be made is an error.
  var severity: IntentIssue.Severity {
    switch self {
    case .unknownIntent, .intentNotChosen, .unknownParameter, .noDefinition, .severalDefinitions:
      .error
    case .notEligible, .providerNotNeeded, .providerMissing: .warning
    }
  }

  /// What is wrong, as one sentence.
  var sentence: String {
    switch self {
    case .unknownIntent(let name, _): "The definition has no intent \(quoted(name))."
    case .intentNotChosen(let names):
      "The definition has several intents: \(names.map { quoted($0) }.joined(separator: ", "))."
    case .notEligible(let name): "The intent \(quoted(name)) is not eligible for widgets."
    case .unknownParameter(let name, _): "The intent has no parameter \(quoted(name))."
    case .providerNotNeeded(let name):
      "The parameter \(quoted(name)) is not dynamic, so nobody asks its provider."
    case .providerMissing(let name):
      "The dynamic parameter \(quoted(name)) has no provider, so values have to be typed in."
    case .noDefinition: "There is no definition in the folder."
    case .severalDefinitions(let names):
      "There are several definitions: \(names.map { quoted($0) }.joined(separator: ", "))."
    }
  }

  /// What to do about it, as one sentence.
  var remedy: String {
    switch self {
    case .unknownIntent(let name, let choices), .unknownParameter(let name, let choices):
      suggestion(for: name, among: choices)
    case .intentNotChosen: "Name one under \(quoted("intent"))."
    case .notEligible: "Make it eligible, or choose another."
    case .providerNotNeeded: "Remove the provider, or let the options be provided dynamically."
    case .providerMissing(let name): "Add one under \(quoted("options")), as \(quoted(name))."
    case .noDefinition: "Add an .intentdefinition or a JSON file."
    case .severalDefinitions: "Keep one."
    }
  }
}
