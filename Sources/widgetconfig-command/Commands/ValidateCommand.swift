import ArgumentParser
import DefinitionFormats
import Foundation
import IntentDocuments
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading

/// Validates intents against a definition while they are read.
struct ValidateCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks intents, JSON or JSON Lines, against a definition.",
    discussion: .help(
      """
      Prints one line for each problem: file, line, column, path, value, rule and remedy. A \
      problem with the syntax of JSON also shows the text, with a caret at the place. The exit \
      status is \(ExitStatus.done) if all intents are valid, \(ExitStatus.findings) if one is not, \
      and \(ExitStatus.provider) if --resolve finds a source that fails.
      """,
      examples: "validate Intents/UpNext intents.jsonl",
      "validate App.intentdefinition - < intent.json",
      "validate Intents/UpNext intents.jsonl --format json"))

  @Argument(
    help: .definitionInput,
    completion: Completions.widgets)
  var definition: String

  @Argument(help: "The file with the intents, or - for standard input.", completion: .file())
  var file = InputFile.standardInput

  @Option(
    help: "The expected intent; by default any intent of the definition.",
    completion: Completions.intents)
  var intent: String?

  @Option(
    help: "The family of intents that do not name a family, such as systemMedium.",
    completion: Completions.families)
  var family: String?

  @Option(name: .shortAndLong, help: "How many threads to use; by default one for each core.")
  var jobs: Int?

  @Flag(help: "Write the valid intents to standard output in canonical form, as JSON Lines.")
  var canonical = false

  @Option(
    help: ArgumentHelp(FindingHelp.lineFormat))
  var format: FindingFormat = .text

  @Flag(help: "Also ask the sources of options whether they still offer the choices.")
  var resolve = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try ValidationError.check("--jobs", jobs, in: 1...256)
    if resolve, canonical {
      throw ValidationError(
        .argumentDoesNotGoWith(argument: "--resolve", others: "--canonical"),
        "Run one after the other.")
    }
    if definition == InputFile.standardInput, file == InputFile.standardInput {
      throw ValidationError(.oneStandardInput)
    }
  }

  func run() async throws {
    let report = ValidationReport(
      writesCanonicalForm: canonical, isQuiet: shared.quiet, words: shared.words, format: format)
    if let family = try WidgetFamily.chosen(family), !family.isKnown {
      let issue = IntentIssue(.unknownFamily(family.rawValue), at: .root)
      shared.remark(.placed(place: "--family", sentences: [issue.message, issue.advice]))
    }
    let heard = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      SignalHandler(number) { report.interrupt(by: number) }
    }
    defer { for signal in heard { signal.stop() } }
    let unconfigured = try unconfiguredSchemas()
    let schemas = try schemas(unconfigured)
    if resolve { return try await ChoiceValidation(self, schemas).run(into: report) }
    var stream = IntentStream(
      schemas: schemas, file: fileName, defaultFamily: try WidgetFamily.chosen(family),
      writesCanonicalForm: canonical,
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    if intent == nil { stream.formerSchemas = unconfigured.schemas }
    let input = try InputFile.pieces(file)
    do {
      try stream.run(
        from: input,
        into: { results in
          report.take(results)
          return true
        })
    } catch let failure as CommandFailure {
      report.finish(isWhole: false)
      throw failure
    }
    report.finish()
    if report.hasFindings { throw CommandFailure(.findings, []) }
  }

  /// The name of the text in messages.
  var fileName: String { InputFile.name(file) }

  /// The schemas that the widgets would have without a configuration, and whether the folder has no
  /// definition, so that none of the widgets has a configuration.
  ///
  /// Like `import`, this command accepts an intent from before a widget was configurable.
  private func unconfiguredSchemas() throws -> (schemas: [IntentSchema], isStatic: Bool) {
    guard definition != InputFile.standardInput,
      let bundle = try WidgetLibrary(shared, for: [definition]).manifests(of: definition)
    else {
      return ([], false)
    }
    let schemas = bundle.widgets.map { manifest in
      let intent = manifest.staticIntent
      return IntentSchema(intent, in: IntentDefinitionFile(intents: [intent]))
    }
    return (schemas, WidgetFolder(path: bundle.folder).definitions.isEmpty)
  }

  private func schemas(
    _ unconfigured: (schemas: [IntentSchema], isStatic: Bool)
  ) throws -> [IntentSchema] {
    if unconfigured.isStatic, intent == nil { return unconfigured.schemas }
    let input = try DefinitionInput(definition, shared)
    let file = input.reading.file
    if let intent {
      return [IntentSchema(try file.intent(chosen: intent, path: input.path), in: file)]
    }
    guard !file.intents.isEmpty else { throw LoadingError(.noIntents, of: input.path) }
    return file.intents.map { IntentSchema($0, in: file) }
  }
}
