import DefinitionFormats
import IntentCodegen
package import IntentModel
import Messages

/// A widget that people may have placed, from a manifest or an argument.
package struct KnownWidget: Sendable, Hashable {
  /// The kind.
  package var kind: String

  /// The name or the class of its intent; nil if it can be any intent.
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
  struct Old {
    var kind: String?
    var families: SourceConfiguration.Families?
    var place: SourcePlace?
    /// The path of the type that makes the widget; nil for a widget that occurs only in a manifest.
    var widget: String?
    var target = ""

    init(kind: String?, families: SourceConfiguration.Families?) {
      self.kind = kind
      self.families = families
    }

    init(_ call: SourceConfiguration) {
      kind = call.kind
      families = call.families
      place = call.kindPlace
      widget = call.widget
      target = call.target
    }
  }

  private var oldIntents: [SourceConfiguration] {
    sources.old.configurations.filter { $0.form == .intent }
  }

  private var new: [SourceConfiguration] {
    sources.new.configurations.filter { sources.isApart || $0.form == .appIntent }
  }

  /// The new widgets of a kind, from the same part of the project if that part has any.
  private func widgets(
    of kind: String, beside old: Old, in all: [SourceConfiguration]
  ) -> [SourceConfiguration] {
    let same = all.filter { $0.kind == kind }
    let near = same.filter { $0.target == old.target }
    return near.isEmpty ? same : near
  }

  /// Whether a widget of the old source uses an intent; nil if that is unknown.
  func configures(_ outline: AppIntentOutline) -> Bool? {
    if !widgets(of: outline).isEmpty { return true }
    // If no widget of a whole project has an intent, the project does not use intents in widgets.
    if sources.isApart, sources.isWholeProject, oldIntents.isEmpty,
      !sources.old.configurations.isEmpty
    {
      return false
    }
    guard !oldIntents.isEmpty, oldIntents.allSatisfy({ $0.intent != nil }) else { return nil }
    return false
  }

  /// The old widgets of an intent.
  private func widgets(of outline: AppIntentOutline) -> [Old] {
    let named = [outline.typeName, outline.intent.name]
    let known = sources.known.filter { $0.intent.map(named.contains) ?? true }.map {
      Old(kind: $0.kind, families: $0.families.map { .named($0) })
    }
    guard known.isEmpty else { return known }
    return oldIntents.filter { $0.intent == outline.typeName }.map { Old($0) }
  }

  /// The paths of the App Intents that now configure the widgets of an intent, found by the kinds
  /// of the widgets.
  func successorsByKind(of outline: AppIntentOutline) -> Set<String> {
    let kinds = Set(widgets(of: outline).compactMap(\.kind))
    return Set(
      new.filter { $0.form == .appIntent && $0.kind.map(kinds.contains) == true }
        .compactMap(\.intent))
  }

  /// The families of the new widgets that an intent configures; nil if they are unknown.
  static func families(of intent: SourceIntent, in source: AppIntentsSource) -> Set<String>? {
    let calls = source.configurations.filter { $0.intent == intent.path }
    let known = calls.compactMap { names(of: $0.families) }
    return calls.isEmpty || known.count < calls.count
      ? nil : known.reduce(into: []) { $0.formUnion($1) }
  }

  // MARK: Widgets of an intent

  /// The findings about the widgets that an intent of the definition configured, and the fate of
  /// all its answers in them.
  ///
  /// The answers are lost if the successor configures no widget of an old kind, and lost for some
  /// if it configures only some of them.
  func result(
    of outline: AppIntentOutline, _ successor: SourceIntent
  ) -> (findings: [CheckFinding], fate: MigrationReport.Fate) {
    result(of: widgets(of: outline), .intentNamed(name: outline.intent.name), successor)
  }

  /// The findings about old widgets, and the fate of all answers in them.
  ///
  /// A widget is identified by its kind. Only a removed kind is compared with a new one: with the
  /// kind that the same type makes, or with the only kind left.
  func result(
    of old: [Old], _ subject: Message, _ successor: SourceIntent
  ) -> (findings: [CheckFinding], fate: MigrationReport.Fate) {
    let calls = new.filter { $0.form == .appIntent && $0.intent == successor.path }
    guard !old.isEmpty else {
      let finding = note(
        at: calls.first?.place ?? successor.place, subject,
        "The old kind of its widgets is unknown, so the kind cannot be compared.",
        "Give the old project, or the old kind with \(MigrationProgram.Option.kind.flag).")
      return ([finding], .kept)
    }
    // Several widgets can have one kind, such as one for each version of the system.
    let widgets = old.firsts { [$0.kind, $0.target] }
    var gone: [Old] = []
    var found: [[CheckFinding]] = []
    for widget in widgets {
      if let findings = findings(of: widget, subject, successor, calls) {
        found.append(findings)
      } else {
        gone.append(widget)
      }
    }
    let kinds = Set(
      old.compactMap(\.kind)
        + sources.old.configurations.compactMap { call in
          // If there is only one folder, the new widgets are among the old ones.
          sources.isApart || call.form != .appIntent ? call.kind : nil
        })
    let left = calls.filter { $0.kind.map { !kinds.contains($0) } ?? false }
    for widget in gone {
      found.append(fate(of: widget, besides: gone, left, subject, successor))
    }
    let lost = found.count { $0.contains { $0.severity == .error && $0.losesKind } }
    let fate: MigrationReport.Fate = lost == 0 ? .kept : lost == found.count ? .lost : .lostForSome
    return (found.flatMap { $0 }, fate)
  }

  /// The findings about a widget that is still in the new source, or whose kind is unknown; nil if
  /// it was removed.
  private func findings(
    of old: Old, _ subject: Message, _ successor: SourceIntent, _ calls: [SourceConfiguration]
  ) -> [CheckFinding]? {
    guard let kind = old.kind else {
      return [
        CheckFinding(
          at: old.place, .warning, .notJudged, subject: subject,
          sentence: "The old kind is not a constant in the source, so it cannot be compared.",
          remedy: "Give the old kind with \(MigrationProgram.Option.kind.flag).")
      ]
    }
    if let same = widgets(of: kind, beside: old, in: calls).first {
      return families(old, same, subject)
    }
    // In a single folder, the old widget is unchanged unless its type also makes a new widget.
    if !sources.isApart, let widget = old.widget, !calls.contains(where: { $0.widget == widget }) {
      return [stillOld(kind, at: old.place, subject, successor)]
    }
    if let unclear = calls.first(where: { $0.kind == nil }) {
      return [
        CheckFinding(
          at: unclear.kindPlace, .warning, .notJudged, subject: subject,
          sentence: "The kind is neither a literal nor a constant in the source.",
          remedy: "Compare it with “\(name: kind)”.")
      ]
    }
    return widgets(of: kind, beside: old, in: new).first.map {
      [otherConfiguration($0, kind, subject, successor)]
    }
  }

  /// The findings about a widget whose kind was removed: a widget of a different kind replaces it,
  /// or no widget does.
  private func fate(
    of old: Old, besides gone: [Old], _ left: [SourceConfiguration], _ subject: Message,
    _ successor: SourceIntent
  ) -> [CheckFinding] {
    let kind = old.kind ?? ""
    let own = left.filter { $0.widget == old.widget && !$0.widget.isEmpty }
    let near = left.filter { call in
      call.target == old.target || !left.contains { $0.target == old.target }
    }
    let heirs = own.isEmpty ? near : own
    guard Set(heirs.map(\.kind)).count == 1, let call = heirs.first,
      !own.isEmpty || gone.count == 1
    else { return [noWidget(of: kind, subject, successor)] }
    return [
      CheckFinding(
        at: call.kindPlace, .error, .kindChanged, subject: subject,
        sentence:
          """
          The kind is “\(name: call.kind ?? "")” and was “\(name: kind)”, so placed widgets lose \
          their content.
          """,
        remedy: "Write the old kind “\(name: kind)”.")
    ] + families(old, call, subject)
  }

  private func stillOld(
    _ kind: String, at place: SourcePlace?, _ subject: Message, _ successor: SourceIntent
  ) -> CheckFinding {
    note(
      at: place, subject, "The widget “\(name: kind)” still uses the old intent.",
      use(successor))
  }

  private func use(_ successor: SourceIntent) -> Message {
    "Use `AppIntentConfiguration` with “\(name: successor.name)”."
  }

  /// The finding about a widget that a different type configures.
  private func otherConfiguration(
    _ call: SourceConfiguration, _ kind: String, _ subject: Message, _ successor: SourceIntent
  ) -> CheckFinding {
    switch call.form {
    case .fixed:
      CheckFinding(
        at: call.place, .error, .kindWithoutIntent, subject: subject,
        sentence:
          """
          The widget “\(name: kind)” no longer has a configuration, so people's choices have no \
          effect.
          """,
        remedy: use(successor))
    case .appIntent:
      CheckFinding(
        at: call.place, call.intent == nil ? .warning : .error,
        call.intent == nil ? .notJudged : .kindOfAnotherIntent, subject: subject,
        sentence:
          """
          The widget “\(name: kind)” is configured by \
          \(phrase: call.intent.map { Message("“\(name: $0)”") } ?? "an unknown type"), \
          not by “\(name: successor.name)”, which replaces the stored intent.
          """,
        remedy: "Write `intent: \(visible(successor.path)).self`.")
    case .intent: stillOld(kind, at: call.place, subject, successor)
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
      at: successor.place, .error, .kindLost, subject: subject,
      sentence: "No widget in the new source has the kind “\(name: kind)”.",
      remedy: "Add a widget of this kind with `intent: \(visible(successor.path)).self`.")
  }

  private func note(
    at place: SourcePlace?, _ subject: Message, _ sentence: Message, _ remedy: Message
  ) -> CheckFinding {
    CheckFinding(
      at: place, .note, .notJudged, subject: subject, sentence: sentence, remedy: remedy)
  }

  // MARK: Families

  /// The families that a widget has without a modifier.
  private static let standard = Set(
    [WidgetFamily.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge].map(\.rawValue))

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
    let all = sources.new.configurations.filter {
      $0.kind == call.kind && $0.target == call.target
    }
    let known = all.compactMap { Self.names(of: $0.families) }
    let after = known.reduce(into: Set<String>()) { $0.formUnion($1) }
    guard let before = Self.names(of: families), known.count == all.count else {
      return [
        note(
          at: call.place, subject, .familiesNotLiteral, "Keep those that people have placed.")
      ]
    }
    let lost = before.subtracting(after).sorted()
    guard !lost.isEmpty else { return [] }
    return [
      CheckFinding(
        at: call.place, .error, .familyLost, subject: subject,
        sentence:
          """
          The widget no longer supports \(choices: lost), so widgets that are placed in \
          \(lost.count, one: "this size", other: "these sizes") lose their content.
          """,
        remedy: "Add \(choices: lost) to `supportedFamilies`.")
    ]
  }

  // MARK: Other widgets

  /// The findings about widgets without an intent; only a separate old source shows them.
  var fixedFindings: [CheckFinding] {
    guard sources.isApart, !sources.new.configurations.isEmpty else { return [] }
    let isClear = sources.new.configurations.allSatisfy { $0.kind != nil }
    return sources.old.configurations.filter { $0.form == .fixed }.flatMap { old in
      guard let kind = old.kind else { return [CheckFinding]() }
      let subject: Message = "widget “\(name: kind)”"
      if let same = widgets(of: kind, beside: Old(old), in: sources.new.configurations).first {
        return families(Old(old), same, subject)
      }
      guard isClear else { return [] }
      return [
        CheckFinding(
          at: old.kindPlace, .error, .kindLost, subject: subject,
          sentence:
            "No widget in the new source has this kind, so placed widgets lose their content.",
          remedy: "Keep the kind.")
      ]
    }
  }

  /// The findings about widgets whose intent is not in any definition.
  func unknownClasses(besides typeNames: Set<String>) -> [CheckFinding] {
    oldIntents.compactMap { call in
      guard let intent = call.intent, !typeNames.contains(intent),
        !sources.old.names.declares(intent)
      else { return nil }
      return CheckFinding(
        at: call.place, .warning, .notJudged,
        sentence: "No definition has the intent “\(name: intent)” of this widget.",
        remedy: """
          Give that definition as well, or give the prefix of the classes with \
          \(MigrationProgram.Option.classPrefix.flag).
          """)
    }
  }
}

extension CheckFinding {
  /// Whether the successor no longer configures a widget of the old kind.
  fileprivate var losesKind: Bool {
    let codes: [MigrationCode] = [
      .kindChanged, .kindLost, .kindWithoutIntent, .kindOfAnotherIntent,
    ]
    return codes.contains(where: has)
  }
}
