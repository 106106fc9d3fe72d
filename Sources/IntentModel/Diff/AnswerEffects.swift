import Messages

/// How a changed definition affects all answers of a kind.
///
/// Each pair of kinds and each pair of object types is examined only once, however often parameters
/// and properties refer to it, so the work grows with the size of the definitions.
final class AnswerEffects {
  /// The effect on the answers of a kind.
  struct Effect {
    /// The reasons why answers change, without repetitions, in the order in which they are found.
    var reasons: [AnswerChange.Reason] = []
    /// The reasons why kept answers change.
    var reasonsOfKept: [AnswerChange.Reason] = []
    /// Whether at least one sample of a single value is kept; true if there are no samples.
    var keepsSome = false
    /// Whether at least one answer is lost completely.
    var losesSome = false
    /// The reasons, by kind of reason.
    private(set) var sorted = SortedReasons()

    /// A copy of the effect, with its reasons sorted by kind.
    fileprivate func sortingReasons() -> Effect {
      var copy = self
      copy.sorted = SortedReasons(reasons)
      return copy
    }
  }

  /// Reasons by kind, sorted once for all parameters that share an enum or an object type.
  struct SortedReasons {
    var casesGone: [String] = []
    var casesRenamed: [CaseRenaming] = []
    var casesReplaced: [CaseRenaming] = []
    var propertiesGone: [String] = []
    var propertiesRenamed: [CaseRenaming] = []
    /// Properties whose type or number of values changed.
    var propertiesConverted: [String] = []
    /// Properties that lose some of their values.
    var propertiesReduced: [String] = []
    var refused: [IntentIssue.Reason] = []
    /// Whether a conversion changes or loses a value.
    var losesValue = false

    init() {}

    init(_ reasons: [AnswerChange.Reason]) {
      for reason in reasons {
        switch reason {
        case .caseGone(let name): casesGone.append(name)
        case .caseRenamed(let from, let to): casesRenamed.append(CaseRenaming(from: from, to: to))
        case .caseReplaced(let from, let to): casesReplaced.append(CaseRenaming(from: from, to: to))
        case .propertyGone(let name): propertiesGone.append(name)
        case .propertyRenamed(let from, let to):
          propertiesRenamed.append(CaseRenaming(from: from, to: to))
        case .refused(let reason): refused.append(reason)
        case .inProperty(let name, let reason, _):
          if reason.isLoss {
            if !propertiesReduced.contains(name) { propertiesReduced.append(name) }
          } else if !propertiesConverted.contains(name) {
            propertiesConverted.append(name)
          }
        default: break
        }
        losesValue = losesValue || reason.isLossOfValue
      }
      let reduced = Set(propertiesReduced)
      propertiesConverted.removeAll { reduced.contains($0) }
    }
  }

  /// The kinds of answers before and after the change.
  private struct Kinds: Hashable {
    var before: ParameterType
    var isArrayBefore: Bool
    var after: ParameterType
    var isArrayAfter: Bool

    /// Makes the kinds without their defaults, because parameters with the same enum can have many
    /// different defaults, which do not affect answers.
    init(from before: AnswerMove.Kind, to after: AnswerMove.Kind) {
      self.before = before.type.ofAnswers
      isArrayBefore = before.isArray
      self.after = after.type.ofAnswers
      isArrayAfter = after.isArray
    }
  }

  /// The names of an enum or an object type before and after the change.
  private struct TypePair: Hashable {
    var before: String
    var after: String
  }

  /// The enums of two types, each with only the cases that the type supports.
  private struct EnumPair: Hashable {
    var before: ParameterType
    var after: ParameterType
  }

  /// A change in an object: a direct one, or all changes in an inner object.
  private enum Item {
    case reason(AnswerChange.Reason)
    case inner(TypePair)
  }

  private let old: IntentSchema
  private let new: IntentSchema
  private let samples: AnswerSamples
  private var effects: [Kinds: Effect] = [:]
  private var wholeEffects: [Kinds: Effect] = [:]
  private var items: [TypePair: [Item]] = [:]
  private var reasons: [TypePair: [AnswerChange.Reason]] = [:]
  private var caseChanges: [EnumPair: CaseChanges] = [:]

  /// Makes the effects for two documents.
  ///
  /// - Parameters:
  ///   - old: The schema of any intent in the old document.
  ///   - new: The schema of any intent in the new document.
  init(from old: IntentSchema, to new: IntentSchema) {
    self.old = old
    self.new = new
    samples = AnswerSamples(from: old, to: new)
  }

  /// The effect on all answers of a kind, including the properties of objects.
  func effect(from before: AnswerMove.Kind, to after: AnswerMove.Kind) -> Effect {
    let kinds = Kinds(from: before, to: after)
    if let known = wholeEffects[kinds] { return known }
    var effect = outerEffect(from: before, to: after)
    if let pair = typePair(before.type, after.type) {
      let inner = reasons(of: pair)
      effect.reasons = (effect.reasons + inner).firsts
      if effect.keepsSome { effect.reasonsOfKept = (effect.reasonsOfKept + inner).firsts }
    }
    effect = effect.sortingReasons()
    wholeEffects[kinds] = effect
    return effect
  }

  /// Those changes to an enum's cases that do not affect answers; nil if the types are not the same
  /// enum.
  func caseChanges(from before: ParameterType, to after: ParameterType) -> CaseChanges? {
    guard new.continues(before, of: old, as: after), let old = old.enumeration(of: before),
      let new = new.enumeration(of: after)
    else { return nil }
    let pair = EnumPair(before: before.ofAnswers, after: after.ofAnswers)
    if let known = caseChanges[pair] { return known }
    let changes = CaseChanges(from: old, to: new)
    caseChanges[pair] = changes
    return changes
  }

  /// The effect on answers, leaving out the properties of objects.
  private func outerEffect(from before: AnswerMove.Kind, to after: AnswerMove.Kind) -> Effect {
    let kinds = Kinds(from: before, to: after)
    if let known = effects[kinds] { return known }
    let move = AnswerMove(from: old, to: new, before: before, after: after)
    let elements = samples.elements(of: before.type, towards: after.type)
    var effect = Effect(keepsSome: elements.isEmpty)
    for answer in samples.answers(of: elements, isArray: before.isArray) {
      let outcome = move.moved(answer)
      effect.reasons += outcome.reasons
      if outcome.value == nil {
        effect.losesSome = true
      } else {
        effect.reasonsOfKept += outcome.reasons
        if !answer.elements.isEmpty { effect.keepsSome = true }
      }
    }
    effect.reasons = effect.reasons.firsts
    effect.reasonsOfKept = effect.reasonsOfKept.firsts
    effects[kinds] = effect
    return effect
  }

  /// The names of the old and the new object type; nil unless both types are objects, both are
  /// defined, and old objects can be kept.
  private func typePair(_ before: ParameterType, _ after: ParameterType) -> TypePair? {
    guard new.continues(before, of: old, as: after), let old = old.objectType(of: before),
      let new = new.objectType(of: after)
    else { return nil }
    return TypePair(before: old.name, after: new.name)
  }

  /// The reasons why anything in objects of a type changes, at any depth.
  private func reasons(of pair: TypePair) -> [AnswerChange.Reason] {
    if let known = reasons[pair] { return known }
    let groups = strongComponents(from: [pair]) { node in
      items(of: node).compactMap { item in
        guard case .inner(let inner) = item, reasons[inner] == nil else { return nil }
        return inner
      }
    }
    for group in groups {
      var found: [AnswerChange.Reason] = []
      for item in group.reversed().flatMap(items(of:)) {
        switch item {
        case .reason(let reason): found.append(reason)
        // Types in the same group have the same reasons.
        case .inner(let inner): found += reasons[inner] ?? []
        }
      }
      found = found.firsts
      for member in group { reasons[member] = found }
    }
    return reasons[pair] ?? []
  }

  /// The changes in objects of a type, in the order of its properties.
  private func items(of pair: TypePair) -> [Item] {
    if let known = items[pair] { return known }
    var found: [Item] = []
    if let before = old.objectType(of: .object(TypeReference(pair.before))),
      let after = new.objectType(of: .object(TypeReference(pair.after)))
    {
      let map = PropertyMap(from: before, to: after)
      for property in before.ownProperties {
        guard let successor = map[property.name] else {
          if samples.canHaveValue(property) { found.append(.reason(.propertyGone(property.name))) }
          continue
        }
        if successor.name != property.name, samples.canHaveValue(property) {
          found.append(
            .reason(.propertyRenamed(from: property.name, to: successor.name)))
        }
        let effect = outerEffect(from: property.kind, to: successor.kind)
        let lost = effect.losesSome && effect.keepsSome ? effect.reasons.filter(\.isLoss) : []
        found += effect.reasonsOfKept.map { .reason($0.inProperty(successor.name, lost: [])) }
        found += lost.map { .reason(.inProperty(successor.name, $0)) }
        if effect.losesSome, !effect.keepsSome {
          found.append(.reason(.propertyGone(property.name)))
        }
        if let inner = typePair(property.type, successor.type) { found.append(.inner(inner)) }
      }
    }
    items[pair] = found
    return found
  }
}

/// Those changes to an enum's cases that do not affect answers, such as new cases.
struct CaseChanges {
  /// The cases that kept their names but have new indexes, with both indexes stated.
  var moved: [CaseMove] = []
  /// Cases that kept their names but have new indexes, at least one of which is not stated.
  var movedByPlace: [CaseMove] = []
  /// The names of new cases.
  var added: [String] = []
  /// The texts of cases that kept their names but have new texts.
  var retitled: [CaseRenaming] = []
  /// The stated indexes of the old cases, by name.
  private(set) var indexes: [String: Int] = [:]
  /// The evidence about renamed and replaced cases, by old name.
  private(set) var evidence: [String: IdentityEvidence] = [:]

  init(from old: IntentEnum, to new: IntentEnum) {
    let (before, after) = (old.choices, new.choices)
    let matching = IdentityMatching(from: before.map(\.marks), to: after.map(\.marks))
    for (item, match) in zip(before, matching.matches) {
      if item.isIndexStated, indexes[item.name] == nil { indexes[item.name] = item.index }
      guard let match else { continue }
      let heir = after[match.position]
      guard match.isKept, heir.name == item.name else {
        evidence[item.name] = match.evidence
        continue
      }
      if heir.index != item.index {
        let move = CaseMove(name: item.name, from: item.index, to: heir.index)
        if item.isIndexStated, heir.isIndexStated {
          moved.append(move)
        } else {
          movedByPlace.append(move)
        }
      }
      if item.label != heir.label { retitled.append(.init(from: item.label, to: heir.label)) }
    }
    let replacing = Set(
      matching.matches.compactMap { $0.flatMap { $0.isKept ? nil : $0.position } })
    added = matching.added.filter { !replacing.contains($0) }.map { after[$0].name }
  }
}

extension IntentObjectType.Property {
  /// The kind of the property's values.
  var kind: AnswerMove.Kind {
    AnswerMove.Kind(type: type, isArray: supportsMultipleValues)
  }
}
