import Foundation
import IntentModel
import Testing

@testable import WidgetTimeline

/// The entries that are shown when a provider fails, returns nothing, or is cancelled.
@Suite struct ProviderFaultTests {
  static let now = ExampleProviderTests.now
  static let intent = Intent(typeName: "A", family: .systemMedium)

  /// A provider that returns entries at the given seconds from now, or fails.
  struct Source: IntentTimelineProvider {
    var seconds: [Double] = []
    var error: (any Error & Sendable)?
    var name: String { "source" }

    func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
      TimelineEntry(date: .distantPast, content: EntryContent(title: "placeholder"))
    }

    func timeline(
      for intent: Intent, in context: TimelineProviderContext
    ) async throws -> Timeline {
      if let error { throw error }
      return TimelineBoundsTests.timeline(seconds)
    }
  }

  /// The seconds of a timeline's entries, and the title of the snapshot.
  @Test(arguments: [
    ([], "placeholder"), ([0.0], "0.0"), ([60, 0], "0.0"), ([0, -60, 60], "0.0"),
    ([30, 30], "30.0"), ([60, -60], "-60.0"), ([90, 30], "30.0"),
  ])
  func `A snapshot is the current entry, or else the next one, or else the placeholder`(
    seconds: [Double], title: String
  ) async throws {
    let context = ExampleProviderTests.context()
    let snapshot = try await Source(seconds: seconds).snapshot(for: Self.intent, in: context)
    #expect(snapshot.content.title == title)
  }

  @Test func `A snapshot of a failing provider fails with the provider's message`() async {
    let source = Source(error: KeptTimelineTests.Broken())
    await #expect(throws: KeptTimelineTests.Broken.self) {
      _ = try await source.snapshot(for: Self.intent, in: ExampleProviderTests.context())
    }
  }

  @Test func `A failing timeline is replaced by an entry with the reason, dated now`() async throws
  {
    let source = Source(error: KeptTimelineTests.Broken())
    let context = ExampleProviderTests.context()
    var kept = KeptTimeline()
    let answer = try await kept.reload(from: source, for: Self.intent, in: context)
    // A placeholder would look like data.
    #expect(answer.timeline.entries.map(\.content.title) == ["No data"])
    let reason = answer.timeline.entries.first?.content.subtitle?.description
    #expect(reason?.contains("broken") == true)
    #expect(answer.timeline.entries.map(\.date) == [Self.now])
    #expect(answer.timeline.reload == .after(Self.now.addingTimeInterval(300)))
    #expect(answer.failure is KeptTimelineTests.Broken)
  }

  /// The entries of an earlier timeline, in seconds from now, and the entries that are shown after
  /// a failure.
  @Test(arguments: [
    ([], ["placeholder"]), ([0.0], ["0.0"]), ([0.001], ["placeholder", "0.001"]),
    ([-60, 60], ["-60.0", "60.0"]), ([120, 60], ["placeholder", "60.0", "120.0"]),
    ([-9_999_999], ["-9999999.0"]),
  ])
  func `After a failure the screen is never empty`(seconds: [Double], titles: [String]) {
    var kept = KeptTimeline()
    kept.succeed(with: TimelineBoundsTests.timeline(seconds), at: Self.now)
    let shown = kept.fail(at: Self.now, placeholder: Source().placeholder(in: .sample))
    #expect(shown.entries.map(\.content.title.description) == titles)
    #expect(shown.entry(at: Self.now) != nil)
    #expect(shown == shown.sorted(), "in the order of their dates")
  }

  /// The stored number of failures, and the number after one more.
  @Test(arguments: [
    (-5, 1), (0, 1), (6, 7), (1_000, 1_001), (.max - 1, .max), (.max, .max), (.min, 1),
  ])
  func `Failures are counted however many there were`(before: Int, after: Int) {
    var kept = KeptTimeline(failures: before)
    let shown = kept.fail(at: Self.now, placeholder: Source().placeholder(in: .sample))
    #expect(kept.failures == after)
    let retry = Self.now.addingTimeInterval(
      KeptTimeline.retryDelay(afterFailures: after) / .seconds(1))
    #expect(shown.reload == .after(retry))
  }

  @Test func `A failure in a task that was cancelled is not a failure of the provider`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var kept = KeptTimeline(failures: 2)
      do {
        _ = try await kept.reload(
          from: Source(error: KeptTimelineTests.Broken()), for: Self.intent, in: .sample)
        return "answered"
      } catch {
        return "\(error) after \(kept.failures)"
      }
    }
    #expect(await task.value == "CancellationError() after 2")
  }

  @Test func `A good timeline is cached sorted and returned unchanged`() async throws {
    var kept = KeptTimeline(failures: 4)
    let answer = try await kept.reload(
      from: Source(seconds: [60, 0]), for: Self.intent, in: .sample)
    #expect(answer.timeline.entries.map(\.content.title) == ["60.0", "0.0"])
    #expect(kept.last?.entries.map(\.content.title) == ["0.0", "60.0"])
    #expect(kept.failures == 0 && answer.failure == nil)
  }
}

extension TimelineProviderContext {
  /// The context for the tests.
  static var sample: Self { ExampleProviderTests.context() }
}
