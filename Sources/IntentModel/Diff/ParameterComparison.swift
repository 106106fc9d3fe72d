import Messages

/// The arguments in App Intents whose values are compared.
package enum ComparedPart: String, CaseIterable, Sendable {
  case controlStyle, currencyCodes, `default`, defaultUnit, inclusiveRange, kind, size
  case supportedValues, supportsNegativeNumbers, title, unit

  /// Whether stored answers depend on the argument.
  var concernsAnswers: Bool { ![.controlStyle, .default, .title].contains(self) }
}

/// Compares a parameter in two definitions: the effects on every answer that it can hold, and its
/// other changes.
struct ParameterComparison {
  private let definitions: DefinitionPair
  private let before: ParameterDefinition
  private let after: ParameterDefinition
  private let positions: (from: Int, to: Int)
  private let evidence: IdentityEvidence
  /// The reasons why answers change; those of each kind are in the order in which they are found.
  private let reasons: AnswerEffects.SortedReasons
  /// Whether the new definition keeps at least one single value.
  private let keepsSome: Bool

  init(_ definitions: DefinitionPair, from: Int, to match: IdentityMatching.Match) {
    self.definitions = definitions
    before = definitions.old.intent.parameters[from]
    after = definitions.new.intent.parameters[match.position]
    positions = (from, match.position)
    evidence = match.evidence
    let effect = definitions.effects.effect(from: before.kind, to: after.kind)
    reasons = effect.sorted
    keepsSome = effect.keepsSome
  }

  /// All changes; never empty.
  var change: ParameterChange {
    let verdicts =
      [identity, retitling, retyping, identifiers, namesNotRead, partsNotRead]
      + [casesGone, casesUnsupported, casesReplaced, casesRenamed, indexesChanged, indexesByPlace]
      + [casesNew, casesRetitled] + properties + [boundsNarrowed, boundsWidened, refusals]
      + [dateKind, currencies, control, unit]
      + [arrays, sizesReduced, sizesRaised, sizesNotStated, minimumsRaised]
      + [row, choices, defaults]
    let found = verdicts.compactMap { $0 }
    return ParameterChange(
      oldName: before.name, newName: after.name, verdicts: found.isEmpty ? [.unchanged] : found)
  }

  private var identity: DiffVerdict? {
    switch evidence.identity {
    case .same, .replaced: nil
    case .renamed: .renamed(from: before.name, to: after.name, evidence)
    case .unknown: .identityNotJudged(from: before.name, to: after.name, evidence)
    }
  }

  /// A new title, although the name is the same.
  private var retitling: DiffVerdict? {
    guard before.name == after.name, before.label != after.label, !isUnread(.title) else {
      return nil
    }
    return .retitled(from: before.label, to: after.label)
  }

  private var conversion: ValueConversion {
    ValueConversion(
      from: before.type, to: after.type, old: definitions.old, new: definitions.new)
  }

  private var retyping: DiffVerdict? {
    let (from, to) = (before.type.typeWords, after.type.typeWords)
    switch conversion {
    case .same: return swiftTypeChange
    case .impossible where isUndocumented: return .typeUndocumented(from: from, to: to)
    case .impossible: return .retyped(from: from, to: to)
    // Whether a value is kept depends on unknown names of cases, which `namesNotRead` reports.
    case .possible
    where !keepsSome && typeIdentity == .unknown
      && !(unknownCases(isOld: true) + unknownCases(isOld: false)).isEmpty:
      return nil
    case .possible where !keepsSome: return .retyped(from: from, to: to)
    // Here, `namesNotRead` already reports the names of the types.
    case .possible where typeIdentity == .unknown && !unknownTypes.isEmpty: return nil
    case .possible where typeIdentity == .unknown:
      return .typeNotJudged(from: from, to: to, name: oldTypeName)
    case .possible where isOtherDuration: return .typeNotJudged(from: from, to: to, name: "")
    case .possible where isOtherOnPhones: return .typeChanged(.wasIsNow(from: from, to: to))
    case .possible:
      return .converted(from: from, to: to, isExact: !reasons.losesValue)
    }
  }

  /// A different Swift type for values of the same kind.
  private var swiftTypeChange: DiffVerdict? {
    guard definitions.new.isOfAppIntents, let kind = after.type.kind,
      let from = before.typeInSwift, let to = after.typeInSwift
    else { return nil }
    let words: (from: Message, to: Message) = ("`\(from)`", "`\(to)`")
    return switch SwiftTypeChange(of: kind, from: from, to: to) {
    case .none: nil
    case .lost: .typeChanged(.wasIsNow(from: words.from, to: words.to))
    case .notJudged, .notRead: .typeNotJudged(from: words.from, to: words.to, name: "")
    }
  }

  /// A change to the type of an entity's identifiers.
  private var identifiers: DiffVerdict? {
    guard identifierChange == .notJudged,
      case .named(let from) = definitions.old.identifierType(of: before.type),
      case .named(let to) = definitions.new.identifierType(of: after.type)
    else { return nil }
    return .identifiersNotJudged(from: from, to: to)
  }

  private var identifierChange: SwiftTypeChange {
    guard definitions.new.isOfAppIntents, conversion != .impossible else { return .none }
    return SwiftTypeChange(
      ofIdentifierFrom: definitions.old.identifierType(of: before.type),
      to: definitions.new.identifierType(of: after.type))
  }

  /// The types and cases whose stored names the source does not show.
  private var namesNotRead: DiffVerdict? {
    let names = (unknownTypes + unknownCases(isOld: true) + unknownCases(isOld: false)).firsts
    return names.verdict(DiffVerdict.namesNotRead)
  }

  /// Whether one of the sources does not show a part.
  private func isUnread(_ part: ComparedPart) -> Bool {
    unread.old[part.rawValue] != nil || unread.new[part.rawValue] != nil
  }

  private var unread: (old: [String: String], new: [String: String]) {
    (definitions.old.unreadParts(of: before.name), definitions.new.unreadParts(of: after.name))
  }

  /// The parts that a source does not show, unless both sources have the same text for the part.
  private var partsNotRead: DiffVerdict? {
    let (old, new) = unread
    var compared = ComparedPart.allCases.filter {
      isUnread($0) && old[$0.rawValue] != new[$0.rawValue]
    }
    // In App Intents, a parameter allows negative numbers unless it refuses them, even if its
    // quantity cannot be negative.
    if new[ComparedPart.supportsNegativeNumbers.rawValue] ?? "true" == "true" {
      compared.removeAll { $0 == .supportsNegativeNumbers }
    }
    var parts = compared.map(\.rawValue)
    if identifierChange == .notRead { parts.append("id") }
    return parts.verdict(DiffVerdict.partsNotRead)
  }

  /// The names of the old and the new type, if the system stores values under different names that
  /// are unknown.
  private var unknownTypes: [String] {
    [(definitions.old, before.type), (definitions.new, after.type)].compactMap { schema, type in
      type.referenceName.flatMap { schema.isNameUnknown($0) ? $0 : nil }
    }
  }

  /// The cases of the old or the new enum whose stored names are unknown, each preceded by its enum
  /// and a dot.
  private func unknownCases(isOld: Bool) -> [String] {
    let (schema, type) = isOld ? (definitions.old, before.type) : (definitions.new, after.type)
    guard let enumeration = schema.enumeration(of: type) else { return [] }
    return enumeration.cases.map { "\(enumeration.name).\($0.name)" }
      .filter(schema.isNameUnknown)
  }

  /// The cases that are certainly in only one of the definitions.
  ///
  /// - Parameter isOld: Whether the cases are in the old definition.
  private func certain(_ names: [String], isOld: Bool) -> [String] {
    // A case whose name is unknown can be any of the given cases.
    guard unknownCases(isOld: !isOld).isEmpty else { return [] }
    let unknown = Set(unknownCases(isOld: isOld).map { $0.split(separator: ".").last ?? "" })
    return names.filter { !unknown.contains($0[...]) }
  }

  /// The name of the old enum or object type; empty for any other type.
  private var oldTypeName: String { before.type.referenceName ?? "" }

  private var typeIdentity: Identity {
    definitions.new.identity(of: before.type, in: definitions.old, as: after.type)
  }

  /// Whether both types are durations; they are converted only if their Swift types differ.
  ///
  /// Apple does not document how a phone then reads a stored value.
  private var isOtherDuration: Bool {
    if case (.timeInterval, .timeInterval) = (before.type, after.type) { true } else { false }
  }

  /// Whether one of the types is a union, a collection of identifiers, or another App Intents type
  /// whose stored values are not documented.
  private var isUndocumented: Bool {
    [(definitions.old, before.type), (definitions.new, after.type)].contains { schema, type in
      if case .other = type { schema.isOfAppIntents } else { false }
    }
  }

  /// Whether the system finds stored values by name and type, and the type has changed.
  private var isOtherOnPhones: Bool {
    guard definitions.new.isOfAppIntents else { return false }
    // A text with a pronunciation in an intent definition is a plain string in App Intents.
    if case (.speakableString, .string) = (before.type, after.type) {
      return definitions.old.isOfAppIntents || after.swiftType != nil
    }
    return true
  }

  private var cases: CaseChanges? {
    definitions.effects.caseChanges(from: before.type, to: after.type)
  }

  /// The cases that the enum still has but the parameter no longer supports.
  private var casesUnsupported: DiffVerdict? {
    guard !isUnread(.supportedValues) else { return nil }
    let whole = definitions.new.wholeEnumeration(of: after.type)
    let names = certain(reasons.casesGone, isOld: true).filter { whole?.item(named: $0) != nil }
    return names.verdict(DiffVerdict.casesUnsupported)
  }

  private var casesGone: DiffVerdict? {
    let whole = definitions.new.wholeEnumeration(of: after.type)
    let gone = certain(reasons.casesGone, isOld: true).filter { whole?.item(named: $0) == nil }
    guard !gone.isEmpty else { return nil }
    // If a case is split, none of its successors gets its index.
    let split = gone.first.flatMap { name in
      cases.flatMap { cases in
        cases.added.isEmpty
          ? nil
          : CaseSplit(
            name: name,
            // A case in App Intents has no index.
            index: definitions.new.isOfAppIntents ? nil : cases.indexes[name],
            heirs: Array(cases.added.prefix(3)))
      }
    }
    return .casesGone(gone, split)
  }

  private var casesReplaced: DiffVerdict? {
    guard let pair = reasons.casesReplaced.first else { return nil }
    return .casesReplaced(reasons.casesReplaced, cases?.evidence[pair.from])
  }

  private var casesRenamed: DiffVerdict? {
    let (pairs, evidence) = (reasons.casesRenamed, cases?.evidence ?? [:])
    guard let first = pairs.first else { return nil }
    let isUnknown = pairs.contains { evidence[$0.from]?.identity == .unknown }
    return isUnknown
      ? .casesNotJudged(pairs, evidence[first.from])
      : .casesRenamed(pairs, pairs.count == 1 ? evidence[first.from] : nil)
  }

  private var indexesChanged: DiffVerdict? { cases?.moved.verdict(DiffVerdict.indexesChanged) }

  private var indexesByPlace: DiffVerdict? {
    cases?.movedByPlace.verdict(DiffVerdict.indexesNotStated)
  }

  private var casesNew: DiffVerdict? {
    let whole = definitions.old.wholeEnumeration(of: before.type)
    let names = certain(cases?.added ?? [], isOld: false).filter {
      // A case that the enum already had is new only in the sense that the parameter now supports
      // it.
      !isUnread(.supportedValues) || whole?.item(named: $0) == nil
    }
    return names.verdict(DiffVerdict.casesNew)
  }

  private var casesRetitled: DiffVerdict? { cases?.retitled.verdict(DiffVerdict.casesRetitled) }

  /// The changes to the properties of objects.
  private var properties: [DiffVerdict?] {
    let renamed = reasons.propertiesRenamed.verdict(DiffVerdict.propertiesRenamed)
    // An entity's query provides its properties; only the identifier is stored.
    guard !definitions.new.isOfAppIntents else { return [renamed] }
    return [
      renamed, reasons.propertiesGone.verdict(DiffVerdict.propertiesGone),
      reasons.propertiesConverted.verdict(DiffVerdict.propertiesConverted),
      reasons.propertiesReduced.verdict(DiffVerdict.propertiesReduced),
    ]
  }

  /// The reasons why values are refused, although the type is the same.
  private var refused: [IntentIssue.Reason] {
    conversion == .same ? reasons.refused : []
  }

  private var boundsNarrowed: DiffVerdict? {
    guard refused.contains(where: \.isOutOfRange), !isUnread(.inclusiveRange),
      let lhs = before.type.range,
      let rhs = after.type.range
    else { return nil }
    return .boundsNarrowed(
      from: lhs.words, to: rhs.words, isDocumented: !definitions.new.isOfAppIntents)
  }

  /// Whether the definitions can state a range, a control and a unit for the values.
  ///
  /// App Intents can state these only for a single value that is not chosen from a list in the app.
  private var canHaveDetails: Bool {
    guard definitions.new.isOfAppIntents else { return true }
    return [before, after].allSatisfy { !$0.supportsMultipleValues && !$0.isListOfPlainValues }
  }

  /// A range that allows all values of the old one, and more.
  private var boundsWidened: DiffVerdict? {
    guard conversion == .same, canHaveDetails, !refused.contains(where: \.isOutOfRange),
      !isUnread(.inclusiveRange), let lhs = before.type.range, let rhs = after.type.range,
      lhs != rhs
    else { return nil }
    // App Intents do not have ranges for durations.
    if definitions.new.isOfAppIntents, case .timeInterval = after.type { return nil }
    return .boundsWidened(from: lhs.words, to: rhs.words)
  }

  /// A change to the components of a date; a stored date may lack some new components.
  private var dateKind: DiffVerdict? {
    guard case .dateComponents(let lhs) = before.type, case .dateComponents(let rhs) = after.type,
      refused.isEmpty, canHaveDetails, !isUnread(.kind), lhs.kind != rhs.kind
    else { return nil }
    return .dateKindChanged(from: lhs.kind, to: rhs.kind)
  }

  private var currencies: DiffVerdict? {
    guard case .currencyAmount(let lhs) = before.type, case .currencyAmount(let rhs) = after.type,
      refused.isEmpty, canHaveDetails, !isUnread(.currencyCodes),
      lhs.offeredCodes != rhs.offeredCodes
    else { return nil }
    return .currenciesChanged(from: lhs.offeredCodes, to: rhs.offeredCodes)
  }

  private var control: DiffVerdict? {
    guard conversion == .same, canHaveDetails, !isUnread(.controlStyle),
      let from = before.type.control, var to = after.type.control
    else { return nil }
    // In App Intents, a whole number cannot have a slider.
    if definitions.new.isOfAppIntents, case .integer = after.type, from == .slider, to == .stepper {
      to = from
    }
    return from == to ? nil : .controlChanged(from: from, to: to)
  }

  /// A different unit for a number that people type.
  private var unit: DiffVerdict? {
    guard definitions.new.isOfAppIntents, conversion == .same, canHaveDetails,
      !isUnread(.defaultUnit), !isUnread(.unit),
      let from = definitions.old.unitInSwift(of: before.type)
    else { return nil }
    let to = definitions.new.unitInSwift(of: after.type)
    return from == to ? nil : .unitChanged(from: from, to: to)
  }

  private var refusals: DiffVerdict? {
    let others = refused.filter { reason in
      !(reason.isOutOfRange && after.type.range != nil)
        && !(reason.argument.map(isUnread) ?? false)
    }
    var rules = others.firsts(by: \.code).map(words(for:))
    if refusesNegativeDurations { rules.append("A duration cannot be negative.") }
    return rules.isEmpty
      ? nil : .valuesRefused(rules, isDocumented: !definitions.new.isOfAppIntents)
  }

  /// The rule that refuses values.
  ///
  /// For currencies, it is the old and the new list, because the reason has only one currency as an
  /// example.
  private func words(for reason: IntentIssue.Reason) -> Message {
    guard case .currencyNotOffered = reason, case .currencyAmount(let lhs) = before.type,
      case .currencyAmount(let rhs) = after.type
    else { return reason.message }
    return DiffVerdict.currenciesChanged(from: lhs.offeredCodes, to: rhs.offeredCodes).statement
      .message
  }

  /// Whether negative durations are no longer accepted; only App Intents can accept them.
  private var refusesNegativeDurations: Bool {
    guard case .timeInterval(let lhs) = before.type, case .timeInterval(let rhs) = after.type,
      definitions.old.isOfAppIntents, canHaveDetails
    else { return false }
    return rhs.refusesNegativeNumbers && !lhs.refusesNegativeNumbers
  }

  private var arrays: DiffVerdict? {
    switch (before.supportsMultipleValues, after.supportsMultipleValues) {
    case (false, true) where definitions.new.isOfAppIntents: .typeChanged(.heldOneValue)
    case (true, false) where definitions.new.isOfAppIntents: .typeChanged(.heldSeveralValues)
    case (false, true): .becameArray
    case (true, false): .becameSingle
    default: nil
    }
  }

  private var sizesReduced: DiffVerdict? {
    guard before.supportsMultipleValues, after.supportsMultipleValues, !isUnread(.size) else {
      return nil
    }
    let families = before.sizedFamilies.including(after.sizedFamilies)
    let reduced = families.compactMap { family -> SizeChange? in
      let (from, to) = (before.maximumCount(for: family), after.maximumCount(for: family))
      // If the old definition does not state its size, the new size does not count as smaller.
      let isKnown =
        from != nil || !before.hasFixedSize || before.arraySizes?.isStated(for: family) == true
      guard let to, isKnown, to < from ?? .max else { return nil }
      return SizeChange(family: family, from: from, to: to)
    }
    return reduced.verdict(DiffVerdict.sizesReduced)
  }

  /// The families that now accept more values.
  private var sizesRaised: DiffVerdict? {
    statedSizes.filter { $0.to ?? .max > $0.from ?? .max }
      .filter { $0.to != nil || !after.hasFixedSize }.verdict(DiffVerdict.sizesRaised)
  }

  /// The families whose size is no longer stated; Apple does not document which size then applies.
  private var sizesNotStated: DiffVerdict? {
    statedSizes.filter { $0.to == nil && after.hasFixedSize }.verdict(DiffVerdict.sizesNotStated)
  }

  /// The families for which the old definition has a limit and at least one of the definitions
  /// states the size, with their old and new sizes.
  private var statedSizes: [SizeChange] {
    guard before.supportsMultipleValues, after.supportsMultipleValues, !isUnread(.size),
      !definitions.new.isOfAppIntents || !after.isListOfPlainValues
    else { return [] }
    return before.sizedFamilies.including(after.sizedFamilies).compactMap { family in
      let isStated = [before, after].contains { $0.arraySizes?.isStated(for: family) == true }
      guard isStated, let from = before.maximumCount(for: family) else { return nil }
      return SizeChange(family: family, from: from, to: after.maximumCount(for: family))
    }
  }

  /// The families in which a list now requires more values.
  private var minimumsRaised: DiffVerdict? {
    isUnread(.size) ? nil : before.raisedMinimums(to: after).verdict(DiffVerdict.minimumsRaised)
  }

  /// The change to the row or its condition; a renamed parent counts as the same.
  private var row: DiffVerdict? {
    if before.canHaveRow, !after.canHaveRow {
      return after.ownHiddenReason?.isWithoutRow == true ? .lostItsRow : .lostItsEditor
    }
    guard before.canHaveRow == after.canHaveRow else { return .visibilityChanged }
    let hiding = definitions.rows.hiding(from: positions.from, to: positions.to)
    if hiding != .never {
      let parent = definitions.new.parents[positions.to]
      return .hides(
        parent: parent.map { definitions.new.parameters[$0].name } ?? "",
        byDefault: hiding == .byDefault)
    }
    return isShownAlike ? nil : .visibilityChanged
  }

  /// Whether the row has the same condition in both definitions, or one of the conditions cannot be
  /// read.
  ///
  /// The conditions in an intent definition and in a summary are written differently, so the
  /// answers for which they hold are compared instead.
  private var isShownAlike: Bool {
    let isOfAppIntents = definitions.old.isOfAppIntents || definitions.new.isOfAppIntents
    if definitions.old.intent.summary == nil, definitions.new.intent.summary == nil {
      let isAlike = definitions.rows.isWrittenAlike(
        from: positions.from, to: positions.to, names: definitions.newNames)
      if isAlike == true || isAlike == false && !isOfAppIntents { return isAlike == true }
    }
    guard
      let former = definitions.old.rowCondition(of: before.name)?.renaming(definitions.newNames),
      let present = definitions.new.rowCondition(of: after.name), former != present
    else { return true }
    guard isOfAppIntents else { return false }
    return !definitions.new.canHold(.all([former, .not(present)]))
      && !definitions.new.canHold(.all([present, .not(former)]))
  }

  /// Options that are no longer dynamic, or that have become dynamic.
  private var choices: DiffVerdict? {
    guard conversion != .impossible else { return nil }
    switch (before.options.isDynamic, after.options.isDynamic) {
    case (true, false): return .choicesGone(isVital: after.isChosenFromOptions)
    case (false, true): return .choicesNew
    default: return nil
    }
  }

  private var defaults: DiffVerdict? {
    guard before.options.isDynamic == after.options.isDynamic, !before.options.isDynamic,
      !isUnread(.default)
    else { return nil }
    var from = definitions.old.effectiveDefault(of: before)
    // Only the text counts, so a default with a pronunciation equals the same text without one.
    if case .speakableString = before.type, case .string = after.type {
      from = from?.converted(elementsTo: after.type)
    } else if conversion != .same {
      return nil
    }
    let to = definitions.new.effectiveDefault(of: after)
    guard !IntentValue.areAlike(from, to) else { return nil }
    return .defaultChanged(
      from: from.map { before.type.words(forDefault: $0) },
      to: to.map { after.type.words(forDefault: $0) })
  }
}

extension Array {
  /// The verdict about the elements; nil if there are none.
  fileprivate func verdict(_ make: ([Element]) -> DiffVerdict) -> DiffVerdict? {
    isEmpty ? nil : make(self)
  }
}

extension IntentValue {
  /// Whether two values are equal, regardless of their units.
  fileprivate static func areAlike(_ lhs: IntentValue?, _ rhs: IntentValue?) -> Bool {
    switch (lhs, rhs) {
    case (.measurement(let former)?, .measurement(let present)?):
      former.baseValue == present.baseValue
    case (.array(let former)?, .array(let present)?):
      former.count == present.count && zip(former, present).allSatisfy { areAlike($0, $1) }
    default: lhs == rhs
    }
  }

  /// The value, or each element of an array, converted to a type; nil if any of them cannot be
  /// converted.
  fileprivate func converted(elementsTo type: ParameterType) -> IntentValue? {
    guard case .array(let values) = self else { return converted(to: type) }
    let all = values.compactMap { $0.converted(to: type) }
    return all.count == values.count ? .array(all) : nil
  }
}

extension ParameterType {
  /// The control of a number; nil for any other type.
  fileprivate var control: NumberControl? {
    switch self {
    case .integer(let metadata): metadata.control
    case .decimal(let metadata): metadata.control
    default: nil
    }
  }

  /// A default in words; a duration includes its unit.
  fileprivate func words(forDefault value: IntentValue) -> Message {
    guard case .timeInterval(let metadata) = self, case .timeInterval(let seconds) = value else {
      return value.inSentence
    }
    let unit = metadata.standardUnit
    return "\(number: (seconds / unit.seconds).shortest) \(unit.symbol)"
  }
}

extension IntentSchema {
  /// The default that is in effect; nil if there is none, or if a default in an intent definition
  /// is invalid, such as the case `unknown`.
  ///
  /// A phone accepts any default of an App Intent, regardless of the range or the cases of the
  /// parameter.
  fileprivate func effectiveDefault(of parameter: ParameterDefinition) -> IntentValue? {
    parameter.staticDefault.flatMap { value in
      isOfAppIntents || issues(with: value, for: parameter).isEmpty ? value : nil
    }
  }

  /// The Swift name of the unit in which people type a number; nil if the system chooses the unit
  /// or the number has none.
  fileprivate func unitInSwift(of type: ParameterType) -> String? {
    let name: String?
    switch type {
    case .timeInterval(let metadata):
      if case .single(nil) = metadata.units, isOfAppIntents { return nil }
      name = metadata.isNative ? nil : metadata.standardUnit.rawValue
    case .measurement(let metadata):
      name =
        isOfAppIntents
        ? metadata.unit.flatMap { metadata.dimension.unit(named: $0)?.name ?? $0 }
        : metadata.standardUnit.name
    default: name = nil
    }
    return name.map { $0.prefix(1).lowercased() + $0.dropFirst() }
  }
}

extension ParameterDefinition {
  /// Whether the app lists values that are not entities, by means of an App Intents options
  /// provider.
  fileprivate var isListOfPlainValues: Bool {
    if case .object = type { false } else { options.isDynamic }
  }

  /// The families in which a list requires more values than before; empty unless both are lists.
  package func raisedMinimums(to after: ParameterDefinition) -> [SizeChange] {
    guard supportsMultipleValues, after.supportsMultipleValues else { return [] }
    return sizedFamilies.including(after.sizedFamilies).compactMap { family in
      let (from, to) = (minimumCount(for: family) ?? 0, after.minimumCount(for: family) ?? 0)
      return to > from ? SizeChange(family: family, from: from, to: to) : nil
    }
  }
}

/// Two forms of an intent, and how their parameters match.
struct DefinitionPair {
  let old: IntentSchema
  let new: IntentSchema
  let matching: IdentityMatching
  /// The new names of the old parameters.
  let newNames: [String: String]
  /// The effects on all answers, shared by the intents of two documents.
  let effects: AnswerEffects
  /// Finds the rows that are hidden now.
  let rows: RowComparison

  init(old: IntentSchema, new: IntentSchema, effects: AnswerEffects) {
    self.old = old
    self.new = new
    self.effects = effects
    let matching = IdentityMatching(
      from: old.intent.parameters.map(\.marks), to: new.intent.parameters.map(\.marks))
    self.matching = matching
    let pairs = matching.matches.enumerated().compactMap { position, match in
      match.flatMap { match in
        match.isKept
          ? (old.intent.parameters[position].name, new.intent.parameters[match.position].name)
          : nil
      }
    }
    newNames = Dictionary(firsts: pairs)
    rows = RowComparison(from: old, to: new, matching)
  }
}

extension ParameterType {
  /// The name of the enum or the object type; nil for any other type.
  fileprivate var referenceName: String? {
    switch self {
    case .enumeration(let reference, _): reference.name
    case .object(let reference): reference?.name
    default: nil
    }
  }
}

extension AnswerChange.Reason {
  /// Whether a value is lost for a reason other than the number of values.
  var isLossOfValue: Bool {
    switch self {
    case .becameSingle, .inProperty(_, .becameSingle, _): false
    default: isLoss
    }
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

  /// The App Intents argument that makes values invalid for this reason; nil if there is none.
  fileprivate var argument: ComparedPart? {
    switch self {
    case .currencyNotOffered: .currencyCodes
    case .componentNotAllowed, .noComponents: .kind
    default: nil
    }
  }
}
