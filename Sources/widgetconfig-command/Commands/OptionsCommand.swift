import ArgumentParser
import ExternalSources
import FormEngine
import Foundation
import IntentModel
import IntentOptions
import JSONCodings
import Messages
import WidgetFormats
import WidgetLoading
import WidgetTimeline

/// Shows the choices of a dynamic parameter.
struct OptionsCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "options",
    abstract: "Requests the choices of a parameter from its provider, and shows them.",
    discussion: .help(
      "Exit status \(ExitStatus.findings.rawValue) also means that --check found something.",
      examples: "options UpNext calendars", "options WorldClock cities --search oslo",
      "options UpNext calendars --set mirrorCalendarApp=no"))

  @Argument(
    help: "The name of a widget, its folder, or a definition.", completion: Completions.widgets)
  var widget: String

  @Argument(help: "The name of the parameter.", completion: Completions.dynamicParameters)
  var parameter: String

  @Option(help: .severalIntents, completion: Completions.intents)
  var intent: String?

  @Option(help: "The text to search for, in the syntax of fzf, as in the form.")
  var search: String?

  @Option(
    name: .customLong("set"),
    help: "The answer of another parameter as name=value; may be given several times.",
    completion: Completions.answers)
  var answers: [String] = []

  @Option(help: "The family of the widget.", completion: Completions.families)
  var family: String?

  @Option(help: "The maximum number of choices to ask for.")
  var limit: Int?

  @Option(help: "The timeout in seconds.")
  var timeout: Double?

  @Option(help: .listFormat)
  var format: ListFormat = .table

  @Flag(help: "Check the source against the rules for providers, and show no choices.")
  var check = false

  @Option(
    help: """
      A file to write the response to, FILE.json or FILE.csv, as a fixture for a \
      \(WidgetFolder.manifestName); with -, the response is printed instead of the choices.
      """, completion: .file())
  var record: String?

  @Flag(
    help: "Print the request that a program would get on standard input, instead of the choices.")
  var showRequest = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try ValidationError.check("--limit", limit, from: 0)
    let longest = SourceDescription.maximumTimeout
    if let timeout, !(timeout > 0 && timeout <= longest) {
      throw ValidationError("--timeout must be more than 0 and at most \(Int(longest)) seconds.")
    }
  }

  func run() async throws {
    let asking = try OptionsAsking(
      self, WidgetLibrary(shared, for: [widget]).widget(widget, intent: intent))
    let request = try await asking.request()
    if showRequest {
      let text = try OptionsJSON.text(of: request, schema: asking.widget.schema)
      return Terminal.writeLine(text.trimmed)
    }
    if check {
      let findings = await asking.findings(request)
      guard findings.isEmpty else {
        throw CommandFailure(.findings, findings)
      }
      shared.remark("\(asking.provider.name) passes all checks for “\(name: parameter)”.")
      return
    }
    let collection = try await asking.answer(to: request)
    let text = try OptionsJSON.text(
      of: collection, schema: asking.widget.schema, parameter: parameter)
    if let record {
      let isTable = OptionsCSV.isTable(record)
      try OutputFile.write(
        isTable ? try table(of: collection, asking.widget.schema, record) : text, to: record)
      // The record is on standard output, so the choices cannot be there as well.
      guard record != OutputFile.standardOutput else { return }
      shared.remark("Recorded \(collection.count, "choice", "choices") in \(record).")
    }
    switch format {
    case .json: Terminal.writeJSON(text)
    case .table:
      if let notice = collection.notice { shared.remark(.verbatim(notice)) }
      ReportPrinting(shared).write(OptionsTable(collection).lines)
      if collection.isEmpty {
        let isAll = (search ?? "").isEmpty
        shared.remark(isAll ? .nothingToChoose : .nothingMatches)
      }
    }
  }

  /// The choices as comma-separated values.
  private func table(
    of collection: OptionsCollection, _ schema: IntentSchema, _ path: String
  ) throws -> String {
    guard
      let text = OptionsCSV.text(
        of: collection, schema: schema, parameter: parameter, path: path)
    else {
      throw CommandFailure(
        .usage,
        .placed(
          place: path,
          sentences: [
            "A CSV table cannot hold all of this response, such as defaults, a prompt or an index.",
            "Record it in a file that ends in .json.",
          ]))
    }
    return text
  }
}
