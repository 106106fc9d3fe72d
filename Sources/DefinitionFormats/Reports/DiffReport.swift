public import IntentModel
package import JSONC
public import Messages

extension DefinitionDiff {
  /// The comparison for people, in English: each intent with the changes to its parameters.
  public var lines: [ReportLine] { lines(in: { $0.text() }) }

  /// The comparison for people: each intent with the changes to its parameters.
  ///
  /// - Parameter words: Converts a message to the reader's language and notation.
  public func lines(in words: (Message) -> String) -> [ReportLine] {
    var lines: [ReportLine] = []
    for intent in intents {
      if !lines.isEmpty { lines.append(ReportLine("")) }
      lines.append(ReportLine(intent.typeName, .heading))
      if let message = intent.message {
        lines.append(ReportLine("  " + words(message), intent.losesAnswers ? .error : .good))
      }
      lines += intent.verdicts.map {
        Self.line("", $0.effect, words($0.message), words($0.meaning))
      }
      lines += Self.lines(intent.parameters, words)
    }
    return lines.isEmpty ? [ReportLine(words(.thereAreNoIntents))] : lines
  }

  /// Lists the unchanged parameters on one line, and each change on a separate one.
  private static func lines(
    _ parameters: [ParameterChange], _ words: (Message) -> String
  ) -> [ReportLine] {
    let changed = parameters.filter { $0.verdicts != [.unchanged] }
    let unchanged = parameters.filter { $0.verdicts == [.unchanged] }.map(\.name)
    var lines = changed.flatMap { change in
      change.verdicts.map {
        line("\(change.name)  ", $0.effect, words($0.message), words($0.meaning))
      }
    }
    if !unchanged.isEmpty {
      let names = unchanged.joined(separator: ", ")
      lines.append(ReportLine("  = \(names)  \(words(.diffUnchanged))", .secondary))
    }
    return lines
  }

  private static func line(
    _ name: String, _ effect: DiffEffect, _ sentence: String, _ consequence: String
  ) -> ReportLine {
    ReportLine([
      .init("  "), .init(effect.mark, effect.role), .init(" \(name)\(sentence) "),
      .init(consequence, .secondary),
    ])
  }
}

extension DiffEffect {
  /// A sign for the effect, for output without colours.
  fileprivate var mark: String {
    switch self {
    case .kept: "="
    case .carriedOver: ">"
    case .outOfEffect: "~"
    case .lostForSome: "?"
    case .lost: "!"
    case .empty: "+"
    }
  }

  fileprivate var role: ReportLine.Role {
    switch self {
    case .kept, .carriedOver, .empty: .good
    case .outOfEffect: .warning
    case .lostForSome, .lost: .error
    }
  }

  /// The effect as hyphenated words, stable for scripts.
  public var code: String {
    switch self {
    case .kept: "kept"
    case .carriedOver: "carried-over"
    case .outOfEffect: "out-of-effect"
    case .lostForSome: "lost-for-some"
    case .lost: "lost"
    case .empty: "empty"
    }
  }
}

extension DefinitionDiff {
  private enum Key: String, JSONKey { case losesAnswers, intents }
  private enum IntentKey: String, JSONKey {
    case intent, presence, heir, losesAnswers, verdicts, parameters
  }
  private enum ParameterKey: String, JSONKey { case old, new, verdicts }
  private enum VerdictKey: String, JSONKey { case verdict, effect, sentence, consequence }
  private enum Presence: String, CaseIterable { case both, new, gone }

  /// The JSON Schema of the comparison as JSON.
  package static let schema = SchemaPart.written { (key: Key) in
    switch key {
    case .losesAnswers: SchemaPart.boolean
    case .intents: SchemaPart.list(intent)
    }
  }

  private static let intent = SchemaPart.written(
    optional: [.heir, .verdicts]
  ) { (key: IntentKey) in
    switch key {
    case .intent, .heir: SchemaPart.string
    case .presence: SchemaPart.word(Presence.self)
    case .losesAnswers: SchemaPart.boolean
    case .verdicts: SchemaPart.list(verdict)
    case .parameters: SchemaPart.list(parameter)
    }
  }

  private static let parameter = SchemaPart.written(optional: [.old, .new]) { (key: ParameterKey) in
    key == .verdicts ? SchemaPart.list(verdict) : SchemaPart.string
  }

  private static let verdict = SchemaPart.written { (key: VerdictKey) in
    key == .effect ? SchemaPart.word(DiffEffect.allCases.map(\.code)) : SchemaPart.string
  }

  /// The comparison as JSON for scripts, with two-space indentation and a final newline.
  ///
  /// - Parameter words: Converts a message to the reader's language and notation; codes are the
  ///   same in all languages.
  /// - Throws: `FormatError` never in practice: there are no numbers.
  public func json(
    in words: (Message) -> String = { $0.text() }
  ) throws(FormatError) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.losesAnswers, .bool(losesAnswers))
    builder.set(.intents, JSONValue.array(intents.map { Self.json($0, words) }))
    return try builder.value.text(.pretty)
  }

  private static func json(
    _ intent: IntentChange, _ words: (Message) -> String
  ) -> JSONValue {
    var builder = JSONBuilder<IntentKey>()
    builder.set(.intent, intent.typeName)
    switch intent.presence {
    case .both: builder.set(.presence, Presence.both.rawValue)
    case .new: builder.set(.presence, Presence.new.rawValue)
    case .gone(let heir):
      builder.set(.presence, Presence.gone.rawValue)
      builder.set(.heir, heir)
    }
    builder.set(.losesAnswers, .bool(intent.losesAnswers))
    builder.set(
      .verdicts,
      intent.verdicts.map { json($0.code, $0.effect, words($0.message), words($0.meaning)) })
    builder.set(.parameters, JSONValue.array(intent.parameters.map { json($0, words) }))
    return builder.value
  }

  private static func json(
    _ change: ParameterChange, _ words: (Message) -> String
  ) -> JSONValue {
    var builder = JSONBuilder<ParameterKey>()
    builder.set(.old, change.oldName)
    builder.set(.new, change.newName)
    builder.set(
      .verdicts,
      change.verdicts.map { json($0.code, $0.effect, words($0.message), words($0.meaning)) })
    return builder.value
  }

  private static func json(
    _ code: String, _ effect: DiffEffect, _ sentence: String, _ consequence: String
  ) -> JSONValue {
    var builder = JSONBuilder<VerdictKey>()
    builder.set(.verdict, code)
    builder.set(.effect, effect.code)
    builder.set(.sentence, sentence)
    builder.set(.consequence, consequence)
    return builder.value
  }
}
