public import Messages

/// A stored draft under a new definition, and the changes to its answers.
public struct DraftMigration: Sendable, Hashable {
  /// The answers, with the names and the types of the new definition.
  public var draft: IntentDraft

  /// The answers that changed, in the order of the old definition; empty if all are unchanged.
  public var changes: [AnswerChange]

  /// The answers that were completely or partly lost.
  public var losses: [AnswerChange] { changes.filter(\.isLoss) }
}

extension [AnswerChange] {
  /// The losses that still affect a draft, because no other answer has replaced the lost ones.
  public func losses(in draft: IntentDraft) -> [AnswerChange] {
    filter { change in
      guard change.isLoss, let name = change.newName else { return change.isLoss }
      return draft.values[name] == change.after
    }
  }
}

/// How a stored answer changes under a new definition.
public struct AnswerChange: Sendable, Hashable {
  /// Why an answer changed.
  public indirect enum Reason: Sendable, Hashable {
    /// The definition no longer has the parameter.
    case removed
    /// The parameter has a different name now.
    case renamed(to: String)
    /// The case has a different name now.
    case caseRenamed(from: String, to: String)
    /// The enum no longer has the case.
    case caseGone(String)
    /// The type changed, and the value was converted; both types in words.
    case converted(from: Message, to: Message)
    /// The type changed, and the value could not be converted; both types in words.
    case unreadable(from: Message, to: Message)
    /// A property of an object has a different name now.
    case propertyRenamed(from: String, to: String)
    /// A property of an object was removed or no longer accepts its value.
    case propertyGone(String)
    /// The type or the number of values of a property changed, or one of its values was lost: the
    /// name of the property, the reason, and the lost values.
    case inProperty(String, Reason, lost: [IntentValue] = [])
    /// The parameter now accepts several values, and the answer is the first of them.
    case becameArray
    /// Only the first of several values is kept.
    case becameSingle(dropped: Int)
    /// The parameter no longer accepts the value.
    case refused(IntentIssue.Reason)
    /// A different parameter in the definition has its tag or its name.
    case replaced
    /// A different case of the enum has the index now.
    case caseReplaced(String, by: String)
    /// The row was visible, but its parent hides it now.
    case hidden(parent: String)
    /// The parameter no longer has a row, regardless of the answers.
    case rowGone

    /// Whether part of the answer is lost.
    public var isLoss: Bool {
      switch self {
      case .renamed, .caseRenamed, .propertyRenamed, .converted, .becameArray, .hidden, .rowGone:
        false
      case .becameSingle(let dropped): dropped > 0
      case .inProperty(_, let reason, let lost): reason.isLoss || !lost.isEmpty
      case .removed, .caseGone, .unreadable, .propertyGone, .refused, .replaced, .caseReplaced: true
      }
    }
  }

  /// The name of the parameter in the old definition.
  public var parameter: String

  /// The name of the parameter in the new definition; nil if it was removed.
  public var newName: String?

  /// The stored answer.
  public var before: IntentValue

  /// The new answer; nil if there is none.
  public var after: IntentValue?

  /// The reasons; never empty.
  public var reasons: [Reason]

  /// Whether part of the answer is lost.
  public var isLoss: Bool { reasons.contains(where: \.isLoss) }

  /// Whether the name and the value are unchanged, and only the row is hidden or removed.
  public var isOnlyOfRow: Bool { parameter == newName && before == after }
}

extension IntentDraft {
  /// The draft under another definition of its intent.
  ///
  /// Parameters and cases are matched based on ``IdentityEvidence``. An answer is kept under its
  /// new name. Its value is converted to the new type if possible; a case gets its new name. Hidden
  /// answers are kept: values beyond a family's size, and answers to hidden parameters. An answer
  /// that the new definition cannot hold is left out and listed among the changes. An answer to a
  /// parameter that the old definition does not have is matched only by name.
  ///
  /// - Parameters:
  ///   - old: The definition under which the answers were given; nil if it is unknown.
  ///   - new: The definition that replaces it.
  public func migrated(from old: IntentSchema?, to new: IntentSchema) -> DraftMigration {
    let parameters = old?.intent.parameters ?? []
    let matching =
      old.map { new.matching(from: $0) }
      ?? IdentityMatching(from: [], to: new.intent.parameters.map(\.marks))
    var migration = DraftMigration(draft: IntentDraft(), changes: [])
    var known: [String: Int] = [:]
    for (position, before) in parameters.enumerated() where known[before.name] == nil {
      known[before.name] = position
      guard values[before.name] != nil || defaults[before.name] != nil else { continue }
      let match = matching.matches[position]
      let after = match.flatMap { $0.isKept ? new.intent.parameters[$0.position] : nil }
      let move = after.map { AnswerMove(from: old, to: new, before: before.kind, after: $0.kind) }
      migration.take(
        self, of: before.name, to: after?.name, or: match == nil ? .removed : .replaced
      ) { move?.moved($0) }
    }
    let added = Set(matching.added.map { new.intent.parameters[$0].name })
    let strays = Set(values.keys).union(defaults.keys).subtracting(known.keys)
    for name in strays.sorted() {
      let after = added.contains(name) ? new.parameter(named: name) : nil
      migration.take(self, of: name, to: after?.name, or: .removed) { value in
        after.map {
          let before = AnswerMove.Kind(of: value, like: $0.type)
          return AnswerMove(from: nil, to: new, before: before, after: $0.kind).moved(value)
        }
      }
    }
    // The rows are the same if the answers are unchanged, and the old definition equals the new one
    // or the stored part of it.
    if let old, migration.draft != self || (old != new.answerSchema && old != new) {
      migration.noticeRows(of: self, from: old, to: new, matching, known)
    }
    return migration
  }
}

extension DraftMigration {
  /// Notes which of the kept answers have lost their row, permanently or because of another answer.
  fileprivate mutating func noticeRows(
    of before: IntentDraft, from old: IntentSchema, to new: IntentSchema,
    _ matching: IdentityMatching, _ known: [String: Int]
  ) {
    let pairs = known.values.sorted().compactMap { position -> (old: Int, new: Int)? in
      guard let match = matching.matches[position], match.isKept,
        before.values[old.parameters[position].name] != nil,
        draft.values[new.parameters[match.position].name] != nil
      else { return nil }
      return (position, match.position)
    }
    func canLoseRow(_ pair: (old: Int, new: Int)) -> Bool {
      new.parents[pair.new] != nil || new.keepsHiddenValues
        || !new.parameters[pair.new].canHaveRow
    }
    guard pairs.contains(where: canLoseRow) else { return }
    // The family affects the lengths of arrays, but not the rows.
    let states = old.evaluate(before, family: .usual).states
    let newStates = new.evaluate(draft, family: .usual).states
    var found: [Int: AnswerChange.Reason] = [:]
    for pair in pairs where states[pair.old].isVisible {
      switch newStates[pair.new].hidden {
      case .parentHidden(let parent), .conditionNotMet(let parent):
        // An App Intent keeps the answer of a hidden row in effect.
        if new.keepsHiddenValues { continue }
        found[pair.old] = .hidden(parent: parent)
      case .notConfigurable, .noDisplayPriority: found[pair.old] = .rowGone
      // A row that only the family hides is not lost: other families show it with its answer.
      case .noEditor, .otherFamily, nil: continue
      }
    }
    guard !found.isEmpty else { return }
    for index in changes.indices {
      guard let position = known[changes[index].parameter],
        let reason = found.removeValue(forKey: position)
      else { continue }
      changes[index].reasons.append(reason)
    }
    for pair in pairs {
      guard let reason = found[pair.old], case let name = new.parameters[pair.new].name,
        let value = before.values[old.parameters[pair.old].name]
      else { continue }
      changes.append(
        AnswerChange(
          parameter: old.parameters[pair.old].name, newName: name, before: value,
          after: draft.values[name], reasons: [reason]))
    }
    let ordered = changes.enumerated().sorted {
      (known[$0.element.parameter] ?? .max, $0.offset)
        < (known[$1.element.parameter] ?? .max, $1.offset)
    }
    changes = ordered.map(\.element)
  }
}

extension DraftMigration {
  /// Moves the answer to one parameter, and the default that a provider has returned for it.
  fileprivate mutating func take(
    _ old: IntentDraft, of name: String, to newName: String?, or loss: AnswerChange.Reason,
    by move: (IntentValue) -> AnswerMove.Outcome?
  ) {
    if let newName { draft.titles[newName] = old.titles[name] }
    if let newName, let value = old.defaults[name] {
      draft.defaults[newName] = move(value)?.value
    }
    guard let value = old.values[name] else { return }
    var outcome = move(value) ?? (nil, [loss])
    if let newName {
      draft.values[newName] = outcome.value
      if newName != name { outcome.reasons.insert(.renamed(to: newName), at: 0) }
    }
    guard !outcome.reasons.isEmpty else { return }
    changes.append(
      AnswerChange(
        parameter: name, newName: newName, before: value, after: outcome.value,
        reasons: outcome.reasons))
  }
}

extension ParameterDefinition {
  /// The kind of the parameter's answers.
  var kind: AnswerMove.Kind { AnswerMove.Kind(type: type, isArray: supportsMultipleValues) }
}
