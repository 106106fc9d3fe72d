package import Messages

/// Whether an element of an old definition and an element of a new definition are the same.
///
/// Only this file decides that. `diff`, the store, the history of a placed widget and the check of
/// a migration to App Intents all use this decision.
public enum Identity: Sendable, Hashable {
  /// The same element under the same name.
  case same

  /// The same element under a new name.
  case renamed

  /// A different element, which has the number or the name of the old one.
  case replaced

  /// The evidence is not sufficient. The answer is kept, and the uncertainty is reported.
  case unknown
}

/// What two elements of definitions have in common, as evidence of whether they are the same.
///
/// Parameters and properties have tags, and enum cases have indexes; enums, object types and
/// intents have no numbers. All of them have a name and can have a text with an identifier.
public struct IdentityEvidence: Sendable, Hashable {
  /// A number that identifies an element.
  public enum NumberKind: Sendable, Hashable {
    /// The tag of a parameter or a property, which is permanent.
    case tag

    /// The index of a case of an enum.
    case index
  }

  /// The result of comparing the numbers.
  public enum Numbers: Sendable, Hashable {
    /// No number identifies the elements, for example because neither definition states one.
    case notStated

    /// Both state this number.
    case same(Int)

    /// They state different numbers.
    case other(from: Int, to: Int)

    /// Only one definition states a number, which is given here; the other one is nil.
    case oneSided(from: Int?, to: Int?)
  }

  /// The result of comparing the texts in the development language.
  public enum Texts: Sendable, Hashable {
    /// Neither has a text.
    case none

    /// Both have the same identifier.
    case sameIdentifier

    /// Both have the same text.
    case same

    /// Only one has a text.
    case oneSided

    /// The texts differ.
    case other
  }

  /// The kind of number.
  public var kind: NumberKind

  /// The comparison of the numbers.
  public var numbers: Numbers

  /// Whether the names are equal.
  public var hasSameName: Bool

  /// The comparison of the texts.
  public var texts: Texts

  /// Makes the evidence from its parts.
  package init(kind: NumberKind, numbers: Numbers, hasSameName: Bool, texts: Texts) {
    self.kind = kind
    self.numbers = numbers
    self.hasSameName = hasSameName
    self.texts = texts
  }

  init(_ old: IdentityMarks, _ new: IdentityMarks) {
    kind = old.kind
    hasSameName = old.name == new.name
    guard !old.isKnownByName, !new.isKnownByName else {
      // The system stores only the name, so the number and the text do not matter.
      numbers = .notStated
      let found = old.text.comparison(with: new.text)
      texts = found == .sameIdentifier ? .same : found
      return
    }
    guard !old.isAmbiguous, !new.isAmbiguous else {
      numbers = .notStated
      texts = old.text.comparison(with: new.text)
      return
    }
    numbers =
      switch (old.number, new.number) {
      case (let from?, let to?): from == to ? .same(from) : .other(from: from, to: to)
      case (let from?, nil): .oneSided(from: from, to: nil)
      case (nil, let to?):
        old.assumed.map { $0 == to } ?? true ? .notStated : .oneSided(from: nil, to: to)
      case (nil, nil): .notStated
      }
    texts = old.text.comparison(with: new.text)
  }

  /// Whether the elements are the same.
  ///
  /// A case with a stated index, and a parameter or a property with a stated tag, stay the same
  /// under a new name, unless their text is also new. An element with a different tag is a
  /// different element, even if the name is the same. If there are no numbers, the name decides, or
  /// the identifier of the text.
  public var identity: Identity {
    switch (numbers, hasSameName, texts) {
    case (.same, true, _): .same
    case (.same, false, .other): .replaced
    case (.same, false, .oneSided): .unknown
    case (.same, false, _): .renamed
    case (.other, true, _): kind == .tag ? .replaced : .same
    case (.oneSided, true, _): kind == .tag ? .unknown : .same
    case (.notStated, true, _): .same
    case (.other, false, _): .replaced
    case (.oneSided, false, .sameIdentifier), (.notStated, false, .sameIdentifier): .renamed
    case (.oneSided, false, _), (.notStated, false, _): .replaced
    }
  }

  /// The evidence, as part of a sentence, such as "the tag 3 and the text are the same".
  package var message: Message {
    switch (numbers, texts) {
    case (.same(let number), .same), (.same(let number), .sameIdentifier):
      "the \(phrase: kind.message) \(number) and the text are the same"
    case (.same(let number), .other):
      "the \(phrase: kind.message) \(number) is the same, the name and the text are not"
    case (.same(let number), .oneSided):
      "the \(phrase: kind.message) \(number) is the same, but only one definition has a text"
    case (.same(let number), .none): "the \(phrase: kind.message) \(number) is the same"
    case (.other(let from, let to), _): "the \(phrase: kind.message) is \(to) instead of \(from)"
    case (.oneSided(let from?, _), _):
      "the \(phrase: kind.message) was \(from), and the new definition has none"
    case (.oneSided(nil, let to), _):
      """
      the old definition has no \(phrase: kind.message), and the new one has \(to ?? 0)
      """
    case (.notStated, .sameIdentifier): "the identifier of the text is the same"
    case (.notStated, _): "the name is the same"
    }
  }
}

extension IdentityEvidence.NumberKind {
  fileprivate var message: Message {
    switch self {
    case .tag: "tag"
    case .index: "index"
    }
  }
}

/// The data that identifies an element of a definition.
struct IdentityMarks {
  var kind: IdentityEvidence.NumberKind
  /// The stated number; nil if none is stated, or if several elements state it.
  var number: Int?
  /// The number that follows from the rule for elements without a stated number.
  var assumed: Int?
  /// Whether several elements state the number, so that it identifies none of them.
  var isAmbiguous = false
  var name: String
  var text: LocalizedText
  /// Whether the system knows the element only by its name, as in App Intents.
  var isKnownByName = false
}

extension ParameterDefinition {
  var marks: IdentityMarks {
    IdentityMarks(
      kind: .tag, number: identifyingTag, assumed: isTagWritten ? nil : tag, name: name,
      text: displayName, isKnownByName: isKnownByName)
  }
}

extension IntentEnum.Case {
  var marks: IdentityMarks {
    IdentityMarks(
      kind: .index, number: isIndexStated ? index : nil, assumed: isIndexStated ? nil : index,
      name: name, text: displayName, isKnownByName: isKnownByName)
  }
}

extension IntentObjectType.Property {
  var marks: IdentityMarks {
    IdentityMarks(
      kind: .tag, number: identifyingTag, assumed: isTagWritten ? nil : tag, name: name,
      text: displayName)
  }
}

extension LocalizedText {
  /// The result of comparing the text with a text in another definition, both before translation.
  func comparison(with other: LocalizedText) -> IdentityEvidence.Texts {
    if let id, id == other.id { return .sameIdentifier }
    switch (sourceText, other.sourceText) {
    case (nil, nil): return id == nil && other.id == nil ? .none : .oneSided
    case (nil, _), (_, nil): return .oneSided
    case (let text, let new): return text == new ? .same : .other
    }
  }
}

/// Which elements of a new definition continue elements of an old one.
package struct IdentityMatching: Sendable {
  /// An element of the new definition, and why it belongs to an old element.
  package struct Match: Sendable {
    /// The position in the new definition.
    package var position: Int

    /// What the two elements have in common.
    package var evidence: IdentityEvidence

    /// Whether answers to the old element are carried over to the new one.
    package var isKept: Bool { evidence.identity != .replaced }
  }

  /// For each old element, the new element that continues or replaces it; nil if the old element
  /// was removed.
  package private(set) var matches: [Match?]

  /// The positions of the new elements that do not continue an old one.
  package private(set) var added: [Int] = []

  private let old: [IdentityMarks]
  private let new: [IdentityMarks]
  private var taken = Set<Int>()

  /// Matches the elements of two definitions.
  ///
  /// A number that occurs twice in a definition is ignored in that definition.
  init(from old: [IdentityMarks], to new: [IdentityMarks]) {
    let (old, new) = (Self.distinct(old), Self.distinct(new))
    (self.old, self.new) = (old, new)
    matches = Array(repeating: nil, count: old.count)
    let numbers = new.places { $0.number }
    let names = new.places { $0.name }
    let known = Set(old.map(\.name))
    func byNumber(_ mark: IdentityMarks) -> Int? { mark.number.flatMap { numbers[$0] } }
    func byName(_ mark: IdentityMarks) -> Int? { names[mark.name] }
    take(byName) { if case .same = $0.numbers { true } else { false } }
    if old.first?.kind == .index {
      // A phone stores the index, and intent JSON the name; if they contradict each other, the text
      // decides, or else the name.
      take(byNumber) { [.same, .sameIdentifier].contains($0.texts) }
      take(byName) { $0.identity == .same }
      take(byNumber, if: { !known.contains($0.name) }) { $0.identity != .replaced }
    } else {
      take(byNumber) { $0.identity != .replaced }
      take(byName) { $0.identity != .replaced }
    }
    let texts = Self.unique(new.map(\.text.id))
    let oldTexts = Self.unique(old.map(\.text.id))
    take({ mark in mark.text.id.flatMap { oldTexts[$0] == nil ? nil : texts[$0] } }) {
      $0.identity == .renamed
    }
    added = new.indices.filter { !taken.contains($0) }
    for position in old.indices where matches[position] == nil {
      let candidates = [byName(old[position]), byNumber(old[position])].compactMap { $0 }
      matches[position] = candidates.lazy.filter { [taken] in !taken.contains($0) }
        .map { Match(position: $0, evidence: IdentityEvidence(old[position], new[$0])) }
        .first { $0.evidence.identity == .replaced }
    }
  }

  /// Matches elements that the system knows only by their names, as in App Intents.
  package init(
    ofKind kind: IdentityEvidence.NumberKind, fromNames old: [String], to new: [String]
  ) {
    func marks(_ name: String) -> IdentityMarks {
      IdentityMarks(kind: kind, name: name, text: .none, isKnownByName: true)
    }
    self.init(from: old.map(marks), to: new.map(marks))
  }

  /// The position of the new element that continues an old one; nil if there is none.
  package func heir(of position: Int) -> Int? {
    matches[position].flatMap { $0.isKept ? $0.position : nil }
  }

  /// Assigns free candidates that meet the condition to old elements.
  private mutating func take(
    _ candidate: (IdentityMarks) -> Int?, if isFree: (IdentityMarks) -> Bool = { _ in true },
    _ condition: (IdentityEvidence) -> Bool
  ) {
    for position in old.indices where matches[position] == nil {
      guard let match = candidate(old[position]), !taken.contains(match), isFree(new[match]) else {
        continue
      }
      let evidence = IdentityEvidence(old[position], new[match])
      guard condition(evidence) else { continue }
      taken.insert(match)
      matches[position] = Match(position: match, evidence: evidence)
    }
  }

  /// The marks, without numbers that several elements share.
  private static func distinct(_ marks: [IdentityMarks]) -> [IdentityMarks] {
    var seen = Set<Int>()
    let repeated = Set(marks.compactMap(\.number).filter { !seen.insert($0).inserted })
    guard !repeated.isEmpty else { return marks }
    return marks.map { mark in
      guard let number = mark.number, repeated.contains(number) else { return mark }
      var copy = mark
      (copy.number, copy.isAmbiguous) = (nil, true)
      return copy
    }
  }

  /// The position of each value that occurs exactly once.
  private static func unique(_ values: [String?]) -> [String: Int] {
    var positions: [String: Int] = [:]
    var repeated = Set<String>()
    for case (let position, let value?) in values.enumerated()
    where positions.updateValue(position, forKey: value) != nil {
      repeated.insert(value)
    }
    return positions.filter { !repeated.contains($0.key) }
  }
}

/// The evidence for identifying an enum or an object type, which has no number.
package struct TypeMarks {
  /// The kinds of types that have names.
  package enum Kind { case enumeration, object }

  /// The text and the parts of a type in a definition.
  package struct Content {
    var text: LocalizedText
    var parts: [String]

    /// Makes the content.
    ///
    /// - Parameters:
    ///   - text: The text of the type.
    ///   - parts: The names of its cases or properties.
    package init(text: LocalizedText = .none, parts: [String]) {
      (self.text, self.parts) = (text, parts)
    }

    /// Whether two types with different names can be the same type: they share a text or a part, or
    /// nothing distinguishes them.
    fileprivate func isLike(_ other: Content) -> Bool {
      let shared = Set(other.parts)
      return switch text.comparison(with: other.text) {
      case .same, .sameIdentifier: true
      case .other: parts.contains(where: shared.contains)
      case .none, .oneSided:
        parts.isEmpty || shared.isEmpty || parts.contains(where: shared.contains)
      }
    }
  }

  /// The name by which the system finds the type.
  package let name: String

  fileprivate let kind: Kind
  fileprivate let content: Content?
  fileprivate let isOfAppIntents: Bool
  /// Whether the system stores values under the name.
  fileprivate let isNameKnown: Bool

  /// Makes the marks.
  ///
  /// - Parameters:
  ///   - name: The name by which the system finds the type.
  ///   - content: The text and the parts of the type; nil if the definition does not declare it.
  ///   - isOfAppIntents: Whether the system knows the type only by its name.
  ///   - isNameKnown: Whether the system stores values under the name; if not, it is only the name
  ///     in Swift.
  package init(
    _ kind: Kind, name: String, content: Content?, isOfAppIntents: Bool, isNameKnown: Bool = true
  ) {
    self.kind = kind
    self.name = name
    self.content = content
    self.isOfAppIntents = isOfAppIntents
    self.isNameKnown = isNameKnown
  }
}

extension Identity {
  /// Whether an enum or an object type is the same as one in an older definition, even if its name
  /// differs.
  ///
  /// A type with a different name is the same type if the old name is gone, and the two types share
  /// their text or a part, or nothing distinguishes them. If two types in App Intents have
  /// different names, it is unknown whether the system finds the stored values.
  ///
  /// - Parameters:
  ///   - isSuccession: Whether an App Intent replaces the intent of an intent definition. If so,
  ///     the system accepts answers to any enum as answers to any other one, and objects as
  ///     entities of any type, by their identifiers.
  ///   - isOldNameGone: Whether the new definition has no type with the old name.
  package init(of old: TypeMarks, as new: TypeMarks, isSuccession: Bool, isOldNameGone: Bool) {
    guard old.kind == new.kind else {
      self = .replaced
      return
    }
    if isSuccession {
      self = .same
    } else if !old.isNameKnown || !new.isNameKnown {
      self = .unknown
    } else if old.name == new.name {
      self = .same
    } else if old.isOfAppIntents, new.isOfAppIntents {
      // Only the identifier of an entity is stored.
      let isLike = old.content.flatMap { former in new.content.map(former.isLike) } ?? true
      self = old.kind == .object || isLike ? .unknown : .replaced
    } else if isOldNameGone, let former = old.content, let present = new.content,
      former.isLike(present)
    {
      self = .renamed
    } else {
      self = .replaced
    }
  }
}

extension IntentSchema {
  /// Whether an App Intent replaces the intent of an intent definition.
  func replacesTypes(of old: IntentSchema?) -> Bool {
    intent.replacedClass != nil && old?.isOfAppIntents == false
  }

  /// Whether a type is the same as an enum or an object type in an older definition.
  func continues(_ before: ParameterType, of old: IntentSchema?, as after: ParameterType) -> Bool {
    identity(of: before, in: old, as: after) != .replaced
  }

  /// Compares an enum or an object type with its form in an older definition; any other type counts
  /// as replaced.
  func identity(
    of before: ParameterType, in old: IntentSchema?, as after: ParameterType
  ) -> Identity {
    guard
      let former = Self.marks(of: before, in: old), let present = Self.marks(of: after, in: self)
    else { return .replaced }
    return Identity(
      of: former, as: present, isSuccession: replacesTypes(of: old),
      isOldNameGone: enumeration(of: before) == nil && objectType(of: before) == nil)
  }

  private static func marks(of type: ParameterType, in schema: IntentSchema?) -> TypeMarks? {
    let isOfAppIntents = schema?.isOfAppIntents ?? false
    func isNameKnown(_ name: String) -> Bool { schema?.isNameUnknown(name) != true }
    switch type {
    case .enumeration(let reference, _):
      let content = schema?.wholeEnumeration(of: type).map {
        TypeMarks.Content(text: $0.displayName, parts: $0.choiceNames)
      }
      return TypeMarks(
        .enumeration, name: reference.name, content: content, isOfAppIntents: isOfAppIntents,
        isNameKnown: isNameKnown(reference.name))
    case .object(let reference):
      let content = schema?.objectType(of: type).map {
        TypeMarks.Content(text: $0.displayName, parts: $0.ownNames)
      }
      return TypeMarks(
        .object, name: reference?.name ?? TypeReference.baseName, content: content,
        isOfAppIntents: isOfAppIntents,
        isNameKnown: reference.map { isNameKnown($0.name) } ?? true)
    default: return nil
    }
  }
}
