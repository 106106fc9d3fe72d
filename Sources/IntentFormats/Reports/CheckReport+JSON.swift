import IntentModel
import JSONC

extension CheckReport {
  private enum Key: String, JSONKey { case files, errors, warnings, notes, findings }
  private enum FindingKey: String, JSONKey {
    case file, line, column, severity, code, sentence, remedy, excerpt
  }

  /// The report as JSON, for scripts: two-space indent, final newline.
  ///
  ///     {
  ///       "files": 1, "errors": 1, "warnings": 0, "notes": 0,
  ///       "findings": [
  ///         { "file": "X.intentdefinition", "line": 12, "column": 5, "severity": "error",
  ///           "code": "dangling-enum", "sentence": "…", "remedy": "…" }
  ///       ]
  ///     }
  ///
  /// A finding about a file as a whole has neither line nor column. One about a text that is no JSON
  /// also has an `excerpt`: the line, a line feed, and a caret below it.
  /// - Throws: `FormatError` never in practice: there are no numbers but whole ones.
  public func json() throws(FormatError) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.files, files.count)
    builder.set(.errors, count(of: .error))
    builder.set(.warnings, count(of: .warning))
    builder.set(.notes, count(of: .note))
    builder.set(.findings, JSONValue.array(findings.map(Self.json)))
    return try builder.value.text(.pretty)
  }

  private static func json(_ finding: CheckFinding) -> JSONValue {
    var builder = JSONBuilder<FindingKey>()
    builder.set(.file, finding.file)
    builder.set(.line, finding.line)
    builder.set(.column, finding.column)
    builder.set(.severity, finding.severity.rawValue)
    builder.set(.code, finding.code)
    builder.set(.sentence, finding.sentence)
    builder.set(.remedy, finding.remedy)
    builder.set(.excerpt, finding.excerpt)
    return builder.value
  }
}
