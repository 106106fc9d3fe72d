public import Messages

/// A stored draft under a new definition, and the changes of its answers.
public struct DraftMigration: Sendable, Hashable {
  /// The answers under the names and in the types of the new definition.
  public var draft: IntentDraft

  /// The answers that changed, in the order of the old definition; empty if all are unchanged.
  public var changes: [AnswerChange]

  /// The answers that were lost completely or in part.
  public var losses: [AnswerChange] { changes.filter(\.isLoss) }
}

extension [AnswerChange] {
  /// The losses that remain in a draft, because no other answer has replaced them.
  public func losses(in draft: IntentDraft) -> [AnswerChange] {
    filter { change in
      guard change.isLoss, let name = change.newName else { return change.isLoss }
      return draft.values[name] == change.after
    }
  }
}

/// The change of a stored answer under a new definition.
public struct AnswerChange: Sendable, Hashable {
  /// The reason why an answer changed.
  public enum Reason: Sendable, Hashable {
    /// The definition no longer has the parameter.
    case removed
    case renamed(to: String)
    case caseRenamed(from: String, to: String)
    case caseGone(String)
    /// The type changed, and the value was converted; with both types in words.
    case converted(from: Message, to: Message)
    /// The type changed, and the value could not be converted; with both types in words.
    case unreadable(from: Message, to: Message)
    /// A property of an object is gone or no longer accepts its value.
    case propertyGone(String)
    case becameArray
    /// Only the first of several values is kept.
    case becameSingle(dropped: Int)
    /// The parameter no longer accepts the value.
    case refused(IntentIssue.Reason)

    /// Whether part of the answer is lost.
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

  /// The name of the parameter in the new definition; nil if it is gone.
  public var newName: String?

  /// The stored answer.
  public var before: IntentValue

  /// The new answer; nil if there is none.
  public var after: IntentValue?

  /// The reasons; never empty.
  public var reasons: [Reason]

  /// Whether part of the answer is lost.
  public var isLoss: Bool { reasons.contains(where: \.isLoss) }
}

extension IntentDraft {
  /// The draft under another definition of its intent.
  ///
  /// Parameters are matched by a tag that both definitions write, then by name. An answer is kept
  /// under the new name; its value is converted to the new type if possible, and a case to its new
  /// name. Hidden answers are kept: values beyond a family's size, and answers to hidden
  /// parameters. An answer that the new definition cannot hold is left out and listed. An answer
  /// that the old definition does not know is matched only by its name.
  ///
  /// - Parameters:
  ///   - old: The definition under which the answers were given; nil if it is unknown.
  ///   - new: The definition that replaces it.
  public func migrated(from old: IntentSchema?, to new: IntentSchema) -> DraftMigration {
    let matching = ParameterMatching(from: old?.intent.parameters ?? [], to: new.intent.parameters)
    var migration = DraftMigration(draft: IntentDraft(), changes: [])
    var known = Set<String>()
    for (position, before) in (old?.intent.parameters ?? []).enumerated()
    where known.insert(before.name).inserted {
      guard values[before.name] != nil || defaults[before.name] != nil else { continue }
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
  /// Moves the answer to one parameter, and the default that a provider gave for it.
  fileprivate mutating func take(
    _ old: IntentDraft, of name: String, to newName: String?,
    by move: (IntentValue) -> AnswerMove.Outcome?
  ) {
    if let newName { draft.titles[newName] = old.titles[name] }
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

extension ParameterDefinition {
  /// The kind of its answers.
  var kind: AnswerMove.Kind { AnswerMove.Kind(type: type, isArray: supportsMultipleValues) }
}

/// The parameters of a new definition that replace those of an old one.
struct ParameterMatching {
  /// For each old parameter, the position of the new one; nil for a removed parameter.
  let successors: [Int?]

  /// The positions of the new parameters that do not replace an old one.
  let added: [Int]

  /// Matches by a written tag if it is unique on both sides, then by name.
  init(from old: [ParameterDefinition], to new: [ParameterDefinition]) {
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
