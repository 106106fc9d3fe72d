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
      lines.append(ReportLine(words(.widgetOfKind(widget.kind)), .heading))
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

  /// Lists the unchanged parameters on one line, and each change on a separate line.
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

extension DefinitionDiff: CustomStringConvertible {
  /// The comparison as the command `diff` prints it, in English: a line for each change.
  public var description: String { lines.map(\.text).joined(separator: "\n") }
}

extension DiffEffect {
  /// A sign for the effect, for output without colours.
  fileprivate var mark: String {
    switch self {
    case .kept: "="
    case .carriedOver: ">"
    case .outOfEffect: "~"
    case .notJudged: "~"
    case .lostForSome: "?"
    case .lost: "!"
    case .empty: "+"
    }
  }

  /// The colour of the effect in reports.
  package var role: ReportLine.Role {
    switch self {
    case .kept, .carriedOver, .empty: .good
    case .outOfEffect, .notJudged: .warning
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
    case .notJudged: "not-judged"
    }
  }
}

/// The members that several objects of a comparison have.
private enum DiffKey {
  static let losesAnswers = "losesAnswers"
  static let widgets = "widgets"
  static let intents = "intents"
  static let verdicts = "verdicts"
}

extension DefinitionDiff {
  /// A part of a comparison, and the function that writes its messages.
  fileprivate struct Part<Content> {
    let content: Content
    let words: (Message) -> String

    func parts<Element>(_ elements: (Content) -> [Element]) -> [Part<Element>] {
      elements(content).map { Part<Element>(content: $0, words: words) }
    }
  }

  private enum Presence: String, CaseIterable { case both, new, gone, unknown }

  private static let coding = ObjectCoding<Part<DefinitionDiff>>([
    .flag(DiffKey.losesAnswers) { $0.content.losesAnswers },
    .list(optional: DiffKey.widgets, of: widget) { $0.parts(\.widgets) },
    .list(DiffKey.intents, of: intent) { $0.parts(\.intents) },
  ])

  fileprivate static let widget = ObjectCoding<Part<WidgetChange>>([
    .text("kind") { $0.content.kind },
    .list(DiffKey.verdicts, of: verdict) { $0.parts { $0.verdicts.map(\.statement) } },
  ])

  fileprivate static let intent = ObjectCoding<Part<IntentChange>>([
    .text("intent") { $0.content.typeName },
    .value("presence", SchemaPart.word(Presence.self)) { part in
      let presence: Presence =
        switch part.content.presence {
        case .both: .both
        case .new: .new
        case .gone: .gone
        case .unknown: .unknown
        }
      return .string(presence.rawValue)
    },
    .text(optional: "heir") { part in
      switch part.content.presence {
      case .gone(let heir), .unknown(let heir): heir
      case .both, .new: nil
      }
    },
    .flag(DiffKey.losesAnswers) { $0.content.losesAnswers },
    .list(optional: DiffKey.verdicts, of: verdict) { $0.parts { $0.verdicts.map(\.statement) } },
    .list("parameters", of: parameter) { $0.parts(\.parameters) },
  ])

  private static let parameter = ObjectCoding<Part<ParameterChange>>([
    .text(optional: "old") { $0.content.oldName },
    .text(optional: "new") { $0.content.newName },
    .list(DiffKey.verdicts, of: verdict) { $0.parts { $0.verdicts.map(\.statement) } },
  ])

  private static let verdict = ObjectCoding<Part<VerdictStatement>>([
    .text("verdict") { $0.content.code },
    .value("effect", SchemaPart.word(DiffEffect.allCases.map(\.code))) {
      .string($0.content.effect.code)
    },
    .text("sentence") { $0.words($0.content.message) },
    .text("consequence") { $0.words($0.content.meaning) },
  ])

  /// The JSON Schema of the comparison as JSON.
  package static let schema = coding.schema

  /// The comparison as JSON for scripts, in the style ``JSONStyle/pretty``.
  ///
  /// - Parameter words: Converts a message to the reader's language and notation; codes are the
  ///   same in all languages.
  public func json(in words: @escaping (Message) -> String = { $0.text() }) -> String {
    Self.coding.json(Part(content: self, words: words)).reportText(.pretty)
  }
}

extension DefinitionDiff {
  /// The changes that affect stored answers, as annotations for GitHub Actions.
  ///
  /// A loss is an error; an answer that loses its effect, or that cannot be judged, is a warning.
  /// Other changes are left out.
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
          about: .widgetOfKind(widget.kind))
      }
    }
    let intentsOfFile = reading?.file.intents ?? []
    let numbers = intentsOfFile.places { $0.typeName }
    for intent in intents {
      let path = numbers[intent.typeName].map { IntentPath.element($0, of: .intents) }
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
          numbers[intent.typeName].flatMap {
            reading?.positions.place(of: .parts(of: .intents, $0).appending(number))
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
    guard verdict.effect.isLoss || verdict.effect.isWarning else { return nil }
    return CheckFinding(
      file: file, line: place?.line, column: place?.column,
      severity: verdict.effect.isLoss ? .error : .warning, code: verdict.code,
      sentence: verdict.message, remedy: verdict.meaning, subject: subject)
  }
}

/// The comparisons of the widgets in two folders.
package struct FolderDiff: Sendable {
  /// The comparison of a widget's folder with its replacement.
  package struct Folder: Sendable {
    /// The path of the new folder, or the old one if it was removed.
    package var path: String

    /// The changes.
    package var diff: DefinitionDiff

    /// Makes the comparison of a folder.
    package init(path: String, diff: DefinitionDiff) {
      self.path = path
      self.diff = diff
    }
  }

  /// The comparisons: the old folders in their order, then the new ones.
  package var folders: [Folder]

  /// Makes a comparison of folders.
  package init(_ folders: [Folder]) {
    self.folders = folders
  }

  /// The comparison for people, in English: each folder with its changes, then the unchanged ones.
  package var lines: [ReportLine] {
    let changed = folders.filter { !$0.diff.isUnchanged }
    var lines: [ReportLine] = []
    for folder in changed {
      if !lines.isEmpty { lines.append(ReportLine("")) }
      lines.append(ReportLine(folder.path, .heading))
      lines += folder.diff.lines
    }
    let unchanged = folders.filter(\.diff.isUnchanged).map(\.path)
    if !unchanged.isEmpty {
      if !lines.isEmpty { lines.append(ReportLine("")) }
      let names = unchanged.joined(separator: ", ")
      lines.append(ReportLine("= \(names)  \(Message.diffUnchanged.text())", .secondary))
    }
    return lines
  }

  private static let coding = ObjectCoding<DefinitionDiff.Part<FolderDiff>>([
    .flag(DiffKey.losesAnswers) { $0.content.folders.contains(where: \.diff.losesAnswers) },
    .list("folders", of: folder) { $0.parts(\.folders) },
  ])

  private static let folder = ObjectCoding<DefinitionDiff.Part<Folder>>([
    .text("folder") { $0.content.path },
    .flag(DiffKey.losesAnswers) { $0.content.diff.losesAnswers },
    .list(optional: DiffKey.widgets, of: DefinitionDiff.widget) { $0.parts(\.diff.widgets) },
    .list(DiffKey.intents, of: DefinitionDiff.intent) { $0.parts(\.diff.intents) },
  ])

  /// The comparison as JSON for scripts, in the style ``JSONStyle/pretty``.
  package func json() -> String {
    Self.coding.json(DefinitionDiff.Part(content: self, words: { $0.text() })).reportText(.pretty)
  }
}

extension Message {
  fileprivate static func widgetOfKind(_ kind: String) -> Message { "The widget “\(name: kind)”" }
}
