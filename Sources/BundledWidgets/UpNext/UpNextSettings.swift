import IntentModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ParameterKey<Bool> {
  static var mirrorCalendarApp: Self { Self("mirrorCalendarApp") }
}

extension ParameterKey<[IntentObject]> {
  static var calendars: Self { Self("calendars") }
}

extension ParameterKey<String> {
  static var filter: Self { Self("filter") }
  static var style: Self { Self("style") }
}

extension ParameterKey<Double> {
  static var lookAhead: Self { Self("lookAhead") }
  static var emphasis: Self { Self("emphasis") }
}

extension ParameterKey<DateComponents> {
  static var rangeStart: Self { Self("rangeStart") }
  static var rangeEnd: Self { Self("rangeEnd") }
  static var dayStart: Self { Self("dayStart") }
}

/// What an intent says about the next events.
struct UpNextSettings: Hashable {
  /// Which events are shown.
  enum Filter: String {
    /// Every event.
    case all
    /// Events at a time with attendees, a location, or the category `MEETING`.
    case meetings
    /// Events of whole days.
    case allDay
    /// Events of some days; they replace the look-ahead.
    case dateRange
  }

  /// How the events are shown.
  enum Style: String {
    /// Rows under a heading for each day.
    case agenda
    /// A row for each event with its day.
    case list
    /// How long it is until each event.
    case countdown
  }

  /// The chosen calendars; nil for every one.
  var calendars: [IntentObject]?
  /// Which events are shown.
  var filter = Filter.all
  /// How they are shown.
  var style = Style.agenda
  /// How far ahead events are shown, in seconds; from 1 minute to 31 days.
  var lookAhead = 129_600
  /// The time of day, in seconds, before which several events of one day share a row.
  var dayStart = 0
  /// How far a near event raises the relevance, from 0 to 1.
  var emphasis = 0.5
  /// The first day of the range; nil for no first.
  var rangeStart: CivilDate?
  /// The last day of the range; nil for no last.
  var rangeEnd: CivilDate?

  /// The settings of a sample.
  init() {}

  /// Reads an intent.
  ///
  /// One that says neither that it mirrors nor which calendars shows all.
  init(_ intent: Intent) {
    let chosen = intent[.calendars] ?? []
    let mirrors = intent[.mirrorCalendarApp] ?? chosen.isEmpty
    calendars = mirrors ? nil : chosen
    filter = intent[.filter].flatMap(Filter.init) ?? .all
    style = intent[.style].flatMap(Style.init) ?? .agenda
    lookAhead = Int(bounded(intent[.lookAhead], 60...31 * 86_400, standard: 129_600))
    dayStart = intent[.dayStart]?.secondOfDay ?? 0
    emphasis = bounded(intent[.emphasis], 0...1, standard: 0.5)
    guard filter == .dateRange else { return }
    rangeStart = intent[.rangeStart]?.civilDate
    rangeEnd = intent[.rangeEnd]?.civilDate
  }

  /// Whether an event is shown.
  func shows(_ event: CalendarEvent) -> Bool {
    switch filter {
    case .all, .dateRange: true
    case .allDay: event.isAllDay
    case .meetings:
      !event.isAllDay
        && (event.hasAttendees || event.location != nil
          || event.categories.contains { $0.uppercased() == "MEETING" })
    }
  }

  /// The days of the range as a window in the viewer's zone; nil without a range.
  ///
  /// Without a first day it begins now; without a last one it is as long as the look-ahead.
  func rangeWindow(now: Int, zone: ZoneRules) -> Window? {
    guard filter == .dateRange else { return nil }
    let from = max(now, rangeStart.map { zone.instant(of: CivilDateTime($0)) } ?? now)
    let to = rangeEnd.map { zone.instant(of: CivilDateTime($0).adding(days: 1)) }
    return Window(from: from, to: to ?? from + lookAhead)
  }
}

extension DateComponents {
  /// The time of day in seconds; what is not set or out of range counts as 0.
  var secondOfDay: Int {
    let parts = [(hour, 0...23), (minute, 0...59), (second, 0...59)].map { part, range in
      part.flatMap { range.contains($0) ? $0 : nil } ?? 0
    }
    return parts[0] * 3600 + parts[1] * 60 + parts[2]
  }

  /// The day; nil when one of its parts is not set, or there is no such day.
  var civilDate: CivilDate? {
    guard let year, let month, let day else { return nil }
    return CivilDate(checkedYear: year, month: month, day: day)
  }
}
