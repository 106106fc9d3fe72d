import DefinitionFormats
import IntentCodegen
import IntentModel
import Messages

/// Compares the rows of the old form with those of the new summary, for different answers.
struct RowComparison {
  private let outline: AppIntentOutline
  private let found: SourceIntent
  private let schema: IntentSchema
  private let source: AppIntentsSource
  private let questions: [SourceQuestion]
  /// The new summary, its branches, and the positions of its questions; nil if there is none.
  private let summary: RowSummary?
  private let branches: [RowSummary.Branch]
  private let places: QuestionPlaces
  /// The properties whose answers cannot be used to evaluate conditions.
  private let unknownProperties: Set<String>
  /// The names of the properties in the old outline, by the names of their parameters, and the
  /// parameters by the names of their properties.
  private let properties: [String: String]
  private let parameters: [String: ParameterDefinition]
  /// The names of the properties in the new source, in order.
  private let rowsOfSource: [String]
  /// The names of the parameters that get stored values.
  private let names: Set<String>

  /// - Parameter present: The new intent as `diff` reads it; nil if its source does not declare it.
  init(
    _ outline: AppIntentOutline, found: SourceIntent, as present: IntentSchema?,
    matched: MatchedParameters, schema: IntentSchema, source: AppIntentsSource
  ) {
    self.outline = outline
    self.found = found
    self.schema = schema
    self.source = source
    questions = found.summary?.questions ?? []
    summary = present?.intent.summary
    branches = summary?.branches ?? []
    places = QuestionPlaces(found.summary, summary)
    let outlined = outline.properties.firsts(by: \.parameter)
    properties = Dictionary(
      firsts: outlined.compactMap { property in property.name.map { (property.parameter, $0) } })
    let parameters = Dictionary(
      firsts: outline.properties.compactMap { property in
        property.name.flatMap { name in
          schema.parameter(named: property.parameter).map { (name, $0) }
        }
      })
    self.parameters = parameters
    unknownProperties = Set(
      found.parameters.filter { property in
        guard let former = parameters[property.name] else { return true }
        // A case is stored by its name in the definition; its name in Swift alone does not show the
        // raw value.
        if case .enumeration = former.type {
          let name = property.type.map { source.aliases[$0.element]?.element ?? $0.element }
          return name.flatMap { source.enums[$0]?.rawTexts } == nil
        }
        return present?.parameter(named: property.name)?.type.hasAnswers(of: former.type) != true
      }.map(\.name))
    rowsOfSource = found.parameters.map(\.name)
    names = Set(outline.properties.compactMap { $0.name.flatMap(matched.heir)?.name })
  }

  /// If there are more combinations of answers than this, only single answers and pairs are
  /// compared.
  private static let maximumCombinations = 2_000

  /// The limit for the number of single answers and pairs.
  private static let maximumDrafts = 10_000

  /// The findings about rows and operands; each difference is reported once, with the answers that
  /// cause it.
  var findings: [CheckFinding] {
    guard let summary else { return differences }
    if case .rows(let rows) = summary, !rows.isEverything, rows.names.isEmpty, expectsRows {
      return [
        CheckFinding(
          at: found.place, .warning, .notJudged, subject: intentWords,
          sentence: "The summary names no parameter, so the rows are unknown.",
          remedy: "Name the parameters in it.")
      ]
    }
    return differences + notLiteral
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

  /// Findings for operands that are not literals, because a build tool also reads the conditions.
  private var notLiteral: [CheckFinding] {
    questions.filter { !$0.operand.value.isLiteral }.map { question in
      CheckFinding(
        at: question.operand.place, .error, .notLiteral, subject: intentWords,
        sentence: "The condition must be a literal, because Xcode reads it from the source.",
        remedy: .writeLiteral)
    }
  }

  // MARK: Comparison

  /// The differences found so far: hidden and extra rows, each with the first answers that show it.
  private struct Tally {
    var hidden: [(name: String, draft: IntentDraft)] = []
    var hiddenNames: Set<String> = []
    var extra: [(name: String, draft: IntentDraft)] = []
    var extraNames: Set<String> = []
    var seen: Set<String> = []
    var everExpected: Set<String> = []
    var unknown: [(text: String, place: SourcePlace?)] = []
    var isReordered = false
  }

  /// The rows that the summary shows for some answers, and the parts of the summary that cannot be
  /// evaluated; if there are such parts, the rows are unknown.
  private func shown(
    for draft: IntentDraft, _ family: WidgetFamily
  ) -> (rows: [String], unknown: [(text: String, place: SourcePlace?)]) {
    guard summary != nil else { return (rowsOfSource, []) }
    let answers = Condition.Answers(family: family) { name in
      value(of: name, in: draft, family)
    } enumeration: { _ in
      nil
    } isUnknown: { name in
      unknownProperties.contains(name) || parameter(of: name) == nil
    }
    let chosen = branches.chosen(for: answers)
    let open = chosen.count == 1 ? [] : chosen.flatMap(\.conditions).flatMap(\.comparisons)
    let unknown =
      open.filter { $0.holds(for: answers) == nil }.flatMap { places[$0] }
      + chosen.compactMap(\.unknown).map { places[$0] }
    guard unknown.isEmpty, chosen.count == 1, let branch = chosen.first else {
      return ([], unknown.isEmpty ? [(AppIntentsName.parameterSummary, found.place)] : unknown)
    }
    guard let rows = branch.rows, branch.isMissing || !rows.isEverything else {
      return (rowsOfSource, [])
    }
    return (rows.names, [])
  }

  private var differences: [CheckFinding] {
    var tally = Tally()
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
        at: found.place, .note, .notJudged, subject: intentWords,
        sentence:
          """
          The rows depend on so many answers that only \(Self.maximumDrafts) combinations of them are \
          compared.
          """,
        remedy: "Check the others on a device.")
    ]
  }

  private func compare(_ draft: IntentDraft, _ family: WidgetFamily, _ tally: inout Tally) {
    let expected = schema.evaluate(draft, family: family).visible
      .compactMap { property(of: schema.intent.parameters[$0].name) }.filter(names.contains)
      .firsts
    let (rows, unknown) = shown(for: draft, family)
    for (text, place) in unknown where !tally.unknown.contains(where: { $0.place == place }) {
      tally.unknown.append((text, place))
    }
    if unknown.isEmpty {
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
        at: place ?? found.place, .warning, .notJudged, subject: intentWords,
        sentence:
          """
          The condition “\(visible(text))” cannot be evaluated, so the rows that depend on it are not \
          compared.
          """,
        remedy: "Check them on a device.")
    }
    for (name, draft) in tally.hidden {
      let parameter = found.parameters.first { $0.name == name }
      let subject = outline.subject(self.parameter(of: name)?.name ?? name)
      if !tally.seen.contains(name), tally.unknown.isEmpty, !isNamed(name) {
        if let parameter {
          findings.append(replaced(parameter, subject) ?? .neverNamed(parameter, subject: subject))
        }
        continue
      }
      findings.append(
        CheckFinding(
          at: parameter?.place ?? found.place, .error, .rowHidden, subject: subject,
          sentence:
            words(for: draft).map { "It has no row if \($0), but the old form shows one." }
            ?? "It has no row before any answer is given, but the old form shows one.",
          remedy: "Add `\\.$\(visible(name))` to the summary of that case."))
    }
    for (name, draft) in tally.extra {
      findings.append(
        CheckFinding(
          at: found.parameters.first { $0.name == name }?.place ?? found.place, .warning,
          .rowShown,
          subject: outline.subject(parameter(of: name)?.name ?? name),
          sentence: tally.everExpected.contains(name)
            ? words(for: draft).map { "It has a row if \($0), but the old form hides it." }
              ?? "It has a row before any answer is given, but the old form hides it."
            : "It has a row, but the old form never shows one.",
          remedy: "Leave it out of the summary of that case."))
    }
    if tally.isReordered {
      findings.append(
        CheckFinding(
          at: found.place, .note, .rowsReordered, subject: intentWords,
          sentence: "The rows are in a different order than in the old form.",
          remedy: "Order them as the definition does."))
    }
    return findings
  }

  /// Whether some branch of the summary shows a row of a property.
  private func isNamed(_ name: String) -> Bool {
    branches.contains { branch in
      guard let rows = branch.rows else { return true }
      return !branch.isMissing && (rows.isEverything || rows.names.contains(name))
    }
  }

  /// A note about a parameter without a row, if a new parameter of the same type has a row.
  private func replaced(_ parameter: SourceParameter, _ subject: Message) -> CheckFinding? {
    let shown = found.summary?.everyRow
    let heir = found.parameters.first { other in
      parameters[other.name] == nil && shown?.contains(other.name) == true
        && other.type?.element == parameter.type?.element
    }
    return heir.map { heir in
      CheckFinding(
        at: parameter.place, .note, .rowReplaced, subject: subject,
        sentence:
          """
          The summary does not name it, but names the new parameter “\(name: heir.name)”, which has \
          the same type.
          """,
        remedy:
          """
          Where “\(name: heir.name)” has no value, read the stored value of \
          “\(name: parameter.name)”. If the two are different settings, add \
          `\\.$\(visible(parameter.name))` to the summary.
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

  /// Every combination of answers; if there are too many, every single answer and then pairs, up to
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
    // An extra draft beyond the limit shows that there are more drafts.
    let most = Self.maximumDrafts + 1
    return Array(([IntentDraft()] + singles.map(\.draft) + pairs.prefix(most)).prefix(most))
  }

  /// Values that meet each condition, and values that do not.
  private func candidates(for parameter: ParameterDefinition) -> [IntentValue] {
    let asked = asked(of: parameter)
    let values = schema.candidates(near: asked.flatMap(\.elements), of: parameter.type).firsts
    guard parameter.supportsMultipleValues else { return values }
    let lists = asked.filter { if case .array = $0 { true } else { false } }
    return (lists + values.prefix(Self.maximumListed).map { .array([$0]) }).filter { list in
      schema.issues(with: list, for: parameter).allSatisfy { $0.severity != .error }
    }.firsts
  }

  /// The maximum number of one-element lists that are compared.
  private static let maximumListed = 4

  /// The values with which the conditions of both forms compare a parameter, in the parameter's
  /// unit.
  private func asked(of parameter: ParameterDefinition) -> [IntentValue] {
    let old = schema.children(of: parameter.name).compactMap(\.relationship).flatMap(\.values)
    let subject = property(of: parameter.name).map { Condition.Subject.parameter($0) }
    let new = (summary?.comparisons ?? []).filter { $0.subject == subject }.flatMap(\.values)
    return (old + new).map { $0.compared(with: parameter.type) }
  }
}

/// The questions of a summary and its unreadable parts, with their positions in the source.
private struct QuestionPlaces {
  /// A question or a part, as findings refer to it.
  typealias Place = (text: String, place: SourcePlace?)

  private var questions: [Condition.Comparison: [Place]] = [:]
  private var parts: [String: SourcePlace] = [:]

  init(_ source: SourceSummary?, _ summary: RowSummary?) {
    if let source, let summary { add(source, summary) }
  }

  /// The questions that became the given comparison, with their positions.
  subscript(comparison: Condition.Comparison) -> [Place] { questions[comparison] ?? [] }

  /// An unreadable part, with its position.
  subscript(part: UnknownPart) -> Place { (part.text, part.place.flatMap { parts[$0] }) }

  private mutating func add(_ source: SourceSummary, _ summary: RowSummary) {
    switch (source, summary) {
    case (.unreadable(_, let place), _), (.cases(_, [], _, let place), .unknown):
      parts[place.text] = place
    case (.when(let question, _, _), .unknown):
      parts[question.operand.place.text] = question.operand.place
    case (.cases(_, let cases, _, _), .unknown):
      for item in cases { parts[item.value.place.text] = item.value.place }
    case (.when(let question, let yes, let no), .when(let comparison, let shown, let otherwise)):
      add(question, comparison)
      add(yes, shown)
      if let no, let otherwise { add(no, otherwise) }
    case (.cases(let subject, let cases, let rest, _), .cases(let asked, let made, let otherwise)):
      for (item, other) in zip(cases, made) {
        add(item.question(about: subject), RowSummary.comparison(asked, other.values))
        add(item.summary, other.summary)
      }
      if let rest, let otherwise { add(rest, otherwise) }
    default: break
    }
  }

  private mutating func add(_ question: SourceQuestion, _ comparison: Condition.Comparison) {
    questions[comparison, default: []].append((question.code, question.operand.place))
  }
}

extension ParameterType {
  /// Whether answers of this type are compared like answers of another type; true for an unknown
  /// type.
  fileprivate func hasAnswers(of other: ParameterType) -> Bool {
    if case (.string, .speakableString) = (self, other) { return true }
    return kind == nil || kind == other.kind
  }
}

extension IntentDraft {
  fileprivate func with(_ name: String, _ value: IntentValue) -> IntentDraft {
    var copy = self
    copy[name] = value
    return copy
  }
}
