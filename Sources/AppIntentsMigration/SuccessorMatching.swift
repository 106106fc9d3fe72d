import DefinitionFormats
import IntentCodegen
import IntentModel
import Messages

/// Finds the successor of each intent of a definition.
struct SuccessorMatching {
  /// The type that replaces an intent, whether the system finds this successor as well, and the
  /// problems with the match.
  struct Match {
    var successor: SourceIntent?
    var isTaken = false
    var findings: [CheckFinding] = []
  }

  private let intents: [SourceIntent]
  private let typeNames: Set<String>
  private let isWhole: Bool
  private var matched = Set<SourcePlace>()

  /// - Parameters:
  ///   - typeNames: The classes of all intents of the definitions.
  ///   - isWhole: Whether these are all the definitions of the project.
  init(_ intents: [SourceIntent], typeNames: Set<String>, isWhole: Bool) {
    self.intents = intents
    self.typeNames = typeNames
    self.isWhole = isWhole
  }

  /// The type that claims the class of an intent, or else the type that is probably intended.
  ///
  /// An app may keep its actions unchanged, so only a type that claims the class of an action
  /// replaces the action.
  ///
  /// - Parameters:
  ///   - isAction: Whether no widget has stored the intent.
  ///   - byKind: The paths of the types that configure widgets of the intent's kinds.
  mutating func successor(
    of outline: AppIntentOutline, expected: SourceIntent?, isAction: Bool, byKind: Set<String>
  ) -> Match {
    let claims = intents.filter { $0.className?.value.text == outline.typeName }
    if let first = claims.first {
      for claim in claims { matched.insert(claim.place) }
      let conformance = conformance(of: first, outline, isAction: isAction)
      return Match(
        successor: first, isTaken: !conformance.contains { $0.severity == .error },
        findings: conformance + obsolete(first, outline)
          + claims.dropFirst().map { claimedTwice($0, first, outline) })
    }
    guard !isAction, let meant = meant(for: outline, expected, byKind) else { return Match() }
    matched.insert(meant.place)
    return Match(
      successor: meant, isTaken: meant.className.map { $0.value.text == nil } ?? false,
      findings: [explain(meant, outline)])
  }

  /// The findings for types whose class is not in the definition and that match no intent.
  ///
  /// A class that one type has claimed is not suggested for another type.
  var unknownClasses: [CheckFinding] {
    let claimed = Set(intents.compactMap { $0.className?.value.text })
    return intents.filter { !matched.contains($0.place) }.compactMap { intent in
      guard let claim = intent.className, let name = claim.value.text, !typeNames.contains(name)
      else { return nil }
      let free = typeNames.subtracting(claimed).sorted()
      let near = isWhole ? nearestName(to: name, among: free) : nil
      return CheckFinding(
        at: claim.place, near == nil ? .note : .warning,
        near == nil ? .notJudged : .unknownClass,
        subject: .typeNamed(name: intent.name),
        sentence: isWhole
          ? "No definition has an intent with the class “\(name: name)”."
          : "The definition that was given has no intent with the class “\(name: name)”.",
        remedy: near.map { .didYouMean(name: $0) }
          ?? (isWhole
            ? """
            If an older version of a definition had this intent, keep the class, and add that \
            definition to the old project.
            """
            : Message.giveOldProject))
    }
  }

  // MARK: Intended types

  /// The only type that is similar enough: by its class name, its own name, its parameters, or the
  /// widgets that it configures.
  private func meant(
    for outline: AppIntentOutline, _ expected: SourceIntent?, _ byKind: Set<String>
  ) -> SourceIntent? {
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
    if alike.count == 1 { return alike.first }
    // The App Intent that now configures the same widgets is the successor.
    let ofKind = free.filter { byKind.contains($0.path) && $0.className == nil }
    return ofKind.count == 1 ? ofKind.first : nil
  }

  private func explain(_ intent: SourceIntent, _ outline: AppIntentOutline) -> CheckFinding {
    let subject = Message.intentNamed(name: outline.intent.name)
    let code = AppIntentsName.code(AppIntentsName.intentClassName, outline.typeName)
    guard let claim = intent.className else {
      return CheckFinding(
        at: intent.place, .error, .notMigrated, subject: subject,
        sentence: .sentences([
          "“\(name: intent.name)” does not name the class that it replaces.", .configurationLost,
        ]),
        remedy: "Conform to `\(AppIntentsName.migratedIntent)` and write `\(code)`.")
    }
    guard let name = claim.value.text else {
      return CheckFinding(
        at: claim.place, .warning, .notJudged, subject: subject,
        sentence:
          """
          The class name is not a literal, so it is unknown whether it is \
          “\(name: outline.typeName)”.
          """,
        remedy: .writeCode(code: code))
    }
    return CheckFinding(
      at: claim.place, .error, .className, subject: subject,
      sentence: .sentences([
        "The class name “\(name: name)” is not “\(name: outline.typeName)”.", .configurationLost,
      ]),
      remedy: .writeCode(code: code))
  }

  private func claimedTwice(
    _ intent: SourceIntent, _ first: SourceIntent, _ outline: AppIntentOutline
  ) -> CheckFinding {
    CheckFinding(
      at: intent.className?.place ?? intent.place, .error, .claimedTwice,
      subject: .intentNamed(name: outline.intent.name),
      sentence:
        """
        “\(name: intent.name)” and “\(name: first.name)” both replace “\(name: outline.typeName)”.
        """,
      remedy: "Keep the class name in only one of them.")
  }

  /// The finding about a successor that is obsolete in newer system versions.
  private func obsolete(_ intent: SourceIntent, _ outline: AppIntentOutline) -> [CheckFinding] {
    guard let obsoletion = intent.obsoletion else { return [] }
    return [
      CheckFinding(
        at: obsoletion.place, .warning, .successorObsolete,
        subject: .intentNamed(name: outline.intent.name),
        sentence:
          """
          “\(name: intent.name)” is obsolete as of \(name: obsoletion.value.text ?? ""), so newer \
          systems do not read the stored answers.
          """,
        remedy: "Remove `obsoleted`, and hide the type with `static let isDiscoverable = false`.")
    ]
  }

  // MARK: Conformances

  /// Protocols that do not add a missing conformance.
  private static let others: Set<String> = [
    "AppIntent", "Codable", AppIntentsName.controlConfigurationIntent,
    AppIntentsName.migratedIntent,
    "Decodable", "Encodable", "Equatable", "Hashable", "Identifiable", "PredictableIntent",
    "Sendable", "SystemIntent", AppIntentsName.widgetConfigurationIntent,
  ]

  private func conformance(
    of intent: SourceIntent, _ outline: AppIntentOutline, isAction: Bool
  ) -> [CheckFinding] {
    let isOpen = intent.inherited.contains { !Self.others.contains($0) }
    let name = intent.name
    let needed: [(String, Message)] = [
      (
        AppIntentsName.migratedIntent,
        """
        “\(name: name)” does not conform to `\(AppIntentsName.migratedIntent)`, so the system does \
        not look for it.
        """
      ),
      (
        AppIntentsName.widgetConfigurationIntent,
        """
        “\(name: name)” does not conform to `\(AppIntentsName.widgetConfigurationIntent)`, so it \
        cannot configure a widget.
        """
      ),
    ]
    return needed.prefix(isAction ? 1 : 2).filter {
      !intent.inherited.contains($0.0)
    }.map { conformance, sentence in
      CheckFinding(
        at: intent.place, isOpen ? .warning : .error, isOpen ? .notJudged : .conformance,
        subject: .intentNamed(name: outline.intent.name),
        sentence: isOpen
          ? "“\(name: name)” conforms to `\(conformance)` only if another of its protocols does."
          : sentence,
        remedy: "Add `\(conformance)`.")
    }
  }
}
