package import IntentModel
package import Zones

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One occurrence of an event, for a reader in a zone.
package struct CalendarOccurrence: Hashable, Sendable {
  /// The event; its start may be that of a different occurrence.
  package var event: CalendarEvent
  /// The name of its calendar.
  package var calendar: String
  /// The name of its calendar's file.
  package var file: String
  /// The start; for an all-day event, midnight at the start of its first day in the reader's zone.
  package var start: Date
  /// The end; never before `start`.
  package var end: Date
  /// For an all-day event, its first day and the day after its last; nil for other events.
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

  /// Whether the occurrence consists of whole days.
  package var isAllDay: Bool { days != nil }

  /// The order of lists: by start, all-day before timed, then by end, title, file and line.
  package static func isBefore(_ left: CalendarOccurrence, _ right: CalendarOccurrence) -> Bool {
    if left.start != right.start { return left.start < right.start }
    if left.isAllDay != right.isAllDay { return left.isAllDay }
    if left.end != right.end { return left.end < right.end }
    return (left.event.summary, left.file, left.event.line)
      < (right.event.summary, right.file, right.event.line)
  }
}

/// The occurrences in a window, and the problems of their expansion.
package struct CalendarExpansion: Sendable {
  /// The occurrences, in the order of `CalendarOccurrence.isBefore`.
  package var occurrences: [CalendarOccurrence] = []
  /// The problems of the expansion; the problems of the files are not repeated here.
  package var problems: [CalendarProblem] = []
}

/// A set of starts, some given as times and some as whole days.
package struct ExceptionSet: Sendable {
  private var instants: Set<Int> = []
  private var days: Set<Int> = []

  /// Adds an excluded moment, read in a zone; a date excludes every start on that day.
  package mutating func insert(_ moment: CalendarMoment, of event: CalendarEvent?, zone: ZoneRules)
  {
    if moment.frame == .date || event?.isAllDay == true {
      days.insert(moment.dayNumber(viewer: zone))
    } else {
      instants.insert(moment.instant(viewer: zone))
    }
  }

  /// Whether the set contains a start.
  package func contains(wall: CivilDateTime, instant: Int) -> Bool {
    instants.contains(instant) || days.contains(wall.dayNumber)
  }
}
