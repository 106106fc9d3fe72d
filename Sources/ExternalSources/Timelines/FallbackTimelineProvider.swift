import Foundation
import IntentModel
import IntentOptions
import Messages
import WidgetTimeline

/// A timeline provider that uses a fallback when its first provider fails.
///
/// The fallback's timeline has a notice with the reason. It reloads after the standard delay for a
/// failure, or earlier if it specifies an earlier date in the future, so that the first provider is
/// asked again.
struct FallbackTimelineProvider: LocalFilesProvider {
  let base: any IntentTimelineProvider
  let fallback: any IntentTimelineProvider

  var name: String { base.name }
  var dependsOnScope: Bool { base.dependsOnScope || fallback.dependsOnScope }

  var localFiles: [String] {
    [base, fallback].flatMap { ($0 as? any LocalFilesProvider)?.localFiles ?? [] }
  }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    base.placeholder(in: context)
  }

  func loadedPlaceholder(in context: TimelineProviderContext) async -> TimelineEntry {
    await base.loadedPlaceholder(in: context)
  }

  func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    do {
      return try await base.snapshot(for: intent, in: context)
    } catch {
      try Task.checkCancellation()
      return try await fallback.snapshot(for: intent, in: context)
    }
  }

  func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let failure: OptionsError
    do {
      return try await base.timeline(for: intent, in: context)
    } catch {
      try Task.checkCancellation()
      failure = OptionsError(error, provider: name)
    }
    var timeline = try await fallback.timeline(for: intent, in: context)
    let retry = context.now.addingTimeInterval(
      KeptTimeline.retryDelay(afterFailures: 1).inSeconds)
    // A fallback timeline that has already ended must not cause another request immediately.
    let own = timeline.sorted().nextReload(now: context.now).flatMap {
      $0 > context.now ? $0 : nil
    }
    timeline.reload = .after(min(retry, own ?? retry))
    timeline.notice = """
      This timeline is from “\(name: fallback.name)”, because “\(name: name)” failed: \
      \(failure.message)
      """
    return timeline
  }
}
