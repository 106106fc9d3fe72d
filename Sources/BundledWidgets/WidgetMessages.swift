import IntentModel
package import Messages

/// The texts of the bundled widgets, and the notices of their sources.
extension Message {
  // World clock.
  package static var clockCity: Message { "City" }

  // Up next: events.
  package static var allDay: Message { "All day" }
  package static var rangeReversed: Message { "The last day is before the first one." }
  static func noCalendarFiles(in places: String) -> Message {
    "There are no .ics files in \(places)."
  }
}
