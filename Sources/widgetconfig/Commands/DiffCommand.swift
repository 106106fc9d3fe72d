import ArgumentParser
import CommandUsage
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
    discussion: "The exit status is 1 when one of them could lose an answer.")

  @Argument(help: "The definition that stored configurations were made with.")
  var old: String

  @Argument(help: "The definition that replaces it.")
  var new: String

  @Option(help: "text or json.")
  var format: ReportFormat = .text

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if old == "-", new == "-" {
      throw WrongUsage(.oneStandardInput)
    }
  }

  func run() throws {
    var diff = DefinitionDiff(
      from: try DefinitionInput(old, shared).reading.file,
      to: try DefinitionInput(new, shared).reading.file)
    if let before = try families(of: old), let after = try families(of: new) {
      diff.compareFamilies(from: before, to: after)
    }
    switch format {
    case .text: ReportPrinting(shared).write(diff.lines(in: { shared.resultWords($0) }))
    case .json: Terminal.writeJSON(try diff.json(in: { shared.resultWords($0) }))
    }
    if diff.losesAnswers { throw CommandFailure(.findings, []) }
  }

  /// The families that a widget's folder lists; nil for a bare definition.
  private func families(of argument: String) throws -> [WidgetFamily]? {
    guard argument != "-" else { return nil }
    return try WidgetLibrary(shared).families(of: argument)
  }
}
