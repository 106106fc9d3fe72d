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
    discussion: """
      A folder is searched for definitions and widgets. The exit status is 1 when there is an \
      error, and with --strict also when there is a warning.
      """)

  @Argument(
    help: "Definitions, string tables, widget.json files, widgets or folders; - for standard input."
  )
  var files: [String]

  @Option(help: "text, json, or github for annotations of GitHub Actions.")
  var format: FindingFormat = .text

  @Flag(help: "Exit with status 1 for warnings too.")
  var strict = false

  @OptionGroup var shared: SharedOptions

  func run() throws {
    var contents: [String: [UInt8]] = [:]
    if files.contains("-") { contents[InputFile.standardInputName] = try InputFile.bytes("-") }
    let library = WidgetLibrary(shared)
    let report = FileCheck.run(
      paths: try files.map { file in
        file == "-" ? InputFile.standardInputName : try library.path(of: file)
      }, contents: contents, sources: library.sourceCheck)
    switch format {
    case .text: ReportPrinting(shared).write(report.lines(in: shared.words.language))
    case .json: Terminal.writeJSON(try report.json(in: shared.words.language))
    case .github:
      Terminal.writeAnnotations(report.annotations(in: shared.words.language))
    }
    shared.remark(.verbatim(report.summary(in: shared.words.language)))
    if report.fails(strict: strict) { throw CommandFailure(.findings, []) }
  }
}
