public import IntentModel
import Messages

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What is put into a simulation besides the widget.
public struct SimulationPlan: Sendable, Hashable {
  /// A reload that something asks for.
  public struct Request: Sendable, Hashable {
    /// When.
    public var date: Date

    /// Why.
    public var reason: ReloadReason

    /// Makes a request.
    public init(date: Date, reason: ReloadReason) {
      self.date = date
      self.reason = reason
    }
  }

  /// How many days, from 1 to 366; what is out of range counts as the nearest.
  public let days: Int

  /// How often the widget is seen in a day, from 0 to 10,000, at times between 7 and 23 o'clock.
  public let viewsPerDay: Int

  /// From which the times of the views and the lateness of reloads follow.
  public let seed: UInt64

  /// What is asked for besides the timeline's own policy.
  public let requests: [Request]

  /// Makes a plan.
  public init(days: Int = 1, viewsPerDay: Int = 60, seed: UInt64 = 1, requests: [Request] = []) {
    self.days = min(max(1, days), 366)
    self.viewsPerDay = min(max(0, viewsPerDay), 10_000)
    self.seed = seed
    self.requests = requests.sorted { $0.date < $1.date }
  }
}

/// Lets days pass for a widget on a virtual clock.
public struct TimelineSimulation: Sendable {
  private let provider: any IntentTimelineProvider
  private let intent: Intent
  private let context: TimelineProviderContext
  private let end: Date
  private var requests: ArraySlice<SimulationPlan.Request>
  private var scheduler: TimelineScheduler
  private var kept = KeptTimeline()
  private var report: SimulationReport

  /// Runs a plan from the moment of the context on.
  ///
  /// The provider is asked for real, each time with the virtual moment; one that fails is reported
  /// and asked again later.
  ///
  /// - Throws: `CancellationError` when cancelled.
  public static func run(
    _ plan: SimulationPlan, of provider: any IntentTimelineProvider, for intent: Intent,
    in context: TimelineProviderContext
  ) async throws -> SimulationReport {
    var simulation = TimelineSimulation(plan, provider, intent, context)
    try await simulation.run()
    return simulation.finished(plan)
  }

  private init(
    _ plan: SimulationPlan, _ provider: any IntentTimelineProvider, _ intent: Intent,
    _ context: TimelineProviderContext
  ) {
    self.provider = provider
    self.intent = intent
    self.context = context
    let days = context.calendar.days(plan.days, from: context.now)
    end = days.last ?? context.now
    let budget = ReloadBudget(viewsPerDay: plan.viewsPerDay)
    scheduler = TimelineScheduler(budget: budget, seed: plan.seed)
    requests = plan.requests.filter { $0.date >= context.now }[...]
    report = SimulationReport(dayStarts: days, budgetPerDay: budget.perDay ?? 0)
    scheduler.request(.configuration, at: context.now)
  }

  private mutating func run() async throws {
    while true {
      let asked = requests.first.map(\.date).flatMap { $0 < end ? $0 : nil }
      if let event = scheduler.nextEvent(until: asked ?? end) {
        guard try await carryOut(event) else { return }
      } else if asked != nil, let request = requests.popFirst() {
        scheduler.request(request.reason, at: request.date)
      } else {
        return
      }
    }
  }

  /// - Returns: Whether the end has not come yet.
  private mutating func carryOut(_ event: TimelineScheduler.Event) async throws -> Bool {
    switch event {
    case .denied(let date, let until, let reason):
      guard date < end else { return false }
      report.denials.append(.init(date: date, until: until, reason: reason))
    case .reload(let reload):
      guard reload.date < end else { return false }
      try await self.reload(reload)
    }
    return true
  }

  private mutating func reload(_ reload: TimelineScheduler.Reload) async throws {
    try Task.checkCancellation()
    showEntries(until: reload.date)
    var context = context
    context.now = reload.date
    let (timeline, failure) = try await kept.reload(from: provider, for: intent, in: context)
    scheduler.install(timeline, at: reload.date, retries: failure != nil)
    report.reloads.append(
      .init(date: reload.date, reason: reload.reason, wished: reload.wished))
    if let failure {
      report.failures.append(.init(date: reload.date, reason: "\(failure)".harmless(limit: 500)))
    }
    if reload.wasDenied {
      report.staleSpans.append(.init(from: reload.wished, to: reload.date))
    }
    show(scheduler.entry(at: reload.date) ?? provider.placeholder(in: context), at: reload.date)
  }

  /// Puts down what came on screen by itself since the last reload.
  private mutating func showEntries(until date: Date) {
    guard let timeline = scheduler.timeline, let last = report.shown.last?.date else { return }
    for entry in timeline.entries[timeline.firstIndex(after: last)...] where entry.date < date {
      show(entry, at: entry.date)
    }
  }

  private mutating func show(_ entry: TimelineEntry, at date: Date) {
    report.shown.append(.init(date: date, content: entry.content, relevance: entry.relevance))
  }

  private func finished(_ plan: SimulationPlan) -> SimulationReport {
    var finished = self
    finished.showEntries(until: end)
    // A reload that still waits for the budget leaves the screen out of date to the end.
    if scheduler.isDenied, let wished = scheduler.wishedReload {
      finished.report.staleSpans.append(.init(from: wished, to: end))
    }
    finished.report.mergedRequests = scheduler.mergedRequests
    finished.report.views = SimulationReport.views(plan, days: report.dayStarts)
    return finished.report
  }
}

extension Calendar {
  /// A date and the starts of the days after it: one more than the number of days.
  func days(_ count: Int, from date: Date) -> [Date] {
    (0...count).map { self.date(byAdding: .day, value: $0, to: date) ?? date }
  }
}
