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
        findings.append(gone(property.parameter, before))
        continue
      }
      let migration = ParameterMigration(
        before, to: after, subject: outline.subject(property.parameter),
        isDynamic: schema.parameter(named: property.parameter)?.options.isDynamic ?? false,
        isOfAction: isAction, families: families, types: check.types)
      var (fate, more) = migration.result
      let handler = HandlerComparison(
        outline, property.parameter, to: after, of: found, schema: schema, sources: check.sources)
      more += handler.findings
      if fate == .kept, let (ofIdentifiers, found) = handler.identifiers {
        (fate, more) = (ofIdentifiers, more + found)
        if ofIdentifiers == .notJudged, found.isEmpty { unseen.append(property.parameter) }
      }
      answers.append(MigrationReport.Answer(name: property.parameter, fate: fate))
      findings += more
    }
    if !unseen.isEmpty {
      findings.append(
        CheckFinding(
          at: found.place, .note, "not-judged",
          subject: .intentNamed(name: outline.intent.name),
          sentence:
            "The identifiers of \(choices: unseen) are in the old code, which was not given.",
          remedy: "Give the folder of the old project."))
    }
    // Shortcuts asks for the parameters of an action, and has no sheet with rows.
    if !isAction {
      findings += found.parameters.flatMap { parameter in
        notOptional(parameter, expected.parameters.first { $0.name == parameter.name })
      }
      findings +=
        RowComparison(
          outline, found: found, matched: matched, schema: schema, source: check.found
        ).findings
    }
    findings +=
      TranslationComparison(
        outline, found: found, matched: matched, schema: schema, check: check
      ).findings
    return (answers, findings)
  }

  private func gone(_ parameter: String, _ before: SourceParameter) -> CheckFinding {
    matched.gone(before, from: found, outline.subject(parameter))
  }

  /// Finds a parameter without a default that is not optional; a widget with it fails to load.
  ///
  /// - Parameter before: The parameter as it was; nil for a new one.
  private func notOptional(
    _ parameter: SourceParameter, _ before: SourceParameter?
  ) -> [CheckFinding] {
    guard let type = parameter.type, !type.isOptional,
      parameter.argument("default") == nil, parameter.argument("defaultValue") == nil
    else { return [] }
    return [
      CheckFinding(
        at: parameter.place, .warning, "not-optional",
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
        at: value.place, .error, "not-literal", subject: subject,
        sentence:
          "The \(visible(value.label)) is not a literal, but Xcode reads it from the source.",
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
    positions = Dictionary(old.enumerated().map { ($1, $0) }) { first, _ in first }
    matching = IdentityMatching(ofKind: .tag, fromNames: old, to: found.map(\.name))
    self.found = found
  }

  /// The parameter that gets the stored values of a property; nil if they are lost.
  func heir(of name: String) -> SourceParameter? {
    positions[name].flatMap { matching.heir(of: $0) }.map { found[$0] }
  }

  /// The parameters that get no stored value.
  var added: [SourceParameter] { matching.added.map { found[$0] } }

  /// The finding about a property whose stored values no parameter gets.
  func gone(
    _ before: SourceParameter, from successor: SourceIntent, _ subject: Message
  ) -> CheckFinding {
    let free = added.filter { $0.type?.isArray == before.type?.isArray }
    let near = nearestName(to: before.name, among: free.map(\.name))
      .flatMap { name in free.first { $0.name == name } }
    let type = before.type.map(\.words) ?? ""
    return CheckFinding(
      at: near?.place ?? successor.place, .error, "parameter-lost", subject: subject,
      sentence:
        "“\(name: successor.name)” has no parameter with this name, so its stored value is lost.",
      remedy: near.map { "Rename “\(name: $0.name)” to “\(name: before.name)”." }
        ?? """
        Add `\("@Parameter var \(visible(before.name)): \(visible(type))")`; a parameter that no \
        summary names has no row.
        """
    )
  }
}

/// The types before and after a migration.
struct MigratedTypes {
  /// The expected types: generated from a definition, or from old App Intents.
  let expected: AppIntentsSource
  let found: AppIntentsSource
  /// Whether the old types are App Intents, whose names widgets have stored.
  var areAppIntents = false
}

/// A parameter of the definition and the property that replaces it.
struct ParameterMigration {
  private let before: SourceParameter
  private let after: SourceParameter
  private let subject: Message
  private let isDynamic: Bool
  private let isOfAction: Bool
  private let families: Set<String>?
  private let check: MigratedTypes

  init(
    _ before: SourceParameter, to after: SourceParameter, subject: Message, isDynamic: Bool,
    isOfAction: Bool, families: Set<String>?, types: MigratedTypes
  ) {
    self.before = before
    self.after = after
    self.subject = subject
    self.isDynamic = isDynamic
    self.isOfAction = isOfAction
    self.families = families
    check = types
  }

  /// The effect on a stored answer, and the findings.
  var result: (fate: MigrationReport.Fate, findings: [CheckFinding]) {
    guard let written = after.type, let expected = before.type else {
      return (
        .notJudged,
        [notJudged("The type is inferred, so the source does not show it.", "Write the type.")]
      )
    }
    let type = resolved(written, in: check.found)
    guard type.isArray == expected.isArray else { return lostByType(type, expected) }
    let (fate, findings) = fate(of: type, expected)
    guard fate != .lost, fate != .notJudged else { return (fate, findings) }
    let others = defaults(type, expected) + ranges + sizes(type) + kinds
    // It is not documented what the system does with a stored value that is no longer accepted.
    let refused = refusals(type)
    return (
      isRangeNarrowed || !refused.isEmpty ? .notJudged : fate, findings + others + refused
    )
  }

  private func resolved(_ type: SourceType, in source: AppIntentsSource) -> SourceType {
    guard let alias = source.aliases[type.element] else { return type }
    return SourceType(
      element: alias.element, isArray: type.isArray || alias.isArray,
      isOptional: type.isOptional || alias.isOptional)
  }

  private func finding(
    _ severity: IntentIssue.Severity, _ code: String, _ sentence: Message, _ remedy: Message,
    at place: SourcePlace? = nil
  ) -> CheckFinding {
    CheckFinding(
      at: place ?? after.place, severity, code, subject: subject, sentence: sentence, remedy: remedy
    )
  }

  private func notJudged(
    _ sentence: Message, _ remedy: Message, at place: SourcePlace? = nil
  ) -> CheckFinding {
    finding(.warning, "not-judged", sentence, remedy, at: place)
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
      guard type.element == "CLPlacemark" else { return (.kept, []) }
      return (
        .notJudged,
        [
          notJudged(
            .placeCanArriveEmpty,
            "Update an app with a stored place on a device, and ask for the place where it is empty."
          )
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
            The type is `\(visible(type.element))` and was `\(visible(expected.element))`; it is not \
            documented whether a phone finds the stored value.
            """,
            "Keep the type, or try it on a phone first.")
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
          .error, "type-changed",
          """
          The type is `\(visible(type.words))`, but the stored value is that of \(needed), so it \
          is lost.
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
          "Add the file that declares it.")
      ]
    )
  }

  private var areAppIntents: Bool { check.areAppIntents }

  /// The fate of the values of a type that is not, or may not be, the old one; nil for the same type.
  private func other(
    _ old: TypeMarks, as new: TypeMarks, at place: SourcePlace
  ) -> (fate: MigrationReport.Fate, findings: [CheckFinding])? {
    // Whether the old name is gone counts only between two definitions.
    let identity = Identity(
      of: old, as: new, isSuccession: !areAppIntents, isOldNameGone: false)
    switch identity {
    case .same, .renamed: return nil
    case .replaced:
      return (
        .lost,
        [
          finding(
            .error, "type-changed",
            """
            The type is “\(name: new.name)”, and “\(name: old.name)”, whose values are stored, has \
            no case in common with it, so the stored value is lost.
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
            .writeStatement(code: "`static let persistentIdentifier = \"\(visible(old.name))\"`"),
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
    let spare = matching.added.map { new.cases[$0] }.first { $0.name != "unknown" }
    let spelling = spare?.name ?? first.filter { $0.isLetter || $0.isNumber }
    return (
      gone.count == wanted.count ? .lost : .lostForSome,
      [
        finding(
          .error, "case-lost",
          """
          “\(name: new.name)” has no case with the raw value \(choices: gone), so a stored \
          answer that names it is lost.
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
    // The identifier of an object of SiriKit is a text.
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
            "The type of the identifier of “\(name: entity.name)” is not in the source.",
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
              one is a string.
              """,
            areAppIntents
              ? .writeCode(code: "var id: \(visible(from))")
              : "Make it a `String` with the old identifier.",
            at: new.identifierPlace)
        ]
      )
    }
  }

  // MARK: Defaults and units

  /// A default in a form that is equal for two spellings of the same value.
  private indirect enum Default: Hashable {
    case none
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([Default])

    var words: Message {
      switch self {
      case .none: .noValue
      case .boolean(let value): value ? .on : .off
      case .number(let number): .number(number.shortest)
      case .text(let text): .quoted(text)
      case .list(let values): .list(values.map(\.words))
      }
    }

    init?(_ value: SourceValue?, _ item: SourceEnum?) {
      switch value {
      case nil, .nothing?: self = .none
      case .boolean(let truth)?: self = .boolean(truth)
      case .integer?, .decimal?: self = .number(value?.number ?? 0)
      case .string(let text)?: self = .text(text)
      case .member(let spelling, _)?:
        guard let name = item?.rawTexts?[spelling] else { return nil }
        self = .text(name)
      case .array(let values)?:
        let all = values.map { Default($0, item) }
        guard !all.contains(nil) else { return nil }
        self = .list(all.compactMap { $0 })
      case .dictionary?, .tuple?, .call?, .expression?: return nil
      }
    }
  }

  private func defaults(_ type: SourceType, _ expected: SourceType) -> [CheckFinding] {
    if type.element.hasPrefix("Measurement<") { return measurementDefaults(type) }
    // The default of a list comes from the app and is not in the source.
    guard !isDynamic, check.expected.entities[expected.element] == nil else { return [] }
    let old = before.argument("default")
    let new = after.argument("default")
    let former = Default(old?.value, check.expected.enums[expected.element])
    guard let present = Default(new?.value, check.found.enums[type.element]) else {
      return [
        notJudged(
          .defaultNotLiteral, former.map { .writeDefault(value: $0.words) } ?? .writeLiteral,
          at: new?.place)
      ]
    }
    return defaultChanged(former ?? .none, present, at: new?.place)
  }

  private func defaultChanged(
    _ former: Default, _ present: Default, at place: SourcePlace?
  ) -> [CheckFinding] {
    guard former != present else { return [] }
    guard former == .none else {
      return [
        finding(
          .warning, "default-changed",
          """
          The default is \(present.words) and was \(former.words). \
          \(isOfAction ? "Shortcuts" : "Widgets") without an answer change.
          """,
          .writeDefault(value: former.words), at: place)
      ]
    }
    // Without a value, a parameter that is not optional makes a widget fail.
    let optional = after.type.map { type in
      var type = type
      type.isOptional = true
      return visible(type.words)
    }
    return [
      finding(
        .warning, "default-changed",
        """
        The default is \(present.words), and there was none. \
        \(isOfAction ? "Shortcuts" : "Widgets") without an answer had no value, and have this one.
        """,
        after.type?.isOptional == false
          ? "Make it optional, without a default: write `\(optional ?? "")`."
          : "Leave the default out.", at: place)
    ]
  }

  private func measurementDefaults(_ type: SourceType) -> [CheckFinding] {
    let unit = after.argument("defaultUnit") ?? after.argument("unit")
    let old = before.argument("defaultUnit")
    guard let former = old?.value.memberName else { return [] }
    var findings: [CheckFinding] = []
    let present = unit?.value.memberName
    if let unit, present == nil {
      return [
        notJudged("The unit is not a literal.", .writeStatement(code: ".\(former)"), at: unit.place)
      ]
    }
    if present != former {
      findings.append(
        finding(
          .warning, "unit-changed",
          """
          The unit is \
          \(phrase: present.map { .verbatim("." + visible($0)) } ?? "left to the system") and \
          was \("." + former), so a stored number means something else.
          """,
          .writeCode(code: "defaultUnit: .\(former)"), at: unit?.place))
    }
    let number = before.argument("defaultValue")?.value.number
    let written = after.argument("defaultValue")
    guard written == nil || written?.value.number != nil else {
      return findings + [
        notJudged(.defaultNotLiteral, "Write it as a number.", at: written?.place)
      ]
    }
    let lhs = number.flatMap { Self.base($0, former, type.element) }
    let rhs = written?.value.number.flatMap { Self.base($0, present ?? former, type.element) }
    // The same number with a different unit has already been reported.
    let isSaid = present != former && number == written?.value.number
    guard lhs != rhs, !isSaid else { return findings }
    return findings
      + defaultChanged(
        number.map { .number($0) } ?? .none, written?.value.number.map { .number($0) } ?? .none,
        at: written?.place)
  }

  /// A number with its unit, in the base unit of its quantity; the number itself if the unit is
  /// unknown.
  private static func base(_ number: Double, _ unit: String, _ type: String) -> Double {
    let name = type.dropFirst("Measurement<".count).dropLast()
    if name == "UnitDuration" {
      let duration = DurationUnit.allCases.first { $0.rawValue.lowercased() == unit }
      return number * (duration?.seconds ?? 1)
    }
    let dimension = MeasurementDimension.allCases.first { $0.unitClass == name }
    return dimension?.unit(named: unit)?.baseValue(of: number) ?? number
  }

  // MARK: Ranges, sizes, kinds

  private var ranges: [CheckFinding] {
    let (old, new) = (before.argument("inclusiveRange"), after.argument("inclusiveRange"))
    guard let former = Ends(old?.value), let present = Ends(new?.value) else {
      return [notJudged("The range is not a literal.", "Write two numbers.", at: new?.place)]
    }
    guard former != present else { return [] }
    let sentence: Message = "The range is \(present.words) and was \(former.words)."
    let remedy: Message = former == Ends(nil) ? "Leave the range out." : "Write the old range."
    return isRangeNarrowed
      ? [notJudged(sentence, remedy, at: new?.place)]
      : [finding(.warning, "range-changed", sentence, remedy, at: new?.place)]
  }

  /// Cases and negative numbers that the parameter accepted and no longer does.
  private func refusals(_ type: SourceType) -> [CheckFinding] {
    var found: [CheckFinding] = []
    let (old, new) = (before.argument("supportedValues"), after.argument("supportedValues"))
    if let new, old?.value != new.value {
      let all = check.found.enums[type.element].map { $0.cases.map(\.name) }
      let former = old.map { Self.cases($0.value) } ?? all
      if let present = Self.cases(new.value), let former {
        let gone = former.filter { !present.contains($0) }
        if !gone.isEmpty {
          found.append(
            notJudged(
              """
              \(gone.count, one: "Case", other: "Cases") no longer supported by the parameter: \
              \(choices: gone).
              """,
              "Add them to `supportedValues`.", at: new.place))
        }
      } else {
        found.append(
          notJudged("The supported cases are not literals.", .writeLiteral, at: new.place))
      }
    }
    let negatives = [before, after].map { $0.argument("supportsNegativeNumbers")?.value }
    if type.element.hasPrefix("Measurement<"), negatives[1] == .boolean(false),
      negatives[0] != .boolean(false)
    {
      found.append(
        notJudged(
          "It no longer takes negative numbers.", "Leave `supportsNegativeNumbers` out.",
          at: after.argument("supportsNegativeNumbers")?.place))
    }
    return found
  }

  /// The names of the cases in an array; nil if it holds anything else.
  private static func cases(_ value: SourceValue) -> [String]? {
    guard case .array(let elements) = value else { return nil }
    let names = elements.compactMap(\.memberName)
    return names.count == elements.count ? names : nil
  }

  /// Whether a number that was in the range can be out of the present one.
  private var isRangeNarrowed: Bool {
    guard let former = Ends(before.argument("inclusiveRange")?.value),
      let present = Ends(after.argument("inclusiveRange")?.value)
    else { return false }
    return !former.isWithin(present)
  }

  private struct Ends: Hashable {
    var lower: Double?
    var upper: Double?

    /// An end at or beyond a limit of `Int` is open.
    init?(_ value: SourceValue?) {
      guard let value else { return }
      guard case .tuple(let ends) = value, ends.count == 2, let lower = ends[0].number,
        let upper = ends[1].number
      else { return nil }
      self.lower = lower <= Double(Int.min) ? nil : lower
      self.upper = upper >= Double(Int.max) ? nil : upper
    }

    /// Whether each number between these ends is between others, too.
    func isWithin(_ other: Ends) -> Bool {
      (lower ?? -.infinity) >= (other.lower ?? -.infinity)
        && (upper ?? .infinity) <= (other.upper ?? .infinity)
    }

    var words: Message {
      switch (lower?.shortest, upper?.shortest) {
      case (let lower?, let upper?): .rangeFromTo(lower: lower, upper: upper)
      case (let lower?, nil): .rangeOrMore(lower: lower)
      case (nil, let upper?): .rangeOrLess(upper: upper)
      case (nil, nil): "open"
      }
    }
  }

  private func sizes(_ type: SourceType) -> [CheckFinding] {
    let (old, new) = (before.argument("size"), after.argument("size"))
    guard let former = Self.sizes(old) else { return [] }
    guard let present = Self.sizes(new) else {
      return [
        notJudged(
          "The sizes are not numbers by family.", "Write a dictionary of literals.", at: new?.place)
      ]
    }
    let named = (former.keys.sorted() + present.keys.sorted()).compactMap {
      WidgetFamily(rawValue: $0)
    }
    let changes = WidgetFamily.allCases.including(named).compactMap { family -> Message? in
      let (before, after) = (former[family.rawValue], present[family.rawValue])
      // A family that is not listed matters only if the widget supports it.
      let isMissed =
        before != nil && family.rawValue.hasPrefix("system")
        && families?.contains(family.rawValue) == true
      // A definition says nothing about a family that is newer than its format.
      guard before != nil || former.isEmpty else { return nil }
      guard before != after, after != nil || present.isEmpty || isMissed else { return nil }
      func words(_ count: Int?) -> Message { count.map { .number("\($0)") } ?? .anyCount }
      return .diffSize(family: family.rawValue, new: words(after), old: words(before))
    }
    let raised = check.areAppIntents ? Self.list(old).raisedMinimums(to: Self.list(new)) : []
    guard !changes.isEmpty || !raised.isEmpty else { return [] }
    let needed = former.filter { $0.key.hasPrefix("system") || present[$0.key] != nil }
    var minimums: [String: Int] = [:]
    var sizeOfAll: String?
    // An intent definition has no minimum.
    if check.areAppIntents, let old {
      for size in ArgumentReader([old], subject: "").sizes.value ?? [] {
        if let family = size.family {
          minimums[family] = size.minimum
        } else if let maximum = size.maximum {
          sizeOfAll = "IntentCollectionSize(min: \(size.minimum ?? 0), max: \(maximum))"
        }
      }
    }
    let listed = needed.sorted { $0.key < $1.key }.map {
      ".\($0.key): IntentCollectionSize(min: \(minimums[$0.key] ?? 0), max: \($0.value))"
    }
    let literal = sizeOfAll ?? "[\(listed.joined(separator: ", "))]"
    let remedy: Message =
      former.isEmpty ? "Leave the sizes out." : .writeCode(code: "size: \(literal)")
    func found(_ sentence: Message) -> CheckFinding {
      finding(.warning, "sizes-changed", sentence, remedy, at: new?.place)
    }
    return (changes.isEmpty ? [] : [found("The number of values differs: \(list: changes).")])
      + (raised.isEmpty
        ? []
        : [
          found(
            """
            It needs more values: \(list: raised.map(\.message)). Reportedly a widget with fewer \
            stays a placeholder.
            """)
        ])
  }

  /// A list with the sizes of an argument.
  private static func list(_ argument: SourceArgument?) -> ParameterDefinition {
    var parameter = ParameterDefinition(
      name: "", type: .object(nil), supportsMultipleValues: true)
    if let sizes = argument.flatMap({ ArgumentReader([$0], subject: "").sizes.value }) {
      parameter.limit(to: sizes)
    }
    return parameter
  }

  /// The maximum sizes by family; empty if there are none, nil if they are not literals.
  private static func sizes(_ argument: SourceArgument?) -> [String: Int]? {
    guard let argument else { return [:] }
    guard let found = ArgumentReader([argument], subject: "").sizes.value else { return nil }
    var sizes: [String: Int] = [:]
    for size in found {
      for family in size.family.map({ [$0] }) ?? WidgetFamily.allCases.map(\.rawValue) {
        sizes[family] = size.maximum
      }
    }
    return sizes
  }

  /// Finds other changes to the meaning of a value, or to the way a person sets it.
  private var kinds: [CheckFinding] {
    let labels = [
      ("kind", "date-kind-changed", IntentIssue.Severity.warning),
      ("controlStyle", "control-changed", .note), ("currencyCodes", "currencies-changed", .warning),
    ]
    return labels.compactMap { label, code, severity in
      let (old, new) = (before.argument(label), after.argument(label))
      guard let former = old?.value, former != new?.value,
        former.memberName == nil || former.memberName != new?.value.memberName
      else { return nil }
      // A stepper is the default style, and an action has no sheet.
      if label == "controlStyle", isOfAction || new == nil && former.memberName == "stepper" {
        return nil
      }
      return finding(
        severity, code,
        """
        `\(label)` is \(phrase: new.map { .verbatim($0.value.code) } ?? "left out") and was \
        \(Message.verbatim(former.code)).
        """,
        .writeCode(code: "\(label): \(former.code)"), at: new?.place)
    }
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
