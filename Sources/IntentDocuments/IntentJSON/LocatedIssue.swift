public import IntentModel
import JSONC
public import JSONCodings
import Messages

/// An issue in an imported intent, with its position in the text.
public struct LocatedIssue: Sendable, Hashable {
  /// The problem, with its JSON path.
  public var issue: IntentIssue

  /// The line, from 1.
  public var line: Int

  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// For a text that is not JSON, an excerpt: the line, a line feed, and a caret below the
  /// position.
  public var excerpt: String?

  /// Makes an issue with a position.
  public init(issue: IntentIssue, line: Int, column: Int, excerpt: String? = nil) {
    self.issue = issue
    self.line = line
    self.column = column
    self.excerpt = excerpt
  }
}

extension LocatedIssue: CustomStringConvertible {
  /// The complete issue on one line: `line:column: path: sentence remedy`.
  public var description: String { "\(line):\(column): \(issue)" }
}

/// All problems that prevent the import of an intent, in the order of the text.
public struct LocatedIssues: Error, Sendable, Hashable {
  /// The issues; never empty when thrown.
  public var issues: [LocatedIssue]

  /// Makes a collection of issues.
  public init(_ issues: [LocatedIssue]) {
    self.issues = issues
  }

  /// The issues as errors of a file.
  public func errors(file: String) -> FormatErrors {
    FormatErrors(issues.map { FormatError($0, file: file) })
  }
}

extension LocatedIssues: RandomAccessCollection {
  /// The position of the first issue.
  public var startIndex: Int { issues.startIndex }

  /// The position after the last issue.
  public var endIndex: Int { issues.endIndex }

  /// The issue at a position.
  public subscript(position: Int) -> LocatedIssue { issues[position] }
}

extension LocatedIssues: CustomStringConvertible {
  /// One line for each issue.
  public var description: String { issues.map(\.description).joined(separator: "\n") }
}

extension FormatError {
  /// The issue as an error in a file; the JSON path comes before the sentence.
  public init(_ located: LocatedIssue, file: String) {
    let issue = located.issue
    let isInside = !issue.path.components.isEmpty
    self.init(
      file: file, line: located.line, column: located.column, code: issue.code,
      sentence: isInside
        ? .placed(place: issue.path.description, sentences: [issue.message]) : issue.message,
      remedy: issue.advice,
      excerpt: located.excerpt)
    if isInside { messageWithoutPath = issue.message }
    if located.excerpt == nil {
      pointer = issue.path.components.map(JSONPathComponent.init).pointer
    }
  }
}

extension IntentJSON.Document {
  /// Probable mistakes in a valid document, with their positions.
  ///
  /// - Parameter defaultFamily: The family for a document that does not name one. If it is unknown,
  ///   it gets no remark here, because the caller reports it.
  package func remarks(
    under schema: IntentSchema, in text: @autoclosure () -> [UInt8], firstLine: Int, file: String,
    defaultFamily: WidgetFamily?, limits: FormatLimits = .standard
  ) -> [IntentStream.Remark] {
    let issues = schema.remarks(on: draft, family: family).filter {
      $0.reason != .unknownFamily(defaultFamily?.rawValue ?? "")
    }
    guard !issues.isEmpty else { return [] }
    return LocatedIssues(issues, in: text(), firstLine: firstLine, limits: limits).map {
      IntentStream.Remark(error: FormatError($0, file: file), severity: $0.issue.severity)
    }
  }
}

extension IntentJSON {
  /// Locates issues in a document, such as the issues of a check after reading.
  ///
  /// - Parameters:
  ///   - issues: The issues, with their paths in the document.
  ///   - bytes: The text of either layout from which the document was read.
  ///   - line: The document as returned by the reader.
  ///   - limits: The limits for the text.
  public static func locate(
    _ issues: [IntentIssue], in bytes: [UInt8], line: Line, limits: FormatLimits = .standard
  ) -> LocatedIssues {
    LocatedIssues(
      issues, in: Array(bytes[line.place]), firstLine: line.number, limits: limits)
  }
}

extension LocatedIssues {
  /// Locates issues in a text that is known to be valid JSON.
  init(_ issues: [IntentIssue], in bytes: [UInt8], firstLine: Int, limits: FormatLimits) {
    var shown = LimitedProblems<IntentIssue>(limit: limits.maximumErrors)
    shown.append(contentsOf: issues)
    self.init(shown, at: JSONSourceMap(ofValid: bytes), firstLine: firstLine)
  }

  /// Locates the listed issues, and adds the number of omitted ones.
  init(_ shown: LimitedProblems<IntentIssue>, at map: JSONSourceMap, firstLine: Int) {
    var located = shown.kept.map { issue in
      let issue = issue.inJSON
      let path = issue.path.components.map(JSONPathComponent.init)
      let place = map.nearest(to: path, isKey: issue.concernsKey)
      return LocatedIssue(
        issue: issue, line: (place?.line ?? 1) + firstLine - 1, column: place?.column ?? 1)
    }
    located = located.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset)
        < ($1.element.line, $1.element.column, $1.offset)
    }.map(\.element)
    if let last = located.last {
      located += shown.listed.dropFirst(shown.kept.count).map {
        LocatedIssue(issue: $0, line: last.line, column: last.column)
      }
    }
    self.init(located)
  }

  /// The first JSON syntax error in a text.
  init(_ error: JSONSyntaxError, firstLine: Int) {
    let problem = FormatProblem.syntax(JSONFault(error))
    let issue = IntentIssue(
      .malformed(problem.message, remedy: problem.advice), at: .root)
    self.init([
      LocatedIssue(
        issue: issue, line: error.line + firstLine - 1, column: error.column,
        excerpt: error.excerpt)
    ])
  }
}
