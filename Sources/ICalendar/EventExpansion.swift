import IntentModel

/// Works out the occurrences of one event in a window.
package struct EventExpansion {
  /// One occurrence, in Unix seconds.
  package struct Result {
    /// Its beginning on a wall in the event's zone.
    package var wall: CivilDateTime
    /// Its beginning.
    package var start: Int
    /// Its end.
    package var end: Int
  }

  /// The occurrences found.
  private(set) var results: [Result] = []
  /// The work done: days and periods looked at.
  private(set) var used = 0
  /// Whether the work was used up before the window was.
  private(set) var isExhausted = false

  private let event: CalendarEvent
  private let zone: ZoneRules
  private let window: Window
  private let limit: Int
  private let work: Int
  private var exceptions = ExceptionSet()
  private var starts: Set<Int> = []

  /// Makes an expansion that gives at most `limit` results for at most `work` looked at.
  package init(event: CalendarEvent, viewer: ZoneRules, window: Window, limit: Int, work: Int) {
    self.event = event
    self.window = window
    self.limit = limit
    self.work = work
    zone = event.start.zone(viewer: viewer)
  }

  /// Finds the occurrences, without those that other events stand in for.
  package mutating func run(except replaced: ExceptionSet?) {
    for moment in event.exceptions { exceptions.insert(moment, zone: zone) }
    let replaced = replaced ?? ExceptionSet()
    var startsByRule = false
    if var rule = event.rule {
      startsByRule = isStart(of: rule)
      // The start is an occurrence even when the rule would not give it, and it counts as one.
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
    // A day on each side covers every offset of a zone.
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

  /// An added moment on a wall in the event's zone; a mere date takes the event's time of day.
  private func wall(of moment: CalendarMoment) -> CivilDateTime {
    let start = event.start
    if event.isAllDay { return CivilDateTime(moment.wall.date) }
    if moment.frame == .date {
      return CivilDateTime(dayNumber: moment.wall.dayNumber, secondOfDay: start.wall.secondOfDay)
    }
    return zone.wall(at: moment.instant(viewer: zone))
  }
}

/// How much of a calendar is read and worked out before the rest is left out.
package struct CalendarLimits: Sendable {
  /// Bytes of one file.
  package var fileSize = 16 << 20
  /// Physical lines of one file.
  package var lineCount = 1_000_000
  /// Bytes of one line after unfolding.
  package var lineLength = 1 << 16
  /// Components within components.
  package var depth = 8
  /// Events of one file.
  package var eventCount = 50_000
  /// Problems listed for one file.
  package var problemCount = 100
  /// Dates that one event lists in `RDATE` or in `EXDATE`.
  package var listedDateCount = 10_000
  /// Days and periods looked at for the repeats of one event.
  package var workPerEvent = 1_000_000
  /// Days and periods looked at for the repeats of all events together.
  package var workInAll = 10_000_000
  /// Occurrences in one answer.
  package var occurrenceCount = 10_000
}
