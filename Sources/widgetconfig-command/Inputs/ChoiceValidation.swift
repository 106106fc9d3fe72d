import ExternalSources
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import IntentOptions
import JSONCodings
import Messages
import WidgetForm
import WidgetFormats
import WidgetLoading
import WidgetTimeline

/// Validates intents one by one, and checks with the sources of their widgets whether the choices
/// are still offered.
struct ChoiceValidation {
  private let command: ValidateCommand
  private let schemas: [IntentSchema]
  /// The form setups and the sources, by the intent's type name.
  private let forms: [String: (setup: FormSetup, source: RoutingOptionsProvider)]
  private let lists = SourceRun()

  init(_ command: ValidateCommand, _ schemas: [IntentSchema]) throws {
    self.command = command
    self.schemas = schemas
    let library = try WidgetLibrary(command.shared, for: [command.definition])
    var forms: [String: (setup: FormSetup, source: RoutingOptionsProvider)] = [:]
    for schema in schemas {
      // Standard input has no `widget.json` next to it.
      guard command.definition != InputFile.standardInput else { continue }
      let widget = try library.widget(
        ofDefinition: command.definition, intent: schema.intent.name)
      guard !widget.providers.isEmpty else { continue }
      let setup = command.shared.setup(of: widget, families: WidgetFamily.allCases)
      forms[schema.intent.typeName] = (setup, widget.cachedRouter)
    }
    let hasChoices = schemas.contains { $0.intent.parameters.contains(where: \.options.isDynamic) }
    guard !forms.isEmpty || !hasChoices else {
      throw CommandFailure(
        .usage,
        .placed(
          place: command.definition,
          sentences: [
            """
            There are no sources of options for --resolve to ask. Name them under \
            “\(WidgetManifest.Key.options.rawValue)” in the \(WidgetFolder.manifestName) beside \
            the definition.
            """
          ]))
    }
    self.forms = forms
  }

  /// Validates all intents of the file.
  ///
  /// - Throws: `CommandFailure` with the status for findings or for failed sources.
  func run(into report: ValidationReport) async throws {
    let bytes = try InputFile.bytes(command.file)
    let family = try WidgetFamily.chosen(command.family)
    var failed: [OptionsError] = []
    var unknown = UnknownChoices()
    await IntentJSON.readAll(
      bytes, schemas: schemas, defaultFamily: family
    ) { document in
      guard let state = await form(of: document) else { return [] }
      failed += state.failures.sorted { $0.key < $1.key }.map(\.value).filter { failure in
        !failed.contains(failure)
      }
      unknown.add(state.unknownIssues)
      return state.missingIssues
    } into: { line in
      var results = IntentStream.Results()
      switch line.result {
      case .success(let document):
        results.valid = 1
        if let schema = schemas.first(where: { $0.intent.typeName == document.typeName }) {
          results.remarks = document.remarks(
            under: schema, in: Array(bytes[line.place]), firstLine: line.number,
            file: command.fileName, defaultFamily: family)
        }
      case .failure(let problem):
        results.invalid = 1
        results.errors = problem.errors(file: command.fileName).errors
      }
      report.take(results)
      return true
    }
    report.finish()
    for line in unknown.lines { command.shared.remark(line) }
    let lines = failed.map(\.line)
    if report.hasFindings { throw CommandFailure(.findings, lines) }
    if !lines.isEmpty { throw CommandFailure(.provider, lines) }
  }

  /// A form that was opened with a document and whose requests have finished; nil if the intent has
  /// no sources.
  private func form(of document: IntentJSON.Document) async -> FormState? {
    guard let form = forms[document.typeName] else { return nil }
    // The lists are shared, because many intents need the same ones.
    return await SourceRun.$current.withValue(lists) {
      await FormDriver.opened(
        FormState(form.setup, draft: document.draft, family: document.family),
        provider: form.source)
    }
  }
}

extension ConfigurableWidget {
  /// The sources of the widget; their responses are kept while the command runs, because many
  /// intents cause the same requests.
  var cachedRouter: RoutingOptionsProvider {
    RoutingOptionsProvider(name: name, providers.mapValues { Self.cached($0) })
  }

  private static func cached(_ provider: some OptionsProvider) -> any OptionsProvider {
    provider.cached(for: .seconds(3_600))
  }
}

/// The choices for which no source can tell whether they are still offered, counted by parameter.
private struct UnknownChoices {
  private var counts: [String: Int] = [:]
  private var examples: [String: IntentIssue] = [:]

  mutating func add(_ issues: [IntentIssue]) {
    for issue in issues {
      guard case .key(let name)? = issue.path.components.dropFirst().first else { continue }
      counts[name, default: 0] += 1
      if examples[name] == nil { examples[name] = issue }
    }
  }

  /// A line for each parameter, with the first choice and the number of the others.
  var lines: [Message] {
    counts.sorted { $0.key < $1.key }.compactMap { name, count -> Message? in
      guard let example = examples[name] else { return nil }
      let more =
        count == 1
        ? [] : [Message("The same applies to \(count - 1, "more choice", "more choices").")]
      return .placed(
        place: name, sentences: [example.message] + more + [example.advice])
    }
  }
}
