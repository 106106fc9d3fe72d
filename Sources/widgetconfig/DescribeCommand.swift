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

  @Argument(help: "The definition, or the folder of a widget.")
  var file: String

  @Option(help: "The intent, where there are several; by default all.")
  var intent: String?

  @Option(help: "text or json.")
  var format: ReportFormat = .text

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let definition = try DefinitionInput.localized(file, shared)
    let descriptions = try chosen(of: definition).map {
      IntentDescription(IntentSchema($0, in: definition))
    }
    switch format {
    case .json: Terminal.write(try IntentDescription.json(descriptions))
    case .text:
      let parts = descriptions.map(\.lines)
      ReportPrinting(shared).write(Array(parts.joined(separator: [ReportLine("")])))
    }
  }

  private func chosen(of definition: IntentDefinitionFile) throws -> [IntentDefinition] {
    guard let intent else { return definition.intents }
    if let found = definition.intent(named: intent) { return [found] }
    let names = definition.intents.map(\.typeName)
    let remedy =
      nearestName(to: intent, among: names).map { "Did you mean “\($0)”?" }
      ?? "There are: \(names.joined(separator: ", "))."
    throw CommandFailure(.usage, "\(file): There is no intent “\(intent)”. \(remedy)")
  }
}
