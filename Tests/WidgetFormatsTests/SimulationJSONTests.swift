import IntentModel
import Messages
import Testing
import WidgetTestSupport
import WidgetTimeline
import Zones

@testable import DefinitionFormats
@testable import JSONCodings
@testable import WidgetFormats

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SimulationJSONTests {
  /// A provider that fails after a given time.
  private struct Provider: IntentTimelineProvider {
    var policy: TimelineReloadPolicy
    var failsAfter: Date
    var name: String { "p" }

    func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
      TimelineEntry(date: context.now, content: EntryContent(title: "placeholder"))
    }

    func timeline(
      for intent: Intent, in context: TimelineProviderContext
    ) async throws -> Timeline {
      if context.now > failsAfter {
        throw FormatError(file: "f", code: "c", sentence: "It \u{1B} fails.", remedy: "Wait.")
      }
      let content = EntryContent(title: "é")
      return Timeline(
        entries: [TimelineEntry(date: context.now, content: content)], reload: policy)
    }
  }

  private func text(
    _ policy: TimelineReloadPolicy, failsAfter: Double = .infinity, views: Int = 0
  ) async throws -> String {
    let start = TimelineJSONTests.start
    let context = TimelineProviderContext(
      family: .systemSmall, now: start, zone: .utc)
    let report = try await TimelineSimulation.run(
      SimulationPlan(days: 1, viewsPerDay: views, seed: 3),
      of: Provider(policy: policy, failsAfter: start.addingTimeInterval(failsAfter)),
      for: Intent(typeName: "A", family: .systemSmall), in: context)
    return try SimulationJSON.text(of: report, timeZone: TimelineJSONTests.oslo)
  }

  @Test func `A quiet day has one text`() async throws {
    #expect(
      try await text(.never) == """
        {
          "from": "2026-03-01T09:40:00+01:00",
          "to": "2026-03-02T09:40:00+01:00",
          "budget": 40,
          "views": 0,
          "staleViews": 0,
          "staleSeconds": 0,
          "longestWait": 0,
          "merged": 0,
          "charged": 0,
          "reloads": [
            {
              "date": "2026-03-01T09:40:00+01:00",
              "reason": "configuration",
              "requested": "2026-03-01T09:40:00+01:00",
              "charged": false
            }
          ],
          "denied": [],
          "stale": [],
          "failures": [],
          "shown": [
            {
              "date": "2026-03-01T09:40:00+01:00",
              "title": "é"
            }
          ]
        }

        """)
  }

  @Test func `Failures are reported with a harmless reason`() async throws {
    let later = TimelineJSONTests.start.addingTimeInterval(3_600)
    let text = try await text(.after(later), failsAfter: 60)
    #expect(text.contains(#""reason": "f: It ␛ fails. Wait.""#))
    #expect(text.contains(#""reason": "retry""#))
    #expect(!text.contains("placeholder"), "the last good entry stays")
  }

  @Test func `Denied reloads and outdated screens are reported`() async throws {
    let text = try await text(.after(TimelineJSONTests.start), views: 9)
    #expect(text.contains(#""budget": 43"#))
    #expect(text.contains(#""charged": 43"#))
    #expect(text.contains(#""until": ""#))
    #expect(!text.contains(#""stale": []"#))
    #expect(text.contains(#""views": 9"#))
  }
}
