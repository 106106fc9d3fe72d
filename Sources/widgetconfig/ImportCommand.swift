import ArgumentParser
import Foundation
import DefinitionFormats
import IntentDocuments
import IntentModel
import WidgetStore

/// Intent JSON into the store: all of it, or nothing.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Reads intent JSON or JSON Lines into the store, all of it or nothing.")

  @Argument(help: "The file, or - for standard input.")
  var file: String

  @Option(help: "The name to place the widget under; by default that of its widget.")
  var name: String?

  @Flag(help: "Import what is valid and say what is left out, with exit status 1.")
  var partial = false

  @Flag(help: "Say what would be done and do nothing.")
  var dryRun = false

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let (bytes, widgets, reading) = try refusing {
      let bytes = try InputFile.bytes(file)
      let reading = try IntentTargets(placed).read(
        bytes, file: file, name: name, isPlacing: true)
      if !partial || reading.found.isEmpty { try reading.refuseProblems() }
      guard !reading.found.isEmpty else {
        throw CommandFailure(.findings, "\(file): There is no intent in the file.")
      }
      let widgets = try placedWidgets(reading.found)
      if !dryRun { _ = try PlacedWidgets.explained { try placed.store.saveAll(widgets) } }
      return (bytes, widgets, reading)
    }
    if !shared.quiet { await sayWhatIsOdd(reading.found, in: bytes) }
    let done = dryRun ? "would import" : "imported"
    for widget in widgets {
      shared.remark("\(done) \(widget.name) (\(widget.intent), \(widget.family.rawValue))")
    }
    let omitted = reading.count - reading.found.count
    guard omitted > 0 else { return }
    let verb = omitted == 1 ? "is" : "are"
    throw CommandFailure(
      .findings, reading.problems + ["\(omitted) of \(reading.count) intents \(verb) left out."])
  }

  /// Says what is taken all the same: choices that are not offered now or given twice, sources that
  /// do not answer, and families that the widget does not list.
  private func sayWhatIsOdd(_ found: [IntentTargets.Found], in bytes: [UInt8]) async {
    for item in found {
      let document = item.document
      if !item.widget.families.contains(document.family) {
        shared.remark("\(file): \(item.widget.remark(onFamily: document.family))")
      }
      let checking = ChoiceChecking(widget: item.widget, locale: shared.language)
      for line in checking.repetitions(in: document) { shared.remark("\(file): \(line)") }
      let issues = await checking.issues(of: document)
      guard !issues.isEmpty else { continue }
      let located = IntentJSON.locate(issues, in: bytes, line: item.line)
      for line in located.errors(file: file).lines { shared.remark(line) }
    }
  }

  /// What the body gives; whatever it refuses, nothing is imported, and that is said.
  private func refusing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let failure as CommandFailure {
      throw CommandFailure(failure.status, failure.lines + ["Nothing is imported."])
    }
  }

  /// What the store is to hold; every name once.
  private func placedWidgets(_ found: [IntentTargets.Found]) throws -> [PlacedWidget] {
    var seen = Set<String>()
    var clashes = LimitedProblems<String>()
    let widgets = found.map { item in
      let chosen = name ?? item.document.name ?? item.old?.placed.name ?? item.widget.placedName
      if !seen.insert(chosen).inserted {
        let remedy =
          name == nil
          ? "Give each line a “name”." : "Leave --name out and give each line a “name”."
        clashes.append("\(file): Two intents go to the name “\(chosen)”. \(remedy)")
      }
      let document = item.document
      let draft = document.draft.keepingHidden(
        of: item.old?.migration.draft ?? IntentDraft(), schema: item.widget.schema,
        family: document.family)
      return item.widget.placed(
        as: chosen, family: document.family, draft: draft, revision: item.old?.placed.revision ?? 0)
    }
    guard clashes.isEmpty else {
      throw CommandFailure(.findings, clashes.listed(file: file))
    }
    return widgets
  }
}
