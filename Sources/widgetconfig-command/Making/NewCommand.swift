import ArgumentParser
import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore

/// The file formats of definitions.
enum DefinitionFileFormat: String, ExpressibleByArgument, CaseIterable {
  case json, intentdefinition

  var format: IntentDefinitionReader.Format { self == .json ? .json : .propertyList }
}

/// Makes the folder of a new widget that works.
struct NewCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Makes a widget: its definition, texts and sources.",
    discussion: .help(
      """
      On a terminal, a form asks for the widget and its parameters. With --parameter there is no form:

      \(ParameterSpec.grammar)

      The widget is made in the folder of widgets, or at NAME if that is a path.
      """,
      examples: "new Tides", "new Ferry --parameter 'line:enum(north,south)=north'",
      "new ./Tides --parameter 'port:object(Port) source=./ports'"))

  @Argument(help: "The name of the widget, or the path of the folder to make.")
  var name: String

  @Option(
    name: .customLong("parameter"), help: "A parameter, as above; may be given several times.")
  var parameters: [String] = []

  @Option(
    help: "A definition to start from; its texts are copied as well.",
    completion: Completions.widgets)
  var from: String?

  @Option(
    name: .customLong("intent"),
    help: """
      With --from, the intent to use if the definition has several; may be given several times, \
      for several widgets in one folder.
      """, completion: Completions.intents)
  var chosenIntents: [String] = []

  @Flag(name: .customLong("static"), help: "The widget has no configuration.")
  var isStatic = false

  @Option(help: "The kind of the widget; by default its name.")
  var kind: String?

  @Option(help: "The name that people see.")
  var displayName: String?

  @Option(help: "The text that describes the widget.")
  var description: String?

  @Option(
    name: .customLong("family"),
    help: "A family of the widget; by default all families; may be given several times."
  )
  var families: [String] = []

  @Option(help: "Where timelines come from: \(WidgetPlan.timelineSources).")
  var timeline: String?

  @Option(name: .customLong("as"), help: "\(DefinitionFileFormat.values).")
  var format: DefinitionFileFormat?

  @Option(
    name: .customLong("language"),
    help: "A language for which to make a string table; may be given several times.")
  var languages: [String] = []

  @Flag(help: .plainQuestions)
  var plain = false

  @OptionGroup var looks: FormLooks

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if isStatic, !parameters.isEmpty || from != nil {
      throw ValidationError(
        .argumentDoesNotGoWith(argument: "--static", others: "--parameter, --from"))
    }
    if !chosenIntents.isEmpty, from == nil {
      throw ValidationError(.argumentsGoWith(arguments: "--intent", others: "--from"))
    }
    if chosenIntents.count > 1, kind != nil || displayName != nil || description != nil {
      throw ValidationError(
        .argumentDoesNotGoWith(
          argument: "More than one --intent", others: "--kind, --display-name, --description"))
    }
  }

  func run() async throws {
    var plan = try plan()
    let files: [WidgetPlan.File]
    if let from {
      let input = try DefinitionInput(from, shared)
      let named: [String?] = chosenIntents.isEmpty ? [nil] : chosenIntents
      let chosen = try named.map {
        try input.reading.file.intent(chosen: $0, path: input.path)
      }
      plan.format = format?.format ?? input.format
      if chosen.count == 1 {
        plan.displayName = displayName ?? chosen[0].title.text ?? plan.displayName
        plan.description = description ?? chosen[0].description.text
      }
      plan.specs = specs
      files = try plan.files(from: input, intents: chosen.firsts(by: \.name))
    } else if isStatic || !parameters.isEmpty {
      plan.specs = specs
      files = try plan.files()
    } else if plain || FormAsking.isPossible {
      plan = try await NewWidgetForm(command: self, plan: plan, unmade: unmade(plan)).answered()
      files = try plan.files()
    } else {
      throw CommandFailure(
        .usage,
        .sentences([
          "There is no terminal to ask for the parameters.", "Use --parameter, --from or --static.",
        ]))
    }
    let checked = try WidgetPlan.File.checked(files, definition: plan.definition)
    try plan.write(checked)
    unmade(plan)?.forget()
    for file in checked { Terminal.writeLine("\(plan.folder)/\(file.path)") }
    reportFindings(of: plan)
    for remark in WidgetPlan.remarks(onLanguages: plan.languages) { shared.remark(remark) }
    shared.remark(
      """
      \(WidgetFolder.manifestName) names the sources. For their keys, run: \(Program.name) schema \
      \(DocumentSchema.widget.rawValue)
      """)
    shared.remark("Place the widget with: widgetconfig edit \(shellWord(argument(of: plan)))")
  }

  /// The saved answers of an unfinished `new`.
  private func unmade(_ plan: WidgetPlan) -> UnmadeWidget? {
    // The folder for the new widget can be missing.
    (try? PlacedWidgets(shared, library: WidgetLibrary(unchecked: shared)))?.unmade(at: plan.folder)
  }

  var asking: FormAsking { FormAsking(isPlain: plain, looks, shared) }

  private var specs: [ParameterSpec] {
    ParameterSpec.reading(parameters, place: "--parameter", seconds: ParameterGrammar.seconds)
  }

  private func plan() throws -> WidgetPlan {
    let folder =
      name.contains("/") ? name : "\(WidgetLibrary(unchecked: shared).folders[0])/\(name)"
    let plan = WidgetPlan(
      folder: FolderSearch.trimmed(folder),
      kind: kind ?? "", displayName: "", description: description,
      families: try families.isEmpty
        ? WidgetFamily.allCases
        : families.compactMap { try WidgetFamily.chosen($0, among: WidgetFamily.allCases) },
      format: format?.format ?? .json, languages: languages, specs: [], timeline: timeline,
      isStatic: isStatic)
    for family in plan.families where !family.isKnown {
      let issue = IntentIssue(.unknownFamily(family.rawValue), at: .root)
      shared.remark("\(sentences: [issue.message, issue.advice])")
    }
    guard !name.isEmpty, !plan.intentName.isEmpty, !plan.name.hasPrefix("."), !name.hasSuffix("..")
    else {
      throw CommandFailure(
        .usage,
        .sentences([
          "A widget cannot have the name “\(name: name)”.",
          "Use a name that has a letter or a digit and does not begin with a dot.",
        ]))
    }
    if FileManager.default.fileExists(atPath: plan.folder) {
      throw CommandFailure(
        .usage,
        .placed(
          place: plan.folder,
          sentences: [
            "The folder already exists.", "Choose another name, or use widgetconfig add parameter.",
          ]))
    }
    var named = plan
    named.kind = kind ?? plan.name
    named.displayName = displayName ?? IdentifierWords.words(of: plan.name)
    return named
  }

  /// The argument that names the widget in commands.
  private func argument(of plan: WidgetPlan) -> String {
    name.contains("/") || shared.intents != nil ? plan.folder : plan.name
  }

  /// Prints the findings of `check`; there are none unless an option caused them.
  private func reportFindings(of plan: WidgetPlan) {
    let report = FileCheck.run(
      paths: [plan.folder], sources: WidgetLibrary(unchecked: shared).sourceCheck)
    guard report.findings.count > Self.maximumShown else {
      guard !report.findings.isEmpty else { return }
      Terminal.say(report.lines)
      return
    }
    shared.remark(
      """
      There are \(report.findings.count, "finding", "findings"). See them with: widgetconfig check \
      \(shellWord(plan.folder))
      """
    )
  }

  /// The maximum number of findings that are shown rather than only counted.
  private static let maximumShown = 10
}

/// The grammar of one-line parameters, with durations as people type them in the form.
enum ParameterGrammar {
  /// Reads a duration in the same way as `--set`.
  static let seconds: ParameterSpec.DurationReading = { text in
    DurationText.seconds(of: text, unit: .seconds)
  }
}
