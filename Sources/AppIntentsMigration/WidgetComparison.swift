import DefinitionFormats
import IntentCodegen
package import IntentModel
import Messages

/// A widget that people may have placed, from a manifest or an argument.
package struct KnownWidget: Sendable, Hashable {
  /// The kind.
  package var kind: String

  /// The name or the class of its intent; nil if it can be any.
  package var intent: String?

  /// The families; nil if they are unknown.
  package var families: Set<String>?

  /// Makes a widget.
  package init(kind: String, intent: String? = nil, families: [WidgetFamily]? = nil) {
    self.kind = kind
    self.intent = intent
    self.families = families.map { Set($0.map(\.rawValue)) }
  }
}

/// Compares the widgets before and after a migration: kinds, intents, families.
struct WidgetComparison {
  private let sources: MigrationSources

  init(_ sources: MigrationSources) {
    self.sources = sources
  }

  /// A widget before the migration; its kind is nil if the source does not show it.
  private struct Old {
    var kind: String?
    var families: SourceConfiguration.Families?
    var place: SourcePlace?
  }

  private var oldIntents: [SourceConfiguration] {
    sources.old.configurations.filter { $0.form == .intent }
  }

  private var new: [SourceConfiguration] {
    sources.new.configurations.filter { sources.isApart || $0.form == .appIntent }
  }

  /// Whether a widget of the old source uses an intent; nil if that is unknown.
  func configures(_ outline: AppIntentOutline) -> Bool? {
    if !widgets(of: outline).isEmpty { return true }
    // A whole project whose widgets all have no intent uses none.
    if sources.isApart, sources.isWholeProject, oldIntents.isEmpty,
      !sources.old.configurations.isEmpty
    {
      return false
    }
    guard !oldIntents.isEmpty, oldIntents.allSatisfy({ $0.intent != nil }) else { return nil }
    return false
  }

  private func widgets(of outline: AppIntentOutline) -> [Old] {
    let named = [outline.typeName, outline.intent.name]
    let known = sources.known.filter { $0.intent.map(named.contains) ?? true }.map {
      Old(kind: $0.kind, families: $0.families.map { .named($0) })
    }
    guard known.isEmpty else { return known }
    return oldIntents.filter { $0.intent == outline.typeName }.map {
      Old(kind: $0.kind, families: $0.families, place: $0.kindPlace)
    }
  }

  /// The families of the new widgets that an intent configures; nil if they are unknown.
  static func families(of intent: SourceIntent, in source: AppIntentsSource) -> Set<String>? {
    let calls = source.configurations.filter { $0.intent == intent.path }
    let known = calls.compactMap { names(of: $0.families) }
    return calls.isEmpty || known.count < calls.count
      ? nil : known.reduce(into: []) { $0.formUnion($1) }
  }

  // MARK: Widgets of an intent

  /// The findings about the widgets that an intent of the definition configured, and what becomes
  /// of all its answers in them: they are lost with the kinds of all widgets, or of some.
  func result(
    of outline: AppIntentOutline, _ successor: SourceIntent
  ) -> (findings: [CheckFinding], fate: MigrationReport.Fate) {
    let subject = Message.intentNamed(name: outline.intent.name)
    let calls = new.filter { $0.form == .appIntent && $0.intent == successor.path }
    let old = widgets(of: outline)
    guard !old.isEmpty else {
      let finding = note(
        at: calls.first?.place ?? successor.place, subject,
        "The old kind of its widgets is unknown, so the kind cannot be compared.",
        "Give the old project, or the old kind with --kind.")
      return ([finding], .kept)
    }
    // Several widgets can have one kind, such as one for each version of the system.
    var seen = Set<String?>()
    let findings = old.filter { seen.insert($0.kind).inserted }.map {
      self.findings(of: $0, subject, successor, calls)
    }
    let lost = findings.count { $0.contains { $0.severity == .error && $0.losesKind } }
    let fate: MigrationReport.Fate =
      lost == 0 ? .kept : lost == findings.count ? .lost : .lostForSome
    return (findings.flatMap { $0 }, fate)
  }

  private func findings(
    of old: Old, _ subject: Message, _ successor: SourceIntent, _ calls: [SourceConfiguration]
  ) -> [CheckFinding] {
    guard let kind = old.kind else {
      return [
        CheckFinding(
          at: old.place, .warning, "not-judged", subject: subject,
          sentence: "The old kind is not a constant in the source, so it cannot be compared.",
          remedy: "Give the old kind with --kind.")
      ]
    }
    if let same = calls.first(where: { $0.kind == kind }) {
      return families(old, same, subject)
    }
    if let unclear = calls.first(where: { $0.kind == nil }) {
      return [
        CheckFinding(
          at: unclear.kindPlace, .warning, "not-judged", subject: subject,
          sentence: "The kind is not a literal or a constant in the source.",
          remedy: "Compare it with “\(name: kind)”.")
      ]
    }
    if let same = new.first(where: { $0.kind == kind }) {
      return [otherConfiguration(same, kind, subject, successor)]
    }
    if let call = calls.first {
      return [
        CheckFinding(
          at: call.kindPlace, .error, "kind-changed", subject: subject,
          sentence:
            """
            The kind is “\(name: call.kind ?? "")” and was “\(name: kind)”, so placed widgets lose \
            their content.
            """,
          remedy: "Write the old kind.")
      ] + (calls.count == 1 ? families(old, call, subject) : [])
    }
    return [noWidget(of: kind, subject, successor)]
  }

  /// The finding about a widget that another type configures.
  private func otherConfiguration(
    _ call: SourceConfiguration, _ kind: String, _ subject: Message, _ successor: SourceIntent
  ) -> CheckFinding {
    switch call.form {
    case .fixed:
      CheckFinding(
        at: call.place, .error, "kind-without-intent", subject: subject,
        sentence:
          """
          The widget “\(name: kind)” no longer has a configuration, so what people have chosen has \
          no effect.
          """,
        remedy: "Use `AppIntentConfiguration` with “\(name: successor.name)”.")
    case .appIntent:
      CheckFinding(
        at: call.place, call.intent == nil ? .warning : .error,
        call.intent == nil ? "not-judged" : "kind-of-another-intent", subject: subject,
        sentence:
          """
          The widget “\(name: kind)” is configured by \
          \(phrase: call.intent.map { Message("“\(name: $0)”") } ?? "an unknown type"), \
          not by “\(name: successor.name)”, which replaces the stored intent.
          """,
        remedy: "Write `intent: \(visible(successor.path)).self`.")
    case .intent:
      note(
        at: call.place, subject, "The widget “\(name: kind)” still uses the old intent.",
        "Use `AppIntentConfiguration` with “\(name: successor.name)”.")
    }
  }

  private func noWidget(
    of kind: String, _ subject: Message, _ successor: SourceIntent
  ) -> CheckFinding {
    guard sources.isApart, !sources.new.configurations.isEmpty,
      sources.new.configurations.allSatisfy({ $0.kind != nil })
    else {
      return note(
        at: successor.place, subject,
        "No AppIntentConfiguration in the source uses it, so the kind cannot be compared.",
        "Add the file with the widget.")
    }
    return CheckFinding(
      at: successor.place, .error, "kind-lost", subject: subject,
      sentence: "No widget in the new source has the kind “\(name: kind)”.",
      remedy: "Add a widget of this kind with `intent: \(visible(successor.path)).self`.")
  }

  private func note(
    at place: SourcePlace?, _ subject: Message, _ sentence: Message, _ remedy: Message
  ) -> CheckFinding {
    CheckFinding(
      at: place, .note, "not-judged", subject: subject, sentence: sentence, remedy: remedy)
  }

  // MARK: Families

  /// The families that a widget has without a modifier.
  private static let standard: Set<String> = [
    "systemSmall", "systemMedium", "systemLarge", "systemExtraLarge",
  ]

  private static func names(of families: SourceConfiguration.Families) -> Set<String>? {
    switch families {
    case .standard: standard
    case .named(let names): names
    case .unknown: nil
    }
  }

  private func families(
    _ old: Old, _ call: SourceConfiguration, _ subject: Message
  ) -> [CheckFinding] {
    guard let families = old.families else { return [] }
    // One kind can have several configurations, such as one for each version of the system.
    let all = sources.new.configurations.filter { $0.kind == call.kind }
    let known = all.compactMap { Self.names(of: $0.families) }
    let after = known.reduce(into: Set<String>()) { $0.formUnion($1) }
    guard let before = Self.names(of: families), known.count == all.count else {
      return [
        note(
          at: call.place, subject, "The families are not literals, so they cannot be compared.",
          "Keep those that people have placed.")
      ]
    }
    let lost = before.subtracting(after).sorted()
    guard !lost.isEmpty else { return [] }
    return [
      CheckFinding(
        at: call.place, .error, "family-lost", subject: subject,
        sentence:
          """
          The widget no longer supports \(choices: lost), so widgets that are placed in \
          \(lost.count, one: "this size", other: "these sizes") lose their content.
          """,
        remedy: "Add \(choices: lost) to `supportedFamilies`.")
    ]
  }

  // MARK: Other widgets

  /// The findings about widgets without an intent; only another source can tell.
  var fixedFindings: [CheckFinding] {
    guard sources.isApart, !sources.new.configurations.isEmpty else { return [] }
    let isClear = sources.new.configurations.allSatisfy { $0.kind != nil }
    return sources.old.configurations.filter { $0.form == .fixed }.flatMap { old in
      guard let kind = old.kind else { return [CheckFinding]() }
      let subject: Message = "widget “\(name: kind)”"
      if let same = sources.new.configurations.first(where: { $0.kind == kind }) {
        return families(Old(kind: kind, families: old.families), same, subject)
      }
      guard isClear else { return [] }
      return [
        CheckFinding(
          at: old.kindPlace, .error, "kind-lost", subject: subject,
          sentence:
            "No widget in the new source has this kind, so placed widgets lose their content.",
          remedy: "Keep the kind.")
      ]
    }
  }

  /// The findings about widgets whose intent no definition has.
  func unknownClasses(besides typeNames: Set<String>) -> [CheckFinding] {
    oldIntents.compactMap { call in
      guard let intent = call.intent, !typeNames.contains(intent),
        !sources.old.names.declares(intent)
      else { return nil }
      return CheckFinding(
        at: call.place, .warning, "not-judged",
        sentence: "No definition has the intent “\(name: intent)” of this widget.",
        remedy: "Give the definition, too, or the prefix of its classes with --class-prefix.")
    }
  }
}

extension CheckFinding {
  /// Whether a widget with the old kind and the successor of its intent is gone.
  fileprivate var losesKind: Bool {
    ["kind-changed", "kind-lost", "kind-without-intent", "kind-of-another-intent"].contains(code)
  }
}
