import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTimeline

@testable import BundledWidgets
@testable import ICalendar

struct WidgetCatalogTests {
  private static let catalog = WidgetCatalog(
    environment: WidgetEnvironment(
      widgetFolder: "/widgets/UpNext", homeFolder: "/home/ada", variables: ["TZ": "Europe/Berlin"]))

  @Test(arguments: WidgetCatalog.names)
  func makesAProviderOfEachName(name: String) throws {
    #expect(try Self.catalog.timelineProvider(named: name).name == name)
    if name != "Verse" {
      let provider = try Self.catalog.optionsProvider(named: name)
      #expect(provider.name == name)
      #expect(!provider.searchesItself)
    }
  }

  /// Name, arguments, role, and the exact problems.
  @Test(
    arguments: [
      (
        "UpNexd", [:], .timeline,
        ["unknown-builtin: There is no built-in source “UpNexd”. Did you mean “UpNext”?"]
      ),
      (
        "Weather", [:], .options,
        [
          "unknown-builtin: There is no built-in source “Weather”."
            + " Choose from “WorldClock”, “UpNext”, “Verse”."
        ]
      ),
      (
        "", [:], .options,
        [
          "unknown-builtin: There is no built-in source “”."
            + " Choose from “WorldClock”, “UpNext”, “Verse”."
        ]
      ),
      (
        "Verse", [:], .options,
        ["no-options: Verse has no parameter with dynamic options. Leave “options” out."]
      ),
      ("Verse", [:], .timeline, []),
      (
        "UpNext", ["calendar": "x", "colour": "red"], .timeline,
        [
          "unknown-argument: UpNext takes no argument “calendar”. Did you mean “calendars”?",
          "unknown-argument: UpNext takes no argument “colour”."
            + " Choose from “calendars”, “timeZone”.",
        ]
      ),
      (
        "WorldClock", ["calendars": "x"], .options,
        [
          "unknown-argument: WorldClock takes no argument “calendars”. Choose from “timeZone”."
        ]
      ),
      (
        "UpNext", ["calendars": ""], .timeline,
        [
          "not-a-path: The argument “calendars” of UpNext is “”, which is not a path."
            + " Give a path relative to the widget's folder, an absolute path, or one that begins "
            + "with “~/”."
        ]
      ),
      (
        "UpNext", ["calendars": "~bob/cal"], .options,
        [
          "not-a-path: The argument “calendars” of UpNext is “~bob/cal”, which is not a path."
            + " Give a path relative to the widget's folder, an absolute path, or one that begins "
            + "with “~/”."
        ]
      ),
      (
        "Verse", ["timeZone": "Europe/Berlinn"], .timeline,
        [
          "unknown-time-zone: The argument “timeZone” of Verse is “Europe/Berlinn”,"
            + " which is not a time zone. Did you mean “Europe/Berlin”?"
        ]
      ),
      (
        "Verse", ["timeZone": "../../etc/passwd"], .timeline,
        [
          "unknown-time-zone: The argument “timeZone” of Verse is “../../etc/passwd”,"
            + " which is not a time zone. Give a name of the tz database such as “Europe/Berlin”."
        ]
      ),
      ("UpNext", ["calendars": "~/cal", "timeZone": "Asia/Tokyo"], .options, []),
    ] as [(String, [String: String], WidgetCatalog.Role, [String])])
  func problems(
    name: String, arguments: [String: String], role: WidgetCatalog.Role, expected: [String]
  ) {
    let problems = Self.catalog.problems(
      withSourceNamed: name, arguments: arguments, role: role)
    #expect(problems.map { "\($0.code): \($0)" } == expected)
    #expect(Self.failure(name, arguments, role) == problems.first)
  }

  /// The reason why a provider cannot be made; nil if it was made.
  private static func failure(
    _ name: String, _ arguments: [String: String], _ role: WidgetCatalog.Role
  ) -> BuiltinSourceError? {
    do {
      switch role {
      case .options: _ = try catalog.optionsProvider(named: name, arguments: arguments)
      case .timeline: _ = try catalog.timelineProvider(named: name, arguments: arguments)
      }
      return nil
    } catch {
      return error
    }
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
      ([:], "Europe/Berlin"), (["timeZone": "Asia/Tokyo"], "Asia/Tokyo"),
      (["timeZone": "UTC"], "UTC"),
    ] as [([String: String], String)])
  func theZoneOfTheViewer(arguments: [String: String], zone: String) throws {
    let provider = try Self.catalog.timelineProvider(named: "Verse", arguments: arguments)
    #expect((provider as? VerseTimeline)?.local.identifier == zone)
  }

  /// Repeated requests have the same answer.
  @Test(arguments: WidgetCatalog.names, WidgetFamily.allCases)
  func answersAreRepeatable(name: String, family: WidgetFamily) async throws {
    let context = try TimelineText.context("20261121T140300", family: family, isPreview: true)
    let provider = try Self.catalog.timelineProvider(named: name)
    let intent = Intent.of(name, family: family)
    let first = try await provider.timeline(for: intent, in: context)
    #expect(try await provider.timeline(for: intent, in: context) == first)
    TimelineText.check(first, now: context.now, limit: 100)
    #expect(try await provider.snapshot(for: intent, in: context) == first.entries.first)
    #expect(!provider.placeholder(in: context).content.title.isEmpty)
    #expect(provider.placeholder(in: context).date == context.now)
  }
}
