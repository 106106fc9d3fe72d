public import Messages

/// What happens to stored configurations when one definition replaces another.
public struct DefinitionDiff: Sendable, Hashable {
  /// The changes to the intents: those of the old definition in its order, then the new intents.
  public var intents: [IntentChange]

  /// The changes to the widgets in two folders; empty if only definitions are compared.
  public var widgets: [WidgetChange] = []

  /// Whether the comparison found no change.
  public var isUnchanged: Bool {
    widgets.isEmpty
      && intents.allSatisfy { intent in
        intent.presence == .both && intent.verdicts.isEmpty
          && intent.parameters.allSatisfy { $0.verdicts == [.unchanged] }
      }
  }

  /// Compares the schema of an intent with a newer schema, regardless of the names of their
  /// intents; for example, two schemas that are written in Swift.
  public init(from old: IntentSchema, to new: IntentSchema) {
    intents = [IntentChange(from: old, to: new)]
  }

  /// Compares two definitions.
  ///
  /// Intents are matched by type name, because stored configurations contain it; parameters and
  /// cases are matched based on ``IdentityEvidence``. The effects on answers are found by migrating
  /// sample answers in the same way as a store migrates a stored draft. The titles of parameters
  /// and cases are also compared, because a different title for the same name can mean something
  /// else.
  public init(from old: IntentDefinitionFile, to new: IntentDefinitionFile) {
    let known = Set(old.intents.map(\.typeName))
    let added = new.intents.filter { !known.contains($0.typeName) }
    let heirs = IntentHeirs(added)
    let matches = Dictionary(firsts: new.intents.map { ($0.typeName, $0) })
    var effects: AnswerEffects?
    let (oldUnread, newUnread) = (old.unreadNames, new.unreadNames)
    let areNewNamesRead = !added.contains { newUnread.contains($0.typeName) }
    intents = old.intents.map { intent in
      let before = IntentSchema(intent, in: old)
      guard let match = matches[intent.typeName] else {
        let heir = heirs.first(of: intent)
        let isKnown = areNewNamesRead && !oldUnread.contains(intent.typeName)
        return IntentChange(goneIntent: intent, heir: heir, isKnown: isKnown)
      }
      let after = IntentSchema(match, in: new)
      let shared = effects ?? AnswerEffects(from: before, to: after)
      effects = shared
      return IntentChange(DefinitionPair(old: before, new: after, effects: shared))
    }
    intents += added.map { IntentChange(newIntent: $0) }
  }

  /// Whether a stored configuration could lose an answer.
  public var losesAnswers: Bool {
    intents.contains(where: \.losesAnswers)
      || widgets.contains { $0.verdicts.contains { $0.effect.isLoss } }
  }

  /// Whether a stored answer is lost or loses its effect, or whether it is unknown what happens to
  /// it.
  public var changesAnswers: Bool {
    losesAnswers || widgets.contains { $0.verdicts.contains { $0.effect.isWarning } }
      || intents.contains { intent in
        intent.verdicts.contains { $0.effect.isWarning }
          || intent.parameters.contains { $0.verdicts.contains { $0.effect.isWarning } }
      }
  }
}

/// The changes to one intent.
public struct IntentChange: Sendable, Hashable {
  /// Whether the intent is in both definitions.
  public enum Presence: Sendable, Hashable {
    /// Both definitions have the intent.
    case both
    /// The type name was removed; the possible successor is a new intent that resembles the old
    /// one.
    case gone(heir: String?)
    /// The type name is missing from the new definition, but the source does not show all names;
    /// the possible successor is a new intent that resembles the old one.
    case unknown(heir: String?)
    /// Only the new definition has the intent.
    case new
  }

  /// The type name, such as `UpNextIntent`.
  public var typeName: String

  /// Whether the intent is in both definitions.
  public var presence: Presence

  /// The changes to the intent as a whole; empty if there are none.
  public var verdicts: [IntentVerdict] = []

  /// The changes to the parameters: those of the old intent in its order, then the new parameters.
  public var parameters: [ParameterChange]

  /// Whether a stored configuration of the intent could lose an answer.
  public var losesAnswers: Bool {
    if case .gone = presence { return true }
    return parameters.contains(where: \.losesAnswers)
  }

  /// Compares two forms of one intent.
  public init(from old: IntentSchema, to new: IntentSchema) {
    let effects = AnswerEffects(from: old, to: new)
    self.init(DefinitionPair(old: old, new: new, effects: effects))
  }

  init(_ pair: DefinitionPair) {
    let (old, new) = (pair.old, pair.new)
    typeName = old.intent.typeName
    presence = .both
    parameters = old.intent.parameters.enumerated().map { position, parameter in
      guard let match = pair.matching.matches[position] else {
        return ParameterChange(oldName: parameter.name, newName: nil, verdicts: [.removed])
      }
      guard match.isKept else { return pair.replacement(of: position, by: match) }
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
    if [old, new].contains(where: { $0.isNameUnknown($0.intent.typeName) }) {
      verdicts.append(.nameNotRead)
    }
  }

  init(goneIntent intent: IntentDefinition, heir: IntentDefinition?, isKnown: Bool) {
    typeName = intent.typeName
    presence = isKnown ? .gone(heir: heir?.typeName) : .unknown(heir: heir?.typeName)
    verdicts = isKnown ? [] : [.nameNotRead]
    parameters = []
  }

  init(newIntent intent: IntentDefinition) {
    typeName = intent.typeName
    presence = .new
    parameters = []
  }
}

/// A change to an intent as a whole.
public enum IntentVerdict: Sendable, Hashable {
  /// The intent can no longer configure a widget.
  case notForWidgets
  /// The source does not show the name under which the system stores the intent.
  case nameNotRead
}

/// The changes to one parameter.
public struct ParameterChange: Sendable, Hashable {
  /// The name in the old definition; nil for a new parameter.
  public var oldName: String?

  /// The name in the new definition; nil for a removed parameter.
  public var newName: String?

  /// The changes; never empty, and if `unchanged` occurs, it is the only one.
  public var verdicts: [DiffVerdict]

  /// Whether a stored configuration could lose its answer.
  public var losesAnswers: Bool { verdicts.contains { $0.effect.isLoss } }

  /// The name of the parameter in messages.
  public var name: String { newName ?? oldName ?? "" }
}

/// A change to a parameter.
public indirect enum DiffVerdict: Sendable, Hashable {
  /// Nothing has changed.
  case unchanged
  /// The same parameter under a different name, and the evidence for this; answers are kept.
  case renamed(from: String, to: String, IdentityEvidence)
  /// A different parameter has the tag or the name now; the remedy says which tags would keep the
  /// answers.
  case replaced(by: String, IdentityEvidence, TagRemedy)
  /// The evidence does not show whether the parameter is the same.
  case identityNotJudged(from: String, to: String, IdentityEvidence)
  /// A new title, although the name is the same.
  case retitled(from: String, to: String)
  /// A new type, to which the old values cannot be converted.
  case retyped(from: Message, to: Message)
  /// A new type, to which some or all of the old values can be converted.
  case converted(from: Message, to: Message, isExact: Bool)
  /// In App Intents, a new type, or several values instead of one, or one instead of several; the
  /// system finds a value by its name and its type.
  case typeChanged(Message)
  /// A change from or to a type in App Intents whose stored form is not documented.
  case typeUndocumented(from: Message, to: Message)
  /// A change to a type in App Intents whose effect on a phone is unknown; `name` is the old name
  /// of the type, or empty if the name does not matter.
  case typeNotJudged(from: Message, to: Message, name: String)
  /// In App Intents, the `id` of an entity has a different type.
  case identifiersNotJudged(from: String, to: String)
  /// Types and cases for which the source does not show the names under which the system stores
  /// values.
  case namesNotRead([String])
  /// Parts, such as the default, that a source does not show, by their names in Swift.
  case partsNotRead([String])
  /// The parameter was removed, and its answer is lost.
  case removed
  /// A parameter was added, and whether it has a default.
  case added(hasDefault: Bool)
  /// Removed cases; the split is nil if there are no new cases.
  case casesGone([String], CaseSplit?)
  /// Cases that the enum still has but the parameter no longer supports.
  case casesUnsupported([String])
  /// Cases whose index now belongs to another case.
  case casesReplaced([CaseRenaming], IdentityEvidence?)
  /// The same cases under different names; answers are kept.
  case casesRenamed([CaseRenaming], IdentityEvidence?)
  /// Cases for which it is unknown whether they are the same.
  case casesNotJudged([CaseRenaming], IdentityEvidence?)
  /// New cases, by name.
  case casesNew([String])
  /// New texts of cases whose names are the same.
  case casesRetitled([CaseRenaming])
  /// Cases with the same names but new indexes.
  case indexesChanged([CaseMove])
  /// Cases with the same names but new indexes, at least one of which is not stated.
  case indexesNotStated([CaseMove])
  /// Properties of objects that were renamed.
  case propertiesRenamed([CaseRenaming])
  /// Removed properties of objects, by name; their values are lost.
  case propertiesGone([String])
  /// Properties of objects whose type or number of values changed; their values are kept.
  case propertiesConverted([String])
  /// Properties of objects that no longer accept some of their old values.
  case propertiesReduced([String])
  /// A parameter with one value now accepts several; the answer becomes the first of them.
  case becameArray
  /// A parameter with several values now accepts only one; the first is kept.
  case becameSingle
  /// Families that now accept fewer values.
  case sizesReduced([SizeChange])
  /// Families that now accept more values.
  case sizesRaised([SizeChange])
  /// Families for which App Intents no longer define a size.
  case sizesNotStated([SizeChange])
  /// Families that now require more values.
  case minimumsRaised([SizeChange])
  /// A smaller range: both ranges in words, and whether it is known what happens to a stored value
  /// that is out of range.
  case boundsNarrowed(from: Message, to: Message, isDocumented: Bool)
  /// A range that allows more than the old one: both ranges in words.
  case boundsWidened(from: Message, to: Message)
  /// A change to the components of a date; stored dates are still accepted.
  case dateKindChanged(from: DateComponentsMetadata.Kind, to: DateComponentsMetadata.Kind)
  /// A list of currencies that includes the old ones and more; empty for any currency.
  case currenciesChanged(from: [String], to: [String])
  /// A different control for a number.
  case controlChanged(from: NumberControl, to: NumberControl)
  /// In App Intents, a different unit for a number that people type, by the names of the units in
  /// Swift; nil if the system chooses the unit.
  case unitChanged(from: String, to: String?)
  /// Values that the parameter no longer accepts: each rule as a sentence about one of the values,
  /// and whether it is known what happens to a stored value.
  case valuesRefused([Message], isDocumented: Bool)
  /// The condition of the row has changed.
  case visibilityChanged
  /// The row was visible, but is now hidden for some answers to its parent.
  case hides(parent: String, byDefault: Bool)
  /// The row was visible, but the definition no longer has a place for it.
  case lostItsRow
  /// There is no row, because the new type has no editor.
  case lostItsEditor
  /// The options are no longer dynamic; `isVital` means that this was the only way to choose a
  /// value.
  case choicesGone(isVital: Bool)
  /// The options are dynamic, which they were not before.
  case choicesNew
  /// The new default; nil for none.
  case defaultChanged(from: Message?, to: Message?)
}

/// The old and the new name of a case or a property, or the old and the new text of a case.
public struct CaseRenaming: Sendable, Hashable {
  /// The name or the text in the old definition.
  public var from: String

  /// The name or the text in the new definition.
  public var to: String
}

/// The first removed case of an enum, and new cases that may continue it.
public struct CaseSplit: Sendable, Hashable {
  /// The name of the case.
  public var name: String

  /// Its stated index; nil if none is stated.
  public var index: Int?

  /// The names of the new cases.
  public var heirs: [String]
}

/// How to change tags so that the answers to a replaced parameter are kept.
public enum TagRemedy: Sendable, Hashable {
  /// Give the new parameter the tag of the old one.
  case restore(Int)
  /// Give the new parameter the tag of the old one, after giving an unused tag to the parameter
  /// that has it now.
  case restoreAfterMoving(Int, from: String)
  /// Give the new parameter an unused tag; the old parameter then counts as removed.
  case moveAway
}

/// A case that kept its name but has a new index.
public struct CaseMove: Sendable, Hashable {
  /// The name in both definitions.
  public var name: String

  /// The index in the old definition.
  public var from: Int

  /// The index in the new definition.
  public var to: Int
}

/// The number of values that a family accepts, before and after the change; nil means no limit.
public struct SizeChange: Sendable, Hashable {
  /// The family whose size changes.
  public var family: WidgetFamily

  /// The old number.
  public var from: Int?

  /// The new number.
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
  /// The answer is unchanged.
  case kept

  /// The answer is kept in a new form or under a new name.
  case carriedOver

  /// The answer stays stored, but all or part of it has no effect any more.
  case outOfEffect

  /// Some answers are lost, depending on what was chosen.
  case lostForSome

  /// Every answer is lost.
  case lost

  /// There is no stored answer yet; the default applies if there is one.
  case empty

  /// It is unknown whether the answer means the same on a phone.
  case notJudged

  /// Whether people should look at the change even if no answer is lost.
  public var isWarning: Bool { self == .outOfEffect || self == .notJudged }

  /// Whether an answer may be lost.
  public var isLoss: Bool { self == .lost || self == .lostForSome }
}

/// New intents that may be old ones with a new name, because they have the same title or
/// parameters.
private struct IntentHeirs {
  private var positions: [[String]: Int] = [:]
  private let intents: [IntentDefinition]

  init(_ intents: [IntentDefinition]) {
    self.intents = intents
    for (position, intent) in intents.enumerated() {
      for key in Self.keys(of: intent) where positions[key] == nil { positions[key] = position }
    }
  }

  /// The first new intent that resembles an old one; nil if none does.
  func first(of intent: IntentDefinition) -> IntentDefinition? {
    Self.keys(of: intent).compactMap { positions[$0] }.min().map { intents[$0] }
  }

  /// What intents can have in common: the identifier or the text of the title, or the names of the
  /// parameters.
  private static func keys(of intent: IntentDefinition) -> [[String]] {
    [
      intent.title.id.map { ["title", $0] }, intent.title.sourceText.map { ["text", $0] },
      intent.parameters.isEmpty ? nil : ["parameters"] + intent.parameters.map(\.name),
    ].compactMap { $0 }
  }
}

extension DefinitionPair {
  /// The change to an old parameter whose tag or name now belongs to another parameter.
  fileprivate func replacement(
    of position: Int, by match: IdentityMatching.Match
  ) -> ParameterChange {
    let (before, after) = (old.parameters[position], new.parameters[match.position])
    let remedy: TagRemedy =
      switch match.evidence.numbers {
      case .other(let tag, _):
        new.parameters.first { $0.identifyingTag == tag }
          .map { .restoreAfterMoving(tag, from: $0.name) } ?? .restore(tag)
      case .same, .notStated, .oneSided: .moveAway
      }
    return ParameterChange(
      oldName: before.name, newName: before.name == after.name ? after.name : nil,
      verdicts: [.replaced(by: after.name, match.evidence, remedy)])
  }
}

extension ParameterDefinition {
  /// Whether a value can be in effect before the user answers: the definition's default, or one
  /// from a provider.
  var hasDefault: Bool { options.isDynamic || staticDefault != nil }

  /// Whether a value can be chosen only from dynamic options, because its type is an object type in
  /// the document.
  var isChosenFromOptions: Bool {
    if case .object(let reference?) = type { !reference.isSystem } else { false }
  }
}

extension DiffVerdict: StatedVerdict {
  /// The code, the effect, the change, and its consequence for stored answers.
  public var statement: VerdictStatement {
    switch self {
    case .unchanged: .init("unchanged", .kept, .diffUnchanged, .answersKept)
    case .renamed(let from, let to, let evidence):
      .init(
        "renamed", .carriedOver,
        "Renamed from “\(name: from)” to “\(name: to)”: \(evidence.message).",
        .keptUnderNewName)
    case .replaced(let name, let evidence, let remedy):
      .init(
        "replaced", .lost,
        evidence.hasSameName
          ? "Is a different parameter: \(evidence.message)."
          : "“\(name: name)” is a different parameter in its place: \(evidence.message).",
        "A stored answer is lost. \(phrase: remedy.message(for: name))")
    case .identityNotJudged(let from, let to, let evidence):
      .init(
        "not-judged", .notJudged,
        evidence.hasSameName
          ? "Not judged by tag: \(evidence.message)."
          : "Is “\(name: to)” instead of “\(name: from)”: \(evidence.message).",
        evidence.hasSameName
          ? """
          A stored answer is kept by its name; a phone finds it by the tag. State the tags in both \
          definitions.
          """
          : """
          A stored answer is kept, but it is unknown whether this is the same parameter. If so, \
          give it the old text; otherwise, give it another tag.
          """)
    case .retitled(let from, let to):
      .init(
        "retitled", .kept,
        "Is titled “\(name: to)” instead of “\(name: from)”.",
        "Stored answers are kept, as answers to the same question.")
    case .retyped(let from, let to):
      .init(
        "retyped", .lost, .wasIsNow(from: from, to: to),
        "A stored answer is lost: it cannot be read in the new type.")
    case .converted(let from, let to, let isExact):
      .init(
        "converted", isExact ? .carriedOver : .lostForSome, .wasIsNow(from: from, to: to),
        isExact
          ? "A stored answer is kept in the new type."
          : "A stored answer is lost unless it can be read in the new type.")
    case .typeChanged(let change):
      .init(
        "type-changed", .lost, change,
        """
        A phone finds a stored value by its name and its type, so it is lost there. Keep the type, \
        or give the new parameter another name. The store of this program keeps what can be read.
        """)
    case .typeUndocumented(let from, let to):
      .init(
        Self.typeNotJudgedCode, .notJudged, .wasIsNow(from: from, to: to),
        """
        Apple does not document whether a phone can read a stored value of the old type as one of \
        the new type; the store of this program cannot. \(phrase: .keepType)
        """)
    case .typeNotJudged(let from, let to, ""):
      .init(
        Self.typeNotJudgedCode, .notJudged, .wasIsNow(from: from, to: to),
        """
        A stored answer is kept; Apple does not document whether a phone finds it. \
        \(phrase: .keepType)
        """)
    case .typeNotJudged(let from, let to, let name):
      .init(
        Self.typeNotJudgedCode, .notJudged, .wasIsNow(from: from, to: to),
        """
        \(phrase: .keptIfFound) Write \
        `\(AppIntentsName.code(AppIntentsName.persistentIdentifier, name))` in the new type.
        """)
    case .identifiersNotJudged(let from, let to):
      .init(
        "identifiers-not-judged", .notJudged,
        "The type of the identifier was `\(visible(from))` and is now `\(visible(to))`.",
        """
        A stored answer is kept. A phone reads the identifier from a text, and it is unknown \
        whether the phone finds the stored object. Keep the type of `id`, or try the change on a \
        phone first.
        """)
    case .namesNotRead(let names):
      .init(
        "names-not-read", .notJudged,
        "The source does not show under which name the system stores \(choices: names).",
        """
        \(phrase: .keptIfFound) Write \
        \(names.count, one: "the name as a literal", other: "the names as literals").
        """)
    case .partsNotRead(let parts):
      .init(
        "parts-not-read",
        parts.allSatisfy { ComparedPart(rawValue: $0)?.concernsAnswers == false }
          ? .kept : .notJudged,
        "Not shown by the source, so not compared: \(choices: parts).",
        "A stored answer is kept. Write literals in both sources.")
    case .removed: .init("removed", .lost, "Removed.", "A stored answer is lost.")
    case .added(let hasDefault):
      .init(
        hasDefault ? "new" : "new-without-default", .empty,
        hasDefault ? "New." : "New, without a default.",
        hasDefault
          ? "Stored configurations get the default." : "Stored configurations have no value for it."
      )
    case .casesGone(let names, let split):
      .init(
        "cases-gone", .lostForSome,
        "\(names.count, one: "Case", other: "Cases") removed: \(choices: names).",
        .sentences(
          [
            """
            A stored answer that names a removed case is lost; the default, if there is one, takes \
            its place.
            """,
            split?.message,
          ].compactMap { $0 }))
    case .casesUnsupported(let names):
      .init(
        "cases-unsupported", .lostForSome,
        """
        \(names.count, one: "Case", other: "Cases") no longer supported by the parameter: \
        \(choices: names).
        """,
        """
        Apple does not document what a phone does with a stored case that is no longer supported. \
        The store of this program does not keep it. Add the \
        \(names.count, one: "case", other: "cases") to `supportedValues`, or try the change on a \
        phone first.
        """)
    case .casesReplaced(let pairs, let evidence):
      .init(
        "cases-replaced", .lostForSome,
        """
        \(pairs.count, "case was", "cases were") replaced: \
        \(list: pairs.prefix(Message.listedNames).map(\.replaced))\(phrase: Self.words(evidence)).
        """,
        """
        A stored answer that names a replaced case is lost; on a phone, it means the new case. \
        Give the new cases indexes that were never used. If they are the same as the old cases, \
        give them the old texts instead.
        """)
    case .casesRenamed(let pairs, let evidence):
      .init(
        "cases-renamed", .carriedOver,
        pairs.count > Message.listedNames
          ? """
          \(pairs.count, "case", "cases") renamed, the first from \
          \(list: Self.words(pairs)).
          """
          : "Renamed: \(list: Self.words(pairs))\(phrase: Self.words(evidence)).",
        .keptUnderNewName)
    case .casesNotJudged(let pairs, let evidence):
      .init(
        "cases-not-judged", .notJudged,
        "Renamed or replaced: \(list: Self.words(pairs))\(phrase: Self.words(evidence)).",
        """
        A stored answer is kept under the new name, as on a phone. If the case is the same, give \
        it the old text; otherwise, give it an index that was never used.
        """)
    case .casesNew(let names):
      .init(
        "cases-new", .kept,
        "\(names.count, one: "New case", other: "New cases"): \(choices: names).",
        .answersKept)
    case .casesRetitled(let pairs):
      .init(
        "cases-retitled", .kept,
        """
        \(pairs.count, "case has", "cases have") a different title: \
        \(list: pairs.prefix(Message.listedNames).map(\.retitled)).
        """,
        "Stored answers are kept, as the same cases.")
    case .indexesChanged(let moves):
      .init(
        "indexes-changed", .lostForSome,
        """
        \(moves.count, "case has", "cases have") a different index: \
        \(list: moves.prefix(Message.listedNames).map(\.message)).
        """,
        """
        A phone stores a case of a SiriKit intent as its index, so stored answers then mean other \
        cases.
        """)
    case .indexesNotStated(let moves):
      .init(
        "indexes-not-stated", .notJudged,
        """
        \(moves.count, "case has", "cases have") a different index, counted by position: \
        \(list: moves.prefix(Message.listedNames).map(\.message)).
        """,
        """
        Stored answers are kept by name; a phone finds them by the index. State the indexes in \
        both definitions.
        """)
    case .propertiesRenamed(let pairs):
      .init(
        "properties-renamed", .carriedOver,
        """
        \(pairs.count, one: "Property", other: "Properties") renamed: \(list: Self.words(pairs)).
        """,
        "Stored objects keep the values under the new names.")
    case .propertiesGone(let names):
      .init(
        "properties-gone", .lostForSome,
        """
        \(names.count, one: "Property", other: "Properties") removed, or with a different type: \
        \(choices: names).
        """,
        "Stored objects lose these values.")
    case .propertiesConverted(let names):
      .init(
        "properties-converted", .carriedOver,
        """
        \(names.count, one: "Property has", other: "Properties have") a different type or number \
        of values: \(choices: names).
        """,
        "Stored objects keep their values in the new form.")
    case .propertiesReduced(let names):
      .init(
        "properties-reduced", .lostForSome,
        """
        \(names.count, one: "Property accepts", other: "Properties accept") fewer values than \
        before: \(choices: names).
        """,
        "A stored object loses the values that it can no longer have.")
    case .becameArray:
      .init(
        "became-array", .carriedOver, .heldOneValue,
        "A stored answer becomes the first value.")
    case .becameSingle:
      .init(
        "became-single", .lostForSome, .heldSeveralValues,
        "The first stored value is kept; the others are lost.")
    case .minimumsRaised(let changes):
      .init(
        "minimum-raised", .notJudged,
        "Needs more values: \(list: changes.map(\.message)).",
        """
        A stored answer with fewer values is kept; reportedly the widget stays a placeholder while \
        one is missing.
        """)
    case .sizesReduced(let changes):
      .init(
        "sizes-reduced", .outOfEffect,
        "Accepts fewer values: \(list: changes.map(\.message)).",
        "Stored values beyond that are kept but not shown.")
    case .sizesRaised(let changes):
      .init(
        "sizes-raised", .kept,
        "Accepts more values: \(list: changes.map(\.message)).",
        .answersKept)
    case .sizesNotStated(let changes):
      .init(
        "sizes-not-stated", .notJudged,
        "No longer has a size for \(choices: changes.map(\.family.rawValue)).",
        """
        Stored answers are kept; Apple does not document how many values the family then accepts. \
        State the size.
        """)
    case .boundsWidened(let from, let to):
      .init(
        "bounds-widened", .kept,
        .acceptedNowAccepts(from: from, to: to),
        .answersKept)
    case .dateKindChanged(let from, let to):
      .init(
        "date-kind-changed", .kept,
        .acceptedNowAccepts(from: from.message, to: to.message),
        "Stored answers are kept, with the parts that they have.")
    case .currenciesChanged(let from, let to):
      .init(
        "currencies-changed", .kept,
        "The currencies were \(Self.words(from)) and are now \(Self.words(to)).",
        .answersKept)
    case .controlChanged(let from, let to):
      .init(
        "control-changed", .kept,
        "Was set with a \(from.rawValue.lowercased()), now with a \(to.rawValue.lowercased()).",
        .answersKept)
    case .unitChanged(let from, let to):
      .init(
        "unit-changed", .notJudged,
        """
        The unit was `.\(from)` and is now \
        \(phrase: to.map { Message("`.\($0)`") } ?? "left to the system").
        """,
        """
        \(phrase: .unitNotDocumented) The store of this program keeps a stored answer with its \
        unit. Keep the unit, or try the change on a phone first.
        """)
    case .boundsNarrowed(let from, let to, let isDocumented):
      .init(
        "bounds-narrowed", .lostForSome,
        .acceptedNowAccepts(from: from, to: to),
        isDocumented
          ? "A stored answer out of range is lost; the default, if there is one, takes its place."
          : """
          \(phrase: .outOfRangeNotDocumented) The store of this program does not keep it. Keep the \
          range, or try the change on a phone first.
          """)
    case .valuesRefused(let rules, let isDocumented):
      .init(
        "values-refused", .lostForSome,
        "No longer accepts some values: \(sentences: rules)",
        isDocumented
          ? """
          A stored answer that is no longer accepted is lost; the default, if there is one, takes \
          its place.
          """
          : """
          \(phrase: .refusalNotDocumented) The store of this program does not keep it. \
          \(phrase: .acceptSameValues)
          """)
    case .visibilityChanged:
      .init(
        "visibility-changed", .kept,
        "Shown under different conditions.",
        "A stored answer is kept, and has an effect while the row is shown.")
    case .hides(let parent, let byDefault):
      .init(
        "hidden", .outOfEffect,
        byDefault
          ? "Hidden by default, under a condition on “\(name: parent)”; it was shown."
          : "Hidden for some answers to “\(name: parent)” for which it was shown before.",
        "A stored answer is kept, and has no effect while the row is hidden.")
    case .lostItsRow, .lostItsEditor:
      .init(
        "lost-its-row", self == .lostItsRow ? .kept : .outOfEffect,
        "No longer has a row.",
        self == .lostItsRow
          ? "A stored answer is kept and stays in the intent, but nobody can change it."
          : "A stored answer is kept and has no effect.")
    case .choicesGone(let isVital):
      .init(
        "choices-gone", isVital ? .outOfEffect : .kept,
        isVital
          ? "No longer has dynamic options, so there is nothing to choose."
          : "No longer has dynamic options.",
        isVital
          ? "A stored answer is kept, but nothing else can be chosen."
          : "A stored answer is kept; a default that came with the options is gone.")
    case .choicesNew:
      .init(
        "choices-new", .kept,
        "Has dynamic options now.",
        "A stored answer is kept, even if the options do not have it.")
    case .defaultChanged(let from, let to):
      .init(
        "default-changed", .kept,
        "The default was \(from ?? .noValue) and is now \(to ?? .noValue).",
        "Stored answers are kept; widgets without an answer get the new default.")
    }
  }
}

extension Message {
  /// The change of a type.
  static func wasIsNow(from: Message, to: Message) -> Message { "Was \(from), is now \(to)." }

  /// The change of a range, or of the components of a date.
  fileprivate static func acceptedNowAccepts(from: Message, to: Message) -> Message {
    "Accepted \(from), now accepts \(to)."
  }

  fileprivate static let answersKept: Message = "Stored answers are kept."
  fileprivate static let keptUnderNewName: Message = "A stored answer is kept under the new name."

  static let heldOneValue: Message = "Held one value, now holds several."
  static let heldSeveralValues: Message = "Held several values, now holds one."
}

extension DiffVerdict {
  // The code that several verdicts share.
  private static let typeNotJudgedCode = "type-not-judged"

  private static func words(_ pairs: [CaseRenaming]) -> [Message] {
    pairs.prefix(Message.listedNames).map { "“\(name: $0.from)” to “\(name: $0.to)”" }
  }

  private static func words(_ currencies: [String]) -> Message {
    currencies.isEmpty ? "any" : .list(currencies.map { .verbatim($0) })
  }

  private static func words(_ evidence: IdentityEvidence?) -> Message {
    evidence.map { "; \($0.message)" } ?? ""
  }
}

extension CaseRenaming {
  fileprivate var retitled: Message { "“\(name: from)” became “\(name: to)”" }

  fileprivate var replaced: Message { "“\(name: from)” by “\(name: to)”" }
}

extension CaseSplit {
  /// The remedy that keeps the answers that name the case.
  fileprivate var message: Message {
    let heir: Message =
      heirs.count == 1 ? "“\(name: heirs[0])”" : "one of \(choices: heirs)"
    return index.map {
      """
      If \(phrase: heir) continues “\(name: name)”, give it the index \($0) and the name \
      “\(name: name)”; only its title may change.
      """
    }
      ?? """
      If \(phrase: heir) continues “\(name: name)”, give it the name “\(name: name)”; only its \
      title may change.
      """
  }
}

extension TagRemedy {
  /// The remedy that keeps the answers, or that protects the new parameter from them.
  fileprivate func message(for name: String) -> Message {
    switch self {
    case .restore(let tag): "If it is the same parameter, give it the tag \(tag) again."
    case .restoreAfterMoving(let tag, let other):
      """
      If it is the same parameter, give “\(name: other)” a tag that was never used, and this one \
      the tag \(tag) again.
      """
    case .moveAway:
      """
      On a phone, it becomes the answer to “\(name: name)”. Give that parameter a tag that was \
      never used.
      """
    }
  }
}

extension IntentChange {
  /// The change to the intent as a whole, in English; nil if its verdicts and its parameters show
  /// the changes.
  public var sentence: String? { message?.text() }

  /// The change to the intent as a whole; nil if its verdicts and its parameters show the changes.
  package var message: Message? {
    switch presence {
    case .both, .unknown: nil
    case .gone(nil): "Removed. Its stored configurations are lost."
    case .gone(let heir?):
      """
      Removed. Its stored configurations are lost: they name “\(name: typeName)”, not \
      “\(name: heir)”. Keep the class name to keep them.
      """
    case .new: "New. There are no stored configurations."
    }
  }
}

extension IntentVerdict: StatedVerdict {
  /// The code, the effect, the change, and its consequence for stored answers.
  public var statement: VerdictStatement {
    switch self {
    case .notForWidgets:
      .init(
        "not-for-widgets", .outOfEffect, "Is no longer eligible for widgets.",
        "Stored answers are kept, but the widget can no longer be placed.")
    case .nameNotRead:
      .init(
        "name-not-read", .notJudged,
        "The source does not show under which name the system stores the intent.",
        """
        Stored configurations are kept here; it is unknown whether a phone finds them. Write the \
        identifier of each intent as a literal.
        """)
    }
  }
}

extension DateComponentsMetadata.Kind {
  /// The components that a date parameter of this kind accepts.
  fileprivate var message: Message {
    switch self {
    case .dateTime: "a date with a time"
    case .date: "a date"
    case .time: "a time"
    }
  }
}

extension CaseMove {
  fileprivate var message: Message { "“\(name: name)” \(to) instead of \(from)" }
}

extension SizeChange {
  /// The new and the old number of values.
  package var message: Message {
    .diffSize(family: family.rawValue, new: Self.words(to), old: Self.words(from))
  }

  private static func words(_ count: Int?) -> Message {
    count.map { .number(String($0)) } ?? .anyCount
  }
}
