import DefinitionFormats
import IntentCodegen
import IntentModel
import Messages

/// Compares the rows of the old form and of the new summary, for every kind of answers.
struct RowComparison {
  private let outline: AppIntentOutline
  private let found: SourceIntent
  private let schema: IntentSchema
  private let source: AppIntentsSource
  private let questions: [SourceQuestion]
  /// The names of the properties in the old outline, by their parameters, and the reverse.
  private let properties: [String: String]
  private let parameters: [String: ParameterDefinition]
  /// The names of the properties in the new source, in order.
  private let rowsOfSource: [String]
  /// The names of the parameters that get stored values.
  private let names: Set<String>

  init(
    _ outline: AppIntentOutline, found: SourceIntent, matched: MatchedParameters,
    schema: IntentSchema, source: AppIntentsSource
  ) {
    self.outline = outline
    self.found = found
    self.schema = schema
    self.source = source
    questions = found.summary?.questions ?? []
    let outlined = outline.properties.firsts(by: \.parameter)
    properties = Dictionary(
      outlined.compactMap { property in property.name.map { (property.parameter, $0) } },
      uniquingKeysWith: { first, _ in first })
    parameters = Dictionary(
      outline.properties.compactMap { property in
        property.name.flatMap { name in
          schema.parameter(named: property.parameter).map { (name, $0) }
        }
      }, uniquingKeysWith: { first, _ in first })
    rowsOfSource = found.parameters.map(\.name)
    names = Set(outline.properties.compactMap { $0.name.flatMap(matched.heir)?.name })
  }

  /// If there are more combinations of answers, only single ones and pairs are compared.
  private static let maximumCombinations = 2_000

  /// The limit for the number of single answers and pairs.
  private static let maximumDrafts = 10_000

  /// The differences, each reported once, with answers that cause it.
  var findings: [CheckFinding] {
    guard let summary = found.summary else { return findings(of: Tally(rowsInOrder)) }
    if case .rows([], sentence: _?) = summary, expectsRows {
      return [
        CheckFinding(
          at: found.place, .warning, "not-judged", subject: intentWords,
          sentence: "The summary names no parameter, so the rows are unknown.",
          remedy: "Name the parameters in it.")
      ]
    }
    return findings(
      of: Tally { draft, family in
        summary.rows(
          for: SummaryAnswers(
            family: family, value: { value(of: $0, in: draft, family) },
            isKnown: { parameter(of: $0) != nil }, caseName: { caseName($1, of: $0) }))
      }) + notLiteral
  }

  /// Whether, for some answers, the old form has a row for one of the intent's properties.
  private var expectsRows: Bool {
    drafts.contains { draft in
      schema.evaluate(draft, family: .systemLarge).visible.contains { position in
        property(of: schema.intent.parameters[position].name).map(names.contains) ?? false
      }
    }
  }

  private var intentWords: Message { .intentNamed(name: outline.intent.name) }

  /// The rows without a summary: every parameter, in the order of the source.
  private func rowsInOrder(_ draft: IntentDraft, _ family: WidgetFamily) -> ShownRows { .every }

  /// Findings for operands that are not literals; a build tool reads the conditions, too.
  private var notLiteral: [CheckFinding] {
    questions.filter { !$0.operand.value.isLiteral }.map { question in
      CheckFinding(
        at: question.operand.place, .error, "not-literal", subject: intentWords,
        sentence: "The condition is not a literal, but Xcode reads it from the source.",
        remedy: .writeLiteral)
    }
  }

  // MARK: Comparison

  private typealias Shown = (IntentDraft, WidgetFamily) -> ShownRows

  /// The differences: the first answers with each, and whether all answers have it.
  private struct Tally {
    let shown: Shown
    var hidden: [(name: String, draft: IntentDraft)] = []
    var hiddenNames: Set<String> = []
    var extra: [(name: String, draft: IntentDraft)] = []
    var extraNames: Set<String> = []
    var seen: Set<String> = []
    var everExpected: Set<String> = []
    var unknown: [(text: Message, place: SourcePlace)] = []
    var isReordered = false

    init(_ shown: @escaping Shown) { self.shown = shown }
  }

  private func findings(of start: Tally) -> [CheckFinding] {
    var tally = start
    let asked = questions.filter { $0.subject == .family }.flatMap(\.operands)
      .compactMap { $0.memberName.flatMap { WidgetFamily(rawValue: $0) } }
    let families =
      questions.contains { $0.subject == .family }
      ? WidgetFamily.allCases.including(asked) : [.systemLarge]
    let drafts = drafts
    for draft in drafts.prefix(Self.maximumDrafts) {
      for family in families { compare(draft, family, &tally) }
    }
    guard drafts.count > Self.maximumDrafts else { return words(for: tally) }
    return words(for: tally) + [
      CheckFinding(
        at: found.place, .note, "not-judged", subject: intentWords,
        sentence:
          """
          The rows depend on so many answers that only \(Self.maximumDrafts) combinations of them are \
          compared.
          """,
        remedy: "Check others on a device.")
    ]
  }

  private func compare(_ draft: IntentDraft, _ family: WidgetFamily, _ tally: inout Tally) {
    let expected = schema.evaluate(draft, family: family).visible
      .compactMap { property(of: schema.intent.parameters[$0].name) }.filter(names.contains)
      .firsts
    let shown = tally.shown(draft, family)
    switch shown {
    case .unknown(let text, let place):
      if !tally.unknown.contains(where: { $0.place == place }) {
        tally.unknown.append((text, place))
      }
    case .rows, .every:
      var rows = rowsOfSource
      if case .rows(let named) = shown { rows = named }
      let known = rows.filter { parameter(of: $0) != nil && names.contains($0) }
      let (isKnown, isExpected) = (Set(known), Set(expected))
      tally.seen.formUnion(isKnown)
      tally.everExpected.formUnion(isExpected)
      for name in expected where !isKnown.contains(name) {
        if tally.hiddenNames.insert(name).inserted { tally.hidden.append((name, draft)) }
      }
      for name in known where !isExpected.contains(name) {
        if tally.extraNames.insert(name).inserted { tally.extra.append((name, draft)) }
      }
      let common = expected.filter(isKnown.contains)
      if common != known.filter(isExpected.contains) { tally.isReordered = true }
    }
  }

  private func words(for tally: Tally) -> [CheckFinding] {
    var findings = tally.unknown.map { text, place in
      CheckFinding(
        at: place, .warning, "not-judged", subject: intentWords,
        sentence:
          """
          The condition “\(text)” cannot be evaluated, so the rows that depend on it are not \
          compared.
          """,
        remedy: "Check them on a device.")
    }
    for (name, draft) in tally.hidden {
      let parameter = found.parameters.first { $0.name == name }
      let subject = outline.subject(self.parameter(of: name)?.name ?? name)
      if !tally.seen.contains(name), tally.unknown.isEmpty {
        if let parameter {
          findings.append(replaced(parameter, subject) ?? .neverNamed(parameter, subject: subject))
        }
        continue
      }
      findings.append(
        CheckFinding(
          at: parameter?.place ?? found.place, .error, "row-hidden", subject: subject,
          sentence:
            words(for: draft).map { "It has no row where \($0), but the old form shows one." }
            ?? "It has no row before any answer is given, but the old form shows one.",
          remedy: "Add `\\.$\(visible(name))` to the summary of that case."))
    }
    for (name, draft) in tally.extra {
      findings.append(
        CheckFinding(
          at: found.parameters.first { $0.name == name }?.place ?? found.place, .warning,
          "row-shown",
          subject: outline.subject(parameter(of: name)?.name ?? name),
          sentence: tally.everExpected.contains(name)
            ? words(for: draft).map { "It has a row where \($0), but the old form hides it." }
              ?? "It has a row before any answer is given, but the old form hides it."
            : "It has a row, but the old form never shows one.",
          remedy: "Leave it out of the summary of that case."))
    }
    if tally.isReordered {
      findings.append(
        CheckFinding(
          at: found.place, .note, "rows-reordered", subject: intentWords,
          sentence: "The rows are in a different order than in the old form.",
          remedy: "Order them as the definition does."))
    }
    return findings
  }

  /// A note about a parameter without a row, if a new one of the same type has one.
  private func replaced(_ parameter: SourceParameter, _ subject: Message) -> CheckFinding? {
    let shown = found.summary?.everyRow
    let heir = found.parameters.first { other in
      parameters[other.name] == nil && shown?.contains(other.name) == true
        && other.type?.element == parameter.type?.element
    }
    return heir.map { heir in
      CheckFinding(
        at: parameter.place, .note, "row-replaced", subject: subject,
        sentence:
          """
          The summary never names it, and names “\(name: heir.name)”, which is new and of the same \
          type.
          """,
        remedy:
          """
          Read the stored value where “\(name: heir.name)” has none; if they are different things, \
          add `\\.$\(visible(parameter.name))` to the summary.
          """)
    }
  }

  /// The answers that conditions depend on, such as "“filter” is “dateRange”"; nil if there are
  /// none.
  private func words(for draft: IntentDraft) -> Message? {
    let asked = parents.compactMap { parameter in
      draft[parameter.name].map {
        Message("“\(name: parameter.name)” is \($0.inSentence)")
      }
    }.prefix(4)
    guard let first = asked.first else { return nil }
    return asked.dropFirst().reduce(first) { "\($0) and \($1)" }
  }

  // MARK: Answers

  private func property(of parameter: String) -> String? { properties[parameter] }

  private func parameter(of property: String) -> ParameterDefinition? { parameters[property] }

  private func value(
    of property: String, in draft: IntentDraft, _ family: WidgetFamily
  ) -> IntentValue? {
    parameter(of: property).flatMap {
      draft[$0.name] ?? schema.defaultValue(of: $0, draft: draft, family: family)
    }
  }

  private func caseName(_ spelling: String, of property: String) -> String? {
    found.parameters.first { $0.name == property }?.type
      .flatMap { source.enums[$0.element]?.rawTexts?[spelling] }
  }

  /// The parameters whose answers can change the rows.
  private var parents: [ParameterDefinition] {
    let asked = Set(
      questions.compactMap { question in
        if case .parameter(let name) = question.subject { parameter(of: name)?.name } else { nil }
      })
    return schema.intent.parameters.filter { parameter in
      asked.contains(parameter.name) || !schema.children(of: parameter.name).isEmpty
    }
  }

  /// Every combination of answers; if there are too many, every single answer, and then pairs up to
  /// a limit.
  private var drafts: [IntentDraft] {
    let axes = parents.map { (name: $0.name, values: candidates(for: $0)) }
    let combinations = axes.reduce(1) {
      min($0 * ($1.values.count + 1), Self.maximumCombinations + 1)
    }
    guard combinations > Self.maximumCombinations else {
      return axes.reduce([IntentDraft()]) { drafts, axis in
        drafts.flatMap { draft in [draft] + axis.values.map { draft.with(axis.name, $0) } }
      }
    }
    let singles = axes.enumerated().flatMap { place, axis in
      axis.values.map { (place, draft: IntentDraft().with(axis.name, $0)) }
    }
    let pairs = singles.lazy.flatMap { place, draft in
      axes[(place + 1)...].lazy.flatMap { other in
        other.values.lazy.map { draft.with(other.name, $0) }
      }
    }
    // One more draft than the limit shows that there are more.
    let most = Self.maximumDrafts + 1
    return Array(([IntentDraft()] + singles.map(\.draft) + pairs.prefix(most)).prefix(most))
  }

  /// Values that meet each condition, and values that do not.
  private func candidates(for parameter: ParameterDefinition) -> [IntentValue] {
    let samples = AnswerSamples(from: schema, to: schema)
    let all: [IntentValue]
    switch parameter.type {
    case .boolean, .enumeration: all = samples.elements(of: parameter.type, towards: parameter.type)
    case .integer:
      all = conditionNumbers(of: parameter).compactMap { Int(exactly: $0) }.map { .integer($0) }
    case .decimal: all = conditionNumbers(of: parameter).map { .decimal($0) }
    case .string: all = (conditionTexts(of: parameter) + ["another text"]).map { .string($0) }
    default:
      all = Array(samples.elements(of: parameter.type, towards: parameter.type).prefix(1))
    }
    guard !parameter.supportsMultipleValues else {
      return all.prefix(1).map { .array([$0]) }
    }
    return all.filter { schema.issues(with: $0, for: parameter).isEmpty }.firsts
  }

  /// The numbers in conditions, and the numbers next to them.
  private func conditionNumbers(of parameter: ParameterDefinition) -> [Double] {
    let old = conditions(of: parameter).flatMap(\.values).compactMap { value -> Double? in
      switch value {
      case .integer(let number): Double(number)
      case .decimal(let number): number
      case .string(let text): Double(text)
      default: nil
      }
    }
    let limits = old + operands(of: parameter).compactMap(\.number)
    return limits.flatMap { [$0 - 1, $0, $0 + 1] } + [0, 1]
  }

  private func conditionTexts(of parameter: ParameterDefinition) -> [String] {
    let old = conditions(of: parameter).flatMap(\.values).compactMap { value -> String? in
      if case .string(let text) = value { text } else { nil }
    }
    return old + operands(of: parameter).compactMap(\.text)
  }

  private func conditions(of parameter: ParameterDefinition) -> [ParameterRelationship] {
    schema.children(of: parameter.name).compactMap(\.relationship)
  }

  private func operands(of parameter: ParameterDefinition) -> [SourceValue] {
    questions.filter { $0.subject == .parameter(property(of: parameter.name) ?? "") }
      .flatMap(\.operands)
  }
}

extension IntentDraft {
  fileprivate func with(_ name: String, _ value: IntentValue) -> IntentDraft {
    var copy = self
    copy[name] = value
    return copy
  }
}
