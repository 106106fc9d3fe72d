/// What happens to stored configurations when one definition takes the place of another.
public struct DefinitionDiff: Sendable, Hashable {
  /// What becomes of each intent: those of the old definition in its order, then the new ones.
  public var intents: [IntentChange]

  /// Compares two definitions.
  ///
  /// Intents are matched by their type name, since a stored configuration names it; parameters by a tag
  /// that both definitions write, then by name. What becomes of answers is found by migrating answers
  /// that stand for all there can be, as a store migrates a stored draft. Texts are not compared: they
  /// change nothing that is stored.
  public init(from old: IntentDefinitionFile, to new: IntentDefinitionFile) {
    let known = Set(old.intents.map(\.typeName))
    let added = new.intents.filter { !known.contains($0.typeName) }
    let matches = Dictionary(
      new.intents.map { ($0.typeName, $0) }, uniquingKeysWith: { first, _ in first })
    intents = old.intents.map { intent in
      let before = IntentSchema(intent, in: old)
      guard let match = matches[intent.typeName] else {
        let heir = added.first { $0.resembles(intent) }
        return IntentChange(goneIntent: intent, heir: heir)
      }
      return IntentChange(from: before, to: IntentSchema(match, in: new))
    }
    intents += added.map { IntentChange(newIntent: $0) }
  }

  /// Adds what becomes of widgets that are placed in families that are not listed any more.
  public mutating func compareFamilies(from old: [WidgetFamily], to new: [WidgetFamily]) {
    let gone = old.filter { !new.contains($0) }
    guard !gone.isEmpty else { return }
    for index in intents.indices where intents[index].presence == .both {
      intents[index].verdicts.append(.familiesGone(gone))
    }
  }

  /// Whether some stored configuration would lose an answer.
  public var losesAnswers: Bool { intents.contains(where: \.losesAnswers) }
}

/// What becomes of one intent.
public struct IntentChange: Sendable, Hashable {
  /// Whether the intent is in both definitions.
  public enum Presence: Sendable, Hashable {
    case both
    /// The type name is gone; the heir is a new intent that looks like it.
    case gone(heir: String?)
    case new
  }

  /// The type name, such as `UpNextIntent`.
  public var typeName: String

  /// Whether the intent is in both definitions.
  public var presence: Presence

  /// What changes about the intent as a whole; empty where nothing does.
  public var verdicts: [IntentVerdict] = []

  /// What becomes of each parameter: those of the old intent in its order, then the new ones.
  public var parameters: [ParameterChange]

  /// Whether some stored configuration of the intent would lose an answer.
  public var losesAnswers: Bool {
    if case .gone = presence { return true }
    return parameters.contains(where: \.losesAnswers)
  }

  /// Compares two forms of one intent.
  public init(from old: IntentSchema, to new: IntentSchema) {
    typeName = old.intent.typeName
    presence = .both
    let pair = DefinitionPair(old: old, new: new)
    parameters = old.intent.parameters.enumerated().map { position, parameter in
      guard let match = pair.matching.successors[position] else {
        return ParameterChange(oldName: parameter.name, newName: nil, verdicts: [.removed])
      }
      return ParameterComparison(pair, from: position, to: match).change
    }
    parameters += pair.matching.added.map { position in
      let parameter = new.intent.parameters[position]
      return ParameterChange(
        oldName: nil, newName: parameter.name, verdicts: [.added(hasDefault: parameter.hasDefault)])
    }
    if old.intent.isEligibleForWidgets, !new.intent.isEligibleForWidgets {
      verdicts.append(.notForWidgets)
    }
  }

  init(goneIntent intent: IntentDefinition, heir: IntentDefinition?) {
    typeName = intent.typeName
    presence = .gone(heir: heir?.typeName)
    parameters = []
  }

  init(newIntent intent: IntentDefinition) {
    typeName = intent.typeName
    presence = .new
    parameters = []
  }
}

/// One thing that changes about an intent as a whole.
public enum IntentVerdict: Sendable, Hashable {
  /// The intent may not configure a widget any more.
  case notForWidgets
  /// The widget is not offered in these families any more.
  case familiesGone([WidgetFamily])
}

/// What becomes of one parameter.
public struct ParameterChange: Sendable, Hashable {
  /// The name in the old definition; nil for a new parameter.
  public var oldName: String?

  /// The name in the new definition; nil for a removed parameter.
  public var newName: String?

  /// What changes, never empty: `unchanged` stands alone.
  public var verdicts: [DiffVerdict]

  /// Whether some stored configuration would lose its answer.
  public var losesAnswers: Bool { verdicts.contains { $0.effect.isLoss } }

  /// The name by which to speak of the parameter.
  public var name: String { newName ?? oldName ?? "" }
}

/// One thing that changes about a parameter.
public enum DiffVerdict: Sendable, Hashable {
  case unchanged
  case renamed(from: String, to: String)
  /// A type whose values cannot be read as the new type's.
  case retyped(from: String, to: String)
  /// A type whose values all, or some, can be read as the new type's.
  case converted(from: String, to: String, isExact: Bool)
  case removed
  case added(hasDefault: Bool)
  case casesGone([String])
  case casesRenamed([CaseRenaming])
  case propertiesGone([String])
  case becameArray
  case becameSingle
  case sizesReduced([SizeChange])
  case boundsNarrowed(from: String, to: String)
  /// Values that the parameter took and takes no more; each rule as a sentence about one of them.
  case valuesRefused([String])
  case visibilityChanged
  case lostItsRow
  case defaultChanged(from: String?, to: String?)
}

/// A case that kept its index and got another name.
public struct CaseRenaming: Sendable, Hashable {
  /// The name in the old definition.
  public var from: String

  /// The name in the new definition.
  public var to: String
}

/// The number of values that a family takes, before and after; nil means no limit.
public struct SizeChange: Sendable, Hashable {
  /// The family whose size changes.
  public var family: WidgetFamily

  /// The old number.
  public var from: Int?

  /// The new number, which is less.
  public var to: Int?

  /// Makes a change.
  public init(family: WidgetFamily, from: Int?, to: Int?) {
    self.family = family
    self.from = from
    self.to = to
  }
}

/// What a verdict means for a stored answer.
public enum DiffEffect: String, Sendable, Hashable, CaseIterable {
  /// The answer stays as it is.
  case kept

  /// The answer goes along, in another form or under another name.
  case carriedOver

  /// The answer stays stored and no longer has effect, or not all of it.
  case outOfEffect

  /// Some answers are lost, depending on what was chosen.
  case lostForSome

  /// Every answer is lost.
  case lost

  /// There is nothing stored yet; the default counts, or nothing.
  case empty

  /// Whether an answer may be lost.
  public var isLoss: Bool { self == .lost || self == .lostForSome }
}

extension IntentDefinition {
  /// Whether the intent may be another under a new name: the same title or the same parameters.
  fileprivate func resembles(_ other: IntentDefinition) -> Bool {
    if let id = title.id, id == other.title.id { return true }
    return !parameters.isEmpty && parameters.map(\.name) == other.parameters.map(\.name)
  }
}

extension IntentParameter {
  /// Whether something is in effect before anyone answers, as far as the definition tells.
  var hasDefault: Bool { options.isDynamic || staticDefault != nil }
}

extension DiffVerdict {
  /// The verdict in one word with hyphens, stable for scripts, such as `cases-gone`.
  public var code: String {
    switch self {
    case .unchanged: "unchanged"
    case .renamed: "renamed"
    case .retyped: "retyped"
    case .converted: "converted"
    case .removed: "removed"
    case .added(let hasDefault): hasDefault ? "new" : "new-without-default"
    case .casesGone: "cases-gone"
    case .casesRenamed: "cases-renamed"
    case .propertiesGone: "properties-gone"
    case .becameArray: "became-array"
    case .becameSingle: "became-single"
    case .sizesReduced: "sizes-reduced"
    case .boundsNarrowed: "bounds-narrowed"
    case .valuesRefused: "values-refused"
    case .visibilityChanged: "visibility-changed"
    case .lostItsRow: "lost-its-row"
    case .defaultChanged: "default-changed"
    }
  }

  /// What changes, as one sentence.
  public var sentence: String {
    switch self {
    case .unchanged: "Unchanged."
    case .renamed(let from, let to): "Renamed from \(quoted(from)) to \(quoted(to))."
    case .retyped(let from, let to), .converted(let from, let to, _):
      "Was \(from), is \(to)."
    case .removed: "Removed."
    case .added(let hasDefault): hasDefault ? "New." : "New, without a default."
    case .casesGone(let names): "\(names.count == 1 ? "Case" : "Cases") gone: \(listed(names))."
    case .casesRenamed(let pairs):
      "Renamed: \(pairs.map { "\(quoted($0.from)) to \(quoted($0.to))" }.joined(separator: ", "))."
    case .propertiesGone(let names):
      "\(names.count == 1 ? "Property" : "Properties") gone or of another type: \(listed(names))."
    case .becameArray: "Held one value, holds several."
    case .becameSingle: "Held several values, holds one."
    case .sizesReduced(let changes): "Takes fewer values: \(changes.words)."
    case .boundsNarrowed(let from, let to): "Took \(from), takes \(to)."
    case .valuesRefused(let rules): "Refuses values it took: \(rules.joined(separator: " "))"
    case .visibilityChanged: "Shown under other conditions."
    case .lostItsRow: "Has no row any more."
    case .defaultChanged(let from, let to):
      "The default was \(from ?? "none"), is \(to ?? "none")."
    }
  }

  /// What that means for a stored configuration, as one sentence.
  public var consequence: String {
    switch self {
    case .unchanged: "Stored answers stay."
    case .renamed: "A stored answer goes along under the new name."
    case .retyped: "A stored answer is lost: it cannot be read in the new type."
    case .converted(_, _, let isExact):
      isExact
        ? "A stored answer goes along in the new type."
        : "A stored answer is lost unless it can be read in the new type."
    case .removed: "A stored answer is lost."
    case .added(let hasDefault):
      hasDefault
        ? "Stored configurations get the default."
        : "Stored configurations have no value for it."
    case .casesGone: "A stored answer that names one is lost; the default takes its place."
    case .casesRenamed: "A stored answer goes along under the new name."
    case .propertiesGone: "Stored objects lose them."
    case .becameArray: "A stored answer becomes the first value."
    case .becameSingle: "The first stored value stays, the others are lost."
    case .sizesReduced: "Stored values beyond that stay stored and are not shown."
    case .boundsNarrowed: "A stored answer out of range is lost; the default takes its place."
    case .valuesRefused: "A stored answer that it refuses is lost; the default takes its place."
    case .visibilityChanged: "A stored answer stays, and counts while the row is shown."
    case .lostItsRow: "A stored answer stays and has no effect."
    case .defaultChanged: "Stored answers stay; widgets without an answer get the new default."
    }
  }
}

extension IntentChange {
  /// What becomes of the intent as a whole, as one sentence; nil where its parameters say it.
  public var sentence: String? {
    switch presence {
    case .both: nil
    case .gone(nil): "Removed. Its stored configurations are lost."
    case .gone(let heir?):
      """
      Removed. Its stored configurations are lost: they name \(quoted(typeName)), not \
      \(quoted(heir)). Keep the class name to keep them.
      """
    case .new: "New. There are no stored configurations."
    }
  }
}

extension IntentVerdict {
  /// The verdict in one word with hyphens, stable for scripts.
  public var code: String {
    switch self {
    case .notForWidgets: "not-for-widgets"
    case .familiesGone: "families-gone"
    }
  }

  /// What the verdict means for a stored answer: none is lost.
  public var effect: DiffEffect { .outOfEffect }

  /// What changes, as one sentence.
  public var sentence: String {
    switch self {
    case .notForWidgets: "Is not eligible for widgets any more."
    case .familiesGone(let families):
      "\(families.count == 1 ? "Family" : "Families") gone: "
        + "\(families.map(\.rawValue).joined(separator: ", "))."
    }
  }

  /// What that means for a stored configuration, as one sentence.
  public var consequence: String {
    switch self {
    case .notForWidgets: "Stored answers stay, but the widget can no longer be placed."
    case .familiesGone:
      "A widget placed in one keeps its answers and is not offered in it any more."
    }
  }
}

extension [SizeChange] {
  fileprivate var words: String {
    map { change in
      let from = change.from.map { String($0) } ?? "any number"
      let to = change.to.map { String($0) } ?? "any number"
      return "\(change.family.rawValue) \(to) instead of \(from)"
    }.joined(separator: ", ")
  }
}
