import ArgumentParser
import DefinitionFormats
import Foundation
import IntentDocuments
import IntentModel
import Messages
import TerminalForm
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// Whether a widget is drawn on a light or a dark ground.
enum ColorScheme: String, ExpressibleByArgument, CaseIterable {
  case light, dark

  /// The scheme of the background that a terminal states in `COLORFGBG`; nil when it states none.
  ///
  /// The last number is the background color: of the sixteen, 7 and 9 to 15 are light.
  init?(environment: [String: String]) {
    guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let color = Int(last),
      (0...15).contains(color)
    else { return nil }
    self = color == 7 || color > 8 ? .light : .dark
  }

  /// The requested scheme, else that of the terminal; nil when the terminal does not state one.
  ///
  /// - Parameters:
  ///   - chosen: The requested scheme; nil if none was requested.
  ///   - variables: The environment, in which a terminal can state its background.
  ///   - isAsked: Whether the terminal may be asked when nothing else states the scheme.
  static func inEffect(
    _ chosen: ColorScheme?, _ variables: [String: String], isAsked: Bool
  ) -> ColorScheme? {
    chosen ?? ColorScheme(environment: variables) ?? ofTerminal(variables, isAsked: isAsked)
  }

  /// What the terminal itself answers; nil where it does not.
  ///
  /// - Parameter isAsked: Whether the terminal may be asked, where it has not said so to a form.
  private static func ofTerminal(_ variables: [String: String], isAsked: Bool) -> ColorScheme? {
    if let isLight = TerminalBackground.noted { return isLight ? .light : .dark }
    guard isAsked, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      let isLight = TerminalBackground.ask(term: variables["TERM"] ?? "")
    else { return nil }
    return isLight ? .light : .dark
  }
}

/// Which widget a timeline is for, and from when on; shared by the commands about timelines.
struct TimelineSubjectOptions: ParsableArguments {
  @Argument(
    help: "The name of a placed widget, a widget, or a file of intent JSON.",
    completion: PlacedNames.completion)
  var subject: String

  @Option(help: "The family to draw for, instead of the intent's own.")
  var family: String?

  @Option(help: "The moment to start at, such as 2026-11-21T14:00:00Z; by default now.")
  var at: String?

  @Option(help: "The colour scheme to draw for: light or dark; by default as the terminal says.")
  var colorScheme: ColorScheme?

  /// The circumstances in which the timeline of a widget is asked for.
  func context(
    of subject: TimelineSubject, _ shared: SharedOptions, now: Date? = nil
  ) throws -> TimelineProviderContext {
    TimelineProviderContext(
      family: subject.intent.family, now: try now ?? moment(), language: shared.language,
      variables: shared.environment, colorScheme: colorScheme, asksTerminal: true)
  }

  /// The moment asked for, else this one.
  func moment() throws -> Date {
    guard let at else { return Date() }
    guard let date = ISO8601Date.date(of: at) else {
      throw CommandFailure(
        .usage, .placed(place: "--at \(at)", sentences: [.writeMoment]))
    }
    return date
  }

  /// The widget and its intent in the family asked for.
  func found(in placed: PlacedWidgets) async throws -> TimelineSubject {
    let found = try await subjectFound(in: placed)
    let family = try WidgetFamily.chosen(family) ?? found.family
    switch found.widget.schema.resolve(found.draft, family: family) {
    case .success(let intent):
      return try TimelineSubject(
        name: found.name, widget: found.widget, intent: intent, revision: found.revision,
        remarks: found.remarks)
    case .failure(let problem): throw CommandFailure(.findings, problem.lines(of: subject))
    }
  }

  /// What an argument means before its draft is resolved.
  private struct Found {
    var name: String
    var widget: LoadedWidget
    var draft: IntentDraft
    var family: WidgetFamily
    var revision: Int?
    var remarks: [Message] = []
  }

  /// A file of intent JSON, a placed widget, or a widget with its defaults, in this order.
  private func subjectFound(in placed: PlacedWidgets) async throws -> Found {
    if subject.hasSuffix(".json") || subject == "-" {
      let reading = try await IntentTargets(placed).read(InputFile.bytes(subject), file: subject)
      try reading.refuseProblems()
      let found = reading.found
      guard let first = found.first, found.count == 1 else {
        throw CommandFailure(
          .findings, .placed(place: subject, sentences: [.severalIntentsInFile(count: found.count)])
        )
      }
      return Found(
        name: subject, widget: first.widget, draft: first.document.draft,
        family: first.document.family)
    }
    if let stored = try await placed.find(subject) {
      let present = try placed.present(stored)
      return Found(
        name: stored.name, widget: present.widget, draft: present.migration.draft,
        family: stored.family, revision: stored.revision, remarks: present.remarks)
    }
    let widget = try PlacedWidgets.explained { try placed.library.widget(subject) }
    return Found(
      name: subject, widget: widget, draft: IntentDraft(), family: widget.firstFamily)
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
  /// What became of stored answers that are not what they were.
  var remarks: [Message]

  init(
    name: String, widget: LoadedWidget, intent: Intent, revision: Int? = nil,
    remarks: [Message] = []
  ) throws {
    guard let provider = widget.timeline else {
      throw CommandFailure(
        .findings,
        .noTimelineProvider(widget: widget.name))
    }
    self.name = name
    self.widget = widget
    self.intent = intent
    self.revision = revision
    self.remarks = remarks
    self.provider = provider
  }
}
