import Dispatch
import ExternalSources
import FormEngine
import Foundation
import IntentModel
import JSONCodings
import Messages
import Synchronization
import TerminalForm
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline
import Zones

/// Follows a timeline in real time: it shows the current entry, counts down to the next one, and
/// reloads according to the policy.
///
/// Without `--views` there is no budget for reloads. Saving the placed widget causes an immediate
/// reload. If there is no budget, so does a requested reload, or a change to a local file that the
/// provider reads.
struct TimelineWatching {
  @Boxed private var command: TimelineCommand
  private let options: TimelineSubjectOptions
  private let placed: PlacedWidgets
  private var subject: TimelineSubject
  private var scheduler: TimelineScheduler
  /// The number of the last known reload request for the placed widget.
  private var knownRequest = 0
  private var files = FilesWatch()
  private var shown: EntryContent?
  private var clock = ClockWatch()
  private let start = ContinuousClock.now
  /// The placeholder of the widget; nil until it is needed.
  private var placeholder: TimelineEntry?
  /// The last timelines of a run with answers from `--set`, which are not kept in a file.
  private var unkept = KeptTimeline()
  private var failure: CommandFailure?
  private var countdownLength = 0
  /// Whether a status bar has received a line.
  private var hasBegun = false
  /// The size of the box above the countdown, and the width of the terminal at the time when the
  /// box was drawn.
  private var boxShown: (height: Int, width: Int, columns: Int)?

  /// Whether a line below the box counts down to the next entry.
  private var hasCountdown: Bool { Terminal.isShown && command.format.bar == nil }

  private var printing: TimelinePrinting {
    TimelinePrinting(zone: .current, words: command.shared.words)
  }

  init(
    subject: TimelineSubject, options: TimelineSubjectOptions, placed: PlacedWidgets,
    command: TimelineCommand
  ) async {
    self.subject = subject
    self.options = options
    self.placed = placed
    self.command = command
    let budget = command.views.map { ReloadBudget(viewsPerDay: $0) } ?? .unlimited
    scheduler = TimelineScheduler(budget: budget, seed: 0)
    knownRequest = (try? await placed.store.lastReloadRequest(of: subject.name)) ?? 0
    // The terminal's background is queried before signals are handled, because the query installs
    // its own handlers.
    _ = ColorScheme.inEffect(
      options.presentation.colorScheme, command.shared.environment, isAsked: true)
  }

  /// Follows the timeline until a signal arrives or the output is closed, and returns the program's
  /// status.
  func run() async -> CommandFailure {
    var watching = self
    // Signals are handled before anything is printed.
    let ending = WatchEnding()
    let task = Task { try await watching.follow() }
    ending.cancelsWhenEnded { task.cancel() }
    do {
      try await task.value
    } catch let failure as CommandFailure {
      return failure
    } catch {
      // `ending` has cancelled the task, and has the status to return.
    }
    if hasCountdown, ending.status != .readerGone { Terminal.write("\n") }
    return CommandFailure(ending.status, [])
  }

  private mutating func follow() async throws {
    scheduler.request(.configuration, at: Date())
    while !Task.isCancelled {
      let mark = try? await placed.store.mark()
      checkClock()
      await checkConfiguration()
      await checkRequests()
      checkFiles()
      try await reload(until: Date())
      try await show(at: Date())
      try await rest(.seconds(pause(after: Date())), whileStoreHas: mark)
    }
  }

  /// Reloads if the clock was set or the time zone has changed.
  private mutating func checkClock() {
    SystemZones.shared.refresh()
    let now = Date()
    if clock.hasChanged(at: now, steady: start.duration(to: .now), zone: .current) {
      scheduler.request(.clock, at: now)
      shown = nil
    }
  }

  /// Reloads if the placed widget was saved; an unreadable store or an unusable configuration
  /// changes nothing.
  private mutating func checkConfiguration() async {
    guard let revision = subject.revision, let stored = try? await placed.find(subject.name),
      stored.revision != revision
    else { return }
    subject.revision = stored.revision
    do {
      subject = try await options.found(in: placed)
      (placeholder, unkept, files) = (nil, KeptTimeline(), FilesWatch())
      scheduler.request(.configuration, at: Date())
    } catch {
      leaveBox()
      let failure = error as? CommandFailure
      command.shared.say(failure?.lines ?? [.words(of: error)])
    }
  }

  /// Handles the requests of the reload command and of a service; each can have a reason.
  private mutating func checkRequests() async {
    guard subject.revision != nil,
      let found = try? await placed.store.reloadRequests(of: subject.name, after: knownRequest)
    else { return }
    // Requests that are waiting at the same time are merged into one reload.
    for request in found {
      knownRequest = max(knownRequest, request.number)
      scheduler.request(
        request.reason.flatMap { ReloadReason(rawValue: $0) } ?? .app, at: Date())
    }
  }

  /// Reloads if a local file of the timeline has changed.
  private mutating func checkFiles() {
    if files.hasChanged(of: subject.provider) { scheduler.request(.app, at: Date()) }
  }

  /// Waits for a duration; for a placed widget, the wait ends early if the store changes.
  private func rest(_ time: Duration, whileStoreHas mark: StoreMark?) async throws {
    guard subject.revision != nil else { return try await Task.sleep(for: time) }
    let end = ContinuousClock.now + time
    while true {
      let present = try? await placed.store.mark()
      // An unreadable store counts as unchanged.
      guard present == nil || present == mark else { return }
      let left = end - .now
      guard left > .zero else { return }
      try await Task.sleep(for: min(left, placed.store.lookInterval))
    }
  }

  private mutating func reload(until date: Date) async throws {
    while let event = scheduler.nextEvent(until: date) {
      if case .denied(_, let until, _) = event {
        leaveBox()
        command.shared.remark(
          "The reload budget is used up; the reload waits until \(printing.moment(until)).")
      }
      guard case .reload = event else { continue }
      let now = Date()
      let context = try options.context(of: subject, command.shared, now: now)
      let (timeline, last, error): (Timeline, Timeline?, (any Error)?)
      if options.isPresent {
        (timeline, last, error) = try await placed.keeper.timeline(
          of: subject.name, from: subject.provider, for: subject.intent, in: context)
      } else {
        let result = try await unkept.reload(
          from: subject.provider, for: subject.intent, in: context)
        (timeline, last, error) = (result.timeline, unkept.earlier, result.failure)
      }
      if scheduler.timeline == nil, let last { scheduler.install(last, at: now) }
      failure = error.map { subject.failure($0) }
      if let notice = timeline.notice {
        leaveBox()
        command.shared.remark(notice)
      }
      if let failure {
        leaveBox()
        command.shared.say(failure.lines)
      }
      let resolved = await command.withImages(timeline.sorted(), of: subject, placed)
      scheduler.install(resolved, at: now, retries: error != nil)
      shown = nil
    }
  }

  /// The number of seconds until something changes, limited so that a placed widget is checked in
  /// between.
  private func pause(after now: Date) -> Double {
    let next =
      scheduler.nextChange(after: now, placeholder: placeholder)?.timeIntervalSince(now)
      ?? .infinity
    // Clocks can be changed and machines can sleep, so the pause is limited.
    let hasFiles = FilesWatch.isNeeded(for: subject.provider)
    let longest =
      hasCountdown
      ? 1.0 : hasFiles ? FilesWatch.interval : subject.revision == nil ? 60 : 10
    return min(max(next, 0.01), longest)
  }

  private mutating func show(at now: Date) async throws {
    let content = printing.drawn(try await entry(at: now).content, at: now)
    if content != shown {
      shown = content
      let line = command.barLine(
        of: content, isPlaceholder: scheduler.shown.isPlaceholder(at: now), failure: failure)
      if let line, let bar = command.format.bar {
        command.writeToBar(
          (hasBegun ? "" : StatusBarLine.start(for: bar)) + StatusBarLine.followed(line, for: bar))
        hasBegun = true
      } else {
        showBox(content, in: try options.context(of: subject, command.shared, now: now), at: now)
      }
    }
    if hasCountdown { showCountdown(at: now) }
  }

  private mutating func entry(at now: Date) async throws -> TimelineEntry {
    if let entry = scheduler.entry(at: now) ?? placeholder { return entry }
    let context = try options.context(of: subject, command.shared, now: now)
    let loaded = await subject.provider.loadedPlaceholder(in: context)
    placeholder = loaded
    return loaded
  }

  private mutating func showBox(
    _ content: EntryContent, in context: TimelineProviderContext, at now: Date
  ) {
    let box = printing.box(content, in: context, command.shared.environment)
    let start = countdownLength > 0 ? overShown ?? "\n" : ""
    countdownLength = 0
    Terminal.write(start + box.map { visible($0) }.joined(separator: "\n") + "\n")
    boxShown = (box.count, box.map(displayWidth).max() ?? 0, Terminal.size.columns)
    if !Terminal.isShown { Terminal.writeLine(coming(at: now, withWait: false)) }
  }

  /// The control sequence that moves to the start of the box and clears the box.
  ///
  /// Nil if the box cannot be overwritten, because it does not fit, the terminal's width has
  /// changed, or the terminal does not support this.
  private var overShown: String? {
    let size = Terminal.size
    guard let boxShown, size.columns == boxShown.columns, boxShown.width < size.columns,
      boxShown.height < size.rows, canDraw(command.shared.environment[TerminalVariable.term])
    else { return nil }
    return TerminalErasure.lines(above: boxShown.height)
  }

  /// Moves to the line below the box, so that other output does not overwrite the box.
  private mutating func leaveBox() {
    guard countdownLength > 0 else { return }
    Terminal.write("\n")
    countdownLength = 0
    boxShown = nil
    shown = nil
  }

  /// The times of the next entry and the next reload.
  private func coming(at now: Date, withWait: Bool) -> String {
    let words = command.shared.words
    let moments = [scheduler.shown.nextChange(after: now), scheduler.nextReload]
    let hasSeconds = printing.needsSeconds([now] + moments.compactMap { $0 })
    func moment(_ date: Date) -> String { printing.moment(date, hasSeconds: hasSeconds) }
    let reload = scheduler.nextReload.map { Message("reload \(moment($0))") }
    let texts = [nextEntry(after: now, withWait: withWait, moment), reload ?? "no reload"]
    return texts.map { words($0) }.joined(separator: words(.listSeparator))
  }

  private func nextEntry(
    after now: Date, withWait: Bool, _ moment: (Date) -> String
  ) -> Message {
    guard let next = scheduler.shown.nextChange(after: now) else { return "no further entry" }
    let date = moment(next)
    guard withWait else { return "next entry \(date)" }
    return "next entry \(date) in \(printing.length(next.timeIntervalSince(now)))"
  }

  /// Prints the line below the box, and replaces the previous line.
  private mutating func showCountdown(at now: Date) {
    var line = coming(at: now, withWait: true)
    while displayWidth(line) >= Terminal.size.columns, !line.isEmpty { line.removeLast() }
    Terminal.write("\r" + line.padded(to: countdownLength))
    countdownLength = displayWidth(line)
  }
}

/// Ends a watch after a signal, or when the reader has closed standard output.
private final class WatchEnding: Sendable {
  private struct State {
    var status: ExitStatus?
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// The exit status for the cause of the end; done if the watch has no such cause yet.
  var status: ExitStatus { state.withLock { $0.status } ?? .done }

  init() {
    for (number, status) in [(SIGTERM, ExitStatus.done), (SIGINT, .cancelled), (SIGHUP, .done)] {
      _ = SignalHandler(number) { self.end(status) }
    }
    Thread.detachNewThread {
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) < 0, errno == EINTR {}
      self.end(.readerGone)
    }
  }

  /// Sets an action for the end of the watch, and runs it immediately if the watch has already
  /// ended.
  func cancelsWhenEnded(_ cancel: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      state.cancel = cancel
      return state.status != nil
    }
    if hasEnded { cancel() }
  }

  private func end(_ status: ExitStatus) {
    let cancel = state.withLock { state in
      state.status = state.status ?? status
      return state.cancel
    }
    cancel?()
  }
}
