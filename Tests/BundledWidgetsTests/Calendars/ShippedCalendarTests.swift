import Foundation
import IntentModel
import Testing

@testable import BundledWidgets
@testable import ICalendar

/// The calendars that ship with UpNext.
struct ShippedCalendarTests {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Intents/UpNext/Calendars")

  private static func read(_ name: String) -> CalendarFile {
    ICalendarReading().calendar(path: folder.appending(path: name).path())
  }

  @Test(arguments: [
    ("work.ics", "Work", 7), ("home.ics", "Home", 9), ("holidays.ics", "Holidays", 14),
  ])
  func readsWithoutAProblem(file: String, name: String, count: Int) {
    let calendar = Self.read(file)
    #expect(calendar.problems.map(\.description) == [])
    #expect(calendar.name == name)
    #expect(calendar.color?.count == 7)
    #expect(calendar.events.count == count)
    #expect(calendar.events.allSatisfy { $0.rules.map(\.end) == [.never] })
  }

  @Test(arguments: ["work.ics", "home.ics", "holidays.ics"])
  func isWrittenAsTheFormatAsks(file: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.last == "")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") })
  }

  @Test(arguments: [2026, 2031, 2040, 2090])
  func neverGoesStale(year: Int) throws {
    let (from, to) = ("\(year)0301", "\(year)0315")
    let counts = try ["work.ics", "home.ics"].map { name in
      try CalendarText.answer([Self.read(name)], from: from, to: to, viewer: "Europe/Berlin")
        .occurrences.count
    }
    #expect(counts.allSatisfy { $0 >= 12 })
    let holidays = try CalendarText.answer(
      [Self.read("holidays.ics")], from: "\(year)0101", to: "\(year)1231", viewer: "Europe/Berlin")
    #expect(holidays.occurrences.count == 13 + (CivilDate.isLeap(year) ? 1 : 0))
    #expect(holidays.occurrences.allSatisfy { $0.isAllDay })
  }

  @Test func aWeekOfWork() throws {
    let answer = try CalendarText.answer(
      [Self.read("work.ics")], from: "20260309", to: "20260314", viewer: "Europe/Berlin")
    #expect(
      CalendarText.list(answer) == [
        "On call 2026-03-09..<2026-03-14", "Standup 2026-03-09T08:30 2026-03-09T08:45",
        "Standup 2026-03-10T08:30 2026-03-10T08:45", "Standup 2026-03-11T08:30 2026-03-11T08:45",
        "Call with New York 2026-03-11T14:30 2026-03-11T15:15",
        "Standup 2026-03-12T08:30 2026-03-12T08:45", "Standup 2026-03-13T08:30 2026-03-13T08:45",
      ])
  }

  @Test func theFoldedText() throws {
    let event = try #require(Self.read("work.ics").events.first { $0.uid.hasPrefix("planning") })
    #expect(event.notes?.hasSuffix("whoever wrote it.\nThe board is the agenda.") == true)
    #expect(event.notes?.contains("most, and one that you would") == true)
  }
}
