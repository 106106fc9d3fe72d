import ArgumentParser
import Foundation
import IntentFormats
import IntentModel

/// Checks intents against a definition, as fast as they are read.
struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks intents, JSON or JSON Lines, against a definition.",
    discussion: """
      Says one line for everything that is wrong: file, line, column, path, value, rule and \
      remedy; below a line about the syntax of JSON stands the place with a caret. \
      The exit status is 0 if all intents are valid and 1 if one is not.
      """)

  @Argument(help: "The definition: an .intentdefinition file or its JSON.")
  var definition: String

  @Argument(help: "The file with the intents, or - for standard input.")
  var file = "-"

  @Option(help: "The intent that is expected; by default any of the definition.")
  var intent: String?

  @Option(help: "The family of intents that name none, such as systemMedium.")
  var family: String?

  @Option(name: .shortAndLong, help: "How many threads to use; by default one for each core.")
  var jobs: Int?

  @Flag(help: "Write the valid intents to standard output in canonical form, as JSON Lines.")
  var canonical = false

  @Flag(help: "Ask the sources of the widget.json beside the definition about every choice.")
  var resolve = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if let jobs, !(1...256).contains(jobs) {
      throw ValidationError("--jobs takes a number from 1 to 256.")
    }
    if resolve, canonical {
      throw ValidationError(
        "--resolve and --canonical do not go together. Run one after the other.")
    }
    if let family, WidgetFamily(rawValue: family) == nil {
      let names = WidgetFamily.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no family “\(family)”. The families are \(names).")
    }
  }

  func run() async throws {
    if resolve { return try await ResolvedValidation(self).run() }
    let report = ValidationReport(
      writesCanonicalForm: canonical, showsProgress: !shared.quiet)
    let stream = IntentStream(
      schemas: try schemas(in: reading()), file: file == "-" ? "standard input" : file,
      defaultFamily: family.flatMap { WidgetFamily(rawValue: $0) },
      writesCanonicalForm: canonical,
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    let input = try InputStreamFile(path: file)
    signal(SIGPIPE, SIG_IGN)
    let interrupts = InterruptHandler { report.interrupt() }
    defer { interrupts.stop() }
    do {
      try stream.run(from: { try input.read($0) }, into: { report.take($0) })
    } catch let failure as CommandFailure {
      report.finish(quiet: shared.quiet)
      throw failure
    }
    report.finish(quiet: shared.quiet)
    if report.hasFindings { throw CommandFailure(.findings, []) }
  }

  /// The definition as it is on disk.
  func reading() throws -> DefinitionReading {
    do {
      return try IntentDefinitionReader.read(path: definition)
    } catch {
      throw CommandFailure(.findings, error.lines)
    }
  }

  /// The intents that documents may be of.
  func schemas(in reading: DefinitionReading) throws -> [IntentSchema] {
    let names = reading.file.intents.map(\.typeName)
    guard let intent else {
      guard !names.isEmpty else {
        throw CommandFailure(.findings, "\(definition): There is no intent in the definition.")
      }
      return reading.file.intents.map { IntentSchema($0, in: reading.file) }
    }
    guard let schema = IntentSchema(intentNamed: intent, in: reading.file) else {
      throw CommandFailure(
        .usage,
        "\(definition): There is no intent “\(intent)”. There are: \(names.joined(separator: ", "))."
      )
    }
    return [schema]
  }
}
