import ArgumentParser
import DefinitionFormats
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import IntentOptions
import Messages
import WidgetForm
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// Imports intent JSON into the store, all or nothing.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Reads intent JSON or JSON Lines into the store, all of it or nothing.")

  @Argument(help: "The file, or - for standard input.", completion: .file())
  var file: String

  @Option(
    help: "The name to place the widget under; by default that of its widget.",
    completion: Completions.placed)
  var name: String?

  @Flag(help: "Import what is valid, report what is left out, and exit with status 1.")
  var partial = false

  @Flag(help: "Report what would be done, and change nothing.")
  var dryRun = false

  @Flag(help: "Import although definitions can no longer hold some answers of placed widgets.")
  var acceptLosses = false

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let (bytes, widgets, reading) = try await refusing {
      if let invalid = name.flatMap(PlacedWidget.invalidName) {
        throw CommandFailure(.usage, .placed(place: "--name", sentences: [invalid.line]))
      }
      try await placed.open()
      let bytes = try InputFile.bytes(file)
      let reading = try await IntentTargets(placed, for: bytes, name: name).read(
        bytes, file: fileName, name: name, isPlacing: true)
      let (widgets, clashes) = placedWidgets(reading.found)
      let problems = partial && !widgets.isEmpty ? clashes : reading.problems + clashes
      guard problems.isEmpty else { throw CommandFailure(.findings, problems) }
      guard !widgets.isEmpty else {
        throw CommandFailure(
          .findings, .placed(place: fileName, sentences: ["There is no intent in the file."]))
      }
      try await PlacedWidgets.asked { () async throws(StoreError) in
        if dryRun {
          try await placed.store.check(widgets)
        } else {
          try await placed.store.saveAll(widgets)
        }
      }
      return (bytes, widgets, reading)
    }
    if !shared.quiet { await reportWarnings(reading.found, in: bytes) }
    for widget in widgets {
      let (name, intent, family) = (widget.name, widget.intent, widget.family.rawValue)
      shared.remark(
        dryRun
          ? "would import \(name) (\(intent), \(family))"
          : "imported \(name) (\(intent), \(family))")
    }
    let omitted = reading.count - reading.found.count
    guard omitted > 0 else { return }
    throw CommandFailure(
      .findings,
      reading.problems + [
        "\(omitted) of \(reading.count) intents \(omitted, one: "is", other: "are") left out."
      ])
  }

  /// Reports what is imported despite warnings: choices that are not offered now or repeated,
  /// failed sources, and families that the widget does not list.
  ///
  /// A source is asked once for what many intents need.
  private func reportWarnings(_ found: [IntentTargets.Found], in bytes: [UInt8]) async {
    var sources: [String: RoutingOptionsProvider] = [:]
    func source(of widget: ConfigurableWidget) -> RoutingOptionsProvider {
      let key = "\(widget.definitionPath) \(widget.entry ?? "") \(widget.schema.intent.typeName)"
      if let known = sources[key] { return known }
      let providers = widget.providers.mapValues { provider -> any OptionsProvider in
        Self.cached(provider)
      }
      let source = RoutingOptionsProvider(name: widget.name, providers)
      sources[key] = source
      return source
    }
    for item in found {
      let document = item.document
      if let remark = item.widget.remark(onFamily: document.family) {
        shared.remark(.placed(place: fileName, sentences: [remark]))
      }
      let repetitions = item.widget.schema.remarksOnRepeatedChoices(
        in: document.draft, words: shared.words, name: \.name)
      for line in repetitions {
        shared.remark(.placed(place: fileName, sentences: [line]))
      }
      guard item.widget.schema.intent.parameters.contains(where: \.options.isDynamic) else {
        continue
      }
      let state = await FormDriver.opened(
        FormState(
          shared.setup(of: item.widget, families: WidgetFamily.allCases), draft: document.draft,
          family: document.family),
        provider: source(of: item.widget))
      let failed = state.failures.sorted { $0.key < $1.key }.map { name, error in
        IntentIssue(error, at: .parameter(name))
      }
      let issues = state.missingIssues + state.unknownIssues + failed
      guard !issues.isEmpty else { continue }
      let located = IntentJSON.locate(issues, in: bytes, line: item.line)
      for line in located.errors(file: fileName).lines { shared.remark(line) }
    }
  }

  /// A source whose answers are kept while the command runs.
  private static func cached(_ provider: some OptionsProvider) -> any OptionsProvider {
    provider.cached(for: .seconds(3_600))
  }

  /// The result of the body; adds to its failures that nothing was imported.
  private func refusing<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let failure as CommandFailure {
      throw CommandFailure(failure.status, failure.lines + ["Nothing is imported."])
    }
  }

  /// The name of the file in messages.
  private var fileName: String { InputFile.name(file) }

  /// The placed widgets to store, and the problems with names that occur more than once.
  private func placedWidgets(
    _ found: [IntentTargets.Found]
  ) -> (widgets: [PlacedWidget], clashes: [Message]) {
    var seen = Set<String>()
    var clashes = LimitedProblems<Message>()
    let widgets = found.map { item in
      let chosen = name ?? item.document.name ?? item.old?.placed.name ?? item.widget.placedName
      if !seen.insert(chosen).inserted {
        let clash: Message =
          name == nil
          ? "Two intents would be placed as “\(name: chosen)”. Give each line its own “name”."
          : """
          Two intents would be placed as “\(name: chosen)”. Leave --name out and give each line \
          its own “name”.
          """
        clashes.append(.placed(place: fileName, sentences: [clash]))
      }
      let document = item.document
      let draft = document.draft.keepingHidden(
        of: item.old?.migration.draft ?? IntentDraft(), schema: item.widget.schema,
        family: document.family)
      let losses = acceptLosses ? [] : item.old?.migration.changes.losses(in: draft) ?? []
      for loss in losses {
        clashes.append(
          .placed(
            place: chosen,
            sentences: [
              loss.line,
              "Give this parameter another answer, or accept the loss with --accept-losses.",
            ]))
      }
      return item.widget.placed(
        as: chosen, family: document.family, draft: draft, revision: item.old?.placed.revision ?? 0)
    }
    return (widgets, clashes.listed(file: fileName))
  }
}
