import Foundation
import IntentModel
import Testing
import WidgetTimeline
import Zones

// The example from the README: a provider as a user of the library writes it.

struct AgendaProvider: IntentTimelineProvider {
  var name: String { "Agenda" }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: "Agenda"))
  }

  func timeline(for intent: Intent, in context: TimelineProviderContext) async throws -> Timeline {
    var parameters = IntentParameters(intent, typeName: "AgendaIntent")
    let mirrors = parameters.take("mirrorCalendarApp") ?? false
    let chosen: [IntentObject] = parameters.take("calendars") ?? []
    let calendars =
      mirrors ? "as in the app" : chosen.map(\.display).joined(separator: ", ")
    let link = WidgetURL(scheme: "agenda", host: "calendars", path: [calendars])?.text
    let content = EntryContent(title: "Agenda", subtitle: calendars, link: link)
    return Timeline(
      entries: [TimelineEntry(date: context.now, content: content)],
      reload: .after(context.now.addingTimeInterval(3_600)))
  }
}

@Suite struct ExampleProviderTests {
  static let now = Date(timeIntervalSince1970: 1_772_354_400)

  static func context(_ family: WidgetFamily = .systemMedium) -> TimelineProviderContext {
    TimelineProviderContext(
      family: family, now: now, zone: .utc)
  }

  @Test func `Keys give typed values of the intent`() async throws {
    let calendars = ["work", "home & garden"].map {
      IntentValue.object(IntentObject(identifier: $0, display: $0))
    }
    let intent = Intent(
      typeName: "AgendaIntent", family: .systemMedium,
      parameters: [Intent.Parameter(name: "calendars", value: .array(calendars))])
    let entry = try await AgendaProvider().snapshot(for: intent, in: Self.context())
    #expect(entry.content.subtitle == "work, home & garden")
    #expect(entry.content.link == "agenda://calendars/work%2C%20home%20%26%20garden")
  }

  @Test func `A context has the size of its family unless another is given`() {
    for family in WidgetFamily.allCases {
      #expect(Self.context(family).displaySize == DisplaySize(of: family), "\(family)")
    }
    let small = DisplaySize(of: .systemSmall)
    let medium = DisplaySize(of: .systemMedium)
    #expect(small.width == small.height)
    #expect(medium.height == small.height)
    #expect(medium.width > 2 * small.width)
    let context = TimelineProviderContext(
      family: .systemSmall, displaySize: DisplaySize(width: 141, height: 141),
      environment: ["colorScheme": ["dark"]], now: Self.now,
      zone: .utc)
    #expect(context.displaySize.width == 141)
    #expect(context.environment["colorScheme"] == ["dark"])
  }
}
