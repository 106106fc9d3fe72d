import ArgumentParser
import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline
import Zones

/// Simulates a widget over several days under a reload budget.
struct SimulateCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract:
      "Simulates days in the life of a widget: entries, reloads, and when it is out of date.",
    discussion: .help(
      examples: "simulate Verse", "simulate UpNext --days 7", "simulate Verse --views 30 --seed 4"))

  @OptionGroup var options: TimelineSubjectOptions

  @Flag(help: "Show which of several widgets is on top of a smart stack, when, and why.")
  var stack = false

  @Argument(
    help: .stackMembers, completion: Completions.placed)
  var others: [String] = []

  @Option(
    help: """
      The number of days, from \(SimulationPlan.dayRange.lowerBound) to \
      \(SimulationPlan.dayRange.upperBound), starting at the midnight before --at.
      """)
  var days = 1

  @Option(help: "How often the widget is seen in a day, which decides the reload budget.")
  var views = SimulationPlan.usualViews

  @Option(help: "How many reloads the app asks for in a day, at random times.")
  var appReloads = 0

  @Option(
    help: """
      How many changes a service pushes to the device in a day, at random times. Up to \
      \(PushBudget.standard.burst) pushes can follow each other directly, and then one every \
      \(PushBudget.standard.interval / 60_000) minutes. Each push asks for a reload.
      """)
  var push = 0

  @Option(
    name: .customLong("event"),
    help: """
      A reload for another reason, such as \(ReloadReason.clock.rawValue)=2026-11-21T14:00:00Z. \
      The reasons are \(ReloadReason.allCases.map(\.rawValue).listed("and")).
      """)
  var events: [String] = []

  @Option(help: "The seed of the random numbers.")
  var seed: UInt64 = 1

  @Option(help: .listFormat)
  var format: ListFormat = .table

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if stack, options.intent != nil || !options.answers.isEmpty {
      throw ValidationError(.argumentDoesNotGoWith(argument: "--stack", others: "--intent, --set"))
    }
    try ValidationError.check("--days", days, in: SimulationPlan.dayRange)
    try ValidationError.check("--views", views, in: SimulationPlan.viewRange)
    try ValidationError.check("--app-reloads", appReloads, in: 0...1_000)
    try ValidationError.check("--push", push, in: 0...10_000)
  }

  func run() async throws {
    try options.requireStack(for: others, isGiven: stack)
    let placed = try PlacedWidgets(shared)
    if stack { return try await rotate(in: placed) }
    let subject = try await options.found(remarkingIn: placed)
    let (report, context) = try await report(of: subject)
    switch format {
    case .json: Terminal.writeJSON(try SimulationJSON.text(of: report, timeZone: .current))
    case .table:
      let printing = SimulationPrinting(
        report, printing: TimelinePrinting(zone: .current), words: shared.words,
        columns: Terminal.isShown ? Terminal.size.columns : .max)
      let title = ReportLine([
        .init(subject.name, .heading), .init(", \(shared.name(of: context.family))"),
      ])
      ReportPrinting(shared).write([title] + printing.lines)
    }
    try refuseFailures(of: subject, report)
  }

  private func refuseFailures(of subject: TimelineSubject, _ report: SimulationReport) throws {
    guard report.failures.isEmpty else {
      let lines = report.failures.prefix(3).map {
        Message.verbatim("\(subject.provider.name): \($0.reason)")
      }
      throw CommandFailure(.provider, lines)
    }
  }

  private func report(
    of subject: TimelineSubject
  ) async throws -> (SimulationReport, TimelineProviderContext) {
    var context = try options.context(of: subject, shared)
    context.now = context.zone.startOfDay(at: context.now)
    let plan = SimulationPlan(
      days: days, viewsPerDay: views, seed: seed, requests: try requests(from: context))
    let report = try await TimelineSimulation.run(
      plan, of: subject.provider, for: subject.intent, in: context)
    return (report, context)
  }

  /// Simulates each widget in a stack, and rotates the stack according to the entries that the
  /// widgets showed.
  private func rotate(in placed: PlacedWidgets) async throws {
    var members: [SmartStack.Member] = []
    var span: (start: Date, end: Date)?
    for name in [options.subject] + others {
      let subject = try await options.found(name, remarkingIn: placed)
      let (report, _) = try await report(of: subject)
      try refuseFailures(of: subject, report)
      let entries = report.shown.map {
        TimelineEntry(date: $0.date, content: $0.content, relevance: $0.relevance)
      }
      members.append(
        SmartStack.Member(name: subject.name, timeline: Timeline(entries: entries, reload: .never)))
      if let start = report.dayStarts.first, let end = report.dayStarts.last { span = (start, end) }
    }
    guard let span else { return }
    try StackPrinting.write(
      members, from: span.start, to: span.end, asJSON: format == .json, shared)
  }

  private func requests(
    from context: TimelineProviderContext
  ) throws -> [SimulationPlan.Request] {
    let wanted = try events.map(request)
    let reloads = moments(appReloads, seed &+ 0x4150_5000, from: context).map {
      SimulationPlan.Request(date: $0, reason: .app)
    }
    return wanted + reloads + pushes(from: context)
  }

  /// Random moments in each day.
  private func moments(
    _ count: Int, _ seed: UInt64, from context: TimelineProviderContext
  ) -> [Date] {
    var random = SeededRandom(seed: seed)
    return (0..<days).flatMap { day in
      let start = context.zone.date(context.now, addingDays: day)
      return (0..<count).map { _ in
        let second = Int.random(in: 0..<CivilDateTime.secondsPerDay, using: &random)
        return start.addingTimeInterval(Double(second))
      }
    }
  }

  /// The reloads that a service's pushes cause; prints the numbers of changes and of pushes, and
  /// the longest wait.
  private func pushes(from context: TimelineProviderContext) -> [SimulationPlan.Request] {
    let changes = moments(push, seed &+ 0x5055_5348, from: context).sorted()
    guard !changes.isEmpty else { return [] }
    var device = StoredDevice(
      id: "", owner: "", app: "", environment: "", token: "", registered: 0)
    var (sent, longest): ([Date], Double) = ([], 0)
    for change in changes where sent.last.map({ $0 < change }) ?? true {
      let moment = max(change.milliseconds, device.next)
      PushBudget.standard.pay(&device, at: moment)
      let date = Date(milliseconds: moment)
      longest = max(longest, date.timeIntervalSince(change))
      sent.append(date)
    }
    let wait = TimelinePrinting(zone: .current, words: shared.words).length(longest)
    shared.remark(
      """
      \(changes.count, "change", "changes") sent with \(sent.count, "push", "pushes"); longest \
      wait \(wait)
      """)
    return sent.map { SimulationPlan.Request(date: $0, reason: .app) }
  }
}

extension SimulateCommand {
  /// The request in an argument such as `clock=2026-11-21T14:00:00Z`.
  private func request(_ text: String) throws -> SimulationPlan.Request {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let reason = ReloadReason(rawValue: parts[0]) else {
      throw CommandFailure(
        .usage,
        ["--event \(name: text) is not a reason and a moment. \(phrase: .reasonsOfReloads)"])
    }
    return SimulationPlan.Request(
      date: try shared.moment(of: parts[1], argument: "--event \(text)"), reason: reason)
  }
}

/// Formats a simulation for display: a strip for each day, and a summary of the reloads.
struct SimulationPrinting {
  let report: SimulationReport
  /// Formats the dates.
  let printing: TimelinePrinting
  /// The texts of everything else.
  let words: FormWords

  /// The number of columns of the terminal.
  private let columns: Int

  /// The number of seconds that one character of a strip represents.
  private static let step = 1_800.0
  /// The number of characters for the three hours between two numbers on the ruler.
  private static let threeHours = Int(3 * DurationUnit.hours.seconds / step)
  /// The number of columns before a strip.
  private static let margin = 12

  init(_ report: SimulationReport, printing: TimelinePrinting, words: FormWords, columns: Int) {
    self.report = report
    self.printing = printing
    self.words = words
    self.columns = columns
  }

  var lines: [ReportLine] {
    let minutes = Int(Self.step / DurationUnit.minutes.seconds)
    let legend = words(
      """
      R reload  + new entry  ! out of date  . nothing new; each character is \
      \(minutes, "minute", "minutes")
      """)
    let rest = (summary + staleLines).map { line in
      // The text before the colon is the title of the figures after it.
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !line.hasPrefix(" ") else { return ReportLine(line) }
      return ReportLine([.init(parts[0] + ":", .secondary), .init(String(parts[1]))])
    }
    return strips + [ReportLine(legend, .secondary)] + rest
  }

  private var strips: [ReportLine] {
    let ruler = stride(from: 0, to: 24, by: 3).map { "\($0)".padded(to: Self.threeHours) }.joined()
    let title = lines(of: ruler, after: "") { text in
      [.init(text.withoutEndingBlanks, .secondary)]
    }
    return title
      + zip(report.dayStarts, report.dayStarts.dropFirst()).flatMap { start, end in
        lines(of: strip(from: start, to: end), after: printing.moment(start).prefix(10)) {
          Self.spans(of: $0)
        }
      }
  }

  /// A day in a single line, or in as many lines as a narrow terminal needs, all for equal parts of
  /// the day.
  private func lines(
    of day: String, after title: some StringProtocol, spans: (String) -> [ReportLine.Span]
  ) -> [ReportLine] {
    let room = columns - Self.margin
    let whole = 8 * Self.threeHours
    // A line has the whole day, half of it, a quarter, or three hours.
    let length =
      room >= max(day.count, whole)
      ? day.count : [whole, whole / 2, whole / 4].first { $0 <= room } ?? Self.threeHours
    return stride(from: 0, to: day.count, by: length).map { start in
      let head = start == 0 ? String(title) : ""
      return ReportLine(
        [.init(head.padded(to: Self.margin), .secondary)]
          + spans(String(day.dropFirst(start).prefix(length))))
    }
  }

  /// The characters of a strip, each with the role that corresponds to its meaning.
  private static func spans(of strip: String) -> [ReportLine.Span] {
    strip.map { sign in
      let role: ReportLine.Role =
        switch sign {
        case "R": .note
        case "!": .error
        case ".": .secondary
        default: .plain
        }
      return ReportLine.Span(String(sign), role)
    }
  }

  /// The strip for one day, which is longer or shorter on a day when the clocks change.
  private func strip(from start: Date, to end: Date) -> String {
    let count = Int((end.timeIntervalSince(start) / Self.step).rounded(.up))
    var signs = [Character](repeating: ".", count: max(0, count))
    func mark(_ date: Date, _ sign: Character) {
      let index = Int((date.timeIntervalSince(start) / Self.step).rounded(.down))
      if date >= start, signs.indices.contains(index) { signs[index] = sign }
    }
    for shown in report.shown { mark(shown.date, "+") }
    for reload in report.reloads where !reload.hasFailed { mark(reload.date, "R") }
    for span in report.staleSpans {
      let first = max(span.from, start)
      let last = min(span.to, end)
      guard first < last else { continue }
      for date in stride(from: first, to: last, by: Self.step) where !isReload(near: date, start) {
        mark(date, "!")
      }
    }
    return String(signs)
  }

  /// Whether a reload took place in the same ``step`` as a date, so that the sign of the reload
  /// stays visible.
  private func isReload(near date: Date, _ start: Date) -> Bool {
    let index = (date.timeIntervalSince(start) / Self.step).rounded(.down)
    return report.reloads.contains {
      !$0.hasFailed && ($0.date.timeIntervalSince(start) / Self.step).rounded(.down) == index
    }
  }

  private var summary: [String] {
    let denied = report.denials.count
    let failed = report.failures.count
    let hours = Int(TimelineScheduler.day / DurationUnit.hours.seconds)
    let lines: [Message] = [
      """
      budget: \(report.budgetPerDay, "reload", "reloads") in \(hours, "hour", "hours"), for \
      \(report.views.count, "view", "views") in all
      """,
      """
      reloads: \(report.reloads.count), of which \(report.reloads.count - report.chargedReloads) \
      not charged; \(report.mergedRequests, "request", "requests") merged
      """,
      "longest wait: \(length(report.longestWait / .seconds(1)))",
      denied == 0 ? "denied: none" : "denied: \(denied)",
      failed == 0 ? "failed: none" : "failed: \(failed)",
    ]
    return lines.map { words($0) }
  }

  private var staleLines: [String] {
    guard !report.staleSpans.isEmpty else { return [words("out of date: never")] }
    let first = words(
      """
      out of date: \(length(report.staleTime / .seconds(1))) in all, seen in \
      \(report.staleViews, "view", "views")
      """
    )
    let spans = report.staleSpans.prefix(10).map { span in
      let start = printing.moment(span.from)
      return "  " + words("\(start) to \(printing.moment(span.to))")
    }
    let more = report.staleSpans.count - spans.count
    return [first] + spans
      + (more > 0 ? ["  " + words("… and \(more, "more time", "more times")")] : [])
  }

  private func length(_ seconds: Double) -> String {
    TimelinePrinting(zone: printing.zone, words: words).length(seconds)
  }
}
