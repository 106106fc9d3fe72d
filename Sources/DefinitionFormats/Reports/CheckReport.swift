import IntentModel
package import JSONC
public import Messages

/// How findings are printed.
package enum FindingFormat: String, Sendable, CaseIterable {
  case text, json, github
}

/// The help of the options that every command with findings has.
package enum FindingHelp {
  package static let format = formats(json: "\(FindingFormat.json)")
  /// The help for a report with an object for each finding.
  package static let lineFormat = formats(json: "\(FindingFormat.json) (one object per line)")

  private static func formats(json: String) -> String {
    """
    \(FindingFormat.text), \(json), or \(FindingFormat.github) for annotations of GitHub Actions.
    """
  }

  package static let baseline = """
    A file with known findings, which are left out; only new ones count.
    """
  package static let writeBaseline =
    "Write all findings to a file for --baseline, and nothing else."
  package static let quiet = "Print only results and errors."
}

/// What a command with findings did with a baseline.
extension Message {
  package static func findingsWritten(count: Int, baseline: String) -> Message {
    "\(count, "finding", "findings") written to \(name: baseline)."
  }
  package static func findingsKnown(count: Int, baseline: String) -> Message {
    "\(count, "finding is", "findings are") in \(name: baseline)."
  }
}

extension CheckReport {
  /// The report for people, in English.
  package var lines: [ReportLine] { lines(in: .english) }

  /// The counts as a sentence, in English.
  public var summary: String { summary(in: .english) }

  /// The findings as annotations for GitHub Actions, in English.
  public var annotations: [String] { annotations(in: .english) }

  /// The report for people: the findings grouped by file, one line each.
  ///
  /// Files without findings are omitted.
  package func lines(in language: MessageLanguage) -> [ReportLine] {
    var lines: [ReportLine] = []
    var file: String?
    let width = findings.map { Self.place(of: $0).count }.max() ?? 0
    let severities = IntentIssue.Severity.allCases.map { $0.message.text(in: language) }
    let severityWidth = (severities.map { displayWidth($0) }.max() ?? 0) + 1
    for finding in findings {
      if finding.file != file {
        if file != nil { lines.append(ReportLine("")) }
        lines.append(ReportLine(finding.file, .heading))
        file = finding.file
      }
      lines.append(Self.line(finding, width: width, severityWidth: severityWidth, language))
      let margin = String(repeating: " ", count: width + 2)
      lines += FormatError.indented(finding.excerpt).map { ReportLine(margin + $0, .secondary) }
    }
    return lines
  }

  /// The counts as a sentence, such as "2 errors and 1 warning in 3 files".
  public func summary(in language: MessageLanguage) -> String {
    let counts = IntentIssue.Severity.allCases.compactMap { severity -> String? in
      let count = count(of: severity)
      let message: Message =
        switch severity {
        case .error: "\(count, "error", "errors")"
        case .warning: "\(count, "warning", "warnings")"
        case .note: "\(count, "note", "notes")"
        }
      return count == 0 ? nil : message.text(in: language)
    }
    let found =
      counts.isEmpty
      ? Message("Nothing found").text(in: language)
      : counts.formattedList(joint: Message(" and ").text(in: language))
    return Message("\(found) in \(files.count, "file", "files").").text(in: language)
  }

  /// The findings as annotations for GitHub Actions, one workflow command each.
  ///
  /// Signs with a meaning for the runner are escaped.
  public func annotations(in language: MessageLanguage) -> [String] {
    findings.map { $0.annotation(in: language) }
  }

  private static func place(of finding: CheckFinding) -> String {
    [finding.line, finding.column].compactMap { $0.map(String.init) }.joined(separator: ":")
  }

  private static func line(
    _ finding: CheckFinding, width: Int, severityWidth: Int, _ language: MessageLanguage
  ) -> ReportLine {
    let place = place(of: finding).padded(to: width)
    let severity = finding.severity.message.text(in: language).padded(to: severityWidth)
    return ReportLine([
      .init("  \(place)  ", .secondary), .init(severity, finding.severity.role),
      .init(" " + finding.text(in: language) + " "), .init(finding.code, .secondary),
    ])
  }
}

extension CheckFinding {
  /// The finding as an annotation for GitHub Actions.
  package func annotation(in language: MessageLanguage) -> String {
    var properties = ["file=" + Self.escapedProperty(file)]
    if let line { properties.append("line=\(line)") }
    if let column { properties.append("col=\(column)") }
    properties.append("title=" + Self.escapedProperty(code))
    let command = severity == .note ? "notice" : severity.rawValue
    return
      "::\(command) \(properties.joined(separator: ","))::\(Self.escaped(text(in: language)))"
  }

  private static func escapedProperty(_ text: String) -> String { escaped(text, besides: ":,") }

  /// The text with percent signs, line breaks and the given signs written as `%` and two digits.
  ///
  /// Works on scalars, because a carriage return and a line feed form a single character, and so do
  /// a sign and a combining mark.
  private static func escaped(_ text: String, besides others: String = "") -> String {
    let signs = ("%\r\n" + others).unicodeScalars
    return text.unicodeScalars.reduce(into: "") { escaped, scalar in
      if signs.contains(scalar) {
        escaped += "%" + scalar.value.hexadecimal(digits: 2, uppercase: true)
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
  }
}

extension [String] {
  /// The texts as a list in a sentence.
  fileprivate func formattedList(joint: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + joint + last
  }
}

extension CheckReport {
  private static let coding = ObjectCoding<(report: CheckReport, language: MessageLanguage)>([
    .integer("files") { $0.report.files.count },
    .integer("errors") { $0.report.count(of: .error) },
    .integer("warnings") { $0.report.count(of: .warning) },
    .integer("notes") { $0.report.count(of: .note) },
    .list("findings", of: CheckFinding.coding) { subject in
      subject.report.findings.map { ($0, subject.language) }
    },
  ])

  /// The JSON Schema of the report as JSON.
  package static let schema = coding.schema

  /// The report as JSON for scripts, in the style ``JSONStyle/pretty``.
  ///
  /// It has the number of files, the number of findings of each severity, and an object for each
  /// finding. A finding omits members that do not apply to it: a finding that concerns a whole file
  /// has no line and no column.
  public func json(in language: MessageLanguage = .english) -> String {
    jsonValue(in: language).reportText(.pretty)
  }

  /// The report as a value, for inclusion in other reports.
  package func jsonValue(in language: MessageLanguage = .english) -> JSONValue {
    Self.coding.json((self, language))
  }
}

extension CheckFinding {
  fileprivate static let coding = ObjectCoding<(finding: CheckFinding, language: MessageLanguage)>([
    .text("file") { $0.finding.file },
    .integer(optional: "line") { $0.finding.line },
    .integer(optional: "column") { $0.finding.column },
    .value("severity", SchemaPart.word(IntentIssue.Severity.self)) {
      .string($0.finding.severity.rawValue)
    },
    .text("code") { $0.finding.code },
    .text(optional: "subject") { $0.finding.subject?.text(in: $0.language) },
    .text(optional: "language") { $0.finding.language },
    .texts(optional: "languages") { $0.finding.languages },
    .texts(optional: "keys") { $0.finding.keys },
    .text("sentence") { $0.finding.message.text(in: $0.language) },
    .text("remedy") { $0.finding.advice.text(in: $0.language) },
    .text(optional: "excerpt") { $0.finding.excerpt },
  ])

  /// The finding as JSON on one line, without a newline.
  package func jsonLine(in language: MessageLanguage) -> String {
    Self.coding.json((self, language)).reportText(.compact)
  }
}
