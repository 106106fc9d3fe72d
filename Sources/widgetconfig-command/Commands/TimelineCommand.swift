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
import WidgetStore
import WidgetTimeline
import Zones

/// How a timeline is printed.
enum TimelineFormat: ExpressibleByArgument, Equatable {
  case table, json
  /// The current entry, drawn in a box of the family's size.
  case box
  /// The current entry as a line for a status bar.
  case line(StatusBar)

  private static let all = [table, json, box] + StatusBar.allCases.map { line($0) }

  init?(argument: String) {
    guard let format = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = format
  }

  static var allValueStrings: [String] { all.map(\.name) }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  var defaultValueDescription: String { name }

  fileprivate var name: String {
    switch self {
    case .table: "table"
    case .json: "json"
    case .box: "box"
    case .line(let bar): bar.rawValue
    }
  }

  /// The status bar that shows the current entry; nil for the formats that people and scripts read.
  var bar: StatusBar? { if case .line(let bar) = self { bar } else { nil } }

  /// The arguments that select the formats that satisfy a condition, for a message.
  static func arguments(where isMeant: (TimelineFormat) -> Bool) -> String {
    all.filter(isMeant).map { "--format " + $0.name }.joined(separator: ", ")
  }
}

/// Shows the timeline of an intent.
struct TimelineCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Shows the timeline of a widget: its entries, and when it reloads.",
    discussion: .help(
      examples: "timeline UpNext", "timeline UpNext --at 'tomorrow 8:00' --snapshot",
      "timeline UpNext --format line --width 30"))

  /// The time for which a smart stack is shown.
  static let stackHours = 24

  @OptionGroup var options: TimelineSubjectOptions

  @Flag(help: "Show only the snapshot: the entry for this moment.")
  var snapshot = false

  @Flag(help: "Show only the placeholder: the entry before there is any data.")
  var placeholder = false

  @Flag(help: "Show only the preview: the entry for a gallery, from sample data.")
  var preview = false

  @Flag(
    help: """
      Show which of several widgets is on top of a smart stack at each time in the next \
      \(TimelineCommand.stackHours) hours, and why.
      """)
  var stack = false

  @Argument(
    help: .stackMembers, completion: Completions.placed)
  var others: [String] = []

  @Option(
    help: "With --watch, how often the widget is seen in a day, which decides the reload budget.")
  var views: Int?

  @Flag(help: "Follow the timeline in real time until you stop it.")
  var watch = false

  @Flag(help: "Exit with status \(ExitStatus.findings) when something is wrong with the timeline.")
  var check = false

  @Flag(
    help: "Print the request that a program would get on standard input, instead of the timeline.")
  var showRequest = false

  @Flag(help: "Fetch the images that entries name, and show the paths of the files.")
  var fetchImages = false

  @Option(
    help: """
      \(TimelineFormat.table.name), \(TimelineFormat.json.name), \(TimelineFormat.box.name) (a \
      drawing), or one line for a status bar: \(StatusBar.line) (plain text), \(StatusBar.tmux), \
      \(StatusBar.i3bar), \(StatusBar.polybar), \(StatusBar.xmobar), or \(StatusBar.waybar) (JSON; \
      leave “escape” out of the module).
      """)
  var format: TimelineFormat = .table

  @Option(help: "With a format for a status bar, the maximum number of columns of the text.")
  var width: Int?

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if stack,
      watch || snapshot || placeholder || preview || check || showRequest || options.intent != nil
        || !options.answers.isEmpty
    {
      throw ValidationError(
        .argumentDoesNotGoWith(
          argument: "--stack",
          others: """
            --watch, --snapshot, --placeholder, --preview, --check, --show-request, --intent, --set
            """))
    }
    if stack, format != .table, format != .json {
      throw ValidationError(
        .argumentsGoWith(arguments: "--stack", others: "--format table, --format json"))
    }
    if width != nil, format.bar == nil {
      throw ValidationError(
        .argumentsGoWith(arguments: "--width", others: TimelineFormat.arguments { $0.bar != nil }))
    }
    if [snapshot, placeholder, preview].count(where: { $0 }) > 1 {
      throw ValidationError(.giveOneOf(arguments: "--snapshot, --placeholder, --preview"))
    }
    if views != nil, !watch {
      throw ValidationError(.argumentsGoWith(arguments: "--views", others: "--watch"))
    }
    try ValidationError.check("--width", width, in: 1...10_000)
    try ValidationError.check("--views", views, in: SimulationPlan.viewRange)
    if showRequest, check || fetchImages || width != nil {
      throw ValidationError(
        .argumentDoesNotGoWith(
          argument: "--show-request", others: "--check, --fetch-images, --width"))
    }
    guard watch else { return }
    if format == .json {
      throw ValidationError(
        .argumentsGoWith(
          arguments: "--watch", others: TimelineFormat.arguments { $0 != .json }))
    }
    if options.at != nil || snapshot || placeholder || preview || check || showRequest {
      throw ValidationError(
        .argumentDoesNotGoWith(
          argument: "--watch",
          others: "--at, --snapshot, --placeholder, --preview, --check, --show-request"))
    }
  }

  func run() async throws {
    try options.requireStack(for: others, isGiven: stack)
    let placed = try PlacedWidgets(shared)
    if stack { return try await showStack(in: placed) }
    let subject = try await options.found(remarkingIn: placed)
    if watch {
      let watching = await TimelineWatching(
        subject: subject, options: options, placed: placed, command: self)
      throw await watching.run()
    }
    var context = try options.context(of: subject, shared)
    context.isPreview = preview
    if showRequest {
      let text = try TimelineJSON.requestText(
        request, for: placeholder ? nil : subject.intent, in: context,
        schema: subject.widget.schema)
      return Terminal.writeLine(text.trimmed)
    }
    let result = try await result(of: subject, in: context, placed)
    let failure = result.failure.map { subject.failure($0) }
    try await show(result, of: subject, in: context, failure: failure, placed)
    if let failure { throw failure }
  }

  /// The kind of request to the provider.
  private var request: TimelineRequest {
    if placeholder { return .placeholder }
    return snapshot || preview ? .snapshot : .timeline
  }

  private func show(
    _ result: TimelineResult, of subject: TimelineSubject, in context: TimelineProviderContext,
    failure: CommandFailure?, _ placed: PlacedWidgets
  ) async throws {
    let timeline = result.timeline
    let findings = timeline.findings(for: context.family, now: context.now)
    let shown = await withImages(timeline.sorted(), of: subject, placed)
    let screen = ShownTimeline(
      placeholder: result.placeholder, last: result.last, timeline: shown)
    let present = screen.entry(at: context.now)
    let printing = TimelinePrinting(zone: .current, words: shared.words, now: context.now)
    switch format {
    case .json: Terminal.writeJSON(try TimelineJSON.text(of: shown, timeZone: .current))
    case .line:
      let line = barLine(
        of: printing.drawn(present.content, at: context.now),
        isPlaceholder: result.isPlaceholder || screen.isPlaceholder(at: context.now),
        failure: failure)
      writeToBar(line ?? "")
    case .table, .box:
      // The box and the table are drawn together only on a terminal, so that a script receives only
      // the table.
      let isDrawn = format == .box || Terminal.isShown
      let box =
        isDrawn ? printing.box(present.content, in: context, shared.environment) : []
      // The box of the inline family has no border, so its lines could end with spaces.
      Terminal.writeLines(box.map(\.withoutEndingBlanks))
      if format == .table { ReportPrinting(shared).write(printing.table(shown)) }
    }
    if let notice = timeline.notice { shared.remark(notice) }
    let limit = 20
    for finding in findings.prefix(limit) { shared.remark(finding.line(of: subject.name)) }
    if findings.count > limit {
      shared.remark("… and \(findings.count - limit, "more finding", "more findings").")
    }
    for finding in TimelineJSON.mistypedKeys(in: timeline) {
      shared.remark(finding.line(of: subject.name))
    }
    if check, !findings.isEmpty, failure == nil { throw CommandFailure(.findings, []) }
  }

  /// The line for the status bar that the format is for; nil if the format is not for a status bar.
  func barLine(
    of content: EntryContent, isPlaceholder: Bool, failure: CommandFailure?
  ) -> String? {
    format.bar.map { bar in
      StatusBarLine.text(
        of: content, for: bar, isPlaceholder: isPlaceholder,
        failure: failure?.lines.first.map { shared.words($0) }, width: width)
    }
  }

  /// Writes text for a status bar; the parts from outside must already be escaped.
  func writeToBar(_ text: String) {
    switch format {
    case .line(.i3bar), .line(.waybar): Terminal.writeJSON(text)
    default: Terminal.write(text)
    }
  }

  /// The timeline with the paths of its images, if the command fetches images.
  func withImages(
    _ timeline: Timeline, of subject: TimelineSubject, _ placed: PlacedWidgets
  ) async -> Timeline {
    guard fetchImages else { return timeline }
    let cache = ResourceCache(
      folder: placed.images,
      fetch: ResourceCache.fetch(folder: subject.widget.folder))
    let (resolved, problems) = await cache.resolve(timeline)
    shared.say(problems)
    return resolved
  }

  /// The provider's timeline; after a failure, the last good timeline or an entry that shows the
  /// reason.
  private func result(
    of subject: TimelineSubject, in context: TimelineProviderContext, _ placed: PlacedWidgets
  ) async throws -> TimelineResult {
    let provider = subject.provider
    if placeholder {
      var context = context
      context.now = context.statedNow
      return TimelineResult(placeholder: await provider.loadedPlaceholder(in: context))
    }
    guard snapshot || preview else {
      // If a date is requested, the result is not the current state of the widget, so it is not
      // kept.
      return try await placed.timeline(
        of: options.isPresent ? subject.name : nil, from: provider, for: subject.intent,
        in: context)
    }
    if preview {
      do {
        return TimelineResult(
          only: try await provider.galleryEntry(for: subject.intent, in: context))
      } catch {
        throw subject.failure(error)
      }
    }
    let kept =
      options.isPresent
      ? placed.keeper.kept(of: subject.name, for: subject.intent) : KeptTimeline()
    var screen = ShownTimeline(
      placeholder: provider.placeholder(in: context), last: kept.earlier, timeline: kept.last)
    var failure: (any Error)?
    do {
      let entry = try await provider.snapshot(for: subject.intent, in: context)
      screen.install(Timeline(entries: [entry], reload: .never), at: context.now)
    } catch {
      guard !screen.isPlaceholder(at: context.now) else { throw subject.failure(error) }
      failure = error
    }
    guard !screen.isPlaceholder(at: context.now) else {
      return TimelineResult(placeholder: await provider.loadedPlaceholder(in: context))
    }
    var result = TimelineResult(only: screen.entry(at: context.now))
    result.failure = failure
    return result
  }
}

/// The timeline of a widget, and what is on screen until the timeline begins.
struct TimelineResult {
  /// The provider's timeline, or the one that is shown in its place.
  var timeline: Timeline
  /// The timeline before this one; nil if there was none.
  var last: Timeline?
  var placeholder: TimelineEntry
  /// Why the provider returned no timeline; nil if it did.
  var failure: (any Error)?
  /// Whether the only entry is the placeholder.
  private(set) var isPlaceholder = false

  init(
    timeline: Timeline, last: Timeline?, placeholder: TimelineEntry, failure: (any Error)? = nil
  ) {
    (self.timeline, self.last) = (timeline, last)
    (self.placeholder, self.failure) = (placeholder, failure)
  }

  /// Makes the result for a single entry, which is shown at any date.
  init(only entry: TimelineEntry) {
    self.init(
      timeline: Timeline(entries: [entry], reload: .never), last: nil, placeholder: entry)
  }

  /// Makes the result for a placeholder, which is the only entry of the printed timeline.
  init(placeholder entry: TimelineEntry) {
    self.init(only: entry)
    isPlaceholder = true
  }

  /// The entry that is on screen at a moment.
  func entry(at moment: Date) -> TimelineEntry {
    ShownTimeline(placeholder: placeholder, last: last, timeline: timeline).entry(at: moment)
  }
}

extension TimelineCommand {
  /// Shows which widgets are on top of a stack, starting at the requested date.
  private func showStack(in placed: PlacedWidgets) async throws {
    let start = try options.moment(shared)
    var members: [SmartStack.Member] = []
    for name in [options.subject] + others {
      let subject = try await options.found(name, remarkingIn: placed)
      let context = try options.context(of: subject, shared, now: start)
      do {
        let timeline = try await subject.provider.timeline(for: subject.intent, in: context)
        members.append(SmartStack.Member(name: subject.name, timeline: timeline))
      } catch {
        throw subject.failure(error)
      }
    }
    let end = start.addingTimeInterval(Double(Self.stackHours) * DurationUnit.hours.seconds)
    try StackPrinting.write(members, from: start, to: end, asJSON: format == .json, shared)
  }
}

extension TimelineSubject {
  /// The command failure for a provider error.
  func failure(_ error: any Error) -> CommandFailure {
    CommandFailure(.provider, .timelineFailedWith(cause: provider.line(of: error)))
  }
}

extension PlacedWidgets {
  /// Keeps the last good timelines next to the store.
  var keeper: TimelineKeeper { TimelineKeeper(folder: timelines) }

  /// The folder with the timelines of placed widgets.
  var timelines: String { companionPath + ".timelines" }

  /// The provider's timeline, or what is shown in its place together with the reason.
  ///
  /// - Parameter name: The name under which the timeline is kept; nil to keep nothing.
  /// - Throws: `CancellationError` when cancelled.
  func timeline(
    of name: String?, from provider: any IntentTimelineProvider, for intent: Intent,
    in context: TimelineProviderContext
  ) async throws -> TimelineResult {
    var result = TimelineResult(
      timeline: Timeline(entries: [], reload: .never), last: nil,
      placeholder: provider.placeholder(in: context))
    if let name {
      (result.timeline, result.last, result.failure) = try await keeper.timeline(
        of: name, from: provider, for: intent, in: context)
    } else {
      var unkept = KeptTimeline()
      (result.timeline, result.failure) = try await unkept.reload(
        from: provider, for: intent, in: context)
    }
    let shown = ShownTimeline(
      placeholder: result.placeholder, last: result.last, timeline: result.timeline)
    if shown.isPlaceholder(at: context.now) {
      result.placeholder = await provider.loadedPlaceholder(in: context)
    }
    return result
  }
}
