import ICalendar
import IntentModel
import Zones

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The intent's settings for the next events.
extension UpNextIntent {
  /// The calendars whose events are shown; nil for all.
  var shownCalendars: [EventCalendar]? { mirrorCalendarApp ? nil : calendars ?? [] }

  /// The greatest look-ahead, in seconds.
  static var maximumSecondsAhead: Int { 31 * CivilDateTime.secondsPerDay }

  /// How far ahead events are shown, in seconds, within the allowed range.
  var secondsAhead: Int { bounded(lookAhead, 60...Self.maximumSecondsAhead) }

  /// The time of day, in seconds, before which several events of a day share a row.
  var dayStartSecond: Int { dayStart?.secondOfDay ?? 0 }

  /// How much a near event raises the relevance: see ``emphasisWeight(_:standard:)``.
  var weight: Double { emphasisWeight(emphasis, standard: Self().emphasis) }

  /// Whether an event is shown.
  func shows(_ event: CalendarEvent) -> Bool {
    switch filter {
    case .all, .dateRange: true
    case .allDay: event.isAllDay
    case .meetings:
      !event.isAllDay
        && (event.hasAttendees || event.location != nil || event.isOnline
          || event.categories.contains { $0.uppercased() == "MEETING" })
    }
  }

  /// The days of the range as a window in the viewer's zone; nil if the filter is not a range.
  ///
  /// By default, the range begins now and is as long as the look-ahead.
  func rangeWindow(now: Int, zone: ZoneRules) -> Window? {
    guard filter == .dateRange else { return nil }
    let (first, last) = (rangeStart?.civilDate, rangeEnd?.civilDate)
    let from = max(now, first.map { zone.instant(of: CivilDateTime($0)) } ?? now)
    let to = last.map { zone.instant(of: CivilDateTime($0).adding(days: 1)) }
    return Window(from: from, to: to ?? from + secondsAhead)
  }

  /// Whether the last day of the range is before its first day, so that no event can be in the
  /// range.
  var isRangeReversed: Bool {
    guard filter == .dateRange, let first = rangeStart?.civilDate, let last = rangeEnd?.civilDate
    else { return false }
    return last < first
  }
}

extension DateComponents {
  /// The time of day in seconds; parts that are missing or out of range count as 0.
  var secondOfDay: Int {
    let parts = [(hour, 0...23), (minute, 0...59), (second, 0...59)].map { part, range in
      part.flatMap { range.contains($0) ? $0 : nil } ?? 0
    }
    return parts[0] * 3600 + parts[1] * 60 + parts[2]
  }
}
