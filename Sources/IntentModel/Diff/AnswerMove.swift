/// Moves a single answer from one definition to another, by the rules that the store and `diff`
/// share.
struct AnswerMove {
  /// The new value of an answer, and the reasons for the change.
  typealias Outcome = (value: IntentValue?, reasons: [AnswerChange.Reason])

  /// A type of values, and whether there can be several values.
  struct Kind {
    var type: ParameterType
    var isArray: Bool
  }

  private let old: IntentSchema?
  private let new: IntentSchema
  private let before: Kind
  private let after: Kind
  private let conversion: ValueConversion
  private let cases: CaseMap?
  private let properties: PropertyMap?

  /// Makes a move for the answers to one parameter, or for the values of one property of an object.
  ///
  /// - Parameter old: The definition under which the answers were given; if it is nil, the
  ///   definition is unknown, and the answers are assumed to be valid.
  init(from old: IntentSchema?, to new: IntentSchema, before: Kind, after: Kind) {
    self.old = old
    self.new = new
    self.before = before
    self.after = after
    conversion = ValueConversion(from: before.type, to: after.type, old: old, new: new)
    cases = new.enumeration(of: after.type).map {
      let isSame = new.continues(before.type, of: old, as: after.type)
      return CaseMap(from: isSame ? old?.enumeration(of: before.type) : nil, to: $0)
    }
    properties = new.objectType(of: after.type).map {
      PropertyMap(from: old?.objectType(of: before.type), to: $0)
    }
  }

  /// The new value of an answer.
  func moved(_ value: IntentValue) -> Outcome {
    let moved = value.elements.map(element)
    let kept = moved.compactMap(\.value)
    let reasons = moved.flatMap(\.reasons).firsts
    let wasArray = if case .array = value { true } else { false }
    guard !kept.isEmpty || value.elements.isEmpty else { return (nil, reasons) }
    switch (wasArray, after.isArray) {
    case (false, false): return (kept.first, reasons)
    case (true, true): return (.array(kept), reasons)
    case (false, true): return (.array(kept), reasons + [.becameArray])
    case (true, false):
      return (kept.first, reasons + [.becameSingle(dropped: max(0, kept.count - 1))])
    }
  }

  private func element(_ value: IntentValue) -> Outcome {
    let unreadable = AnswerChange.Reason.unreadable(
      from: before.type.typeWords, to: after.type.typeWords)
    guard conversion != .impossible, var moved = value.converted(to: after.type) else {
      return (nil, [unreadable])
    }
    var reasons: [AnswerChange.Reason] = []
    if case .enumeration(let name) = moved, let cases {
      guard let heir = cases[name] else {
        if !wasValid(value) { return (value, []) }
        if let other = cases.replacement(of: name) {
          return (nil, [.caseReplaced(name, by: other)])
        }
        return (nil, [conversion == .same ? .caseGone(name) : unreadable])
      }
      moved = .enumeration(heir)
      if heir != name { reasons.append(.caseRenamed(from: name, to: heir)) }
    }
    if conversion == .possible {
      reasons.append(.converted(from: before.type.typeWords, to: after.type.typeWords))
    }
    // The properties of an object are checked one by one.
    var checked = moved
    if case .object(var object) = moved {
      let pruned = self.object(object)
      moved = .object(pruned.object)
      reasons += pruned.reasons
      if new.objectType(of: after.type) != nil { object.properties = [:] }
      checked = .object(object)
    }
    // Mapping the cases has already checked whether the value is a case.
    let isKnownCase = cases != nil && moved.isCase
    if !isKnownCase, let issue = new.issues(with: checked, type: after.type, at: .root).first,
      wasValid(value)
    {
      return (nil, [.refused(issue.reason)])
    }
    return (moved, reasons)
  }

  /// Whether the old definition accepts a value; an answer that it did not accept is kept
  /// unchanged.
  private func wasValid(_ value: IntentValue) -> Bool {
    guard let old else { return true }
    return old.issues(with: value, type: before.type, at: .root).isEmpty
  }

  /// An object with only the properties that the new type accepts.
  private func object(
    _ object: IntentObject
  ) -> (object: IntentObject, reasons: [AnswerChange.Reason]) {
    // If the file does not define a type, the type's properties are unknown.
    guard !object.properties.isEmpty, let properties else { return (object, []) }
    let former = old?.objectType(of: before.type)
    var copy = object
    copy.properties = [:]
    var reasons: [AnswerChange.Reason] = []
    for (name, value) in object.properties.sorted(by: { $0.key < $1.key }) {
      let heir = properties[name]
      let moved = heir.map { property in
        let before = former?.ownProperty(named: name)?.kind
        return AnswerMove(
          from: before == nil ? nil : old, to: new,
          before: before ?? Kind(of: value, like: property.type), after: property.kind
        ).moved(value)
      }
      guard let heir, let kept = moved?.value else {
        reasons.append(.propertyGone(name))
        reasons += (moved?.reasons ?? []).map { $0.inProperty(name, lost: []) }
        continue
      }
      copy.properties[heir.name] = kept
      if heir.name != name { reasons.append(.propertyRenamed(from: name, to: heir.name)) }
      reasons += (moved?.reasons ?? []).map { reason in
        guard case .becameSingle = reason else { return reason.inProperty(heir.name, lost: []) }
        return reason.inProperty(heir.name, lost: Array(value.elements.dropFirst()))
      }
    }
    return (copy, reasons)
  }
}

extension AnswerChange.Reason {
  /// The reason with the name of its property, unless the reason already names a property, a case
  /// or an inner property.
  func inProperty(_ name: String, lost: [IntentValue]) -> Self {
    switch self {
    case .converted, .unreadable, .becameArray, .becameSingle, .refused:
      .inProperty(name, self, lost: lost)
    default: self
    }
  }
}

extension AnswerMove.Kind {
  /// Makes the kind of a value whose definition is unknown.
  ///
  /// - Parameter type: The type to assume if it fits the kind of the value.
  init(of value: IntentValue, like type: ParameterType?) {
    isArray = if case .array = value { true } else { false }
    let element = value.elements.first
    if let type, element == nil || element?.kindName == type.valueKind {
      self.type = type
    } else {
      self.type = element?.plainType ?? .other("")
    }
  }
}

/// Maps the cases of an enum to the cases of its newer form, based on ``IdentityEvidence``.
struct CaseMap {
  private let new: IntentEnum
  /// The old names; empty if both forms have the same cases, or if the old form is unknown.
  private var known = Set<String>()
  /// The new names of the old cases.
  private var heirs: [String: String] = [:]
  /// For an old case, the different case that has its index now.
  private var replacements: [String: String] = [:]

  /// Compares two forms of an enum.
  ///
  /// - Parameter old: The form that the answers belong to; if it is nil, the form is unknown, and
  ///   only names count.
  init(from old: IntentEnum?, to new: IntentEnum) {
    self.new = new
    guard let old,
      !old.cases.elementsEqual(new.cases, by: { $0.name == $1.name && $0.index == $1.index })
    else { return }
    let (before, after) = (old.choices, new.choices)
    let matching = IdentityMatching(from: before.map(\.marks), to: after.map(\.marks))
    for (item, match) in zip(before, matching.matches) where known.insert(item.name).inserted {
      guard let match else { continue }
      let name = after[match.position].name
      if match.isKept { heirs[item.name] = name } else { replacements[item.name] = name }
    }
  }

  /// The name of a case in the new form; nil if it was removed.
  subscript(name: String) -> String? {
    known.contains(name) ? heirs[name] : new.choice(named: name)?.name
  }

  /// The name of a different case that has the index of an old case; nil if there is no such case.
  func replacement(of name: String) -> String? { replacements[name] }
}

/// Maps the properties of an object type to the properties of its newer form, based on
/// ``IdentityEvidence``.
struct PropertyMap {
  private let new: IntentObjectType
  /// The names of the old properties; empty if both forms have the same properties, or if the old
  /// form is unknown.
  private var known = Set<String>()
  /// The new names of the old properties.
  private var heirs: [String: String] = [:]

  /// Compares two forms of a type.
  ///
  /// - Parameter old: The form that the answers belong to; if it is nil, the form is unknown, and
  ///   only names count.
  init(from old: IntentObjectType?, to new: IntentObjectType) {
    self.new = new
    guard let old else { return }
    let (before, after) = (old.ownProperties, new.ownProperties)
    guard !before.elementsEqual(after, by: Self.isSame) else { return }
    let matching = IdentityMatching(from: before.map(\.marks), to: after.map(\.marks))
    for (property, match) in zip(before, matching.matches)
    where known.insert(property.name).inserted {
      if let match, match.isKept { heirs[property.name] = after[match.position].name }
    }
  }

  private static func isSame(
    _ old: IntentObjectType.Property, _ new: IntentObjectType.Property
  ) -> Bool {
    old.name == new.name && old.identifyingTag == new.identifyingTag
  }

  /// The new form of the property with an old name; nil if the property was removed.
  subscript(name: String) -> IntentObjectType.Property? {
    known.contains(name)
      ? heirs[name].flatMap { new.ownProperty(named: $0) } : new.ownProperty(named: name)
  }
}

extension IntentValue {
  fileprivate var isCase: Bool {
    if case .enumeration = self { true } else { false }
  }

  /// A type without bounds that accepts the value.
  fileprivate var plainType: ParameterType? {
    switch self {
    case .enumeration: .enumeration(TypeReference(""), defaultCase: nil)
    default: kind?.plain
    }
  }
}
