import IntentModel
import JSONC
import Messages

/// The forms of values that only definitions of App Intents have; property lists cannot hold them.
extension DefinitionValueCoding where Value == LocalizedText {
  /// A text that only JSON has.
  static var jsonText: Self {
    let coding = DefinitionJSONCoding<LocalizedText>.text
    return Self(json: coding.read, write: coding.write)
  }
}

extension DefinitionValueCoding where Value == DefinitionOrigin {
  /// The origin of a definition.
  static var origin: Self {
    Self(
      json: { node in
        guard let members = node.object(DefinitionKeys.Origin.self),
          let format: DefinitionOrigin.Format = members.required(.format)?.word("format")
        else { return nil }
        return DefinitionOrigin(
          format: format, unknown: members.list(.unknown, UnknownJSON.read))
      },
      write: { origin in
        var builder = JSONBuilder<DefinitionKeys.Origin>()
        builder.set(.format, origin.format.rawValue)
        builder.set(.unknown, origin.unknown.map(UnknownJSON.json))
        return builder.value
      })
  }
}

/// The JSON of an unknown part.
enum UnknownJSON {
  static func read(_ node: JSONNode) -> UnknownPart? {
    guard let members = node.object(DefinitionKeys.Unknown.self),
      let subject = members.required(.subject)?.string,
      let reason = members.required(.reason)?.string
    else { return nil }
    return UnknownPart(
      subject: subject, text: members.string(.text) ?? "", place: members.string(.place),
      reason: reason, code: members.string(.code) ?? UnknownPart.notRead)
  }

  static func json(_ part: UnknownPart) -> JSONValue {
    var builder = JSONBuilder<DefinitionKeys.Unknown>()
    builder.set(.subject, part.subject)
    builder.set(.text, part.text.isEmpty ? nil : part.text)
    builder.set(.place, part.place)
    builder.set(.reason, part.reason)
    builder.set(.code, part.code == UnknownPart.notRead ? nil : part.code)
    return builder.value
  }
}

extension DefinitionValueCoding where Value == RowSummary {
  /// The summary of an App Intent.
  static var summary: Self { Self(json: SummaryJSON.read, write: SummaryJSON.json) }
}

/// The JSON of summaries: rows, or a question and the summaries for its answers.
///
///     { "when": { "parameter": "style", "is": "equal", "values": ["digital"] },
///       "then": { "rows": ["style", "showsSeconds"] },
///       "otherwise": { "rows": ["style"] } }
enum SummaryJSON {
  typealias Keys = DefinitionKeys.Summary

  static func read(_ node: JSONNode) -> RowSummary? {
    guard let members = node.object(Keys.self) else { return nil }
    func otherwise() -> RowSummary? { members[.otherwise].flatMap(read) }
    if let unknown = members[.unknown] { return UnknownJSON.read(unknown).map { .unknown($0) } }
    if let when = members[.when] {
      guard let question = question(when, isComparison: true),
        let shown = members.required(.then).flatMap(read)
      else { return nil }
      return .when(question, shown, otherwise: otherwise())
    }
    if let subject = members[.switch] {
      guard let question = question(subject, isComparison: false) else { return nil }
      return .cases(question.subject, members.list(.cases, item), otherwise: otherwise())
    }
    return .rows(
      RowSummary.Rows(
        sentence: members[.sentence].flatMap(DefinitionJSONCoding.text.read) ?? .none,
        inSentence: members[.inSentence]?.strings ?? [], others: members[.rows]?.strings ?? []))
  }

  private static func item(_ node: JSONNode) -> RowSummary.Case? {
    guard let members = node.object(DefinitionKeys.SummaryCase.self),
      let shown = members.required(.then).flatMap(read)
    else { return nil }
    let coding = DefinitionValueCoding<IntentValue>.comparison.json
    return RowSummary.Case(values: members.list(.values, coding.read), summary: shown)
  }

  private static func question(
    _ node: JSONNode, isComparison: Bool
  ) -> Condition.Comparison? {
    guard let members = node.object(DefinitionKeys.Question.self) else { return nil }
    let subject: Condition.Subject
    if let name = members.string(.parameter) {
      subject = .parameter(name)
    } else if let name = members.string(.other) {
      subject = .other(name)
    } else if members.boolean(.family) {
      subject = .family
    } else {
      node.report(.missingMember(DefinitionKeys.Question.parameter.rawValue))
      return nil
    }
    guard isComparison else { return .init(subject: subject, comparison: .equal) }
    guard let found: ConditionOperator = members.required(.comparison)?.word("operator") else {
      return nil
    }
    let coding = DefinitionValueCoding<IntentValue>.comparison.json
    return .init(
      subject: subject, comparison: found, values: members.list(.values, coding.read))
  }
}

extension SummaryJSON {
  static func json(_ summary: RowSummary) -> JSONValue {
    var builder = JSONBuilder<Keys>()
    switch summary {
    case .unknown(let part): builder.set(.unknown, UnknownJSON.json(part))
    case .rows(let rows):
      if rows.sentence != .none {
        builder.set(.sentence, DefinitionJSONCoding.text.write(rows.sentence))
      }
      builder.set(.inSentence, rows.inSentence.map { .string($0) })
      builder.set(.rows, rows.others.map { .string($0) })
    case .when(let comparison, let shown, let otherwise):
      var question = self.question(comparison.subject)
      question.set(.comparison, comparison.comparison.rawValue)
      question.set(.values, values(comparison.values))
      builder.set(.when, question.value)
      builder.set(.then, json(shown))
      builder.set(.otherwise, otherwise.map(json))
    case .cases(let subject, let cases, let otherwise):
      builder.set(.switch, question(subject).value)
      builder.set(
        .cases,
        cases.map { item in
          var builder = JSONBuilder<DefinitionKeys.SummaryCase>()
          builder.set(.values, values(item.values))
          builder.set(.then, json(item.summary))
          return builder.value
        })
      builder.set(.otherwise, otherwise.map(json))
    }
    return builder.value
  }

  private static func question(
    _ subject: Condition.Subject
  ) -> JSONBuilder<DefinitionKeys.Question> {
    var builder = JSONBuilder<DefinitionKeys.Question>()
    switch subject {
    case .parameter(let name): builder.set(.parameter, name)
    case .family: builder.set(.family, true)
    case .other(let name): builder.set(.other, name)
    }
    return builder
  }

  private static func values(_ values: [IntentValue]) -> [JSONValue] {
    values.compactMap(DefinitionValueCoding<IntentValue>.comparison.json.write)
  }
}

extension SummaryJSON {
  /// The JSON Schema of summaries.
  static let schema = SchemaPart.object(Keys.allCases) { key in
    switch key {
    case .sentence: DefinitionSchema.reference(.text)
    case .inSentence, .rows: SchemaPart.list(SchemaPart.string)
    case .when, .switch:
      SchemaPart.object(DefinitionKeys.Question.allCases) { key in
        switch key {
        case .parameter, .other: SchemaPart.string
        case .family: SchemaPart.boolean
        case .comparison: SchemaPart.word(ConditionOperator.self)
        case .values: SchemaPart.list(DefinitionSchema.reference(.comparison))
        }
      }
    case .cases:
      SchemaPart.list(
        SchemaPart.object(
          DefinitionKeys.SummaryCase.allCases, required: [.then]
        ) { key in
          switch key {
          case .values: SchemaPart.list(DefinitionSchema.reference(.comparison))
          case .then: DefinitionSchema.reference(.summary)
          }
        })
    case .then, .otherwise: DefinitionSchema.reference(.summary)
    case .unknown: unknown
    }
  }

  private static let unknown = SchemaPart.object(
    DefinitionKeys.Unknown.allCases, required: [.subject, .reason]
  ) { _ in SchemaPart.string }

  /// The JSON Schema of the origin of a definition.
  static let originSchema = SchemaPart.object(
    DefinitionKeys.Origin.allCases, required: [.format]
  ) { key in
    switch key {
    case .format: SchemaPart.word(DefinitionOrigin.Format.self)
    case .unknown: SchemaPart.list(unknown)
    }
  }
}
