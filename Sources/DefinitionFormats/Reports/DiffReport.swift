public import IntentModel
package import JSONC
public import Messages

extension DefinitionDiff {
  /// The comparison for people, in English: each intent with the changes to its parameters.
  package var lines: [ReportLine] { lines(in: { $0.text() }) }

  /// The comparison for people: each intent with the changes to its parameters.
  ///
  /// - Parameter words: Converts a message to the reader's language and notation.
  package func lines(in words: (Message) -> String) -> [ReportLine] {
    var lines: [ReportLine] = []
    for widget in widgets {
      if !lines.isEmpty { lines.append(ReportLine("")) }
      lines.append(ReportLine(words("The widget “\(name: widget.kind)”"), .heading))
      lines += widget.verdicts.map { Self.line("", $0.statement, words) }
    }
    for intent in intents {
      if !lines.isEmpty { lines.append(ReportLine("")) }
      lines.append(ReportLine(intent.typeName, .heading))
      if let message = intent.message {
        lines.append(ReportLine("  " + words(message), intent.losesAnswers ? .error : .good))
      }
      lines += intent.verdicts.map { Self.line("", $0.statement, words) }
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
      change.verdicts.map { line("\(change.name)  ", $0.statement, words) }
    }
    if !unchanged.isEmpty {
      let names = unchanged.joined(separator: ", ")
      lines.append(ReportLine("  = \(names)  \(words(.diffUnchanged))", .secondary))
    }
    return lines
  }

  private static func line(
    _ name: String, _ verdict: VerdictStatement, _ words: (Message) -> String
  ) -> ReportLine {
    ReportLine([
      .init("  "), .init(verdict.effect.mark, verdict.effect.role),
      .init(" \(name)\(words(verdict.message)) "), .init(words(verdict.meaning), .secondary),
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
  private enum Key: String, JSONKey { case losesAnswers, widgets, intents }
  private enum WidgetKey: String, JSONKey { case kind, verdicts }
  private enum IntentKey: String, JSONKey {
    case intent, presence, heir, losesAnswers, verdicts, parameters
  }
  private enum ParameterKey: String, JSONKey { case old, new, verdicts }
  private enum VerdictKey: String, JSONKey { case verdict, effect, sentence, consequence }
  private enum Presence: String, CaseIterable { case both, new, gone }

  /// The JSON Schema of the comparison as JSON.
  package static let schema = SchemaPart.written(optional: [.widgets]) { (key: Key) in
    switch key {
    case .losesAnswers: SchemaPart.boolean
    case .widgets:
      SchemaPart.list(
        SchemaPart.written { (key: WidgetKey) in
          key == .kind ? SchemaPart.string : SchemaPart.list(verdict)
        })
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
  public func json(in words: (Message) -> String = { $0.text() }) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.losesAnswers, .bool(losesAnswers))
    if !widgets.isEmpty {
      builder.set(.widgets, JSONValue.array(widgets.map { Self.json($0, words) }))
    }
    builder.set(.intents, JSONValue.array(intents.map { Self.json($0, words) }))
    return builder.value.reportText(.pretty)
  }

  private static func json(
    _ widget: WidgetChange, _ words: (Message) -> String
  ) -> JSONValue {
    var builder = JSONBuilder<WidgetKey>()
    builder.set(.kind, widget.kind)
    builder.set(
      .verdicts,
      widget.verdicts.map { json($0.statement, words) })
    return builder.value
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
      intent.verdicts.map { json($0.statement, words) })
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
      change.verdicts.map { json($0.statement, words) })
    return builder.value
  }

  private static func json(
    _ verdict: VerdictStatement, _ words: (Message) -> String
  ) -> JSONValue {
    var builder = JSONBuilder<VerdictKey>()
    builder.set(.verdict, verdict.code)
    builder.set(.effect, verdict.effect.code)
    builder.set(.sentence, words(verdict.message))
    builder.set(.consequence, words(verdict.meaning))
    return builder.value
  }
}

extension DefinitionDiff {
  /// The changes that affect stored answers, as annotations for GitHub Actions.
  ///
  /// A loss is an error, and an answer without an effect is a warning; other changes are left out.
  ///
  /// - Parameters:
  ///   - reading: The new definition, for the lines of its intents and parameters.
  ///   - file: The path of the new definition.
  ///   - manifest: The path of the new `widget.json`, for changes of widgets.
  package func annotations(
    of reading: DefinitionReading?, file: String, manifest: String?
  ) -> [String] {
    var findings = widgets.flatMap { widget in
      widget.verdicts.compactMap { verdict in
        Self.finding(
          verdict.statement, file: manifest ?? file, nil,
          about: "The widget “\(name: widget.kind)”")
      }
    }
    let intentsOfFile = reading?.file.intents ?? []
    let numbers = intentsOfFile.places { $0.typeName }
    for intent in intents {
      let path = numbers[intent.typeName].map { IntentPath([.key("intents"), .index($0)]) }
      let place = path.flatMap { reading?.positions.place(of: $0) }
      let subject: Message = .intentNamed(name: intent.typeName)
      if case .gone = intent.presence, let message = intent.message {
        findings.append(
          CheckFinding(
            file: file, severity: .error, code: "intent-gone", sentence: message, remedy: .none,
            subject: subject))
      }
      findings += intent.verdicts.compactMap {
        Self.finding($0.statement, file: file, place, about: subject)
      }
      let positions =
        numbers[intent.typeName].map { intentsOfFile[$0].parameters.places { $0.name } }
        ?? [:]
      for parameter in intent.parameters {
        let own = positions[parameter.name].flatMap { number in
          path.flatMap {
            reading?.positions.place(of: $0.appending("parameters").appending(number))
          }
        }
        findings += parameter.verdicts.compactMap {
          Self.finding(
            $0.statement, file: file, own ?? place,
            about: .partOfIntent(
              part: .parameterNamed(name: parameter.name), name: intent.typeName))
        }
      }
    }
    return findings.map { $0.annotation(in: .english) }
  }

  private static func finding(
    _ verdict: VerdictStatement, file: String, _ place: (line: Int, column: Int)?,
    about subject: Message
  ) -> CheckFinding? {
    guard verdict.effect.isLoss || verdict.effect == .outOfEffect else { return nil }
    return CheckFinding(
      file: file, line: place?.line, column: place?.column,
      severity: verdict.effect.isLoss ? .error : .warning, code: verdict.code,
      sentence: verdict.message, remedy: verdict.meaning, subject: subject)
  }
}
