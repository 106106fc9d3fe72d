import Foundation
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetFormats
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// How the catalog's providers use their environment.
struct WidgetEnvironmentTests {
  /// The zone is the caller's, unless the source gives one.
  @Test(
    arguments: [(nil, "Tokyo 22:03"), ("America/New_York", "New York 08:03")] as [(String?, String)]
  )
  func theZoneOfTheCaller(argument: String?, title: String) async throws {
    let environment = WidgetEnvironment(widgetFolder: "/w", homeFolder: "/h")
    let provider = try WidgetCatalog(environment: environment).timelineProvider(
      of: .worldClock, arguments: argument.map { ["timeZone": $0] } ?? [:])
    let context = try TimelineText.context("20261121T220300", in: "Asia/Tokyo")
    let entry = try await provider.snapshot(for: .of("WorldClock"), in: context)
    #expect(entry.content.title.description == title)
  }

  /// Relative, absolute and home paths lead to the same calendar.
  @Test(arguments: [nil, "Calendars", "~/Calendars", "./Calendars", "/"] as [String?])
  func foldersOfCalendars(path: String?) async throws {
    let files = ["Calendars/work.ics": CalendarFolderTests.work]
    try await TemporaryFolder.with(files) { folder in
      let environment = WidgetEnvironment(
        widgetFolder: folder, homeFolder: folder)
      let absolute = path == "/" ? "\(folder)/Calendars" : path
      let provider = try WidgetCatalog(environment: environment).timelineProvider(
        of: .upNext, arguments: absolute.map { ["calendars": $0] } ?? [:])
      let context = try TimelineText.context("20261121T140300")
      let entry = try await provider.snapshot(for: .of("UpNext"), in: context)
      #expect(TimelineText.text(entry.content) == "Review | 15:00 | 16:00  Tea")
    }
  }

  /// A missing folder is an error when it is requested, not when the provider is made.
  @Test func aFolderMayComeLater() async throws {
    try await TemporaryFolder.with { folder in
      let environment = WidgetEnvironment(widgetFolder: folder, homeFolder: folder)
      let provider = try WidgetCatalog(environment: environment).optionsProvider(of: .upNext)
      let request = OptionsRequest(parameter: "calendars")
      await #expect(throws: OptionsError.self) { try await provider.options(for: request) }
      try FileManager.default.createDirectory(
        atPath: "\(folder)/Calendars", withIntermediateDirectories: true)
      try Data(CalendarFolderTests.work.utf8).write(
        to: URL(filePath: "\(folder)/Calendars/work.ics"))
      let collection = try await provider.options(for: request)
      #expect(collection.items.map(\.display) == ["Work"])
    }
  }

  /// A system without a tz database shows all zones that Foundation knows, and reports others.
  @Test func withoutATimeZoneDatabase() async throws {
    let environment = WidgetEnvironment(
      widgetFolder: "/nowhere", homeFolder: "/nowhere", zones: ZoneFolder(path: "/nowhere"))
    let catalog = WidgetCatalog(environment: environment)
    let context = try TimelineText.context("20261121T140300")
    let provider = try catalog.timelineProvider(of: .worldClock)
    let intent = WorldClockTimelineTests.intent([
      "Asia/Kathmandu", "Europe/Vaduz", "Europe/Atlantis",
    ])
    let entry = try await provider.snapshot(for: intent, in: context)
    #expect(
      entry.content.body == ["Vaduz  14:03  Sat 21 Nov", "Atlantis  unknown time zone"])
    _ = try catalog.timelineProvider(of: .verse, arguments: ["timeZone": "Europe/Vaduz"])
    let refusal = #expect(throws: SourceProblems.self) {
      try catalog.timelineProvider(of: .verse, arguments: ["timeZone": "Europe/Atlantis"])
    }
    #expect(refusal?.problems.map(\.code) == ["unknown-time-zone"])
    #expect(refusal?.problems.map(\.keys) == [["arguments", "timeZone"]])
  }

  /// A choice is stored in an intent without changes, and the timeline recognizes its zone.
  @Test func aChoiceFindsItsWayIntoTheIntent() async throws {
    let environment = WidgetEnvironment(
      widgetFolder: "/w", homeFolder: "/h")
    let catalog = WidgetCatalog(environment: environment)
    let options = try catalog.optionsProvider(of: .worldClock)
    let items = try await options.resolve(
      identifiers: ["Asia/Tokyo", "America/Indiana/Knox"], for: OptionsRequest(parameter: "cities"))
    let values = items.items.compactMap { $0.value(for: .object(nil)) }
    let intent = Intent.of("WorldClock", ["cities": .array(values), "showsDate": .boolean(false)])
    let context = try TimelineText.context("20261121T140300")
    let entry = try await catalog.timelineProvider(of: .worldClock)
      .snapshot(for: intent, in: context)
    #expect(
      TimelineText.text(entry.content)
        == "Tokyo 22:03 | +8 | Knox, Indiana  07:03  -7")
  }
}
