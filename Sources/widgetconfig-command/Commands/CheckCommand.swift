import ArgumentParser
import DefinitionFormats
import FormEngine
import Messages
import WidgetFormats
import WidgetLoading

/// How findings are printed.
enum FindingFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, github
}

/// Checks definitions, `widget.json` files and string tables.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds what is wrong in definitions, string tables and widget.json files.",
    discussion: .help(
      """
      A folder is searched for definitions and widgets. The exit status is 1 when there is an \
      error, and with --strict also when there is a warning. A file check.json beside the files, or \
      in a folder above them, sets severities and leaves findings out: widgetconfig schema check.
      """,
      examples: "check .", "check Intents/UpNext --strict",
      "check App.intentdefinition --format github"))

  @Argument(
    help:
      "Definitions, string tables, widget.json files, widgets or folders; - for standard input.",
    completion: Completions.widgets)
  var files: [String]

  @Option(help: "text, json, or github for annotations of GitHub Actions.")
  var format: FindingFormat = .text

  @Flag(help: "Exit with status 1 for warnings too.")
  var strict = false

  @Option(
    help: "A file with known findings, which are left out; only new ones count.",
    completion: .file())
  var baseline: String?

  @Option(
    help: "Write all findings to a file for --baseline, and nothing else.", completion: .file())
  var writeBaseline: String?

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if baseline != nil, writeBaseline != nil {
      throw ValidationError(
        .argumentDoesNotGoWith(argument: "--write-baseline", others: "--baseline"))
    }
  }

  func run() throws {
    var contents: [String: [UInt8]] = [:]
    if files.contains("-") { contents[InputFile.standardInputName] = try InputFile.bytes("-") }
    let library = WidgetLibrary(shared)
    var report = FileCheck.run(
      paths: try files.map { file in
        file == "-" ? InputFile.standardInputName : try library.path(of: file)
      }, contents: contents, sources: library.sourceCheck
    ).withSettings()
    if let writeBaseline {
      try OutputFile.write(
        CheckBaseline(report, path: writeBaseline).text(), to: writeBaseline)
      let count = report.findings.count
      return shared.remark("\(count, "finding", "findings") written to \(name: writeBaseline).")
    }
    if let baseline {
      let known: CheckBaseline
      do {
        known = try CheckBaseline(try InputFile.bytes(baseline), file: baseline)
      } catch let error as FormatErrors {
        throw CommandFailure(.usage, error.lines)
      }
      let all = report.findings.count
      report = known.new(in: report, path: baseline)
      let left = all - report.findings.count
      if left > 0 {
        shared.remark("\(left, "finding is", "findings are") in \(name: baseline).")
      }
    }
    switch format {
    case .text: ReportPrinting(shared).write(report.lines)
    case .json: Terminal.writeJSON(report.json())
    case .github:
      Terminal.writeAnnotations(report.annotations)
    }
    shared.remark(.verbatim(report.summary))
    if report.fails(strict: strict) { throw CommandFailure(.findings, []) }
  }
}
