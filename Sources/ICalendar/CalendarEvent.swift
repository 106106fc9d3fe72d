import IntentModel
package import Zones

/// A date or a time in an iCalendar file.
package struct CalendarMoment: Hashable, Sendable {
  /// The zone that a wall time refers to.
  package enum Frame: Hashable, Sendable {
    /// A whole day; the time of day is midnight and has no meaning.
    case date
    /// A local time without a zone, which applies in the reader's zone.
    case floating
    /// A local time in a zone.
    case zone(ZoneRules)
  }

  /// The wall time.
  package var wall: CivilDateTime
  /// The zone that the wall time refers to.
  package var frame: Frame

  package init(wall: CivilDateTime, frame: Frame) {
    self.wall = wall
    self.frame = frame
  }

  /// The zone that the moment itself specifies; nil for a date or a floating time.
  var ownZone: ZoneRules? {
    if case .zone(let zone) = frame { zone } else { nil }
  }

  /// The zone of this moment, which is the viewer's for a date or a floating time.
  package func zone(viewer: ZoneRules) -> ZoneRules {
    ownZone ?? viewer
  }

  /// The moment in Unix seconds; for a date, the midnight at the start of the day.
  package func instant(viewer: ZoneRules) -> Int { zone(viewer: viewer).instant(of: wall) }
}

/// The length of an event: calendar days, followed by exact seconds (RFC 5545 §3.3.6).
package struct CalendarSpan: Hashable, Sendable {
  /// Calendar days, regardless of how many hours they have.
  package var days = 0
  /// The seconds after the days.
  package var seconds = 0

  package init(days: Int = 0, seconds: Int = 0) {
    self.days = days
    self.seconds = seconds
  }
}

extension CalendarMoment {
  /// The day that this moment names for an all-day event, counted from 1970-01-01.
  ///
  /// Exchange writes the midnight at which the day begins, in a zone or in UTC.
  package func dayNumber(viewer: ZoneRules) -> Int {
    guard case .zone = frame, wall.secondOfDay != 0 else { return wall.dayNumber }
    let instant = instant(viewer: viewer)
    let there = viewer.wall(at: instant)
    if there.secondOfDay == 0 { return there.dayNumber }
    let half = CivilDateTime.secondsPerDay / 2
    return CivilDateTime(wallSeconds: instant + half).dayNumber
  }
}

/// A `VEVENT` component.
package struct CalendarEvent: Hashable, Sendable {
  /// The identifier that an event shares with its changed occurrences; empty if the file has none.
  package var uid = ""
  /// The title; empty if the file has none.
  package var summary = ""
  /// The place.
  package var location: String?
  /// The description.
  package var notes: String?
  /// The URL of a page about the event.
  package var url: String?
  /// The URL of the event's video or phone conference.
  package var conference: String?
  /// The categories, in their order.
  package var categories: [String] = []
  /// Whether the event has attendees.
  package var hasAttendees = false
  /// The start.
  package var start: CalendarMoment
  /// The duration.
  package var span = CalendarSpan()
  /// The rules by which the event repeats; the occurrences of several rules are combined.
  package var rules: [RecurrenceRule] = []
  /// Additional starts (`RDATE`).
  package var additions: [Addition] = []
  /// Excluded starts (`EXDATE`).
  package var exceptions: [CalendarMoment] = []
  /// The original start of the occurrence that this event replaces (`RECURRENCE-ID`).
  package var replaced: CalendarMoment?
  /// Whether this event also changes the occurrences that follow the replaced one.
  package var changesFuture = false
  /// The revision of the event.
  package var revision = CalendarRevision()
  /// Whether this event only cancels an occurrence, or all older revisions of the event.
  package var isCancelled = false
  /// The line number of its `BEGIN`, from 1.
  package var line = 0
  /// The file's name, as given by the caller.
  package var file = ""

  package init(start: CalendarMoment, span: CalendarSpan = CalendarSpan()) {
    self.start = start
    self.span = span
  }

  /// An additional start, and its own duration if the file gives one.
  package struct Addition: Hashable, Sendable {
    /// The start.
    package var start: CalendarMoment
    /// The duration; nil to use the duration of the event.
    package var span: CalendarSpan?
  }

  /// Whether the event consists of whole days.
  package var isAllDay: Bool { start.frame == .date }
}

/// The contents of an `.ics` file.
package struct CalendarFile: Hashable, Sendable {
  /// The file's name, as given by the caller.
  package var file: String
  /// The calendar's own name, or else the file name without its extension.
  package var name: String
  /// The colour as written, for example `#1badf8` or `tomato`.
  package var color: String?
  /// The events, in file order, except cancelled events that do not replace an occurrence.
  package var events: [CalendarEvent] = []
  /// The problems of the file.
  package var problems: [CalendarProblem] = []

  /// Whether nothing in the file could be read, in which case its events are unknown.
  package var isUnread: Bool {
    events.isEmpty
      && problems.contains { problem in
        switch problem.code {
        case .fileTooLarge, .unreadable, .noCalendar: true
        default: false
        }
      }
  }

  package init(
    file: String, name: String, color: String? = nil, events: [CalendarEvent] = [],
    problems: [CalendarProblem] = []
  ) {
    self.file = file
    self.name = name
    self.color = color
    self.events = events
    self.problems = problems
  }
}
