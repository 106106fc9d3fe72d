public import IntentModel
public import Messages

/// A finding of a file check: its position, its severity, the problem and the remedy.
public struct CheckFinding: StatedProblem, Sendable, Hashable {
  /// The path of the file, as it was given or found.
  public var file: String

  /// The line, from 1; nil if the finding concerns the whole file, or the file has no lines.
  public var line: Int?

  /// The column, from 1, in Unicode scalars; nil if the line is nil.
  public var column: Int?

  /// The severity.
  public var severity: IntentIssue.Severity

  /// The rule in lowercase words with hyphens, stable for scripts, such as `dangling-enum`.
  public var code: String

  /// The problem, as one sentence.
  public var message: Message

  /// The remedy, as one sentence; empty if the message already contains it.
  public var advice: Message

  /// For a text that is not JSON, an excerpt: the line, a line feed, and a caret below the
  /// position.
  public var excerpt: String?

  /// The element of the definition that the finding concerns, such as
  /// `parameter “mode” of the intent “Clock”`; nil if it concerns a file or a key.
  public var subject: Message?

  /// The languages of the string tables that the finding concerns; empty for any other finding.
  public var languages: [String] = []

  /// The only language of the string tables that the finding concerns; nil for several or none.
  public var language: String? {
    get { languages.count == 1 ? languages.first : nil }
    set { languages = newValue.map { [$0] } ?? [] }
  }

  /// The problem with translations that the finding reports; nil for any other finding.
  var translation: TranslationProblem?

  /// The keys of the texts that the finding concerns; empty for any other finding.
  public var keys: [String] = []

  /// The number of findings that this finding represents: 1, except in a finding about omitted
  /// findings.
  public var count = 1

  /// Makes a finding from its parts.
  public init(
    file: String, line: Int? = nil, column: Int? = nil, severity: IntentIssue.Severity,
    code: String, sentence: Message, remedy: Message, excerpt: String? = nil,
    subject: Message? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.severity = severity
    self.code = code
    message = sentence
    advice = remedy
    self.excerpt = excerpt
    self.subject = subject
  }

  /// The code, the sentence and the remedy.
  public var statement: ProblemStatement { .init(code, message, advice) }

  /// Makes a finding from the statement of a problem.
  package init(
    file: String, line: Int? = nil, column: Int? = nil, severity: IntentIssue.Severity,
    statement: ProblemStatement, subject: Message? = nil
  ) {
    self.init(
      file: file, line: line, column: column, severity: severity, code: statement.code,
      sentence: statement.message, remedy: statement.advice, subject: subject)
  }

  /// The subject, the message and the remedy on one line.
  public func text(in language: MessageLanguage = .english) -> String {
    guard let about = subject?.text(in: language) else {
      return explanation.text(in: language)
    }
    let place = about.prefix(1).uppercased() + about.dropFirst()
    return Message.placed(place: place, sentences: [message, advice]).text(in: language)
  }
}

extension CheckFinding {
  /// Converts an error from a reader to a finding.
  ///
  /// By default, an unknown word is a warning, and everything else is an error.
  package init(_ error: FormatError, severity: IntentIssue.Severity? = nil) {
    self.init(
      file: error.file, line: error.line, column: error.column,
      severity: severity ?? (error.code == FormatProblem.unknownWordCode ? .warning : .error),
      statement: error.statement)
    excerpt = error.excerpt
  }

  /// Converts a finding of the model and adds its position in the file.
  init(_ finding: DefinitionFinding, in reading: DefinitionReading, file: String) {
    let place = reading.positions.place(of: finding.path)
    self.init(
      file: file, line: place?.line, column: place?.column, severity: finding.severity,
      statement: finding.statement,
      subject: DefinitionSubject.words(for: finding.path, in: reading.file))
  }
}

/// The findings of a check, and the files that it examined.
public struct CheckReport: Sendable, Hashable {
  /// The files in the order in which they were examined.
  public var files: [String]

  /// The findings: by file in the order of the files, then by line and column.
  public var findings: [CheckFinding]

  /// Makes a report from findings in any order, without duplicates.
  ///
  /// For each file, the report keeps findings up to a limit, the most severe first, and adds the
  /// number of omitted ones.
  public init(files: [String], findings: [CheckFinding]) {
    let distinct = findings.firsts
    var turns: [String: Int] = [:]
    for file in files + distinct.map(\.file) where turns[file] == nil { turns[file] = turns.count }
    self.files = files
    self.findings = CheckFinding.limited(distinct).enumerated().sorted { left, right in
      let (lhs, rhs) = (left.element, right.element)
      let leftKey = (turns[lhs.file] ?? 0, lhs.turn, lhs.line ?? 0, lhs.column ?? 0, left.offset)
      return leftKey < (
        turns[rhs.file] ?? 0, rhs.turn, rhs.line ?? 0, rhs.column ?? 0, right.offset
      )
    }.map(\.element)
  }

  /// The number of findings of a severity.
  public func count(of severity: IntentIssue.Severity) -> Int {
    findings.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
  }

  /// Whether the check fails, because of errors or, if `strict`, also because of warnings.
  public func fails(strict: Bool) -> Bool {
    findings.contains { $0.severity == .error || strict && $0.severity == .warning }
  }
}

extension IntentIssue.Severity {
  /// A message about the number of omitted findings of this severity.
  fileprivate func more(_ count: Int) -> Message {
    switch self {
    case .error: "… and \(count, "more error", "more errors")."
    case .warning: "… and \(count, "more warning", "more warnings")."
    case .note: "… and \(count, "more note", "more notes")."
    }
  }
}

extension CheckFinding {
  /// The code of a finding about texts without a translation.
  package static let missingTranslation = "missing-translation"

  /// The code of a finding about translations that are marked for review.
  static let unreviewedTranslation = "unreviewed-translation"

  /// The code of a finding about omitted findings.
  static let moreCode = "more-findings"

  /// Whether the finding is about omitted findings.
  fileprivate var isRest: Bool { code == Self.moreCode }

  /// The position among the findings of its file: a finding about omitted findings comes last.
  fileprivate var turn: Int { isRest ? 1 : 0 }

  /// A finding about omitted findings of a file.
  static func rest(
    _ count: Int, of severity: IntentIssue.Severity, in file: String
  ) -> CheckFinding {
    var finding = CheckFinding(
      file: file, severity: severity, code: moreCode,
      sentence: severity.more(count), remedy: .correctAboveFirst)
    finding.count = count
    return finding
  }

  /// The findings of each file up to the limit, the most severe first, followed by findings about
  /// the omitted ones.
  static func limited(_ findings: [CheckFinding]) -> [CheckFinding] {
    var limited: [CheckFinding] = []
    for (file, own) in Dictionary(grouping: findings, by: \.file) {
      let listed = own.filter { !$0.isRest }
      var rest: [IntentIssue.Severity: Int] = [:]
      for finding in own where finding.isRest {
        rest[finding.severity, default: 0] += finding.count
      }
      let kept = listed.mostSevere { $0.severity }
      limited += kept.listed
      rest.merge(kept.omitted, uniquingKeysWith: +)
      for severity in IntentIssue.Severity.allCases {
        if let count = rest[severity] { limited.append(.rest(count, of: severity, in: file)) }
      }
    }
    // Findings at the same position stay in the order in which they were found.
    let turns = findings.places { $0 }
    return limited.sorted { (turns[$0] ?? .max) < (turns[$1] ?? .max) }
  }
}

extension Sequence {
  /// The elements to list for a file, the most severe ones first, and the number of omitted
  /// elements of each severity.
  func mostSevere(
    _ severity: (Element) -> IntentIssue.Severity
  ) -> (listed: [Element], omitted: [IntentIssue.Severity: Int]) {
    var counts: [IntentIssue.Severity: Int] = [:]
    for element in self { counts[severity(element), default: 0] += 1 }
    var room = LimitedProblems<Element>.standardLimit
    var places: [IntentIssue.Severity: Int] = [:]
    for grade in IntentIssue.Severity.allCases {
      places[grade] = Swift.min(room, counts[grade] ?? 0)
      room -= places[grade] ?? 0
    }
    let omitted = counts.merging(places, uniquingKeysWith: -).filter { $0.value > 0 }
    let listed = filter { element in
      let left = places[severity(element)] ?? 0
      places[severity(element)] = left - 1
      return left > 0
    }
    return (listed, omitted)
  }
}
