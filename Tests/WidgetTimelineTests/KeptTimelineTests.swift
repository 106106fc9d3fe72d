import Foundation
import IntentModel
import Testing
import WidgetTimeline

@Suite struct KeptTimelineTests {
  static let now = ExampleProviderTests.now
  static let placeholder = TimelineEntry(
    date: .distantPast, content: EntryContent(title: "placeholder"))

  /// Successive failures, and the minutes until the next attempt.
  static let delays: [(failures: Int, minutes: Double)] = [
    (-1, 5), (0, 5), (1, 5), (2, 10), (3, 20), (4, 40), (5, 80), (6, 160), (7, 240), (8, 240),
    (100, 240), (.max, 240),
  ]

  @Test(arguments: delays)
  func `Retries come after growing pauses`(failures: Int, minutes: Double) {
    #expect(KeptTimeline.retryDelay(afterFailures: failures) == .seconds(minutes * 60))
  }

  @Test func `A failure shows the last good entries, and each retry is later`() {
    var kept = KeptTimeline()
    let good = TimelineCheckTests.entry(0, EntryContent(title: "good"))
    let later = TimelineCheckTests.entry(60, EntryContent(title: "later"))
    kept.succeed(with: Timeline(entries: [later, good], reload: .atEnd), at: Self.now)
    let first = kept.fail(at: Self.now, placeholder: Self.placeholder)
    #expect(first.entries.map(\.content.title) == ["good", "later"])
    #expect(first.reload == .after(Self.now.addingTimeInterval(300)))
    let second = kept.fail(at: Self.now, placeholder: Self.placeholder)
    #expect(second.reload == .after(Self.now.addingTimeInterval(600)))
    kept.succeed(with: Timeline(entries: [good], reload: .never), at: Self.now)
    #expect(kept.failures == 0)
    let third = kept.fail(at: Self.now, placeholder: Self.placeholder)
    #expect(third.reload == .after(Self.now.addingTimeInterval(300)))
  }

  /// A provider that fails, or is cancelled.
  struct Failing: IntentTimelineProvider {
    var error: any Error & Sendable
    var name: String { "failing" }

    func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
      KeptTimelineTests.placeholder
    }

    func timeline(
      for intent: Intent, in context: TimelineProviderContext
    ) async throws -> Timeline { throw error }
  }

  struct Broken: Error, CustomStringConvertible {
    var description: String { "broken" }
  }

  @Test func `A cancellation is not a failure`() async {
    var kept = KeptTimeline()
    let intent = Intent(typeName: "A", family: .systemSmall)
    await #expect(throws: CancellationError.self) {
      _ = try await kept.reload(
        from: Failing(error: CancellationError()), for: intent, in: ExampleProviderTests.context())
    }
    #expect(kept.failures == 0)
  }
}
