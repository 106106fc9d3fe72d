import IntentModel
import Testing

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Short forms for making calendars and printing results.
enum CalendarText {
  /// A calendar with the given lines.
  static func calendar(_ lines: String) -> String {
    "BEGIN:VCALENDAR\n\(lines)\nEND:VCALENDAR\n"
  }

  /// A calendar with one event that has the given lines; the first of them is line 3 of the file.
  static func event(_ lines: String) -> String {
    calendar("BEGIN:VEVENT\n\(lines)\nEND:VEVENT")
  }

  static func read(
    _ text: String, file: String = "a.ics", limits: CalendarLimits = CalendarLimits()
  ) -> CalendarFile {
    ICalendarReading(limits: limits).calendar(bytes: Array(text.utf8), file: file)
  }

  static func onlyEvent(_ lines: String) throws -> CalendarEvent {
    let file = read(event(lines))
    #expect(file.problems.map(\.description) == [])
    return try #require(file.events.first)
  }

  /// The rule in a text, which must be read without problems.
  static func rule(_ text: String) throws -> RecurrenceRule {
    let (rule, problems) = RecurrenceRule.reading(text)
    #expect(problems.map(\.description) == [])
    return try #require(rule)
  }

  /// The date for a compact UTC time.
  static func date(_ text: String) throws -> Date {
    let wall = try #require(CivilDateTime(compact: text))
    return Date(timeIntervalSince1970: Double(wall.wallSeconds))
  }

  /// The result for a window of whole UTC days.
  static func answer(
    _ files: [CalendarFile], from: String, to: String, viewer: String = "UTC",
    limits: CalendarLimits = CalendarLimits()
  ) throws -> CalendarExpansion {
    let zone = try ZoneRulesTests.zone(viewer)
    return CalendarEvents(files: files, viewer: zone, limits: limits)
      .occurrences(from: try date("\(from)T000000"), to: try date("\(to)T000000"))
  }

  /// Each occurrence: its summary, and its UTC times or its days.
  static func list(_ answer: CalendarExpansion) -> [String] {
    answer.occurrences.map { occurrence in
      if let days = occurrence.days {
        return "\(occurrence.event.summary) \(days.lowerBound)..<\(days.upperBound)"
      }
      let times = [occurrence.start, occurrence.end].map {
        CivilDateTime(wallSeconds: Int($0.timeIntervalSince1970)).description.dropLast(3)
      }
      return "\(occurrence.event.summary) \(times[0]) \(times[1])"
    }
  }
}
