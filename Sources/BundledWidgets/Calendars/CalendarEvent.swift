/// A date or a time as an iCalendar file gives it.
struct CalendarMoment: Hashable, Sendable {
  /// What the wall time is relative to.
  enum Frame: Hashable, Sendable {
    /// A whole day; the time of day is midnight and means nothing.
    case date
    /// A time on any wall, wherever the reader is.
    case floating
    /// A time on a wall in one zone.
    case zone(ZoneRules)
  }

  /// The wall time.
  var wall: CivilDateTime
  /// What it is relative to.
  var frame: Frame

  /// The zone this moment is worked out in, when the reader is in `viewer`.
  func zone(viewer: ZoneRules) -> ZoneRules {
    if case .zone(let zone) = frame { zone } else { viewer }
  }

  /// The moment in Unix seconds; the midnight that begins it, for a date.
  func instant(viewer: ZoneRules) -> Int { zone(viewer: viewer).instant(of: wall) }
}

/// How long an event lasts: days on the calendar, then seconds on a stopwatch (RFC 5545 §3.3.6).
struct CalendarSpan: Hashable, Sendable {
  /// Days that count as days, whatever the clocks do in them.
  var days = 0
  /// Seconds after those.
  var seconds = 0
}

/// One `VEVENT`.
struct CalendarEvent: Hashable, Sendable {
  /// The identifier that an event shares with its changed occurrences; empty when the file has none.
  var uid = ""
  /// The title; empty when the file has none.
  var summary = ""
  /// Where it takes place.
  var location: String?
  /// The long text.
  var notes: String?
  /// A page about it.
  var url: String?
  /// The categories, in their order.
  var categories: [String] = []
  /// Whether anybody is asked to attend.
  var hasAttendees = false
  /// When it begins.
  var start: CalendarMoment
  /// How long it lasts.
  var span = CalendarSpan()
  /// The rule by which it repeats.
  var rule: RecurrenceRule?
  /// Further beginnings (`RDATE`).
  var additions: [CalendarMoment] = []
  /// Beginnings that are left out (`EXDATE`).
  var exceptions: [CalendarMoment] = []
  /// The beginning that this event stands in for (`RECURRENCE-ID`).
  var replaced: CalendarMoment?
  /// Whether it only says that an occurrence does not take place.
  var isCancelled = false
  /// The number of the line it begins on.
  var line = 0

  /// Whether it is an event of whole days.
  var isAllDay: Bool { start.frame == .date }
}

/// What one `.ics` file says.
struct CalendarFile: Hashable, Sendable {
  /// The file's name, as given by the caller.
  var file: String
  /// The calendar's name: `X-WR-CALNAME`, else `NAME`, else the file's name without `.ics`.
  var name: String
  /// The colour as written, for example `#1badf8` or `tomato`.
  var color: String?
  /// The events, in the order of the file; cancelled ones are not among them.
  var events: [CalendarEvent] = []
  /// What could not be used.
  var problems: [CalendarProblem] = []
}
