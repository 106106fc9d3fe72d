public import IntentModel
import JSONC

/// An issue of an imported intent with its place in the text.
public struct LocatedIssue: Sendable, Hashable {
  /// What is wrong, with its JSON path.
  public var issue: IntentIssue

  /// The line, from 1.
  public var line: Int

  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// Makes an issue with a place.
  public init(issue: IntentIssue, line: Int, column: Int) {
    self.issue = issue
    self.line = line
    self.column = column
  }
}

extension LocatedIssue: CustomStringConvertible {
  /// The whole in one line: `line:column: path: sentence remedy`.
  public var description: String { "\(line):\(column): \(issue)" }
}

/// All that stands against importing an intent, in the order of the text.
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

extension LocatedIssues: CustomStringConvertible {
  /// One line for each issue.
  public var description: String { issues.map(\.description).joined(separator: "\n") }
}

extension FormatError {
  /// The issue as an error of a file; the JSON path stands before the sentence.
  public init(_ located: LocatedIssue, file: String) {
    let issue = located.issue
    let isInside = !issue.path.components.isEmpty
    self.init(
      file: file, line: located.line, column: located.column, code: issue.code,
      sentence: (isInside ? "\(issue.path): " : "") + issue.sentence, remedy: issue.remedy)
  }
}

extension LocatedIssues {
  /// Issues with the places of their paths in a text that has been read as JSON without an error.
  init(_ issues: [IntentIssue], in bytes: [UInt8], firstLine: Int, limits: FormatLimits) {
    let map = JSONSourceMap(ofValid: bytes)
    let shown = issues.prefix(limits.maximumErrors)
    var located = shown.map { issue in
      let path = issue.path.components.map(JSONPathComponent.init)
      let place = map.nearest(to: path, isKey: issue.concernsKey)
      return LocatedIssue(
        issue: issue, line: (place?.line ?? 1) + firstLine - 1, column: place?.column ?? 1)
    }
    located = located.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset)
        < ($1.element.line, $1.element.column, $1.offset)
    }.map(\.element)
    if let last = located.last, issues.count > shown.count {
      let reason = IntentIssue.Reason.malformed(
        "There are \(issues.count - shown.count) more issues, which are left out.")
      located.append(
        LocatedIssue(issue: IntentIssue(reason, at: .root), line: last.line, column: last.column))
    }
    self.init(located)
  }

  /// The first thing in a text that is no JSON.
  init(_ error: JSONSyntaxError, firstLine: Int) {
    let words = JSONWords.sentence(of: JSONWords.words(of: error))
    let issue = IntentIssue(.malformed(words), at: .root)
    self.init([
      LocatedIssue(issue: issue, line: error.line + firstLine - 1, column: error.column)
    ])
  }
}

extension FormatLimits {
  var json: JSONLimits { JSONLimits(maximumBytes: maximumBytes, maximumDepth: maximumDepth) }
}
