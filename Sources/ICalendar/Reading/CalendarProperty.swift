/// The properties of iCalendar files that this module reads (RFC 5545, RFC 7986, and extensions of
/// Apple, Google and Microsoft).
enum CalendarProperty: String, CaseIterable {
  case begin = "BEGIN"
  case end = "END"

  // Properties of a calendar.
  case version = "VERSION"
  case appleName = "X-WR-CALNAME"
  case name = "NAME"
  case appleColor = "X-APPLE-CALENDAR-COLOR"
  case color = "COLOR"
  case calendarZone = "X-WR-TIMEZONE"

  // Properties of a zone.
  case zoneIdentifier = "TZID"
  case zoneLocation = "X-LIC-LOCATION"
  case offsetBefore = "TZOFFSETFROM"
  case offsetAfter = "TZOFFSETTO"

  // Properties of an event or a zone.
  case startDate = "DTSTART"
  case rule = "RRULE"
  case dates = "RDATE"

  // Properties of an event.
  case endDate = "DTEND"
  case duration = "DURATION"
  case excludedRule = "EXRULE"
  case excludedDates = "EXDATE"
  case recurrence = "RECURRENCE-ID"
  case status = "STATUS"
  case uid = "UID"
  case summary = "SUMMARY"
  case location = "LOCATION"
  case description = "DESCRIPTION"
  case url = "URL"
  case attendee = "ATTENDEE"
  case categories = "CATEGORIES"
  case sequence = "SEQUENCE"
  case modified = "LAST-MODIFIED"
  case stamp = "DTSTAMP"
  case conference = "CONFERENCE"
  case googleConference = "X-GOOGLE-CONFERENCE"
  case teamsMeeting = "X-MICROSOFT-SKYPETEAMSMEETINGURL"
  case onlineMeeting = "X-MICROSOFT-ONLINEMEETINGCONFLINK"
  case allDay = "X-MICROSOFT-CDO-ALLDAYEVENT"
}

/// The parameters of properties that this module reads.
enum CalendarParameter: String {
  case feature = "FEATURE"
  case range = "RANGE"
  case zone = "TZID"
}

/// The components of iCalendar files that this module reads.
enum CalendarComponent: String {
  case calendar = "VCALENDAR"
  case event = "VEVENT"
  case toDo = "VTODO"
  case journal = "VJOURNAL"
  case zone = "VTIMEZONE"
  case standard = "STANDARD"
  case daylight = "DAYLIGHT"
}

extension ICalendarLine {
  /// Whether the line has a property.
  func has(_ property: CalendarProperty) -> Bool { name == property.rawValue }

  /// The first value of a parameter.
  func parameter(_ parameter: CalendarParameter) -> String? { self.parameter(parameter.rawValue) }
}

extension [ICalendarLine] {
  /// The lines of a property.
  func all(_ property: CalendarProperty) -> [ICalendarLine] { filter { $0.has(property) } }

  /// The first line of a property.
  func first(_ property: CalendarProperty) -> ICalendarLine? { first { $0.has(property) } }
}
