#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decides which entry of a widget is on screen, and when a new timeline is asked for.
///
/// It reads no clock and starts nothing: the caller says what time it is and carries the reloads out.
///
///     scheduler.request(.configuration, at: start)
///     while let event = scheduler.nextEvent(until: end) {
///       if case .reload(let reload) = event {
///         scheduler.install(try await provider.timeline(…), at: reload.date)
///       }
///     }
///
/// The laws, each under test: never more charged reloads in any 24 hours than the budget has; an entry
/// is shown from its date on; nothing of a replaced timeline is shown; a timeline that says `never`
/// does not reload by itself; equal seeds give equal schedules.
public struct TimelineScheduler: Sendable {
  /// A reload that is due.
  public struct Reload: Sendable, Hashable {
    /// When it takes place.
    public var date: Date

    /// Why.
    public var reason: ReloadReason

    /// When it was wished for, which is not later.
    public var wished: Date

    /// Whether it had to wait for the budget.
    public var wasDenied: Bool
  }

  /// What happens next.
  public enum Event: Sendable, Hashable {
    /// A new timeline has to be made and installed.
    case reload(Reload)
    /// The budget is used up; the reload waits.
    case denied(at: Date, until: Date, reason: ReloadReason)
  }

  /// A request that waits for its time.
  private struct Pending: Sendable {
    var reason: ReloadReason
    var wished: Date
    var due: Date
    var wasDenied = false
  }

  /// How often reloads may happen.
  public let budget: ReloadBudget

  /// The timeline in force, in the order of its dates; nil before the first.
  public private(set) var timeline: Timeline?

  /// How many requests became part of another.
  public private(set) var mergedRequests = 0

  private var charged: [Date] = []
  private var lastCharged: Date?
  private var pending: Pending?
  private var jitter: JitterGenerator

  /// Makes a scheduler without a timeline.
  ///
  /// - Parameters:
  ///   - budget: How often reloads may happen, and how late.
  ///   - seed: From which the lateness of each reload follows.
  public init(budget: ReloadBudget, seed: UInt64) {
    self.budget = budget
    jitter = JitterGenerator(state: seed)
  }

  /// The entry on screen at a date; nil for the placeholder.
  public func entry(at date: Date) -> TimelineEntry? { timeline?.entry(at: date) }

  /// When the next reload is due as things stand; nil for never.
  public var nextReload: Date? { pending?.due }

  /// When the next reload was or will be wished for; later than this the screen is out of date.
  public var wishedReload: Date? { pending?.wished }

  /// Whether a reload waits for the budget.
  public var isDenied: Bool { pending?.wasDenied ?? false }

  /// How many charged reloads the budget still has at a date; nil for no bound.
  public func remaining(at date: Date) -> Int? {
    budget.perDay.map { $0 - charged.count { $0.addingTimeInterval(Self.day) > date } }
  }

  /// Asks for a new timeline.
  ///
  /// A request while another one waits becomes part of it. What is not charged is due at once, and so
  /// is a request by the app if the budget has no bound.
  public mutating func request(_ reason: ReloadReason, at date: Date) {
    // Without a bound, the spacing only holds back a timeline that is always due.
    guard reason.isCharged, reason != .app || budget.perDay != nil else {
      let waiting = pending.flatMap { $0.wished <= date ? $0 : nil }
      if waiting != nil { mergedRequests += 1 }
      pending = Pending(
        reason: reason, wished: waiting?.wished ?? date, due: date,
        wasDenied: waiting?.wasDenied ?? false)
      return
    }
    ask(reason, wished: date, at: date)
  }

  /// Puts a timeline in place of the one before it; what waited for it is done.
  public mutating func install(_ new: Timeline, at date: Date, retries: Bool = false) {
    let sorted = new.sorted()
    timeline = sorted
    pending = nil
    guard let wish = sorted.nextReload(now: date) else { return }
    ask(retries ? .retry : .policy, wished: max(wish, date), at: date)
  }

  /// The next thing that happens up to a date; nil when nothing does.
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
        date: due.due, reason: due.reason, wished: due.wished, wasDenied: due.wasDenied))
  }

  private static let day = 86_400.0

  private mutating func ask(_ reason: ReloadReason, wished: Date, at now: Date) {
    let earliest = lastCharged.map { max(wished, $0.addingTimeInterval(budget.spacing)) } ?? wished
    let due = earliest.addingTimeInterval(Double(jitter.next(through: budget.lateness)))
    if let waiting = pending, waiting.wished <= now || waiting.due <= due {
      // What waits already answers the request, unless it would come later than a new one.
      mergedRequests += 1
      return
    }
    pending = Pending(reason: reason, wished: wished, due: due)
  }

  /// When the budget has room again; nil when it has room at a date.
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

/// Random numbers that follow from a seed on every machine: SplitMix64.
struct JitterGenerator: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number from 0 to a bound; a tiny unevenness is of no matter here.
  mutating func next(through bound: Int) -> Int {
    bound == 0 ? 0 : Int(next() % (UInt64(bound) + 1))
  }
}
