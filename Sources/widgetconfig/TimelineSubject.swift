import ArgumentParser
import Foundation
import IntentFormats
import IntentModel
import WidgetStore
import WidgetTimeline

/// Which widget a timeline is for, and from when on; shared by the commands about timelines.
struct TimelineSubjectOptions: ParsableArguments {
  @Argument(help: "The name of a placed widget, a widget, or a file of intent JSON.")
  var subject: String

  @Option(help: "The family to draw for, in place of the intent's own.")
  var family: String?

  @Option(help: "The moment to begin at, such as 2026-11-21T14:00:00Z; now by default.")
  var at: String?

  /// The moment asked for, else this one.
  func moment() throws -> Date {
    guard let at else { return Date() }
    guard let date = try? Date(at, strategy: .iso8601) else {
      throw CommandFailure(
        .usage, "--at \(at): Write the moment as ISO 8601, such as 2026-11-21T14:00:00Z.")
    }
    return date
  }

  /// The widget and its intent in the family asked for.
  func found(in placed: PlacedWidgets) throws -> TimelineSubject {
    var found = try subjectFound(in: placed)
    guard let family else { return found }
    guard let known = WidgetFamily(rawValue: family) else {
      let issue = IntentIssue(.unknownFamily(family), at: .root)
      throw CommandFailure(.usage, "--family: \(issue.sentence) \(issue.remedy)")
    }
    found.intent.family = known
    return found
  }

  /// A file of intent JSON, a placed widget, or a widget with its defaults, in this order.
  private func subjectFound(in placed: PlacedWidgets) throws -> TimelineSubject {
    if subject.hasSuffix(".json") || subject == "-" { return try fileIntent(placed) }
    if let stored = try placed.find(subject) {
      let (intent, _) = try ExportCommand.intent(of: stored, in: placed)
      return try TimelineSubject(
        name: stored.name, widget: try placed.widget(of: stored), intent: intent,
        revision: stored.revision)
    }
    let widget = try placed.library.widget(subject)
    switch widget.schema.resolve(IntentDraft(), family: widget.firstFamily) {
    case .success(let intent):
      return try TimelineSubject(name: widget.placedName, widget: widget, intent: intent)
    case .failure(let problem): throw CommandFailure(.findings, problem.lines(of: widget.name))
    }
  }

  private func fileIntent(_ placed: PlacedWidgets) throws -> TimelineSubject {
    let widgets = placed.library.readable
    let bytes = try InputFile.bytes(subject)
    do {
      let document = try IntentJSON.read(bytes, schemas: widgets.map(\.schema))
      guard let widget = widgets.first(where: { $0.schema.intent.typeName == document.typeName }),
        case .success(let intent) = widget.schema.resolve(document.draft, family: document.family)
      else {
        throw CommandFailure(.findings, "\(subject): The intent has no widget here.")
      }
      return try TimelineSubject(name: subject, widget: widget, intent: intent)
    } catch let problem as LocatedIssues {
      throw CommandFailure(.findings, problem.errors(file: subject).errors.map(\.description))
    }
  }
}

/// A widget with its intent and the provider of its timelines.
struct TimelineSubject {
  /// The name it is placed under, or would be.
  var name: String
  var widget: LoadedWidget
  var intent: Intent
  /// How often the placed widget has been saved; nil for one that is not placed.
  var revision: Int?
  var provider: any IntentTimelineProvider

  init(name: String, widget: LoadedWidget, intent: Intent, revision: Int? = nil) throws {
    guard let provider = widget.timeline else {
      throw CommandFailure(
        .findings,
        "\(widget.name) has no timeline provider. Add “timeline” to its widget.json.")
    }
    self.name = name
    self.widget = widget
    self.intent = intent
    self.revision = revision
    self.provider = provider
  }
}
