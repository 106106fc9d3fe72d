import Messages

/// The properties of a widget, besides its definition, that placed widgets depend on: kind,
/// families, intent and sources.
public struct WidgetOutline: Sendable, Hashable {
  /// The kind, which is stored with a placed widget.
  public var kind: String

  /// The families in which the widget is offered.
  public var families: [WidgetFamily]

  /// The type name of the intent that configures it; nil for none.
  public var intent: String?

  /// The rows of that intent that are visible before anyone answers, with their defaults.
  public var rows: [Row] = []

  /// A row, and its value before anyone answers.
  public struct Row: Sendable, Hashable {
    /// The name of the parameter.
    public var name: String

    /// The default in words; nil for none.
    public var value: Message?

    /// Whether its source can provide a default.
    public var isDynamic: Bool

    /// Makes a row.
    public init(name: String, value: Message?, isDynamic: Bool) {
      self.name = name
      self.value = value
      self.isDynamic = isDynamic
    }
  }

  /// A text that stands for the source of each dynamic parameter; equal sources have equal texts.
  public var sources: [String: String]

  /// A text that stands for the source of timelines; equal sources have equal texts; nil if there
  /// is none.
  public var timeline: String?

  /// Makes an outline.
  public init(
    kind: String, families: [WidgetFamily], intent: String?, sources: [String: String] = [:],
    timeline: String? = nil
  ) {
    self.kind = kind
    self.families = families
    self.intent = intent
    self.sources = sources
    self.timeline = timeline
  }

  /// The outline, with the rows of an intent added.
  public func withRows(of schema: IntentSchema) -> WidgetOutline {
    var copy = self
    let evaluation = schema.evaluate(IntentDraft(), family: families.first ?? .usual)
    copy.rows = schema.visibleParameters(in: evaluation).map { parameter in
      Row(
        name: parameter.name,
        value: schema.state(of: parameter.name, in: evaluation)?.value?.inSentence,
        isDynamic: parameter.options.isDynamic)
    }
    return copy
  }
}

/// The changes to one widget, in addition to the changes to its intent.
public struct WidgetChange: Sendable, Hashable {
  /// The kind of the old widget, or of a new one.
  public var kind: String

  /// The changes; never empty.
  public var verdicts: [WidgetVerdict]
}

/// A change to a widget.
public enum WidgetVerdict: Sendable, Hashable {
  /// The kind was removed; the possible successor is a new kind with the same intent.
  case kindGone(heir: String?)
  /// Only the new folder has a widget of this kind.
  case kindNew
  /// The widget is no longer offered in these families.
  case familiesGone([WidgetFamily])
  /// A different intent configures the widget.
  case intentChanged(from: String, to: String)
  /// The widget had no configuration, and an intent configures it now; the rows are the intent's.
  case configurableNow(String, [WidgetOutline.Row])
  /// The widget no longer has a configuration.
  case configurationGone(String)
  /// The choices of these parameters come from a different source.
  case sourcesChanged([String])
  /// The choices of these parameters no longer have a source.
  case sourcesGone([String])
  /// The choices of these parameters now have a source.
  case sourcesNew([String])
  /// The timeline comes from a different source.
  case timelineChanged
  /// The timeline no longer has a source.
  case timelineGone
  /// The timeline now has a source.
  case timelineNew
}

extension DefinitionDiff {
  /// Compares the widgets in two folders, matched by kind, and adds the changes.
  public mutating func compareWidgets(from old: [WidgetOutline], to new: [WidgetOutline]) {
    let matches = Dictionary(firsts: new.map { ($0.kind, $0) })
    let known = Set(old.map(\.kind))
    let added = new.filter { !known.contains($0.kind) }
    let heirs = Dictionary(firsts: added.map { ($0.intent, $0.kind) })
    let changes = old.map { widget -> WidgetChange in
      guard let match = matches[widget.kind] else {
        return WidgetChange(kind: widget.kind, verdicts: [.kindGone(heir: heirs[widget.intent])])
      }
      let intent = intents.first { $0.typeName == widget.intent }
      return WidgetChange(
        kind: widget.kind, verdicts: widget.verdicts(to: match, intent?.parameters ?? []))
    }
    widgets +=
      changes.filter { !$0.verdicts.isEmpty }
      + added.map { WidgetChange(kind: $0.kind, verdicts: [.kindNew]) }
  }
}

extension WidgetOutline {
  /// The changes to the widget.
  ///
  /// - Parameter parameters: The changes to the parameters of its intent.
  fileprivate func verdicts(
    to new: WidgetOutline, _ parameters: [ParameterChange]
  ) -> [WidgetVerdict] {
    let offered = Set(new.families)
    let gone = families.filter { !offered.contains($0) }
    var verdicts: [WidgetVerdict] = []
    switch (intent, new.intent) {
    case (nil, nil): break
    case (nil, let now?): verdicts.append(.configurableNow(now, new.rows))
    case (let former?, nil): verdicts.append(.configurationGone(former))
    case (let former?, let now?) where former != now:
      verdicts.append(.intentChanged(from: former, to: now))
    default: break
    }
    if !gone.isEmpty { verdicts.append(.familiesGone(gone)) }
    verdicts += sourceVerdicts(to: new, parameters)
    switch (timeline, new.timeline) {
    case (nil, _?): verdicts.append(.timelineNew)
    case (_?, nil): verdicts.append(.timelineGone)
    case (let old?, let new?) where old != new: verdicts.append(.timelineChanged)
    default: break
    }
    return verdicts
  }

  private func sourceVerdicts(
    to new: WidgetOutline, _ parameters: [ParameterChange]
  ) -> [WidgetVerdict] {
    // If a parameter was added or removed, or its options became dynamic or stopped being dynamic,
    // that is reported separately.
    let silent = parameters.filter { change in
      change.oldName == nil || change.newName == nil
        || change.verdicts.contains(where: \.isAboutChoices)
    }
    let unsaid = Set(silent.map(\.name))
    let heirs = Dictionary(
      firsts: parameters.compactMap { change in change.oldName.map { ($0, change.name) } })
    // A source for a name that no parameter has, such as the old name of a renamed parameter, has
    // no effect.
    let named = Set(parameters.compactMap(\.newName))
    let before = Dictionary(
      firsts: sources.compactMap { name, text in heirs[name].map { ($0, text) } })
    let names = Set(before.keys).union(new.sources.keys.filter(named.contains)).sorted()
    let changed = names.filter { name in
      if let old = before[name], let now = new.sources[name] { old != now } else { false }
    }
    let gone = names.filter { new.sources[$0] == nil && !unsaid.contains($0) }
    let added = names.filter { before[$0] == nil && !unsaid.contains($0) }
    return [
      changed.isEmpty ? nil : .sourcesChanged(changed), gone.isEmpty ? nil : .sourcesGone(gone),
      added.isEmpty ? nil : .sourcesNew(added),
    ].compactMap { $0 }
  }
}

extension DiffVerdict {
  /// Whether the parameter's options became dynamic or stopped being dynamic.
  fileprivate var isAboutChoices: Bool {
    switch self {
    case .choicesGone, .choicesNew: true
    default: false
    }
  }
}

extension WidgetVerdict: StatedVerdict {
  /// The code, the effect, the change, and its consequence for stored answers.
  public var statement: VerdictStatement {
    switch self {
    case .kindGone(let heir):
      .init(
        "kind-gone", .lost,
        heir.map { "The kind is gone; “\(name: $0)” may be its new name." } ?? "The kind is gone.",
        "Placed widgets of the kind are no longer found, and lose everything.")
    case .kindNew:
      .init("kind-new", .empty, "The kind is new.", "No widget of the kind is placed yet.")
    case .familiesGone(let families):
      .init(
        "families-gone", .outOfEffect,
        """
        \(families.count, one: "Family", other: "Families") removed: \
        \(families.map(\.rawValue).joined(separator: ", ")).
        """,
        "A widget placed in a removed family keeps its answers, but is no longer offered in it.")
    case .intentChanged(let from, let to):
      .init(
        "intent-changed", .lost,
        "The intent is “\(name: to)” instead of “\(name: from)”.",
        "The answers of placed widgets belong to the old intent.")
    case .configurableNow(let intent, let rows):
      .init(
        "configurable-now", .empty,
        "Is configurable now, with “\(name: intent)”.",
        """
        Placed widgets stay, and nothing is lost. Until somebody edits them, they show the defaults\
        \(phrase: Self.words(rows)).
        """)
    case .configurationGone(let intent):
      .init(
        "configuration-gone", .lost,
        "No longer has a configuration; it had “\(name: intent)”.",
        """
        Saved widgets name this intent, and are no longer found without it. Keep the definition, \
        and make its parameters not configurable.
        """)
    case .sourcesChanged(let names):
      .init(
        "sources-changed", .kept,
        "The choices of \(choices: names) come from a different source.",
        .choiceStays)
    case .sourcesGone(let names):
      .init(
        "sources-gone", .outOfEffect,
        "The choices of \(choices: names) no longer have a source.",
        "A stored choice is kept, but nothing else can be chosen.")
    case .sourcesNew(let names):
      .init(
        "sources-new", .kept,
        "The choices of \(choices: names) have a source now.",
        .choiceStays)
    case .timelineChanged:
      .init(
        "timeline-changed", .kept,
        "The timeline comes from a different source.",
        .sourceGetsAnswers)
    case .timelineGone:
      .init(
        "timeline-gone", .outOfEffect,
        "The timeline no longer has a source.",
        "Stored answers are kept, but a placed widget shows nothing.")
    case .timelineNew:
      .init(
        "timeline-new", .kept,
        "The timeline has a source now.",
        .sourceGetsAnswers)
    }
  }

  /// The defaults in the given rows, after a colon; empty if there are no rows.
  private static func words(_ rows: [WidgetOutline.Row]) -> Message {
    guard !rows.isEmpty else { return "" }
    let parts = rows.prefix(Message.listedNames).map { row -> Message in
      if row.isDynamic { return "“\(name: row.name)” has the default of its source, if any" }
      return row.value.map { "“\(name: row.name)” is \($0)" } ?? "“\(name: row.name)” is not set"
    }
    return ": \(list: parts)"
  }
}

extension Message {
  fileprivate static let choiceStays: Message =
    "A stored choice is kept if the new source has its identifier."
  fileprivate static let sourceGetsAnswers: Message =
    "Stored answers are kept, and the new source gets them."
}
