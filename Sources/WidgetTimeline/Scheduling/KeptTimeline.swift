public import IntentModel
import IntentOptions
import Messages

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The last good timeline of a widget, to be shown when its provider fails.
public struct KeptTimeline: Sendable, Hashable {
  /// The last timeline of the provider; nil if there was none.
  public var last: Timeline?

  /// The timeline before that, which stays on the screen until the last one begins; nil if there
  /// was none.
  public var earlier: Timeline?

  /// The number of consecutive failures of the provider since its last timeline.
  public var failures: Int

  /// Makes the state, by default without a timeline.
  public init(last: Timeline? = nil, earlier: Timeline? = nil, failures: Int = 0) {
    self.last = last
    self.earlier = earlier
    self.failures = max(0, failures)
  }

  /// The time until the next attempt after a number of consecutive failures.
  ///
  /// The time doubles with each failure, up to a limit.
  public static func retryDelay(afterFailures failures: Int) -> Duration {
    min(.seconds(14_400), .seconds(300 << min(max(0, failures - 1), 10)))
  }

  /// Keeps a timeline that the provider made at a given date.
  public mutating func succeed(with timeline: Timeline, at date: Date) {
    if let last, last.entry(at: date) != nil { earlier = last }
    last = timeline.sorted()
    failures = 0
  }

  /// The timeline to show after a failure: the entries of the last good timeline, or else a
  /// placeholder, and a later retry.
  public mutating func fail(at date: Date, placeholder: TimelineEntry) -> Timeline {
    failures = min(failures, .max - 1) + 1
    let retry = date.addingTimeInterval(Self.retryDelay(afterFailures: failures).inSeconds)
    let shown = ShownTimeline(placeholder: placeholder, last: earlier, timeline: last)
    var first = shown.entry(at: date)
    first.date = date
    let entries = last.map { $0.entry(at: date) == nil ? [first] + $0.entries : $0.entries }
    return Timeline(entries: entries ?? [first], reload: .after(retry))
  }

  /// The provider's timeline, or else a replacement and the reason for it: the last good timeline,
  /// or an entry that states the failure.
  ///
  /// - Throws: `CancellationError` if cancelled; every other error is returned as the failure.
  public mutating func reload(
    from provider: any IntentTimelineProvider, for intent: Intent,
    in context: TimelineProviderContext
  ) async throws -> (timeline: Timeline, failure: (any Error)?) {
    do {
      let timeline = try await provider.timeline(for: intent, in: context)
      // A fallback does not replace the last good timeline.
      if timeline.notice == nil { succeed(with: timeline, at: context.now) }
      return (timeline, nil)
    } catch let error as CancellationError {
      throw error
    } catch {
      try Task.checkCancellation()
      let failed = TimelineEntry.failed(provider, with: error, in: context)
      return (fail(at: context.now, placeholder: failed), error)
    }
  }
}

extension TimelineEntry {
  /// The entry to show if a timeline failed and there is no earlier good one: it states that there
  /// is no data, and why.
  ///
  /// The placeholder would look like real data.
  static func failed(
    _ provider: any IntentTimelineProvider, with error: any Error,
    in context: TimelineProviderContext
  ) -> TimelineEntry {
    let language = MessageLanguage(locale: context.locale)
    let cause = provider.line(of: error).text(in: language)
    return TimelineEntry(
      date: context.now,
      content: EntryContent(
        title: Message("No data").text(in: language), subtitle: cause.harmlessCause,
        symbol: provider.placeholder(in: context).content.symbol))
  }
}

extension IntentTimelineProvider {
  /// The line about an error, with the provider's name unless the error already contains it.
  package func line(of error: any Error) -> Message {
    let cause = Message.words(of: error)
    let isNamed = (error as? OptionsError)?.provider == name
    return isNamed ? cause : .placed(place: name, sentences: [cause])
  }
}
