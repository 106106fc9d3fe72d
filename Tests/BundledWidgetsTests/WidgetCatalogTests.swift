import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetFormats
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct WidgetCatalogTests {
  private static let catalog = WidgetCatalog(
    environment: WidgetEnvironment(
      widgetFolder: "/widgets/UpNext", homeFolder: "/home/ada"))

  @Test(arguments: WidgetCatalog.Name.allCases)
  func makesAProviderOfEachName(name: WidgetCatalog.Name) throws {
    #expect(try Self.catalog.timelineProvider(of: name).name == name.rawValue)
    if name != .verse {
      let provider = try Self.catalog.optionsProvider(of: name)
      #expect(provider.name == name.rawValue)
      #expect(!provider.searchesItself)
    }
  }

  /// The name, the arguments, the role, and the exact problems.
  @Test(
    arguments: [
      (
        .verse, [:], .options,
        [
          """
          no-options: Verse is not a source of choices. Name another source of choices, or leave \
          the parameter out of “options”.
          """
        ]
      ),
      (.verse, [:], .timeline, []),
      (
        .upNext, ["calendar": "x", "colour": "red"], .timeline,
        [
          "unknown-argument: UpNext has no argument “calendar”. Did you mean “calendars”?",
          "unknown-argument: UpNext has no argument “colour”."
            + " Choose from “authorization”, “calendars”, “timeZone”.",
        ]
      ),
      (
        .worldClock, ["calendars": "x"], .options,
        [
          "unknown-argument: WorldClock has no argument “calendars”. Choose from “timeZone”."
        ]
      ),
      (
        .upNext, ["calendars": ""], .timeline,
        [
          "not-a-path: “” is neither a folder nor the address of a calendar."
            + " Give folders, separated by colons, or addresses, separated by spaces. "
            + "An address begins with “https://” or “webcal://”."
        ]
      ),
      (
        .upNext, ["calendars": "~bob/cal"], .options,
        [
          "not-a-path: “~bob/cal” is neither a folder nor the address of a calendar."
            + " Give folders, separated by colons, or addresses, separated by spaces. "
            + "An address begins with “https://” or “webcal://”."
        ]
      ),
      (
        .verse, ["timeZone": "Europe/Berlinn"], .timeline,
        [
          "unknown-time-zone: The argument “timeZone” of Verse is “Europe/Berlinn”,"
            + " which is not a time zone. Did you mean “Europe/Berlin”?"
        ]
      ),
      (
        .verse, ["timeZone": "../../etc/passwd"], .timeline,
        [
          "unknown-time-zone: The argument “timeZone” of Verse is “../../etc/passwd”,"
            + " which is not a time zone. Give a name of the tz database such as “Europe/Berlin”."
        ]
      ),
      (.upNext, ["calendars": "~/cal", "timeZone": "Asia/Tokyo"], .options, []),
    ] as [(WidgetCatalog.Name, [String: String], SourceDescription.Role, [String])])
  func problems(
    name: WidgetCatalog.Name, arguments: [String: String], role: SourceDescription.Role,
    expected: [String]
  ) {
    var found: [SourceProblem] = []
    do {
      switch role {
      case .options: _ = try Self.catalog.optionsProvider(of: name, arguments: arguments)
      case .timeline: _ = try Self.catalog.timelineProvider(of: name, arguments: arguments)
      }
    } catch {
      found = error.problems
    }
    #expect(
      found.map { "\($0.code): \(Message.sentences([$0.sentence, $0.remedy]))" } == expected)
  }

  @Test(
    arguments: [
      ("Calendars", "/widgets/UpNext/Calendars"), ("/srv/cal", "/srv/cal"), ("~", "/home/ada"),
      ("~/cal/a", "/home/ada/cal/a"), ("a/~b", "/widgets/UpNext/a/~b"), ("", nil), ("~bob", nil),
      ("a\0b", nil),
    ] as [(String, String?)])
  func paths(text: String, path: String?) {
    #expect(Self.catalog.environment.path(text) == path)
  }

  @Test(
    arguments: [
      ([:], nil), (["timeZone": "Asia/Tokyo"], "Asia/Tokyo"), (["timeZone": "UTC"], "UTC"),
    ] as [([String: String], String?)])
  func theZoneOfTheViewer(arguments: [String: String], zone: String?) throws {
    let provider = try Self.catalog.timelineProvider(of: .verse, arguments: arguments)
    #expect((provider as? VerseTimeline)?.local?.identifier == zone)
  }

  /// Repeated requests get the same result.
  @Test(arguments: WidgetCatalog.Name.allCases, WidgetFamily.allCases)
  func answersAreRepeatable(name: WidgetCatalog.Name, family: WidgetFamily) async throws {
    let context = try TimelineText.context("20261121T140300", family: family, isPreview: true)
    let provider = try Self.catalog.timelineProvider(of: name)
    let intent = Intent.of(name.rawValue, family: family)
    let first = try await provider.timeline(for: intent, in: context)
    #expect(try await provider.timeline(for: intent, in: context) == first)
    TimelineText.check(first, now: context.now, limit: 137, spacing: 60)
    #expect(try await provider.snapshot(for: intent, in: context) == first.entries.first)
    #expect(!provider.placeholder(in: context).content.title.isEmpty)
    #expect(provider.placeholder(in: context).date == context.now)
  }
}
