import Foundation
import Messages
import Testing
import WidgetTestSupport

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// Relations between the results for different windows, zones and limits.
struct CalendarWindowTests {
  private static func files() throws -> [CalendarFile] {
    try ["work.ics", "home.ics", "holidays.ics"].map { name in
      let path = ShippedCalendarTests.folder.appending(path: name).path()
      let file = ICalendarReading().calendar(path: path)
      try #require(file.problems.isEmpty)
      return file
    }
  }

  private static func day(_ number: Int) -> Date {
    Date(wholeSeconds: 1_767_225_600 + number * 86_400)
  }

  private static func key(_ occurrence: CalendarOccurrence) -> String {
    "\(occurrence.file) \(occurrence.event.uid) \(occurrence.start.wholeSeconds)"
  }

  /// The parts of a window have the same occurrences as the whole, wherever it is split.
  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
  func aWindowIsTheSumOfItsParts(zone: String) throws {
    let events = CalendarEvents(files: try Self.files(), viewer: try ZoneRulesTests.zone(zone))
    let seed: UInt64 = 0x5EED_0016
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let first = random.number(0...600)
      let (middle, last) = (first + random.number(1...20), first + random.number(21...50))
      let whole = events.occurrences(from: Self.day(first), to: Self.day(last))
      let parts = [(first, middle), (middle, last)].flatMap { from, to in
        events.occurrences(from: Self.day(from), to: Self.day(to)).occurrences
      }
      #expect(whole.problems.isEmpty)
      #expect(
        Set(parts.map(Self.key)) == Set(whole.occurrences.map(Self.key)),
        "seed \(seed), \(first)..<\(middle)..<\(last)")
    }
  }

  /// The occurrences are sorted, within the window, and without duplicates.
  @Test func answersAreInOrder() throws {
    let events = CalendarEvents(
      files: try Self.files(), viewer: try ZoneRulesTests.zone("Europe/Berlin"))
    for week in 0..<60 {
      let (from, to) = (Self.day(week * 7), Self.day(week * 7 + 7))
      let occurrences = events.occurrences(from: from, to: to).occurrences
      let pairs = zip(occurrences, occurrences.dropFirst())
      #expect(pairs.allSatisfy { CalendarOccurrence.isBefore($0, $1) }, "week \(week)")
      #expect(occurrences.allSatisfy { $0.start < to && $0.end > from }, "week \(week)")
      #expect(occurrences.allSatisfy { $0.start <= $0.end }, "week \(week)")
      #expect(Set(occurrences.map(Self.key)).count == occurrences.count, "week \(week)")
    }
  }

  /// Files are independent: the result for three files consists of the separate results, merged.
  @Test func filesAreIndependent() throws {
    let files = try Self.files()
    let berlin = try ZoneRulesTests.zone("Europe/Berlin")
    let all = CalendarEvents(files: files, viewer: berlin)
      .occurrences(from: Self.day(0), to: Self.day(90)).occurrences
    let each = files.flatMap { file in
      CalendarEvents(files: [file], viewer: berlin)
        .occurrences(from: Self.day(0), to: Self.day(90)).occurrences
    }
    #expect(Set(each) == Set(all))
    #expect(each.count == all.count)
  }

  /// A limit keeps the earliest occurrences; the others are reported as omitted.
  @Test(arguments: [1, 2, 7, 30, 200])
  func limitsKeepTheEarliest(limit: Int) throws {
    let berlin = try ZoneRulesTests.zone("Europe/Berlin")
    var events = CalendarEvents(files: try Self.files(), viewer: berlin)
    let whole = events.occurrences(from: Self.day(0), to: Self.day(60)).occurrences
    events.limits.occurrenceCount = limit
    let cut = events.occurrences(from: Self.day(0), to: Self.day(60))
    #expect(cut.occurrences.map(Self.key) == whole.prefix(limit).map(Self.key))
    let messages = cut.problems.map { $0.message.text() }
    let expected =
      "There are more than \(limit) occurrences in the requested time. The rest is left out."
    #expect(messages == (whole.count > limit ? [expected] : []))
  }

  /// A time in a zone is the same instant for every viewer; a floating time is not.
  @Test func viewersSeeTheSameMoments() throws {
    let text = CalendarText.calendar(
      [
        "DTSTART;TZID=Europe/Berlin:20260701T120000", "DTSTART:20260701T100000Z",
        "DTSTART:20260701T120000",
      ]
      .map { "BEGIN:VEVENT\n\($0)\nSUMMARY:\($0.suffix(7))\nEND:VEVENT" }.joined(separator: "\n"))
    let file = CalendarText.read(text)
    let rows = [("Europe/Berlin", 10), ("Asia/Tokyo", 3), ("America/New_York", 16), ("UTC", 12)]
    for (zone, floatingHour) in rows {
      let answer = try CalendarText.answer([file], from: "20260630", to: "20260703", viewer: zone)
      let hours = answer.occurrences.map { $0.start.wholeSeconds / 3600 % 24 }.sorted()
      #expect(hours == [10, 10, floatingHour].sorted(), "\(zone)")
    }
  }

  /// Extreme dates give a result and do not cause a trap.
  @Test(arguments: [
    (-1e12, 1e12), (1e12, -1e12), (.nan, .infinity), (-.infinity, .nan), (-.infinity, .infinity),
  ])
  func farDates(from: Double, to: Double) {
    let file = CalendarText.read(CalendarText.event("DTSTART:20260701T120000Z\nSUMMARY:Once"))
    let answer = CalendarEvents(files: [file], viewer: .utc).occurrences(
      from: Date(timeIntervalSince1970: from), to: Date(timeIntervalSince1970: to))
    // A date that is not a number is treated as the beginning of 1970.
    let window = (from.isNaN ? 0 : from, to.isNaN ? 0 : to)
    #expect(answer.occurrences.count == (window.0 < window.1 && window.1 > 0 ? 1 : 0))
    #expect(answer.problems.isEmpty)
  }
}
