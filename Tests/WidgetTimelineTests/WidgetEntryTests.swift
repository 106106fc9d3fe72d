import Foundation
import IntentModel
import Testing
import WidgetTimeline

@Suite("Entries of a custom type")
struct WidgetEntryTests {
  struct Departure: WidgetEntry {
    var date: Date
    var line: String

    func content(in context: TimelineProviderContext) -> EntryContent {
      EntryContent(
        title: "\(line) \(date, style: .timer)",
        subtitle: EntryText(context.environment["colorScheme"]?.first ?? ""))
    }
  }

  struct Tram: TypedIntent {
    static let typeName = "TramIntent"
    var line = "U4"

    init() {}

    init(_ intent: Intent) throws(TypedIntentError) {
      if case .string(let text)? = intent["line"] { line = text }
    }

    func intent(for family: WidgetFamily) -> Intent {
      Intent(typeName: Self.typeName, family: family, parameters: [])
    }

    static func parameterName(of property: PartialKeyPath<Self>) -> String? { nil }
  }

  struct Departures: EntryTimelineProvider {
    typealias Configuration = Tram
    let name = "departures"

    func placeholderEntry(in context: TimelineProviderContext) -> Departure {
      Departure(date: context.now, line: "–")
    }

    func entries(
      for configuration: Tram, in context: TimelineProviderContext
    ) async throws -> (entries: [Departure], reload: TimelineReloadPolicy) {
      let dates = [600, 0].map { context.now.addingTimeInterval($0) }
      return (dates.map { Departure(date: $0, line: configuration.line) }, .never)
    }
  }

  @Test("each entry is drawn for its context, and so are the placeholder and the snapshot")
  func drawing() async throws {
    var context = TimelineProviderContext.sample
    context.environment = ["colorScheme": ["dark"]]
    let provider: any IntentTimelineProvider = Departures()
    let intent = Intent(
      typeName: Tram.typeName, family: context.family,
      parameters: [.init(name: "line", value: .string("U1"))])
    let timeline = try await provider.timeline(for: intent, in: context)
    let later = context.now.addingTimeInterval(600)
    #expect(
      timeline.entries.map(\.content.title)
        == ["U1 \(later, style: .timer)", "U1 \(context.now, style: .timer)"])
    #expect(timeline.entries.allSatisfy { $0.content.subtitle == "dark" && $0.relevance == nil })
    #expect(timeline.reload == .never)
    let snapshot = try await provider.snapshot(for: intent, in: context)
    #expect(snapshot.date == context.now)
    #expect(
      provider.placeholder(in: context).content.title == "– \(context.now, style: .timer)")
  }
}
