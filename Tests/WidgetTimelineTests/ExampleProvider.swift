import Foundation
import IntentModel
import Testing
import WidgetTimeline

// The example of the README: a provider as a user of the library writes it.

struct AgendaProvider: IntentTimelineProvider {
  var name: String { "Agenda" }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: "Agenda"))
  }

  func timeline(for intent: Intent, in context: TimelineProviderContext) async throws -> Timeline {
    var arguments = IntentArguments(intent, typeName: "AgendaIntent")
    let mirrors = arguments.take("mirrorCalendarApp") ?? false
    let chosen: [IntentObject] = arguments.take("calendars") ?? []
    let calendars =
      mirrors ? "as in the app" : chosen.map(\.display).joined(separator: ", ")
    let link = WidgetURL(scheme: "agenda", host: "calendars", path: [calendars])?.text
    let content = EntryContent(title: "Agenda", subtitle: calendars, link: link)
    return Timeline(
      entries: [TimelineEntry(date: context.now, content: content)],
      policy: .after(context.now.addingTimeInterval(3_600)))
  }

  func recommendations() -> [IntentRecommendation] {
    let mirrored = Intent(
      typeName: "AgendaIntent", family: .accessoryRectangular,
      arguments: [Intent.Argument(name: "mirrorCalendarApp", value: .boolean(true))])
    let other = Intent(typeName: "OtherIntent", family: .accessoryRectangular, arguments: [])
    return [
      IntentRecommendation(intent: mirrored, description: "All calendars"),
      IntentRecommendation(intent: other, description: "Another widget's"),
    ]
  }
}

/// A widget without an intent.
struct FortuneProvider: StaticTimelineProvider {
  var name: String { "Fortune" }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: "?"))
  }

  func timeline(in context: TimelineProviderContext) async throws -> Timeline {
    let entries = [2, 1].map {
      TimelineEntry(
        date: context.now.addingTimeInterval(Double($0) * 600),
        content: EntryContent(title: "fortune \($0)"))
    }
    return Timeline(entries: entries, policy: .never)
  }
}

@Suite struct ExampleProviderTests {
  static let now = Date(timeIntervalSince1970: 1_772_354_400)

  static func context(_ family: WidgetFamily = .systemMedium) -> TimelineProviderContext {
    TimelineProviderContext(
      family: family, now: now, calendar: Calendar(identifier: .gregorian))
  }

  @Test func `Keys give typed values of the intent`() async throws {
    let calendars = ["work", "home & garden"].map {
      IntentValue.object(IntentObject(identifier: $0, display: $0))
    }
    let intent = Intent(
      typeName: "AgendaIntent", family: .systemMedium,
      arguments: [Intent.Argument(name: "calendars", value: .array(calendars))])
    let entry = try await AgendaProvider().snapshot(for: intent, in: Self.context())
    #expect(entry.content.subtitle == "work, home & garden")
    #expect(entry.content.link == "agenda://calendars/work%2C%20home%20%26%20garden")
  }

  @Test func `A configuration says what the gallery shows`() async throws {
    let configuration = IntentConfiguration(
      kind: "agenda", intent: "AgendaIntent", provider: AgendaProvider()
    )
    .configurationDisplayName("Agenda").description("What comes.")
    .supportedFamilies([.systemLarge, .systemSmall, .systemLarge])
    #expect(configuration.kind == "agenda")
    #expect(configuration.displayName == "Agenda")
    #expect(configuration.description == "What comes.")
    #expect(configuration.supportedFamilies == [.systemSmall, .systemLarge])
    #expect(configuration.intentTypeName == "AgendaIntent")
    #expect(configuration.recommendations.map(\.description) == ["All calendars"])
    #expect(configuration.timelineProvider.name == "Agenda")
  }

  @Test func `A static widget is asked without an intent`() async throws {
    let configuration = StaticConfiguration(kind: "fortune", provider: FortuneProvider())
    #expect(configuration.displayName == "fortune")
    #expect(configuration.description.isEmpty)
    #expect(configuration.supportedFamilies == WidgetFamily.allCases)
    #expect(configuration.intentTypeName == nil)
    let provider = configuration.timelineProvider
    let intent = Intent(typeName: "", family: .systemSmall, arguments: [])
    let context = Self.context(.systemSmall)
    let timeline = try await provider.timeline(for: intent, in: context)
    #expect(timeline.entries.map(\.content.title) == ["fortune 2", "fortune 1"])
    let first = try await provider.snapshot(for: intent, in: context)
    #expect(first.content.title == "fortune 1", "a snapshot is the earliest entry")
    #expect(provider.placeholder(in: context).content.title == "?")
    #expect(provider.name == "Fortune")
    #expect(provider.recommendations().isEmpty)
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
      calendar: Calendar(identifier: .gregorian))
    #expect(context.displaySize.width == 141)
    #expect(context.environment["colorScheme"] == ["dark"])
  }
}
