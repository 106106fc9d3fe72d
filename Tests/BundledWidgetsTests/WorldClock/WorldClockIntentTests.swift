import IntentModel
import Testing
import WidgetTestSupport
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct WorldClockIntentTests {
  @Test func anEmptyIntentShowsTheViewersZone() throws {
    let intent = try WorldClockIntent(.of("WorldClock"))
    // An intent does not contain the values of hidden rows, so it can lack a date style.
    #expect(intent == WorldClockIntent(dateStyle: nil))
    let cities = intent.shownCities(local: try ZoneRulesTests.zone("America/Indiana/Knox"))
    #expect(cities.map(\.name) == ["Knox, Indiana"])
    #expect(cities.map(\.zone) == ["America/Indiana/Knox"])
  }

  /// Values whose types differ from those in the definition are all rejected in one error.
  @Test func valuesOfAnotherKind() {
    let intent = Intent.of(
      "WorldClock",
      ["cities": .string("Berlin"), "format": .integer(2), "showsDate": .string("yes")])
    #expect {
      try WorldClockIntent(intent)
    } throws: { error in
      (error as? TypedIntentError)?.mismatches.count == 3
    }
  }

  @Test(arguments: [
    (IntentObject(identifier: "Asia/Tokyo", display: "Tokyo"), "Tokyo", "Asia/Tokyo"),
    (
      IntentObject(
        identifier: "home", display: "Home\nsweet home", properties: ["timeZone": .string("UTC")]),
      "Home sweet home", "UTC"
    ),
  ])
  func cities(object: IntentObject, name: String, zone: String) throws {
    let city = try #require(City(object))
    #expect(city.name == name)
    #expect(city.zone == zone)
    #expect(city.object == object)
  }

  /// A missing zone is named, and the other clocks are shown.
  @Test(arguments: [
    ("en-GB", "Sealand --:-- | unknown time zone | Berlin  14:03  Sat 21 Nov"),
    ("de", "Sealand --:-- | unbekannte Zeitzone | Berlin  14:03  Sa. 21. Nov."),
    ("zh-Hans", "Sealand --:-- | 未知时区 | Berlin  14:03  11月21日 周六"),
  ])
  func unknownZones(locale: String, expected: String) async throws {
    let intent = WorldClockTimelineTests.intent(["Europe/Sealand", "Europe/Berlin"])
    let context = try TimelineText.context("20261121T140300", locale: locale)
    let entry = try await WorldClockTimelineTests.provider().snapshot(for: intent, in: context)
    #expect(TimelineText.text(entry.content) == expected)
  }

  /// A sample uses only compiled data.
  @Test func aPreviewAsksNothing() async throws {
    let provider = WorldClockTimeline(zones: ZoneFolder(path: "/nowhere"), local: .utc)
    let context = try TimelineText.context("20261121T140300", isPreview: true)
    let intent = WorldClockTimelineTests.intent(["Europe/Sealand"])
    let entry = try await provider.snapshot(for: intent, in: context)
    #expect(entry.content.title == "Berlin 14:03")
    #expect(entry.content.subtitle == "Sat 21 Nov  +1")
    #expect(
      entry.content.body == [
        "New York  08:03  Sat 21 Nov  -5",
        "Tokyo  22:03  Sat 21 Nov  +9", "Sydney  00:03  Sun 22 Nov  +11",
      ])
  }

  /// A local zone with rules but without a name still shows its time.
  @Test func aMachineWithoutAName() async throws {
    let local = ZoneRules(identifier: "localtime", fixedOffset: 5400)
    let provider = WorldClockTimeline(zones: .system, local: local)
    let context = try TimelineText.context("20261121T120000", in: "UTC")
    let entry = try await provider.snapshot(for: .of("WorldClock"), in: context)
    #expect(entry.content.title == "localtime 13:30")
  }

  @Test(arguments: [("en", "City 10:09"), ("de", "Stadt 10:09"), ("ja", "都市 10:09")])
  func placeholders(locale: String, title: String) throws {
    let context = try TimelineText.context("20261121T140300", locale: locale)
    let entry = try WorldClockTimelineTests.provider().placeholder(in: context)
    #expect(
      entry
        == TimelineEntry(date: context.now, content: EntryContent(title: title, symbol: "globe")))
  }

  /// Every offset change within the horizon has an entry, in every zone.
  @Test func changesAreNeverMissed() async throws {
    let seed: UInt64 = 0x5EED_0012
    var random = SeededGenerator(seed: seed)
    let zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago"]
    for zone in zones {
      let rules = try ZoneRulesTests.zone(zone)
      let year = try ZoneRulesTests.wall("20260101T000000").wallSeconds
      for change in rules.changes(after: year, through: year + 365 * 86_400) {
        let now = change - random.number(1...20_000)
        var context = try TimelineText.context("20260101T000000")
        context.now = .init(wholeSeconds: now)
        let intent = WorldClockTimelineTests.intent([zone])
        let timeline = try await WorldClockTimelineTests.provider().timeline(
          for: intent, in: context)
        let dates = timeline.entries.map(\.date.wholeSeconds)
        #expect(
          dates.contains(change), "seed \(seed), \(zone) \(now)")
        TimelineText.check(
          timeline, now: context.now, limit: WorldClockTimeline.entryCount, spacing: 1,
          "seed \(seed), \(zone) \(now)")
      }
    }
  }
}
