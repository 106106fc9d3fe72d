import DefinitionFormats
import IntentCodegen
import IntentModel
import Messages

/// An intent of the definition and the type that replaces it.
struct IntentMigration {
  private let outline: AppIntentOutline
  private let expected: SourceIntent
  private let found: SourceIntent
  private let schema: IntentSchema
  private let check: DefinitionMigration
  private let isAction: Bool
  private let matched: MatchedParameters

  /// - Parameter isAction: Whether people have stored the answers in shortcuts instead of widgets.
  init(
    _ outline: AppIntentOutline, from expected: SourceIntent, to found: SourceIntent,
    schema: IntentSchema, check: DefinitionMigration, isAction: Bool
  ) {
    self.outline = outline
    self.expected = expected
    self.found = found
    self.schema = schema
    self.check = check
    self.isAction = isAction
    matched = MatchedParameters(outline.properties.compactMap(\.name), to: found.parameters)
  }

  /// The effect on each answer, and the findings.
  var result: (answers: [MigrationReport.Answer], findings: [CheckFinding]) {
    var answers: [MigrationReport.Answer] = []
    var findings = literals(found.literals, of: .typeNamed(name: found.name))
    let families = WidgetComparison.families(of: found, in: check.found)
    let present = check.found.schema(of: found, replacing: outline.typeName)
    let changes = MigratedChanges(from: schema, to: present)
    // The parameters whose old identifiers are unknown.
    var unseen: [String] = []
    for property in outline.properties {
      guard let name = property.name else {
        answers.append(MigrationReport.Answer(name: property.parameter, fate: .lost))
        continue
      }
      guard let before = expected.parameters.first(where: { $0.name == name }) else { continue }
      guard let after = matched.heir(of: name) else {
        answers.append(MigrationReport.Answer(name: property.parameter, fate: .lost))
        findings.append(matched.gone(before, from: found, outline.subject(property.parameter)))
        continue
      }
      let migration = ParameterMigration(
        before, named: property.parameter, to: after,
        subject: outline.subject(property.parameter), changes: changes, isOfAction: isAction,
        families: families, types: check.types)
      var (fate, isTypeKept, more) = migration.result
      let handler = HandlerComparison(
        outline, property.parameter, to: after, of: found, schema: schema, sources: check.sources)
      more += handler.findings
      if isTypeKept, let (ofIdentifiers, found) = handler.identifiers {
        (fate, more) = (ofIdentifiers == .kept ? fate : ofIdentifiers, more + found)
        if ofIdentifiers == .notJudged, found.isEmpty { unseen.append(property.parameter) }
      }
      answers.append(MigrationReport.Answer(name: property.parameter, fate: fate))
      findings += more
    }
    if !unseen.isEmpty {
      findings.append(
        CheckFinding(
          at: found.place, .note, .notJudged,
          subject: .intentNamed(name: outline.intent.name),
          sentence:
            "The identifiers of \(choices: unseen) are in the old code, which was not given.",
          remedy: .giveOldProject))
    }
    // Shortcuts asks for the parameters of an action, and has no sheet with rows.
    if !isAction {
      findings += found.parameters.flatMap { parameter in
        notOptional(parameter, expected.parameters.first { $0.name == parameter.name })
      }
      findings +=
        RowComparison(
          outline, found: found, as: present, matched: matched, schema: schema,
          source: check.found
        ).findings
    }
    findings +=
      TranslationComparison(
        outline, found: found, matched: matched, schema: schema, check: check
      ).findings
    return (answers, findings)
  }

  /// Finds a parameter that is not optional and has no default; a widget with such a parameter
  /// fails to load.
  ///
  /// - Parameter before: The old parameter; nil for a new one.
  private func notOptional(
    _ parameter: SourceParameter, _ before: SourceParameter?
  ) -> [CheckFinding] {
    guard let type = parameter.type, !type.isOptional,
      parameter.argument(.default) == nil, parameter.argument(.defaultValue) == nil
    else { return [] }
    return [
      CheckFinding(
        at: parameter.place, .warning, .notOptional,
        subject: .partOfType(part: .propertyNamed(name: parameter.name), name: found.name),
        sentence:
          """
          It is not optional and has no default, so a widget without a stored value fails to load.
          """,
        remedy: before?.type?.isOptional == true
          ? "Make it optional." : "Give it a default, or make it optional.")
    ]
  }

  /// Finds the values that a build tool cannot read from the source.
  private func literals(_ values: [SourceArgument], of subject: Message) -> [CheckFinding] {
    values.filter { !$0.value.isLiteral }.map { value in
      CheckFinding(
        at: value.place, .error, .notLiteral, subject: subject,
        sentence:
          "The \(visible(value.label)) must be a literal, because Xcode reads it from the source.",
        remedy: .writeLiteral)
    }
  }
}

/// The parameters of an old intent and of the App Intent that replaces it, matched as `diff`
/// matches them.
struct MatchedParameters {
  private let positions: [String: Int]
  private let matching: IdentityMatching
  private let found: [SourceParameter]

  /// - Parameter names: The names of the old properties.
  init(_ names: [String], to found: [SourceParameter]) {
    let old = names.firsts
    positions = Dictionary(firsts: old.enumerated().map { ($1, $0) })
    matching = IdentityMatching(ofKind: .tag, fromNames: old, to: found.map(\.name))
    self.found = found
  }

  /// The parameter that gets the stored values of a property; nil if they are lost.
  func heir(of name: String) -> SourceParameter? {
    positions[name].flatMap { matching.heir(of: $0) }.map { found[$0] }
  }

  /// The added parameters, which get no stored values.
  var added: [SourceParameter] { matching.added.map { found[$0] } }

  /// The finding about a property whose stored values are lost, because no parameter gets them.
  func gone(
    _ before: SourceParameter, from successor: SourceIntent, _ subject: Message
  ) -> CheckFinding {
    let free = added.filter { $0.type?.isArray == before.type?.isArray }
    let near = nearestName(to: before.name, among: free.map(\.name))
      .flatMap { name in free.first { $0.name == name } }
    let type = before.type.map(\.words) ?? ""
    return CheckFinding(
      at: near?.place ?? successor.place, .error, .parameterLost, subject: subject,
      sentence:
        "“\(name: successor.name)” has no parameter with this name, so the stored value is lost.",
      remedy: near.map { "Rename “\(name: $0.name)” to “\(name: before.name)”." }
        ?? """
        Add `\("@Parameter var \(visible(before.name)): \(visible(type))")`. If the intent has a \
        summary, name the parameter there too; otherwise it gets no row.
        """
    )
  }
}

/// The types before and after a migration.
struct MigratedTypes {
  /// The expected types: generated from a definition, or from old App Intents.
  let expected: AppIntentsSource
  let found: AppIntentsSource
  /// Whether the old types are App Intents; placed widgets have then stored their names.
  var areAppIntents = false
}

/// The changes that `diff` reports for the parameters of two intents.
struct MigratedChanges {
  /// The old intent; nil if its source does not declare it.
  let old: IntentSchema?
  /// The new intent.
  let new: IntentSchema?
  private let changes: [String: ParameterChange]

  init(from old: IntentSchema?, to new: IntentSchema?) {
    self.old = old
    self.new = new
    var found: [ParameterChange] = []
    if let old, let new { found = IntentChange(from: old, to: new).parameters }
    changes = Dictionary(firsts: found.compactMap { change in change.oldName.map { ($0, change) } })
  }

  /// The change of a parameter; nil if `diff` does not match the two parameters.
  func change(from name: String, to heir: String) -> ParameterChange? {
    changes[name].flatMap { $0.newName == heir ? $0 : nil }
  }
}

/// A parameter of the definition and the property that replaces it.
struct ParameterMigration {
  private let before: SourceParameter
  private let after: SourceParameter
  private let subject: Message
  /// The verdicts of `diff`; nil if `diff` does not compare the parameters.
  private let change: ParameterChange?
  private let former: ParameterDefinition?
  private let present: ParameterDefinition?
  /// The parts that the old source and the new source do not show.
  private let unreadParts: (old: Set<String>, new: Set<String>)
  private let isOfAction: Bool
  private let families: Set<String>?
  private let check: MigratedTypes

  /// - Parameters:
  ///   - name: The name in the old definition.
  ///   - changes: The verdicts of `diff` about the intents.
  init(
    _ before: SourceParameter, named name: String, to after: SourceParameter, subject: Message,
    changes: MigratedChanges, isOfAction: Bool, families: Set<String>?, types: MigratedTypes
  ) {
    self.before = before
    self.after = after
    self.subject = subject
    change = changes.change(from: name, to: after.name)
    former = changes.old?.parameter(named: name)
    present = changes.new?.parameter(named: after.name)
    unreadParts = (
      Set((changes.old?.unreadParts(of: name) ?? [:]).keys),
      Set((changes.new?.unreadParts(of: after.name) ?? [:]).keys)
    )
    self.isOfAction = isOfAction
    self.families = families
    check = types
  }

  /// The effect on a stored answer, whether the type keeps all values, and the findings.
  var result: (fate: MigrationReport.Fate, isTypeKept: Bool, findings: [CheckFinding]) {
    let (fate, findings) = fateByType
    guard fate != .lost, fate != .notJudged else { return (fate, false, findings) }
    let verdicts = (change?.verdicts ?? []).compactMap(concerning)
    return (
      fate == .kept && verdicts.contains(where: Self.isNotJudged) ? .notJudged : fate,
      fate == .kept, findings + verdicts.flatMap { self.findings(about: $0) } + sizes(verdicts)
    )
  }

  private var fateByType: (fate: MigrationReport.Fate, findings: [CheckFinding]) {
    guard let written = after.type, let expected = before.type else {
      return (
        .notJudged,
        [notJudged("The type is inferred, so the source does not show it.", "Write the type.")]
      )
    }
    let type = resolved(written, in: check.found)
    guard type.isArray == expected.isArray else { return lostByType(type, expected) }
    return fate(of: type, expected)
  }

  private func resolved(_ type: SourceType, in source: AppIntentsSource) -> SourceType {
    guard let alias = source.aliases[type.element] else { return type }
    return SourceType(
      element: alias.element, isArray: type.isArray || alias.isArray,
      isOptional: type.isOptional || alias.isOptional)
  }

  private func finding(
    _ severity: IntentIssue.Severity, _ code: MigrationCode, _ sentence: Message,
    _ remedy: Message, at place: SourcePlace? = nil
  ) -> CheckFinding {
    CheckFinding(
      at: place ?? after.place, severity, code, subject: subject, sentence: sentence, remedy: remedy
    )
  }

  private func notJudged(
    _ sentence: Message, _ remedy: Message, at place: SourcePlace? = nil
  ) -> CheckFinding {
    finding(.warning, .notJudged, sentence, remedy, at: place)
  }

  // MARK: Types

  private func fate(
    of type: SourceType, _ expected: SourceType
  ) -> (fate: MigrationReport.Fate, findings: [CheckFinding]) {
    if check.found.ambiguousNames.contains(type.element) {
      return (
        .notJudged,
        [
          notJudged(
            "The source declares “\(name: type.element)” more than once.",
            "Give only the files of the app.")
        ]
      )
    }
    let isPlain =
      SwiftTypes.named[type.element] != nil || type.element == "Decimal"
      || type.element.hasPrefix("Measurement<")
    if let item = check.expected.enums[expected.element] {
      if let new = check.found.enums[type.element] {
        return other(item.marks(areAppIntents), as: new.marks(true), at: new.place)
          ?? fate(ofCasesOf: item, in: new)
      }
      let isOther = isPlain || check.found.entities[type.element] != nil
      return isOther ? lostByType(type, expected) : unknown(type)
    }
    if let old = check.expected.entities[expected.element] {
      if let new = check.found.entities[type.element] {
        return other(old.marks(areAppIntents), as: new.marks(true), at: new.place)
          ?? fate(ofIdentifiersOf: new, before: old)
      }
      let isOther = isPlain || check.found.enums[type.element] != nil
      return isOther ? lostByType(type, expected) : unknown(type)
    }
    if type.element == expected.element {
      guard type.element == ValueKind.placemark.facts.appIntents else { return (.kept, []) }
      return (
        .notJudged,
        [
          notJudged(.placeCanArriveEmpty, .askForPlaceAgain)
        ]
      )
    }
    if let kind = Self.kind(of: type), kind == Self.kind(of: expected),
      check.found.enums[type.element] == nil, check.found.entities[type.element] == nil,
      SwiftTypeChange(of: kind, from: expected.element, to: type.element) == .notJudged
    {
      return (
        .notJudged,
        [
          notJudged(
            """
            The type is `\(visible(type.element))` and was `\(visible(expected.element))`. Apple does \
            not document whether a phone finds the stored value.
            """,
            .keepType)
        ]
      )
    }
    let isOther =
      isPlain || check.found.enums[type.element] != nil || check.found.entities[type.element] != nil
    return isOther ? lostByType(type, expected) : unknown(type)
  }

  /// The kind of the values of a type that the source does not declare.
  private static func kind(of type: SourceType) -> ValueKind? {
    SwiftTypes.named[type.element]?.kind
      ?? (type.element == ValueKind.timeInterval.facts.appIntents ? .timeInterval : nil)
  }

  private func lostByType(
    _ type: SourceType, _ expected: SourceType
  ) -> (fate: MigrationReport.Fate, findings: [CheckFinding]) {
    let isOwn =
      check.expected.enums[expected.element] != nil
      || check.expected.entities[expected.element] != nil
    let isEnum = check.expected.enums[expected.element] != nil
    let kind: Message =
      expected.isArray
      ? (isEnum ? "an array of enums" : "an array of entities") : (isEnum ? "an enum" : "an entity")
    let needed = isOwn ? kind : "`\(visible(expected.words))`"
    return (
      .lost,
      [
        finding(
          .error, .typeChanged,
          """
          The type is `\(visible(type.words))`, but the stored value needs \(needed), so the stored \
          value is lost.
          """,
          isOwn ? "Make the parameter \(needed)." : .writeCode(code: visible(expected.words)))
      ]
    )
  }

  private func unknown(
    _ type: SourceType
  ) -> (fate: MigrationReport.Fate, findings: [CheckFinding]) {
    (
      .notJudged,
      [
        notJudged(
          "The source does not declare the type “\(name: type.element)”.",
          .addDeclaration)
      ]
    )
  }

  private var areAppIntents: Bool { check.areAppIntents }

  /// The fate of the stored values if the type is not, or may not be, the old one; nil if the type
  /// is the same.
  private func other(
    _ old: TypeMarks, as new: TypeMarks, at place: SourcePlace
  ) -> (fate: MigrationReport.Fate, findings: [CheckFinding])? {
    // Whether the old name is gone matters only between two definitions.
    let identity = Identity(
      of: old, as: new, isSuccession: !areAppIntents, isOldNameGone: false)
    switch identity {
    case .same, .renamed: return nil
    case .replaced:
      return (
        .lost,
        [
          finding(
            .error, .typeChanged,
            """
            The type is “\(name: new.name)”, which has no case in common with the old type \
            “\(name: old.name)”, so the stored value is lost.
            """,
            "Keep the type “\(name: old.name)”, or give this parameter another name.")
        ]
      )
    case .unknown where old.name == new.name:
      return (
        .notJudged,
        [
          notJudged(
            """
            The identifier of “\(name: new.name)” is not a literal, so it is unknown whether the \
            system finds the stored value.
            """, "Write it as a literal.", at: place)
        ]
      )
    case .unknown:
      return (
        .notJudged,
        [
          notJudged(
            """
            The type is “\(name: new.name)” and was “\(name: old.name)”, so it is unknown whether \
            the system finds the stored value.
            """,
            .writeCode(code: AppIntentsName.code(AppIntentsName.persistentIdentifier, old.name)),
            at: place)
        ]
      )
    }
  }

  private func fate(
    ofCasesOf old: SourceEnum, in new: SourceEnum
  ) -> (fate: MigrationReport.Fate, findings: [CheckFinding]) {
    if check.areAppIntents, let type = old.numberType, type == new.numberType,
      old.cases == new.cases
    {
      return (.kept, [])
    }
    guard let texts = new.rawTexts, old.rawTexts != nil else {
      return (
        .notJudged,
        [
          notJudged(
            """
            The raw values of “\(name: new.name)” are not strings in the source, but a stored \
            value is the name of a case.
            """,
            "Make it an enum of `String` with the old names as raw values.", at: new.place)
        ]
      )
    }
    let formerTexts = old.rawTexts ?? [:]
    let wanted = old.cases.compactMap { formerTexts[$0.name] }
    let matching = IdentityMatching(
      ofKind: .index, fromNames: wanted, to: new.cases.map { texts[$0.name] ?? "" })
    let gone = wanted.indices.filter { matching.heir(of: $0) == nil }.map { wanted[$0] }
    guard let first = gone.first else { return (.kept, []) }
    let spare = matching.added.map { new.cases[$0] }.first {
      $0.name != IntentEnum.Case.noValue.name
    }
    let spelling = spare?.name ?? first.filter { $0.isLetter || $0.isNumber }
    return (
      gone.count == wanted.count ? .lost : .lostForSome,
      [
        finding(
          .error, .caseLost,
          """
          “\(name: new.name)” has no case with the raw \
          \(gone.count, one: "value", other: "values") \(choices: gone), so a stored answer with \
          \(gone.count, one: "this value", other: "one of these values") is lost.
          """,
          .writeCode(code: "case \(visible(spelling)) = \"\(visible(first))\""), at: new.place)
      ]
    )
  }

  private func fate(
    ofIdentifiersOf new: SourceEntity, before old: SourceEntity
  ) -> (fate: MigrationReport.Fate, findings: [CheckFinding]) {
    func type(_ entity: SourceEntity, in source: AppIntentsSource) -> IdentifierType {
      entity.identifier.map { .named(resolved($0, in: source).words) } ?? .notRead
    }
    // The identifier of a SiriKit object is a string.
    let former = areAppIntents ? type(old, in: check.expected) : .named("String")
    let present = type(new, in: check.found)
    switch SwiftTypeChange(ofIdentifierFrom: former, to: present) {
    case .none: return (.kept, [])
    case .notRead:
      let entity = present == .notRead ? new : old
      let stated = present == .notRead ? former : present
      let words = if case .named(let words) = stated { words } else { "String" }
      return (
        .notJudged,
        [
          notJudged(
            "The identifier of “\(name: entity.name)” has no type in the source.",
            .writeCode(code: "var id: \(visible(words))"),
            at: entity.identifierPlace ?? entity.place)
        ]
      )
    case .lost, .notJudged:
      guard case .named(let from) = former, case .named(let to) = present else {
        return (.notJudged, [])
      }
      return (
        .notJudged,
        [
          notJudged(
            areAppIntents
              ? """
              The identifier of “\(name: new.name)” is of type `\(visible(to))` and was of type \
              `\(visible(from))`, so it is unknown whether the system finds the stored value.
              """
              : """
              The identifier of “\(name: new.name)” is of type `\(visible(to))`, but the stored \
              identifier is a string.
              """,
            areAppIntents
              ? .writeCode(code: "var id: \(visible(from))")
              : "Make it a `String` with the old identifier.",
            at: new.identifierPlace)
        ]
      )
    }
  }

  // MARK: Verdicts of `diff`

  /// The findings about a verdict; empty for a verdict about the type.
  private func findings(about verdict: DiffVerdict) -> [CheckFinding] {
    let change = verdict.statement.message
    switch verdict {
    case .defaultChanged(let former, _):
      return [
        finding(
          .warning, .defaultChanged,
          .sentences([
            change, "\(isOfAction ? "Shortcuts" : "Widgets") without an answer change.",
          ]),
          former.map(writingDefault) ?? withoutDefault, at: place(of: .default, .defaultValue))
      ]
    case .unitChanged(let former, _):
      return [
        finding(
          .warning, .unitChanged,
          .sentences([change, .unitNotDocumented]),
          .writeCode(code: numberWithUnit ?? ArgumentLabel.defaultUnit.code(".\(visible(former))")),
          at: place(of: .defaultUnit, .unit))
      ]
    case .boundsNarrowed:
      return [
        notJudged(
          .sentences([change, .outOfRangeNotDocumented]), oldRange, at: place(of: .inclusiveRange))
      ]
    case .boundsWidened:
      return [
        finding(.warning, .rangeChanged, change, oldRange, at: place(of: .inclusiveRange))
      ]
    case .casesUnsupported:
      return [
        notJudged(
          change, "Add them to `\(ArgumentLabel.supportedValues.rawValue)`.",
          at: place(of: .supportedValues))
      ]
    case .valuesRefused: return [refusal(change)]
    case .dateKindChanged:
      return [
        finding(
          .warning, .dateKindChanged, change, restoring(.kind), at: place(of: .kind))
      ]
    case .currenciesChanged:
      return [
        finding(
          .warning, .currenciesChanged, change, restoring(.currencyCodes),
          at: place(of: .currencyCodes))
      ]
    // An action has no sheet.
    case .controlChanged where isOfAction: return []
    case .controlChanged:
      return [
        finding(
          .note, .controlChanged, change, restoring(.controlStyle), at: place(of: .controlStyle)
        )
      ]
    case .partsNotRead(let parts): return parts.compactMap { unread($0, among: parts) }
    default: return []
    }
  }

  /// The part of a verdict that concerns the widgets: a missing size for a family matters only if
  /// the widgets support that family.
  private func concerning(_ verdict: DiffVerdict) -> DiffVerdict? {
    guard case .sizesNotStated(let changes) = verdict else { return verdict }
    let own = changes.filter { families?.contains($0.family.rawValue) == true }
    return own.isEmpty ? nil : .sizesNotStated(own)
  }

  /// Whether the effect of a verdict on stored answers is not documented; false for a verdict about
  /// the type.
  private static func isNotJudged(_ verdict: DiffVerdict) -> Bool {
    switch verdict {
    // The store of this program loses the answer; a phone, as far as is known, keeps it.
    case .boundsNarrowed, .casesUnsupported, .valuesRefused: true
    case .minimumsRaised, .partsNotRead, .sizesNotStated, .unitChanged:
      verdict.effect == .notJudged
    default: false
    }
  }

  /// The position of the first argument with one of the given labels.
  private func place(of labels: ArgumentLabel...) -> SourcePlace? {
    labels.lazy.compactMap { after.argument($0)?.place }.first
  }

  /// The remedy that restores an argument.
  private func restoring(_ label: ArgumentLabel) -> Message {
    before.argument(label).map { .writeCode(code: label.code($0.value.code)) }
      ?? "Leave `\(label.rawValue)` out."
  }

  private var oldRange: Message {
    before.argument(.inclusiveRange) == nil ? "Leave the range out." : "Write the old range."
  }

  private func writingDefault(_ value: Message) -> Message {
    if let present, !present.hasLiteralDefault { return .setDefaultInInitializer }
    return numberWithUnit.map { .writeCode(code: $0) } ?? .writeDefault(value: value)
  }

  /// The arguments of the old default of a measurement, with its unit; nil for any other default.
  private var numberWithUnit: String? {
    guard let number = before.argument(.defaultValue) else { return nil }
    let unit = before.argument(.defaultUnit) ?? before.argument(.unit)
    return [number, unit].compactMap { $0 }.map { "\($0.label): \($0.value.code)" }
      .joined(separator: ", ")
  }

  /// The remedy for a new default.
  ///
  /// A parameter that is not optional and has no value makes a widget fail.
  private var withoutDefault: Message {
    guard var type = after.type, !type.isOptional else { return "Leave the default out." }
    type.isOptional = true
    return "Make it optional, without a default: write `\(visible(type.words))`."
  }

  /// The finding about values that are no longer accepted.
  private func refusal(_ change: Message) -> CheckFinding {
    let (code, label): (MigrationCode, ArgumentLabel?) =
      switch former?.type {
      case .dateComponents: (.dateKindChanged, .kind)
      case .currencyAmount: (.currenciesChanged, .currencyCodes)
      case .measurement, .timeInterval: (.notJudged, .supportsNegativeNumbers)
      default: (.notJudged, nil)
      }
    return finding(
      .warning, code,
      .sentences([change, .refusalNotDocumented]),
      label.map(restoring) ?? .acceptSameValues,
      at: label.flatMap { place(of: $0) })
  }

  /// The finding about a part that one of the sources does not show.
  private func unread(_ part: String, among parts: [String]) -> CheckFinding? {
    let sentence: Message
    var remedy = Message.writeLiteral
    let units = [ArgumentLabel.defaultUnit, .unit].map(\.rawValue)
    // Identifiers and titles have separate findings.
    guard part != "id" else { return nil }
    switch ArgumentLabel(rawValue: part) {
    case .title?: return nil
    // The finding about the unit also covers this default.
    case .default?
    where after.argument(.defaultValue)?.value.number != nil
      && !Set(parts).isDisjoint(with: units):
      return nil
    case .default?:
      sentence = .defaultNotLiteral
      let value = former?.staticDefault?.inSentence
      if let value, !(former?.isDefaultUnknown ?? true) { remedy = writingDefault(value) }
    case .inclusiveRange?:
      sentence = "The range is not a literal."
      remedy = "Write two numbers."
    case .size?:
      sentence = "The sizes are not numbers by family."
      remedy = "Write a dictionary of literals."
    case .supportedValues?: sentence = "The supported cases are not literals."
    case .defaultUnit?, .unit?: sentence = "The unit is not a literal."
    default: sentence = "`\(visible(part))` is not a literal, or its value is not known."
    }
    return notJudged(sentence, remedy, at: place(ofUnread: part))
  }

  /// The position of an unread part in the source that does not show it; nil to use the parameter
  /// in the new source.
  private func place(ofUnread part: String) -> SourcePlace? {
    func place(in parameter: SourceParameter) -> SourcePlace? {
      let other = part == ArgumentLabel.default.rawValue ? parameter.argument(.defaultValue) : nil
      return (parameter.argument(part) ?? other)?.place
    }
    // A definition in the old format has no position in Swift source.
    guard areAppIntents, !unreadParts.new.contains(part), unreadParts.old.contains(part) else {
      return place(in: after)
    }
    return place(in: before) ?? before.place
  }

  // MARK: Sizes

  /// A single finding about all changes of the sizes, because they have the same remedy.
  private func sizes(_ verdicts: [DiffVerdict]) -> [CheckFinding] {
    let changes = verdicts.flatMap { verdict -> [Message] in
      let change = verdict.statement.message
      return switch verdict {
      case .sizesNotStated, .sizesRaised, .sizesReduced: [change]
      case .minimumsRaised: [change, "Reportedly, a widget with fewer values stays a placeholder."]
      default: []
      }
    }
    guard !changes.isEmpty else { return [] }
    return [
      finding(
        .warning, .sizesChanged, .sentences(changes),
        oldSizes.map { .writeCode(code: ArgumentLabel.size.code($0)) } ?? "Leave the sizes out.",
        at: place(of: .size))
    ]
  }

  /// The old sizes as a literal; nil if there are none.
  private var oldSizes: String? {
    guard let former, let sizes = former.arraySizes, !sizes.entries.isEmpty else { return nil }
    if let all = sizes.entries.first(where: { $0.sizeClass == ArraySizes.everyFamily }) {
      return ArraySizes.code(minimum: all.minimum, maximum: all.size)
    }
    let present = present?.arraySizes?.families ?? []
    let listed = former.sizedFamilies.compactMap { family -> String? in
      // A definition has no size for a family that is newer than its format.
      guard
        family.isOnHomeScreen || present.contains(family)
          || families?.contains(family.rawValue) == true,
        let maximum = former.maximumCount(for: family)
      else { return nil }
      let size = ArraySizes.code(minimum: former.minimumCount(for: family), maximum: maximum)
      return ".\(family.rawValue): \(size)"
    }
    return listed.isEmpty ? nil : "[\(listed.joined(separator: ", "))]"
  }
}

extension SourceEnum {
  fileprivate func marks(_ isOfAppIntents: Bool) -> TypeMarks {
    // Raw values that are not texts are not compared.
    let texts = rawTexts ?? [:]
    return TypeMarks(
      .enumeration, name: storedName, content: .init(parts: cases.compactMap { texts[$0.name] }),
      isOfAppIntents: isOfAppIntents, isNameKnown: unknownName == nil)
  }
}

extension SourceEntity {
  fileprivate func marks(_ isOfAppIntents: Bool) -> TypeMarks {
    TypeMarks(
      .object, name: storedName, content: nil, isOfAppIntents: isOfAppIntents,
      isNameKnown: unknownName == nil)
  }
}

extension SourceType {
  /// The type as written in source.
  var words: String { (isArray ? "[\(element)]" : element) + (isOptional ? "?" : "") }
}
