import ArgumentParser
import IntentFormats
import IntentModel

/// How a description or a comparison is printed.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// What a person will see of a definition.
struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe", abstract: "Shows the rows of a definition as a person will see them.")

  @Argument(help: "The definition, a widget or its folder, or - for standard input.")
  var file: String

  @Option(help: "The intent, where there are several; by default all.")
  var intent: String?

  @Option(help: "text or json.")
  var format: ReportFormat = .text

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let input = try DefinitionInput(file, shared)
    let definition = input.localized(shared)
    let chosen =
      try intent.map { [try DefinitionInput.intent(named: $0, of: definition, path: input.path)] }
      ?? definition.intents
    let descriptions = chosen.map { IntentDescription(IntentSchema($0, in: definition)) }
    switch format {
    case .json: Terminal.writeJSON(try IntentDescription.json(descriptions))
    case .text:
      let parts = descriptions.map(\.lines)
      let lines = Array(parts.joined(separator: [ReportLine("")]))
      ReportPrinting(shared).write(lines.isEmpty ? [ReportLine("There are no intents.")] : lines)
    }
  }
}
