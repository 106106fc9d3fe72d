/// Finds the rows that a new definition hides although the old one showed them.
final class RowComparison {
  /// For which answers a row that was visible before is now hidden.
  enum Hiding {
    case never
    /// The row is hidden for some answers to its parents.
    case forSome
    /// The row is hidden even if the other parameters of the widget have no answers.
    case byDefault
  }

  private let old: IntentSchema
  private let new: IntentSchema
  private let matching: IdentityMatching
  private lazy var defaults = (
    old: old.evaluate(IntentDraft(), family: .usual).states,
    new: new.evaluate(IntentDraft(), family: .usual).states
  )
  /// The results of `canHide`, by position in the new definition.
  private var known: [Int: Bool] = [:]
  private var links: [Int: ParentLink] = [:]
  /// The results of comparing conditions, by position in the new definition.
  private var written: [Int: (old: Int, isAlike: Bool?)] = [:]
  /// For each parameter, whether the old definition can show it, which means that the parameter and
  /// its parents have rows.
  private lazy var canBeShown: [Bool] = {
    var shown = old.parameters.map(\.canHaveRow)
    for position in old.evaluationOrder {
      if let parent = old.parents[position], !shown[parent] { shown[position] = false }
    }
    return shown
  }()
  private lazy var predecessors = Dictionary(
    firsts: matching.matches.enumerated().compactMap { position, match in
      match.flatMap { $0.isKept ? ($0.position, position) : nil }
    })

  init(from old: IntentSchema, to new: IntentSchema, _ matching: IdentityMatching) {
    self.old = old
    self.new = new
    self.matching = matching
  }

  /// For which answers the new parents of a parameter hide its row although the old parents showed
  /// it.
  func hiding(from position: Int, to match: Int) -> Hiding {
    guard new.parents[match] != nil, canBeShown[position] else { return .never }
    if defaults.old[position].isVisible, !defaults.new[match].isVisible { return .byDefault }
    return canHide(match) ? .forSome : .never
  }

  /// Whether a row and its parents have the same conditions in two definitions without summaries;
  /// nil if this depends on all of the conditions together.
  ///
  /// - Parameter names: The new names of parameters, by their old names.
  func isWrittenAlike(from position: Int, to match: Int, names: [String: String]) -> Bool? {
    // Goes from the outermost parent to the row without recursion, because a chain can be long.
    var path: [(old: Int, new: Int)] = []
    var next: (old: Int, new: Int)? = (position, match)
    var result: Bool? = true
    while let pair = next {
      if let known = written[pair.new], known.old == pair.old {
        result = known.isAlike
        break
      }
      path.append(pair)
      switch (old.parents[pair.old], new.parents[pair.new]) {
      case (let former?, let present?): next = (former, present)
      case (nil, nil): next = nil
      default:
        result = nil
        next = nil
      }
    }
    for pair in path.reversed() {
      var former = old.ownComparison(at: pair.old)
      if case .parameter(let name)? = former?.subject {
        former?.subject = .parameter(names[name] ?? name)
      }
      let present = new.ownComparison(at: pair.new)
      if (former == nil) != (present == nil) {
        result = nil
      } else if former != present, result != nil {
        result = false
      }
      written[pair.new] = (pair.old, result)
    }
    return result
  }

  /// Whether there are answers that show the row in the old definition but hide it in the new one.
  private func canHide(_ start: Int) -> Bool {
    // Goes from the outermost parent to the row without recursion, because a chain can be long.
    var path: [Int] = []
    var next: Int? = start
    while let position = next, known[position] == nil {
      path.append(position)
      next = new.parents[position]
    }
    for position in path.reversed() {
      known[position] = isNewlyHidden(position)
    }
    return known[start] ?? false
  }

  /// Whether there are answers that newly hide the row of a parameter, given that the result for
  /// its parent is known.
  private func isNewlyHidden(_ position: Int) -> Bool {
    guard let parent = new.parents[position],
      let relationship = new.parameters[position].relationship
    else { return false }
    let former = predecessors[position]
    let formerParent = former.flatMap { old.parents[$0] }
    guard let former, let formerParent, predecessors[parent] == formerParent,
      let condition = old.parameters[former].relationship
    else {
      // The row did not have this parent before, so no answer to this parent hid it.
      return new.parents[parent] != nil || !new.parameters[parent].canHaveRow
        || canFail(relationship, for: new.parameters[parent], isNew: predecessors[parent] == nil)
    }
    if known[parent] == true { return true }
    if !new.parameters[parent].canHaveRow { return old.parameters[formerParent].canHaveRow }
    return shrinks(from: condition, to: relationship, on: link(formerParent, parent))
  }

  /// Whether a parent can have a value, stored or by default, that does not meet a condition.
  ///
  /// - Parameter isNew: Whether the parent is a new parameter, which has no stored value.
  private func canFail(
    _ relationship: ParameterRelationship, for parent: ParameterDefinition, isNew: Bool
  ) -> Bool {
    guard relationship.relation != nil else { return false }
    let enumeration = new.enumeration(of: parent.type)
    let values = isNew ? [nil] : new.probes([relationship], of: parent)
    return values.contains {
      !relationship.holds(for: $0 ?? parent.staticDefault, enumeration: enumeration)
    }
  }

  /// Whether there is a value of a parent that meets the old condition but not the new one.
  private func shrinks(
    from condition: ParameterRelationship, to relationship: ParameterRelationship,
    on link: ParentLink
  ) -> Bool {
    guard relationship.relation != nil else { return false }
    if link.isUnchanged, condition.relation == relationship.relation,
      condition.comparedValues == relationship.comparedValues
    {
      return false
    }
    return old.probes([condition, relationship], of: link.before).contains { value in
      let shown = value ?? link.before.staticDefault
      guard condition.holds(for: shown, enumeration: link.cases) else { return false }
      let moved = value.flatMap { link.move.moved($0).value } ?? link.after.staticDefault
      return !relationship.holds(for: moved, enumeration: link.newCases)
    }
  }

  /// A parent that is in both definitions, examined once for all of its children.
  private struct ParentLink {
    var before: ParameterDefinition
    var after: ParameterDefinition
    var cases: IntentEnum?
    var newCases: IntentEnum?
    var move: AnswerMove
    /// Whether every value, and the absence of a value, still means the same.
    var isUnchanged: Bool
  }

  private func link(_ position: Int, _ match: Int) -> ParentLink {
    if let known = links[match] { return known }
    let (before, after) = (old.parameters[position], new.parameters[match])
    let (cases, newCases) = (old.enumeration(of: before.type), new.enumeration(of: after.type))
    let made = ParentLink(
      before: before, after: after, cases: cases, newCases: newCases,
      move: AnswerMove(from: old, to: new, before: before.kind, after: after.kind),
      isUnchanged: before.type.ofAnswers == after.type.ofAnswers
        && before.staticDefault == after.staticDefault
        && before.supportsMultipleValues == after.supportsMultipleValues
        && cases?.cases.map(\.name) == newCases?.cases.map(\.name))
    links[match] = made
    return made
  }
}

extension IntentSchema {
  /// The maximum number of values to try from each condition.
  private static var maximumProbed: Int { 256 }

  /// Values of a parameter at which the result of a condition can change, and nil, which stands for
  /// no answer.
  fileprivate func probes(
    _ relationships: [ParameterRelationship], of parent: ParameterDefinition
  ) -> [IntentValue?] {
    let compared = relationships.flatMap { $0.values.prefix(Self.maximumProbed) }
    var values = candidates(near: compared, of: parent.type)
    if parent.type.kind != .enumeration {
      // The new definition can change other values into values that a condition compares.
      let samples = AnswerSamples(from: self, to: self)
      values += samples.elements(of: parent.type, towards: parent.type)
    }
    guard parent.supportsMultipleValues else { return [nil] + values }
    return [nil, .array([]), .array(values)] + values.map { .array([$0]) }
  }
}
