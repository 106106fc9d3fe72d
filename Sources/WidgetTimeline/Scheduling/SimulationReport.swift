#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What happened in a simulation.
public struct SimulationReport: Sendable, Hashable {
  /// A reload that took place.
  public struct Reload: Sendable, Hashable {
    /// When.
    public var date: Date
    /// Why.
    public var reason: ReloadReason
    /// When it was wished for.
    public var wished: Date
  }

  /// A reload for which the budget had no room at its time.
  public struct Denial: Sendable, Hashable {
    /// When it was denied.
    public var date: Date
    /// When the budget has room for it.
    public var until: Date
    /// Why it was asked for.
    public var reason: ReloadReason
  }

  /// A time in which the screen was out of date because a reload was denied.
  public struct Span: Sendable, Hashable {
    /// When a reload was wished for.
    public var from: Date
    /// When it came, or the end.
    public var to: Date
    /// The length in seconds.
    public var seconds: Double { to.timeIntervalSince(from) }
  }

  /// A provider that failed.
  public struct Failure: Sendable, Hashable {
    /// When.
    public var date: Date
    /// Why, in its own words, made harmless.
    public var reason: String
  }

  /// Something that came on screen.
  public struct Shown: Sendable, Hashable {
    /// When.
    public var date: Date
    /// What.
    public var content: EntryContent
    /// How much it matters in a smart stack; nil where its author does not say.
    public var relevance: TimelineEntryRelevance?
  }

  /// The starts of the days, and the end of the last.
  public var dayStarts: [Date]

  /// The most charged reloads in any 24 hours.
  public var budgetPerDay: Int

  /// The reloads in order.
  public var reloads: [Reload] = []

  /// What was denied, in order.
  public var denials: [Denial] = []

  /// When the screen was out of date, in order.
  public var staleSpans: [Span] = []

  /// The failures in order.
  public var failures: [Failure] = []

  /// What was on screen, in order.
  public var shown: [Shown] = []

  /// How many requests became part of another.
  public var mergedRequests = 0

  /// When the widget was seen, in order.
  public var views: [Date] = []

  init(dayStarts: [Date], budgetPerDay: Int) {
    self.dayStarts = dayStarts
    self.budgetPerDay = budgetPerDay
  }

  /// How many reloads counted against the budget.
  public var chargedReloads: Int { reloads.count { $0.reason.isCharged } }

  /// The seconds in which the screen was out of date.
  public var staleSeconds: Double { staleSpans.reduce(0) { $0 + $1.seconds } }

  /// How many views met a screen that was out of date.
  public var staleViews: Int {
    views.count { view in staleSpans.contains { $0.from <= view && view < $0.to } }
  }

  /// The reload that came latest after its wish, in seconds; 0 without reloads.
  public var longestWait: Double {
    reloads.map { $0.date.timeIntervalSince($0.wished) }.max() ?? 0
  }

  /// The views of all days: seconds between 7 and 23 hours after the start of each day.
  static func views(_ plan: SimulationPlan, days: [Date]) -> [Date] {
    // Another stream than that of the lateness, so that more views change no reload by themselves.
    var random = JitterGenerator(state: plan.seed ^ 0x5649_4557_5300_0001)
    return days.dropLast().flatMap { day in
      (0..<plan.viewsPerDay).map { _ in 7 * 3600 + random.next(through: 16 * 3600 - 1) }.sorted()
        .map { day.addingTimeInterval(Double($0)) }
    }
  }
}
