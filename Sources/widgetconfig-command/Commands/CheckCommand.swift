import ArgumentParser
import DefinitionFormats
import FormEngine
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading

extension FindingFormat: ExpressibleByArgument {}

/// Checks definitions, `widget.json` files and string tables.
struct CheckCommand: SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Finds problems in definitions, string tables and \(WidgetFolder.manifestName) files.",
    discussion: .help(
      """
      A folder is searched for definitions and widgets. The exit status is \(ExitStatus.findings) \
      when there is an error, and with --strict also when there is a warning. A file \
      \(CheckSettings.fileName) next to the files, or in a folder above them, sets severities and \
      leaves findings out; widgetconfig schema check prints its JSON Schema. --explain CODE \
      explains a code.
      """,
      examples: "check .", "check Intents/UpNext --strict", "check --explain stale-translation"))

  @Argument(
    help: """
      Definitions, string tables, \(WidgetFolder.manifestName) files, widgets or folders; - for \
      standard input.
      """,
    completion: Completions.widgets)
  var files: [String] = []

  @Option(help: ArgumentHelp(FindingHelp.format))
  var format: FindingFormat = .text

  @Flag(help: "Exit with status \(ExitStatus.findings) for warnings too.")
  var strict = false

  @Option(
    help: ArgumentHelp(FindingHelp.baseline),
    completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp(FindingHelp.writeBaseline), completion: .file())
  var writeBaseline: String?

  @Flag(help: "Remove from the file of --baseline the findings that no longer occur.")
  var pruneBaseline = false

  @Option(
    help: """
      Explain a code of findings instead of checking files; \(CheckCommand.allCodes) explains all \
      codes.
      """,
    completion: .list(FindingCode.all.map(\.name) + [CheckCommand.allCodes]))
  var explain: String?

  @OptionGroup var shared: SharedOptions

  /// The word that means all codes.
  private static let allCodes = "all"

  func validate() throws {
    if files.isEmpty, explain == nil {
      throw ValidationError("Missing expected argument '<files> ...'")
    }
    if pruneBaseline, baseline == nil {
      throw ValidationError(.argumentsGoWith(arguments: "--prune-baseline", others: "--baseline"))
    }
    if baseline != nil, writeBaseline != nil {
      throw ValidationError(
        .argumentDoesNotGoWith(argument: "--write-baseline", others: "--baseline"))
    }
  }

  /// Prints the meaning of a code.
  private func printMeaning(of name: String) throws {
    guard name != Self.allCodes else {
      return Terminal.writeSentences(FindingCode.all.map { "\($0.name): \($0.meaning)" })
    }
    guard let code = FindingCode.named(name) else {
      throw CommandFailure(
        .usage,
        [
          .sentences([
            "No finding has the code “\(name: name)”.",
            .suggestion(for: name, among: FindingCode.all.map(\.name)),
          ])
        ])
    }
    Terminal.writeSentences(["\(code.name): \(code.meaning)"])
  }

  func run() throws {
    if let explain { return try printMeaning(of: explain) }
    let library = try WidgetLibrary(shared, for: files)
    let paths = try files.map { file in
      file == InputFile.standardInput ? InputFile.standardInputName : try library.path(of: file)
    }
    var contents: [String: [UInt8]] = [:]
    if files.contains(InputFile.standardInput) {
      contents[InputFile.standardInputName] = try InputFile.bytes(InputFile.standardInput)
    }
    // Definitions and widgets in a folder are checked, whether or not there is Swift next to them.
    for path in paths
    where contents[path] == nil && SwiftSource.isSwift(path)
      && (path.hasSuffix(SwiftSource.ending) || FolderSearch(path).elements.isEmpty)
    {
      contents[path] = try SwiftSource.json(
        of: path, language: shared.language, environment: library.environment,
        build: library.build)
    }
    for path in paths where contents[path] == nil {
      guard let file = SwiftSource.widgetIntent(in: path), !paths.contains(file) else { continue }
      let inner = String(
        file.hasPrefix(path) ? file.dropFirst(path.count).drop { $0 == "/" } : file[...])
      shared.remark(
        .placed(
          place: path,
          sentences: [
            """
            It has definitions, so its App Intents, such as those in “\(name: inner)”, are not \
            checked.
            """,
            "Give their files as well.",
          ]))
    }
    var report = FileCheck.run(
      paths: paths, contents: contents, sources: library.sourceCheck
    ).withSettings()
    if let writeBaseline {
      try OutputFile.write(
        CheckBaseline(report, path: writeBaseline).text(), to: writeBaseline)
      let count = report.findings.count
      return shared.remark(.findingsWritten(count: count, baseline: writeBaseline))
    }
    if let baseline {
      var known: CheckBaseline
      do {
        known = try CheckBaseline(try InputFile.bytes(baseline), file: baseline)
      } catch let error as FormatErrors {
        throw CommandFailure(.usage, error.lines)
      }
      let whole = report
      report = known.new(in: report, path: baseline)
      let left = whole.findings.count - report.findings.count
      if left > 0 {
        shared.remark(.findingsKnown(count: left, baseline: baseline))
      }
      let fixed = known.prune(to: whole, path: baseline)
      if pruneBaseline, fixed > 0 {
        try OutputFile.write(known.text(), to: baseline)
        shared.remark(
          """
          \(fixed, "finding", "findings") of \(name: baseline) \(fixed, one: "is", other: "are") \
          fixed and removed.
          """
        )
      } else if fixed > 0 {
        shared.remark(
          """
          \(fixed, "finding", "findings") of \(name: baseline) \(fixed, one: "is", other: "are") \
          fixed; --prune-baseline removes \(fixed, one: "it", other: "them").
          """)
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
