package import IntentModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One event at one time, as a reader in one zone sees it.
package struct CalendarOccurrence: Hashable, Sendable {
  /// The event; its own start may be another occurrence's.
  package var event: CalendarEvent
  /// The name of its calendar.
  package var calendar: String
  /// The name of its calendar's file.
  package var file: String
  /// When it begins; for an all-day event, the midnight that begins its first day where the reader is.
  package var start: Date
  /// When it is over; never before `start`.
  package var end: Date
  /// For an all-day event, its first day and the day after its last; nothing for any other.
  package var days: Range<CivilDate>?

  package init(
    event: CalendarEvent, calendar: String, file: String, start: Date, end: Date,
    days: Range<CivilDate>? = nil
  ) {
    self.event = event
    self.calendar = calendar
    self.file = file
    self.start = start
    self.end = end
    self.days = days
  }

  /// Whether it is a matter of days and not of times.
  package var isAllDay: Bool { days != nil }

  /// The order of a list: by start, all-day before timed, then by end, title, file and line.
  package static func isBefore(_ left: CalendarOccurrence, _ right: CalendarOccurrence) -> Bool {
    if left.start != right.start { return left.start < right.start }
    if left.isAllDay != right.isAllDay { return left.isAllDay }
    if left.end != right.end { return left.end < right.end }
    return (left.event.summary, left.file, left.event.line)
      < (right.event.summary, right.file, right.event.line)
  }
}

/// The occurrences in a window, and what could not be worked out.
package struct CalendarAnswer: Sendable {
  /// The occurrences, in the order of `CalendarOccurrence.isBefore`.
  package var occurrences: [CalendarOccurrence] = []
  /// What could not be worked out; the problems of the files themselves are not repeated here.
  package var problems: [CalendarProblem] = []
}

/// A set of beginnings, some given as times and some as whole days.
package struct ExceptionSet: Sendable {
  private var instants: Set<Int> = []
  private var days: Set<Int> = []

  /// Whether nothing is in the set.
  package var isEmpty: Bool { instants.isEmpty && days.isEmpty }

  /// Adds a moment of an event in a zone; a date stands for every beginning on that day.
  package mutating func insert(_ moment: CalendarMoment, zone: ZoneRules) {
    if moment.frame == .date {
      days.insert(moment.wall.dayNumber)
    } else {
      instants.insert(moment.instant(viewer: zone))
    }
  }

  /// Whether a beginning is in the set.
  package func contains(wall: CivilDateTime, instant: Int) -> Bool {
    instants.contains(instant) || days.contains(wall.dayNumber)
  }
}
