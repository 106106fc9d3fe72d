import Foundation
import IntentModel
import Testing
import WidgetTimeline
import Zones

// The Swift of the article “A timeline of your own”, without changes.

struct TeaProvider: IntentTimelineProvider {
  var name: String { "Tea" }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: "Tea"))
  }

  func timeline(for intent: Intent, in context: TimelineProviderContext) async throws -> Timeline {
    var parameters = IntentParameters(intent, typeName: "TeaIntent")
    let steep: Duration = parameters.take("steep") ?? .seconds(360)
    let ready = context.now.addingTimeInterval(Double(steep.components.seconds))
    return Timeline(
      entries: [
        TimelineEntry(date: context.now, content: EntryContent(title: "Steeping")),
        TimelineEntry(date: ready, content: EntryContent(title: "Tea is ready")),
      ],
      reload: .never)
  }
}

struct Departure: WidgetEntry {
  var date: Date
  var line: String

  func content(in context: TimelineProviderContext) -> EntryContent {
    EntryContent(title: "\(line) leaves in \(date, style: .timer)")
  }
}

@Test func `An entry of a custom type draws itself`() {
  let now = Date(timeIntervalSince1970: 1_772_354_400)
  let context = TimelineProviderContext(
    family: .systemSmall, now: now, zone: .utc)
  let departure = Departure(date: now.addingTimeInterval(90), line: "U1")
  let drawn = departure.content(in: context).drawn { date, style in
    "\(Int(date.timeIntervalSince(now))) s (\(style))"
  }
  #expect(drawn.title.description == "U1 leaves in 90 s (timer)")
}

@Test func `Tea is ready after the duration of the intent`() async throws {
  let now = Date(timeIntervalSince1970: 1_772_354_400)
  let context = TimelineProviderContext(
    family: .systemSmall, now: now, zone: .utc)
  let intent = Intent(typeName: "TeaIntent", family: .systemSmall, parameters: [])
  let timeline = try await TeaProvider().timeline(for: intent, in: context)
  #expect(timeline.entries.map(\.content.title) == ["Steeping", "Tea is ready"])
  #expect(timeline.findings(for: .systemSmall, now: now).isEmpty)
}

@Test func `Tea needs no second reload`() async throws {
  let now = Date(timeIntervalSince1970: 1_772_354_400)
  let context = TimelineProviderContext(
    family: .systemSmall, now: now, zone: .utc)
  let intent = Intent(typeName: "TeaIntent", family: .systemSmall, parameters: [])
  let report = try await TimelineSimulation.run(
    SimulationPlan(days: 2), of: TeaProvider(), for: intent, in: context)
  #expect(report.reloads.count == 1)
  #expect("\(report)" == "1 reload, none denied, none failed; never out of date.")
}
