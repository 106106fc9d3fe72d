import IntentModel
import Messages
package import Zones

/// Finds the occurrences of an event in a window.
package struct EventExpansion {
  /// One occurrence, in Unix seconds.
  package struct Result {
    /// The event, or another event that changes this occurrence, either alone or together with all
    /// occurrences after it.
    package var event: CalendarEvent
    /// The start as a wall time in the event's zone.
    package var wall: CivilDateTime
    /// The start.
    package var start: Int
    /// The end.
    package var end: Int
  }

  /// The occurrences found.
  private(set) var results: [Result] = []
  /// The number of days, periods and listed dates examined.
  private(set) var used = 0
  /// Whether the work limit was reached before the end of the window.
  private(set) var isExhausted = false

  /// A change to an occurrence and to all occurrences after it.
  private struct Change {
    /// The start of the first occurrence that it changes.
    let from: Int
    let event: CalendarEvent
    let zone: ZoneRules
    /// The number of seconds by which the starts move on the clock.
    let shift: Int
  }

  private let event: CalendarEvent
  private let zone: ZoneRules
  private let changes: [Change]
  /// The longest duration of an occurrence, in seconds.
  private let length: Int
  private let window: Window
  private let limit: Int
  private let work: Int
  private var exceptions = ExceptionSet()
  private var starts: Set<Int> = []
  /// The starts to find; nil for all.
  private var wanted: Set<Int>?

  /// Makes an expansion with at most `limit` results and at most `work` days and periods examined.
  ///
  /// - Parameter changes: The events that change an occurrence and all occurrences after it.
  package init(
    event: CalendarEvent, changes: [CalendarEvent] = [], viewer: ZoneRules, window: Window,
    limit: Int, work: Int
  ) {
    self.event = event
    self.window = window
    self.limit = limit
    self.work = work
    zone = event.start.zone(viewer: viewer)
    self.changes = changes.compactMap { Self.change($0, of: event, viewer: viewer) }
      .sorted { $0.from < $1.from }
    let spans = [event.span] + changes.map(\.span) + event.additions.compactMap(\.span)
    length = spans.map { $0.days * CivilDateTime.secondsPerDay + $0.seconds }.max() ?? 0
  }

  private static func change(
    _ change: CalendarEvent, of event: CalendarEvent, viewer: ZoneRules
  ) -> Change? {
    guard let replaced = change.replaced else { return nil }
    let zone = event.start.zone(viewer: viewer)
    let from = replaced.start(in: event, zone: zone)
    var (start, new) = (change.start.wall, change.start.zone(viewer: viewer))
    // A time in UTC is often only another way to write a time in the zone of the series.
    if change.start.frame == .zone(.utc), !event.isAllDay {
      (start, new) = (zone.wall(at: change.start.instant(viewer: viewer)), zone)
    }
    return Change(
      from: zone.instant(of: from), event: change, zone: new,
      shift: start.wallSeconds - from.wallSeconds)
  }

  /// Finds the occurrences that no other event replaces.
  package mutating func run(except replaced: ExceptionSet?) {
    for moment in event.exceptions { exceptions.insert(moment, of: event, zone: zone) }
    let replaced = replaced ?? ExceptionSet()
    var startsByRule = false
    for var rule in event.rules {
      let isStart = isStart(of: rule)
      startsByRule = startsByRule || isStart
      // The start is an occurrence even if it does not match the rule, and it counts towards
      // `COUNT`.
      if !isStart, event.rules.count == 1, case .count(let count) = rule.end {
        rule.end = .count(count - 1)
      }
      expand(rule, except: replaced)
    }
    if !startsByRule { add(event.start.wall, except: replaced) }
    for addition in event.additions where results.count < limit {
      let wall = addition.start.start(in: event, zone: zone)
      add(wall, span: addition.span, except: replaced)
    }
    used += event.exceptions.count + event.additions.count
  }

  /// Finds in one pass which of the given starts belong to an event, and whether the work limit was
  /// reached before the last of them.
  ///
  /// A start belongs to the event even if another event replaces its occurrence.
  ///
  /// - Parameter work: The remaining number of days and periods to examine; this function reduces
  ///   it.
  package static func starts(
    among wanted: Set<Int>, of event: CalendarEvent, viewer: ZoneRules, work: inout Int, limit: Int
  ) -> (found: Set<Int>, isExhausted: Bool) {
    guard let first = wanted.min(), let last = wanted.max() else { return ([], false) }
    guard work > 0 else { return ([], true) }
    var expansion = EventExpansion(
      event: event, viewer: viewer, window: Window(from: first, to: last + 1), limit: .max,
      work: min(work, limit))
    expansion.wanted = wanted
    expansion.run(except: nil)
    work -= expansion.used
    return (Set(expansion.results.map(\.start)), expansion.isExhausted)
  }

  private func isStart(of rule: RecurrenceRule) -> Bool {
    let start = event.start.wall
    var first = RecurrenceExpansion(
      rule: rule, start: start, zone: zone, first: start, last: start, work: 1000)
    return first.next() == start
  }

  private mutating func expand(_ rule: RecurrenceRule, except replaced: ExceptionSet) {
    let (back, ahead) = (changes.map(\.shift).max() ?? 0, changes.map(\.shift).min() ?? 0)
    // Two days on each side cover every zone offset.
    var expansion = RecurrenceExpansion(
      rule: rule, start: event.start.wall, zone: zone,
      first: CivilDateTime(wallSeconds: window.from - length - max(0, back)).adding(days: -2),
      last: CivilDateTime(wallSeconds: window.to - min(0, ahead)).adding(days: 2),
      work: work - used)
    while results.count < limit, let wall = expansion.next() { add(wall, except: replaced) }
    used = work - expansion.work
    isExhausted = isExhausted || expansion.isExhausted && results.count < limit
  }

  private mutating func add(
    _ wall: CivilDateTime, span: CalendarSpan? = nil, except replaced: ExceptionSet
  ) {
    // For an all-day event, each day is one occurrence, even if the rule gives several times of
    // day.
    let wall =
      self.event.isAllDay ? CivilDateTime(dayNumber: wall.dayNumber, secondOfDay: 0) : wall
    let original = zone.instant(of: wall)
    if let wanted, !wanted.contains(original) { return }
    let passed = changes.partitionIndex { $0.from > original }
    let change = passed == 0 ? nil : changes[passed - 1]
    if let change, change.event.isCancelled { return }
    let (event, zone) = (change?.event ?? event, change?.zone ?? zone)
    let new = CivilDateTime(wallSeconds: wall.wallSeconds + (change?.shift ?? 0))
    let span = span ?? event.span
    let start = zone.instant(of: new)
    let last = span.days == 0 ? start : zone.instant(of: new.adding(days: span.days))
    let end = max(start, last + span.seconds)
    guard window.meets(start: start, end: end),
      !exceptions.contains(wall: wall, instant: original),
      !replaced.contains(wall: wall, instant: original), starts.insert(original).inserted
    else { return }
    results.append(Result(event: event, wall: new, start: start, end: end))
  }
}

extension CalendarMoment {
  /// The start of the occurrence that this moment names, in the time zone of the event.
  ///
  /// A date gets the event's time of day.
  package func start(in event: CalendarEvent, zone: ZoneRules) -> CivilDateTime {
    if event.isAllDay {
      return CivilDateTime(dayNumber: dayNumber(viewer: zone), secondOfDay: 0)
    }
    if frame == .date {
      return CivilDateTime(
        dayNumber: wall.dayNumber, secondOfDay: event.start.wall.secondOfDay)
    }
    return zone.wall(at: instant(viewer: zone))
  }
}

/// The limits of reading and expanding a calendar; anything beyond them is ignored.
package struct CalendarLimits: Sendable {
  /// The maximum number of bytes in a file.
  package var fileSize = 16 << 20
  /// The maximum number of files in a folder that is a calendar.
  package var fileCount = 20_000
  /// The maximum number of physical lines in a file.
  package var lineCount = 1_000_000
  /// The maximum number of bytes in a line after unfolding.
  package var lineLength = 1 << 16
  /// The maximum nesting depth of components.
  package var depth = 8
  /// The maximum number of events in a file.
  package var eventCount = 50_000
  /// The maximum number of problems reported for a file.
  package var problemCount = 100
  /// The maximum number of dates that an event lists in `RDATE` or in `EXDATE`.
  package var listedDateCount = 10_000
  /// The maximum number of days and periods examined for the recurrence of an event.
  package var workPerEvent = 1_000_000
  /// The maximum number of days and periods examined for the recurrences of all events together.
  package var workInAll = 10_000_000
  /// The maximum number of occurrences in a response.
  package var occurrenceCount = 10_000
}
