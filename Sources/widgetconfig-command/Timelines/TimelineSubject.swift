import ArgumentParser
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import JSONCodings
import Messages
import WidgetForm
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline
import Zones

/// The options of timeline commands: the widget, the family and the date.
struct TimelineSubjectOptions: ParsableArguments {
  @Argument(
    help: "A widget, the name of a placed widget, or a file of intent JSON.",
    completion: Completions.subjects)
  var subject: String

  @Option(help: .severalIntents, completion: Completions.intents)
  var intent: String?

  @Option(
    help: "The family to draw for, instead of the intent's own.", completion: Completions.families)
  var family: String?

  @Option(
    help: """
      The moment to start at, such as 9:50, 'tomorrow 8:00' or 2026-11-21T14:00:00Z; now by default.
      """)
  var at: String?

  @Option(
    name: .customLong("set"),
    help: "An answer as name=value, as for edit, for this run only: nothing is saved.",
    completion: Completions.answers)
  var answers: [String] = []

  @OptionGroup var presentation: PresentationOptions

  /// Whether the timeline shows the current state of the widget, so that it can be kept.
  var isPresent: Bool { at == nil && answers.isEmpty }

  /// The context of a request for a widget's timeline.
  func context(
    of subject: TimelineSubject, _ shared: SharedOptions, now: Date? = nil
  ) throws -> TimelineProviderContext {
    TimelineProviderContext(
      family: subject.intent.family, of: subject.widget, now: try now ?? moment(shared),
      language: shared.language, variables: shared.environment, presentation: presentation.value,
      asksTerminal: true)
  }

  /// Refuses several widgets if no stack was requested.
  ///
  /// A command calls this when it runs, because the parser reads the value of an unknown option as
  /// another widget, and finds the unknown option only after it has called `validate()`.
  func requireStack(for others: [String], isGiven: Bool) throws {
    guard isGiven || others.isEmpty else {
      throw ValidationError("Several widgets can be given only with --stack.")
    }
  }

  /// The requested date, or now.
  func moment(_ shared: SharedOptions) throws -> Date {
    try at.map { try shared.moment(of: $0, argument: "--at \($0)") } ?? Date()
  }

  /// A widget with its intent in the requested family, after printing the remarks about it.
  ///
  /// - Parameter name: A widget to use instead of the requested one.
  func found(
    _ name: String? = nil, remarkingIn placed: PlacedWidgets
  ) async throws -> TimelineSubject {
    var options = self
    if let name { options.subject = name }
    let found = try await options.found(in: placed)
    for line in found.remarks { placed.shared.remark(line) }
    return found
  }

  /// The widget with its intent in the requested family.
  func found(in placed: PlacedWidgets) async throws -> TimelineSubject {
    var found = try await subjectFound(in: placed)
    let chosen = try WidgetFamily.chosen(family, among: found.widget.families)
    let family = chosen ?? found.family
    if chosen != nil || !family.isKnown, let remark = found.widget.remark(onFamily: family) {
      found.remarks.append(remark)
    }
    if !answers.isEmpty {
      found.draft = try await answered(found, family: family, placed.shared)
    }
    switch found.widget.schema.resolve(found.draft, family: family) {
    case .success(let intent):
      return try TimelineSubject(
        name: found.name, widget: found.widget, intent: intent, revision: found.revision,
        remarks: found.remarks)
    case .failure(let problem): throw CommandFailure(.findings, problem.lines(of: subject))
    }
  }

  /// The draft after the answers in `--set` have been entered in a form.
  private func answered(
    _ found: Found, family: WidgetFamily, _ shared: SharedOptions
  ) async throws -> IntentDraft {
    let widget = found.widget
    let setup = shared.setup(of: widget, families: widget.families.including(family))
    var form = FormDriver(
      FormState(setup, draft: found.draft, family: family), provider: widget.router)
    try await ScriptedAnswers(set: answers).open(&form)
    return form.state.draft
  }

  /// The widget and the draft that the argument stands for, before the draft is resolved.
  private struct Found {
    var name: String
    var widget: ConfigurableWidget
    var draft: IntentDraft
    var family: WidgetFamily
    var revision: Int?
    var remarks: [Message] = []
  }

  /// Finds a file of intent JSON, a placed widget, or a widget with its defaults, tried in this
  /// order.
  private func subjectFound(in placed: PlacedWidgets) async throws -> Found {
    if subject.hasSuffix(".json") || subject == InputFile.standardInput {
      let file = InputFile.name(subject)
      let bytes = try InputFile.bytes(subject)
      var targets = IntentTargets(placed)
      let part = IntentJSON.Part(whole: bytes)
      _ = try await targets.look(for: targets.mentions(in: part))
      var problems = IntentTargets.Problems()
      let (found, _) = targets.read(part, file: file, into: &problems)
      guard problems.isEmpty else {
        throw CommandFailure(.findings, targets.lines(of: problems, file: file))
      }
      guard let first = found.first, found.count == 1 else {
        throw CommandFailure(
          .findings, .placed(place: file, sentences: [.severalIntentsInFile(count: found.count)]))
      }
      try requireIntent(of: first.widget)
      return Found(
        name: subject, widget: first.widget, draft: first.document.draft,
        family: first.document.family)
    }
    if let stored = try await placed.find(subject) {
      let present = try placed.present(stored)
      try requireIntent(of: present.widget)
      return Found(
        name: stored.name, widget: present.widget, draft: present.migration.draft,
        family: stored.family, revision: stored.revision,
        remarks: family == nil ? present.remarks : present.changeRemarks)
    }
    let widget = try await widget(in: placed)
    return Found(
      name: subject, widget: widget, draft: IntentDraft(), family: widget.firstFamily)
  }

  /// Refuses an `--intent` that is not the intent of the widget.
  private func requireIntent(of widget: ConfigurableWidget) throws {
    let own = widget.schema.intent
    guard let intent, ![own.name, own.typeName].contains(intent) else { return }
    throw LoadingError(.unknownIntent(intent, intents: [own]), of: subject)
  }

  /// The widget from the library; an error suggests the names of placed widgets as well.
  private func widget(in placed: PlacedWidgets) async throws -> ConfigurableWidget {
    do throws(LoadingError) {
      return try placed.library.widget(subject, intent: intent)
    } catch {
      var error = error
      if case .unknownWidget(let folder, let names) = error.reason {
        let own = try await PlacedWidgets.asked { () async throws(StoreError) in
          try await placed.store.names(around: subject)
        }
        error.reason = .unknownWidget(folder: folder, names: Set(names + own).sorted())
      }
      throw CommandFailure(error) ?? error
    }
  }
}

extension SharedOptions {
  /// The moment in an argument: a date with an offset, or a day, a time, or both, as people write
  /// them in the language of the command, in the time zone of the process.
  ///
  /// A day alone means the start of that day, and a time alone means a time today.
  ///
  /// - Parameters:
  ///   - text: The text of the moment.
  ///   - argument: The argument and its value, for messages.
  /// - Throws: `CommandFailure` for any other text, and for a time that occurs twice or never
  ///   because the clocks change.
  func moment(of text: String, argument: String) throws -> Date {
    func failure(_ sentences: [Message]) -> CommandFailure {
      CommandFailure(.usage, .placed(place: argument, sentences: sentences))
    }
    if let date = ISO8601Date.date(of: text) { return try usable(date) }
    let zone = ZoneRules.current
    let wall: DateComponents
    switch ValueText.moment(of: text, words: words, clock: FormSetup.presentClock) {
    case .success(let components): wall = components
    case .failure(let reason): throw failure([reason.message, reason.advice])
    }
    let dates = zone.dates(of: wall)
    guard let first = dates.first, let last = dates.last else {
      throw failure([FormatProblem.notADate(text.harmlessName).message])
    }
    guard first == last else {
      let meanings = [first, last].map { ISO8601Date.text(of: $0, in: zone) }
      let reason = ValueText.ambiguous(text, meanings)
      throw failure([reason.message, reason.advice])
    }
    if wall.hour != nil, let time = wall.wallTime, zone.wall(at: first.wholeSeconds) != time {
      throw failure([
        "The clocks skip “\(name: text)”.",
        "Write a time before or after it, such as \(ISO8601Date.text(of: first, in: zone)).",
      ])
    }
    return try usable(first)

    func usable(_ date: Date) throws -> Date {
      do throws(FormatProblem) {
        try ISO8601Date.requireUsable(date)
        return date
      } catch {
        throw failure([error.message, error.advice])
      }
    }
  }
}

extension DateComponents {
  /// The day and the time, which is 0:00 if no time is given; nil if there is no such day.
  fileprivate var wallTime: CivilDateTime? {
    civilDate.map {
      CivilDateTime($0, hour: hour ?? 0, minute: minute ?? 0, second: second ?? 0)
    }
  }
}

extension ZoneRules {
  /// The dates at which the clocks show a day and a time; there are two if the clocks are set back
  /// past that time.
  ///
  /// There are none if there is no such day. A time that the clocks skip is moved later by the
  /// length of the gap.
  fileprivate func dates(of wall: DateComponents) -> [Date] {
    guard let time = wall.wallTime else { return [] }
    guard wall.hour != nil else { return [start(of: time.date)] }
    let first = instant(of: time)
    // The clocks are never set back by more than a day.
    let second = time.wallSeconds - offset(at: first + CivilDateTime.secondsPerDay)
    let isTwice = second > first && self.wall(at: second) == time
    return (isTwice ? [first, second] : [first]).map { Date(wholeSeconds: $0) }
  }
}

/// A widget with its intent and the provider of its timelines.
struct TimelineSubject {
  /// The name of the placed widget, or else the argument that names the widget.
  var name: String
  var widget: ConfigurableWidget
  var intent: Intent
  /// The revision of the placed widget; nil if it is not placed.
  var revision: Int?
  var provider: any IntentTimelineProvider
  /// The remarks about the family, and about stored answers that the migration changed.
  var remarks: [Message]

  init(
    name: String, widget: ConfigurableWidget, intent: Intent, revision: Int? = nil,
    remarks: [Message] = []
  ) throws {
    guard let provider = widget.timeline else {
      throw CommandFailure(
        .findings,
        .sentences([
          .noTimelineProvider(widget: widget.name),
          widget.remedy(
            inManifest: """
              Add “\(WidgetManifest.Key.timeline.rawValue)” to its \(WidgetFolder.manifestName).
              """),
        ]))
    }
    self.name = name
    self.widget = widget
    self.intent = intent
    self.revision = revision
    self.remarks = remarks
    self.provider = provider
  }
}

extension ConfigurableWidget {
  /// The remedy for a source that the widget does not have.
  ///
  /// - Parameter remedy: The change to make in `widget.json`; a bare definition needs a
  ///   `widget.json` first.
  func remedy(inManifest remedy: Message) -> Message {
    guard isBare else { return remedy }
    let stem = URL(filePath: definitionPath).deletingPathExtension().lastPathComponent
    let intent = name == stem ? "" : " --intent \(shellWord(schema.intent.name))"
    return .makeWidgetFrom(path: shellWord(definitionPath) + intent)
  }
}
