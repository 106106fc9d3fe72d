import ArgumentParser
import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading

/// Shows what happens to placed widgets when a definition changes.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows what happens to stored configurations when a definition changes.",
    discussion: .help(
      """
      Two folders of widgets are compared whole: their kinds, families, intents and sources too. The \
      exit status is 1 when a stored configuration could lose an answer.
      """,
      examples: "diff old.intentdefinition new.intentdefinition", "diff released/Intents Intents",
      "diff old.json new.json --format json"))

  @Argument(
    help: "The definition or widget that stored configurations were made with.",
    completion: Completions.widgets)
  var old: String

  @Argument(help: "The definition or widget that replaces it.", completion: Completions.widgets)
  var new: String

  @Option(help: "text, json, or github for annotations of GitHub Actions.")
  var format: FindingFormat = .text

  @Option(
    help: "What gives exit status 1: error (a loss), warning (also no effect any more) or never.")
  var exitCode: DiffExit = .error

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if old == "-", new == "-" {
      throw ValidationError(.oneStandardInput)
    }
  }

  func run() throws {
    let (before, after) = (try DiffSide(old, shared), try DiffSide(new, shared))
    var diff = DefinitionDiff(from: before.definition, to: after.definition)
    if let old = before.widgets, let new = after.widgets {
      diff.compareWidgets(from: old, to: new)
    }
    switch format {
    case .text: ReportPrinting(shared).write(diff.lines)
    case .json: Terminal.writeJSON(diff.json())
    case .github:
      let reading = after.input?.reading
      let lines = diff.annotations(
        of: reading, file: after.input?.path ?? new, manifest: after.manifest)
      Terminal.writeAnnotations(lines)
    }
    let fails =
      switch exitCode {
      case .error: diff.losesAnswers
      case .warning: diff.changesAnswers
      case .never: false
      }
    if fails { throw CommandFailure(.findings, []) }
  }
}

/// What makes the exit status 1.
enum DiffExit: String, ExpressibleByArgument, CaseIterable {
  /// A possible loss of an answer.
  case error
  /// Also an answer that no longer has an effect.
  case warning
  case never
}

/// One of two definitions, with the widgets that it configures.
private struct DiffSide {
  /// Nil for widgets without configuration.
  let input: DefinitionInput?
  let definition: IntentDefinitionFile
  /// The path of `widget.json`; nil for a bare definition.
  let manifest: String?
  let widgets: [WidgetOutline]?

  init(_ argument: String, _ shared: SharedOptions) throws {
    let bundle = argument == "-" ? nil : try WidgetLibrary(shared).manifests(of: argument)
    let isStatic = bundle.map { WidgetFolder(path: $0.folder).definitions.isEmpty } ?? false
    let input = isStatic ? nil : try DefinitionInput(argument, shared)
    let definition = input?.reading.file ?? IntentDefinitionFile()
    self.input = input
    self.definition = definition
    manifest = bundle.map { WidgetFolder(path: $0.folder).manifestPath }
    widgets = bundle?.widgets.map { widget in
      WidgetOutline(
        kind: widget.kind, families: widget.supportedFamilies,
        intent: definition.intents.first(where: widget.isConfigured)?.typeName,
        sources: widget.sourceTexts)
    }
  }
}
