import IntentModel

/// Finds the occurrences of an event in a window.
package struct EventExpansion {
  /// One occurrence, in Unix seconds.
  package struct Result {
    /// The start as a wall time in the event's zone.
    package var wall: CivilDateTime
    /// The start.
    package var start: Int
    /// The end.
    package var end: Int
  }

  /// The occurrences found.
  private(set) var results: [Result] = []
  /// The number of days and periods examined.
  private(set) var used = 0
  /// Whether the work limit was reached before the end of the window.
  private(set) var isExhausted = false

  private let event: CalendarEvent
  private let zone: ZoneRules
  private let window: Window
  private let limit: Int
  private let work: Int
  private var exceptions = ExceptionSet()
  private var starts: Set<Int> = []

  /// Makes an expansion with at most `limit` results and at most `work` days and periods examined.
  package init(event: CalendarEvent, viewer: ZoneRules, window: Window, limit: Int, work: Int) {
    self.event = event
    self.window = window
    self.limit = limit
    self.work = work
    zone = event.start.zone(viewer: viewer)
  }

  /// Finds the occurrences, except those that other events replace.
  package mutating func run(except replaced: ExceptionSet?) {
    for moment in event.exceptions { exceptions.insert(moment, zone: zone) }
    let replaced = replaced ?? ExceptionSet()
    var startsByRule = false
    if var rule = event.rule {
      startsByRule = isStart(of: rule)
      // The start is an occurrence even if it does not match the rule, and it counts towards
      // `COUNT`.
      if !startsByRule, case .count(let count) = rule.end { rule.end = .count(count - 1) }
      expand(rule, except: replaced)
    }
    if !startsByRule { add(event.start.wall, except: replaced) }
    for moment in event.additions where results.count < limit {
      add(wall(of: moment), except: replaced)
    }
  }

  private func isStart(of rule: RecurrenceRule) -> Bool {
    let start = event.start.wall
    var first = RecurrenceExpansion(
      rule: rule, start: start, zone: zone, first: start, last: start, work: 1000)
    return first.next() == start
  }

  private mutating func expand(_ rule: RecurrenceRule, except replaced: ExceptionSet) {
    // Two days on each side cover every zone offset.
    let length = event.span.days * CivilDateTime.secondsPerDay + event.span.seconds
    var expansion = RecurrenceExpansion(
      rule: rule, start: event.start.wall, zone: zone,
      first: CivilDateTime(wallSeconds: window.from - length).adding(days: -2),
      last: CivilDateTime(wallSeconds: window.to).adding(days: 2), work: work)
    while results.count < limit, let wall = expansion.next() { add(wall, except: replaced) }
    used = work - expansion.work
    isExhausted = expansion.isExhausted && results.count < limit
  }

  private mutating func add(_ wall: CivilDateTime, except replaced: ExceptionSet) {
    let start = zone.instant(of: wall)
    let last = event.span.days == 0 ? start : zone.instant(of: wall.adding(days: event.span.days))
    let end = max(start, last + event.span.seconds)
    guard window.meets(start: start, end: end),
      !exceptions.contains(wall: wall, instant: start),
      !replaced.contains(wall: wall, instant: start), starts.insert(start).inserted
    else { return }
    results.append(Result(wall: wall, start: start, end: end))
  }

  /// The wall time of an added moment in the event's zone; a date gets the event's time of day.
  private func wall(of moment: CalendarMoment) -> CivilDateTime {
    let start = event.start
    if event.isAllDay { return CivilDateTime(moment.wall.date) }
    if moment.frame == .date {
      return CivilDateTime(dayNumber: moment.wall.dayNumber, secondOfDay: start.wall.secondOfDay)
    }
    return zone.wall(at: moment.instant(viewer: zone))
  }
}

/// The limits of reading and expanding a calendar; anything beyond them is ignored.
package struct CalendarLimits: Sendable {
  /// Bytes in a file.
  package var fileSize = 16 << 20
  /// Physical lines in a file.
  package var lineCount = 1_000_000
  /// Bytes in a line after unfolding.
  package var lineLength = 1 << 16
  /// Nesting levels of components.
  package var depth = 8
  /// Events in a file.
  package var eventCount = 50_000
  /// Problems reported for a file.
  package var problemCount = 100
  /// Dates that an event lists in `RDATE` or in `EXDATE`.
  package var listedDateCount = 10_000
  /// Days and periods examined for the recurrence of an event.
  package var workPerEvent = 1_000_000
  /// Days and periods examined for the recurrences of all events together.
  package var workInAll = 10_000_000
  /// Occurrences in an answer.
  package var occurrenceCount = 10_000
}
