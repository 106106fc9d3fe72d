import IntentModel
package import Messages

/// What the bundled widgets show, and the notices of their sources.
extension Message {
  // Times of a clock that the locale itself does not use.
  package static func forenoonTime(time: String) -> Message { "\(time) AM" }
  package static func afternoonTime(time: String) -> Message { "\(time) PM" }

  // World clock.
  package static var clockCity: Message { "City" }
  package static var clockWithoutZone: Message { "unknown time zone" }
  package static var shortListOfZones: Message {
    "The system's time zones were not found, so the list is short."
  }

  // Verse.
  package static var sampleVerse: Message { "A verse" }
  package static func dedication(name: String) -> Message { "for \(name)" }

  // Up next: events.
  package static var nextEvent: Message { "Next event" }
  package static var untitledEvent: Message { "Untitled" }
  package static var allDay: Message { "All day" }
  package static func eventCount(count: Int) -> Message { "\(count, "event", "events")" }
  package static func earlyEvents(count: Int) -> Message {
    "\(count, "early event", "early events")"
  }
  package static func eventUntil(time: String) -> Message { "until \(time)" }
  package static func eventStartsIn(duration: Int) -> Message {
    "in \(duration: Double(duration), text: Double(duration).durationText)"
  }
  package static func eventEndsIn(duration: Int) -> Message {
    "\(duration: Double(duration), text: Double(duration).durationText) left"
  }
  package static var noEvents: Message { "Nothing coming up" }
  package static func eventsWithin(duration: Int) -> Message {
    "in the next \(duration: Double(duration), text: Double(duration).durationText)"
  }

  // Up next: calendars.
  package static var noCalendarsChosen: Message { "No calendars chosen" }
  package static func calendarGone(calendar: String) -> Message {
    "\(calendar): calendar not found"
  }
  package static func calendarProblems(count: Int, file: String, first: Message) -> Message {
    "\(count, "problem", "problems") in \(file) (\(first))"
  }
  package static func folderWithoutCalendars(folder: String) -> Message {
    "There are no .ics files in \(folder)."
  }
  package static func onlyFirstCalendars(limit: Int) -> Message {
    "Only the first \(limit) calendars are offered."
  }
}
