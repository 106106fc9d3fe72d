import ArgumentParser
import Foundation
import IntentFormats
import IntentModel
import WidgetStore
import WidgetTimeline

/// The timeline that an intent makes.
struct TimelineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline", abstract: "Shows what a widget shows, and when it asks again.")

  @Argument(help: "The name of a placed widget, a widget, or a file of intent JSON.")
  var subject: String

  @Option(help: "The family to draw for, in place of the intent's own.")
  var family: String?

  @Option(help: "The moment to begin at, such as 2026-11-21T14:00:00Z; now by default.")
  var at: String?

  @Flag(help: "Only the entry for the moment.")
  var snapshot = false

  @Flag(help: "Only the entry shown before there is any data.")
  var placeholder = false

  @Option(help: "table or json.")
  var format: ListFormat = .table

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let (widget, intent) = try found(in: placed)
    guard let provider = widget.timeline else {
      throw CommandFailure(
        .findings,
        "\(widget.name) has no timeline provider. Add “timeline” to its widget.json.")
    }
    let context = TimelineProviderContext(
      family: intent.family, now: try moment(), language: shared.language)
    let timeline = try await answer(of: provider, for: intent, in: context)
    switch format {
    case .json: Terminal.writeJSON(try TimelineJSON.text(of: timeline, timeZone: .current))
    case .table:
      for line in TimelinePrinting(zone: .current).table(timeline) { Terminal.writeLine(line) }
    }
  }

  private func answer(
    of provider: any IntentTimelineProvider, for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    if placeholder {
      return Timeline(entries: [provider.placeholder(in: context)], policy: .never)
    }
    do {
      if snapshot {
        let entry = try await provider.snapshot(for: intent, in: context)
        return Timeline(entries: [entry], policy: .never)
      }
      return try await provider.timeline(for: intent, in: context)
    } catch {
      throw CommandFailure(.provider, "\(provider.name): The timeline failed: \(error)")
    }
  }

  private func found(in placed: PlacedWidgets) throws -> (LoadedWidget, Intent) {
    let (widget, draft, own) = try subjectFound(in: placed)
    switch widget.schema.resolve(draft, family: try chosenFamily() ?? own) {
    case .success(let intent): return (widget, intent)
    case .failure(let problem): throw CommandFailure(.findings, problem.lines(of: subject))
    }
  }

  private func chosenFamily() throws -> WidgetFamily? {
    guard let family else { return nil }
    guard let known = WidgetFamily(rawValue: family) else {
      let issue = IntentIssue(.unknownFamily(family), at: .root)
      throw CommandFailure(.usage, "--family: \(issue.sentence) \(issue.remedy)")
    }
    return known
  }

  /// A file of intent JSON, a placed widget, or a widget with its defaults, in this order.
  private func subjectFound(
    in placed: PlacedWidgets
  ) throws -> (LoadedWidget, IntentDraft, WidgetFamily) {
    if subject.hasSuffix(".json") || subject == "-" {
      let found = try IntentTargets(placed).documents(in: InputFile.bytes(subject), file: subject)
      guard let first = found.first, found.count == 1 else {
        throw CommandFailure(
          .findings, "\(subject): There are \(found.count) intents in the file. Give one.")
      }
      return (first.widget, first.document.draft, first.document.family)
    }
    if let stored = try placed.find(subject) {
      return (try placed.widget(of: stored), stored.draft, stored.family)
    }
    let widget = try placed.library.widget(subject)
    return (widget, IntentDraft(), widget.firstFamily)
  }

  private func moment() throws -> Date {
    guard let at else { return Date() }
    guard let date = ISO8601Date.date(of: at) else {
      throw CommandFailure(
        .usage, "--at \(at): Write the moment as ISO 8601, such as 2026-11-21T14:00:00Z.")
    }
    return date
  }
}
