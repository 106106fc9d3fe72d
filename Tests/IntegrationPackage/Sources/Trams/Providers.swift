import WidgetConfig

// The Swift of the article “Swift from a definition”, without changes.

struct TramStops: TramsIntentOptions {
  var name: String { "stops" }
  var stops: [Line: [String]] = [.u1: ["Harbour", "Town Hall"], .u2: ["Zoo"]]

  func stop(for request: TramsIntent.StopRequest) async throws -> OptionsCollection {
    let names = stops[request.line] ?? []
    return OptionsCollection(items: names.map { OptionItem(identifier: $0, display: $0) })
  }
}

struct TramTimes: TramsIntentTimelineProvider {
  var name: String { "times" }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: "Tram"))
  }

  func timeline(
    for trams: TramsIntent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let title = trams.stop?.display ?? "No stop"
    let next = context.now.addingTimeInterval(1_200)
    let entry = TimelineEntry(date: context.now, content: EntryContent(title: "\(title)"))
    return Timeline(entries: [entry], reload: .after(next))
  }
}
