import IntentModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The events of a simulation.
public struct SimulationReport: Sendable, Hashable {
  /// A reload that took place.
  public struct Reload: Sendable, Hashable {
    /// The time of the reload.
    public var date: Date
    /// The reason for the reload.
    public var reason: ReloadReason
    /// The time for which it was requested.
    public var requested: Date
    /// Whether the provider failed and the screen did not change.
    public var hasFailed = false
  }

  /// A reload that the budget did not allow when it was due.
  public struct Denial: Sendable, Hashable {
    /// The time at which it was denied.
    public var date: Date
    /// The time at which the budget will allow it.
    public var until: Date
    /// The reason for the reload.
    public var reason: ReloadReason
  }

  /// A period in which the screen was out of date because a reload was denied or had failed.
  public struct Span: Sendable, Hashable {
    /// The time for which the denied reload was requested, or else the time of the failed reload.
    public var from: Date
    /// The time of the reload, or the end of the simulation.
    public var to: Date
    /// The length of the period.
    public var duration: Duration { .seconds(to.timeIntervalSince(from)) }
  }

  /// A failure of the provider.
  public struct Failure: Sendable, Hashable {
    /// The time of the failure.
    public var date: Date
    /// The provider's description of the error, in its harmless form.
    public var reason: String
  }

  /// Content that appeared on the screen.
  public struct Shown: Sendable, Hashable {
    /// The time at which it appeared.
    public var date: Date
    /// The content.
    public var content: EntryContent
    /// Its relevance in a smart stack; nil if the entry has none.
    public var relevance: TimelineEntryRelevance?
  }

  /// The starts of the days, followed by the end of the last day.
  public var dayStarts: [Date]

  /// The value of ``ReloadBudget/perDay``; 0 for no limit.
  public var budgetPerDay: Int

  /// The reloads in order.
  public var reloads: [Reload] = []

  /// The denied reloads, in order.
  public var denials: [Denial] = []

  /// The periods in which the screen was out of date, in order.
  public var staleSpans: [Span] = []

  /// The failures in order.
  public var failures: [Failure] = []

  /// The content that was on screen, in order.
  public var shown: [Shown] = []

  /// The number of requests that were merged with another request.
  public var mergedRequests = 0

  /// The times at which the widget was viewed, in order.
  public var views: [Date] = []

  init(dayStarts: [Date], budgetPerDay: Int) {
    self.dayStarts = dayStarts
    self.budgetPerDay = budgetPerDay
  }

  /// The number of reloads that were charged to the budget.
  public var chargedReloads: Int { reloads.count { $0.reason.isCharged } }

  /// The total time for which the screen was out of date.
  public var staleTime: Duration { staleSpans.reduce(.zero) { $0 + $1.duration } }

  /// The number of views while the screen was out of date.
  public var staleViews: Int {
    views.count { view in staleSpans.contains { $0.from <= view && view < $0.to } }
  }

  /// The longest time between a requested reload and the reload itself; 0 if there were no reloads.
  public var longestWait: Duration {
    reloads.map { .seconds($0.date.timeIntervalSince($0.requested)) }.max() ?? .zero
  }

  /// The times of the views on all days, within ``SimulationPlan/hoursOfViews``.
  static func views(_ plan: SimulationPlan, days: [Date]) -> [Date] {
    // A separate stream of random numbers, so that the number of views does not affect the delays
    // of reloads.
    var random = SeededRandom(seed: plan.seed ^ 0x5649_4557_5300_0001)
    let (first, hours) = (SimulationPlan.hoursOfViews.lowerBound, SimulationPlan.hoursOfViews.count)
    return days.dropLast().flatMap { day in
      (0..<plan.viewsPerDay).map { _ in first * 3600 + random.next(through: hours * 3600 - 1) }
        .sorted().map { day.addingTimeInterval(Double($0)) }
    }
  }
}

extension SimulationReport: CustomStringConvertible {
  /// The result in one sentence: the number of reloads, and for how long the screen was out of
  /// date.
  ///
  /// For example, “24 reloads, 2 denied, none failed; out of date for 2 h 43 min.”
  public var description: String {
    func some(_ number: Int) -> String { number == 0 ? "none" : "\(number)" }
    let stale = (staleTime / .seconds(1)).rounded(.up).inTwoUnits
    let length = LocaleFormat(locale: "en").duration(stale)
    let screen = staleSpans.isEmpty ? "never out of date" : "out of date for \(length)"
    let count = reloads.count == 1 ? "1 reload" : "\(reloads.count) reloads"
    let failed = some(reloads.count(where: \.hasFailed))
    return "\(count), \(some(denials.count)) denied, \(failed) failed; \(screen)."
  }
}
