import ArgumentParser
import DefinitionFormats
import ExternalSources
import FormEngine
import IntentModel
import IntentOptions
import Messages
import WidgetFormats
import WidgetLoading

/// How a description or a comparison is printed.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// Shows the rows of a definition as users will see them.
struct DescribeCommand: SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe", abstract: "Shows the rows of a definition as a person will see them.",
    discussion: .help(
      examples: "describe Intents/UpNext", "describe App.intentdefinition --format json",
      "describe Intents/Verse --format json"))

  @Argument(
    help: .definitionInput,
    completion: Completions.widgets)
  var file: String

  @Option(
    help: "The intent; by default all intents of the definition.", completion: Completions.intents)
  var intent: String?

  @Option(help: "\(ReportFormat.values).")
  var format: ReportFormat = .text

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let input = try DefinitionInput(file, shared)
    let definition = input.localized(shared).withRowsOfCombinations
    let chosen =
      try intent.map { [try definition.intent(chosen: $0, path: input.path)] }
      ?? definition.intents
    let descriptions = chosen.map { intent in
      let schema = IntentSchema(intent, in: definition)
      return IntentReport(schema, defaults: defaults(schema, beside: input))
    }
    switch format {
    case .json:
      Terminal.writeJSON(try IntentReport.json(descriptions))
    case .text:
      let lines = IntentReport.lines(of: descriptions)
      let none = [ReportLine(Message.thereAreNoIntents.text())]
      ReportPrinting(shared).write(lines.isEmpty ? none : lines)
    }
  }

  /// The defaults of new widgets from the sources next to a definition, by parameter.
  ///
  /// An unreadable `widget.json` yields no defaults here; `check` reports its problems.
  private func defaults(
    _ schema: IntentSchema, beside input: DefinitionInput
  ) -> [String: IntentReport.Default] {
    guard !input.isPiped else { return [:] }
    let found = WidgetLibrary(unchecked: shared).defaults(besideDefinition: input.path, schema)
    return found.compactMapValues {
      source -> IntentReport.Default? in
      switch source {
      case .none: nil
      case .asked: .asked
      case .items(let items): .items(items.map(\.display))
      }
    }
  }
}
