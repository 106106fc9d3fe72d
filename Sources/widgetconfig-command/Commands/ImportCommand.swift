import ArgumentParser
import ExternalSources
import FormEngine
import IntentDocuments
import IntentModel
import IntentOptions
import JSONCodings
import Messages
import WidgetForm
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// Imports intent JSON into the store: without `--partial`, either completely or not at all.
struct ImportCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Reads intent JSON or JSON Lines into the store, all of it or nothing.",
    discussion: .help(
      examples: "import upnext.json verse.json", "import - < widgets.jsonl",
      "import upnext.json --dry-run"))

  @Argument(help: "The files, or - for standard input.", completion: .file())
  var files: [String]

  @Option(
    help: "The name to place the widget under; by default the name of its widget.",
    completion: Completions.placed)
  var name: String?

  @Flag(
    help: """
      Import the valid intents, report the others, and exit with status \(ExitStatus.findings).
      """)
  var partial = false

  @Flag(help: "Report the changes without making them.")
  var dryRun = false

  @Flag(help: "Do not ask the sources whether the imported choices are still offered.")
  var noSources = false

  @Flag(help: "Import even if definitions can no longer hold some answers of placed widgets.")
  var acceptLosses = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    var seen = Set<String>()
    for file in files where !seen.insert(file).inserted {
      throw ValidationError("The file \(file.harmless(limit: 200)) is given twice.")
    }
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    try await refusing {
      if let invalid = name.flatMap(PlacedWidget.invalidName) {
        throw CommandFailure(.usage, .placed(place: "--name", sentences: [invalid.line]))
      }
      try await placed.open()
    }
    let targets = IntentTargets(placed)
    let imported = try await refusing {
      IntentImport(
        inputs: try files.map {
          IntentImport.Input(file: InputFile.name($0), text: try InputFile.repeated($0))
        }, name: name, isPartial: partial, acceptsLosses: acceptLosses)
    }
    let findings = try await refusing {
      try await imported.run(targets, placed.store, isDryRun: dryRun)
    }
    for line in findings.done.kept { shared.remark(line(dryRun ? "would import" : "imported")) }
    if findings.done.omitted > 0 {
      let count = findings.done.omitted
      shared.remark(
        dryRun
          ? "would import \(count, "more intent", "more intents")"
          : "imported \(count, "more intent", "more intents")")
    }
    if !shared.quiet, findings.hasRemarks {
      try await SourceRun.$current.withValue(SourceRun()) {
        try await reportRemarks(of: imported, targets, count: findings.valid)
      }
    }
    let omitted = findings.count - findings.valid
    guard omitted > 0 else { return }
    throw CommandFailure(
      .findings,
      findings.lines(file: imported.files) + [
        "\(omitted) of \(findings.count) intents \(omitted, one: "is", other: "are") left out."
      ])
  }

  /// Reports warnings about imported intents: choices that are not offered now or are repeated,
  /// failed sources, and families that the widget does not list.
  ///
  /// Data that many intents need is requested from a source only once, and a failure of the source
  /// is reported only once.
  private func reportRemarks(
    of imported: IntentImport, _ targets: IntentTargets, count: Int
  ) async throws {
    let progress = ProgressLine(isShown: !shared.quiet, words: shared.words)
    defer { progress.clear() }
    var (number, failures): (Int, [OptionsError]) = (0, [])
    var sources: [String: RoutingOptionsProvider] = [:]
    func source(of widget: ConfigurableWidget) -> RoutingOptionsProvider {
      let key = "\(widget.definitionPath) \(widget.entry ?? "") \(widget.schema.intent.typeName)"
      if let known = sources[key] { return known }
      let source = widget.cachedRouter
      sources[key] = source
      return source
    }
    var targets = targets
    try await imported.eachPart(&targets) { part, file, found in
      for item in found {
        let document = item.document
        number += 1
        for remark in imported.remarks(on: item, of: file, shared.words) {
          progress.clear()
          shared.remark(remark)
        }
        guard !noSources,
          item.widget.schema.intent.parameters.contains(where: \.options.isDynamic)
        else { continue }
        progress.show(
          dryRun
            ? "Asking sources: \(number) of \(count, "intent", "intents") … ^C stops"
            : "Stored. Asking sources: \(number) of \(count, "intent", "intents") … ^C stops")
        let state = await FormDriver.opened(
          FormState(
            shared.setup(of: item.widget, families: WidgetFamily.allCases), draft: document.draft,
            family: document.family),
          provider: source(of: item.widget))
        let new = state.failures.filter { !failures.contains($0.value) }
        failures += new.values
        let failed = new.sorted { $0.key < $1.key }.map { name, error in
          IntentIssue(error, at: .parameter(name))
        }
        let issues = state.missingIssues + state.unknownIssues + failed
        guard !issues.isEmpty else { continue }
        let located = IntentJSON.locate(issues, in: part.bytes, line: item.line)
        progress.clear()
        for line in located.errors(file: file).lines { shared.remark(line) }
      }
    }
  }

  /// The result of a body; a failure also reports that nothing was imported.
  private func refusing<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let failure as CommandFailure {
      throw CommandFailure(failure.status, failure.lines + ["Nothing is imported."])
    }
  }
}
