import Foundation
import Testing
import Zones

@testable import WidgetTimeline

/// The entry on the screen at a given time: one function, and all its cases.
@Suite struct ShownTimelineTests {
  static let now = ExampleProviderTests.now

  static func entry(_ title: String, _ seconds: Double) -> TimelineEntry {
    TimelineEntry(
      date: now.addingTimeInterval(seconds), content: EntryContent(title: title))
  }

  static let placeholder = entry("placeholder", 0)

  /// A timeline whose entries are each given as a letter and the seconds from now.
  static func timeline(_ text: String) -> Timeline? {
    guard !text.isEmpty else { return nil }
    let entries = text.split(separator: " ").filter { $0 != "none" }.map { part in
      entry(String(part.prefix(1)), Double(part.dropFirst()) ?? 0)
    }
    return Timeline(entries: entries, reload: .atEnd)
  }

  /// The last timeline, the current one, and what is on the screen at −10, 0, 5, 10 and 20 seconds.
  static let matrix: [(last: String, present: String, screen: String)] = [
    ("", "", "p p p p p"),
    ("", "none", "p p p p p"),
    ("", "a0", "p a a a a"),
    ("", "a3 b10", "p p a b b"),
    ("", "b10 a3", "p p a b b"),
    ("", "a5 b5", "p p b b b"),
    ("x-20", "", "x x x x x"),
    ("x-20", "none", "x x x x x"),
    ("x-20", "a3 b10", "x x a b b"),
    ("x-20 y4", "a10", "x x y a a"),
    ("x-20 y4", "a0", "x a a a a"),
    ("y4 x-20", "a-10 b20", "a a a a b"),
    ("x8", "a3", "p p a a a"),
    ("x8", "a15", "p p p x a"),
  ]

  @Test(arguments: matrix)
  func theEntryOfAMoment(last: String, present: String, screen: String) {
    let shown = ShownTimeline(
      placeholder: Self.placeholder, last: Self.timeline(last), timeline: Self.timeline(present))
    let moments = [-10.0, 0, 5, 10, 20].map { Self.now.addingTimeInterval($0) }
    #expect(
      moments.map { String(shown.entry(at: $0).content.title.description.prefix(1)) }
        .joined(separator: " ") == screen)
    #expect(
      moments.map { shown.isPlaceholder(at: $0) ? "p" : "-" }
        == screen.split(separator: " ").map { $0 == "p" ? "p" : "-" })
  }

  /// Between two changes, the screen stays the same; at each change, it differs.
  @Test(arguments: matrix)
  func theNextChangeIsNeitherEarlyNorLate(last: String, present: String, screen: String) {
    let shown = ShownTimeline(
      placeholder: Self.placeholder, last: Self.timeline(last), timeline: Self.timeline(present))
    for second in -30...30 {
      let moment = Self.now.addingTimeInterval(Double(second))
      let later = moment.addingTimeInterval(1)
      guard shown.entry(at: moment) != shown.entry(at: later) else { continue }
      #expect(shown.nextChange(after: moment) == later)
    }
  }

  @Test func aTimelineThatNeverBeganReplacesNothing() {
    var shown = ShownTimeline(placeholder: Self.placeholder)
    func title(_ seconds: Double) -> String {
      shown.entry(at: Self.now.addingTimeInterval(seconds)).content.title.description
    }
    func install(_ text: String, _ seconds: Double) throws {
      shown.install(
        try #require(Self.timeline(text)), at: Self.now.addingTimeInterval(seconds))
    }
    #expect(throws: Never.self) {
      try install("a3", 0)
      #expect(title(1) == "placeholder" && title(3) == "a")
      try install("b13", 10)
      #expect(title(11) == "a")
      try install("c23", 12)
      #expect(title(13) == "a" && title(23) == "c")
    }
  }

  /// The scheduler and the timeline kept after a failure choose the entry with `ShownTimeline`, too.
  @Test func everyFaceAsksTheSameFunction() async throws {
    let begun = try #require(Self.timeline("a0"))
    let late = try #require(Self.timeline("b13"))
    let moment = Self.now.addingTimeInterval(11)
    var scheduler = TimelineScheduler(budget: .unlimited, seed: 0)
    scheduler.install(begun, at: Self.now)
    scheduler.install(late, at: Self.now.addingTimeInterval(10))
    #expect(scheduler.entry(at: moment)?.content.title.description == "a")
    var kept = KeptTimeline()
    kept.succeed(with: begun, at: Self.now)
    kept.succeed(with: late, at: Self.now.addingTimeInterval(10))
    #expect(kept.earlier == begun && kept.last == late)
    let substitute = kept.fail(at: moment, placeholder: Self.placeholder)
    #expect(substitute.entries.map(\.content.title.description) == ["a", "b"])
  }
}

@Suite struct ClockWatchTests {
  static let berlin = ZoneRules(identifier: "Europe/Berlin", fixedOffset: 3_600)
  /// The same zone after an update of the tz database.
  static let later = ZoneRules(identifier: "Europe/Berlin", fixedOffset: 7_200)

  @Test(arguments: [
    (0.0, false), (1.9, false), (-1.9, false), (2, true), (-2, true), (3_600, true),
    (-86_400, true),
  ])
  func aClockThatIsSetIsNoticed(step: Double, isNoticed: Bool) {
    var watch = ClockWatch()
    let now = Date(timeIntervalSince1970: 0)
    let later = now.addingTimeInterval(60 + step)
    let seen = [
      watch.hasChanged(at: now, steady: .seconds(5), zone: .utc),
      watch.hasChanged(at: later, steady: .seconds(65), zone: .utc),
      watch.hasChanged(at: later.addingTimeInterval(1), steady: .seconds(66), zone: .utc),
    ]
    #expect(seen == [false, isNoticed, false])
  }

  @Test func anotherTimeZoneIsNoticedOnce() {
    var watch = ClockWatch()
    let now = Date(timeIntervalSince1970: 0)
    let seen = [.utc, Self.berlin, Self.berlin, Self.later].map {
      watch.hasChanged(at: now, steady: .zero, zone: $0)
    }
    #expect(seen == [false, true, false, true])
  }
}
