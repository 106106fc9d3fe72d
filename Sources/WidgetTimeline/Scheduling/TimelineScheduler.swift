import IntentModel
import Zones

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decides which entry of a widget is on screen, and when the timeline is reloaded.
///
/// It does not read a clock or start anything: the caller passes the time and performs the reloads.
///
///     scheduler.request(.configuration, at: start)
///     while let event = scheduler.nextEvent(until: end) {
///       if case .reload(let reload) = event {
///         scheduler.install(try await provider.timeline(…), at: reload.date)
///       }
///     }
///
/// Tests check its rules: the number of charged reloads in any 24 hours never exceeds the budget;
/// an entry is shown starting at its date; an entry of a replaced timeline is shown only before the
/// first entry of the next timeline; a timeline with the policy `never` does not reload by itself;
/// equal seeds give equal schedules.
public struct TimelineScheduler: Sendable {
  /// A reload that is due.
  public struct Reload: Sendable, Hashable {
    /// The time of the reload.
    public var date: Date

    /// The reason for the reload.
    public var reason: ReloadReason

    /// The time for which the reload was requested; never later than its date.
    public var requested: Date

    /// Whether it had to wait for the budget.
    public var wasDenied: Bool
  }

  /// The next event.
  public enum Event: Sendable, Hashable {
    /// A new timeline must be made and installed.
    case reload(Reload)
    /// The budget is used up, so the reload waits.
    case denied(at: Date, until: Date, reason: ReloadReason)
  }

  /// A pending request.
  private struct Pending: Sendable {
    var reason: ReloadReason
    var requested: Date
    var due: Date
    var wasDenied = false
  }

  /// The limits for reloads.
  public let budget: ReloadBudget

  /// The current timeline, sorted by date; nil before the first one.
  public var timeline: Timeline? { shown.timeline }

  /// The timelines that determine the entry on the screen; the placeholder is empty, because
  /// callers have their own.
  public private(set) var shown = ShownTimeline(
    placeholder: TimelineEntry(date: .distantPast, content: EntryContent(title: "")))

  /// The number of requests that were merged with another request.
  public private(set) var mergedRequests = 0

  private var charged: [Date] = []
  private var lastCharged: Date?
  private var pending: Pending?
  private var jitter: SeededRandom

  /// Makes a scheduler without a timeline.
  ///
  /// - Parameters:
  ///   - budget: The limits for reloads and their delay.
  ///   - seed: The seed for the delays of the reloads.
  public init(budget: ReloadBudget, seed: UInt64) {
    self.budget = budget
    jitter = SeededRandom(seed: seed)
  }

  /// The entry on screen at a date; nil for the placeholder.
  public func entry(at date: Date) -> TimelineEntry? {
    shown.isPlaceholder(at: date) ? nil : shown.entry(at: date)
  }

  /// When the screen changes next, because of another entry, a reload or a live date; nil for
  /// never.
  ///
  /// - Parameter placeholder: The placeholder that the screen shows while there is no entry; can be
  ///   nil if the placeholder has no live dates.
  package func nextChange(after now: Date, placeholder: TimelineEntry?) -> Date? {
    let content = (entry(at: now) ?? placeholder)?.content
    return [shown.nextChange(after: now), nextReload, content?.nextTick(after: now)]
      .compactMap(\.self).min()
  }

  /// The time of the next reload as currently planned; nil for never.
  public var nextReload: Date? { pending?.due }

  /// The time for which the next reload was requested; from then on, the screen is out of date.
  public var requestedReload: Date? { pending?.requested }

  /// Whether a reload waits for the budget.
  public var isDenied: Bool { pending?.wasDenied ?? false }

  /// The number of charged reloads that the budget still allows at a date; nil for no limit.
  public func remaining(at date: Date) -> Int? {
    budget.perDay.map { $0 - charged.count { $0.addingTimeInterval(Self.day) > date } }
  }

  /// Requests a new timeline.
  ///
  /// The request is merged with a pending request. A reload that is not charged is due immediately.
  /// A reload that the app requests is also due immediately if the budget has no limit.
  public mutating func request(_ reason: ReloadReason, at date: Date) {
    // Without a limit, the minimum time between reloads is only for a timeline that is always due.
    guard reason.isCharged, reason != .app || budget.perDay != nil else {
      let waiting = pending.flatMap { $0.requested <= date ? $0 : nil }
      if waiting != nil { mergedRequests += 1 }
      pending = Pending(
        reason: reason, requested: waiting?.requested ?? date, due: date,
        wasDenied: waiting?.wasDenied ?? false)
      return
    }
    ask(reason, requested: date, at: date)
  }

  /// Replaces the timeline and removes the pending request.
  public mutating func install(_ new: Timeline, at date: Date, retries: Bool = false) {
    shown.install(new, at: date)
    pending = nil
    guard let requested = new.nextReload(now: date) else { return }
    ask(retries ? .retry : .policy, requested: max(requested, date), at: date)
  }

  /// The next event up to a date; nil if there is none.
  public mutating func nextEvent(until limit: Date) -> Event? {
    guard var due = pending, due.due <= limit else { return nil }
    if due.reason.isCharged {
      if let free = freeAgain(at: due.due) {
        let denied = due.due
        due.due = free
        due.wasDenied = true
        pending = due
        return .denied(at: denied, until: free, reason: due.reason)
      }
      charge(at: due.due)
    }
    pending = nil
    return .reload(
      Reload(
        date: due.due, reason: due.reason, requested: due.requested, wasDenied: due.wasDenied))
  }

  /// The length in seconds of the period in which a budget counts reloads.
  package static let day = Double(CivilDateTime.secondsPerDay)

  private mutating func ask(_ reason: ReloadReason, requested: Date, at now: Date) {
    let earliest =
      lastCharged.map { max(requested, $0.addingTimeInterval(budget.spacing.inSeconds)) }
      ?? requested
    let due = earliest.addingTimeInterval(Double(jitter.next(through: budget.lateness)))
    if let waiting = pending, waiting.requested <= now || waiting.due <= due {
      // A pending request that is already due, or is due no later than this one, also covers this
      // one.
      mergedRequests += 1
      return
    }
    pending = Pending(reason: reason, requested: requested, due: due)
  }

  /// The time at which the budget allows the next reload; nil if it allows one at the given date.
  private mutating func freeAgain(at date: Date) -> Date? {
    guard let perDay = budget.perDay else { return nil }
    let over = charged.prefix { $0.addingTimeInterval(Self.day) <= date }.count
    charged.removeFirst(over)
    guard charged.count >= perDay else { return nil }
    return charged.first?.addingTimeInterval(Self.day)
  }

  private mutating func charge(at date: Date) {
    lastCharged = date
    if budget.perDay != nil { charged.append(date) }
  }
}
