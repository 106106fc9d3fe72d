import Foundation
import IntentModel
import Testing
import WidgetTestSupport
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct VerseTimelineTests {
  private static func provider(_ zone: String = "Europe/Berlin") throws -> VerseTimeline {
    VerseTimeline(local: try ZoneRulesTests.zone(zone))
  }

  private static func timeline(
    _ now: String, zone: String = "Europe/Berlin", family: WidgetFamily = .systemMedium,
    locale: String = "en-GB", _ values: KeyValuePairs<String, IntentValue>
  ) async throws -> Timeline {
    let context = try TimelineText.context(now, in: zone, family: family, locale: locale)
    let timeline = try await provider(zone).timeline(for: .of("Verse", values), in: context)
    TimelineText.check(timeline, now: context.now, limit: VerseTimeline.entryLimit)
    #expect(timeline.reload == .atEnd)
    return timeline
  }

  @Test func aDayAtSea() async throws {
    let timeline = try await Self.timeline(
      "20261121T140300",
      [
        "collection": .enumeration("sea"), "interval": .timeInterval(14_400),
        "firstVerse": .dateComponents(DateComponents(hour: 7, minute: 30)),
      ])
    #expect(
      try TimelineText.table(timeline) == """
        11-21 14:03 Sleep comes as water fills a cove: | around you first, then under.
        11-21 15:30 Write your address upon the wind; | the answer comes as weather.
        11-21 19:30 The tide comes in to say one word | and spends all day on it.
        11-21 23:30 Stones learn roundness from the wave; | the wave learns nothing, and goes on.
        11-22 03:30 A gull stands on the harbour wall | like something left unpaid.
        11-22 07:30 Whoever counts the waves will find | the seventh is a rumour.
        11-22 11:30 Low water. All the hidden things | lie bored beneath the sky.
        """)
  }

  /// A day has the same verses in every request.
  @Test(arguments: VerseCollection.allCases)
  func theSameDayHasTheSameVerses(collection: VerseCollection) async throws {
    let values: KeyValuePairs<String, IntentValue> = [
      "collection": .enumeration(collection.rawValue), "interval": .timeInterval(3600),
    ]
    let early = try await Self.timeline("20261121T070000", values)
    for now in ["20261121T083000", "20261121T120000", "20261121T235959"] {
      let later = try await Self.timeline(now, values)
      let shared = later.entries.dropFirst().filter { entry in
        entry.date < early.entries[early.entries.count - 1].date
      }
      for entry in shared {
        let known = early.entries.last { $0.date <= entry.date }
        #expect(known?.content == entry.content, "\(now) \(entry.date)")
      }
    }
  }

  /// The zone, the local time of the first entry, and the local times of the entries every six
  /// hours.
  @Test(arguments: [
    (
      "Europe/Berlin", "20260328T200000",
      ["03-28 20:00", "03-29 01:00", "03-29 07:00", "03-29 13:00", "03-29 19:00"]
    ),
    (
      "Europe/Berlin", "20261024T200000",
      ["10-24 20:00", "10-25 01:00", "10-25 06:00", "10-25 07:00", "10-25 13:00", "10-25 19:00"]
    ),
    (
      "America/New_York", "20260307T200000",
      ["03-07 20:00", "03-08 01:00", "03-08 07:00", "03-08 13:00", "03-08 19:00"]
    ),
    (
      "Australia/Lord_Howe", "20260404T200000",
      ["04-04 20:00", "04-05 01:00", "04-05 06:30", "04-05 07:00", "04-05 13:00", "04-05 19:00"]
    ),
    (
      "Asia/Tokyo", "20280228T200000",
      ["02-28 20:00", "02-29 01:00", "02-29 07:00", "02-29 13:00", "02-29 19:00"]
    ),
    (
      "America/Santiago", "20261231T200000",
      ["12-31 20:00", "01-01 01:00", "01-01 07:00", "01-01 13:00", "01-01 19:00"]
    ),
  ])
  func changesOfTheClocks(zone: String, now: String, expected: [String]) async throws {
    let timeline = try await Self.timeline(now, zone: zone, ["interval": .timeInterval(21_600)])
    let rules = try ZoneRulesTests.zone(zone)
    #expect(timeline.entries.map { TimelineText.time($0.date, rules) } == expected)
  }

  /// The interval, and the number of entries in a day.
  @Test(arguments: [
    (900.0, 97), (1800, 49), (10_800, 9), (86_400, 2), (1, 97), (1e9, 2), (-5, 97),
  ])
  func intervals(interval: Double, count: Int) async throws {
    let timeline = try await Self.timeline(
      "20261121T070000", ["interval": .timeInterval(interval)])
    #expect(timeline.entries.count == count)
  }

  /// A value that is not a duration is also invalid in the definition.
  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func noInterval(interval: Double) async throws {
    let context = try TimelineText.context("20261121T070000")
    let intent = Intent.of("Verse", ["interval": .timeInterval(interval)])
    let error = await #expect(throws: TypedIntentError.self) {
      try await Self.provider().timeline(for: intent, in: context)
    }
    #expect(
      error?.description == "The parameter “interval” cannot hold a duration."
        + " Generate the Swift code again from the definition that the intent was made with.")
  }

  /// The family, the locale, the dedication, and the content.
  @Test(
    arguments: [
      (
        .systemMedium, "en", "Ada",
        "The kettle hums before I do; | for Ada | one of us has to start."
      ),
      (
        .systemSmall, "de", "Ada",
        "The kettle hums before I do; | für Ada | one of us has to start."
      ),
      (
        .systemLarge, "ja", "Ada",
        "The kettle hums before I do; | Adaへ | one of us has to start."
      ),
      (
        .accessoryRectangular, "zh-Hans", "Ada",
        "The kettle hums before I do; | 献给Ada | one of us has to start."
      ),
      (.accessoryInline, "en", "Ada", "The kettle hums before I do;"),
      (.accessoryCircular, "en", "Ada", "The kettle hums before I do;"),
      (.systemMedium, "en", "", "The kettle hums before I do; | one of us has to start."),
      (
        .systemMedium, "en", " \n ",
        "The kettle hums before I do; | one of us has to start."
      ),
    ] as [(WidgetFamily, String, String, String)])
  func families(
    family: WidgetFamily, locale: String, name: String, expected: String
  ) async throws {
    let timeline = try await Self.timeline(
      "20261121T160000", family: family, locale: locale,
      ["isDedicated": .boolean(true), "dedication": .string(name)])
    #expect(timeline.entries.first.map { TimelineText.text($0.content) } == expected)
  }

  @Test(arguments: [
    (0.0, "quote.opening"), (0.33, "quote.opening"), (0.34, "text.quote"), (0.5, "text.quote"),
    (0.67, "quote.bubble.fill"), (1.0, "quote.bubble.fill"), (9.0, "quote.bubble.fill"),
  ])
  func emphases(emphasis: Double, symbol: String) async throws {
    let timeline = try await Self.timeline(
      "20261121T160000", ["emphasis": .decimal(emphasis), "interval": .timeInterval(3600)])
    #expect(timeline.entries.allSatisfy { $0.content.symbol == symbol })
    let relevance = TimelineEntryRelevance(score: min(emphasis, 1), duration: .seconds(3600))
    #expect(timeline.entries.allSatisfy { $0.relevance == relevance })
  }

  @Test(
    arguments: [
      [:], ["isDedicated": .boolean(false), "dedication": .string("Ada")],
      ["dedication": .string("Ada")], ["isDedicated": .boolean(true)],
    ] as [[String: IntentValue]])
  func aVerseForNobody(values: [String: IntentValue]) throws {
    let parameters = values.map { Intent.Parameter(name: $0.key, value: $0.value) }
    let intent = Intent(typeName: "VerseIntent", family: .systemSmall, parameters: parameters)
    #expect(try VerseIntent(intent).dedicatee == nil)
  }

  @Test(arguments: [
    ("en", "A verse"), ("de", "Ein Vers"), ("zh-Hans", "一段诗"), ("ja", "詩"), ("ar", "بيت شعر"),
    ("he", "בית שיר"),
  ])
  func placeholders(locale: String, title: String) throws {
    let context = try TimelineText.context("20261121T140300", locale: locale)
    let content = EntryContent(title: title, symbol: "text.quote")
    let expected = TimelineEntry(date: context.now, content: content)
    #expect(try Self.provider().placeholder(in: context) == expected)
  }

  /// Every minute belongs to one slot, and slots increase without gaps.
  @Test func slotsCoverTheDay() throws {
    let provider = try Self.provider()
    let zone = try ZoneRulesTests.zone("Europe/Berlin")
    let seed: UInt64 = 0x5EED_0014
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var settings = VerseIntent()
      settings.interval = .seconds(random.number(900...86_400))
      let first = random.number(0...86_399)
      settings.firstVerse = DateComponents(
        hour: first / 3600, minute: first / 60 % 60, second: first % 60)
      let now = random.number(1_767_000_000...1_900_000_000)
      let slots = provider.slots(
        from: now, through: now + 86_400, settings: settings, in: zone)
      let start = try #require(slots.first).start
      #expect(start <= now, "seed \(seed), now \(now)")
      #expect(now - start <= settings.intervalSeconds, "seed \(seed), now \(now)")
      let pairs = zip(slots, slots.dropFirst())
      #expect(
        pairs.allSatisfy { left, right in
          (1...settings.intervalSeconds).contains(right.start - left.start)
            && (right.day, right.index) == (left.day, left.index + 1)
            || (right.day, right.index) == (left.day + 1, 0)
        }, "seed \(seed), now \(now)")
    }
  }
}
