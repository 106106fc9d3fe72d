public import IntentModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The last good timeline of a widget, for when its provider fails.
public struct KeptTimeline: Sendable, Hashable {
  /// The timeline that was given last; nil when none ever was.
  public var last: Timeline?

  /// How many times in a row the provider has failed since then.
  public var failures: Int

  /// Makes what is kept, by default nothing.
  public init(last: Timeline? = nil, failures: Int = 0) {
    self.last = last
    self.failures = max(0, failures)
  }

  /// The seconds until the next try after a number of failures in a row: 5 minutes, doubled each
  /// time, and 4 hours at most.
  public static func retryDelay(afterFailures failures: Int) -> Double {
    min(14_400, 300 * Double(1 << min(max(0, failures - 1), 10)))
  }

  /// Keeps a timeline that was given.
  public mutating func succeed(with timeline: Timeline) {
    last = timeline.sorted()
    failures = 0
  }

  /// What to show after a failure: the last good entries, else a placeholder, and a later try.
  public mutating func fail(at date: Date, placeholder: TimelineEntry) -> Timeline {
    failures = min(failures, .max - 1) + 1
    var shown = placeholder
    shown.date = date
    let retry = date.addingTimeInterval(Self.retryDelay(afterFailures: failures))
    let entries = last.map { $0.entry(at: date) == nil ? [shown] + $0.entries : $0.entries }
    return Timeline(entries: entries ?? [shown], policy: .after(retry))
  }

  /// The provider's timeline, or what to show in its place and why.
  ///
  /// - Throws: `CancellationError` when cancelled; every other error is the failure.
  public mutating func reload(
    from provider: any IntentTimelineProvider, for intent: Intent,
    in context: TimelineProviderContext
  ) async throws -> (timeline: Timeline, failure: (any Error)?) {
    do {
      let timeline = try await provider.timeline(for: intent, in: context)
      succeed(with: timeline)
      return (timeline, nil)
    } catch let error as CancellationError {
      throw error
    } catch {
      try Task.checkCancellation()
      return (fail(at: context.now, placeholder: provider.placeholder(in: context)), error)
    }
  }
}
