import IntentModel
package import Messages

/// What the bundled widgets show, and the notices of their sources.
extension Message {
  // Times of a clock that the locale itself does not use.
  package static func forenoonTime(time: String) -> Message {
    entry(.text(time))
  }
  package static func afternoonTime(time: String) -> Message {
    entry(.text(time))
  }

  // World clock.
  package static var clockCity: Message { entry() }
  package static var clockWithoutZone: Message { entry() }
  package static var shortListOfZones: Message { entry() }

  // Verse.
  package static var sampleVerse: Message { entry() }
  package static func dedication(name: String) -> Message {
    entry(.text(name))
  }

  // Up next: events.
  package static var nextEvent: Message { entry() }
  package static var untitledEvent: Message { entry() }
  package static var allDay: Message { entry() }
  package static func eventCount(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func earlyEvents(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func eventUntil(time: String) -> Message {
    entry(.text(time))
  }
  package static func eventStartsIn(duration: Int) -> Message {
    entry(.duration(Double(duration), text: Double(duration).durationText))
  }
  package static func eventEndsIn(duration: Int) -> Message {
    entry(.duration(Double(duration), text: Double(duration).durationText))
  }
  package static var noEvents: Message { entry() }
  package static func eventsWithin(duration: Int) -> Message {
    entry(.duration(Double(duration), text: Double(duration).durationText))
  }

  // Up next: calendars.
  package static var noCalendarsChosen: Message { entry() }
  package static func calendarGone(calendar: String) -> Message {
    entry(.text(calendar))
  }
  package static func calendarProblems(count: Int, file: String, first: Message) -> Message {
    entry(.integer(count), .text(file), .message(first))
  }
  package static func folderWithoutCalendars(folder: String) -> Message {
    entry(.text(folder))
  }
  package static func onlyFirstCalendars(limit: Int) -> Message {
    entry(.integer(limit))
  }
}
