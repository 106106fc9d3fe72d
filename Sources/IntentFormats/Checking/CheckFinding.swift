public import IntentModel

/// Something that a check of files found: where, how bad, what, and the way out.
public struct CheckFinding: Sendable, Hashable {
  /// The file, by the path it was asked for.
  public var file: String

  /// The line, from 1; nil where the finding is about the file as a whole.
  public var line: Int?

  /// The column, from 1, in Unicode scalars; nil together with the line.
  public var column: Int?

  /// How much the finding weighs.
  public var severity: IntentIssue.Severity

  /// The rule in lower-case words with hyphens, stable for scripts, such as `dangling-enum`.
  public var code: String

  /// What is wrong, as one sentence.
  public var sentence: String

  /// What to do about it, as one sentence; empty where the sentence says it already.
  public var remedy: String

  /// For a text that is no JSON, a look at the place: the line, a line feed, and a caret below it.
  public var excerpt: String?

  /// The element of the definition that the finding is about, such as
  /// `parameter “mode” of the intent “Clock”`; nil where it is about a file or a key.
  public var subject: String?

  /// Makes a finding from its parts.
  public init(
    file: String, line: Int? = nil, column: Int? = nil, severity: IntentIssue.Severity,
    code: String, sentence: String, remedy: String, excerpt: String? = nil,
    subject: String? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.severity = severity
    self.code = code
    self.sentence = sentence
    self.remedy = remedy
    self.excerpt = excerpt
    self.subject = subject
  }

  /// The subject, the sentence and the remedy in one line.
  public var message: String {
    let about = subject.map { $0.prefix(1).uppercased() + $0.dropFirst() + ":" }
    return [about ?? "", sentence, remedy].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension CheckFinding {
  /// An error of a reader as a finding.
  ///
  /// What a reader can't take is an error; a word without a meaning is a warning, as is a key of a
  /// string table that occurs twice.
  init(_ error: FormatError, severity: IntentIssue.Severity? = nil) {
    self.init(
      file: error.file, line: error.line, column: error.column,
      severity: severity ?? (error.code == "unknown-word" ? .warning : .error), code: error.code,
      sentence: error.sentence, remedy: error.remedy, excerpt: error.excerpt)
  }

  /// A finding of the model with its place in a file.
  init(_ finding: DefinitionFinding, in reading: DefinitionReading, file: String) {
    let place = reading.positions.place(of: finding.path)
    self.init(
      file: file, line: place?.line, column: place?.column, severity: finding.severity,
      code: finding.code, sentence: finding.sentence, remedy: finding.remedy,
      subject: DefinitionSubject.words(for: finding.path, in: reading.file))
  }
}

/// What a check of files found, and what it looked at.
public struct CheckReport: Sendable, Hashable {
  /// The files in the order they were looked at.
  public var files: [String]

  /// The findings: by file in the order of the files, then by line and column.
  public var findings: [CheckFinding]

  /// Makes a report of findings in any order; of equal ones it keeps one.
  public init(files: [String], findings: [CheckFinding]) {
    var seen = Set<CheckFinding>()
    let distinct = findings.filter { seen.insert($0).inserted }
    var turns: [String: Int] = [:]
    for file in files + distinct.map(\.file) where turns[file] == nil { turns[file] = turns.count }
    self.files = files
    self.findings = distinct.enumerated().sorted { left, right in
      let (lhs, rhs) = (left.element, right.element)
      let leftKey = (turns[lhs.file] ?? 0, lhs.line ?? 0, lhs.column ?? 0, left.offset)
      return leftKey < (turns[rhs.file] ?? 0, rhs.line ?? 0, rhs.column ?? 0, right.offset)
    }.map(\.element)
  }

  /// The number of findings of a severity.
  public func count(of severity: IntentIssue.Severity) -> Int {
    findings.count { $0.severity == severity }
  }

  /// Whether the check fails: for errors, and for warnings too where they count.
  public func fails(strict: Bool) -> Bool {
    findings.contains { $0.severity == .error || strict && $0.severity == .warning }
  }
}
