/// Compares one parameter of two definitions, one function for each verdict.
struct ParameterComparison {
  let old: IntentSchema
  let new: IntentSchema
  private let before: IntentParameter
  private let after: IntentParameter

  init(old: IntentSchema, new: IntentSchema, from: Int, to: Int) {
    self.old = old
    self.new = new
    before = old.intent.parameters[from]
    after = new.intent.parameters[to]
  }

  /// Everything that changes; a parameter of another type is not looked at any further.
  var change: ParameterChange {
    var verdicts = [renaming, retyping].compactMap { $0 }
    if !verdicts.contains(where: \.isRetyping) {
      verdicts += [casesGone, casesRenamed, propertiesGone, boundsNarrowed].compactMap { $0 }
    }
    verdicts += [arrays, sizesReduced, row, defaults].compactMap { $0 }
    return ParameterChange(
      oldName: before.name, newName: after.name,
      verdicts: verdicts.isEmpty ? [.unchanged] : verdicts)
  }

  private var renaming: DiffVerdict? {
    before.name == after.name ? nil : .renamed(from: before.name, to: after.name)
  }

  private var retyping: DiffVerdict? {
    let conversion = ValueConversion(from: before.type, to: after.type)
    let (from, to) = (before.type.typeWords, after.type.typeWords)
    switch conversion {
    case .same: return nil
    case .exact: return .converted(from: from, to: to, isExact: true)
    case .partial: return .converted(from: from, to: to, isExact: false)
    case .impossible: return .retyped(from: from, to: to)
    }
  }

  private var enums: (IntentEnum, IntentEnum)? {
    guard let lhs = old.enumeration(of: before.type), let rhs = new.enumeration(of: after.type)
    else { return nil }
    return (lhs, rhs)
  }

  private var casesGone: DiffVerdict? {
    guard let (lhs, rhs) = enums else { return nil }
    let gone = lhs.choices.map(\.name).filter { lhs.successor(of: $0, in: rhs) == nil }
    return gone.isEmpty ? nil : .casesGone(gone)
  }

  private var casesRenamed: DiffVerdict? {
    guard let (lhs, rhs) = enums else { return nil }
    let renamed = lhs.choices.compactMap { item -> CaseRenaming? in
      guard let name = lhs.successor(of: item.name, in: rhs), name != item.name else { return nil }
      return CaseRenaming(from: item.name, to: name)
    }
    return renamed.isEmpty ? nil : .casesRenamed(renamed)
  }

  private var propertiesGone: DiffVerdict? {
    guard let lhs = old.objectType(of: before.type), let rhs = new.objectType(of: after.type) else {
      return nil
    }
    let gone = lhs.ownProperties.filter { !rhs.keeps($0) }.map(\.name)
    return gone.isEmpty ? nil : .propertiesGone(gone)
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

  private var boundsNarrowed: DiffVerdict? {
    guard let lhs = before.type.range, let rhs = after.type.range, !rhs.contains(lhs) else {
      return nil
    }
    return .boundsNarrowed(from: lhs.words, to: rhs.words)
  }

  /// The row and its condition; parents are compared by what they are, not by what they are called.
  private var row: DiffVerdict? {
    if before.canHaveRow, !after.canHaveRow { return .lostItsRow }
    guard before.canHaveRow == after.canHaveRow else { return .visibilityChanged }
    return condition(of: before, in: old, renaming: parentNames)
      == condition(of: after, in: new, renaming: [:]) ? nil : .visibilityChanged
  }

  /// The new names of parameters that are called otherwise.
  private var parentNames: [String: String] {
    let matching = ParameterMatching(from: old.intent, to: new.intent)
    let pairs = matching.successors.enumerated().compactMap { position, match in
      match.map { (old.intent.parameters[position].name, new.intent.parameters[$0].name) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  private struct Condition: Equatable {
    var parent: String
    var relation: ParameterRelation
    var values: [IntentValue]
  }

  /// The condition in force; nil where the row is always visible.
  private func condition(
    of parameter: IntentParameter, in schema: IntentSchema, renaming: [String: String]
  ) -> Condition? {
    guard let parent = schema.parent(of: parameter.name)?.name,
      let relationship = parameter.relationship, let relation = relationship.relation
    else { return nil }
    return Condition(
      parent: renaming[parent] ?? parent, relation: relation,
      values: relationship.comparedValues)
  }

  private var defaults: DiffVerdict? {
    guard before.options.isDynamic == after.options.isDynamic else { return nil }
    let (from, to) = (before.staticDefault, after.staticDefault)
    guard !before.options.isDynamic, from != to,
      ValueConversion(from: before.type, to: after.type) == .same
    else { return nil }
    return .defaultChanged(from: from?.inSentence, to: to?.inSentence)
  }
}

extension DiffVerdict {
  /// Whether the type is another one.
  var isRetyping: Bool {
    switch self {
    case .retyped, .converted: true
    default: false
    }
  }

  /// What the verdict means for a stored answer.
  public var effect: DiffEffect {
    switch self {
    case .unchanged, .visibilityChanged, .defaultChanged: .kept
    case .renamed, .casesRenamed, .becameArray, .converted(_, _, isExact: true): .carriedOver
    case .sizesReduced, .lostItsRow: .outOfEffect
    case .casesGone, .propertiesGone, .becameSingle, .boundsNarrowed,
      .converted(_, _, isExact: false):
      .lostForSome
    case .removed, .retyped: .lost
    case .added: .empty
    }
  }
}

extension IntentEnum {
  /// The name that a case has in another form of the enum; nil where it is gone.
  ///
  /// A case keeps its name, or it keeps its index under a name that is new: a phone stores the
  /// index, a file of intent JSON the name.
  func successor(of name: String, in other: IntentEnum) -> String? {
    if other.choice(named: name) != nil { return name }
    guard let item = choice(named: name),
      let heir = other.choices.first(where: { $0.index == item.index }),
      choice(named: heir.name) == nil
    else { return nil }
    return heir.name
  }
}

extension IntentObjectType {
  /// Whether values of a property of another form of the type are still taken.
  func keeps(_ property: Property) -> Bool {
    ownProperties.contains {
      $0.name == property.name && $0.supportsMultipleValues == property.supportsMultipleValues
        && ValueConversion(from: property.type, to: $0.type) == .same
    }
  }
}

/// Which parameter of a new definition takes the place of which of an old one.
struct ParameterMatching {
  /// The position in the new intent for each position in the old one; nil for a removed parameter.
  let successors: [Int?]

  /// The positions in the new intent that nothing of the old one leads to.
  let added: [Int]

  /// Matches by tag where it is the only one of its kind on both sides, then by name.
  init(from old: IntentDefinition, to new: IntentDefinition) {
    let oldTags = Self.unique(old.parameters.map(\.tag))
    let newTags = Self.unique(new.parameters.map(\.tag))
    var successors = [Int?](repeating: nil, count: old.parameters.count)
    var taken = Set<Int>()
    for (tag, position) in oldTags {
      guard let match = newTags[tag] else { continue }
      successors[position] = match
      taken.insert(match)
    }
    let names = Dictionary(
      new.parameters.indices.map { (new.parameters[$0].name, $0) },
      uniquingKeysWith: { first, _ in first })
    for position in old.parameters.indices where successors[position] == nil {
      guard let match = names[old.parameters[position].name], taken.insert(match).inserted else {
        continue
      }
      successors[position] = match
    }
    self.successors = successors
    added = new.parameters.indices.filter { !taken.contains($0) }
  }

  /// The position of each tag that occurs once.
  private static func unique(_ tags: [Int?]) -> [Int: Int] {
    var positions: [Int: Int] = [:]
    var repeated = Set<Int>()
    for (position, tag) in tags.enumerated() {
      guard let tag else { continue }
      if positions.updateValue(position, forKey: tag) != nil { repeated.insert(tag) }
    }
    return positions.filter { !repeated.contains($0.key) }
  }
}
