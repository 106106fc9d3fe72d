public import Messages

/// A stored draft under a new definition, and what became of its answers.
public struct DraftMigration: Sendable, Hashable {
  /// The answers under the names and in the types of the new definition.
  public var draft: IntentDraft

  /// The answers that are not what they were, in the order of the old definition; empty when all
  /// stayed as they are.
  public var changes: [AnswerChange]

  /// The answers that were lost, wholly or in part.
  public var losses: [AnswerChange] { changes.filter(\.isLoss) }
}

/// What became of one stored answer under a new definition.
public struct AnswerChange: Sendable, Hashable {
  /// Why an answer is not what it was.
  public enum Reason: Sendable, Hashable {
    /// The definition does not have the parameter any more.
    case removed
    case renamed(to: String)
    case caseRenamed(from: String, to: String)
    case caseGone(String)
    /// The type is another one, and the value has a corresponding one; both types in words.
    case converted(from: Message, to: Message)
    /// The type is another one, and the value has no corresponding one; both types in words.
    case unreadable(from: Message, to: Message)
    /// A property of an object is gone or does not take its value any more.
    case propertyGone(String)
    case becameArray
    /// Only the first of several values has a place.
    case becameSingle(dropped: Int)
    /// The parameter does not take the value any more.
    case refused(IntentIssue.Reason)

    /// Whether something of the answer is lost.
    public var isLoss: Bool {
      switch self {
      case .renamed, .caseRenamed, .converted, .becameArray: false
      case .becameSingle(let dropped): dropped > 0
      case .removed, .caseGone, .unreadable, .propertyGone, .refused: true
      }
    }
  }

  /// The name of the parameter in the old definition.
  public var parameter: String

  /// The name of the parameter in the new definition; nil for one that is gone.
  public var newName: String?

  /// The answer as it was stored.
  public var before: IntentValue

  /// What stands in its place; nil where nothing does.
  public var after: IntentValue?

  /// Why, never empty.
  public var reasons: [Reason]

  /// Whether something of the answer is lost.
  public var isLoss: Bool { reasons.contains(where: \.isLoss) }
}

extension IntentDraft {
  /// The draft under another definition of its intent.
  ///
  /// Parameters are matched by a tag that both definitions write, then by name. An answer goes along
  /// under the new name, in the new type where there is a corresponding value, a case under its new
  /// name. What is out of sight stays: values beyond a family's size, and answers to hidden parameters. An answer that
  /// the new definition cannot hold is left out and listed. An answer that the old definition does not
  /// know is matched by its name alone.
  ///
  /// - Parameters:
  ///   - old: The definition under which the answers were given; nil where it is unknown.
  ///   - new: The definition that replaces it.
  public func migrated(from old: IntentSchema?, to new: IntentSchema) -> DraftMigration {
    let matching = ParameterMatching(from: old?.intent.parameters ?? [], to: new.intent.parameters)
    var migration = DraftMigration(draft: IntentDraft(), changes: [])
    var known = Set<String>()
    for (position, before) in (old?.intent.parameters ?? []).enumerated()
    where known.insert(before.name).inserted {
      let after = matching.successors[position].map { new.intent.parameters[$0] }
      let move = after.map { AnswerMove(from: old, to: new, before: before.kind, after: $0.kind) }
      migration.take(self, of: before.name, to: after?.name) { move?.moved($0) }
    }
    let added = Set(matching.added.map { new.intent.parameters[$0].name })
    let strays = Set(values.keys).union(defaults.keys).subtracting(known)
    for name in strays.sorted() {
      let after = added.contains(name) ? new.parameter(named: name) : nil
      migration.take(self, of: name, to: after?.name) { value in
        after.map {
          let before = AnswerMove.Kind(of: value, like: $0.type)
          return AnswerMove(from: nil, to: new, before: before, after: $0.kind).moved(value)
        }
      }
    }
    return migration
  }
}

extension DraftMigration {
  /// Takes over the answer to one parameter, and the default that a provider gave for it.
  fileprivate mutating func take(
    _ old: IntentDraft, of name: String, to newName: String?,
    by move: (IntentValue) -> AnswerMove.Outcome?
  ) {
    if let newName, let value = old.defaults[name] {
      draft.defaults[newName] = move(value)?.value
    }
    guard let value = old.values[name] else { return }
    var outcome = move(value) ?? (nil, [.removed])
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

extension IntentParameter {
  /// The kind of its answers.
  var kind: AnswerMove.Kind { AnswerMove.Kind(type: type, isArray: supportsMultipleValues) }
}

/// Which parameter of a new definition takes the place of which of an old one.
struct ParameterMatching {
  /// The position among the new parameters for each of the old ones; nil for a removed one.
  let successors: [Int?]

  /// The positions of the new parameters that nothing of the old ones leads to.
  let added: [Int]

  /// Matches by a written tag where it is the only one of its kind on both sides, then by name.
  init(from old: [IntentParameter], to new: [IntentParameter]) {
    let oldTags = Self.unique(old.map(\.identifyingTag))
    let newTags = Self.unique(new.map(\.identifyingTag))
    var successors = [Int?](repeating: nil, count: old.count)
    var taken = Set<Int>()
    for (tag, position) in oldTags {
      guard let match = newTags[tag] else { continue }
      successors[position] = match
      taken.insert(match)
    }
    let names = Dictionary(
      new.indices.map { (new[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    for position in old.indices where successors[position] == nil {
      guard let match = names[old[position].name], taken.insert(match).inserted else {
        continue
      }
      successors[position] = match
    }
    self.successors = successors
    added = new.indices.filter { !taken.contains($0) }
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
