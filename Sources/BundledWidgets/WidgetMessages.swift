import ICalendar
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
    "There are no \(ICalendarReading.fileEnding) files in \(places)."
  }
  /// The remedy for a folder of calendars that is empty.
  static var addCalendars: Message {
    """
    Put \(ICalendarReading.fileEnding) files or vdirs in the folder, or name another folder in the \
    argument “\(name: SourceArgument.calendars)”.
    """
  }
  /// The remedy for a folder of calendars that is missing.
  static var createCalendars: Message {
    """
    Create the folder and put \(ICalendarReading.fileEnding) files or vdirs in it, or name another \
    folder in the argument “\(name: SourceArgument.calendars)”.
    """
  }
}
