#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The events shown in a gallery.
enum UpNextSample {
  /// Minutes from the next half hour, minutes it lasts, title, location.
  private static let events = [
    (0, 30, "Standup", "Room Elbe"), (60, 90, "Lunch with Ada", "Mill Square"),
    (210, 45, "Piano lesson", "Lime Street"), (330, 120, "Choir", "St Anne's hall"),
    (480, 60, "Call home", ""), (600, 20, "Water the plants", ""),
  ]

  /// The events, from the next half hour on.
  static func occurrences(now: Int, zone: ZoneRules) -> [CalendarOccurrence] {
    let first = CivilDate.floorDivide(now, 1800) * 1800 + 1800
    return events.map { offset, minutes, title, location in
      let start = first + offset * 60
      let moment = CalendarMoment(wall: zone.wall(at: start), frame: .zone(zone))
      var event = CalendarEvent(start: moment, span: CalendarSpan(seconds: minutes * 60))
      event.summary = title
      event.location = location.isEmpty ? nil : location
      return CalendarOccurrence(
        event: event, calendar: "", file: "", start: Date(wholeSeconds: start),
        end: Date(wholeSeconds: start + minutes * 60), days: nil)
    }
  }
}
