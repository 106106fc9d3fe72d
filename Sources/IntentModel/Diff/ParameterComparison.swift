import Messages

/// Compares one parameter of two definitions: the effects on every answer that it can hold, and its
/// other changes.
struct ParameterComparison {
  private let definitions: DefinitionPair
  private let before: ParameterDefinition
  private let after: ParameterDefinition
  /// The reasons why answers change, each kind in the order in which they are found.
  private let reasons: AnswerEffects.SortedReasons
  /// Whether some single value is kept by the new definition.
  private let keepsSome: Bool

  init(_ definitions: DefinitionPair, from: Int, to: Int) {
    self.definitions = definitions
    before = definitions.old.intent.parameters[from]
    after = definitions.new.intent.parameters[to]
    let effect = definitions.effects.effect(from: before.kind, to: after.kind)
    reasons = effect.sorted
    keepsSome = effect.keepsSome
  }

  /// All changes; never empty.
  var change: ParameterChange {
    let verdicts =
      [
        renaming, retyping, casesGone, casesRenamed, indexesChanged, propertiesGone, boundsNarrowed,
        refusals,
      ]
      + [arrays, sizesReduced, row, choices, defaults]
    let found = verdicts.compactMap { $0 }
    return ParameterChange(
      oldName: before.name, newName: after.name, verdicts: found.isEmpty ? [.unchanged] : found)
  }

  private var renaming: DiffVerdict? {
    before.name == after.name ? nil : .renamed(from: before.name, to: after.name)
  }

  private var conversion: ValueConversion { ValueConversion(from: before.type, to: after.type) }

  private var retyping: DiffVerdict? {
    let (from, to) = (before.type.typeWords, after.type.typeWords)
    switch conversion {
    case .same: return nil
    case .impossible: return .retyped(from: from, to: to)
    case .possible where !keepsSome: return .retyped(from: from, to: to)
    case .possible:
      return .converted(from: from, to: to, isExact: !reasons.losesValue)
    }
  }

  private var casesGone: DiffVerdict? {
    reasons.casesGone.isEmpty ? nil : .casesGone(reasons.casesGone)
  }

  private var casesRenamed: DiffVerdict? {
    reasons.casesRenamed.isEmpty ? nil : .casesRenamed(reasons.casesRenamed)
  }

  private var indexesChanged: DiffVerdict? {
    guard conversion == .same else { return nil }
    let moves = definitions.effects.movedCases(from: before.type, to: after.type)
    return moves.isEmpty ? nil : .indexesChanged(moves)
  }

  private var propertiesGone: DiffVerdict? {
    reasons.propertiesGone.isEmpty ? nil : .propertiesGone(reasons.propertiesGone)
  }

  /// The reasons for refusing values although the type is the same.
  private var refused: [IntentIssue.Reason] {
    conversion == .same ? reasons.refused : []
  }

  private var boundsNarrowed: DiffVerdict? {
    guard refused.contains(where: \.isOutOfRange), let lhs = before.type.range,
      let rhs = after.type.range
    else { return nil }
    return .boundsNarrowed(from: lhs.words, to: rhs.words)
  }

  private var refusals: DiffVerdict? {
    let others = refused.filter { !($0.isOutOfRange && after.type.range != nil) }
    var seen = Set<String>()
    let rules = others.filter { seen.insert($0.code).inserted }.map(\.message)
    return rules.isEmpty ? nil : .valuesRefused(rules)
  }

  private var arrays: DiffVerdict? {
    switch (before.supportsMultipleValues, after.supportsMultipleValues) {
    case (false, true): .becameArray
    case (true, false): .becameSingle
    default: nil
    }
  }

  private var sizesReduced: DiffVerdict? {
    guard before.supportsMultipleValues, after.supportsMultipleValues else { return nil }
    let reduced = WidgetFamily.allCases.compactMap { family -> SizeChange? in
      let (from, to) = (before.maximumCount(for: family), after.maximumCount(for: family))
      guard let to, to < from ?? .max else { return nil }
      return SizeChange(family: family, from: from, to: to)
    }
    return reduced.isEmpty ? nil : .sizesReduced(reduced)
  }

  /// The change of the row or its condition; a renamed parent counts as the same.
  private var row: DiffVerdict? {
    if before.canHaveRow, !after.canHaveRow { return .lostItsRow }
    guard before.canHaveRow == after.canHaveRow else { return .visibilityChanged }
    return condition(of: before, in: definitions.old, renaming: definitions.newNames)
      == condition(of: after, in: definitions.new, renaming: [:]) ? nil : .visibilityChanged
  }

  private struct Condition: Equatable {
    var parent: String
    var relation: ParameterRelation
    var values: [IntentValue]
  }

  /// The effective condition; nil if the row is always visible.
  private func condition(
    of parameter: ParameterDefinition, in schema: IntentSchema, renaming: [String: String]
  ) -> Condition? {
    guard let parent = schema.parent(of: parameter.name)?.name,
      let relationship = parameter.relationship, let relation = relationship.relation
    else { return nil }
    return Condition(
      parent: renaming[parent] ?? parent, relation: relation,
      values: relationship.comparedValues)
  }

  /// Dynamic options that are gone or new.
  private var choices: DiffVerdict? {
    guard conversion != .impossible else { return nil }
    switch (before.options.isDynamic, after.options.isDynamic) {
    case (true, false): return .choicesGone(isVital: after.isChosenFromOptions)
    case (false, true): return .choicesNew
    default: return nil
    }
  }

  private var defaults: DiffVerdict? {
    guard before.options.isDynamic == after.options.isDynamic else { return nil }
    let (from, to) = (before.staticDefault, after.staticDefault)
    guard !before.options.isDynamic, from != to, conversion == .same else { return nil }
    return .defaultChanged(from: from?.inSentence, to: to?.inSentence)
  }
}

/// Two forms of an intent, and the matching of their parameters.
struct DefinitionPair {
  let old: IntentSchema
  let new: IntentSchema
  let matching: ParameterMatching
  /// The new names of the old parameters.
  let newNames: [String: String]
  /// The effects on all answers, shared by the intents of two documents.
  let effects: AnswerEffects

  init(old: IntentSchema, new: IntentSchema, effects: AnswerEffects) {
    self.old = old
    self.new = new
    self.effects = effects
    let matching = ParameterMatching(from: old.intent.parameters, to: new.intent.parameters)
    self.matching = matching
    let pairs = matching.successors.enumerated().compactMap { position, match in
      match.map { (old.intent.parameters[position].name, new.intent.parameters[$0].name) }
    }
    newNames = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension AnswerChange.Reason {
  /// Whether a value itself is lost, and not because of the number of values.
  var isLossOfValue: Bool {
    if case .becameSingle = self { return false }
    return isLoss
  }
}

extension IntentIssue.Reason {
  /// Whether a number is too small or too large.
  fileprivate var isOutOfRange: Bool {
    switch self {
    case .belowMinimum, .aboveMaximum: true
    default: false
    }
  }
}
