import DefinitionFormats
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@Suite("Check reports")
struct CheckReportTests {
  private let report = CheckReport(
    files: ["b.json", "a.json", "c.json"],
    findings: [
      CheckFinding(
        file: "a.json", line: 12, column: 3, severity: .warning, code: "chain",
        sentence: "100% wrong.", remedy: "Say: a, b."),
      CheckFinding(
        file: "a.json", line: 2, column: 30, severity: .error, code: "loop", sentence: "A loop.",
        remedy: "Cut it."),
      CheckFinding(
        file: "b.json", severity: .note, code: "no-row", sentence: "Two\nlines.", remedy: ""),
    ])

  @Test("text is grouped by file, in the order of files, lines and columns")
  func text() {
    #expect(
      report.lines.map(\.text) == [
        "b.json", "        note     Two\nlines. no-row", "", "a.json",
        "  2:30  error    A loop. Cut it. loop",
        "  12:3  warning  100% wrong. Say: a, b. chain",
      ])
    let roles = report.lines.flatMap(\.spans).map(\.role)
    #expect(roles.contains(.error) && roles.contains(.warning) && roles.contains(.note))
  }

  @Test("severities and counts are English in every language")
  func otherLanguages() {
    let texts = report.lines(in: MessageLanguage(locale: "ja")).map(\.text).filter {
      $0.hasPrefix("  ")
    }
    #expect(
      texts == [
        "        note     Two\nlines. no-row", "  2:30  error    A loop. Cut it. loop",
        "  12:3  warning  100% wrong. Say: a, b. chain",
      ])
    #expect(report.summary(in: MessageLanguage(locale: "de")) == report.summary)
  }

  @Test("the summary counts, in words")
  func summary() {
    #expect(report.summary == "1 error, 1 warning and 1 note in 3 files.")
    #expect(CheckReport(files: ["a"], findings: []).summary == "Nothing found in 1 file.")
    #expect(CheckReport(files: [], findings: []).lines == [])
    let two = CheckReport(files: ["a"], findings: Array(report.findings.suffix(1)))
    #expect(two.summary == "1 warning in 1 file.")
  }

  @Test("annotations escape the runner's commands")
  func annotations() {
    #expect(
      report.annotations == [
        "::notice file=b.json,title=no-row::Two%0Alines.",
        "::error file=a.json,line=2,col=30,title=loop::A loop. Cut it.",
        "::warning file=a.json,line=12,col=3,title=chain::100%25 wrong. Say: a, b.",
      ])
    let odd = CheckFinding(
      file: "a,b:c%.json", severity: .error, code: "x", sentence: "S.\r", remedy: "")
    #expect(
      CheckReport(files: [], findings: [odd]).annotations == [
        "::error file=a%2Cb%3Ac%25.json,title=x::S.%0D"
      ])
  }

  @Test("JSON has the counts and every part of a finding")
  func json() {
    #expect(
      CheckReport(files: ["a.json"], findings: Array(report.findings.prefix(2))).json() == """
        {
          "files": 1,
          "errors": 1,
          "warnings": 0,
          "notes": 1,
          "findings": [
            {
              "file": "a.json",
              "line": 2,
              "column": 30,
              "severity": "error",
              "code": "loop",
              "sentence": "A loop.",
              "remedy": "Cut it."
            },
            {
              "file": "b.json",
              "severity": "note",
              "code": "no-row",
              "sentence": "Two\\nlines.",
              "remedy": ""
            }
          ]
        }

        """)
  }

  @Test("equal findings are reported once")
  func distinct() {
    let twice = CheckReport(files: [], findings: report.findings + report.findings)
    #expect(twice.findings == CheckReport(files: [], findings: report.findings).findings)
  }
}
