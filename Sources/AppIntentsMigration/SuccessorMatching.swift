import IntentCodegen
import DefinitionFormats
import IntentModel

/// Finds the type that takes over each intent of a definition.
struct SuccessorMatching {
  /// A type, whether the system finds it too, and what is wrong with the pair.
  struct Match {
    var successor: SourceIntent?
    var isTaken = false
    var findings: [CheckFinding] = []
  }

  private let intents: [SourceIntent]
  private let definition: IntentDefinitionFile
  private let typeNames: Set<String>
  private var matched = Set<SourcePlace>()

  init(_ intents: [SourceIntent], definition: IntentDefinitionFile) {
    self.intents = intents
    self.definition = definition
    typeNames = Set(definition.intents.map(\.typeName))
  }

  /// The type that claims the class of an intent, else the one that was meant to.
  mutating func successor(of outline: AppIntentOutline, expected: SourceIntent?) -> Match {
    let claims = intents.filter { $0.className?.value.text == outline.typeName }
    if let first = claims.first {
      for claim in claims { matched.insert(claim.place) }
      let conformance = conformance(of: first, outline)
      return Match(
        successor: first, isTaken: !conformance.contains { $0.severity == .error },
        findings: conformance + claims.dropFirst().map { claimedTwice($0, first, outline) })
    }
    guard let meant = meant(for: outline, expected) else { return Match() }
    matched.insert(meant.place)
    return Match(
      successor: meant, isTaken: meant.className.map { $0.value.text == nil } ?? false,
      findings: [explain(meant, outline)])
  }

  /// Types whose class is not one of the definition and that nothing was found for.
  var strangers: [CheckFinding] {
    intents.filter { !matched.contains($0.place) }.compactMap { intent in
      guard let claim = intent.className, let name = claim.value.text, !typeNames.contains(name)
      else { return nil }
      return CheckFinding(
        at: claim.place, .warning, "unknown-class", subject: "type \(quoted(intent.name))",
        sentence: "The definition has no intent with the class \(quoted(name)).",
        remedy: suggestion(for: name, among: typeNames.sorted()))
    }
  }

  // MARK: Who was meant

  /// The one type that is near enough: by its class name, its own name, or its parameters.
  private func meant(for outline: AppIntentOutline, _ expected: SourceIntent?) -> SourceIntent? {
    let free = intents.filter { intent in
      guard !matched.contains(intent.place) else { return false }
      return intent.className?.value.text.map { !typeNames.contains($0) } ?? true
    }
    let near = free.filter { intent in
      guard let name = intent.className?.value.text else { return false }
      return nearestName(to: name, among: [outline.typeName]) != nil
    }
    if near.count == 1 { return near.first }
    let named = free.filter { [outline.name, outline.typeName].contains($0.name) }
    if named.count == 1 { return named.first }
    let names = Set(expected?.parameters.map(\.name) ?? [])
    let alike = free.filter { intent in
      let shared = names.intersection(intent.parameters.map(\.name)).count
      return shared > 0 && shared * 2 >= names.count
    }
    return alike.count == 1 ? alike.first : nil
  }

  private func explain(_ intent: SourceIntent, _ outline: AppIntentOutline) -> CheckFinding {
    let subject = "intent \(quoted(outline.intent.name))"
    guard let claim = intent.className else {
      return CheckFinding(
        at: intent.place, .error, "not-migrated", subject: subject,
        sentence:
          "\(quoted(intent.name)) does not name the class that it replaces, so every placed widget "
          + "loses its configuration.",
        remedy: "Conform to `CustomIntentMigratedAppIntent` and write "
          + classNameCode(outline.typeName) + ".")
    }
    guard let name = claim.value.text else {
      return CheckFinding(
        at: claim.place, .warning, "not-judged", subject: subject,
        sentence: "The class name is not a literal, so it is unknown whether it is "
          + "\(quoted(outline.typeName)).", remedy: "Write \(classNameCode(outline.typeName)).")
    }
    return CheckFinding(
      at: claim.place, .error, "class-name", subject: subject,
      sentence:
        "The class name \(quoted(name)) is not \(quoted(outline.typeName)), so every placed widget "
        + "loses its configuration.", remedy: "Write \(classNameCode(outline.typeName)).")
  }

  private func claimedTwice(
    _ intent: SourceIntent, _ first: SourceIntent, _ outline: AppIntentOutline
  ) -> CheckFinding {
    CheckFinding(
      at: intent.className?.place ?? intent.place, .error, "claimed-twice",
      subject: "intent \(quoted(outline.intent.name))",
      sentence: "\(quoted(intent.name)) and \(quoted(first.name)) both replace "
        + "\(quoted(outline.typeName)).", remedy: "Leave the class name to one of them.")
  }

  // MARK: Conformances

  /// Protocols that say nothing about the migration.
  private static let others: Set<String> = [
    "AppIntent", "Codable", "ControlConfigurationIntent", "CustomIntentMigratedAppIntent",
    "Decodable", "Encodable", "Equatable", "Hashable", "Identifiable", "PredictableIntent",
    "Sendable", "SystemIntent", "WidgetConfigurationIntent",
  ]

  private func conformance(
    of intent: SourceIntent, _ outline: AppIntentOutline
  ) -> [CheckFinding] {
    let needed = [
      ("CustomIntentMigratedAppIntent", "the system does not look for it"),
      ("WidgetConfigurationIntent", "it cannot configure a widget"),
    ]
    let isOpen = intent.inherited.contains { !Self.others.contains($0) }
    return needed.filter { !intent.inherited.contains($0.0) }.map { name, consequence in
      CheckFinding(
        at: intent.place, isOpen ? .warning : .error, isOpen ? "not-judged" : "conformance",
        subject: "intent \(quoted(outline.intent.name))",
        sentence: isOpen
          ? "\(quoted(intent.name)) conforms to `\(name)` only if another protocol of it does."
          : "\(quoted(intent.name)) does not conform to `\(name)`, so \(consequence).",
        remedy: "Add `\(name)`.")
    }
  }
}
