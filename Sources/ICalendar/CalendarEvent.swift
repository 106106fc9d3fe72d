import IntentModel

/// A date or a time as an iCalendar file gives it.
package struct CalendarMoment: Hashable, Sendable {
  /// What the wall time is relative to.
  package enum Frame: Hashable, Sendable {
    /// A whole day; the time of day is midnight and means nothing.
    case date
    /// A time on any wall, wherever the reader is.
    case floating
    /// A time on a wall in one zone.
    case zone(ZoneRules)
  }

  /// The wall time.
  package var wall: CivilDateTime
  /// What it is relative to.
  package var frame: Frame

  package init(wall: CivilDateTime, frame: Frame) {
    self.wall = wall
    self.frame = frame
  }

  /// The zone this moment is worked out in, when the reader is in `viewer`.
  package func zone(viewer: ZoneRules) -> ZoneRules {
    if case .zone(let zone) = frame { zone } else { viewer }
  }

  /// The moment in Unix seconds; the midnight that begins it, for a date.
  package func instant(viewer: ZoneRules) -> Int { zone(viewer: viewer).instant(of: wall) }
}

/// How long an event lasts: days on the calendar, then seconds on a stopwatch (RFC 5545 §3.3.6).
package struct CalendarSpan: Hashable, Sendable {
  /// Days that count as days, whatever the clocks do in them.
  package var days = 0
  /// Seconds after those.
  package var seconds = 0

  package init(days: Int = 0, seconds: Int = 0) {
    self.days = days
    self.seconds = seconds
  }
}

/// One `VEVENT`.
package struct CalendarEvent: Hashable, Sendable {
  /// The identifier that an event shares with its changed occurrences; empty when the file has none.
  package var uid = ""
  /// The title; empty when the file has none.
  package var summary = ""
  /// Where it takes place.
  package var location: String?
  /// The long text.
  package var notes: String?
  /// A page about it.
  package var url: String?
  /// The categories, in their order.
  package var categories: [String] = []
  /// Whether anybody is asked to attend.
  package var hasAttendees = false
  /// When it begins.
  package var start: CalendarMoment
  /// How long it lasts.
  package var span = CalendarSpan()
  /// The rule by which it repeats.
  package var rule: RecurrenceRule?
  /// Further beginnings (`RDATE`).
  package var additions: [CalendarMoment] = []
  /// Beginnings that are left out (`EXDATE`).
  package var exceptions: [CalendarMoment] = []
  /// The beginning that this event stands in for (`RECURRENCE-ID`).
  package var replaced: CalendarMoment?
  /// Whether it only says that an occurrence does not take place.
  package var isCancelled = false
  /// The number of the line it begins on.
  package var line = 0

  package init(start: CalendarMoment, span: CalendarSpan = CalendarSpan()) {
    self.start = start
    self.span = span
  }

  /// Whether it is an event of whole days.
  package var isAllDay: Bool { start.frame == .date }
}

/// What one `.ics` file says.
package struct CalendarFile: Hashable, Sendable {
  /// The file's name, as given by the caller.
  package var file: String
  /// The calendar's name: `X-WR-CALNAME`, else `NAME`, else the file's name without `.ics`.
  package var name: String
  /// The colour as written, for example `#1badf8` or `tomato`.
  package var color: String?
  /// The events, in the order of the file; cancelled ones are not among them.
  package var events: [CalendarEvent] = []
  /// What could not be used.
  package var problems: [CalendarProblem] = []
}
