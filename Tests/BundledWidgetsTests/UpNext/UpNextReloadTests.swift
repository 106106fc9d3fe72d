import Foundation
import IntentModel
import Testing
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// Rules for successive timelines, each requested when the previous one reloads.
struct UpNextReloadTests {
  private static func provider(_ zone: String) throws -> UpNextTimeline {
    UpNextTimeline(
      folder: CalendarFolder(path: ShippedCalendarTests.folder.path()),
      local: try ZoneRulesTests.zone(zone))
  }

  /// The text on the widget, without the gauge, which changes between entries.
  private static func text(_ entry: TimelineEntry) -> String { TimelineText.text(entry.content) }

  /// The zone, the style and the hours ahead: timelines for a week with a clock change.
  @Test(arguments: [
    ("Europe/Berlin", "20260327T140300", "agenda", 36),
    ("Europe/Berlin", "20261024T235900", "list", 2),
    ("America/New_York", "20260307T000000", "agenda", 24),
    ("America/New_York", "20261030T061700", "list", 12),
    ("Australia/Lord_Howe", "20260403T120000", "agenda", 6),
    ("America/Santiago", "20260904T120000", "list", 48),
    ("Europe/Berlin", "20271230T120000", "agenda", 72),
    ("Asia/Tokyo", "20280227T120000", "list", 5),
  ])
  func aNewTimelineSaysWhatTheOldOneSaid(
    zone: String, start: String, style: String, hours: Int
  ) async throws {
    let provider = try Self.provider(zone)
    let intent = Intent.of(
      "UpNext",
      ["style": .enumeration(style), "lookAhead": .timeInterval(Double(hours) * 3600)])
    var context = try TimelineText.context(start, in: zone, family: .systemLarge)
    let end = context.now.addingTimeInterval(4 * 86_400)
    var old = try await provider.timeline(for: intent, in: context)
    while context.now < end {
      let reload = try #require(old.nextReload(now: context.now))
      try #require(reload > context.now, "the reload of \(context.now) goes forward")
      context.now = reload
      let new = try await provider.timeline(for: intent, in: context)
      TimelineText.check(new, now: reload, limit: UpNextTimeline.entryLimit)
      let before = old.entries.last { $0.date <= reload }.map(Self.text)
      #expect(before == new.entries.first.map(Self.text), "\(zone) \(reload)")
      old = new
    }
  }

  /// An early reload does not change the content shown later that day.
  @Test(arguments: ["20260311T000000", "20260312T083000", "20260314T094500"])
  func anEarlyReloadChangesNothing(start: String) async throws {
    let provider = try Self.provider("Europe/Berlin")
    let intent = Intent.of("UpNext", ["lookAhead": .timeInterval(14_400)])
    var context = try TimelineText.context(start, family: .systemMedium)
    let first = try await provider.timeline(for: intent, in: context)
    let reload = try #require(first.nextReload(now: context.now))
    for entry in first.entries where entry.date < reload {
      context.now = entry.date
      let again = try await provider.timeline(for: intent, in: context)
      #expect(again.entries.first == entry, "\(entry.date)")
    }
  }

  /// The number of timelines in a day is within a widget's budget.
  @Test(arguments: [1, 4, 24, 72])
  func aDayCostsFewReloads(hours: Int) async throws {
    let provider = try Self.provider("Europe/Berlin")
    let intent = Intent.of("UpNext", ["lookAhead": .timeInterval(Double(hours) * 3600)])
    var context = try TimelineText.context("20260311T000000", family: .systemLarge)
    let end = context.now.addingTimeInterval(86_400)
    var count = 0
    while context.now < end {
      let timeline = try await provider.timeline(for: intent, in: context)
      context.now = try #require(timeline.nextReload(now: context.now))
      count += 1
    }
    #expect((1...20).contains(count), "\(count) timelines")
  }
}
