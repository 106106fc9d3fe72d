public import IntentModel
import Messages
import Zones

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The input of a simulation, except for the widget.
public struct SimulationPlan: Sendable, Hashable {
  /// A request for a reload.
  public struct Request: Sendable, Hashable {
    /// The time of the request.
    public var date: Date

    /// The reason for the request.
    public var reason: ReloadReason

    /// Makes a request.
    public init(date: Date, reason: ReloadReason) {
      self.date = date
      self.reason = reason
    }
  }

  /// The range of the number of days that can be simulated.
  package static let dayRange = 1...366

  /// The range of the number of views per day that can be simulated.
  package static let viewRange = 0...10_000

  /// The number of views per day if none is specified.
  public static let usualViews = 60

  /// The number of days; an out-of-range value becomes the nearest value in ``dayRange``.
  public let days: Int

  /// The number of views per day, at times within ``hoursOfViews``; an out-of-range value becomes
  /// the nearest value in ``viewRange``.
  public let viewsPerDay: Int

  /// The hours of a day in which the widget is viewed.
  static let hoursOfViews = 7..<23

  /// The seed for the times of the views and for the delays of reloads.
  public let seed: UInt64

  /// The requests that are made in addition to those of the timeline's policy.
  public let requests: [Request]

  /// Makes a plan.
  public init(
    days: Int = 1, viewsPerDay: Int = SimulationPlan.usualViews, seed: UInt64 = 1,
    requests: [Request] = []
  ) {
    self.days = min(max(days, Self.dayRange.lowerBound), Self.dayRange.upperBound)
    self.viewsPerDay = min(
      max(viewsPerDay, Self.viewRange.lowerBound), Self.viewRange.upperBound)
    self.seed = seed
    self.requests = requests.sorted { $0.date < $1.date }
  }
}

/// Simulates a widget for several days with a virtual clock.
public struct TimelineSimulation: Sendable {
  private let provider: any IntentTimelineProvider
  private let intent: Intent
  private let context: TimelineProviderContext
  private let end: Date
  private var requests: ArraySlice<SimulationPlan.Request>
  private var scheduler: TimelineScheduler
  private var kept = KeptTimeline()
  /// The time since which the screen is out of date because of consecutive failed reloads; nil
  /// after a success.
  private var failedSince: Date?
  private var report: SimulationReport

  /// Runs a plan, starting at the moment in the context.
  ///
  /// The real provider is called, each time with the virtual time. A failure is reported, and the
  /// provider is called again later.
  ///
  /// - Throws: `CancellationError` if cancelled.
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
    let days = context.zone.days(plan.days, from: context.now)
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

  /// - Returns: Whether the simulation goes on.
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
      .init(
        date: reload.date, reason: reload.reason, requested: reload.requested,
        hasFailed: failure != nil))
    if let failure {
      report.failures.append(.init(date: reload.date, reason: "\(failure)".harmlessCause))
    }
    if failure != nil {
      failedSince = failedSince ?? (reload.wasDenied ? reload.requested : reload.date)
    } else {
      if let start = failedSince ?? (reload.wasDenied ? reload.requested : nil) {
        report.staleSpans.append(.init(from: start, to: reload.date))
      }
      failedSince = nil
    }
    if let entry = scheduler.entry(at: reload.date) {
      show(entry, at: reload.date)
    } else {
      show(await provider.loadedPlaceholder(in: context), at: reload.date)
    }
  }

  /// Records the entries that have appeared since the last reload.
  private mutating func showEntries(until date: Date) {
    guard var last = report.shown.last?.date else { return }
    while let next = scheduler.shown.nextChange(after: last), next < date {
      show(scheduler.shown.entry(at: next), at: next)
      last = next
    }
  }

  private mutating func show(_ entry: TimelineEntry, at date: Date) {
    report.shown.append(.init(date: date, content: entry.content, relevance: entry.relevance))
  }

  private func finished(_ plan: SimulationPlan) -> SimulationReport {
    var finished = self
    finished.showEntries(until: end)
    // If a reload has failed or still waits for the budget, the screen is out of date until the
    // end.
    let denied = scheduler.isDenied ? scheduler.requestedReload : nil
    if let start = failedSince ?? denied, start < end {
      finished.report.staleSpans.append(.init(from: start, to: end))
    }
    finished.report.mergedRequests = scheduler.mergedRequests
    finished.report.views = SimulationReport.views(plan, days: report.dayStarts)
    return finished.report
  }
}

extension ZoneRules {
  /// A date and the starts of the following days; together, one more than the number of days.
  func days(_ count: Int, from date: Date) -> [Date] {
    (0...count).map { self.date(date, addingDays: $0) }
  }
}
